"""The time, in microseconds since 1970: it never goes backwards, and it does not jump because a clock was set wrongly.

It goes on as steadily as the machine has run since it was started, whatever is done to the clock on the wall. Small
corrections are followed at once. A jump ahead is told, and followed when it has stood for ten minutes; after one
backwards the time goes on from where it was (decision 99).
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
"""What the clocks of two machines, or one that is being corrected, may differ by between two looks."""
STANDS: Final = 10 * _MINUTE
"""How long a jump ahead must stand until it is believed."""


def steady_ns() -> int:
    """Nanoseconds since the machine was started, also while it slept."""
    return clock_gettime_ns(CLOCK_BOOTTIME)


class Timekeeper:
    """The machine's clock; or one elsewhere, if `measure` says how many nanoseconds it is ahead of the steady one.

    That is measured once a minute; while it cannot be, what was measured last goes on counting.
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
        """Go on from a time that was told before, if that is later than the clock's."""
        with self._lock:
            self._look()
            behind = latest * 1_000 - (steady_ns() + self._ahead)
            if behind > 0:
                if behind > _SMALL:
                    _LOG.warning("the clock is %d s behind what the log says: it goes on from there", behind // _SECOND)
                self._ahead += behind
            self._latest = max(self._latest, latest)

    def now(self) -> int:
        """The time now, or the last one that was told if that is later."""
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
            self._jumped_at = None  # behind us: we go on as before
        elif self._jumped_at is None:
            self._jumped_at = steady_ns()
            said = "the clock jumped %d s ahead: that is followed if it stands for %d minutes"
            _LOG.warning(said, jump // _SECOND, STANDS // _MINUTE)
        elif steady_ns() - self._jumped_at >= STANDS:
            _LOG.warning("the clock's jump of %d s ahead has stood, and is followed", jump // _SECOND)
            self._ahead, self._jumped_at = found, None

    def _seen(self) -> int:
        """By how many nanoseconds the clock is ahead of the steady one, as last measured."""
        if self._measure is None:
            return time_ns() - steady_ns()
        if steady_ns() >= self._measured_until:
            with suppress(InputError):
                self._found = self._measure()
            self._measured_until = steady_ns() + _MINUTE
        return self._found
