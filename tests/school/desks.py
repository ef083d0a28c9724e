"""Training tables for tests: a trainee who does what is expected, up to a moment."""

from collections.abc import Callable

from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.school import library
from mississippi_stud.school.desk import Desk
from mississippi_stud.school.judge import Judgement, answer, judge
from mississippi_stud.school.marks import Act, Doing
from mississippi_stud.school.opening import open_desk

LESSONS = [each.name for each in library.lessons()]


def desk_at(name: str, until: Callable[[Doing], bool] = lambda _: False) -> Desk:
    """Return the table of a lesson once something is expected for which `until` holds."""
    desk = open_desk(library.lesson(name).text, rulebook)
    while desk.expected and not until(desk.expected[0]):
        right(desk)
    return desk


def right(desk: Desk) -> Doing:
    """Do what is expected; return it."""
    judgement = judge(desk, answer(desk, desk.expected[0]))
    assert judgement.mark is None, judgement.mark
    assert judgement.done is not None
    return judgement.done


def marked(desk: Desk, act: Act) -> tuple[str, str]:
    """Do something wrong; return the kind of its mark and its clause. The table must be as before."""
    before = desk.table, desk.at_line, desk.paid, desk.jackpots.meters
    judgement: Judgement = judge(desk, act)
    assert judgement.done is None
    assert judgement.mark is not None
    assert (desk.table, desk.at_line, desk.paid, desk.jackpots.meters) == before
    return str(judgement.mark.kind), judgement.mark.clause
