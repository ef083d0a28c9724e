"""The deadlines of a table: set when a moment begins, keyed by that moment, and carried out when they expire.

A key is the round's number followed by `open` or by the phase, plus the position where the book asks players one at a
time. No key is set twice, so a countdown never restarts, and the key is removed once its moment has passed. While a
ruling is pending nobody can act and no clock runs. Decision 92 explains the keys.
"""

from mississippi_stud.messages import DAY, SECOND
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Ending, Phase, State
from mississippi_stud.rulebooks.model import Clause
from mississippi_stud.rulebooks.vocabulary import STREETS, DecisionOrder, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.rounds import carry_out, close_betting, deal, follow, opened
from mississippi_stud.table.state import Table


def deadlines(table: Table) -> dict[str, int]:
    """Return when each deadline of the table is due, by key."""
    return {key: deadline.due_at for key, deadline in table.deadlines.items()}


def set_deadlines(course: Course) -> None:
    """Set the deadlines for the moment that the command has led to."""
    table, state = course.table, course.table.round
    if state is None:
        return
    days = course.book.notices.cancel_game_days
    if days is not None:  # only after more than that many days
        _set(course, f"{table.number}/open", days.value * DAY + 1, days.clause)
    if table.clocks is None or table.question is not None:
        return
    if state.phase is not Phase.BETTING and any(state.waiting()):
        _set(course, _key(course, state), table.clocks.decision_seconds * SECOND)
    elif state.phase is Phase.BETTING and not table.betting_closed:
        _set(course, f"{table.number}/{state.phase}", table.clocks.betting_seconds * SECOND)


def _set(course: Course, key: str, time: int, clause: Clause = "") -> None:
    if key not in course.table.deadlines:
        course.add(e.DeadlineSet, key=key, due_at=course.at + time, clause=clause)


def _key(course: Course, state: State) -> str:
    """Return the key of a decision: the street's, or that of the seat whose turn it is."""
    play, street = course.book.play, f"{course.table.number}/{state.phase}"
    order = play.third_street_order if state.street is STREETS[0] else play.later_streets_order
    if order.value is DecisionOrder.FROM_DEALERS_LEFT:
        return f"{street}/{next(state.waiting()).position}"
    return street


def time_up(course: Course, command: c.TimeUp) -> None:
    """Carry out a deadline; do nothing if it is gone or not yet due."""
    deadline = course.table.deadlines.get(command.key)
    if deadline is None or course.at < deadline.due_at:
        return
    state = opened(course)
    _, moment, *position = command.key.split("/")
    course.add(e.DeadlineEnded, key=command.key)
    if moment == "open":
        void = rc.VoidRound(clause=deadline.clause, jackpots_back=True)
        carry_out(course, state, void, reason="unfinished")
    elif moment == Phase.BETTING:
        _close(course, state)
    else:
        for hand in list(state.waiting()):
            if not position or hand.position == int(position[0]):
                _give_up(course, hand.position)


def _close(course: Course, state: State) -> None:
    """Close the betting and deal to those who have wagered; void a round that nobody plays or that cannot be dealt."""
    if not state.live_hands():
        clause = course.book.wagers[Wager.ANTE].presence.clause
        carry_out(course, state, rc.VoidRound(clause=clause), reason="nobody-wagered")
    elif not course.table.automatic:
        close_betting(course)
    else:
        try:
            deal(course)
        except Refused as refused:  # the meter no longer accepts the wagers, and nobody may be there to withdraw them
            void = rc.VoidRound(clause=refused.clause, jackpots_back=True)
            carry_out(course, opened(course), void, reason="undealable")


def _give_up(course: Course, position: int) -> None:
    """Fold a hand whose player did not decide in time, even a blind box, which players themselves cannot fold."""
    state = opened(course)
    if not state.hands[position].blind:
        carry_out(course, state, rc.Fold(position=position))
        return
    clause = course.book.play.absent.clause
    folded = (r.HandEnded(position=position, ending=Ending.FOLDED, on=state.street, clause=clause),)
    course.move(state, folded)
    follow(course, state, folded)
