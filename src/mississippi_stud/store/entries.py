"""What goes into the log and what comes of it: commands' events and money, the hash that binds them, the outcomes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.money import Transfer

GENESIS: Final = bytes(32)
"""The hash before the first event of a stream."""
CHANNEL: Final = "mississippi_stud"
"""The channel on which PostgreSQL tells that a stream has grown."""


class NewEvent(NamedTuple):
    """An event that is to be appended: what of it is public and what is not yet, both as JSON."""

    name: str
    schema: int
    payload: bytes
    hidden: bytes | None = None
    transfers: tuple[Transfer, ...] = ()


class RoundRow(NamedTuple):
    """What the table of rounds says of a round after a command."""

    round: int
    values: dict[str, Any]
    funds: tuple[tuple[str, str], ...] = ()
    """Columns that say what an account holds when the command has been carried out: column and account."""


class Beside(NamedTuple):
    """What a command adds to a second stream: with what it adds to its own, or not at all."""

    stream: str
    after: int
    events: tuple[NewEvent, ...]
    snapshot: bytes | None = None


class Append(NamedTuple):
    """What one command adds to a stream: all of it, or nothing."""

    stream: str
    after: int
    """The version of the stream on which the command was decided."""
    events: tuple[NewEvent, ...]
    command_id: str
    body: bytes
    actor: str
    at: int
    rounds: tuple[RoundRow, ...] = ()
    snapshot: bytes | None = None
    facts: tuple[tuple[str, str | None], ...] = ()
    """What is so from now on, and what (None) no longer is."""
    beside: Beside | None = None
    state: Any = None
    """The stream's state after it, as `Done` gives it back."""

    def parts(self) -> Iterator[Beside]:
        """What it adds, stream by stream."""
        yield Beside(self.stream, self.after, self.events, self.snapshot)
        if self.beside is not None:
            yield self.beside


class Refusal(NamedTuple):
    """The command was refused when its turn came; nothing was appended."""

    error: Exception


class Hot(NamedTuple):
    """A command that is decided while a stream is locked on which many write, so that nobody comes in between.

    `decide` is given the stream's state after the commands before it in the same commit (None for the first of them)
    and its version; it gives what the command adds and the state after it, or why not. It is asked again if the commit
    has to be tried again, and reads nothing that waits for this transaction.
    """

    stream: str
    command_id: str
    body: bytes
    decide: Callable[[Any, int], "tuple[Append, Any] | Refusal"]


class Done(NamedTuple):
    """The command's events are in the log; the stream is at this version."""

    version: int
    state: Any = None
    """The stream's state after it, where the command told."""
    hot: tuple[str, Any, int] | None = None
    """The locked stream that the command was decided on, its state and version after it."""


class Repeated(NamedTuple):
    """The command had been carried out before; this was the stream's version after it. `same`: with the same body."""

    version: int
    same: bool


class Conflict(NamedTuple):
    """Somebody else appended to the stream in between: look again and decide again."""


class Short(NamedTuple):
    """An account would have fallen below zero; nothing was appended."""


class Overfull(NamedTuple):
    """An account would have held more than it can; nothing was appended."""


Outcome = Done | Repeated | Conflict | Short | Overfull | Refusal

Heads = dict[str, tuple[int, bytes]]
"""Of streams, the version and the hash of the last event."""
Moved = tuple[str, str, int, str]
"""A transfer as the hash has it: source, target, cents, clause."""
_CHAINED: Final = itemgetter("stream", "version", "name", "schema", "at", "actor", "command_id", "payload", "sealed")


def chained(before: bytes, row: Mapping[str, Any], body: bytes, moved: Sequence[Moved]) -> bytes:
    """The hash of an event: over the one before it, what the log says of it, what was asked, and the money it moved."""
    return sha256(before + msgspec.msgpack.encode((_CHAINED(row), body, moved))).digest()


def about(stream: str, version: int) -> bytes:
    """The place that what is sealed in an event is bound to."""
    return f"event {stream} {version}".encode()
