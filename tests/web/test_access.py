"""Who may use what: every role against every route, socket and page, made from the routes themselves."""

from collections.abc import Iterator

import pytest
from litestar import Litestar, Request, get, post, websocket
from litestar.connection import WebSocket
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute

from mississippi_stud.floor import Floor, signin
from mississippi_stud.web import access, topics
from mississippi_stud.web.access import Access
from mississippi_stud.web.app import create_app
from mississippi_stud.web.problems import Complaint
from tests.campaign.part import Part
from tests.floor.clock import Clock
from tests.web.cast import CLUB, PLAY, Caller, Cast, assemble, titles_of_books
from tests.web.child import FREELY, SECRET

IN = 0
KINDS = (Access.ANYBODY, Access.PLAYER, Access.ACCOUNT, Access.STAFF, Access.OWNER, Access.OPERATION, Access.MEMBER)
TITLES = [f"{book} {title}" for book, title in titles_of_books()]
OFFICIALS = {"nsw inspector"}
MATRIX = {
    "visitor": (IN, IN, 401, 401, 401, 401, 401),
    "guest": (IN, IN, 401, 401, 401, 401, 401),
    "account": (IN, IN, IN, 404, 404, 404, 404),
    "account with second factor": (IN, IN, IN, 404, 404, 404, 404),
    "disabled": (IN, IN, IN, 404, 404, 404, 404),
    "signed out": (IN, 401, 401, 401, 401, 401, 401),
    "erased": (IN, 401, 401, 401, 401, 401, 401),
    "owner": (IN, IN, IN, 404, IN, IN, IN),
    "owner without second factor": (IN, IN, IN, 404, 401, 401, 401),
    "owner of another house": (IN, IN, IN, 404, 404, 404, 404),
    "dealer of another house": (IN, IN, IN, 404, 404, 404, 404),
    "dealer without second factor": (IN, IN, IN, 401, 404, 404, 401),
    **{title: (IN, IN, IN, IN, 404, IN if title in OFFICIALS else 404, IN) for title in TITLES},
}
"""What each role is answered, by what a route declares; in the house `play`."""

ROUTES = """
ANYBODY
    GET /
    GET /account
    GET /analysis
    GET /analysis/card
    GET /analysis/card.pdf
    GET /analysis/chart
    GET /analysis/hand
    GET /analysis/sessions
    GET /analysis/sessions.svg
    GET /analysis/side-wagers
    GET /analysis/what-if
    GET /api/asyncapi.json
    GET /api/books
    GET /api/books/{book:str}
    GET /api/books/{book:str}/clauses
    GET /api/houses/{house:str}/lobby
    GET /api/houses/{house:str}/promotions
    GET /api/houses/{house:str}/promotions/{name:str}
    GET /api/houses/{house:str}/promotions/{name:str}/draw
    GET /api/houses/{house:str}/promotions/{name:str}/terms
    GET /api/houses/{house:str}/tournaments
    GET /api/houses/{house:str}/tournaments/{name:str}
    GET /api/houses/{house:str}/tournaments/{name:str}/names
    GET /api/houses/{house:str}/tournaments/{name:str}/results
    GET /api/houses/{house:str}/tournaments/{name:str}/terms
    GET /api/schema
    GET /api/schema/openapi.json
    GET /api/schema/{path:str}
    GET /api/shared/{share_id:str}
    GET /api/shared/{share_id:str}/proof
    GET /care
    GET /care/words
    GET /diff/{left:str}/{right:str}
    GET /friends
    GET /healthz
    GET /house/{house:str}/lobby
    GET /house/{house:str}/promotions
    GET /house/{house:str}/promotions/{name:str}
    GET /house/{house:str}/promotions/{name:str}/screen
    GET /house/{house:str}/promotions/{name:str}/terms
    GET /house/{house:str}/sign/{table_id:str}
    GET /house/{house:str}/tournaments
    GET /house/{house:str}/tournaments/{name:str}
    GET /house/{house:str}/tournaments/{name:str}/results
    GET /house/{house:str}/tournaments/{name:str}/screen
    GET /house/{house:str}/tournaments/{name:str}/terms
    GET /invitation/{token:str}
    GET /language/{language:str}
    GET /lobby
    GET /manifest.webmanifest
    GET /metrics
    GET /offline
    GET /readyz
    GET /recovery/{token:str}
    GET /rules
    GET /rules/{book:str}
    GET /rules/{book:str}/clause
    GET /rules/{book:str}/printed
    GET /service-worker.js
    GET /settings
    GET /shared/{share_id:str}
    GET /sign-in
    GET /table/{table_id:str}
    GET /trainer
    POST /api/account
    POST /api/account/passkeys
    POST /api/account/passkeys/options
    POST /api/account/sign-in
    POST /api/account/sign-in/passkey
    POST /api/account/sign-in/passkey/options
    POST /api/account/sign-out
    POST /api/recoveries/{token:str}
    POST /api/trainer/answers
    POST /api/trainer/counts
    POST /api/trainer/course
    POST /api/trainer/questions
    POST /api/trainer/report
PLAYER
    GET /api/care
    GET /api/rounds
    GET /api/rounds.csv
    GET /api/rounds.json
    GET /api/statistics
    GET /api/tables/{table_id:str}
    GET /api/tables/{table_id:str}/advice
    GET /api/tables/{table_id:str}/disputes/{number:int}
    GET /api/tables/{table_id:str}/rounds
    GET /api/tables/{table_id:str}/rounds/{number:int}
    GET /api/tables/{table_id:str}/rounds/{number:int}/proof
    GET /api/tables/{table_id:str}/rounds/{number:int}/review
    GET /api/tables/{table_id:str}/rounds/{number:int}/views/{version:int}
    GET /api/tables/{table_id:str}/verdict
    GET /history
    GET /statistics
    GET /statistics/balance.svg
    GET /table/{table_id:str}/disputes/{number:int}
    POST /api/care/commands
    POST /api/guest
    POST /api/tables
    POST /api/tables/{table_id:str}/commands
    POST /api/tables/{table_id:str}/money
    POST /api/tables/{table_id:str}/queue
    POST /api/tables/{table_id:str}/rounds/{number:int}/share
    POST /api/tables/{table_id:str}/seats
    POST /api/tables/{table_id:str}/voucher
    POST /api/tables/{table_id:str}/vouchers
    WS /api/live
ACCOUNT
    DELETE /api/account/passkeys/{passkey:str}
    DELETE /api/account/sessions
    DELETE /api/account/sessions/{session_id:str}
    GET /api/account
    GET /api/account/data.json
    GET /api/houses/{house:str}/promotions/{name:str}/entries
    GET /api/houses/{house:str}/tournaments/{name:str}/hands
    GET /api/houses/{house:str}/tournaments/{name:str}/options
    GET /house
    POST /api/account/erase
    POST /api/account/guest
    POST /api/account/password
    POST /api/account/personal-data
    POST /api/account/preferences
    POST /api/account/recovery-codes
    POST /api/account/second-factor
    POST /api/account/second-factor/new
    POST /api/account/second-factor/remove
    POST /api/houses/{house:str}/promotions/{name:str}/acts
    POST /api/houses/{house:str}/promotions/{name:str}/scrutiny
    POST /api/houses/{house:str}/tournaments/{name:str}/entry
    POST /api/invitations/{token:str}
    GET /house/{house:str}/promotions/{name:str}/scrutineer
STAFF
    GET /api/houses/{house:str}/pit
    GET /api/houses/{house:str}/pit/{table_id:str}
    GET /house/{house:str}/cards
    GET /house/{house:str}/consoles
    GET /house/{house:str}/lesson/{lesson_id:str}
    GET /house/{house:str}/pit
    GET /house/{house:str}/pit/{table_id:str}
    GET /house/{house:str}/school
    GET /house/{house:str}/table/{table_id:str}/console
    POST /api/houses/{house:str}/lessons
    POST /api/houses/{house:str}/lessons/{lesson_id:str}/acts
    POST /api/houses/{house:str}/lessons/{lesson_id:str}/leave
    POST /api/houses/{house:str}/pit/{table_id:str}/meters
    POST /api/houses/{house:str}/pit/{table_id:str}/previews
    POST /api/houses/{house:str}/pit/{table_id:str}/stops
    POST /api/houses/{house:str}/staff/commands
    POST /api/houses/{house:str}/staff/exclusions
    POST /api/houses/{house:str}/staff/recoveries
    POST /api/houses/{house:str}/tables
    POST /api/houses/{house:str}/tables/{table_id:str}/commands
OWNER
    GET /api/houses/{house:str}
    POST /api/houses/{house:str}/books
    POST /api/houses/{house:str}/books/check
    POST /api/houses/{house:str}/commands
    POST /api/houses/{house:str}/invitations
    POST /api/houses/{house:str}/recoveries
    POST /api/houses/{house:str}/stops
OPERATION
    GET /house/{house:str}/inspection
    GET /house/{house:str}/inspection/complaints
    GET /house/{house:str}/inspection/inbox
    GET /house/{house:str}/inspection/integrity
    GET /house/{house:str}/inspection/integrity/anchor.json
    GET /house/{house:str}/inspection/integrity/examination
    GET /house/{house:str}/inspection/rounds/{table_id:str}/{number:int}
    GET /house/{house:str}/inspection/rounds/{table_id:str}/{number:int}/views/{version:int}
    GET /house/{house:str}/inspection/trends
    GET /house/{house:str}/inspection/trends.svg
    GET /house/{house:str}/operation
MEMBER
    GET /api/houses/{house:str}/books
    GET /api/houses/{house:str}/staff
    GET /api/houses/{house:str}/promotions/{name:str}/claims/{number:int}
    GET /api/houses/{house:str}/promotions/{name:str}/record
    GET /api/houses/{house:str}/tournaments/{name:str}/record
    GET /house/{house:str}
    GET /house/{house:str}/books
    GET /house/{house:str}/meters
    GET /house/{house:str}/printed
    GET /house/{house:str}/printed/disputes/{table_id:str}/{number:int}
    GET /house/{house:str}/printed/incidents/{table_id:str}/{version:int}
    GET /house/{house:str}/printed/layouts/{table_id:str}
    GET /house/{house:str}/printed/payouts/{table_id:str}/{number:int}/{position:int}
    GET /house/{house:str}/printed/signs/{table_id:str}
    GET /house/{house:str}/promotions/{name:str}/promoter
    GET /house/{house:str}/promotions/{name:str}/revise
    GET /house/{house:str}/tournaments/{name:str}/director
    GET /house/{house:str}/tournaments/{name:str}/revise
    POST /api/houses/{house:str}/lobby-tables
    POST /api/houses/{house:str}/lobby-tables/{table_id:str}/close
    POST /api/houses/{house:str}/promotions
    POST /api/houses/{house:str}/promotions/{name:str}/commands
    POST /api/houses/{house:str}/promotions/{name:str}/terms
    POST /api/houses/{house:str}/tournaments
    POST /api/houses/{house:str}/tournaments/{name:str}/commands
    POST /api/houses/{house:str}/tournaments/{name:str}/tables
    POST /api/houses/{house:str}/tournaments/{name:str}/terms
"""


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def app(clock: Clock) -> Iterator[Litestar]:
    with Floor.in_memory(clock) as floor:
        yield create_app(floor, SECRET, FREELY)


@pytest.fixture(scope="module")
def cast(app: Litestar) -> Cast:
    return assemble(app)


@pytest.fixture(scope="module")
def caller(app: Litestar) -> Iterator[Caller]:
    one = Caller(app)
    yield one
    one.close()


def handlers_of(app: Litestar) -> Iterator[tuple[str, str, BaseRouteHandler]]:
    """Yield every handler with its path and its method; a socket's is WS."""
    for route in app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]:  # type: ignore[attr-defined]
            for method in sorted(getattr(handler, "http_methods", {"WS"})):
                yield route.path, str(method), handler


def declared(app: Litestar) -> dict[str, list[str]]:
    """Return what every route declares: under each access, the methods and paths."""
    found: dict[str, list[str]] = {kind.name: [] for kind in KINDS}
    for path, method, handler in handlers_of(app):
        if method not in ("OPTIONS", "HEAD") and not path.startswith("/static/"):
            found[access.access_of(handler).name].append(f"{method} {path}")
    return {name: sorted(lines) for name, lines in found.items()}


# The guard.


def test_everybody_in_the_cast_has_a_row(cast: Cast):
    assert set(MATRIX) == set(cast.cookies)


@pytest.fixture(scope="module")
def bare(app: Litestar, cast: Cast) -> Iterator[Caller]:
    """A route and a socket for each access, on the same floor, behind the same guard."""
    handlers: list[BaseRouteHandler] = []
    for kind in KINDS:

        @get(f"/{kind.name}/{{house:str}}", opt={"access": kind})
        async def show() -> str:
            return "in"

        @websocket(f"/{kind.name}/{{house:str}}/live", opt={"access": kind})
        async def live(socket: WebSocket) -> None:
            await socket.accept()

        handlers += [show, live]

    @get("/console/{house:str}", opt={"access": Access.STAFF, "console": True})
    async def console() -> str:
        return "in"

    small = Litestar(
        [*handlers, console],
        guards=[access.guard],
        exception_handlers=app.exception_handlers,
        openapi_config=None,
    )
    access.check_declared(small.routes)
    small.state.update(dict(app.state.items()))
    one = Caller(small)
    yield one
    one.close()


@pytest.mark.parametrize("role", MATRIX)
def test_the_guard_lets_in_whom_it_should(bare: Caller, cast: Cast, role: str):
    for kind, wanted in zip(KINDS, MATRIX[role], strict=True):
        assert bare.ask("GET", f"/{kind.name}/{PLAY}", cast.cookies[role]).status == (wanted or 200), kind
        socket = bare.connect(f"/{kind.name}/{PLAY}/live", cast.cookies[role])
        assert socket.status == (4000 + wanted if wanted else 0), kind


@pytest.mark.parametrize("role", MATRIX)
def test_a_topic_is_for_whom_a_route_of_its_access_is(app: Litestar, cast: Cast, part: Part, role: str):
    """Whoever may not see a kind of topic is answered as by a route; of the others, nobody sees what is not theirs."""
    cookie = "; ".join(f"{name}={value}" for name, value in cast.cookies[role].items()).encode("latin-1")
    scope = {"type": "http", "headers": [(b"cookie", cookie)], "scheme": "http", "query_string": b"", "state": {}}
    visitor = app.state.people.recognise(Request(scope))  # type: ignore[arg-type]
    viewer = topics.Viewer(app.state.floor, visitor.person, "en")
    names = {"table": f"table:{'0' * 32}", "sign": f"sign:{PLAY}/{'0' * 32}", "meter": "meter:nowhere"}
    names["console"] = f"console:{PLAY}/{'0' * 32}"
    names["lesson"] = f"lesson:{PLAY}/{'0' * 32}"
    names["tournament"] = f"tournament:{PLAY}/none"
    names["promotion"] = f"promotion:{PLAY}/none"
    names["supervision"] = f"supervision:{PLAY}/{'0' * 32}"
    own = {"lobby": f"lobby:{PLAY}", "pit": f"pit:{PLAY}"}
    for name, kind in topics.KINDS.items():
        wanted = MATRIX[role][KINDS.index(kind.access)]
        if (not wanted and name in names) or (not wanted and name == "person" and visitor.person is None):
            wanted = 404
        if name == "pit" and role.endswith(" dealer") and "higher" not in role:
            wanted = 404  # whoever only deals supervises nothing
        try:
            topic = names.get(name, own.get(name, name))
            topics.check(viewer, visitor, topic)
            assert topics.look(viewer, topic).view
            answered = IN
        except HTTPException as error:
            answered = error.status_code
        except Complaint as complaint:
            answered = complaint.status
        assert answered == wanted, name
        part.count(f"asked by {role}")


@pytest.mark.parametrize("role", MATRIX)
def test_nobody_learns_which_houses_there_are(bare: Caller, cast: Cast, role: str):
    """A house that is not theirs, one that does not exist and a name that is none are answered alike."""
    for kind in access.OF_A_HOUSE:
        own = CLUB if role.endswith("another house") else PLAY
        others = [PLAY if own == CLUB else CLUB, "nowhere", "play ", "PLAY", "x" * 300, "..", "%2e%2e", "play%00", "🂡"]
        replies = [bare.ask("GET", f"/{kind.name}/{house}", cast.cookies[role]) for house in others]
        assert {(reply.status, reply.body) for reply in replies} == {(replies[0].status, replies[0].body)}
        assert replies[0].status in (401, 404)


def test_a_console_asks_again_after_five_minutes_whatever_else_was_opened(
    bare: Caller, caller: Caller, cast: Cast, clock: Clock
):
    before = clock.now
    try:
        cast.sign_in("crown dealer")
        cookies = cast.cookies["crown dealer"]
        for minutes, wanted in ((4, 200), (8, 200), (12, 200), (17, 401), (18, 401)):
            clock.now = before + minutes * 60 * 1_000_000
            assert bare.ask("GET", f"/console/{PLAY}", cookies).status == wanted
            assert bare.ask("GET", f"/STAFF/{PLAY}", cookies).status == 200
            assert caller.ask("GET", "/api/rounds", cookies).status == 200, "this counts as being there"
        cast.sign_in("crown dealer")
        assert bare.ask("GET", f"/console/{PLAY}", cast.cookies["crown dealer"]).status == 200
    finally:
        clock.now = before
        cast.sign_in("crown dealer")


def test_thirty_minutes_idle_ask_again_and_make_no_new_guest(caller: Caller, cast: Cast, clock: Clock):
    before = clock.now
    try:
        cast.sign_in("account", second_factor=False)
        cookies = cast.cookies["account"]
        clock.now = before + signin.c.IDLE
        for path in ("/api/rounds", "/api/account"):
            assert caller.ask("GET", path, cookies).problem["code"] == "idle"
        opening = caller.ask("POST", "/api/tables", cookies, {"book": "online"})
        assert (opening.status, opening.headers.get("set-cookie")) == (401, None)
    finally:
        clock.now = before
        cast.sign_in("account", second_factor=False)


@pytest.mark.parametrize(("hours", "house"), [(11, 200), (12, 401), (23, 401), (24, 401)])
def test_a_session_that_is_kept_busy_ends_all_the_same(
    bare: Caller, caller: Caller, cast: Cast, clock: Clock, hours: int, house: int
):
    before, minute = clock.now, signin.c.MINUTE
    try:
        cast.sign_in("crown dealer")
        cookies = cast.cookies["crown dealer"]
        for passed in range(29, hours * 60, 29):
            clock.now = before + passed * minute
            assert caller.ask("GET", "/api/rounds", cookies).status == 200, "their play is their own"
        clock.now = before + hours * 60 * minute
        assert bare.ask("GET", f"/STAFF/{PLAY}", cookies).status == house
        assert caller.ask("GET", "/api/rounds", cookies).status == (401 if hours == 24 else 200)
        held = [each.begun_at for each in signin.sessions_of(cast.floor, cast.ids["crown dealer"])]
        assert (before in held) == (hours < 24), "one that has lasted is not listed"
    finally:
        clock.now = before
        cast.sign_in("crown dealer")


def test_whoever_follows_a_link_is_led_to_the_sign_in_page_and_back(caller: Caller):
    page = caller.ask("GET", "/api/account?to=//evil.example", accept="text/html")
    assert page.status in (302, 307)
    assert page.headers["location"] == "/sign-in?to=/api/account%3Fto%3D//evil.example"
    assert caller.ask("GET", "/api/account").problem["code"] == "sign-in"


# The routes.


def test_every_route_has_the_rule_that_stands_here(app: Litestar):
    written: dict[str, list[str]] = {kind.name: [] for kind in KINDS}
    kind = ""
    for line in ROUTES.strip().splitlines():
        if line.startswith(" "):
            written[kind].append(line.strip())
        else:
            kind = line
    found = declared(app)
    shown = "\n".join(f"{name}\n" + "\n".join(f"    {line}" for line in found[name]) for name in found if found[name])
    assert {name: sorted(lines) for name, lines in written.items()} == found, f"ROUTES should be:\n{shown}"


@pytest.mark.parametrize("role", MATRIX)
def test_every_route_answers_every_role_by_its_rule(app: Litestar, caller: Caller, cast: Cast, part: Part, role: str):
    """Whoever may not come in is answered 401 or 404; whoever may is never answered 5xx, whatever they ask for."""
    cookies = cast.cookies[role]
    for path, method, handler in handlers_of(app):
        wanted = MATRIX[role][KINDS.index(access.access_of(handler))]
        asked = filled(path)
        if method == "WS":
            assert caller.connect(asked, cookies).status == (4000 + wanted if wanted else 0), path
        elif wanted or harmless(path):
            reply = caller.ask(method, asked, cookies, {} if method not in ("GET", "HEAD", "OPTIONS") else None)
            assert reply.status == wanted if wanted else reply.status < 500, (method, path, reply)
        part.count(f"asked by {role}")


def harmless(path: str) -> bool:
    """Whether asking changes nothing that the next role needs, and takes no long calculation."""
    heavy = ("/analysis", "/diff", "/api/trainer", "/statistics", "/metrics")
    return not path.startswith((*heavy, "/api/account", "/api/books"))


def filled(path: str) -> str:
    """Return a path with something in each of its places: the house `play`, and ids of nothing."""
    parts = [part.strip("{}").partition(":") if part.startswith("{") else part for part in path.split("/")]
    made = {"house": PLAY, "table_id": "0" * 32, "share_id": f"{'0' * 32}-1.{'A' * 43}"}
    return "/".join(
        part if isinstance(part, str) else made.get(part[0], "1" if part[2] == "int" else "x") for part in parts
    )


# A handler that does not declare who may use it, or declares what cannot be.


def handler_with(path: str, method: str = "GET", **opt: object) -> Litestar:
    decorate = post if method == "POST" else get

    @decorate(path, opt=opt)
    async def show() -> None:
        return None

    return Litestar([show], openapi_config=None)


@pytest.mark.parametrize(
    "app",
    [
        handler_with("/x"),
        handler_with("/x", access="ANYBODY"),
        handler_with("/x", access=None),
        handler_with("/x", access=Access.STAFF),
        handler_with("/x/{name:str}", access=Access.OWNER),
        handler_with("/x/{house:str}", "POST", access=Access.OPERATION),
    ],
)
def test_a_handler_without_a_rule_is_an_error_when_the_application_is_made(app: Litestar):
    with pytest.raises(TypeError):
        access.check_declared(app.routes)


def test_a_socket_without_a_rule_is_an_error_too():
    @websocket("/live")
    async def live(socket: WebSocket) -> None:
        await socket.accept()

    with pytest.raises(TypeError):
        access.check_declared(Litestar([live], openapi_config=None).routes)
