"""The bases of commands and events: each has a stable name, derived from its class name and written to its JSON."""

from typing import Final

import msgspec


def stable_name(cls: str) -> str:
    """Return the permanent name under which a class is stored and sent: ``WagerPlaced`` is ``wager_placed``.

    >>> stable_name("WagerPlaced")
    'wager_placed'
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in cls).lstrip("_")


class CommandBase(msgspec.Struct, frozen=True, kw_only=True, tag=stable_name, tag_field="command"):
    """The base of all commands; the stable name of each is its tag."""


class EventBase(msgspec.Struct, frozen=True, kw_only=True, tag=stable_name, tag_field="event"):
    """The base of all events; the stable name of each is its tag, and `schema` is the version of its shape."""

    schema: int = 1


SECOND: Final = 1_000_000
"""Times are in microseconds everywhere."""
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
