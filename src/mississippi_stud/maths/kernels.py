"""All compiled kernels. Each has a twin in plain NumPy, with which the tests compare it.

Numba compiles a kernel once and keeps it on disk. It comes with the extra `simulation` and is imported when a kernel is
first called; where it is not installed, the twin does the work. Twins: `five` here is `batch.five`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mississippi_stud import hands
from mississippi_stud.maths import batch
from mississippi_stud.maths.batch import Cards, Made


@cache
def five_tables() -> tuple[npt.NDArray[np.uint32], Made, int]:
    """Return the weight of every byte (0 if not a card), the hands by sum, not suited and suited, and their offset.

    The table is long enough for any five cards, even the same one five times: no sum is out of bounds.
    """
    weights = np.zeros(256, dtype=np.uint32)
    weights[:52] = hands.WEIGHTS
    size = len(hands.UNSUITED)
    table = np.zeros(size + 5 * max(hands.WEIGHTS) + 1, dtype=np.uint8)
    table[:size] = np.frombuffer(bytes(hands.UNSUITED), dtype=np.uint8)
    table[[size + weight for weight in hands.SUITED]] = list(hands.SUITED.values())
    return weights, table, size


def _five(flat: Any, weights: Any, table: Any, size: Any, made: Any) -> None:  # pragma: no cover  compiled
    """Write what every five cards make into `made`. Indices are unsigned, so that none can count from the end."""
    at = np.uint64(0)
    for row in range(np.uint64(len(made))):
        a, b, c = flat[at], flat[at + np.uint64(1)], flat[at + np.uint64(2)]
        d, e = flat[at + np.uint64(3)], flat[at + np.uint64(4)]
        at += np.uint64(5)
        place = weights[a] + weights[b] + weights[c] + weights[d] + weights[e]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0:
            place += size
        made[row] = table[place]


@cache
def _compiled_five() -> Callable[..., None] | None:
    """Return the compiled kernel, or None if Numba is not installed."""
    try:
        import numba
    except ModuleNotFoundError:
        return None
    compiled: Callable[..., None] = numba.njit(cache=True, nogil=True)(_five)
    return compiled


def five(cards: Cards) -> Made:
    """Return what each row of five different cards makes; the cards are bytes, one hand per row."""
    batch.check(cards, 5)
    if cards.dtype != np.uint8:
        raise TypeError(f"the kernel takes cards as bytes, uint8; this array holds {cards.dtype}")
    kernel = _compiled_five()
    if kernel is None:
        return batch.five(cards)
    made = np.empty(len(cards), dtype=np.uint8)
    weights, table, size = five_tables()
    kernel(np.ascontiguousarray(cards).reshape(-1), weights, table, np.uint32(size), made)
    return made
