"""A file system for SQLite that loses power: writes that were never synced are lost, wholly or in part."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import apsw

SECTOR = 512
PAGES_TO_CHECKPOINT = 40
"""Few, so that checkpoints happen too."""


class Disk:
    """What is on the disk and what is only in its cache, file by file."""

    def __init__(self) -> None:
        self.synced: dict[str, bytes] = {}
        self.pending: dict[str, list[tuple[int, bytes | None]]] = {}
        """Writes since the last sync, in order: offset and data; None truncates the file there."""
        self.moment: Callable[[], None] = lambda: None
        """Called before each write and each sync: the power may fail at any of them."""

    def wrote(self, name: str, offset: int, data: bytes | None) -> None:
        self.moment()
        self.pending.setdefault(name, []).append((offset, data))

    def sync(self, name: str) -> None:
        self.moment()
        self.synced[name] = applied(self.synced.get(name, b""), self.pending.pop(name, []))

    def deleted(self, name: str) -> None:
        self.synced.pop(name, None)
        self.pending.pop(name, None)

    def after_the_cut(self, chance: Random | None) -> dict[str, bytes]:
        """Return what is there when the power is back: what was synced and, with `chance`, random sectors of the rest.

        A disk writes its cache in any order, so each waiting sector survives or is lost independently.
        """
        left = dict(self.synced)
        if chance is not None:
            for name, waiting in self.pending.items():
                left[name] = applied(left.get(name, b""), [each for each in torn(waiting) if chance.random() < 0.5])
        return left


def applied(content: bytes, writes: list[tuple[int, bytes | None]]) -> bytes:
    """Return a file's content after writes."""
    file = bytearray(content)
    for offset, data in writes:
        if data is None:
            del file[offset:]
        else:
            file.extend(bytes(max(0, offset + len(data) - len(file))))
            file[offset : offset + len(data)] = data
    return bytes(file)


def torn(writes: list[tuple[int, bytes | None]]) -> list[tuple[int, bytes | None]]:
    """Split writes into single sectors."""
    parts: list[tuple[int, bytes | None]] = []
    for offset, data in writes:
        if data is None:
            parts.append((offset, None))
        else:
            parts += [(offset + at, data[at : at + SECTOR]) for at in range(0, len(data), SECTOR)]
    return parts


class _File(apsw.VFSFile):
    """A file of the real file system whose writes are recorded."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self._disk.wrote(self._name, offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        super().xTruncate(size)
        self._disk.wrote(self._name, size, None)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._disk.sync(self._name)


class Vfs(apsw.VFS):
    """A VFS on top of the real one that tells a `Disk` what is written and what is synced."""

    def __init__(self, disk: Disk) -> None:
        self.name = f"power-{id(disk)}"
        self._disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        if name is None:  # a savepoint's own temporary file, which never outlives its process
            return super().xOpen(name, flags)
        return _File(self._disk, name, flags)

    def xDelete(self, name: str, sync_folder: bool) -> None:  # noqa: N802
        super().xDelete(name, sync_folder)
        self._disk.deleted(Path(name).name)


class Cursor:
    """The part of a `sqlite3` cursor that SQLAlchemy needs, on an apsw cursor."""

    def __init__(self, connection: apsw.Connection, synchronous: str) -> None:
        self._cursor = connection.cursor()
        self._cursor.exec_trace = self._describe
        self._connection = connection
        self._synchronous = synchronous
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = None

    def _describe(self, cursor: apsw.Cursor, _sql: str, _bindings: Any) -> bool:
        """Remember the columns: apsw forgets them once a query has been answered."""
        self.description = tuple((each[0], *6 * (None,)) for each in cursor.get_description()) or None
        return True

    def execute(self, sql: str, parameters: Any = ()) -> "Cursor":
        sql = sql.replace("PRAGMA synchronous = FULL", f"PRAGMA synchronous = {self._synchronous}")
        self.description = None
        with _told():
            self._rows = list(self._cursor.execute(sql, parameters))
            self.rowcount = self._connection.changes()
        return self

    def executemany(self, sql: str, many: Any) -> "Cursor":
        before = self._connection.total_changes()
        with _told():
            self._cursor.executemany(sql, many)
            self.rowcount = self._connection.total_changes() - before
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 100) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._rows = []


@contextmanager
def _told() -> Iterator[None]:
    """Turn apsw's errors into those of `sqlite3`."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from error


class Connection:
    """The part of a `sqlite3` connection that the store and SQLAlchemy need, on an apsw connection with our VFS."""

    isolation_level = ""

    def __init__(self, path: str, vfs: Vfs, synchronous: str) -> None:
        self._own = apsw.Connection(path, vfs=vfs.name)
        self._synchronous = synchronous
        self.execute(f"PRAGMA wal_autocheckpoint = {PAGES_TO_CHECKPOINT}")

    def cursor(self) -> Cursor:
        return Cursor(self._own, self._synchronous)

    def execute(self, sql: str) -> Cursor:
        return self.cursor().execute(sql)

    def create_function(self, *_: object, **__: object) -> None:
        """Ignore the regular expressions of SQLAlchemy's dialect, which the store does not use."""

    def commit(self) -> None:
        if self._own.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self._own.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        self._own.close()
