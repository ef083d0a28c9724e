"""The package's optional extras, and the message that says which one to install (decision 2)."""

from importlib.util import find_spec
from typing import Final, Literal

from mississippi_stud.errors import InputError

PACKAGE: Final = "mississippi-stud"
IMPORTS: Final = {
    "dask": ("distributed",),
    "par": ("weasyprint", "xlsxwriter"),
    "plots": ("altair", "vl_convert"),
    "postgres": ("psycopg",),
}


def install_command(extra: str = "") -> str:
    """Return the command that installs the package, with an extra if one is named.

    >>> install_command("plots")
    'pip install "mississippi-stud[plots]"'
    """
    return f'pip install "{PACKAGE}[{extra}]"' if extra else f'pip install "{PACKAGE}"'


def require(extra: Literal["dask", "par", "plots", "postgres"]) -> None:
    """Raise an `InputError` that says how to install an extra, unless it is installed."""
    if all(find_spec(name) for name in IMPORTS[extra]):
        return
    code = {
        "dask": "dask-missing",
        "par": "par-missing",
        "plots": "plots-missing",
        "postgres": "postgres-missing",
    }[extra]
    raise InputError(code, command=install_command(extra))
