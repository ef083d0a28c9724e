"""What a server process runs: the floor and the application, from the settings of `mstud serve`."""

import os
import secrets
from pathlib import Path

from litestar import Litestar

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.floor.places import key_file
from mississippi_stud.web import logs
from mississippi_stud.web.app import create_app


def application() -> Litestar:
    """The application on the database that `mstud serve` was told to use."""
    logs.set_up(os.environ.get("MSTUD_LOG", "warning"))
    key = key_file()
    try:
        floor = Floor.open(os.environ["MSTUD_SERVE_DATABASE"], key)
        return create_app(floor, _cookie_secret(key.with_name("cookies")))
    except OSError as error:
        raise InputError(f"{error.filename or key} cannot be used: {error.strerror}") from None


def _cookie_secret(path: Path) -> str:
    """The secret that signs the guests' cookies: made once, read by its owner only."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
    return path.read_text(encoding="ascii").strip()
