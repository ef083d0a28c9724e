"""A command that the book does not allow: which rule, by which clause, with what. The words for it are in `prose`."""

from typing import Any

from mississippi_stud.rulebooks.model import Clause


class Refused(Exception):  # noqa: N818 - the architecture's noun
    """A command that is not allowed; nothing has changed."""

    def __init__(self, code: str, clause: Clause, **params: Any) -> None:
        self.code = code
        self.clause = clause
        self.params = params
        super().__init__(f"{code} ({clause}): {params}")
