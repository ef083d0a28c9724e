"""House and seats bind themselves anew, where what they were bound to may be known: after a backup was restored."""

from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.rounds import void
from mississippi_stud.table.seeds import commit


def commit_anew(course: Course, command: c.CommitAnew) -> None:
    """Void the round that is open; show the secret of one that has not begun, unused; bind house and seats anew.

    What came after the backup happened, though the log does not know it: the secret may have been shown, seeds may have
    been opened. So nobody may be held to them, the house least of all.
    """
    if course.table.round is not None:
        clause = course.book.wagers[Wager.ANTE].on_misdeal.clause
        void(course, c.Void(at=course.at, by=course.by, clause=clause, reason=command.reason))
    elif (bound := course.table.committed) is not None:
        course.add(
            e.CommitmentWithdrawn(
                at=course.at, by=course.by, number=bound.number, secret=bound.secret, reason=command.reason
            )
        )  # fmt: skip
        commit(course)
    for position, seat in course.table.seats.items():
        for coming, known in ((True, seat.seed_hash), (False, seat.next_seed_hash)):
            if known:
                course.add(e.SeedCommitted(at=course.at, by=course.by, position=position, seed_hash="", coming=coming))
