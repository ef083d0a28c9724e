"""Notifies watchers when a stream grows, whether this process wrote to it or, on PostgreSQL, another did."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from mississippi_stud.store import log
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import CHANNEL

_LOG: Final = logging.getLogger(__name__)
_DIGITS: Final = 20
_TICK: Final = timedelta(milliseconds=200).total_seconds()


class Watchers:
    """The callbacks registered for each stream."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of: dict[str, list[Callable[[int], None]]] = defaultdict(list)
        self._lock = threading.Lock()

    @property
    def streams(self) -> list[str]:
        """The streams that have watchers."""
        with self._lock:
            return list(self._of)

    def watch(self, stream: str, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the new version whenever the stream grows; return a function that unsubscribes it."""
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
        with self._lock:
            watchers = list(self._of.get(stream, ()))
        for told in watchers:
            try:
                told(version)
            except Exception:
                _LOG.exception("a watcher of %s failed", stream)

    def catch_up(self) -> None:
        """Notify every watcher of its stream's current version, in case notifications were missed."""
        watched = self.streams
        if watched:
            for stream, version in log.versions(self._database, watched).items():
                self.publish(stream, version)


class Listener:
    """A thread, with its own connection, that relays notifications from other processes on the same PostgreSQL."""

    def __init__(self, database: Database, watchers: Watchers) -> None:
        self._database = database
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
                for notice in connection.notifies(timeout=_TICK):
                    stream, _, version = notice.payload.rpartition(" ")
                    if version.isascii() and version.isdecimal() and len(version) < _DIGITS:  # anyone may send anything
                        self._watchers.publish(stream, int(version))

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join()


def direct(database: Database) -> Any:
    """Open a PostgreSQL connection outside the pool, so that whatever its session holds ends with it."""
    import psycopg

    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True)
