"""The states of streams, folded from the log and cached; appends by other processes are read as they are noticed."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.streams import MissingStreamError, Streams
from mississippi_stud.rulebooks.load import kept_book
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store import log, schema
from mississippi_stud.store.bounded_dict import BoundedDict
from mississippi_stud.store.database import Database, StoreError

KEPT_MAX: Final = 2_000
"""How many stream states are cached; the one stored longest ago is dropped first."""


class StreamState(NamedTuple):
    """The state of a stream at a version, and the version of its last snapshot."""

    stream: str
    state: Any = None
    version: int = 0
    kept: int = 0


class _Asked(threading.local):
    """The versions that each thread has asked for in the moment in which it is."""

    versions: dict[str, int] | None = None


class States:
    """The last known state of each stream."""

    def __init__(self, database: Database, streams: Streams, at_most: int = KEPT_MAX) -> None:
        self.database = database
        self.streams = streams
        self.book = lru_cache(maxsize=64)(self._book)
        self._lock = threading.RLock()
        self._known: BoundedDict[str, StreamState] = BoundedDict(at_most)
        self._missing: BoundedDict[str, None] = BoundedDict(at_most)
        """Streams that nobody has begun, such as most guests' own, if no other process can begin them; apart, since
        made-up names could fill the cache.
        """
        self._asked = _Asked()

    def _book(self, content: str) -> Rulebook:
        with self.database.transaction() as connection:
            found = connection.scalar(select(schema.rulebooks.c.content).where(schema.rulebooks.c.hash == content))
        if found is None:
            raise InputError("book-not-kept", hash=content)
        return kept_book(msgspec.json.decode(found))

    def now(self, stream: str) -> tuple[Any, int]:
        """Return a stream's current state and version, including what other processes appended."""
        self.streams.kind_of(stream)
        self.refresh([stream])
        return self.last_seen(stream)

    @contextmanager
    def one_moment(self, *streams: str) -> Iterator[None]:
        """Within it, this thread asks the database about each stream once, and about these together (decision 530)."""
        if not self.database.postgres or self._asked.versions is not None:
            yield
            return
        self._asked.versions = {}
        try:
            self.refresh(streams)
            yield
        finally:
            self._asked.versions = None

    def refresh(self, streams: Iterable[str]) -> None:
        """Catch up with what other processes appended to these streams; on SQLite there are no other processes."""
        if self.database.postgres:
            self._asked_versions(list(streams))

    def _asked_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the versions of these streams, after reading on in those that are cached."""
        known = self._asked.versions
        wanted = streams if known is None else [stream for stream in streams if stream not in known]
        found = log.versions(self.database, wanted) if wanted else {}
        self.saw(found)
        if known is None:
            return found
        known |= found
        return known

    def saw(self, versions: Mapping[str, int]) -> None:
        """Read on in those cached streams that are behind the versions given, while others may look at them."""
        known = {stream: self._known.get(stream) for stream in versions}
        behind = {each.stream: each for each in known.values() if each and each.version < versions[each.stream]}
        found = log.read_on(self.database, {each.stream: each.version for each in behind.values()}) if behind else {}
        for stream, records in found.items():
            read = self._folded(behind[stream], records)
            with self._lock:
                if stream in self._known and self._known[stream].version < read.version:
                    self._known[stream] = read

    def holds(self, stream: str, version: int) -> bool:
        """Whether a stream is cached as of a version or later; where others write too, only a known version counts."""
        known = self._known.get(stream)
        return known is not None and known.version >= version and (version > 0 or not self.database.postgres)

    def last_seen(self, stream: str) -> tuple[Any, int]:
        """Return a stream's state and version as last seen; `MissingStreamError` if there is no such stream."""
        known = self.known(stream)
        if not known.version:
            raise MissingStreamError("stream-missing", stream=stream)
        return known.state, known.version

    def known(self, stream: str) -> StreamState:
        """Return the last known state of a stream, which need not exist."""
        with self._lock:
            if stream in self._missing:
                return StreamState(stream)
            return self._known.get(stream) or self._read(stream)

    def looked(self, stream: str) -> StreamState:
        """Return the last known state of a stream that decisions look at: that there is none is remembered too."""
        known = self.known(stream)
        if not known.version:
            self.advance(known)
        return known

    def current(self, stream: str) -> StreamState:
        """Return the state of a stream, which need not exist, with what other processes appended.

        This takes one query on PostgreSQL, and none on SQLite for what was asked before.
        """
        return self.currents([stream])[stream]

    def currents(self, streams: Sequence[str]) -> dict[str, StreamState]:
        """Return the states of several streams, with one query on PostgreSQL for those that do not exist."""
        if not self.database.postgres:
            return {stream: self.known(stream) for stream in streams}
        versions = self._asked_versions(streams)
        begun = {stream for stream in streams if versions[stream] or stream in self._known}
        return {stream: self.known(stream) if stream in begun else StreamState(stream) for stream in streams}

    def at(self, stream: str, version: int) -> Any:
        """Return a stream's state at a version, folded from the last snapshot if that is early enough."""
        kept = self._snapshot(stream)
        return self.read_on(kept if kept.version <= version else StreamState(stream), until=version).state

    def read_on(self, known: StreamState, until: int | None = None) -> StreamState:
        """Return a known state brought forward by the log, to version `until` if given."""
        return self._folded(known, log.read(self.database, known.stream, known.version, until))

    def _folded(self, known: StreamState, records: Iterable[log.StoredEvent]) -> StreamState:
        """Return a known state brought forward by these events."""
        evolve, state, version = self.streams.kind_of(known.stream).evolve, known.state, known.version
        for record in records:
            state, version = evolve(state, self.streams.decode(record)), record.version
        return known._replace(state=state, version=version)

    def _read(self, stream: str) -> StreamState:
        known = self.read_on(self._known.get(stream) or self._snapshot(stream))
        if known.version or ":" not in stream:
            self._known[stream] = known
        elif not self.database.postgres:
            self._missing[stream] = None
        return known

    def _snapshot(self, stream: str) -> StreamState:
        """Return the state in the last snapshot; an unreadable one is ignored, since the log has everything."""
        try:
            kept = log.snapshot(self.database, stream)
            if kept is None:
                return StreamState(stream)
            return StreamState(stream, self.streams.decode_state(stream, kept[1]), kept[0], kept[0])
        except StoreError:
            raise
        except (InputError, msgspec.DecodeError):
            return StreamState(stream)

    def advance(self, known: StreamState) -> None:
        """Cache a stream's state after an append."""
        with self._lock:
            self._missing.pop(known.stream, None)
            self._known[known.stream] = known

    def forget(self, *streams: str) -> None:
        """Drop the cached states of these streams, or of all if none is named, because they may be wrong."""
        with self._lock:
            for stream in streams or (*self._known, *self._missing):
                self._known.pop(stream, None)
                self._missing.pop(stream, None)
