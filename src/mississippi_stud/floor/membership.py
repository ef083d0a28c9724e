"""Who belongs to a house, as a projection of the houses' streams and in the commit of an act.

What a table asks of its house is asked in the commit of the act itself: the house and the person are among the streams
of the command (decision 194).
"""

from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Integer, String, Table, Text, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.allowances import stream_of as person_stream
from mississippi_stud.floor.streams import Context
from mississippi_stud.floor.tenancy import PREFIX
from mississippi_stud.person.house_messages import House
from mississippi_stud.person.person import Person
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.store.schema import projections
from mississippi_stud.table.staff import check_lists, lists_clause, staff_clause

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

house_members: Final = Table(
    "house_members",
    projections,
    Column("house", String(40), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("owner", Integer, nullable=False),
    Column("titles", Text, nullable=False),  # JSON: by book
    Column("disabled", Integer, nullable=False),
)


def memberships(floor: "Floor", person: str) -> list[str]:
    """Return the houses that have somebody as a member who is not disabled."""
    table = house_members.c
    chosen = select(table.house).where(table.person == person, table.disabled == 0).order_by(table.house)
    return [row.house for row in floor.database.fetch(chosen)]


class TitleError(InputError):
    """A title that somebody needs or acts under and does not hold, with the clause that says who has it."""

    def __init__(self, book: str, clause: str) -> None:
        super().__init__("no-title", book=book)
        self.clause = clause


def has_second_factor(person: Person) -> bool:
    """Whether somebody has set a second factor, or a passkey, which is two in one."""
    return bool(person.credentials.second_factor or person.credentials.passkeys)


def counting_titles(house: House | None, person: Person | None, name: str, book: str) -> frozenset[str]:
    """Return the titles under a book that count in a house: none before a second factor was set."""
    member = house.members.get(name) if house else None
    if house is None or member is None or member.disabled or book not in house.books:
        return frozenset()
    if person is None or person.erased or person.guest or not has_second_factor(person):
        return frozenset()
    return frozenset(member.titles.get(book, ()))


def check_title(context: Context, house: str, person: str, book: Rulebook, title: str) -> None:
    """Raise `TitleError` unless a person holds a title in a house, which is locked until their act is in the log."""
    streams = PREFIX + house, person_stream(person)
    found = context.needs(streams) if person else dict.fromkeys(streams)
    if title not in counting_titles(found[streams[0]], found[streams[1]], person, book.id):
        raise TitleError(book.id, staff_clause(book, title))


def check_host(context: Context, book: Rulebook, house: str, by: str) -> None:
    """Raise an error unless somebody may act for the house: hold tournaments and promotions (decision 542)."""
    if not may_host(context, book, house, by):
        raise TitleError(book.id, lists_clause(book))


def may_host(context: Context, book: Rulebook, house: str, person: str) -> bool:
    """Whether somebody is an owner, or has a title that may open tables for everybody."""
    found = context.needs((PREFIX + house, person_stream(person)))
    known, known_person = found[PREFIX + house], found[person_stream(person)]
    member = known.members.get(person) if known else None
    if member is not None and member.owner and not member.disabled and has_second_factor(known_person or Person()):
        return True
    held = counting_titles(known, known_person, person, book.id) & set(book.staff.titles if book.staff else ())
    return any(lists(book, title) for title in held)


def lists(book: Rulebook, title: str) -> bool:
    """Whether a title may open tables for everybody."""
    try:
        check_lists(book, title)
    except Refused:
        return False
    return True


def check_belongs(context: Context, house: str, person: str) -> None:
    """Raise `InputError` unless somebody belongs to the house."""
    found = context.needs((PREFIX + house, person_stream(person)))
    member = found[PREFIX + house].members.get(person) if found[PREFIX + house] else None
    if member is None or member.disabled or not has_second_factor(found[person_stream(person)] or Person()):
        raise InputError("not-of-the-house", person=person, house=house)
