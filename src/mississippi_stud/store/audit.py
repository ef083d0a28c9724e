"""Whether the log is what it was: every chain walked, every cent added up, the heads signed for keeping elsewhere."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, select

from mississippi_stud.errors import InputError
from mississippi_stud.store import schema
from mississippi_stud.store.database import Database
from mississippi_stud.store.entries import GENESIS, Moved, chained
from mississippi_stud.store.keys import signed_by
from mississippi_stud.store.sealing import unseal_snapshot

_ROWS_AT_ONCE: Final = 2_000
_HELD: Final = "{account}: what it held after each of its transfers does not add up"
_WRONG: Final = (
    # Every command has events, and says the version of its stream after them.
    (
        "SELECT commands.id, commands.stream FROM commands LEFT JOIN"
        " (SELECT command_id, stream, max(version) AS version FROM events GROUP BY command_id, stream) AS last"
        " ON last.command_id = commands.id AND last.stream = commands.stream"
        " WHERE last.version IS NULL OR last.version <> commands.version ORDER BY commands.id",
        "{stream}: the command {id} is not what was written: no event says the same",
    ),
    # Every transfer belongs to an event, whose hash has it.
    (
        "SELECT transfers.stream, transfers.version FROM transfers LEFT JOIN events"
        " ON events.stream = transfers.stream AND events.version = transfers.version"
        " WHERE events.version IS NULL ORDER BY transfers.stream, transfers.version",
        "{stream}: a transfer says that it belongs to event {version}, which is not there",
    ),
    (
        "SELECT stream, version FROM transfers GROUP BY stream, version"
        " HAVING min(number) <> 0 OR max(number) <> count(*) - 1 ORDER BY stream, version",
        "{stream}: the transfers of event {version} are not numbered as they were",
    ),
    # The balances are the sums of the transfers.
    (
        "SELECT account, sum(held) AS held, sum(moved) AS moved FROM"
        " (SELECT account, cents AS held, 0 AS moved FROM balances"
        " UNION ALL SELECT source, 0, -cents FROM transfers UNION ALL SELECT target, 0, cents FROM transfers) AS sums"
        " GROUP BY account HAVING sum(held) <> sum(moved) ORDER BY account",
        "{account} holds {held} cents, and its transfers make {moved}",
    ),
    # What accounts held leads from nothing to what they hold now. Transfers of different streams have no order of their
    # own; so whatever an account held after one transfer it held before another, but for the beginning and the end.
    (
        "SELECT source AS account FROM transfers WHERE source_cents NOT BETWEEN -4611686018427387904 AND"
        " 4611686018427387904 OR target_cents NOT BETWEEN -4611686018427387904 AND 4611686018427387904",
        _HELD,
    ),
    (
        "SELECT account FROM (SELECT source AS account, source_cents AS cents, 1 AS times FROM transfers"
        " UNION ALL SELECT source, source_cents + cents, -1 FROM transfers"
        " UNION ALL SELECT target, target_cents, 1 FROM transfers"
        " UNION ALL SELECT target, target_cents - cents, -1 FROM transfers"
        " UNION ALL SELECT account, 0, 1 FROM balances UNION ALL SELECT account, cents, -1 FROM balances) AS steps"
        " GROUP BY account, cents HAVING sum(times) <> 0 ORDER BY account",
        _HELD,
    ),
    # No snapshot is of a moment that the log does not reach.
    (
        "SELECT snapshots.stream, snapshots.version FROM snapshots LEFT JOIN events"
        " ON events.stream = snapshots.stream AND events.version = snapshots.version"
        " WHERE events.version IS NULL ORDER BY snapshots.stream",
        "{stream}: a snapshot knows event {version}, and the log ends before it",
    ),
)
"""What finds rows that cannot be, and what is said of the first."""


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
        for wrong, said in _WRONG:
            found = connection.exec_driver_sql(f"{wrong} LIMIT 1").first()
            if found is not None:
                raise LogError(said.format(**found._mapping))
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


def _verify_snapshots(database: Database, connection: Connection) -> None:
    """Every snapshot can be opened."""
    chosen = select(schema.snapshots).order_by(schema.snapshots.c.stream)
    with connection.execute(chosen.execution_options(yield_per=_ROWS_AT_ONCE)) as found:
        for row in found:
            try:
                unseal_snapshot(database.keys, row.stream, row.version, row.sealed)
            except InputError:
                raise LogError(f"{row.stream}: the snapshot of event {row.version} is not what was written") from None


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
