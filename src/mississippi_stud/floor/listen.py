"""What other processes append to the same PostgreSQL: its notices, passed on to those who watch."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from mississippi_stud.store.database import Database, StoreError
from mississippi_stud.store.entries import CHANNEL

_TICK: Final = timedelta(milliseconds=200).total_seconds()


class Listener:
    """A thread that waits for notices of streams that have grown."""

    def __init__(self, database: Database, told: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self._database = database
        self._told = told
        self._missed = missed
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="floor-listener", daemon=True)
        self._thread.start()

    def _connect(self) -> Any:
        import psycopg

        url = self._database.url.set(drivername="postgresql")
        return psycopg.connect(url.render_as_string(hide_password=False), autocommit=True)

    def _listen(self) -> None:
        import psycopg

        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._missed()
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=_TICK):
                            stream, _, version = notice.payload.rpartition(" ")
                            self._told(stream, int(version))
            except (psycopg.Error, StoreError):
                self._closing.wait(_TICK)  # the database is away; try again, and readers catch up from the log

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._thread.join()
