"""What makes a scenario a lesson: its `lesson` table says what it teaches and what happens, in words (decision 422)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from mississippi_stud.language import LANGUAGES
from mississippi_stud.scenario.head import ScenarioError, check_keys, table_of
from mississippi_stud.scenario.script import lines

_KEYS: Final = {"title", "aim", "clauses", "happens"}
Said = Mapping[str, str]
"""A text by language."""


class LessonHead(NamedTuple):
    """What a lesson teaches."""

    title: Said
    aim: Said
    clauses: tuple[str, ...]
    happens: Mapping[str, Said]
    """What the trainee is told when a line of the script comes, by the line."""


def lesson_head(raw: dict[str, Any]) -> LessonHead | None:
    """Return what the `lesson` table of a scenario says; None if there is none."""
    if "lesson" not in raw:
        return None
    table = table_of(raw, "lesson")
    check_keys("lesson", table, _KEYS)
    clauses = table.get("clauses", [])
    if not isinstance(clauses, list) or not all(isinstance(each, str) for each in clauses):
        raise ScenarioError("list-expected", key="lesson.clauses", value=repr(clauses))
    told = table_of(table, "happens")
    return LessonHead(
        title=_said("lesson.title", table.get("title")),
        aim=_said("lesson.aim", table.get("aim", "")),
        clauses=tuple(clauses),
        happens={_line(each): _said(f"lesson.happens.{each}", text) for each, text in told.items()},
    )


def _line(written: str) -> str:
    """Return a line of the script as it is compared: without its comment and double spaces."""
    return " ".join(next((line.text for line in lines(written)), written).split())


def _said(key: str, value: object) -> Said:
    """Return a text in every language: a text alone is the same in all."""
    if value is None:
        raise ScenarioError("missing-key", key=key)
    if isinstance(value, str):
        return dict.fromkeys(LANGUAGES, value)
    told: dict[str, Any] = value if isinstance(value, dict) else {}
    if set(told) != set(LANGUAGES) or not all(isinstance(each, str) for each in told.values()):
        raise ScenarioError("text-by-language", key=key, value=repr(value), languages=LANGUAGES)
    return told
