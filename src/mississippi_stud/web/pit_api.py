"""The API of the pit: what a ruling would do, the meters of a house, and stops from the floor.

What a supervisor does at a table are the table's own commands, which `web/houses.py` takes.
"""

from typing import Any, Final

import msgspec
from litestar import Router, get, post
from litestar.exceptions import ValidationException
from litestar.params import FromPath, JSONBody

from mississippi_stud.floor import Refused, house_tables, pit
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.houses import Asking, HouseAsk, HouseCommand, Line, person_of
from mississippi_stud.web.pit_shapes import PitMap, PitTable, RulingLine
from mississippi_stud.web.pit_view import TableReader, pit_map
from mississippi_stud.web.problems import Objection
from mississippi_stud.web.request import TableId

_STAFF: Final = {"access": Access.STAFF}
_CONSOLE: Final = {"access": Access.STAFF, "console": True}


class MeterChange(HouseAsk, frozen=True, kw_only=True):
    """A command of the meters of a table's book, under a title of it."""

    title: Line
    command: dict[str, Any]


class PitStop(HouseAsk, frozen=True, kw_only=True):
    """Something to be stopped from the pit, or allowed again: this table, somebody who sits there, or the house."""

    title: Line
    kind: Line
    name: Line
    stop: bool
    why: Line


def _reader(request: Asking, house: str, table_id: str) -> TableReader:
    return TableReader(request.app.state.floor, house, table_id, person_of(request), language_of(request))


def _title(data: dict[str, Any]) -> str:
    """Return the title under which something is asked for: whoever may not is refused before the rest is read."""
    return str(data.get("title", ""))


def _shaped(tree: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(tree, shape)
    except msgspec.ValidationError as error:
        raise ValidationException(str(error)) from None


@get("/houses/{house:str}/pit", opt=_STAFF, sync_to_thread=True)
def show_pit(request: Asking, house: FromPath[str]) -> PitMap:
    """The map of a house, for whoever supervises some of its tables."""
    return pit_map(request.app.state.floor, house, person_of(request), language_of(request))


@get("/houses/{house:str}/pit/{table_id:str}", opt=_STAFF, sync_to_thread=True)
def show_pit_table(request: Asking, house: FromPath[str], table_id: TableId) -> PitTable:
    """A table with everything that waits there and can be done, for whoever supervises it."""
    return _reader(request, house, table_id).sight()


@post("/houses/{house:str}/pit/{table_id:str}/previews", opt=_CONSOLE, status_code=200, sync_to_thread=True)
def preview_incident(
    request: Asking, house: FromPath[str], table_id: TableId, data: JSONBody[HouseCommand]
) -> RulingLine:
    """What an incident would lead to if it were reported now; nothing is changed."""
    reader = _reader(request, house, table_id)
    report = _shaped({**data.command, "command": "report", "by": ""}, house_tables.TableCommand)
    try:
        return reader.foreseen(pit.foresee_report(reader.floor, reader.table, report))
    except Refused as refused:
        raise Objection(refused, reader.currency) from None


@post("/houses/{house:str}/pit/{table_id:str}/meters", opt=_CONSOLE, status_code=200, sync_to_thread=True)
def change_pit_meters(
    request: Asking, house: FromPath[str], table_id: TableId, data: JSONBody[dict[str, Any]]
) -> PitTable:
    """Open, link, announce, move or close a meter of the table's house."""
    reader, title = _reader(request, house, table_id), _title(data)
    try:
        pit.check_runs(reader.floor, house, reader.person, reader.book.id, title)
        asked = _shaped(data, MeterChange)
        do = _shaped(asked.command, pit.MeterCommand)
        pit.change_meters(
            reader.floor, house, reader.person, title, reader.table.meters, do, command_id=asked.own_id(request)
        )
    except Refused as refused:
        raise Objection(refused, reader.currency) from None
    return _reader(request, house, table_id).sight()


@post("/houses/{house:str}/pit/{table_id:str}/stops", opt=_CONSOLE, status_code=200, sync_to_thread=True)
def stop_from_pit(request: Asking, house: FromPath[str], table_id: TableId, data: JSONBody[dict[str, Any]]) -> PitTable:
    """Stop new rounds of the table, of somebody who sits there or of the house, or allow them again."""
    reader, title = _reader(request, house, table_id), _title(data)
    try:
        pit.check_stopper(reader.floor, house, reader.person, title, reader.table)
        asked = _shaped(data, PitStop)
        pit.stop_from_pit(
            reader.floor, house, reader.person, title, asked.kind, asked.name, table_id,
            stop=asked.stop, why=asked.why.strip(), command_id=asked.own_id(request),
        )  # fmt: skip
    except Refused as refused:
        raise Objection(refused, reader.currency) from None
    return _reader(request, house, table_id).sight()


routes = Router(
    path="/api",
    include_in_schema=False,
    route_handlers=[show_pit, show_pit_table, preview_incident, change_pit_meters, stop_from_pit],
)
