"""Those who follow streams, told whenever one has grown: by this process or, on PostgreSQL, by another."""

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
    """Who watches which stream."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of: dict[str, list[Callable[[int], None]]] = defaultdict(list)
        self._lock = threading.Lock()

    @property
    def streams(self) -> list[str]:
        """The streams that somebody watches."""
        with self._lock:
            return list(self._of)

    def watch(self, stream: str, told: Callable[[int], None]) -> Callable[[], None]:
        """Call `told` with the version whenever the stream has grown; gives what ends the watching."""
        with self._lock:
            self._of[stream].append(told)

        def stop() -> None:
            with self._lock:
                self._of[stream].remove(told)
                if not self._of[stream]:
                    del self._of[stream]

        return stop

    def publish(self, stream: str, version: int) -> None:
        """Tell those who watch the stream that it is at this version."""
        with self._lock:
            watchers = list(self._of.get(stream, ()))
        for told in watchers:
            try:
                told(version)
            except Exception:
                _LOG.exception("somebody who watches %s failed", stream)

    def catch_up(self) -> None:
        """Notices may have been missed: tell everyone who watches where their stream is."""
        watched = self.streams
        if watched:
            for stream, version in log.versions(self._database, watched).items():
                self.publish(stream, version)


class Listener:
    """A thread that passes on what other processes append to the same PostgreSQL, on a connection of its own."""

    def __init__(self, database: Database, watchers: Watchers) -> None:
        self._database = database
        self._watchers = watchers
        self._heard = True
        """Whether it has listened since it last failed."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor-listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except Exception as error:  # the database is away; try again, and readers catch up from the log
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
                    if version.isascii() and version.isdecimal() and len(version) < _DIGITS:  # others may send anything
                        self._watchers.publish(stream, int(version))

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join()


def direct(database: Database) -> Any:
    """A connection to PostgreSQL that no pool lends to others: what a session holds ends with it."""
    import psycopg

    url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True)
