"""The complaints at a house's tables, each with the right to complain that its book gives."""

from collections.abc import Iterator
from typing import Any, Final

from litestar import Request
from litestar.params import FromPath
from litestar.response import Template

from mississippi_stud.floor.history import disputes, recall
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.prose.floor_calls import STANDING, what_follows
from mississippi_stud.prose.operation import moment
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.floor_calls import standing_of
from mississippi_stud.web.inspector import Inspector
from mississippi_stud.web.pages.inspection import inspection_page, inspector_of, looking_back, read
from mississippi_stud.web.topics import Viewer, sight_at

Asking = Request[Any, Any, Any]
LISTED_MAX: Final = 300


def _complaints(inspector: Inspector) -> Iterator[dict[str, Any]]:
    floor, language = inspector.floor, inspector.language
    for stream in disputes.disputed_tables(floor):
        table = floor.table(stream)
        if house_at(table) != inspector.house:
            continue
        book = floor.book(table.book)
        follows = [
            (line.text, inspector.cite(book, table.book, line.clause))
            for line in what_follows(book, staffed=not table.automatic, language=language)
            if line.clause
        ]
        for past in disputes.disputes_of(floor, stream):
            each = past.dispute
            shown = b""
            if not each.round or recall.past(floor, stream, each.round).status != "open":
                shown = canonical(sight_at(Viewer(floor, each.player, language), stream, past.version))
            advised = disputes.advised_at(floor, stream, each.number)
            yield {
                "reference": f"{stream.removeprefix('table:')[:8]}-{each.number}",
                "table": stream.removeprefix("table:"),
                "number": each.number,
                "round": each.round,
                "player": inspector.player(each.player),
                "opened": moment(each.opened_at),
                "at": each.opened_at,
                "about": each.about,
                "standing": inspector._(STANDING[standing_of(past)]),
                "decision": each.decision,
                "review": each.review,
                "clauses": [inspector.cite(book, table.book, clause) for clause in past.clauses],
                "advised": "" if advised is None else moment(advised),
                "follows": follows,
                "version": past.version,
                "hash": view_hash(shown) if shown else "",
            }


@read("/house/{house:str}/inspection/complaints")
async def complaints(request: Asking, house: FromPath[str]) -> Template:
    """The disputes at a house's tables, how each stands, and the right to complain that its book gives."""

    def look() -> list[dict[str, Any]]:
        return sorted(_complaints(inspector_of(request, house)), key=lambda each: -each["at"])[:LISTED_MAX]

    found = await looking_back(request, look)
    return inspection_page(request, house, "inspection_complaints.html", "complaints", complaints=found)


routes = [complaints]
