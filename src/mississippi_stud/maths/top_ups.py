"""What the house adds to a meter in the long run: the only numerical figure in the package, with proved bounds
(decision 25).

A meter grows with every round, prizes take parts of it, and the house tops it up to its seed, where the book says so,
or pays a guaranteed minimum. How much that is depends on where the meter stands, and so on its whole history since it
last restarted. The module knows neither books nor cards, only chances and shares.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt


class Interval(NamedTuple):
    """A number that is proved to lie between two fractions."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """The midpoint, which is off by at most half the width."""
        return (self.low + self.high) / 2

    def plus(self, other: "Interval | Fraction") -> "Interval":
        """The sum."""
        low, high = other if isinstance(other, Interval) else (other, other)
        return Interval(self.low + low, self.high + high)

    def times(self, factor: Fraction) -> "Interval":
        """The product with a non-negative factor."""
        return Interval(self.low * factor, self.high * factor)

    def plain(self, name: str) -> dict[str, Any]:
        """Return plain data for JSON: both fractions, the middle as a decimal, and how far it can be off."""
        bound = (self.high - self.low) / 2
        return {
            f"{name}_from": str(self.low),
            f"{name}_to": str(self.high),
            f"{name}_decimal": float(self.middle),
            f"{name}_error_decimal": float(bound),
        }


@dataclass(frozen=True)
class MeterStep:
    """What may happen to a meter at z in a round: it is left with ``keeps * z + shift``, but never below its floor."""

    chance: Fraction
    keeps: Fraction = Fraction(0)
    shift: Fraction = Fraction(0)
    added: tuple[tuple[Fraction, Fraction], ...] = ()
    """For each (amount, slope), max(0, amount − slope · z) is added as well; keeps and slopes sum to at most 1."""
    ends: bool = False
    """Whether the meter restarts, whatever is left; then nothing tops it up."""

    def paid(self, meter: Fraction, floor: Fraction) -> Fraction:
        """Return what the house adds if this happens at that meter, topping it up to its floor."""
        beside = sum((max(Fraction(0), amount - slope * meter) for amount, slope in self.added), Fraction(0))
        return beside + (0 if self.ends else max(Fraction(0), floor - self.keeps * meter - self.shift))


_TRILLION: Final = 10**12


def added(
    rate: Fraction, seed: Fraction, reset: Fraction, events: tuple[MeterStep, ...], *, topped_up: bool = True
) -> Interval:
    """Return what the house adds per round on average; `rate` is what a round puts on the meter.

    `reset` is the chance that the meter restarts at its seed, with or without one of the events. With `topped_up` the
    floor is the seed; otherwise nothing raises the meter before it restarts.
    """
    events = tuple(event for event in events if event.chance)
    least = seed if topped_up else Fraction(0)
    slow = not rate or (seed - least) / rate * (reset + sum(event.chance for event in events)) > _SLOW
    if not events or slow:  # the meter stays at its floor, or hardly grows: it stays between its seed and its floor
        at_seed, at_floor = (
            sum((event.chance * event.paid(meter, least) for event in events), Fraction(0)) for meter in (seed, least)
        )
        return Interval(min(at_seed, at_floor) if not rate else Fraction(0), at_floor)
    low, high = added_between(float(rate), float(seed), float(reset), events, floor_at=float(least))
    return Interval(Fraction(max(0, floor(low * _TRILLION)), _TRILLION), Fraction(ceil(high * _TRILLION), _TRILLION))


Floats = npt.NDArray[np.float64]
_FINENESS: Final = 1000
"""Cells are a thousandth of the distance from the seed; the bounds tighten with its square."""
_FAR: Final = 45
"""A meter that grows for this many mean times between two prizes is practically never seen: exp(-45)."""
_SLOW: Final = 300
"""A meter below its seed that takes this many mean times between two prizes to reach it is not followed."""
_ROUNDED: Final = 1e-9
"""A relative bound above all rounding of floats: sums of some ten thousand positive terms, each good to 1e-15."""


def added_between(
    rate: float, seed: float, reset: float, events: tuple[MeterStep, ...], *, floor_at: float | None = None
) -> tuple[float, float]:
    """Return two bounds on what the house adds per round.

    Every round adds `rate`; then with chance `reset` the meter restarts at `seed`, and with chance p an event leaves it
    with less, to be topped up to the floor: the seed, or zero where nothing is topped up. Let V(y) be what will still
    be added before the next restart, and t the chance that nothing happens in a round. Then
    V(y) = Σ over k ≥ 1 of t^(k−1) · Σ over events of p · G(y + k·rate),
    G(z) = additional payments + max(0, floor − left) + V(max(floor, left)), left = keeps · z + shift,
    (only the first term for an event that ends the meter's life), and the answer is reset · V(seed).

    V falls, by at most as much as y grows. (Take two meters with the same fate: the higher one never receives more,
    and whatever more the lower one receives brings them together, since the part an event keeps and the slopes of its
    additional payments sum to at most 1.) V is also convex. (So is G if V is: before the kink at left = floor it falls
    with slope −keeps, after it less steeply; the additional payments are convex; and V is a sum of shifted G.) So the
    straight lines between the nodes y = floor + n·rate lie above V and G, by no more than a quarter of a cell times
    the change of slope over it. In each step of `rate` the slope of V changes by at most Σ p · |G'|, and
    |V'(y)| ≤ min(1, V(floor) / (y − floor)). With lines for V and G the sums are geometric. The operator thus yields
    an upper bound, and the operator less those errors a lower one. Each is solved by iteration; the residual of the
    equation, divided by the chance that an event ends a life, is then added to the bound, so the iteration need not
    be trusted.
    """
    assert all(event.keeps + sum(slope for _, slope in event.added) <= 1 for event in events)  # noqa: S101
    chain = _chain(rate, seed if floor_at is None else floor_at, seed, reset, events)
    values = np.full_like(chain.meters, sum(fall.chance * fall.added[0] for fall in chain.falls) / reset)
    high = _solved(chain, values, None)
    over = _left_over(chain, high, None, 1)
    errors = _errors(chain, float(high[0]) + over)
    low = _solved(chain, high, errors)
    under = _left_over(chain, low, errors, -1)
    start, within = chain.start
    upper = float(high[start] * (1 - within) + high[start + 1] * within) + over
    lower = float(low[start] * (1 - within) + low[start + 1] * within) - under
    lower -= float(errors.values[start]) if within else 0.0
    return max(0.0, reset * (lower - _ROUNDED * upper)), reset * upper * (1 + _ROUNDED)


class _Fall(NamedTuple):
    """One event on the nodes."""

    chance: float
    keeps: float
    shift: float
    lines: tuple[tuple[float, float], ...]
    ends: bool
    place: npt.NDArray[np.intp]
    within: Floats
    """Where each node's meter goes: the cell, and the position within it; nowhere if its life ends."""
    added: Floats

    def left(self, meters: Floats, least: float) -> Floats:
        """Return what is left of those meters after topping up."""
        return np.maximum(least, self.keeps * meters + self.shift)

    def slopes(self, meters: Floats) -> Floats:
        """Return how steeply the additional payments fall at those meters."""
        steep = [np.where(slope * meters < amount, slope, 0.0) for amount, slope in self.lines]
        return sum(steep, np.zeros_like(meters))


class _Chain(NamedTuple):
    """The equation on the nodes."""

    rate: float
    floor: float
    start: tuple[int, float]
    """Where the meter restarts: the cell, and the position within it."""
    happens: float
    """The chance that anything happens in a round."""
    stays: float
    """The chance that an event leaves the meter running."""
    meters: Floats
    steps: Floats
    """The length of each cell in rounds."""
    at_start: Floats
    at_end: Floats
    """The weights of G at the two ends of each cell."""
    fade: Floats
    falls: tuple[_Fall, ...]


class _Errors(NamedTuple):
    """How far V, and the sum of G over a cell, can be below the straight lines."""

    values: Floats
    sums: Floats


def _chain(rate: float, least: float, seed: float, reset: float, events: tuple[MeterStep, ...]) -> _Chain:
    runs_on = sum(float(event.chance) for event in events if not event.ends)
    happens = reset + runs_on
    kinks = [floor((kink - least) / rate) for event in events for kink in _kinks(event, least)]
    nodes = _nodes(ceil(_FAR / happens + (seed - least) / rate), kinks)
    steps = np.diff(nodes)
    powers = np.exp(np.arange(int(steps.max())) * np.log1p(-happens))
    sums = np.cumsum(powers)  # of t^(k-1) for k up to n
    rising = np.cumsum(powers * np.arange(1, len(powers) + 1))  # of k t^(k-1)
    falling = np.concatenate(([0.0], np.cumsum(sums)))[:-1]  # of (n - k) t^(k-1)
    points = np.asarray(least + nodes * rate, dtype=np.float64)
    cell = int(np.searchsorted(points, seed, side="right")) - 1
    return _Chain(
        rate=rate,
        floor=least,
        start=(cell, float((seed - points[cell]) / np.diff(points)[cell])),
        happens=happens,
        stays=runs_on / happens,
        meters=points,
        steps=steps.astype(np.float64),
        at_start=falling[steps - 1] / steps,
        at_end=rising[steps - 1] / steps,
        fade=np.exp(nodes * np.log1p(-happens)),
        falls=tuple(_fall(event, least, points) for event in events),
    )


def _kinks(event: MeterStep, least: float) -> list[float]:
    """Return the meters at which the effect of an event has a kink."""
    found = [float(amount / slope) for amount, slope in event.added if slope]
    return found if event.ends or not event.keeps else [*found, (least - float(event.shift)) / float(event.keeps)]


def _fall(event: MeterStep, least: float, points: Floats) -> _Fall:
    keeps, shift = float(event.keeps), float(event.shift)
    left = np.maximum(least, keeps * points + shift)
    place = np.clip(np.searchsorted(points, left, side="right") - 1, 0, len(points) - 2)
    lines = tuple((float(amount), float(slope)) for amount, slope in event.added)
    beside = sum((np.maximum(0.0, amount - slope * points) for amount, slope in lines), np.zeros_like(points))
    topped = np.zeros_like(points) if event.ends else np.maximum(0.0, least - keeps * points - shift)
    return _Fall(
        chance=float(event.chance),
        keeps=keeps,
        shift=shift,
        lines=lines,
        ends=event.ends,
        place=place,
        within=(left - points[place]) / np.diff(points)[place],
        added=beside + topped,
    )


def _nodes(far: int, kinks: list[int]) -> npt.NDArray[np.int64]:
    """Return numbers of rounds: every one at first, then ever fewer; the two around each kink are adjacent."""
    found = [*range(min(_FINENESS, far))]
    while found[-1] < far:
        found.append(found[-1] + max(1, found[-1] // _FINENESS))
    for kink in kinks:
        if -1 <= kink <= found[-1]:
            found += [max(0, kink - 1), max(0, kink), kink + 1, kink + 2]  # one more each way: computed in floats
    return np.array(sorted(set(found)), dtype=np.int64)


def _applied(chain: _Chain, values: Floats, errors: _Errors | None) -> Floats:
    """Return the right side of the equation: from above; or from below, less the errors and cut at the last node."""
    after = np.zeros_like(values)
    for fall in chain.falls:
        ahead = fall.added
        if not fall.ends:
            ahead = ahead + values[fall.place] * (1 - fall.within) + values[fall.place + 1] * fall.within
            if errors is not None:
                ahead = ahead - errors.values[fall.place]
        after += fall.chance * ahead
    cells = after[:-1] * chain.at_start + after[1:] * chain.at_end
    last = after[-1] / chain.happens  # the same for ever
    if errors is not None:
        cells, last = cells - errors.sums, 0.0
    terms = np.append(cells * chain.fade[:-1], last * chain.fade[-1])
    return np.cumsum(terms[::-1])[::-1] / chain.fade


def _solved(chain: _Chain, values: Floats, errors: _Errors | None) -> Floats:
    """Return an approximate solution: every step shrinks the error alike, so every few steps extrapolate the rest."""
    for number in range(1, 4000):
        after = _applied(chain, values, errors)
        change = after - values
        if np.max(np.abs(change)) <= 1e-11 * abs(after[0]):
            return after
        values = after
        if number % 8 == 0:
            again = _applied(chain, after, errors)
            slower = min(float((again[0] - after[0]) / change[0]) if change[0] else 0.0, chain.stays)
            values = again + (again - after) * slower / (1 - slower) if slower > 0 else again
    return values


def _left_over(chain: _Chain, values: Floats, errors: _Errors | None, sign: int) -> float:
    """Bound how far a solution can be beyond these values, by the residual of the equation."""
    over = float(np.max(sign * (_applied(chain, values, errors) - values)))
    return max(0.0, over) / (1 - chain.stays)


def _errors(chain: _Chain, upper: float) -> _Errors:
    def slope(meters: Floats) -> Floats:
        """Return the most that V can fall there, per dollar."""
        return np.minimum(1.0, upper / np.maximum(meters - chain.floor, 1e-300))

    def turn(meters: Floats) -> Floats:
        """Return the most that V's slope can change over a cell that starts there, times a quarter of its length."""
        steepest = np.zeros_like(meters)
        for fall in chain.falls:
            steepest += fall.chance * fall.slopes(meters)
            if not fall.ends:
                steepest += fall.chance * fall.keeps * slope(fall.left(meters, chain.floor))
        return chain.steps**2 * chain.rate / 4 * steepest

    sums = np.zeros_like(chain.steps)
    for fall in chain.falls:
        if not fall.ends:  # otherwise, and up to the floor, G is straight; in a cell of one round none lies inside
            left = fall.left(chain.meters, chain.floor)
            between = (chain.steps > 1) & (left[1:] > chain.floor)
            sums += fall.chance * np.where(between, fall.keeps * turn(left[:-1]), 0.0)
    return _Errors(turn(chain.meters[:-1]), sums * (chain.at_start + chain.at_end))
