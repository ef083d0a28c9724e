"""A simulated run: counts of how rounds ended, and the estimates that follow, each beside its exact value."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np

from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import ORDERED_DEALS, Ints
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.simulation import kernel, twin
from mississippi_stud.maths.simulation.machine import RoundEnd, StateTables, machine
from mississippi_stud.maths.simulation.seats import machine as by_card

CHUNK: Final = 1 << 20
"""Rounds that are counted at a time: a few milliseconds' work of the kernel."""
ENDINGS: Final = (*(hand.key for hand in reversed(Hand)), *STREETS)
"""How a round can end for a seat: with a hand, or with a fold on a street."""
_LOOKED_AT: Final = 4096


@dataclass(frozen=True)
class SimulatedRun:
    """Rounds of a seed as seat 1 played them, with the results of every seat."""

    rounds: int
    seed: int
    endings: tuple[tuple[RoundEnd, int], ...]
    """How often each ending came at seat 1."""
    nets: tuple[Fraction, ...]
    """The net result of all rounds, in antes, by seat."""
    exact_mean: Fraction
    exact: dict[str, Fraction]
    """The exact probability of each ending."""

    @property
    def counts(self) -> dict[str, int]:
        """How often each hand or fold ended a round, by its key."""
        return _by_name((ending.name, count) for ending, count in self.endings)

    @property
    def net(self) -> Fraction:
        """The net result of all rounds, in antes."""
        return self.nets[0]

    @property
    def wagered(self) -> int:
        """What was wagered in all rounds, in antes."""
        return sum(ending.wagered * count for ending, count in self.endings)

    @property
    def mean(self) -> Fraction:
        """The average result of a round, in antes; 0 without any round."""
        return self.net / max(self.rounds, 1)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 for a single round."""
        squares = sum((ending.net**2 * count for ending, count in self.endings), Fraction(0))
        variance = (squares - self.net * self.mean) / max(self.rounds - 1, 1)
        return sqrt(variance / max(self.rounds, 1))

    def plain(self) -> dict[str, Any]:
        """Return the run as plain data for JSON."""
        error = self.standard_error
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "counts": self.counts,
            "net_antes": _whole(self.net),
            "wagered_antes": self.wagered,
            "mean_decimal": float(self.mean),
            "standard_error_decimal": error,
            "exact_mean": str(self.exact_mean),
            "z_decimal": float(self.mean - self.exact_mean) / error if error else None,
            "exact_mean_decimal": float(self.exact_mean),
            "exact": {name: str(chance) for name, chance in self.exact.items()},
            "exact_decimal": {name: float(chance) for name, chance in self.exact.items()},
            "share_decimal": {name: count / max(self.rounds, 1) for name, count in self.counts.items()},
            "seats": len(self.nets),
            "net_antes_by_seat": [_whole(net) for net in self.nets],
        }


def _whole(antes: Fraction) -> int | str:
    """Return a sum in antes, which is whole unless a cap or a chip has cut it."""
    return int(antes) if antes.denominator == 1 else str(antes)


def _by_name(counts: Any) -> dict[str, int]:
    found = dict.fromkeys(ENDINGS, 0)
    for name, count in counts:
        found[name] += count
    return found


@dataclass(frozen=True)
class Simulation:
    """A game, a strategy and a number of seats, ready to be simulated, with what is known exactly."""

    seats: int
    tables: StateTables
    exact_mean: Fraction
    exact: dict[str, Fraction]
    """The exact probability of each ending."""

    def nothing(self) -> Ints:
        """Return the counts by seat and ending of no round at all."""
        return np.zeros((self.seats, len(self.tables.endings)), dtype=np.int64)

    def summary(self, seed: int, rounds: int, counts: Ints) -> SimulatedRun:
        """Return what counts by seat and ending come to."""
        rows = [tuple(zip(self.tables.endings, row, strict=True)) for row in counts.tolist()]
        nets = tuple(sum((ending.net * count for ending, count in row), Fraction(0)) for row in rows)
        return SimulatedRun(rounds, seed, rows[0], nets, self.exact_mean, self.exact)

    def counted(self, seed: int, first: int, last: int, workers: int = 1) -> Iterator[tuple[int, Ints]]:
        """Yield, in order, the end of each chunk of rounds and its counts, while `workers` threads count ahead.

        Threads suffice: the kernels hold no lock of the interpreter.
        """

        def count(start: int) -> tuple[int, Ints]:
            end = min(start + CHUNK, last)
            return end, kernel.counts(self.tables, seed, start, end - start, self.seats)

        ahead: deque[Future[tuple[int, Ints]]] = deque()
        with ThreadPoolExecutor(workers) as pool:
            for start in range(first, last, CHUNK):
                ahead.append(pool.submit(count, start))
                if len(ahead) > 2 * workers:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()

    def simulate(self, rounds: int, seed: int, workers: int = 1, told: Callable[[int], object] = id) -> SimulatedRun:
        """Play rounds 0 to `rounds` − 1 of a seed; `told` is called with the number of rounds played so far."""
        counts = self.nothing()
        for end, more in self.counted(seed, 0, rounds, workers):
            counts += more
            told(end)
        return self.summary(seed, rounds, counts)

    def find(self, seed: int, first: int, rounds: int, name: str) -> Iterator[int]:
        """Yield the numbers of the rounds that ended so at any seat, in ascending order."""
        wanted = [at for at, ending in enumerate(self.tables.endings) if ending.name == name]
        for start in range(first, first + rounds, CHUNK):
            yield from self._search(seed, start, min(CHUNK, first + rounds - start), wanted)

    def _search(self, seed: int, first: int, rounds: int, wanted: Sequence[int]) -> Iterator[int]:
        """Yield the rounds in a span with a wanted ending, by halves: most have none."""
        if not kernel.counts(self.tables, seed, first, rounds, self.seats)[:, wanted].any():
            return
        if rounds > _LOOKED_AT:
            half = rounds // 2
            yield from self._search(seed, first, half, wanted)
            yield from self._search(seed, first + half, rounds - half, wanted)
        else:
            ended = twin.endings(self.tables, seed, np.arange(first, first + rounds, dtype=np.uint64), self.seats)
            yield from (first + int(at) for at in np.flatnonzero(np.isin(ended, wanted).any(axis=1)))


def simulation(game: Game, strategy: str = "optimal", seats: int = 1) -> Simulation:
    """Return a game ready to be simulated."""
    alone = machine(game, strategy)
    exact = _by_name(zip((each.name for each in alone.endings), alone.exact().tolist(), strict=True))
    chances = {name: Fraction(count, ORDERED_DEALS) for name, count in exact.items()}
    tables = alone if seats == 1 else by_card(game, strategy)
    return Simulation(seats, tables, alone.mean(), chances)


def simulate(
    game: Game,
    rounds: int,
    seed: int,
    strategy: str = "optimal",
    *,
    seats: int = 1,
    workers: int = 1,
    told: Callable[[int], object] = id,
) -> SimulatedRun:
    """Play rounds 0 to `rounds` − 1 of a seed; `told` is called with the number of rounds played so far."""
    return simulation(game, strategy, seats).simulate(rounds, seed, workers, told)
