"""The NumPy twin of the compiled kernel: how many of the rounds from `first` on end in each way."""

from typing import Final

import numpy as np

from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation.machine import StateMachine
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


def endings(tables: StateMachine, seed: int, numbers: Words) -> Ints:
    """Return how each of these rounds ends."""
    hole, third, fourth, fifth = draws(seed, numbers)
    state = tables.third[tables.hole[hole] + third]
    return np.asarray(tables.fifth[tables.fourth[state + fourth] + fifth], dtype=np.int64)


def counts(tables: StateMachine, seed: int, first: int, rounds: int) -> Ints:
    """Return how many of the rounds end in each way."""
    found = np.zeros(len(tables.endings), dtype=np.int64)
    for start in range(first, first + rounds, _BLOCK):
        numbers = np.arange(start, min(start + _BLOCK, first + rounds), dtype=np.uint64)
        found += np.bincount(endings(tables, seed, numbers), minlength=len(found))
    return found
