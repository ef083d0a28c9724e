"""The page of care, which players find as their limits (decision 320)."""

import json
from collections.abc import Mapping
from typing import Any

from litestar import Request, get
from litestar.response import Template

from mississippi_stud.language import translator
from mississippi_stud.prose.care_notices import AT_THE_TABLE, CARE, EXCLUDE
from mississippi_stud.prose.names import short_name
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import language_of, page
from mississippi_stud.web.self_care import CURRENCY


@get("/care", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def care(request: Request[Any, Any, Any]) -> Template:
    """One's own limits, breaks and exclusions, for guests and accounts."""
    _ = translator(language_of(request))
    words = {"say": _say(request, CARE), "word": _(EXCLUDE), "currency": CURRENCY}
    return page(request, "care.html", words=json.dumps(words, ensure_ascii=False).replace("</", "<\\/"))


@get("/care/words", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def notices(request: Request[Any, Any, Any]) -> dict[str, str]:
    """What the notices at the table say, for whoever needs them: the first page does without."""
    return _say(request, AT_THE_TABLE)


def _say(request: Request[Any, Any, Any], sentences: Mapping[str, str]) -> dict[str, str]:
    """Return sentences in the reader's language, and what the books are called whose clauses they cite."""
    language = language_of(request)
    _, books = translator(language), request.app.state.games
    return {key: _(sentence) for key, sentence in sentences.items()} | {
        f"book-{book}": short_name(book, language) for book in books
    }


routes = [care, notices]
