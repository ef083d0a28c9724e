"""The mathematics for whoever writes Python: a game solved, with its value, its distribution and its risk.

>>> import mississippi_stud as ms
>>> game = ms.solve("crown")
>>> game.value, game.evaluate("human") == game.value
(Fraction(-53223, 1082900), True)
>>> game.distribution.tail(100) > 0, game.risk(bankroll=100, rounds=100)["quantiles"]["0.5"]
(True, -17)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths import options, solver, strategy, studies
from mississippi_stud.maths.classes import ORDERED_DEALS, levels
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.game import Game

if TYPE_CHECKING:
    from mississippi_stud.maths.simulation.run import SimulatedRun

STRATEGIES = ("optimal", "human", "never-fold")


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

    def evaluate(self, name: str) -> Fraction:
        """Return the value of a round, in antes, under a strategy: optimal, human or never-fold (the least bets)."""
        match name:
            case "optimal":
                return self.value
            case "human":
                return strategy.human(self.game).value
            case "never-fold":
                bets, reach = (self.game.multiples[0],) * 3, levels()[2].sets
                for level in (2, 3, 4):
                    reach = reach @ levels()[level].onward
                nets = (self.game.net(bets, hand) * int(reach[hand]) for hand in Hand)
                return sum(nets, Fraction(0)) / ORDERED_DEALS
            case _:
                raise InputError("strategy-unknown", name=name, names=STRATEGIES)

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
