"""Lessons as a kind of stream, and the training tables of a house.

They have no account, no meter and no row in any statistics: the kind moves no money and feeds one list of its own
(decision 420).
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, select

from mississippi_stud.cards import Card
from mississippi_stud.errors import InputError
from mississippi_stud.floor.consoles import TableWork, reportable
from mississippi_stud.floor.houses import settings_of, titles_of
from mississippi_stud.floor.membership import TitleError
from mississippi_stud.floor.streams import Context, Kind, MissingStreamError
from mississippi_stud.round import commands as rc
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks.model import BilingualName, Rulebook
from mississippi_stud.scenario import LessonHead, head_of, read_toml
from mississippi_stud.scenario.head import text_of
from mississippi_stud.school import library
from mississippi_stud.school.desk import Desk
from mississippi_stud.school.lesson import (
    Command,
    Event,
    LeaveLesson,
    Lesson,
    LessonEnded,
    LessonOpened,
    OpenLesson,
    Perform,
    TraineeMarked,
    decide,
    desk_of,
    evolve,
)
from mississippi_stud.school.marks import Act, Doing, Mark, MarkKind, Pay
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections
from mississippi_stud.table import Felt, whereabouts
from mississippi_stud.table import commands as c
from mississippi_stud.table.agenda import DueKind, DueStep, NumberKind, number_for
from mississippi_stud.table.duties import by_method, told
from mississippi_stud.table.staff import lowest, rank, staff_clause

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

__all__ = [
    "LESSONS", "Act", "Choice", "Doing", "Lesson", "LessonHead", "LessonRun", "Mark", "MarkKind", "head_of",
    "leave_lesson", "lesson_at", "library", "open_lesson", "own_lessons", "perform", "runs", "source_of",
]  # fmt: skip# fmt: skip

PREFIX: Final = "lesson:"
RUNS_MAX: Final = 100
NAME_MAX: Final = 80

lesson_runs = Table(
    "lesson_runs",
    projections,
    Column("stream", String(80), primary_key=True),
    Column("house", String(40), nullable=False),
    Column("person", String(64), nullable=False),
    Column("name", String(NAME_MAX), nullable=False),
    Column("book", String(64), nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("marks", Integer, nullable=False),
    Column("ended", Integer, nullable=False),  # 1 once it is over, 2 if it was left
    Index("lesson_runs_of_a_house", "house", "began_at"),
)


def _decide(context: Context, stream: str, lesson: Lesson | None, command: Command) -> dict[str, tuple[Event, ...]]:
    content = command.book if isinstance(command, OpenLesson) else lesson.book if lesson else ""
    if not content:
        raise MissingStreamError("stream-missing", stream=stream)
    return {stream: decide(lesson, command, context.at, context.book(content))}


def _rows(
    stream: str, _before: Lesson | None, after: Lesson, event: Event, _version: int, _at: int
) -> Iterator[ProjectionRow]:
    match event:
        case LessonOpened():
            values = {"house": event.house, "person": event.person, "name": event.name, "book": event.book}
            new = {"began_at": event.at, "marks": 0, "ended": 0}
            yield ProjectionRow(lesson_runs.name, {"stream": stream}, values | new)
        case TraineeMarked():
            yield ProjectionRow(lesson_runs.name, {"stream": stream}, {"marks": len(after.marks)})
        case LessonEnded(left=left):
            yield ProjectionRow(lesson_runs.name, {"stream": stream}, {"ended": 2 if left else 1})
        case _:
            return


def _audit(reader: Any, stream: str) -> None:
    """Check that the book of a lesson is kept, and that what was done in it can be done again."""
    last = None
    for each in reader.happened(stream):
        last = each.after
    if last is not None:
        desk_of(reader.book(last.book), last)


LESSONS: Final[Kind[Lesson, Command, Event]] = Kind(
    prefix=PREFIX,
    commands=Command,
    events=Event,
    state=Lesson,
    decide=_decide,
    evolve=evolve,
    rows=_rows,
    tables=(lesson_runs,),
    audit=_audit,
)


# What people do.


def open_lesson(
    floor: "Floor", house: str, person: str, *, name: str, text: str, memory: bool = False, command_id: str
) -> str:
    """Begin a lesson in a house, as somebody with a title under its book; return its id.

    It is taught under the house's own edition of that book.
    """
    book = text_of(read_toml(text), "rulebook")
    content = settings_of(floor, house).books.get(book)
    if content is None:
        raise InputError("book-not-in-house", book=book, books=tuple(settings_of(floor, house).books))
    if book not in titles_of(floor, house, person):
        rules = floor.book(content)
        raise TitleError(book, staff_clause(rules, lowest(rules)))
    name = name.strip()[:NAME_MAX] or "lesson"
    own = sha256(f"{house} {person} {command_id}".encode()).hexdigest()[:32]
    opening = OpenLesson(house=house, person=person, name=name, book=content, text=text, memory=memory)
    floor.send(PREFIX + own, opening, command_id=f"{own} opens", actor=person)
    return own


def perform(
    floor: "Floor", house: str, lesson_id: str, person: str, act: Act, command_id: str | None = None
) -> "LessonRun":
    """Do something at one's training table; return the lesson after it."""
    return _given(floor, house, lesson_id, person, Perform(person=person, act=act), command_id)


def leave_lesson(floor: "Floor", house: str, lesson_id: str, person: str) -> "LessonRun":
    """Leave a lesson before it is over."""
    return _given(floor, house, lesson_id, person, LeaveLesson(person=person), None)


def _given(
    floor: "Floor", house: str, lesson_id: str, person: str, command: Command, command_id: str | None
) -> "LessonRun":
    run = lesson_at(floor, house, lesson_id, person)
    if run is None or run.lesson.person != person:
        raise InputError("no-lesson")
    own = command_id and sha256(f"{person} {command_id}".encode()).hexdigest()
    floor.send(PREFIX + lesson_id, command, command_id=own, actor=person)
    after = lesson_at(floor, house, lesson_id, person)
    assert after is not None, "it was there a moment ago"  # noqa: S101
    return after


class Choice(NamedTuple):
    """Something that a dealer could do: a step of play or a duty."""

    kind: str
    duty: str
    who: BilingualName | str | None
    """Whom to tell, if it is to tell somebody."""
    command: Mapping[str, Any]
    enters: NumberKind | None
    finds: int | None
    """What is found when it is a count."""
    due: bool


_STEPS: Final[Mapping[str, c.Command | Pay]] = {
    DueKind.OPEN_ROUND: c.OpenRound(),
    DueKind.CLOSE_BETTING: c.CloseBetting(announced=True),
    DueKind.DEAL: c.Play(do=rc.Deal()),
    DueKind.TURN: c.Play(do=rc.Reveal()),
    DueKind.PAY: Pay(position=0, cents=0),
    DueKind.SETTLE: c.Play(do=rc.Settle()),
}


def _duties(book: Rulebook, desk: Desk) -> Iterator[str]:
    """Yield the duties that a dealer has where the table is dealt as it is."""
    for duties in book.duties.values():
        for name, duty in duties.items():
            if duty.by.value == desk.trainee and by_method(duty, desk.table):
                yield name


class LessonRun(NamedTuple):
    """A lesson that somebody takes or has taken, with its training table."""

    id: str
    lesson: Lesson
    version: int
    book: Rulebook
    desk: Desk

    @property
    def over(self) -> bool:
        """Whether nothing more can be done in it."""
        return self.lesson.ended_at is not None

    @property
    def decks(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each round, in the order in which they leave the deck."""
        return tuple(dict.fromkeys(taught.deck.cards for taught in self.desk.script))

    def choices(self) -> Iterator[Choice]:
        """Yield what a dealer could do at this table, due or not."""
        due = self.desk.expected
        kinds = {each.kind for each in due}
        for kind, command in _STEPS.items():
            yield Choice(kind, "", None, msgspec.to_builtins(command), None, None, due=kind in kinds)
        expected = {each.duty: each for each in due if each.prompt is not None}
        for name in dict.fromkeys((*expected, *_duties(self.book, self.desk))):
            prompt = expected[name].prompt if name in expected else None
            enters = number_for(self.book, name)
            counted = expected[name].number if name in expected else self.book.dealing.cards.value
            finds = counted if enters is NumberKind.COUNT else None
            confirms = {"command": "confirm_duty", "duty": name}
            who = told(self.book, prompt) if prompt else None
            yield Choice("", name, who, confirms, enters, finds, due=name in expected)

    @property
    def work(self) -> TableWork:
        """The training table as the trainee works there."""
        desk, book, table = self.desk, self.book, self.desk.table
        return TableWork(
            table=table,
            view=Felt(book, table).seen_by(Role.DEALER, ""),
            version=self.version,
            book=book,
            titles=(desk.trainee,),
            title=desk.trainee if desk.on_duty and not self.over else "",
            due=() if self.over or self.lesson.memory else tuple(_shown(desk)),
            payments=(),
            decks=whereabouts(book, table)[: len(table.decks)],
            closes=False,
            incidents=reportable(book, table),
            pace=None,
            chips={},
            corrects=False,
            stakes=(),
        )


def _shown(desk: Desk) -> Iterator[DueStep]:
    """Yield what a console shows as due: what a table would, and that seats are paid before the round is settled.

    Nothing of it says that something has happened: whoever goes on has not noticed.
    """
    first = desk.expected[0] if desk.expected else None
    for step in desk.agenda:
        if first is not None and step.kind is DueKind.SETTLE and first.kind == DueKind.PAY:
            yield DueStep(kind=DueKind.PAY, clause=step.clause)
        elif first is not None and step.kind is DueKind.TURN and first.kind in (DueKind.PAY, DueKind.SETTLE):
            settles = c.Play(by=desk.trainee, do=rc.Settle()) if first.kind == DueKind.SETTLE else None
            yield DueStep(kind=DueKind(first.kind), clause=first.clause, command=settles)
        else:
            yield replace(step, cards=0)


def lesson_at(floor: "Floor", house: str, lesson_id: str, person: str, told: int = 0) -> LessonRun | None:
    """Return a lesson for its trainee, or for those above a dealer in its house; None for anybody else."""
    try:
        lesson, version = floor.state(PREFIX + lesson_id, told)
    except MissingStreamError:
        return None
    if lesson is None or lesson.house != house:
        return None
    book = floor.book(lesson.book)
    held = titles_of(floor, house, person).get(book.id, frozenset())
    above = _is_above(book, held)
    if not held or not (above or person == lesson.person):
        return None
    return LessonRun(lesson_id, lesson, version, book, desk_of(book, lesson))


class RunLine(NamedTuple):
    """A lesson that somebody has taken."""

    id: str
    person: str
    name: str
    book: str
    began_at: int
    marks: int
    ended: int


def runs(floor: "Floor", house: str, person: str) -> list[RunLine]:
    """Return the latest lessons in a house that somebody may look at: their own and, above a dealer, everybody's."""
    row = lesson_runs.c
    chosen = select(lesson_runs).where(row.house == house).order_by(row.began_at.desc()).limit(RUNS_MAX)
    with floor.database.transaction() as connection:
        found = list(connection.execute(chosen))
    above = _above(floor, house, person)
    lines = [_run_line(floor, each) for each in found]
    return [each for each in lines if each.person == person or each.book in above]


def own_lessons(floor: "Floor", house: str, person: str) -> list[tuple[str, Lesson]]:
    """Return the latest of each scenario that somebody of a house has brought, under the books of somebody's titles."""
    row, shipped = lesson_runs.c, [each.name for each in library.lessons()]
    chosen = select(row.stream, row.name).where(row.house == house, row.name.not_in(shipped))
    with floor.database.transaction() as connection:
        found = list(connection.execute(chosen.order_by(row.began_at.desc()).limit(RUNS_MAX)))
    latest = {each.name: each.stream for each in reversed(found)}
    held = titles_of(floor, house, person)
    lessons = ((stream.removeprefix(PREFIX), floor.state(stream)[0]) for stream in latest.values())
    return [(own, lesson) for own, lesson in lessons if floor.book(lesson.book).id in held]


def source_of(floor: "Floor", house: str, lesson_id: str, person: str) -> Lesson:
    """Return a lesson to repeat: one's own, or one that somebody of the house has brought."""
    run = lesson_at(floor, house, lesson_id, person)
    if run is not None:
        return run.lesson
    brought = dict(own_lessons(floor, house, person))
    if lesson_id not in brought:
        raise InputError("no-lesson")
    return brought[lesson_id]


def _run_line(floor: "Floor", row: Any) -> RunLine:
    book, named = floor.book(row.book).id, row.stream.removeprefix(PREFIX)
    return RunLine(named, row.person, row.name, book, row.began_at, row.marks, row.ended)


def _above(floor: "Floor", house: str, person: str) -> set[str]:
    """Return the books under which somebody holds a title above a dealer's."""
    found = set()
    for name, titles in titles_of(floor, house, person).items():
        book = floor.book(settings_of(floor, house).books[name])
        if _is_above(book, titles):
            found.add(name)
    return found


def _is_above(book: Rulebook, titles: Iterable[str]) -> bool:
    return any(rank(book, title) > rank(book, lowest(book)) for title in titles)
