"""The significant events of the past, read from the log as each kind of stream judges them, and the alterations."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from mississippi_stud.floor.cache import States, StreamState
from mississippi_stud.floor.history.recall import HistorySource
from mississippi_stud.floor.operation import OPERATION, Operation
from mississippi_stud.floor.significance import Finding, Occurrence
from mississippi_stud.money import Cents
from mississippi_stud.store import log
from mississippi_stud.store.bounded_dict import BoundedDict

_FOLDED_MAX: Final = 1_000
"""How many streams are remembered as they were at their last significant event."""


class SignificantEvent(NamedTuple):
    """An event that matters to whoever runs the floor: when, where, by whom, and why it matters."""

    at: int
    stream: str
    version: int
    actor: str
    name: str
    finding: Finding

    @property
    def who(self) -> str:
        """Who did it: the person that the event names, else the actor of the command."""
        altered = self.finding.alteration
        return altered.who if altered is not None and altered.who else self.actor


def significant_events(
    source: HistorySource, since: int | None = None, until: int | None = None, *, large_win_cents: Cents | None = None
) -> Iterator[SignificantEvent]:
    """Yield what is significant between two times, in order; a large win is what the settings say, unless given."""
    states = States(source.database, source.streams)
    if large_win_cents is None:
        operation: Operation = states.known(OPERATION).state or Operation()
        large_win_cents = operation.settings.large_win_cents
    reader = _Reader(source, states, large_win_cents)
    for record in log.between(source.database, _names(source), since, until):
        finding = reader.judge(record)
        if finding is not None:
            yield SignificantEvent(record.at, record.stream, record.version, record.actor, record.name, finding)


def alterations(
    source: HistorySource, since: int | None = None, until: int | None = None
) -> Iterator[SignificantEvent]:
    """Yield those significant events by which a person altered something."""
    return (each for each in significant_events(source, since, until) if each.finding.alteration is not None)


def _names(source: HistorySource) -> list[str]:
    """Return the names under which significant events may be stored, those of earlier versions included."""
    kinds = [kind for kind in source.streams if kind.significant]
    today = {str(event.__struct_config__.tag) for kind in kinds for event in kind.significant}
    return sorted(today | {name for kind in kinds for name, _ in kind.older})


class _Reader:
    """Judges events in the order of the log, so that each stream is folded once at most."""

    def __init__(self, source: HistorySource, states: States, large_win_cents: Cents) -> None:
        self._source = source
        self._states = states
        self._large_win_cents = large_win_cents
        self._folded: BoundedDict[str, StreamState] = BoundedDict(_FOLDED_MAX)

    def judge(self, record: log.StoredEvent) -> Finding | None:
        streams, database = self._source.streams, self._source.database
        event = streams.decode(record)
        found = streams.kind_of(record.stream).significant.get(type(event))
        if found is None:
            return None
        return found(
            Occurrence(
                event=event,
                large_win_cents=self._large_win_cents,
                fold=lambda: self._fold(record, event),
                beside=lambda: [streams.decode(each) for each in log.caused(database, record.command_id)],
            )
        )

    def _fold(self, record: log.StoredEvent, event: Any) -> tuple[Any, Any]:
        """Return the states of a stream before and after one of its events."""
        known = self._folded.get(record.stream)
        if known is None or known.version >= record.version:
            known = StreamState(record.stream)
        before = self._folded[record.stream] = self._states.read_on(known, until=record.version - 1)
        return before.state, self._source.streams.kind_of(record.stream).evolve(before.state, event)
