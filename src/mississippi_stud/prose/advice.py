"""Advice in words: why the best play is best, in the reader's language."""

from fractions import Fraction
from typing import TYPE_CHECKING

from mississippi_stud.maths.remarks import Remark
from mississippi_stud.prose.names import number
from mississippi_stud.prose.problems import tell_remark

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Advice


def why(found: "Advice", language: str) -> str:
    """Return why the best play is best, in one sentence."""
    params = dict(found.reason.params)
    if "value" in params:
        params["value"] = number(Fraction(params["value"]), language)
    said = tell_remark(Remark(found.reason.code, **params), language)
    return said[:1].upper() + said[1:]
