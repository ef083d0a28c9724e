"""What commands add, as rows of the tables, written in one order."""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from mississippi_stud.store import projections, schema
from mississippi_stud.store.database import Database, Funds
from mississippi_stud.store.entries import CHANNEL, Append, Heads, NewEvent, Part, Row, chained
from mississippi_stud.store.sealing import seal_event, seal_snapshot
from mississippi_stud.store.statements import insert_new, many, upsert

_MOVE: Final = (
    update(schema.balances)
    .where(schema.balances.c.account == bindparam("name"))
    .values(cents=schema.balances.c.cents + bindparam("change"))
)
_NEW_COMMAND: Final = insert(schema.commands)
_NEW_EVENT: Final = insert(schema.events)
_NEW_TRANSFER: Final = insert(schema.transfers)
_GONE: Final = delete(schema.deadlines).where(
    schema.deadlines.c.stream == bindparam("stream"), schema.deadlines.c.key == bindparam("key")
)
_NOTIFY: Final = text("SELECT pg_notify(:channel, told) FROM unnest(CAST(:told AS text[])) AS told")


class Rows:
    """What is to be written, table by table."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.transfers: list[list[dict[str, Any]]] = []
        """Of each command."""
        self.projected: list[tuple[Row, list[dict[str, Any]]]] = []
        """With the transfers of the row's event."""
        self.deadlines: dict[tuple[str, str], int | None] = {}
        self.snapshots: dict[str, dict[str, Any]] = {}
        self.grown: dict[str, int] = {}

    def add(self, database: Database, each: Append, befores: Sequence[bytes]) -> Heads:
        """Take up what a command adds after these hashes; gives the new version and hash of each of its streams."""
        if not each.parts or not each.parts[0].events:
            raise ValueError(f"the command {each.command_id} adds no event to its own stream")
        self.transfers.append([])
        heads: Heads = {}
        for part, before in zip(each.parts, befores, strict=True):
            heads[part.stream] = version, _ = self._add_events(database, each, part, before)
            if part.events:
                self.grown[part.stream] = version
            self.deadlines |= {(part.stream, key): due_at for key, due_at in part.deadlines.items()}
            if part.snapshot is not None:
                sealed = seal_snapshot(database.keys, part.stream, version, part.snapshot)
                self.snapshots[part.stream] = {"stream": part.stream, "version": version, "sealed": sealed}
        own = each.parts[0].stream
        self.commands.append({"id": each.command_id, "stream": own, "body": each.body, "version": heads[own][0]})
        return heads

    def _add_events(self, database: Database, each: Append, part: Part, before: bytes) -> tuple[int, bytes]:
        version = part.after
        for new in part.events:
            version += 1
            row = {
                "stream": part.stream,
                "version": version,
                "name": new.name,
                "schema": new.schema,
                "at": each.at,
                "actor": each.actor,
                "command_id": each.command_id,
                "payload": new.payload,
                "sealed": None
                if new.hidden is None
                else seal_event(database.keys, part.stream, version, new.payload, new.hidden),
            }
            moved = [(one.source, one.target, one.cents, one.clause) for one in new.transfers]
            row["hash"] = before = chained(before, row, each.body, moved)
            self.events.append(row)
            transfers = _transfer_rows(part.stream, version, new)
            self.transfers[-1] += transfers
            self.projected += [(projected, transfers) for projected in new.rows]
        return version, before


def _transfer_rows(stream: str, version: int, new: NewEvent) -> list[dict[str, Any]]:
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
        for number, each in enumerate(new.transfers)
    ]


def write(database: Database, connection: Connection, rows: Rows) -> None:
    """Write it all, and tell those who listen."""
    if not rows.commands:
        return
    # In one order, so that no two processes wait for each other in a circle.
    many(connection, _NEW_COMMAND, sorted(rows.commands, key=itemgetter("id")))
    many(connection, _NEW_EVENT, sorted(rows.events, key=itemgetter("stream", "version")))
    if any(rows.transfers):
        _note_held(rows.transfers, _move(database, connection, rows.transfers))
        many(connection, _NEW_TRANSFER, [row for moved in rows.transfers for row in moved])
    if rows.projected:
        resolved = (projections.resolved(row, moved) for row, moved in rows.projected)
        projections.write(connection, database.projections, resolved)
    if rows.deadlines:
        _write_deadlines(connection, rows.deadlines)
    if rows.snapshots:
        upsert(connection, schema.snapshots, sorted(rows.snapshots.values(), key=itemgetter("stream")))
    if database.postgres:
        told = [f"{stream} {version}" for stream, version in rows.grown.items()]
        connection.execute(_NOTIFY, {"channel": CHANNEL, "told": told})


def changes(transfers: Sequence[Sequence[dict[str, Any]]]) -> Counter[str]:
    """What each account gains or loses."""
    gained: Counter[str] = Counter()
    for row in (row for moved in transfers for row in moved):
        gained[row["source"]] -= row["cents"]
        gained[row["target"]] += row["cents"]
    return gained


def _move(database: Database, connection: Connection, transfers: list[list[dict[str, Any]]]) -> Counter[str]:
    """Move the balances by increments, accounts in one order; gives what each holds then, while we have it locked."""
    gained = changes(transfers)
    for account in gained:
        database.balances.pop(account, None)  # before the commit: until it is over nobody can read it anew
    accounts = sorted(gained)
    insert_new(connection, schema.balances, [{"account": account, "cents": 0} for account in accounts])
    many(connection, _MOVE, [{"name": account, "change": gained[account]} for account in accounts])
    held = select(schema.balances).where(schema.balances.c.account.in_(accounts))
    return Counter({row.account: row.cents for row in connection.execute(held)})


def _note_held(transfers: list[list[dict[str, Any]]], held: Counter[str]) -> None:
    """Note in each transfer what its accounts held after it: from what they hold after all of them, backwards."""
    for moved in reversed(transfers):
        for row in moved:
            for account in (row["source"], row["target"]):
                if held[account] < 0 and not account.startswith("house"):
                    raise Funds(account)  # what a later command of the commit brings is not there yet
        for row in reversed(moved):
            row["source_cents"], row["target_cents"] = held[row["source"]], held[row["target"]]
            held[row["source"]] += row["cents"]
            held[row["target"]] -= row["cents"]


def _write_deadlines(connection: Connection, changed: dict[tuple[str, str], int | None]) -> None:
    rows = [{"stream": stream, "key": key, "due_at": changed[stream, key]} for stream, key in sorted(changed)]
    gone = [row for row in rows if row["due_at"] is None]
    upsert(connection, schema.deadlines, [row for row in rows if row["due_at"] is not None])
    if gone:
        many(connection, _GONE, gone)
