"""The sign of a table, as a screen on the wall shows it to anybody."""

from contextlib import suppress

from mississippi_stud.floor import Floor, MeterTerms, MissingStreamError, Role, TableView
from mississippi_stud.floor.houses import NAME, settings_of
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.language import translator
from mississippi_stud.prose.wall_signs import WallSigns
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.seats import meter_signs
from mississippi_stud.web.shapes import TableSight, TableSign, WallBoard, WallNotice, WallText


def sign_stream(floor: Floor, house: str, table_id: str) -> tuple[TableView, int]:
    """Return a table of a house as a watcher sees it, and its version; a complaint if it has no such table to show."""
    stream = f"table:{table_id}"
    with suppress(MissingStreamError):
        if NAME.fullmatch(house):
            table = floor.table(stream)
            own = table.admission.is_open and house_at(table) == house
            if own or stream in settings_of(floor, house).tables:
                return floor.view(stream, Role.SPECTATOR)
    raise Complaint("no-topic", 404)


def meter_terms(floor: Floor, stream: str) -> MeterTerms | None:
    """Return the terms of the meter that a table is linked to, if any."""
    table = floor.table(stream)
    linked = floor.meters(table.meters).linked(stream) if table.meters and floor.book(table.book).jackpot else None
    return None if linked is None else floor.meters(table.meters).meters[linked.meter].terms


def sign_of(floor: Floor, stream: str, felt: TableSight, language: str) -> TableSign:
    """Return the sign of a table in a language."""
    table = floor.table(stream)
    book = floor.book(table.book)
    meter, terms = None, meter_terms(floor, stream)
    linked = floor.meters(table.meters).linked(stream) if terms is not None else None
    if linked is not None:
        meter = meter_signs(floor, table.meters, language).get(linked.meter)
    wall = WallSigns(book, table, language, terms)
    return TableSign(
        table=felt,
        title=translator(language)(book.title),
        notices=tuple(
            WallNotice(text=each.text, clause=each.clause, due_at=each.due_at, hands=each.hands)
            for each in wall.notices()
        ),
        lines=tuple(WallText(text=each.text, clause=each.clause) for each in wall.lines()),
        conduct=tuple(WallText(text=each.text, clause=each.clause) for each in wall.conduct()),
        boards=tuple(
            WallBoard(wager=each.wager, name=each.name, price=each.price, clause=each.clause, rows=each.rows)
            for each in wall.boards()
        ),
        meter=meter,
        closed=table.closed,
    )
