"""Attendance: players who are connected or not, who sit out, who need more time, and what is done without an answer.

A choice is recorded even if it was the same before: its command is then known by its id, and does nothing when it comes
again after another choice (decision 511).
"""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Phase
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course

PACES: Final = (1, 2, 10)
"""How many times as long as others a player may choose to have."""


def choose_no_answer(course: Course, command: c.ChooseNoAnswer) -> None:
    """Choose what is done without an answer; it cannot be changed once the player has seen the cards."""
    course.seat(command.position)
    _check_before_cards(course, command.position)
    course.add(e.NoAnswerChosen, position=command.position, no_answer=command.no_answer)


def choose_pace(course: Course, command: c.ChoosePace) -> None:
    """Choose how long the player has; it counts from the next decision on."""
    if command.pace not in PACES:
        raise InputError("pace-unknown", paces=PACES)
    course.seat(command.position)
    course.add(e.PaceChosen, position=command.position, pace=command.pace)


def sit_out(course: Course, command: c.SitOut) -> None:
    """Sit out from the next round on, or play again; somebody who has wagered plays this round to its end."""
    course.seat(command.position)
    course.add(e.SeatSatOut, position=command.position, out=command.out)


def note_connection(course: Course, command: c.NoteConnection) -> None:
    """Note a connection that is lost or back."""
    seats = (seat for seat in course.table.seats.values() if seat.player == command.player)
    if any((seat.away_at is None) != command.connected for seat in seats):
        course.add(e.ConnectionNoted, player=command.player, connected=command.connected)


def note_there(course: Course) -> None:
    """Note that a player who acts is there, even if no live view of theirs is open (decision 480)."""
    if any(seat.player == course.person and seat.away_at is not None for seat in course.table.seats.values()):
        course.add(e.ConnectionNoted, player=course.person, connected=True)


def _check_before_cards(course: Course, position: int) -> None:
    """Raise `Refused` if the player already has cards in this round."""
    state = course.table.round
    hand = None if state is None else state.hands.get(position)
    if state is not None and state.phase is not Phase.BETTING and hand is not None and hand.stakes:
        raise Refused("bets-closed", course.book.wagers[Wager.ANTE].closes.clause, wager=Wager.ANTE)
