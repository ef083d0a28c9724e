"""The registry of streams: what the floor must know of a kind of stream to log, cache, show, recall and rebuild it.

Everything else of the floor is written over this, once. A new kind is one more entry in `kinds`, and a line nowhere
else. What a stream means is for the pure packages to know.
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
from mississippi_stud.money import Transfer
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.entries import NewEvent, ProjectionRow
from mississippi_stud.store.log import StoredEvent

NAME_MAX: Final = 80
"""The longest name of a stream."""
NEEDED_MAX: Final = 16
"""The most streams that one command is decided on."""

Books = Callable[[str], Rulebook]
"""Where the rule book is found that was kept under a content hash."""
Older = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]
"""By name and schema number, what turns an event of that shape into one of the next."""
S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class MissingStreamError(InputError):
    """There is no such stream."""


class LockRequest(Exception):  # noqa: N818 - what is missing, not a fault of the program
    """A command cannot be decided without this stream, locked."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


@dataclass(kw_only=True)
class Context:
    """What a command is decided with, beside the state of its own stream."""

    at: int
    """Microseconds since 1970."""
    secret: bytes
    """Fresh chance of 32 bytes, the same however often the command is decided."""
    book: Books
    seen: Mapping[str, Any]
    held: Callable[[str], int]
    known: Callable[[str], Any] = lambda _: None
    """What is known of any stream, without a lock."""
    locked: Mapping[str, Any] = field(default_factory=dict)
    expects: dict[str, int] = field(default_factory=dict)
    """What accounts hold that the decision rests on."""

    def need(self, stream: str) -> Any:
        """The state of another stream, on which nobody else writes until this command is in the log; None: no such."""
        if stream not in self.locked:
            raise LockRequest(stream)
        return self.locked[stream]

    def glance(self, stream: str) -> Any:
        """The state of another stream that somebody else may write to meanwhile; None if there is none."""
        return self.locked[stream] if stream in self.locked else self.known(stream)

    def balance(self, account: str) -> int:
        """What an account holds; if that has changed when the command is written, it is decided again."""
        return self.expects.setdefault(account, self.held(account))

    def look(self, stream: str) -> Any:
        """The state of another stream that the kind `looks` at, as it was seen last; None if there is none."""
        return self.seen[stream]


class Kind(NamedTuple, Generic[S, C, E]):
    """A kind of stream, whole. Commands, events and states are tagged structs; every function is pure."""

    prefix: str
    """How the names of its streams begin, with the colon; without one it is the name of the only stream."""
    commands: Any
    events: Any
    state: Any
    decide: Callable[[Context, str, S | None, C], Mapping[str, Sequence[Any]]]
    """What happens, by stream, the command's own among them; nothing: it is answered, and not remembered."""
    evolve: Callable[[S | None, E], S]
    public: Callable[[E], E] = lambda event: event
    """What anyone may know of an event when it happens; the event itself where nothing of it is sealed."""
    transfers: Callable[[Books, str, S | None, E], Iterable[Transfer]] = lambda *_: ()
    """The money that an event moves, after the state before it."""
    rows: Callable[[str, S | None, S, E, int, int], Iterable[ProjectionRow]] = lambda *_: ()
    """What the projections say anew: of a stream, the states before and after, the event, its version and time."""
    tables: tuple[Table, ...] = ()
    """The projections that `rows` fills."""
    deadlines: Callable[[Books, S], Mapping[str, int]] = lambda *_: {}
    """What happens by itself, and when, by key."""
    time_up: Callable[[str], C] | None = None
    """The command that the clock sends when the deadline of that key has passed."""
    at_rest: Callable[[S], bool] = lambda _: True
    """Whether a state may be kept as a snapshot: nothing in it is unseen but secrets of a fixed length."""
    short: Callable[[Books, S | None], Exception] = lambda *_: InputError("the account does not hold so much")
    """What is said if an account does not hold what a command would move."""
    view: Callable[[Books, S, Role, str], Any] = lambda _books, state, _role, _person: state
    """What a person in that role may see of a state."""
    audit: Callable[[Any, str], None] | None = None
    """What `mstud verify log` checks of a stream beside the chains: `floor.history` hands itself over."""
    older: Older = MappingProxyType({})
    """What turns events that an earlier program wrote into today's. Whoever changes the shape of an event raises its
    `schema` and adds here, under the old name and number, what turns the old JSON into the next: it sets `event` and
    `schema` anew.
    """
    renew: Callable[[S], C | None] = lambda _: None
    """The command that binds a stream anew after a backup was restored, where what it is bound to may be known."""
    looks: tuple[str, ...] = ()
    """Streams that its decisions look at without locking them."""
    locked: bool = False
    """Whether commands of other streams write here too, so that its own lock it before they are decided."""


class Streams:
    """Every kind of stream there is."""

    def __init__(self, kinds: Iterable[Kind[Any, Any, Any]]) -> None:
        self._kinds = {kind.prefix: kind for kind in kinds}
        self._events = {kind.prefix: msgspec.json.Decoder(kind.events) for kind in self}
        self._states = {kind.prefix: msgspec.json.Decoder(tuple[str, kind.state]) for kind in self}  # type: ignore[name-defined]

    def __iter__(self) -> Iterator[Kind[Any, Any, Any]]:
        return iter(self._kinds.values())

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every projection that the kinds fill."""
        return tuple(table for kind in self for table in kind.tables)

    def kind_of(self, stream: str) -> Kind[Any, Any, Any]:
        """The kind of a stream, by its name."""
        head, colon, name = stream.partition(":")
        kind = self._kinds.get(head + colon)
        if kind is None or bool(colon) != bool(name) or len(stream) > NAME_MAX or not stream.isprintable():
            known = ", ".join(f"{prefix}…" if prefix.endswith(":") else prefix for prefix in self._kinds)
            raise MissingStreamError(f"{stream[:NAME_MAX]!r} is not the name of a stream: those are {known}")
        return kind

    def encode(self, event: Any, kind: Kind[Any, Any, Any]) -> NewEvent:
        """An event as it is appended: what is public in the clear, the whole beside it where something is not."""
        public = kind.public(event)
        hidden = None if public is event else msgspec.json.encode(event)
        return NewEvent(str(event.__struct_config__.tag), event.schema, msgspec.json.encode(public), hidden)

    def decode(self, record: StoredEvent) -> Any:
        """The event of a record, whole, as today's program has it."""
        kind = self.kind_of(record.stream)
        text = record.hidden or record.payload
        if (record.name, record.schema) in kind.older:
            text = _today(kind.older, text)
        return self._events[kind.prefix].decode(text)

    def encode_state(self, stream: str, state: Any) -> bytes:
        """A snapshot of a state, with the mark of its shape."""
        return msgspec.json.encode((_shape(self.kind_of(stream).state), state))

    def decode_state(self, stream: str, snapshot: bytes) -> Any:
        """The state in a snapshot; `InputError` if a program kept it that knew another shape."""
        kind = self.kind_of(stream)
        shape, state = self._states[kind.prefix].decode(snapshot)
        if shape != _shape(kind.state):
            raise InputError(f"the snapshot of {stream} is of another shape")
        return state


def _today(older: Older, text: bytes) -> bytes:
    """An event's JSON in today's shape, by as many steps as that takes. The log itself is never rewritten."""
    tree = msgspec.json.decode(text)
    while (step := older.get((tree["event"], tree.get("schema", 1)))) is not None:
        tree = step(tree)
    return msgspec.json.encode(tree)


@cache
def _shape(state: Any) -> str:
    """A mark of the shape of a state: one that has grown a field since would be read as if it always had been so."""
    return sha256(msgspec.json.encode(msgspec.json.schema(state))).hexdigest()[:16]
