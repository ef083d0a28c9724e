"""The pages of an inspection: any round of a house as anybody saw it; everything can be read and nothing changed."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import urlencode

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from mississippi_stud.language import translator
from mississippi_stud.prose.inspection import PARTS
from mississippi_stud.web.access import Access
from mississippi_stud.web.delta import view_hash
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.inspector import (
    ROUND_RESULTS,
    Inspector,
    RoundReport,
    SearchFields,
    SearchText,
    microseconds_of,
)
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.request import Number, TableId, TableVersion

Asking = Request[Any, Any, Any]
_T = TypeVar("_T")
PAGES_MAX: Final = 1_000_000
read = partial(get, opt={"access": Access.OPERATION}, include_in_schema=False)
"""A route that whoever inspects a house reads."""
_ADDRESSES: Final = {
    "rounds": "/inspection",
    "inbox": "/inspection/inbox",
    "complaints": "/inspection/complaints",
    "meters": "/meters",
    "integrity": "/inspection/integrity",
    "trends": "/inspection/trends",
    "printed": "/printed",
}
"""Where each part of an inspection is."""
PageNumber = Annotated[int, QueryParameter(ge=1, le=PAGES_MAX)]
Step = Annotated[int, QueryParameter(ge=0, le=1_000_000_000)]


def inspector_of(request: Asking, house: str) -> Inspector:
    """Return what tells whoever asks about the rounds of a house."""
    return Inspector(request.app.state.floor, house, person_of(request), language_of(request))


async def looking_back(request: Asking, look: Callable[[], _T]) -> _T:
    """Look at the past off the event loop, when there is room."""
    found: _T = await request.app.state.looking_back.at(person_of(request), look)
    return found


def inspection_page(request: Asking, house: str, template: str, part: str, **context: Any) -> Template:
    """A page of an inspection, with the way to the others."""
    language = language_of(request)
    _, name = translator(language), called(request.app.state.floor, house, language)
    parts = [(key, to, _(PARTS[key])) for key, to in _ADDRESSES.items()]
    return page(request, template, house=house, name=name, part=part, parts=parts, **context)


@read("/house/{house:str}/inspection")
async def rounds_found(
    request: Asking,
    house: FromPath[str],
    table: SearchText = "",
    player: SearchText = "",
    since: SearchText = "",
    until: SearchText = "",
    result: SearchText = "any",
    incident: SearchText = "",
    clause: SearchText = "",
    number: PageNumber = 1,
) -> Template:
    """The rounds of a house: by time, table, player, outcome, incident and clause."""
    fields = SearchFields(table.strip(), player.strip(), since, until, result, incident, clause.strip(), number)

    def look() -> dict[str, Any]:
        inspector = inspector_of(request, house)
        found, more = inspector.found(fields)
        return {"found": found, "more": more, "incidents": inspector.incidents()}

    def query(**changed: Any) -> str:
        return urlencode({**fields._asdict(), **changed})

    shown = await looking_back(request, look)
    return inspection_page(
        request, house, "inspection.html", "rounds", fields=fields, results=ROUND_RESULTS, query=query, **shown
    )


@read("/house/{house:str}/inspection/rounds/{table_id:str}/{number:int}")
async def inspected_round(
    request: Asking,
    house: FromPath[str],
    table_id: TableId,
    number: Number,
    eyes: SearchText = "watcher",
    step: Step = 0,
    at: SearchText = "",
) -> Template:
    """One round: its steps, how somebody saw it at one of them or at a second, what it paid by which clause."""

    def look() -> dict[str, Any]:
        inspector = inspector_of(request, house)
        report = RoundReport(inspector, inspector.past(table_id, number))
        version = report.version_at(microseconds_of(at), step)
        proof = report.proof()
        return {
            "past": report.past,
            "line": inspector.line(report.past),
            "steps": list(report.steps()),
            "step": version,
            "onlookers": {key: name for key, (name, _) in report.onlookers(version).items()},
            "seen": report.seen(version, eyes, microseconds_of(at)),
            "payments": list(report.payments()),
            "rulings": list(report.rulings()),
            "transfers": list(report.transfers()),
            "meter": report.meter(),
            "whole": report.whole(),
            "proof": proof,
            "proved": report.proved_cards(proof),
        }

    shown = await looking_back(request, look)
    return inspection_page(
        request, house, "inspection_round.html", "rounds", table=table_id, number=number, eyes=eyes, at=at, **shown
    )


@read("/house/{house:str}/inspection/rounds/{table_id:str}/{number:int}/views/{version:int}")
async def view_shown(
    request: Asking,
    house: FromPath[str],
    table_id: TableId,
    number: Number,
    version: TableVersion,
    eyes: FromQuery[str] = "watcher",
    written: FromQuery[str] = "en",
    at: SearchText = "",
) -> Response[bytes]:
    """What somebody was shown at a version, byte for byte as its hash was made of it."""

    def look() -> bytes:
        inspector = inspector_of(request, house)
        return RoundReport(inspector, inspector.past(table_id, number)).shown(
            version, eyes, written, microseconds_of(at)
        )

    shown = await looking_back(request, look)
    return Response(shown, media_type=MediaType.JSON, headers={"X-View-Hash": view_hash(shown)})


routes = [rounds_found, inspected_round, view_shown]
