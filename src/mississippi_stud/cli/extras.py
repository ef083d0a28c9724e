"""What only some commands need: the extras of the package, and the line that says which one to install (decision 2)."""

from importlib.util import find_spec
from typing import Final, Literal

from mississippi_stud.errors import InputError
from mississippi_stud.language import translator

PACKAGE: Final = "mississippi-stud"
IMPORTS: Final = {"plots": ("altair", "vl_convert"), "postgres": ("psycopg",)}


def install_command(extra: str = "") -> str:
    """The command that installs the package, with an extra if one is named.

    >>> install_command("plots")
    'pip install "mississippi-stud[plots]"'
    """
    return f'pip install "{PACKAGE}[{extra}]"' if extra else f'pip install "{PACKAGE}"'


def require(extra: Literal["plots", "postgres"], language: str = "en") -> None:
    """Raise an `InputError` that says how to install an extra, unless it is installed."""
    if all(find_spec(name) for name in IMPORTS[extra]):
        return
    _ = translator(language)
    needs = {
        "plots": _("--plot needs Altair, which is not installed: {command}"),
        "postgres": _("a PostgreSQL database needs a driver that is not installed: {command}"),
    }
    raise InputError(needs[extra].format(command=install_command(extra)))
