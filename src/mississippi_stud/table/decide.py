"""A command into the events of a table, or a refusal that names its clause."""

from typing import assert_never

from mississippi_stud.errors import InputError
from mississippi_stud.jackpot.link import Link
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import Bounds
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.words import Wager
from mississippi_stud.table import (
    clock,
    decks,
    disputes,
    limits,
    people,
    prizes,
    reports,
    rounds,
    seeds,
    wagers,
    winnings,
)
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.anew import commit_anew
from mississippi_stud.table.course import Course, called, check_on_duty, closing_clause, staff_clause
from mississippi_stud.table.evolve import fold
from mississippi_stud.table.state import Dealt, Table

_WHILE_ASKED = (c.Confirm, c.Reject, c.Rule, c.ComeOnDuty, c.GoOffDuty, c.OpenDispute, c.TimeUp, c.Void, c.CommitAnew)
"""What goes on while a ruling is waited for."""
_FLOORS = (c.TimeUp, c.Void, c.CommitAnew)
"""What the floor alone does, at a table that people run too."""
_TABLES = frozenset(c.OpenTable.__struct_fields__) & frozenset(e.TableOpened.__struct_fields__)


def decide(
    book: Rulebook, table: Table | None, command: c.Command, *, link: Link | None = None, secret: bytes = b""
) -> tuple[e.Event, ...]:
    """What happens if the command is carried out; raises `Refused` if the book does not allow it.

    What happens to the meters is in `link` afterwards; `secret` is fresh chance, for the commitment to the next round.
    """
    if isinstance(command, c.OpenTable):
        if table is not None:
            raise Refused("already-open", book.positions.maximum.clause)
        return (_opened(book, command),)
    if table is None or table.closed:
        if table is not None and isinstance(command, c.TimeUp) and command.by == c.FLOOR:
            return ()  # a time that is up too late
        raise Refused("table-closed", closing_clause(book))
    _check_actor(book, table, command)
    course = Course(book, table, command, link, secret)
    _carry_out(course, command)
    rounds.go_on(course)
    clock.wind(course)
    return tuple(course.events)


def play(book: Rulebook, *commands: c.Command, table: Table | None = None) -> Table:
    """The table after the commands, each decided and evolved in turn."""
    for command in commands:
        table = fold(decide(book, table, command), table)
    assert table is not None, "a table begins with OpenTable"  # noqa: S101
    return table


def _check_actor(book: Rulebook, table: Table, command: c.Command) -> None:
    if command.by == c.PLAYER:
        _check_player(book, table, command)
    elif command.by == c.FLOOR:
        if not table.automatic and not isinstance(command, _FLOORS):
            raise Refused("not-on-duty", staff_clause(book, command.by), by=command.by)
    elif not isinstance(command, c.ComeOnDuty):
        check_on_duty(book, table, command.by, command.person)
        if isinstance(command, _FLOORS):
            raise Refused("no-such-power", staff_clause(book, command.by), power=type(command).__name__)
    if table.question is not None and not isinstance(command, _WHILE_ASKED):
        raise Refused("ruling-waits", table.question.clause, decides=called(book, table.question.decides))


def _check_player(book: Rulebook, table: Table, command: c.Command) -> None:
    """A player acts for their own positions only; dealing, revealing, settling and prizes never come from one."""
    clause, person = book.positions.seated_players_only.clause, command.person
    match command:
        case c.Play(do=do) if isinstance(do, rounds.PLAYERS):
            own = _sits(table, do.position, person)
        case c.PlaceWagers(position=position):
            own = _sits(table, position, person)
        case c.AskFaceUp():
            return
        case c.Sit(player=player) | c.OpenDispute(player=player):
            own = player == person
        case c.Stand(position=position) | c.CommitSeed(position=position) | c.CallWager(position=position):
            own = _sits(table, position, person)
        case c.AskReview(dispute=dispute):
            own = any(each.number == dispute and each.player == person for each in table.disputes)
        case _:
            raise Refused("not-a-players", book.positions.maximum.clause)
    if not own:
        raise Refused("not-yours", clause)


def _sits(table: Table, position: int, person: str) -> bool:
    """Whether a position is a person's own; one that nobody has is refused for that."""
    return position not in table.seats or table.seats[position].player == person


def _opened(book: Rulebook, command: c.OpenTable) -> e.TableOpened:
    clause = book.positions.maximum.clause
    titles = book.staff.titles if book.staff else {}
    if command.by != c.FLOOR and command.by not in titles:
        raise Refused("no-such-title", staff_clause(book, command.by), by=command.by, titles=tuple(titles))
    positions = command.positions or book.positions.default.value
    if not 1 <= positions <= book.positions.maximum.value:
        most = book.positions.maximum.value
        raise Refused("no-such-position", clause, position=positions, maximum=most)
    automatic = command.dealt is Dealt.AUTOMATIC
    decks.check_dealing(
        book, command.dealing, None if automatic else command.shuffling, command.approvals, command.low_limit
    )
    tournament = book.limits.low_limit_in_tournaments
    if command.low_limit and command.tournament and tournament is not None and not tournament.value:
        raise Refused("low-limit-tournament", tournament.clause)
    for wager, bounds in command.limits.items():
        _check_bounds(book, wager, bounds)
    if command.clocks is not None and min(command.clocks.betting_seconds, command.clocks.decision_seconds) < 1:
        raise InputError("the clocks of a table give a second or more")
    facts = {name: getattr(command, name) for name in _TABLES}
    return e.TableOpened(**facts | {"positions": positions})


def _check_bounds(book: Rulebook, wager: Wager, bounds: Bounds) -> None:
    if bounds.maximum_cents is not None and bounds.maximum_cents < bounds.minimum_cents:
        raise Refused("limits-crossed", book.limits.multiples_of_minimum.clause, wager=wager)


def _carry_out(course: Course, command: c.Command) -> None:
    match command:
        case c.Play():
            rounds.play(course, command)
        case c.PlaceWagers():
            wagers.place_wagers(course, command)
        case c.CommitSeed():
            seeds.commit_seed(course, command)
        case c.CallWager():
            wagers.call_wager(course, command)
        case c.ExchangeVoucher():
            wagers.exchange_voucher(course, command)
        case c.RefuseWager():
            wagers.refuse_wager(course, command)
        case c.OpenRound():
            rounds.open_round(course)
        case c.CloseBetting():
            rounds.close_betting(course)
        case c.Void():
            rounds.void(course, command)
        case c.CommitAnew():
            commit_anew(course, command)
        case c.TimeUp():
            clock.time_up(course, command)
        case _:
            _carry_out_people(course, command)


_People = (
    c.OpenTable | c.ComeOnDuty | c.GoOffDuty | c.Sit | c.Stand | c.Vacate | c.ReceiveDeck | c.Order | c.Confirm
    | c.Reject | c.AskFaceUp | c.ChangeDealing | c.RecordApproval | c.Report | c.Rule | c.Validate | c.Determine
)  # fmt: skip


def _carry_out_people(course: Course, command: "_People | _Rest") -> None:
    match command:
        case c.OpenTable():
            raise Refused("already-open", course.book.positions.maximum.clause)
        case c.ComeOnDuty():
            people.come_on_duty(course, command)
        case c.GoOffDuty():
            people.go_off_duty(course, command)
        case c.Sit():
            people.sit(course, command)
        case c.Stand():
            people.stand(course, command)
        case c.Vacate():
            people.vacate(course, command)
        case c.ReceiveDeck():
            decks.receive(course, command)
        case c.Order():
            decks.order(course, command)
        case c.Confirm():
            reports.confirm(course, command)
        case c.Reject():
            decks.reject(course, command)
        case c.AskFaceUp():
            decks.ask_face_up(course, command)
        case c.ChangeDealing():
            decks.change_dealing(course, command)
        case c.RecordApproval(what=what, reference=reference):
            course.add(e.ApprovalRecorded(at=command.at, by=command.by, what=what, reference=reference))
        case c.Report():
            reports.report(course, command)
        case c.Rule():
            reports.decide_question(course, command)
        case c.Validate():
            prizes.validate(course, command)
        case c.Determine():
            winnings.determine(course, command)
        case _:
            _carry_out_rest(course, command)


_Rest = (
    c.GiveNotice | c.ChangeLimits | c.EndKeptMinimum | c.AgreeLimits | c.CloseTable | c.OpenDispute | c.DecideDispute
    | c.AskReview | c.ReviewDispute | c.CloseDispute
)  # fmt: skip


def _carry_out_rest(course: Course, command: _Rest) -> None:
    match command:
        case c.GiveNotice():
            limits.give_notice(course, command)
        case c.ChangeLimits():
            limits.change_limits(course, command)
        case c.EndKeptMinimum():
            limits.end_kept_minimum(course, command)
        case c.AgreeLimits():
            limits.agree_limits(course, command)
        case c.CloseTable():
            limits.close(course, command)
        case c.OpenDispute():
            disputes.open_dispute(course, command)
        case c.DecideDispute():
            disputes.decide_dispute(course, command)
        case c.AskReview():
            disputes.ask_review(course, command)
        case c.ReviewDispute():
            disputes.review_dispute(course, command)
        case c.CloseDispute():
            disputes.close_dispute(course, command)
        case _:
            assert_never(command)
