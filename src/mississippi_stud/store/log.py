"""The append-only log and the ledger beside it, read: events, balances, facts, snapshots."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import func, select, text

from mississippi_stud.money import Cents
from mississippi_stud.store import schema
from mississippi_stud.store.append import append as append
from mississippi_stud.store.append import head
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import about
from mississippi_stud.store.latest import Latest

_T = TypeVar("_T")


class Record(NamedTuple):
    """An event as the log holds it, unsealed where it was sealed."""

    stream: str
    version: int
    name: str
    schema: int
    at: int
    actor: str
    command_id: str
    payload: bytes
    hidden: bytes | None


_VERSIONS: Final = text(
    "SELECT wanted.stream, (SELECT max(version) FROM events WHERE events.stream = wanted.stream) AS version"
    " FROM unnest(CAST(:streams AS text[])) AS wanted(stream)"
)

_LOOK: Final = text(
    "SELECT (SELECT max(version) FROM events WHERE stream = :stream) AS version,"
    " (SELECT cents FROM balances WHERE account = :account) AS cents,"
    " (SELECT facts.value FROM unnest(CAST(:names AS text[])) WITH ORDINALITY AS wanted(name, place)"
    " JOIN facts ON facts.name = wanted.name ORDER BY place LIMIT 1) AS value"
)


def snapshot(database: Database, stream: str) -> tuple[int, bytes] | None:
    """The last state that was kept of a stream, and its version."""
    with database.transaction() as connection:
        row = connection.execute(select(schema.snapshots).where(schema.snapshots.c.stream == stream)).first()
    if row is None:
        return None
    return row.version, database.keys.unseal(row.sealed, f"snapshot {stream} {row.version}".encode())


def read(database: Database, stream: str, after: int = 0, until: int | None = None) -> Iterator[Record]:
    """The events of a stream after a version, in order."""
    chosen = select(schema.events).where(schema.events.c.stream == stream, schema.events.c.version > after)
    if until is not None:
        chosen = chosen.where(schema.events.c.version <= until)
    with database.transaction() as connection:
        rows = connection.execute(chosen.order_by(schema.events.c.version)).all()
    for row in rows:
        hidden = None if row.sealed is None else database.keys.unseal(row.sealed, about(stream, row.version))
        yield Record(
            row.stream, row.version, row.name, row.schema, row.at, row.actor, row.command_id, row.payload, hidden
        )


def balance(database: Database, account: str) -> Cents:
    """What an account holds."""
    with database.transaction() as connection:
        found = connection.scalar(select(schema.balances.c.cents).where(schema.balances.c.account == account))
    return Cents(found or 0)


def streams(database: Database) -> list[str]:
    """Every stream there is."""
    with database.transaction() as connection:
        return list(connection.scalars(select(schema.events.c.stream).distinct().order_by(schema.events.c.stream)))


def facts(database: Database, beginning: str) -> dict[str, str]:
    """What is so now: the facts whose names begin like this."""
    chosen = select(schema.facts.c.name, schema.facts.c.value).where(schema.facts.c.name.startswith(beginning))
    with database.transaction() as connection:
        return {row.name: row.value for row in connection.execute(chosen)}


def balance_at_hand(database: Database, account: str) -> Cents:
    """What an account holds, without a question to the database where this process alone writes and knows."""
    return _at_hand(database, database.balances, account, balance)


def facts_at_hand(database: Database, beginning: str) -> dict[str, str]:
    """The facts whose names begin like this, in the same way."""
    return _at_hand(database, database.facts, beginning, facts)


def _at_hand(database: Database, kept: Latest[str, _T], name: str, ask: Callable[[Database, str], _T]) -> _T:
    if database.postgres:
        return ask(database, name)
    found = kept.get(name)
    if found is None:
        with database.lock:  # so that nothing is written between the answer and its keeping
            found = kept[name] = ask(database, name)
    return found


def count(database: Database, table: Any) -> int:
    """How many rows a table has."""
    with database.transaction() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def version(database: Database, stream: str) -> int:
    """How many events a stream has."""
    with database.transaction() as connection:
        return head(database, connection, stream)[0]


def versions(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """How many events each of these streams has, in one question to PostgreSQL."""
    with database.transaction() as connection:
        rows = connection.execute(_VERSIONS, {"streams": list(streams)}).all()
    return {row.stream: row.version or 0 for row in rows}


def look(database: Database, stream: str, account: str, names: Sequence[str]) -> tuple[int, Cents, str | None]:
    """How many events a stream has, what an account holds, the first of these facts: one question to PostgreSQL."""
    with database.transaction() as connection:
        found = connection.execute(_LOOK, {"stream": stream, "account": account, "names": list(names)}).one()
    return found.version or 0, Cents(found.cents or 0), found.value


def known_commands(database: Database, ids: Sequence[str]) -> dict[str, tuple[int, bytes]]:
    """Of these commands, those that were carried out before: the version after them, and their body's hash."""
    table = schema.commands
    with database.transaction() as connection:
        rows = connection.execute(select(table.c.id, table.c.version, table.c.body).where(table.c.id.in_(ids))).all()
    return {row.id: (row.version, row.body) for row in rows}
