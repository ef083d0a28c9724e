"""The signed heads of every commit, in chains: who has not the key cannot rewrite the log, nor take anything out of it.

A commit signs, of each stream that it lets grow, the version, the hash of its last event and what the accounts held
after its transfers. The commits of one process are a chain; the first of a chain names the ends of those before it. So
whoever knows the ends of all chains, as an anchor does, knows the whole log. Only the public key is needed to check it
(decision 60).
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, Final
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, and_, func, insert, select

from mississippi_stud.store import schema
from mississippi_stud.store.entries import GENESIS, Heads
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.statements import many

_COMMIT: Final = b"mississippi-stud commit 1\0"
_FACT: Final = b"mississippi-stud fact 1\0"
_NEW_COMMIT: Final = insert(schema.commits)
HeldAfter = tuple[int, int, int, int]
"""Of a transfer of a stream: version, number, and what its source and its target held after it."""


class StreamGrowth(msgspec.Struct, frozen=True, array_like=True):
    """Where a commit left a stream."""

    stream: str
    version: int
    hash: bytes
    held: bytes
    """The hash of what accounts held after its transfers; empty if there are none."""


class Tip(msgspec.Struct, frozen=True, order=True):
    """A commit of a chain: the last of it, when somebody looked."""

    writer: str
    number: int
    hash: str


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a commit signs."""

    grown: tuple[StreamGrowth, ...]
    after: tuple[Tip, ...] = ()
    """In the first of a chain, the ends of all chains that none was begun after."""
    database: str = ""
    """In the first of a chain, the name of the database: a copy under another name is told from it."""


def held_hash(held: Sequence[HeldAfter]) -> bytes:
    """What is signed of the transfers of a stream in one commit."""
    return sha256(msgspec.msgpack.encode(held)).digest() if held else b""


def commit_hash(before: bytes, writer: str, number: int, at: int, content: bytes) -> bytes:
    """The hash of a commit: over the one before it in its chain and all that it says."""
    return sha256(before + msgspec.msgpack.encode((writer, number, at, content))).digest()


def signed_message(commit: bytes) -> bytes:
    """What the signature of a commit is made over."""
    return _COMMIT + commit


def tips(connection: Connection) -> tuple[Tip, ...]:
    """The ends of all chains that no other chain was begun after."""
    table = schema.commits.c
    last = select(table.writer, func.max(table.number).label("number")).group_by(table.writer).subquery()
    ends = select(table.writer, table.number, table.hash).join(
        last, and_(table.writer == last.c.writer, table.number == last.c.number)
    )
    known = {Tip(row.writer, row.number, row.hash.hex()) for row in connection.execute(ends)}
    for content in connection.scalars(select(table.content).where(table.number == 1)):
        known -= set(msgspec.json.decode(content, type=Content).after)
    return tuple(sorted(known))


def databases(connection: Connection) -> set[str]:
    """The names of the database by the chains at the end of the log; one, unless it was named anew since."""
    ends = {tip.writer for tip in tips(connection)}
    table = schema.commits.c
    first = connection.scalars(select(table.content).where(table.number == 1, table.writer.in_(ends)))
    return {msgspec.json.decode(content, type=Content).database for content in first}


Sign = Callable[[Connection, int, Heads, Mapping[str, Sequence[HeldAfter]]], None]
"""What signs the heads of the streams that have grown, as the last thing before the commit: once, at most."""


class Signer:
    """Signs what a process commits, one commit at a time."""

    def __init__(self, keys: Keys, name: Callable[[], str]) -> None:
        self._keys = keys
        self._name = name
        """The name of the database."""
        self._lock = threading.RLock()
        self._begin()

    def _begin(self) -> None:
        self._writer, self._number, self._last = uuid4().hex, 0, GENESIS

    @contextmanager
    def signing(self) -> Iterator[Sign]:
        """What signs the commit of a transaction that begins after this and ends before it.

        Whoever has signed lets no other thread sign until the commit is over, and has nothing to wait for any more. If
        it fails, nobody knows whether it happened all the same: the next one begins a new chain.
        """
        with ExitStack() as signed:
            yield partial(self._sign, signed)

    def _sign(
        self, signed: ExitStack, connection: Connection, at: int, heads: Heads, held: Mapping[str, Sequence[HeldAfter]]
    ) -> None:
        if not held:
            return
        signed.enter_context(self._lock)
        signed.push(lambda kind, *_: self._begin() if kind else None)
        grown = tuple(StreamGrowth(stream, *heads[stream], held_hash(held[stream])) for stream in sorted(held))
        content = Content(grown) if self._number else Content(grown, tips(connection), self._name())
        encoded = msgspec.json.encode(content)
        self._number += 1
        self._last = commit_hash(self._last, self._writer, self._number, at, encoded)
        row: dict[str, Any] = {"writer": self._writer, "number": self._number, "at": at, "content": encoded}
        row |= {"hash": self._last, "signature": self._keys.sign(signed_message(self._last))}
        many(connection, _NEW_COMMIT, [row])


def signed_fact(keys: Keys, name: str, value: str) -> dict[str, Any]:
    """A row of the facts."""
    return {"name": name, "value": value, "signature": keys.sign(fact_message(name, value))}


def fact_message(name: str, value: str) -> bytes:
    """What the signature of a fact is made over."""
    return _FACT + f"{name}\0{value}".encode()
