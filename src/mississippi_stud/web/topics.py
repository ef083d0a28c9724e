"""The topics of the live socket: what each shows to whom, which streams move it, and what may be done there.

Each kind of topic declares its access as a route does (`web/access.py`); whose a thing is, is decided where it is
found, and what is somebody else's is answered as what does not exist.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.floor import Admission, Floor, Look, MissingStreamError, Role, TableView
from mississippi_stud.floor.accounts import FLOOR
from mississippi_stud.floor.care import care_of
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.houses import NAME, settings_of, stream_of
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.prose.reasons import tell_stop
from mississippi_stud.web.access import Access, check_visitor
from mississippi_stud.web.people import Visitor
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import MORE_BELOW_CENTS, PlayerSeat, meter_signs, sight_of
from mississippi_stud.web.shapes import (
    Command,
    LobbyBoard,
    LobbyLine,
    MeterBoard,
    PersonSight,
    SeatSight,
    TableSight,
    TableSign,
)

_TABLE: Final = "table:"


class Sight(NamedTuple):
    """A topic as it is now."""

    version: int
    view: msgspec.Struct
    streams: frozenset[str]
    """Those whose growth may change it."""


class Viewer(NamedTuple):
    """Who looks at a topic."""

    floor: Floor
    person: str | None
    language: str

    def seat(self, table_id: str) -> PlayerSeat:
        """Return their seat at a table."""
        return PlayerSeat(self.floor, self.person, table_id, self.language)


class TopicKind(NamedTuple):
    """A kind of topic."""

    access: Access
    view: type[msgspec.Struct]
    look: Callable[[Viewer, str], Sight]
    """Shows what the part of the name after the colon names; a complaint if that is not there for the viewer."""
    seconds: int = 0
    """How long it is not shown anew after it was: many tables move it, and each of them is seen by all."""


def _table(viewer: Viewer, named: str) -> Sight:
    """Show a table to somebody who has a seat there, or was given its link."""
    stream = viewer.seat(named).seen
    view, version = viewer.floor.view(stream, Role.PLAYER, viewer.person or "")
    if not view.own and viewer.floor.table(stream).admission is not Admission.LINK:  # they have just left it
        raise Complaint("no-table", 404)
    return Sight(version, _felt(viewer, stream, view), frozenset({stream}))


def _felt(viewer: Viewer, stream: str, view: TableView) -> TableSight:
    house, book = house_at(viewer.floor.table(stream)), viewer.floor.book(view.book)
    return TableSight(**sight_of(stream.removeprefix(_TABLE), house, book, view, viewer.language))


def table_at(viewer: Viewer, named: str, version: int) -> TableSight:
    """Return what a table's topic showed at an earlier version: whoever kept the frame's hash can compare."""
    stream, floor = viewer.seat(named).stream, viewer.floor
    if not 0 < version <= floor.state(stream)[1]:
        raise Complaint("no-version", 404)
    kind, state = floor.streams.kind_of(stream), floor.states.at(stream, version)
    view = kind.view(floor.book, state, Role.PLAYER, viewer.person or "")
    return _felt(viewer, stream, view)


def _person(viewer: Viewer, named: str) -> Sight:
    """Show somebody their own money and care."""
    floor, person = viewer.floor, viewer.person
    if named or person is None:
        raise Complaint("no-guest", 404)
    at, balance = floor.clock(), floor.balance(person)  # first: money is never ahead of the tables that moved it
    care = care_of(floor, person) if person_of(floor, person).care.active else None
    looks = {stream: floor.look(stream, person) for stream in recall.seats_of(floor, person)}
    view = PersonSight(
        balance_cents=balance,
        more_money=balance < MORE_BELOW_CENTS,
        seats={stream.removeprefix(_TABLE): _seat(look, viewer.language) for stream, look in looks.items()},
        care=care,
    )
    return Sight(at, view, frozenset({FLOOR, f"account:{person}", f"person:{person}", *looks}))


def _seat(look: Look, language: str) -> SeatSight:
    return SeatSight(
        version=look.version, disabled=None if look.disabled is None else tell_stop(look.disabled, language)
    )


def _meter(viewer: Viewer, named: str) -> Sight:
    """Show the meters of a house to anybody, as its signs do."""
    with suppress(MissingStreamError):
        version = viewer.floor.house_meters(named)[1]
        board = MeterBoard(meters=meter_signs(viewer.floor, named, viewer.language))
        return Sight(version, board, frozenset({f"meters:{named}"}))
    raise Complaint("no-topic", 404)


def _lobby(viewer: Viewer, named: str) -> Sight:
    """List the open tables of a house; one that nobody has opened has none."""
    if not NAME.fullmatch(named):
        raise Complaint("no-topic", 404)
    floor, at = viewer.floor, viewer.floor.clock()
    streams = tuple(settings_of(floor, named).tables)
    lines = tuple(line for stream in streams if (line := _line(viewer, stream)) is not None)
    return Sight(at, LobbyBoard(tables=lines), frozenset({stream_of(named), *streams}))


def _line(viewer: Viewer, stream: str) -> LobbyLine | None:
    table = viewer.floor.table(stream)
    if table.closed:
        return None
    view, _ = viewer.floor.view(stream, Role.SPECTATOR)
    ante = next((area for area in view.areas if area.kind == "ante"), None)
    return LobbyLine(
        id=stream.removeprefix(_TABLE),
        book=viewer.floor.book(table.book).id,
        currency=view.currency,
        dealt=table.dealt,
        positions=table.positions,
        seated=len(table.players),
        playing=view.playing,
        rounds=table.rounds,
        minimum_cents=None if ante is None else ante.minimum_cents,
        maximum_cents=None if ante is None else ante.maximum_cents,
    )


def _sign(viewer: Viewer, named: str) -> Sight:
    """Show anybody what the sign of a house's table shows: the felt as a watcher sees it, and the notices."""
    house, _, table_id = named.partition("/")
    stream, floor = _TABLE + table_id, viewer.floor
    if not NAME.fullmatch(house) or stream not in settings_of(floor, house).tables:
        raise Complaint("no-topic", 404)
    view, version = floor.view(stream, Role.SPECTATOR)
    table = floor.table(stream)
    shown = TableSign(table=_felt(viewer, stream, view), notices=table.notices, closed=table.closed)
    return Sight(version, shown, frozenset({stream}))


KINDS: Final[Mapping[str, TopicKind]] = {
    "table": TopicKind(Access.PLAYER, TableSight, _table),
    "person": TopicKind(Access.PLAYER, PersonSight, _person),
    "meter": TopicKind(Access.ANYBODY, MeterBoard, _meter, seconds=1),
    "lobby": TopicKind(Access.ANYBODY, LobbyBoard, _lobby, seconds=1),
    "sign": TopicKind(Access.ANYBODY, TableSign, _sign),
}


def kind_of(topic: str) -> TopicKind:
    """Return what kind of topic a name is of; a complaint if there is none."""
    kind = KINDS.get(topic.partition(":")[0])
    if kind is None:
        raise Complaint("no-topic", 404)
    return kind


def look(viewer: Viewer, visitor: Visitor, topic: str) -> Sight:
    """Show a topic to a visitor who may see it."""
    kind, named = kind_of(topic), topic.partition(":")[2]
    check_visitor(viewer.floor, visitor, kind.access, named.partition("/")[0])
    return kind.look(viewer, named)


def do(viewer: Viewer, topic: str, command: Command, command_id: str) -> int:
    """Carry out a command at a table; return the version by which it had taken effect."""
    if not topic.startswith(_TABLE):
        raise Complaint("no-topic", 404)
    return viewer.seat(topic.removeprefix(_TABLE)).carry_out(command, command_id)


def schema_types() -> tuple[Any, ...]:
    """Return the shapes of the views."""
    return tuple(kind.view for kind in KINDS.values())
