"""Backups in a folder, by their names, and the signed records of rehearsed restores beside them."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.store.backup import Backup, check, save
from mississippi_stud.store.database import Database
from mississippi_stud.store.files import whole
from mississippi_stud.store.keys import Keys, signed_in_hex

SUFFIX: Final = ".backup"
RECORD: Final = ".rehearsed"
_SECOND: Final = 1_000_000


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """That a backup was restored in a scratch place, and that everything in it was found right."""

    file: str
    sha256: str
    at: int
    saved_at: int
    rows: int
    events: int
    rounds: int
    anchors: int
    """How many anchors from before the backup name commits that are all in it."""
    program: str
    signature: str = ""

    def message(self) -> bytes:
        """Return the bytes that are signed."""
        return b"mississippi-stud rehearsal 1\0" + msgspec.json.encode(msgspec.structs.replace(self, signature=""))


def named(folder: Path, at: int) -> Path:
    """Return the path of a backup made now in a folder: its name says when, and sorts by it."""
    moment = datetime.fromtimestamp(at // _SECOND, UTC)
    return folder.joinpath(f"floor-{moment:%Y%m%dT%H%M%SZ}{SUFFIX}")


def kept(folder: Path) -> list[Path]:
    """Return the backups of a folder that are named by their time, the newest first."""
    return sorted(folder.glob(f"floor-????????T??????Z{SUFFIX}"), reverse=True)


def newest(folder: Path) -> Path | None:
    """Return the newest backup of a folder, by the times in the names."""
    return next(iter(kept(folder)), None)


class BackupFile(NamedTuple):
    """A backup that was made in a folder."""

    path: Path
    backup: Backup
    removed: list[Path]


def save_into(folder: Path, database: Database, at: int, keep: int | None = None) -> BackupFile:
    """Make a backup in a folder; then keep the newest so many. Nothing is removed before the new one has been read."""
    with alone(folder):
        path = named(folder, at)
        done = save(database, path, at)
        if keep is None:
            return BackupFile(path, done, [])
        check(path, database.keys)
        return BackupFile(path, done, _prune(folder, keep))


def _prune(folder: Path, keep: int) -> list[Path]:
    """Remove all backups of a folder but the newest, each with its record; return those that were removed."""
    gone = kept(folder)[keep:]
    for path in gone:
        path.unlink(missing_ok=True)
        _record(path).unlink(missing_ok=True)
    return gone


def _record(path: Path) -> Path:
    return path.with_name(path.name + RECORD)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def write(path: Path, done: Rehearsal, keys: Keys) -> Rehearsal:
    """Sign the record of a rehearsal and write it beside the backup; return it as it is signed."""
    signed = msgspec.structs.replace(done, signature=keys.sign(done.message()).hex())
    with whole(_record(path)) as file:
        file.write(msgspec.json.format(msgspec.json.encode(signed)) + b"\n")
    return signed


def rehearsed(folder: Path, keys: Keys) -> Rehearsal | None:
    """Return the latest rehearsal of a backup that is still in a folder, unchanged, as our own key signed it."""
    return max(_good(folder, keys), key=lambda each: each.at, default=None)


def _good(folder: Path, keys: Keys) -> Iterator[Rehearsal]:
    for path in folder.glob(f"*{SUFFIX}{RECORD}"):
        backup = path.with_name(path.name.removesuffix(RECORD))
        with suppress(msgspec.DecodeError, UnicodeDecodeError, OSError):
            read = msgspec.json.decode(path.read_bytes(), type=Rehearsal)
            if signed_in_hex(keys.public.hex(), read.signature, read.message()) and sha256_of(backup) == read.sha256:
                yield read


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only one who makes and removes backups in a folder; what one that was killed left unfinished is removed.

    `InputError` if there is no such folder, or if another is at work there.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise InputError("backup-folder", path=folder, why=error.strerror) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for left in folder.glob(f".floor-*{SUFFIX}.*.unfinished"):
            left.unlink(missing_ok=True)
        yield
    except BlockingIOError:
        raise InputError("backup-folder-busy", path=folder) from None
    finally:
        os.close(handle)
