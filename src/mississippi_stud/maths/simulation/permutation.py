"""Deals without replacement: round `i` is the deal at place `i` of a permutation that the seed chooses.

The permutation is a Feistel network on 28 bits, whose steps are keyed by Philox; what it leads to beyond the
155,937,600 ordered deals is led on until it is one of them. So each deal comes once, whatever the keys are.
"""

from typing import Final

import numpy as np

from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.simulation.philox import Words, philox

PLACES: Final = ((50 * 49 * 48, 1326), (49 * 48, 50), (48, 49), (1, 48))
"""Of the starting hand and each community card: how many deals share it, and how many choices there are."""
STEPS: Final = 8
HALF_BITS: Final = 14
MULTIPLIER: Final = 0x9E3779B97F4A7C15
SHIFT: Final = 40
_DOMAIN: Final = 2**32


def keys(seed: int) -> Words:
    """Return the key of each step."""
    block = np.arange(STEPS // 4, dtype=np.uint64)
    nothing = np.zeros_like(block)
    return np.stack(philox((block, nothing, nothing, nothing), (seed, _DOMAIN)), axis=1).reshape(-1)


def deals(seed: int, numbers: Words) -> Words:
    """Return the deal of each round; the rounds are fewer than the deals."""
    found = _network(keys(seed), numbers)
    while (beyond := found >= np.uint64(ORDERED_DEALS)).any():
        found[beyond] = _network(keys(seed), found[beyond])
    return found


def _network(by: Words, numbers: Words) -> Words:
    low = np.uint64(2**HALF_BITS - 1)
    left, right = numbers >> np.uint64(HALF_BITS), numbers & low
    for key in by:
        left, right = right, left ^ (((right + key) * np.uint64(MULTIPLIER)) >> np.uint64(SHIFT)) & low
    return (left << np.uint64(HALF_BITS)) | right
