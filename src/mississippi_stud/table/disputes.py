"""Disputes: opening, first decision, review, and closing, which points the player to the inspector (decision 220)."""

from typing import Final

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.duties import refused
from mississippi_stud.table.staff import check_power, holder, power_clause
from mississippi_stud.table.state import Dispute

OPEN_MAX: Final = 5
"""How many disputes of one player may be open at a table: it holds them until they are closed."""


def _about(course: Course, number: int, clause: Clause) -> Dispute:
    found = next((each for each in course.table.disputes if each.number == number), None)
    if found is None:
        code = "dispute-closed" if 0 < number <= course.table.disputed else "no-such-dispute"
        raise Refused(code, clause, dispute=number)
    return found


def open_dispute(course: Course, command: c.OpenDispute) -> None:
    """Open a dispute and record the number of the round that it is about; a player has one about a round."""
    table, clause = course.table, power_clause(course.book, Power.DECIDE_DISPUTE)
    number, player = table.disputed + 1, command.player
    own = [each for each in table.disputes if each.player == player]
    known = next((each.number for each in own if each.round == table.number), None)
    if known is not None:
        raise Refused("disputed-already", clause, dispute=known)
    if len(own) >= OPEN_MAX:
        raise Refused("too-many-disputes", clause, most=OPEN_MAX)
    dispute = Dispute(number=number, player=player, about=command.about, opened_at=command.at, round=table.number)
    course.add(e.DisputeOpened, dispute=dispute)


def decide_dispute(course: Course, command: c.DecideDispute) -> None:
    """Record the first decision, made by somebody whom the book authorises."""
    clause = check_power(course.book, command.by, Power.DECIDE_DISPUTE)
    dispute = _about(course, command.dispute, clause)
    if dispute.decision:
        raise Refused("decided-already", clause, dispute=command.dispute)
    number, decision = dispute.number, command.decision
    course.add(e.DisputeDecided, dispute=number, decision=decision, clause=clause, person=command.person)
    course.come(Moment.DISPUTE_DECIDED, dispute=number)


def ask_review(course: Course, command: c.AskReview) -> None:
    """Record that the player asks for a review of the first decision."""
    held = holder(course.book, Power.REVIEW_DISPUTE)
    if held is None:
        raise Refused("no-review", power_clause(course.book, Power.DECIDE_DISPUTE))
    dispute = _about(course, command.dispute, held.clause)
    if not dispute.decision:
        raise Refused("not-decided", held.clause, dispute=dispute.number)
    course.add(e.ReviewAsked, dispute=dispute.number)


def review_dispute(course: Course, command: c.ReviewDispute) -> None:
    """Record the requested review, made by a second person of the rank that the book names."""
    clause = check_power(course.book, command.by, Power.REVIEW_DISPUTE, named=True)
    dispute = _about(course, command.dispute, clause)
    if not dispute.review_asked:
        raise Refused("review-not-asked", clause, dispute=dispute.number)
    if dispute.decided_by == course.who:
        raise Refused("second-person", clause, duty="review-dispute", who=None)
    number, decision = dispute.number, command.decision
    course.add(e.DisputeReviewed, dispute=number, decision=decision, clause=clause, person=command.person)


def close_dispute(course: Course, command: c.CloseDispute) -> None:
    """Close a dispute; a dissatisfied player must have been told of the inspector first."""
    clause = power_clause(course.book, Power.DECIDE_DISPUTE)
    dispute = _about(course, command.dispute, clause)
    if not dispute.decision:
        raise Refused("not-decided", clause, dispute=dispute.number)
    if dispute.review_asked and not dispute.review:
        raise Refused("review-waits", clause, dispute=dispute.number)
    told = next((prompt for prompt in course.table.prompts if prompt.dispute == dispute.number), None)
    if told is not None and not command.satisfied:
        raise refused(course.book, "prompt-waits", told)
    course.drop(lambda prompt: prompt.dispute == dispute.number)
    course.add(e.DisputeClosed, dispute=dispute.number, satisfied=command.satisfied)
