"""The results of a round on a lattice, on which the sums of many rounds are followed.

A cap makes a few rare results end between the whole numbers: $50,000 are 495 antes and five 101sts of $101. A lattice
fine enough for them would be a hundred times as long. So a sum is kept as a whole number of units and, apart from it,
how many times one odd fraction of a unit has come in: its level. So many levels are kept that a higher one is reached
with a chance below `BEYOND`. A game without odd fractions has one level.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor, lcm, log
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.errors import InputError

Floats = npt.NDArray[np.float64]
Round = Mapping[Fraction, Fraction]
"""The chance of each net result of a round, in antes: `Solution.distribution`."""

BEYOND: Final = 1e-13
"""The chance that is left out on either side of a window, and above the highest level."""
ROUNDS_MAX: Final = 10_000
SUMS_MAX: Final = 1 << 22
_TILTS: Final = np.geomspace(1e-6, 20, 400)
_Whole = npt.NDArray[np.int64]


def check_rounds(rounds: int) -> None:
    """Raise an error unless that many rounds can be worked out."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise InputError("session-too-long", rounds=rounds, most=ROUNDS_MAX)


def check_bankroll(bankroll: Fraction) -> None:
    """Raise an error unless there is something to lose."""
    if bankroll <= 0:
        raise InputError("no-bankroll")


def check_fineness(sums: int, most: int = SUMS_MAX) -> None:
    """Raise an error unless so many sums can be told apart."""
    if sums > most:
        raise InputError("session-too-fine", sums=sums, most=most)


class Division(NamedTuple):
    """Results as whole numbers of a unit and multiples of one odd fraction of it."""

    unit: int
    """The number of units in an ante."""
    fraction: Fraction
    """Of a unit, below 1."""
    counts: _Whole
    """By result: how many times it holds the fraction."""


class Step(NamedTuple):
    """A result as a move from some level: how many levels and places it goes up, and its chance."""

    levels: int
    places: int
    chance: float


class Lattice:
    """The results of a round, divided so that as few places and levels as possible hold the sums of some rounds."""

    def __init__(self, distribution: Round, rounds: int) -> None:
        self.results = list(distribution)
        self.chances = np.array([float(chance) for chance in distribution.values()])
        levels = [(1 + self._passed(rounds, each.counts, _TILTS), each) for each in _divisions(distribution)]
        self.levels, (self.unit, self.fraction, self.counts) = min(levels, key=lambda each: each[0] * each[1].unit)
        whole = [net * self.unit - int(n) * self.fraction for net, n in zip(self.results, self.counts, strict=True)]
        self.nets = np.array([int(each) for each in whole], dtype=np.int64)
        away = [ceil(net * self.unit) if net > 0 else floor(net * self.unit) for net in self.results]
        self._away = np.array(away, dtype=np.int64)
        self.worst, self.best = max(0, -min(away)), max(0, *away)
        """The most units that a round can lose and win, rounded up."""

    def _passed(self, rounds: int, amounts: _Whole, tilts: Floats) -> int:
        """Return a bound that the sum of those rounds' amounts passes with a chance below `BEYOND`."""
        logs = _log_sums(tilts[:, None] * amounts, self.chances)
        bounds = (rounds * np.maximum(logs, 0.0) - log(BEYOND)) / tilts
        return min(rounds * max(int(amounts.max()), 0), ceil(float(bounds.min())))

    def reach(self, rounds: int, sign: int) -> int:
        """Return a bound, in units, that the sum of those rounds passes with a chance below `BEYOND` (-1: downwards).

        No more than the sum of the greatest results.
        """
        return self._passed(rounds, sign * self._away, _TILTS / self.unit)

    def units(self, antes: Fraction) -> int:
        """Return an amount in units, rounded up: a sum of −`antes` or less has lost that much."""
        return ceil(antes * self.unit)

    def steps(self, bankroll: Fraction) -> tuple[tuple[Step, ...], ...]:
        """Return, by level, the moves of what is left of a bankroll: the place is what is left, rounded up to a unit.

        At places of 0 or less all is lost.
        """
        start = bankroll * self.unit
        rounded = [ceil(start + level * self.fraction) for level in range(self.levels)]
        moves = list(zip(self.counts.tolist(), self.nets.tolist(), self.chances.tolist(), strict=True))
        return tuple(
            tuple(
                Step(count, net + rounded[level + count] - rounded[level], chance)
                for count, net, chance in moves
                if level + count < self.levels
            )
            for level in range(self.levels)
        )


def _divisions(distribution: Round) -> Iterator[Division]:
    """Yield the finest unit, which needs no fraction, and each coarser one with a fraction that fits all results."""
    results = list(distribution)
    yield Division(lcm(*(net.denominator for net in results)), Fraction(0), np.zeros(len(results), dtype=np.int64))
    mass: dict[int, Fraction] = {}
    for net, chance in distribution.items():
        mass[net.denominator] = mass.get(net.denominator, Fraction(0)) + chance
    unit = 1
    for denominator in sorted(mass, key=lambda each: -mass[each])[:-1]:
        unit = lcm(unit, denominator)
        odd = [net * unit % 1 for net in results]
        whole = lcm(*(each.denominator for each in odd))
        for fraction in {each for each in odd if each and each.denominator == whole}:
            turn = pow(fraction.numerator, -1, whole)
            yield Division(unit, fraction, np.array([int(each * whole) * turn % whole for each in odd]))


def _log_sums(exponents: Floats, weights: Floats) -> Floats:
    """Return the logarithm of each row's weighted sum of exponentials, without overflow."""
    greatest = exponents.max(axis=1)
    sums = (np.exp(exponents - greatest[:, None]) * weights).sum(axis=1)
    return np.asarray(greatest + np.log(sums))
