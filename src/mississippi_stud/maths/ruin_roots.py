"""Ruin for ever in closed form, with its proof: a sum of powers of the roots of E[x^X] = 1 inside the unit circle.

Let a round lose at most w units and have a positive mean. The chance u(b) to be ruined ever with b units left is the
one bounded solution, going to 0, of u(b) = E[u(b + X)] for b > 0 and u(b) = 1 for b ≤ 0. By Rouché, E[x^X] = 1 has w
roots x_1 … x_w inside the circle, one of them, the greatest, real and positive. If they differ,

    u(b) = Σ x_i^(b+w−1) · Π (1 − x_j) / (x_i − x_j),  the product over all j ≠ i,

by Lagrange's interpolation: the sum is 1 for b from 1 − w to 0, and each power fulfils the equation.

The roots are found in floating point and made exact to some seventy digits in whole numbers. What is then still wrong
is bounded: with ρ between the greatest root and 1, E[ρ^X] < 1, so a small multiple of ρ^b added makes the sum a
supermartingale above u, and taken away a submartingale below it.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, inf, nextafter
from typing import Final, NamedTuple

import numpy as np

BITS: Final = 288
LOSS_MAX: Final = 120
"""The most units that a round may lose: as many roots are found."""
_ONE: Final = 1 << BITS
_DEGREES: Final = 8
"""How many times the degree that the losses need is looked at to find where the roots are."""

Complex = tuple[int, int]
"""The two parts of a complex number, in units of 2^-BITS."""


class ChanceBounds(NamedTuple):
    """Two proved bounds on a chance."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


class RootsMissing(ArithmeticError):  # noqa: N818
    """The roots were not all found, or two of them lie too close together."""


class RuinRoots:
    """The roots of a round in whole units that wins on average."""

    def __init__(self, nets: Sequence[int], chances: Sequence[Fraction]) -> None:
        self._step = gcd(*nets)
        self._nets = [net // self._step for net in nets]
        self._chances = [(chance.numerator << BITS) // chance.denominator for chance in chances]
        self.worst = -min(self._nets)

    def ruin(self, left: int) -> ChanceBounds:
        """Return the chance to lose so many units ever."""
        place = -(-left // self._step)
        found = sum(
            _times(c, _power(x, place + self.worst - 1))[0] for c, x in zip(self._weights, self._roots, strict=True)
        )
        off = int(self._error * _ONE) + (self.worst << 10)
        low, high = Fraction(found - off, _ONE), Fraction(found + off, _ONE)
        return ChanceBounds(max(nextafter(float(low), -inf), 0.0), min(nextafter(float(high), inf), 1.0))

    def _excess(self, x: Complex) -> Complex:
        """Return E[x^X] − 1, times x^w."""
        real, imaginary = 0, 0
        for net, chance in zip(self._nets, self._chances, strict=True):
            power = _power(x, net + self.worst)
            real, imaginary = real + (chance * power[0] >> BITS), imaginary + (chance * power[1] >> BITS)
        less = _power(x, self.worst)
        return real - less[0], imaginary - less[1]

    def _slope(self, x: complex) -> complex:
        """Return the derivative of what `_excess` returns."""
        w = self.worst
        rising = sum(
            chance / _ONE * (net + w) * x ** (net + w - 1)
            for net, chance in zip(self._nets, self._chances, strict=True)
            if net + w
        )
        return complex(rising - w * x ** (w - 1))

    @cached_property
    def _roots(self) -> list[Complex]:
        roots = [(self._greatest(), 0), *map(self._polished, self._guesses())]
        apart = [abs(_float(_minus(one, two))) for place, one in enumerate(roots) for two in roots[:place]]
        if min(apart, default=1.0) < 1e-12:
            raise RootsMissing
        return roots

    def _greatest(self) -> int:
        """Return the greatest root, by halving the interval: below it the excess is positive, above it negative."""
        low, high, step = 0, 0, _ONE
        while not high:
            step >>= 1
            if not step:
                raise RootsMissing
            low, high = (low, _ONE - step) if self._excess((_ONE - step, 0))[0] < 0 else (_ONE - step, 0)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._excess((middle, 0))[0] > 0 else (low, middle)
        return low

    def _guesses(self) -> list[complex]:
        """Return where the other roots are, from the lowest degrees, which decide inside the circle."""
        size = _DEGREES * self.worst + 1
        found = np.zeros(size)
        for net, chance in zip(self._nets, self._chances, strict=True):
            if net + self.worst < size:
                found[net + self.worst] += chance / _ONE
        found[self.worst] -= 1
        roots = [root for root in np.roots(found[::-1]) if not (root.real > 0 and abs(root.imag) < 1e-9)]
        inside = sorted(roots, key=abs)[: self.worst - 1]
        if len(inside) < self.worst - 1:
            raise RootsMissing
        return [complex(root) for root in inside]

    def _polished(self, guess: complex) -> Complex:
        """Return the root near a guess: Newton's method, in floating point and then in whole numbers."""
        for _ in range(60):
            value = sum(
                chance / _ONE * guess ** (net + self.worst)
                for net, chance in zip(self._nets, self._chances, strict=True)
            )
            guess -= (value - guess**self.worst) / self._slope(guess)
            if abs(guess) >= 1:
                raise RootsMissing
        x, slope = (round(guess.real * _ONE), round(guess.imag * _ONE)), _fixed(1 / self._slope(guess))
        for _ in range(12):
            x = _minus(x, _times(self._excess(x), slope))
        return x

    @cached_property
    def _weights(self) -> list[Complex]:
        """The factor of each root's power."""
        found = []
        for place, x in enumerate(self._roots):
            over, under = (_ONE, 0), (_ONE, 0)
            for other in (each for at, each in enumerate(self._roots) if at != place):
                over, under = _times(over, _minus((_ONE, 0), other)), _times(under, _minus(x, other))
            found.append(_over(over, under))
        return found

    @cached_property
    def _error(self) -> float:
        """A bound on how far the sum is off: at its boundary, and by what its roots fail their equation."""
        if max(abs(_float(x)) for x in self._roots[1:] or [(0, 0)]) > _float(self._roots[0]).real:
            raise RootsMissing
        between = ((self._roots[0][0] + _ONE) // 2, 0)
        margin = -_float(_over(self._excess(between), _power(between, self.worst))).real
        wrong = sum(
            _size(c) * (_size(self._excess(x)) + 2.0**10 / _ONE * len(self._nets)) / _size(_power(x, self.worst))
            for c, x in zip(self._weights, self._roots, strict=True)
        )
        ends = [self._sum(power) for power in range(self.worst)]
        boundary = max(_size((real - _ONE, imaginary)) for real, imaginary in ends)
        found = 2 * (boundary + wrong / margin) if margin > 0 else inf
        if not found < 1e-12:
            raise RootsMissing
        return found

    def _sum(self, power: int) -> Complex:
        terms = [_times(c, _power(x, power)) for c, x in zip(self._weights, self._roots, strict=True)]
        return sum(term[0] for term in terms), sum(term[1] for term in terms)


def _times(one: Complex, two: Complex) -> Complex:
    (a, b), (c, d) = one, two
    return (a * c - b * d) >> BITS, (a * d + b * c) >> BITS


def _minus(one: Complex, two: Complex) -> Complex:
    return one[0] - two[0], one[1] - two[1]


def _over(one: Complex, two: Complex) -> Complex:
    (a, b), (c, d) = one, two
    whole = c * c + d * d
    if not whole:
        raise RootsMissing
    return ((a * c + b * d) << BITS) // whole, ((b * c - a * d) << BITS) // whole


def _power(x: Complex, exponent: int) -> Complex:
    found = (_ONE, 0)
    while exponent:
        found = _times(found, x) if exponent % 2 else found
        exponent //= 2
        x = _times(x, x) if exponent else x
    return found


def _float(x: Complex) -> complex:
    return complex(x[0] / _ONE, x[1] / _ONE)


def _fixed(x: complex) -> Complex:
    return int(Fraction(x.real) * _ONE), int(Fraction(x.imag) * _ONE)


def _size(x: Complex) -> float:
    return abs(_float(x))
