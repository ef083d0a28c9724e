"""The rule books of a house: its page, and the API by which its owners check custom books and put them in force."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Template

from mississippi_stud.errors import InputError
from mississippi_stud.floor import house_acts, houses
from mississippi_stud.floor.editions import editions_of
from mississippi_stud.language import translator
from mississippi_stud.prose.house_page import HOUSE_BOOKS
from mississippi_stud.prose.names import cite
from mississippi_stud.rulebooks.load import content_hash, custom_book, own_leaves
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.house_view import HouseReader
from mississippi_stud.web.houses import HouseAsk, Line, person_of, reader_of
from mississippi_stud.web.pages.house import called, house_words

KB: Final = 1024
BOOK_BYTES_MAX: Final = 64 * KB
_BODY_BYTES_MAX: Final = 4 * BOOK_BYTES_MAX
"""A text grows when it is written as JSON."""
_MEMBER: Final = {"access": Access.MEMBER}
_send = partial(
    post, opt={"access": Access.OWNER}, status_code=200, sync_to_thread=True, request_max_body_size=_BODY_BYTES_MAX
)
"""A route to which owners send a book."""

Asking = Request[Any, Any, Any]


class BookText(HouseAsk, frozen=True, kw_only=True):
    """The text of a custom rule book, and the name of its file."""

    text: str
    file: Line = ""


class NewEdition(BookText, frozen=True, kw_only=True):
    """A custom rule book to be put in force."""

    why: Line = ""


class OwnValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value in which a custom rule book differs from the one that it extends."""

    path: str
    value: str
    clause: str


class EditionLine(msgspec.Struct, frozen=True, kw_only=True):
    """An edition of a rule book."""

    book: str
    title: str
    version: str
    date: str
    extends: str
    content: str
    """The content hash."""
    in_force: bool
    own: tuple[OwnValue, ...]
    at: int = 0
    """When it was last put in force, and by whom; 0 and nobody if never."""
    by: str = ""


class BooksAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Every edition that a house has had."""

    house: str
    editions: tuple[EditionLine, ...]


def _line(reader: HouseReader, rules: Rulebook, content: str, at: int = 0, by: str = "") -> EditionLine:
    own = (
        OwnValue(path=leaf.path, value=leaf.shown, clause=cite(leaf.ruled.clause, reader.language))
        for leaf in own_leaves(rules)
    )
    return EditionLine(
        book=rules.id,
        title=translator(reader.language)(rules.title),
        version=rules.version,
        date=rules.date if rules.date[:1].isdecimal() else "",  # some say that they have none
        extends=rules.extends,
        content=content,
        in_force=reader.house.books.get(rules.id) == content,
        own=tuple(own),
        at=at,
        by=reader.called(by) if by else "",
    )


def _editions(reader: HouseReader) -> Iterator[EditionLine]:
    """Yield every edition; of each book, the one in force first."""
    lines = [
        _line(reader, reader.floor.book(each.content), each.content, each.at, each.by)
        for each in editions_of(reader.floor, reader.name)
    ]
    yield from sorted(lines, key=lambda line: (line.book, not line.in_force))


def _answer(request: Asking, house: str) -> BooksAnswer:
    return BooksAnswer(house=house, editions=tuple(_editions(reader_of(request, house))))


def _checked(data: BookText) -> Rulebook:
    """Return the book of a text; `InputError` with everything that is wrong with it."""
    if len(data.text.encode(errors="replace")) > BOOK_BYTES_MAX:
        raise InputError("book-too-large", most=BOOK_BYTES_MAX // KB)
    return custom_book(data.text, data.file.strip() or "book.toml")


@get("/houses/{house:str}/books", opt=_MEMBER, sync_to_thread=True)
def show_books(request: Asking, house: FromPath[str]) -> BooksAnswer:
    """Every edition of a rule book that the house has had, and which are in force."""
    return _answer(request, house)


@_send("/houses/{house:str}/books/check")
def check_book(request: Asking, house: FromPath[str], data: JSONBody[BookText]) -> EditionLine:
    """Check a custom rule book, and keep nothing of it."""
    rules = _checked(data)
    return _line(reader_of(request, house), rules, content_hash(rules))


@_send("/houses/{house:str}/books")
def adopt_book(request: Asking, house: FromPath[str], data: JSONBody[NewEdition]) -> BooksAnswer:
    """Keep a custom rule book whole, and put it in force for new tables."""
    house_acts.adopt_book(
        request.app.state.floor, house, _checked(data),
        by=person_of(request), why=data.why.strip(), command_id=data.own_id(request),
    )  # fmt: skip
    return _answer(request, house)


routes = Router(path="/api", include_in_schema=False, route_handlers=[show_books, check_book, adopt_book])


@get("/house/{house:str}/books", opt=_MEMBER, include_in_schema=False, sync_to_thread=True)
def books_page(request: Asking, house: FromPath[str]) -> Template:
    """The rule books of a house: staff read, owners change."""
    floor = request.app.state.floor
    owner = houses.is_owner(floor, house, person_of(request))
    words = house_words(request, HOUSE_BOOKS, house=house, owner=owner, most=BOOK_BYTES_MAX // KB)
    return page(request, "house_books.html", words=words, name=called(floor, house, language_of(request)), house=house)
