"""Opens a database, SQLite by default or PostgreSQL by URL, brings its schema up to date and checks its key."""

import fcntl
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from time import monotonic_ns
from typing import Any, Final, TextIO
from uuid import uuid4

from sqlalchemy import Connection, Engine, Executable, Row, Table, create_engine, delete, event, insert, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from mississippi_stud.errors import InputError
from mississippi_stud.money import Cents
from mississippi_stud.store import schema
from mississippi_stud.store.bounded_dict import BoundedDict
from mississippi_stud.store.commits import Signer, commit_hash, fact_message, signed_fact, signed_message
from mississippi_stud.store.entries import GENESIS
from mississippi_stud.store.files import close_to_others, owned, to_lock
from mississippi_stud.store.keys import Keys, signed_by
from mississippi_stud.store.location import Location, file_of, read_only, reading_connection
from mississippi_stud.store.projections import FACT, prepare, stale
from mississippi_stud.store.statements import insert_new
from mississippi_stud.store.timekeeper import Timekeeper, steady_ns


class StoreError(InputError):
    """The database cannot be used now: unreachable, locked, full, of another version, or with another key."""


class InUseError(StoreError):
    """Another process writes the database."""


class WrongKeyError(StoreError):
    """The database was created with another key."""


class OldFormat(StoreError):  # noqa: N818 - a finding, not an error
    """The database is in an old format that is no longer read; nothing in it was changed."""


class Clash(Exception):  # noqa: N818 - an outcome, not an error
    """Two transactions clashed and this one was rolled back: try again."""


MEMORY: Final = "sqlite://"
MIGRATIONS: Final = Path(__file__).with_name("migrations")
OLD_REVISIONS: Final = ("0001", "0002")
"""The schema versions of the old format."""
_VERSIONS: Final = "alembic_version"
_PREPARING: Final = 0x6D73_7475_6400
"""The advisory lock for bringing the schema up to date or rebuilding projections."""
KEPT_MAX: Final = 10_000
_PROBE_BYTES: Final = 16 * 1024
_SECOND: Final = 1_000_000_000
_MICROSECONDS: Final = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
_CLASHES: Final = ("40001", "40P01")
"""The SQLSTATE codes of a serialization failure and a deadlock."""
_SIGNS: Final = {
    "disk is full": "disk-full",
    "disk i/o": "disk-silent",
    "locked": "database-locked",
    "readonly": "database-readonly",
    "unable to open": "database-unopened",
    "malformed": "database-damaged",
    "not a database": "database-foreign",
}
"""Phrases in the driver's messages, and the error codes that they mean."""


class _Joined(threading.local):
    """The transaction that each thread is in."""

    connection: Connection | None = None


class Database:
    """A database, the key that goes with it, and the projections of its log.

    With `reading` it shows the database as of the moment of opening, while others go on writing, and changes nothing.
    """

    def __init__(self, url: str, keys: Keys, projections: Iterable[Table] = (), *, reading: bool = False) -> None:
        self.url = address(url)
        self.keys = keys
        self.projections = {table.name: table for table in (schema.deadlines, *projections)}
        self.stale: set[str] = set()
        """The projections that must be rebuilt before anything is appended."""
        self.lock = threading.RLock()
        self.heads: BoundedDict[str, tuple[int, bytes]] = BoundedDict(KEPT_MAX)
        """Version and last hash of the streams that this process wrote to most recently, as it left them."""
        self.balances: BoundedDict[str, Cents] = BoundedDict(KEPT_MAX)
        """Account balances as last read or committed, if nobody else writes; dropped while they change."""
        self._joined = _Joined()
        self._probing = threading.Lock()
        self._writable_until = 0
        self.id = ""
        """The name that tells this database from others with the same key."""
        self.postgres = self.url.get_backend_name() == "postgresql"
        clock = Timekeeper(self._ahead if self.postgres else None)
        self.now = clock.now
        """Microseconds since 1970 by PostgreSQL's clock, else by this machine's; it never goes backwards."""
        self.signer = Signer(keys, lambda: self.id)
        self.place = Location(self.url)
        self.moment: Connection | None = None
        """With `reading`, the one transaction in which everything is read."""
        check_format(self.url)
        self._claim = None if reading else _claimed(self.url)
        self.engine = _reading_engine(self.url) if reading else _engine(self.url, self.place)
        self._reader = self.engine if reading or self.in_memory else _reading_beside(self.url, self.place)
        """The connections for single statements that only read; on SQLite, those by which nothing is decided."""
        try:
            with told(self.url):
                if reading:
                    self.moment = self.engine.connect()
                    self.moment.begin()
                    _check_version(self.moment)
                    self._check_facts(self.moment)
                    self.stale = stale(self.moment, self.projections.values())
                else:
                    with self.engine.begin() as connection:
                        upgrade(connection)
                        self._check_facts(connection)
                        self.stale = prepare(connection, keys, self.projections.values())
                        clock.not_before(self._latest(connection))
                    self.place.note()
        except BaseException:
            self.close()
            raise

    def _check_facts(self, connection: Connection) -> None:
        """Check that the log has our key and our format and that its facts are signed; give a new log its facts.

        A log that has begun is not given new facts: under a new name no anchor would apply to it.
        """
        own = {"key": self.keys.fingerprint, "format": schema.FORMAT}
        if self.moment is None and connection.execute(select(schema.commits.c.number).limit(1)).first() is None:
            new = (own | {"database": uuid4().hex}).items()
            insert_new(connection, schema.facts, [signed_fact(self.keys, name, value) for name, value in new])
        known = {row.name: row for row in connection.execute(select(schema.facts))}
        told = {name: row.value for name, row in known.items()}
        if self.keys.whole and told.get("key") != own["key"]:
            raise WrongKeyError("database-other-key", theirs=told.get("key"), ours=own["key"])
        if told.get("format") != own["format"]:
            raise StoreError("database-format", format=told.get("format"))
        mark = known["format"]
        if not self.keys.whole and not signed_by(self.keys.public, mark.signature, fact_message("format", mark.value)):
            raise WrongKeyError("database-other-signer")
        self.id = told.get("database", "")
        if self.moment is not None:  # a reader may be here to find out what is wrong
            return
        for row in known.values():
            if str(row.name).startswith(FACT):  # a wrong one only causes a rebuild
                continue
            if not signed_by(self.keys.public, row.signature, fact_message(row.name, row.value)):
                raise StoreError("fact-forged", name=row.name)
        if not self.id:
            raise StoreError("database-nameless")

    def _latest(self, connection: Connection) -> int:
        """Return the time of the latest commit after checking its signature: our clock never goes back before it."""
        table = schema.commits.c
        row = connection.execute(select(schema.commits).order_by(table.at.desc()).limit(1)).first()
        if row is None:
            return 0
        before = select(table.hash).where(table.writer == row.writer, table.number == row.number - 1)
        made = commit_hash(connection.scalar(before) or GENESIS, row.writer, row.number, row.at, row.content)
        if not signed_by(self.keys.public, row.signature, signed_message(made)):
            raise StoreError("commit-forged", number=row.number, writer=row.writer)
        return int(row.at)

    @property
    def in_memory(self) -> bool:
        """Whether the database vanishes when closed and cannot be opened by anybody else."""
        return not self.postgres and file_of(self.url) is None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Begin a transaction, or join this thread's own; on SQLite one at a time, since there is one connection."""
        if self._joined.connection is not None:
            yield self._joined.connection
        elif self.moment is not None:
            with self.lock, told(self.url):
                yield self.moment
        else:
            with nullcontext() if self.postgres else self.lock, told(self.url):
                with self.engine.begin() as connection:
                    self._joined.connection = connection
                    try:
                        yield connection
                        self._check_place()
                    finally:
                        self._joined.connection = None
                self._check_place()

    def fetch(self, statement: Executable | str, parameters: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        """Return the rows of one statement that only reads: in this thread's transaction, if it is in one.

        A text is sent to the driver as it is.

        On PostgreSQL it needs none, nor a question whether the connection still stands: if it does not, the statement
        is tried again on another (decision 284).
        """
        if not self.postgres or self.moment is not None or self._joined.connection is not None:
            with self.transaction() as connection:
                return _rows(connection, statement, parameters)
        with told(self.url):
            try:
                return self._fetched(statement, parameters)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._fetched(statement, parameters)

    def fetch_beside(self, statement: Executable) -> Sequence[Row[Any]]:
        """Return the rows of one statement by which nothing is decided: on SQLite too, it waits for no commit.

        Decision 533 says what that is for.
        """
        if self.postgres or self._reader is self.engine or self._joined.connection is not None:
            return self.fetch(statement)
        with told(self.url):
            return self._fetched(statement, None)

    def _fetched(self, statement: Executable | str, parameters: dict[str, Any] | None) -> Sequence[Row[Any]]:
        with self._reader.connect() as connection:
            return _rows(connection, statement, parameters)

    def _check_place(self) -> None:
        """Check that we commit to the file we were told to use, and not to one that has been moved away."""
        gone = self.place.gone()
        if gone is not None:
            raise StoreError("database-moved", path=gone)

    @contextmanager
    def rebuilding(self) -> Iterator[Connection]:
        """Begin a transaction for replacing projections, while nobody can append."""
        with self.transaction() as connection:
            if self.postgres:
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_PREPARING})")
                connection.exec_driver_sql("LOCK TABLE events IN SHARE MODE")
            yield connection
            left = stale(connection, self.projections.values())
        self.stale = left

    def _ahead(self) -> int:
        """Return by how many nanoseconds PostgreSQL's clock is ahead of this machine's steady clock."""
        with self.transaction() as connection:
            before = steady_ns()
            there = connection.exec_driver_sql(_MICROSECONDS).scalar_one()
            return int(there) * 1_000 - (before + steady_ns()) // 2

    def check_writable(self) -> None:
        """Write and sync something as large as a command, leaving no trace; raise what is wrong if that fails.

        A success is good for a second, so that frequent checks do not wear out the disk (decision 89).
        """
        with self._probing:
            if monotonic_ns() < self._writable_until:
                return
            with self.transaction() as connection:
                probe = f"probe {uuid4().hex}"
                connection.execute(insert(schema.facts), {"name": probe, "value": "." * _PROBE_BYTES, "signature": b""})
                connection.execute(delete(schema.facts).where(schema.facts.c.name == probe))
            self._writable_until = monotonic_ns() + _SECOND

    def close(self) -> None:
        """Close the database."""
        if self.moment is not None:
            self.moment.close()
        with self.lock:
            self._reader.dispose()  # first: on SQLite, whoever closes the file last carries its journal into it
            self.engine.dispose()
            if self._claim is not None:
                self._claim.close()


def _rows(connection: Connection, statement: Executable | str, parameters: dict[str, Any] | None) -> Sequence[Row[Any]]:
    if isinstance(statement, str):
        return connection.exec_driver_sql(statement, parameters).all()
    return connection.execute(statement, parameters).all()


def address(text: str) -> URL:
    """Return the URL of a database that we can use."""
    try:
        url = make_url(text)
    except SQLAlchemyError:
        raise StoreError("database-url", url=text) from None
    match url.get_backend_name():
        case "sqlite":
            return url
        case "postgresql":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise StoreError("database-kind", kind=other)


def _claimed(url: URL) -> TextIO | None:
    """Take the lock that makes this process the only writer of the SQLite file."""
    path = file_of(url)
    if path is None:
        return None
    with ExitStack() as failed:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            claim = failed.enter_context(to_lock(path.with_name(path.name + ".lock")))
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            owned(path)  # SQLite gives its journals the same permissions
            if path.is_file() and path.stat().st_nlink > 1:  # each hard link would have its own lock and journal
                raise StoreError("database-linked", path=path)
            for journal in ("-wal", "-shm"):
                close_to_others(path.with_name(path.name + journal))
        except BlockingIOError:
            raise InUseError("database-in-use", path=path) from None
        except OSError as error:
            raise StoreError("file-unusable", path=path, why=error.strerror) from None
        failed.pop_all()
        return claim


def check_format(url: URL) -> None:
    """Refuse a SQLite file in the old format, without changing it or the files next to it."""
    path = file_of(url)
    if path is None or not path.is_file():
        return
    journal = Path(f"{path}-wal")  # its content counts; without one nothing changes while we look
    still = "" if journal.is_file() and journal.stat().st_size else "&immutable=1"
    with (
        suppress(sqlite3.Error, UnicodeDecodeError),
        closing(sqlite3.connect(f"{read_only(path)}{still}", uri=True)) as connection,
    ):
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        if any(revision in OLD_REVISIONS for (revision,) in found):
            raise OldFormat("old-file", path=path)


def _engine(url: URL, place: Location, *, single: bool = False) -> Engine:
    """Create an engine; on PostgreSQL for transactions, or for `single` statements that can be tried again."""
    if url.get_backend_name() == "postgresql":
        level: Any = {"isolation_level": "AUTOCOMMIT"} if single else {}
        engine = create_engine(
            url, pool_pre_ping=not single, pool_size=8, max_overflow=8, hide_parameters=True, **level
        )

        @event.listens_for(engine, "connect")
        def _meet(connection: Any, _record: Any) -> None:
            code = place.meet(connection)
            if code is not None:
                raise StoreError(code, url=url.render_as_string(hide_password=True))

        return engine
    way = {"check_same_thread": False, "timeout": 5}
    engine = create_engine(url, poolclass=StaticPool, connect_args=way, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # we begin and end transactions ourselves
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # NORMAL loses acknowledged commits in a power cut
        connection.execute("PRAGMA foreign_keys = ON")

    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _reading_engine(url: URL) -> Engine:
    """Create an engine that reads as of one moment. On SQLite it cannot write, so it never checkpoints: the running
    process remains the only one that does (decision 50).
    """
    if url.get_backend_name() == "postgresql":
        engine = create_engine(url, isolation_level="REPEATABLE READ", hide_parameters=True)
        return engine.execution_options(postgresql_readonly=True)

    connect = partial(reading_connection, file_of(url) or Path())
    engine = create_engine(url, creator=connect, poolclass=StaticPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _reading_beside(url: URL, place: Location) -> Engine:
    """Create an engine for single statements that read beside the writer; on SQLite it cannot write (decision 50)."""
    if url.get_backend_name() == "postgresql":
        return _engine(url, place, single=True)
    connect = partial(reading_connection, file_of(url) or Path())
    return create_engine(url, creator=connect, poolclass=QueuePool, hide_parameters=True)


@contextmanager
def unopened(text: str) -> Iterator[Connection]:
    """Open one transaction on a database that may still be empty: everything done in it is kept, or nothing."""
    url = address(text)
    check_format(url)
    with _claimed(url) or nullcontext():
        engine = _engine(url, Location(url))
        try:
            with told(url), engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()


def _migrations() -> tuple[Any, Any]:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config, ScriptDirectory.from_config(config)


def version(connection: Connection) -> str | None:
    """Return the version of a database's schema, if it has one."""
    if not inspect(connection).has_table(_VERSIONS):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {_VERSIONS}").scalars().all()  # noqa: S608
    if len(found) > 1:
        raise StoreError("database-versions", versions=found)
    return found[0] if found else None


def newest() -> str:
    """Return the schema version that this program uses: the last by name. A start need not load Alembic to know it."""
    names = (path.name for path in MIGRATIONS.joinpath("versions").iterdir() if path.name.startswith("v"))
    return max(names).partition("_")[0].removeprefix("v")


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the schema up to date; refuse one of a later version of this program or of the old format."""
    if connection.dialect.name == "postgresql":  # several processes may start at once
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_PREPARING})")
    current = version(connection)
    if current == newest():
        return
    if current is not None:
        check_known(current)
    from alembic import command

    config, _ = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def check_known(current: str, backup: Path | None = None) -> None:
    """Refuse a schema of the old format, or of a version that this program cannot bring up to date.

    The schema is the database's own or, if `backup` is given, that of a backup.
    """
    if current in OLD_REVISIONS:
        raise OldFormat("old-database") if backup is None else OldFormat("old-file", path=backup)
    if current in {revision.revision for revision in _migrations()[1].walk_revisions()}:
        return
    if backup is None:
        raise StoreError("later-database", version=current)
    raise StoreError("later-backup", path=backup, version=current)


def _check_version(connection: Connection) -> None:
    current = version(connection)
    if current is None:
        raise StoreError("database-empty")
    check_known(current)
    if current != newest():
        raise StoreError("database-behind", current=current, newest=newest())


@contextmanager
def told(url: URL) -> Iterator[None]:
    """Turn the database's errors into `StoreError`, whose sentences say what to do, or into `Clash`."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) in _CLASHES:
            raise Clash(str(error.orig)) from None
        if not isinstance(error, DataError | IntegrityError | ProgrammingError):
            said = str(error.orig).strip().splitlines()[0]
            code = next((code for sign, code in _SIGNS.items() if sign in said.lower()), "database-away")
            raise StoreError(code, url=url.render_as_string(hide_password=True), said=said) from error
        raise
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot make sense of, in whatever bytes
        raise StoreError("database-damaged", url=url.render_as_string(hide_password=True), said=str(error)) from error
