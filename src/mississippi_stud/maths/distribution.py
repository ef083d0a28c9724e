"""A distribution as a value: exact chances of exact results, which can be added, repeated, mixed and scaled.

It is a mapping from each result to its chance, ascending, and knows nothing of games. Everything is a fraction but what
says otherwise; long sessions, for which fractions grow too long, are in `sessions`.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.maths.arrow import Column, MappingTable

WORK_MAX: Final = 20_000_000
"""The most products of two results that are worked out."""

Number = Fraction | int


class Distribution(MappingTable[Fraction, Fraction]):
    """The chance of each result; equal results are merged, and impossible ones left out.

    >>> coin = Distribution({-1: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> twice = coin + coin
    >>> {int(result): str(chance) for result, chance in twice.items()}
    {-2: '1/4', 0: '1/2', 2: '1/4'}
    >>> twice == coin.repeat(2), twice.variance, coin.scale(3).variance
    (True, Fraction(2, 1), Fraction(9, 1))
    >>> twice.tail(0), twice.at_most(-1), twice.quantile(Fraction(3, 4)), twice.kurtosis
    (Fraction(3, 4), Fraction(1, 4), Fraction(0, 1), 2.0)
    """

    def __init__(self, chances: Mapping[Fraction, Fraction] | Mapping[int, Fraction] | Iterable[tuple[Number, Number]]):
        merged: dict[Fraction, Fraction] = defaultdict(Fraction)
        for result, chance in chances.items() if hasattr(chances, "items") else chances:
            if chance < 0:
                raise InputError("not-chances", total=str(chance))
            merged[Fraction(result)] += chance
        self._chances = {result: merged[result] for result in sorted(merged) if merged[result]}
        if (total := sum(self._chances.values())) != 1:
            raise InputError("not-chances", total=str(total))

    def __getitem__(self, result: Fraction) -> Fraction:
        return self._chances[result]

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def items(self) -> ItemsView[Fraction, Fraction]:
        """Return the results with their chances, without looking each up (hashing a fraction is slow)."""
        return self._chances.items()

    def values(self) -> ValuesView[Fraction]:
        """Return the chances."""
        return self._chances.values()

    def __hash__(self) -> int:
        return hash(tuple(self._chances.items()))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{result}: {chance}' for result, chance in self.items())}}})"

    def columns(self) -> dict[str, Column]:
        """Return results and chances, as numbers and as exact fractions."""
        return {
            "result": [float(result) for result in self],
            "chance": [float(chance) for chance in self.values()],
            "result_exact": [str(result) for result in self],
            "chance_exact": [str(chance) for chance in self.values()],
        }

    # Other distributions.

    def __add__(self, other: "Distribution") -> "Distribution":
        """Return the distribution of the sum of two independent results."""
        if len(self) * len(other) > WORK_MAX:
            raise InputError("sums-too-many", most=WORK_MAX)
        (unit, whole), (other_unit, other_whole) = self._scales, other._scales
        common, counts = lcm(unit, other_unit), defaultdict[int, int](int)
        mine = [(int(result * common), int(chance * whole)) for result, chance in self.items()]
        for result, chance in other.items():
            more, ways = int(result * common), int(chance * other_whole)
            for net, count in mine:
                counts[net + more] += count * ways
        total = whole * other_whole
        return Distribution((Fraction(net, common), Fraction(count, total)) for net, count in counts.items())

    def repeat(self, times: int) -> "Distribution":
        """Return the distribution of the sum of so many independent results; of none, it is 0."""
        if times < 0:
            raise InputError("repeat-negative", times=times)
        found = Distribution({0: Fraction(1)})
        for _ in range(times):
            found += self
        return found

    @classmethod
    def mix(cls, parts: Iterable[tuple[Number, "Distribution"]]) -> "Distribution":
        """Return the distribution of a result that comes from each distribution with that chance."""
        return cls((result, weight * chance) for weight, part in parts for result, chance in part.items())

    def scale(self, factor: Number) -> "Distribution":
        """Return the distribution of the result times a number."""
        return Distribution((result * factor, chance) for result, chance in self.items())

    # Chances.

    @cached_property
    def _sums(self) -> tuple[list[Fraction], list[Fraction]]:
        """The results, and the chance of each or less."""
        return list(self), list(accumulate(self.values()))

    def at_most(self, result: Number) -> Fraction:
        """Return the chance of that result or less."""
        results, sums = self._sums
        place = bisect_right(results, result)
        return sums[place - 1] if place else Fraction(0)

    def tail(self, result: Number) -> Fraction:
        """Return the chance of that result or more."""
        results, sums = self._sums
        place = bisect_left(results, result)
        return 1 - (sums[place - 1] if place else Fraction(0))

    def quantile(self, part: Number) -> Fraction:
        """Return the least result x with a chance of at least `part` for x or less."""
        if not 0 < part <= 1:
            raise InputError("not-a-part", part=str(part))
        results, sums = self._sums
        return results[bisect_left(sums, part)]

    # Moments.

    @cached_property
    def _scales(self) -> tuple[int, int]:
        """The units in 1, and the equally likely cases, in whole numbers of which all results and chances are."""
        return lcm(*(each.denominator for each in self)), lcm(*(each.denominator for each in self.values()))

    def moment(self, order: int, around: Number = 0) -> Fraction:
        """Return the mean of a power of the result, or of its distance from a number."""
        return sum(((result - around) ** order * chance for result, chance in self.items()), Fraction(0))

    @cached_property
    def mean(self) -> Fraction:
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self.moment(2, self.mean)

    def _standard(self, order: int) -> float:
        """Return the mean power of the distance from the mean in standard deviations; 0 where there is none."""
        spread = self.variance
        return float(self.moment(order, self.mean)) / float(spread) ** (order / 2) if spread else 0.0

    @property
    def skewness(self) -> float:
        """The third moment around the mean, in standard deviations."""
        return self._standard(3)

    @property
    def kurtosis(self) -> float:
        """The fourth moment around the mean, in standard deviations; 3 for a normal distribution."""
        return self._standard(4)
