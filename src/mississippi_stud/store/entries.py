"""What goes into the log and what comes of it: commands' events and money, the hash that binds them, the outcomes.

Decision 60 says what the hash covers.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from mississippi_stud.money import Transfer

GENESIS: Final = bytes(32)
"""The hash before the first event of a stream."""
CHANNEL: Final = "mississippi_stud"
"""The channel on which PostgreSQL tells that a stream has grown: "stream version"."""


class HeldBalance(NamedTuple):
    """A value of a `ProjectionRow`: what an account held after the last transfer of the row's event that touches it.

    With `before`: what it held before the first of them. If none touches the account, the column is left as it is.
    """

    account: str
    before: bool = False


class ProjectionRow(NamedTuple):
    """A row of a projection: inserted, or these values of it changed.

    The key is the table's primary key. A row that leaves out a column which must not be null only changes one that is
    already there. Values are what the database's driver takes (int, str, bytes, None), or `HeldBalance`.
    """

    table: str
    key: dict[str, Any]
    values: dict[str, Any]


class NewEvent(NamedTuple):
    """An event that is to be appended: what of it is public and what is not yet, both as JSON."""

    name: str
    schema: int
    payload: bytes
    hidden: bytes | None = None
    transfers: tuple[Transfer, ...] = ()
    rows: tuple[ProjectionRow, ...] = ()


class StreamPart(NamedTuple):
    """What a command adds to one stream."""

    stream: str
    after: int
    """The version of the stream on which the command was decided."""
    events: tuple[NewEvent, ...]
    snapshot: bytes | None = None
    deadlines: Mapping[str, int | None] = MappingProxyType({})
    """The deadlines that changed, by key: when they are due, or None if they are gone."""


class Append(NamedTuple):
    """What one command adds: all of it, or nothing."""

    parts: tuple[StreamPart, ...]
    """Stream by stream, the command's own first; to that it adds at least one event."""
    command_id: str
    body: bytes
    actor: str
    at: int
    states: tuple[Any, ...] = ()
    """The state of each part's stream after it, as `Success` gives them back and later commands of the commit see them."""
    expects: Mapping[str, int] = MappingProxyType({})
    """What accounts hold that the decision rests on; if they hold anything else when it is written, a `Conflict`."""


class Refusal(NamedTuple):
    """The command was refused when its turn came; nothing was appended."""

    error: Exception


class LockedCommand(NamedTuple):
    """A command that is decided while streams are locked on which many write, so that nobody comes in between.

    `decide` is given, for each locked stream, its state after the commands before it in the same commit (None for the
    first of them) and its version. It is asked again if the commit has to be tried again, and may read the log: that
    happens in the same transaction.
    """

    streams: tuple[str, ...]
    command_id: str
    body: bytes
    decide: Callable[[Mapping[str, tuple[Any | None, int]]], Append | Refusal]


class Success(NamedTuple):
    """The command's events are in the log; the streams of its parts are at these versions and in these states."""

    versions: tuple[int, ...]
    states: tuple[Any, ...] = ()


class Repetition(NamedTuple):
    """The command had been carried out before; this was its own stream's version after it. `same`: the same body."""

    version: int
    same: bool


class Conflict(NamedTuple):
    """Somebody else appended to a stream in between: look again and decide again."""


class InsufficientFunds(NamedTuple):
    """This account would have fallen below zero; nothing was appended."""

    account: str


class AccountOverflow(NamedTuple):
    """An account would have held more than it can; nothing was appended."""


Outcome = Success | Repetition | Conflict | InsufficientFunds | AccountOverflow | Refusal

Heads = dict[str, tuple[int, bytes]]
"""Of streams, the version and the hash of the last event."""
Moved = tuple[str, str, int, str]
"""A transfer as the hash has it: source, target, cents, clause."""
_CHAINED: Final = itemgetter("stream", "version", "name", "schema", "at", "actor", "command_id", "payload", "sealed")


def chained(before: bytes, row: Mapping[str, Any], body: bytes, moved: Sequence[Moved]) -> bytes:
    """The hash of an event: over the one before it, what the log says of it, what was asked, and the money it moved."""
    return sha256(before + msgspec.msgpack.encode((_CHAINED(row), body, moved))).digest()
