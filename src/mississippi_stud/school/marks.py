"""What a trainee does at a training table, and what is marked there."""

from enum import StrEnum
from typing import Final

import msgspec

from mississippi_stud.messages import CommandBase
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.table import commands as c
from mississippi_stud.table.agenda import DueKind
from mississippi_stud.table.state import Facts, Prompt


class Pay(CommandBase, frozen=True, kw_only=True):
    """Pay a seat what it has won, and collect what it has lost."""

    position: int
    cents: int


class ConfirmDuty(CommandBase, frozen=True, kw_only=True):
    """Confirm a duty by its name, as somebody does who is not told what is due."""

    duty: str
    count: int | None = None
    depth: int | None = None


class AskHelp(CommandBase, frozen=True, kw_only=True):
    """Ask what is due."""


Act = c.Command | Pay | ConfirmDuty | AskHelp
"""What a trainee may try: whatever a console sends, and what only a training table knows."""

COME_ON: Final = "come-on-duty"
GO_OFF: Final = "go-off-duty"
OTHER: Final = "other"
"""Kinds of doings that no agenda names."""


class Doing(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a dealer does, or should."""

    kind: str
    """One of `DueKind`, or one of those above."""
    clause: Clause
    position: int | None = None
    prompt: Prompt | None = None
    duty: str = ""
    incident: Incident | None = None
    facts: Facts | None = None
    cents: int | None = None
    number: int | None = None

    @property
    def happens(self) -> bool:
        """Whether it is to report something that has happened."""
        return self.kind == DueKind.REPORT and self.incident is not None


class MarkKind(StrEnum):
    """What can be wrong."""

    FORGOTTEN = "forgotten"
    """Something else was done while this was due."""
    NOT_DUE = "not-due"
    NOT_REPORTED = "not-reported"
    OTHER_INCIDENT = "other-incident"
    OTHER_FACTS = "other-facts"
    NO_INCIDENT = "no-incident"
    ORDER = "order"
    AMOUNT = "amount"
    NUMBER = "number"
    HELPED = "helped"
    LEFT = "left"
    """Not done when the lesson was left."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something that went wrong, by which clause, and what should have been done."""

    kind: MarkKind
    clause: Clause
    due: Doing
    done: Doing | None = None
    round: int = 1
    line: int = 0
    """The line of that round's script at which it went wrong."""
