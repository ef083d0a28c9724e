"""The exact solver: optimal play and everything that follows from it, in integers.

The value of a state is kept as a whole number: the sum, over all ordered ways in which the unseen community cards can
come, of the result in the smallest unit that occurs. Before it runs, `_dtype` proves that no sum can overflow int64, or
chooses Python integers, with which the same NumPy code runs.

Ties go to betting, then to the smaller wager (`Game.ties_bet`); only then does the game return the printed 98.63%.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.arrangements import Cards, cards_of
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, Ints, Level, Numbers, levels
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.game import Bets, End, Game, Tree, tree
from mississippi_stud.maths.remarks import Remark

STREET_CARDS: Final = ("3rd", "4th", "5th")
"""The community cards, by the street on which each is turned."""
SEEN: Final = (2, 3, 4)
"""The cards that a player sees when deciding on 3rd, 4th and 5th street."""
FOLD: Final = 0
"""A play is 0 for a fold, or the index of the multiple plus one."""


def seen_with(known: Sequence[str]) -> tuple[int, int, int]:
    """Return the number of cards seen at each decision if the community cards of some streets are known from the start.

    >>> seen_with(["3rd"]), seen_with(["5th"]), seen_with(["3rd", "4th", "5th"])
    ((3, 3, 4), (3, 4, 5), (5, 5, 5))
    """
    for name in known:
        if name not in STREET_CARDS:
            raise InputError("no-known-street", name=name)
    seen = [2 + sum(card in known or place < street for place, card in enumerate(STREET_CARDS)) for street in range(3)]
    return seen[0], seen[1], seen[2]


@dataclass(frozen=True)
class Integers:
    """A game's results as whole numbers of one unit."""

    unit: int
    """The number of units in an ante."""
    leaves: Numbers
    """One row per leaf of the tree, one column per hand, then one for each distinguished end."""
    folds: tuple[Numbers, ...]
    """By street: the value of a fold at each node."""


def integers(game: Game, betting: Tree, ends: tuple[End, ...] = ()) -> Integers:
    """Return the game's results in the smallest unit that occurs, in int64 if every sum of them provably fits."""
    nets = _nets(game, betting)
    if ends:
        further = [[game.net(bets, end) for end in ends] for bets in betting.leaves]
        nets = [[*row, *more] for row, more in zip(nets, further, strict=True)]
    folds = [[game.folded(past) for past in pasts] for pasts in betting.pasts]
    every = [each for row in (*nets, *folds) for each in row]
    unit = lcm(*{each.denominator for each in every})
    whole = [[each.numerator * (unit // each.denominator) for each in row] for row in nets]
    lost = [[each.numerator * (unit // each.denominator) for each in row] for row in folds]
    kind = _dtype(max(abs(each) for row in (*whole, *lost) for each in row))
    return Integers(unit, np.array(whole, dtype=kind), tuple(np.array(row, dtype=kind) for row in lost))


def _nets(game: Game, betting: Tree) -> Sequence[Sequence[Fraction | int]]:
    """Return one row per leaf, one column per hand; integers where possible, because they are much faster."""
    per_unit = game.per_unit()
    if per_unit is None:
        return [[game.net(bets, hand) for hand in Hand] for bets in betting.leaves]
    beside: list[Fraction | int] = [game.jackpot_net(hand) for hand in Hand] if game.jackpot else [0] * len(Hand)
    ones: list[Fraction | int] = [each.numerator if each.denominator == 1 else each for each in per_unit]
    return [[(1 + sum(b)) * one + more for one, more in zip(ones, beside, strict=True)] for b in betting.leaves]


def _dtype(greatest: int) -> type:
    """Return int64 if even the sum of the greatest result over all ordered deals fits, otherwise Python's integers."""
    return np.int64 if greatest * ORDERED_DEALS < 2**63 else object


def best(folds: Numbers, bets: Numbers, ties_bet: bool) -> tuple[Ints, Numbers]:
    """Return the best plays and their values, from a fold's (nodes, kinds) and each bet's (nodes, multiples, kinds)."""
    place = bets.argmax(axis=1)  # the first maximum: the smallest wager
    most = np.take_along_axis(bets, place[:, None], axis=1)[:, 0]
    folded = folds > most if ties_bet else folds >= most
    return np.where(folded, FOLD, place + 1), np.where(folded, folds, most)


@dataclass(frozen=True)
class Solution:
    """A solved game. Every figure is computed on demand from whole counts of ordered deals."""

    game: Game
    cards: Cards
    betting: Tree
    numbers: Integers
    seen: tuple[int, int, int]
    plays: tuple[Ints, ...]
    """By street: the play at each node for each kind of the level seen there."""
    worth: tuple[Numbers, ...]
    """By street: the value of that play, summed over all futures."""
    starting: Numbers
    """For each starting hand, the value summed over all futures."""

    @cached_property
    def value(self) -> Fraction:
        """The value of a round to the player, in antes."""
        total = int((self.starting * levels()[2].sets).sum())
        return Fraction(total, self.numbers.unit * ORDERED_DEALS)

    @cached_property
    def _forward(self) -> "Reach":
        return _reach(self)

    @property
    def ends(self) -> Ints:
        """The number of ordered deals that reach each leaf with each hand, then with each distinguished end."""
        return self._forward.ends

    @property
    def folds(self) -> tuple[Ints, ...]:
        """By street: the number of ordered deals folded at each node."""
        return self._forward.folds

    @property
    def met(self) -> tuple[Ints, ...]:
        """By street: the number of ordered deals that reach each node with each kind."""
        return self._forward.met

    @cached_property
    def average_wager(self) -> Fraction:
        """The average amount wagered on the main game in a round, in antes."""
        total = 0
        groups = ((self.betting.leaves, self.ends.sum(axis=1)), *zip(self.betting.pasts, self.folds, strict=True))
        for pasts, counts in groups:
            total += sum((1 + sum(past)) * count for past, count in zip(pasts, counts.tolist(), strict=True))
        return Fraction(total, ORDERED_DEALS)

    @property
    def return_(self) -> Fraction:
        """The return per unit wagered."""
        return 1 + self.value / self.average_wager

    @cached_property
    def _results(self) -> dict[int, int]:
        """The number of ordered deals for each net result in units, ascending."""
        counts: dict[int, int] = {}
        for results, deals in ((self.numbers.leaves, self.ends), *zip(self.numbers.folds, self.folds, strict=True)):
            for result, count in zip(results.reshape(-1).tolist(), deals.reshape(-1).tolist(), strict=True):
                if count:
                    counts[result] = counts.get(result, 0) + count
        return dict(sorted(counts.items()))

    @cached_property
    def distribution(self) -> Distribution:
        """The probability of every net result, in antes."""
        unit = self.numbers.unit
        return Distribution(
            (Fraction(result, unit), Fraction(count, ORDERED_DEALS)) for result, count in self._results.items()
        )

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result of a round, in antes squared."""
        squares = sum(result * result * count for result, count in self._results.items())
        return Fraction(squares, self.numbers.unit**2 * ORDERED_DEALS) - self.value**2

    def hand_probability(self, hand: Hand) -> Fraction:
        """Return the chance that a round ends with that hand, not folded."""
        return Fraction(int(self.ends[:, self.cards.columns(hand)].sum()), ORDERED_DEALS)

    def hand_contribution(self, hand: Hand) -> Fraction:
        """Return what rounds that end with that hand add to the value, in antes."""
        at = self.cards.columns(hand)
        results, counts = (each[:, at].reshape(-1).tolist() for each in (self.numbers.leaves, self.ends))
        total = sum(result * count for result, count in zip(results, counts, strict=True))
        return Fraction(total, self.numbers.unit * ORDERED_DEALS)

    def fold_probability(self, street: int) -> Fraction:
        return Fraction(int(self.folds[street].sum()), ORDERED_DEALS)

    def fold_contribution(self, street: int) -> Fraction:
        both = zip(self.numbers.folds[street].tolist(), self.folds[street].tolist(), strict=True)
        return Fraction(sum(result * count for result, count in both), self.numbers.unit * ORDERED_DEALS)

    def starting_value(self, number: int) -> Fraction:
        """Return the value of a starting hand, in antes."""
        return Fraction(int(self.starting[number]), self.numbers.unit * FUTURES[2])

    def play_name(self, play: int) -> str:
        return "fold" if play == FOLD else str(self.game.multiples[play - 1])

    def bets(self, street: int) -> Ints:
        """Return the multiple that is bet at each node for each kind; 0 for a fold."""
        return np.array((0, *self.game.multiples))[self.plays[street]]

    def node(self, bets: Bets) -> int:
        """Return the node of the tree that those wagers lead to."""
        place = 0
        for street, bet in enumerate(bets):
            place = self.betting.leads_to[street][place][self.game.multiples.index(bet)]
        return place


def solve(game: Game, seen: tuple[int, int, int] = SEEN, cards: Cards | None = None) -> Solution:
    """Return the best play, from the last street to the first, for a player who sees `seen` cards at the three
    decisions.

    `cards` may distinguish more states than the game itself needs, so that two solutions can be compared.
    """
    cards = cards or cards_of(game)
    betting = tree(game)
    numbers = integers(game, betting, cards.ends)
    value, level = numbers.leaves, 5
    plays, worth = [], []
    for street in (2, 1, 0):
        value, level = expected(value, level, seen[street], cards.levels)
        bets = value[np.array(betting.leads_to[street])]
        folds = numbers.folds[street][:, None] * FUTURES[level]
        chosen, value = best(folds, bets, game.ties_bet)
        plays.append(chosen)
        worth.append(value)
    starting, _ = expected(value, level, 2, cards.levels)
    return Solution(game, cards, betting, numbers, seen, tuple(plays[::-1]), tuple(worth[::-1]), starting[0])


def expected(value: Numbers, level: int, wanted: int, found: dict[int, Level]) -> tuple[Numbers, int]:
    """Return values by kind of one level, summed over the next cards, as values by kind of a lower level."""
    while level > wanted:
        level -= 1
        value = value @ found[level].onward.T
    return value, level


def option_values(best: Solution, street: int) -> Numbers:
    """Return the values of a fold and of each bet at each node for each kind, with best play afterwards."""
    after = best.numbers.leaves if street == 2 else best.worth[street + 1]
    value, level = expected(after, 3 + street, 2 + street, best.cards.levels)
    bets = value[np.array(best.betting.leads_to[street])]
    folds = np.broadcast_to(best.numbers.folds[street][:, None] * FUTURES[level], (len(bets), bets.shape[2]))
    return np.concatenate([folds[:, None], bets], axis=1)


class Reach(NamedTuple):
    """How many ordered deals reach each state."""

    ends: Ints
    folds: tuple[Ints, ...]
    met: tuple[Ints, ...]


def _reach(solved: Solution) -> Reach:
    """Play all ordered deals as the solution says, from the first street to the last."""
    found = solved.cards.levels
    reach, level = found[2].sets[None, :], 2
    folded, met = [], []
    for street, leads_to in enumerate(solved.betting.leads_to):
        while level < solved.seen[street]:
            reach = reach @ found[level].onward
            level += 1
        chosen = solved.plays[street]
        met.append(np.asarray(reach * FUTURES[level]))
        folded.append(np.asarray((met[-1] * (chosen == FOLD)).sum(axis=1)))
        onward = np.zeros((1 + max(map(max, leads_to)), reach.shape[1]), dtype=np.int64)
        for node, nexts in enumerate(leads_to):
            for place, after in enumerate(nexts, start=1):
                onward[after] += reach[node] * (chosen[node] == place)
        reach = onward
    while level < 5:
        reach = reach @ found[level].onward
        level += 1
    return Reach(reach, tuple(folded), tuple(met))


def describe_ties(game: Game) -> Remark:
    """Return the rule by which ties were broken."""
    return Remark("ties-bet") if game.ties_bet else Remark("ties-fold")
