"""Every edition of a rule book that a house has had, as a projection of the houses' streams."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import BigInteger, Column, String, Table, select

from mississippi_stud.person.house_messages import BookChanged, Event, HouseOpened
from mississippi_stud.store.entries import ProjectionRow
from mississippi_stud.store.schema import projections

if TYPE_CHECKING:
    from mississippi_stud.floor.floor import Floor

house_books: Final = Table(
    "house_books",
    projections,
    Column("house", String(40), primary_key=True),
    Column("content", String(64), primary_key=True),  # the content hash
    Column("book", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),  # when it was last put in force
    Column("by", String(64), nullable=False),
)


class HouseEdition(NamedTuple):
    """An edition that a house has had: its content hash, the book's id, and who last put it in force, and when."""

    content: str
    book: str
    at: int
    by: str


def book_rows(house: str, event: Event, at: int) -> Iterator[ProjectionRow]:
    """Yield a row for every edition that an event puts in force."""
    changed: Mapping[str, str] = {}
    by = ""
    if isinstance(event, HouseOpened):
        changed, by = event.books, event.by
    elif isinstance(event, BookChanged) and event.after not in ("", event.before):
        changed, by = {event.book: event.after}, event.by
    for book, content in changed.items():
        yield ProjectionRow(house_books.name, {"house": house, "content": content}, {"book": book, "at": at, "by": by})


def editions_of(floor: "Floor", house: str) -> list[HouseEdition]:
    """Return every edition that a house has had: by book, the newest first."""
    table = house_books.c
    chosen = select(table.content, table.book, table.at, table.by).where(table.house == house)
    with floor.database.transaction() as connection:
        rows = connection.execute(chosen.order_by(table.book, table.at.desc(), table.content)).all()
    return [HouseEdition(*row) for row in rows]
