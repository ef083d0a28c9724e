"""The page of a visitor's statistics, and its pictures."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Annotated, Any, Final, NamedTuple
from urllib.parse import urlencode

from litestar import Request, Response, get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from mississippi_stud.language import translator
from mississippi_stud.maths.balance_chart import ChartPoint, balance_chart, is_available
from mississippi_stud.money import Currency
from mississippi_stud.prose import statistics as prose
from mississippi_stud.prose.names import PHASES, amount, short_name
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import frame, language_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.request import game_of, visitor_of
from mississippi_stud.web.round_api import figures_of
from mississippi_stud.web.statistics import METERED_MAX, MoneyFigures, Span, WagerFigures

_NARROW: Final = "(max-width: 560px)"
_DARK: Final = "(prefers-color-scheme: dark)"
BALANCE: Final = "/statistics/balance.svg"
PictureTheme = Annotated[str, QueryParameter(pattern="^(light|dark)$")]
PictureSize = Annotated[str, QueryParameter(pattern="^(wide|narrow)$")]
Asking = Request[Any, Any, Any]


class CurrencySection(NamedTuple):
    """The part of the page about one currency, in words."""

    heading: str
    books: str
    lines: list[tuple[str, list[str]]]
    """What is counted, then net, wagered, returned, rounds."""
    contributed: str
    """What went onto meters; empty if nothing did."""
    contributed_exact: str
    lost: str
    lost_exact: str
    gist: str
    points: list[list[str]]
    """Rounds, result, average, then the quantiles."""
    within: str
    pictures: list[tuple[str, str]]
    """When to show it, as a media query, and its address; the last is for all other cases."""


@get("/statistics", opt={"access": Access.PLAYER}, include_in_schema=False)
async def statistics(request: Asking, span: FromQuery[Span] = Span.SESSION, book: FromQuery[str] = "") -> Template:
    """A visitor's own statistics, of this session or of all time, of one book or of all."""
    state, language = request.app.state, language_of(request)
    if book:
        game_of(state, book)
    found, context = await figures_of(request, state, span, book), frame(request)
    _ = translator(language)
    address = {"span": span.value, "book": book, "lang": language}
    words = {
        "found": found,
        "books": [(each, short_name(each, language)) for each in state.games],
        "folded": [(_(PHASES[street]), count) for street, count in found.folded.items()],
        "best_hand": prose.hand_name(found.best_hand, language) if found.best_hand else "–",
        "accuracy": prose.share(found.best_decisions, found.decisions, language) if found.decisions else "–",
        "lost": prose.decimals(Fraction(found.lost_antes), 3, language),
        "metered_max": prose.decimals(Fraction(METERED_MAX), 0, language),
        "sections": [_section(money, language, address, context["theme"]) for money in found.money],
    }
    return Template(template_name="statistics.html", context=context | words)


def _section(money: MoneyFigures, language: str, address: dict[str, str], theme: str | None) -> CurrencySection:
    _ = translator(language)
    show = partial(_amount, money.currency, language)
    counted = {
        _("Main game"): money.main,
        **{prose.wager_name(name, language): figures for name, figures in money.sides.items()},
        _("Total"): money.total,
    }
    points = _points(money)
    return CurrencySection(
        heading=prose.currency_name(money.currency, language),
        books=", ".join(short_name(book, language) for book in money.books),
        lines=[(name, _cells(figures, show)) for name, figures in counted.items()],
        contributed=show(round(Fraction(money.contributed_cents))) if money.contributed_cents != "0" else "",
        contributed_exact=money.contributed_cents,
        lost=show(round(Fraction(money.lost_cents))),
        lost_exact=money.lost_cents,
        gist=prose.gist(points[-1], money.currency, language),
        points=[[str(each.rounds), *map(show, (each.balance, each.mean, *each.quantiles))] for each in points],
        within=show(money.within_cents) if money.within_cents else "",
        pictures=pictures(BALANCE, address | {"currency": money.currency.value}, theme) if is_available() else [],
    )


def _amount(currency: Currency, language: str, cents: int) -> str:
    return amount(cents, currency, language)


def _cells(figures: WagerFigures, show: "partial[str]") -> list[str]:
    return [*map(show, (figures.net_cents, figures.wagered_cents, figures.returned_cents)), str(figures.rounds)]


def _points(money: MoneyFigures) -> tuple[ChartPoint, ...]:
    return tuple(
        ChartPoint(
            each.rounds,
            each.net_cents,
            round(Fraction(each.mean_cents)),
            (each.quantile_05_cents, each.quantile_25_cents, each.quantile_75_cents, each.quantile_95_cents),
        )
        for each in money.curve
    )


def pictures(path: str, address: dict[str, str], theme: str | None) -> list[tuple[str, str]]:
    """Return the pictures for small and large screens, and for dark and light ones unless the reader has chosen."""
    return list(_pictures(path, address, theme))


def _pictures(path: str, address: dict[str, str], theme: str | None) -> Iterator[tuple[str, str]]:
    for width, size in ((_NARROW, "narrow"), ("", "wide")):
        for light, wanted in ((_DARK, "dark"), ("", "light")) if theme is None else (("", theme),):
            query = urlencode(address | {"theme": wanted, "size": size})
            yield " and ".join(filter(None, (width, light))), f"{path}?{query}"


@get(BALANCE, opt={"access": Access.PLAYER}, include_in_schema=False)
async def balance_picture(
    request: Asking,
    currency: FromQuery[Currency],
    span: FromQuery[Span] = Span.SESSION,
    book: FromQuery[str] = "",
    theme: PictureTheme = "light",
    size: PictureSize = "wide",
) -> Response[str]:
    """The course of the main game beside the band of the best play."""
    state, language = request.app.state, language_of(request)
    found = await figures_of(request, state, span, book)
    own = next((money for money in found.money if money.currency is currency), None)
    if own is None or not is_available():
        raise Complaint("no-picture", 404)
    looking: RecallQueue = state.looking_back
    drawing = partial(_drawn, _points(own), language, theme, size)
    return Response(await looking.at(await visitor_of(request, state), drawing), media_type="image/svg+xml")


@lru_cache(256)
def _drawn(points: tuple[ChartPoint, ...], language: str, theme: str, size: str) -> str:
    return balance_chart(points, prose.chart_words(language), language, theme, size)


routes = [statistics, balance_picture]
