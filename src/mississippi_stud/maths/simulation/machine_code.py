"""The compiled kernel of one seat, and the chance that all kernels share. Only `kernel` imports this module.

Numba keeps what it has compiled beside this file, or in the user's cache folder where that cannot be written. A block
of rounds passes through one plain loop after another, each of which the compiler turns into vector instructions; the
words of a block lie in four rows, so that neighbours in memory are neighbouring counters. Indices are unsigned, so that
none can count from the end, and every intermediate result has its type: NumPy's rules would widen it.
"""

from typing import Any

import numba
import numpy as np

from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.simulation import permutation, twin
from mississippi_stud.maths.simulation.philox import MULTIPLIERS, WEYL

BLOCK = 2048
"""Rounds at a time: all that is known of them stays in the nearest cache."""
LANES = 4
"""Counts are kept in four rows, so that a round need not wait for the last one's to be written; 32 bits are enough for
the rounds of a call (`kernel.ROUNDS_MAX`)."""
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
_M0, _M1, _W0, _W1 = map(u64, (*MULTIPLIERS, *WEYL))
_HALVES = tuple(u64(half) for each in MULTIPLIERS for half in (each >> 32, each & 0xFFFFFFFF))
_A0, _B0, _A1, _B1 = _HALVES
_0, _1, _2, _3, _HALF, _LOW = map(u64, (0, 1, 2, 3, 32, 0xFFFFFFFF))
_HOLES, _THIRDS, _FOURTHS, _FIFTHS = map(u64, (1326, 50, 49, 48))
_BIAS0, _BIAS1 = map(u64, twin.BIASED)
_BITS, _MULTIPLIER, _SHIFT = map(u64, (permutation.HALF_BITS, permutation.MULTIPLIER, permutation.SHIFT))
_HALF_LOW, _DEALS = u64(2**permutation.HALF_BITS - 1), u64(ORDERED_DEALS)


@numba.njit(inline="always")
def _high(a: Any, b: Any, right: Any) -> Any:
    """Return the high half of a product of 64 bits by 64, in products of 32 bits, which have vector instructions."""
    c, d = right >> _HALF, right & _LOW
    low, middle = b * d, a * d
    cross = (low >> _HALF) + (middle & _LOW) + b * c
    return a * c + (middle >> _HALF) + (cross >> _HALF)


@numba.njit(inline="always")
def _turn(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Return the counter after one of Philox's ten rounds."""
    return _high(_A1, _B1, c2) ^ c1 ^ k0, _M1 * c2, _high(_A0, _B0, c0) ^ c3 ^ k1, _M0 * c0


@numba.njit(inline="always")
def philox(block: Any, attempt: Any, seed: Any, domain: Any) -> Any:
    """Return the four words of a block; the rounds are written out, since a loop here would hinder the outer one."""
    k0, k1 = seed, domain
    c0, c1, c2, c3 = _turn(block, attempt, _0, _0, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    c0, c1, c2, c3 = _turn(c0, c1, c2, c3, k0, k1)
    k0, k1 = k0 + _W0, k1 + _W1
    return _turn(c0, c1, c2, c3, k0, k1)


@numba.njit(nogil=True, cache=True)
def fill(words: Any, block: Any, seed: Any, domain: Any) -> None:
    """Fill the four rows with the words of neighbouring blocks."""
    for at in range(words.shape[1]):
        words[0, at], words[1, at], words[2, at], words[3, at] = philox(block + u64(at), _0, seed, domain)


@numba.njit(nogil=True, cache=True)
def word_again(number: Any, width: Any, word: Any, attempt: Any, seed: Any, domain: Any) -> Any:
    """Return a word of a round on a later attempt; a round has `width` words of a block."""
    shared = _2 >> (width >> _1)  # 4, 2 or 1 rounds of a block are 2, 1 or 0 bits of their number
    four = philox(number >> shared, attempt, seed, domain)
    return four[np.int64(width * (number & ((_1 << shared) - _1)) + word)]


@numba.njit(inline="always")
def _places(word: Any) -> Any:
    """Return the starting hand, the places of the community cards, and whether the word would bias the deal."""
    a = (word >> _HALF) * _HOLES
    b = (a & _LOW) * _THIRDS
    c = (word & _LOW) * _FOURTHS
    d = (c & _LOW) * _FIFTHS
    biased = ((b & _LOW) < _BIAS0) | ((d & _LOW) < _BIAS1)
    return a >> _HALF, b >> _HALF, c >> _HALF, d >> _HALF, biased


@numba.njit(nogil=True, cache=True)
def _place(words: Any, hand: Any, three: Any, four: Any, five: Any) -> Any:
    """Write the places that words stand for, and return whether one of them would bias its deal."""
    again = False
    for at in range(len(words)):
        a, b, c, d, biased = _places(words[at])
        hand[at], three[at], four[at], five[at] = a, b, c, d
        again |= biased
    return again


@numba.njit(nogil=True, cache=True)
def walk(
    hand: Any, three: Any, four: Any, five: Any, hole: Any, third: Any, fourth: Any, fifth: Any, ended: Any
) -> None:
    for at in range(len(ended)):
        state = third[u64(hole[u64(hand[at])]) + u64(three[at])]
        state = fourth[u64(state) + u64(four[at])]
        ended[at] = fifth[u64(state) + u64(five[at])]


@numba.njit(nogil=True, cache=True)
def tally(ended: Any, start: Any, first: Any, last: Any, shared: Any, lanes: Any) -> None:
    """Count how the rounds of a block ended, but for those outside of the run. A block of chance has `shared` rounds.

    The rounds lie in as many rows as a block of chance has rounds: neighbours in memory are `shared` rounds apart.
    """
    size = u64(len(ended))
    if start >= first and start + size <= last:
        for at in range(_0, size, u64(LANES)):
            for lane in range(_0, u64(LANES)):
                lanes[lane, u64(ended[at + lane])] += u32(1)
    else:
        row = size // shared
        for at in range(_0, size):
            number = start + shared * (at % row) + at // row
            if number >= first and number < last:
                lanes[0, u64(ended[at])] += u32(1)


@numba.njit(nogil=True, cache=True)
def draw(words: Any, hand: Any, three: Any, four: Any, five: Any, seed: Any, start: Any) -> None:
    """Draw the starting hands and the places of the community cards of a block of rounds."""
    flat = words.reshape(-1)
    fill(words, start >> _2, seed, _0)
    if _place(flat, hand, three, four, five):
        for at in range(BLOCK):
            attempt = _0
            number = start + (u64(at) % u64(BLOCK // 4)) * u64(4) + u64(at) // u64(BLOCK // 4)
            a, b, c, d, biased = _places(flat[at])
            while biased:
                attempt += _1
                a, b, c, d, biased = _places(word_again(number, _1, _0, attempt, seed, _0))
            hand[at], three[at], four[at], five[at] = a, b, c, d


@numba.njit(nogil=True, cache=True)
def count(hole: Any, third: Any, fourth: Any, fifth: Any, seed: Any, first: Any, rounds: Any, found: Any) -> None:
    """Add how many of the rounds of one seat end in each way."""
    words = np.empty((4, BLOCK // 4), u64)
    hand, ended = np.empty(BLOCK, u16), np.empty(BLOCK, fifth.dtype)
    three, four, five = np.empty(BLOCK, u8), np.empty(BLOCK, u8), np.empty(BLOCK, u8)
    lanes = np.zeros((LANES, len(found)), u32)
    last = first + rounds
    start = first - first % u64(BLOCK)
    while start < last:
        draw(words, hand, three, four, five, seed, start)
        walk(hand, three, four, five, hole, third, fourth, fifth, ended)
        tally(ended, start, first, last, u64(4), lanes)
        start += u64(BLOCK)
    for lane in range(LANES):
        found += lanes[lane]


@numba.njit(inline="always")
def _network(number: Any, keys: Any) -> Any:
    left, right = number >> _BITS, number & _HALF_LOW
    for step in range(_0, u64(permutation.STEPS)):
        left, right = right, left ^ ((((right + keys[step]) * _MULTIPLIER) >> _SHIFT) & _HALF_LOW)
    return (left << _BITS) | right


@numba.njit(nogil=True, cache=True)
def count_permuted(
    hole: Any, third: Any, fourth: Any, fifth: Any, keys: Any, first: Any, rounds: Any, found: Any
) -> None:
    """Add how many of the rounds of one seat end in each way if no deal comes twice."""
    for number in range(first, first + rounds):
        deal = _network(number, keys)
        while deal >= _DEALS:
            deal = _network(deal, keys)
        rest = deal // _FIFTHS
        start = rest // _FOURTHS
        hand = start // _THIRDS
        state = third[u64(hole[hand]) + start - hand * _THIRDS]
        state = fourth[u64(state) + rest - start * _FOURTHS]
        found[u64(fifth[u64(state) + deal - rest * _FIFTHS])] += 1
