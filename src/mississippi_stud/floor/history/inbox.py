"""What is to be reported about a house: significant events, incidents to be told of, exclusions, disputes."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor.history.occurrences import SignificantEvent, significant_events
from mississippi_stud.floor.houses import settings_of
from mississippi_stud.floor.listing import listed_tables
from mississippi_stud.floor.persons import stream_of as person_stream
from mississippi_stud.floor.tenancy import PREFIX, house_at, house_of
from mississippi_stud.person.care_messages import PersonAdmitted, PersonExcluded
from mississippi_stud.person.person import PreferencesChanged
from mississippi_stud.store import log
from mississippi_stud.table import events as e

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

READ_MARK: Final = "inbox-"
"""How the choice of a person is called that says up to when they have read the inbox of a house."""
LISTED_MAX: Final = 1_000
_REPORTED: Final = (e.IncidentRuled, e.DisputeOpened, PersonExcluded, PersonAdmitted)
_OF_PERSONS: Final = ("person:", "account:")
_OF_HOUSES: Final = ("tournament:", "promotion:")
_REPORTED_FINDINGS: Final = ("person-excluded", "person-admitted")
"""Which of these are significant too, and told once."""


class ReportedEvent(NamedTuple):
    """Something to be reported besides significant events: an incident, a dispute, an exclusion."""

    at: int
    stream: str
    version: int
    actor: str
    event: Any


class ReadMark(NamedTuple):
    """That somebody has read an inbox up to a time, and when they said so."""

    person: str
    at: int
    until: int


def house_events(floor: "Floor", house: str, since: int, until: int | None = None) -> Iterator[SignificantEvent]:
    """Yield the significant events of a house, what its people did about players, and those of the floor, in order."""
    belongs, members = _belonging(floor, house), settings_of(floor, house).members
    for each in significant_events(floor, since, until):
        by_member = each.stream.startswith(_OF_PERSONS) and each.who in members
        if each.finding.code not in _REPORTED_FINDINGS and (by_member or belongs(each.stream)):
            yield each


def reported_events(floor: "Floor", house: str, since: int, until: int | None = None) -> Iterator[ReportedEvent]:
    """Yield what else is to be reported about a house, in order."""
    belongs = _belonging(floor, house)
    names = [str(event.__struct_config__.tag) for event in _REPORTED]
    for record in log.between(floor.database, names, since, until):
        event = floor.streams.decode(record)
        if isinstance(event, PersonExcluded | PersonAdmitted):
            concerns = event.house in ("", house)
        else:
            concerns = belongs(record.stream) and not (isinstance(event, e.IncidentRuled) and not event.ruled.told)
        if concerns:
            yield ReportedEvent(record.at, record.stream, record.version, record.actor, event)


def ruled_incidents(floor: "Floor", house: str) -> Iterator[ReportedEvent]:
    """Yield every incident that was ruled on at a table of a house, in order."""
    belongs = _belonging(floor, house)
    for record in log.between(floor.database, (str(e.IncidentRuled.__struct_config__.tag),), None, None):
        if belongs(record.stream):
            event = floor.streams.decode(record)
            yield ReportedEvent(record.at, record.stream, record.version, record.actor, event)


def house_tables(floor: "Floor", house: str) -> list[str]:
    """Return the tables that a house's people run or its lobby lists, and that are open."""
    own = [*settings_of(floor, house).tables, *listed_tables(floor, house, LISTED_MAX)]
    return [stream for stream in dict.fromkeys(own) if not floor.table(stream).closed]


def _belonging(floor: "Floor", house: str) -> Any:
    """Return what says whether a stream is of a house, or of the floor as a whole."""
    members = settings_of(floor, house).members

    @cache
    def belongs(stream: str) -> bool:
        if stream.startswith("table:"):
            with suppress(InputError):
                return house_at(floor.table(stream)) == house
            return False
        if stream.startswith("meters:"):
            return house_of(stream.removeprefix("meters:")) == house
        if stream.startswith(PREFIX):
            return stream == PREFIX + house
        if stream.startswith(_OF_PERSONS):
            return stream.partition(":")[2] in members
        if stream.startswith(_OF_HOUSES):
            return stream.partition(":")[2].partition("/")[0] == house
        return True

    return belongs


def read_marks(floor: "Floor", house: str) -> list[ReadMark]:
    """Return who has read the inbox of a house up to when, and when they said so, the latest first."""
    found: list[ReadMark] = []
    for person in settings_of(floor, house).members:
        before = ""
        for record in log.read(floor.database, person_stream(person), names=(_CHOSEN,)):
            mark = floor.streams.decode(record).preferences.get(READ_MARK + house, "")
            if mark != before and mark.isdecimal():
                found.append(ReadMark(person, record.at, int(mark)))
            before = mark
    return sorted(found, key=lambda mark: -mark.at)


_CHOSEN: Final = str(PreferencesChanged.__struct_config__.tag)
