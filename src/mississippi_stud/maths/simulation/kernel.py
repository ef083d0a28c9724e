"""The compiled kernel for one seat: the same counts as `twin.counts`, which does the work where Numba is missing.

Numba comes with the extra `simulation` and is imported when the kernel is first called; it compiles for some seconds.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import twin
from mississippi_stud.maths.simulation.machine import StateMachine
from mississippi_stud.maths.simulation.philox import MULTIPLIERS, ROUNDS, WEYL

BLOCK: Final = 2048
"""Rounds at a time: their words and endings stay in the nearest cache."""


def _compile() -> Callable[..., None]:  # pragma: no cover  compiled
    import numba
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import types
    from numba.extending import intrinsic

    def product(_context: Any, _left: Any, _right: Any) -> Any:
        """The high half of a product of 64 bits by 64."""

        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            wide = ir.IntType(128)
            left, right = (builder.zext(each, wide) for each in arguments)
            product = builder.lshr(builder.mul(left, right), ir.Constant(wide, 64))
            return builder.trunc(product, ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), code

    high: Any = intrinsic(product)
    m0, m1, w0, w1 = map(np.uint64, (*MULTIPLIERS, *WEYL))
    zero, one, half, low32 = np.uint64(0), np.uint64(1), np.uint64(32), np.uint64(0xFFFFFFFF)
    holes, thirds, fourths, fifths = np.uint64(1326), np.uint64(50), np.uint64(49), np.uint64(48)
    bias0, bias1 = map(np.uint64, twin.BIASED)

    @numba.njit(inline="always")
    def philox(block: Any, attempt: Any, seed: Any) -> Any:
        c0, c1, c2, c3, k0, k1 = block, attempt, zero, zero, seed, zero
        for _ in range(ROUNDS):
            h0, l0, h1, l1 = high(m0, c0), m0 * c0, high(m1, c2), m1 * c2
            c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
            k0 += w0
            k1 += w1
        return c0, c1, c2, c3

    @numba.njit(inline="always")
    def walk(word: Any, hole: Any, third: Any, fourth: Any, fifth: Any) -> Any:
        """Return the ending of a round, and whether its word would bias the deal."""
        a = (word >> half) * holes
        b = (a & low32) * thirds
        c = (word & low32) * fourths
        d = (c & low32) * fifths
        state = third[np.uint64(hole[a >> half]) + (b >> half)]
        state = fourth[np.uint64(state) + (c >> half)]
        biased = ((b & low32) < bias0) | ((d & low32) < bias1)
        return fifth[np.uint64(state) + (d >> half)], biased

    @numba.njit(nogil=True)
    def count(hole: Any, third: Any, fourth: Any, fifth: Any, seed: Any, first: Any, rounds: Any, found: Any) -> None:
        words = np.empty(BLOCK, np.uint64)
        ended = np.empty(BLOCK, np.uint32)
        lanes = np.zeros((4, len(found)), np.int64)
        last = first + rounds
        start = first & ~np.uint64(3)
        while start < last:
            for at in range(BLOCK // 4):
                four = philox((start >> np.uint64(2)) + np.uint64(at), zero, seed)
                words[4 * at], words[4 * at + 1], words[4 * at + 2], words[4 * at + 3] = four
            again = 0
            for at in range(BLOCK):
                end, biased = walk(words[at], hole, third, fourth, fifth)
                ended[at] = end
                again |= biased
            if again:
                for at in range(BLOCK):
                    end, biased = walk(words[at], hole, third, fourth, fifth)
                    attempt = zero
                    while biased:
                        attempt += one
                        number = start + np.uint64(at)
                        four = philox(number >> np.uint64(2), attempt, seed)
                        end, biased = walk(four[np.int64(number & np.uint64(3))], hole, third, fourth, fifth)
                    ended[at] = end
            if start >= first and start + np.uint64(BLOCK) <= last:
                for at in range(0, BLOCK, 4):
                    for lane in range(4):
                        lanes[lane, ended[at + lane]] += 1
            else:
                for at in range(BLOCK):
                    if start + np.uint64(at) >= first and start + np.uint64(at) < last:
                        lanes[0, ended[at]] += 1
            start += np.uint64(BLOCK)
        for lane in range(4):
            found += lanes[lane]

    compiled: Callable[..., None] = count
    return compiled


@cache
def _compiled() -> Callable[..., None] | None:
    """Return the compiled kernel, or None if Numba is not installed."""
    try:
        return _compile()
    except ModuleNotFoundError:
        return None


def counts(tables: StateMachine, seed: int, first: int, rounds: int) -> Ints:
    """Return how many of the rounds end in each way."""
    kernel = _compiled()
    if kernel is None or not rounds:
        return twin.counts(tables, seed, first, rounds)
    found = np.zeros(len(tables.endings), dtype=np.int64)
    numbers = (np.uint64(seed), np.uint64(first), np.uint64(rounds))
    kernel(tables.hole, tables.third, tables.fourth, tables.fifth, *numbers, found)
    return found
