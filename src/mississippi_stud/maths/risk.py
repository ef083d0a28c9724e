"""Risk without limit of time: ruin and goal, ruin for ever between proved bounds, drawdown, and Kelly's bet.

What is left of a bankroll is a walk on a lattice. Let D_x(j) be the chance that, from x, the first place below x is
x − j, before the goal: from the highest place down, each D_x follows from those above it (`_Descent`), by additions and
products of chances alone. The chance of ruin is then a walk that only descends. A residual bounds the error: if the
found chances fail their equations by at most r, they are off by at most r times the average number of rounds until
ruin or goal, which Wald's identity bounds.

Ruin for ever is at least ruin before a high place L, and at most e^(−RL) more, for any R with E[e^(−RX)] ≤ 1, because
e^(−R·sum) is then a supermartingale (Lundberg). Without a positive mean it is certain.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, inf, log
from typing import Final, NamedTuple

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths.sessions import Floats, Results, Round, check_bankroll, check_rounds

PLACES_MAX: Final = 200_000
"""The most places on a lattice."""
_ROUNDING: Final = 2.0**-53
_NARROW: Final = 1e-10


class ChanceBounds(NamedTuple):
    """Two proved bounds on a chance."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def first_ruin(distribution: Round, bankroll: Fraction, goal: Fraction) -> ChanceBounds:
    """Return the chance that the sum is −`bankroll` or less before it is `goal` or more, without limit of time."""
    check_bankroll(bankroll)
    if goal <= 0:
        raise InputError("no-goal")
    one = Results(distribution)
    start, above = one.units(bankroll), one.units(goal)
    return _Walk(one, start + above - 1).ruined(start)


def ruin_ever(distribution: Round, bankroll: Fraction) -> ChanceBounds:
    """Return the chance that the sum is ever −`bankroll` or less."""
    check_bankroll(bankroll)
    one = Results(distribution)
    mean = sum((net * chance for net, chance in distribution.items()), Fraction(0))
    if not one.worst:
        return ChanceBounds(0.0, 0.0)
    if mean <= 0:
        return ChanceBounds(1.0, 1.0)
    rate, start = _lundberg(one), one.units(bankroll)
    top = min(ceil(-log(_NARROW) / rate), PLACES_MAX)
    if start > top:  # so high that ruin is this unlikely
        return ChanceBounds(0.0, exp(-rate * start))
    before = _Walk(one, top).ruined(start)
    return ChanceBounds(before.low, min(before.high + exp(-rate * (top + 1)), 1.0))


def _lundberg(one: Results) -> float:
    """Return, per unit, an R > 0 with E[e^(−RX)] < 1 by more than rounding can hide, near the greatest."""

    def excess(rate: float) -> float:
        return float(np.expm1(-rate * one.nets) @ one.chances)

    high = 1e-9
    while excess(high) <= 0:
        high *= 2
    low = high / 2 if high > 1e-9 else 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    rate = 0.99 * low
    if not excess(rate) < -1e3 * _ROUNDING * float(np.abs(np.expm1(-rate * one.nets)) @ one.chances):
        raise InputError("edge-too-thin")
    return rate


class _Walk:
    """The chances of ruin from the places 1 to `top` of a lattice, where ruin is 0 or less, the goal above the top."""

    def __init__(self, one: Results, top: int) -> None:
        if top > PLACES_MAX:
            raise InputError("session-too-fine", sums=top, most=PLACES_MAX)
        self.one, self.top = one, top

    def ruined(self, start: int) -> ChanceBounds:
        """Return the chance of ruin before the goal, from a place."""
        if not self.one.nets.any():  # nothing ever happens
            return ChanceBounds(0.0, 0.0)
        found, off = float(self.chances[start - 1]), self.error
        return ChanceBounds(max(found - off, 0.0), min(found + off, 1.0))

    @cached_property
    def chances(self) -> Floats:
        """The chance of ruin by place, from 1 on."""
        worst = self.one.worst
        if not worst:
            return np.zeros(self.top)
        found = np.ones(worst + self.top)  # first the places −worst + 1 to 0, where all is lost
        for place, falls in enumerate(self._descents(), start=worst):
            found[place] = falls @ found[place - worst : place]
        return found[worst:]

    def _descents(self) -> Floats:
        """Return for each place from 1 on the chance to come first below it by `worst`, …, 2, 1 units."""
        one, top, worst = self.one, self.top, self.one.worst
        ups = one.nets > 0
        rises, chances = one.nets[ups], one.chances[ups]
        direct, stay = np.zeros(worst), float(one.chances[one.nets == 0].sum())
        direct[-one.nets[one.nets < 0] - 1] = one.chances[one.nets < 0]
        reach = int(rises.max(initial=0))
        entries = np.zeros((worst, top + 1))
        """By column: from that place, the chance to come first to the present place or below it, by a row that turns:
        row `(first + i) % worst` is for i units below."""
        found, first = np.empty((top, worst)), 0
        for place in range(top, 0, -1):
            here = rises <= top - place
            entered = np.roll(entries[:, place + rises[here]] @ chances[here], -first)
            falls = direct.copy()
            falls[:-1] += entered[1:]
            falls /= 1 - stay - entered[0]
            found[place - 1] = falls[::-1]
            block = entries[:, place + 1 : min(place + reach, top) + 1]
            onward = block[first].copy()
            block[first] = 0.0
            first = (first + 1) % worst
            turned = np.roll(falls, first)
            block += turned[:, None] * onward
            entries[:, place] = turned
        return found

    @cached_property
    def error(self) -> float:
        """A bound on how far any of the chances is off."""
        one, worst, most = self.one, self.one.worst, int(self.one.nets.max(initial=0))
        padded = np.concatenate([np.ones(worst), self.chances, np.zeros(max(most, 1))])
        expected = np.zeros(self.top)
        for net, chance in zip(one.nets.tolist(), one.chances.tolist(), strict=True):
            expected += chance * padded[worst + net : worst + net + self.top]
        residual = float(np.abs(expected - self.chances).max()) + (len(one.nets) + 4) * _ROUNDING
        return residual * self._rounds()

    def _rounds(self) -> float:
        """Return a bound on the average number of rounds until ruin or goal.

        By Wald's first identity it is at most the way to the end over the mean of a round; if that mean is nearly 0, by
        the second it is at most the square of the way over the mean square, less what the mean takes from it.
        """
        one = self.one
        mean, most = float(one.nets @ one.chances), int(one.nets.max(initial=0))
        slack = (len(one.nets) + 1) * max(most, one.worst) * _ROUNDING
        highest, lowest = self.top + most, self.top + one.worst
        way, square = max(highest, lowest), float(one.nets**2 @ one.chances)
        least = abs(mean) - slack
        left = (1 - 4 * len(one.nets) * _ROUNDING) * square - 2 * (abs(mean) + slack) * way
        return min((highest if mean > 0 else lowest) / least if least > 0 else inf, way**2 / left if left > 0 else inf)


def drawdown_within(distribution: Round, fall: Fraction, rounds: int) -> float:
    """Return the chance that within so many rounds the sum is, after some round, `fall` or more below its highest."""
    check_rounds(rounds)
    check_bankroll(fall)
    one = Results(distribution)
    size = one.units(fall)
    if size > PLACES_MAX:
        raise InputError("session-too-fine", sums=size, most=PLACES_MAX)
    if rounds * one.worst < size:
        return 0.0
    held, fallen = np.zeros(size), 0.0  # by what is left of the fall, from 1; the last place is the highest sum so far
    held[-1] = 1.0
    for _ in range(rounds):
        after = np.zeros(size)
        for net, chance in zip(one.nets.tolist(), one.chances.tolist(), strict=True):
            if net >= 0:
                after[min(net, size) :] += chance * held[: max(size - net, 0)]
                after[-1] += chance * held[max(size - net, 0) :].sum()
            else:
                after[: max(size + net, 0)] += chance * held[min(-net, size) :]
                fallen += chance * float(held[: min(-net, size)].sum())
        held = after
    return min(fallen, 1.0)


@dataclass(frozen=True)
class KellyBet:
    """The ante, as a part of the bankroll, that makes it grow fastest, and the growth per round (of its logarithm)."""

    part: float
    growth: float


def kelly(distribution: Round) -> KellyBet:
    """Return the ante as a part of the bankroll for which E[log(1 + part × result)] is greatest: 0 without an edge."""
    mean = sum((net * chance for net, chance in distribution.items()), Fraction(0))
    if mean <= 0:
        return KellyBet(0.0, 0.0)
    nets = np.array([float(net) for net in distribution])
    chances = np.array([float(chance) for chance in distribution.values()])
    if nets.min() >= 0:
        return KellyBet(inf, inf)
    low, high = 0.0, -1 / float(nets.min())
    for _ in range(200):
        middle = (low + high) / 2
        rises = float((nets / (1 + middle * nets)) @ chances) > 0
        low, high = (middle, high) if rises else (low, middle)
    return KellyBet(low, float(np.log1p(low * nets) @ chances))
