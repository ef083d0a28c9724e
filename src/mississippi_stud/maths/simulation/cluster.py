"""A run on a Dask cluster: few, long tasks, each one part of the run.

A worker needs this package and nothing else: a task is told the terms and returns its counts, and only whoever asked
writes files. Dask may count a part again when a worker dies; a part has one name, and one file that is replaced as a
whole, and parts are added up by number: nothing is counted twice. What was written before a crash is not played again.
Only `cli` imports this module's Dask, which comes with the extra `dask`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.maths.simulation import parts
from mississippi_stud.maths.simulation.parts import RunPart, RunTerms

ROUNDS_OF_A_TASK: Final = 2_000_000_000
"""Rounds of one seat that take a core about ten seconds."""
_LEAST_ROUNDS: Final = 1_000_000
_LEAST_TASKS: Final = 64
_MOST_TASKS: Final = 10_000


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
    """Count on a cluster whatever is missing in a folder; `told` is called with the number of rounds counted so far."""
    import distributed

    folder.mkdir(parents=True, exist_ok=True)
    of = tasks_of(terms)
    missing = [part for part in (parts.begun(terms, number, of, folder) for number in range(1, of + 1))
               if not part.finished]  # fmt: skip
    for part in missing[:1]:
        parts.check_folder(folder, part)
    done = terms.rounds - sum(part.rounds for part in missing)
    told(done)
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError("dask-unreachable", address=address, error=str(error)) from None
    with client, client.as_current():
        waiting = [_submit(client, part) for part in missing]
        for future in distributed.as_completed(waiting):
            part = msgspec.json.decode(future.result(), type=RunPart)
            parts.keep(folder, part)
            future.release()  # or Dask would count the part again if a worker that holds it died
            done += part.rounds
            told(done)
    return parts.merge(folder)


def _submit(client: Any, part: RunPart) -> Any:
    key = f"mstud-{part.tables}-{part.terms.seed}-{part.part}-of-{part.parts}"
    return client.submit(count_part, msgspec.json.encode(part), key=key, retries=3)
