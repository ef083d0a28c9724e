"""Asks a person's care when they sit down, wager or deposit, and counts what they played, in the same commit.

Somebody without any care costs one look at the account `care:PERSON`, whose balance is checked again at the write;
only if it holds something is their stream locked and asked (decision 184).
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from typing import Final, NamedTuple

from mississippi_stud.floor.streams import Context
from mississippi_stud.floor.tenancy import NAME, house_at
from mississippi_stud.floor.tenancy import PREFIX as HOUSES
from mississippi_stud.person import care as c
from mississippi_stud.person import care_messages as m
from mississippi_stud.person import play
from mississippi_stud.person.house_breaks import HouseBreaks
from mississippi_stud.person.house_messages import House
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
from mississippi_stud.table.state import Table, is_walk_in

PREFIX: Final = "person:"
PERSON_MAX: Final = 64
CareEvents = dict[str, Sequence[object]]
"""Events by the stream of the person."""


_CONCERNING: Final = {
    r.WagerPlaced,
    r.WagerWithdrawn,
    r.RoundSettled,
    r.RoundVoided,
    e.Seated,
    e.QueueJoined,
    e.VoucherExchanged,
    e.IncidentRuled,
}
"""The events that may concern somebody's care; asked of every event of every table, so it has to be quick."""


class ExclusionReach(StrEnum):
    """Where an exclusion by staff holds."""

    HOUSE = "house"
    """At all tables of the house whose staff ruled."""
    FLOOR = "floor"
    """At all tables of every house."""


REACH: Final[Mapping[Remedy, ExclusionReach]] = {
    Remedy.EXCLUDED: ExclusionReach.HOUSE,  # nsw 13.3.2 and crown 13.2.2: from the game
    Remedy.EXCLUDED_FROM_CASINO: ExclusionReach.HOUSE,  # nsw 13.3.3: from the casino
}
"""How far each ruling that excludes somebody reaches (decision 195)."""


def stream_of(person: str) -> str:
    """Return the name of a person's stream."""
    return PREFIX + person


def of_deposit(context: Context, person: str, cents: int) -> CareEvents:
    """Return what a deposit counts, or raise `Refused`."""
    if not context.last_balance(c.care_account(person)):
        return {}
    care = _cares(context, (person,))[person]
    return _by_stream({person: play.deposit(person, care, cents, context.at)})


def of_fees(context: Context, tournament: str, house: str, fees: Mapping[str, int]) -> CareEvents:
    """Return what fees of a tournament, by person, count for those who limit themselves, or raise `Refused`."""
    asked = sorted(each for each, cents in fees.items() if cents and context.last_balance(c.care_account(each)))
    cares = _cares(context, asked) if asked else {}
    return _by_stream(
        {each: play.pay_fee(each, care, tournament, house, fees[each], context.at) for each, care in cares.items()}
    )


class _Concerned(NamedTuple):
    """Whom the events of a table concern."""

    entering: set[str]
    """Who takes a seat, a place in line or something that a promotion gives."""
    wagering: set[str]
    """Who added a wager."""
    playing: set[str]
    """Who took a wager back, or plays in a round that ends."""
    ruled: e.IncidentRuled | None
    """A ruling that excludes somebody."""


class _Change(NamedTuple):
    """What a command does to a table."""

    book: Rulebook
    stream: str
    before: Table
    after: Table
    events: Sequence[e.Event]
    whom: _Concerned

    @property
    def excluded(self) -> set[str]:
        """Whom a ruling excluded."""
        return {each for each in self.after.excluded.keys() - self.before.excluded.keys() if _is_person(each)}


def of_table(context: Context, book: Rulebook, stream: str, table: Table, events: Sequence[e.Event]) -> CareEvents:
    """Return what the events of a table count for the persons concerned, or raise `Refused` if one may not play."""
    whom = _concerned(table, events)
    if whom is None:
        return {}
    asked = {each for each in whom.entering | whom.wagering if context.last_balance(c.care_account(each))}
    if whom.wagering and _breaks(context, table):
        asked |= whom.wagering
    if whom.playing - asked:
        held = context.held(*(c.care_account(each) for each in whom.playing))
        asked |= {each for each in whom.playing if held[c.care_account(each)]}
    if not asked and whom.ruled is None:
        return {}
    change = _Change(book, stream, table, reduce(evolve, events, table), events, whom)
    cares = _cares(context, sorted(asked | change.excluded))
    return _by_stream({person: _of_person(context, change, person, care) for person, care in cares.items()})


def _concerned(table: Table, events: Sequence[e.Event]) -> _Concerned | None:
    """Return whom these events concern; None for nobody, as with most commands."""
    entering, wagering, playing, ruled = set[str](), set[str](), set[str](), None
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
            case e.Seated(player=player) | e.QueueJoined(player=player) | e.VoucherExchanged(player=player):
                entering.add(player)
            case e.IncidentRuled(ruled=ruling) if ruling.ruling in REACH:
                ruled = event
            case _:
                pass
    if any(is_walk_in(seat.player) for seat in table.seats.values()):  # nobody knows who they are
        entering, wagering, playing = (
            {each for each in group if not is_walk_in(each)} for group in (entering, wagering, playing)
        )
    return _Concerned(entering, wagering, playing, ruled) if entering or wagering or playing or ruled else None


def _player(table: Table, position: int) -> str:
    hand = table.round.hands.get(position) if table.round else None
    return hand.player if hand else table.seats[position].player


def _is_person(name: str) -> bool:
    """Whether somebody named in a ruling can have a stream; whoever has no account has none."""
    return 0 < len(name) <= PERSON_MAX and name.isprintable() and not is_walk_in(name)


def _of_person(context: Context, change: _Change, person: str, care: c.Care) -> tuple[m.Event, ...]:
    at, whom, after = context.at, change.whom, change.after
    counted: tuple[m.Event, ...] = ()
    if person in whom.entering:
        play.check_admission(person, care, at, house_at(after))
    if after.round is not None and person in whom.wagering | whom.playing:
        counted = play.begin(person, care, _stakes(context, change, after.round, person), at)
    elif after.round is None and change.before.round is not None and after.last_round is not None:
        reserve = care.open.get(change.stream)
        breaks = _breaks(context, after) if reserve and reserve.house else None
        counted = play.finish(care, change.stream, *_result(after.last_round, person), at, breaks)
    if whom.ruled is not None and person in change.excluded:
        by, ruled = whom.ruled.by, whom.ruled.ruled
        time, grounds = max(at, care.at), str(ruled.incident)
        house = house_at(after) if REACH[ruled.ruling] is ExclusionReach.HOUSE else ""
        counted += (m.PersonExcluded(by=by, person="", clause=ruled.clause, grounds=grounds, house=house, at=time),)
    return counted


def _stakes(context: Context, change: _Change, state: State, person: str) -> play.Stakes:
    """Return the person's wagers at all their positions, and all that they could wager in this round."""
    own = [hand for hand in state.hands.values() if hand.player == person]
    positions = {hand.position for hand in own}
    purses = context.balance(f"player:{person}") + context.balance(f"tokens:{person}")
    for event in change.events:
        match event:
            case r.WagerPlaced(position=position, stake=stake) if position in positions and not stake.carried:
                purses -= stake.cents
            case r.WagerWithdrawn(position=position, stake=stake) if position in positions:
                purses += stake.cents
            case _:
                pass
    lying = sum(stake.cents for hand in own for stake in hand.stakes.values())
    most = sum(most_cents(change.book, state.setup, hand) for hand in own)
    return play.Stakes(
        table=change.stream,
        house=house_at(change.after),
        round=change.after.number,
        most_cents=most,
        held_cents=most if change.after.chips else lying + max(0, purses),  # nobody counts a player's chips
        adds=person in change.whom.wagering,
        breaks=_breaks(context, change.after),
    )


def _breaks(context: Context, table: Table) -> HouseBreaks | None:
    """Return the breaks that the house of a table asks for now."""
    name = house_at(table)
    house: House | None = context.look(HOUSES + name) if NAME.fullmatch(name) else None
    return None if house is None else house.breaks


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


def _by_stream(events: Mapping[str, tuple[m.Event, ...]]) -> CareEvents:
    return {stream_of(person): each for person, each in events.items() if each}
