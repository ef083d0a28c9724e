"""Promotions as a kind of stream: connects `promotion` to its house, its scrutineer and the people who enter it.

A promotion is a stream of its house, `promotion:HOUSE/NAME`. Play enters it by the book's log
(decision 596); who may do what in it: decision 595.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table

from mississippi_stud.errors import InputError
from mississippi_stud.fairness.draw import draw_commitment
from mississippi_stud.floor.allowances import stream_of as person_stream
from mississippi_stud.floor.history.promotion_proof import audit_promotion
from mississippi_stud.floor.membership import check_host, has_second_factor, may_host
from mississippi_stud.floor.promotion_findings import OF_PROMOTIONS
from mississippi_stud.floor.streams import Books, Context, Kind, MissingStreamError
from mississippi_stud.floor.tenancy import NAME
from mississippi_stud.floor.tenancy import PREFIX as HOUSES
from mississippi_stud.person.person import Person
from mississippi_stud.person.play import check_admission
from mississippi_stud.promotion import PrizePromotion, PromotionRules, decide, evolve, promotion_rules
from mississippi_stud.promotion import commands as c
from mississippi_stud.promotion import events as e
from mississippi_stud.promotion.state import PromotionLife
from mississippi_stud.promotion.transfers import transfers
from mississippi_stud.promotion.view import view
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table.commands import FLOOR, ExchangeVoucher

PREFIX: Final = "promotion:"
EXCLUDED: Final = "excluded"
"""The reason why the floor bars somebody: it says nothing more of them."""
SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,27}")

promotion_list: Final = Table(
    "promotion_list",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("house", String(40), nullable=False),
    Column("title", String(200), nullable=False),
    Column("life", String(20), nullable=False),
    Column("begins_at", BigInteger, nullable=False),  # 0 as long as it is not known
    Column("closes_at", BigInteger, nullable=False),
    Index("promotions_of_a_house", "house", "begins_at"),
    Index("promotions_by_life", "life"),
)

promotion_entries: Final = Table(
    "promotion_entries",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(200), nullable=False),
    Column("weight", Integer, nullable=False),
    Column("source", String(10), nullable=False),
    Column("reference", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("entries_of_a_holder", "stream", "holder", "number"),
)


def stream_of(house: str, name: str) -> str:
    """Return the stream of a promotion by its house and its name there."""
    if not NAME.fullmatch(house) or not SLUG.fullmatch(name):
        raise InputError("promotion-name", name=name)
    return f"{PREFIX}{house}/{name}"


def house_of(promotion: str) -> str:
    """Return the house of a promotion by its id or its stream."""
    return promotion.removeprefix(PREFIX).partition("/")[0]


def rules_at(books: Books, promotion: PrizePromotion) -> PromotionRules:
    """Return the rules under which a promotion was drafted."""
    return promotion_rules(books(promotion.book), books(promotion.chapter))


def counts_play(promotion: PrizePromotion) -> bool:
    """Whether play gives entries by the terms."""
    return bool(promotion.terms.draw.entries)


# Deciding.


def _decide(
    context: Context, stream: str, promotion: PrizePromotion | None, command: c.StreamCommand
) -> dict[str, Sequence[object]]:
    command = replace(command, at=context.at)
    if isinstance(command, c.DraftPromotion):
        stream_of(*command.id.partition("/")[::2])
        if command.id != stream.removeprefix(PREFIX):
            raise InputError("promotion-name", name=command.id)
        rules = promotion_rules(context.book(command.book), context.book(command.chapter))
    elif promotion is None:
        raise MissingStreamError("stream-missing", stream=stream)
    else:
        rules = rules_at(context.book, promotion)
    if isinstance(command, c.MeetPromotionDeadline):
        assert promotion is not None, "a draft is never due"  # noqa: S101
        return _due(context, rules, stream, promotion, command.key)
    _check_giver(context, rules, house_of(stream), promotion, command)
    told = _completed(context, rules, promotion, command)
    if promotion is not None and isinstance(command, c.DrawPrizes | c.CallWinner | c.RedrawPrize):
        return {stream: _without_excluded(context, rules, promotion, told)}
    return {stream: _decided(context, rules, promotion, told)}


def _without_excluded(
    context: Context, rules: PromotionRules, promotion: PrizePromotion, command: c.Command
) -> list[e.Event]:
    """Return the events of a command by which somebody wins or is called; the excluded are barred before it."""
    barred: list[e.Event] = []
    while True:
        events = _decided(context, rules, promotion, command)
        excluded = sorted({name for name in _chosen(events) if _is_excluded(context, house_of(promotion.id), name)})
        if not excluded:
            return [*barred, *events]
        for name in excluded:
            clause = rules.term("eligibility")
            event = e.EntrantBarred(player=name, reason=EXCLUDED, at=command.at, by=FLOOR, clause=clause)
            promotion = evolve(promotion, event)
            barred.append(event)


def _chosen(events: Sequence[e.Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, e.PrizeAwarded):
            yield event.winner.holder
        elif isinstance(event, e.WinnerCalled):
            yield event.call.holder


def _is_excluded(context: Context, house: str, name: str) -> bool:
    """Whether somebody can win nothing now, whenever they entered; whoever only rests from play can."""
    person: Person | None = context.glance(person_stream(name))
    try:
        check_admission(name, (person or Person()).care, context.at, house)
    except Refused as refused:
        return refused.code != "timed-out"
    return False


def _decided(
    context: Context, rules: PromotionRules, promotion: PrizePromotion | None, command: c.Command
) -> list[e.Event]:
    """Return the events of a command whose giver may give it; a commitment of the house is to this command's secret."""
    return [
        replace(event, secret=context.secret) if isinstance(event, e.DrawSecretCommitted) else event
        for event in decide(rules, promotion, command)
    ]


def _completed(
    context: Context, rules: PromotionRules, promotion: PrizePromotion | None, command: c.Command
) -> c.Command:
    """Return a command with what only the floor knows: the secrets of the draw, and who somebody is."""
    house = house_of(_id(promotion))
    match command:
        case c.BeginPromotion() | c.RenewPromotion():
            return replace(command, commitment=draw_commitment(context.secret))
        case c.DrawPrizes() if promotion is not None:
            return replace(command, secret=promotion.held_secret)
        case c.ClosePromotion() if promotion is not None:
            if counts_play(promotion) and promotion.counted_until < promotion.terms.closes_at <= context.at:
                raise InputError("play-uncounted")
            return command
        case c.AddEntry(player=player):
            person, employee = _known(context, house, player)
            check_admission(player, person.care, context.at, house)
            return replace(command, member=not person.guest and not person.erased, employee=employee)
        case c.CheckIn(player=player):
            check_admission(player, _known(context, house, player)[0].care, context.at, house)
            return command
        case c.NominateScrutineer(person=name):
            _check_scrutineer(context, rules, house, name)
            return command
        case _:
            return command


def _id(promotion: PrizePromotion | None) -> str:
    return "" if promotion is None else promotion.id


def _known(context: Context, house: str, name: str) -> tuple[Person, bool]:
    """Return somebody, and whether the house employs them."""
    found = context.needs((HOUSES + house, person_stream(name)))
    known, person = found[HOUSES + house], found[person_stream(name)]
    member = known.members.get(name) if known else None
    return person or Person(), member is not None and not member.disabled


# Who gives a command.


def _check_giver(
    context: Context, rules: PromotionRules, house: str, promotion: PrizePromotion | None, command: c.Command
) -> None:
    """Raise an error unless somebody may give a command: for the house, as the scrutineer, or for themselves.

    Whether somebody is the scrutineer, `promotion` decides.
    """
    match command:
        case c.RecordPlay() | c.CountPlays() | c.RedeemVoucher() | c.RenewPromotion():
            if command.by != FLOOR:
                raise InputError("play-from-the-log")
        case c.SealSeed() | c.OverseeDraw() | c.LeaveDraw() | c.AttestDraw():
            _check_factor(context, command.by)
        case c.DrawPrizes() if promotion is not None and command.by == promotion.scrutineer:
            _check_factor(context, command.by)
        case c.CheckIn(player=own) | c.LodgeClaim(claimant=own) | c.RaisePromotionDispute(person=own):
            if own != command.by:
                check_host(context, rules.book, house, command.by)
        case _:
            check_host(context, rules.book, house, command.by)


def _check_factor(context: Context, person: str) -> None:
    """Raise `InputError` for somebody without an account that has a second factor."""
    known: Person | None = context.need(person_stream(person))
    if known is None or known.guest or known.erased or not has_second_factor(known):
        raise InputError("scrutineer-account", person=person)


def _check_scrutineer(context: Context, rules: PromotionRules, house: str, person: str) -> None:
    """Raise an error unless somebody can oversee a draw: known by two factors, and nobody who runs promotions here."""
    _check_factor(context, person)
    if may_host(context, rules.book, house, person):
        raise Refused("scrutineer-with-interest", rules.chapter.scrutineer_over_cents.clause, person=person)


# At a table.


def redeemed(context: Context, house: str, clause: str, exchange: ExchangeVoucher) -> dict[str, Sequence[object]]:
    """Return what a promotion records when a table of its house exchanges a voucher: only what it has issued, once.

    What staff exchange was issued by a promotion; the floor itself may give a guest tokens to try (decision 597).
    """
    if exchange.by == FLOOR and not exchange.promotion:
        return {}
    stream = PREFIX + exchange.promotion
    issued: PrizePromotion | None = context.need(stream) if house_of(stream) == house else None
    voucher = issued.vouchers.get(exchange.voucher) if issued is not None else None
    if issued is None or voucher is None or voucher.cents != exchange.cents:
        raise Refused("voucher-not-issued", clause, voucher=exchange.voucher)
    redemption = c.RedeemVoucher(
        at=context.at,
        by=FLOOR,
        voucher=exchange.voucher,
        player=exchange.player,
        conditions_met=exchange.conditions_met,
    )
    return {stream: decide(rules_at(context.book, issued), issued, redemption)}


# Deadlines.


def _deadlines(_books: Books, promotion: PrizePromotion) -> dict[str, int]:
    """Return what is due: the beginning, the closing once all play is counted, and a name that does not answer."""
    terms = promotion.terms
    match promotion.life:
        case PromotionLife.SUBMITTED:
            return {"begin": terms.begins_at}
        case PromotionLife.RUNNING if not counts_play(promotion) or promotion.counted_until >= terms.closes_at:
            return {"close": terms.closes_at}
        case PromotionLife.DRAWN if promotion.call is not None:
            return {f"pass/{promotion.call.place}": promotion.call.until + 1}
        case _:
            return {}


def _due(
    context: Context, rules: PromotionRules, stream: str, promotion: PrizePromotion, key: str
) -> dict[str, Sequence[object]]:
    """Do what is due; what cannot be done yet, such as to begin without a sealed seed, is tried again at every tick."""
    due_at = _deadlines(context.book, promotion).get(key)
    if due_at is None or context.at < due_at:
        return {}
    kind: Any = {"begin": c.BeginPromotion, "close": c.ClosePromotion}.get(key, c.PassCall)
    command = _completed(context, rules, promotion, kind(at=context.at, by=FLOOR))
    try:
        return {stream: _decided(context, rules, promotion, command)}
    except Refused:
        return {}


# Money and rows.


def _transfers(_books: Books, _stream: str, promotion: PrizePromotion | None, event: e.Event) -> Any:
    return () if promotion is None else transfers(promotion, event)


def _short(books: Books, promotion: PrizePromotion | None) -> Exception:
    if promotion is None:
        return InputError("account-short")
    return Refused("insufficient-funds", rules_at(books, promotion).term("how-to-claim"))


_LISTED: Final = (e.PromotionDrafted, e.PromotionAmended, e.PromotionLifeChanged)


def _rows(
    stream: str, _before: PrizePromotion | None, after: PrizePromotion, event: e.Event, _version: int, _at: int
) -> Iterator[ProjectionRow]:
    if isinstance(event, _LISTED):
        values: dict[str, Any] = {
            "house": house_of(after.id),
            "title": after.terms.title[:200],
            "life": after.life.value,
            "begins_at": after.terms.begins_at,
            "closes_at": after.terms.closes_at,
        }
        yield ProjectionRow(promotion_list.name, {"stream": stream}, values)
    if isinstance(event, e.EntriesTaken):
        told = {"source": event.source.value, "reference": event.reference[:200], "at": event.at}
        for entry in event.entries:
            values = {"holder": entry.holder, "weight": entry.weight, **told}
            yield ProjectionRow(promotion_entries.name, {"stream": stream, "number": entry.number}, values)


def _renew(promotion: PrizePromotion) -> c.Command | None:
    """Commit anew after a restore: the secret may have been opened; once entries are closed, nothing can be chosen."""
    return c.RenewPromotion(by=FLOOR) if promotion.life is PromotionLife.RUNNING else None


PROMOTIONS: Final[Kind[PrizePromotion, c.StreamCommand, e.Event]] = Kind(
    prefix=PREFIX,
    commands=c.StreamCommand,
    events=e.Event,
    state=PrizePromotion,
    decide=_decide,
    evolve=evolve,
    public=e.public,
    transfers=_transfers,
    rows=_rows,
    tables=(promotion_list, promotion_entries),
    deadlines=_deadlines,
    time_up=lambda key: c.MeetPromotionDeadline(key=key, by=FLOOR),
    short=_short,
    audit=audit_promotion,
    views=lambda _books, promotion: lambda _role, person: view(promotion, person),
    renew=_renew,
    locked=True,
    significant=OF_PROMOTIONS,
)
