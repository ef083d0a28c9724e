"""Which house a table and its meters belong to, and who belongs to a house.

What a table asks of its house is asked in the commit of the act itself: the house and the person are among the streams
of the command (decision 194).
"""

import re
from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Integer, String, Table, Text, select

from mississippi_stud.errors import InputError
from mississippi_stud.floor.allowances import stream_of as person_stream
from mississippi_stud.floor.streams import Context
from mississippi_stud.person.house_messages import House
from mississippi_stud.person.person import Person
from mississippi_stud.store.schema import projections
from mississippi_stud.table.state import TableTerms

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

PREFIX: Final = "house:"
PLAY: Final = "play"
"""The house of the guests: it needs no owner and no setting."""
SOLO: Final = "solo-"
"""How the names of the meters of the guests' own tables begin; no house is called so."""
NAME: Final = re.compile(rf"(?!{SOLO})[a-z0-9][a-z0-9-]{{0,39}}")

house_members: Final = Table(
    "house_members",
    projections,
    Column("house", String(40), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("owner", Integer, nullable=False),
    Column("titles", Text, nullable=False),  # JSON: by book
    Column("disabled", Integer, nullable=False),
)


def stream_of(name: str) -> str:
    """Return the name of a house's stream."""
    if not NAME.fullmatch(name):
        raise InputError("house-name", name=name)
    return PREFIX + name


def house_of(meters: str) -> str:
    """Return the house that meters belong to: ``club`` and ``club.crown`` are of the club.

    Those of the guests' own tables are of the guests' house.
    """
    return PLAY if not meters or meters.startswith(SOLO) else meters.partition(".")[0]


def house_at(table: TableTerms) -> str:
    """Return the house of a table: the one that it names or, if it names none, that of its meters."""
    return table.house or house_of(table.meters)


def memberships(floor: "Floor", person: str) -> list[str]:
    """Return the houses that have somebody as a member who is not disabled."""
    table = house_members.c
    chosen = select(table.house).where(table.person == person, table.disabled == 0).order_by(table.house)
    with floor.database.transaction() as connection:
        return list(connection.scalars(chosen))


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


def check_title(context: Context, house: str, person: str, book: str, title: str) -> None:
    """Raise `InputError` unless a person holds a title in a house, which is locked until their act is in the log."""
    streams = PREFIX + house, person_stream(person)
    found = context.needs(streams) if person else dict.fromkeys(streams)
    if title not in counting_titles(found[streams[0]], found[streams[1]], person, book):
        raise InputError("no-title", book=book)
