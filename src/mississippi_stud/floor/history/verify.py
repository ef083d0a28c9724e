"""Folds every stream again, to check that everything stored alongside the log follows from it, row by row."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple
from sqlalchemy import Table, func, select, tuple_

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history.recall import Transition
from mississippi_stud.floor.streams import Kind, Streams
from mississippi_stud.store import log, projections, schema
from mississippi_stud.store.audit import LogError, read_rightly, still
from mississippi_stud.store.database import Database, StoreError

_ROWS_AT_ONCE: Final = 500
_TRANSFER: Final = ("source", "target", "cents", "clause")
_FAULTS: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What folding an impossible event may raise."""


class Verification(NamedTuple):
    """Counts of what was folded and found correct."""

    streams: Mapping[str, int]
    """How many streams of each kind, by the prefix of their names."""
    rows: Mapping[str, int]
    """How many rows of each projection, by its name."""


def verify_streams(
    database: Database, streams: Streams, progress: Callable[[int, int], None] = lambda _done, _of: None
) -> Verification:
    """Fold every stream again; `LogError` at the first thing that does not follow from the log.

    `progress` is told after each stream how many are done, of how many.

    Each event's public part, transfers and projection rows are compared with what is stored, and so are each stream's
    deadlines; the audit of its kind runs as well.
    """
    with still(database), read_rightly():
        if database.stale:
            raise LogError("projections-stale", names=sorted(database.stale))
        verifier = _Verifier(database, streams)
        every = log.streams(database)
        for done, stream in enumerate(every, start=1):
            verifier.verify(stream)
            progress(done, len(every))
        verifier.verify_counts()
    return Verification(verifier.seen, verifier.rows)


class _Verifier(States):
    """Folds streams, and shows each event to the audit of its kind."""

    def __init__(self, database: Database, streams: Streams) -> None:
        super().__init__(database, streams)
        self.seen: Counter[str] = Counter()
        self.rows: Counter[str] = Counter(dict.fromkeys(self.database.projections, 0))
        self._folding: Iterator[Transition] = iter(())

    def verify(self, stream: str) -> None:
        """Fold a stream and run the audit of its kind."""
        try:
            kind = self.streams.kind_of(stream)
        except InputError as error:
            raise LogError(error.code, **error.params) from None
        self._folding = self._fold(stream, kind)
        if kind.audit is not None:
            kind.audit(self, stream)
        for _ in self._folding:
            pass  # fold what the audit did not read
        self.seen[kind.prefix] += 1

    def happened(self, stream: str) -> Iterator[Transition]:
        """Return the events of the stream being folded: an audit sees each as it goes by."""
        return self._folding

    def _fold(self, stream: str, kind: Kind[Any, Any, Any]) -> Iterator[Transition]:
        state: Any = None
        kept = self._kept(stream)
        rows: projections.Made = {}
        with self.database.transaction() as connection:
            moved = projections.transfers(connection, stream)
        for record in log.read(self.database, stream):
            at = {"stream": stream, "version": record.version, "name": record.name}
            stored = moved.get(record.version, [])
            before = state
            try:
                event = self._decoded(record, kind)
                transfers = tuple(kind.transfers(self.book, stream, before, event))
                state = kind.evolve(before, event)
                new = list(kind.rows(stream, before, state, event, record.version, record.at))
            except StoreError:
                raise
            except _FAULTS as error:
                if not isinstance(error, InputError | msgspec.DecodeError):
                    raise LogError("event-impossible", **at) from None
                raise LogError("event-wrong", **at, error=error) from None
            if [tuple(each[name] for name in _TRANSFER) for each in stored] != [astuple(each) for each in transfers]:
                raise LogError("event-money", **at)
            for row in new:
                projections.merge(rows, self.database.projections, row, stored)
            if kept is not None and kept[0] == record.version and kept[1] != state:
                raise LogError("snapshot-wrong", stream=stream, version=record.version)
            yield Transition(record, event, before, state)
        due = kind.deadlines(self.book, state).items()
        rows[schema.deadlines.name] = {(stream, key): {"stream": stream, "key": key, "due_at": at} for key, at in due}
        for name, expected in rows.items():
            self._compare(stream, self.database.projections[name], expected)

    def _kept(self, stream: str) -> tuple[int, Any] | None:
        """Return the version and state of a stream's snapshot; None if there is none or it cannot be read."""
        kept = log.snapshot(self.database, stream)
        try:
            return None if kept is None else (kept[0], self.streams.decode_state(stream, kept[1]))
        except (InputError, msgspec.DecodeError):
            return None

    def _decoded(self, record: log.StoredEvent, kind: Kind[Any, Any, Any]) -> Any:
        """Return the whole event of a record; `InputError` unless its public part is what is stored in the clear."""
        event = self.streams.decode(record)
        public = kind.public(event)
        if (public is event) != (record.hidden is None) or self.streams.decode(record._replace(hidden=None)) != public:
            raise InputError("event-sealed")
        return event

    def _compare(self, stream: str, table: Table, expected: Mapping[tuple[Any, ...], Mapping[str, Any]]) -> None:
        """Check that the rows a stream produces are stored, with the same values."""
        stored: dict[tuple[Any, ...], Mapping[str, Any]] = {}
        keys, columns = iter(sorted(expected)), list(table.primary_key)
        while some := list(islice(keys, _ROWS_AT_ONCE)):
            with self.database.transaction() as connection:
                for row in connection.execute(select(table).where(tuple_(*columns).in_(some))):
                    stored[tuple(row._mapping[column] for column in columns)] = row._asdict()
        empty = dict.fromkeys(column.name for column in table.c)
        for key, values in expected.items():
            if stored.get(key) != {**empty, **values}:
                named = [f"{column.name} {value}" for column, value in zip(columns, key, strict=True)]
                raise LogError("projection-wrong", stream=stream, table=table.name, row=named)
        self.rows[table.name] += len(expected)

    def verify_counts(self) -> None:
        """Check that the projections hold no rows besides those the streams produce."""
        with self.database.transaction() as connection:
            for name, table in self.database.projections.items():
                there = connection.scalar(select(func.count()).select_from(table))
                if there != self.rows[name]:
                    raise LogError("projection-count", table=name, stored=there, made=self.rows[name])
