"""Calls for somebody above: made at the table whatever for, answered, and closed when they have been seen to.

A ruling or a dispute has its own way; a call is for everything else (decision 432).
"""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.staff import check_above, staff_clause
from mississippi_stud.table.state import SupervisorCall

ABOUT_MAX: Final = 200
"""How many characters may say what a call is about."""


def call_supervisor(course: Course, command: c.CallSupervisor) -> None:
    """Call somebody above; whoever has called already waits for them."""
    if len(command.about) > ABOUT_MAX:
        raise InputError("about-too-long", most=ABOUT_MAX)
    if any(each.person == command.person and each.by == command.by for each in course.table.calls):
        raise Refused("called-already", staff_clause(course.book, command.by))
    number = course.table.calls_made + 1
    call = SupervisorCall(
        number=number, by=command.by, person=command.person, about=command.about.strip(), since=course.at
    )
    course.add(e.SupervisorCalled, call=call)


def answer_call(course: Course, command: c.AnswerCall) -> None:
    """Say that somebody above is on their way."""
    clause = check_above(course.book, command.by)
    if _open(course, command.call).answered_by:
        raise Refused("call-answered", clause)
    course.add(e.CallAnswered, call=command.call, person=course.who)


def close_call(course: Course, command: c.CloseCall) -> None:
    """Close a call, as whoever made it or as somebody above."""
    call = _open(course, command.call)
    if (call.person, call.by) != (command.person, command.by):
        check_above(course.book, command.by)
    course.add(e.CallClosed, call=command.call, person=course.who)


def _open(course: Course, number: int) -> SupervisorCall:
    """Return an open call."""
    found = next((each for each in course.table.calls if each.number == number), None)
    if found is None:
        raise Refused("no-such-call", staff_clause(course.book, course.by))
    return found
