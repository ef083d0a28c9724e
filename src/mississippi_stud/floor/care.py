"""What a person sees of their own care, and how whoever may not play leaves their seats (decision 185)."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import func, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.floor import Floor
from mississippi_stud.floor.history.rounds import seats
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.floor.listing import queue_places
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.messages import MINUTE
from mississippi_stud.person import care as c
from mississippi_stud.person.care import Care
from mississippi_stud.person.care_messages import LimitKind
from mississippi_stud.person.periods import Period, end_of
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import schema
from mississippi_stud.table.commands import LeaveQueue, Stand
from mississippi_stud.tournament.commands import RetirePlayer

ACTOR: Final = "care"
_BARRED: Final = c.barred_account("")


class LimitView(msgspec.Struct, frozen=True, kw_only=True):
    """A limit: cents, or minutes for time."""

    kind: LimitKind
    period: Period
    most: int
    left: int
    renews_at: int
    wanted: int | None
    """The limit that is to take its place; None for no limit at all, if `confirm_from` is set."""
    confirm_from: int
    """From when it may be confirmed; 0 if nothing is wanted."""


class ExclusionView(msgspec.Struct, frozen=True, kw_only=True):
    """An exclusion: one's own until a time or for ever (None), or by staff, with the clause."""

    until: int | None
    by: str = ""
    """The title of the member of staff; empty for one's own."""
    house: str = ""
    """The house whose tables it is from; empty for all."""
    clause: str


class RealityView(msgspec.Struct, frozen=True, kw_only=True):
    """How often the reality check comes, and what it says now."""

    minutes: int
    due: bool
    since: int
    played_minutes: int
    rounds: int
    net_cents: int


class HouseBreakView(msgspec.Struct, frozen=True, kw_only=True):
    """The breaks that a house asks of everybody at its tables, and when the person's own begins or ends."""

    house: str
    names: Mapping[str, str]
    """What the house is called, by language."""
    after_minutes: int
    rest_minutes: int
    begins_at: int
    """When it begins if they play on from now; 0 while it lasts."""
    until: int
    """Until when it lasts; 0 if it has not begun."""


class CareView(msgspec.Struct, frozen=True, kw_only=True):
    """A person's care as they see it. Times are in microseconds since 1970; 0 is never."""

    limits: tuple[LimitView, ...]
    out_until: int
    excluded: tuple[ExclusionView, ...]
    breaks: bool
    """Whether the person has breaks."""
    breaks_until: int
    """Until when, if they have switched them off."""
    break_until: int
    house_breaks: tuple[HouseBreakView, ...]
    """Those of the houses at whose tables the person has lately played."""
    reality: RealityView | None
    playing: bool
    """Whether a round of theirs is open: what falls due takes effect when it is over."""


def care_of(floor: Floor, person: str, house: str | None = None) -> CareView:
    """Return a person's care as it is now, in a house or everywhere."""
    care = c.renewed(person_of(floor, person).care, floor.clock())
    asked = tuple(_house_breaks(floor, care, house))
    return view(care, house, asked)


def view(care: Care, house: str | None = None, house_breaks: tuple[HouseBreakView, ...] = ()) -> CareView:
    """Return what a person sees of their care: in a house, only what holds there."""
    limits = tuple(
        LimitView(
            kind=limit.kind,
            period=limit.period,
            most=limit.most,
            left=care.left(limit),
            renews_at=end_of(limit.period, care.at),
            wanted=limit.wanted,
            confirm_from=limit.confirm_from,
        )
        for limit in care.limits.values()
    )
    return CareView(
        limits=limits,
        out_until=care.out_until,
        excluded=tuple(_exclusions(care, house)),
        breaks=care.breaks,
        breaks_until=0 if care.breaks_until == c.FOREVER or care.house_breaks else care.breaks_until,
        break_until=care.break_until,
        house_breaks=house_breaks,
        reality=_reality(care),
        playing=bool(care.open),
    )


def _house_breaks(floor: Floor, care: Care, house: str | None) -> Iterator[HouseBreakView]:
    for name, play in care.houses.items():
        asks = settings_of(floor, name)
        if asks.breaks is None or house not in (None, name):
            continue
        lasts = play.break_until > care.at
        yield HouseBreakView(
            house=name,
            names={each: str(asks.setting(f"name_{each}")) or name for each in ("en", "fr")},
            after_minutes=asks.breaks.after // MINUTE,
            rest_minutes=asks.breaks.rest // MINUTE,
            begins_at=0 if lasts else play.begins_at(asks.breaks, care.at),
            until=play.break_until if lasts else 0,
        )


def _exclusions(care: Care, house: str | None) -> list[ExclusionView]:
    found = []
    if care.self_excluded_until:
        until = None if care.self_excluded_until == c.FOREVER else care.self_excluded_until
        found.append(ExclusionView(until=until, clause=c.SELF_EXCLUSION))
    for name, each in care.exclusions.items():
        if house is None or name in (house, ""):
            found.append(ExclusionView(until=None, by=each.by, house=name, clause=each.clause))
    return found


def _reality(care: Care) -> RealityView | None:
    reality = care.reality
    if reality is None:
        return None
    return RealityView(
        minutes=reality.minutes,
        due=reality.due,
        since=reality.since,
        played_minutes=reality.played // MINUTE,
        rounds=reality.rounds,
        net_cents=reality.net_cents,
    )


def leave_seats(floor: Floor) -> list[str]:
    """Have everybody who may not play leave the seats that they have, as soon as no wager of theirs lies there.

    And the lines in which they wait for one. One idempotent command for each, derived from what the log says: the clock
    repeats it until it is done.
    """
    left = []
    for stream, position, person in _barred_places(floor):
        table, version = floor.state(stream)
        care = c.renewed(person_of(floor, person).care, floor.clock())
        there = table.seats[position].player == person if position in table.seats else not position
        if not there or table.closed or not care.barred_at(house_at(table)):
            continue
        gone: Any = Stand(position=position, person=person) if position else LeaveQueue(player=person, person=person)
        where = stream
        if table.contest:  # whoever may not play leaves the tournament, and with it the seat
            entrants = floor.state(table.contest)[0].entrants.values()
            name = next((each.name for each in entrants if each.player == person), person)
            where, gone = table.contest, RetirePlayer(name=name, by=person)
        command_id = sha256(f"leave {stream} {position} {person} {version}".encode()).hexdigest()
        try:
            floor.send(where, gone, command_id=command_id, actor=ACTOR)
            left.append(stream)
        except (Refused, InputError):  # the round is not over, or a ruling is pending
            continue
    return left


def _barred_places(floor: Floor) -> list[tuple[str, int, str]]:
    """Return the seats, and as position 0 the lines, of persons who are, or lately were, kept from playing."""
    balances = schema.balances.c
    barred = (balances.account >= _BARRED) & (balances.account < _BARRED[:-1] + ";") & (balances.cents > 0)
    person = func.substr(balances.account, len(_BARRED) + 1)  # joined: there may be more of them than a query can name
    places = queue_places.c
    waiting = select(places.stream, places.player).where(barred, places.player == person, places.waits == 1)
    chosen = select(seats.c.stream, seats.c.position, seats.c.player).where(barred, seats.c.player == person)
    with floor.database.transaction() as connection:
        return [
            *((row.stream, row.position, row.player) for row in connection.execute(chosen)),
            *((row.stream, 0, row.player) for row in connection.execute(waiting)),
        ]
