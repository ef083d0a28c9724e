"""Where a floor is kept unless somebody says otherwise: the database in one folder, its key in another."""

import os
from pathlib import Path

_NAME = "mississippi-stud"


def database_url(given: str | None = None) -> str:
    """The database that was named, or that of MSTUD_DATABASE, or a SQLite file in the user's data folder."""
    return given or os.environ.get("MSTUD_DATABASE") or f"sqlite:///{_home('XDG_DATA_HOME', '.local/share')}/floor.db"


def key_file(given: Path | None = None) -> Path:
    """The key file that was named, or that of MSTUD_KEY, or the one in the user's settings: not beside the database."""
    if given is not None:
        return given
    named = os.environ.get("MSTUD_KEY")
    return Path(named) if named else _home("XDG_CONFIG_HOME", ".config").joinpath("key")


def _home(variable: str, otherwise: str) -> Path:
    home = os.environ.get(variable)
    return (Path(home) if home else Path.home().joinpath(otherwise)).joinpath(_NAME)
