"""Examines a whole floor on demand: the program, the log with its books and its money, and every stream again.

It reads the database as of one moment through a connection of its own, while play goes on, and records nothing. What
somebody took home, the signed end of the log, is checked against the log as it is now.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from time import sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from mississippi_stud.errors import InputError
from mississippi_stud.floor.cache import States
from mississippi_stud.floor.history import recall
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.integrity import on_demand, state_of
from mississippi_stud.floor.operation import CheckOccasion, compare
from mississippi_stud.store import audit, log
from mississippi_stud.store.audit import Anchor
from mississippi_stud.store.database import Database

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

ANCHOR_TEXT_MAX: Final = 16_384


class ExaminationPart(StrEnum):
    """The parts of an examination, in order."""

    PROGRAM = "program"
    CHAIN = "chain"
    STREAMS = "streams"


class PartFinding(NamedTuple):
    """What an examination found in one part; `problem` says what is wrong."""

    part: ExaminationPart
    facts: Mapping[str, Any] = {}
    problem: InputError | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong there."""
        return self.problem is None and not self.facts.get("count")


Progress = Callable[[ExaminationPart, int, int], None]
"""Is told how much of a part is done, of how much; whatever it raises ends the examination."""


def examine(floor: "Floor", progress: Progress) -> Iterator[PartFinding]:
    """Yield what is found in each part, the next being begun when the last was taken."""
    progress(ExaminationPart.PROGRAM, 0, 1)
    yield PartFinding(ExaminationPart.PROGRAM, _program(floor))
    with _moment_of(floor) as reader:
        progress(ExaminationPart.CHAIN, 0, 1)
        try:
            own = [each for each in _kept(floor) if each.database == reader.id]
            events = audit.verify(reader, *own)
            indexes = audit.check_indexes(reader)
        except audit.LogError as error:
            yield PartFinding(ExaminationPart.CHAIN, problem=error)
            return
        yield PartFinding(ExaminationPart.CHAIN, {"events": events, "anchors": len(own), "indexes": indexes})
        try:
            facts = _streams(floor, reader, progress)
        except audit.LogError as error:
            yield PartFinding(ExaminationPart.STREAMS, problem=error)
            return
        yield PartFinding(ExaminationPart.STREAMS, {"events": events, **facts})


def _program(floor: "Floor") -> Mapping[str, Any]:
    """Compare what is on disk with what was approved, without recording it."""
    operation = state_of(floor)
    found = compare(operation, on_demand(operation), CheckOccasion.DEMAND, floor.clock())
    names = [each.name for each in found.differences]
    return {"version": found.version, "count": found.count, "approved": bool(found.approved), "names": names}


def _kept(floor: "Floor") -> list[Anchor]:
    return [] if floor.anchors is None else list(floor.anchors.kept())


def _streams(floor: "Floor", reader: Database, progress: Progress) -> Mapping[str, Any]:
    def told(done: int, of: int) -> None:
        progress(ExaminationPart.STREAMS, done, of)
        sleep(0)  # whoever plays is served first

    verified = verify_streams(reader, floor.streams, told)
    source = States(reader, floor.streams)
    counted = recall.commitments(source)._replace(withdrawn=recall.withdrawn(source))
    meters = sum(len(source.now(stream)[0].meters.meters) for stream in log.streams(reader, "meters:"))
    return {"rounds": verified.rows["rounds"], "meters": meters, "commitments": counted._asdict()}


@contextmanager
def _moment_of(floor: "Floor") -> Iterator[Database]:
    """Open the database as of now beside the floor's own connection; one in memory has no other."""
    own = floor.database
    if own.in_memory:
        yield own
        return
    url = own.url.render_as_string(hide_password=False)
    reader = Database(url, own.keys, floor.streams.tables, reading=True)
    try:
        yield reader
    finally:
        reader.close()


# What somebody takes home.


def anchor_now(floor: "Floor") -> Anchor:
    """Return the signed end of the log: whoever keeps it notices if the log is cut or rewritten."""
    return audit.anchor(floor.database, floor.clock())


def anchor_file(made: Anchor) -> bytes:
    """Return an anchor as the file that `mstud verify log --anchor` reads."""
    return msgspec.json.encode(made) + b"\n"


def check_brought(floor: "Floor", text: str) -> Anchor:
    """Return an anchor that somebody brings back; `LogError` if the log lacks what it names or it was changed."""
    try:
        kept = msgspec.json.decode(text[:ANCHOR_TEXT_MAX], type=Anchor)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError("anchor-text") from None
    audit.check_anchor(floor.database, kept)
    with audit.still(floor.database) as connection:
        gone = audit.missing_tip(connection, kept)
    if gone is not None:
        raise audit.LogError("commit-not-anchored", number=gone.number, writer=gone.writer)
    return kept
