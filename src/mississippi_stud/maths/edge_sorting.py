"""Edge sorting: the exact game of a player who tells from the backs whether a card's rank belongs to a sorted group.

Before each decision the player sees, of every community card that is still face down, whether its rank is in the group.
A state is a class of cards (ranks decide, so suits may still be renamed) and the pattern of the cards still face down;
its value is a whole number, as in `solver`: the sum over all ordered ways in which cards of that pattern can come.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np

from mississippi_stud.cards import DECK, RANKS, Card, rank
from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import FUTURES, HANDS, ORDERED_DEALS, Ints, Numbers, levels, made
from mississippi_stud.maths.game import Game, Tree, tree
from mississippi_stud.maths.solver import Integers, best, integers

Pattern = tuple[bool, ...]
"""For each community card still face down, the next first: whether its rank is in the group."""


def parse_group(text: str) -> frozenset[int]:
    """Parse a group of ranks such as ``JQKA``.

    >>> sorted(parse_group("KA"))
    [11, 12]
    """
    found = [RANKS.find(each) for each in text.strip().upper().replace("10", "T")]
    if not found or -1 in found or len(set(found)) < len(found):
        raise InputError("not-a-rank-group", text=text, ranks=RANKS)
    return frozenset(found)


@dataclass(frozen=True)
class Backs:
    """What a player tells at one moment from the backs of the community cards that are still face down."""

    group: frozenset[int]
    pattern: Pattern

    def fit(self, place: int, card: Card) -> bool:
        """Return whether a card can be the face-down one at that place, the next being 0."""
        return (rank(card) in self.group) == self.pattern[place]


def parse_backs(group: str, text: str) -> Backs:
    """Parse a group of ranks and, for each card still face down, ``in`` or ``out`` of it, the next first.

    >>> parse_backs("JQKA", "in out").pattern
    (True, False)
    """
    told = text.lower().replace(",", " ").split()
    if not told or not {*told} <= {"in", "out"}:
        raise InputError("backs-bad", text=text)
    return Backs(parse_group(group), tuple(each == "in" for each in told))


@dataclass(frozen=True)
class SortedGame:
    """A game solved for a player who sees the sorted backs."""

    game: Game
    group: frozenset[int]

    @property
    def ranks(self) -> str:
        """The group as people write it: ``JQKA``."""
        return "".join(RANKS[each] for each in sorted(self.group))

    @cached_property
    def value(self) -> Fraction:
        """The value of a round to the player, in antes."""
        return Fraction(int((self._starting * levels()[2].sets).sum()), self._numbers.unit * ORDERED_DEALS)

    def starting_value(self, number: int) -> Fraction:
        """Return the value of a starting hand, in antes."""
        return Fraction(int(self._starting[number]), self._numbers.unit * FUTURES[2])

    @cached_property
    def _starting(self) -> Numbers:
        """For each starting hand, the value summed over all futures."""
        return np.asarray(sum(self._states(2, pattern)[0] for pattern in product((False, True), repeat=3)))

    @cached_property
    def _betting(self) -> Tree:
        return tree(self.game)

    @cached_property
    def _numbers(self) -> Integers:
        return integers(self.game, self._betting)

    @cached_property
    def _in_group(self) -> Ints:
        return np.array([rank(card) in self.group for card in DECK])

    def _states(self, level: int, pattern: Pattern) -> Numbers:
        """Return the value of the best play with that many cards seen, by node and class."""
        bets, futures = self._onward(level, pattern)
        street = level - 2
        bets = bets[np.array(self._betting.leads_to[street])]
        folds = self._numbers.folds[street][:, None] * futures
        return best(folds, bets, self.game.ties_bet)[1]

    def _onward(self, level: int, pattern: Pattern) -> tuple[Numbers, Ints]:
        """Return the value by class if the player bets, by node of the next street, and the number of futures."""
        fits = self._in_group == pattern[0]
        if level == 4:
            counts = _sums(np.eye(HANDS, dtype=np.int64), made(), fits)
            return self._numbers.leaves @ counts, counts.sum(axis=0)
        after = levels()[level].next_class
        assert after is not None, "the classes of two and three cards know the next"  # noqa: S101
        return _sums(self._states(level + 1, pattern[1:]), after, fits), self._futures(level, pattern)

    def _futures(self, level: int, pattern: Pattern) -> Ints:
        """Return, by class, the number of ordered ways in which cards of that pattern can come."""
        held = levels()[level].masks
        inside = sum((held >> each & 1).sum(axis=1) for each in self.group)
        left = {True: 4 * len(self.group) - inside, False: 52 - 4 * len(self.group) - (level - inside)}
        ways = np.ones(len(held), dtype=np.int64)
        for place, sorted_in in enumerate(pattern):
            ways = ways * np.maximum(left[sorted_in] - pattern[:place].count(sorted_in), 0)
        return ways


def _sums(values: Numbers, after: Ints, fits: Ints) -> Numbers:
    """Return, for each row of values by what comes next, the sum over the cards that fit; `after` is -1 for none."""
    total = np.zeros((len(values), len(after)), dtype=values.dtype)
    for card in np.flatnonzero(fits):
        here = after[:, card]
        total += np.where(here >= 0, values[:, here], 0)
    return total
