"""Printed matter of a house, from the same data as its pages: one document, which a browser prints and WeasyPrint sets.

Rules on request (nsw 13.14, crown 13.13), the layout and the sign of a table, the report of an incident, the file of a
dispute, and the form of a payout or a jackpot (maryland .11I(4)).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor, MissingStreamError, Table, houses, interventions
from mississippi_stud.floor.history import disputes, round_inspection
from mississippi_stud.floor.tenancy import house_at
from mississippi_stud.language import translator
from mississippi_stud.prose.floor_calls import STANDING, what_follows
from mississippi_stud.prose.forms import FORMS, LABELS
from mississippi_stud.prose.names import NAMES, OUTCOMES, amount, cite, pays
from mississippi_stud.prose.operation import moment
from mississippi_stud.prose.prompts import duty, name_of
from mississippi_stud.prose.rulings import FATES, INCIDENTS, RULINGS
from mississippi_stud.prose.wall_signs import WallSigns
from mississippi_stud.rulebooks.conduct import Moment
from mississippi_stud.rulebooks.ledger import Surface, ledger, shown_on
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import MAIN_WAGERS, STREETS, Power
from mississippi_stud.web.delta import canonical, view_hash
from mississippi_stud.web.floor_calls import standing_of
from mississippi_stud.web.inspector import Inspector, RoundReport
from mississippi_stud.web.pages.house import called
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.table_signs import meter_terms
from mississippi_stud.web.topics import Viewer, sight_at

if TYPE_CHECKING:
    from mississippi_stud.web.pages.guide import Chapter

_STATIC: Final = Path(__file__).with_name("static")
_PAGES: Final = Path(__file__).with_name("pages")


class PrintedLine(NamedTuple):
    """A sentence, with the clause that it comes from; a label in front says what it is."""

    text: str
    clause: str = ""
    label: str = ""


class PrintedPart(NamedTuple):
    """A part of a document: sentences, then a table."""

    title: str
    lines: tuple[PrintedLine, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class SignedStep(NamedTuple):
    """Something that somebody confirms by hand."""

    text: str
    clause: str
    who: str


class PrintedLayout(NamedTuple):
    """The layout of a table: how many positions, and the areas before each from the edge to the middle."""

    positions: int
    areas: tuple[str, ...]
    community: tuple[str, ...]
    """What the places of the community cards are called."""
    house: str


class PrintedDocument(NamedTuple):
    """Something to be printed, in one language."""

    title: str
    language: str
    about: tuple[PrintedLine, ...]
    parts: tuple[PrintedPart, ...] = ()
    layout: PrintedLayout | None = None
    signed: tuple[SignedStep, ...] = ()


def has_power(floor: Floor, house: str, person: str, power: Power) -> bool:
    """Whether somebody may have it: owners, officials, and titles to which a book of the house gives that power."""
    if houses.is_owner(floor, house, person) or houses.is_official(floor, house, person):
        return True
    return any(
        each.power is power
        for book, titles in houses.titles_of(floor, house, person).items()
        for title in titles
        for each in interventions.powers_of(floor, house, book, title)
    )


# Rendering.


def html(document: PrintedDocument, style: str) -> str:
    """Return a document as a page; `style` is the address of its style sheet, or nothing where that comes along."""
    from jinja2 import Environment, FileSystemLoader

    files = Environment(loader=FileSystemLoader(_PAGES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return files.get_template("printed.html").render(
        document=document,
        style=style,
        _=translator(document.language),
        seats=_seats,
        area=_area,
        area_width=_area_width,
        area_height=AREA_HEIGHT,
    )


def pdf(document: PrintedDocument) -> bytes:
    """Return a document as a PDF; `InputError` where the extra or Pango is not installed."""
    try:
        from weasyprint import CSS, HTML
    except ImportError:
        raise InputError("pdf-missing", command='pip install "mississippi-stud[par]"') from None
    except OSError:  # it looks for Pango as it is loaded
        raise InputError("pango-missing") from None
    style = CSS(string=_STATIC.joinpath("printed.css").read_text())
    written: bytes = HTML(string=html(document, "")).write_pdf(stylesheets=[style], pdf_tags=True)
    return written


class PrintedSeat(NamedTuple):
    """A position of a layout on a drawing: its middle, and the place of its number below the areas; no floats."""

    number: int
    x: int
    y: int


class PrintedArea(NamedTuple):
    """The words that an area bears, in one or two lines that fit it, and their size."""

    lines: tuple[str, ...]
    size: int


FELT: Final = "en"
"""The language of what the live books want written on the felt, whoever reads about it (nsw 2.2.1)."""
AREA_HEIGHT: Final = 38
_SIZE: Final = 14
"""How large the words of an area are at most; a letter is about 0.62 of that wide."""
_ABOVE: Final = 200
"""How much of the drawing the name of the house and the community cards take."""


def _seats(layout: PrintedLayout) -> list[PrintedSeat]:
    """Return each position on a drawing that is 1000 wide, along an arc."""
    across, down = 900 // layout.positions, _ABOVE + 40 + AREA_HEIGHT * len(layout.areas)
    middles = [50 + across * number + across // 2 for number in range(layout.positions)]
    return [PrintedSeat(place, x, down - (x - 500) ** 2 // 4_500) for place, x in enumerate(middles, start=1)]


def _legend(word: str, name: str) -> PrintedLine:
    """Return an area by its name, and the word that it bears where that is another."""
    return PrintedLine(name, label="" if word == name else word)


def _area_width(layout: PrintedLayout) -> int:
    return min(900 // layout.positions - 8, 150)


def _area(name: str, width: int) -> PrintedArea:
    """Return the words of an area that is so wide; what is too long for a line takes two."""
    words, most = name.split(" "), width * 100 // (_SIZE * 62)
    broken = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    lines = min(broken, key=lambda two: max(map(len, two))) if broken and len(name) > most else (name,)
    return PrintedArea(lines, min(_SIZE, _SIZE * most // max(map(len, lines))))


# Documents.


class Press:
    """Sets the printed matter of a house in a language."""

    def __init__(self, inspector: Inspector) -> None:
        self.inspector, self.floor, self.language = inspector, inspector.floor, inspector.language
        self._ = inspector._

    def label(self, name: str, **values: object) -> str:
        """Return a word or a title of a form."""
        return self._(LABELS[name]).format(**values)

    def table(self, table_id: str) -> tuple[str, Table, Rulebook]:
        """Return a table of the house with its stream and its book; what is another house's is not there."""
        stream = f"table:{table_id}"
        try:
            table = self.floor.table(stream)
        except MissingStreamError:
            raise Complaint("no-table", 404) from None
        if house_at(table) != self.inspector.house:
            raise Complaint("no-table", 404)
        return stream, table, self.floor.book(table.book)

    def _about(self, book: Rulebook, **facts: str) -> tuple[PrintedLine, ...]:
        own = {"house": self.inspector.house, "book": f"{self._(book.title)} ({book.version})", **facts}
        printed = PrintedLine(moment(self.floor.clock()), label=self.label("printed"))
        return (*(PrintedLine(value, label=self.label(name)) for name, value in own.items() if value), printed)

    def layout(self, table_id: str) -> PrintedDocument:
        """Return the layout diagram of a table."""
        stream, table, book = self.table(table_id)
        terms = meter_terms(self.floor, stream)
        wall, felt = (WallSigns(book, table, each, terms) for each in (self.language, FELT))
        view = self.floor.view(stream)[0]
        order = [*(area.wager for area in view.areas if area.wager not in MAIN_WAGERS), *MAIN_WAGERS]
        drawn_on = [wager for wager in order if wager in wall.signs.wagers or wager in MAIN_WAGERS]
        areas, names = ([signs.signs.label(wager) for wager in drawn_on] for signs in (felt, wall))
        community = tuple(felt.signs.label(street) for street in STREETS)
        house = called(self.floor, self.inspector.house, self.language)
        drawn = PrintedLayout(table.positions, tuple(areas), community, house)
        asked = tuple(PrintedLine(text, cite(clause, self.language)) for text, clause in self._asked_of_layouts(book))
        parts = [PrintedPart(self.label("areas"), tuple(_legend(*each) for each in zip(areas, names, strict=True)))]
        parts += [PrintedPart(self.label("layout-asked"), asked)] if asked else []
        return PrintedDocument(
            self._(FORMS["layout"]), self.language, self._about(book, table=table_id), tuple(parts), drawn
        )

    def _asked_of_layouts(self, book: Rulebook) -> Iterator[tuple[str, str]]:
        origin = book.extends or book.id
        for clause in shown_on(origin, Surface.LAYOUT):
            if not ledger(origin)[clause].inherited_from:
                yield ledger(origin)[clause].summary(self.language), clause

    def sign(self, table_id: str) -> PrintedDocument:
        """Return the sign of a table."""
        stream, table, book = self.table(table_id)
        wall = WallSigns(book, table, self.language, meter_terms(self.floor, stream))
        lines = tuple(PrintedLine(each.text, each.clause) for each in (*wall.notices(), *wall.lines()))
        boards = [
            PrintedPart(
                f"{board.name}, {board.price}" if board.price else board.name,
                (PrintedLine("", board.clause),) if board.clause else (),
                (self.label("hand"), self.label("pays")),
                board.rows,
            )
            for board in wall.boards()
        ]
        conduct = tuple(PrintedLine(each.text, each.clause) for each in wall.conduct())
        parts = [PrintedPart(self.label("limits"), lines)] if lines else []
        parts += [*boards, *([PrintedPart(self.label("conduct"), conduct)] if conduct else [])]
        return PrintedDocument(self._(FORMS["sign"]), self.language, self._about(book, table=table_id), tuple(parts))

    def rules(self, book: Rulebook, chapters: "list[Chapter]", content: str) -> PrintedDocument:
        """Return a book's rules, clause by clause."""
        asked = {"nsw": "nsw 13.14", "crown": "crown 13.13"}.get(book.id, "")
        about = (
            PrintedLine(self.label("on-request"), cite(asked, self.language) if asked else ""),
            PrintedLine(book.version, label=self.label("version")),
            PrintedLine(content, label="SHA-256"),
        )
        parts = tuple(
            PrintedPart(
                f"{chapter.number} {chapter.title}".strip(),
                rows=tuple((line.bare, line.text) for line in chapter.lines),
            )
            for chapter in chapters
        )
        return PrintedDocument(self._(book.title), self.language, about, parts)

    def incident(self, table_id: str, version: int) -> PrintedDocument:
        """Return the report of an incident that was ruled on at a version of a table."""
        stream, _table, book = self.table(table_id)
        number = round_inspection.round_at(self.floor, stream, version)
        report = RoundReport(self.inspector, self.inspector.past(table_id, number)) if number else None
        found = [each for each in report.moments if each.version == version] if report else []
        if report is None or not found or found[0].name != "incident_ruled":
            raise Complaint("no-incident", 404)
        (now,), ruled, _ = found, found[0].event.ruled, self._
        lines = [
            PrintedLine(_(INCIDENTS[ruled.incident]), label=self.label("incident")),
            PrintedLine(_(RULINGS[ruled.ruling]), self._cited(ruled.clause), self.label("ruling")),
            PrintedLine(self._title(book, ruled.decides), label=self.label("decided-by")),
            PrintedLine(moment(now.at), label=self.label("when")),
            PrintedLine(self.inspector.called(now.actor), label=self.label("entered-by")),
        ]
        if ruled.told:
            told = ", ".join(self._title(book, title) for title in ruled.told)
            lines.append(PrintedLine(told, self._cited(ruled.told_clause), self.label("told")))
        if ruled.deck is not None:
            lines.append(PrintedLine(_(FATES[ruled.deck]), self._cited(ruled.deck_clause), self.label("deck")))
        parts = (PrintedPart(self.label("what-happened"), tuple(lines)), *self._round_parts(report))
        about = self._about(book, table=table_id, round=str(number), version=str(version))
        signed = tuple(SignedStep(self.label("true-report"), "", who) for who in (self._title(book, ruled.decides),))
        return PrintedDocument(self._(FORMS["incident"]), self.language, about, parts, signed=signed)

    def dispute(self, table_id: str, number: int) -> PrintedDocument:
        """Return the file of a dispute: what was said and decided, what follows, and the round as evidence."""
        stream, table, book = self.table(table_id)
        past = next((each for each in disputes.disputes_of(self.floor, stream) if each.dispute.number == number), None)
        if past is None:
            raise Complaint("no-dispute", 404)
        each, clauses = past.dispute, [*past.clauses, "", ""]
        lines = [
            PrintedLine(self.inspector.player(each.player), label=self.label("player")),
            PrintedLine(each.about, label=self.label("about")),
            PrintedLine(moment(each.opened_at), label=self.label("when")),
            PrintedLine(self._(STANDING[standing_of(past)]), label=self.label("standing")),
        ]
        if each.decision:
            lines.append(PrintedLine(each.decision, self._cited(clauses[0]), self.label("decision")))
        if each.review:
            lines.append(PrintedLine(each.review, self._cited(clauses[1]), self.label("review")))
        follows = what_follows(book, staffed=not table.automatic, language=self.language)
        parts = [
            PrintedPart(self.label("what-happened"), tuple(lines)),
            PrintedPart(self.label("follows"), tuple(PrintedLine(x.text, self._cited(x.clause)) for x in follows)),
        ]
        report = RoundReport(self.inspector, self.inspector.past(table_id, each.round)) if each.round else None
        if report is not None and report.past.status != "open":
            sight = sight_at(Viewer(self.floor, each.player, self.language), stream, past.version)
            proof = PrintedLine(view_hash(canonical(sight)), label=self.label("shown-hash"))
            parts += [PrintedPart(self.label("evidence"), (proof,)), *self._round_parts(report)]
        about = self._about(book, table=table_id, round=str(each.round or ""), reference=f"{table_id[:8]}-{number}")
        signed = (SignedStep(self.label("told-right"), "", self.label("complainant")),)
        return PrintedDocument(self._(FORMS["dispute"]), self.language, about, tuple(parts), signed=signed)

    def payout(self, table_id: str, number: int, position: int) -> PrintedDocument:
        """Return the form of what a position was paid in a round; a jackpot's with the steps that the book asks for."""
        _stream, _table, book = self.table(table_id)
        report = RoundReport(self.inspector, self.inspector.past(table_id, number))
        whole = report.whole()
        results = [each for each in report.results() if each.position == position]
        if whole is None or not results:
            raise Complaint("no-payout", 404)
        currency, _ = book.money.currency.value, self._
        rows = tuple(
            (
                _(NAMES.get(each.wager, each.wager)),
                _(OUTCOMES[each.outcome]),
                pays(each.pays, self.language) if each.pays else "–",
                amount(each.won_cents, currency, self.language),
                amount(each.returned_cents, currency, self.language),
                cite(each.clause, self.language),
            )
            for each in results
        )
        total = sum(each.won_cents + each.returned_cents for each in results)
        player, cards = next((player, cards) for at, player, cards in whole["hands"] if at == position)
        facts: tuple[PrintedLine, ...] = (
            PrintedLine(player, label=self.label("player")),
            PrintedLine(f"{cards} · {whole['board']}", label=self.label("cards")),
            PrintedLine(amount(total, currency, self.language), label=self.label("total")),
        )
        columns = tuple(self.label(name) for name in ("wager", "result", "pays", "won", "returned", "clause"))
        jackpot = any(each.of_meter or each.outcome == "pending" for each in results)
        meter = report.meter()
        if jackpot and meter is not None:
            facts += (PrintedLine(f"{meter[0]} ({meter[1]} ¢)", label=self.label("meter")),)
        steps = tuple(self._steps(book)) if jackpot else (SignedStep(self.label("received"), "", self.label("player")),)
        about = self._about(book, table=table_id, round=str(number), position=str(position))
        title = self._(FORMS["jackpot" if jackpot else "payout"])
        parts = (PrintedPart(self.label("payment"), facts, columns, rows),)
        return PrintedDocument(title, self.language, about, parts, signed=steps)

    def _steps(self, book: Rulebook) -> Iterator[SignedStep]:
        """Yield what the book asks for when a jackpot is won, each to be signed by whoever does it and confirms it."""
        for name, asked in book.duties.get(Moment.JACKPOT_WON, {}).items():
            who = [self._title(book, asked.by.value)]
            who += [self._title(book, asked.verified_by.value)] if asked.verified_by else []
            yield SignedStep(duty(name, self.language), self._cited(asked.by.clause), ", ".join(who))
        yield SignedStep(self.label("received"), "", self.label("player"))

    def _round_parts(self, report: RoundReport) -> Iterator[PrintedPart]:
        """Yield the round, card by card once it is over, and step by step."""
        whole = report.whole()
        if whole is not None:
            hands = [PrintedLine(cards, label=f"{at} {player}") for at, player, cards in whole["hands"]]
            board = PrintedLine(whole["board"], label=self.label("board"))
            yield PrintedPart(self.label("cards"), (*hands, board))
        steps = tuple((each["at"], each["said"], each["by"]) for each in report.steps())
        yield PrintedPart(self.label("steps"), columns=(self.label("when"), "", self.label("by")), rows=steps)

    def _title(self, book: Rulebook, title: str) -> str:
        known: dict[str, Any] = {**book.staff.titles, **book.staff.officials} if book.staff else {}
        return name_of(known.get(title, title), self.language) if title else ""

    def _cited(self, clause: str) -> str:
        return cite(clause, self.language) if clause else ""
