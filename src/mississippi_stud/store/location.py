"""Checks that a database is still in its place and the same, and that PostgreSQL keeps what it acknowledges.

Decision 130 says when this is checked.
"""

import os
import sqlite3
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy.engine import URL

WITHOUT_FSYNC: Final = "MSTUD_WITHOUT_FSYNC"
"""Environment variable to set for a PostgreSQL that may lose what it acknowledged, such as one for tests."""
_MEET: Final = (
    # "off" would acknowledge what is not on disk yet
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'"
    " ELSE current_setting('synchronous_commit') END, false), current_setting('fsync'),"
    " (SELECT system_identifier FROM pg_control_system()), (SELECT oid FROM pg_database WHERE datname ="
    " current_database())"
)


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database; None if it is in memory or on PostgreSQL.

    Links are followed, as SQLite does: the journal and the lock are next to the file itself, under whatever name it
    was opened.
    """
    named = url.database or ""
    return Path(named).resolve() if url.get_backend_name() == "sqlite" and named not in ("", ":memory:") else None


class Location:
    """The files of a SQLite database, or the PostgreSQL behind a URL, as they were when it was opened."""

    def __init__(self, url: URL) -> None:
        path = file_of(url)
        self._names = () if path is None else (str(Path(url.database or "").absolute()), f"{path}-wal", f"{path}.lock")
        self._files: dict[str, tuple[int, int]] = {}
        self._server: tuple[Any, ...] | None = None

    def note(self) -> None:
        """Remember the identity of the open database's files."""
        for name in self._names:
            found = _identity(name)
            if found is not None:
                self._files[name] = found

    def gone(self) -> str | None:
        """Return the name of a database file that is no longer the one we have open, if any."""
        for name, known in self._files.items():
            if _identity(name) != known:
                return name
        if self._files and len(self._files) < len(self._names):  # the first transaction creates the journal
            self.note()
        return None

    def meet(self, connection: Any) -> str | None:
        """Check a new connection to PostgreSQL; return the error code if something is wrong with it."""
        with connection.cursor() as cursor:
            cursor.execute(_MEET)
            _, fsync, *server = cursor.fetchone()
        connection.commit()
        if fsync == "off" and not os.environ.get(WITHOUT_FSYNC):
            return "fsync-off"
        if self._server is None:
            self._server = tuple(server)
        if self._server != tuple(server):
            return "database-swapped"
        return None


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def read_only(path: Path) -> str:
    """Return the URI that opens a SQLite file read-only."""
    return f"file:{quote(str(path.absolute()))}?mode=ro"


class _Copied(sqlite3.Connection):
    """A connection to a temporary copy, which is removed when the connection closes."""

    folder: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Close the connection, and remove the copy."""
        super().close()
        if self.folder is not None:
            self.folder.cleanup()


def reading_connection(path: Path) -> sqlite3.Connection:
    """Open a read-only connection to a SQLite file, even on a read-only disk, where nobody writes to it.

    SQLite reads a journal only with an index file next to it; if that cannot be created, a copy is read.
    """
    journal, index = Path(f"{path}-wal"), Path(f"{path}-shm")
    uri, folder = read_only(path), None
    if path.is_file() and not index.exists() and not os.access(path.parent, os.W_OK):
        if journal.is_file() and journal.stat().st_size:
            folder = TemporaryDirectory(prefix="mstud-")
            copy = Path(folder.name, path.name)
            copyfile(path, copy)
            copyfile(journal, f"{copy}-wal")
            uri = read_only(copy)
        else:
            uri += "&immutable=1"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, factory=_Copied)
    connection.folder = folder
    return connection
