"""Errors as problem documents (RFC 9457): a code, a clause, its parameters, and a sentence that a person can act on."""

import re
from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Template
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_409_CONFLICT,
    HTTP_500_INTERNAL_SERVER_ERROR,
)
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE as AWAY

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Refused, StoreError
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.complaints import COMPLAINTS, HEADINGS, STATUSES, UNUSABLE
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.problems import tell
from mississippi_stud.prose.refusals import explain
from mississippi_stud.web.frame import frame, language_of

FORBIDDEN: Final = ("rank-too-low", "no-such-power", "nobody-else")
"""What a book refuses because of who asks, not of what or when."""
_TOKENS: Final = re.compile(r"(/(?:invitations?|recover(?:y|ies))/).*", re.DOTALL)
"""Paths that end in the token of a link."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong."""

    type: str
    title: str
    status: int
    detail: str
    code: str = ""
    clause: str = ""
    params: dict[str, Any] = {}


class Complaint(Exception):  # noqa: N818 - as `Refused`: what is objected to, not a fault of the program
    """An action that is impossible, and why; its sentence is in COMPLAINTS."""

    def __init__(self, code: str, status: int = HTTP_400_BAD_REQUEST, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a request comes from a person who followed a link."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def _answer(request: Request[Any, Any, Any], problem: Problem) -> Response[Any]:
    """Return a problem as a page for a person who followed a link, otherwise as a document."""
    if wants_page(request):
        context = frame(request) | {"problem": problem}
        return Template(template_name="problem.html", context=context, status_code=problem.status)
    return Response(
        msgspec.json.encode(problem, enc_hook=str), status_code=problem.status, media_type="application/problem+json"
    )


class Objection(Exception):  # noqa: N818
    """A rule book's refusal, and the currency for its sentence."""

    def __init__(self, refused: Refused, currency: Currency) -> None:
        super().__init__(refused.code)
        self.refused = refused
        self.currency = currency


def problem_of(error: Exception, language: str) -> Problem:
    """Return what is told of something that was refused: by a rule book, by the API, or because it cannot be used."""
    _ = translator(language)
    match error:
        case Objection(refused=refused):
            status = HTTP_403_FORBIDDEN if refused.code in FORBIDDEN else HTTP_409_CONFLICT
            said = explain(refused, error.currency, language)
            cited = f" ({cite(refused.clause, language)})" if refused.clause else ""
            return Problem(
                type="refused",
                title=_(STATUSES[status]),
                status=status,
                detail=f"{said[:1].upper()}{said[1:]}{cited}.",
                code=refused.code,
                clause=refused.clause,
                params=refused.params,
            )
        case Complaint():
            return Problem(
                type="complaint",
                title=_(STATUSES[error.status]),
                status=error.status,
                detail=_(COMPLAINTS[error.code]).format(**error.params),
                code=error.code,
                params=error.params,
            )
        case StoreError():
            title = _(STATUSES[AWAY])
            return Problem(type="bad-input", title=title, status=AWAY, detail=title, code="database-away")
        case InputError(code="no-title"):
            title, said, clause = _(STATUSES[403]), tell(error, language), str(getattr(error, "clause", ""))
            detail = f"{said[:1].upper()}{said[1:]}{f' ({cite(clause, language)})' if clause else ''}."
            return Problem(type="refused", title=title, status=403, detail=detail, code=error.code, clause=clause)
        case InputError():
            title, detail = _(HEADINGS.get(error.code, UNUSABLE)), tell(error, language)
            return Problem(type="bad-input", title=title, status=HTTP_409_CONFLICT, detail=detail, code="bad-input")
        case HTTPException():
            extra = error.extra if isinstance(error.extra, dict) else {"errors": error.extra} if error.extra else {}
            title = _(STATUSES.get(error.status_code, STATUSES[400]))
            status = error.status_code
            return Problem(type="http", title=title, status=status, detail=title, code=_code(error), params=extra)
        case _:
            title, status = _(STATUSES[500]), HTTP_500_INTERNAL_SERVER_ERROR
            return Problem(type="broken", title=title, status=status, detail=title, code="broken")


def objection(request: Request[Any, Any, Any], error: Objection) -> Response[Any]:
    """Answer that the book does not allow it and nothing has changed."""
    return _answer(request, problem_of(error, language_of(request)))


def complaint(request: Request[Any, Any, Any], error: Complaint) -> Response[Any]:
    """Answer that the pages or the API reject it and nothing has changed."""
    return _answer(request, problem_of(error, language_of(request)))


def bad_input(request: Request[Any, Any, Any], error: InputError) -> Response[Any]:
    """Answer that the request was readable but unusable, or that the database is unavailable."""
    if isinstance(error, StoreError):
        structlog.get_logger().error("database_away", path=without_token(request.url.path), detail=str(error))
    return _answer(request, problem_of(error, language_of(request)))


def http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: no such page, wrong method, too much, too often."""
    answer = _answer(request, problem_of(error, language_of(request)))
    answer.headers.update(error.headers or {})
    return answer


def _code(error: HTTPException) -> str:
    name = type(error).__name__.removesuffix("Exception")
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an internal error without details, and log it."""
    structlog.get_logger().error("broken", path=without_token(request.url.path), exc_info=error)
    return _answer(request, problem_of(error, language_of(request)))


def without_token(path: str) -> str:
    """Return a path without the token of a link that staff have made: whoever reads the log must not use it.

    >>> without_token("/invitation/play.secret"), without_token("/api/recoveries/play.secret"), without_token("/rules")
    ('/invitation/…', '/api/recoveries/…', '/rules')
    """
    return _TOKENS.sub(r"\1…", path)
