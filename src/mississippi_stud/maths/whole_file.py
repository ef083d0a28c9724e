"""A file that is written whole or not at all, and the folder for it: there is never half a file under its name."""

import os
from pathlib import Path

from mississippi_stud.errors import InputError


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("folder-unmade", path=path, why=error.strerror) from None


def replace_file(path: Path, content: bytes) -> None:
    """Write a file aside and give it its name; if that fails, such as on a full disk, nothing of it is left."""
    target = path.resolve()  # a link stays a link
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise InputError("file-unwritable", path=path, why=error.strerror) from None
