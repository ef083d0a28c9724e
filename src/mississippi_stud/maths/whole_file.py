"""A file that is written whole or not at all: at no moment is there half a file under its name."""

import os
from pathlib import Path

from mississippi_stud.errors import InputError


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
