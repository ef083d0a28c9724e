"""Checks that the program, its rule books and its settings are those that were approved, and records the checks.

What is read is described in docs/floor.md; `operation` compares it and holds the record (decision 193).
"""

import logging
import marshal
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import metadata
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud import __version__
from mississippi_stud.errors import InputError
from mississippi_stud.floor.operation import (
    OPERATION,
    ApproveProgram,
    CheckOccasion,
    CheckProgram,
    Manifest,
    Operation,
    ProgramApproved,
    ProgramChecked,
    day_of,
)
from mississippi_stud.rulebooks.load import BOOKS, content_hash, rulebook

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

_LOG: Final = logging.getLogger(__name__)
PACKAGE: Final = Path(__file__).parents[1]
DISTRIBUTION: Final = "mississippi-stud"
ACTOR: Final = "integrity"
_UNREADABLE: Final = "unreadable"


class Program(NamedTuple):
    """What this process runs, besides the files on disk: the sources of its custom books, and its settings."""

    books: Sequence[str] = ()
    settings: Mapping[str, str] = {}
    folder: Path = PACKAGE

    def manifest(self) -> Manifest:
        """Read the manifest of the program as it is on disk now."""
        return Manifest(
            version=__version__,
            files=dict(_files(self.folder)),
            libraries=dict(_libraries()),
            books=dict(_books((*BOOKS, *self.books))),
            settings=self.settings,
        )


def program_hash() -> str:
    """Return the SHA-256 of all files of the package, by name: the same for the same program, on whatever machine."""
    lines = (f"{name} {digest}\n" for name, digest in _files(PACKAGE))
    return sha256("".join(lines).encode()).hexdigest()


# Reading what there is.


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the SHA-256 of every file of the package, and of compiled code that is not that of its source.

    Python runs compiled code in place of a source, so an altered one would go unnoticed.
    """
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield _name(path, folder), _digest(path)
            if path.suffix == ".py":
                yield from ((_name(each, path.parent), _digest(each)) for each in _foreign(path))


def _name(path: Path, folder: Path) -> str:
    """Return the name of a file in a folder as a text that can be stored, whatever bytes it consists of."""
    inside = path.relative_to(folder) if path.is_relative_to(folder) else path
    return inside.as_posix().encode(errors="backslashreplace").decode()


def _digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return _UNREADABLE


def _foreign(source: Path) -> Iterator[Path]:
    """Yield the compiled files that Python would run in place of a source and that were not made from it."""
    for optimization, level in (("", 0), ("1", 1), ("2", 2)):
        compiled = Path(cache_from_source(str(source), optimization=optimization))
        try:
            stored = compiled.read_bytes()
            if _is_used(stored, source) and marshal.loads(stored[16:]) != _compiled(source, level):  # noqa: S302
                yield compiled
        except FileNotFoundError:
            continue
        except (OSError, EOFError, ValueError, TypeError, SyntaxError):
            yield compiled


def _is_used(stored: bytes, source: Path) -> bool:
    """Whether Python would take compiled code for that of its source: by its version, and by the source's time."""
    if stored[:4] != MAGIC_NUMBER:
        return False
    if int.from_bytes(stored[4:8], "little"):  # it goes by a hash, which Python need not check
        return True
    found = source.stat()
    expected = (int(found.st_mtime) & 0xFFFF_FFFF, found.st_size & 0xFFFF_FFFF)
    return (int.from_bytes(stored[8:12], "little"), int.from_bytes(stored[12:16], "little")) == expected


def _compiled(source: Path, level: int) -> Any:
    return compile(source.read_bytes(), str(source), "exec", dont_inherit=True, optimize=level)


def _libraries() -> Iterator[tuple[str, str]]:
    """Yield the versions of Python and of those libraries that the package uses and that are installed."""
    yield "python", ".".join(map(str, sys.version_info[:3]))
    with suppress(metadata.PackageNotFoundError):  # a package that was not installed does not say what it uses
        for line in metadata.requires(DISTRIBUTION) or ():
            name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
            with suppress(metadata.PackageNotFoundError):
                yield name, metadata.version(name)


def _books(sources: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the id and the content hash of every rule book; one that can no longer be read goes by its source."""
    for source in sources:
        try:
            book = rulebook(source)
            yield book.id, content_hash(book)
        except InputError:
            yield source, _UNREADABLE


# Checking and approving.


def check(floor: "Floor", program: Program, occasion: CheckOccasion) -> ProgramChecked:
    """Compare the program with the one approved and record what was found; return the record."""
    checked = record(floor, program.manifest(), occasion)
    if checked.count:
        names = ", ".join(each.name for each in checked.differences)
        _LOG.error("the program is not the one that was approved: %d differ: %s", checked.count, names)
    return checked


def record(floor: "Floor", manifest: Manifest, occasion: CheckOccasion) -> ProgramChecked:
    """Record a check; return the last one, which is another's if the day has had its check already."""
    floor.send(OPERATION, CheckProgram(occasion=occasion, manifest=manifest), actor=ACTOR)
    operation: Operation = floor.state(OPERATION)[0]
    assert operation.checked is not None, "a check was just recorded"  # noqa: S101
    return operation.checked


def check_daily(floor: "Floor", program: Program) -> ProgramChecked | None:
    """Check the program unless that was done today, by the floor's clock; return the record if it was done now."""
    operation = state_of(floor)
    return None if operation.day >= day_of(floor.clock()) else check(floor, program, CheckOccasion.DAY)


def on_demand(operation: Operation, folder: Path = PACKAGE) -> Manifest:
    """Return what is on disk now, with the custom books and the settings as the server last reported them."""
    last = operation.checked
    found = Program(folder=folder).manifest()
    if last is None:
        return found
    return Manifest(
        version=found.version,
        files=found.files,
        libraries=found.libraries,
        books={**last.books, **found.books},
        settings=last.settings,
    )


def approve(floor: "Floor", who: str, why: str, folder: Path = PACKAGE) -> ProgramApproved:
    """Approve what is on disk now, with the books and the settings as the server last reported them."""
    command = ApproveProgram(manifest=on_demand(state_of(floor), folder), who=who, why=why)
    floor.send(OPERATION, command, actor=operator(who))
    approved = state_of(floor).approved
    assert approved is not None, "it was just approved"  # noqa: S101
    return approved


def operator(who: str) -> str:
    """Return the actor of what somebody does on the machine itself."""
    return f"operator {who}"


def state_of(floor: "Floor") -> Operation:
    """Return the state of the operation, which is empty until something was recorded."""
    floor.states.refresh([OPERATION])
    return floor.states.known(OPERATION).state or Operation()
