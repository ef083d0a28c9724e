"""A table for several people: opened by one of them, found by its link, dealt automatically (decision 198)."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Final

from mississippi_stud.floor import Admission, Clocks, Floor, MissingStreamError, Sit, SoloGame, open_meter
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import PlayerSeat, give_first_money, objecting
from mississippi_stud.web.shapes import NewTable, SeatRequest, Speed

CLOCKS: Final[Mapping[Speed, Clocks | None]] = {
    Speed.UNTIMED: None,
    Speed.SLOW: Clocks(betting_seconds=60, decision_seconds=60),
    Speed.NORMAL: Clocks(betting_seconds=20, decision_seconds=20),
    Speed.QUICK: Clocks(betting_seconds=10, decision_seconds=10),
}


def new_company(floor: Floor, name: str, game: SoloGame, asked: NewTable, language: str) -> PlayerSeat:
    """Open a table for several people and seat whoever opens it; a repeated request finds the same table."""
    table_id = floor.database.keys.mark(f"{name} company {asked}".encode()).hex()[:32]
    with objecting(rulebook(game.source)), suppress(MissingStreamError):
        if name in floor.table(f"table:{table_id}").players:
            return PlayerSeat(floor, name, table_id, language)
        return sit_down(floor, name, table_id, SeatRequest(1, asked.id), language)
    with objecting(rulebook(game.source)):
        open_meter(floor, game)
        terms = {**game.options, "clocks": CLOCKS[asked.speed], "admission": Admission.LINK, "positions": asked.seats}
        floor.open_table(game.source, id=table_id, actor=name, command_id=f"{table_id} opens", **terms)
    return sit_down(floor, name, table_id, SeatRequest(1, asked.id), language)


def sit_down(floor: Floor, name: str, table_id: str, asked: SeatRequest, language: str) -> PlayerSeat:
    """Seat somebody at a table whose link they were given, with play money to begin with."""
    seat = PlayerSeat(floor, name, table_id, language)
    if floor.table(seat.seen).admission is not Admission.LINK:
        raise Complaint("no-table", 404)
    give_first_money(floor, name)
    with objecting(seat.book):
        command_id = sha256(f"{name} {table_id} {asked.id}".encode()).hexdigest()[:48]
        sitting = Sit(position=asked.position, player=name, person=name)
        floor.send(seat.seen, sitting, command_id=command_id, actor=name)
    return PlayerSeat(floor, name, table_id, language)
