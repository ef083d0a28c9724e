"""Decides every round again from the sealed log, to check that what was written is what the rules produce.

A hash, which anybody can recompute, or a signature, which anybody with the key can make, shows only that somebody wrote
this log. Deciding it again shows that it is also what happened: results, prizes and returned wagers follow from the
cards, and the cards from the secret. What a person chose (to sit, to wager, to fold) cannot be decided again.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.jackpot import commands as jc
from mississippi_stud.jackpot import events as je
from mississippi_stud.jackpot.decide import decide as decide_meters
from mississippi_stud.jackpot.link import record, settle_prizes
from mississippi_stud.jackpot.state import Meters
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.decide import decide
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Outcome, State
from mississippi_stud.round.wagers import placed, street_stake
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.store.audit import LogError
from mississippi_stud.table import events as e
from mississippi_stud.table.rounds import setup_of
from mississippi_stud.table.state import Table

_METER_FIELDS = ("tables", "signs", "costs_cents", "meter")
"""The fields of a round's setup that come from its meter."""


def check_event(book: Rulebook, stream: str, before: Table, event: e.Event, caused: Sequence[je.Event]) -> None:
    """Raise `LogError` unless a table's event is what the rules produce; `caused` are its effects on the meters."""
    try:
        good = _follows(book, stream, before, event, caused)
    except Refused as error:
        raise LogError(
            "event-not-allowed", stream=stream, number=before.number, event=_name(event), refused=error
        ) from None
    if not good:
        raise LogError("event-against-rules", stream=stream, number=before.number, event=_name(event))


def _follows(book: Rulebook, stream: str, before: Table, event: e.Event, caused: Sequence[je.Event]) -> bool:
    state = before.round
    match event:
        case r.RoundOpened():
            return _opened(book, before, event)
        case r.WagerPlaced() if state is not None:
            return _placed(book, state, event)
        case r.WagerWithdrawn(position=position, wager=wager, stake=stake) if state is not None:
            return state.hands[position].stakes.get(wager) == stake
        case r.CardRevealed(place=place, card=card) if state is not None:
            return place == state.revealed and state.community[place] in (None, card)
        case r.RoundSettled() if state is not None:
            return _settled(book, state, event, caused)
        case r.RoundVoided() if state is not None:
            return _voided(book, state, event)
        case e.CarriedReturned(position=position, cents=cents):
            return before.carried_cents.get(position) == cents
        case _:
            return True


def _opened(book: Rulebook, before: Table, event: r.RoundOpened) -> bool:
    setup = setup_of(before)
    if before.meters:
        setup = replace(setup, **{name: getattr(event.setup, name) for name in _METER_FIELDS})
    return before.round is None and decide(book, None, rc.Open(setup=event.setup)) == (event,) and setup == event.setup


def _placed(book: Rulebook, state: State, event: r.WagerPlaced) -> bool:
    """Whether a wager counts for the amount that the limits allow."""
    hand, stake = state.hands[event.position], event.stake
    if event.wager in hand.stakes:
        return False
    how = street_stake if event.wager in STREETS else placed
    made = how(
        book, state.setup, hand, event.wager, stake.cents, tokens=stake.tokens_cents, unseen=stake.found is not None
    )
    return replace(made, carried=stake.carried, secret=stake.secret) == stake


def _settled(book: Rulebook, state: State, event: r.RoundSettled, caused: Sequence[je.Event]) -> bool:
    """Whether a settlement pays what the cards win; prizes are taken from the meters' own events."""
    waiting = {(each.position, each.wager) for each in event.results if each.outcome is Outcome.PENDING}
    prizes: Iterable[rc.MeterPrize] = ()
    if any(isinstance(each, je.PrizePaid) for each in caused):
        prizes = settle_prizes(book, caused, validated=bool(waiting))
    due = tuple(replace(each, pending=(each.position, each.wager) in waiting) for each in prizes)
    return decide(book, state, rc.Settle(prizes=due))[-1] == event


def _voided(book: Rulebook, state: State, event: r.RoundVoided) -> bool:
    kept = tuple(sorted({each.position for each in event.results if each.outcome is Outcome.FORFEIT}))
    ways = (rc.VoidRound(clause=event.clause, jackpots_back=back, forfeits=kept) for back in (True, False))
    return any(decide(book, state, way) == (event,) for way in ways)


def check_recorded(book: Rulebook, stream: str, table: Table, caused: Sequence[je.Event]) -> None:
    """Raise `LogError` unless the meters recorded the cards that were on the table when it was settled."""
    for told in caused:
        if isinstance(told, je.OutcomeRecorded) and table.round is not None:
            expected = record(book, table.round, stream, told.round)
            if (told.table, told.hands, told.community) != (stream, expected.hands, expected.community):
                raise LogError("meter-other-cards", stream=stream, number=table.number)


def check_prizes(book: Rulebook, stream: str, before: Meters, events: Sequence[Any]) -> None:
    """Raise `LogError` unless a round's prizes are what its cards win from the meters as they were `before`.

    The first event records the outcome; the rest are what its command then did to the meters.
    """
    told: je.OutcomeRecorded = events[0]
    command = jc.RecordOutcome(
        table=told.table, round=told.round, hands=told.hands, community=told.community, by=told.by, at=told.at
    )
    try:
        again = decide_meters(book, before, command)
    except (Refused, InputError) as error:
        raise LogError("outcome-refused", stream=stream, round=told.round, refused=error) from None
    if tuple(events[: len(again)]) != again:
        raise LogError("prizes-wrong", stream=stream, round=told.round)


def _name(event: Any) -> str:
    return str(event.__struct_config__.tag).replace("_", " ")
