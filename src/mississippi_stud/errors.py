"""The one error that people see: bad input, with a sentence that says what is wrong and what to do.

The error carries a code and the parameters of the sentence; the sentence itself is in `prose.errors`.
"""

from collections.abc import Iterable, Mapping
from typing import Any


class InputError(ValueError):
    """Raised for input that cannot be used.

    >>> print(InputError("no-language", language="de", languages=("en", "fr")))
    'de' is not a language of this house: choose one of en, fr

    A parameter whose name ends in ``_cents`` is formatted as an amount, one with several values as a list, and an error
    among the parameters as its own sentence on one line.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        """Return the sentence in English; `prose.problems.tell` returns it in any language."""
        from mississippi_stud.prose.errors import ERRORS  # most commands end without an error

        return english(ERRORS[self.code], self.params)


def english(template: str, params: Mapping[str, Any]) -> str:
    """Return a sentence of the source with its values filled in."""
    return template.format(**{name: _plain(name, value) for name, value in params.items()})


def one_line(text: str) -> str:
    """Join the lines of a text into one."""
    return " ".join(line.strip() for line in text.splitlines())


def separator(name: str) -> str:
    """Return what stands between the values of a parameter; a fault may have commas of its own."""
    return "; " if name == "faults" else ", "


def _plain(name: str, value: object) -> str:
    if name.endswith("_cents") and isinstance(value, int):
        return f"${value // 100}.{value % 100:02}"
    if isinstance(value, InputError):
        return one_line(str(value))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return separator(name).join(_plain(name, each) for each in value)
    return str(value)
