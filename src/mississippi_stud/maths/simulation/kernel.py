"""How many rounds end in each way: by the compiled kernel, or by its NumPy twin where Numba is missing.

Numba comes with the extra `simulation` and is imported when a kernel is first called.
"""

from functools import cache
from types import ModuleType

import numpy as np

from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import seats, twin
from mississippi_stud.maths.simulation.machine import StateTables


@cache
def _compiled() -> ModuleType | None:
    """Return the compiled kernels, or None if Numba is not installed."""
    try:
        from mississippi_stud.maths.simulation import machine_code
    except ModuleNotFoundError:
        return None
    return machine_code


def counts(tables: StateTables, seed: int, first: int, rounds: int, players: int = 1) -> Ints:
    """Return how many of the rounds end in each way, by seat."""
    kernels = _compiled()
    if kernels is None or not rounds:
        return twin.counts(tables, seed, first, rounds, players)
    found = np.zeros((players, len(tables.endings)), dtype=np.int64)
    arguments = (tables.hole, tables.third, tables.fourth, tables.fifth, *map(np.uint64, (seed, first, rounds)))
    if players == 1:
        kernels.count(*arguments, found[0])
    else:
        bounds = np.array(seats.biased(players), dtype=np.uint64)
        kernels.count_seats(*arguments, np.uint64(seats.words_per_round(players)), bounds, found)
    return found
