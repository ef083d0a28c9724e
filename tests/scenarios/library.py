"""The files of the scenario library, and their comparison with results worked out by hand."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.scenario import Playthrough, play

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/[0-9][0-9]-*.toml"))


def name(file: Path) -> str:
    """Return the name of a file in tests: ``crown/01-royal-flush``."""
    return f"{file.parent.name}/{file.stem}"


@cache
def replayed(file: Path) -> Playthrough:
    return play(file.read_text(encoding="utf-8"), rulebook)


def differences(expected: Any, got: Any, where: str = "") -> Iterator[str]:
    """Yield where `got` differs from what is expected: a table may hold more keys, a list must be equal."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if key in got:
                yield from differences(value, got[key], f"{where}.{key}".lstrip("."))
            else:
                yield f"{where}.{key}: missing; there are {', '.join(got)}"
    elif isinstance(expected, list) and isinstance(got, list):
        if len(expected) != len(got):
            yield f"{where}: {len(expected)} expected, there are {len(got)}: {got}"
        for number, (one, other) in enumerate(zip(expected, got, strict=False)):
            yield from differences(one, other, f"{where}[{number}]")
    elif expected != got:
        yield f"{where}: {expected!r} expected, it is {got!r}"
