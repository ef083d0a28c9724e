"""The inbox of a house: what is to be reported about it, and who has read what when."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from litestar import Request
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from mississippi_stud.floor import houses
from mississippi_stud.floor.history import inbox, round_inspection
from mississippi_stud.prose.alterations import tell_changes
from mississippi_stud.prose.inspection import REPORTS
from mississippi_stud.prose.operation import moment, tell_significance
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS
from mississippi_stud.web.houses import person_of
from mississippi_stud.web.inspector import CitedClause, Inspector
from mississippi_stud.web.pages.inspection import inspection_page, inspector_of, looking_back, read

Asking = Request[Any, Any, Any]
DAY: Final = 86_400_000_000
DAYS: Final = (1, 7, 30, 365)
LISTED_MAX: Final = 300
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
    changes: tuple[str, ...] = ()
    """What was altered, in sentences."""


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
            changes = [] if altered is None else tell_changes(*altered.differing, self._language)
            named = {
                name: self._inspector.called(finding.params[name]) for name in ("person",) if name in finding.params
            }
            yield InboxEntry(
                at=each.at,
                kind="alteration" if altered is not None else "significant",
                said=tell_significance(finding.code, {**finding.params, **named}, self._language),
                who=self._inspector.called(each.who),
                stream=each.stream,
                round=self._round(each.stream, each.version),
                clause=self._cited(each.stream, str(finding.params.get("clause", ""))),
                changes=tuple(changes),
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


routes = [house_inbox]
