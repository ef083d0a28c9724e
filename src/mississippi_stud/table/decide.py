"""Turn a command into events of a table, or refuse it with the clause that forbids it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from mississippi_stud.errors import InputError
from mississippi_stud.jackpot.link import Link
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.table import (
    attendance,
    calls,
    clock,
    decks,
    disputes,
    entries,
    notices,
    people,
    phrases,
    prizes,
    prompts,
    queue,
    reports,
    rounds,
    seeds,
    wagers,
)
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.staff import called, check_lists, check_on_duty, power_clause, staff_clause
from mississippi_stud.table.state import Admission, DealingMode, Table

_WHILE_ASKED = (c.Confirm, c.Reject, c.Rule, c.ComeOnDuty, c.GoOffDuty, c.OpenDispute, c.TimeUp, c.Void, c.CommitAnew,
                c.NoteConnection, c.MoveDeadlines, c.JoinQueue, c.LeaveQueue, c.CallSupervisor, c.AnswerCall,
                c.CloseCall)  # fmt: skip
"""The commands that are allowed while a ruling is pending."""
_TERM_FIELDS = frozenset(c.OpenTable.__struct_fields__) & frozenset(e.TableOpened.__struct_fields__)


def decide(
    book: Rulebook, table: Table | None, command: c.Command, *, link: Link | None = None, secret: bytes = b""
) -> tuple[e.Event, ...]:
    """Return the events of the command; raise `Refused` if the book does not allow it.

    Afterwards `link` holds the effects on the meters; `secret` is fresh random bytes to commit to for the next round.
    """
    if isinstance(command, c.OpenTable):
        if table is not None:
            raise Refused("already-open", book.positions.maximum.clause)
        return (_opened(book, command),)
    if table is None or table.closed:
        if table is not None and isinstance(command, c.TimeUp) and command.by == c.FLOOR:
            return ()  # a deadline that expired after the table had closed
        raise Refused("table-closed", power_clause(book, Power.CLOSE_TABLE))
    _check_actor(book, table, command)
    course = Course(book, table, command, link, secret)
    if command.by == c.PLAYER:
        attendance.note_there(course)
    _CARRY_OUT[type(command)](course, command)
    rounds.go_on(course)
    if course.table.queue:
        queue.offer_seats(course)
    clock.set_deadlines(course)
    return tuple(course.events)


def _check_actor(book: Rulebook, table: Table, command: c.Command) -> None:
    if command.by == c.PLAYER:
        _check_player(book, table, command)
    elif command.by == c.FLOOR:
        if not table.automatic and not isinstance(command, c.FLOOR_COMMANDS):
            raise Refused("not-on-duty", staff_clause(book, command.by), by=command.by)
    elif not isinstance(command, c.ComeOnDuty):
        check_on_duty(book, table, command.by, command.person)
        if isinstance(command, c.FLOOR_COMMANDS):
            raise Refused("no-such-power", staff_clause(book, command.by), power=type(command).__name__)
    if table.question is not None and not isinstance(command, _WHILE_ASKED):
        raise Refused("ruling-waits", table.question.clause, decides=called(book, table.question.decides))


def _check_player(book: Rulebook, table: Table, command: c.Command) -> None:
    """Refuse a player who acts for another's position, or who gives a command of the dealer or of the staff.

    Whoever sits at a table with chips wagers and decides there, not by a command.
    """
    person = command.person
    if table.chips and isinstance(command, c.Play | c.PlaceWagers | c.CallWager | c.JoinQueue):
        raise Refused("chips-on-layout", book.money.instruments.clause)
    match command:
        case c.Play(do=do) if isinstance(do, rounds.PLAYERS):
            own = _sits(table, do.position, person)
        case c.PlaceWagers() | c.Stand() | c.CommitSeed() | c.CallWager() | c.SitOut() | c.TakeTime():
            own = _sits(table, command.position, person)
        case c.ChooseNoAnswer() | c.ChoosePace() | c.SayPhrase():
            own = _sits(table, command.position, person)
        case c.AskFaceUp():
            own = True
        case c.Sit(player=player) | c.OpenDispute(player=player):
            own = player == person
        case c.JoinQueue(player=player) | c.LeaveQueue(player=player):
            own = player == person
        case c.AskReview(dispute=dispute):
            own = any(each.number == dispute and each.player == person for each in table.disputes)
        case _:
            raise Refused("not-a-players", book.positions.maximum.clause)
    if not own:
        raise Refused("not-yours", book.positions.seated_players_only.clause)


def _sits(table: Table, position: int, person: str) -> bool:
    """Whether a position is the person's own or free: a free one is refused later, by its own clause."""
    return position not in table.seats or table.seats[position].player == person


def _opened(book: Rulebook, command: c.OpenTable) -> e.TableOpened:
    titles = book.staff.titles if book.staff else {}
    if command.by != c.FLOOR and command.by not in titles:
        raise Refused("no-such-title", staff_clause(book, command.by), by=command.by, titles=tuple(titles))
    if command.admission is Admission.LOBBY:
        check_lists(book, command.by)
    if book.staff is None and command.dealt is not DealingMode.AUTOMATIC:
        raise InputError("no-staff", book=book.id)
    if command.chips and command.dealt is not DealingMode.PHYSICAL:
        raise InputError("chips-without-cards")
    positions = command.positions or book.positions.default.value
    most = book.positions.maximum
    if not 1 <= positions <= most.value:
        raise Refused("no-such-position", most.clause, position=positions, maximum=most.value)
    shuffling = None if command.dealt is DealingMode.AUTOMATIC else command.shuffling
    decks.check_dealing(book, command.dealing, shuffling, command.approvals, command.low_limit)
    tournament = book.limits.low_limit_in_tournaments
    if command.low_limit and command.tournament and tournament is not None and not tournament.value:
        raise Refused("low-limit-tournament", tournament.clause)
    notices.check_crossed(book, command.limits)
    if command.clocks is not None and min(command.clocks.betting_seconds, command.clocks.decision_seconds) < 1:
        raise InputError("clock-too-short")
    facts = {name: getattr(command, name) for name in _TERM_FIELDS}
    return e.TableOpened(**facts | {"positions": positions})


_CARRY_OUT: Final[Mapping[type, Callable[[Course, Any], object]]] = {
    c.ComeOnDuty: people.come_on_duty,
    c.GoOffDuty: people.go_off_duty,
    c.ReceiveDeck: decks.receive,
    c.Sit: people.sit,
    c.Stand: people.stand,
    c.JoinQueue: queue.join_queue,
    c.LeaveQueue: queue.leave_queue,
    c.Vacate: people.vacate,
    c.Confirm: prompts.confirm,
    c.Reject: prompts.reject,
    c.AskFaceUp: lambda course, _: decks.ask_face_up(course),
    c.Order: decks.order,
    c.OpenRound: lambda course, _: rounds.open_round(course),
    c.CloseBetting: prompts.close_betting,
    c.CommitSeed: seeds.commit_seed,
    c.PlaceWagers: wagers.place_wagers,
    c.Play: rounds.play,
    c.ReadCard: rounds.read_card,
    c.TakeBack: entries.take_back,
    c.CorrectCard: entries.correct_card,
    c.CorrectWager: entries.correct_wager,
    c.Void: rounds.void,
    c.CommitAnew: rounds.commit_anew,
    c.TimeUp: clock.time_up,
    c.ChooseNoAnswer: attendance.choose_no_answer,
    c.ChoosePace: attendance.choose_pace,
    c.SitOut: attendance.sit_out,
    c.SayPhrase: phrases.say_phrase,
    c.NoteConnection: attendance.note_connection,
    c.TakeTime: clock.take_time,
    c.MoveDeadlines: clock.move_deadlines,
    c.Validate: prizes.validate,
    c.Determine: prizes.determine,
    c.CallWager: wagers.call_wager,
    c.ExchangeVoucher: wagers.exchange_voucher,
    c.RefuseWager: wagers.refuse_wager,
    c.GiveNotice: notices.give_notice,
    c.ChangeLimits: notices.change_limits,
    c.EndKeptMinimum: notices.end_kept_minimum,
    c.AgreeLimits: notices.agree_limits,
    c.ChangeDealing: decks.change_dealing,
    c.RecordApproval: lambda course, do: course.add(e.ApprovalRecorded, what=do.what, reference=do.reference),
    c.Report: reports.report,
    c.Rule: reports.decide_question,
    c.OpenDispute: disputes.open_dispute,
    c.DecideDispute: disputes.decide_dispute,
    c.AskReview: disputes.ask_review,
    c.ReviewDispute: disputes.review_dispute,
    c.CloseDispute: disputes.close_dispute,
    c.CallSupervisor: calls.call_supervisor,
    c.AnswerCall: calls.answer_call,
    c.CloseCall: calls.close_call,
    c.CloseTable: notices.close,
}
"""The function that carries out each command at an open table."""
