"""Owner-only files that exist whole or not at all: written under another name, synced, then renamed.

An empty secret file is replaced (decision 96).
"""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO, Final, TextIO

from mississippi_stud.errors import InputError

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_ALONE: Final = 0o600


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Open an owner-only file for writing; it appears under its name once everything is on disk."""
    try:
        handle, draft = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".unfinished")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, path)
        except BaseException:
            os.unlink(draft)
            raise
        sync(path.parent)
    except OSError as error:
        raise InputError("file-unwritable", path=path, why=error.strerror) from None


def secret(path: Path, make: Callable[[], bytes] | None = None) -> bytes:
    """Return the content of a secret file; if the file is missing, create it with what `make` returns.

    An empty file, such as a full disk leaves behind, counts as missing: nobody can have used it. `FileNotFoundError` if
    it is missing and there is no `make`; `InputError` if others can read it.
    """
    try:
        if make is not None and is_missing(path):
            _make(path, make())
        with path.open("rb") as file:
            held = file.read()
            mode = os.fstat(file.fileno()).st_mode
    except FileNotFoundError:
        raise
    except OSError as error:
        raise InputError("secret-unusable", path=path, why=error.strerror) from None
    if not held.strip():
        raise InputError("secret-empty", path=path)
    _check_mode(path, mode)
    return held


def check_private(path: Path) -> None:
    """Raise `InputError` if a file exists that others can read."""
    with suppress(FileNotFoundError):
        _check_mode(path, path.stat().st_mode)


def _check_mode(path: Path, mode: int) -> None:
    if mode & _OTHERS:
        raise InputError("secret-exposed", path=path, mode=f"{mode & 0o777:03o}")


def is_missing(path: Path) -> bool:
    """Whether a file does not exist or is empty."""
    try:
        return not path.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:  # reported when it is read
        return False


def _make(path: Path, content: bytes) -> None:
    """Create a file, whole and on disk, unless somebody else has created it at the same moment."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, draft = mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)  # only one process at a time checks and links
            if is_missing(path):
                os.replace(draft, path)
                os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def append_line(path: Path, line: bytes) -> None:
    """Append a line to a file and sync it, after ending a line that was left unfinished."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, _ALONE)
        with os.fdopen(handle, "r+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            if size and os.pread(handle, 1, size - 1) != b"\n":
                line = b"\n" + line
            file.write(line + b"\n")
            os.fsync(handle)
        if not size:
            sync(path.parent)
    except OSError as error:
        raise InputError("file-unwritable", path=path, why=error.strerror) from None


def to_lock(path: Path) -> TextIO:
    """Open an owner-only file for locking, created if missing. Its content is kept; symbolic links are not followed."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, _ALONE)
    close_to_others(path)
    return os.fdopen(handle, "r+")


def owned(path: Path) -> None:
    """Create a file that only its owner can read and write, or make an existing one so."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _ALONE))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Let only its owner read a file, if it exists."""
    with suppress(FileNotFoundError):
        if path.stat().st_mode & _OTHERS:
            path.chmod(_ALONE)


def sync(folder: Path) -> None:
    """Sync a folder, so that the names in it are on disk too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
