"""The solver's twin: the game solved with NumPy in the obvious way, without isomorphism and without kinds.

Every set of four cards meets every fifth card, every set of three every fourth, every starting hand every third. It
shares only the numbers of the game with the solver; the tests require the same answers. Whatever does not depend on the
game (which sets lead where, what every five cards make) is computed once, like the solver's levels.
"""

from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from mississippi_stud.maths import batch
from mississippi_stud.maths.classes import FUTURES, HANDS, Ints, Numbers
from mississippi_stud.maths.game import Game, Tree, tree
from mississippi_stud.maths.solver import integers


class Plain(NamedTuple):
    """The value summed over all ordered deals, in units, and how many deals end at each leaf."""

    value: int
    ends: Ints
    folds: tuple[Ints, ...]


def _sets(size: int) -> Ints:
    """Return all sets of `size` cards, ascending, each at its index given by `_place`."""
    every = np.array(list(combinations(range(52), size)))
    ordered = np.empty_like(every)
    ordered[_place(every)] = every
    return ordered


_CHOOSE = np.array([[comb(card, size) for size in range(6)] for card in range(52)])


def _place(sets: Ints) -> Ints:
    """Return the index of a set among all sets of its size, from its cards in ascending order."""
    return reduce(np.add, (_CHOOSE[sets[..., at], at + 1] for at in range(sets.shape[-1])))


def _onward(sets: Ints) -> tuple[Ints, Ints]:
    """Return, for every set and every other card, the row of the set and the index of the larger set."""
    rows = np.repeat(np.arange(len(sets)), 52)
    cards = np.tile(np.arange(52), len(sets))
    fresh = (sets[rows] != cards[:, None]).all(axis=1)
    rows, cards = rows[fresh], cards[fresh]
    larger = np.sort(np.concatenate([sets[rows], cards[:, None]], axis=1), axis=1)
    return rows, _place(larger)


def _made(fours: Ints) -> Ints:
    """Return, for every four cards, how many fifth cards make each hand."""
    counts = np.zeros((len(fours), HANDS), dtype=np.int64)
    for card in range(52):
        rows = np.flatnonzero((fours != card).all(axis=1))
        hands = batch.five(np.concatenate([fours[rows], np.full((len(rows), 1), card)], axis=1))
        counts[rows, hands] += 1
    return counts


Steps = tuple[Ints, Ints]


@cache
def _tables() -> tuple[Steps, Steps, Ints]:
    """Return how two cards become three, how three become four, and what each four make with a fifth."""
    return _onward(_sets(2)), _onward(_sets(3)), _made(_sets(4))


def plain_solve(game: Game) -> Plain:
    """Return the best play of a game, over every set of cards."""
    betting = tree(game)
    numbers = integers(game, betting)
    from_two, from_three, made = _tables()
    value: Numbers = numbers.leaves @ made.T
    plays = []
    for street, steps in ((2, from_three), (1, from_two), (0, None)):
        bets = value[np.array(betting.leads_to[street])]
        folds = numbers.folds[street][:, None] * FUTURES[2 + street]
        best = bets.max(axis=1)
        folded = folds > best if game.ties_bet else folds >= best
        plays.append(np.where(folded, 0, bets.argmax(axis=1) + 1))
        value = np.where(folded, folds, best)
        if steps is not None:
            value = value[:, steps[1]].reshape(len(value), 1 + steps[0][-1], -1).sum(axis=2)
    ends, folds_at = _played(betting, plays[::-1])
    return Plain(int(value.sum()), ends, folds_at)


def _played(betting: Tree, plays: Sequence[Ints]) -> tuple[Ints, tuple[Ints, ...]]:
    """Play all ordered deals: return how many end at each leaf with each hand, and how many are folded at each node."""
    from_two, from_three, made = _tables()
    met: Ints = np.ones((1, comb(52, 2)), dtype=np.int64)
    folded = []
    for street, steps in ((0, from_two), (1, from_three), (2, None)):
        chosen = plays[street]
        folded.append(np.asarray((met * (chosen == 0)).sum(axis=1) * FUTURES[2 + street]))
        onward = np.zeros((1 + max(map(max, betting.leads_to[street])), met.shape[1]), dtype=np.int64)
        for node, nexts in enumerate(betting.leads_to[street]):
            for place, after in enumerate(nexts, start=1):
                onward[after] += met[node] * (chosen[node] == place)
        met = onward
        if steps is not None:
            rows, places = steps
            further = np.zeros((len(met), 1 + places.max()), dtype=np.int64)
            for node, row in enumerate(met):
                np.add.at(further[node], places, row[rows])
            met = further
    return met @ made, tuple(folded)
