"""A floor as it was at a moment: whatever a page is made of, read from the log as of then (decision 441)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from mississippi_stud.floor.cache import States, StreamState
from mississippi_stud.floor.floor import VIEWS_MAX, Floor
from mississippi_stud.store import schema
from mississippi_stud.store.bounded_dict import BoundedDict


class PastStates(States):
    """The states of streams at a moment, or at the version that is named for one."""

    def __init__(self, live: States, moment: int, versions: Mapping[str, int]) -> None:
        super().__init__(live.database, live.streams)
        self.book = live.book
        self._moment, self._versions = moment, versions

    def refresh(self, streams: Iterable[str]) -> None:
        """Do nothing: what has been appended since is not of that moment."""

    def holds(self, stream: str, version: int) -> bool:
        """Say that nothing is cached: a version of which somebody was told may be a later one."""
        return False

    def known(self, stream: str) -> StreamState:
        """Return the state of a stream as it was, which need not have existed."""
        if stream not in self._known:
            version = self._version(stream)
            self._known[stream] = StreamState(stream, self.at(stream, version) if version else None, version)
        return self._known[stream]

    def currents(self, streams: Sequence[str]) -> dict[str, StreamState]:
        """Return the states of several streams as they were."""
        return {stream: self.known(stream) for stream in streams}

    def _version(self, stream: str) -> int:
        if stream in self._versions:
            return self._versions[stream]
        events = schema.events.c
        latest = select(func.max(events.version)).where(events.stream == stream, events.at <= self._moment)
        with self.database.transaction() as connection:
            return connection.scalar(latest) or 0


class PastFloor(Floor):
    """A floor at a moment of its past, which answers queries and takes no command."""

    def __init__(self, live: Floor, moment: int, versions: Mapping[str, int]) -> None:
        self.database, self.vault, self.streams = live.database, live.vault, live.streams
        self.clock: Callable[[], int] = lambda: moment
        self.states = PastStates(live.states, moment, versions)
        self.book = live.book
        self._views: BoundedDict[str, tuple[Any, Any]] = BoundedDict(VIEWS_MAX)
