"""The vault: each person's own key and the names they sign in with, outside the database and its backups.

What is personal is sealed with the key of the person it belongs to. To erase somebody is to destroy that key: what the
log and every backup of it hold of them cannot be read any more, and no hash in the log changes (decision 170).
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from mississippi_stud.errors import InputError
from mississippi_stud.store.database import MEMORY, StoreError, address
from mississippi_stud.store.files import close_to_others

_KEY_BYTES: Final = 64
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


class ErasedPersonError(InputError):
    """The person was erased: nothing of theirs can be sealed or read."""


class Vault:
    """The vault of a floor; many processes may use it at once."""

    def __init__(self, url: str = MEMORY) -> None:
        self._engine = _engine(url)
        self._closing, self._closed = threading.Lock(), False
        with self.transaction() as connection:
            metadata.create_all(connection)
        if self._engine.url.database:
            close_to_others(Path(self._engine.url.database))

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
        with self.transaction() as connection:
            key = connection.scalar(select(keys.c.key).where(keys.c.person == person))
        if key is None:
            return None
        try:
            return AESSIV(key).decrypt(bytes.fromhex(sealed), [_bound(person, about)]).rstrip(b"\0")
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
        try:
            with self.transaction() as connection:
                connection.execute(insert(keys).values(person=person, key=os.urandom(_KEY_BYTES)))
        except IntegrityError:  # another process was faster
            pass
        return self._key(person)

    def known(self, person: str) -> bool:
        """Whether something of this person's is or was sealed here: they are more than a guest."""
        with self.transaction() as connection:
            tables = (keys, erasures)
            return any(
                connection.scalar(select(each.c.person).where(each.c.person == person)) is not None for each in tables
            )

    def forget(self, holder: str) -> None:
        """Destroy the key of something that was no person, such as a link; nobody need be told of it."""
        with self.transaction() as connection:
            connection.execute(delete(keys).where(keys.c.person == holder))

    # Errands.

    def leave_errand(self, name: str, stream: str, command: bytes) -> None:
        """Leave a command for the process that writes the database."""
        with self.transaction() as connection:
            connection.execute(insert(errands).values(id=name, stream=stream, command=command))

    def errands(self) -> list[tuple[str, str, bytes]]:
        """Return the errands that have no answer yet: id, stream and command."""
        chosen = select(errands.c.id, errands.c.stream, errands.c.command).where(errands.c.answer.is_(None))
        with self.transaction() as connection:
            return [(row.id, row.stream, bytes(row.command)) for row in connection.execute(chosen)]

    def answer_errand(self, name: str, answer: bytes) -> None:
        """Answer an errand."""
        with self.transaction() as connection:
            connection.execute(update(errands).where(errands.c.id == name).values(answer=answer))

    def take_answer(self, name: str, *, anyway: bool = False) -> bytes | None:
        """Return the answer to an errand and remove it; without an answer it stays, unless `anyway`."""
        with self.transaction() as connection:
            answer = connection.scalar(select(errands.c.answer).where(errands.c.id == name))
            if answer is not None or anyway:
                connection.execute(delete(errands).where(errands.c.id == name))
        return None if answer is None else bytes(answer)

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

    def person_of(self, mark: str) -> str | None:
        """Return who signs in with a name."""
        with self.transaction() as connection:
            return connection.scalar(select(logins.c.person).where(logins.c.mark == mark))

    # Erasing.

    def erase(self, person: str, at: int) -> None:
        """Destroy a person's key and names for ever, and remember that, so that a restore can repeat it."""
        with self.transaction() as connection:
            for table in (keys, logins):
                connection.execute(delete(table).where(table.c.person == person))
            if connection.scalar(select(erasures.c.person).where(erasures.c.person == person)) is None:
                connection.execute(insert(erasures).values(person=person, at=at, database=""))

    def to_repeat(self, database: str) -> list[str]:
        """Return the erased persons of whose erasure this database's log does not know."""
        chosen = select(erasures.c.person).where(erasures.c.database != database).order_by(erasures.c.person)
        with self.transaction() as connection:
            return list(connection.scalars(chosen))

    def repeated(self, person: str, database: str) -> None:
        """Remember that this database's log knows of an erasure."""
        with self.transaction() as connection:
            connection.execute(update(erasures).where(erasures.c.person == person).values(database=database))


def _bound(person: str, about: str) -> bytes:
    return f"mississippi-stud {person} {about}".encode()


def _engine(url: str) -> Engine:
    named = address(url)
    if named.get_backend_name() == "postgresql":
        return create_engine(named, pool_pre_ping=True)
    if named.database:
        Path(named.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = create_engine(named)
    else:
        engine = create_engine(named, poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _configure)
    return engine


def _configure(connection: Any, _record: Any) -> None:
    """Overwrite what is deleted, keep no journal of it, and have everything on disk before it counts."""
    for setting in ("secure_delete = ON", "journal_mode = DELETE", "synchronous = FULL", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {setting}")
