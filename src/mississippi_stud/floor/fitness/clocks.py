"""The clocks of a server: whether the machine's is kept right, and whether it agrees with the log and the database."""

import ctypes
from typing import Final

from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, unseen, warning, wrong

_UNSYNCHRONISED: Final = 0x0040
"""STA_UNSYNC of adjtimex(2)."""
_ERROR: Final = 5
SECOND: Final = 1_000_000
DRIFT: Final = 2 * SECOND
"""How far two clocks may be apart: the floor takes more for a jump (decision 99)."""


class _Timex(ctypes.Structure):
    """What the kernel knows about its clock; the rest of it is not looked at."""

    _fields_ = (
        ("modes", ctypes.c_int),
        ("offset", ctypes.c_long),
        ("frequency", ctypes.c_long),
        ("error_most", ctypes.c_long),
        ("error", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def synchronised() -> FitnessFinding:
    """Return whether something keeps the machine's clock right, as the kernel has it."""
    told = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(told))
    except (OSError, AttributeError):
        state = -1
    return kept_right(state, told.status, told.error_most)


def kept_right(state: int, status: int, error: int) -> FitnessFinding:
    """Return what the kernel's answer says; the error is in microseconds."""
    if state < 0:
        return unseen("clock", "clock-unseen")
    if state == _ERROR or status & _UNSYNCHRONISED:
        return warning("clock", "clock-alone")
    return fine("clock", f"± {error // 1_000} ms")


def against_log(now: int, latest: int) -> FitnessFinding:
    """Return whether the machine's clock is behind what the log says; times in microseconds."""
    if latest - now > DRIFT:
        return wrong("clock-log", "clock-behind-log", seconds=(latest - now) // SECOND)
    return fine("clock-log", f"{max(now - latest, 0) // SECOND} s")


def against_database(ahead: int) -> FitnessFinding:
    """Return whether the database's clock agrees with this machine's, by how many microseconds it is ahead."""
    told = f"{ahead // 1_000} ms"
    if abs(ahead) > DRIFT:
        return wrong("clock-database", "clocks-apart", told, seconds=abs(ahead) // SECOND)
    return fine("clock-database", told)
