"""Positions and people: who works at the table, who sits where, who may have more than one box, who must go."""

from mississippi_stud.errors import InputError
from mississippi_stud.round.refused import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.words import HandsPerPlayer
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course, called, staff_clause
from mississippi_stud.table.seeds import check_hash, commit
from mississippi_stud.table.state import Table


def come_on_duty(course: Course, command: c.ComeOnDuty) -> None:
    """Somebody begins to work at the table."""
    book = course.book
    known = called(book, command.by)
    if isinstance(known, str):
        titles = (*book.staff.titles, *book.staff.officials) if book.staff else ()
        raise Refused("no-such-title", staff_clause(book, command.by), by=command.by, titles=titles)
    if (command.person, command.by) in course.table.on_duty:
        raise Refused("on-duty-already", known.en.clause, by=known)
    course.add(e.DutyBegun(at=command.at, by=command.by, person=command.person))


def go_off_duty(course: Course, command: c.GoOffDuty) -> None:
    """Somebody leaves the table."""
    course.add(e.DutyEnded(at=command.at, by=command.by, person=command.person))


def sit(course: Course, command: c.Sit) -> None:
    """A player takes a position."""
    book, table = course.book, course.table
    most = book.positions.maximum
    if not 1 <= command.position <= table.positions:
        raise Refused("no-such-position", most.clause, position=command.position, maximum=table.positions)
    if not command.player:
        raise InputError("a player has a name")
    _check_welcome(book, table, command.player)
    if command.position in table.seats:
        _free_box(course, command)
        table = course.table
    box = command.player in table.players
    if box:
        _check_box(book, command)
    resumes = table.vacated
    if command.seed_hash:
        check_hash(command.seed_hash)
    course.add(
        e.Seated(
            at=command.at,
            by=command.by,
            position=command.position,
            player=command.player,
            box=box,
            seed_hash="" if table.seeds else command.seed_hash,
        )
    )
    if table.seeds and command.seed_hash:  # somebody has opened a seed: this one counts from the next round on
        position, seed_hash = command.position, command.seed_hash
        course.add(
            e.SeedCommitted(at=command.at, by=command.by, position=position, seed_hash=seed_hash, coming=False)
        )  # fmt: skip
    commit(course)
    if resumes:
        for deck in course.table.decks:
            course.come(Moment.PLAY_RESUMES, deck=deck)


def _free_box(course: Course, command: c.Sit) -> None:
    """Take a further box from its player for a newcomer whom it would keep from playing; raise `Refused` otherwise."""
    book, table = course.book, course.table
    room = book.positions.several_boxes_if_seats_suffice
    shut_out = command.player not in table.players and len(table.seats) == table.positions
    if room is None or not room.value or not shut_out or not table.seats[command.position].box:
        raise Refused("position-taken", book.positions.maximum.clause)
    _check_may_go(course, command.position)
    _leave(course, command.position, room.clause)


def _check_welcome(book: Rulebook, table: Table, player: str) -> None:
    """Raise `Refused` for somebody who is excluded, or who may not play with somebody here."""
    check_not_excluded(table, player)
    for group in table.separated:
        if player in group and table.players & (set(group) - {player}):
            raise Refused("separated", table.separated_clause, player=player)


def check_not_excluded(table: Table, player: str) -> None:
    """Raise `Refused` for somebody who is excluded from the game."""
    if player in table.excluded:
        raise Refused("excluded", table.excluded[player], player=player)


def check_apart(table: Table, state: State, player: str) -> None:
    """Raise `Refused` for somebody who may not play with one who has wagered in the round."""
    for group in table.separated:
        others = set(group) - {player} if player in group else set()
        if any(hand.stakes and hand.player in others for hand in state.hands.values()):
            raise Refused("separated", table.separated_clause, player=player)


def _check_box(book: Rulebook, command: c.Sit) -> None:
    hands = book.positions.hands_per_player
    if hands.value is HandsPerPlayer.ONE:
        raise Refused("one-hand", hands.clause, player=command.player)
    room = book.positions.several_boxes_if_seats_suffice
    if room is not None and room.value and not (command.nobody_shut_out and command.seats_elsewhere):
        raise Refused("no-room-for-boxes", room.clause)


def stand(course: Course, command: c.Stand) -> None:
    """A player gives a position up; one who still has a hand in play cannot."""
    _check_may_go(course, command.position)
    _leave(course, command.position, "")


def vacate(course: Course, command: c.Vacate) -> None:
    """A player who sits out while every other position is taken is told to go."""
    book, table = course.book, course.table
    rule = book.positions.vacate_after_rounds
    seat = table.seats.get(command.position)
    if seat is None:
        raise Refused("nobody-there", book.positions.seated_players_only.clause, position=command.position)
    if rule is None or not rule.value:
        raise Refused("may-stay", book.positions.maximum.clause, rounds=0)
    if seat.sat_out < rule.value or len(table.seats) < table.positions:
        raise Refused("may-stay", rule.clause, rounds=rule.value)
    _check_may_go(course, command.position)
    _leave(course, command.position, rule.clause)


def _check_may_go(course: Course, position: int) -> None:
    book, table = course.book, course.table
    seat = table.seats.get(position)
    if seat is None:
        raise Refused("nobody-there", book.positions.seated_players_only.clause, position=position)
    if table.round is not None and table.round.hands.get(position) and table.round.hands[position].stakes:
        raise Refused("hand-in-play", book.play.absent.clause, position=position)


def return_carried(course: Course, positions: tuple[int, ...], clause: Clause) -> None:
    """Carried jackpot wagers go back to their players, and what they added leaves the meter, at once."""
    table = course.table
    for each in positions:
        player = table.seats[each].player if each in table.seats else ""
        cents = table.carried_cents[each]
        course.add(
            e.CarriedReturned(at=course.at, by=course.by, position=each, player=player, cents=cents, clause=clause)
        )
    if positions and course.link is not None:
        course.link.give_back(positions, clause)


def return_excluded(course: Course) -> None:
    """Give carried jackpot wagers back to those who are excluded: they have left the game."""
    table, jackpot = course.table, course.book.jackpot
    out = {position for position, seat in table.seats.items() if seat.player in table.excluded}
    gone = tuple(position for position in table.carried_cents if position in out)
    if gone and jackpot is not None:
        rule = jackpot.leaver_cancels or course.book.wagers[jackpot.wager.value].on_misdeal
        return_carried(course, gone, rule.clause)


def _leave(course: Course, position: int, clause: str) -> None:
    book, seat = course.book, course.table.seats[position]
    if position in course.table.carried_cents and book.jackpot is not None:
        rule = book.jackpot.leaver_cancels or book.wagers[book.jackpot.wager.value].on_misdeal
        return_carried(course, (position,), rule.clause)
    if seat.kept or seat.personal:
        course.come(Moment.MARKER_LEAVES, position=position)
    course.add(e.SeatLeft(at=course.at, by=course.by, position=position, clause=clause))
    if course.table.idle:
        course.come(Moment.TABLE_IDLE)
