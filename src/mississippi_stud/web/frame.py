"""The language and colour scheme of a page: as chosen before, otherwise the browser's; and what all pages share."""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.response import Template

from mississippi_stud import __version__
from mississippi_stud.language import LANGUAGES, LOCALES, translator
from mississippi_stud.prose.pages import DESCRIPTION
from mississippi_stud.web.people import People

COOKIE: Final = "mstud_lang"
THEME: Final = "mstud_theme"
STATIC: Final = Path(__file__).with_name("static")


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


def _static_path() -> str:
    """Return the path of the static files, which contains a hash of their contents, so that a browser may keep them for
    ever.

    Decision 72.
    """
    content = sha256()
    for file in sorted(STATIC.iterdir()):
        content.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"/static/{content.hexdigest()[:12]}"


STATIC_PATH: Final = _static_path()
STATIC_FILES: Final = frozenset(f"{STATIC_PATH}/{file.name}" for file in STATIC.iterdir())
"""The paths of all static files: any other path is not looked up on the disk."""


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
    }


def page(request: ASGIConnection[Any, Any, Any, Any], template: str, **context: Any) -> Template:
    """A page in the reader's language."""
    return Template(template_name=template, context=frame(request) | context)
