"""The staff of a house at its tables: they open them, and act there under titles that they hold."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from mississippi_stud.errors import InputError
from mississippi_stud.floor import meters, tables
from mississippi_stud.floor.houses import house_of, settings_of, titles_of
from mississippi_stud.floor.membership import TitleError, memberships
from mississippi_stud.floor.promotion_acts import with_voucher
from mississippi_stud.floor.streams import MissingStreamError
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.jackpot.house_meters import OpenMeters
from mississippi_stud.person import house_messages as m
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.table import commands as c
from mississippi_stud.table.authority import check_authority
from mississippi_stud.table.staff import staff_clause
from mississippi_stud.table.state import Table

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


TableCommand = c.Command


def own_id(person: str, command_id: str) -> str | None:
    """Return the id under which the floor knows a person's command: nobody can use up anybody else's."""
    return sha256(f"{person} {command_id}".encode()).hexdigest() if command_id else None


OpenTable = c.OpenTable


def relieve(floor: "Floor", house: str) -> int:
    """Take everybody off duty who has lost the title that they work under; return how many there were."""
    count = 0
    for stream, book in settings_of(floor, house).tables.items():
        for person, title in floor.table(stream).on_duty:
            if title not in titles_of(floor, house, person).get(book, ()):
                with suppress(Refused):  # they have gone already
                    floor.send(stream, c.GoOffDuty(by=title, person=person), actor=m.FLOOR)
                    count += 1
    return count


def relieve_somebody(floor: "Floor", person: str) -> None:
    """Take somebody off duty who was erased or has no second factor any more: their titles do not count."""
    for house in memberships(floor, person):
        relieve(floor, house)


def open_table(floor: "Floor", house: str, person: str, opening: c.OpenTable, *, command_id: str) -> str:
    """Open a table in a house as somebody with a title under its book; return its stream."""
    content = settings_of(floor, house).books.get(opening.book)
    if content is None:
        raise InputError("book-not-in-house", book=opening.book, books=tuple(settings_of(floor, house).books))
    check_held(floor, house, person, opening.book, opening.by)
    if opening.meters == meters_of(house, floor.book(content)):
        _run_meters(floor, opening.meters, content, person)
    name = sha256(f"{house} {command_id}".encode()).hexdigest()[:32]
    stream = tables.PREFIX + name
    command = replace(opening, id=stream, book=content, house=house, person=person)
    floor.send(stream, command, command_id=f"{name} opens", actor=person)
    return stream


def meters_of(house: str, book: Rulebook) -> str:
    """Return the name under which a house runs the meters of a book; empty if the book has none."""
    return "" if book.jackpot is None else f"{house}.{book.id}"


def _run_meters(floor: "Floor", name: str, content: str, person: str) -> None:
    """Run the meters of a book in a house if they do not run yet; those above the dealers open and link each meter."""
    try:
        floor.house_meters(name)
    except MissingStreamError:
        opening = OpenMeters(book=content)
        floor.send(meters.stream_of(name), opening, command_id=f"{name} opens", actor=person)


def act_at_table(
    floor: "Floor", house: str, table_id: str, person: str, command: c.Command, command_id: str = ""
) -> int:
    """Give a command at a table of the house under a title that the person really holds; return the new version."""
    stream = tables.PREFIX + table_id
    table = _table_of(floor, house, table_id)
    check_held(floor, house, person, floor.book(table.book).id, command.by)
    if isinstance(command, c.OpenTable):
        raise InputError("command-misplaced", command=type(command).__name__, stream=stream)
    given, own = replace(command, person=person), own_id(person, command_id)
    if isinstance(given, c.ExchangeVoucher) and not given.promotion:
        given = with_voucher(floor, house, given, own)
    return floor.send(stream, given, command_id=own, actor=person, first=True).version  # a whole table waits for it


def _table_of(floor: "Floor", house: str, table_id: str) -> Table:
    try:
        table = floor.table(tables.PREFIX + table_id)
    except InputError:
        raise InputError("table-not-in-house", house=house) from None
    if house_at(table) != house or house_of(floor, house) is None:
        raise InputError("table-not-in-house", house=house)
    return table


def check_held(floor: "Floor", house: str, person: str, book: str, title: str) -> None:
    """Refuse a title that is not held, before anything else is said; the act's own commit checks it again."""
    if title not in titles_of(floor, house, person).get(book, ()):
        content = settings_of(floor, house).books.get(book)
        clause = "" if content is None else staff_clause(floor.book(content), title)
        raise TitleError(book, clause)


def check_may(floor: "Floor", house: str, table_id: str, person: str, told: Mapping[str, Any]) -> None:
    """Refuse somebody who may not give a command at a table, whether or not the rest of it can be read."""
    table, by = _table_of(floor, house, table_id), str(told.get("by", ""))
    book = floor.book(table.book)
    check_held(floor, house, person, book.id, by)
    check_authority(book, table, by, told)
