"""A run on a Dask cluster: few, long tasks, each one part of the run.

A worker needs this package and nothing else: a task is told the terms and returns its counts, and only whoever asked
writes files. Dask may count a part again when a worker dies; a part has one name, and one file that is replaced as a
whole, and parts are added up by number: nothing is counted twice. What was written before a crash is not played again.
Only `cli` imports this module's Dask, which comes with the extra `dask`.
"""

import asyncio
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.maths.simulation import parts
from mississippi_stud.maths.simulation.parts import RunPart, RunTerms
from mississippi_stud.maths.whole_file import make_folder

ROUNDS_OF_A_TASK: Final = 2_000_000_000
"""Rounds of one seat that take a core about ten seconds."""
_LEAST_ROUNDS: Final = 1_000_000
_LEAST_TASKS: Final = 64
_MOST_TASKS: Final = 10_000
_ANSWER_SECONDS: Final = 30
"""How long a scheduler may take to answer."""
_PAUSE_SECONDS: Final = 0.1
"""How long whoever asked waits before looking again for parts that workers have counted."""


def tasks_of(terms: RunTerms) -> int:
    """Return into how many parts a run is divided: the same whatever cluster plays it."""
    wanted = -(-terms.rounds * terms.seats // ROUNDS_OF_A_TASK)
    least = min(_LEAST_TASKS, -(-terms.rounds // _LEAST_ROUNDS))
    return min(max(wanted, least), _MOST_TASKS)


def count_part(asked: bytes) -> bytes:
    """Count a part; this is what a worker does."""
    part = msgspec.json.decode(asked, type=RunPart)
    return msgspec.json.encode(parts.counted(part))


def play(terms: RunTerms, folder: Path, address: str, told: Callable[[int], object] = id) -> parts.MergedRun:
    """Count on a cluster whatever is missing in a folder; `told` is called with the number of rounds counted so far.

    It is called while nothing arrives too: that is where Ctrl+C takes effect, even if the cluster has no worker.
    """
    import distributed

    make_folder(folder)
    of = tasks_of(terms)
    missing = [part for part in (parts.begun(terms, number, of, folder) for number in range(1, of + 1))
               if not part.finished]  # fmt: skip
    for part in missing[:1]:
        parts.check_folder(folder, part)
    done = terms.rounds - sum(part.rounds for part in missing)
    told(done)
    _check_scheduler(address)
    with distributed.Client(address, set_as_default=False) as client, client.as_current():
        completed = distributed.as_completed([_submit(client, part) for part in missing])
        while not completed.is_empty():
            for future in completed.next_batch(block=False):
                part = msgspec.json.decode(future.result(), type=RunPart)
                parts.keep(folder, part)
                future.release()  # or Dask would count the part again if a worker that holds it died
                done += part.rounds
            told(done)
            time.sleep(_PAUSE_SECONDS)
    return parts.merge(folder)


def _check_scheduler(address: str) -> None:
    """Raise an error unless a scheduler answers: a Dask client that cannot begin keeps the program from ending."""
    import distributed

    async def ask() -> None:
        secured = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=_ANSWER_SECONDS, connection_args=secured) as scheduler:
            await scheduler.identity()

    try:
        asyncio.run(ask())
    except (OSError, TypeError, ValueError) as error:  # Dask raises the last two for what is not an address
        raise InputError("dask-unreachable", address=address, error=str(error)) from None


def task_key(asked: bytes) -> str:
    """Return the name of a part, by all its terms: Dask gives one answer to all that ask by the same name."""
    return f"mstud-{sha256(asked).hexdigest()}"


def _submit(client: Any, part: RunPart) -> Any:
    asked = msgspec.json.encode(part)
    return client.submit(count_part, asked, key=task_key(asked), retries=3)
