"""The registry of streams: what the floor must know about each kind to log, cache, show, recall and rebuild it.

The rest of the floor is written once, on top of this. A new kind is one more entry in `kinds` and changes nothing else
(decision 91). Only the pure packages know what a stream means.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Table

from mississippi_stud.errors import InputError
from mississippi_stud.floor.significance import Judge
from mississippi_stud.money import Transfer
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.entries import NewEvent, ProjectionRow
from mississippi_stud.store.log import StoredEvent

NAME_MAX: Final = 80
"""The maximum length of a stream's name."""
NEEDED_MAX: Final = 16
"""The maximum number of streams that one command may be decided on."""

Books = Callable[[str], Rulebook]
"""Looks up a stored rule book by its content hash."""
Views = Callable[[Role, str], Any]
"""Returns what a person in that role may see of a state."""
Upcasters = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]
"""Functions that convert an event to its next schema, by event name and schema number."""
S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class MissingStreamError(InputError):
    """There is no such stream."""


class LockRequest(Exception):  # noqa: N818 - a request, not an error
    """Raised if a command cannot be decided until these streams are locked."""

    def __init__(self, *streams: str) -> None:
        super().__init__(*streams)
        self.streams = streams


@dataclass(kw_only=True)
class Context:
    """The inputs of a decision, besides the state of the command's own stream."""

    at: int
    """Microseconds since 1970."""
    secret: bytes
    """32 fresh random bytes, the same however often the command is decided."""
    book: Books
    seen: Mapping[str, tuple[Any, int]]
    """The streams that the kind `looks` at, with their versions."""
    held: Callable[..., Mapping[str, int]]
    """The balances of any accounts, as they are now."""
    last_held: Callable[[str], int]
    """The balance of an account as it was last seen."""
    known: Callable[[str], Any] = lambda _: None
    """What is known of any stream, without a lock."""
    locked: Mapping[str, Any] = field(default_factory=dict)
    expects: dict[str, int] = field(default_factory=dict)
    """The account balances that the decision depends on."""
    looked: dict[str, int] = field(default_factory=dict)
    """The versions of the streams that the decision looked at."""

    def need(self, stream: str) -> Any:
        """Return the state of another stream, locked until this command is in the log; None if there is none."""
        return self.needs((stream,))[stream]

    def needs(self, streams: Iterable[str]) -> dict[str, Any]:
        """Return the states of several other streams, locked together; None for one that there is not."""
        wanted = tuple(streams)
        if any(stream not in self.locked for stream in wanted):
            raise LockRequest(*wanted)
        return {stream: self.locked[stream] for stream in wanted}

    def glance(self, stream: str) -> Any:
        """The state of another stream that somebody else may write to meanwhile; None if there is none."""
        return self.locked[stream] if stream in self.locked else self.known(stream)

    def balance(self, account: str) -> int:
        """Return an account's balance; if it has changed when the command is written, the command is decided again."""
        if account not in self.expects:
            self.expects[account] = self.held(account)[account]
        return self.expects[account]

    def last_balance(self, account: str) -> int:
        """Return an account's balance as it was last seen, which is as safe but for what is refused because of it."""
        if account not in self.expects:
            self.expects[account] = self.last_held(account)
        return self.expects[account]

    def look(self, stream: str) -> Any:
        """Return the state of a stream that the kind `looks` at; None if there is none.

        If it has grown when the command is written, the command is decided again (decision 194).
        """
        state, self.looked[stream] = self.seen[stream]
        return state


class Kind(NamedTuple, Generic[S, C, E]):
    """Everything about one kind of stream. Commands, events and states are tagged structs; every function is pure."""

    prefix: str
    """How the names of its streams begin, colon included; without a colon, the name of its only stream."""
    commands: Any
    events: Any
    state: Any
    decide: Callable[[Context, str, S | None, C], Mapping[str, Sequence[Any]]]
    """The events by stream, the command's own included; without any, the command is answered but not recorded."""
    evolve: Callable[[S | None, E], S]
    public: Callable[[E], E] = lambda event: event
    """The public part of an event; the event itself if nothing in it is sealed."""
    transfers: Callable[[Books, str, S | None, E], Iterable[Transfer]] = lambda *_: ()
    """The money that an event moves, given the state before it."""
    rows: Callable[[str, S | None, S, E, int, int], Iterable[ProjectionRow]] = lambda *_: ()
    """The projection rows that change, given stream, state before, state after, event, version and time."""
    tables: tuple[Table, ...] = ()
    """The projections that `rows` fills."""
    deadlines: Callable[[Books, S], Mapping[str, int]] = lambda *_: {}
    """When each deadline of a state is due, by key."""
    time_up: Callable[[str], C] | None = None
    """The command that the clock sends when the deadline with that key has passed."""
    time_up_unfunded: Callable[[str], C] | None = None
    """The command that it sends instead if an account does not hold what that would move."""
    after_outage: Callable[[int, int], C] | None = None
    """The command that moves the deadlines of a stream which nobody could reach since a time, and by so much more."""
    at_rest: Callable[[S], bool] = lambda _: True
    """Whether a state may be stored as a snapshot: it hides nothing except secrets of a fixed length."""
    short: Callable[[Books, S | None], Exception] = lambda *_: InputError("account-short")
    """The error if an account does not hold what a command would move."""
    views: Callable[[Books, S], Views] = lambda _books, state: lambda _role, _person: state
    """What anybody may see of a state."""
    audit: Callable[[Any, str], None] | None = None
    """What `mstud verify log` checks of a stream besides the hash chains, given a `floor.history.proof.Reader`."""
    older: Upcasters = MappingProxyType({})
    """Conversions of events that earlier versions wrote. To change the shape of an event, raise its `schema` and add
    here, under the old name and number, a function from the old JSON to the next; it must also set `event` and
    `schema`.
    """
    renew: Callable[[S], C | None] = lambda _: None
    """The command that replaces a stream's commitment after a restore, as its secret may be known; None without one."""
    looks: Callable[[str, S | None, C], tuple[str, ...]] = lambda *_: ()
    """The streams that a decision may look at, given stream, state and command; many may look at once."""
    locked: bool = False
    """Whether commands to other streams write here too; if so, its own commands lock it before they are decided."""
    significant: Mapping[type[Any], Judge] = MappingProxyType({})
    """By class of event, what makes it significant: the reports of the floor are written from this and nothing else."""


class Streams:
    """The registry of all kinds of stream."""

    def __init__(self, kinds: Iterable[Kind[Any, Any, Any]]) -> None:
        self._kinds = {kind.prefix: kind for kind in kinds}
        self._events = {kind.prefix: msgspec.json.Decoder(kind.events) for kind in self}
        self._states = {kind.prefix: msgspec.json.Decoder(tuple[str, kind.state]) for kind in self}  # type: ignore[name-defined]

    def __iter__(self) -> Iterator[Kind[Any, Any, Any]]:
        return iter(self._kinds.values())

    @property
    def tables(self) -> tuple[Table, ...]:
        """The projections of all kinds."""
        return tuple(table for kind in self for table in kind.tables)

    def kind_of(self, stream: str) -> Kind[Any, Any, Any]:
        """Return the kind of a stream by its name."""
        head, colon, name = stream.partition(":")
        kind = self._kinds.get(head + colon)
        if kind is None or bool(colon) != bool(name) or len(stream) > NAME_MAX or not stream.isprintable():
            known = [f"{prefix}…" if prefix.endswith(":") else prefix for prefix in self._kinds]
            raise MissingStreamError("stream-name", stream=stream[:NAME_MAX], known=known)
        return kind

    def encode(self, event: Any, kind: Kind[Any, Any, Any]) -> NewEvent:
        """Return an event to append: its public part in the clear and, if that is not all, the whole event to seal."""
        public = kind.public(event)
        hidden = None if public is event else msgspec.json.encode(event)
        return NewEvent(str(event.__struct_config__.tag), event.schema, msgspec.json.encode(public), hidden)

    def decode(self, record: StoredEvent) -> Any:
        """Return the whole event of a record, in its current schema."""
        kind = self.kind_of(record.stream)
        text = record.hidden or record.payload
        if (record.name, record.schema) in kind.older:
            text = _upcast(kind.older, text)
        return self._events[kind.prefix].decode(text)

    def encode_state(self, stream: str, state: Any) -> bytes:
        """Return a snapshot of a state, labelled with a fingerprint of its shape."""
        return msgspec.json.encode((_shape(self.kind_of(stream).state), state))

    def decode_state(self, stream: str, snapshot: bytes) -> Any:
        """Return the state in a snapshot; `InputError` if it was stored with another shape."""
        kind = self.kind_of(stream)
        shape, state = self._states[kind.prefix].decode(snapshot)
        if shape != _shape(kind.state):
            raise InputError("snapshot-shape", stream=stream)
        return state


def _upcast(older: Upcasters, text: bytes) -> bytes:
    """Convert an event's JSON to its current schema, step by step. The log itself is never rewritten."""
    tree = msgspec.json.decode(text)
    while (step := older.get((tree["event"], tree.get("schema", 1)))) is not None:
        tree = step(tree)
    return msgspec.json.encode(tree)


@cache
def _shape(state: Any) -> str:
    """Return a fingerprint of a state's shape: an old snapshot would silently get the defaults of newer fields."""
    return sha256(msgspec.json.encode(msgspec.json.schema(state))).hexdigest()[:16]
