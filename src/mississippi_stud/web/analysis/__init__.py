"""The analysis pages: charts, the strategy card, what if, one hand, sessions and side wagers of any served book.

All state is in the address. Whatever takes time is worked out in a thread, a few at a time, and kept by its content.
Nobody is helped while they are at a table with others.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from litestar import MediaType, Request, Response, Router, get
from litestar.params import FromQuery

from mississippi_stud.cards import DECK, RANKS, symbols, text
from mississippi_stud.errors import InputError
from mississippi_stud.language import translator
from mississippi_stud.prose import analysis as words
from mississippi_stud.prose.names import NAMES, amount, pays, short_name
from mississippi_stud.prose.problems import tell, tell_remark
from mississippi_stud.prose.terminal import STREETS
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.web import strategy_card
from mississippi_stud.web.access import Access
from mississippi_stud.web.aid import aided
from mississippi_stud.web.analysis.address import (
    ANTE,
    Fields,
    HandQuestion,
    hand_of,
    offered_multiples,
    printed_pays,
    term_clauses,
    variation_of,
)
from mississippi_stud.web.frame import frame, language_of
from mississippi_stud.web.pages.figures import PictureSize, PictureTheme, pictures
from mississippi_stud.web.request import game_of

if TYPE_CHECKING:
    from mississippi_stud.maths.advice import Advice
    from mississippi_stud.maths.charts import ChartCell
    from mississippi_stud.maths.evaluation import Evaluation
    from mississippi_stud.maths.prospects import Prospect
    from mississippi_stud.maths.sessions import Session
    from mississippi_stud.maths.side_offers import SideOffer
    from mississippi_stud.maths.variations import Variation, VariedGame

Asking = Request[Any, Any, Any]
BOOK: Final = "online"
ROUNDS: Final = 100
BANKROLL: Final = 100
_HIGH_FIRST: Final = RANKS[::-1]


class AnalysedBook(NamedTuple):
    """The book that a page is about."""

    book: Rulebook
    source: str
    language: str

    @property
    def named(self) -> str:
        """The book as a command names it: its id, or the file of a custom book without its folders."""
        return Path(self.source).name

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the value of the game follows from: its pays and its multiples."""
        from mississippi_stud.maths.options import pay_table

        paid = [ruled.clause for ruled in pay_table(self.book, Wager.ANTE, None)[1].pays.values()]
        return tuple(dict.fromkeys((*paid, self.book.streets.multiples.clause)))

    def command(self, arguments: str = "") -> str:
        """Return the command that makes the figures of a solution."""
        return f"mstud solve {self.named}{arguments}"


def _subject(request: Asking, book: str) -> AnalysedBook:
    source = game_of(request.app.state, book).source
    return AnalysedBook(rulebook(source), source, language_of(request))


Work = Callable[[AnalysedBook, Fields], dict[str, Any]]
"""What a page shows, from its subject and the fields of its address; InputError if they make no sense."""


async def _answer(request: Asking, path: str, book: str, work: Work, **context: Any) -> Response[str]:
    """An analysis page: worked out and written in a thread, when there is room.

    What is wrong with what somebody typed is said above the form, which keeps it.
    """
    subject, fields = _subject(request, book), Fields(request.query_params)

    def written() -> Response[str]:
        found, fault = dict[str, Any](), ""
        try:
            found = work(subject, fields)
        except InputError as error:
            fault = _told(error, subject)
        shown = _shared(request, subject, path) | context | found | {"fields": fields, "fault": fault, "found": found}
        name = f"analysis{path.replace('/', '_').replace('-', '_')}.html"
        assert request.app.template_engine is not None, "the application has pages"  # noqa: S101
        page = request.app.template_engine.get_template(name).render(**shown)
        return Response(page, media_type=MediaType.HTML, status_code=400 if fault else 200)

    return await aided(request, written)


def _told(error: InputError, subject: AnalysedBook) -> str:
    """What is wrong; `mstud advise` names its options, a page its fields."""
    fields = {side: words.FIELDS.get(error.params.get(side, "")) for side in ("first", "second", "field")}
    error.params |= {side: translator(subject.language)(field) for side, field in fields.items() if field}
    return tell(error, subject.language, subject.book.money.currency.value)


def _shared(request: Asking, subject: AnalysedBook, path: str) -> dict[str, Any]:
    """What every analysis page is written with."""
    language, context = subject.language, frame(request)
    return context | {
        "book": subject.book,
        "books": [(id, short_name(id, language)) for id in request.app.state.games],  # noqa: A001
        "pages": words.PAGES,
        "here": path,
        "command": subject.command(),
        "clauses": subject.clauses,
        "fraction": words.fraction,
        "symbols": symbols,
        "text": text,
        "urlencode": urlencode,
        "called": lambda wager: translator(language)(NAMES[wager]),
        "decimal": lambda value, places=4, percent=False: words.decimal(value, language, places, percent),
        "play": partial(words.play_name, language=language),
        "seen": partial(words.seen_in, language=language),
        "ended": partial(words.end_name, language=language),
        "pays": lambda written: pays(written, language).replace(" ", "\N{NO-BREAK SPACE}", 2),
        "street_name": lambda street: translator(language)(STREETS[street]),
        "money": lambda cents: amount(cents, subject.book.money.currency.value, language),
        "drawn": bool(find_spec("altair") and find_spec("vl_convert")),
        "pictures": partial(pictures, theme=context["theme"]),
    }


# A book's game, and its charts.


def _varied(source: str) -> "VariedGame":
    from mississippi_stud.maths.variations import Variation, varied

    return varied(Variation(source))


@get("/", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def overview(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The figures of a book's game."""

    def work(subject: AnalysedBook, _: Fields) -> dict[str, Any]:
        from mississippi_stud.maths.report import header

        game = _varied(subject.source)
        return {"game": game, "printed": header(game.solved.game)["pays"], "ends": game.ends}

    return await _answer(request, "", book, work)


@get("/chart", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def charts(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The chart of a street: the 169 starting hands, or every situation later on; of a game with changed terms too."""

    def work(subject: AnalysedBook, fields: Fields) -> dict[str, Any]:
        from mississippi_stud.maths.variations import varied

        street = fields.street()
        needs_money = fields.text("cap") or fields.text("meter")
        asked = variation_of(fields, subject.book, subject.source, ANTE if needs_money else "")
        game = varied(asked)
        rows = game.chart(street - 3)
        squares = _squares({row[0].name: row[0] for row in rows}) if street == 3 else []
        return {
            "street": street,
            "rows": rows,
            "squares": squares,
            "multiples": game.solved.game.multiples,
            **_origin(subject, asked),
        }

    return await _answer(request, "/chart", book, work, street=None)


def _squares(cells: "Mapping[str, ChartCell]") -> "list[list[ChartCell]]":
    """The chart of the starting hands: suited above the diagonal, offsuit below it."""

    def name(down: int, across: int) -> str:
        high, low = sorted((down, across))
        return f"{_HIGH_FIRST[high]}{_HIGH_FIRST[low]}{'' if high == low else 's' if across > down else 'o'}"

    ranks = range(len(_HIGH_FIRST))
    return [[cells[name(down, across)] for across in ranks] for down in ranks]


# The strategy card.


@lru_cache(16)
def _human(source: str) -> "Evaluation":
    from mississippi_stud.maths.strategy import human
    from mississippi_stud.maths.variations import Variation

    return human(Variation(source).game())


@get("/card", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def card(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The strategy card, to read and to print."""

    def work(subject: AnalysedBook, _: Fields) -> dict[str, Any]:
        points, streets = words.card_sections(subject.language)
        human = _human(subject.source)
        return {"human": human, "points": points, "streets": streets, "papers": strategy_card.PAPERS}

    return await _answer(request, "/card", book, work)


@get("/card.pdf", opt={"access": Access.ANYBODY}, include_in_schema=False, media_type="application/pdf")
async def card_pdf(request: Asking, book: FromQuery[str] = BOOK, paper: FromQuery[str] = "a4") -> Response[bytes]:
    """The strategy card as a PDF."""
    subject = _subject(request, book)
    title = translator(subject.language)(subject.book.title)
    made = await aided(request, lambda: strategy_card.pdf(subject.language, title, paper))
    disposition = f'inline; filename="mississippi-stud-{paper}-{subject.language}.pdf"'
    return Response(made, media_type="application/pdf", headers={"Content-Disposition": disposition})


# Calculators.


@get("/what-if", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def what_if(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The whole solution of a book's game with other pays, multiples, caps, an ante and a meter."""

    def work(subject: AnalysedBook, fields: Fields) -> dict[str, Any]:
        from mississippi_stud.maths.variations import Variation, varied

        asked = variation_of(fields, subject.book, subject.source, ANTE)
        new, own = varied(asked), varied(Variation(subject.source, ante=asked.ante))
        return {
            "new": new,
            "own": own,
            "changed": new.changes(own),
            "unknown": {*new.solved.game.multiples} - {*own.solved.game.multiples},
            **_origin(subject, asked),
            "ends": list(zip(new.ends, own.ends, strict=True)),
            "remarks": [tell_remark(each, subject.language) for each in new.solved.game.warnings()],
        }

    rules = _subject(request, book).book
    own = rules.streets.multiples.value
    terms = {"multiples": offered_multiples(own), "own_multiples": own, "where": term_clauses(rules)}
    return await _answer(request, "/what-if", book, work, lines=printed_pays(rules), ante=ANTE, **terms)


def _origin(subject: AnalysedBook, asked: "Variation") -> dict[str, Any]:
    """What the figures of a changed game follow from: the command that makes them, and the clauses."""
    clauses = (*subject.clauses, *term_clauses(subject.book).of(asked))
    return {"command": subject.command(asked.arguments()), "clauses": tuple(dict.fromkeys(clauses))}


@get("/hand", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def one_hand(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The value of each play with one hand, with other cards seen, and what can still come."""

    def work(subject: AnalysedBook, fields: Fields) -> dict[str, Any]:
        from mississippi_stud.prose.advice import why

        if not fields.text("cards"):
            return {}
        asked = hand_of(fields, fields.multiples(subject.book.streets.multiples.value))
        variation = variation_of(fields, subject.book, subject.source, ANTE)
        advice, prospects = _looked_ahead(variation, asked)
        return {
            "advice": advice,
            "prospects": prospects,
            "why": why(advice, subject.language),
            **_origin(subject, variation),
            "command": f"mstud advise {asked.arguments()} --book {subject.named}{variation.arguments()}",
            "asked": asked,
        }

    deck = [[(text([card]), symbols([card])) for card in DECK[suit::4][::-1]] for suit in (3, 2, 1, 0)]
    return await _answer(request, "/hand", book, work, deck=deck, ante=ANTE)


@lru_cache(64)
def _looked_ahead(variation: "Variation", asked: HandQuestion) -> "tuple[Advice, list[Prospect]]":
    from mississippi_stud.maths.advice import advise
    from mississippi_stud.maths.prospects import prospects

    game, now = variation.game(), asked.situation()
    return advise(game, now), prospects(game, now)


# Sessions.


@get("/sessions", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def sessions(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """What to expect of a session: the sum after n rounds, the chance to be ahead, and the chance of ruin."""

    def work(subject: AnalysedBook, fields: Fields) -> dict[str, Any]:
        rounds, bankroll = fields.whole("rounds", ROUNDS), fields.whole("bankroll", BANKROLL)
        command = f"mstud risk {subject.named} --rounds {rounds} --bankroll {bankroll}"
        return {"session": _session(subject.source, rounds, bankroll), "command": command}

    return await _answer(request, "/sessions", book, work, rounds=ROUNDS, bankroll=BANKROLL)


@lru_cache(64)
def _session(source: str, rounds: int, bankroll: int) -> "Session":
    from mississippi_stud.maths.sessions import session

    return session(_varied(source).solved.distribution, rounds, bankroll)


@get("/sessions.svg", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def session_picture(
    request: Asking,
    book: FromQuery[str] = BOOK,
    rounds: FromQuery[int] = ROUNDS,
    bankroll: FromQuery[int] = BANKROLL,
    picture: FromQuery[str] = "sum",
    theme: PictureTheme = "light",
    size: PictureSize = "wide",
) -> Response[str]:
    """The distribution of the sum of a session, or its bands, as a picture."""
    subject = _subject(request, book)
    bands, language = picture == "bands", subject.language
    drawn = await aided(request, lambda: _picture(subject.source, rounds, bankroll, bands, language, theme, size))
    return Response(drawn, media_type="image/svg+xml")


@lru_cache(64)
def _picture(source: str, rounds: int, bankroll: int, bands: bool, language: str, theme: str, size: str) -> str:
    from mississippi_stud.maths import plots

    draw = plots.session_bands if bands else plots.session_sum
    tell, look = partial(tell_remark, language=language), plots.session_look(theme, size)
    return plots.svg(draw(_session(source, rounds, bankroll), tell, look), language)


# Side wagers.


@get("/side-wagers", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def side_wagers(request: Asking, book: FromQuery[str] = BOOK) -> Response[str]:
    """The exact edge of each side wager, and the meter at which a jackpot wager breaks even."""

    def work(subject: AnalysedBook, _: Fields) -> dict[str, Any]:
        return {"offers": _offers(subject.source)}

    return await _answer(request, "/side-wagers", book, work)


@lru_cache(16)
def _offers(source: str) -> "list[SideOffer]":
    from mississippi_stud.maths.side_offers import side_offers

    return side_offers(rulebook(source))


routes = Router(
    path="/analysis",
    route_handlers=[
        overview, charts, card, card_pdf, what_if, one_hand, sessions, session_picture, side_wagers,
    ],
)  # fmt: skip
