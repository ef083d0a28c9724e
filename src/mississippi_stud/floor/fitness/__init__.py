"""Examines what a server stands on: its files, database, clock, disk, backups and program, without changing anything.

A finding says what was looked at and, by the code of a sentence in `prose.fitness`, what is wrong with it.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.fitness import backups, clocks, files, log, postgres, sockets
from mississippi_stud.floor.fitness.finding import FitnessFinding, fine, warning, wrong
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.store import Database, Keys
from mississippi_stud.store.database import StoreError, address
from mississippi_stud.store.location import file_of

__all__ = ["FitnessFinding", "Server", "examine"]

_NEW: Final = ("database-empty", "database-unopened")
"""What is said of a database on which no server has run yet."""


class Server(NamedTuple):
    """The server to examine: what `mstud serve` would be given."""

    url: str
    key: Path
    vault: str
    anchors: Path
    backups: Path | None = None
    backup_hours: int = 26
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1


def examine(server: Server) -> Iterator[FitnessFinding]:
    """Yield every finding, the gravest matters of each subject first."""
    url = address(server.url)
    database = file_of(url)
    keys = _keys(server.key)
    yield files.key(server.key, database)
    yield from files.secrets(server.key, server.vault, server.anchors)
    if database is not None:
        yield from files.database(database, server.key)
    yield from files.disks(_places(server, database))
    if url.get_backend_name() == "postgresql":
        yield from postgres.examine(url, server.vault, server.workers)
    yield clocks.synchronised()
    if keys is not None:
        yield from _log(server, keys)
    yield from backups.examine(server.backups, server.backup_hours, keys)
    yield sockets.open_files()
    yield sockets.address(server.host, server.port)


def _keys(path: Path) -> Keys | None:
    try:
        return Keys.from_file(path)
    except InputError:
        return None


def _places(server: Server, database: Path | None) -> list[Path]:
    """Return the folders in which a server writes."""
    vault = file_of(address(server.vault))
    written = (database, vault, server.anchors, server.backups and server.backups.joinpath("any"))
    return sorted({each.absolute().parent for each in written if each is not None})


def _log(server: Server, keys: Keys) -> Iterator[FitnessFinding]:
    """Yield what only the database can tell; it is read as of one moment, beside a server that runs."""
    try:
        database = Database(server.url, keys, STREAMS.tables, reading=True)
    except StoreError as error:
        new = error.code in _NEW and _is_new(server.url)
        if new or error.code == "database-behind":
            yield warning("log", "log-new" if new else "log-behind", **error.params)
        else:
            yield wrong("log", "log-unreadable", error=error)
        return
    with closing(database):
        yield fine("log", database.id)
        yield from log.examine(database, server.vault, server.anchors)


def _is_new(url: str) -> bool:
    path = file_of(address(url))
    return path is None or not path.exists() or not path.stat().st_size
