"""The compiled kernels. Only `kernel` imports this module, and only where Numba is installed.

Numba keeps what it has compiled beside this file, or in the user's cache folder where that cannot be written.
Indices are unsigned, so that none can count from the end.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from mississippi_stud.maths.simulation import seats as several
from mississippi_stud.maths.simulation import twin
from mississippi_stud.maths.simulation.philox import MULTIPLIERS, ROUNDS, WEYL

BLOCK = 2048
"""Rounds at a time: their words and endings stay in the nearest cache."""
_M0, _M1, _W0, _W1 = map(np.uint64, (*MULTIPLIERS, *WEYL))
_0, _1, _2, _HALF, _LOW = map(np.uint64, (0, 1, 2, 32, 0xFFFFFFFF))
_HOLES, _THIRDS, _FOURTHS, _FIFTHS, _DECK = map(np.uint64, (1326, 50, 49, 48, 52))
_BIAS0, _BIAS1 = map(np.uint64, twin.BIASED)
_PER_WORD = np.uint64(several.PER_WORD)


def _high(_context: Any, _left: Any, _right: Any) -> Any:
    """Return the high half of a product of 64 bits by 64."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        left, right = (builder.zext(each, wide) for each in arguments)
        return builder.trunc(builder.lshr(builder.mul(left, right), ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code


high: Any = intrinsic(_high)


@numba.njit(inline="always")
def philox(block: Any, attempt: Any, seed: Any, domain: Any) -> Any:
    """Return the four words of a block."""
    c0, c1, c2, c3, k0, k1 = block, attempt, _0, _0, seed, domain
    for _ in range(ROUNDS):
        h0, l0, h1, l1 = high(_M0, c0), _M0 * c0, high(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0 += _W0
        k1 += _W1
    return c0, c1, c2, c3


@numba.njit(inline="always")
def walk(word: Any, hole: Any, third: Any, fourth: Any, fifth: Any) -> Any:
    """Return the ending of a round, and whether its word would bias the deal."""
    a = (word >> _HALF) * _HOLES
    b = (a & _LOW) * _THIRDS
    c = (word & _LOW) * _FOURTHS
    d = (c & _LOW) * _FIFTHS
    state = third[np.uint64(hole[a >> _HALF]) + (b >> _HALF)]
    state = fourth[np.uint64(state) + (c >> _HALF)]
    biased = ((b & _LOW) < _BIAS0) | ((d & _LOW) < _BIAS1)
    return fifth[np.uint64(state) + (d >> _HALF)], biased


@numba.njit(nogil=True, cache=True)
def count(hole: Any, third: Any, fourth: Any, fifth: Any, seed: Any, first: Any, rounds: Any, found: Any) -> None:
    """Add how many of the rounds of one seat end in each way."""
    words = np.empty(BLOCK, np.uint64)
    ended = np.empty(BLOCK, np.uint32)
    lanes = np.zeros((4, len(found)), np.int64)
    last = first + rounds
    start = first & ~np.uint64(3)
    while start < last:
        for at in range(BLOCK // 4):
            four = philox((start >> _2) + np.uint64(at), _0, seed, _0)
            words[4 * at], words[4 * at + 1], words[4 * at + 2], words[4 * at + 3] = four
        again = 0
        for at in range(BLOCK):
            end, biased = walk(words[at], hole, third, fourth, fifth)
            ended[at] = end
            again |= biased
        if again:
            for at in range(BLOCK):
                end, biased = walk(words[at], hole, third, fourth, fifth)
                attempt = _0
                while biased:
                    attempt += _1
                    number = start + np.uint64(at)
                    four = philox(number >> _2, attempt, seed, _0)
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


@numba.njit(inline="always")
def shuffle(words: Any, start: Any, bounds: Any, deck: Any, dealt: Any) -> Any:
    """Deal the cards of a round, and return whether a word would bias the deal."""
    for card in range(52):
        deck[card] = card
    biased = False
    left = _DECK
    at, cards = _0, np.uint64(len(dealt))
    for word in range(np.uint64(len(bounds))):
        drawn = words[start + word]
        for _ in range(min(_PER_WORD, cards - at)):
            place = high(drawn, left)
            drawn *= left
            left -= _1
            dealt[at] = deck[place]
            deck[place] = deck[left]
            at += _1
        biased |= drawn < bounds[word]
    return biased


@numba.njit(nogil=True, cache=True)
def count_seats(
    hole: Any,
    third: Any,
    fourth: Any,
    fifth: Any,
    seed: Any,
    first: Any,
    rounds: Any,
    width: Any,
    bounds: Any,
    found: Any,
) -> None:
    """Add how many of the rounds end in each way, by seat. `width` is how many words of a block a round has."""
    seats = np.uint64(len(found))
    deck = np.empty(52, np.uint8)
    dealt = np.empty(2 * len(found) + 3, np.uint8)
    words = np.empty(4, np.uint64)
    more = np.uint64(1) if width == _2 else _0  # the rounds of a block: 2, or 1
    for number in range(first, first + rounds):
        block, start = number >> more, width * (number & more)
        if start == _0 or number == first:
            words[0], words[1], words[2], words[3] = philox(block, _0, seed, seats)
        attempt = _0
        while shuffle(words, start, bounds, deck, dealt):
            attempt += _1
            words[0], words[1], words[2], words[3] = philox(block, attempt, seed, seats)
        if attempt:  # the next round of the block begins with its own first words
            words[0], words[1], words[2], words[3] = philox(block, _0, seed, seats)
        c0, c1, c2 = np.uint64(dealt[0]), np.uint64(dealt[1]), np.uint64(dealt[2])
        s0, s1, s2 = c0 & np.uint64(3), c1 & np.uint64(3), c2 & np.uint64(3)
        c0, c1, c2 = (c0 >> _2) << _1, (c1 >> _2) << _1, (c2 >> _2) << _1
        for seat in range(seats):
            a, b = np.uint64(dealt[_2 * seat + np.uint64(3)]), np.uint64(dealt[_2 * seat + np.uint64(4)])
            suit = a & np.uint64(3)
            state = third[np.uint64(hole[_DECK * a + b]) + c0 + np.uint64(s0 == suit)]
            state = fourth[np.uint64(state) + c1 + np.uint64(s1 == suit)]
            found[seat, fifth[np.uint64(state) + c2 + np.uint64(s2 == suit)]] += 1
