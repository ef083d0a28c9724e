"""Asks a person's care when they sit down, wager or deposit, and counts what they played, in the same commit.

Somebody without any care costs one look at the account `care:PERSON`, whose balance is checked again at the write;
only if it holds something is their stream locked and asked (decision 184).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

from mississippi_stud.floor.streams import Context
from mississippi_stud.person import care as c
from mississippi_stud.person import play
from mississippi_stud.person.person import Person
from mississippi_stud.round import events as r
from mississippi_stud.round.state import Outcome, State
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.round.wagers import most_cents
from mississippi_stud.rulebooks.conduct import Remedy
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import STREETS
from mississippi_stud.table import events as e
from mississippi_stud.table import evolve
from mississippi_stud.table.state import Table

PREFIX: Final = "person:"
PERSON_MAX: Final = 64
CareEvents = dict[str, Sequence[object]]
"""Events by the stream of the person."""


_CONCERNING: Final = {r.WagerPlaced, r.WagerWithdrawn, r.RoundSettled, r.RoundVoided, e.Seated, e.IncidentRuled}
"""The events that may concern somebody's care; asked of every event of every table, so it has to be quick."""


def stream_of(person: str) -> str:
    """Return the name of a person's stream."""
    return PREFIX + person


def of_deposit(context: Context, person: str, cents: int) -> CareEvents:
    """Return what a deposit counts, or raise `Refused`."""
    if not context.balance(c.care_account(person)):
        return {}
    care = _cares(context, (person,))[person]
    return _by_stream({person: play.deposit(person, care, cents, context.at)})


class _Change(NamedTuple):
    """What a command does to a table, and whom it concerns."""

    before: Table
    events: Sequence[e.Event]
    sitting: set[str]
    wagering: set[str]
    """Who added a wager."""
    playing: set[str]
    """Who took a wager back, or plays in a round that ends."""
    ruled: e.IncidentRuled | None
    """A ruling that excludes somebody."""


def of_table(context: Context, book: Rulebook, stream: str, table: Table, events: Sequence[e.Event]) -> CareEvents:
    """Return what the events of a table count for the persons concerned, or raise `Refused` if one may not play."""
    change = _change(table, events)
    if change is None:
        return {}
    asked = {each for each in change.sitting | change.wagering if context.balance(c.care_account(each))}
    if change.playing - asked:
        held = context.held(*(c.care_account(each) for each in change.playing))
        asked |= {each for each in change.playing if held[c.care_account(each)]}
    if not asked and change.ruled is None:
        return {}
    after = reduce(evolve, events, table)
    excluded = {each for each in after.excluded.keys() - table.excluded.keys() if _is_person(each)}
    cares = _cares(context, sorted(asked | excluded))
    return _by_stream({
        person: _of_person(context, book, stream, change, after, person, care) for person, care in cares.items()
    })  # fmt: skip


def _change(table: Table, events: Sequence[e.Event]) -> _Change | None:
    """Return whom these events concern; None for nobody, as with most commands."""
    sitting, wagering, playing, ruled = set[str](), set[str](), set[str](), None
    for event in events:
        if type(event) not in _CONCERNING:
            continue
        match event:
            case r.WagerPlaced(position=position, wager=wager):
                if wager not in STREETS:
                    wagering.add(_player(table, position))
            case r.WagerWithdrawn(position=position):
                playing.add(_player(table, position))
            case r.RoundSettled() | r.RoundVoided():
                hands = table.round.hands.values() if table.round else ()
                playing.update(hand.player for hand in hands if hand.stakes)
            case e.Seated(player=player):
                sitting.add(player)
            case e.IncidentRuled(ruled=ruling) if ruling.ruling in (Remedy.EXCLUDED, Remedy.EXCLUDED_FROM_CASINO):
                ruled = event
            case _:
                pass
    if not (sitting or wagering or playing or ruled):
        return None
    return _Change(table, events, sitting, wagering, playing, ruled)


def _player(table: Table, position: int) -> str:
    hand = table.round.hands.get(position) if table.round else None
    return hand.player if hand else table.seats[position].player


def _is_person(name: str) -> bool:
    """Whether somebody named in a ruling can have a stream."""
    return 0 < len(name) <= PERSON_MAX and name.isprintable()


def _of_person(
    context: Context, book: Rulebook, stream: str, change: _Change, after: Table, person: str, care: c.Care
) -> tuple[c.Event, ...]:
    at, ended = context.at, change.before.round is not None and after.round is None
    counted: tuple[c.Event, ...] = ()
    if ended and after.last_round is not None:
        wagered, net = _result(after.last_round, person)
        counted = play.finish(care, stream, wagered, net, at)
    elif person in change.wagering | change.playing and after.round is not None:
        counted = play.begin(person, care, _stakes(context, book, stream, change, after, person), at)
    if person in change.sitting:
        play.check_admission(person, c.renewed(care, at), at)
    if change.ruled is not None and person in after.excluded.keys() - change.before.excluded.keys():
        ruled = change.ruled.ruled
        at = max(at, care.at)
        by, grounds = change.ruled.by, str(ruled.incident)
        counted += (c.PersonExcluded(by=by, person="", clause=ruled.clause, grounds=grounds, at=at),)
    return counted


def _stakes(context: Context, book: Rulebook, stream: str, change: _Change, after: Table, person: str) -> play.Stakes:
    """Return the person's wagers at all their positions, and all that they could wager in this round."""
    state = after.round or State(setup=after.last_round.setup)  # type: ignore[union-attr]
    own = [hand for hand in state.hands.values() if hand.player == person]
    purses = context.balance(f"player:{person}") + context.balance(f"tokens:{person}")
    for event in change.events:
        match event:
            case r.WagerPlaced(position=position, stake=stake) if _player(change.before, position) == person:
                purses -= 0 if stake.carried else stake.cents
            case r.WagerWithdrawn(position=position, stake=stake) if _player(change.before, position) == person:
                purses += stake.cents
            case _:
                pass
    lying = sum(stake.cents for hand in own for stake in hand.stakes.values())
    return play.Stakes(
        table=stream,
        round=after.number,
        most_cents=sum(most_cents(book, state.setup, hand) for hand in own),
        held_cents=lying + max(0, purses),
        adds=person in change.wagering,
    )


def _result(state: State, person: str) -> tuple[int, int]:
    """Return what a person wagered in a round that has ended and what they won or lost, without what was void."""
    positions = {hand.position for hand in state.hands.values() if hand.player == person and hand.stakes}
    counting = {
        (each.position, each.wager)
        for each in state.results
        if each.position in positions and each.outcome not in (Outcome.VOID, Outcome.CARRIED)
    }
    wagered = sum(
        stake.counted_cents
        for position in positions
        for wager, stake in state.hands[position].stakes.items()
        if (position, str(wager)) in counting
    )
    return wagered, sum(net_cents(state, position) for position in positions)


def _cares(context: Context, persons: Iterable[str]) -> dict[str, c.Care]:
    found: Mapping[str, Person | None] = context.needs(stream_of(each) for each in persons)
    return {stream.removeprefix(PREFIX): (known or Person()).care for stream, known in found.items()}


def _by_stream(events: Mapping[str, tuple[c.Event, ...]]) -> CareEvents:
    return {stream_of(person): each for person, each in events.items() if each}
