"""The tables that a lobby lists or that bots fill, and who waits for a seat where: projections of the log."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Column, Index, Integer, String, Table, func, select

from mississippi_stud.floor.history.rounds import rounds
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.messages import HOUR
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table import events as e
from mississippi_stud.table.state import Admission
from mississippi_stud.table.state import Table as GamingTable

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

open_tables = Table(
    "open_tables",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("house", String(40), nullable=False),
    Column("listed", Integer, nullable=False),  # whether the lobby of the house lists it; 0 once it is closed
    Column("bots", Integer, nullable=False),  # how many bots may fill it; 0 once it is closed
    Column("busy", Integer, nullable=False),  # the seats of people who are there, and of bots
    Index("open_tables_of_a_house", "house", "listed"),
    Index("open_tables_with_bots", "bots", "busy"),
)

queue_places = Table(
    "queue_places",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("player", String(80), primary_key=True, index=True),
    Column("waits", Integer, nullable=False),
)

TABLES: Final = (open_tables, queue_places)
_SEATS: Final = (e.Seated, e.SeatLeft, e.ConnectionNoted)
_CHANGES: Final = frozenset({e.TableOpened, e.TableClosed, e.QueueJoined, e.QueueLeft, *_SEATS})
"""The events that change a row; asked of every event of every table, so it has to be quick."""


def rows(
    stream: str, before: GamingTable | None, after: GamingTable, event: e.Event, _version: int, _at: int
) -> Iterator[ProjectionRow]:
    """Yield the rows that an event of a table changes."""
    if type(event) not in _CHANGES:
        return
    listed = after.admission is Admission.LOBBY
    if listed or after.bots:
        if isinstance(event, e.TableOpened):
            yield _open_table(stream, house=house_at(after), listed=int(listed), bots=after.bots, busy=0)
        elif isinstance(event, e.TableClosed):
            yield _open_table(stream, listed=0, bots=0)
        elif isinstance(event, _SEATS):
            yield _open_table(stream, busy=sum(1 for seat in after.seats.values() if seat.bot or seat.away_at is None))
    waited = {place.player for place in before.queue} if before else set()
    waits = {place.player for place in after.queue}
    for player in waited ^ waits:
        yield ProjectionRow(queue_places.name, {"stream": stream, "player": player}, {"waits": int(player in waits)})


def _open_table(stream: str, **values: Any) -> ProjectionRow:
    return ProjectionRow(open_tables.name, {"stream": stream}, values)


def listed_tables(floor: "Floor", house: str, most: int) -> list[str]:
    """Return the streams of the open tables that the lobby of a house lists, those with people first."""
    columns = open_tables.c
    chosen = select(columns.stream).where(columns.house == house, columns.listed == 1)
    ordered = chosen.order_by((columns.busy > 0).desc(), columns.stream).limit(most)
    return [row.stream for row in floor.database.fetch(ordered)]


def lines_of(floor: "Floor", player: str) -> list[str]:
    """Return the streams of the tables where a player waits in line for a seat."""
    columns = queue_places.c
    chosen = select(columns.stream).where(columns.player == player, columns.waits == 1).order_by(columns.stream)
    return [row.stream for row in floor.database.fetch(chosen)]


def tables_with_bots(floor: "Floor") -> list[str]:
    """Return the streams of the tables with bots to fill at which somebody is there, or bots still sit."""
    columns = open_tables.c
    chosen = select(columns.stream).where(columns.bots > 0, columns.busy > 0).order_by(columns.stream)
    return [row.stream for row in floor.database.fetch(chosen)]


def rounds_in_the_last_hour(floor: "Floor", streams: list[str]) -> dict[str, int]:
    """Return how many rounds began at each of these tables within the last hour."""
    columns, now = rounds.c, floor.clock()
    recent = columns.stream.in_(streams) & (columns.opened_at > now - HOUR) & (columns.opened_at <= now)
    counted = select(columns.stream, func.count().label("began")).where(recent).group_by(columns.stream)
    return {row.stream: row.began for row in floor.database.fetch_beside(counted)}
