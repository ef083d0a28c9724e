"""The compiled kernels that tell how each round ended, where counts alone are not enough. Only `kernel` imports it.

Whoever errs, leaves by a rule of their own or has a side wager out is looked at round by round. The cards and the ends
without errors come from the kernels that count; what is rare is put right afterwards.
"""

from typing import Any

import numba
import numpy as np

from mississippi_stud.hands import Hand
from mississippi_stud.maths.simulation import erring, machine_code, machine_code_seats, seats, twin
from mississippi_stud.maths.simulation.machine_code import fill, u8, u16, u32, u64

_0, _1, _4 = map(u64, (0, 1, 4))
_DOMAIN = u64(erring.DOMAIN)
_COLUMNS = u64(seats.COLUMNS)
_ONE, _SEATS = machine_code.BLOCK, machine_code_seats.BLOCK
_HANDS, _ROYAL, _ACE_TO_NINE = u8(len(Hand)), u8(Hand.ROYAL_FLUSH), u16(0b1111110000000)
_WIDTHS = tuple(map(u64, twin.WIDTHS))


@numba.njit(nogil=True, cache=True)
def _spread(block: Any, start: Any, first: Any, last: Any, shared: Any, found: Any) -> None:
    """Write what is known of a block in the order of its rounds; it lies in as many rows as `machine_code.tally` says.

    Rounds outside of the run are left out.
    """
    row = u64(len(block)) // shared
    for lane in range(_0, shared):
        for at in range(_0, row):
            number = start + shared * at + lane
            if number >= first and number < last:
                found[number - first] = block[lane * row + at]


@numba.njit(inline="always")
def _other(word: Any, bound: Any, others: Any) -> Any:
    """Return which other choice is made, or 0."""
    return _1 + word % others if word < bound else _0


@numba.njit(nogil=True, cache=True)
def _err_alone(
    words: Any, hand: Any, three: Any, four: Any, five: Any, hole: Any, third: Any, fourth: Any, fifth: Any,
    bound: Any, others: Any, ended: Any,
) -> None:  # fmt: skip
    """Play those rounds of a block of one seat again in which there is an error."""
    for at in range(_0, u64(len(ended))):
        if min(words[0, at], words[1, at], words[2, at]) < bound:
            place = (at % _4) * u64(_ONE // 4) + at // _4
            state = u64(hole[u64(hand[place])]) + u64(three[place]) + _other(words[0, at], bound, others) * _WIDTHS[0]
            state = u64(third[state]) + u64(four[place]) + _other(words[1, at], bound, others) * _WIDTHS[1]
            state = u64(fourth[state]) + u64(five[place]) + _other(words[2, at], bound, others) * _WIDTHS[2]
            ended[place] = fifth[state]


@numba.njit(nogil=True, cache=True)
def ends_alone(
    hole: Any, third: Any, fourth: Any, fifth: Any, seed: Any, first: Any, rounds: Any, bound: Any, others: Any,
    found: Any,
) -> None:  # fmt: skip
    """Write how each round of one seat ends."""
    words, errors = np.empty((4, _ONE // 4), u64), np.empty((4, _ONE), u64)
    hand, ended = np.empty(_ONE, u16), np.empty(_ONE, fifth.dtype)
    three, four, five = np.empty(_ONE, u8), np.empty(_ONE, u8), np.empty(_ONE, u8)
    last = first + rounds
    start = first - first % u64(_ONE)
    while start < last:
        machine_code.draw(words, hand, three, four, five, seed, start)
        machine_code.walk(hand, three, four, five, hole, third, fourth, fifth, ended)
        if bound:
            fill(errors, start, seed, _DOMAIN)
            _err_alone(errors, hand, three, four, five, hole, third, fourth, fifth, bound, others, ended)
        _spread(ended, start, first, last, _4, found)
        start += u64(_ONE)


@numba.njit(nogil=True, cache=True)
def _err(
    words: Any, shared: Any, cards: Any, seat: Any, hole: Any, third: Any, fourth: Any, fifth: Any,
    bound: Any, others: Any, ended: Any,
) -> None:  # fmt: skip
    """Play those rounds of a block again in which a seat errs."""
    size = u64(len(ended))
    for at in range(_0, size):
        if min(words[0, at], words[1, at], words[2, at]) < bound:
            place = (at % shared) * (size // shared) + at // shared
            left, right = cards[u64(3) + u64(2) * seat, place], cards[u64(4) + u64(2) * seat, place]
            state = u64(hole[u64(52) * u64(left) + u64(right)])
            state = u64(third[state + _column(cards[0, place], left, _other(words[0, at], bound, others))])
            state = u64(fourth[state + _column(cards[1, place], left, _other(words[1, at], bound, others))])
            ended[place] = fifth[state + _column(cards[2, place], left, _other(words[2, at], bound, others))]


@numba.njit(inline="always")
def _column(card: Any, held: Any, other: Any) -> Any:
    same = _1 if (card ^ held) & u8(3) == u8(0) else _0
    return (u64(card) >> u64(2)) * u64(2) + same + other * _COLUMNS


@numba.njit(nogil=True, cache=True)
def _threes(cards: Any, weights: Any, table: Any, made: Any) -> None:
    """Write what the community cards of a block make; the second row of the table is for cards of one suit."""
    size = u64(table.shape[1])
    flat = table.reshape(-1)
    for at in range(_0, u64(len(made))):
        a, b, c = cards[0, at], cards[1, at], cards[2, at]
        place = u64(weights[u64(a)]) + u64(weights[u64(b)]) + u64(weights[u64(c)])
        made[at] = flat[place + (size if ((a ^ b) | (a ^ c)) & u8(3) == u8(0) else _0)]


@numba.njit(nogil=True, cache=True)
def _sixes(cards: Any, seat: Any, weights: Any, table: Any, suited: Any, made: Any) -> None:
    """Write the best of a seat's two cards and the last four: a hand or, after all of them, a Super Royal by suit."""
    six, rows = np.empty(6, u8), u64(len(cards))
    for at in range(_0, u64(len(made))):
        total, suits, ranks = _0, _0, u16(0)
        for place in range(_0, u64(6)):
            row = u64(3) + u64(2) * seat + place if place < u64(2) else rows - u64(6) + place
            card = cards[row, at]
            six[place] = card
            total += u64(weights[u64(card)])
            suits += _1 << (u64(card & u8(3)) << u64(3))  # a byte for each suit
            ranks |= u16(u16(1) << u16(card >> u8(2)))
        best = u8(0)
        for place in range(6):
            best = max(best, table[total - u64(weights[u64(six[place])])])
        for suit in range(_0, _4):
            count = (suits >> (suit << u64(3))) & u64(255)
            if count >= u64(5):
                for place in range(6):
                    if count == u64(6) or u64(six[place] & u8(3)) != suit:
                        best = max(best, table[suited + total - u64(weights[u64(six[place])])])
                if best == _ROYAL and count == u64(6) and ranks == _ACE_TO_NINE:
                    best = u8(_HANDS + u8(suit))
        made[at] = best


@numba.njit(nogil=True, cache=True)
def ends(
    table: Any, hole: Any, third: Any, fourth: Any, fifth: Any, seed: Any, domain: Any, first: Any, rounds: Any,
    width: Any, bounds: Any, pairs_drawn: Any, bound: Any, others: Any, weights: Any, three_table: Any,
    five_table: Any, suited: Any, found: Any, threes: Any, sixes: Any,
) -> None:  # fmt: skip
    """Write how each round ends for every seat and, where there is room for it, what the board and six cards make."""
    players = len(found)
    words, errors = np.empty((4, _SEATS * width // 4), u64), np.empty((4, _SEATS), u64)
    boards, pairs = np.empty((1, _SEATS), u32), np.empty((pairs_drawn, _SEATS), u16)
    places = np.empty((3 + 2 * pairs_drawn, _SEATS), u8)
    cards, made = np.empty_like(places), np.empty(_SEATS, u8)
    rows, columns, index = np.empty(_SEATS, u32), np.empty(_SEATS, u16), np.empty((players, _SEATS), u32)
    ended = np.empty((players, _SEATS), table.dtype)
    last, shared = first + rounds, _4 // u64(width)
    start = first - first % u64(_SEATS)
    while start < last:
        machine_code_seats.deal(words, boards, pairs, places, cards, start, seed, domain, u64(width), bounds)
        machine_code_seats.end(table, cards, rows, columns, index, ended)
        for seat in range(players):
            if bound:
                fill(errors, start, seed, _DOMAIN + u64(seat))
                _err(errors, shared, cards, u64(seat), hole, third, fourth, fifth, bound, others, ended[seat])
            _spread(ended[seat], start, first, last, shared, found[seat])
        if len(threes):
            _threes(cards, weights, three_table, made)
            _spread(made, start, first, last, shared, threes)
        for seat in range(len(sixes)):
            _sixes(cards, u64(seat), weights, five_table, suited, made)
            _spread(made, start, first, last, shared, sixes[seat])
        start += u64(_SEATS)


@numba.njit(nogil=True, cache=True)
def leave(
    ended: Any, results: Any, rounds: Any, loss: Any, win: Any, drawdown: Any, counts: Any, reasons: Any, nets: Any
) -> None:
    """Count the rounds of one seat until it leaves in each session, and write why it left and with what."""
    for session in range(len(nets)):
        total, best, reason = 0, 0, 0
        for at in range(session * rounds, (session + 1) * rounds):
            end = u64(ended[at])
            counts[end] += 1
            total += results[end]
            best = max(best, total)
            if total <= -loss:
                reason = 1
            elif total >= win:
                reason = 2
            elif best - total >= drawdown:
                reason = 3
            if reason:
                break
        reasons[session], nets[session] = reason, total
