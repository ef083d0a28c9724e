"""A run in parts, each a file: it can be stopped at any moment, continued, divided among machines, and added up.

A part's file holds what was counted of it so far, and is replaced as a whole: whoever reads it sees a state that was
once true. A part that is played to its end has the same bytes however often it was interrupted.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import msgspec
import numpy as np

from mississippi_stud.errors import InputError
from mississippi_stud.maths import options
from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.simulation import run
from mississippi_stud.maths.simulation.erring import parse_errors
from mississippi_stud.maths.simulation.sides import SideCounts, parse_sides
from mississippi_stud.maths.simulation.stops import StopCounts, StopRules
from mississippi_stud.maths.strategy_file import parse_strategy
from mississippi_stud.maths.whole_file import make_folder, replace_file

PARTS_MAX: Final = 100_000
SECONDS: Final = 2
"""How much time may pass before what was counted is written."""


class RunTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides every round of a run, and how many there are."""

    book: str
    rounds: int
    seed: int
    strategy: str = "optimal"
    strategy_text: str = ""
    """What the strategy's file says, so that no other machine needs the file."""
    seats: int = 1
    ante: str | None = None
    sides: tuple[str, ...] = ()
    """Side wagers of every seat, such as ``three-card-bonus=5``."""
    options: tuple[str, ...] = ()
    """What a sign says, such as ``seed=10000``."""
    permuted: bool = False
    """Whether no deal comes twice."""
    errors: str | None = None
    """How often a player errs, such as ``1/50``."""
    stops: StopRules | None = None
    """When a player leaves; then `rounds` are so many whole sessions."""

    @property
    def together(self) -> int:
        """How many rounds are never divided: those of a session."""
        return self.stops.rounds if self.stops else 1

    def simulation(self) -> run.Simulation:
        """Return the game, ready to be simulated."""
        if self.rounds % self.together:
            raise InputError("rounds-not-sessions", rounds=self.rounds, session=self.together)
        if self.permuted and self.rounds > ORDERED_DEALS:
            raise InputError("deals-run-out", most=ORDERED_DEALS)
        return _simulation(msgspec.structs.replace(self, rounds=0, seed=0))


@lru_cache(maxsize=8)
def _simulation(terms: RunTerms) -> run.Simulation:
    book, choices, game = options.read(terms.book, terms.options, ante=terms.ante, table_of_main=not terms.sides)
    text, name = terms.strategy_text, terms.strategy
    sides = parse_sides(book, terms.sides, choices) if terms.sides else None
    strategy = parse_strategy(text, game, name) if text else name
    errors = None if terms.errors is None else parse_errors(terms.errors, game)
    return run.simulation(game, strategy, terms.seats, sides, errors=errors, stops=terms.stops, permuted=terms.permuted)


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
    sides: SideCounts | None = None
    stops: StopCounts | None = None

    @property
    def found(self) -> run.RunCounts:
        """What was counted."""
        return run.RunCounts(np.array(self.counts, dtype=np.int64), self.sides, self.stops)

    @property
    def span(self) -> tuple[int, int]:
        """The rounds that have been counted."""
        return self.first, self.first + self.done

    @property
    def first(self) -> int:
        return span_of(self.terms, self.part, self.parts)[0]

    @property
    def rounds(self) -> int:
        return span_of(self.terms, self.part, self.parts)[1] - self.first

    @property
    def finished(self) -> bool:
        return self.done == self.rounds


def span_of(terms: RunTerms, part: int, parts: int) -> tuple[int, int]:
    """Return the first round of a part, and the one after its last; no session is divided."""
    sessions, together = terms.rounds // terms.together, terms.together
    return sessions * (part - 1) // parts * together, sessions * part // parts * together


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


def paths_in(folder: Path) -> list[Path]:
    """Return the files of the parts in a folder."""
    return sorted(folder.glob("part-*-of-*.json"))


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
    """Replace the file of a part as a whole."""
    replace_file(path, msgspec.json.format(msgspec.json.encode(part), indent=1) + b"\n")


def begun(terms: RunTerms, part: int, parts: int, folder: Path) -> RunPart:
    """Return a part as its file left it, or before its first round."""
    ready = terms.simulation()
    none = RunPart(terms=terms, tables=ready.tables.digest, part=part, parts=parts, done=0, counts=[])
    new = _at(none, 0, ready.nothing())
    path = path_of(folder, part, parts)
    return _continued(path, new) if path.exists() else new


def check_folder(folder: Path, part: RunPart) -> None:
    """Raise an error if a folder holds parts of another run: together they could never be added up."""
    for path in paths_in(folder)[:1]:
        _check_same(path, read(path), part)


def counted(part: RunPart) -> RunPart:
    """Return a part with all of its rounds counted."""
    ready = part.terms.simulation()
    if ready.tables.digest != part.tables:
        raise InputError("part-of-another-program")
    found = part.found
    for _, more in ready.counted(part.terms.seed, part.first + part.done, part.first + part.rounds):
        found += more
    return _at(part, part.rounds, found)


def _at(part: RunPart, done: int, found: run.RunCounts) -> RunPart:
    return msgspec.structs.replace(part, done=done, counts=found.ends.tolist(), sides=found.sides, stops=found.stops)


def keep(folder: Path, part: RunPart) -> None:
    """Write a part that was counted elsewhere."""
    write(path_of(folder, part.part, part.parts), part)


def play(
    terms: RunTerms, part: int, parts: int, folder: Path, workers: int = 1, told: Callable[[int], object] = id
) -> RunPart:
    """Count a part from where its file left off; `told` is called with the number of its rounds counted so far."""
    make_folder(folder)
    ready, state = terms.simulation(), begun(terms, part, parts, folder)
    check_folder(folder, state)
    path = path_of(folder, part, parts)
    found = state.found
    last, written = state.first + state.rounds, monotonic()
    told(state.done)
    try:
        for end, more in ready.counted(terms.seed, state.first + state.done, last, workers):
            found += more
            state = _at(state, end - state.first, found)
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
    return _summary(part, [part.span], part.found)


class MergedRun(NamedTuple):
    """The finished parts of a run together."""

    terms: RunTerms
    run: run.SimulatedRun
    parts: int
    missing: list[int]
    """The parts that are not there or not finished."""


def merge(folder: Path) -> MergedRun:
    """Return what the finished parts in a folder come to together."""
    paths = paths_in(folder)
    found = {path: read(path) for path in paths}
    if not found:
        raise InputError("no-parts", path=folder)
    first = found[paths[0]]
    for path, part in found.items():
        _check_same(path, part, first)
    finished = {part.part: part for part in found.values() if part.finished}
    missing = [number for number in range(1, first.parts + 1) if number not in finished]
    counts = first.terms.simulation().nothing()
    for number in sorted(finished):
        counts += _fitting(first, finished[number].found)
    spans = [finished[number].span for number in sorted(finished)]
    return MergedRun(first.terms, _summary(first, spans, counts), first.parts, missing)


def _summary(part: RunPart, spans: Sequence[tuple[int, int]], counts: run.RunCounts) -> run.SimulatedRun:
    return part.terms.simulation().summary(part.terms.seed, spans, _fitting(part, counts))


def _fitting(part: RunPart, counts: run.RunCounts) -> run.RunCounts:
    """Return counts that this program could have made; raise an error for others."""
    ready = part.terms.simulation()
    if ready.tables.digest != part.tables or counts.ends.shape != ready.nothing().ends.shape:
        raise InputError("part-of-another-program")
    return counts
