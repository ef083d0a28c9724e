"""Five grades by what a play costs, exactly: a play that is as good as the best is always graded best."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from mississippi_stud.errors import InputError


class Grade(StrEnum):
    """How good a play was."""

    BEST = "best"
    CLOSE = "close"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BOUNDS: Final[Mapping[Grade, Fraction]] = {
    Grade.BEST: Fraction(0),
    Grade.CLOSE: Fraction(1, 20),
    Grade.INACCURATE: Fraction(1, 4),
    Grade.MISTAKE: Fraction(1),
}
"""The most that a play of each grade costs, in antes; whatever costs more is a blunder."""


def grade(cost: Fraction) -> Grade:
    """Return the grade of a play that costs so many antes compared with the best."""
    return next((each for each, most in BOUNDS.items() if cost <= most), Grade.BLUNDER)


@dataclass(frozen=True)
class Verdict:
    """A play compared with the best."""

    played: str
    best: tuple[str, ...]
    """Every play that would have been right."""
    cost: Fraction
    """In antes."""

    @property
    def grade(self) -> Grade:
        return grade(self.cost)

    def cost_cents(self, ante_cents: int) -> int:
        """Return the cost at that ante, to the nearest cent."""
        return round(self.cost * ante_cents)


def judge(values: Mapping[str, Fraction], played: str) -> Verdict:
    """Return the verdict on a play, given the value of each."""
    if played not in values:
        raise InputError("no-such-play", play=played, plays=tuple(values))
    most = max(values.values())
    return Verdict(played, tuple(play for play, value in values.items() if value == most), most - values[played])
