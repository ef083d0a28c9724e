"""The language and colour scheme of a page: as chosen before, otherwise the browser's; and what all pages share."""

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.response import Template

from mississippi_stud import __version__
from mississippi_stud.language import LANGUAGES, LOCALES, translator
from mississippi_stud.prose.pages import DESCRIPTION, SENTENCES
from mississippi_stud.web.people import People
from mississippi_stud.web.static_files import STATIC_PATH

COOKIE: Final = "mstud_lang"
THEME: Final = "mstud_theme"
_OFFERS: Final = ("seatForYou", "takeTheSeat", "leaveLine", "secondsLeft")
"""What every page may have to say to somebody who waits in line for a seat."""


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language of a request."""
    for wanted in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    for part in connection.headers.get("accept-language", "").lower().split(","):
        tag = part.split(";")[0].strip()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"


SOLO: Final = "online"
"""The book of the table that a guest finds without choosing one."""
BOOK_COOKIE: Final = "mstud_book"
"""The cookie with the book that was chosen last."""


def last_book(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the book that was chosen last for the game, if it is still offered."""
    kept = request.cookies.get(BOOK_COOKIE, "")
    return kept if kept in request.app.state.games else SOLO


def frame(request: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
    """Return the values with which every page is rendered."""
    language = language_of(request)
    theme = request.cookies.get(THEME)
    query = f"?{request.url.query}" if request.url.query else ""
    people: People = request.app.state.people
    return {
        "_": translator(language),
        "lang": language,
        "locale": LOCALES[language].replace("_", "-"),
        "other": next(each for each in LANGUAGES if each != language),
        "theme": theme if theme in ("dark", "light") else None,
        "description": translator(language)(DESCRIPTION),
        "version": __version__,
        "path": request.url.path + query,
        "static": STATIC_PATH,
        "preferences": people.preferences(request),
        "seat_offers": {name: translator(language)(SENTENCES[name]) for name in _OFFERS},
        "waits": people.waits(request),
    }


def page(request: ASGIConnection[Any, Any, Any, Any], template: str, **context: Any) -> Template:
    """A page in the reader's language."""
    return Template(template_name=template, context=frame(request) | context)
