"""A training table as its console shows it: what happens, what was marked, and at the end the report."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from mississippi_stud.cards import text as card_text
from mississippi_stud.floor import Floor
from mississippi_stud.floor.consoles import NumberKind
from mississippi_stud.floor.lessons import Choice, LessonRun, Mark, MarkKind
from mississippi_stud.language import translator
from mississippi_stud.prose.console import DUE
from mississippi_stud.prose.prompts import duty
from mississippi_stud.prose.school import SCHOOL, LessonTeller
from mississippi_stud.web.console_view import ConsoleBoard, DutyLine, board_of, capital, cited, title_name
from mississippi_stud.web.house_view import ClauseName


class MarkLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was marked, and what should have been done; empty if the mark says it."""

    kind: MarkKind
    said: str
    should: str
    cite: ClauseName


class RightLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done right at the first attempt."""

    said: str
    cite: ClauseName


class HandSight(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it lies turned on the layout when it is to be settled."""

    position: int
    """0 for the bonus cards."""
    cards: tuple[int, ...]


class ChoiceLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody could do who is not told what is due."""

    said: str
    command: Mapping[str, Any]
    enters: NumberKind | None
    finds: int | None


class LessonSight(msgspec.Struct, frozen=True, kw_only=True):
    """What a training table shows beside its console."""

    title: str
    aim: str
    clauses: tuple[ClauseName, ...]
    memory: bool
    own: bool
    """Whether the viewer is the trainee."""
    happens: tuple[str, ...]
    hands: tuple[HandSight, ...]
    decks: tuple[str, ...]
    choices: tuple[ChoiceLine, ...]
    marks: tuple[MarkLine, ...]
    right: tuple[RightLine, ...]
    over: bool
    left: bool


class LessonBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A training table: its console, and the lesson."""

    console: ConsoleBoard
    lesson: LessonSight


def teller_of(run: LessonRun, language: str) -> LessonTeller:
    """Return what tells a lesson in a language."""
    return LessonTeller(run.desk, language, run.lesson.name)


def lesson_board(floor: Floor, house: str, run: LessonRun, person: str, language: str) -> LessonBoard:
    """Return a training table for its trainee or for somebody above."""
    console = board_of(floor, house, run.work, person, language)
    working = tuple(replace(each, name=_called(run, each, language)) for each in console.on_duty)
    own = person == run.lesson.person
    return LessonBoard(console=replace(console, on_duty=working), lesson=_sight(run, language, own=own))


def _called(run: LessonRun, working: DutyLine, language: str) -> str:
    """Return what somebody is called who is on duty there: the script's people have no badge."""
    trainee = not working.name and working.title == title_name(run.book, run.desk.trainee, language)
    return working.name or translator(language)(SCHOOL["trainee" if trainee else "colleague"])


def _sight(run: LessonRun, language: str, *, own: bool) -> LessonSight:
    teller, lesson = teller_of(run, language), run.lesson
    return LessonSight(
        title=teller.title,
        aim=teller.aim,
        clauses=tuple(cited(each, language) for each in teller.clauses),
        memory=lesson.memory,
        own=own,
        happens=() if run.over else tuple(teller.happens(counts=not lesson.memory)),
        hands=tuple(HandSight(position=position, cards=cards) for position, cards in run.desk.turned),
        decks=tuple(card_text(deck) for deck in run.decks),
        choices=tuple(_choices(run, language)) if own and not run.over and lesson.memory else (),
        marks=tuple(_mark(teller, each, language) for each in lesson.marks),
        right=tuple(RightLine(said=teller.doing(each), cite=cited(each.clause, language)) for each in lesson.right),
        over=run.over,
        left=lesson.left,
    )


def _mark(teller: LessonTeller, mark: Mark, language: str) -> MarkLine:
    said, should = teller.mark(mark)
    return MarkLine(kind=mark.kind, said=said, should=should, cite=cited(mark.clause, language))


def _choices(run: LessonRun, language: str) -> Iterator[ChoiceLine]:
    """Yield what could be done, in the order of the alphabet: what reads the same is one choice."""
    found: dict[str, Choice] = {}
    for choice in run.choices():
        said = duty(choice.duty, language, choice.who) if choice.duty else translator(language)(DUE[choice.kind])
        if said not in found or choice.due:
            found[said] = choice
    for said in sorted(found, key=str.casefold):
        each = found[said]
        yield ChoiceLine(said=capital(said), command=each.command, enters=each.enters, finds=each.finds)
