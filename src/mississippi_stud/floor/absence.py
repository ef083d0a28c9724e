"""Closes tables that nobody uses any more. It sends ordinary commands; nothing is removed from the log."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from mississippi_stud.errors import InputError
from mississippi_stud.floor.clock import GAP_SECONDS, HEARTBEAT
from mississippi_stud.floor.floor import Floor
from mississippi_stud.messages import DAY, HOUR, SECOND
from mississippi_stud.round.refusal import Refused
from mississippi_stud.store import log
from mississippi_stud.table.commands import FLOOR, CloseTable, Stand
from mississippi_stud.table.state import Table

_LOG: Final = logging.getLogger(__name__)
ACTOR: Final = "absence"


def close_quiet(floor: Floor, openers: str, days: int) -> Iterator[str]:
    """Close tables idle for `days` days that were opened by actors whose names start with `openers`.

    An open round is voided and its wagers are returned. Yield each table as it is closed. A table that somebody has
    used in the meantime stays open; so does one that cannot be closed, which is logged.
    """
    quiet = log.quiet(floor.database, openers, floor.clock() - days * DAY, ended="table_closed")
    for stream, version in quiet.items():
        table, now = floor.state(stream)
        if now != version:
            continue
        try:
            _close(floor, stream, table, version)
            yield stream
        except (Refused, InputError) as error:
            _LOG.warning("%s: nobody has come for %d days, and it cannot be closed: %s", stream, days, error)


def _close(floor: Floor, stream: str, table: Table, version: int) -> None:
    """Close a table. Command ids derive from its stream and version: sent by two processes, each takes effect once."""
    steps: list[Any] = [Stand(position=position, by=FLOOR) for position in table.seats]
    if table.round is not None:
        floor.void(stream, "absent", actor=ACTOR, command_id=f"{stream[-32:]} {version} void")
    for number, step in enumerate([*steps, CloseTable(by=FLOOR)]):
        floor.send(stream, step, actor=ACTOR, command_id=f"{stream[-32:]} {version} {number}")


@contextmanager
def housekeeping(floor: Floor, openers: str, days: int, every_seconds: int = HOUR // SECOND) -> Iterator[None]:
    """Close idle tables every hour in a background thread, as long as the floor's clock is trusted."""
    ending = threading.Event()

    def work() -> None:
        while not ending.wait(every_seconds):
            try:
                seen = log.fact(floor.database, HEARTBEAT)
                if seen is not None and floor.clock() - int(seen) < GAP_SECONDS * SECOND:
                    list(close_quiet(floor, openers, days))
            except Exception:
                _LOG.exception("looking for idle tables failed and will be tried again")

    thread = threading.Thread(target=work, name="housekeeping", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
