"""Default locations of a floor's files: the database in one folder, its key in another."""

import logging
import os
import secrets
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mississippi_stud.errors import InputError
from mississippi_stud.store.database import OldFormat, check_format
from mississippi_stud.store.files import secret

_LOG: Final = logging.getLogger(__name__)
_NAME: Final = "mississippi-stud"
_SECRET_BYTES: Final = 32


def database_url(given: str | None = None) -> str:
    """Return the given database URL, else MSTUD_DATABASE, else a SQLite file in the user's data folder.

    If that SQLite file is in the old format of an earlier version, return a new file next to it instead.
    """
    url = given or os.environ.get("MSTUD_DATABASE") or f"sqlite:///{_home('XDG_DATA_HOME', '.local/share')}/floor.db"
    return _current_format(url) if url.startswith("sqlite") else url


def _current_format(url: str) -> str:
    """Return the URL, or its first numbered sibling (floor-2.db for floor.db) that is not in the old format."""
    try:
        named = make_url(url)
    except ArgumentError:  # reported when the database is opened
        return url
    path, new = Path(named.database or ""), named
    for number in count(2):
        try:
            check_format(new)
        except OldFormat as old:
            new = named.set(database=str(path.with_stem(f"{path.stem}-{number}")))
            if not Path(new.database or "").exists():
                _LOG.warning("%s, and a new one begins as %s", str(old).partition(";")[0], new.database)
        else:
            break
    return new.render_as_string(hide_password=False)


def key_file(given: Path | None = None) -> Path:
    """Return the given key file, else MSTUD_KEY, else one in the user's settings folder, away from the database."""
    if given is not None:
        return given
    named = os.environ.get("MSTUD_KEY")
    return Path(named) if named else _home("XDG_CONFIG_HOME", ".config").joinpath("key")


def cookie_secret(key: Path) -> str:
    """Return the secret that signs guests' cookies, from an owner-only file next to the key, created on first use."""
    path = key.with_name("cookies")
    held = secret(path, lambda: secrets.token_hex(_SECRET_BYTES).encode() + b"\n")
    text = held.decode("ascii", "replace").strip()
    if len(text) < 2 * _SECRET_BYTES:
        raise InputError("cookie-secret-short", path=path)
    return text


def anchors_file(key: Path) -> Path:
    """Return the file of the log's anchors: MSTUD_ANCHORS, else a file next to the key, away from the database."""
    named = os.environ.get("MSTUD_ANCHORS")
    return Path(named) if named else key.with_name(f"{key.name}.anchors")


def vault_url(key: Path) -> str:
    """Return the URL of the vault of persons' keys: MSTUD_VAULT, else a SQLite file next to the key."""
    return os.environ.get("MSTUD_VAULT") or f"sqlite:///{key.with_name(f'{key.name}.vault')}"


def _home(variable: str, otherwise: str) -> Path:
    home = os.environ.get(variable)
    return (Path(home) if home else Path.home().joinpath(otherwise)).joinpath(_NAME)
