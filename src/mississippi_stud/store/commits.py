"""Chains of signed commits: without the key, nobody can rewrite the log or remove anything from it.

For each stream that grows, a commit signs the version, the hash of the last event and the balances after its transfers.
The commits of one process form a chain; the first of a chain names the ends of earlier chains. The ends of all chains,
which an anchor holds, therefore determine the whole log. Only the public key is needed to check it (decision 60).
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, Final
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, and_, func, select

from mississippi_stud.store import schema
from mississippi_stud.store.entries import GENESIS, Heads
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.statements import Pipeline, Writing, insert_all

_COMMIT: Final = b"mississippi-stud commit 1\0"
_FACT: Final = b"mississippi-stud fact 1\0"
HeldAfter = tuple[int, int, int, int]
"""For a transfer of a stream: version, number, and the balances of its source and its target after it."""


class StreamGrowth(msgspec.Struct, frozen=True, array_like=True):
    """The head of a stream after a commit."""

    stream: str
    version: int
    hash: bytes
    held: bytes
    """The hash of the balances after its transfers; empty if there are none."""


class Tip(msgspec.Struct, frozen=True, order=True):
    """The last commit of a chain at some moment."""

    writer: str
    number: int
    hash: str


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a commit signs."""

    grown: tuple[StreamGrowth, ...]
    after: tuple[Tip, ...] = ()
    """In the first commit of a chain, the ends of all chains that no other chain follows."""
    database: str = ""
    """In the first commit of a chain, the name of the database, which tells it from a renamed copy."""


def held_hash(held: Sequence[HeldAfter]) -> bytes:
    """Return the hash to sign for the transfers of a stream in one commit; empty if there are none."""
    return sha256(msgspec.msgpack.encode(held)).digest() if held else b""


def commit_hash(before: bytes, writer: str, number: int, at: int, content: bytes) -> bytes:
    """Return the hash of a commit: over the previous hash in its chain and the commit's whole content."""
    return sha256(before + msgspec.msgpack.encode((writer, number, at, content))).digest()


def signed_message(commit: bytes) -> bytes:
    """Return the bytes that are signed for a commit."""
    return _COMMIT + commit


def tips(connection: Connection) -> tuple[Tip, ...]:
    """Return the ends of all chains that no other chain follows."""
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
    """Return the database's names in the chains at the end of the log; one, unless it has been renamed since."""
    ends = {tip.writer for tip in tips(connection)}
    table = schema.commits.c
    first = connection.scalars(select(table.content).where(table.number == 1, table.writer.in_(ends)))
    return {msgspec.json.decode(content, type=Content).database for content in first}


Sign = Callable[[Writing, int, Heads, Mapping[str, Sequence[HeldAfter]]], None]
"""Signs the heads of the streams that have grown; called at most once, right before the commit."""


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
        """Yield the function that signs a commit; the transaction must begin and end within this context.

        After signing, a thread keeps others from signing until its commit is over, and waits for nothing else. If the
        commit fails, it may still have happened, so the next one begins a new chain.
        """
        with ExitStack() as signed:
            yield partial(self._sign, signed)

    def _sign(
        self, signed: ExitStack, connection: Writing, at: int, heads: Heads, held: Mapping[str, Sequence[HeldAfter]]
    ) -> None:
        if not held:
            return
        signed.enter_context(self._lock)
        signed.push(lambda kind, *_: self._begin() if kind else None)
        grown = tuple(StreamGrowth(stream, *heads[stream], held_hash(held[stream])) for stream in sorted(held))
        if self._number:
            content = Content(grown)
        else:
            plain = connection.connection if isinstance(connection, Pipeline) else connection
            content = Content(grown, tips(plain), self._name())
        encoded = msgspec.json.encode(content)
        self._number += 1
        self._last = commit_hash(self._last, self._writer, self._number, at, encoded)
        row: dict[str, Any] = {"writer": self._writer, "number": self._number, "at": at, "content": encoded}
        row |= {"hash": self._last, "signature": self._keys.sign(signed_message(self._last))}
        insert_all(connection, schema.commits, [row])


def signed_fact(keys: Keys, name: str, value: str) -> dict[str, Any]:
    """Return a row of the table of facts, signed."""
    return {"name": name, "value": value, "signature": keys.sign(fact_message(name, value))}


def fact_message(name: str, value: str) -> bytes:
    """Return the bytes that are signed for a fact."""
    return _FACT + f"{name}\0{value}".encode()
