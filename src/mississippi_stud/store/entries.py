"""What goes into the log and what comes back: commands' events and money, the hash that binds them, the outcomes.

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
"""The channel on which PostgreSQL announces that a stream has grown, as "stream version"."""


class HeldBalance(NamedTuple):
    """A value of a `ProjectionRow`: an account's balance after the last transfer of the row's event that touches it.

    With `before`, its balance before the first such transfer. If there is none, the column is left unchanged.
    """

    account: str
    before: bool = False


class ProjectionRow(NamedTuple):
    """A row of a projection to insert, or the values of it to change.

    The key is the table's primary key. A row that omits a NOT NULL column can only change an existing row. Values are
    what the database driver takes (int, str, bytes, None), or `HeldBalance`.
    """

    table: str
    key: dict[str, Any]
    values: dict[str, Any]


class NewEvent(NamedTuple):
    """An event to append: its public part and what is not public yet, both as JSON."""

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
    """The deadlines that changed, by key: the time they are due, or None if they are gone."""


class Append(NamedTuple):
    """What one command adds: all of it, or nothing."""

    parts: tuple[StreamPart, ...]
    """One part per stream, first the command's own, to which it adds at least one event."""
    command_id: str
    body: bytes
    actor: str
    at: int
    states: tuple[Any, ...] = ()
    """The state of each part's stream after it: returned in `Success`, and seen by later commands of the commit."""
    expects: Mapping[str, int] = MappingProxyType({})
    """The balances that the decision depends on; if any has changed when it is written, the outcome is `Conflict`."""
    looks: Mapping[str, int] = MappingProxyType({})
    """The versions of other streams that the decision depends on; if any has grown, the outcome is `Conflict`."""


class Refusal(NamedTuple):
    """The command was refused when its turn came; nothing was appended."""

    error: Exception


class LockedCommand(NamedTuple):
    """A command that is decided while shared streams are locked, so that no other writer can interfere.

    `decide` gets, for each locked stream, its version and its state after earlier commands of the same commit (None if
    there were none). It is called again if the commit has to be retried. It may read the log, in the same transaction.
    """

    streams: tuple[str, ...]
    command_id: str
    body: bytes
    decide: Callable[[Mapping[str, tuple[Any | None, int]]], Append | Refusal]
    looks: tuple[str, ...] = ()
    """The streams whose versions the decision may depend on."""
    own: str = ""
    """The command's own stream, if that is known and is not among `streams`: it is locked too."""


class Success(NamedTuple):
    """The command's events are in the log; these are the versions and states of its parts' streams."""

    versions: tuple[int, ...]
    states: tuple[Any, ...] = ()


class Repetition(NamedTuple):
    """The command was carried out before, leaving its stream at this version. `same`: it had the same body."""

    version: int
    same: bool


class Conflict(NamedTuple):
    """Another writer appended to a stream first: read it again and decide again."""


class InsufficientFunds(NamedTuple):
    """An account would have fallen below zero; nothing was appended."""

    account: str


class AccountOverflow(NamedTuple):
    """An account would have exceeded its maximum; nothing was appended."""


Outcome = Success | Repetition | Conflict | InsufficientFunds | AccountOverflow | Refusal

Heads = dict[str, tuple[int, bytes]]
"""For each stream, its version and the hash of its last event."""
Moved = tuple[str, str, int, str]
"""A transfer as it enters the hash: source, target, cents, clause."""
_CHAINED: Final = itemgetter("stream", "version", "name", "schema", "at", "actor", "command_id", "payload", "sealed")


def chained(before: bytes, row: Mapping[str, Any], body: bytes, moved: Sequence[Moved]) -> bytes:
    """Return an event's hash: over the previous hash, its row, its command's body and the money it moved."""
    return sha256(before + msgspec.msgpack.encode((_CHAINED(row), body, moved))).digest()
