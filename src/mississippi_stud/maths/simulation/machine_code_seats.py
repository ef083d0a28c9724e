"""The compiled kernel of several seats. Only `kernel` imports this module; `seats` says what it computes.

As in `machine_code`, a block of rounds passes through plain loops that become vector instructions. The shuffle needs no
deck in memory: a place holds its own card unless an earlier draw closed a gap there, with the last card of its time.
"""

from typing import Any

import numba
import numpy as np

from mississippi_stud.maths.simulation import seats as several
from mississippi_stud.maths.simulation.machine_code import LANES, fill, tally, u8, u16, u32, u64, word_again

BLOCK = 512
_NEAR = 64
"""Rounds whose boards' rows of the table stay in the nearest cache while every seat looks at them."""
_0, _1, _HALF, _LOW = map(u64, (0, 1, 32, 0xFFFFFFFF))
_BOARDS, _PER_WORD = u64(several.BOARDS), u64(several.PER_WORD)
_RECIPROCALS = several.reciprocals()
_SUITS, _RANKS, _PAIRS, _FLAGS = u8(3), u32(13), u32(several.PAIRS), u32(several.FLAGS)


@numba.njit(inline="always")
def _draw(word: Any, choices: Any) -> Any:
    """Return one of so many choices, fewer than 2^20, and what is left of the word."""
    low = (word & _LOW) * choices
    whole = (word >> _HALF) * choices + (low >> _HALF)
    return whole >> _HALF, (whole << _HALF) | (low & _LOW)


@numba.njit(nogil=True, cache=True)
def _draw_row(words: Any, row: Any, choices: Any, drawn: Any, pair: Any, begin: Any) -> None:
    for at in range(_0, u64(words.shape[1])):
        drawn[pair, begin + at], words[row, at] = _draw(words[row, at], choices)


@numba.njit(nogil=True, cache=True)
def _below(words: Any, row: Any, bound: Any) -> Any:
    found = False
    for at in range(_0, u64(words.shape[1])):
        found |= words[row, at] < bound
    return found


@numba.njit(nogil=True, cache=True)
def _pairs_choices(pair: Any) -> Any:
    left = u64(49) - u64(2) * pair
    return left * (left - _1)


@numba.njit(nogil=True, cache=True)
def _draws(words: Any, start: Any, seed: Any, domain: Any, width: Any, bounds: Any, boards: Any, pairs: Any) -> None:
    """Draw the board and the pairs of a block of rounds."""
    shared, size = u64(4) // width, u64(words.shape[1])
    fill(words, start // shared, seed, domain)
    for lane in range(_0, shared):
        for word in range(_0, u64(len(bounds))):
            row = lane * width + word
            if word == _0:
                _draw_row(words, row, _BOARDS, boards, _0, lane * size)
            for pair in range(_PER_WORD * word, min(_PER_WORD * (word + _1), u64(len(pairs)))):
                _draw_row(words, row, _pairs_choices(pair), pairs, pair, lane * size)
        for word in range(_0, u64(len(bounds))):  # when all are drawn: another attempt replaces them all
            row = lane * width + word
            if _below(words, row, bounds[word]):
                for at in range(_0, size):
                    if words[row, at] < bounds[word]:
                        number = start + shared * at + lane
                        _draw_again(number, lane * size + at, seed, domain, width, bounds, boards, pairs)


@numba.njit(nogil=True, cache=True)
def _draw_again(number: Any, at: Any, seed: Any, domain: Any, width: Any, bounds: Any, boards: Any, pairs: Any) -> None:
    """Draw the board and the pairs of one round on the first attempt that is fair."""
    attempt, biased = _0, True
    while biased:
        attempt += _1
        biased = False
        for word in range(_0, u64(len(bounds))):
            left = word_again(number, width, word, attempt, seed, domain)
            if word == _0:
                board, left = _draw(left, _BOARDS)
                boards[0, at] = board
            for pair in range(_PER_WORD * word, min(_PER_WORD * (word + _1), u64(len(pairs)))):
                drawn, left = _draw(left, _pairs_choices(pair))
                pairs[pair, at] = drawn
            biased |= left < bounds[word]


@numba.njit(nogil=True, cache=True)
def _split(boards: Any, pairs: Any, places: Any) -> None:
    """Write the places that the board and the pairs stand for, a row for each card."""
    for at in range(BLOCK):
        board = boards[0, at]
        first = u32(board // u32(51 * 50))
        rest = u32(board - u32(first * u32(51 * 50)))
        second = u32(rest // u32(50))
        places[0, at], places[1, at], places[2, at] = u8(first), u8(second), u8(rest - u32(second * u32(50)))
    for pair in range(_0, u64(len(pairs))):
        _split_row(pairs, places, pair, u64(3) + u64(2) * pair, u16(u64(48) - u64(2) * pair), _RECIPROCALS[pair])


@numba.njit(nogil=True, cache=True)
def _split_row(pairs: Any, places: Any, pair: Any, row: Any, choices: Any, reciprocal: Any) -> None:
    for at in range(BLOCK):
        drawn = pairs[pair, at]
        quotient = u16(u32(u32(drawn) * u32(reciprocal)) >> u32(20))
        places[row, at] = u8(quotient)
        places[row + _1, at] = u8(u16(drawn) - u16(quotient * choices))


@numba.njit(nogil=True, cache=True)
def _deal(places: Any, cards: Any) -> None:
    """Write the cards at these places of a deck in which each gap is closed by the last card.

    A row that still stands for a place whose gap was closed stands for the card that closed it; latest draws first.
    """
    for row in range(_0, u64(len(places))):
        for at in range(BLOCK):
            cards[row, at] = places[row, at]
        left: Any = row
        while left >= u64(4):
            left -= u64(4)
            _close_four(cards, places, row, left, u8(u64(51) - left))
        while left > _0:
            left -= _1
            _close(cards, places, row, left, u8(u64(51) - left))


@numba.njit(nogil=True, cache=True)
def _close(cards: Any, places: Any, row: Any, draw: Any, last: Any) -> None:
    for at in range(BLOCK):
        card = cards[row, at]
        cards[row, at] = last if card == places[draw, at] else card


@numba.njit(nogil=True, cache=True)
def _close_four(cards: Any, places: Any, row: Any, draw: Any, last: Any) -> None:
    """Look at four draws, the latest first: the gap of each was closed by a card further back in the deck."""
    second, third, fourth = draw + _1, draw + u64(2), draw + u64(3)
    last2, last3, last4 = u8(last - u8(1)), u8(last - u8(2)), u8(last - u8(3))
    for at in range(BLOCK):
        card = cards[row, at]
        card = last4 if card == places[fourth, at] else card
        card = last3 if card == places[third, at] else card
        card = last2 if card == places[second, at] else card
        cards[row, at] = last if card == places[draw, at] else card


@numba.njit(nogil=True, cache=True)
def _board_rows(cards: Any, rows: Any) -> None:
    for at in range(BLOCK):
        first, second, third = u32(cards[0, at] >> u8(2)), u32(cards[1, at] >> u8(2)), u32(cards[2, at] >> u8(2))
        board = u32(u32(u32(u32(first * _RANKS) + second) * _RANKS) + third)
        rows[at] = u32(board * u32(_FLAGS * _PAIRS))


@numba.njit(nogil=True, cache=True)
def _find_rows(cards: Any, rows: Any, columns: Any, index: Any) -> None:
    """Write where the table says how each seat ends: by the board, how far its cards are of one suit, and its ranks."""
    for seat in range(len(index)):
        left, right = 3 + 2 * seat, 4 + 2 * seat
        for at in range(BLOCK):
            a, b = cards[left, at], cards[right, at]
            high, low = u16(max(a, b) >> u8(2)), u16(min(a, b) >> u8(2))
            column = u16(u16(u16(high * u16(high + u16(1))) >> u16(1)) + low)
            two = u8(u8(a ^ b) & _SUITS)
            three = u8(two | u8(u8(a ^ cards[0, at]) & _SUITS))
            four = u8(three | u8(u8(a ^ cards[1, at]) & _SUITS))
            five = u8(four | u8(u8(a ^ cards[2, at]) & _SUITS))
            column = u16(column + (u16(_PAIRS) if two == u8(0) else u16(0)))
            column = u16(column + (u16(_PAIRS) if three == u8(0) else u16(0)))
            column = u16(column + (u16(_PAIRS) if four == u8(0) else u16(0)))
            columns[at] = u16(column + (u16(_PAIRS) if five == u8(0) else u16(0)))
        for at in range(BLOCK):
            index[seat, at] = u32(rows[at] + u32(columns[at]))


@numba.njit(nogil=True, cache=True)
def _look_up(table: Any, index: Any, ended: Any) -> None:
    for near in range(_0, u64(BLOCK), u64(_NEAR)):
        for seat in range(_0, u64(len(index))):
            for at in range(near, near + u64(_NEAR)):
                ended[seat, at] = table[u64(index[seat, at])]


@numba.njit(nogil=True, cache=True)
def deal(
    words: Any, boards: Any, pairs: Any, places: Any, cards: Any,
    start: Any, seed: Any, domain: Any, width: Any, bounds: Any,
) -> None:  # fmt: skip
    """Write the cards of a block of rounds, a row for each place of a deal."""
    _draws(words, start, seed, domain, width, bounds, boards, pairs)
    _split(boards, pairs, places)
    _deal(places, cards)


@numba.njit(nogil=True, cache=True)
def end(table: Any, cards: Any, rows: Any, columns: Any, index: Any, ended: Any) -> None:
    """Write how a block of rounds ends for every seat, if nobody errs."""
    _board_rows(cards, rows)
    _find_rows(cards, rows, columns, index)
    _look_up(table, index, ended)


@numba.njit(nogil=True, cache=True)
def count_seats(
    table: Any, seed: Any, domain: Any, first: Any, rounds: Any, width: Any, bounds: Any, pairs_drawn: Any, found: Any
) -> None:
    """Add how many of the rounds end in each way, by seat. `width` is how many words of a block a round has."""
    seats = len(found)
    words = np.empty((4, BLOCK * width // 4), u64)
    boards, pairs = np.empty((1, BLOCK), u32), np.empty((pairs_drawn, BLOCK), u16)
    places = np.empty((3 + 2 * pairs_drawn, BLOCK), u8)
    cards = np.empty_like(places)
    rows, columns, index = np.empty(BLOCK, u32), np.empty(BLOCK, u16), np.empty((seats, BLOCK), u32)
    ended = np.empty((seats, BLOCK), table.dtype)
    lanes = np.zeros((seats, LANES, found.shape[1]), u32)
    last = first + rounds
    start = first - first % u64(BLOCK)
    while start < last:
        deal(words, boards, pairs, places, cards, start, seed, domain, u64(width), bounds)
        end(table, cards, rows, columns, index, ended)
        for seat in range(seats):
            tally(ended[seat], start, first, last, u64(4) // u64(width), lanes[seat])
        start += u64(BLOCK)
    for seat in range(seats):
        for lane in range(LANES):
            found[seat] += lanes[seat, lane]
