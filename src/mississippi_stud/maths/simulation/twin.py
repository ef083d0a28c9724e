"""The NumPy twin of the compiled kernels: how rounds end, and how many of those from `first` on end in each way."""

from typing import Final

import numpy as np

from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import seats
from mississippi_stud.maths.simulation.machine import StateTables
from mississippi_stud.maths.simulation.philox import Words, words

_BLOCK: Final = 1 << 16
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
BIASED: Final = (2**32 % (1326 * 50), 2**32 % (49 * 48))
"""A half of a word whose remainder is below this would favour some draws (Lemire): another attempt replaces it."""


def draws(seed: int, numbers: Words) -> tuple[Words, Words, Words, Words]:
    """Return the starting hand and the places of the three community cards of each round."""
    drawn = words(seed, numbers)
    attempt = 0
    while True:
        high, low = (drawn >> _HALF) * np.uint64(1326), (drawn & _LOW) * np.uint64(49)
        third, fifth = (high & _LOW) * np.uint64(50), (low & _LOW) * np.uint64(48)
        biased = ((third & _LOW) < np.uint64(BIASED[0])) | ((fifth & _LOW) < np.uint64(BIASED[1]))
        if not biased.any():
            return high >> _HALF, third >> _HALF, low >> _HALF, fifth >> _HALF
        attempt += 1
        drawn[biased] = words(seed, numbers[biased], attempt)


def endings(tables: StateTables, seed: int, numbers: Words, players: int = 1) -> Ints:
    """Return how each of these rounds ends, by round and seat."""
    if players > 1:
        return seats.endings(tables, seed, numbers, players)
    hole, third, fourth, fifth = draws(seed, numbers)
    state = tables.third[tables.hole[hole] + third]
    return np.asarray(tables.fifth[tables.fourth[state + fourth] + fifth], dtype=np.int64)[:, None]


def counts(tables: StateTables, seed: int, first: int, rounds: int, players: int = 1) -> Ints:
    """Return how many of the rounds end in each way, by seat."""
    found = np.zeros((players, len(tables.endings)), dtype=np.int64)
    for start in range(first, first + rounds, _BLOCK):
        numbers = np.arange(start, min(start + _BLOCK, first + rounds), dtype=np.uint64)
        for seat, ended in enumerate(endings(tables, seed, numbers, players).T):
            found[seat] += np.bincount(ended, minlength=found.shape[1])
    return found
