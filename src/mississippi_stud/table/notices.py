"""Notices, and the changes that need one: changing limits at once or after notice, and closing the table."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from mississippi_stud.messages import MINUTE
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook, RuledValue
from mississippi_stud.rulebooks.vocabulary import Power, Wager
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.duties import check_unblocked
from mississippi_stud.table.staff import check_power
from mississippi_stud.table.state import Notice, NoticeKind, PromptHold, Table

POWERS: Final = {
    NoticeKind.CLOSE_TABLE: Power.CLOSE_TABLE,
    NoticeKind.RAISE_MINIMUM: Power.CHANGE_LIMITS,
    NoticeKind.RAISE_KEPT_MINIMUM: Power.CHANGE_LIMITS,
}
"""The power that is needed to give each kind of notice."""


def _minutes(book: Rulebook, kind: NoticeKind) -> RuledValue[int] | None:
    """Return how many minutes a notice must stand, if the book counts in minutes."""
    return {
        NoticeKind.RAISE_MINIMUM: book.notices.raise_minimum_minutes,
        NoticeKind.RAISE_KEPT_MINIMUM: book.notices.end_kept_minimum_minutes,
        NoticeKind.CLOSE_TABLE: book.notices.close_table_minutes,
        NoticeKind.MOVE_METER: book.notices.move_table_minutes,
        NoticeKind.CLOSE_METER: book.notices.close_meter_minutes,
    }[kind]


def give_notice(course: Course, command: c.GiveNotice) -> None:
    """Put up a sign; the time on it must be far enough ahead."""
    book = course.book
    if command.kind in POWERS:
        check_power(book, command.by, POWERS[command.kind])
    minutes = _minutes(book, command.kind)
    hands = book.notices.close_table_hands if command.kind is NoticeKind.CLOSE_TABLE else None
    rule = minutes or hands
    if rule is None:
        raise Refused("no-notice-needed", book.positions.maximum.clause, kind=command.kind)
    due = command.due_at
    if minutes is not None:
        due = command.at + minutes.value * MINUTE if due is None else due
        if due - command.at < minutes.value * MINUTE:
            raise Refused("notice-time-too-soon", minutes.clause, minutes=minutes.value)
    limits = command.limits
    if not limits and command.kind is NoticeKind.RAISE_KEPT_MINIMUM:
        limits = course.table.limits  # the sign must name a figure: by default, the table's own
    notice = Notice(
        kind=command.kind, given_at=command.at, due_at=due, rounds=course.table.rounds, limits=limits,
        clause=rule.clause,
    )  # fmt: skip
    course.add(e.NoticeGiven, notice=notice)


def _standing(table: Table, kind: NoticeKind) -> Notice | None:
    return next((notice for notice in table.notices if notice.kind is kind), None)


def _check_notice(book: Rulebook, table: Table, kind: NoticeKind, at: int) -> Notice | None:
    """Raise `Refused` if the book requires such a notice and none has stood long enough."""
    minutes = _minutes(book, kind)
    if minutes is None:
        return None
    notice = _standing(table, kind)
    if notice is None:
        raise Refused("notice-missing", minutes.clause, minutes=minutes.value)
    if notice.due_at is not None and at < notice.due_at:
        raise Refused("sign-not-due", minutes.clause, minutes=minutes.value)
    return notice


def change_limits(course: Course, command: c.ChangeLimits) -> None:
    """Change the limits: a higher minimum only after notice or if those seated keep the old one, the rest at once."""
    book, table = course.book, course.table
    check_power(book, command.by, Power.CHANGE_LIMITS)
    check_crossed(book, command.limits)
    raised = [wager for wager, bounds in command.limits.items() if bounds.minimum_cents > _minimum(table, wager)]
    if raised and command.at_once:
        _raise_at_once(course, command)
        return
    notice = _check_notice(book, table, NoticeKind.RAISE_MINIMUM, command.at) if raised else None
    if notice is not None and any(
        wager not in notice.limits or notice.limits[wager].minimum_cents != command.limits[wager].minimum_cents
        for wager in raised
    ):
        raise Refused("other-minimum", notice.clause)
    clause = (notice or book.limits.multiples_of_minimum).clause
    course.add(e.LimitsChanged, limits=command.limits, clause=clause)


def _minimum(table: Table, wager: Wager) -> int:
    return table.limits[wager].minimum_cents if wager in table.limits else 0


def check_crossed(book: Rulebook, limits: Mapping[Wager, Bounds]) -> None:
    """Raise `Refused` if a maximum is below its minimum."""
    for wager, bounds in limits.items():
        if bounds.maximum_cents is not None and bounds.maximum_cents < bounds.minimum_cents:
            raise Refused("limits-crossed", book.limits.multiples_of_minimum.clause, wager=wager)


def _raise_at_once(course: Course, command: c.ChangeLimits) -> None:
    book, table = course.book, course.table
    rule = book.notices.raise_at_once_with_marker
    if rule is None or not rule.value:
        minutes = book.notices.raise_minimum_minutes
        clause = (minutes or book.limits.personal_limits).clause
        raise Refused("notice-missing", clause, minutes=minutes.value if minutes else 0)
    kept = {wager: table.limits.get(wager, Bounds()) for wager in command.limits}
    course.add(e.LimitsChanged, limits=command.limits, kept_by=tuple(table.seats), kept=kept, clause=rule.clause)
    _put_up_markers(course, table.players)


def _put_up_markers(course: Course, players: set[str]) -> None:
    """Prompt for a marker at the seats of players whose limits differ from the table's."""
    for position, seat in course.table.seats.items():
        if seat.player in players and not seat.box:
            course.come(Moment.MINIMUM_KEPT, position=position)


def end_kept_minimum(course: Course, command: c.EndKeptMinimum) -> None:
    """Raise the minimum that players kept, after notice, to the figure on the sign, or end it at the table's own."""
    book, table = course.book, course.table
    check_power(book, command.by, Power.CHANGE_LIMITS)
    minutes = book.notices.end_kept_minimum_minutes
    if minutes is None or not any(seat.kept for seat in table.seats.values()):
        raise Refused("nothing-kept", book.limits.multiples_of_minimum.clause)
    notice = _check_notice(book, table, NoticeKind.RAISE_KEPT_MINIMUM, command.at)
    raised = {**table.limits, **(notice.limits if notice else {})}
    kept = {seat.player: _still_kept(table, seat.kept, raised) for seat in table.seats.values()}
    kept = {player: limits for player, limits in kept.items() if limits}
    for position, seat in table.seats.items():
        if seat.kept and not seat.box and seat.player not in kept:
            course.come(Moment.MARKER_LEAVES, position=position)
    course.add(e.KeptMinimumEnded, clause=minutes.clause, kept=kept)


def _still_kept(table: Table, kept: Mapping[Wager, Bounds], raised: Mapping[Wager, Bounds]) -> dict[Wager, Bounds]:
    """Return what a player keeps once the sign takes effect: its figure, while the table's minimum is higher still."""
    least = {wager: max(each.minimum_cents, raised[wager].minimum_cents) for wager, each in kept.items()}
    return {
        wager: replace(kept[wager], minimum_cents=cents)
        for wager, cents in least.items()
        if cents < _minimum(table, wager)
    }


def agree_limits(course: Course, command: c.AgreeLimits) -> None:
    """Agree personal limits with a player, shown by a distinctive marker."""
    book, table = course.book, course.table
    rule = book.limits.personal_limits
    if not rule.value:
        raise Refused("no-personal-limits", rule.clause)
    check_crossed(book, command.limits)
    if command.player not in table.players:
        raise Refused("not-seated", book.positions.seated_players_only.clause, player=command.player)
    course.add(e.LimitsAgreed, player=command.player, limits=command.limits, clause=rule.clause)
    _put_up_markers(course, {command.player})


def closes_by(book: Rulebook, table: Table, at: int) -> Clause | None:
    """Return the clause by which a table whose closing was announced may be closed now; None if it may not yet."""
    notice, hands = _standing(table, NoticeKind.CLOSE_TABLE), book.notices.close_table_hands
    if notice is None or (notice.due_at is not None and at < notice.due_at):
        return None
    return None if hands is not None and table.rounds - notice.rounds < hands.value else notice.clause


def close(course: Course, command: c.CloseTable) -> None:
    """Close the table: at once if nobody plays, otherwise after the notice that the book requires."""
    book, table = course.book, course.table
    clause = check_power(book, command.by, Power.CLOSE_TABLE)
    if table.round is not None:
        raise Refused("round-open", clause)
    if table.seats:
        _check_notice(book, table, NoticeKind.CLOSE_TABLE, command.at)
        hands = book.notices.close_table_hands
        if hands is not None:
            notice = _standing(table, NoticeKind.CLOSE_TABLE)
            if notice is None:
                raise Refused("hands-notice-missing", hands.clause, hands=hands.value)
            if table.rounds - notice.rounds < hands.value:
                raise Refused("hands-not-played", hands.clause, hands=hands.value)
    if table.carried_cents and book.jackpot is not None:
        rule = book.wagers[book.jackpot.wager.value].on_misdeal
        raise Refused("jackpot-carried", rule.clause, position=min(table.carried_cents))
    if table.pending:
        prize = table.pending[0]
        raise Refused("prize-waits", prize.clause, prize=prize.number)
    if table.decks and not table.closing and book.duties.get(Moment.CLOSING):
        course.add(e.ClosingBegun)
        for deck in table.decks:
            course.come(Moment.CLOSING, deck=deck)
        return
    check_unblocked(book, table, PromptHold.CLOSING)
    course.add(e.TableClosed, clause=clause)
