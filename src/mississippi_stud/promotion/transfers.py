"""The money that an event of a promotion moves: set aside when a prize is awarded, and paid or released afterwards."""

from collections.abc import Iterator
from typing import Final

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.prize_terms import PrizeKind, PrizeTerms
from mississippi_stud.promotion.state import PrizePromotion, PrizeStatus, PromotionLife

HOUSE: Final = "house"
_SET_ASIDE: Final = (PrizeKind.CASH, PrizeKind.CASINO_DOLLARS)
"""Prizes that are money; others are things, which move no money unless cash is taken in their place."""


def account(promotion: PrizePromotion) -> str:
    """Return the account that holds the prizes of a promotion until they are paid."""
    return f"promotion:{promotion.id}"


def transfers(promotion: PrizePromotion, event: e.Event) -> tuple[Transfer, ...]:
    """Return the money that an event moves; `promotion` is the state before it."""
    return tuple(_moves(promotion, event))


def _moves(promotion: PrizePromotion, event: e.Event) -> Iterator[Transfer]:
    held = account(promotion)
    match event:
        case e.PrizeAwarded(winner=winner):
            yield from _move(HOUSE, held, _aside(promotion.prize(winner.prize)), event.clause)
        case e.ClaimPaid(prize=prize, kind=kind, parts=parts):
            source = held if kind is PrizeKind.CASH else HOUSE
            for way, cents in parts.items():
                yield from _move(source, f"{way}:{promotion.winners[prize].holder}", cents, event.clause)
        case e.VoucherRedeemed(voucher=number):
            voucher = promotion.vouchers[number]
            yield from _move(held, f"tokens:{voucher.holder}", voucher.cents, event.clause)
        case e.PrizeLapsed(prize=prize):
            yield from _move(held, HOUSE, _aside(promotion.prize(prize)), event.clause)
        case e.PromotionLifeChanged(life=PromotionLife.CANCELLED):
            waiting = (each for each in promotion.winners.values() if each.status is PrizeStatus.AWARDED)
            released = sum(_aside(promotion.prize(each.prize)) for each in waiting)
            yield from _move(held, HOUSE, released, event.clause)
        case _:
            return


def _aside(prize: PrizeTerms) -> int:
    return prize.value_cents if prize.kind in _SET_ASIDE else 0


def _move(source: str, target: str, cents: int, clause: str) -> Iterator[Transfer]:
    if cents > 0:
        yield Transfer(source=source, target=target, cents=Cents(cents), clause=clause)
