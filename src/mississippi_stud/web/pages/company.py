"""The pages of tables for several people: where one is opened, and the table itself."""

import json
from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from mississippi_stud.floor import Phrase, SoloGame
from mississippi_stud.language import translator
from mississippi_stud.prose.floor_calls import STANDING, what_follows
from mississippi_stud.prose.names import cite, moment
from mississippi_stud.prose.signs import Signs
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.web.access import Access
from mississippi_stud.web.floor_calls import dispute_of
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.pages.script import script_words, sentences_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import Number, TableId
from mississippi_stud.web.seats import VOUCHER_CENTS, PlayerSeat
from mississippi_stud.web.standing import ante_limits


def _usual(book: Rulebook, game: SoloGame) -> dict[str, int]:
    """The usual limits of the ante, with which the form begins."""
    least, most = ante_limits(book, game.options)
    return {"least": least, "most": most}


@get("/friends", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def friends(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    """Where a table for several people is opened: under any book that has more than one seat."""
    _ = translator(language_of(request))
    games = [(game, rulebook(game.source)) for game in request.app.state.games.values()]
    words = {
        "say": {name: _(said) for name, said in sentences_of("friends.js").items()},
        "chosen": book,
        "books": [
            {"id": each.id, "title": cite(each.id).strip(), "seats": each.positions.maximum.value, **_usual(each, game)}
            for game, each in games
            if each.positions.maximum.value > 1
        ],
    }
    return page(request, "friends.html", words=json.dumps(words, ensure_ascii=False).replace("</", "<\\/"))


@get("/table/{table_id:str}", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def table(request: Request[Any, Any, Any], table_id: FromPath[str]) -> Template:
    """A table for several people, seen from one's own seat or as a watcher, with its link and its picture."""
    import segno

    floor, language = request.app.state.floor, language_of(request)
    seat = PlayerSeat(floor, request.app.state.people.known(request), table_id, language)
    try:
        terms = floor.table(seat.seen)
    except Complaint:
        raise Complaint("no-table-link", 404) from None
    offer = {name: getattr(terms, name) for name in terms.__struct_fields__}
    signs = Signs(seat.book, offer, language, seat.terms())
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
        tokens=seat.takes_tokens,
        voucher=VOUCHER_CENTS if seat.tries_tokens else 0,
        vouchers=[msgspec.to_builtins(each) for each in seat.vouchers()],
        call=[line._asdict() for line in what_follows(seat.book, staffed=not terms.automatic, language=language)],
        phrases=list(Phrase),
        review=Power.REVIEW_DISPUTE in (seat.book.staff.powers if seat.book.staff else ()),
        tour=[],
    )
    return page(request, "game.html", signs=signs, words=words, company=True, books=[])


@get("/table/{table_id:str}/disputes/{number:int}", opt={"access": Access.PLAYER}, include_in_schema=False)
async def dispute(request: Request[Any, Any, Any], table_id: TableId, number: Number) -> Template:
    """A player's own call to the floor: what was said, how it stands, what follows, and the evidence."""
    state, language = request.app.state, language_of(request)
    seat = PlayerSeat(state.floor, state.people.known(request), table_id, language)
    found = await state.looking_back.at(seat.name, lambda: dispute_of(seat, number))
    standing, opened = translator(language)(STANDING[found.standing]), moment(found.opened_at, language)
    return page(request, "dispute.html", dispute=found, standing=standing, opened=opened)


routes = [friends, table, dispute]
