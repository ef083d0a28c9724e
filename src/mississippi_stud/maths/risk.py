"""Risk without limit of time: ruin and goal, ruin for ever between proved bounds, drawdown, and Kelly's bet.

What is left of a bankroll is a walk on a lattice. Let D_x(j) be the chance that, from x, the first place below x is
x − j, before the goal: from the highest place down, each D_x follows from those above it (`_Walk`), by additions and
products of chances alone. The chance of ruin is then a walk that only descends. A residual bounds the error: if the
found chances fail their equations by at most r, they are off by at most r times the average number of rounds until
ruin or goal, which Wald's identity bounds. Results that go up a level (`lattice`) leave the walk of their level and
bring in what is known of the higher one, so the highest level is solved first.

Ruin for ever is certain without a positive mean; with one, `ruin_roots` has its closed form. Where that fails it is at
least ruin before a high place L, and at most e^(−RL) more, for any R with E[e^(−RX)] ≤ 1 (Lundberg).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, inf, log
from typing import Final

import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths.lattice import (
    ROUNDS_MAX,
    Floats,
    Lattice,
    Round,
    Step,
    check_bankroll,
    check_fineness,
    check_rounds,
)
from mississippi_stud.maths.ruin_roots import LOSS_MAX, ChanceBounds, RootsMissing, RuinRoots

PLACES_MAX: Final = 200_000
"""The most places on a lattice."""
_ROUNDING: Final = 2.0**-53
_NARROW: Final = 1e-10
_CHAIN_MAX: Final = 400
"""The most places of a drawdown whose table of moves is squared instead of being walked round by round."""


def first_ruin(distribution: Round, bankroll: Fraction, goal: Fraction) -> ChanceBounds:
    """Return the chance that the sum is −`bankroll` or less before it is `goal` or more, without limit of time."""
    check_bankroll(bankroll)
    if goal <= 0:
        raise InputError("no-goal")
    one = Lattice(distribution, ROUNDS_MAX)
    if (places := one.units(bankroll + goal)) > PLACES_MAX:
        raise InputError("goal-too-far", places=places, most=PLACES_MAX)
    return _Ruin(one, bankroll, goal).bounds()


def ruin_ever(distribution: Round, bankroll: Fraction) -> ChanceBounds:
    """Return the chance that the sum is ever −`bankroll` or less."""
    check_bankroll(bankroll)
    mean = sum((net * chance for net, chance in distribution.items()), Fraction(0))
    if min(distribution) >= 0:
        return ChanceBounds(0.0, 0.0)
    if mean <= 0:
        return ChanceBounds(1.0, 1.0)
    unit = Lattice(distribution, ROUNDS_MAX).unit
    low, high = (_ruin_ever(_rounded(distribution, unit, way), ceil(bankroll * unit)) for way in (ceil, floor))
    return ChanceBounds(low.low, high.high)


def _rounded(distribution: Round, unit: int, way: Callable[[Fraction], int]) -> dict[int, Fraction]:
    """Return the results in whole units; those between two are rounded, so that ruin is not rarer or not likelier."""
    found: dict[int, Fraction] = {}
    for net, chance in distribution.items():
        found[way(net * unit)] = found.get(way(net * unit), Fraction(0)) + chance
    return found


def _ruin_ever(results: dict[int, Fraction], left: int) -> ChanceBounds:
    """Return the chance to lose so many units ever, with results in units and a positive mean."""
    if sum(net * chance for net, chance in results.items()) <= 0:
        return ChanceBounds(1.0, 1.0)
    if -min(results) <= LOSS_MAX:
        try:
            return RuinRoots(list(results), list(results.values())).ruin(left)
        except RootsMissing:
            pass
    one = Lattice({Fraction(net): chance for net, chance in results.items()}, ROUNDS_MAX)
    rate = _lundberg(one)
    top = min(ceil(-log(_NARROW) / rate), PLACES_MAX)
    if left > top:  # so high that ruin is this unlikely
        return ChanceBounds(0.0, exp(-rate * left))
    before = _Ruin(one, Fraction(left), Fraction(top + 1 - left)).bounds()
    return ChanceBounds(before.low, min(before.high + exp(-rate * (top + 1)), 1.0))


def _lundberg(one: Lattice) -> float:
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


class _Ruin:
    """The chances of ruin before a goal, by level and place; the highest level first, since results only go up."""

    def __init__(self, one: Lattice, bankroll: Fraction, goal: Fraction) -> None:
        self.one, self.start = one, one.units(bankroll)
        self.steps = one.steps(bankroll)
        end = (bankroll + goal) * one.unit
        left = [bankroll * one.unit + level * one.fraction for level in range(one.levels)]
        self.tops = [ceil(end + ceil(each) - each) - 1 for each in left]
        """By level, the highest place below the goal."""

    def bounds(self) -> ChanceBounds:
        """Return the chance from the start."""
        if not any(self.one.results):  # nothing ever happens
            return ChanceBounds(0.0, 0.0)
        found, off = self._solved(1.0, 0.0)
        above, beyond = self._solved(0.0, 1.0)  # the chance to go above the highest level, of which nothing is known
        low, more = float(found[self.start - 1]), float(above[self.start - 1])
        return ChanceBounds(max(low - off, 0.0), min(low + more + off + beyond, 1.0))

    def _solved(self, ruined: float, above: float) -> tuple[Floats, float]:
        """Return, on the lowest level, the average of what is paid for ruin and for leaving above the highest level.

        With it comes a bound on its error.
        """
        found: list[Floats] = [np.zeros(0)] * self.one.levels
        residual = 0.0
        chance_above = [1 - sum(step.chance for step in steps) for steps in self.steps]
        if self.one.levels == 1 and above:
            return np.zeros(self.tops[0]), 0.0
        for level in reversed(range(self.one.levels)):
            top = self.tops[level]
            brought = np.full(top, above * max(chance_above[level], 0.0))
            for count, net, chance in self.steps[level]:
                if count:
                    brought += chance * _paid(found[level + count], ruined, net, top)
            here = [step for step in self.steps[level] if not step.levels]
            found[level] = _Walk(here, top).paid(ruined, brought)
            expected = brought + sum(step.chance * _paid(found[level], ruined, step.places, top) for step in here)
            residual = max(residual, float(np.abs(expected - found[level]).max()))
        return found[0], (residual + (len(self.one.nets) + 4) * _ROUNDING) * self._rounds()

    def _rounds(self) -> float:
        """Return a bound on the average number of rounds until ruin or goal.

        By Wald's first identity it is at most the way to the end over the mean of a round; if that mean is nearly 0, by
        the second it is at most the square of the way over the mean square, less what the mean takes from it.
        """
        one = self.one
        nets = np.array([float(net * one.unit) for net in one.results])
        mean, most = float(nets @ one.chances), one.best
        slack = (len(nets) + 1) * max(most, one.worst) * _ROUNDING
        highest, lowest = max(self.tops) + most, max(self.tops) + one.worst
        way, square = max(highest, lowest), float(nets**2 @ one.chances)
        least = abs(mean) - slack
        left = (1 - 4 * len(nets) * _ROUNDING) * square - 2 * (abs(mean) + slack) * way
        return min((highest if mean > 0 else lowest) / least if least > 0 else inf, way**2 / left if left > 0 else inf)


def _paid(found: Floats, ruined: float, net: int, top: int) -> Floats:
    """Return what is paid after a result, by the place before it: for ruin, nothing above, or what is found."""
    after = np.arange(1, top + 1) + net
    inside = (after >= 1) & (after <= len(found))
    return np.where(
        inside, found[np.clip(after, 1, max(len(found), 1)) - 1] if len(found) else 0.0, (after < 1) * ruined
    )


class _Walk:
    """A walk on the places 1 to `top`, of which some steps may leave it; ruin is 0 or less, the goal above the top."""

    def __init__(self, steps: Sequence[Step], top: int) -> None:
        self.top = top
        self.nets = np.array([step.places for step in steps], dtype=np.int64)
        self.chances = np.array([step.chance for step in steps])
        self.worst = max(0, -int(self.nets.min(initial=0)))

    def paid(self, ruined: float, brought: Floats) -> Floats:
        """Return by place what is paid on average: for ruin, and what each visit to a place brings."""
        worst = max(self.worst, 1)
        found = np.full(worst + self.top, ruined)  # first the places −worst + 1 to 0, where all is lost
        for place, (falls, collected) in enumerate(zip(*self._descents(brought, worst), strict=True), start=worst):
            found[place] = falls @ found[place - worst : place] + collected
        return found[worst:]

    def _descents(self, brought: Floats, worst: int) -> tuple[Floats, Floats]:
        """Return for each place from 1 on the chance to come first below it by `worst`, …, 2, 1 units.

        And what is brought in until then.
        """
        top, ups = self.top, self.nets > 0
        rises, chances = self.nets[ups], self.chances[ups]
        direct, stay = np.zeros(worst), float(self.chances[self.nets == 0].sum())
        np.add.at(direct, -self.nets[self.nets < 0] - 1, self.chances[self.nets < 0])
        reach = int(rises.max(initial=0))
        entries, gains = np.zeros((worst, top + 1)), np.zeros(top + 1)
        """By column: from that place, the chance to come first to the present place or below it, by a row that turns:
        row `(first + i) % worst` is for i units below; and what is brought in until then."""
        found, collected, first = np.empty((top, worst)), np.empty(top), 0
        for place in range(top, 0, -1):
            above = place + rises[rises <= top - place]
            weights = chances[rises <= top - place]
            entered = np.roll(entries[:, above] @ weights, -first)
            falls = direct.copy()
            falls[:-1] += entered[1:]
            falls /= 1 - stay - entered[0]
            gained = float(brought[place - 1] + gains[above] @ weights) / (1 - stay - float(entered[0]))
            found[place - 1], collected[place - 1] = falls[::-1], gained
            block = slice(place + 1, min(place + reach, top) + 1)
            onward = entries[first, block].copy()
            entries[first, block] = 0.0
            gains[block] += onward * gained
            first = (first + 1) % worst
            turned = np.roll(falls, first)
            entries[:, block] += turned[:, None] * onward
            entries[:, place], gains[place] = turned, gained
        return found, collected


def drawdown_within(distribution: Round, fall: Fraction, rounds: int) -> float:
    """Return the chance that within so many rounds the sum is, after some round, `fall` or more below its highest."""
    check_rounds(rounds)
    check_bankroll(fall)
    one = Lattice(distribution, rounds)
    size = one.units(fall)
    if rounds * one.worst < size:
        return 0.0
    check_fineness(size, PLACES_MAX)
    chain = _Fall(one, fall)
    if one.levels == 1 and size <= _CHAIN_MAX:
        return chain.squared(rounds)
    held, fallen = chain.start, 0.0
    for _ in range(rounds):
        held, more = chain.after(held)
        fallen += more
    return min(fallen, 1.0)


class _Fall:
    """What is left until a drawdown, by level and place from 1; the highest place of level 0 is the highest sum."""

    def __init__(self, one: Lattice, fall: Fraction) -> None:
        self.levels, self.size = one.levels, one.units(fall)
        self.steps = one.steps(fall)
        whole = fall * one.unit
        left = [whole + level * one.fraction for level in range(one.levels)]
        self.tops = [ceil(whole + ceil(each) - each) for each in left]
        """By level, the first place that is a new highest sum."""

    @property
    def start(self) -> Floats:
        held = np.zeros((self.levels, max(self.tops) + 1))
        held[0, self.size] = 1.0
        return held

    def after(self, held: Floats) -> tuple[Floats, float]:
        """Return what is held after one more round, and the chance that has fallen."""
        after, fallen = np.zeros_like(held), 0.0
        for level, steps in enumerate(self.steps):
            if not held[level].any():
                continue
            for count, net, chance in steps:
                top = self.tops[level + count]
                low, high = max(1 - net, 0), min(max(top - net, 0), held.shape[1])
                fallen += chance * float(held[level, :low].sum())
                after[level + count, low + net : high + net] += chance * held[level, low:high]
                after[0, self.size] += chance * float(held[level, max(high, low) :].sum())
        return after, fallen

    def squared(self, rounds: int) -> float:
        """Return the chance to have fallen after so many rounds, from powers of the table of all moves."""
        size = self.size + 1
        moves = np.zeros((size, size))  # place 0 holds what has fallen
        moves[0, 0] = 1.0
        for place in range(1, size):
            for _, net, chance in self.steps[0]:
                moves[place, min(max(place + net, 0), size - 1)] += chance
        held = self.start[0]
        while rounds:
            held = held @ moves if rounds % 2 else held
            rounds //= 2
            moves = moves @ moves if rounds else moves
        return min(float(held[0]), 1.0)


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
