"""A database, opened: SQLite by default, PostgreSQL by URL; its schema brought up to date, its key checked."""

import fcntl
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic_ns
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

from sqlalchemy import Connection, Engine, Table, create_engine, delete, event, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from mississippi_stud.errors import InputError
from mississippi_stud.money import Cents
from mississippi_stud.store import schema
from mississippi_stud.store.keys import Keys
from mississippi_stud.store.latest import Latest


class StoreError(InputError):
    """The database cannot be used now: away, locked, full, of another version, or of another key."""


class WrongKeyError(StoreError):
    """The database was made with another key."""


class Funds(Exception):  # noqa: N818 - what happened, not a fault of the program
    """An account would fall below zero."""


class Clash(Exception):  # noqa: N818 - what happened, not a fault of the program
    """Two transactions stood in each other's way and this one was undone: try again."""


MEMORY: Final = "sqlite://"
MIGRATIONS: Final = Path(__file__).with_name("migrations")
_MIGRATING: Final = 0x6D73_7475_6400
"""The advisory lock of whoever brings the schema up to date."""
KEPT_MAX: Final = 10_000
_PROBE_BYTES: Final = 16 * 1024
_SECOND: Final = 1_000_000_000
_CLASHES: Final = ("40001", "40P01")
"""SQLSTATE of a serialization failure and of a deadlock."""


class Database:
    """One database and the key that goes with it.

    `reading`: the database as it was at the moment of opening, while others go on writing; nothing of it is changed.
    """

    def __init__(self, url: str, keys: Keys, *, reading: bool = False) -> None:
        self.url = _url(url)
        self.keys = keys
        self.lock = threading.RLock()
        self.heads: Latest[str, tuple[int, bytes]] = Latest(KEPT_MAX)
        """Version and last hash of the streams that this process wrote to last, as it left them."""
        self.balances: Latest[str, Cents] = Latest(KEPT_MAX)
        self.facts: Latest[str, dict[str, str]] = Latest(KEPT_MAX)
        """What accounts hold and what is so, as last read, where nobody else writes: dropped when it changes."""
        self._probing = threading.Lock()
        self._writable_until = 0
        self._claim: Any = None
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.moment: Connection | None = None
        """The one transaction in which everything is read, where nothing is written."""
        if not self.postgres and not reading:
            self._claim = _claimed(self.url)
        self.engine = _reading_engine(self.url) if reading else _engine(self.url)
        try:
            with told(self.url):
                if reading:
                    self.moment = self.engine.connect()
                    self.moment.begin()
                    _check_version(self.moment)
                else:
                    with self.engine.begin() as connection:
                        upgrade(connection)
                self._check_key()
        except BaseException:
            self.close()
            raise

    def _check_key(self) -> None:
        with self.transaction() as connection:
            chosen = select(schema.facts.c.value).where(schema.facts.c.name == "key")
            known = connection.scalar(chosen)
            if known is None and self.moment is None:
                own = self.insert(schema.facts).values(name="key", value=self.keys.fingerprint)
                connection.execute(own.on_conflict_do_nothing())
                known = connection.scalar(chosen)
            if known != self.keys.fingerprint:
                raise WrongKeyError(
                    f"this database was made with the key {known}, and this is the key {self.keys.fingerprint}: "
                    "name the right key file"
                )

    @property
    def in_memory(self) -> bool:
        """Whether it is gone when it is closed, and nobody else can open it."""
        return not self.postgres and self.url.database in (None, "", ":memory:")

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction; on SQLite one at a time, for there is one connection."""
        if self.moment is not None:
            with self.lock, told(self.url):
                yield self.moment
        elif self.postgres:
            with told(self.url), self.engine.begin() as connection:
                yield connection
        else:
            with self.lock, told(self.url), self.engine.begin() as connection:
                yield connection

    def check_writable(self) -> None:
        """Write and sync something as large as a command, and leave nothing of it; says what is wrong if that fails.

        What succeeded counts for a second, so that nobody wears out the disk by asking.
        """
        with self._probing:
            if monotonic_ns() < self._writable_until:
                return
            with self.transaction() as connection:
                probe = f"probe {uuid4().hex}"
                connection.execute(insert(schema.facts), {"name": probe, "value": "." * _PROBE_BYTES})
                connection.execute(delete(schema.facts).where(schema.facts.c.name == probe))
            self._writable_until = monotonic_ns() + _SECOND

    def insert(self, table: Table) -> Any:
        """An insertion that may say what happens if the row is there."""
        return (postgresql if self.postgres else sqlite).insert(table)

    def close(self) -> None:
        """Let the database go."""
        if self.moment is not None:
            self.moment.close()
        with self.lock:
            if hasattr(self, "engine"):
                self.engine.dispose()
            if self._claim is not None:
                self._claim.close()
                self._claim = None


def _url(text: str) -> URL:
    try:
        url = make_url(text)
    except SQLAlchemyError:
        raise StoreError(
            f"{text!r} is no database URL: write sqlite:///path/to/file or postgresql://host/name"
        ) from None
    match url.get_backend_name():
        case "sqlite":
            return url
        case "postgresql":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise StoreError(f"{other} is no database that we know: use sqlite or postgresql")


def _claimed(url: URL) -> Any:
    """The lock that says that this process writes to the SQLite file, and no other."""
    if url.database in (None, "", ":memory:"):
        return None
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror}") from None
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        claim.close()
        raise StoreError(
            f"{path} is in use by another process: SQLite is written by one process only; "
            "for more, give a postgresql:// URL"
        ) from None
    return claim


def _not_twice(record: logging.LogRecord) -> bool:
    """A statement that fails among many is an error, and `append` deals with it; psycopg would tell of it once more."""
    return not str(record.msg).startswith("error ignored terminating")


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        logging.getLogger("psycopg").addFilter(_not_twice)
        return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=8, hide_parameters=True)
    way = {"check_same_thread": False, "timeout": 5}
    engine = create_engine(url, poolclass=StaticPool, connect_args=way, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin and end where we say
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # NORMAL loses acknowledged commits when the power goes
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _reading_engine(url: URL) -> Engine:
    """For reading at one moment. On SQLite the connection cannot write, so it never checkpoints either: the running
    process remains the only one that does.
    """
    if url.get_backend_name() == "postgresql":
        engine = create_engine(url, isolation_level="REPEATABLE READ", hide_parameters=True)
        return engine.execution_options(postgresql_readonly=True)
    path = quote(str(Path(url.database or "").absolute()))

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False, isolation_level=None)

    engine = create_engine(url, creator=connect, poolclass=StaticPool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


@contextmanager
def unopened(text: str) -> Iterator[Connection]:
    """One transaction on a database before anything is made in it: all that is done there is done, or nothing."""
    url = _url(text)
    claim = _claimed(url) if url.get_backend_name() == "sqlite" else None
    engine = _engine(url)
    try:
        with told(url), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
        if claim is not None:
            claim.close()


def _migrations() -> tuple[Any, Any]:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config, ScriptDirectory.from_config(config)


def version(connection: Connection) -> str | None:
    """The version of a database's schema, if it has one."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The version of the schema that this program uses."""
    return str(_migrations()[1].get_current_head())


def known_versions() -> set[str]:
    """Every version of the schema that this program can bring up to date."""
    return {revision.revision for revision in _migrations()[1].walk_revisions()}


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the schema up to date; one made by a later version of ours is refused."""
    from alembic import command

    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    current = version(connection)
    config, history = _migrations()
    if current == history.get_current_head():
        return
    if current is not None and current not in known_versions():
        raise StoreError(f"the database is of version {current}, which is later than this program: use a newer one")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _check_version(connection: Connection) -> None:
    current = version(connection)
    if current is None:
        raise StoreError("the database is empty: no floor was ever opened on it")
    if current not in known_versions():
        raise StoreError(f"the database is of version {current}, which is later than this program: use a newer one")
    if current != newest():
        raise StoreError(f"the database is of version {current}: open the floor once, which brings it up to {newest()}")


@contextmanager
def told(url: URL) -> Iterator[None]:
    """Errors of the database as sentences that say what to do."""
    try:
        yield
    except DBAPIError as error:
        if "balances_not_negative" in str(error.orig):
            raise Funds(str(error.orig)) from None
        if getattr(error.orig, "sqlstate", None) in _CLASHES:
            raise Clash(str(error.orig)) from None
        if not isinstance(error, DataError | IntegrityError | ProgrammingError):
            raise StoreError(_advice(url, str(error.orig).strip().splitlines()[0])) from error
        raise


def _advice(url: URL, said: str) -> str:
    where = url.render_as_string(hide_password=True)
    lower = said.lower()
    for sign, advice in (
        ("disk is full", "the disk is full: make room, nothing was written"),
        ("disk i/o", "the disk does not answer: check it, nothing was acknowledged"),
        ("locked", "the database is locked by another program: end that one"),
        ("readonly", "the database can only be read: check its permissions"),
        ("unable to open", "the database cannot be opened: check the path and its permissions"),
        ("malformed", "the database is damaged: restore a backup"),
        ("not a database", "the file is no database of ours: check the path"),
    ):
        if sign in lower:
            return f"{where}: {advice} ({said})"
    return f"{where}: the database is away or refuses us; check that it runs ({said})"
