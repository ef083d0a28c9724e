"""The pages of tables for several people: where one is opened, and the table itself."""

import json
from typing import Any

from litestar import Request, get
from litestar.params import FromQuery
from litestar.response import Template

from mississippi_stud.language import translator
from mississippi_stud.prose.signs import Signs
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.web.access import Access
from mississippi_stud.web.api import TableId
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.script import script_words, sentences_of
from mississippi_stud.web.seats import PlayerSeat


@get("/friends", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def friends(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    """Where a table for several people is opened: under any book that has more than one seat."""
    _ = translator(language_of(request))
    rules = [rulebook(game.source) for game in request.app.state.games.values()]
    words = {
        "say": {name: _(said) for name, said in sentences_of("friends.js").items()},
        "chosen": book,
        "books": [
            {"id": each.id, "title": _(each.title), "seats": each.positions.maximum.value}
            for each in rules
            if each.positions.maximum.value > 1
        ],
    }
    return page(request, "friends.html", words=json.dumps(words, ensure_ascii=False).replace("</", "<\\/"))


@get("/table/{table_id:str}", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def table(request: Request[Any, Any, Any], table_id: TableId) -> Template:
    """A table for several people, seen from one's own seat or as a watcher, with its link and its picture."""
    import segno

    floor, language = request.app.state.floor, language_of(request)
    seat = PlayerSeat(floor, request.app.state.people.known(request), table_id, language)
    terms = floor.table(seat.seen)
    offer = {name: getattr(terms, name) for name in terms.__struct_fields__}
    signs = Signs(seat.book, offer, language)
    link = str(request.base_url).rstrip("/") + request.url.path
    words = script_words(
        signs,
        "game.js",
        "meters.js",
        "company.js",
        table=table_id,
        company="company",
        link=link,
        picture=segno.make(link, error="m").svg_data_uri(scale=4, border=4, dark="black", light="white"),
        timed=terms.clocks is not None,
        tour=[],
    )
    return page(request, "game.html", signs=signs, words=words, company=True, books=[])


routes = [friends, table]
