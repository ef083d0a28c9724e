"""Exact covariances under the best play of the main game: with the Three Card Bonus, and between two seats.

Everything is summed over boards in the order of their cards, one for each naming of the suits, and over all the pairs
that a player may hold on a board. Two seats hold different cards: of all pairs of hands those that share a card are
taken away, by inclusion and exclusion.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Final, NamedTuple

import numpy as np

from mississippi_stud.cards import DECK, Card, suit
from mississippi_stud.hands import ThreeCardHand
from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import ORDERED_DEALS, Ints, Numbers, classes_of
from mississippi_stud.maths.side_wagers import SideWager
from mississippi_stud.maths.solver import FOLD, Solution

_HOLES: Final = np.array(list(combinations(range(52), 2)))
_NAMINGS: Final = {1: 4, 2: 12, 3: 24}
"""By number of suits on a board: in how many ways they can be named."""


class Covariance(NamedTuple):
    """The covariance of two results, per unit of each wager, and their correlation."""

    value: Fraction
    correlation: float


class _Board(NamedTuple):
    """A board in the order of its cards: how many namings of suits it has, and the result by pair of cards held."""

    cards: tuple[Card, Card, Card]
    namings: int
    results: Numbers
    """In units; 0 for a pair with a card of the board."""


def _boards(solved: Solution) -> Iterator[_Board]:
    kind = {size: solved.cards.levels[size].kind for size in (2, 3, 4)}
    first = solved.plays[0][0][kind[2][classes_of(_HOLES)]]
    for one in DECK[3::4]:
        for two in _nexts([one]):
            free = ~np.isin(_HOLES, [one, two]).any(axis=1)
            holes, opened = _HOLES[free], first[free]
            three = np.column_stack([holes, np.full(len(holes), one)])
            four = np.column_stack([three, np.full(len(holes), two)])
            kinds = kind[3][classes_of(three)], kind[4][classes_of(four)]
            for last in _nexts([one, two]):
                cards = np.column_stack([four, np.full(len(holes), last)])
                own = (holes != last).all(axis=1)
                found = np.zeros(len(_HOLES), dtype=solved.numbers.leaves.dtype)
                results = np.zeros(len(holes), dtype=found.dtype)
                results[own] = _results(solved, opened[own], kinds[0][own], kinds[1][own], batch.five(cards[own]))
                found[free] = results
                yield _Board((one, two, last), _NAMINGS[len({suit(each) for each in (one, two, last)})], found)


def _nexts(board: list[Card]) -> list[Card]:
    """Return the cards that can follow, of the suits not seen yet only the first."""
    seen = {suit(card) for card in DECK if card in board}
    fresh = max(set(range(4)) - seen)
    return [card for card in DECK if card not in board and suit(card) in {*seen, fresh}]


def _results(solved: Solution, first: Ints, three: Ints, four: Ints, made: batch.Made) -> Numbers:
    """Return the result of each deal in units: its play on each street, then its end."""
    numbers, leads_to = solved.numbers, [np.array(each) for each in solved.betting.leads_to]
    found = np.zeros(len(first), dtype=numbers.leaves.dtype)
    node, live = np.zeros(len(first), dtype=np.int64), np.ones(len(first), dtype=bool)
    for street, kinds in enumerate((None, three, four)):
        play = first if kinds is None else solved.plays[street][node, kinds]
        folds = live & (play == FOLD)
        found[folds] = numbers.folds[street][node[folds]]
        live &= play != FOLD
        node = np.where(live, leads_to[street][node, np.maximum(play - 1, 0)], 0)
    found[live] = numbers.leaves[node[live], made[live]]
    return found


def bonus(solved: Solution, wager: SideWager) -> Covariance:
    """Return the covariance of the main game and a Three Card Bonus."""
    nets = {row.hand: row.net for row in wager.rows}
    total = Fraction(0)
    ace_low = solved.game.ace_low_in_three
    for board in _boards(solved):
        hand = ThreeCardHand(int(batch.three(np.array([board.cards]), ace_low=ace_low)[0])).key
        net = nets.get(hand, nets["straight-flush"])
        total += board.namings * net * int(board.results.sum())
    value = total / (solved.numbers.unit * ORDERED_DEALS) - solved.value * wager.value
    return Covariance(value, float(value) / sqrt(solved.variance * wager.variance))


def _pairs(results: Numbers) -> int:
    """Return the sum of the products of the results of two hands, over all pairs of hands without a common card."""
    wide = results.astype(object) if abs(results).max() > 10**7 else results
    by_card = np.zeros(52, dtype=wide.dtype)
    for column in _HOLES.T:
        np.add.at(by_card, column, wide)
    return int(wide.sum()) ** 2 - sum(int(each) ** 2 for each in by_card) + int((wide**2).sum())


def seats(solved: Solution) -> Covariance:
    """Return the covariance of the results of two seats at one table."""
    total = sum(board.namings * _pairs(board.results) for board in _boards(solved))
    value = Fraction(total, solved.numbers.unit**2 * ORDERED_DEALS * comb(47, 2)) - solved.value**2
    return Covariance(value, float(value / solved.variance))
