"""Commands from the machine itself to a running floor: left in the vault, fetched by the clock, answered there.

On SQLite one process alone writes the database. Whoever may open the vault's file may leave it a command of a house in
the name of the console, and nothing else (decision 178).
"""

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy.engine import make_url

from mississippi_stud.errors import InputError
from mississippi_stud.floor.house_acts import change_house
from mississippi_stud.floor.houses import opening
from mississippi_stud.floor.tenancy import PREFIX
from mississippi_stud.person import house_messages as m
from mississippi_stud.person.proposals import CONSOLE
from mississippi_stud.store import errands
from mississippi_stud.store.database import StoreError
from mississippi_stud.store.errands import Errand
from mississippi_stud.store.vault import Vault

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_LOG: Final = logging.getLogger(__name__)
_PATIENCE_SECONDS: Final = 20
_STEPS_A_SECOND: Final = 10
_STEP: Final = timedelta(milliseconds=1000 // _STEPS_A_SECOND)


def run_errands(floor: "Floor") -> int:
    """Carry out the commands that were left in the vault; return how many there were."""
    waiting = errands.open_errands(floor.vault, floor.database.url)
    for each in waiting:
        errands.answer(floor.vault, each.id, msgspec.json.encode(_answer(floor, *each), enc_hook=str))
    return len(waiting)


def _answer(floor: "Floor", name: str, stream: str, body: bytes) -> dict[str, Any]:
    try:
        run_errand(floor, stream, msgspec.json.decode(body, type=m.Command), name)
    except StoreError:
        raise
    except (InputError, msgspec.DecodeError) as error:
        _LOG.warning("an errand to %s was refused: %s", stream, error)
        code = error.code if isinstance(error, InputError) else "command-unwritable"
        return {"code": code, "params": error.params if isinstance(error, InputError) else {"error": str(error)}}
    return {}


def run_errand(floor: "Floor", stream: str, command: m.Command, name: str | None = None) -> None:
    """Carry out a command of the console; a house is opened with the books that come with the program."""
    if not stream.startswith(PREFIX) or getattr(command, "by", "") != CONSOLE:
        raise InputError("command-misplaced", command=type(command).__name__, stream=stream)
    if isinstance(command, m.OpenHouse):
        command = opening(floor, by=CONSOLE)
    change_house(floor, stream.removeprefix(PREFIX), command, command_id=name)


def send_errand(vault: Vault, database: str, stream: str, command: m.Command) -> None:
    """Leave a command for the process that writes a database and wait; raise what it was refused for."""
    name = errands.new_id(make_url(database))
    errands.leave(vault, Errand(name, stream, msgspec.json.encode(command)))
    for _ in range(_PATIENCE_SECONDS * _STEPS_A_SECOND):
        answer = errands.take_answer(vault, name)
        if answer is not None:
            if told := msgspec.json.decode(answer):
                code = told["code"]
                raise InputError(code, **told["params"])
            return
        time.sleep(_STEP.total_seconds())
    errands.take_answer(vault, name, anyway=True)
    raise InputError("errand-unanswered", seconds=_PATIENCE_SECONDS)
