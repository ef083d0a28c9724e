"""What commands add, as rows of the tables, written in one order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import ClauseElement, Connection, Update, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg

from mississippi_stud.money import Transfer
from mississippi_stud.store import schema
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import CHANNEL, Append, Beside, Heads, RoundRow, about, chained

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
_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


class Rows:
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

    def add(self, database: Database, each: Append, befores: Sequence[bytes]) -> Heads:
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
            sealed = None if new.hidden is None else database.keys.seal(new.hidden, about(part.stream, version))
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


def write(database: Database, connection: Connection, rows: Rows) -> None:
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
    if rows.facts:
        database.facts.clear()
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
    for account in changes:
        database.balances.pop(account, None)  # before the commit: until it is over nobody can read it anew
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
