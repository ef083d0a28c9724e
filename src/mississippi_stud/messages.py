"""What commands and events share: a stable name, taken from the class's and written into their JSON."""

from typing import Final

import msgspec


def stable_name(cls: str) -> str:
    """The name under which a class is stored and sent for ever: ``WagerPlaced`` is ``wager_placed``.

    >>> stable_name("WagerPlaced")
    'wager_placed'
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in cls).lstrip("_")


class CommandBase(msgspec.Struct, frozen=True, kw_only=True, tag=stable_name, tag_field="command"):
    """What all commands share: their name is their tag."""


class EventBase(msgspec.Struct, frozen=True, kw_only=True, tag=stable_name, tag_field="event"):
    """What all events share: their name is their tag, and `schema` counts the changes of their shape."""

    schema: int = 1


SECOND: Final = 1_000_000
"""Time is counted in microseconds everywhere."""
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
