"""Streams that exist only in these tests: counters that move money, fill a projection and have deadlines."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from sqlalchemy import BigInteger, Column, Index, MetaData, String, Table, select

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.store import Append, Database, Keys, NewEvent, StreamPart, log, schema
from mississippi_stud.store.entries import HeldBalance, LockedCommand, Outcome, ProjectionRow, Refusal

KEYS = Keys(bytes(range(32)))
BODY = sha256(b"asked").digest()

counters = Table(
    "counters",
    MetaData(),
    Column("stream", String(80), primary_key=True),
    Column("owner", String(80), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("before_cents", BigInteger),
    Column("after_cents", BigInteger),
    Index("counters_of_an_owner", "owner"),
)


def opened(url: str) -> Database:
    """Open a database with the counters' projection."""
    return Database(url, KEYS, (counters,))


def paid(source: str, target: str, cents: int) -> Transfer:
    return Transfer(source=source, target=target, cents=Cents(cents), clause="house deposit")


def happened(*moved: Transfer, hidden: bytes | None = None, rows: tuple[ProjectionRow, ...] = ()) -> NewEvent:
    return NewEvent("happened", 1, b'{"what":"it"}', hidden, moved, rows)


def command(stream: str, after: int, name: str, *moved: Transfer, body: bytes = BODY, **of_part: Any) -> Append:
    """Return a command that adds one event to one stream."""
    return parts(name, StreamPart(stream, after, (happened(*moved),), **of_part), body=body)


def parts(name: str, *each: StreamPart, body: bytes = BODY, states: tuple[Any, ...] = ()) -> Append:
    return Append(each, name, body, "player", 1_000_000, states)


def counted(stream: str, after: int, name: str, *moved: Transfer, owner: str = "ann") -> Append:
    """Return a counter's command: the first inserts its row, each sets its number and its owner's balance."""
    key, account = {"stream": stream}, f"player:{owner}"
    values: dict[str, Any] = {"number": after + 1, "after_cents": HeldBalance(account)}
    if after == 0:
        values |= {"owner": owner, "before_cents": HeldBalance(account, before=True)}
    event = happened(*moved, rows=(ProjectionRow("counters", key, values),))
    return parts(name, StreamPart(stream, after, (event,), deadlines={"next": 1000 + after}))


def locked(
    name: str, *streams: str, moved: Sequence[Transfer] = (), own: str | None = None, refused: Exception | None = None
) -> LockedCommand:
    """Return a command to its own stream that also counts in the locked ones; their state is their version."""

    def decide(found: Mapping[str, tuple[int | None, int]]) -> Append | Refusal:
        if refused is not None:
            return Refusal(refused)
        for state, version in found.values():
            assert state in (None, version)
        of_own = StreamPart(own or f"of {name}", 0, (happened(*moved),))
        of_locked = [StreamPart(stream, found[stream][1], (happened(),), b"state") for stream in streams]
        return parts(name, of_own, *of_locked, states=(1, *(version + 1 for _, version in found.values())))

    return LockedCommand(tuple(sorted(streams)), name, BODY, decide)


def dump(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table of the log, in order."""
    return rows_of(database, *schema.metadata.sorted_tables)


def projected(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every projection, in order."""
    return rows_of(database, *database.projections.values())


def rows_of(database: Database, *tables: Table) -> dict[str, list[tuple[Any, ...]]]:
    with database.transaction() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in tables
        }


def append(database: Database, *batch: Append | LockedCommand) -> list[Outcome]:
    return log.append(database, batch)


def chance_of(seed: object = None) -> Random:
    """Return a random generator for a test: repeatable with a seed, different each time without one."""
    return Random(seed if seed is None else str(seed))  # noqa: S311
