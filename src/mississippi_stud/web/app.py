"""The application: the API, the pages and the static files on one floor, behind strict headers."""

import asyncio
import hmac
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import structlog
from litestar import HttpMethod, Litestar, Request, Response, Router, get, route
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    NotAuthorizedException,
    NotFoundException,
    ValidationException,
)
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Schema
from litestar.params import FromPath
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.plugins.prometheus import PrometheusController
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from litestar.template.config import TemplateConfig
from litestar.types import ControllerRouterHandler, Message, Scope

from mississippi_stud import __version__
from mississippi_stud.errors import InputError
from mississippi_stud.floor import Clock, Floor, SoloGame, StoreError, Wager, housekeeping, solo_game
from mississippi_stud.floor.bots import bots_at_play
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.web import (
    access,
    account,
    analysis,
    api,
    asyncapi,
    credentials,
    entrance,
    house_books,
    houses,
    lesson_api,
    live_view,
    pages,
    pit_api,
    practice,
    problems,
    promotion_api,
    self_care,
    tournament_api,
    trainer,
    trainer_shapes,
)
from mississippi_stud.web.access import Access
from mississippi_stud.web.bot_choice import best_play
from mississippi_stud.web.broadcast import Broadcasts
from mississippi_stud.web.gate import Gate, client_of
from mississippi_stud.web.guests import GUEST, YEAR_SECONDS, Guests
from mississippi_stud.web.limits import DEFAULT, Networks, Settings, Tallies, TopicPool
from mississippi_stud.web.metrics import GAME
from mississippi_stud.web.people import People
from mississippi_stud.web.presence import LivePresence
from mississippi_stud.web.recall_queue import RecallQueue
from mississippi_stud.web.relay import Relay
from mississippi_stud.web.schemas import complete
from mississippi_stud.web.shapes import (
    BetBlindRequest,
    BetRequest,
    CommandRequest,
    DecisionRequest,
    NewTable,
    PlaceWagersRequest,
    PlayerCommand,
    QueueRequest,
    SeatRequest,
    VoucherOffer,
)
from mississippi_stud.web.shares import ShareLinks
from mississippi_stud.web.static_files import SENT, STATIC_PATH

_FOLDER: Final = Path(__file__).parent
BODY_BYTES_MAX: Final = 16 * 1024
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "Cache-Control": "private, no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_WARM_UP_SECONDS: Final = 1
"""How long after the start what the trainer needs is read in: until then the server is busy with starting."""
_OF_PROXIES: Final = ("forwarded", "via", "x-real-ip")
"""Headers added by proxies besides `X-Forwarded-…`."""
_TLS_HEADERS: Final = {"Strict-Transport-Security": f"max-age={YEAR_SECONDS}"}
_WRITTEN, _WRITTEN_OVER_TLS = (
    tuple((name.lower().encode(), value.encode()) for name, value in headers.items())
    for headers in (_HEADERS, _HEADERS | _TLS_HEADERS)
)
"""The same as they are sent."""


def from_within(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Show the metrics only to permitted networks without a proxy in between, or to a holder of the token."""
    allowed: Settings = connection.app.state.allowed
    headers, token = connection.headers, f"Bearer {allowed.metrics_token}".encode()
    if allowed.metrics_token and hmac.compare_digest(headers.get("authorization", "").encode(), token):
        return
    forwarded = any(name.startswith("x-forwarded-") or name in _OF_PROXIES for name in headers)
    if forwarded or client_of(connection.scope) not in Networks(allowed.metrics_from):
        raise NotFoundException


class Metrics(PrometheusController):
    """What Prometheus reads."""

    path = "/metrics"
    guards = (from_within,)
    include_in_schema = False
    openmetrics_format = True
    opt = {"access": Access.ANYBODY}  # noqa: RUF012 - as the framework has it


@get("/healthz", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def health() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok", "version": __version__}


@get("/readyz", opt={"access": Access.ANYBODY}, include_in_schema=False, sync_to_thread=True)
def ready(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    """Return whether the database accepts writes; if not, the log says why."""
    state, why = request.app.state, ""
    try:
        state.floor.database.check_writable()
    except InputError as error:
        why = str(error)
        if why != state.not_ready:
            structlog.get_logger().error("not_ready", detail=why)
    state.not_ready = why
    status = HTTP_503_SERVICE_UNAVAILABLE if why else HTTP_200_OK
    return Response({"status": "away" if why else "ready"}, status_code=status)


@route(
    f"{STATIC_PATH}/{{name:str}}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    opt={"access": Access.ANYBODY},
    cache_control=CacheControlHeader(public=True, max_age=YEAR_SECONDS, immutable=True),
    include_in_schema=False,
)
async def static_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A script, a style sheet or a picture of the pages; the gate lets only the names of such files through."""
    file = SENT[name]
    content, headers = file.encoded(request.headers.get("accept-encoding", ""))
    return Response(content, media_type=file.media_type, headers=headers)


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Accept changes only from our own pages or from a program other than a browser, and only if readable."""
    people: People = request.app.state.people
    if people.holds_cookie(request) and not request.url.path.startswith(STATIC_PATH):
        with suppress(StoreError):  # what needs no database is answered without one
            await people.meet(request)
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("origin")
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if origin is not None and origin != own:
        raise problems.Complaint("foreign", 403)
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise problems.Complaint("foreign", 403)
    try:
        body = await request.body()
    except InternalServerException:  # the client has disconnected midway: not our fault
        raise ClientException from None
    if body and request.content_type[0] != "application/json":
        raise problems.Complaint("not-json", 415)
    try:
        msgspec.json.decode(body or b"{}")  # the framework lets through what it cannot decode
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ValidationException from None


async def strict_headers(message: Message, scope: Scope) -> None:
    """Add the headers that every response carries."""
    if message["type"] == "http.response.start":
        own = message["headers"]
        names = {name.lower() for name, _ in own}
        strict = _WRITTEN_OVER_TLS if scope["scheme"] == "https" else _WRITTEN
        message["headers"] = [*own, *(header for header in strict if header[0] not in names)]


def _complete_schema(app: Litestar, books: Sequence[str]) -> None:
    """Say in the schema what the framework leaves out: shapes that take no further fields, and what amounts are."""
    schemas = app.openapi_schema.components.schemas or {}
    strict: tuple[type, ...] = (
        CommandRequest,
        NewTable,
        QueueRequest,
        SeatRequest,
        VoucherOffer,
        *PlayerCommand.__subclasses__(),
        *DecisionRequest.__subclasses__(),
        self_care.CareRequest,
        *self_care.CareCommand.__subclasses__(),
    )
    for shape in strict:
        schemas[shape.__name__].additional_properties = False
    for shape in trainer_shapes.STRICT:
        complete(schemas[shape.__name__], shape)

    def field(shape: type, name: str) -> Schema:
        return cast(Schema, (schemas[shape.__name__].properties or {})[name])

    field(NewTable, "book").enum = list(books)
    field(BetBlindRequest, "cents").items = field(BetRequest, "cents")
    for name in ("wagers", "tokens_cents"):
        wagers = field(PlaceWagersRequest, name)
        wagers.property_names = Schema(enum=[wager.value for wager in Wager])
        wagers.additional_properties = field(BetRequest, "cents")


def _games(books: Sequence[str], offers: Mapping[str, Mapping[str, Any]]) -> dict[str, SoloGame]:
    """Return the games that guests choose from, by the id of their book; `offers` replaces our choices for a book."""
    games: dict[str, SoloGame] = {}
    for game in map(solo_game, (*BOOKS, *books)):
        if game.book in games:
            raise InputError("book-already-served", source=game.source, book=game.book)
        own = offers.get(game.book)
        games[game.book] = game if own is None else SoloGame(game.book, game.source, own)
    return games


def create_app(
    floor: Floor,
    secret: str,
    allowed: Settings = DEFAULT,
    *,
    tallies: Tallies | None = None,
    offers: Mapping[str, Mapping[str, Any]] | None = None,
    books: Sequence[str] = (),
) -> Litestar:
    """Return the application on a floor; `secret` signs the guests' cookies.

    `tallies` are counted together with other processes; `offers` says by book how the guests' own tables are opened
    where that is not as `floor.solo` has it: options of `OpenTable`; `books` are the files of custom books.
    """
    tallies, games = tallies or Tallies(allowed), _games(books, offers or {})
    app = Litestar(
        route_handlers=_routes(),
        guards=[access.guard],
        before_request=check_request,
        before_send=[strict_headers],
        exception_handlers={
            problems.Objection: problems.objection,
            problems.Complaint: problems.complaint,
            InputError: problems.bad_input,
            NotAuthorizedException: access.sign_in,
            HTTPException: problems.http,
            Exception: problems.broken,
        },
        request_max_body_size=BODY_BYTES_MAX,
        template_config=TemplateConfig(directory=_FOLDER.joinpath("pages"), engine=JinjaTemplateEngine),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=500, gzip_compress_level=6, exclude=[f"^{STATIC_PATH}/", "/examination$"]
        ),
        openapi_config=_openapi(),
        lifespan=[_at_play],
        logging_config=None,
    )
    access.check_declared(app.routes)
    _complete_schema(app, tuple(games))
    app.asgi_handler = Gate(app.asgi_handler, allowed, tallies)
    _prepare(app, floor, secret, allowed, tallies)
    app.state.games = games
    return app


def _routes() -> list[ControllerRouterHandler]:
    """Return everything that is answered."""
    return [
        api.routes,
        Router(
            "/api/account",
            route_handlers=[*entrance.routes, *account.routes, *credentials.routes],
            include_in_schema=False,
        ),
        houses.routes,
        tournament_api.routes,
        promotion_api.routes,
        pit_api.routes,
        lesson_api.routes,
        house_books.routes,
        house_books.books_page,
        self_care.routes,
        live_view.live,
        asyncapi.show_asyncapi,
        *pages.routes,
        analysis.routes,
        trainer.routes,
        trainer.trainer,
        health,
        ready,
        Metrics,
        static_file,
    ]


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="mississippi-stud",
        version=__version__,
        description="Mississippi Stud by the rule books.",
        openapi_router=Router(
            "/api/schema", route_handlers=[], opt={"access": Access.ANYBODY}, include_in_schema=False
        ),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )


def _prepare(app: Litestar, floor: Floor, secret: str, allowed: Settings, tallies: Tallies) -> None:
    """Give an application what its handlers ask for."""
    app.state.floor = floor
    app.state.allowed = allowed
    app.state.tallies = tallies
    app.state.people = People(floor, Guests(secret))
    app.state.share_links = ShareLinks(secret)
    app.state.presence = LivePresence(floor, allowed.away_seconds)
    app.state.broadcasts = Broadcasts(floor)
    app.state.live_views = Counter[str]()
    app.state.topics = TopicPool(allowed)
    app.state.last_views = live_view.LastViews()
    app.state.relay = Relay()
    app.state.looking_back = RecallQueue()
    app.state.calculations = RecallQueue()
    app.state.examining = asyncio.Semaphore()
    app.state.signing_in = RecallQueue()
    app.state.not_ready = ""
    GAME.show(app.state)


@asynccontextmanager
async def _at_play(app: Litestar) -> AsyncGenerator[None, None]:
    """Run the floor's clock, its bots and its housekeeping as long as the application runs; then close the floor."""
    floor: Floor = app.state.floor
    days = app.state.allowed.table_days
    warming_up = threading.Timer(_WARM_UP_SECONDS, practice.warm_up)
    warming_up.daemon = True
    warming_up.start()
    app.state.presence.start()
    with Clock(floor) as clock, housekeeping(floor, GUEST, days), bots_at_play(floor, clock, best_play):
        yield
    warming_up.cancel()
    app.state.presence.stop()
    floor.close()
