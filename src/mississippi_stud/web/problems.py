"""Errors as problem documents (RFC 9457): a code, a clause, its parameters, and a sentence that a person can act on."""

from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.response import Template
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_409_CONFLICT, HTTP_500_INTERNAL_SERVER_ERROR
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE as AWAY

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Refused, StoreError
from mississippi_stud.language import translator
from mississippi_stud.money import Currency
from mississippi_stud.prose.names import cite
from mississippi_stud.prose.refusals import explain
from mississippi_stud.web.frame import frame, language_of

COMPLAINTS: Final = {
    "no-guest": "You have no table yet: open one first.",
    "no-table": "You do not sit at such a table.",
    "no-round": "There is no such round.",
    "no-book": "There is no such rule book: there are {books}.",
    "no-clause": "There is no such clause.",
    "no-language": "There is no such language here.",
    "enough-money": "You still have {balance}: there is more when less than {below} is left.",
    "too-many-changes": "This round has been changed very often: have it dealt and play it to its end.",
    "nothing-to-decide": "There is nothing to decide now.",
    "no-advice": "There is no advice at a table with other players.",
    "not-over": "That can be seen when the round is over.",
    "foreign": "Requests from other sites are not taken here.",
    "not-json": "What is sent here must be JSON.",
    "unknown-host": "This server does not go by that name: whoever runs it can add the name with --allow-host.",
    "too-many-guests": "Many new players came from where you are: wait a minute, then try again.",
    "no-share": "There is no such shared round.",
    "not-alone": "A round in which others played too cannot be shared: its proof would show their cards.",
}
"""What the pages and the API themselves object to, beside the rule books."""

STATUSES: Final = {
    400: "That cannot be read: please try again.",
    403: "That is not allowed here.",
    404: "There is nothing here.",
    405: "That cannot be done here.",
    409: "The rules do not allow that",
    413: "That is too much at once.",
    415: "That cannot be read: please try again.",
    421: "That is not served here.",
    429: "That was too fast: wait a second, then go on.",
    500: "Something is broken on our side. Nothing was lost; please try again.",
    503: "The game is away for a moment. Nothing was lost; please try again.",
}


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
    """Something that cannot be done, and why; its sentence is in COMPLAINTS."""

    def __init__(self, code: str, status: int = HTTP_400_BAD_REQUEST, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


def _answer(request: Request[Any, Any, Any], problem: Problem) -> Response[Any]:
    """A problem as a page for people who came by a link, else as a document."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        context = frame(request) | {"problem": problem}
        return Template(template_name="problem.html", context=context, status_code=problem.status)
    return Response(
        msgspec.json.encode(problem, enc_hook=str), status_code=problem.status, media_type="application/problem+json"
    )


class Objection(Exception):  # noqa: N818
    """What the rule book of a table does not allow, and the currency in which that is told."""

    def __init__(self, refused: Refused, currency: Currency) -> None:
        super().__init__(refused.code)
        self.refused = refused
        self.currency = currency


def objection(request: Request[Any, Any, Any], error: Objection) -> Response[Any]:
    """The book does not allow it: nothing has changed."""
    language, refused = language_of(request), error.refused
    said = explain(refused, error.currency, language)
    cited = f" ({cite(refused.clause)})" if refused.clause else ""
    return _answer(
        request,
        Problem(
            type="refused",
            title=translator(language)(STATUSES[409]),
            status=HTTP_409_CONFLICT,
            detail=f"{said[:1].upper()}{said[1:]}{cited}.",
            code=refused.code,
            clause=refused.clause,
            params=refused.params,
        ),
    )


def complaint(request: Request[Any, Any, Any], error: Complaint) -> Response[Any]:
    """The pages or the API object to it: nothing has changed."""
    language = language_of(request)
    _ = translator(language)
    return _answer(
        request,
        Problem(
            type="complaint",
            title=_(STATUSES[error.status]),
            status=error.status,
            detail=_(COMPLAINTS[error.code]).format(**error.params),
            code=error.code,
            params=error.params,
        ),
    )


def bad_input(request: Request[Any, Any, Any], error: InputError) -> Response[Any]:
    """What was sent can be read and not be used, or the database is away."""
    status = AWAY if isinstance(error, StoreError) else HTTP_409_CONFLICT
    if status == AWAY:
        structlog.get_logger().error("database_away", path=request.url.path, detail=str(error))
    title = translator(language_of(request))(STATUSES[status])
    detail = title if status == AWAY else str(error)
    code = "database-away" if status == AWAY else "bad-input"
    return _answer(request, Problem(type="bad-input", title=title, status=status, detail=detail, code=code))


def http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refuses: no such page, wrong method, too much, too often."""
    extra = error.extra if isinstance(error.extra, dict) else {"errors": error.extra} if error.extra else {}
    title = translator(language_of(request))(STATUSES.get(error.status_code, STATUSES[400]))
    answer = _answer(
        request,
        Problem(type="http", title=title, status=error.status_code, detail=title, code=_code(error), params=extra),
    )
    answer.headers.update(error.headers or {})
    return answer


def _code(error: HTTPException) -> str:
    name = type(error).__name__.removesuffix("Exception")
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """A fault of ours: told without its inside, and written to the log."""
    structlog.get_logger().error("broken", path=request.url.path, exc_info=error)
    detail = translator(language_of(request))(STATUSES[500])
    status = HTTP_500_INTERNAL_SERVER_ERROR
    return _answer(request, Problem(type="broken", title=detail, status=status, detail=detail, code="broken"))
