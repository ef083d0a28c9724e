"""Remarks on a calculation: a code and the values for its sentence, which is in `prose.calculations`."""

from typing import Any, Final

from mississippi_stud.errors import english
from mississippi_stud.prose.calculations import CALCULATIONS


class Remark:
    """A remark to show.

    >>> print(Remark("points", points=3))
    3 points
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params

    def __str__(self) -> str:
        """Return the sentence in English; `prose.problems.tell_remark` has it in every language."""
        return english(CALCULATIONS[self.code], self.params)


KNOWN_STREETS: Final = {"3rd": Remark("street-3rd"), "4th": Remark("street-4th"), "5th": Remark("street-5th")}
"""What the streets are called whose cards can be known from the start."""
