"""Two winners in one round: how often a player and another at the table both make a straight or royal flush.

With one deck and three shared cards, two such hands share exactly the three community cards, so there are never more
than two, and the expectation for several other players is a multiple of that for one. A player with such a hand knows
which two cards another would need and, on this board, would have kept (`beside`).
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np

from mississippi_stud.cards import Card
from mississippi_stud.hands import Hand
from mississippi_stud.maths.arrangements import Cards, told_apart
from mississippi_stud.maths.classes import class_of, levels
from mississippi_stud.maths.game import End
from mississippi_stud.maths.solver import FOLD, Solution

_RANK_SETS: Final = [frozenset({12, 0, 1, 2, 3}), *(frozenset(range(low, low + 5)) for low in range(9))]
_DEALS: Final = comb(52, 2) * comb(50, 2) * 48 * 47 * 46
HOLDS: Final = Fraction(1, comb(47, 2))
"""The chance that one given other player holds two given cards, when a player's two and the board are known."""

Pair = tuple[Hand, Hand]
"""The player's hand and the other player's."""


def stays(solved: Solution | None, hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Return whether a player who plays so (None: who never folds) is still in when all three cards are out."""
    if solved is None:
        return True
    node = 0
    for street in range(3):
        level = levels()[2 + street]
        kind = level.kind[class_of((*hole, *board[:street]))]
        play = int(solved.plays[street][node, kind])
        if play == FOLD:
            return False
        node = solved.betting.leads_to[street][node][play - 1]
    return True


def both_win(mine: Solution | None, theirs: Solution | None) -> dict[Pair, Fraction]:
    """Return the chance that a player and one given other both win with those hands, neither having folded."""
    counts: Counter[Pair] = Counter()
    for one in _RANK_SETS:
        for other in _RANK_SETS:
            shared = sorted(one & other)
            if one == other or len(shared) != 3:
                continue
            hole, against = _cards(one - other), _cards(other - one)
            pair = (_hand(one), _hand(other))
            for board in permutations(_cards(frozenset(shared))):
                counts[pair] += 4 * (stays(mine, hole, board) and stays(theirs, against, board))
    return {pair: Fraction(count, _DEALS) for pair, count in counts.items() if count}


def beside(theirs: Solution | None) -> Cards:
    """Return states that distinguish straight and royal flushes by the hands with which another player may also win."""
    found: list[tuple[tuple[Card, ...], End]] = []
    for mine in _RANK_SETS:
        for hole in combinations(sorted(mine), 2):
            shared = mine - set(hole)
            rivals = [one for one in _RANK_SETS if one & mine == shared]
            for board in permutations(_cards(shared)):
                kept = sorted(_hand(one) for one in rivals if stays(theirs, _cards(one - shared), board))
                if kept:
                    found.append(((*_cards(frozenset(hole)), *board), End(_hand(mine), tuple(kept))))
    ends = tuple(dict.fromkeys(end for _, end in found))
    return told_apart(np.array([deal for deal, _ in found]), np.array([ends.index(end) for _, end in found]), ends)


def _cards(ranks: frozenset[int]) -> tuple[Card, ...]:
    """Return those ranks in one suit; the four suits are equivalent."""
    return tuple(Card(4 * rank) for rank in sorted(ranks))


def _hand(ranks: frozenset[int]) -> Hand:
    return Hand.ROYAL_FLUSH if min(ranks) == 8 else Hand.STRAIGHT_FLUSH
