"""What is wrong with a rule book: every fault at once, each with its place, its value and what is allowed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mississippi_stud.errors import InputError


class Fault(NamedTuple):
    """One thing that is wrong."""

    path: str
    value: Any
    allowed: str

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.path}: allowed is {self.allowed}"
        shown = repr(self.value)
        return f"{self.path} = {shown if len(shown) <= 60 else shown[:57] + '…'}: allowed is {self.allowed}"

    def plain(self) -> dict[str, Any]:
        """The fault for programs; a value of no JSON type as a file would write it."""
        value = self.value if isinstance(self.value, str | int | list | dict | None) else str(self.value)
        mend = f"{'add' if self.value is None else 'correct'} {self.path}: {self.allowed}"
        return {"path": self.path, "value": value, "allowed": self.allowed, "mend": mend}


class BookError(InputError):
    """A rule book that cannot be used."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = f"{len(faults)} errors" if len(faults) > 1 else "1 error"
        super().__init__("\n".join([f"the rule book {name} has {count}:", *(f"  {fault}" for fault in faults)]))
