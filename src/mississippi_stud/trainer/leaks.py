"""Where somebody leaks: what their answers lost, by the rules of the strategy card, with intervals for the error rates.

Counts, costs and rates are exact; only the square root in an interval is cut off, at nine decimals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.maths.game import STREETS
from mississippi_stud.maths.strategy import CARD
from mississippi_stud.trainer.situations import REST

RULES: Final = tuple(
    f"{street}/{code}"
    for street, rules in zip(STREETS, CARD, strict=True)
    for code in (*(rule.code for rule in rules), REST)
)
"""Every rule of the strategy card, by street."""
ANSWERS_MAX: Final = 1_000_000
"""The most answers that a tally counts."""
_Z_SQUARED: Final = Fraction("1.959963984540054") ** 2
"""The square of the normal quantile that leaves 95% in the middle."""
_SCALE: Final = 10**9


@dataclass(frozen=True)
class RuleTally:
    """How often a rule was asked for, how often the answer was wrong, and what that cost, in antes."""

    answers: int = 0
    errors: int = 0
    cost: Fraction = Fraction(0)

    def __str__(self) -> str:
        """The tally as text that `parse_tally` reads: ``12 3 49/1176``."""
        return f"{self.answers} {self.errors} {self.cost}"

    def plus(self, cost: Fraction) -> "RuleTally":
        """Return the tally with one more answer."""
        return RuleTally(self.answers + 1, self.errors + (cost > 0), self.cost + cost)

    def __add__(self, other: "RuleTally") -> "RuleTally":
        """Return the tally of both together."""
        return RuleTally(self.answers + other.answers, self.errors + other.errors, self.cost + other.cost)


def parse_tally(written: str) -> RuleTally:
    """Return the tally that a text says."""
    try:
        answers, errors, cost = written.split(" ")
        found = RuleTally(int(answers), int(errors), Fraction(cost))
    except (ValueError, ZeroDivisionError):
        raise InputError("not-a-tally", text=written) from None
    if not 0 <= found.errors <= found.answers <= ANSWERS_MAX or (found.cost > 0) != (found.errors > 0):
        raise InputError("not-a-tally", text=written)
    return found


def wilson(errors: int, answers: int) -> tuple[Fraction, Fraction]:
    """Return the 95% interval of Wilson for an error rate.

    >>> [round(each, 6) for each in map(float, wilson(1, 10))]
    [0.017876, 0.40415]
    >>> wilson(0, 0)
    (Fraction(0, 1), Fraction(1, 1))
    """
    if not answers:
        return Fraction(0), Fraction(1)
    middle = errors + _Z_SQUARED * Fraction(1, 2)
    inside = _Z_SQUARED * (Fraction(errors * (answers - errors), answers) + _Z_SQUARED * Fraction(1, 4))
    half = Fraction(isqrt(inside.numerator * _SCALE**2 // inside.denominator), _SCALE)
    whole = answers + _Z_SQUARED
    low, high = Fraction(middle - half, whole), Fraction(middle + half, whole)
    return (Fraction(0) if not errors else low), (Fraction(1) if errors == answers else high)


@dataclass(frozen=True)
class Leak:
    """What a rule of the strategy card has cost somebody."""

    rule: str
    tally: RuleTally
    low: Fraction
    high: Fraction
    """The 95% interval of the error rate."""

    @property
    def rate(self) -> Fraction:
        return Fraction(self.tally.errors, self.tally.answers)

    @property
    def mean(self) -> Fraction:
        """The cost of an answer, in antes."""
        return self.tally.cost * Fraction(1, self.tally.answers)


def leaks(tallies: Mapping[str, RuleTally]) -> list[Leak]:
    """Return the rules that were asked for, the most expensive first."""
    for rule in tallies:
        if rule not in RULES:
            raise InputError("no-card-rule", rule=rule)
    found = [Leak(rule, each, *wilson(each.errors, each.answers)) for rule, each in tallies.items() if each.answers]
    return sorted(found, key=lambda leak: (-leak.tally.cost, -leak.tally.errors, RULES.index(leak.rule)))
