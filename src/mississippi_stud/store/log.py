"""The append-only log and the ledger beside it: events, the money they move, the chain of hashes that binds them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ClauseElement, Connection, Update, bindparam, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.exc import DataError, IntegrityError

from mississippi_stud.money import Cents, Transfer
from mississippi_stud.store import schema
from mississippi_stud.store.database import Clash, Database, Funds, StoreError

GENESIS: Final = bytes(32)
"""The hash before the first event of a stream."""
CHANNEL: Final = "mississippi_stud"
"""The channel on which PostgreSQL tells that a stream has grown."""


class NewEvent(NamedTuple):
    """An event that is to be appended: what of it is public and what is not yet, both as JSON."""

    name: str
    schema: int
    payload: bytes
    hidden: bytes | None = None
    transfers: tuple[Transfer, ...] = ()


class RoundRow(NamedTuple):
    """What the table of rounds says of a round after a command."""

    round: int
    values: dict[str, Any]
    funds: tuple[tuple[str, str], ...] = ()
    """Columns that say what an account holds when the command has been carried out: column and account."""


class Beside(NamedTuple):
    """What a command adds to a second stream: with what it adds to its own, or not at all."""

    stream: str
    after: int
    events: tuple[NewEvent, ...]
    snapshot: bytes | None = None


class Append(NamedTuple):
    """What one command adds to a stream: all of it, or nothing."""

    stream: str
    after: int
    """The version of the stream on which the command was decided."""
    events: tuple[NewEvent, ...]
    command_id: str
    body: bytes
    actor: str
    at: int
    rounds: tuple[RoundRow, ...] = ()
    snapshot: bytes | None = None
    facts: tuple[tuple[str, str | None], ...] = ()
    """What is so from now on, and what (None) no longer is."""
    beside: Beside | None = None

    def parts(self) -> Iterator[Beside]:
        """What it adds, stream by stream."""
        yield Beside(self.stream, self.after, self.events, self.snapshot)
        if self.beside is not None:
            yield self.beside


class Refusal(NamedTuple):
    """The command was refused when its turn came; nothing was appended."""

    error: Exception


class Hot(NamedTuple):
    """A command that is decided while a stream is locked on which many write, so that nobody comes in between.

    `decide` is given the stream's state after the commands before it in the same commit (None for the first of them)
    and its version; it gives what the command adds and the state after it, or why not. It is asked again if the commit
    has to be tried again, and reads nothing that waits for this transaction.
    """

    stream: str
    command_id: str
    body: bytes
    decide: Callable[[Any, int], "tuple[Append, Any] | Refusal"]


class Done(NamedTuple):
    """The command's events are in the log; the stream is at this version."""

    version: int
    hot: tuple[str, Any, int] | None = None
    """The locked stream that the command was decided on, its state and version after it."""


class Repeated(NamedTuple):
    """The command had been carried out before; this was the stream's version after it. `same`: with the same body."""

    version: int
    same: bool


class Conflict(NamedTuple):
    """Somebody else appended to the stream in between: look again and decide again."""


class Short(NamedTuple):
    """An account would have fallen below zero; nothing was appended."""


class Overfull(NamedTuple):
    """An account would have held more than it can; nothing was appended."""


Outcome = Done | Repeated | Conflict | Short | Overfull | Refusal

_Heads = dict[str, tuple[int, bytes]]
_States = dict[str, Any]
"""The states of locked streams in this transaction."""
_TRIES: Final = 10


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


Moved = tuple[str, str, int, str]
"""A transfer as the hash has it: source, target, cents, clause."""
_CHAINED: Final = itemgetter("stream", "version", "name", "schema", "at", "actor", "command_id", "payload", "sealed")


def chained(before: bytes, row: Mapping[str, Any], body: bytes, moved: Sequence[Moved]) -> bytes:
    """The hash of an event: over the one before it, what the log says of it, what was asked, and the money it moved."""
    return sha256(before + msgspec.msgpack.encode((_CHAINED(row), body, moved))).digest()


def _about(stream: str, version: int) -> bytes:
    return f"event {stream} {version}".encode()


def append(database: Database, batch: Sequence[Append | Hot]) -> list[Outcome]:
    """Append what several commands add, in one commit; each stands or falls alone.

    Mostly nothing stands in the way: then the whole group is a handful of statements. If anything does, the group is
    rolled back and tried one by one, each behind a savepoint of its own.
    """
    for carry_out in (_all_at_once, *(_TRIES * (_one_by_one,))):
        heads: _Heads = {}
        try:
            with database.transaction() as connection:
                _lock(database, connection, batch)
                outcomes = carry_out(database, connection, batch, heads)
        except (IntegrityError, DataError, OverflowError, Funds, Clash):
            continue
        for stream, head in heads.items():  # only what is on disk is known
            database.heads[stream] = head
        return outcomes
    raise StoreError("the database is too busy: others stood in the way each time; try again")


def _lock(database: Database, connection: Connection, batch: Sequence[Append | Hot]) -> None:
    """Wait for the streams that are locked while commands are decided: before anything else, and in one order."""
    if database.postgres:
        for stream in sorted({each.stream for each in batch if isinstance(each, Hot)}):
            key = int.from_bytes(sha256(stream.encode()).digest()[:8], signed=True)
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({key})")


def _all_at_once(
    database: Database, connection: Connection, batch: Sequence[Append | Hot], heads: _Heads
) -> list[Outcome]:
    states: _States = {}
    written = _Rows()
    outcomes = [_taken(database, connection, each, (heads, states), written) for each in batch]
    _write(database, connection, written)
    return outcomes


def _taken(
    database: Database, connection: Connection, each: Append | Hot, known: tuple[_Heads, _States], written: "_Rows"
) -> Outcome:
    """Decide a command if its turn is now, and take up what it adds; `known` is of this transaction."""
    heads, states = known
    hot, state = None, None
    if isinstance(each, Hot):
        hot = each.stream
        heads.setdefault(hot, _head(database, connection, hot, heads))
        decided = each.decide(states.get(hot), heads[hot][0])
        if isinstance(decided, Refusal):
            return decided
        each, state = decided
    befores = [_head(database, connection, part.stream, heads, part.after) for part in each.parts()]
    if any(before[0] != part.after for before, part in zip(befores, each.parts(), strict=True)):
        return Conflict()
    heads |= written.add(database, each, [before[1] for before in befores])
    version = each.after + len(each.events)
    if hot is None:
        return Done(version)
    states[hot] = state
    return Done(version, (hot, state, heads[hot][0]))


def _one_by_one(
    database: Database, connection: Connection, batch: Sequence[Append | Hot], heads: _Heads
) -> list[Outcome]:
    states: _States = {}
    return [_alone(database, connection, each, (heads, states)) for each in batch]


def _alone(database: Database, connection: Connection, each: Append | Hot, known: tuple[_Heads, _States]) -> Outcome:
    found = connection.execute(_COMMAND, {"id": each.command_id}).first()
    if found is not None:
        return Repeated(found.version, found.body == each.body)
    point = connection.begin_nested()
    written = _Rows()
    heads, states = dict(known[0]), dict(known[1])
    try:
        outcome = _taken(database, connection, each, (heads, states), written)
        _write(database, connection, written)
    except (DataError, OverflowError):
        point.rollback()
        return Overfull()
    except IntegrityError as error:
        point.rollback()
        if "balances_not_negative" in str(error.orig):
            return Short()
        if "balances_not_endless" in str(error.orig):
            return Overfull()
        found = connection.execute(_COMMAND, {"id": each.command_id}).first()
        return Conflict() if found is None else Repeated(found.version, found.body == each.body)
    point.commit()
    known[0].update(heads)
    known[1].update(states)
    return outcome


_COMMAND: Final = select(schema.commands.c.version, schema.commands.c.body).where(
    schema.commands.c.id == bindparam("id")
)
_LAST: Final = (
    select(schema.events.c.version, schema.events.c.hash)
    .where(schema.events.c.stream == bindparam("stream"))
    .order_by(schema.events.c.version.desc())
    .limit(1)
)
_MOVE: Final = (
    update(schema.balances)
    .where(schema.balances.c.account == bindparam("name"))
    .values(cents=schema.balances.c.cents + bindparam("change"))
)
_ACCOUNT: Final = {
    dialect: dialect.insert(schema.balances)
    .values(account=bindparam("name"), cents=bindparam("none"))
    .on_conflict_do_nothing()
    for dialect in (postgresql, sqlite)
}
_SNAPSHOT: Final = {
    dialect: (new := dialect.insert(schema.snapshots)).on_conflict_do_update(
        index_elements=["stream"], set_={"version": new.excluded.version, "sealed": new.excluded.sealed}
    )
    for dialect in (postgresql, sqlite)
}
_NEW_COMMAND: Final = insert(schema.commands)
_NEW_EVENT: Final = insert(schema.events)
_NEW_TRANSFER: Final = insert(schema.transfers)
_DIALECTS: Final = {"sqlite": sqlite.dialect(paramstyle="named"), "postgresql": psycopg.dialect()}  # type: ignore[no-untyped-call]
_VERSIONS: Final = text(
    "SELECT wanted.stream, (SELECT max(version) FROM events WHERE events.stream = wanted.stream) AS version"
    " FROM unnest(CAST(:streams AS text[])) AS wanted(stream)"
)
_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


def _head(
    database: Database, connection: Connection, stream: str, heads: _Heads, after: int | None = None
) -> tuple[int, bytes]:
    """The version of a stream and the hash of its last event; `heads` are those of this transaction.

    Where other processes write, what we know may be old. If it is of the version `after` which a command was decided,
    it serves all the same: the log is never changed, and its key finds out who came first.
    """
    if stream in heads:
        return heads[stream]
    known = database.heads.get(stream)
    if known is not None and (known[0] == after or not database.postgres):
        return known
    last = connection.execute(_LAST, {"stream": stream}).first()
    return (0, GENESIS) if last is None else (last.version, last.hash)


class _Rows:
    """What is to be written, table by table."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.commands: list[dict[str, Any]] = []
        self.transfers: list[dict[str, Any]] = []
        self.rounds: list[tuple[str, RoundRow]] = []
        self.snapshots: dict[str, dict[str, Any]] = {}
        self.facts: list[tuple[str, str | None]] = []
        self.appends: list[Append] = []
        self.grown: dict[str, int] = {}

    def add(self, database: Database, each: Append, befores: Sequence[bytes]) -> _Heads:
        """Take up what a command adds after these hashes; gives the new version and hash of each of its streams."""
        heads = {
            part.stream: self._events(database, each, part, before)
            for part, before in zip(each.parts(), befores, strict=True)
        }
        self.grown |= {stream: version for stream, (version, _) in heads.items()}
        version = heads[each.stream][0]
        self.commands.append({"id": each.command_id, "stream": each.stream, "body": each.body, "version": version})
        self.rounds += [(each.stream, row_of_round) for row_of_round in each.rounds]
        self.facts += each.facts
        self.appends.append(each)
        return heads

    def _events(self, database: Database, each: Append, part: Beside, before: bytes) -> tuple[int, bytes]:
        version = part.after
        for new in part.events:
            version += 1
            sealed = None if new.hidden is None else database.keys.seal(new.hidden, _about(part.stream, version))
            row = {
                "stream": part.stream,
                "version": version,
                "name": new.name,
                "schema": new.schema,
                "at": each.at,
                "actor": each.actor,
                "command_id": each.command_id,
                "payload": new.payload,
                "sealed": sealed,
            }
            moved = [(one.source, one.target, one.cents, one.clause) for one in new.transfers]
            row["hash"] = before = chained(before, row, each.body, moved)
            self.events.append(row)
            self.transfers += _transfer_rows(part.stream, version, new.transfers)
        if part.snapshot is not None:
            self.snapshots[part.stream] = _snapshot_row(database, part.stream, version, part.snapshot)
        return version, before


def _write(database: Database, connection: Connection, rows: _Rows) -> None:
    """Write it all, and tell those who listen."""
    if not rows.events:
        return
    # In one order, so that no two processes wait for each other in a circle.
    _many(connection, _NEW_COMMAND, sorted(rows.commands, key=itemgetter("id")))
    _many(connection, _NEW_EVENT, sorted(rows.events, key=itemgetter("stream", "version")))
    if rows.transfers:
        _many(connection, _NEW_TRANSFER, rows.transfers)
        _move(database, connection, rows.transfers)
    _write_rounds(connection, rows.rounds, _funds(connection, rows.appends))
    if rows.snapshots:
        kept = sorted(rows.snapshots.values(), key=itemgetter("stream"))
        _many(connection, _SNAPSHOT[postgresql if database.postgres else sqlite], kept)
    for name, value in rows.facts:
        connection.execute(delete(schema.facts).where(schema.facts.c.name == name))
        if value is not None:
            connection.execute(insert(schema.facts).values(name=name, value=value))
    if database.postgres:
        told = [{"channel": CHANNEL, "told": f"{stream} {version}"} for stream, version in rows.grown.items()]
        connection.execute(_NOTIFY, told)


def _many(connection: Connection, statement: ClauseElement, rows: list[dict[str, Any]]) -> None:
    """Execute a statement for many rows: written out once, and the rows handed to the driver as they are."""
    connection.exec_driver_sql(_written_out(statement, connection.dialect.name), rows)


@cache
def _written_out(statement: ClauseElement, dialect: str) -> str:
    return str(statement.compile(dialect=_DIALECTS[dialect]))


def _transfer_rows(stream: str, version: int, transfers: Iterable[Transfer]) -> list[dict[str, Any]]:
    return [
        {
            "stream": stream,
            "version": version,
            "number": number,
            "source": each.source,
            "target": each.target,
            "cents": each.cents,
            "clause": each.clause,
        }
        for number, each in enumerate(transfers)
    ]


def _move(database: Database, connection: Connection, moved: list[dict[str, Any]]) -> None:
    """Move the balances by increments, accounts in one order so that nobody waits for another in a circle."""
    changes: dict[str, int] = {}
    for row in moved:
        changes[row["source"]] = changes.get(row["source"], 0) - row["cents"]
        changes[row["target"]] = changes.get(row["target"], 0) + row["cents"]
    rows = [{"name": account, "none": 0, "change": changes[account]} for account in sorted(changes)]
    _many(connection, _ACCOUNT[postgresql if database.postgres else sqlite], rows)
    _many(connection, _MOVE, rows)


def _funds(connection: Connection, appends: Sequence[Append]) -> dict[tuple[str, int], dict[str, int]]:
    """What the rounds of these commands say of their players' funds, each after its own command.

    The balances are those after all of them, so they are gone through backwards.
    """
    accounts = {account for each in appends for row in each.rounds for _, account in row.funds}
    if not accounts:
        return {}
    chosen = select(schema.balances).where(schema.balances.c.account.in_(accounts))
    held: Counter[str] = Counter({row.account: row.cents for row in connection.execute(chosen)})
    found: dict[tuple[str, int], dict[str, int]] = {}
    for each in reversed(appends):
        for row in each.rounds:
            funds = {column: held[account] for column, account in row.funds}
            found[each.stream, row.round] = funds | found.get((each.stream, row.round), {})
        for transfer in (one for part in each.parts() for new in part.events for one in new.transfers):
            held[transfer.source] += transfer.cents
            held[transfer.target] -= transfer.cents
    return found


def _write_rounds(
    connection: Connection, rows: list[tuple[str, RoundRow]], funds: dict[tuple[str, int], dict[str, int]]
) -> None:
    """A row for each round that began, changes to those of rounds that ended."""
    table = schema.rounds
    rows = [(stream, row._replace(values=row.values | funds.get((stream, row.round), {}))) for stream, row in rows]
    begun = [{"stream": stream, "round": row.round, **row.values} for stream, row in rows if "opened_at" in row.values]
    for size in {len(row) for row in begun}:
        connection.execute(insert(table), [row for row in begun if len(row) == size])
    ended = [(stream, row) for stream, row in rows if "opened_at" not in row.values]
    for names in {tuple(row.values) for _, row in ended}:
        same = [{"of": stream, "nr": row.round, **row.values} for stream, row in ended if tuple(row.values) == names]
        _many(connection, _round_change(names), same)


@cache
def _round_change(names: tuple[str, ...]) -> Update:
    table = schema.rounds
    change = update(table).where(table.c.stream == bindparam("of"), table.c.round == bindparam("nr"))
    return change.values({table.c[name]: bindparam(name) for name in names})


def _snapshot_row(database: Database, stream: str, version: int, state: bytes) -> dict[str, Any]:
    """A state, sealed, so that a long stream opens at once; it can always be thrown away."""
    sealed = database.keys.seal(state, f"snapshot {stream} {version}".encode())
    return {"stream": stream, "version": version, "sealed": sealed}


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
        hidden = None if row.sealed is None else database.keys.unseal(row.sealed, _about(stream, row.version))
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


def count(database: Database, table: Any) -> int:
    """How many rows a table has."""
    with database.transaction() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def version(database: Database, stream: str) -> int:
    """How many events a stream has."""
    with database.transaction() as connection:
        return _head(database, connection, stream, {})[0]


def versions(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """How many events each of these streams has, in one question to PostgreSQL."""
    with database.transaction() as connection:
        rows = connection.execute(_VERSIONS, {"streams": list(streams)}).all()
    return {row.stream: row.version or 0 for row in rows}


def known_commands(database: Database, ids: Sequence[str]) -> dict[str, tuple[int, bytes]]:
    """Of these commands, those that were carried out before: the version after them, and their body's hash."""
    table = schema.commands
    with database.transaction() as connection:
        rows = connection.execute(select(table.c.id, table.c.version, table.c.body).where(table.c.id.in_(ids))).all()
    return {row.id: (row.version, row.body) for row in rows}
