"""What is to be reported about a house, complaints with the right to complain, and what meters stood at."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.floor import Floor, houses
from mississippi_stud.floor.history import disputes, inbox, meter_readings, recall, round_inspection
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.prose.floor_calls import STANDING, what_follows
from mississippi_stud.prose.inspection import REPORTS
from mississippi_stud.prose.meters import exact
from mississippi_stud.prose.operation import listed, moment, tell_significance
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS
from mississippi_stud.rulebooks.vocabulary import Power
from mississippi_stud.web.access import Access
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.floor_calls import standing_of
from mississippi_stud.web.frame import language_of
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.inspector import CitedClause, Inspector, SearchText, microseconds_of
from mississippi_stud.web.pages.inspection import inspection_page, inspector_of, looking_back, read
from mississippi_stud.web.press import has_power
from mississippi_stud.web.topics import Viewer, sight_at

Asking = Request[Any, Any, Any]
DAY: Final = 86_400_000_000
DAYS: Final = (1, 7, 30, 365)
LISTED_MAX: Final = 300
_READINGS_MAX: Final = 25
Days = Annotated[int, QueryParameter(ge=1, le=365)]


class InboxEntry(NamedTuple):
    """Something to be reported."""

    at: int
    kind: str
    """A report that the book asks for, an alteration, or something significant."""
    said: str
    who: str
    stream: str
    round: int | None
    clause: CitedClause | None = None
    change: str = ""


class HouseInbox:
    """Tells whoever inspects a house what is to be reported."""

    def __init__(self, inspector: Inspector, since: int) -> None:
        self._inspector, self._since = inspector, since
        self._floor, self._house, self._language = inspector.floor, inspector.house, inspector.language
        self._ = inspector._

    def entries(self) -> list[InboxEntry]:
        """Return what is to be reported, the latest first."""
        return sorted((*self._significant(), *self._reported()), key=lambda entry: -entry.at)[:LISTED_MAX]

    def _significant(self) -> Iterator[InboxEntry]:
        for each in inbox.house_events(self._floor, self._house, self._since):
            finding, altered = each.finding, each.finding.alteration
            change = ""
            if altered is not None:
                before, after = altered.differing
                change = f"{listed(before)} → {listed(after)}"
            yield InboxEntry(
                at=each.at,
                kind="alteration" if altered is not None else "significant",
                said=tell_significance(finding.code, finding.params, self._language),
                who=self._inspector.called(each.who),
                stream=each.stream,
                round=self._round(each.stream, each.version),
                clause=self._cited(each.stream, str(finding.params.get("clause", ""))),
                change=change,
            )

    def _reported(self) -> Iterator[InboxEntry]:
        for each in inbox.reported_events(self._floor, self._house, self._since):
            said, clause = self._report(each)
            yield InboxEntry(
                at=each.at,
                kind="report",
                said=said,
                who=self._inspector.called(each.actor),
                stream=each.stream,
                round=self._round(each.stream, each.version),
                clause=self._cited(each.stream, clause),
            )

    def _report(self, reported: inbox.ReportedEvent) -> tuple[str, str]:
        """Return what is to be reported in a sentence, and by which clause."""
        event, _ = reported.event, self._
        name = str(event.__struct_config__.tag)
        if name == "incident_ruled":
            ruled, book = event.ruled, self._floor.book(self._floor.table(reported.stream).book)
            told = ", ".join(self._inspector.title(book.id, title) for title in ruled.told)
            said = _(REPORTS[name]).format(
                incident=_(INCIDENTS[ruled.incident]), ruling=_(RULINGS[ruled.ruling]), told=told
            )
            return said, ruled.told_clause or ruled.clause
        if name == "dispute_opened":
            return _(REPORTS[name]).format(number=event.dispute.number, about=event.dispute.about), ""
        person = reported.stream.partition(":")[2]
        return _(REPORTS[name]).format(person=person, grounds=event.grounds), getattr(event, "clause", "")

    def _round(self, stream: str, version: int) -> int | None:
        return round_inspection.round_at(self._floor, stream, version) if stream.startswith("table:") else None

    def _cited(self, stream: str, clause: str) -> CitedClause | None:
        if not clause:
            return None
        if stream.startswith("table:"):
            content = self._floor.table(stream).book
        else:
            content = houses.settings_of(self._floor, self._house).books.get(clause.partition(" ")[0], "")
        return self._inspector.cite(self._floor.book(content), content, clause) if content else None

    def marks(self) -> list[dict[str, str]]:
        """Return who has read the inbox up to when."""
        return [
            {"who": self._inspector.called(each.person), "at": moment(each.at), "until": moment(each.until)}
            for each in inbox.read_marks(self._floor, self._house)[:LISTED_MAX]
        ]


@read("/house/{house:str}/inspection/inbox")
async def house_inbox(request: Asking, house: FromPath[str], days: Days = 30) -> Template:
    """What is to be reported about a house, and who has read what when."""

    def look() -> dict[str, Any]:
        inspector = inspector_of(request, house)
        now = inspector.floor.clock()
        told = HouseInbox(inspector, now - days * DAY)
        own = [mark for mark in inbox.read_marks(inspector.floor, house) if mark.person == person_of(request)]
        return {"entries": told.entries(), "marks": told.marks(), "now": now, "read_until": own[0].until if own else 0}

    shown = await looking_back(request, look)
    words = {"key": inbox.READ_MARK + house, "until": str(shown["now"])}
    return inspection_page(
        request, house, "inspection_inbox.html", "inbox", days=days, choices=DAYS, moment=moment, words=words, **shown
    )


# Complaints.


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
                "player": each.player,
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


# Meters.


@get("/house/{house:str}/meters", opt={"access": Access.MEMBER}, include_in_schema=False)
async def meters(request: Asking, house: FromPath[str], at: SearchText = "") -> Template:
    """What the meters of a house stood at, at each settlement and at any moment (crown 9.5.3)."""
    floor, language, asked = request.app.state.floor, language_of(request), microseconds_of(at)

    def look() -> list[dict[str, Any]]:
        if not has_power(floor, house, person_of(request), Power.READ_METER):
            raise NotFoundException
        return [_group(floor, name, asked, language) for name in meter_readings.meters_of_house(floor, house)]

    groups = await looking_back(request, look)
    inspects = houses.is_owner(floor, house, person_of(request)) or houses.is_official(floor, house, person_of(request))
    return inspection_page(
        request, house, "inspection_meters.html", "meters", groups=groups, at=at, inspects=inspects, moment=moment
    )


def _group(floor: Floor, name: str, at: int | None, language: str) -> dict[str, Any]:
    known, _ = floor.house_meters(name)
    book = floor.book(known.book)
    currency = book.money.currency.value
    return {
        "name": name,
        "values": [
            (meter, exact(value, currency, language), str(value))
            for meter, value in meter_readings.values_at(floor, name, floor.clock() if at is None else at).items()
        ],
        "readings": [
            {
                "at": moment(each.at),
                "meter": each.meter,
                "table": each.table.removeprefix("table:"),
                "round": each.round.rpartition("#")[2],
                "value": exact(each.value, currency, language),
                "cents": str(each.value),
                "same": meter_readings.value_after(floor, name, each.version).get(each.meter) == each.value,
            }
            for each in meter_readings.readings(floor, name, at, _READINGS_MAX)
        ],
    }


routes = [house_inbox, complaints, meters]
