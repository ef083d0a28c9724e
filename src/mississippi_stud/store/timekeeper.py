"""The time, in microseconds since 1970: it never goes backwards, and a wrongly set clock does not make it jump.

It advances with the machine's uptime, whatever is done to the wall clock. Small corrections are followed at once. A
jump ahead is logged, and followed once it has held for ten minutes; after a jump backwards the time goes on from where
it was (decision 99).
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from time import CLOCK_BOOTTIME, clock_gettime_ns, time_ns
from typing import Final

from mississippi_stud.errors import InputError

_LOG: Final = logging.getLogger(__name__)
_SECOND: Final = 1_000_000_000
_MINUTE: Final = 60 * _SECOND
_SMALL: Final = 2 * _SECOND
"""How far a clock may drift between two looks, by correction or between two machines, without counting as a jump."""
STANDS: Final = 10 * _MINUTE
"""How long a jump ahead must hold before it is trusted."""


def steady_ns() -> int:
    """Return the nanoseconds since the machine started, including time asleep."""
    return clock_gettime_ns(CLOCK_BOOTTIME)


class Timekeeper:
    """Tells the time by the machine's clock or, with `measure`, by one elsewhere.

    `measure` returns how many nanoseconds that clock is ahead of the steady one. It is called once a minute; while it
    fails, the last measurement stands.
    """

    def __init__(self, measure: Callable[[], int] | None = None) -> None:
        self._measure = measure
        self._found = self._ahead = time_ns() - steady_ns()
        self._measured_until = 0
        self._jumped_at: int | None = None
        self._latest = 0
        self._lock = threading.Lock()
        self._first = True

    def not_before(self, latest: int) -> None:
        """Go on from a time given out earlier, if that is later than the clock's."""
        with self._lock:
            self._look()
            behind = latest * 1_000 - (steady_ns() + self._ahead)
            if behind > 0:
                if behind > _SMALL:
                    _LOG.warning("the clock is %d s behind what the log says: it goes on from there", behind // _SECOND)
                self._ahead += behind
            self._latest = max(self._latest, latest)

    def now(self) -> int:
        """Return the time now, or the last time given out if that is later."""
        with self._lock:
            self._look()
            self._latest = max(self._latest, (steady_ns() + self._ahead) // 1_000)
            return self._latest

    def _look(self) -> None:
        """Follow the clock, unless it has jumped."""
        found = self._seen()
        jump = found - self._ahead
        if self._first or abs(jump) <= _SMALL:
            self._ahead, self._jumped_at, self._first = found, None, False
        elif jump < 0:
            self._jumped_at = None  # a jump backwards: go on as before
        elif self._jumped_at is None:
            self._jumped_at = steady_ns()
            said = "the clock jumped %d s ahead: that is followed if it stands for %d minutes"
            _LOG.warning(said, jump // _SECOND, STANDS // _MINUTE)
        elif steady_ns() - self._jumped_at >= STANDS:
            _LOG.warning("the clock's jump of %d s ahead has stood, and is followed", jump // _SECOND)
            self._ahead, self._jumped_at = found, None

    def _seen(self) -> int:
        """Return by how many nanoseconds the clock is ahead of the steady one, as last measured."""
        if self._measure is None:
            return time_ns() - steady_ns()
        if steady_ns() >= self._measured_until:
            with suppress(InputError):
                self._found = self._measure()
            self._measured_until = steady_ns() + _MINUTE
        return self._found
