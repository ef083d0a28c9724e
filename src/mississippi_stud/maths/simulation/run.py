"""A simulated run: counts of how rounds ended, and the estimates that follow, beside their exact value."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from mississippi_stud.hands import Hand
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.simulation import kernel
from mississippi_stud.maths.simulation.machine import RoundEnd, machine


@dataclass(frozen=True)
class SimulatedRun:
    """Rounds 0 to `rounds` − 1 of a seed, as one seat played them."""

    rounds: int
    seed: int
    endings: tuple[tuple[RoundEnd, int], ...]
    """How often each ending came."""
    exact_mean: Fraction

    @property
    def counts(self) -> dict[str, int]:
        """How often each hand or fold ended a round, by its key."""
        found = dict.fromkeys([*(hand.key for hand in reversed(Hand)), *STREETS], 0)
        for ending, count in self.endings:
            found[ending.name] += count
        return found

    @property
    def net(self) -> Fraction:
        """The net result of all rounds, in antes."""
        return sum((ending.net * count for ending, count in self.endings), Fraction(0))

    @property
    def wagered(self) -> int:
        """What was wagered in all rounds, in antes."""
        return sum(ending.wagered * count for ending, count in self.endings)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 for a single round."""
        squares = sum((ending.net**2 * count for ending, count in self.endings), Fraction(0))
        variance = (squares - self.net**2 / self.rounds) / max(self.rounds - 1, 1)
        return sqrt(variance / self.rounds)

    def plain(self) -> dict[str, Any]:
        """Return the run as plain data for JSON."""
        mean, error = self.net / self.rounds, self.standard_error
        whole = self.net.denominator == 1
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "counts": self.counts,
            "net_antes": int(self.net) if whole else str(self.net),
            "wagered_antes": self.wagered,
            "mean_decimal": float(mean),
            "standard_error_decimal": error,
            "exact_mean": str(self.exact_mean),
            "z_decimal": float(mean - self.exact_mean) / error if error else None,
        }


def simulate(game: Game, rounds: int, seed: int, strategy: str = "optimal") -> SimulatedRun:
    """Play rounds 0 to `rounds` − 1 of a seed at one seat."""
    tables = machine(game, strategy)
    counts = kernel.counts(tables, seed, 0, rounds).tolist()
    return SimulatedRun(rounds, seed, tuple(zip(tables.endings, counts, strict=True)), tables.mean())
