"""Reads the append-only log and the ledger: events, balances, deadlines, facts, snapshots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, delete, func, select

from mississippi_stud.money import Cents
from mississippi_stud.store import schema
from mississippi_stud.store.append import append as append
from mississippi_stud.store.append import head
from mississippi_stud.store.commits import signed_fact
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import CHANNEL
from mississippi_stud.store.statements import upsert


class StoredEvent(NamedTuple):
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


class StreamDeadline(NamedTuple):
    """A deadline of a stream."""

    stream: str
    key: str
    due_at: int


_LOOK: Final = (
    "SELECT wanted.stream AS name, (SELECT max(version) FROM events WHERE events.stream = wanted.stream) AS number,"
    " true AS grown FROM unnest(%(streams)s::text[]) AS wanted(stream)"
    " UNION ALL SELECT account, cents, false FROM balances WHERE account = ANY(%(accounts)s::text[])"
)
_READ_ON: Final = (
    f"SELECT {', '.join(f'events.{column.name}' for column in schema.events.columns)}"  # noqa: S608
    " FROM unnest(%(streams)s::text[], %(versions)s::bigint[]) AS known(stream, version)"
    " JOIN events ON events.stream = known.stream AND events.version > known.version"
    " ORDER BY events.stream, events.version"
)
_EVENTS: Final = schema.events.c
_AT_ONCE: Final = 1_000


def read(
    database: Database, stream: str, after: int = 0, until: int | None = None, names: Sequence[str] = ()
) -> Iterator[StoredEvent]:
    """Yield the events of a stream after a version, in order: all, or those of these names."""
    chosen = select(schema.events).where(_EVENTS.stream == stream, _EVENTS.version > after)
    if names:
        chosen = chosen.where(_EVENTS.name.in_(names))
    if until is not None:
        chosen = chosen.where(_EVENTS.version <= until)
    return _records(database, chosen.order_by(_EVENTS.version))


def count_by(database: Database, stream: str, actor: str, after: int) -> int:
    """Return how many events of a stream after a version are of commands that an actor sent."""
    own = (_EVENTS.stream == stream, _EVENTS.version > after, _EVENTS.actor == actor)
    with database.transaction() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.events).where(*own)).scalar_one())


def between(database: Database, names: Sequence[str], since: int | None, until: int | None) -> Iterator[StoredEvent]:
    """Yield the events of these names, in all streams, from a time on and before another, in order.

    This scans the log, in one transaction, which lasts until everything is read.
    """
    chosen = select(schema.events).where(_EVENTS.name.in_(names))
    if since is not None:
        chosen = chosen.where(_EVENTS.at >= since)
    if until is not None:
        chosen = chosen.where(_EVENTS.at < until)
    ordered = chosen.order_by(_EVENTS.at, _EVENTS.stream, _EVENTS.version).execution_options(yield_per=_AT_ONCE)
    with database.transaction() as connection, connection.execute(ordered) as rows:
        for row in rows:
            yield _record(database, row)


def caused(database: Database, command_id: str) -> list[StoredEvent]:
    """Return the events that a command wrote, in all streams."""
    chosen = select(schema.events).where(_EVENTS.command_id == command_id)
    return sorted(_records(database, chosen), key=lambda each: (each.stream, each.version))


def asked_of(database: Database, command_id: str) -> str | None:
    """Return the stream that a command was sent to, if it is known."""
    with database.transaction() as connection:
        return connection.scalar(select(schema.commands.c.stream).where(schema.commands.c.id == command_id))


def read_on(database: Database, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
    """Return the events of several streams after a version of each, in order: one query on PostgreSQL."""
    if not database.postgres:
        return {stream: list(read(database, stream, version)) for stream, version in after.items()}
    found: dict[str, list[StoredEvent]] = {stream: [] for stream in after}
    for row in database.fetch(_READ_ON, {"streams": list(after), "versions": list(after.values())}):
        found[row.stream].append(_record(database, row))
        database.heads[row.stream] = row.version, row.hash
    return found


def _records(database: Database, chosen: Select[Any]) -> Iterator[StoredEvent]:
    for row in database.fetch(chosen):
        yield _record(database, row)


def _record(database: Database, row: Sequence[Any]) -> StoredEvent:
    stream, version, *told, sealed, _hash = row
    hidden = None if sealed is None else database.keys.unseal_event(stream, version, sealed)
    return StoredEvent._make((stream, version, *told, hidden))


def streams(database: Database, prefix: str = "") -> list[str]:
    """Return the streams whose names start with the prefix, in order."""
    chosen = select(_EVENTS.stream).where(_EVENTS.version == 1, _EVENTS.stream.startswith(prefix, autoescape=True))
    with database.transaction() as connection:
        found = connection.scalars(chosen).all()
    return sorted(stream for stream in found if stream.startswith(prefix))  # SQLite's LIKE ignores case


def quiet(database: Database, actors: str, since: int, *, ended: str) -> dict[str, int]:
    """Return, with their versions, the streams that have not grown since a time and were begun by certain actors.

    `actors` is how those actors' names start. Streams whose last event is `ended` are left out.
    """
    first, last = schema.events.alias(), schema.events.alias()
    newest = select(func.max(_EVENTS.version)).where(_EVENTS.stream == first.c.stream).scalar_subquery()
    chosen = select(first.c.stream, last.c.version).where(
        first.c.version == 1,
        first.c.actor.startswith(actors, autoescape=True),
        last.c.stream == first.c.stream,
        last.c.version == newest,
        last.c.at < since,
        last.c.name != ended,
    )
    with database.transaction() as connection:
        return {row.stream: row.version for row in connection.execute(chosen.order_by(first.c.stream))}


def version(database: Database, stream: str) -> int:
    """Return how many events a stream has."""
    with database.transaction() as connection:
        return head(database, connection, stream)[0]


def versions(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Return how many events each of these streams has."""
    return look(database, streams, ())[0]


def notify(database: Database, name: str, version: int) -> None:
    """Tell every process on the same PostgreSQL of news under a name that is no stream."""
    with database.transaction() as connection:
        connection.execute(select(func.pg_notify(CHANNEL, f"{name} {version}")))


def balance(database: Database, account: str) -> Cents:
    """Return an account's balance."""
    found = None if database.postgres else database.balances.get(account)
    return look(database, (), (account,))[1][account] if found is None else found


def stored_balance(database: Database, account: str) -> Cents:
    """Return an account's balance as it is on disk, for whoever checks what this process believes."""
    row = schema.balances.c
    return Cents(sum(each.cents for each in database.fetch(select(row.cents).where(row.account == account))))


def last_balance(database: Database, account: str) -> Cents:
    """Return an account's balance as this process last saw it, for a decision that is made again if it has changed."""
    found = database.balances.get(account)
    if found is None:
        found = balance(database, account)
        if database.postgres:  # on SQLite it is kept already, and what a commit has told meanwhile is newer
            database.balances[account] = found
    return found


def balances(database: Database, *accounts: str) -> dict[str, Cents]:
    """Return the balances of several accounts: one query on PostgreSQL, none on SQLite for what is known."""
    known = {} if database.postgres else {account: database.balances.get(account) for account in accounts}
    found = {account: cents for account, cents in known.items() if cents is not None}
    return found if len(found) == len(accounts) else look(database, (), accounts)[1]


def look(
    database: Database, streams: Sequence[str], accounts: Sequence[str]
) -> tuple[dict[str, int], dict[str, Cents]]:
    """Return the versions of these streams and the balances of these accounts, all as of one moment.

    This takes one query on PostgreSQL; on SQLite, where only this process writes, none for what it already knows.
    """
    if not database.postgres:
        with database.lock:
            held = {account: _held(database, account) for account in accounts}
            return {stream: version(database, stream) for stream in streams}, held
    found = database.fetch(_LOOK, {"streams": list(streams), "accounts": list(accounts)})
    grown = {row.name: row.number or 0 for row in found if row.grown}
    return grown, dict.fromkeys(accounts, Cents(0)) | {row.name: Cents(row.number) for row in found if not row.grown}


def _held(database: Database, account: str) -> Cents:
    found = database.balances.get(account)
    if found is None:
        with database.transaction() as connection:
            held = connection.scalar(select(schema.balances.c.cents).where(schema.balances.c.account == account))
        found = database.balances[account] = Cents(held or 0)
    return found


def snapshot(database: Database, stream: str) -> tuple[int, bytes] | None:
    """Return the version and the state of a stream's last snapshot."""
    for row in database.fetch(select(schema.snapshots).where(schema.snapshots.c.stream == stream)):
        return row.version, database.keys.unseal_snapshot(stream, row.version, row.sealed)
    return None


def due(database: Database, at: int) -> list[StreamDeadline]:
    """Return the deadlines that are due at this time, earliest first."""
    table = schema.deadlines
    chosen = select(table).where(table.c.due_at <= at).order_by(table.c.due_at, table.c.stream, table.c.key)
    with database.transaction() as connection:
        return [StreamDeadline(row.stream, row.key, row.due_at) for row in connection.execute(chosen)]


def fact(database: Database, name: str) -> str | None:
    """Return the fact stored under a name, if any."""
    with database.transaction() as connection:
        return connection.scalar(select(schema.facts.c.value).where(schema.facts.c.name == name))


def put_fact(database: Database, name: str, value: str) -> None:
    """Store a fact under a name, replacing what was there."""
    with database.transaction() as connection:
        upsert(connection, schema.facts, [signed_fact(database.keys, name, value)])


def drop_fact(database: Database, name: str) -> None:
    """Delete the fact stored under a name."""
    with database.transaction() as connection:
        connection.execute(delete(schema.facts).where(schema.facts.c.name == name))


def known_commands(database: Database, ids: Sequence[str]) -> dict[str, tuple[int, bytes]]:
    """Return those of these commands that were carried out, with the version after them and their body's hash."""
    table = schema.commands
    rows = database.fetch(select(table.c.id, table.c.version, table.c.body).where(table.c.id.in_(ids)))
    return {row.id: (row.version, row.body) for row in rows}
