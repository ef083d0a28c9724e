"""The line for a seat: places that are kept, offers that are answered in time or go to the next (decision 231).

An offer is of a seat, not of a position: as many seats are kept as offers are open, and whoever has one takes any of
the free positions. Its deadline is keyed by the offer's own number, so one that comes late or twice changes nothing.
"""

from typing import Final

from mississippi_stud.errors import InputError
from mississippi_stud.messages import SECOND
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.state import QueuePlace, Table

ACCEPT_SECONDS: Final = 30
"""How long a seat is kept for whoever it is offered to."""
QUEUE_MAX: Final = 50
KEY: Final = "queue/"
"""How the keys of the offers' deadlines begin."""


def place_of(table: Table, player: str) -> QueuePlace | None:
    """Return somebody's place in line."""
    return next((place for place in table.queue if place.player == player), None)


def _has_seat(table: Table, player: str = "") -> bool:
    """Whether more seats are free than are kept for others."""
    kept = sum(1 for place in table.queue if place.offer and place.player != player)
    return table.positions - len(table.seats) > kept


def offer_deadlines(table: Table) -> dict[str, int]:
    """Return when each offer lapses, by key."""
    return {f"{KEY}{place.offer}": place.due_at for place in table.queue if place.offer}


def join_queue(course: Course, command: c.JoinQueue) -> None:
    """Put somebody at the end of the line; whoever is in line keeps their place, and has said so (decision 511)."""
    table, clause = course.table, course.book.positions.maximum.clause
    if not command.player:
        raise InputError("nameless-player")
    if command.player in table.excluded:
        raise Refused("excluded", table.excluded[command.player], player=command.player)
    if command.player in table.players:
        raise Refused("seated-already", clause, player=command.player)
    if place_of(table, command.player) is None and len(table.queue) >= QUEUE_MAX:
        raise Refused("queue-full", clause, most=QUEUE_MAX)
    course.add(e.QueueJoined, player=command.player)


def leave_queue(course: Course, command: c.LeaveQueue) -> None:
    """Take somebody out of the line, if they are in it."""
    course.add(e.QueueLeft, player=command.player)


def check_line(book: Rulebook, table: Table, player: str, *, freeing: bool) -> None:
    """Raise `Refused` if somebody else is first: every free seat is kept for them, or they wait for one to be freed."""
    first = table.queue[0].player == player
    if not first if freeing else not _has_seat(table, player):
        raise Refused("seat-offered", book.positions.maximum.clause, seconds=ACCEPT_SECONDS)


def offer_seats(course: Course) -> None:
    """Offer the seats that are free to those who wait longest; whoever was excluded meanwhile waits no longer."""
    for place in course.table.queue:
        table = course.table
        if place.player in table.excluded:
            course.add(e.QueueLeft, player=place.player)
        elif not place.offer and _has_seat(table) and not table.closing:
            due_at = course.at + ACCEPT_SECONDS * SECOND
            course.add(e.SeatOffered, player=place.player, offer=table.offers + 1, due_at=due_at)


def lapse(course: Course, key: str) -> None:
    """End an offer that was not answered: its seat is free for the next; do nothing if it is gone or not yet due."""
    for place in course.table.queue:
        if place.offer and key == f"{KEY}{place.offer}" and course.at >= place.due_at:
            course.add(e.QueueLeft, player=place.player, lapsed=True)


def move_offers(course: Course, by: int) -> None:
    """Move the end of every offer by the time for which nobody could answer it."""
    for place in course.table.queue:
        if place.offer:
            course.add(e.SeatOffered, player=place.player, offer=place.offer, due_at=place.due_at + by)
