"""Errands in the vault: commands from the machine for the process that writes the database, and its answers."""

import secrets
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import URL

from mississippi_stud.store.location import file_of
from mississippi_stud.store.vault import Vault, errands

_MARK_LENGTH: Final = 24


def new_id(database: URL) -> str:
    """Return the id of an errand to the process that writes this database: those of several may share a vault."""
    return _mark(database) + secrets.token_hex(16)


def _mark(database: URL) -> str:
    return sha256(str(file_of(database)).encode()).hexdigest()[:_MARK_LENGTH]


class Errand(NamedTuple):
    """A command that was left for another process."""

    id: str
    """Of `new_id`."""
    stream: str
    command: bytes
    """JSON."""


def leave(vault: Vault, errand: Errand) -> None:
    """Leave a command for the process that writes the database."""
    with vault.transaction() as connection:
        connection.execute(insert(errands).values(**errand._asdict()))


def open_errands(vault: Vault, database: URL) -> list[Errand]:
    """Return the errands to the process that writes this database that have no answer yet."""
    own = errands.c.answer.is_(None) & errands.c.id.startswith(_mark(database))
    chosen = select(errands.c.id, errands.c.stream, errands.c.command).where(own)
    with vault.transaction() as connection:
        return [Errand(row.id, row.stream, bytes(row.command)) for row in connection.execute(chosen)]


def answer(vault: Vault, name: str, said: bytes) -> None:
    """Answer an errand."""
    with vault.transaction() as connection:
        connection.execute(update(errands).where(errands.c.id == name).values(answer=said))


def take_answer(vault: Vault, name: str, *, anyway: bool = False) -> bytes | None:
    """Return the answer to an errand and remove it; without an answer it stays, unless `anyway`."""
    with vault.transaction() as connection:
        said = connection.scalar(select(errands.c.answer).where(errands.c.id == name))
        if said is not None or anyway:
            connection.execute(delete(errands).where(errands.c.id == name))
    return None if said is None else bytes(said)
