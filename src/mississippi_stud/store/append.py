"""Appends groups of commands, one commit per group; each command succeeds or fails alone (decision 62, decision 63)."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DataError, IntegrityError

from mississippi_stud.money import Cents
from mississippi_stud.store import schema
from mississippi_stud.store.commits import HeldAfter
from mississippi_stud.store.database import Clash, Database, StoreError
from mississippi_stud.store.entries import (
    GENESIS,
    Append,
    Conflict,
    Heads,
    LockedCommand,
    Outcome,
    Refusal,
    Repetition,
    Success,
)
from mississippi_stud.store.rows import MoneyFailure, Rows, write
from mississippi_stud.store.statements import Pipeline, Writing

_TRIES: Final = 10
_IN_THE_WAY: Final = (MoneyFailure, IntegrityError, DataError, ValueError, LookupError)
"""Errors that stop one command from being carried out; the last three are bugs."""
_COMMAND: Final = select(schema.commands.c.version, schema.commands.c.body).where(
    schema.commands.c.id == bindparam("id")
)
_LAST: Final = (
    select(schema.events.c.version, schema.events.c.hash)
    .where(schema.events.c.stream == bindparam("stream"))
    .order_by(schema.events.c.version.desc())
    .limit(1)
)
_LOCK: Final = (
    "SELECT CASE WHEN alone THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END"
    " FROM unnest(%(keys)s::bigint[], %(alone)s::boolean[]) AS wanted(key, alone)"
)
_LASTS: Final = (
    "SELECT wanted.stream, last.version, last.hash FROM unnest(%(streams)s::text[]) AS wanted(stream),"
    " LATERAL (SELECT version, hash FROM events WHERE events.stream = wanted.stream ORDER BY version DESC LIMIT 1) last"
)


def append(database: Database, batch: Sequence[Append | LockedCommand]) -> list[Outcome]:
    """Append what several commands add, in one commit; each succeeds or fails alone.

    Usually nothing fails, and the whole group takes a handful of statements. If anything does, the group is rolled back
    and its commands are tried one by one, each with its own savepoint.
    """
    if database.stale:
        raise StoreError("projections-stale", names=sorted(database.stale))
    for carry_out in (_Group.all_at_once, *(_TRIES * (_Group.one_by_one,))):
        try:
            with database.signer.signing() as sign, database.transaction() as connection:
                group = _Group(database, connection)
                outcomes = carry_out(group, batch)
                sign(group.writing, group.at, group.heads, group.held)
                group.flush()
        except StoreError:
            raise
        except (*_IN_THE_WAY, Clash):
            continue
        for stream, left in group.heads.items():  # only what is on disk is known
            database.heads[stream] = left
        if not database.postgres:
            with database.lock:
                for account, cents in group.balances.items():
                    database.balances[account] = cents
        return outcomes
    raise StoreError("database-busy")


class _Group:
    """Commands that share a transaction, with the streams as its earlier commands left them."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self._database = database
        self._connection = connection
        self.writing: Writing = Pipeline(connection) if database.postgres else connection
        self.heads: Heads = {}
        self.at = 0
        self.held: dict[str, list[HeldAfter]] = {}
        """For each stream that has grown, the balances after its transfers."""
        self.balances: dict[str, Cents] = {}
        """What the accounts hold that the transfers have touched."""
        self._states: dict[str, Any] = {}

    def all_at_once(self, batch: Sequence[Append | LockedCommand]) -> list[Outcome]:
        self._lock(batch)
        rows = Rows()
        outcomes = [self._take(each, rows) for each in batch]
        self._write(rows)
        return outcomes

    def one_by_one(self, batch: Sequence[Append | LockedCommand]) -> list[Outcome]:
        self._lock(batch)
        return [self._repeated(each) or self._alone(each) for each in batch]

    def _lock(self, batch: Sequence[Append | LockedCommand]) -> None:
        """Lock the streams that commands write to or need for themselves, and share those that they look at.

        That is before anything else, and in a fixed order. Whoever writes to a stream in another process is waited for
        here: a command that was decided too early is found before anything is written, and alone decided again
        (decision 311).
        """
        alone = {stream for each in batch for stream in _written(each)}
        streams = sorted(alone.union(*(each.looks for each in batch)))
        if streams and isinstance(self.writing, Pipeline):
            keys = sorted((int.from_bytes(sha256(stream.encode()).digest()[:8], signed=True), stream in alone)
                          for stream in streams)  # fmt: skip
            self.writing.put(_LOCK, {"keys": [key for key, _ in keys], "alone": [own for _, own in keys]})
            found = self.writing.fetch(_LASTS, {"streams": streams})
            lasts = {stream: (version, last) for stream, version, last in found}
            self.heads = {stream: lasts.get(stream, (0, GENESIS)) for stream in streams}

    def _head(self, stream: str, after: int | None = None) -> tuple[int, bytes]:
        return self.heads.get(stream) or head(self._database, self._connection, stream, after)

    def _take(self, each: Append | LockedCommand, rows: Rows) -> Outcome:
        """Decide a command if it had to wait for its locks, and collect what it adds."""
        if isinstance(each, LockedCommand):
            known = {stream: (self._states.get(stream), self._head(stream)[0]) for stream in each.streams}
            decided = each.decide(known)
            if isinstance(decided, Refusal):
                return decided
            each = decided
        befores = [self._head(part.stream, part.after) for part in each.parts]
        if any(before[0] != part.after for before, part in zip(befores, each.parts, strict=True)):
            return Conflict()
        if any(self.heads.get(stream, (seen,))[0] != seen for stream, seen in each.looks.items()):
            return Conflict()  # on SQLite, only earlier commands of this commit can have written there
        self.heads |= rows.add(self._database, each, [before[1] for before in befores])
        states = each.states or (None,) * len(each.parts)
        self._states |= {part.stream: state for part, state in zip(each.parts, states, strict=True)}
        return Success(tuple(self.heads[part.stream][0] for part in each.parts), each.states)

    def _alone(self, each: Append | LockedCommand) -> Outcome:
        point = self._connection.begin_nested()
        rows, known = Rows(), (self.heads.copy(), self._states.copy(), self.balances.copy())
        try:
            outcome = self._take(each, rows)
            self._write(rows)
            self.flush()
        except StoreError:
            raise
        except _IN_THE_WAY as error:
            if isinstance(self.writing, Pipeline):
                self.writing.clear()
            point.rollback()
            self.heads, self._states, self.balances = known
            if isinstance(error, MoneyFailure):
                return error.outcome
            return self._repeated(each) or (Conflict() if self._moved_on(rows) else Refusal(error))
        point.commit()
        return outcome

    def flush(self) -> None:
        """Send what has not been sent yet."""
        if isinstance(self.writing, Pipeline):
            self.writing.flush()

    def _write(self, rows: Rows) -> None:
        write(self._database, self.writing, rows)
        self.balances |= rows.held
        self.at = max((self.at, *(row["at"] for row in rows.events)))
        for stream in rows.grown:
            self.held.setdefault(stream, [])
        for row in (row for moved in rows.transfers for row in moved):
            held = row["version"], row["number"], row["source_cents"], row["target_cents"]
            self.held[row["stream"]].append(held)

    def _moved_on(self, rows: Rows) -> bool:
        """Whether another writer has already used one of these events' versions."""
        firsts = {row["stream"]: row["version"] for row in reversed(rows.events)}
        lasts = ((self._connection.scalar(_LAST, {"stream": stream}), first) for stream, first in firsts.items())
        return any(last is not None and last >= first for last, first in lasts)

    def _repeated(self, each: Append | LockedCommand) -> Repetition | None:
        found = self._connection.execute(_COMMAND, {"id": each.command_id}).first()
        return None if found is None else Repetition(found.version, found.body == each.body)


def _written(each: Append | LockedCommand) -> Iterable[str]:
    """Return the streams that a command may write to, as far as that is known."""
    if isinstance(each, LockedCommand):
        return (*each.streams, each.own) if each.own else each.streams
    return (part.stream for part in each.parts)


def head(database: Database, connection: Connection, stream: str, after: int | None = None) -> tuple[int, bytes]:
    """Return the version of a stream and the hash of its last event.

    If other processes write too, what we remember may be out of date. It will still do if it is at the version `after`,
    on which the command was decided, and so will no memory at all for a new stream: past events never change, and the
    log's primary key decides who was first.
    """
    known = database.heads.get(stream) or ((0, GENESIS) if after == 0 else None)
    if known is not None and (known[0] == after or not database.postgres):
        return known
    last = connection.execute(_LAST, {"stream": stream}).first()
    return (0, GENESIS) if last is None else (last.version, last.hash)
