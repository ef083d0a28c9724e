"""The pages: the game, the past rounds, the rule books; Jinja on the server, Lit where something moves."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from mississippi_stud.floor import SoloGame, StoreError
from mississippi_stud.floor.persons import choose
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.prose.names import short_name
from mississippi_stud.prose.signs import Signs
from mississippi_stud.prose.tour import tour
from mississippi_stud.rulebooks.load import rulebook
from mississippi_stud.web import recall
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import BOOK_COOKIE, COOKIE, SOLO, language_of, last_book, page
from mississippi_stud.web.guests import YEAR_SECONDS, is_secure
from mississippi_stud.web.pages import (
    care_page,
    company,
    complaints,
    console,
    examination,
    figures,
    guide,
    house,
    inbox,
    inspection,
    lobby,
    meter_readings,
    pit,
    press,
    program,
    promotions,
    sign_in,
    tournaments,
    training,
    trends,
)
from mississippi_stud.web.pages.manifest import manifest, offline, service_worker
from mississippi_stud.web.pages.script import script_words
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.request import game_of
from mississippi_stud.web.seats import first_look
from mississippi_stud.web.shapes import CurrentTable
from mississippi_stud.web.shares import ShareLinks


def _chooser(request: Request[Any, Any, Any]) -> list[tuple[str, str, str]]:
    """The books to choose from: id, short name, title."""
    language = language_of(request)
    _, games = translator(language), request.app.state.games.values()
    return [(game.book, short_name(game.book, language), _(rulebook(game.source).title)) for game in games]


def _first_look(request: Request[Any, Any, Any], game: SoloGame) -> CurrentTable | None:
    """What the page can show of the visitor's table at once."""
    with suppress(StoreError):  # the page comes all the same, and its script says what is wrong
        visitor = request.app.state.people.visitor(request)
        if not visitor.lapsed:
            return first_look(request.app.state.floor, visitor.person, game, language_of(request))
    return None


@get("/", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def game(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    """The guest's own table under the book that is wanted, or was last, with the signs that stand beside it."""
    game = game_of(request.app.state, book or last_book(request))
    signs = Signs(rulebook(game.source), game.options, language_of(request))
    seen = await asyncio.to_thread(_first_look, request, game)
    words = script_words(signs, "game.js", "meters.js", tour=tour(signs), now=msgspec.to_builtins(seen))
    shown = page(request, "game.html", signs=signs, words=words, books=_chooser(request))
    if book:
        shown.set_cookie(BOOK_COOKIE, game.book, max_age=YEAR_SECONDS, samesite="lax", secure=is_secure(request))
    return shown


@get("/history", opt={"access": Access.PLAYER}, include_in_schema=False)
async def history(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    """Past rounds, step by step, of all books or of one."""
    game = game_of(request.app.state, book or SOLO)
    signs = Signs(rulebook(game.source), game.options, language_of(request))
    books = [(id, short) for id, short, _ in _chooser(request)]  # noqa: A001
    return page(request, "history.html", words=script_words(signs, "history.js", books=books, only=book))


@get("/shared/{share_id:str}", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def shared(request: Request[Any, Any, Any], share_id: FromPath[str]) -> Template:
    """A round that somebody has shared."""
    links: ShareLinks = request.app.state.share_links
    language = language_of(request)
    seat, number = links.find(request.app.state.floor, share_id, language)
    rules = seat.floor.book(recall.past_of(seat, number).book)
    named = short_name(rules.id, language)
    words = script_words(Signs(rules, {}, language), "history.js", shared=share_id, named=named)
    return page(request, "shared.html", words=words, book=rules.id)


@get("/settings", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def preferences(request: Request[Any, Any, Any]) -> Template:
    """What can be chosen at the table, reachable from every page."""
    signs = Signs(rulebook(SOLO), {}, language_of(request))
    words = script_words(signs, "preferences.js", multiples=signs.book.streets.multiples.value)
    return page(request, "settings.html", words=words)


@get("/language/{language:str}", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def speak(request: Request[Any, Any, Any], language: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    """Change the language and return to the previous page."""
    if language not in LANGUAGES or not to.startswith("/") or to.startswith(("//", "/\\")) or not to.isprintable():
        raise Complaint("no-language", 404)
    visitor = request.app.state.people.visitor(request)
    if visitor.signed_in:
        await asyncio.to_thread(choose, request.app.state.floor, visitor.person, {"language": language})
    back = Redirect(path=to)
    back.set_cookie(COOKIE, language, max_age=YEAR_SECONDS, samesite="lax", secure=is_secure(request))
    return back


routes = [*care_page.routes, *sign_in.routes, game, history, shared, *figures.routes, *guide.routes, speak]
routes += [*house.routes, *console.routes, *pit.routes, *program.routes, *company.routes, *lobby.routes]
routes += [*training.routes, *inspection.routes, *inbox.routes, *complaints.routes, *meter_readings.routes]
routes += [*examination.routes, *press.routes, *trends.routes, *tournaments.routes, *promotions.routes]
routes += [preferences, manifest, offline, service_worker]
