"""What was found about one thing that a server needs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Status = Literal["ok", "warning", "wrong", "unseen"]


class FitnessFinding(NamedTuple):
    """What was found; `problem` is a code of `prose.fitness`, and empty if all is well."""

    check: str
    """What was looked at, a name of `prose.fitness`."""
    status: Status
    found: str
    """What there is, as it is: a path, a mode, a setting, an amount."""
    problem: str = ""
    params: Mapping[str, Any] = MappingProxyType({})


def fine(check: str, found: object) -> FitnessFinding:
    """Return that all is well."""
    return FitnessFinding(check, "ok", str(found))


def warning(check: str, problem: str, found: object = "", **params: object) -> FitnessFinding:
    """Return that something should be mended, though nothing is lost as long as all goes well."""
    return FitnessFinding(check, "warning", str(found), problem, params)


def wrong(check: str, problem: str, found: object = "", **params: object) -> FitnessFinding:
    """Return that money, secrets or play are in danger, or that the server cannot start."""
    return FitnessFinding(check, "wrong", str(found), problem, params)


def unseen(check: str, problem: str, found: object = "", **params: object) -> FitnessFinding:
    """Return that something cannot be seen from here."""
    return FitnessFinding(check, "unseen", str(found), problem, params)


def size(count: int) -> str:
    """Return a number of bytes as people write it: 12.3 GiB.

    >>> size(13_260_000_000), size(52_428_800)
    ('12.3 GiB', '50.0 MiB')
    """
    unit, name = (1 << 30, "GiB") if count >= 1 << 30 else (1 << 20, "MiB")
    tenths = count * 10 // unit
    return f"{tenths // 10}.{tenths % 10} {name}"
