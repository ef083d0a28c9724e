"""One round as whoever inspects a house reads it: its events, the money it moved, and who could see it then."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import func, select

from mississippi_stud.floor import houses, pit
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.recall import HistorySource, PastRound
from mississippi_stud.floor.history.rounds import rounds
from mississippi_stud.money import Cents
from mississippi_stud.round.state import State
from mississippi_stud.store import log, schema
from mississippi_stud.table.events import Event
from mississippi_stud.table.staff import rank
from mississippi_stud.table.state import Prompt, Table

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

WATCHER: Final = "watcher"
AFTER_MAX: Final = 200
"""How many events after the end of a round still belong to it, if no other round opens."""


class RoundMoney(NamedTuple):
    """Money that moved in a round, or on a meter because of it."""

    stream: str
    version: int
    at: int
    source: str
    target: str
    cents: Cents
    clause: str


class RoundMoment(NamedTuple):
    """An event of a round: when, by whom, and the event without what is sealed until the round is over."""

    version: int
    name: str
    at: int
    actor: str
    event: Any
    prompt: Prompt | None = None
    """The duty that it is about."""


class Onlooker(NamedTuple):
    """Somebody who could look at a table at a moment: a seat, a watcher, or somebody who works there under a title."""

    key: str
    person: str
    """Empty for a watcher, who needs no name."""
    position: int = 0
    title: str = ""
    page: str = ""
    """The kind of topic that they looked at, if not the table itself: their console, or what they supervise."""


def money_of(source: HistorySource, past: PastRound) -> list[RoundMoney]:
    """Return the money that a round's commands moved, at the table and on meters, in order."""
    events, moved = schema.events.c, schema.transfers.c
    last = past.last_version if past.last_version is not None else log.version(source.database, past.stream)
    commands = select(events.command_id).where(
        events.stream == past.stream, events.version.between(past.first_version, last)
    )
    chosen = (
        select(moved.stream, moved.version, events.at, moved.source, moved.target, moved.cents, moved.clause)
        .join_from(
            schema.events,
            schema.transfers,
            (schema.events.c.stream == moved.stream) & (schema.events.c.version == moved.version),
        )
        .where(events.command_id.in_(commands))
        .order_by(events.at, moved.stream, moved.version, moved.number)
    )
    with source.database.transaction() as connection:
        return [RoundMoney._make(row) for row in connection.execute(chosen)]


def round_at(source: HistorySource, stream: str, version: int) -> int | None:
    """Return the number of a table's last round at a version, whether open or over; None before the first."""
    column = rounds.c
    chosen = select(func.max(column.round)).where(column.stream == stream, column.first_version <= version)
    with source.database.transaction() as connection:
        number: int | None = connection.scalar(chosen)
    return number


def moments_of(source: HistorySource, past: PastRound) -> Iterator[RoundMoment]:
    """Yield the events of a round, whole once it is over and their public part before that.

    Its last view stands until the next round opens, so what happened until then belongs to it.
    """
    kind, over = source.streams.kind_of(past.stream), past.status != "open"
    later = select(func.min(rounds.c.first_version)).where(rounds.c.stream == past.stream, rounds.c.round > past.number)
    with source.database.transaction() as connection:
        following = connection.scalar(later)
    until = None if past.last_version is None else past.last_version + AFTER_MAX
    if following is not None:
        until = following - 1 if until is None else min(until, following - 1)
    prompts = {each.number: each for each in table_at(source, past, past.first_version).prompts}
    for record in log.read(source.database, past.stream, past.first_version - 1, until):
        event: Event = source.streams.decode(record)
        named = getattr(event, "prompt", 0)
        if isinstance(named, Prompt):
            prompts[named.number] = named
        about = named if isinstance(named, Prompt) else prompts.get(named)
        shown = event if over else kind.public(event)
        yield RoundMoment(record.version, record.name, record.at, record.actor, shown, about)


def onlookers_of(source: HistorySource, past: PastRound, version: int) -> list[Onlooker]:
    """Return everybody who could look at a round at a version: a watcher, the seats once it is over, the staff there.

    A seat sees its own cards. As long as the round is open nobody else may, whoever they are.
    """
    table = table_at(source, past, version)
    found, over = [Onlooker(WATCHER, "")], past.status != "open"
    if over:
        playing = {hand.position: hand.player for hand in past.hands}
        playing |= {position: seat.player for position, seat in table.seats.items()}
        found += [
            Onlooker(f"seat-{position}", player, position=position) for position, player in sorted(playing.items())
        ]
    working = [(person, title) for person, title in table.on_duty if over or person not in table.players]
    return [*found, *(Onlooker(f"duty-{title}-{person}", person, title=title) for person, title in working)]


def staff_of(floor: "Floor", past: PastRound) -> list[Onlooker]:
    """Return whose console of the table, and whose page of it as a supervisor, could be seen on a floor."""
    table = floor.table(past.stream)
    book, found = floor.book(table.book), []
    for person in () if table.automatic else houses.settings_of(floor, past.house).members:
        titles = houses.titles_of(floor, past.house, person).get(book.id, frozenset())
        pages = ["console"] if titles else []
        pages += ["supervision"] if pit.pit_titles(floor, past.house, person, book).titles else []
        title = max(titles, key=lambda each: rank(book, each), default="")
        found += [Onlooker(f"{page}-{person}", person, title=title, page=page) for page in pages]
    return found


def table_at(source: HistorySource, past: PastRound, version: int) -> Table:
    """Return the table of a round as it was at a version."""
    table: Table = States(source.database, source.streams).at(past.stream, version)
    return table


def whole_round(source: HistorySource, past: PastRound) -> State | None:
    """Return a round that is over with every card face up, also those that nobody ever saw."""
    state: State | None = None
    for moment in recall.moments(source, past):
        state = moment.after
    return state
