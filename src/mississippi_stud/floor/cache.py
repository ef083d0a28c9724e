"""The states of streams as the log tells them, the latest kept at hand; what other processes append is read on."""

import threading
from collections.abc import Iterable, Mapping
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
"""Streams of which the state is kept at hand: those that were used last."""


class StreamState(NamedTuple):
    """The state of a stream at a version, and the version of its last snapshot."""

    stream: str
    state: Any = None
    version: int = 0
    kept: int = 0


class States:
    """What is known of each stream."""

    def __init__(self, database: Database, streams: Streams, at_most: int = KEPT_MAX) -> None:
        self.database = database
        self.streams = streams
        self.book = lru_cache(maxsize=64)(self._book)
        self._lock = threading.RLock()
        self._known: BoundedDict[str, StreamState] = BoundedDict(at_most)

    def _book(self, content: str) -> Rulebook:
        with self.database.transaction() as connection:
            found = connection.scalar(select(schema.rulebooks.c.content).where(schema.rulebooks.c.hash == content))
        if found is None:
            raise InputError("book-not-kept", hash=content)
        return kept_book(msgspec.json.decode(found))

    def now(self, stream: str) -> tuple[Any, int]:
        """The state of a stream and its version, with all that other processes appended."""
        self.streams.kind_of(stream)
        self.refresh([stream])
        return self.at_hand(stream)

    def refresh(self, streams: Iterable[str]) -> None:
        """See what other processes appended to these streams; on SQLite there are none."""
        wanted = list(streams)
        if self.database.postgres and wanted:
            self.saw(log.versions(self.database, wanted))

    def saw(self, versions: Mapping[str, int]) -> None:
        """Streams were seen at these versions: read on where that is more than we know."""
        with self._lock:
            for stream, version in versions.items():
                if stream in self._known and self._known[stream].version < version:
                    self._read(stream)

    def at_hand(self, stream: str) -> tuple[Any, int]:
        """The state of a stream and its version as we saw it last; `MissingStreamError` if there is none."""
        known = self.known(stream)
        if not known.version:
            raise MissingStreamError("stream-missing", stream=stream)
        return known.state, known.version

    def known(self, stream: str) -> StreamState:
        """What we know of a stream, which need not be there."""
        with self._lock:
            return self._known.get(stream) or self._read(stream)

    def at(self, stream: str, version: int) -> Any:
        """The state of a stream at a version: from the last snapshot if that is early enough."""
        kept = self._snapshot(stream)
        return self.read_on(kept if kept.version <= version else StreamState(stream), until=version).state

    def read_on(self, known: StreamState, until: int | None = None) -> StreamState:
        """What is known of a stream, with what the log adds to it."""
        evolve, state, version = self.streams.kind_of(known.stream).evolve, known.state, known.version
        for record in log.read(self.database, known.stream, version, until):
            state, version = evolve(state, self.streams.decode(record)), record.version
        return known._replace(state=state, version=version)

    def _read(self, stream: str) -> StreamState:
        known = self.read_on(self._known.get(stream) or self._snapshot(stream))
        if known.version or ":" not in stream:  # names of streams that are not there are endless
            self._known[stream] = known
        return known

    def _snapshot(self, stream: str) -> StreamState:
        """What the last snapshot has; one that cannot be read counts for nothing: the log has all."""
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
        """Take over what was just appended."""
        with self._lock:
            self._known[known.stream] = known

    def forget(self, *streams: str) -> None:
        """What we thought we knew of these streams may be wrong, or of all if none is named: read them anew."""
        with self._lock:
            for stream in streams or tuple(self._known):
                self._known.pop(stream, None)
