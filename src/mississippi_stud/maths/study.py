"""The mathematics for whoever writes Python: a game solved, with its value, its distribution and its risk.

>>> import mississippi_stud as ms
>>> game = ms.solve("crown")
>>> game.value, game.evaluate("human") == game.value
(Fraction(-53223, 1082900), True)
>>> game.distribution.tail(100) > 0, game.risk(bankroll=100, rounds=100)["quantiles"]["0.5"]
(True, -17)

A strategy may be a function of the cards in sight, the highest first, and the wagers before them:

>>> pairs = game.evaluate(lambda cards, bets: 3 if len({card // 4 for card in cards}) < len(cards) else "fold")
>>> f"{float(pairs):.4f}", f"{float(pairs.average_wager):.4f}", max(pairs.by_street, key=pairs.by_street.get)
('-0.4456', '1.5294', 'third-street')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mississippi_stud.maths import options, solver, studies
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.evaluation import Evaluation, PlayFunction, Strategy, evaluate
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.seen_cards import HALF_WIDTH, SeenCardsValue, seen_value
from mississippi_stud.maths.strategy_file import strategy_of

if TYPE_CHECKING:
    from mississippi_stud.maths.simulation.run import SimulatedRun


@dataclass(frozen=True)
class GameStudy:
    """A solved game; `solution` has all that the solver knows."""

    game: Game
    known: tuple[str, ...]
    solution: solver.Solution

    @property
    def value(self) -> Fraction:
        """The value of a round under the best play, in antes."""
        return self.solution.value

    @property
    def distribution(self) -> Distribution:
        """The chance of each result of a round, in antes."""
        return self.solution.distribution

    @cached_property
    def _fair(self) -> solver.Solution:
        """The best play of whoever sees only what the rules show."""
        return solver.solve(self.game) if self.known else self.solution

    def evaluate(self, strategy: str | Path | PlayFunction | Strategy) -> Evaluation:
        """Return the value of a round under a strategy, in antes, which also knows where the strategy loses what.

        A strategy is a name (optimal, human or never-fold, which always makes the smallest wager), the path of a file
        (`strategy_file` has the format), a function, or a `Strategy`. It sees what the rules show: `known` does not
        change it.
        """
        if isinstance(strategy, str | Path):
            strategy = strategy_of(str(strategy), self.game)
        elif not isinstance(strategy, Strategy):
            strategy = Strategy.of_function(strategy)
        return evaluate(self._fair, strategy)

    def seen_cards(self, count: int, half_width: float = HALF_WIDTH, seed: int = 0) -> SeenCardsValue:
        """Return the value of a round for a player who has seen so many random other cards.

        >>> solve("crown").seen_cards(0).exact
        Fraction(-53223, 1082900)
        """
        return seen_value(self.game, count, half_width, seed)

    def risk(self, bankroll: int, rounds: int, goal: int | None = None) -> dict[str, Any]:
        """Return what `mstud risk` answers."""
        return studies.risk(self.game, rounds, bankroll, goal, self.known)

    def simulate(self, rounds: int, seed: int, name: str = "optimal", *, seats: int = 1) -> "SimulatedRun":
        """Play rounds 0 to `rounds` − 1 of a seed by a strategy that sees what the rules show; `known` changes nothing.

        >>> solve("crown").simulate(1_000, seed=7).exact_mean
        Fraction(-53223, 1082900)
        """
        from mississippi_stud.maths.simulation import run

        return run.simulate(self.game, rounds, seed, name, seats=seats)

    def _repr_html_(self) -> str:
        """Return the distribution of a round as a table, for a notebook."""
        rows = "".join(f"<tr><td>{net}</td><td>{chance}</td></tr>" for net, chance in self.distribution.items())
        return f"<table><caption>{escape(self.game.name)}: {self.value}</caption>{rows}</table>"


def solve(
    book: str,
    *,
    choices: Sequence[str] = (),
    pays: Sequence[str] = (),
    ante: str | None = None,
    known: Sequence[str] = (),
) -> GameStudy:
    """Solve the main game of a book, with the options of `mstud solve`."""
    game = options.read(book, choices, pays, ante)[2]
    return GameStudy(game, tuple(known), solver.solve(game, solver.seen_with(known)))
