"""What a meter stood at when a past round was settled."""

from collections.abc import Iterable
from fractions import Fraction

from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.recall import HistorySource, Transition
from mississippi_stud.jackpot.events import OutcomeRecorded


def value_at(source: HistorySource, table: str, moments: Iterable[Transition]) -> Fraction | None:
    """Return the exact value in cents that a round's outcome was recorded at, or None if none was."""
    for command_id in dict.fromkeys(each.record.command_id for each in moments):
        for each in recall.caused(source, command_id, table):
            if isinstance(each.event, OutcomeRecorded):
                return Fraction(each.event.value_exact)
    return None
