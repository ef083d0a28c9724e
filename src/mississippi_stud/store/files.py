"""Files that are there whole or not at all: written under another name, synced, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mississippi_stud.errors import InputError


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, readable by its owner only; it appears under its name when all is on disk."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        _sync(path.parent)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def _sync(folder: Path) -> None:
    """The new name is on disk too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
