"""Philox4x64-10 in NumPy, bit-equal to `numpy.random.Philox`: the twin of the compiled one, and the source of rounds.

Round `i` takes word `i % 4` of block `i // 4`. A word that would bias the deal is replaced by the same word of the next
attempt's block. The key is (seed, 0), the counter (block, attempt, 0, 0).
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
MULTIPLIERS: Final = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
WEYL: Final = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
ROUNDS: Final = 10
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


def product(left: int, right: Words) -> tuple[Words, Words]:
    """Return the high and the low half of the 128-bit products."""
    a, b = np.uint64(left >> 32), np.uint64(left & 0xFFFFFFFF)
    c, d = right >> _HALF, right & _LOW
    low, middle = b * d, a * d
    cross = (low >> _HALF) + (middle & _LOW) + b * c
    return a * c + (middle >> _HALF) + (cross >> _HALF), (cross << _HALF) | (low & _LOW)


def philox(counter: tuple[Any, Any, Any, Any], key: tuple[int, int]) -> tuple[Words, Words, Words, Words]:
    """Return the four words of each counter; its parts are arrays of uint64."""
    c0, c1, c2, c3 = (np.asarray(each, dtype=np.uint64) for each in counter)
    for turn in range(ROUNDS):
        k0, k1 = (np.uint64((each + turn * step) % 2**64) for each, step in zip(key, WEYL, strict=True))
        (high0, low0), (high1, low1) = product(MULTIPLIERS[0], c0), product(MULTIPLIERS[1], c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
    return c0, c1, c2, c3


def words(seed: int, numbers: Words, attempt: int = 0) -> Words:
    """Return the word of each round on that attempt."""
    nothing = np.zeros(len(numbers), dtype=np.uint64)
    block = philox((numbers >> np.uint64(2), nothing + np.uint64(attempt), nothing, nothing), (seed, 0))
    return np.choose((numbers & np.uint64(3)).astype(np.intp), block)
