"""What if: a rule book's game with some of its terms changed, solved whole, beside the book's own.

Everything is written as a person types it for `mstud solve`, so each variation names the command that makes its
figures. The solver works on 169 + 88 + 65 kinds of hands (`classes`), so a whole solution takes milliseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from shlex import quote

from mississippi_stud.hands import Hand
from mississippi_stud.maths import jackpot_wagers, options
from mississippi_stud.maths.charts import ChartCell, chart
from mississippi_stud.maths.deviations import Deviation, changes
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.options import HAND_NAMES, pay_table
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.money import Odds
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import Pay
from mississippi_stud.rulebooks.vocabulary import Wager


@dataclass(frozen=True)
class Variation:
    """The game of a book and what is changed about it, as `mstud solve` takes it."""

    book: str
    pays: tuple[str, ...] = ()
    """Changed pays, such as ``straight=5``."""
    choices: tuple[str, ...] = ()
    """Options, such as ``maximum-payout=5000``."""
    ante: str | None = None
    meter: str | None = None

    def game(self) -> Game:
        """Return the game; with a meter, together with the book's jackpot wager."""
        book, choices, game = options.read(self.book, self.choices, self.pays, self.ante)
        if self.meter is None:
            return game
        return jackpot_wagers.joined(book, choices, game, options.amount(self.meter))

    def arguments(self) -> str:
        """Return what `mstud` takes after the name of the book."""
        single = (("--ante", self.ante), ("--meter", self.meter))
        given = [*(("--pay", each) for each in self.pays), *(("--option", each) for each in self.choices), *single]
        return "".join(f" {name} {quote(value)}" for name, value in given if value is not None)


@dataclass(frozen=True, eq=False)
class VariedGame:
    """A solved variation, with the figures by which games are compared."""

    solved: Solution

    @property
    def value(self) -> Fraction:
        """The value of a round to the player, in antes."""
        return self.solved.value

    @cached_property
    def average_wager(self) -> Fraction:
        """The average amount wagered in a round, a jackpot wager included, in antes."""
        jackpot = self.solved.game.jackpot
        return self.solved.average_wager + (jackpot.cost if jackpot else 0)

    @property
    def element_of_risk(self) -> Fraction:
        """What the player loses of each unit wagered."""
        return -self.value / self.average_wager

    @cached_property
    def win_chance(self) -> Fraction:
        """The chance that a round ends with a win."""
        return sum((chance for net, chance in self.solved.distribution.items() if net > 0), Fraction(0))

    @cached_property
    def push_chance(self) -> Fraction:
        """The chance that a round ends even."""
        return self.solved.distribution.get(Fraction(0), Fraction(0))

    @property
    def ends(self) -> list[tuple[str, Fraction, Fraction]]:
        """How rounds end: the hand or the street of the fold, its chance, and what it adds to the value."""
        solved = self.solved
        made = [(hand.key, solved.hand_probability(hand), solved.hand_contribution(hand)) for hand in reversed(Hand)]
        folds = enumerate(STREETS)
        return made + [(name, solved.fold_probability(at), solved.fold_contribution(at)) for at, name in folds]

    def chart(self, street: int) -> list[list[ChartCell]]:
        """Return the situations of a street."""
        return chart(self.solved, street)

    def changes(self, before: "VariedGame") -> list[Deviation]:
        """Return the situations met here that another game plays differently."""
        return changes(before.solved, self.solved)


@lru_cache(64)
def varied(variation: Variation) -> VariedGame:
    """Return the solved game of a variation, worked out once."""
    return VariedGame(solve(variation.game()))


def net_pays(book: Rulebook) -> Mapping[Hand, Fraction]:
    """Return what each hand of the main pay table wins net for each unit wagered: -1 if it loses, 0 for a push."""
    _, table = pay_table(book, Wager.ANTE, None)
    printed = {HAND_NAMES[name]: ruled.value for name, ruled in table.pays.items()}
    return {hand: _net(printed.get(hand)) for hand in reversed(Hand)}


def _net(pay: Pay | None) -> Fraction:
    if pay is None:
        return Fraction(-1)
    return Fraction(pay.pays, pay.on) - (0 if pay.keeps_stake else 1) if isinstance(pay, Odds) else Fraction(0)


def changed_pay(hand: Hand, net: Fraction) -> str:
    """Return a changed pay as `mstud solve` takes it.

    >>> [changed_pay(Hand.FLUSH, Fraction(net)) for net in ("-1", "0", "6.5")]
    ['flush=lose', 'flush=push', 'flush=13/2']
    """
    return f"{hand.key}={'lose' if net < 0 else net or 'push'}"
