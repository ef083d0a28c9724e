"""Notifies watchers when a stream grows, whether this process wrote to it or, on PostgreSQL, another did."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from mississippi_stud.floor.cache import States
from mississippi_stud.store import log
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import CHANNEL

_LOG: Final = logging.getLogger(__name__)
_DIGITS: Final = 20
_TICK: Final = timedelta(milliseconds=200).total_seconds()


class Watchers:
    """The callbacks registered for each stream, or under a prefix for every stream of a kind."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of: dict[str, list[Callable[[int], None]]] = defaultdict(list)
        self._lock = threading.Lock()
        self.told = 0
        """How often a stream has grown, as far as this process was told: what was seen since is still as it was."""

    @property
    def streams(self) -> list[str]:
        """The streams that have watchers."""
        with self._lock:
            return list(self._of)

    def has(self, stream: str) -> bool:
        """Whether anybody watches a stream."""
        with self._lock:
            return stream in self._of

    def watch(self, stream: str, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the new version whenever the stream grows; return a function that unsubscribes it.

        Whoever watches a kind is told a number that grows whichever of its streams does.
        """
        with self._lock:
            self._of[stream].append(told)

        def stop() -> None:
            with self._lock:
                self._of[stream].remove(told)
                if not self._of[stream]:
                    del self._of[stream]

        return stop

    def publish(self, stream: str, version: int) -> None:
        """Notify the stream's watchers that it is at this version."""
        kind = f"{stream.partition(':')[0]}:"
        with self._lock:
            self.told += 1
            watchers = [(told, version) for told in self._of.get(stream, ())]
            watchers += [(told, self.told) for told in self._of.get(kind, ()) if kind != stream]
        for told, number in watchers:
            try:
                told(number)
            except Exception:
                _LOG.exception("a watcher of %s failed", stream)

    def call(self, name: str) -> None:
        """Tell whoever watches a name that belongs to no stream, in the other processes; on SQLite there are none.

        They are told 1; told 0, they have only caught up.
        """
        if self._database.postgres:
            log.notify(self._database, name, 1)

    def catch_up(self) -> None:
        """Notify every watcher of its stream's current version, in case notifications were missed."""
        watched = self.streams
        if watched:
            for stream, version in log.versions(self._database, watched).items():
                self.publish(stream, version)
            for kind in (each for each in watched if each.endswith(":")):
                self.publish(kind, self.told + 1)


class Listener:
    """A thread, with its own connection, that relays notifications from other processes on the same PostgreSQL."""

    def __init__(self, states: States, watchers: Watchers) -> None:
        self._database = states.database
        self._states = states
        self._watchers = watchers
        self._heard = True
        """Whether it has listened successfully since its last failure."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor-listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except Exception as error:  # database unreachable: try again; readers catch up from the log
                said = str(error).partition("\n")[0]
                _LOG.log(logging.WARNING if self._heard else logging.DEBUG, "the listener lost PostgreSQL: %s", said)
                self._heard = False
                self._closing.wait(_TICK)

    def _listen(self) -> None:
        with direct(self._database) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._heard = True
            self._watchers.catch_up()
            while not self._closing.is_set():
                self._pass_on([each.payload for each in connection.notifies(timeout=_TICK, stop_after=1)])

    def _pass_on(self, payloads: list[str]) -> None:
        """Notify the watchers of the streams that have grown, and of their kinds, after reading them once for all."""
        grown: dict[str, int] = {}
        for stream, _, version in (payload.rpartition(" ") for payload in payloads):
            if version.isascii() and version.isdecimal() and len(version) < _DIGITS:  # anyone may send anything
                grown[stream] = max(int(version), grown.get(stream, 0))
        self._states.saw({stream: last for stream, last in grown.items() if self._watchers.has(stream)})
        for stream, last in grown.items():
            self._watchers.publish(stream, last)

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join()


def direct(database: Database) -> Any:
    """Open a PostgreSQL connection outside the pool, so that whatever its session holds ends with it."""
    import psycopg

    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True)
