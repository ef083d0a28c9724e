"""The time, in microseconds since 1970: it never goes backwards within a process."""

import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic_ns, time_ns
from typing import Final

from mississippi_stud.errors import InputError

_MINUTE: Final = 60_000_000_000


class Clock:
    """The machine's clock; or one elsewhere, if `measure` says how many nanoseconds it is ahead of the monotonic one.

    That is measured once a minute; while it cannot be, what was measured last goes on counting.
    """

    def __init__(self, measure: Callable[[], int] | None = None) -> None:
        self._measure = measure
        self._ahead = time_ns() - monotonic_ns()
        self._measured_until = 0
        self._latest = 0
        self._lock = threading.Lock()

    def now(self) -> int:
        """The time now, or the last one that was told if that is later."""
        with self._lock:
            self._latest = max(self._latest, self._nanoseconds() // 1_000)
            return self._latest

    def _nanoseconds(self) -> int:
        if self._measure is None:
            return time_ns()
        if monotonic_ns() >= self._measured_until:
            with suppress(InputError):
                self._ahead = self._measure()
            self._measured_until = monotonic_ns() + _MINUTE
        return monotonic_ns() + self._ahead
