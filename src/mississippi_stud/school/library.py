"""The lessons that come with the program."""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.scenario import read_toml
from mississippi_stud.scenario.lesson_head import LessonHead, lesson_head

FOLDER: Final = Path(__file__).with_name("lessons")


class ShippedLesson(NamedTuple):
    """A lesson that comes with the program."""

    name: str
    book: str
    head: LessonHead
    text: str


@cache
def lessons() -> tuple[ShippedLesson, ...]:
    """Return the lessons, book by book, the easiest first."""
    order = ("nsw", "maryland", "crown")
    found = [_read(path) for path in sorted(FOLDER.glob("*.toml"))]
    return tuple(sorted(found, key=lambda each: (order.index(each.book), each.name)))


def _read(path: Path) -> ShippedLesson:
    text = path.read_text(encoding="utf-8")
    raw = read_toml(text)
    head = lesson_head(raw)
    assert head is not None, path  # noqa: S101
    return ShippedLesson(path.stem, raw["rulebook"], head, text)


def lesson(name: str) -> ShippedLesson:
    """Return a lesson by its name."""
    found = next((each for each in lessons() if each.name == name), None)
    if found is None:
        raise InputError("lesson-unknown", name=name, names=tuple(each.name for each in lessons()))
    return found
