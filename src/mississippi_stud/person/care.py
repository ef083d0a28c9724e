"""The care that a person takes of themselves: limits, breaks and exclusions, in force from one wager to the next."""

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase


class TimeOut(CommandBase, frozen=True, kw_only=True):
    """Keep oneself from playing until a time."""

    until: int


class TimedOut(EventBase, frozen=True, kw_only=True):
    """The person does not play until then."""

    until: int


Command = TimeOut
Event = TimedOut


class Care(msgspec.Struct, frozen=True, kw_only=True):
    """What keeps a person from playing too much."""

    out_until: int = 0
    """Microseconds since 1970."""


def decide(care: Care, command: Command, at: int) -> tuple[Event, ...]:
    """Return the events of a command; what protects is never shortened."""
    if command.until <= max(at, care.out_until):
        raise InputError("time-out-shorter")
    return (TimedOut(until=command.until),)


def evolve(care: Care, event: Event) -> Care:
    """Return the care after an event."""
    return replace(care, out_until=event.until)
