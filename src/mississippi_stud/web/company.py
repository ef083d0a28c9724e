"""A table for several people: opened by one of them, found by its link, dealt automatically (decision 198)."""

from contextlib import suppress
from hashlib import sha256

from mississippi_stud.floor import (
    Admission,
    Floor,
    JoinQueue,
    LeaveQueue,
    MissingStreamError,
    Sit,
    SoloGame,
    company_options,
    open_meter,
    options_with_ante,
)
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat, give_first_money, objecting, places_of
from mississippi_stud.web.shapes import NewTable, QueueRequest, SeatRequest
from mississippi_stud.web.standing import CLOCKS


def new_company(floor: Floor, name: str, game: SoloGame, asked: NewTable, language: str) -> PlayerSeat:
    """Open a table for several people and seat whoever opens it; a repeated request finds the same table."""
    table_id = floor.database.keys.mark(f"{name} company {asked}".encode()).hex()[:32]
    with objecting(rulebook(game.source)), suppress(MissingStreamError):
        if name in floor.table(f"table:{table_id}").players:
            return PlayerSeat(floor, name, table_id, language)
        return sit_down(floor, name, table_id, SeatRequest(1, asked.id), language)
    with objecting(rulebook(game.source)):
        open_meter(floor, game)
        terms = options_with_ante(company_options(game), asked.minimum_cents, asked.maximum_cents)
        terms |= {"clocks": CLOCKS[asked.speed], "positions": asked.seats, "bots": min(asked.bots, asked.seats - 1)}
        terms["admission"] = Admission.LOBBY if asked.listed else Admission.LINK
        floor.open_table(game.source, id=table_id, actor=name, command_id=f"{table_id} opens", **terms)
    return sit_down(floor, name, table_id, SeatRequest(1, asked.id), language)


def sit_down(floor: Floor, name: str, table_id: str, asked: SeatRequest, language: str) -> PlayerSeat:
    """Seat somebody at a table whose link they were given, with play money to begin with."""
    seat = PlayerSeat(floor, name, table_id, language)
    if not floor.table(seat.seen).admission.is_open:
        raise Complaint("no-table", 404)
    give_first_money(floor, name)
    with objecting(seat.book):
        command_id = sha256(f"{name} {table_id} {asked.id}".encode()).hexdigest()[:48]
        sitting = Sit(position=asked.position, player=name, person=name)
        floor.send(seat.seen, sitting, command_id=command_id, actor=name)
    floor.tell(places_of(name))
    return PlayerSeat(floor, name, table_id, language)


def stand_in_line(floor: Floor, name: str, table_id: str, asked: QueueRequest, language: str) -> PlayerSeat:
    """Put somebody in line for a seat at a table that they may watch, or take them out of it."""
    seat = PlayerSeat(floor, name, table_id, language)
    if not floor.table(seat.seen).admission.is_open:
        raise Complaint("no-table", 404)
    with objecting(seat.book):
        command_id = sha256(f"{name} {table_id} {asked.id}".encode()).hexdigest()[:48]
        kind = JoinQueue if asked.waits else LeaveQueue
        floor.send(seat.seen, kind(player=name, person=name), command_id=command_id, actor=name)
    floor.tell(places_of(name))
    return seat
