"""Groups of commands into the log, one commit each: a command stands or falls alone."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DataError, IntegrityError

from mississippi_stud.store import schema
from mississippi_stud.store.database import Clash, Database, Funds, StoreError
from mississippi_stud.store.entries import (
    GENESIS,
    Append,
    Conflict,
    Done,
    Heads,
    Hot,
    Outcome,
    Overfull,
    Refusal,
    Repeated,
    Short,
)
from mississippi_stud.store.rows import Rows, write

_TRIES: Final = 10
_COMMAND: Final = select(schema.commands.c.version, schema.commands.c.body).where(
    schema.commands.c.id == bindparam("id")
)
_LAST: Final = (
    select(schema.events.c.version, schema.events.c.hash)
    .where(schema.events.c.stream == bindparam("stream"))
    .order_by(schema.events.c.version.desc())
    .limit(1)
)


def append(database: Database, batch: Sequence[Append | Hot]) -> list[Outcome]:
    """Append what several commands add, in one commit; each stands or falls alone.

    Mostly nothing stands in the way: then the whole group is a handful of statements. If anything does, the group is
    rolled back and tried one by one, each behind a savepoint of its own.
    """
    for carry_out in (_Group.all_at_once, *(_TRIES * (_Group.one_by_one,))):
        try:
            with database.transaction() as connection:
                group = _Group(database, connection)
                outcomes = carry_out(group, batch)
        except (IntegrityError, DataError, OverflowError, Funds, Clash):
            continue
        for stream, left in group.heads.items():  # only what is on disk is known
            database.heads[stream] = left
        return outcomes
    raise StoreError("the database is too busy: others stood in the way each time; try again")


class _Group:
    """Commands that share a transaction, and what it knows: the streams as the commands before have left them."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self._database = database
        self._connection = connection
        self.heads: Heads = {}
        self._states: dict[str, Any] = {}
        """Of locked streams."""

    def all_at_once(self, batch: Sequence[Append | Hot]) -> list[Outcome]:
        self._lock(batch)
        rows = Rows()
        outcomes = [self._take(each, rows) for each in batch]
        write(self._database, self._connection, rows)
        return outcomes

    def one_by_one(self, batch: Sequence[Append | Hot]) -> list[Outcome]:
        self._lock(batch)
        return [self._repeated(each) or self._alone(each) for each in batch]

    def _lock(self, batch: Sequence[Append | Hot]) -> None:
        """Wait for the streams that are locked while commands are decided: before anything else, and in one order."""
        if self._database.postgres:
            for stream in sorted({each.stream for each in batch if isinstance(each, Hot)}):
                key = int.from_bytes(sha256(stream.encode()).digest()[:8], signed=True)
                self._connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({key})")

    def _head(self, stream: str, after: int | None = None) -> tuple[int, bytes]:
        return self.heads.get(stream) or head(self._database, self._connection, stream, after)

    def _take(self, each: Append | Hot, rows: Rows) -> Outcome:
        """Decide a command if its turn is now, and take up what it adds."""
        if not isinstance(each, Hot):
            return self._add(each, rows)
        found, _ = self.heads[each.stream] = self._head(each.stream)
        decided = each.decide(self._states.get(each.stream), found)
        if isinstance(decided, Refusal):
            return decided
        added, state = decided
        outcome = self._add(added, rows)
        if isinstance(outcome, Done):
            self._states[each.stream] = state
            return outcome._replace(hot=(each.stream, state, self.heads[each.stream][0]))
        return outcome

    def _add(self, each: Append, rows: Rows) -> Done | Conflict:
        befores = [self._head(part.stream, part.after) for part in each.parts()]
        if any(before[0] != part.after for before, part in zip(befores, each.parts(), strict=True)):
            return Conflict()
        self.heads |= rows.add(self._database, each, [before[1] for before in befores])
        return Done(each.after + len(each.events), each.state)

    def _alone(self, each: Append | Hot) -> Outcome:
        point = self._connection.begin_nested()
        rows, known = Rows(), (self.heads.copy(), self._states.copy())
        try:
            outcome = self._take(each, rows)
            write(self._database, self._connection, rows)
        except (DataError, OverflowError, IntegrityError) as error:
            point.rollback()
            self.heads, self._states = known
            if not isinstance(error, IntegrityError) or "balances_not_endless" in str(error.orig):
                return Overfull()
            return Short() if "balances_not_negative" in str(error.orig) else self._repeated(each) or Conflict()
        point.commit()
        return outcome

    def _repeated(self, each: Append | Hot) -> Repeated | None:
        found = self._connection.execute(_COMMAND, {"id": each.command_id}).first()
        return None if found is None else Repeated(found.version, found.body == each.body)


def head(database: Database, connection: Connection, stream: str, after: int | None = None) -> tuple[int, bytes]:
    """The version of a stream and the hash of its last event.

    Where other processes write, what we know may be old. If it is of the version `after` which a command was decided,
    it serves all the same: the log is never changed, and its key finds out who came first.
    """
    known = database.heads.get(stream)
    if known is not None and (known[0] == after or not database.postgres):
        return known
    last = connection.execute(_LAST, {"stream": stream}).first()
    return (0, GENESIS) if last is None else (last.version, last.hash)
