"""A simulated run: counts of how rounds ended, and the estimates that follow, each beside its exact value."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.evaluation import Strategy
from mississippi_stud.maths.game import STREETS, Game
from mississippi_stud.maths.simulation import kernel
from mississippi_stud.maths.simulation.erring import Errors
from mississippi_stud.maths.simulation.machine import RoundEnd, StateTables, machine
from mississippi_stud.maths.simulation.meter_life import Span
from mississippi_stud.maths.simulation.seats import CardMachine
from mississippi_stud.maths.simulation.seats import machine as by_card
from mississippi_stud.maths.simulation.sides import SideCounts, SideGame, SideRun
from mississippi_stud.maths.simulation.stops import StopCounts, StopRules, StopRun

CHUNK: Final = 1 << 20
"""Rounds that are counted at a time: a few milliseconds' work of the kernel."""
SIDES_CHUNK: Final = 1 << 17
"""The same with side wagers, of which each round is written down before it is counted."""
ENDINGS: Final = (*(hand.key for hand in reversed(Hand)), *STREETS)
"""How a round can end for a seat: with a hand, or with a fold on a street."""
_LOOKED_AT: Final = 4096

RUN_MAX: Final = 10**12
"""The most rounds of a run."""
SEEDS: Final = 1 << 64


def check_run(rounds: int, seed: int) -> None:
    """Raise an error unless so many rounds of that seed can be simulated."""
    if not (1 <= rounds <= RUN_MAX and 0 <= seed < SEEDS):
        raise InputError("run-bounds", rounds=RUN_MAX, seed=SEEDS - 1)


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
    side_wagers: dict[str, Any] | None = None
    """What the side wagers of seat 1 came to, by wager."""
    sessions: dict[str, Any] | None = None
    """What the sessions of seat 1 came to, if it leaves by a rule; only rounds that were played count."""

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
        } | {name: each for name, each in (("side_wagers", self.side_wagers), ("sessions", self.sessions)) if each}


def _whole(antes: Fraction) -> int | str:
    """Return a sum in antes, which is whole unless a cap or a chip has cut it."""
    return int(antes) if antes.denominator == 1 else str(antes)


def _by_name(counts: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = dict.fromkeys(ENDINGS, 0)
    for name, count in counts:
        found[name] += count
    return found


class RunCounts(NamedTuple):
    """What was counted: how each seat ended, its side wagers and its sessions. Counts of other rounds add up."""

    ends: Ints
    """By seat and ending."""
    sides: SideCounts | None = None
    stops: StopCounts | None = None

    def __add__(self, other: "RunCounts") -> "RunCounts":  # type: ignore[override]
        sides = self.sides + other.sides if self.sides is not None and other.sides is not None else None
        stops = self.stops + other.stops if self.stops is not None and other.stops is not None else None
        return RunCounts(self.ends + other.ends, sides, stops)


@dataclass(frozen=True)
class Simulation:
    """A game, a strategy and a number of seats, ready to be simulated, with what is known exactly."""

    seats: int
    tables: StateTables
    exact_mean: Fraction
    exact: dict[str, Fraction]
    """The exact probability of each ending."""
    sides: SideRun | None = None
    stops: StopRun | None = None

    def nothing(self) -> RunCounts:
        """Return the counts of no round at all."""
        ends = np.zeros((self.seats, len(self.tables.endings)), dtype=np.int64)
        return RunCounts(
            ends, self.sides.nothing() if self.sides else None, self.stops.nothing() if self.stops else None
        )

    def summary(self, seed: int, spans: Sequence[Span], found: RunCounts) -> SimulatedRun:
        """Return what the counts of these spans of rounds come to."""
        counts, rounds = found.ends, int(found.ends[0].sum())
        side_wagers = self.sides.plain(found.sides, seed, spans) if self.sides and found.sides else None
        sessions = self.stops.plain(found.stops, rounds) if self.stops and found.stops else None
        rows = [tuple(zip(self.tables.endings, row, strict=True)) for row in counts.tolist()]
        nets = tuple(sum((ending.net * count for ending, count in row), Fraction(0)) for row in rows)
        return SimulatedRun(rounds, seed, rows[0], nets, self.exact_mean, self.exact, side_wagers, sessions)

    def counted(self, seed: int, first: int, last: int, workers: int = 1) -> Iterator[tuple[int, RunCounts]]:
        """Yield, in order, the end of each chunk of rounds and its counts, while `workers` threads count ahead.

        Threads suffice: the kernels hold no lock of the interpreter (decision 296).
        """
        chunk = self._chunk

        def count(start: int) -> tuple[int, RunCounts]:
            end = min(start + chunk, last)
            return end, self._count(seed, start, end - start)

        ahead: deque[Future[tuple[int, RunCounts]]] = deque()
        with ThreadPoolExecutor(workers) as pool:
            for start in range(first, last, chunk):
                ahead.append(pool.submit(count, start))
                if len(ahead) > 2 * workers:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()

    @property
    def _chunk(self) -> int:
        """How many rounds are counted at a time; sessions are not divided."""
        if self.stops is not None:
            return max(CHUNK // self.stops.rules.rounds, 1) * self.stops.rules.rounds
        return CHUNK if self.sides is None else SIDES_CHUNK

    def _count(self, seed: int, first: int, rounds: int) -> RunCounts:
        if self.sides is not None:
            return RunCounts(*self.sides.count(seed, first, rounds))
        if self.stops is not None:
            ends, stops = self.stops.count(seed, first, rounds)
            return RunCounts(ends, stops=stops)
        return RunCounts(kernel.counts(self.tables, seed, first, rounds, self.seats))

    def simulate(self, rounds: int, seed: int, workers: int = 1, told: Callable[[int], object] = id) -> SimulatedRun:
        """Play rounds 0 to `rounds` − 1 of a seed; `told` is called with the number of rounds played so far."""
        counts = self.nothing()
        for end, more in self.counted(seed, 0, rounds, workers):
            counts += more
            told(end)
        return self.summary(seed, [(0, rounds)], counts)

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
            ended = kernel.play(self.tables, seed, first, rounds, self.seats).ended
            yield from (first + int(at) for at in np.flatnonzero(np.isin(ended, wanted).any(axis=0)))


def simulation(
    game: Game,
    strategy: str | Strategy = "optimal",
    seats: int = 1,
    sides: SideGame | None = None,
    *,
    errors: Errors | None = None,
    stops: StopRules | None = None,
    permuted: bool = False,
) -> Simulation:
    """Return a game ready to be simulated; `permuted` if no deal may come twice."""
    if permuted and (seats > 1 or sides or errors or stops):
        raise InputError("permuted-alone")
    if stops and sides:
        raise InputError("stops-alone")
    alone = machine(game, strategy, errors, permuted=permuted)
    exact = list(zip(alone.endings, alone.exact(), strict=True))
    chances = _by_name((each.name, chance) for each, chance in exact)
    results = {net: Fraction(0) for net in sorted({each.net for each, chance in exact if chance})}
    for each, chance in exact:
        results |= {each.net: results[each.net] + chance} if chance else {}
    mean = sum((net * chance for net, chance in results.items()), Fraction(0))
    by_place = seats == 1 and sides is None
    tables = alone if by_place else by_card(game, strategy, errors, bonus=sides is not None and sides.bonus_cards)
    beside = SideRun(game, sides, tables, seats, chances) if sides and isinstance(tables, CardMachine) else None
    leaving = StopRun(stops, tables, seats, results) if stops else None
    return Simulation(seats, tables, mean, chances, beside, leaving)


def simulate(
    game: Game,
    rounds: int,
    seed: int,
    strategy: str | Strategy = "optimal",
    *,
    seats: int = 1,
    errors: Errors | None = None,
    stops: StopRules | None = None,
    workers: int = 1,
    told: Callable[[int], object] = id,
) -> SimulatedRun:
    """Play rounds 0 to `rounds` − 1 of a seed; `told` is called with the number of rounds played so far."""
    return simulation(game, strategy, seats, errors=errors, stops=stops).simulate(rounds, seed, workers, told)
