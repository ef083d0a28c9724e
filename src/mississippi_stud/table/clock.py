"""The deadlines of a table: set when a moment begins, keyed by that moment, and carried out when they expire.

A key is the round's number followed by `open` or by the phase, plus the position where the book asks players one at a
time or where a player has a time of their own. No key is set twice, so a countdown never restarts; it can only be put
off. The key is removed once its moment has passed. While a ruling is pending nobody can act and no clock runs
(decision 92).
"""

from typing import Final

from mississippi_stud.messages import DAY, SECOND
from mississippi_stud.money import Cents
from mississippi_stud.round import commands as rc
from mississippi_stud.round import events as r
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Ending, Phase, State, offered
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, DecisionOrder, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.queue import KEY, lapse, move_offers, offer_deadlines
from mississippi_stud.table.rounds import (
    awaited,
    carry_out,
    close_betting,
    deal,
    follow,
    is_away,
    open_round,
    opened,
    without_lost,
)
from mississippi_stud.table.state import Clocks, ExtraTime, NoAnswer, Seat, Table

_OPEN: Final = "/open"
"""How the key of the deadline ends by which a round must be over."""
BEGIN: Final = "/begin"
"""How the key of the deadline ends at which a round opens by itself."""


def deadlines(table: Table) -> dict[str, int]:
    """Return when each deadline of the table is due, by key."""
    return {**_play_deadlines(table), **offer_deadlines(table)}


def _play_deadlines(table: Table) -> dict[str, int]:
    return {key: deadline.due_at for key, deadline in table.deadlines.items()}


def play_due(table: Table) -> int | None:
    """Return when the time is up for what everybody at the table waits for."""
    return min((at for key, at in _play_deadlines(table).items() if for_players(key)), default=None)


def outage_seconds(table: Table) -> int:
    """Return how much more time the players have because nobody could reach the table."""
    return max((each.outage for each in table.deadlines.values()), default=0) // SECOND


def for_players(key: str) -> bool:
    """Whether a deadline is for something that players do, and not the one by which the round must be over."""
    return not key.endswith(_OPEN)


def set_deadlines(course: Course) -> None:
    """Set the deadlines for the moment that the command has led to."""
    table, state = course.table, course.table.round
    if state is None:
        if table.clocks is not None and table.clocks.between_seconds and table.seats and not table.closing:
            _set(course, f"{table.number + 1}{BEGIN}", table.clocks.between_seconds * SECOND)
        return
    days = course.book.notices.cancel_game_days
    if days is not None:  # only after more than that many days
        _set(course, f"{table.number}{_OPEN}", days.value * DAY + 1, days.clause)
    if table.clocks is None or table.question is not None:
        return
    if state.phase is not Phase.BETTING and any(state.waiting()):
        _set_decisions(course, state, table.clocks)
        _give_lost_time(course, table.clocks)
    elif state.phase is Phase.BETTING and not table.betting_closed:
        slowest = max((seat.pace for seat in table.seats.values() if awaited(seat)), default=1)
        _set(course, f"{table.number}/{state.phase}", table.clocks.betting_seconds * slowest * SECOND)
        _keep_side_wagers_open(course, table.clocks)


def _set_decisions(course: Course, state: State, clocks: Clocks) -> None:
    """Set the deadline of the street or of the seat whose turn it is, and those of seats with a time of their own."""
    street = f"{course.table.number}/{state.phase}"
    order = course.table.order
    asked = next(iter(asked_at(course.book, state, order))) if order or one_by_one(course.book, state) else None
    seats = course.table.seats
    if asked is None and street not in course.table.deadlines:
        timed = {hand.position for hand in state.waiting() if f"{street}/{hand.position}" in course.table.deadlines}
        own = [hand.position for hand in state.waiting() if _has_own_time(seats.get(hand.position))]
        if any(hand.position not in (*own, *timed) for hand in state.waiting()):
            _set(course, street, clocks.decision_seconds * SECOND)
        for position in own:
            _set(course, f"{street}/{position}", clocks.decision_seconds * seats[position].pace * SECOND)
    elif asked is not None:
        pace = seats[asked].pace if asked in seats else 1
        _set(course, f"{street}/{asked}", clocks.decision_seconds * pace * SECOND)


def _has_own_time(seat: Seat | None) -> bool:
    """Whether a seat is timed alone: it has longer, or it bets without an answer, which its player may be unable to."""
    return seat is not None and (seat.pace > 1 or seat.no_answer is NoAnswer.SMALLEST_BET)


def _set(course: Course, key: str, time: int, clause: Clause = "") -> None:
    if key not in course.table.deadlines:
        course.add(e.DeadlineSet, key=key, due_at=course.at + time, clause=clause)


def asked_at(book: Rulebook, state: State, order: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the positions whose decision is waited for: of the player whose turn it is, or of all who decide.

    `order` is that of a tournament, if the table has one.
    """
    waiting = tuple(hand.position for hand in state.waiting())
    if order:
        return tuple(position for position in order if position in waiting)[:1]
    return waiting[:1] if one_by_one(book, state) else waiting


def one_by_one(book: Rulebook, state: State) -> bool:
    """Whether the players decide in turn on the open street, and not together."""
    order = book.play.third_street_order if state.street is STREETS[0] else book.play.later_streets_order
    return order.value is DecisionOrder.FROM_DEALERS_LEFT


# More time.


def _keep_side_wagers_open(course: Course, clocks: Clocks) -> None:
    """Leave a seat that has just placed its ante some time for its side wagers, once a round."""
    key, due_at = f"{course.table.number}/{Phase.BETTING}", course.at + clocks.side_seconds * SECOND
    if course.table.deadlines[key].due_at >= due_at or not _offers_side_wagers(course):
        return
    for each in [each for each in course.events if isinstance(each, r.WagerPlaced) and each.wager is Wager.ANTE]:
        seat = course.table.seats.get(each.position)
        if seat is not None and seat.side_in != course.table.number:
            why = ExtraTime.SIDE_WAGERS
            course.add(e.DeadlineMoved, key=key, due_at=due_at, why=why, position=each.position)


def _offers_side_wagers(course: Course) -> bool:
    setup = opened(course).setup
    return any(offered(course.book, setup, wager) for wager in course.book.wagers if wager not in MAIN_WAGERS)


def take_time(course: Course, command: c.TakeTime) -> None:
    """Give a player more time for a decision, from their reserve."""
    table, seat = course.table, course.seat(command.position)
    if command.turn != table.turn:
        raise Refused("turn-passed", course.book.play.settlement_order.clause)
    due_at = None if table.clocks is None else dues(table).get(command.position)
    if table.clocks is None or due_at is None:
        raise Refused("nothing-to-decide", course.book.play.absent.clause, position=command.position)
    seconds = min(table.clocks.press_seconds, table.clocks.reserve_seconds - seat.reserve_used)
    if seconds <= 0:
        raise Refused("reserve-used", course.book.play.absent.clause, seconds=table.clocks.reserve_seconds)
    _put_off(course, command.position, due_at + seconds * SECOND, ExtraTime.RESERVE, seconds)


def _give_lost_time(course: Course, clocks: Clocks) -> None:
    """Give whoever has lost the connection, just now or before, more time for the decision under way, once a round."""
    for position, due_at in dues(course.table).items():
        if is_away(course.table, position) and course.table.seats[position].lost_in != course.table.number:
            _put_off(course, position, due_at + clocks.lost_seconds * SECOND, ExtraTime.CONNECTION)


def dues(table: Table) -> dict[int, int]:
    """Return by when each seat that has something to decide must have decided, where time runs."""
    state = table.round
    if state is None or not table.deadlines:
        return {}
    street = f"{table.number}/{state.phase}"
    of_all = table.deadlines.get(street)
    found = {hand.position: table.deadlines.get(f"{street}/{hand.position}", of_all) for hand in state.waiting()}
    return {position: deadline.due_at for position, deadline in found.items() if deadline is not None}


def _put_off(course: Course, position: int, due_at: int, why: ExtraTime, seconds: int = 0) -> None:
    phase = opened(course).phase
    key = f"{course.table.number}/{phase}/{position}"
    course.add(e.DeadlineMoved, key=key, due_at=due_at, why=why, position=position, seconds=seconds)


def move_deadlines(course: Course, command: c.MoveDeadlines) -> None:
    """Move every deadline of the players by the time for which nobody could reach the table."""
    by = course.at - command.since + command.allowance
    for key, deadline in course.table.deadlines.items():
        if for_players(key):
            course.add(e.DeadlineMoved, key=key, due_at=deadline.due_at + by, why=ExtraTime.OUTAGE)
    move_offers(course, by)


# When the time is up.


def time_up(course: Course, command: c.TimeUp) -> None:
    """Carry out a deadline; do nothing if it is gone or not yet due."""
    if command.key.startswith(KEY):
        lapse(course, command.key)
        return
    deadline = course.table.deadlines.get(command.key)
    if deadline is None or course.at < deadline.due_at:
        return
    course.add(e.DeadlineEnded, key=command.key)
    if command.key.endswith(BEGIN):
        if course.table.seats and course.table.round is None:
            open_round(course)
        return
    state = opened(course)
    street, moment, *position = command.key.split("/")
    if moment == "open":
        void = rc.VoidRound(clause=deadline.clause, jackpots_back=True)
        carry_out(course, state, void, reason="unfinished")
    elif moment == Phase.BETTING:
        _close(course)
    elif position:
        _answer(course, int(position[0]), command)
    else:
        for hand in list(state.waiting()):
            if f"{street}/{moment}/{hand.position}" not in course.table.deadlines:
                _give_up(course, hand.position)


def _answer(course: Course, position: int, command: c.TimeUp) -> None:
    """Do for a player what they chose to have done without an answer."""
    seat, state = course.table.seats.get(position), opened(course)
    bets = seat is not None and seat.no_answer is NoAnswer.SMALLEST_BET and command.funded
    if not bets or state.hands[position].blind:
        _give_up(course, position)
        return
    ante = state.hands[position].stakes[Wager.ANTE].cents
    cents = Cents(ante * min(course.book.streets.multiples.value))
    carry_out(course, state, rc.Bet(position=position, cents=cents))


def _close(course: Course) -> None:
    """Close the betting and deal to those who have wagered; void a round that nobody plays or that cannot be dealt."""
    state = without_lost(course)
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
