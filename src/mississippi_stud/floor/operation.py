"""The stream `operation`: which program was approved, what its checks found, settings, outages and restores. Pure.

`integrity` reads the files and sends the commands (decision 193).
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final, assert_never

import msgspec
from msgspec.structs import asdict, replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor.accounts import FLOOR, REASON_MAX, GamingDisabled, Switches, check_text
from mississippi_stud.floor.significance import Alteration, Finding, Occurrence
from mississippi_stud.floor.streams import Context, Kind
from mississippi_stud.messages import DAY, CommandBase, EventBase
from mississippi_stud.money import Cents, cents

OPERATION: Final = "operation"
"""The name of the stream."""
WHO_MAX: Final = 64
LISTED_MAX: Final = 50
"""How many differences a check records by name."""
TOLD_MAX: Final = 5
"""How many of them a sentence names."""
HASH_SHOWN: Final = 16
"""How many digits of a hash a sentence shows."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a floor runs: hashes of the program's files and of the rule books in force, versions, settings, by name."""

    version: str
    files: Mapping[str, str]
    libraries: Mapping[str, str]
    books: Mapping[str, str]
    settings: Mapping[str, str]

    @property
    def hash(self) -> str:
        """The SHA-256 of all of it."""
        return sha256(msgspec.json.encode(self, order="deterministic")).hexdigest()


class ManifestPart(StrEnum):
    """The parts of a manifest that are compared name by name."""

    FILES = "files"
    LIBRARIES = "libraries"
    BOOKS = "books"
    SETTINGS = "settings"


class DifferenceKind(StrEnum):
    """How something differs from what was approved."""

    ADDED = "added"
    CHANGED = "changed"
    MISSING = "missing"


class ManifestDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not as it was approved."""

    part: ManifestPart
    name: str
    kind: DifferenceKind


def differences(approved: Manifest, found: Manifest) -> Iterator[ManifestDifference]:
    """Yield whatever differs between two manifests, by part and name."""
    for part in ManifestPart:
        before, after = getattr(approved, part), getattr(found, part)
        for name in sorted({*before, *after}):
            if name not in before:
                yield ManifestDifference(part=part, name=name, kind=DifferenceKind.ADDED)
            elif name not in after:
                yield ManifestDifference(part=part, name=name, kind=DifferenceKind.MISSING)
            elif before[name] != after[name]:
                yield ManifestDifference(part=part, name=name, kind=DifferenceKind.CHANGED)


class CheckOccasion(StrEnum):
    """Why the program was checked."""

    START = "start"
    DAY = "day"
    DEMAND = "demand"


class OperationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the house chose about its operation."""

    stop_on_difference: bool = False
    """Whether gaming is stopped when a check finds a program that was not approved."""
    large_win_cents: Cents = Cents(10_000_00)
    """What one hand must win in a round for that to be a significant event."""


# Commands.


class ApproveProgram(CommandBase, frozen=True, kw_only=True):
    """Approve a program: later checks are compared with it."""

    manifest: Manifest
    who: str
    why: str


class CheckProgram(CommandBase, frozen=True, kw_only=True):
    """Record what a check found; the day's check is recorded once, whoever makes it."""

    occasion: CheckOccasion
    manifest: Manifest


class ChangeOperation(CommandBase, frozen=True, kw_only=True):
    """Change the settings; those left out stay."""

    who: str
    why: str
    stop_on_difference: bool | None = None
    large_win_cents: Cents | None = None


class NoteOutage(CommandBase, frozen=True, kw_only=True):
    """Record that the clock did not tick from then until now."""

    since: int


class NoteRestore(CommandBase, frozen=True, kw_only=True):
    """Record that the database was restored from a backup, or found to be an older copy of itself."""

    backup_at: int
    """When the backup was made; 0 if that is not known."""


Command = ApproveProgram | CheckProgram | ChangeOperation | NoteOutage | NoteRestore


# Events.


class ProgramApproved(EventBase, frozen=True, kw_only=True):
    """A person approved a program."""

    at: int
    manifest: Manifest
    before: str
    """The hash of the manifest that was approved until then; empty if none was."""
    who: str
    why: str


class ProgramChecked(EventBase, frozen=True, kw_only=True):
    """The program was checked against the one approved."""

    at: int
    occasion: CheckOccasion
    version: str
    manifest: str
    """The hash of what was found."""
    approved: str
    """The hash of what was approved; empty if nothing was."""
    count: int
    """How many things differ."""
    differences: tuple[ManifestDifference, ...]
    """The first of them."""
    books: Mapping[str, str]
    settings: Mapping[str, str]


class OperationChanged(EventBase, frozen=True, kw_only=True):
    """A person changed the settings."""

    settings: OperationSettings
    who: str
    why: str


class ClockInterrupted(EventBase, frozen=True, kw_only=True):
    """The clock did not tick between two times, so that nothing due was done."""

    since: int
    until: int


class DatabaseRestored(EventBase, frozen=True, kw_only=True):
    """The database was restored from a backup, or found to be an older copy of itself."""

    backup_at: int


Event = ProgramApproved | ProgramChecked | OperationChanged | ClockInterrupted | DatabaseRestored


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """The program that is approved, the last check, and the settings."""

    approved: ProgramApproved | None = None
    checked: ProgramChecked | None = None
    day: int = 0
    """The last day on which the floor checked its program by itself, in days since 1970, UTC."""
    settings: OperationSettings = OperationSettings()


def day_of(at: int) -> int:
    """Return the day of a time, in days since 1970, UTC."""
    return at // DAY


def _decide(
    context: Context, stream: str, state: Operation | None, command: Command
) -> dict[str, Sequence[Event | GamingDisabled]]:
    operation = state or Operation()
    match command:
        case CheckProgram():
            return _checked(context, stream, operation, command)
        case ApproveProgram(manifest=manifest, who=who, why=why):
            _check_person(who, why)
            before = "" if operation.approved is None else operation.approved.manifest.hash
            return {stream: (ProgramApproved(at=context.at, manifest=manifest, before=before, who=who, why=why),)}
        case ChangeOperation():
            return {stream: _changed(operation.settings, command)}
        case NoteOutage(since=since):
            return {stream: (ClockInterrupted(since=since, until=context.at),)}
        case NoteRestore(backup_at=backup_at):
            return {stream: (DatabaseRestored(backup_at=backup_at),)}
        case _:
            assert_never(command)


def _check_person(who: str, why: str) -> None:
    check_text("who-text", who, WHO_MAX)
    check_text("reason-text", why, REASON_MAX)


def _checked(
    context: Context, stream: str, operation: Operation, command: CheckProgram
) -> dict[str, Sequence[Event | GamingDisabled]]:
    """Return the record of a check and, if the settings say so, the stop of all gaming in the same commit."""
    if command.occasion is CheckOccasion.DAY and operation.day >= day_of(context.at):
        return {stream: ()}
    checked = compare(operation, command.manifest, command.occasion, context.at)
    if checked.count and operation.settings.stop_on_difference:
        switches: Switches = context.need(FLOOR) or Switches()
        if "" not in switches.stopped:
            return {stream: (checked,), FLOOR: (GamingDisabled(target="", reason="program-differs"),)}
    return {stream: (checked,)}


def compare(operation: Operation, found: Manifest, occasion: CheckOccasion, at: int) -> ProgramChecked:
    """Return the record of a check: what was found, and how it differs from what was approved, if anything was."""
    approved = None if operation.approved is None else operation.approved.manifest
    differing = () if approved is None else tuple(differences(approved, found))
    return ProgramChecked(
        at=at,
        occasion=occasion,
        version=found.version,
        manifest=found.hash,
        approved="" if approved is None else approved.hash,
        count=len(differing),
        differences=differing[:LISTED_MAX],
        books=found.books,
        settings=found.settings,
    )


def _changed(settings: OperationSettings, command: ChangeOperation) -> tuple[OperationChanged, ...]:
    _check_person(command.who, command.why)
    wanted = {name: value for name in asdict(settings) if (value := getattr(command, name)) is not None}
    if not wanted:
        raise InputError("settings-none", names=list(asdict(settings)))
    cents(wanted.get("large_win_cents", 0))
    return (OperationChanged(settings=replace(settings, **wanted), who=command.who, why=command.why),)


def _evolve(state: Operation | None, event: Event) -> Operation:
    operation = state or Operation()
    match event:
        case ProgramApproved():
            return replace(operation, approved=event)
        case ProgramChecked(occasion=CheckOccasion.DEMAND):
            return replace(operation, checked=event)
        case ProgramChecked(at=at):
            return replace(operation, checked=event, day=max(operation.day, day_of(at)))
        case OperationChanged(settings=settings):
            return replace(operation, settings=settings)
        case ClockInterrupted() | DatabaseRestored():
            return operation
        case _:
            assert_never(event)


# What of it is significant.


def _differs(seen: Occurrence[Operation, ProgramChecked]) -> Finding | None:
    event = seen.event
    if not event.count:
        return None
    names = [each.name for each in event.differences[:TOLD_MAX]]
    return Finding("program-differs", {"count": event.count, "names": names})


def _approved(seen: Occurrence[Operation, ProgramApproved]) -> Finding:
    event, found = seen.event, seen.event.manifest
    told = Alteration(event.why, {"manifest": event.before or None}, {"manifest": found.hash})
    values = {"version": found.version, "manifest": found.hash[:HASH_SHOWN], "why": event.why}
    return Finding("program-approved", values, told)


def _settings(seen: Occurrence[Operation, OperationChanged]) -> Finding:
    before, after = (asdict((state or Operation()).settings) for state in seen.fold())
    return Finding("operation-changed", {"why": seen.event.why}, Alteration(seen.event.why, before, after))


def _interrupted(seen: Occurrence[Operation, ClockInterrupted]) -> Finding:
    return Finding("clock-interrupted", {"since": seen.event.since, "until": seen.event.until})


def _restored(seen: Occurrence[Operation, DatabaseRestored]) -> Finding:
    at = seen.event.backup_at
    return Finding("database-restored", {"backup_at": at}) if at else Finding("database-older")


OPERATIONS: Final[Kind[Operation, Command, Event]] = Kind(
    prefix=OPERATION,
    commands=Command,
    events=Event,
    state=Operation,
    decide=_decide,
    evolve=_evolve,
    significant={
        ProgramChecked: _differs,
        ProgramApproved: _approved,
        OperationChanged: _settings,
        ClockInterrupted: _interrupted,
        DatabaseRestored: _restored,
    },
)
