"""Turns what commands add into rows of the tables, and writes them in a fixed order (decision 62)."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, astuple
from sqlalchemy import text

from mississippi_stud.money import Cents
from mississippi_stud.store import projections, schema
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import (
    CHANNEL,
    AccountOverflow,
    Append,
    Conflict,
    Heads,
    InsufficientFunds,
    ProjectionRow,
    StreamPart,
    chained,
)
from mississippi_stud.store.statements import Pipeline, Writing, add, insert_all, insert_new, remove, upsert

_HELD: Final = text(
    "SELECT json_group_object(account, cents) FROM balances WHERE account IN (SELECT value FROM json_each(:accounts))"
)
"""All in one row: the driver gives up the interpreter for each (decision 550)."""
_HELD_LOCKED: Final = (
    "SELECT account, cents FROM balances WHERE account = ANY(%(accounts)s::text[]) ORDER BY account FOR UPDATE"
)
_NOTIFY: Final = "SELECT pg_notify(%(channel)s, told) FROM unnest(%(told)s::text[]) AS told"


class MoneyFailure(Exception):  # noqa: N818 - an outcome, not an error
    """A command fails because of the money that it moves."""

    def __init__(self, outcome: InsufficientFunds | AccountOverflow | Conflict) -> None:
        super().__init__(outcome)
        self.outcome = outcome


class Rows:
    """The rows to write, table by table."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.transfers: list[list[dict[str, Any]]] = []
        """Per command."""
        self.expects: list[Mapping[str, int]] = []
        """Per command, the balances that it depends on."""
        self.projected: list[tuple[ProjectionRow, list[dict[str, Any]]]] = []
        """Each with the transfers of the row's event."""
        self.deadlines: dict[tuple[str, str], int | None] = {}
        self.snapshots: dict[str, dict[str, Any]] = {}
        self.grown: dict[str, int] = {}
        self.held: dict[str, Cents] = {}
        """What the accounts hold that the transfers touch, after all of them."""

    def add(self, database: Database, each: Append, befores: Sequence[bytes]) -> Heads:
        """Add a command's rows, chained to these hashes; return the new version and hash of each of its streams."""
        if not each.parts or not each.parts[0].events:
            raise ValueError(f"the command {each.command_id} adds no event to its own stream")
        self.transfers.append([])
        self.expects.append(each.expects)
        heads: Heads = {}
        for part, before in zip(each.parts, befores, strict=True):
            heads[part.stream] = version, _ = self._add_events(database, each, part, before)
            if part.events:
                self.grown[part.stream] = version
            self.deadlines |= {(part.stream, key): due_at for key, due_at in part.deadlines.items()}
            if part.snapshot is not None:
                sealed = database.keys.seal_snapshot(part.stream, version, part.snapshot)
                self.snapshots[part.stream] = {"stream": part.stream, "version": version, "sealed": sealed}
        own = each.parts[0].stream
        self.commands.append({"id": each.command_id, "stream": own, "body": each.body, "version": heads[own][0]})
        return heads

    def _add_events(self, database: Database, each: Append, part: StreamPart, before: bytes) -> tuple[int, bytes]:
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
                "sealed": None,
            }
            if new.hidden is not None:
                row["sealed"] = database.keys.seal_event(part.stream, version, new.payload, new.hidden)
            row["hash"] = before = chained(before, row, each.body, [astuple(moved) for moved in new.transfers])
            self.events.append(row)
            transfers = [
                {"stream": part.stream, "version": version, "number": number, **asdict(moved)}
                for number, moved in enumerate(new.transfers)
            ]
            self.transfers[-1] += transfers
            self.projected += [(projected, transfers) for projected in new.rows]
        return version, before


def write(database: Database, connection: Writing, rows: Rows) -> None:
    """Write all rows and notify listeners; whether a command was carried out before is known when this returns."""
    if not rows.commands:
        return
    # In a fixed order, so that no two processes deadlock.
    insert_all(connection, schema.commands, sorted(rows.commands, key=itemgetter("id")))
    insert_all(connection, schema.events, sorted(rows.events, key=itemgetter("stream", "version")))
    if any(rows.transfers) or any(rows.expects):
        changes = _changes(database, connection, rows)
        if changes:
            add(connection, schema.balances, "cents", changes)
            insert_all(connection, schema.transfers, [row for moved in rows.transfers for row in moved])
    elif isinstance(connection, Pipeline):
        connection.flush()
    if rows.projected:
        projections.write(connection, database.projections, rows.projected)
    if rows.deadlines:
        _write_deadlines(connection, rows.deadlines)
    if rows.snapshots:
        upsert(connection, schema.snapshots, sorted(rows.snapshots.values(), key=itemgetter("stream")))
    if isinstance(connection, Pipeline):
        told = [f"{stream} {version}" for stream, version in rows.grown.items()]
        connection.put(_NOTIFY, {"channel": CHANNEL, "told": told})


def _changes(database: Database, connection: Writing, rows: Rows) -> list[dict[str, Any]]:
    """Note in each transfer the balances after it; return by how much each account changes.

    From here until the commit the accounts are locked, in a fixed order, so their balances are exact.
    """
    touched = {row[end] for moved in rows.transfers for row in moved for end in ("source", "target")}
    accounts = sorted(touched.union(*rows.expects))
    before = _held(connection, accounts)
    new = [{"account": account, "cents": 0} for account in accounts if account in touched and account not in before]
    if new:
        insert_new(connection, schema.balances, new)
        before = _held(connection, accounts)
    for account in {account for expected in rows.expects for account in expected} - touched:
        database.balances[account] = Cents(before.get(account, 0))
    held = before.copy()
    for moved, expected in zip(rows.transfers, rows.expects, strict=True):
        if any(held.get(account, 0) != cents for account, cents in expected.items()):
            raise MoneyFailure(Conflict())
        _note_held(moved, held)
    for account in touched:
        database.balances.pop(account, None)  # before the commit: until it is over nobody can reread it
    rows.held |= {account: Cents(held[account]) for account in touched}
    return [{"account": account, "cents": held[account] - before[account]} for account in sorted(touched)]


def _held(connection: Writing, accounts: list[str]) -> dict[str, int]:
    if isinstance(connection, Pipeline):
        return dict(connection.fetch(_HELD_LOCKED, {"accounts": accounts}))
    found = connection.scalar(_HELD, {"accounts": msgspec.json.encode(accounts).decode()})
    return msgspec.json.decode(str(found), type=dict[str, int])


def _note_held(moved: list[dict[str, Any]], held: dict[str, int]) -> None:
    """Note the balances after each transfer of a command, and check that no account ends up overdrawn."""
    for row in moved:
        source, target = row["source"], row["target"]
        row["source_cents"] = held[source] = held[source] - row["cents"]
        row["target_cents"] = held[target] = held[target] + row["cents"]
    for account in dict.fromkeys(row[end] for row in moved for end in ("source", "target")):
        if held[account] < 0 and not account.startswith("house"):
            raise MoneyFailure(InsufficientFunds(account))
        if abs(held[account]) > schema.BALANCE_MAX_CENTS:
            raise MoneyFailure(AccountOverflow())


def _write_deadlines(connection: Writing, changed: dict[tuple[str, str], int | None]) -> None:
    rows = [{"stream": stream, "key": key, "due_at": changed[stream, key]} for stream, key in sorted(changed)]
    gone = [{"stream": row["stream"], "key": row["key"]} for row in rows if row["due_at"] is None]
    upsert(connection, schema.deadlines, [row for row in rows if row["due_at"] is not None])
    if gone:
        remove(connection, schema.deadlines, gone)
