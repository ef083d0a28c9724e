"""A run in parts, each a file: it can be stopped at any moment, continued, divided among machines, and added up.

A part's file holds what was counted of it so far, and is replaced as a whole: whoever reads it sees a state that was
once true. A part that is played to its end has the same bytes however often it was interrupted.
"""

import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import msgspec
import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths import options
from mississippi_stud.maths.classes import Ints
from mississippi_stud.maths.simulation import run

PARTS_MAX: Final = 100_000
SECONDS: Final = 2
"""How much time may pass before what was counted is written."""


class RunTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides every round of a run, and how many there are."""

    book: str
    rounds: int
    seed: int
    strategy: str = "optimal"
    seats: int = 1
    ante: str | None = None

    def simulation(self) -> run.Simulation:
        """Return the game, ready to be simulated."""
        return _simulation(self.book, self.ante, self.strategy, self.seats)


@lru_cache(maxsize=8)
def _simulation(book: str, ante: str | None, strategy: str, seats: int) -> run.Simulation:
    return run.simulation(options.read(book, ante=ante)[2], strategy, seats)


class RunPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a run, as far as it has been counted."""

    terms: RunTerms
    tables: str
    """The digest of the tables that it was counted with."""
    part: int
    parts: int
    done: int
    """How many of its rounds have been counted, from the first on."""
    counts: list[list[int]]
    """By seat and ending."""

    @property
    def first(self) -> int:
        return self.terms.rounds * (self.part - 1) // self.parts

    @property
    def rounds(self) -> int:
        return self.terms.rounds * self.part // self.parts - self.first

    @property
    def finished(self) -> bool:
        return self.done == self.rounds


def parse_part(text: str) -> tuple[int, int]:
    """Parse a part such as ``3/10``."""
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text.strip())
    part, parts = map(int, found.groups()) if found else (0, 0)
    if not 1 <= part <= parts <= PARTS_MAX:
        raise InputError("not-a-run-part", text=text, most=PARTS_MAX)
    return part, parts


def path_of(folder: Path, part: int, parts: int) -> Path:
    """Return the file of a part."""
    return folder / f"part-{part:0{len(str(parts))}}-of-{parts}.json"


def read(path: Path) -> RunPart:
    """Return the part in a file."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=RunPart)
    except (msgspec.DecodeError, OSError) as error:
        raise InputError("part-unreadable", path=path, error=str(error)) from None
    if not (1 <= found.part <= found.parts and 0 <= found.done <= found.rounds):
        raise InputError("part-unreadable", path=path, error=f"{found.part}/{found.parts}, {found.done}")
    return found


def write(path: Path, part: RunPart) -> None:
    """Replace the file of a part: at no moment is there half a file under its name."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    with aside.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(part), indent=1) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def play(
    terms: RunTerms, part: int, parts: int, folder: Path, workers: int = 1, told: Callable[[int], object] = id
) -> RunPart:
    """Count a part from where its file left off; `told` is called with the number of its rounds counted so far."""
    ready = terms.simulation()
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(folder, part, parts)
    digest, nothing = ready.tables.digest, ready.nothing().tolist()
    state = RunPart(terms=terms, tables=digest, part=part, parts=parts, done=0, counts=nothing)
    if path.exists():
        state = _continued(path, state)
    counts = np.array(state.counts, dtype=np.int64)
    last, written = state.first + state.rounds, monotonic()
    told(state.done)
    try:
        for end, more in ready.counted(terms.seed, state.first + state.done, last, workers):
            counts += more
            state = msgspec.structs.replace(state, done=end - state.first, counts=counts.tolist())
            told(state.done)
            if monotonic() - written > SECONDS:
                write(path, state)
                written = monotonic()
    finally:
        write(path, state)
    return state


def _continued(path: Path, new: RunPart) -> RunPart:
    """Return what a file holds of the same part, of the same run."""
    found = read(path)
    _check_same(path, found, new)
    if [len(row) for row in found.counts] != [len(row) for row in new.counts]:
        raise InputError("part-unreadable", path=path, error="counts")
    return found


def _check_same(path: Path, found: RunPart, other: RunPart) -> None:
    if (found.terms, found.tables, found.parts) != (other.terms, other.tables, other.parts):
        raise InputError("part-of-another-run", path=path)


def simulated(part: RunPart) -> run.SimulatedRun:
    """Return what a part comes to."""
    return _summary(part, part.done, np.array(part.counts, dtype=np.int64))


class MergedRun(NamedTuple):
    """The finished parts of a run together."""

    terms: RunTerms
    run: run.SimulatedRun
    parts: int
    missing: list[int]
    """The parts that are not there or not finished."""


def merge(folder: Path) -> MergedRun:
    """Return what the finished parts in a folder come to together."""
    paths = sorted(folder.glob("part-*-of-*.json"))
    found = {path: read(path) for path in paths}
    if not found:
        raise InputError("no-parts", path=folder)
    first = found[paths[0]]
    for path, part in found.items():
        _check_same(path, part, first)
    finished = {part.part: part for part in found.values() if part.finished}
    missing = [number for number in range(1, first.parts + 1) if number not in finished]
    counts: Ints = np.zeros_like(np.array(first.counts, dtype=np.int64))
    for number in sorted(finished):
        counts += np.array(finished[number].counts, dtype=np.int64)
    found_rounds = sum(part.rounds for part in finished.values())
    return MergedRun(first.terms, _summary(first, found_rounds, counts), first.parts, missing)


def _summary(part: RunPart, rounds: int, counts: Ints) -> run.SimulatedRun:
    ready = part.terms.simulation()
    if ready.tables.digest != part.tables or counts.shape != ready.nothing().shape:
        raise InputError("part-of-another-program")
    return ready.summary(part.terms.seed, rounds, counts)
