"""Checks that the log is unaltered: walks every chain, checks every signature and adds up every cent."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import CheckConstraint, Connection, and_, inspect, select
from sqlalchemy.exc import DBAPIError

from mississippi_stud.errors import InputError
from mississippi_stud.store import commits, schema
from mississippi_stud.store.database import MEMORY, Database, StoreError, unopened, upgrade
from mississippi_stud.store.entries import GENESIS, Moved, chained
from mississippi_stud.store.keys import signed_by, signed_in_hex

_ROWS_AT_ONCE: Final = 2_000
_INDEXES: Final = "SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid = %s::regclass"
_ACTING_SQLITE: Final = "SELECT name, tbl_name AS target FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
_ACTING_POSTGRES: Final = (
    "SELECT tgname AS name, relname AS target FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
    " UNION ALL SELECT rulename, tablename FROM pg_rules WHERE schemaname = current_schema() ORDER BY name"
)
_UNLOGGED: Final = (
    "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relpersistence <> 'p'"
)
_FILTERED: Final = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity"
_WRONG: Final = Path(__file__).with_name("audit.sql").read_text(encoding="utf-8").split("\n\n")
"""Queries that find impossible rows; the first line of each is the error code to report."""


class Anchor(msgspec.Struct, frozen=True):
    """The ends of all chains of commits at one moment, signed. Kept outside, it exposes any later cut or rewriting."""

    database: str
    at: int
    tips: tuple[commits.Tip, ...]
    public_key: str
    signature: str

    def message(self) -> bytes:
        """Return the bytes that are signed."""
        return b"mississippi-stud anchor 1\0" + msgspec.json.encode([self.database, self.at, self.tips])


class LogError(InputError):
    """The log has been altered or damaged."""


def anchor(database: Database, at: int) -> Anchor:
    """Return the ends of all chains of commits, signed: they determine the whole log."""
    with database.transaction() as connection:
        unsigned = Anchor(database.id, at, commits.tips(connection), database.keys.public.hex(), "")
    return msgspec.structs.replace(unsigned, signature=database.keys.sign(unsigned.message()).hex())


def verify(database: Database, *kept: Anchor) -> int:
    """Walk every chain, check every signature and add up the money; `LogError` at the first fault.

    Return the number of events. Sealed parts are opened only if the whole key is known; for the rest its public part
    is enough.
    """
    for each in kept:
        check_anchor(database, each)
    with still(database) as connection, read_rightly():
        check_integrity(connection)
        _verify_schema(database, connection)
        signed = _verify_commits(database, connection, kept)
        with closing(_events(connection)) as events:
            seen = _verify_chains(events, signed)
        for comment, statement in (wrong.split("\n", 1) for wrong in _WRONG):
            found, code = connection.exec_driver_sql(statement).first(), comment.removeprefix("-- ")
            if found is not None:
                raise LogError(code, **found._mapping)
        if database.keys.whole:
            _verify_snapshots(database, connection)
        _verify_books(connection)
        _verify_facts(database, connection)
    return seen


@contextmanager
def read_rightly() -> Iterator[None]:
    """Report impossible values in a row, such as a damaged file has, as `LogError`."""
    try:
        yield
    except (LogError, StoreError):
        raise
    except InputError as error:
        raise LogError(error.code, **error.params) from None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise LogError("row-impossible", error=error) from error


def is_signed(kept: Anchor) -> bool:
    """Whether an anchor is as the owner of its public key signed it."""
    return signed_in_hex(kept.public_key, kept.signature, kept.message())


def check_anchor(database: Database, kept: Anchor) -> None:
    """Raise `LogError` unless an anchor belongs to this database and is unaltered."""
    if not is_signed(kept):
        raise LogError("anchor-changed")
    if kept.public_key != database.keys.public.hex():
        raise LogError("anchor-other-key")
    if kept.database != database.id:
        raise LogError("anchor-other-database")


def missing_tip(connection: Connection, kept: Anchor) -> commits.Tip | None:
    """Return a commit that an anchor names but the log lacks, if any."""
    table = schema.commits.c
    for tip in kept.tips:
        there = connection.scalar(select(table.hash).where(table.writer == tip.writer, table.number == tip.number))
        if there is None or there.hex() != tip.hash:
            return tip
    return None


@contextmanager
def still(database: Database) -> Iterator[Connection]:
    """Open a transaction that sees the database as of one moment, while others go on writing."""
    with database.transaction() as connection:
        if database.postgres and database.moment is None:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield connection


def _verify_commits(
    database: Database, connection: Connection, kept: Iterable[Anchor]
) -> dict[str, list[commits.StreamGrowth]]:
    """Check that every commit is as signed, that no chain has gaps, and that commits named by others exist.

    Return each stream's signed versions.
    """
    signed: dict[str, list[commits.StreamGrowth]] = {}
    writer, number, before = "", 0, GENESIS
    chosen = select(schema.commits).order_by(schema.commits.c.writer, schema.commits.c.number)
    known: set[commits.Tip] = set()
    after: list[commits.Tip] = []
    with connection.execute(chosen.execution_options(yield_per=_ROWS_AT_ONCE)) as found:
        for row in found:
            if row.writer != writer:
                writer, number, before = row.writer, 0, GENESIS
            number += 1
            if row.number != number:
                raise LogError("commit-skipped", number=number, writer=writer, next=row.number)
            before = commits.commit_hash(before, writer, number, row.at, row.content)
            if before != row.hash or not signed_by(database.keys.public, row.signature, commits.signed_message(before)):
                raise LogError("commit-unsigned", number=number, writer=writer)
            content = msgspec.json.decode(row.content, type=commits.Content)
            for each in content.grown:
                signed.setdefault(each.stream, []).append(each)
            after += content.after
            known.add(commits.Tip(writer, number, before.hex()))
    for tip in after:
        if tip not in known:
            raise LogError("commit-missing", number=tip.number, writer=tip.writer)
    for tip in (tip for anchored in kept for tip in anchored.tips):
        if tip not in known:
            raise LogError("commit-not-anchored", number=tip.number, writer=tip.writer)
    return signed


_Event = tuple[Any, bytes, list[Moved], list[commits.HeldAfter]]


def _events(connection: Connection) -> Generator[_Event, None, None]:
    """Yield every event in order, with its command's hash and the money that it moved."""
    events, moved, commands = schema.events, schema.transfers, schema.commands
    money = (
        moved.c[name] for name in ("number", "source_cents", "target_cents", "source", "target", "cents", "clause")
    )
    chosen = (
        select(events, commands.c.body, *money)
        .outerjoin(commands, commands.c.id == events.c.command_id)
        .outerjoin(moved, and_(moved.c.stream == events.c.stream, moved.c.version == events.c.version))
        .order_by(events.c.stream, events.c.version, moved.c.number)
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    with connection.execute(chosen) as found:
        for _, group in groupby(found, attrgetter("stream", "version")):
            rows = list(group)
            paid = [each for each in rows if each.cents is not None]
            after = [(each.version, each.number, each.source_cents, each.target_cents) for each in paid]
            yield rows[0], rows[0].body or b"", [tuple(each[-4:]) for each in paid], after


def _verify_chains(events: Iterable[_Event], signed: dict[str, list[commits.StreamGrowth]]) -> int:
    """Check that every event is as written and signed, and that none is missing."""
    seen = 0
    for stream, group in groupby(events, key=lambda each: each[0].stream):
        before, held = GENESIS, list[commits.HeldAfter]()
        grown = iter(sorted(signed.pop(stream, ()), key=attrgetter("version")))
        expected = next(grown, None)
        for version, (row, body, moved, after) in enumerate(group, start=1):
            if row.version != version:
                raise LogError("event-skipped", stream=stream, version=version, next=row.version)
            if chained(before, row._mapping, body, moved) != row.hash:
                raise LogError("event-changed", stream=stream, version=version, name=row.name)
            before = row.hash
            held += after
            seen += 1
            if expected is None:
                raise LogError("event-unsigned", stream=stream, version=version, name=row.name)
            if expected.version == version:
                if expected.hash != before:
                    raise LogError("event-forged", stream=stream, version=version, name=row.name)
                if expected.held != commits.held_hash(held):
                    raise LogError("held-forged", stream=stream, version=version)
                expected, held = next(grown, None), []
        if expected is not None:
            raise LogError("log-cut", stream=stream, version=expected.version)
    for stream, lost in signed.items():
        raise LogError("log-cut", stream=stream, version=lost[-1].version)
    return seen


def _verify_snapshots(database: Database, connection: Connection) -> None:
    """Check that every snapshot can be opened."""
    chosen = select(schema.snapshots).order_by(schema.snapshots.c.stream)
    with connection.execute(chosen.execution_options(yield_per=_ROWS_AT_ONCE)) as found:
        for row in found:
            try:
                database.keys.unseal_snapshot(row.stream, row.version, row.sealed)
            except InputError:
                raise LogError("snapshot-changed", stream=row.stream, version=row.version) from None


def _verify_books(connection: Connection) -> None:
    """Check that every rule book matches the hash it is stored under."""
    for row in connection.execute(select(schema.rulebooks).order_by(schema.rulebooks.c.hash)):
        try:
            sorted_content = msgspec.json.encode(msgspec.json.decode(row.content), order="sorted")
        except msgspec.DecodeError:
            sorted_content = b""
        if not isinstance(row.content, bytes) or sha256(sorted_content).hexdigest() != row.hash:
            raise LogError("book-changed", hash=row.hash)


def _verify_facts(database: Database, connection: Connection) -> None:
    """Check that the facts name our key and our format, and that every fact is signed."""
    rows = connection.execute(select(schema.facts).order_by(schema.facts.c.name)).all()
    known = {row.name: row.value for row in rows}
    own = {"format": schema.FORMAT} | ({"key": database.keys.fingerprint} if database.keys.whole else {})
    for name, value in own.items():
        if known.get(name) != value:
            raise LogError("fact-wrong", name=name, told=known.get(name), actual=value)
    if "database" not in known:
        raise LogError("facts-nameless")
    for row in rows:
        if not signed_by(database.keys.public, row.signature, commits.fact_message(row.name, row.value)):
            raise LogError("fact-unsigned", name=row.name)


def check_integrity(connection: Connection) -> None:
    """Run the database's own integrity check, if it has one (SQLite)."""
    if connection.dialect.name != "sqlite":
        return
    said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    if said != ["ok"]:
        raise LogError("sqlite-damaged", said=" ".join(said[0].split()))


def _verify_schema(database: Database, connection: Connection) -> None:
    """Check that nothing, such as a trigger, acts on our tables, and that the log's tables are as we created them."""
    tables = {*schema.metadata.tables, *database.projections}
    acting = connection.exec_driver_sql(_ACTING_POSTGRES if database.postgres else _ACTING_SQLITE).all()
    for row in acting:
        if row.target in tables:
            raise LogError("trigger-foreign", name=row.name, target=row.target)
    if database.postgres:
        _verify_constraints(connection)
        return
    own, made = _statements(connection), _made()
    for name in sorted(made.keys() | own.keys()):
        if own.get(name) != made.get(name):
            raise LogError("definition-changed", name=name[1])


def _verify_constraints(connection: Connection) -> None:
    """Check that PostgreSQL keeps the log's tables after a crash, shows all their rows and enforces our constraints."""
    unlogged, filtered = (set(connection.exec_driver_sql(each).scalars()) for each in (_UNLOGGED, _FILTERED))
    found = inspect(connection)
    for name, table in schema.metadata.tables.items():
        if name in unlogged:
            raise LogError("table-unlogged", name=name)
        if name in filtered:
            raise LogError("rows-hidden", name=name)
        made = {(each.name, each.type.compile(connection.dialect), each.nullable) for each in table.columns}
        columns = {
            (each["name"], each["type"].compile(connection.dialect), each["nullable"])
            for each in found.get_columns(name)
        }
        added = {each["name"] for each in found.get_indexes(name)} - {each.name for each in table.indexes}
        key = [column.name for column in table.primary_key]
        checks = {each.name for each in table.constraints if isinstance(each, CheckConstraint)}
        left = checks - {each["name"] for each in found.get_check_constraints(name)}
        if left or added or columns != made or found.get_pk_constraint(name)["constrained_columns"] != key:
            raise LogError("definition-changed", name=name)


@cache
def _made() -> dict[tuple[str, str], str]:
    """Return the statements that SQLite stores for the tables of a new database."""
    with unopened(MEMORY) as new:
        upgrade(new)
        return _statements(new)


def _statements(connection: Connection) -> dict[tuple[str, str], str]:
    """Return the statements that created the log's tables and indexes, by the names of both."""
    found = connection.exec_driver_sql("SELECT tbl_name, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all()
    ours = (*schema.metadata.tables, "alembic_version")
    return {(row.tbl_name, row.name): row.sql for row in found if row.tbl_name in ours}


def check_indexes(database: Database) -> bool | None:
    """Run PostgreSQL's check of its own tables and indexes; False if its extension amcheck is not installed.

    None on SQLite, whose own check is part of `verify`.
    """
    if not database.postgres:
        return None
    with database.transaction() as connection:
        if connection.exec_driver_sql("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'").first() is None:
            return False
        tables = [*schema.metadata.tables, *database.projections]
        for name in tables:
            found = connection.exec_driver_sql("SELECT msg FROM verify_heapam(%s::regclass)", (name,)).first()
            if found is not None:
                raise LogError("table-damaged", name=name, said=found.msg)
            try:
                connection.exec_driver_sql(_INDEXES, (name,)).all()
            except DBAPIError as error:
                said = str(error.orig).splitlines()[0]
                raise LogError("index-damaged", name=name, said=said) from None
    return True
