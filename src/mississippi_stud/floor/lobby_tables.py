"""The tables that a house runs for its lobby: dealt automatically, opened and closed by whoever may (decision 300)."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from mississippi_stud.errors import InputError
from mississippi_stud.floor import tables
from mississippi_stud.floor.houses import is_owner, settings_of, titles_of
from mississippi_stud.floor.membership import TitleError
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.round.refusal import Refused
from mississippi_stud.table import commands as c
from mississippi_stud.table.staff import check_lists, lists_clause, rank
from mississippi_stud.table.state import Admission, DealingMode, NoticeKind, Table

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor


def title_for(floor: "Floor", house: str, person: str, book: str) -> str:
    """Return under which title somebody opens and closes tables of a book for the lobby; an owner acts as the floor.

    `Refused` with the clause of the power that their title lacks, `TitleError` with it if they hold none of the book's.
    """
    content = settings_of(floor, house).books.get(book)
    if content is None:
        raise InputError("book-not-in-house", book=book, books=tuple(settings_of(floor, house).books))
    if is_owner(floor, house, person):
        return c.FLOOR
    rules = floor.book(content)
    held = titles_of(floor, house, person).get(book, frozenset()) & set(rules.staff.titles if rules.staff else ())
    if not held:
        raise TitleError(book, lists_clause(rules))
    title = max(sorted(held), key=lambda each: rank(rules, each))
    check_lists(rules, title)
    return title


def may_run(floor: "Floor", house: str, person: str, book: str) -> bool:
    """Whether somebody may open and close tables of a book for the lobby."""
    with suppress(Refused, InputError):
        return bool(title_for(floor, house, person, book))
    return False


def open_for_lobby(
    floor: "Floor", house: str, person: str, book: str, options: Mapping[str, Any], *, command_id: str
) -> str:
    """Open a table that the lobby of the house lists, with these options of `OpenTable`; return its stream."""
    title = title_for(floor, house, person, book)
    content = settings_of(floor, house).books[book]
    name = sha256(f"{house} {person} {command_id}".encode()).hexdigest()[:32]
    stream = tables.PREFIX + name
    opening = c.OpenTable(
        **{"dealing": next(iter(floor.book(content).dealing.methods)), **options},
        id=stream,
        book=content,
        house=house,
        by=title,
        person=person,
        dealt=DealingMode.AUTOMATIC,
        admission=Admission.LOBBY,
    )
    floor.send(stream, opening, command_id=f"{name} opens", actor=person)
    return stream


def close_for_lobby(floor: "Floor", house: str, person: str, table_id: str) -> None:
    """Close such a table: at once if nobody sits there, otherwise after the notice that the book asks for."""
    stream = tables.PREFIX + table_id
    table: Table | None = floor.states.current(stream).state
    if table is None or house_at(table) != house or stream not in settings_of(floor, house).tables:
        raise InputError("table-not-in-house", house=house)
    title_for(floor, house, person, floor.book(table.book).id)
    if not table.seats:
        floor.send(stream, c.CloseTable(by=c.FLOOR, person=person), actor=person)
    elif not is_closing(table):
        floor.send(stream, c.GiveNotice(kind=NoticeKind.CLOSE_TABLE, by=c.FLOOR, person=person), actor=person)


def is_closing(table: Table) -> bool:
    """Whether it was announced that a table closes."""
    return any(notice.kind is NoticeKind.CLOSE_TABLE for notice in table.notices)
