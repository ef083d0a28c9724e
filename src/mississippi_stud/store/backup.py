"""Backs up the whole log to one portable file while it is in use, and restores it into an empty database.

Projections are not included: they are rebuilt from the log when the database is next opened.

The file is gzipped JSON lines: a head with the schema version, the key's fingerprint and the columns of each table;
then a line per row, ``[table, [values]]``, bytes as base64; then a foot with the number of rows, the SHA-256 of all
lines before it and a signature of that. What is sealed stays sealed: the file is useless without the key, and does not
contain it. Decision 50 says why.
"""

import gzip
import zlib
from base64 import b64decode
from collections.abc import Generator, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, LargeBinary, MetaData, Table, delete, insert, inspect, select

from mississippi_stud.errors import InputError
from mississippi_stud.store import schema
from mississippi_stud.store.audit import still
from mississippi_stud.store.commits import signed_fact
from mississippi_stud.store.database import Database, StoreError, check_known, newest, unopened, upgrade, version
from mississippi_stud.store.files import whole
from mississippi_stud.store.keys import Keys, signed_in_hex
from mississippi_stud.store.projections import FACT
from mississippi_stud.store.statements import upsert

RESTORED: Final = "restored"
"""The fact that marks a restored database until open commitments are renewed; its value is the backup's time."""
_KIND: Final = "mississippi-stud backup"
_AT_ONCE: Final = 1_000
_T = TypeVar("_T")


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a backup, which describes it."""

    backup: str
    schema: str
    key: str
    public_key: str
    at: int
    tables: dict[str, tuple[str, ...]]


class Foot(msgspec.Struct, frozen=True, kw_only=True):
    """The last line of a backup."""

    rows: int
    sha256: str
    signature: str


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of what was written or restored."""

    rows: int
    schema: str
    key: str
    at: int
    database: str = ""
    """The name of the database that was saved."""


# Writing.


def save(database: Database, path: Path, at: int) -> Backup:
    """Write the log and all that belongs to it to a file, as of one moment."""
    head = Head(
        backup=_KIND,
        schema=newest(),
        key=database.keys.fingerprint,
        public_key=database.keys.public.hex(),
        at=at,
        tables={str(name): tuple(map(str, table.columns.keys())) for name, table in schema.metadata.tables.items()},
    )
    digest, rows = sha256(), 0
    with whole(path) as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0, compresslevel=6) as out:
        with closing(_lines(database, head)) as lines:
            for line in lines:
                digest.update(line)
                out.write(line)
                rows += 1
        rows -= 1  # the head is not a row
        signature = database.keys.sign(_signed(rows, digest.digest())).hex()
        out.write(_line(Foot(rows=rows, sha256=digest.hexdigest(), signature=signature)))
    return Backup(rows=rows, schema=head.schema, key=head.key, at=at, database=database.id)


def _lines(database: Database, head: Head) -> Generator[bytes, None, None]:
    yield _line(head)
    with still(database) as connection:
        for name, table in schema.metadata.tables.items():
            chosen = select(table).order_by(*table.primary_key).execution_options(yield_per=_AT_ONCE)
            with connection.execute(chosen) as rows:
                for row in rows:
                    yield _line([str(name), tuple(row)])


def _line(content: Any) -> bytes:
    return msgspec.json.encode(content) + b"\n"


def _signed(rows: int, digest: bytes) -> bytes:
    return f"{_KIND} {rows} ".encode() + digest


# Reading.


def check(path: Path, keys: Keys) -> Backup:
    """Read a backup from end to end; `InputError` says what is wrong with it or with the key."""
    head = _head(path, keys)
    count, database = 0, ""
    for table, values in _rows(path, keys):
        count += 1
        if table == "facts" and values[:1] == ["database"]:
            database = str(values[1])
    return Backup(rows=count, schema=head.schema, key=head.key, at=head.at, database=database)


def _head(path: Path, keys: Keys) -> Head:
    with closing(_read(path)) as lines:
        head = _decoded(path, next(lines, b""), Head)
    if head.backup != _KIND:
        raise InputError("backup-foreign", path=path)
    if head.key != keys.fingerprint:
        raise StoreError("backup-other-key", path=path, theirs=head.key, ours=keys.fingerprint)
    check_known(head.schema, path)
    return head


def _rows(path: Path, keys: Keys) -> Iterator[tuple[str, list[Any]]]:
    """Yield every row of a backup; `InputError` at the end if the file is not what was once written."""
    digest, rows, foot = sha256(), -1, None
    with closing(_read(path)) as lines:
        for line in lines:
            if foot is not None:
                raise InputError("backup-trailing", path=path)
            if rows >= 0 and line.startswith(b"{"):
                foot = _decoded(path, line, Foot)
                continue
            digest.update(line)
            rows += 1
            if rows:
                yield _decoded(path, line, tuple[str, list[Any]])
    if foot is None:
        raise InputError("backup-endless", path=path, rows=max(rows, 0))
    signed = signed_in_hex(keys.public.hex(), foot.signature, _signed(rows, digest.digest()))
    if (foot.rows, foot.sha256) != (rows, digest.hexdigest()) or not signed:
        raise InputError("backup-changed", path=path)


def _read(path: Path) -> Generator[bytes, None, None]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except FileNotFoundError:
        raise InputError("backup-missing", path=path) from None
    except EOFError:
        raise InputError("backup-cut", path=path) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise InputError("backup-unreadable", path=path, why=error) from None
    except OSError as error:
        raise InputError("file-unreadable", path=path, why=error.strerror) from None


def _decoded(path: Path, line: bytes, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError("backup-line", path=path) from None


# Restoring.


def restore(path: Path, url: str, keys: Keys) -> Backup:
    """Fill an empty database from a backup, in one transaction: afterwards everything is there, or nothing."""
    told = check(path, keys)
    head = _head(path, keys)
    with unopened(url) as connection:
        _check_empty(connection, keys, told.schema)
        upgrade(connection, told.schema)
        connection.execute(delete(schema.facts))
        tables = MetaData()
        tables.reflect(connection)
        for name, rows in groupby(_rows(path, keys), key=itemgetter(0)):
            _fill(connection, tables.tables[name], head.tables[name], (values for _, values in rows))
        upgrade(connection)
        connection.execute(delete(schema.facts).where(schema.facts.c.name.startswith(FACT)))
        _mark(connection, keys, told.at)
    return told


def mark_restored(database: Database) -> None:
    """Mark the database as an older copy of itself: the next floor to open it renews what is open."""
    with database.transaction() as connection:
        database.id = _mark(connection, database.keys, 0)


def _mark(connection: Connection, keys: Keys, at: int) -> str:
    """Make this a new database, to which anchors of the original do not apply; return its new name."""
    name = uuid4().hex
    marks = (signed_fact(keys, "database", name), signed_fact(keys, RESTORED, str(at)))
    upsert(connection, schema.facts, marks)
    return name


def _check_empty(connection: Connection, keys: Keys, wanted: str) -> None:
    """Refuse a database that holds more than the schema and the facts of our own key."""
    there = set(inspect(connection).get_table_names()) & set(schema.metadata.tables)
    if not there:
        return
    current = version(connection)
    if current != wanted:
        raise StoreError("restore-version", current=current, wanted=wanted)
    for name in sorted(there - {"facts"}):
        table = schema.metadata.tables[name]
        if connection.execute(select(table).limit(1)).first() is not None:
            raise StoreError("restore-not-empty", table=name)
    if connection.scalar(select(schema.facts.c.value).where(schema.facts.c.name == "key")) != keys.fingerprint:
        raise StoreError("restore-other-key")


def _fill(connection: Connection, table: Table, columns: tuple[str, ...], rows: Iterator[list[Any]]) -> None:
    binary = {name for name in columns if isinstance(table.c[name].type, LargeBinary)}
    while group := list(islice(rows, _AT_ONCE)):
        named = [dict(zip(columns, values, strict=True)) for values in group]
        for row in named:
            row.update({name: b64decode(row[name]) for name in binary if row[name] is not None})
        connection.execute(insert(table), named)
