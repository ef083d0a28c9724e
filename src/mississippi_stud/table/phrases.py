"""Set phrases: all that players can say to each other, and never while a card that somebody holds is hidden.

There is no chat. The books let nobody exchange information from the deal to the last community card; a phrase carries
none, and is refused meanwhile all the same, so that no code can be agreed on (decision 301).
"""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.messages import MINUTE
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.state import Table

MOST_A_MINUTE: Final = 4


def may_talk(table: Table) -> bool:
    """Whether no card is hidden: between rounds, and while the wagers are placed."""
    return table.round is None or table.round.phase is Phase.BETTING


def say_phrase(course: Course, command: c.SayPhrase) -> None:
    """Say a set phrase to the table."""
    rule = course.book.play.talking_after_last_card
    if rule is None:
        raise Refused("nobody-to-talk-to", course.book.positions.maximum.clause)
    seat = course.seat(command.position)
    if not may_talk(course.table):
        raise Refused("no-talking", rule.clause)
    if len(seat.said_since(course.at - MINUTE)) >= MOST_A_MINUTE:
        raise InputError("phrases-often", most=MOST_A_MINUTE)
    course.add(e.PhraseSaid, position=command.position, phrase=command.phrase)
