"""Sessions: the distribution of the sum of n rounds, and the chance to be ruined within them.

The distribution of one round is exact. That of the sum is its n-th convolution power, by FFT in floating point, so a
chance is right to about n roundings of 1e-16; a test proves 50 rounds against whole-number convolution. Sums beyond a
window are left out: by Doob's inequality, for any t > 0, the chance that the sum of n rounds ever reaches a is at most
max(E[e^(tX)], 1)^n · e^(−ta), and the window is so wide that this is below `BEYOND` on either side. Where a few results
are odd fractions (`lattice`), the power is that of a polynomial whose k-th coefficient is for level k.

For a session of at most `EXACT_ROUNDS_MAX` rounds the chances to be ahead, even, behind and ruined are fractions, from
whole-number convolution: whoever is further ahead than all later rounds can lose need not be followed any more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, log, sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.maths.lattice import BEYOND, Floats, Lattice, Round, check_fineness, check_rounds
from mississippi_stud.maths.ruin import move, ruin_within

QUANTILES: Final = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20),
                    Fraction(99, 100))  # fmt: skip
EXACT_ROUNDS_MAX: Final = 100
"""The longest session whose chances are worked out as fractions: they then have about 1,400 digits."""
_EXACT_SUMS_MAX: Final = 5_000
_ROUNDING: Final = 2.0**-53
_STOPS: Final = 20
"""How often on the way the bands are worked out."""
_Spectra = npt.NDArray[np.complex128]
"""Fourier coefficients, one row a level."""


@dataclass(frozen=True)
class Moments:
    """The mean, variance and skewness of a distribution, in antes."""

    mean: Fraction
    variance: Fraction
    skewness: float

    @property
    def n0(self) -> Fraction:
        """The number of rounds after which what is expected equals one standard deviation; 0 for a fair game."""
        return self.variance / self.mean**2 if self.mean else Fraction(0)


def moments(distribution: Round) -> Moments:
    """Return the moments of one round, exact but for the root in the skewness."""
    mean = sum((net * chance for net, chance in distribution.items()), Fraction(0))
    around = {net - mean: chance for net, chance in distribution.items()}
    second, third = (sum((off**k * chance for off, chance in around.items()), Fraction(0)) for k in (2, 3))
    return Moments(mean, second, float(third) / float(second) ** 1.5 if second else 0.0)


@dataclass(frozen=True)
class SumDistribution:
    """The distribution of the sum of the results of several rounds."""

    rounds: int
    unit: int
    """The number of units in an ante."""
    sums: npt.NDArray[np.int64]
    """The sums, in units, ascending."""
    chances: Floats
    """The chance of each sum."""
    error: float
    """A bound on how far any chance of a sum or less is off."""

    @cached_property
    def _below(self) -> Floats:
        """The chance of each sum or less."""
        return np.minimum(np.cumsum(self.chances), 1.0)

    def at_most(self, antes: Fraction) -> float:
        """Return the chance of that sum or less."""
        place = int(np.searchsorted(self.sums, (antes * self.unit).__floor__(), "right"))
        return float(self._below[place - 1]) if place else 0.0

    @property
    def ahead(self) -> float:
        """The chance of a positive sum."""
        return 1 - self.at_most(Fraction(0))

    def quantile(self, part: Fraction) -> Fraction:
        """Return the least sum x, in antes, with a chance of at least `part` for x or less."""
        place = int(np.searchsorted(self._below, float(part)))
        return Fraction(int(self.sums[min(place, len(self.sums) - 1)]), self.unit)


def sum_of(distribution: Round, rounds: int) -> SumDistribution:
    """Return the distribution of the sum of that many rounds."""
    return next(sums_of(distribution, [rounds]))


def sums_of(distribution: Round, stops: Sequence[int]) -> Iterator[SumDistribution]:
    """Yield the distribution of the sum after each of those numbers of rounds."""
    for rounds in stops:
        check_rounds(rounds)
    one = Lattice(distribution, max(stops))
    low, high = one.reach(max(stops), -1) + one.levels, one.reach(max(stops), 1)
    size = _length(low + high + 1, one.levels)
    whole = np.zeros((one.levels, size))
    np.add.at(whole, (one.counts, one.nets % size), one.chances)
    spectra, fine = np.fft.rfft(whole), one.unit * one.fraction.denominator
    window = np.arange(-low, high + 1)
    sums = window * one.fraction.denominator + np.arange(one.levels)[:, None] * one.fraction.numerator
    order = np.argsort(sums, axis=None, kind="stable")
    for rounds in stops:
        chances = np.fft.irfft(_power(spectra, rounds), size)[:, window % size]
        found = np.maximum(chances.ravel()[order], 0.0)
        yield SumDistribution(rounds, fine, sums.ravel()[order], found, _error(spectra, rounds, size))


def _power(spectra: _Spectra, rounds: int) -> _Spectra:
    """Return the power of a polynomial whose coefficients are the rows; those of higher levels are left out."""
    if len(spectra) == 1:
        return np.asarray(spectra**rounds)
    found, square = np.zeros_like(spectra), spectra
    found[0] = 1.0
    while rounds:
        found = _product(found, square) if rounds % 2 else found
        rounds //= 2
        square = _product(square, square) if rounds else square
    return found


def _product(one: _Spectra, two: _Spectra) -> _Spectra:
    found = np.zeros_like(one)
    for level, row in enumerate(one):
        found[level:] += row * two[: len(two) - level]
    return found


def _error(spectra: _Spectra, rounds: int, size: int) -> float:
    """Return a bound on the error of a chance of some sum or less, from a round's Fourier coefficients.

    A coefficient is off by some roundings for each halving of the transform, and its power by at most `rounds` times as
    much. By Parseval's and Cauchy's inequalities the sum of all errors of the chances of a level is at most the root of
    the sum of the squares of those of the coefficients; the inverse transform and the summing add their own.
    """
    each = (6 * log(size, 2) + 50) * _ROUNDING
    sizes = np.abs(spectra).sum(axis=0) + each
    powers = rounds * each * float(np.sqrt(2 * (sizes ** (2 * (rounds - 1))).sum()))
    return 2 * BEYOND + len(spectra) * (powers + (6 * log(size, 2) * sqrt(size) + size) * _ROUNDING)


def _length(sums: int, levels: int) -> int:
    """Return a power of two that holds so many sums."""
    check_fineness(sums * levels)
    return 1 << (sums - 1).bit_length()


class Bar(NamedTuple):
    """The chance of a sum from one bound to another, both included, in antes."""

    low: Fraction
    high: Fraction
    chance: Fraction


def bars(after: SumDistribution, most: int = 60) -> list[Bar]:
    """Return the middle 98% of a distribution as at most so many bars of equal width, none across zero."""
    low, high = (int(after.quantile(part) * after.unit) for part in (QUANTILES[0], QUANTILES[-1]))
    width = -((low - high - 1) // (most - 1))
    found = []
    for start in range(low // width * width, high + 1, width):
        first, last = np.searchsorted(after.sums, [start, start + width])
        chance = float(after.chances[first:last].sum())
        found.append(Bar(Fraction(start, after.unit), Fraction(start + width - 1, after.unit), Fraction(chance)))
    return found


def bands(
    distribution: Round, rounds: Sequence[int], parts: Sequence[Fraction] = QUANTILES
) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield, for each number of rounds, the quantiles of the sum."""
    for after in sums_of(distribution, rounds):
        yield after.rounds, tuple(after.quantile(part) for part in parts)


def exact_chances(distribution: Round, rounds: int, bankroll: int) -> dict[str, Fraction] | None:
    """Return the chances to be ahead, even and behind after the last round, and of ruin on the way; None if too many.

    The counts are whole numbers of ways, of `whole` ways for each round.
    """
    unit, whole = (lcm(*(each.denominator for each in some)) for some in (distribution, distribution.values()))
    moves = [(int(net * unit), int(chance * whole)) for net, chance in distribution.items()]
    size = max(0, *(-net for net, _ in moves)) * rounds + 1
    if rounds > EXACT_ROUNDS_MAX or size > _EXACT_SUMS_MAX:
        return None
    sums, held = np.zeros(2 * size - 1, dtype=object), np.zeros(size, dtype=object)
    sums[size - 1] = 1
    if bankroll * unit < size:
        held[bankroll * unit] = 1
    ruined = 0
    for _ in range(rounds):
        before, had = sums, held
        sums, held, ruined = np.zeros_like(before), np.zeros_like(had), ruined * whole
        for net, ways in moves:
            move(before, sums, net, ways)
            ruined += move(had, held, net, ways)
        ruined += held[0]
        held[0] = 0
    behind, even, total = sum(sums[: size - 1]), sums[size - 1], whole**rounds
    counts = {"ahead": total - behind - even, "even": even, "behind": behind, "ruin": ruined}
    return {name: Fraction(int(count), total) for name, count in counts.items()}


def sample_paths(distribution: Round, rounds: int, count: int, seed: int) -> npt.NDArray[np.float64]:
    """Return the sums of so many random sessions after each round from 0 on, one row a session."""
    results = np.array([float(net) for net in distribution])
    chances = np.array([float(chance) for chance in distribution.values()])
    drawn = np.random.default_rng(seed).choice(results, (count, rounds), p=chances / chances.sum())
    return np.concatenate([np.zeros((count, 1)), drawn.cumsum(axis=1)], axis=1)


@dataclass(frozen=True)
class Session:
    """What to expect of a number of rounds with a bankroll, in antes."""

    rounds: int
    bankroll: int
    one: Moments
    """Of a single round."""
    after: SumDistribution
    ruin: float
    """The chance that the bankroll is lost at the end of some round."""
    bands: tuple[tuple[int, tuple[Fraction, ...]], ...]
    """The quantiles of the sum on the way, by rounds played."""
    exact: dict[str, Fraction] | None
    """The chances as `exact_chances` has them."""

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chances to be ahead, even and behind after the last round, and of ruin on the way; exact if possible."""
        if self.exact is not None:
            return self.exact
        even = Fraction(self.after.at_most(Fraction(0))) - Fraction(self.after.at_most(Fraction(-1, self.after.unit)))
        ahead = Fraction(self.after.ahead)
        return {"ahead": ahead, "even": even, "behind": 1 - ahead - even, "ruin": Fraction(self.ruin)}

    @property
    def bars(self) -> list[Bar]:
        """The middle of the distribution of the sum, as it is drawn."""
        return bars(self.after)

    @property
    def quantiles(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Each part, and the least sum that is not exceeded with that chance."""
        return tuple((part, self.after.quantile(part)) for part in QUANTILES)


def session(distribution: Round, rounds: int, bankroll: int) -> Session:
    """Return what to expect of a session."""
    check_rounds(rounds)
    stops = sorted({max(rounds * step // _STOPS, 1) for step in range(1, _STOPS + 1)})
    ruin = ruin_within(distribution, Fraction(bankroll), rounds)
    ways = list(sums_of(distribution, stops))
    way = tuple((each.rounds, tuple(each.quantile(part) for part in QUANTILES)) for each in ways)
    exact = exact_chances(distribution, rounds, bankroll)
    return Session(rounds, bankroll, moments(distribution), ways[-1], ruin, way, exact)
