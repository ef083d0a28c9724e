"""The printed matter of a house, as pages made to print and, where the extra is installed, as PDF."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.floor.history import disputes
from mississippi_stud.floor.history.inbox import house_tables, ruled_incidents
from mississippi_stud.floor.houses import is_official, is_owner
from mississippi_stud.language import translator
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.operation import moment
from mississippi_stud.prose.rulings import INCIDENTS
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.inspector import Inspector
from mississippi_stud.web.pages.guide import guide_at
from mississippi_stud.web.pages.inspection import inspection_page, inspector_of, looking_back
from mississippi_stud.web.press import Press, PrintedDocument, has_power, html, pdf
from mississippi_stud.web.request import Number, TableId, TableVersion
from mississippi_stud.web.static_files import STATIC_PATH

Asking = Request[Any, Any, Any]
As = Annotated[str, QueryParameter(pattern="^(html|pdf)$")]
_MEMBER: Final = {"access": Access.MEMBER}
LISTED_MAX: Final = 100


async def _sent(request: Asking, form: str, make: Callable[[], PrintedDocument]) -> Response[Any]:
    """Send a document as a page or as a PDF, made off the event loop."""

    def written() -> bytes | str:
        document = make()
        return pdf(document) if form == "pdf" else html(document, f"{STATIC_PATH}/printed.css")

    made = await looking_back(request, written)
    if isinstance(made, bytes):
        return Response(made, media_type="application/pdf", headers={"Content-Disposition": "inline"})
    return Response(made, media_type=MediaType.HTML)


def _press(request: Asking, house: str, power: Power | None) -> Press:
    """Return the press of a house for whoever may have what that power is about; for others there is nothing."""
    floor, person = request.app.state.floor, person_of(request)
    if power is not None and not has_power(floor, house, person, power):
        raise NotFoundException
    return Press(inspector_of(request, house))


@get("/house/{house:str}/printed", opt=_MEMBER, include_in_schema=False)
async def printed_matter(request: Asking, house: FromPath[str]) -> Template:
    """What can be printed for a house: its tables' layouts and signs, incidents, disputes and rules."""
    floor, language, person = request.app.state.floor, language_of(request), person_of(request)
    _ = translator(language)

    def look() -> dict[str, Any]:
        tables, found = [], []
        for stream in house_tables(floor, house)[:LISTED_MAX]:
            book = floor.book(floor.table(stream).book)
            tables.append((stream.removeprefix("table:"), cite(book.id, language).strip()))
        if has_power(floor, house, person, Power.DECIDE_DISPUTE):
            for stream in disputes.disputed_tables(floor):
                if stream in house_tables(floor, house):
                    found += [(stream[6:], each.dispute) for each in disputes.disputes_of(floor, stream)]
        incidents = []
        if has_power(floor, house, person, Power.RULE_IRREGULARITY):
            incidents = [
                (each.stream[6:], each.version, moment(each.at), _(INCIDENTS[each.event.ruled.incident]))
                for each in ruled_incidents(floor, house)
            ][-LISTED_MAX:]
        return {"tables": tables, "disputes": found[-LISTED_MAX:], "incidents": incidents}

    shown = await looking_back(request, look)
    inspects = is_owner(floor, house, person) or is_official(floor, house, person)
    books = [(game.book, cite(game.book, language).strip()) for game in request.app.state.games.values()]
    return inspection_page(
        request, house, "inspection_printed.html", "printed", inspects=inspects, books=books, **shown
    )


@get("/rules/{book:str}/printed", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def printed_rules(request: Asking, book: FromPath[str], form: As = "html") -> Response[Any]:
    """A copy of the rules, for anybody who asks (nsw 13.14, crown 13.13)."""
    language = language_of(request)

    def written() -> bytes | str:
        guide = guide_at(request.app.state, book, language)
        press = Press(Inspector(request.app.state.floor, "play", "", language))
        document = press.rules(guide.book, guide.chapters, guide.hash)
        return pdf(document) if form == "pdf" else html(document, f"{STATIC_PATH}/printed.css")

    made = await asyncio.to_thread(written)
    return Response(made, media_type="application/pdf" if form == "pdf" else MediaType.HTML)


@get("/house/{house:str}/printed/layouts/{table_id:str}", opt=_MEMBER, include_in_schema=False)
async def printed_layout(request: Asking, house: FromPath[str], table_id: TableId, form: As = "html") -> Response[Any]:
    """The layout diagram of a table."""
    return await _sent(request, form, lambda: _press(request, house, None).layout(table_id))


@get("/house/{house:str}/printed/signs/{table_id:str}", opt=_MEMBER, include_in_schema=False)
async def printed_sign(request: Asking, house: FromPath[str], table_id: TableId, form: As = "html") -> Response[Any]:
    """The sign of a table."""
    return await _sent(request, form, lambda: _press(request, house, None).sign(table_id))


@get("/house/{house:str}/printed/incidents/{table_id:str}/{version:int}", opt=_MEMBER, include_in_schema=False)
async def printed_incident(
    request: Asking, house: FromPath[str], table_id: TableId, version: TableVersion, form: As = "html"
) -> Response[Any]:
    """The report of an incident."""
    power = Power.RULE_IRREGULARITY
    return await _sent(request, form, lambda: _press(request, house, power).incident(table_id, version))


@get("/house/{house:str}/printed/disputes/{table_id:str}/{number:int}", opt=_MEMBER, include_in_schema=False)
async def printed_dispute(
    request: Asking, house: FromPath[str], table_id: TableId, number: Number, form: As = "html"
) -> Response[Any]:
    """The file of a dispute."""
    power = Power.DECIDE_DISPUTE
    return await _sent(request, form, lambda: _press(request, house, power).dispute(table_id, number))


@get(
    "/house/{house:str}/printed/payouts/{table_id:str}/{number:int}/{position:int}",
    opt=_MEMBER,
    include_in_schema=False,
)
async def printed_payout(
    request: Asking, house: FromPath[str], table_id: TableId, number: Number, position: Number, form: As = "html"
) -> Response[Any]:
    """The form of a payout, or of a jackpot (maryland .11I(4))."""
    power = Power.VALIDATE_JACKPOT
    return await _sent(request, form, lambda: _press(request, house, power).payout(table_id, number, position))


routes = [
    printed_matter,
    printed_rules,
    printed_layout,
    printed_sign,
    printed_incident,
    printed_dispute,
    printed_payout,
]
