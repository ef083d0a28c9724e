"""Staff and players: who works at the table, who sits where, who may have extra boxes, and who must leave."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.state import State
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.model import Clause, Rulebook
from mississippi_stud.rulebooks.vocabulary import HandsPerPlayer
from mississippi_stud.table import commands as c
from mississippi_stud.table import events as e
from mississippi_stud.table.course import Course
from mississippi_stud.table.duties import RELIEF
from mississippi_stud.table.queue import check_line
from mississippi_stud.table.seeds import check_hash, commit, publish_hash
from mississippi_stud.table.staff import called, lowest, staff_clause
from mississippi_stud.table.state import WALK_IN, PromptHold, Table, is_walk_in

_NOBODY: Final = "nobody"


def come_on_duty(course: Course, command: c.ComeOnDuty) -> None:
    """Put a person on duty at the table."""
    book = course.book
    known = called(book, command.by)
    if isinstance(known, str):
        titles = (*book.staff.titles, *book.staff.officials) if book.staff else ()
        raise Refused("no-such-title", staff_clause(book, command.by), by=command.by, titles=titles)
    if (command.person, command.by) in course.table.on_duty:
        raise Refused("on-duty-already", known.en.clause, by=known)
    if command.person in course.table.players:
        raise Refused("plays-here", _duty_clause(book), player=command.person)
    course.add(e.DutyBegun, person=command.person)
    course.drop(lambda prompt: prompt.duty == RELIEF)


def go_off_duty(course: Course, command: c.GoOffDuty) -> None:
    """Take a person off duty; if that leaves an open round without a dealer, prompt for relief."""
    course.add(e.DutyEnded, person=command.person)
    dealer = lowest(course.book)
    if course.table.round is not None and command.by == dealer not in {title for _, title in course.table.on_duty}:
        course.prompt(RELIEF, PromptHold.NOTHING, staff_clause(course.book, dealer), RELIEF)


def sit(course: Course, command: c.Sit) -> None:
    """Seat a player at a position; whoever sits down at a table with chips needs no name."""
    book, table = course.book, course.table
    if not command.player and table.chips:
        command = replace(command, player=_next_walk_in(table))
    freed_by = _check_sit(book, table, command)
    if freed_by:
        _leave(course, command.position, freed_by)
        table = course.table
    box = command.player in table.players
    position, seed_hash = command.position, command.seed_hash
    if seed_hash:
        check_hash(seed_hash)
    opens, bot = "" if table.seeds else seed_hash, command.bot and command.by == c.FLOOR
    course.add(e.Seated, position=position, player=command.player, box=box, seed_hash=opens, bot=bot)
    if table.seeds and seed_hash:  # a seed is already open: this one counts from the next round on
        publish_hash(course, position, seed_hash, coming=False)
    commit(course)
    if table.vacated:
        for deck in course.table.decks:
            course.come(Moment.PLAY_RESUMES, deck=deck)


def _next_walk_in(table: Table) -> str:
    """Return the id of the next player without a name, which no other table gives (decision 340)."""
    return f"{WALK_IN}{table.id.partition(':')[2]}:{table.walk_ins + 1}"


def _duty_clause(book: Rulebook) -> Clause:
    """Return the clause that keeps staff from playing at a table where they are on duty."""
    return book.conduct.advice_by_staff.clause if book.conduct else book.positions.maximum.clause


def _check_sit(book: Rulebook, table: Table, command: c.Sit) -> Clause:
    """Return the clause by which the position is freed first, if any; raise `Refused` if it may not be taken."""
    most = book.positions.maximum
    if not 1 <= command.position <= table.positions:
        raise Refused("no-such-position", most.clause, position=command.position, maximum=table.positions)
    if not command.player:
        raise InputError("nameless-player")
    if is_walk_in(command.player) and command.player not in {*table.players, _next_walk_in(table)}:
        raise InputError("no-such-walk-in", player=command.player)
    check_not_excluded(table, command.player)
    check_separation(table, command.player)
    if any(person == command.player for person, _title in table.on_duty):
        raise Refused("works-here", _duty_clause(book), player=command.player)
    freed_by = _check_freeing(book, table, command) if command.position in table.seats else ""
    if table.queue and command.by != c.FLOOR:
        check_line(book, table, command.player, freeing=bool(freed_by))
    if command.player in table.players:
        _check_box(book, table, command)
    return freed_by


def vacancies(book: Rulebook, table: Table, player: str) -> Iterator[int]:
    """Yield the positions that somebody may take now: a seat or, for a player who has one, a further box.

    Whoever only watches has no name yet.
    """
    if table.contest or (player in table.players and len(table.seats) == table.positions):
        return  # a tournament seats its players itself; nobody is asked to leave for a further box
    named = player or _NOBODY
    for position in range(1, table.positions + 1) if not (table.closing or table.closed) else ():
        taken = position in table.seats and not _freed_by(book, table, named, position)
        if not taken and _may_sit(book, table, named, position):
            yield position


def _may_sit(book: Rulebook, table: Table, player: str, position: int) -> bool:
    try:
        _check_sit(book, table, c.Sit(position=position, player=player))
    except Refused:
        return False
    return True


def _check_freeing(book: Rulebook, table: Table, command: c.Sit) -> Clause:
    """Return the clause by which a taken position is freed for a newcomer at a full table; raise `Refused` if none is.

    A further box is freed. Where nobody is there to ask a player who has abstained for the book's rounds to leave, the
    seat is freed too, and not before somebody wants it (decision 240).
    """
    freed_by = _freed_by(book, table, command.player, command.position)
    if not freed_by:
        raise Refused("position-taken", book.positions.maximum.clause)
    _check_may_go(book, table, command.position)
    return freed_by


def _freed_by(book: Rulebook, table: Table, player: str, position: int) -> Clause:
    """Return the clause by which a taken position is freed for somebody, if any."""
    if len(table.seats) < table.positions or player in table.players:
        return ""
    seat, positions = table.seats[position], book.positions
    room, rounds = positions.several_boxes_if_seats_suffice, positions.vacate_after_rounds
    if room is not None and room.value and seat.box:
        return room.clause
    idle = rounds is not None and seat.sat_out >= rounds.value > 0
    return rounds.clause if rounds is not None and idle and table.automatic else ""


def check_not_excluded(table: Table, player: str) -> None:
    """Raise `Refused` for a player who is excluded from the game."""
    if player in table.excluded:
        raise Refused("excluded", table.excluded[player], player=player)


def check_separation(table: Table, player: str, state: State | None = None) -> None:
    """Raise `Refused` if the player may not play together with somebody seated or, in a round, with a wager."""
    for group in table.separated:
        company = table.players if state is None else {hand.player for hand in state.hands.values() if hand.stakes}
        if player in group and company & set(group) - {player}:
            raise Refused("separated", table.separated_clause, player=player)


def _check_box(book: Rulebook, table: Table, command: c.Sit) -> None:
    """Raise `Refused` for an extra box unless the staff say that it keeps nobody from playing.

    The player's own word does not count. At an automatic table nobody is kept out: another can always be opened.
    """
    hands = book.positions.hands_per_player
    if hands.value is HandsPerPlayer.ONE:
        raise Refused("one-hand", hands.clause, player=command.player)
    room = book.positions.several_boxes_if_seats_suffice
    enough = table.automatic or (command.by != c.PLAYER and command.nobody_shut_out and command.seats_elsewhere)
    if room is not None and room.value and not enough:
        raise Refused("no-room-for-boxes", room.clause)


def stand(course: Course, command: c.Stand) -> None:
    """Give up a player's position; refused while the player has a hand in play."""
    course.seat(command.position)
    _check_may_go(course.book, course.table, command.position)
    _leave(course, command.position, "")


def vacate(course: Course, command: c.Vacate) -> None:
    """Make a player leave who sits out while every other position is taken."""
    book, table = course.book, course.table
    rule = book.positions.vacate_after_rounds
    seat = course.seat(command.position)
    if rule is None or not rule.value:
        raise Refused("may-stay", book.positions.maximum.clause, rounds=0)
    if seat.sat_out < rule.value or len(table.seats) < table.positions:
        raise Refused("may-stay", rule.clause, rounds=rule.value)
    _check_may_go(book, table, command.position)
    _leave(course, command.position, rule.clause)


def _check_may_go(book: Rulebook, table: Table, position: int) -> None:
    hand = table.round.hands.get(position) if table.round else None
    if hand is not None and hand.stakes:
        raise Refused("hand-in-play", book.play.absent.clause, position=position)


def return_carried(course: Course, positions: tuple[int, ...], clause: Clause) -> None:
    """Return carried jackpot wagers to their players and take their contribution off the meter, at once."""
    table = course.table
    for each in positions:
        player = table.seats[each].player if each in table.seats else ""
        cents = table.carried_cents[each]
        course.add(e.CarriedReturned, position=each, player=player, cents=cents, clause=clause)
    if positions and course.link is not None:
        course.link.give_back(positions, clause)


def return_excluded(course: Course) -> None:
    """Return the carried jackpot wagers of excluded players, who have left the game."""
    seats, excluded = course.table.seats, course.table.excluded
    _return_leaving(course, *(position for position, seat in seats.items() if seat.player in excluded))


def _return_leaving(course: Course, *positions: int) -> None:
    """Return the carried jackpot wagers of players who leave."""
    jackpot, carried = course.book.jackpot, course.table.carried_cents
    gone = tuple(position for position in carried if position in positions)
    if gone and jackpot is not None:
        rule = jackpot.leaver_cancels or course.book.wagers[jackpot.wager.value].on_misdeal
        return_carried(course, gone, rule.clause)


def _leave(course: Course, position: int, clause: str) -> None:
    seat = course.table.seats[position]
    _return_leaving(course, position)
    if seat.kept or seat.personal:
        course.come(Moment.MARKER_LEAVES, position=position)
    course.add(e.SeatLeft, position=position, clause=clause)
    if course.table.idle:
        course.come(Moment.TABLE_IDLE)
