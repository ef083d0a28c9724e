"""The vault: each person's own key and the names they sign in with, outside the database and its backups.

What is personal is sealed with the key of the person it belongs to. To erase somebody is to destroy that key: what the
log and every backup of it hold of them cannot be read any more, and no hash in the log changes (decision 170). It is
finished whatever dies in between (decision 190).
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateIndex, CreateTable

from mississippi_stud.errors import InputError
from mississippi_stud.store.database import MEMORY, StoreError, address
from mississippi_stud.store.files import check_private, owned
from mississippi_stud.store.schema import events
from mississippi_stud.store.statements import insert_new

_KEY_BYTES: Final = 64
_CREATING: Final = 0x6D737475
"""The lock under which PostgreSQL creates the tables."""
_STEP: Final = 256
"""What is sealed is padded to a multiple of this, so that its length says little."""

metadata = MetaData()

keys = Table(
    "keys", metadata, Column("person", String(64), primary_key=True), Column("key", LargeBinary, nullable=False)
)

logins = Table(
    "logins",
    metadata,
    Column("mark", String(64), primary_key=True),  # a keyed hash of the name
    Column("person", String(64), nullable=False, index=True),
)

erasures = Table(
    "erasures",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),  # microseconds since 1970, UTC
    Column("by", String(64), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("database", String(32), nullable=False),  # the name of the database whose log knows of it
)

errands = Table(
    "errands",  # commands from the machine to the process that writes the database
    metadata,
    Column("id", String(64), primary_key=True),
    Column("stream", String(80), nullable=False),
    Column("command", LargeBinary, nullable=False),  # JSON
    Column("answer", LargeBinary),  # JSON; missing until it was carried out or refused
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of the token in the cookie
    Column("person", String(64), nullable=False, index=True),
    Column("begun_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("device", String(80), nullable=False),
    Column("second_factor", Boolean, nullable=False),
    Column("away", BigInteger, nullable=False),  # the longest time between two moments when they were seen
)

notes = Table(
    "notes",
    metadata,
    Column("mark", String(64), primary_key=True),  # a keyed hash of what the note is about
    Column("person", String(64), nullable=False, index=True),  # empty if it is about nobody who is known
    Column("text", Text, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)
"""What must survive a restore of the log: failures to sign in, and codes, challenges and counters that were used."""

identity = Table(
    "identity", metadata, Column("only", Integer, primary_key=True), Column("vault", String(32), nullable=False)
)


class Erasure(NamedTuple):
    """That a person was erased, as the log is told."""

    person: str
    by: str
    reason: str


class ErasedPersonError(InputError):
    """The person was erased: nothing of theirs can be sealed or read."""


class Vault:
    """The vault of a floor; many processes may use it at once."""

    def __init__(self, url: str = MEMORY) -> None:
        self._engine = _engine(url)
        self._closing, self._closed = threading.Lock(), False
        try:
            with self.transaction() as connection:
                self.id = _prepared(connection)
                """The name of this vault, by which a database knows it again."""
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close it, once; one in memory vanishes."""
        with self._closing:
            if not self._closed:
                self._engine.dispose()
            self._closed = True

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield a connection: what is done with it is done whole, or not at all."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise StoreError("vault-unusable", why=str(getattr(error, "orig", None) or error).splitlines()[0]) from None

    # What is sealed.

    def seal(self, person: str, plain: bytes, about: str) -> str:
        """Return something of a person's, sealed with their key and bound to what it is about."""
        padded = plain + b"\0" * (-len(plain) % _STEP or _STEP)
        return AESSIV(self._key(person)).encrypt(padded, [_bound(person, about)]).hex()

    def unseal(self, person: str, sealed: str, about: str) -> bytes | None:
        """Return what was sealed, or None if the person was erased; `InputError` if it was changed."""
        return self.unseal_all({person: sealed}, about).get(person)

    def unseal_all(self, sealed: Mapping[str, str], about: str) -> dict[str, bytes]:
        """Return what was sealed, by person, without those who were erased; `InputError` if anything was changed."""
        chosen = select(keys.c.person, keys.c.key).where(keys.c.person.in_(list(sealed)))
        with self.transaction() as connection:
            found = connection.execute(chosen).all()
        try:
            return {
                person: AESSIV(key).decrypt(bytes.fromhex(sealed[person]), [_bound(person, about)]).rstrip(b"\0")
                for person, key in found
            }
        except (InvalidTag, ValueError):
            raise InputError("sealed-unopened") from None

    def _key(self, person: str) -> bytes:
        """Return a person's key, which is made when it is first needed."""
        with self.transaction() as connection:
            if connection.scalar(select(erasures.c.person).where(erasures.c.person == person)) is not None:
                raise ErasedPersonError("person-erased")
            found = connection.scalar(select(keys.c.key).where(keys.c.person == person))
        if found is not None:
            return bytes(found)
        self._make_key(person)
        return self._key(person)

    def _make_key(self, person: str) -> None:
        """Make a person's key, unless another process is faster or erases the person meanwhile."""
        erased = select(erasures.c.person).where(erasures.c.person == person)
        new = select(literal(person), literal(os.urandom(_KEY_BYTES), LargeBinary)).where(~erased.exists())
        try:
            with self.transaction() as connection:
                alone(connection)
                connection.execute(insert(keys).from_select(["person", "key"], new))
        except IntegrityError:
            pass

    def known(self, person: str) -> bool:
        """Whether something of this person's is or was sealed here: they are more than a guest."""
        with self.transaction() as connection:
            tables = (keys, erasures)
            return any(
                connection.scalar(select(each.c.person).where(each.c.person == person)) is not None for each in tables
            )

    def destroy(self, holder: str) -> None:
        """Destroy the key of something that was no person, such as a link; nobody need be told of it."""
        with self.transaction() as connection:
            connection.execute(delete(keys).where(keys.c.person == holder))

    # Names to sign in with.

    def claim(self, mark: str, person: str) -> bool:
        """Give a person a name to sign in with; False if it is somebody else's. Only the hash of the name is kept."""
        try:
            with self.transaction() as connection:
                connection.execute(insert(logins).values(mark=mark, person=person))
        except IntegrityError:
            return self.person_of(mark) == person
        return True

    def release(self, mark: str, person: str) -> None:
        """Take a name away from a person."""
        with self.transaction() as connection:
            connection.execute(delete(logins).where(logins.c.mark == mark, logins.c.person == person))

    def marks_of(self, person: str) -> list[str]:
        """Return the hashes of the names that a person signs in with."""
        with self.transaction() as connection:
            return list(connection.scalars(select(logins.c.mark).where(logins.c.person == person)))

    def person_of(self, mark: str) -> str | None:
        """Return who signs in with a name."""
        with self.transaction() as connection:
            return connection.scalar(select(logins.c.person).where(logins.c.mark == mark))

    # Notes, each changed by one process at a time.

    def revise(self, mark: str, change: Callable[[str], str], *, person: str = "", at: int, until: int) -> str:
        """Replace a note by what `change` makes of it ("" if there is none) and return that; forget it at `until`."""
        with self.transaction() as connection:
            connection.execute(delete(notes).where(notes.c.until < at))
            insert_new(connection, notes, [{"mark": mark, "person": person, "text": "", "until": until}])
            held = connection.scalar(select(notes.c.text).where(notes.c.mark == mark).with_for_update())
            text = change(held or "")
            connection.execute(update(notes).where(notes.c.mark == mark).values(text=text, until=until))
            return text

    def noted(self, *marks: str) -> int:
        """Return how many of these notes there are."""
        with self.transaction() as connection:
            found = connection.scalar(select(func.count()).select_from(notes).where(notes.c.mark.in_(marks)))
        return found or 0

    def forget(self, *marks: str) -> None:
        """Forget notes."""
        with self.transaction() as connection:
            connection.execute(delete(notes).where(notes.c.mark.in_(marks)))

    # Erasing.

    def erase(self, person: str, at: int, *, by: str, reason: str) -> None:
        """Destroy a person's key and all else of theirs for ever, and remember that, so that a restore repeats it."""
        with self.transaction() as connection:
            alone(connection)
            for table in _personal():
                connection.execute(delete(table).where(table.c.person == person))
            erasure = {"person": person, "at": at, "by": by, "reason": reason, "database": ""}
            insert_new(connection, erasures, [erasure])

    def _overwrite(self) -> None:
        """Leave nothing of what was deleted in PostgreSQL's tables; SQLite has overwritten it already."""
        if self._engine.dialect.name == "postgresql":
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                for table in _personal():
                    connection.execute(text(f"VACUUM FULL {table.name}"))

    def to_repeat(self, database: str) -> list[Erasure]:
        """Return the erasures of which this database's log does not know."""
        chosen = select(erasures.c.person, erasures.c.by, erasures.c.reason).where(erasures.c.database != database)
        with self.transaction() as connection:
            return [Erasure(*row) for row in connection.execute(chosen.order_by(erasures.c.person))]

    def erased(self) -> int:
        """Return how many persons were ever erased."""
        with self.transaction() as connection:
            return connection.scalar(select(func.count()).select_from(erasures)) or 0

    def repeated(self, person: str, database: str) -> None:
        """Remember that this database's log knows of an erasure; one that a crash interrupted is finished first."""
        unfinished = select(erasures.c.person).where(erasures.c.person == person, erasures.c.database == "")
        with self.transaction() as connection:
            interrupted = connection.scalar(unfinished) is not None
        if interrupted:
            self._overwrite()
        with self.transaction() as connection:
            connection.execute(update(erasures).where(erasures.c.person == person).values(database=database))


def _personal() -> list[Table]:
    """The tables that hold something of a person, in which an erasure leaves nothing."""
    return [table for table in metadata.sorted_tables if "person" in table.c and table is not erasures]


def alone(connection: Connection) -> None:
    """Let nobody else make a key, begin a session or erase somebody meanwhile; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE erasures IN EXCLUSIVE MODE"))


def _prepared(connection: Connection) -> str:
    """Create the tables, of which other processes may create some at the same moment; return the name of the vault."""
    if inspect(connection).has_table(events.name):
        raise StoreError("vault-in-database")
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_CREATING})"))
    else:  # or each table would reach the disk by itself
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    for table in metadata.sorted_tables:
        connection.execute(CreateTable(table, if_not_exists=True))
        for index in table.indexes:
            connection.execute(CreateIndex(index, if_not_exists=True))
    insert_new(connection, identity, [{"only": 1, "vault": uuid4().hex}])
    return str(connection.scalar(select(identity.c.vault)))


def _bound(person: str, about: str) -> bytes:
    return f"mississippi-stud {person} {about}".encode()


def _engine(url: str) -> Engine:
    named = address(url)
    if named.get_backend_name() == "postgresql":
        return create_engine(named, pool_pre_ping=True)
    if named.database:
        _make_private(Path(named.database))
        engine = create_engine(named)
    else:
        one_at_a_time = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
        engine = create_engine(named, **one_at_a_time, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _configure)
    return engine


def _make_private(path: Path) -> None:
    """Create a vault that only its owner can read; refuse one that others can read, and may have read."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        check_private(path)
        owned(path)
    except OSError as error:
        raise StoreError("vault-unusable", why=f"{path}: {error.strerror}") from None


def _configure(connection: Any, _record: Any) -> None:
    """Overwrite what is deleted, keep no journal of it, and have everything on disk before it counts."""
    for setting in ("secure_delete = ON", "journal_mode = DELETE", "synchronous = FULL", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {setting}")
