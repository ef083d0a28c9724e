"""The pages of the people who run tables: the consoles of a house, one of them, and codes for scanners."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.cards import DECK
from mississippi_stud.cards import text as card_text
from mississippi_stud.floor import Floor, Wager, house_options, house_tables, houses
from mississippi_stud.floor.consoles import shufflings, work_at
from mississippi_stud.language import translator
from mississippi_stud.prose.console import CAUSES, CONSOLE, MEASURES, card_name
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.pages import RANKS, SUITS
from mississippi_stud.prose.rule_values import RULE_VALUES
from mississippi_stud.web.access import Access
from mississippi_stud.web.console_view import board_of
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import TableId
from mississippi_stud.web.standing import ante_limits

_STAFF: Final = {"access": Access.STAFF}
PREFIX: Final = "~"
"""What a scanner's code begins with, as in `wedge.js`."""
Asking = Request[Any, Any, Any]


def console_words(request: Asking, more: Mapping[str, str] | None = None, **facts: Any) -> str:
    """What the scripts of a console say, and the facts of the page, as JSON."""
    _ = translator(language_of(request))
    words = {
        "say": {name: _(said) for name, said in {**CONSOLE, **(more or {})}.items()},
        "terms": {},
        "ranks": [_(rank) for rank in RANKS],
        "suits": [_(suit) for suit in SUITS],
        "measures": [(name, _(said)) for name, said in MEASURES.items()],
        "causes": [(name, _(said)) for name, said in CAUSES.items()],
        "passkeys": False,
        "games": list(request.app.state.games),
        **facts,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")


def _person(request: Asking) -> str:
    return str(request.app.state.people.known(request) or "")


@get(
    "/house/{house:str}/table/{table_id:str}/console",
    opt={**_STAFF, "console": True},
    include_in_schema=False,
    sync_to_thread=True,
)
def console(request: Asking, house: FromPath[str], table_id: TableId) -> Template:
    """The console of a table, for whoever holds a title under its book."""
    floor, person, language = request.app.state.floor, _person(request), language_of(request)
    work = work_at(floor, house, table_id, person)
    if work is None:
        raise Complaint("no-table", 404)
    board = msgspec.to_builtins(board_of(floor, house, work, person, language), enc_hook=str)
    words = console_words(request, house=house, table=table_id, topic=f"console:{house}/{table_id}", board=board)
    name = called(floor, house, language)
    return page(
        request, "console.html", words=words, name=name, house=house, table=table_id, book=cite(work.book.id).strip()
    )


@get("/house/{house:str}/consoles", opt=_STAFF, include_in_schema=False, sync_to_thread=True)
def consoles(request: Asking, house: FromPath[str]) -> Template:
    """The tables that people of a house run, and the form that opens one."""
    floor, person, language = request.app.state.floor, _person(request), language_of(request)
    held = houses.titles_of(floor, house, person)
    tables = [
        {"id": stream.removeprefix("table:"), "name": cite(book, language).strip()}
        for stream, book in houses.settings_of(floor, house).tables.items()
        if book in held and not floor.table(stream).automatic
    ]
    words = console_words(
        request, house=house, wager=Wager.ANTE, tables=tables, opens=list(_openings(floor, house, person, language))
    )
    return page(request, "consoles.html", words=words, name=called(floor, house, language), house=house)


def _openings(floor: Floor, house: str, person: str, language: str) -> Iterator[dict[str, Any]]:
    """Yield the titles under which somebody may open a table, each with what its book lets them choose."""
    _ = translator(language)
    held = {book: tuple(sorted(titles)) for book, titles in houses.titles_of(floor, house, person).items()}
    for (book_id, title), name in houses.title_names(floor, house, held, language):
        book = floor.book(houses.settings_of(floor, house).books[book_id])
        if book.staff is None or title not in book.staff.titles:
            continue
        least, most = ante_limits(book, house_options(book))
        methods = [
            {"dealing": each, "name": _(RULE_VALUES["Method"].get(each, each)), "shuffled": shufflings(book, each)}
            for each in book.dealing.methods
        ]
        yield {
            "key": f"{book_id}:{title}", "book": book_id, "title": title, "name": f"{name} ({cite(book_id).strip()})",
            "methods": methods, "seats": book.positions.maximum.value,
            "usual": book.positions.default.value, "least": least, "most": most,
            "meters": house_tables.meters_of(house, book),
        }  # fmt: skip


@get("/house/{house:str}/cards", opt=_STAFF, include_in_schema=False, sync_to_thread=True)
def cards(request: Asking, house: FromPath[str]) -> Template:
    """Codes of the 52 cards to be printed, for scanners that type."""
    import segno

    language = language_of(request)
    codes = [
        (
            card_text([card]),
            card_name(card, language),
            segno.make(PREFIX + card_text([card]).upper(), error="m").svg_data_uri(scale=3, border=2, light="white"),
        )
        for card in DECK
    ]
    return page(request, "cards.html", codes=codes)


routes = [console, consoles, cards]
