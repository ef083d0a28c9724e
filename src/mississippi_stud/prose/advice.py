"""Advice in words: why the best play is best, and what is counted, in the reader's language."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from mississippi_stud.language import translator
from mississippi_stud.maths.remarks import Remark
from mississippi_stud.prose.names import NAMES, number
from mississippi_stud.prose.problems import tell_remark

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Advice
    from mississippi_stud.maths.round_games import RoundGame

BESIDE: Final = {
    "counted": "The values include: {wagers}.",
    "left-out": "Not counted: {wagers}.",
}
"""What is said of the wagers beside the main ones."""
POINTS: Final = "Points: a jack or higher counts 2, a 6 to a 10 counts 1."


def why(found: "Advice", language: str) -> str:
    """Return why the best play is best, in one sentence."""
    params = dict(found.reason.params)
    if "value" in params:
        params["value"] = number(Fraction(params["value"]), language)
    said = tell_remark(Remark(found.reason.code, **params), language)
    return said[:1].upper() + said[1:]


def points(found: "Advice", language: str) -> str:
    """Return how points are counted, if the reason speaks of any: not if the cards make a hand."""
    return translator(language)(POINTS) if isinstance(found.reason.params["cards"], Remark) else ""


def beside(found: "RoundGame", language: str) -> Iterator[str]:
    """Yield which wagers besides the main ones are counted, and which are not."""
    _ = translator(language)
    for name, wagers in (("counted", found.counted), ("left-out", found.left_out)):
        if wagers:
            yield _(BESIDE[name]).format(wagers=", ".join(_(NAMES[wager]) for wager in wagers))
