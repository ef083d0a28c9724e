"""Whether the log is what it was: every chain walked, every cent added up, the heads signed for keeping elsewhere."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, literal, not_, or_, select, union_all

from mississippi_stud.errors import InputError
from mississippi_stud.store import schema
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import GENESIS, Moved, chained
from mississippi_stud.store.keys import signed_by
from mississippi_stud.store.sealing import unseal_snapshot

_ROWS_AT_ONCE: Final = 2_000


class Head(msgspec.Struct, frozen=True):
    """Where a stream stood."""

    stream: str
    version: int
    hash: str


class Anchor(msgspec.Struct, frozen=True):
    """The heads of all streams at a moment, signed. Kept outside, it shows any later cut or rewriting."""

    at: int
    heads: tuple[Head, ...]
    public_key: str
    signature: str

    def good(self) -> bool:
        """Whether the signature is."""
        try:
            return signed_by(bytes.fromhex(self.public_key), bytes.fromhex(self.signature), self.message())
        except ValueError:  # not a hexadecimal number
            return False

    def message(self) -> bytes:
        """What is signed."""
        return msgspec.json.encode([self.at, self.heads])


class LogError(InputError):
    """The log is not what it was."""


def heads(database: Database) -> tuple[Head, ...]:
    """The last version and hash of every stream."""
    events = schema.events.c
    last = select(events.stream, func.max(events.version).label("version")).group_by(events.stream).subquery()
    chosen = (
        select(events.stream, events.version, events.hash)
        .join(last, and_(events.stream == last.c.stream, events.version == last.c.version))
        .order_by(events.stream)
    )
    with database.transaction() as connection:
        return tuple(Head(row.stream, row.version, row.hash.hex()) for row in connection.execute(chosen))


def anchor(database: Database, at: int) -> Anchor:
    """The heads, signed."""
    unsigned = Anchor(at, heads(database), database.keys.public.hex(), "")
    return msgspec.structs.replace(unsigned, signature=database.keys.sign(unsigned.message()).hex())


def verify(database: Database, kept: Anchor | None = None) -> int:
    """Walk every chain and add up the money; `LogError` at the first thing that is wrong. Gives the events seen."""
    if kept is not None and not kept.good():
        raise LogError("the anchor's signature is not good: it was changed")
    if kept is not None and kept.public_key != database.keys.public.hex():
        raise LogError("the anchor was signed with another key: it is another database's")
    with _still(database) as connection:
        with closing(_events(connection)) as events:
            seen = _verify_chains(events, kept)
        _verify_commands(connection)
        _verify_transfers(connection)
        _verify_balances(connection)
        _verify_held(connection)
        _verify_snapshots(database, connection)
        _verify_books(connection)
        _verify_facts(database, connection)
    return seen


@contextmanager
def _still(database: Database) -> Iterator[Connection]:
    """A transaction that sees the database as it was at one moment, while others go on writing."""
    with database.transaction() as connection:
        if database.postgres and database.moment is None:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield connection


def _events(connection: Connection) -> Generator[tuple[Any, bytes, list[Moved]], None, None]:
    """Every event in order, with what was asked and the money that it moved."""
    events, moved, commands = schema.events, schema.transfers, schema.commands
    chosen = (
        select(events, commands.c.body, moved.c.source, moved.c.target, moved.c.cents, moved.c.clause)
        .outerjoin(commands, commands.c.id == events.c.command_id)
        .outerjoin(moved, and_(moved.c.stream == events.c.stream, moved.c.version == events.c.version))
        .order_by(events.c.stream, events.c.version, moved.c.number)
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    with connection.execute(chosen) as found:
        for _, group in groupby(found, attrgetter("stream", "version")):
            rows = list(group)
            yield rows[0], rows[0].body or b"", [tuple(each[-4:]) for each in rows if each.cents is not None]


def _verify_chains(events: Iterable[tuple[Any, bytes, list[Moved]]], kept: Anchor | None) -> int:
    """Every event is what was written, none is missing, and the anchor's are among them."""
    expected = {head.stream: head for head in kept.heads} if kept else {}
    stream, version, before, seen = "", 0, GENESIS, 0
    for row, body, moved in events:
        if row.stream != stream:
            stream, version, before = row.stream, 0, GENESIS
        version += 1
        if row.version != version:
            raise LogError(f"{stream}: event {version} is missing, the next one is {row.version}")
        if chained(before, row._mapping, body, moved) != row.hash:
            raise LogError(f"{stream}: event {version} ({row.name}) is not what was written")
        before = row.hash
        seen += 1
        head = expected.get(stream)
        if head is not None and head.version == version:
            if head.hash != row.hash.hex():
                raise LogError(f"{stream}: event {version} is not the one that the anchor knows")
            del expected[stream]
    for head in expected.values():
        raise LogError(f"{head.stream}: the anchor knows event {head.version}, and the log ends before it")
    return seen


def _verify_commands(connection: Connection) -> None:
    """Every command has events, and says the version of its stream after them."""
    events, commands = schema.events.c, schema.commands.c
    last = (
        select(events.command_id, events.stream, func.max(events.version).label("version"))
        .group_by(events.command_id, events.stream)
        .subquery()
    )
    wrong = (
        select(commands.id, commands.stream)
        .outerjoin(last, and_(last.c.command_id == commands.id, last.c.stream == commands.stream))
        .where(or_(last.c.version.is_(None), last.c.version != commands.version))
        .order_by(commands.id)
    )
    found = connection.execute(wrong).first()
    if found is not None:
        raise LogError(f"{found.stream}: the command {found.id} is not what was written: no event says the same")


def _verify_transfers(connection: Connection) -> None:
    """Every transfer belongs to an event, whose hash has it, and they are numbered from nothing up."""
    moved, events = schema.transfers.c, schema.events.c
    same = and_(events.stream == moved.stream, events.version == moved.version)
    lone = select(moved.stream, moved.version).outerjoin(schema.events, same).where(events.version.is_(None))
    found = connection.execute(lone.order_by(moved.stream, moved.version)).first()
    if found is not None:
        raise LogError(f"{found.stream}: a transfer says that it belongs to event {found.version}, which is not there")
    each = select(moved.stream, moved.version).group_by(moved.stream, moved.version)
    gaps = each.having(or_(func.min(moved.number) != 0, func.max(moved.number) != func.count() - 1))
    found = connection.execute(gaps.order_by(moved.stream, moved.version)).first()
    if found is not None:
        raise LogError(f"{found.stream}: the transfers of event {found.version} are not numbered as they were")


def _verify_held(connection: Connection) -> None:
    """What the accounts are said to have held after their transfers leads from nothing to what they hold now.

    Transfers of different streams have no order of their own. So for each account: whatever it held after one transfer
    it held before another, but for nothing at the beginning and its balance at the end.
    """
    moved, held = schema.transfers.c, schema.balances.c
    most = schema.BALANCE_MAX_CENTS
    beyond = or_(not_(moved.source_cents.between(-most, most)), not_(moved.target_cents.between(-most, most)))
    steps = union_all(
        select(moved.source.label("account"), moved.source_cents.label("cents"), literal(1).label("times")),
        select(moved.source, moved.source_cents + moved.cents, literal(-1)),
        select(moved.target, moved.target_cents, literal(1)),
        select(moved.target, moved.target_cents - moved.cents, literal(-1)),
        select(held.account, literal(0), literal(1)),
        select(held.account, held.cents, literal(-1)),
    ).subquery()
    odd = select(steps.c.account).group_by(steps.c.account, steps.c.cents).having(func.sum(steps.c.times) != 0)
    for wrong in (select(moved.source).where(beyond).order_by(moved.source), odd.order_by(steps.c.account)):
        account = connection.scalar(wrong.limit(1))
        if account is not None:
            raise LogError(f"{account}: what it held after each of its transfers does not add up")


def _verify_snapshots(database: Database, connection: Connection) -> None:
    """Every snapshot is of a moment that the log reaches, and can be opened."""
    kept, events = schema.snapshots.c, schema.events.c
    same = and_(events.stream == kept.stream, events.version == kept.version)
    chosen = select(schema.snapshots, events.version.label("there")).outerjoin(schema.events, same)
    with connection.execute(chosen.order_by(kept.stream).execution_options(yield_per=_ROWS_AT_ONCE)) as found:
        for row in found:
            if row.there is None:
                raise LogError(f"{row.stream}: a snapshot knows event {row.version}, and the log ends before it")
            try:
                unseal_snapshot(database.keys, row.stream, row.version, row.sealed)
            except InputError:
                raise LogError(f"{row.stream}: the snapshot of event {row.version} is not what was written") from None


def _verify_balances(connection: Connection) -> None:
    """The balances are the sums of the transfers."""
    moved: Counter[str] = Counter()
    table = schema.transfers.c
    for account, sign in ((table.source, -1), (table.target, 1)):
        total = func.sum(table.cents, type_=schema.transfers.c.cents.type)
        for row in connection.execute(select(account.label("account"), total.label("cents")).group_by(account)):
            moved[row.account] += sign * int(row.cents)
    held = {row.account: row.cents for row in connection.execute(select(schema.balances))}
    for account in sorted({*moved, *held}):
        if moved[account] != held.get(account, 0):
            raise LogError(f"{account} holds {held.get(account, 0)} cents, and its transfers make {moved[account]}")


def _verify_books(connection: Connection) -> None:
    """Every rule book is the one whose hash it is kept under."""
    for row in connection.execute(select(schema.rulebooks).order_by(schema.rulebooks.c.hash)):
        try:
            sorted_content = msgspec.json.encode(msgspec.json.decode(row.content), order="sorted")
        except msgspec.DecodeError:
            sorted_content = b""
        if sha256(sorted_content).hexdigest() != row.hash:
            raise LogError(f"the rule book kept under {row.hash} is not what was written")


def _verify_facts(database: Database, connection: Connection) -> None:
    """The facts name our key and our format."""
    known = {row.name: row.value for row in connection.execute(select(schema.facts))}
    for name, value in (("key", database.keys.fingerprint), ("format", schema.FORMAT)):
        if known.get(name) != value:
            raise LogError(f"the facts say that the {name} is {known.get(name)}, and it is {value}")
