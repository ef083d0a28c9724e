"""What a server process runs: the floor and the application, from the settings of `mstud serve`."""

import os

from litestar import Litestar

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.floor.places import cookie_secret, key_file
from mississippi_stud.web import logs
from mississippi_stud.web.app import create_app


def application() -> Litestar:
    """The application on the database that `mstud serve` was told to use."""
    logs.set_up(os.environ.get("MSTUD_LOG", "warning"))
    key = key_file()
    try:
        floor = Floor.open(os.environ["MSTUD_SERVE_DATABASE"], key)
        return create_app(floor, cookie_secret(key))
    except OSError as error:
        raise InputError(f"{error.filename or key} cannot be used: {error.strerror}") from None
