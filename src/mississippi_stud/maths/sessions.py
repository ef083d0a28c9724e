"""Sessions: the distribution of the sum of n rounds, and the chance to be ruined within them.

The distribution of one round is exact. That of the sum is its n-th convolution power, by FFT in floating point, so a
chance is right to about n roundings of 1e-16; a test proves 50 rounds against whole-number convolution. Sums beyond a
window are left out: by Doob's inequality, for any t > 0, the chance that the sum of n rounds ever reaches a is at most
max(E[e^(tX)], 1)^n · e^(−ta), and the window is so wide that this is below `_BEYOND` on either side.

For a session of at most `EXACT_ROUNDS_MAX` rounds the chances to be ahead, even, behind and ruined are fractions, from
whole-number convolution: whoever is further ahead than all later rounds can lose need not be followed any more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, log, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import Numbers

Floats = npt.NDArray[np.float64]
Round = Mapping[Fraction, Fraction]
"""The chance of each net result of a round, in antes: `Solution.distribution`."""

QUANTILES: Final = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20),
                    Fraction(99, 100))  # fmt: skip
ROUNDS_MAX: Final = 10_000
EXACT_ROUNDS_MAX: Final = 100
"""The longest session whose chances are worked out as fractions: they then have about 1,400 digits."""
_EXACT_SUMS_MAX: Final = 5_000
_BEYOND: Final = 1e-13
_ROUNDING: Final = 2.0**-53
_TILTS: Final = np.geomspace(1e-6, 10, 400)
_SUMS_MAX: Final = 1 << 22
_SHRINK: Final = 100
"""After so many rounds, whoever has become safe is left out."""
_STOPS: Final = 20
"""How often on the way the bands are worked out."""


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
    lowest: int
    """The first sum, in units."""
    chances: Floats
    """The chance of each sum from the lowest on."""
    error: float
    """A bound on how far any chance of a sum or less is off."""

    @cached_property
    def _below(self) -> Floats:
        """The chance of each sum or less."""
        return np.minimum(np.cumsum(self.chances), 1.0)

    def at_most(self, antes: Fraction) -> float:
        """Return the chance of that sum or less."""
        place = (antes * self.unit).__floor__() - self.lowest
        return 0.0 if place < 0 else float(self._below[min(place, len(self.chances) - 1)])

    @property
    def ahead(self) -> float:
        """The chance of a positive sum."""
        return 1 - self.at_most(Fraction(0))

    def quantile(self, part: Fraction) -> Fraction:
        """Return the least sum x, in antes, with a chance of at least `part` for x or less."""
        place = int(np.searchsorted(self._below, float(part)))
        return Fraction(self.lowest + min(place, len(self.chances) - 1), self.unit)


class Results:
    """The results of a round in whole units, with their chances."""

    def __init__(self, distribution: Round) -> None:
        self.unit = lcm(*(net.denominator for net in distribution))
        self.nets = np.array([int(net * self.unit) for net in distribution], dtype=np.int64)
        self.chances = np.array([float(chance) for chance in distribution.values()])
        self.worst = max(0, -int(self.nets.min()))

    def units(self, antes: Fraction) -> int:
        """Return an amount in units, rounded up: a sum of −`antes` or less has lost that much."""
        return ceil(antes * self.unit)

    def after_one(self, held: Numbers, weights: Sequence[Any]) -> tuple[Numbers, Any]:
        """Return a window of sums after one more round, and the weight of what fell below it; what is above is lost."""
        after, below, size = np.zeros_like(held), 0, len(held)
        for net, weight in zip(self.nets.tolist(), weights, strict=True):
            if abs(net) >= size:
                below += weight * held.sum() if net < 0 else 0
            elif net < 0:
                after[: size + net] += weight * held[-net:]
                below += weight * held[:-net].sum()
            else:
                after[net:] += weight * held[: size - net]
        return after, below

    def reach(self, rounds: int, sign: int) -> int:
        """Return a bound, in units, that the sum of those rounds passes with a chance below `_BEYOND` (-1: downwards).

        No more than the sum of the greatest results.
        """
        nets = sign * self.nets
        most = rounds * max(int(nets.max()), 0)
        scale = _TILTS / self.unit
        logs = _log_sums(scale[:, None] * nets, self.chances)
        bounds = (rounds * np.maximum(logs, 0.0) - log(_BEYOND)) / scale
        return min(most, ceil(float(bounds.min())))


def _log_sums(exponents: Floats, weights: Floats) -> Floats:
    """Return the logarithm of each row's weighted sum of exponentials, without overflow."""
    greatest = exponents.max(axis=1)
    sums = (np.exp(exponents - greatest[:, None]) * weights).sum(axis=1)
    return np.asarray(greatest + np.log(sums))


def check_rounds(rounds: int) -> None:
    """Raise an error unless that many rounds can be worked out."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise InputError("session-too-long", rounds=rounds, most=ROUNDS_MAX)


def check_bankroll(bankroll: Fraction) -> None:
    """Raise an error unless there is something to lose."""
    if bankroll <= 0:
        raise InputError("no-bankroll")


def sum_of(distribution: Round, rounds: int) -> SumDistribution:
    """Return the distribution of the sum of that many rounds."""
    check_rounds(rounds)
    one = Results(distribution)
    low, high = one.reach(rounds, -1), one.reach(rounds, 1)
    size = _length(low + high + 1)
    turns = np.exp(-2j * np.pi / size * np.arange(size))
    spectrum = one.chances @ turns[one.nets[:, None] * np.arange(size // 2 + 1) % size]
    powers = np.fft.irfft(spectrum**rounds, size)
    error = _error(np.abs(spectrum), rounds, len(one.nets), size)
    return SumDistribution(rounds, one.unit, -low, np.maximum(powers[np.arange(-low, high + 1) % size], 0.0), error)


def _error(sizes: Floats, rounds: int, results: int, size: int) -> float:
    """Return a bound on the error of a chance of some sum or less, from the sizes of a round's Fourier coefficients.

    A coefficient is a sum of `results` terms, each off by a few roundings, and its power is off by at most `rounds`
    times as much. By Parseval's and Cauchy's inequalities the sum of all errors of the chances is at most the root of
    the sum of the squares of those of the coefficients; the inverse transform and the summing add their own.
    """
    each = (results + 50) * _ROUNDING
    powers = rounds * each * float(np.sqrt(2 * ((sizes + each) ** (2 * (rounds - 1))).sum()))
    return 2 * _BEYOND + powers + (6 * log(size, 2) * sqrt(size) + size) * _ROUNDING


def _length(sums: int) -> int:
    """Return a power of two that holds so many sums."""
    if sums > _SUMS_MAX:
        raise InputError("session-too-fine", sums=sums, most=_SUMS_MAX)
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
        places = range(max(start - after.lowest, 0), min(start + width - after.lowest, len(after.chances)))
        chance = float(after.chances[places.start : places.stop].sum())
        found.append(Bar(Fraction(start, after.unit), Fraction(start + width - 1, after.unit), Fraction(chance)))
    return found


def bands(
    distribution: Round, rounds: Sequence[int], parts: Sequence[Fraction] = QUANTILES
) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Yield, for each number of rounds, the quantiles of the sum."""
    for count in rounds:
        after = sum_of(distribution, count)
        yield count, tuple(after.quantile(part) for part in parts)


def ruin_within(distribution: Round, bankroll: Fraction, rounds: int) -> float:
    """Return the chance that the sum is −`bankroll` or less at the end of some round up to that many.

    Whoever is so far ahead that the rest cannot ruin them, but for a chance below `_BEYOND`, counts as safe.
    """
    check_rounds(rounds)
    check_bankroll(bankroll)
    one = Results(distribution)
    left = one.units(bankroll)
    size = one.reach(rounds, -1) + 1
    if size > _SUMS_MAX or left > _SUMS_MAX:
        raise InputError("session-too-fine", sums=max(size, left), most=_SUMS_MAX)
    if left >= size:
        return 0.0
    held = np.zeros(size)  # by what is left of the bankroll in units, from 0; never more than the window
    held[left] = 1.0
    weights, ruined = one.chances.tolist(), 0.0
    for played in range(rounds):
        if played % _SHRINK == 0:
            held = held[: one.reach(rounds - played, -1) + 1]
        held, below = one.after_one(held, weights)
        ruined += float(below + held[0])
        held[0] = 0.0
    return min(ruined, 1.0)


def exact_chances(distribution: Round, rounds: int, bankroll: int) -> dict[str, Fraction] | None:
    """Return the chances to be ahead, even and behind after the last round, and of ruin on the way; None if too many.

    The counts are whole numbers of ways, of `whole` ways for each round.
    """
    one, whole = Results(distribution), lcm(*(chance.denominator for chance in distribution.values()))
    size = one.worst * rounds + 1
    if rounds > EXACT_ROUNDS_MAX or size > _EXACT_SUMS_MAX:
        return None
    ways = [int(chance * whole) for chance in distribution.values()]
    sums, held = np.zeros(2 * size - 1, dtype=object), np.zeros(size, dtype=object)
    sums[size - 1] = 1
    if bankroll * one.unit < size:
        held[bankroll * one.unit] = 1
    ruined = 0
    for _ in range(rounds):
        sums, _below = one.after_one(sums, ways)
        held, below = one.after_one(held, ways)
        ruined = ruined * whole + below + held[0]
        held[0] = 0
    behind, even, total = sum(sums[: size - 1]), sums[size - 1], whole**rounds
    counts = {"ahead": total - behind - even, "even": even, "behind": behind, "ruin": ruined}
    return {name: Fraction(int(count), total) for name, count in counts.items()}


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
    after, way = sum_of(distribution, rounds), tuple(bands(distribution, stops))
    exact = exact_chances(distribution, rounds, bankroll)
    return Session(rounds, bankroll, moments(distribution), after, ruin, way, exact)
