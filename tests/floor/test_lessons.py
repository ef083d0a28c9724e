"""Lessons on a floor, on both databases: nothing but the lesson is written, and it survives a restart in the middle."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, houses
from mississippi_stud.floor.history.verify import verify_streams
from mississippi_stud.floor.kinds import STREAMS
from mississippi_stud.floor.lessons import LessonRun, leave_lesson, lesson_at, library, open_lesson, perform, runs
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.school.judge import answer
from mississippi_stud.school.marks import AskHelp, Pay
from mississippi_stud.store import log
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import Facts
from tests.floor.clock import Clock
from tests.floor.drive import dump
from tests.floor.test_houses import BOSS, join, open_house

NAME = "crown-2-a-misdeal"
PLAY = houses.PLAY
HEAD = 'rulebook = "crown"\ndealing = "shoe"\nplayers = { 1 = "ann" }\n'


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(database_url: str, key_file: Path, clock: Clock) -> Iterator[Floor]:
    with Floor.open(database_url, key_file, clock) as one:
        staffed(one)
        yield one


def staffed(floor: Floor) -> None:
    open_house(floor, "ann")
    join(floor, "deb", crown=("dealer",))
    join(floor, "don", crown=("dealer",))
    join(floor, "max", crown=(BOSS,))
    join(floor, "nat", nsw=("gaming-supervisor",))


def begun(floor: Floor, name: str = NAME, person: str = "deb", **options: Any) -> str:
    text = options.pop("text", None) or library.lesson(name).text
    return open_lesson(floor, PLAY, person, name=name, text=text, command_id=f"{name} {person}", **options)


def run_of(floor: Floor, lesson: str, person: str = "deb") -> LessonRun:
    run = lesson_at(floor, PLAY, lesson, person)
    assert run is not None
    return run


def goes_on(floor: Floor, lesson: str, count: int = 100) -> LessonRun:
    """Do what is expected, so many times or to the end."""
    run = run_of(floor, lesson)
    for _ in range(count):
        if not run.desk.expected:
            break
        run = perform(floor, PLAY, lesson, "deb", answer(run.desk, run.desk.expected[0]))
    return run


def until(floor: Floor, lesson: str, incident: Incident) -> None:
    for _ in range(100):
        if run_of(floor, lesson).desk.expected[0].incident is incident:
            return
        goes_on(floor, lesson, 1)
    raise AssertionError(incident)


def money(floor: Floor) -> dict[str, Any]:
    """Return every row of the database but those of the lessons' own streams and of the log's chain."""
    rows = dump(floor.database)
    kept = {"lesson_runs", "events", "streams", "commits", "commands", "facts", "snapshots", "heads"}
    return {name: each for name, each in rows.items() if name not in kept}


def test_a_lesson_goes_on_after_a_restart_and_its_marks_are_kept(database_url: str, key_file: Path, clock: Clock):
    with Floor.open(database_url, key_file, clock) as one:
        staffed(one)
        lesson = begun(one)
        until(one, lesson, Incident.WRONG_HOLE_COUNT)
        wrong = t.Report(incident=Incident.CARDS_MISHANDLED, facts=Facts(position=2))
        assert perform(one, PLAY, lesson, "deb", wrong).lesson.wrong
        before = run_of(one, lesson)
    with Floor.open(database_url, key_file, clock) as again:
        after = run_of(again, lesson)
        assert after.lesson == before.lesson
        assert after.desk.table == before.desk.table
        assert [(mark.kind, mark.clause) for mark in after.lesson.marks] == [("other-incident", "crown 11.2.1")]
        done = goes_on(again, lesson)
        assert (done.over, done.lesson.left, len(done.lesson.marks)) == (True, False, 1)
        assert len(done.lesson.acts) == len(done.lesson.right) + 1, "what was marked was not right at first"
        with pytest.raises(InputError, match="this lesson is over"):
            perform(again, PLAY, lesson, "deb", AskHelp())


def test_a_lesson_touches_no_account_no_meter_and_no_statistics(floor: Floor):
    before, streams = money(floor), set(log.streams(floor.database))
    assert any(rows for rows in before.values()), "the house itself has rows"
    lesson = begun(floor)
    goes_on(floor, lesson)
    assert money(floor) == before
    assert set(log.streams(floor.database)) - streams == {f"lesson:{lesson}"}
    assert run_of(floor, lesson).desk.jackpots.shown() != {}, "the lesson has a meter of its own"
    verify_streams(floor.database, STREAMS)


def test_the_list_of_lessons_is_rebuilt_from_the_log(floor: Floor):
    lesson = begun(floor)
    perform(floor, PLAY, lesson, "deb", AskHelp())
    leave_lesson(floor, PLAY, lesson, "deb")
    other = begun(floor, person="don")
    before = dump(floor.database)["lesson_runs"]
    floor.rebuild()
    assert dump(floor.database)["lesson_runs"] == before
    assert [(run.id, run.person, run.marks, run.ended) for run in runs(floor, PLAY, "deb")] == [(lesson, "deb", 2, 2)]
    assert {run.id for run in runs(floor, PLAY, "max")} == {lesson, other}, "somebody above sees all"
    assert runs(floor, PLAY, "nat") == [], "not under another book"


def test_a_lesson_is_its_trainees_and_those_above_may_look(floor: Floor):
    lesson = begun(floor)
    assert lesson_at(floor, PLAY, lesson, "max") is not None
    for person in ("don", "nat", "ann", "nobody"):
        assert lesson_at(floor, PLAY, lesson, person) is None, person
    assert lesson_at(floor, "club", lesson, "deb") is None
    assert lesson_at(floor, PLAY, "0" * 32, "deb") is None
    for person in ("don", "max"):
        with pytest.raises(InputError, match="there is no such lesson for you"):
            perform(floor, PLAY, lesson, person, AskHelp())
    with pytest.raises(InputError, match="title"):
        begun(floor, person="nat")


def test_whoever_asks_twice_begins_and_does_a_thing_once(floor: Floor):
    assert begun(floor) == begun(floor)
    lesson = begun(floor)
    run = run_of(floor, lesson)
    act = answer(run.desk, run.desk.expected[0])
    first = perform(floor, PLAY, lesson, "deb", act, "the same id")
    assert perform(floor, PLAY, lesson, "deb", act, "the same id").version == first.version
    helped = perform(floor, PLAY, lesson, "deb", AskHelp())
    assert perform(floor, PLAY, lesson, "deb", AskHelp()).version == helped.version, "one mark is not made twice"


def test_a_console_shows_what_a_table_would_and_that_seats_are_paid(floor: Floor):
    lesson = begun(floor)
    kinds = []
    run = run_of(floor, lesson)
    while run.desk.expected:
        kinds.append((str(run.desk.expected[0].kind), str(run.work.due[0].kind) if run.work.due else ""))
        assert all(step.cards == 0 for step in run.work.due)
        run = perform(floor, PLAY, lesson, "deb", answer(run.desk, run.desk.expected[0]))
    differ = {pair for pair in kinds if pair[0] != pair[1]}
    assert differ == {("report", "confirm")}, "that something has happened is nowhere on the list"
    assert ("pay", "pay") in kinds
    assert run.work.due == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rulebook = ", "the file is not valid TOML"),
        ('rulebook = "chess"\nscript = ""', "chess"),
        ('cards = "As"', "rulebook is missing"),
        (HEAD + 'cards = "As As"\nscript = "deal"', "line 4: cards"),
        (
            HEAD + 'cards = ""\nscript = """\n1 ante NaN\n"""',
            "line 1 of the script: 'NaN' is not a number",
        ),
        (
            HEAD + 'cards = ""\nscript = """\n1 ante 5\ndeal\n"""',
            "line 2 of the script: 5 cards are needed and 0 are left in cards",
        ),
        ('rulebook = "crown"\nlesson = { title = 1 }\nscript = ""', "lesson.title = 1: write a text"),
        ('rulebook = "crown"\nlesson = { subject = "x" }\nscript = ""', "'subject' is not a key of lesson"),
        (
            HEAD + '[[rounds]]\ntable = "2"\ncards = ""\nscript = ""',
            "table: a lesson is given at one table",
        ),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_taught_gets_a_clear_error_and_writes_nothing(floor: Floor, text: str, said: str):
    before = dump(floor.database)
    with pytest.raises(InputError) as raised:
        begun(floor, "own", text=text)
    assert said in str(raised.value)
    assert dump(floor.database) == before


def test_a_file_of_ones_own_needs_no_staff_and_no_words(floor: Floor):
    text = """
        rulebook = "crown"
        dealing = "shoe"
        cards = "Jc 2c Jd 7d Qh 9s 4h"
        players = { 1 = "ann", 2 = "ben" }
        script = '''
        1 ante 10
        2 ante 10
        deal
        1 bet 1
        incident information-exchanged position=2
        reveal
        1 bet 1
        reveal
        1 bet 1
        reveal
        settle
        '''
    """
    lesson = begun(floor, "my own", text=text)
    until(floor, lesson, Incident.INFORMATION_EXCHANGED)
    run = goes_on(floor, lesson)
    assert run.over
    assert run.lesson.marks == ()
    assert [each.name for each in runs(floor, PLAY, "deb")] == ["my own"]


def test_a_wrong_payment_changes_nothing_however_often(floor: Floor):
    lesson = begun(floor, "crown-3-limits")
    for _ in range(100):
        run = run_of(floor, lesson)
        if run.desk.expected[0].kind == "pay":
            break
        goes_on(floor, lesson, 1)
    for cents in (2_100_00, 1, 2_100_00):
        wrong = perform(floor, PLAY, lesson, "deb", Pay(position=1, cents=cents))
        assert wrong.lesson.wrong
        assert wrong.desk.paid == ()
    assert [mark.clause for mark in wrong.lesson.marks] == ["crown 6.2.2"] * 3
    assert goes_on(floor, lesson).over
