"""The topics of the live socket: what each shows to whom, which streams move it, and what may be done there.

Each kind of topic declares its access as a route does (`web/access.py`); whose a thing is, is decided where it is
found, and what is somebody else's is answered as what does not exist.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor import (
    LOOKS_MAX,
    DealingMode,
    Floor,
    Look,
    MissingStreamError,
    Role,
    Table,
    TableView,
    seen_apart,
)
from mississippi_stud.floor.accounts import FLOOR
from mississippi_stud.floor.care import care_of
from mississippi_stud.floor.consoles import work_at
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.houses import one_moment
from mississippi_stud.floor.lessons import lesson_at
from mississippi_stud.floor.listing import lines_of
from mississippi_stud.floor.persons import person_of
from mississippi_stud.floor.promotion_acts import PrizePromotion, promotion_at
from mississippi_stud.floor.promotion_acts import concerned as concerned_by
from mississippi_stud.floor.tenancy import house_at, stream_of
from mississippi_stud.floor.tournament_acts import Contest, concerned, tournament_at
from mississippi_stud.money import Cents
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.reasons import tell_stop
from mississippi_stud.web.access import OF_A_HOUSE, Access, check_visitor
from mississippi_stud.web.console_view import ConsoleBoard, board_of
from mississippi_stud.web.lesson_view import LessonBoard, lesson_board
from mississippi_stud.web.lobby import lobby_of, lobby_streams
from mississippi_stud.web.people import Visitor
from mississippi_stud.web.pit_shapes import PitMap, PitTable
from mississippi_stud.web.pit_view import TableReader, pit_map, pit_streams
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.promotion_shapes import PromotionSight
from mississippi_stud.web.promotion_view import sight_of_promotion
from mississippi_stud.web.seats import MORE_BELOW_CENTS, PlayerSeat, meter_signs, places_of, sight_of
from mississippi_stud.web.shapes import (
    LineSight,
    LobbyBoard,
    MeterBoard,
    PersonSight,
    SeatSight,
    TableSight,
    TableSign,
)
from mississippi_stud.web.table_signs import sign_of, sign_stream
from mississippi_stud.web.tournament_shapes import TournamentSight
from mississippi_stud.web.tournament_view import OFFICIALS, carry_out, sight_of_tournament

_TABLE: Final = "table:"
Told = Mapping[str, int]
"""The versions of streams that somebody was told of."""


class Sight(NamedTuple):
    """A topic as it is now."""

    version: int
    view: msgspec.Struct
    streams: frozenset[str]
    """Those whose growth may change it."""
    apart: frozenset[str] | None = None
    """Who does not see it as everybody does; None if that depends on nothing that changes."""


class Viewer(NamedTuple):
    """Who looks at a topic."""

    floor: Floor
    person: str | None
    language: str

    def seat(self, table_id: str, told: int = 0) -> PlayerSeat:
        """Return their seat at a table, of which they were last told that version."""
        return PlayerSeat(self.floor, self.person, table_id, self.language, told)


class TopicKind(NamedTuple):
    """A kind of topic."""

    access: Access
    view: type[msgspec.Struct]
    look: Callable[[Viewer, str, Told], Sight]
    """Shows what the part of the name after the colon names, as of the versions that the viewer was told of or later; a
    complaint if it is not there for the viewer.
    """
    seconds: int = 0
    """How long it is not shown anew after it was: many tables move it, and each of them is seen by all."""
    console: bool = False
    """Whether it is a dealer's console, which asks again who somebody is after five minutes (GLI-19 C.6.5)."""
    own: bool | None = True
    """Whether everybody has a view of it of their own; None if only some do: players, and officials."""


def _table(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a table to somebody who has a seat there, or was given its link."""
    stream, person = _TABLE + named, viewer.person
    try:
        table, version = viewer.floor.state(stream, told.get(stream, 0))
    except MissingStreamError:
        table, version = None, 0
    if table is None or (not table.admission.is_open and person not in table.players):
        raise Complaint("no-guest" if person is None else "no-table", 404)
    view = viewer.floor.views(stream, table)(Role.PLAYER, person or "")
    return Sight(version, _felt(viewer, table, view), frozenset({stream}), seen_apart(table))


def _felt(viewer: Viewer, table: Table, view: TableView) -> TableSight:
    book = viewer.floor.book(view.book)
    return TableSight(**sight_of(table.id.removeprefix(_TABLE), house_at(table), book, view, viewer.language))


def table_at(viewer: Viewer, named: str, version: int) -> TableSight:
    """Return what a table's topic showed at an earlier version: whoever kept the frame's hash can compare."""
    return sight_at(viewer, viewer.seat(named).stream, version)


def sight_at(viewer: Viewer, stream: str, version: int) -> TableSight:
    """Return what somebody was shown of a table at a version; whose business that is, whoever asks has found out."""
    floor = viewer.floor
    if not 0 < version <= floor.state(stream)[1]:
        raise Complaint("no-version", 404)
    state = floor.states.at(stream, version)
    view = floor.streams.kind_of(stream).views(floor.book, state)(Role.PLAYER, viewer.person or "")
    return _felt(viewer, state, view)


def _person(viewer: Viewer, named: str, _told: Told) -> Sight:
    """Show somebody their own money and care."""
    floor, person = viewer.floor, viewer.person
    if named or person is None:
        raise Complaint("no-guest", 404)
    at, (balance, looks) = floor.clock(), _held(floor, person)
    care = care_of(floor, person) if person_of(floor, person).care.active else None
    lines = {stream: _line(viewer, stream) for stream in lines_of(floor, person)}
    view = PersonSight(
        balance_cents=balance,
        more_money=balance < MORE_BELOW_CENTS,
        tokens_cents=floor.tokens(person),
        seats={stream.removeprefix(_TABLE): _seat(look, viewer.language) for stream, look in looks.items()},
        lines={stream.removeprefix(_TABLE): line for stream, line in lines.items() if line is not None},
        care=care,
    )
    followed = {FLOOR, f"account:{person}", f"person:{person}", places_of(person)}
    return Sight(at, view, frozenset({*followed, *looks, *lines}))


def _held(floor: Floor, person: str) -> tuple[Cents, dict[str, Look]]:
    """Return somebody's balance and a look at each of their tables, all as of one moment."""
    streams, balance, looks = recall.seats_of(floor, person), floor.balance(person), dict[str, Look]()
    for _ in range(LOOKS_MAX):
        looks = {stream: floor.look(stream, person) for stream in streams}
        if all(look.balance_cents == balance for look in looks.values()):
            break
        balance = floor.balance(person)  # a round ended meanwhile
    return balance, looks


def _line(viewer: Viewer, stream: str) -> LineSight | None:
    """Return somebody's place in line at a table; None if it was left meanwhile."""
    view: TableView = viewer.floor.view(stream, person=viewer.person or "")[0]
    if view.queue.place is None:
        return None
    book = viewer.floor.book(view.book)
    return LineSight(
        name=cite(book.id, viewer.language).strip(),
        place=view.queue.place,
        due_at=view.queue.due_at,
        seat=next(iter(view.vacant), None),
    )


def _seat(look: Look, language: str) -> SeatSight:
    return SeatSight(
        version=look.version,
        disabled=None if look.disabled is None else tell_stop(look.disabled, language),
        stack_cents=None if look.stack is None else look.stack.cents,
        secrets_left=0 if look.stack is None else look.stack.secrets_left,
    )


def _meter(viewer: Viewer, named: str, _told: Told) -> Sight:
    """Show the meters of a house to anybody, as its signs do."""
    with suppress(MissingStreamError):
        version = viewer.floor.house_meters(named)[1]
        board = MeterBoard(meters=meter_signs(viewer.floor, named, viewer.language))
        return Sight(version, board, frozenset({f"meters:{named}"}))
    raise Complaint("no-topic", 404)


def _lobby(viewer: Viewer, named: str, _told: Told) -> Sight:
    """List the open tables of a house; one that nobody has opened has none."""
    at = viewer.floor.clock()
    return Sight(at, lobby_of(viewer.floor, named, viewer.person, viewer.language), lobby_streams(named))


def _sign(viewer: Viewer, named: str, _told: Told) -> Sight:
    """Show anybody what the sign of a house's table shows; its meter has a topic of its own."""
    house, _, table_id = named.partition("/")
    stream = _TABLE + table_id
    view, version = sign_stream(viewer.floor, house, table_id)
    felt = _felt(viewer, viewer.floor.table(stream), view)
    shown = sign_of(viewer.floor, stream, felt, viewer.language)
    return Sight(version, shown, frozenset({stream}))


def _console(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a table that people run to somebody with a title under its book."""
    house, _, table_id = named.partition("/")
    stream, person = _TABLE + table_id, viewer.person or ""
    with one_moment(viewer.floor, house, person):
        work = work_at(viewer.floor, house, table_id, person, told.get(stream, 0))
        if work is None:
            raise Complaint("no-topic", 404)
        board = board_of(viewer.floor, house, work, person, viewer.language)
    return Sight(work.version, board, frozenset({stream}))


def _lesson(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a training table to its trainee, and to those above a dealer."""
    house, _, lesson_id = named.partition("/")
    stream, person = f"lesson:{lesson_id}", viewer.person or ""
    run = lesson_at(viewer.floor, house, lesson_id, person, told.get(stream, 0))
    if run is None:
        raise Complaint("no-topic", 404)
    board = lesson_board(viewer.floor, house, run, person, viewer.language)
    return Sight(run.version, board, frozenset({stream}))


def _tournament(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a tournament: an entrant has their own standing, everybody else sees what the big screen shows."""
    house, _, name = named.partition("/")
    stream = f"tournament:{named}"
    try:
        run = tournament_at(viewer.floor, house, name, told.get(stream, 0))
    except InputError:
        raise Complaint("no-topic", 404) from None
    view = sight_of_tournament(run, viewer.person or "")
    return Sight(run.version, view, frozenset({stream}), concerned(run.contest))


def _promotion(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a promotion: whoever entered has their own entries, everybody else sees what the big screen shows."""
    house, _, name = named.partition("/")
    stream = f"promotion:{named}"
    try:
        run = promotion_at(viewer.floor, house, name, told.get(stream, 0))
    except InputError:
        raise Complaint("no-topic", 404) from None
    view = sight_of_promotion(run, viewer.person or "")
    return Sight(run.version, view, frozenset({stream}), concerned_by(run.promotion))


def _pit(viewer: Viewer, named: str, _told: Told) -> Sight:
    """Show the map of a house to its supervisors."""
    at = viewer.floor.clock()
    return Sight(at, pit_map(viewer.floor, named, viewer.person, viewer.language), pit_streams(named))


def _pit_table(viewer: Viewer, named: str, told: Told) -> Sight:
    """Show a table of a house, with all that can be done there, to those who supervise its book."""
    house, _, table_id = named.partition("/")
    person, known = viewer.person or "", told.get(_TABLE + table_id, 0)
    with one_moment(viewer.floor, house, person, FLOOR):
        try:
            reader = TableReader(viewer.floor, house, table_id, person, viewer.language, known)
        except InputError:
            raise Complaint("no-topic", 404) from None
        meters = {f"meters:{reader.table.meters}"} if reader.table.meters else set()
        followed = frozenset({reader.stream, stream_of(house), FLOOR, *meters})
        return Sight(reader.version, reader.sight(), followed)


KINDS: Final[Mapping[str, TopicKind]] = {
    "table": TopicKind(Access.PLAYER, TableSight, _table, own=None),
    "person": TopicKind(Access.PLAYER, PersonSight, _person),
    "meter": TopicKind(Access.ANYBODY, MeterBoard, _meter, seconds=1, own=False),
    "lobby": TopicKind(Access.ANYBODY, LobbyBoard, _lobby, seconds=1),
    "console": TopicKind(Access.STAFF, ConsoleBoard, _console, console=True),
    "lesson": TopicKind(Access.STAFF, LessonBoard, _lesson, console=True),
    "sign": TopicKind(Access.ANYBODY, TableSign, _sign, own=False),
    "tournament": TopicKind(Access.ANYBODY, TournamentSight, _tournament, seconds=1, own=None),
    "promotion": TopicKind(Access.ANYBODY, PromotionSight, _promotion, seconds=1, own=None),
    "pit": TopicKind(Access.STAFF, PitMap, _pit, seconds=1),
    "supervision": TopicKind(Access.STAFF, PitTable, _pit_table),
}


def kind_of(topic: str) -> TopicKind:
    """Return what kind of topic a name is of; a complaint if there is none."""
    kind = KINDS.get(topic.partition(":")[0])
    if kind is None:
        raise Complaint("no-topic", 404)
    return kind


def check(viewer: Viewer, visitor: Visitor, topic: str) -> None:
    """Let a visitor through to a topic, or raise what they are answered."""
    kind, house = kind_of(topic), topic.partition(":")[2].partition("/")[0]
    check_visitor(viewer.floor, visitor, kind.access, house, console=kind.console)


def look(viewer: Viewer, topic: str, told: Told = MappingProxyType({})) -> Sight:
    """Show a topic to somebody who was let through to it, as of the versions they were told of or later."""
    return kind_of(topic).look(viewer, topic.partition(":")[2], told)


def is_of_a_house(topic: str) -> bool:
    """Whether a topic is for those who have a place in a house, which they may lose."""
    return kind_of(topic).access in OF_A_HOUSE


def waits_for_staff(sight: Sight) -> bool:
    """Whether it is a table where everybody waits for what the staff does."""
    return isinstance(sight.view, TableSight) and sight.view.view.dealt is not DealingMode.AUTOMATIC


def is_at_hand(viewer: Viewer, topic: str, told: Told) -> bool:
    """Whether a topic can be looked at without asking the database."""
    return topic.startswith(_TABLE) and all(viewer.floor.holds(stream, version) for stream, version in told.items())


def sees_own(viewer: Viewer, topic: str) -> tuple[bool, int]:
    """Return whether somebody has a view of a topic of their own, and as of which version of it."""
    own = kind_of(topic).own
    if own is None:
        with suppress(MissingStreamError):
            table, version = viewer.floor.state(topic)
            if isinstance(table, Contest):
                return viewer.person in concerned(table), version
            if isinstance(table, PrizePromotion):
                return viewer.person in concerned_by(table), version
            return viewer.person in seen_apart(table) or not table.admission.is_open, version
    return own is not False, 0


def seat_at(viewer: Viewer, topic: str, told: int) -> PlayerSeat:
    """Return somebody's seat at the table of a topic, of which they were last shown that version."""
    if not topic.startswith(_TABLE):
        raise Complaint("no-topic", 404)
    return viewer.seat(topic.removeprefix(_TABLE), told)


def act_in_tournament(viewer: Viewer, visitor: Visitor, topic: str, command: Mapping[str, Any], command_id: str) -> int:
    """Give a command in the tournament of a topic, with the access that its route asks for; return the version."""
    kind, _, named = topic.partition(":")
    if kind != "tournament":
        raise Complaint("no-topic", 404)
    house, _, name = named.partition("/")
    officials = command.get("command") in OFFICIALS
    check_visitor(viewer.floor, visitor, Access.MEMBER if officials else Access.ACCOUNT, house)
    return carry_out(viewer.floor, house, name, viewer.person or "", command, command_id).version


def schema_types() -> tuple[Any, ...]:
    """Return the shapes of the views."""
    return tuple(kind.view for kind in KINDS.values())
