"""What the sum of many independent rounds can be expected to come to: exact quantiles, round by round.

One round's skewness is over 100, so a normal formula would mislead for thousands of rounds. The distribution of the sum
is the convolution of the rounds' own exact distributions, here by FFT on a window of amounts. The window need not hold
the far right tail: weights are tilted by e^(-θx), which damps whatever wraps around to `WRAPPED` or less.
Cantelli's inequality gives the window's upper end, Chernoff's its lower end.

Amounts are whole cents. If the window has too many steps for the work that is allowed, each result is divided between
the two nearest steps of a coarser one so that its mean stays the same, and `Band.within_cents` bounds the error.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, log, sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mississippi_stud.maths.solver import Solution

LEVELS: Final = (Fraction(5, 100), Fraction(25, 100), Fraction(75, 100), Fraction(95, 100))
"""A quantile is the least amount that the sum does not exceed with at least this chance."""
WRAPPED: Final = 1e-7
"""The most that amounts outside the window can add to a chance; one that is so near to a level counts as the level."""
UNSURE: Final = 1e-4
"""On a coarser grid: how unlikely it is that the sum moves by more than `Band.within_cents`."""
WORK_MAX: Final = 2**26
POINTS_MIN: Final = 2**12
POINTS_MAX: Final = 2**20
_TILTS: Final = np.geomspace(1e-5, 10, 121)

Floats = npt.NDArray[np.float64]


class Draw(NamedTuple):
    """The net result of one round: every amount in cents, and its chance."""

    cents: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """The average amount."""
        return sum((each * chance for each, chance in zip(*self, strict=True)), Fraction(0))


class Point(NamedTuple):
    """What to expect after that many rounds, in cents."""

    rounds: int
    mean: Fraction
    quantiles: tuple[int, ...]
    """By `LEVELS`."""


class Band(NamedTuple):
    """The points, and how far off a quantile can be; 0 where they are exact."""

    points: tuple[Point, ...]
    within_cents: int = 0


def draw_of(solved: Solution, ante_cents: int) -> Draw:
    """Return the result in cents of one round of a solved game with that ante."""
    cents = [result * ante_cents for result in solved.distribution]
    return Draw(tuple(int(each) for each in cents), tuple(solved.distribution.values()))


def band(draws: Sequence[Draw], ends: Sequence[int]) -> Band:
    """Return what to expect after as many of these rounds, in their order, as each of the ascending `ends` says."""
    if not ends:
        return Band(())
    kinds = {id(draw): draw for draw in draws}  # few objects stand for many rounds; comparing them would take long
    parts = [Counter(map(id, draws[first:last])) for first, last in pairwise((0, *ends))]
    window = _window(parts, {kind: _Moments.of(draw) for kind, draw in kinds.items()}, ends[-1])
    means, points, total = {kind: draw.mean for kind, draw in kinds.items()}, [], Fraction(0)
    for end, part, quantiles in zip(ends, parts, _quantiles(window, kinds, parts), strict=True):
        total += sum((count * means[kind] for kind, count in part.items()), Fraction(0))
        points.append(Point(end, total, quantiles))
    return Band(tuple(points), window.within_cents)


class _Moments(NamedTuple):
    mean: float
    variance: float
    tilted: Floats
    """By tilt: the logarithm of the average of e^(-tilt × cents)."""
    least: int
    unit: int

    @classmethod
    def of(cls, draw: Draw) -> "_Moments":
        cents, chances = _arrays(draw)
        mean = float((cents * chances).sum())
        scaled = -_TILTS[:, None] * cents
        top = scaled.max(axis=1)
        tilted = top + np.log((np.exp(scaled - top[:, None]) * chances).sum(axis=1))
        return cls(mean, float(((cents - mean) ** 2 * chances).sum()), tilted, min(draw.cents), gcd(*draw.cents))


def _arrays(draw: Draw) -> tuple[Floats, Floats]:
    return np.array(draw.cents, dtype=np.float64), np.array([float(each) for each in draw.chances])


class _Window(NamedTuple):
    first: int
    """The lowest amount, in steps."""
    points: int
    step: int
    """In cents."""
    tilt: float
    """Per step."""
    within_cents: int


def _window(parts: Sequence[Mapping[int, int]], moments: Mapping[int, _Moments], rounds: int) -> _Window:
    """Choose the amounts to compute with, wide enough for every quantile at every end."""
    low = high = mean = variance = 0.0
    tilted, least = np.zeros(len(_TILTS)), 0
    for part in parts:
        for kind, count in part.items():
            own = moments[kind]
            mean, variance = mean + count * own.mean, variance + count * own.variance
            tilted, least = tilted + count * own.tilted, least + count * own.least
        high = max(high, mean + sqrt(variance * float(LEVELS[-1] / (1 - LEVELS[-1]))))
        low = min(low, max(float(least), float(((2 * log(WRAPPED) - tilted) / _TILTS).max())))
    unit = gcd(*(own.unit for own in moments.values())) or 1
    room = min(max(WORK_MAX // sum(len(part) + 2 for part in parts), POINTS_MIN), POINTS_MAX)
    step = max(unit, ceil((high - low) / room))
    first = floor(low / step) - 1
    points = 1 << (ceil(high / step) + 2 - first).bit_length()
    within = 0 if step == unit else ceil(step * sqrt(rounds * log(2 / UNSURE) / 2))
    return _Window(first, points, step, -log(WRAPPED) / points, within)


def _quantiles(window: _Window, kinds: Mapping[int, Draw], parts: Sequence[Mapping[int, int]]) -> list[tuple[int, ...]]:
    """Return the quantiles after each part."""
    spectrum, scale = np.ones(window.points // 2 + 1, dtype=np.complex128), 0.0
    steps, found = np.arange(window.first, window.first + window.points), []
    for part in parts:
        for kind, count in part.items():
            weights, size = _weights(window, kinds[kind])
            spectrum *= np.fft.rfft(weights) ** count
            scale += count * log(size)
        tilted = np.roll(np.fft.irfft(spectrum, window.points), -window.first)
        chances = np.maximum(tilted, 0) * np.exp(window.tilt * steps + scale)
        places = np.searchsorted(chances.cumsum(), [float(level) - WRAPPED for level in LEVELS])
        found.append(tuple(int(steps[place]) * window.step for place in places))
    return found


def _weights(window: _Window, draw: Draw) -> tuple[Floats, float]:
    """Return the tilted chances of a round's results by step, wrapped around the window, and their sum before that."""
    cents, chances = _arrays(draw)
    below, rest = np.divmod(cents, window.step)
    upper = chances * rest / window.step
    places, parts = np.concatenate([below, below + 1]), np.concatenate([chances - upper, upper])
    tilted = parts * np.exp(-window.tilt * places)
    size = float(tilted.sum())
    weights = np.zeros(window.points)
    np.add.at(weights, places.astype(np.int64) % window.points, tilted / size)
    return weights, size
