"""The refusal of a command: its code, its clause and its parameters. `prose` has the words for it."""

from typing import Any

from mississippi_stud.rulebooks.model import Clause


class Refused(Exception):  # noqa: N818 - the architecture's noun
    """Raised for a command that the book does not allow; nothing has changed."""

    def __init__(self, code: str, clause: Clause, **params: Any) -> None:
        self.code = code
        self.clause = clause
        self.params = params
        super().__init__(code, clause)

    def __str__(self) -> str:
        return f"{self.code} ({self.clause}): {self.params}"
