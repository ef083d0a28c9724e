"""A lesson that somebody takes: what they did right, what was marked, and the training table that follows from it.

The log has what the trainee did, never the table: that follows from the file and those acts alone, so a lesson goes on
after a restart where it was (decision 420). It moves no money.
"""

from collections.abc import Mapping
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.messages import CommandBase, EventBase
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.school.desk import Desk
from mississippi_stud.school.judge import judge, left, play_through
from mississippi_stud.school.marks import Act, Doing, Mark
from mississippi_stud.school.opening import open_desk

TEXT_MAX: Final = 50_000
MARKS_MAX: Final = 200
"""How many marks are recorded in one lesson."""


class OpenLesson(CommandBase, frozen=True, kw_only=True):
    """Begin a lesson."""

    house: str
    person: str
    name: str
    """The name of a lesson that comes with the program, or of the file that was brought."""
    book: str
    """The content hash of its book."""
    text: str
    memory: bool = False
    """Whether the trainee has to know what is due."""


class Perform(CommandBase, frozen=True, kw_only=True):
    """Do something at a training table."""

    person: str
    act: Act


class LeaveLesson(CommandBase, frozen=True, kw_only=True):
    """Leave a lesson before it is over."""

    person: str


Command = OpenLesson | Perform | LeaveLesson


class LessonOpened(EventBase, frozen=True, kw_only=True):
    """A lesson was begun."""

    at: int
    house: str
    person: str
    name: str
    book: str
    text: str
    title: Mapping[str, str]
    memory: bool


class TraineeActed(EventBase, frozen=True, kw_only=True):
    """The trainee did what should be done."""

    at: int
    act: Act
    done: Doing


class TraineeMarked(EventBase, frozen=True, kw_only=True):
    """The trainee did something else, or asked for help: nothing changed at the table."""

    at: int
    mark: Mark


class LessonEnded(EventBase, frozen=True, kw_only=True):
    """The lesson is over, or was left."""

    at: int
    left: bool


Event = LessonOpened | TraineeActed | TraineeMarked | LessonEnded


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as far as it has come."""

    house: str
    person: str
    name: str
    book: str
    text: str
    title: Mapping[str, str]
    memory: bool
    began_at: int
    acts: tuple[Act, ...] = ()
    """What was done right, at the first attempt or later."""
    right: tuple[Doing, ...] = ()
    """What was done right at the first attempt."""
    marks: tuple[Mark, ...] = ()
    wrong: bool = False
    """Whether the last thing was marked."""
    ended_at: int | None = None
    left: bool = False


def desk_of(book: Rulebook, lesson: Lesson) -> Desk:
    """Return the training table of a lesson as it stands."""
    desk = open_desk(lesson.text, lambda _: book)
    for act in lesson.acts:
        judge(desk, act)
    return desk


def decide(lesson: Lesson | None, command: Command, at: int, book: Rulebook) -> tuple[Event, ...]:
    """Return what a command leads to; raise `InputError` if it cannot be."""
    if isinstance(command, OpenLesson):
        return _opened(lesson, command, at, book)
    if lesson is None or lesson.person != command.person:
        raise InputError("no-lesson")
    if lesson.ended_at is not None:
        raise InputError("lesson-ended")
    desk = desk_of(book, lesson)
    match command:
        case Perform(act=act):
            return _performed(lesson, desk, act, at)
        case LeaveLesson():
            mark = left(desk)
            marks = (TraineeMarked(at=at, mark=mark),) if mark else ()
            return (*marks, LessonEnded(at=at, left=True))
        case _:
            assert_never(command)


def _opened(lesson: Lesson | None, command: OpenLesson, at: int, book: Rulebook) -> tuple[Event, ...]:
    if lesson is not None:
        raise InputError("lesson-begun")
    if len(command.text) > TEXT_MAX:
        raise InputError("lesson-too-long", most=TEXT_MAX)
    play_through(open_desk(command.text, lambda _: book))  # it can be taught to its end
    head = open_desk(command.text, lambda _: book).scenario.lesson
    opened = LessonOpened(
        at=at,
        house=command.house,
        person=command.person,
        name=command.name,
        book=command.book,
        text=command.text,
        title=head.title if head else {},
        memory=command.memory,
    )
    return (opened,)


def _performed(lesson: Lesson, desk: Desk, act: Act, at: int) -> tuple[Event, ...]:
    done, mark = judge(desk, act)
    if done is not None:
        ended = () if desk.expected else (LessonEnded(at=at, left=False),)
        return (TraineeActed(at=at, act=act, done=done), *ended)
    again = lesson.wrong and lesson.marks[-1:] == (mark,)
    if mark is None or again or len(lesson.marks) >= MARKS_MAX:
        return ()
    return (TraineeMarked(at=at, mark=mark),)


def evolve(lesson: Lesson | None, event: Event) -> Lesson:
    """Return a lesson after an event."""
    if isinstance(event, LessonOpened):
        return Lesson(
            house=event.house, person=event.person, name=event.name, book=event.book, text=event.text,
            title=event.title, memory=event.memory, began_at=event.at,
        )  # fmt: skip
    assert lesson is not None, "a lesson begins when it is opened"  # noqa: S101
    match event:
        case TraineeActed(act=act, done=done):
            right = lesson.right if lesson.wrong else (*lesson.right, done)
            return replace(lesson, acts=(*lesson.acts, act), right=right, wrong=False)
        case TraineeMarked(mark=mark):
            return replace(lesson, marks=(*lesson.marks, mark), wrong=True)
        case LessonEnded(at=at, left=left_early):
            return replace(lesson, ended_at=at, left=left_early)
        case _:
            assert_never(event)
