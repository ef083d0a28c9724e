"""`Pit` in the older notation of the crown and maryland tests: `bet` and `blind` take dollars. Not for new tests."""

from mississippi_stud.round import Command
from mississippi_stud.scenario.script import ScriptLine
from tests.conformance.table import command
from tests.table.hall import DEALS, TABLE, Pit
from tests.table.hall import opened as opened_pit

__all__ = ["DEALS", "TABLE", "Drive", "opened"]


class Drive(Pit):
    """A table where people deal real cards."""

    def said(self, line: ScriptLine) -> Command:
        return command(line.text)


def opened(book: str, dealing: str, kind: type[Drive] = Drive, **opening: object) -> Drive:
    """Open a table with a deck, ann at 1 and ben at 2, and confirm all its prompts."""
    return opened_pit(book, dealing, kind, **opening)
