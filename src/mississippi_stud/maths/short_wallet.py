"""The best play of somebody whose wallet cannot cover every wager: the exact game with so many antes, and no more.

Whoever cannot make the smallest wager of a street must fold there. So a wallet has to hold the ante and three smallest
wagers before anything can be won, and every ante beyond that is worth something up to the greatest wager on each
street. A state is a kind of cards and the wagers made, as in `solver`.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import FUTURES, ORDERED_DEALS, Ints, Numbers, levels
from mississippi_stud.maths.game import STREETS, Bets, Game, tree
from mississippi_stud.maths.solver import FOLD, SEEN, best, integers


@dataclass(frozen=True)
class WalletGame:
    """A game played best with so many antes, the ante of the round among them."""

    game: Game
    wallet: int

    def __post_init__(self) -> None:
        if self.wallet < 1:
            raise InputError("wallet-empty", wallet=self.wallet)
        if self.game.crowded():
            raise InputError("bonus-without-caps")

    @property
    def most(self) -> int:
        """The wallet that covers every wager."""
        return 1 + len(STREETS) * self.game.multiples[-1]

    def affordable(self, bets: Bets) -> tuple[int, ...]:
        """Return the multiples that can still be wagered after those wagers."""
        return tuple(each for each in self.game.multiples if 1 + sum(bets) + each <= self.wallet)

    @cached_property
    def value(self) -> Fraction:
        """The value of a round, in antes."""
        return Fraction(int((self._state(())[1] * levels()[2].sets).sum()), self._unit * ORDERED_DEALS)

    def starting_value(self, number: int) -> Fraction:
        """Return the value of a starting hand, in antes."""
        return Fraction(int(self._state(())[1][number]), self._unit * FUTURES[2])

    def starting_play(self, number: int) -> str:
        """Return the best play of a starting hand: a multiple, or fold."""
        play = int(self._state(())[0][number])
        return "fold" if play == FOLD else str(self.affordable(())[play - 1])

    @cached_property
    def _unit(self) -> int:
        return integers(self.game, tree(self.game)).unit

    @cached_property
    def _states(self) -> dict[Bets, tuple[Ints, Numbers]]:
        return {}

    def _state(self, bets: Bets) -> tuple[Ints, Numbers]:
        """Return the best play of every kind of cards after those wagers, and its value summed over all futures."""
        if bets not in self._states:
            size = SEEN[len(bets)]
            fold = np.full(levels()[size].kinds, int(self.game.folded(bets) * self._unit) * FUTURES[size], dtype=object)
            onward = levels()[size].onward.astype(object)
            choices = [onward @ self._after((*bets, each)) for each in self.affordable(bets)]
            if choices:
                plays, values = best(fold[None], np.array([choices]), self.game.ties_bet)
                self._states[bets] = plays[0], values[0]
            else:
                self._states[bets] = np.full(len(fold), FOLD), fold
        return self._states[bets]

    def _after(self, bets: Bets) -> Numbers:
        """Return the value of everything that the next card can lead to after those wagers."""
        if len(bets) < len(STREETS):
            return self._state(bets)[1]
        return np.array([int(self.game.net(bets, hand) * self._unit) for hand in Hand], dtype=object)
