"""Those who follow streams: told whenever one has grown, by whoever appended to it."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from mississippi_stud.store import log
from mississippi_stud.store.database import Database

_LOG: Final = logging.getLogger(__name__)


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
        for stream in self.streams:
            self.publish(stream, log.version(self._database, stream))
