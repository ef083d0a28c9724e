"""The NumPy twin of the compiled kernels: how rounds end, and how many of those from `first` on end in each way."""

from typing import Final, NamedTuple

import numpy as np

from mississippi_stud.hands import Hand
from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import permutation, seats
from mississippi_stud.maths.simulation.machine import StateMachine, StateTables, Table
from mississippi_stud.maths.simulation.philox import Words, words

_BLOCK: Final = 1 << 16
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(0xFFFFFFFF)
BIASED: Final = (2**32 % (1326 * 50), 2**32 % (49 * 48))
"""A half of a word whose remainder is below this would favour some draws (Lemire): another attempt replaces it."""

WIDTHS: Final = (50, 49, 48)
"""The cards that are unseen before each community card."""


def draws(seed: int, numbers: Words, permuted: bool = False) -> tuple[Words, Words, Words, Words]:
    """Return the starting hand and the places of the three community cards of each round."""
    if permuted:
        chosen = permutation.deals(seed, numbers)
        return tuple(chosen // np.uint64(after) % np.uint64(size) for after, size in permutation.PLACES)  # type: ignore[return-value]
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
    if isinstance(tables, seats.CardMachine):
        return seats.endings(tables, seed, numbers, players)
    hole, third, fourth, fifth = draws(seed, numbers, isinstance(tables, StateMachine) and tables.permuted)
    places = np.stack((third, fourth, fifth), axis=1).astype(np.int64)
    if tables.errors is not None:
        places += np.array(WIDTHS) * tables.errors.drawn(seed, numbers, 1)[:, 0]
    state = tables.third[tables.hole[hole] + places[:, 0]]
    return np.asarray(tables.fifth[tables.fourth[state + places[:, 1]] + places[:, 2]], dtype=np.int64)[:, None]


class PlayedRounds(NamedTuple):
    """Rounds one by one, in their order."""

    ended: Table
    """By seat and round: the place of the ending."""
    threes: Table | None
    """By round, what the community cards make, a `ThreeCardHand`; None if nobody asked."""
    sixes: Table | None
    """By seat and round, the best of six cards: a `Hand` or, after all of them, a Super Royal by suit."""


def play(tables: StateTables, seed: int, numbers: Words, players: int, ace_low: bool | None) -> PlayedRounds:
    """Return how each of these rounds ended and, if it is said whether A 2 3 is a straight, what side wagers go by."""
    if ace_low is None or not isinstance(tables, seats.CardMachine):
        return PlayedRounds(endings(tables, seed, numbers, players).T, None, None)
    cards = seats.deals(seed, numbers, players, tables.bonus)
    ended = seats.ended(tables, cards, seed, numbers, players)
    sixes = np.stack([_six(cards, seat) for seat in range(players)]) if tables.bonus else None
    return PlayedRounds(ended.T, batch.three(cards[:, :3], ace_low=ace_low), sixes)


def _six(cards: Ints, seat: int) -> Ints:
    """Return the best of six cards of a seat."""
    own = np.column_stack((cards[:, 3 + 2 * seat : 5 + 2 * seat], cards[:, -4:])).astype(np.uint8)
    best, super_royal = batch.six(own)
    return np.where(super_royal == batch.NO_SUPER_ROYAL, best, len(Hand) + super_royal).astype(np.int64)


class LeftSessions(NamedTuple):
    """Sessions of one seat."""

    counts: Ints
    """How many played rounds ended in each way."""
    reasons: Ints
    """By session, why it ended: `stops.REASONS`."""
    nets: Ints
    """By session, in the unit of the results."""


def leave(ended: Ints, results: Ints, rounds: int, bounds: tuple[int, int, int]) -> LeftSessions:
    """Return what one seat does in sessions of so many rounds if it leaves at a loss, a win or a drawdown."""
    by_session = ended.reshape(-1, rounds)
    total = np.cumsum(results[by_session], axis=1)
    best = np.maximum.accumulate(np.maximum(total, 0), axis=1)
    loss, win, drawdown = bounds
    reason = np.where(total <= -loss, 1, np.where(total >= win, 2, np.where(best - total >= drawdown, 3, 0)))
    last = np.where(reason.any(axis=1), (reason > 0).argmax(axis=1), rounds - 1)
    played = by_session[np.arange(rounds) <= last[:, None]]
    at = np.arange(len(last)), last
    return LeftSessions(np.bincount(played, minlength=len(results)), reason[at], total[at])


def counts(tables: StateTables, seed: int, first: int, rounds: int, players: int = 1) -> Ints:
    """Return how many of the rounds end in each way, by seat."""
    found = np.zeros((players, len(tables.endings)), dtype=np.int64)
    for start in range(first, first + rounds, _BLOCK):
        numbers = np.arange(start, min(start + _BLOCK, first + rounds), dtype=np.uint64)
        for seat, ended in enumerate(endings(tables, seed, numbers, players).T):
            found[seat] += np.bincount(ended, minlength=found.shape[1])
    return found
