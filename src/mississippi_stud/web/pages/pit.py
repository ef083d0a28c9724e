"""The supervisor's pages: the map of a house, and one of its tables."""

import json
from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.language import translator
from mississippi_stud.prose.pages import RANKS, SENTENCES, SUITS
from mississippi_stud.prose.pit_page import PIT
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.pit_view import TableReader, pit_map
from mississippi_stud.web.request import TableId

_STAFF = {"access": Access.STAFF}
_CONSOLE = {**_STAFF, "console": True}
"""Who may act must not learn only then, with the grounds typed, that they have to sign in again."""
_OF_LIVE_PAGES = {name: SENTENCES[name] for name in ("lostConnection", "databaseAway", "secondsLeft")}
Asking = Request[Any, Any, Any]


def _words(request: Asking, **facts: Any) -> str:
    """What the scripts say, and the facts of the page, as JSON."""
    _ = translator(language_of(request))
    words = {
        "say": {name: _(sentence) for name, sentence in {**PIT, **_OF_LIVE_PAGES}.items()},
        "ranks": [_(rank) for rank in RANKS],
        "suits": [_(suit) for suit in SUITS],
        "passkeys": False,
        "games": list(request.app.state.games),
        "terms": {},
        **facts,
    }
    return json.dumps(words, ensure_ascii=False).replace("</", "<\\/")


@get("/house/{house:str}/pit", opt=_STAFF, include_in_schema=False, sync_to_thread=True)
def pit_of_house(request: Asking, house: FromPath[str]) -> Template:
    """The map of a house, for its supervisors and officials."""
    floor, language = request.app.state.floor, language_of(request)
    seen = pit_map(floor, house, request.app.state.people.known(request), language)
    words = _words(request, house=house, seen=msgspec.to_builtins(seen, enc_hook=str))
    name = called(floor, house, language)
    return page(request, "pit.html", words=words, name=name, house=house, script="pit", element="ms-pit")


@get("/house/{house:str}/pit/{table_id:str}", opt=_CONSOLE, include_in_schema=False, sync_to_thread=True)
def pit_of_table(request: Asking, house: FromPath[str], table_id: TableId) -> Template:
    """A table with everything that waits there and can be done."""
    floor, person, language = request.app.state.floor, request.app.state.people.known(request), language_of(request)
    seen = TableReader(floor, house, table_id, person or "", language).sight()
    words = _words(request, house=house, table=table_id, seen=msgspec.to_builtins(seen, enc_hook=str))
    name = f"{called(floor, house, language)} – {seen.name} {table_id[:6]}"
    return page(request, "pit.html", words=words, name=name, house=house, script="pit-table", element="ms-pit-table")


routes = [pit_of_house, pit_of_table]
