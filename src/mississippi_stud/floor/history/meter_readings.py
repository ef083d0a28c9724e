"""What a meter stood at: at each settlement, as recorded and as computed again, and at any moment (crown 9.5.3)."""

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from mississippi_stud.floor.tenancy import house_of
from mississippi_stud.jackpot.events import OutcomeRecorded
from mississippi_stud.jackpot.house_meters import HouseMeters
from mississippi_stud.store import log, schema

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


class MeterReading(NamedTuple):
    """A meter at a time of settlement."""

    at: int
    meters: str
    meter: str
    table: str
    round: str
    value: Fraction
    """In cents, as it was recorded at that moment, with the round's own contributions."""
    version: int


def meters_of_house(floor: "Floor", house: str) -> list[str]:
    """Return the names of a house's groups of meters, also of those that are closed."""
    names = (stream.removeprefix("meters:") for stream in log.streams(floor.database, "meters:"))
    return [name for name in names if house_of(name) == house]


def readings(floor: "Floor", meters: str, until: int | None, most: int) -> list[MeterReading]:
    """Return what a group of meters stood at, at its last settlements before a time, the latest first."""
    events = schema.events.c
    chosen = select(events.version).where(
        events.stream == f"meters:{meters}", events.name == str(OutcomeRecorded.__struct_config__.tag)
    )
    if until is not None:
        chosen = chosen.where(events.at <= until)
    with floor.database.transaction() as connection:
        versions = list(connection.scalars(chosen.order_by(events.version.desc()).limit(most)))
    found = []
    for version in versions:
        (record,) = log.read(floor.database, f"meters:{meters}", version - 1, version)
        event = floor.streams.decode(record)
        value = Fraction(event.value_exact)
        found.append(MeterReading(record.at, meters, event.meter, event.table, event.round, value, version))
    return found


def values_at(floor: "Floor", meters: str, at: int) -> dict[str, Fraction]:
    """Return what each meter of a group stood at, at a moment, in cents, computed again from its log."""
    events = schema.events.c
    chosen = select(func.max(events.version)).where(events.stream == f"meters:{meters}", events.at <= at)
    with floor.database.transaction() as connection:
        version = connection.scalar(chosen)
    return {} if version is None else value_after(floor, meters, version)


def value_after(floor: "Floor", meters: str, version: int) -> dict[str, Fraction]:
    """Return what each meter of a group stood at after an event of its log."""
    state: HouseMeters = floor.states.at(f"meters:{meters}", version)
    return {name: meter.value for name, meter in state.meters.meters.items()}
