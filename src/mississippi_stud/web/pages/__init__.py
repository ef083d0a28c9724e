"""The pages: the game, the past rounds, the rule books; Jinja on the server, Lit where something moves."""

from itertools import combinations
from typing import Any, Final

from litestar import Request, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from mississippi_stud.errors import InputError
from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.signs import Signs
from mississippi_stud.prose.tour import tour
from mississippi_stud.rulebooks.ledger import find, ledger, proofs, section
from mississippi_stud.rulebooks.load import leaves, rulebook
from mississippi_stud.web import recall
from mississippi_stud.web.api import game_of, hash_of
from mississippi_stud.web.frame import COOKIE, frame, language_of
from mississippi_stud.web.guests import YEAR_SECONDS, is_secure
from mississippi_stud.web.pages.manifest import manifest, offline, service_worker
from mississippi_stud.web.pages.script import script_words
from mississippi_stud.web.pages.values import said
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.shares import ShareLinks

SOLO: Final = "online"
"""The book of the table that a guest finds without choosing one."""


def page(request: Request[Any, Any, Any], template: str, **context: Any) -> Template:
    """A page in the reader's language."""
    return Template(template_name=template, context=frame(request) | context)


def _chooser(request: Request[Any, Any, Any]) -> list[tuple[str, str, str]]:
    """The books to choose from: id, short name, title."""
    _ = translator(language_of(request))
    games = request.app.state.games.values()
    return [(game.book, cite(game.book).strip(), _(rulebook(game.source).title)) for game in games]


@get("/", include_in_schema=False)
async def game(request: Request[Any, Any, Any], book: FromQuery[str] = SOLO) -> Template:
    """The guest's own table, with the signs that stand beside it."""
    game = game_of(request.app.state, book)
    signs = Signs(rulebook(game.source), game.options, language_of(request))
    words = script_words(signs, tour=tour(signs))
    return page(request, "game.html", signs=signs, words=words, books=_chooser(request))


@get("/history", include_in_schema=False)
async def history(request: Request[Any, Any, Any], book: FromQuery[str] = "") -> Template:
    """Past rounds, step by step, of all books or of one."""
    game = game_of(request.app.state, book or SOLO)
    signs = Signs(rulebook(game.source), game.options, language_of(request))
    books = [(id, short) for id, short, _ in _chooser(request)]  # noqa: A001
    return page(request, "history.html", words=script_words(signs, books=books, only=book))


@get("/shared/{share_id:str}", include_in_schema=False, sync_to_thread=True)
def shared(request: Request[Any, Any, Any], share_id: FromPath[str]) -> Template:
    """A round that somebody has shared."""
    links: ShareLinks = request.app.state.share_links
    language = language_of(request)
    seat, number = links.find(request.app.state.floor, share_id, language)
    rules = seat.floor.book(recall.past_of(seat, number).book)
    words = script_words(Signs(rules, {}, language), shared=share_id)
    return page(request, "shared.html", words=words, book=rules.id)


@get("/rules", include_in_schema=False)
async def rules(request: Request[Any, Any, Any]) -> Template:
    """The books that are served."""
    games = request.app.state.games
    sources = [game.source for game in games.values()]
    shown = [(rulebook(source), len(ledger(source)), hash_of(source)) for source in sources]
    pairs = list(combinations(games, 2))
    return page(request, "rules.html", shown=shown, pairs=pairs, cite=cite)


@get("/rules/{book:str}", include_in_schema=False)
async def rules_of(request: Request[Any, Any, Any], book: FromPath[str]) -> Template:
    """One book: its clauses and how each is handled."""
    source = game_of(request.app.state, book).source
    entries = [(name.partition(" ")[2], entry) for name, entry in ledger(source).items()]
    return page(request, "book.html", book=rulebook(source), entries=entries, proofs=proofs())


@get("/rules/{book:str}/clause", include_in_schema=False)
async def clause_of(request: Request[Any, Any, Any], book: FromPath[str], id: FromQuery[str] = "") -> Template:  # noqa: A002
    """One clause: what it says, how we read it, its values, what proves it."""
    source = game_of(request.app.state, book).source
    try:
        name, entry = find(source, id)
    except InputError:
        raise Complaint("no-clause", 404) from None
    rules, language = rulebook(source), language_of(request)
    values = [
        (leaf.path, said(leaf, rules.money.currency.value, language), leaf.ruled.reading)
        for leaf in leaves(rules)
        if leaf.ruled.clause == name
    ]
    return page(
        request,
        "clause.html",
        book=rules,
        name=cite(name),
        entry=entry,
        values=values,
        explained=section(name),
        tests=proofs().get(name, ()),
    )


@get("/diff/{left:str}/{right:str}", include_in_schema=False)
async def differences(request: Request[Any, Any, Any], left: FromPath[str], right: FromPath[str]) -> Template:
    """Two books side by side, where they differ."""
    language = language_of(request)
    books = tuple(rulebook(game_of(request.app.state, book).source) for book in (left, right))
    sides = [{leaf.path: leaf for leaf in leaves(book)} for book in books]
    rows = [(path, [side.get(path) for side in sides]) for path in {**sides[0], **sides[1]}]
    told = [
        (path, [leaf and (said(leaf, book.money.currency.value, language), leaf.ruled.clause)
                for leaf, book in zip(pair, books, strict=True)])
        for path, pair in rows
        if None in pair or len({leaf.shown for leaf in pair if leaf}) > 1
    ]  # fmt: skip
    titles = [translator(language)(book.title) for book in books]
    return page(request, "diff.html", names=[cite(left).strip(), cite(right).strip()], rows=told, titles=titles)


@get("/settings", include_in_schema=False)
async def preferences(request: Request[Any, Any, Any]) -> Template:
    """What can be chosen at the table, reachable from every page."""
    signs = Signs(rulebook(SOLO), {}, language_of(request))
    words = script_words(signs, multiples=signs.book.streets.multiples.value)
    return page(request, "settings.html", words=words)


@get("/language/{language:str}", include_in_schema=False)
async def speak(request: Request[Any, Any, Any], language: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    """Change the language and return to the previous page."""
    if language not in LANGUAGES or not to.startswith("/") or to.startswith(("//", "/\\")) or not to.isprintable():
        raise Complaint("no-language", 404)
    back = Redirect(path=to)
    back.set_cookie(COOKIE, language, max_age=YEAR_SECONDS, samesite="lax", secure=is_secure(request))
    return back


routes = [game, history, shared, rules, rules_of, clause_of, differences, speak]
routes += [preferences, manifest, offline, service_worker]
