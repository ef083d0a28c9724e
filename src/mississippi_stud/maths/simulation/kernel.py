"""How rounds end, one by one or counted: by the compiled kernels, or by their NumPy twin where Numba is missing.

Numba comes with the extra `simulation` and is imported when a kernel is first called.
"""

from functools import cache
from types import ModuleType
from typing import Final

import numpy as np

from mississippi_stud.maths import batch, kernels
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import permutation, seats, twin
from mississippi_stud.maths.simulation.machine import StateMachine, StateTables
from mississippi_stud.maths.simulation.twin import LeftSessions, PlayedRounds

ROUNDS_MAX: Final = 1 << 31
"""Rounds of one call of a kernel, which counts in 32 bits."""
_WRITTEN_MAX: Final = 1 << 20
"""Rounds whose ends are written one by one before they are counted."""


@cache
def _compiled() -> tuple[ModuleType, ModuleType, ModuleType] | None:
    """Return the compiled kernels: those that count one seat and several, and those that tell of each round.

    None if Numba is not installed.
    """
    try:
        from mississippi_stud.maths.simulation import machine_code, machine_code_rounds, machine_code_seats
    except ModuleNotFoundError:
        return None
    return machine_code, machine_code_seats, machine_code_rounds


def counts(tables: StateTables, seed: int, first: int, rounds: int, players: int = 1) -> Ints:
    """Return how many of the rounds end in each way, by seat."""
    kernels_of = _compiled()
    most = ROUNDS_MAX if tables.errors is None else _WRITTEN_MAX
    found = np.zeros((players, len(tables.endings)), dtype=np.int64)
    if rounds > most:
        for start in range(first, first + rounds, most):
            found += counts(tables, seed, start, min(most, first + rounds - start), players)
        return found
    if kernels_of is None or not rounds:
        return twin.counts(tables, seed, first, rounds, players)
    if tables.errors is not None:
        return tallied(play(tables, seed, first, rounds, players).ended, len(tables.endings))
    span = (np.uint64(first), np.uint64(rounds))
    if isinstance(tables, seats.CardMachine):
        kernels_of[1].count_seats(tables.ending, *_key(tables, seed, players), *span, *_drawn(tables, players), found)
    elif isinstance(tables, StateMachine) and tables.permuted:
        kernels_of[0].count_permuted(*_streets(tables), permutation.keys(seed), *span, found[0])
    else:
        kernels_of[0].count(*_streets(tables), np.uint64(seed), *span, found[0])
    return found


def tallied(ended: Ints, endings: int) -> Ints:
    """Return how often each ending came, by seat."""
    return np.stack([np.bincount(row, minlength=endings) for row in ended])


def play(
    tables: StateTables, seed: int, first: int, rounds: int, players: int = 1, ace_low: bool | None = None
) -> PlayedRounds:
    """Return how each round ended and, if it is said whether A 2 3 is a straight, what the side wagers go by."""
    kernels_of = _compiled()
    if kernels_of is None or not rounds or (isinstance(tables, StateMachine) and tables.permuted):
        return twin.play(tables, seed, np.arange(first, first + rounds, dtype=np.uint64), players, ace_low)
    errors = tables.errors
    erring = (np.uint64(errors.bound if errors else 0), np.uint64(errors.others if errors else 1))
    span = (np.uint64(first), np.uint64(rounds))
    found = np.empty((players, rounds), dtype=tables.fifth.dtype)
    if not isinstance(tables, seats.CardMachine):
        kernels_of[2].ends_alone(*_streets(tables), np.uint64(seed), *span, *erring, found[0])
        return PlayedRounds(found, None, None)
    beside = ace_low is not None
    threes = np.empty(rounds if beside else 0, dtype=np.uint8)
    sixes = np.empty((players if beside and tables.bonus else 0, rounds), dtype=np.uint8)
    weights, fives, suited = kernels.five_tables()
    made = (weights, batch.three_table(bool(ace_low)), fives, np.uint64(suited))
    kernels_of[2].ends(
        tables.ending, *_streets(tables), *_key(tables, seed, players), *span, *_drawn(tables, players), *erring,
        *made, found, threes, sixes,
    )  # fmt: skip
    return PlayedRounds(found, threes if beside else None, sixes if len(sixes) else None)


def leave(ended: Ints, results: Ints, rounds: int, bounds: tuple[int, int, int]) -> LeftSessions:
    """Return what one seat does in sessions of so many rounds if it leaves at a loss, a win or a drawdown.

    `results` are those of the endings and, as the bounds, whole numbers of a unit.
    """
    kernels_of = _compiled()
    if kernels_of is None:
        return twin.leave(ended, results, rounds, bounds)
    sessions = len(ended) // rounds
    counts, reasons, nets = (np.zeros(size, dtype=np.int64) for size in (len(results), sessions, sessions))
    kernels_of[2].leave(ended, results, rounds, *bounds, counts, reasons, nets)
    return LeftSessions(counts, reasons, nets)


def _streets(tables: StateTables) -> tuple[Ints, Ints, Ints, Ints]:
    return tables.hole, tables.third, tables.fourth, tables.fifth


def _key(tables: seats.CardMachine, seed: int, players: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(seed), np.uint64(seats.domain_of(players, tables.bonus))


def _drawn(tables: seats.CardMachine, players: int) -> tuple[int, Ints, int]:
    """Return the words of a round, the bounds below which one is replaced, and the pairs that are drawn."""
    pairs = players + 2 * tables.bonus
    return seats.words_per_round(pairs), np.array(seats.biased(pairs), dtype=np.uint64), pairs
