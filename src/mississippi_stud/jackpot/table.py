"""What a table says to its meter, read from the round's own state; `link` says when.

A table calls `register` when the bets are closed, `carry` when a round has no result, `record` before it settles; the
prizes that `record` leads to go into `Settle(prizes=…)`.
"""

from collections.abc import Iterable
from typing import assert_never

from mississippi_stud.jackpot import commands as c
from mississippi_stud.jackpot import events as e
from mississippi_stud.jackpot.state import Fate, Prize, Registered, Shown, Source
from mississippi_stud.jackpot.terms import rules_of
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.round.state import Ending, Hand, State
from mississippi_stud.rulebooks.model import Jackpot, Rulebook
from mississippi_stud.rulebooks.words import OnFold, OnForfeit, OnMisdeal, Wager


def register(
    book: Rulebook, state: State, table: str, number: str, at: int = 0, counted: int | None = None
) -> c.Register:
    """The jackpot wagers that lie on the table; `counted`: the chips that the dealer counted."""
    jackpot, _ = rules_of(book)
    wager = jackpot.wager.value
    counting = book.dealing.methods[state.setup.dealing].jackpot_chips_counted
    return c.Register(
        table=table,
        round=number,
        wagers=tuple(
            Registered(position=position, player=hand.player, cents=hand.stakes[wager].cents)
            for position, hand in sorted(state.hands.items())
            if wager in hand.stakes
        ),
        pay_table=state.setup.tables.get(wager, ""),
        sign=dict(state.setup.signs.get(wager, {})),
        counted=counted,
        count_rule=counting.clause if counting and counting.value else None,
        at=at,
    )


def record(book: Rulebook, state: State, table: str, number: str, at: int = 0, by: str = "") -> c.Record:
    """The outcome of a round whose cards all lie open. `by`: the title of who determines the prizes."""
    hands = (hand for _, hand in sorted(state.hands.items()) if hand.stakes)
    shown = tuple(_shown(book, hand) for hand in hands)
    played = any(hand.fate is Fate.PLAYED for hand in shown)
    community = tuple(card for card in state.community[: None if played else state.revealed] if card is not None)
    return c.Record(table=table, round=number, hands=shown, community=community, by=by, at=at)


def _shown(book: Rulebook, hand: Hand) -> Shown:
    fate = _fate(book, hand)
    hole = tuple(card for card in hand.hole if card is not None) if fate is Fate.PLAYED else ()
    return Shown(position=hand.position, player=hand.player, hole=hole, fate=fate)


def _fate(book: Rulebook, hand: Hand) -> Fate:
    jackpot, rule = rules_of(book)
    stake = hand.stakes.get(jackpot.wager.value)
    if stake is not None and stake.returned:
        return Fate.RETURNED
    match hand.ending:
        case None:
            return Fate.PLAYED
        case Ending.FOLDED | Ending.CONCEDED:
            return Fate.FOLDED if rule.on_fold.value is OnFold.LOST else Fate.PLAYED
        case Ending.FORFEITED:
            stays = rule.on_forfeit.value is OnForfeit.STAYS and Wager.FIFTH_STREET in hand.stakes
            return Fate.PLAYED if stays else Fate.LOST
        case Ending.RETURNED:
            return Fate.RETURNED
        case Ending.VOID | Ending.UNFUNDED | Ending.MISDEALT:
            return Fate.CARRIED if rule.on_misdeal.value is OnMisdeal.CARRIED else Fate.RETURNED
        case Ending.ABANDONED:
            return Fate.LOST
        case _:
            assert_never(hand.ending)


def settle_prizes(book: Rulebook, events: Iterable[e.Event], *, validated: bool = False) -> tuple[MeterPrize, ...]:
    """What the round needs of the meter's events to settle: prizes of the meter, and what others receive.

    `validated`: somebody at the table must validate what the book wants validated, so that waits.
    """
    jackpot, _ = rules_of(book)
    paid = [event.prize for event in events if isinstance(event, e.PrizePaid)]
    waits = {id(prize) for prize in paid if validated and is_validated(jackpot, prize)}
    return tuple(
        MeterPrize(
            position=prize.position,
            wager=prize.wager,
            pays=prize.pays,
            won_cents=prize.cents,
            clause=prize.clause,
            holder=next((each.count for each in prize.sums if each.code == "other-hand"), None),
            pending=id(prize) in waits,
            of_meter=prize.source is Source.METER,
        )
        for prize in paid
        if id(prize) in waits or prize.source is Source.METER or prize.wager != jackpot.wager.value
    )


def is_validated(jackpot: Jackpot, prize: Prize) -> bool:
    """Whether the book wants a prize validated before it is paid."""
    every = jackpot.validates_all is not None and jackpot.validates_all.value
    return prize.wager == jackpot.wager.value and (every or prize.source is Source.METER)
