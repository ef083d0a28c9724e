"""The API by which somebody becomes an account, signs in and signs out; and who it is that asks about an account."""

from typing import Any, Final

from litestar import Request, Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from mississippi_stud.floor import Floor, SignInMethod, SignInSession, passkeys, persons, signin
from mississippi_stud.floor.signin import Entry, SignInError
from mississippi_stud.language import LANGUAGES
from mississippi_stud.web.access import Access
from mississippi_stud.web.account_shapes import LoginRequest, PasskeyRequest
from mississippi_stud.web.frame import COOKIE as LANGUAGE_COOKIE
from mississippi_stud.web.frame import THEME as THEME_COOKIE
from mississippi_stud.web.gate import client_of
from mississippi_stud.web.guests import YEAR_SECONDS, is_secure
from mississippi_stud.web.limits import address_of, client_name
from mississippi_stud.web.people import People, device_of
from mississippi_stud.web.problems import Complaint
from mississippi_stud.web.recall_queue import RecallQueue

Asking = Request[Any, Any, Any]
ANYBODY: Final = {"access": Access.ANYBODY}
FRESH: Final = 15 * 60 * 1_000_000
"""For how long after signing in somebody may change what they sign in with, or erase themselves."""
THEMES: Final = ("dark", "light")


# Who asks.


def people_of(request: Asking) -> People:
    people: People = request.app.state.people
    return people


def floor_of(request: Asking) -> Floor:
    floor: Floor = request.app.state.floor
    return floor


def session_of(request: Asking) -> SignInSession:
    session = people_of(request).session(request)
    if session is None:  # it ended after the guard had looked
        raise Complaint("sign-in", 401)
    return session


def fresh_session_of(request: Asking) -> SignInSession:
    """Return the session of somebody who may change what they sign in with: they have just signed in, with a code if
    they have a second factor. A stolen session is not enough.
    """
    session, floor = session_of(request), floor_of(request)
    proved = session.second_factor or not persons.person_of(floor, session.person).credentials.second_factor
    if not proved or floor.clock() - session.begun_at >= FRESH:
        raise Complaint("sign-in-again", 401)
    return session


def site_of(request: Asking) -> passkeys.RelyingParty | None:
    """Return the site for passkeys: the host name that the browser knows; None where it is an address."""
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    if address_of(name.strip("[]")) is not None:
        return None
    return passkeys.RelyingParty(name.lower(), f"{request.url.scheme}://{host.lower()}")


def named_site(request: Asking) -> passkeys.RelyingParty:
    site = site_of(request)
    if site is None:
        raise Complaint("passkey-address", 409)
    return site


async def in_turn(request: Asking, work: Any) -> Any:
    """Do what takes much work, for a few at once: hashing a password needs 64 MiB."""
    queue: RecallQueue = request.app.state.signing_in
    try:
        return await queue.at(client_name(client_of(request.scope)), work)
    except SignInError as error:
        raise Complaint(error.code, 401) from None


def entered(request: Asking, entry: Entry, *, status: int = 200, fresh: bool = False) -> Response[None]:
    """Answer somebody who has signed in: with their session and, on a device that is new to them, their own looks."""
    cookies = people_of(request).entered(entry, request)
    if fresh:
        cookies.append(people_of(request).no_guest(request))
    else:
        chosen = persons.person_of(floor_of(request), entry.session.person).preferences
        cookies += _looks(request, dict(chosen))
    return Response(None, status_code=status, cookies=cookies)


def _looks(request: Asking, chosen: dict[str, str]) -> list[Cookie]:
    """Return the cookies of the language and the colour scheme that somebody has chosen."""
    wanted = ((LANGUAGE_COOKIE, "language", LANGUAGES), (THEME_COOKIE, "theme", THEMES))
    return [
        Cookie(key=key, value=chosen[name], max_age=YEAR_SECONDS, samesite="lax", secure=is_secure(request))
        for key, name, allowed in wanted
        if chosen.get(name) in allowed
    ]


def new_person(request: Asking) -> str:
    """Return the guest who becomes an account, or for somebody without a table a new one."""
    people, state = people_of(request), request.app.state
    visitor = people.visitor(request)
    if visitor.signed_in:
        raise Complaint("signed-in", 409)
    if state.tallies.guests.is_over(client_name(client_of(request.scope))):
        raise Complaint("too-many-guests", 429)
    return visitor.person or people.guests.new()


def as_json(text: str) -> Response[str]:
    return Response(text, media_type="application/json")


# Becoming an account, and signing in and out.


@post("/", opt=ANYBODY, status_code=201)
async def make_account(request: Asking, data: JSONBody[LoginRequest]) -> Response[None]:
    """Make an account of the guest, who keeps everything; the guest's cookie is worth nothing from then on."""

    def work() -> Entry:
        floor, person = floor_of(request), new_person(request)
        signin.set_password(floor, person, data.login, data.password, first=True)
        return signin.begin(floor, person, device_of(request), SignInMethod.PASSWORD, second_factor=False)

    return entered(request, await in_turn(request, work), status=201, fresh=True)


@post("/sign-in", opt=ANYBODY, status_code=200)
async def enter(request: Asking, data: JSONBody[LoginRequest]) -> Response[None]:
    """Begin a session with a password and, where there is one, the second factor; a session before it ends."""

    def work() -> Entry:
        entry = signin.sign_in(floor_of(request), data.login, data.password, data.code, device_of(request))
        _leave(request)
        return entry

    return entered(request, await in_turn(request, work))


@post("/sign-in/passkey/options", opt=ANYBODY, status_code=200, sync_to_thread=True)
def passkey_request(request: Asking) -> Response[str]:
    """What a browser needs to sign in with a passkey."""
    return as_json(passkeys.request_options(floor_of(request), named_site(request)))


@post("/sign-in/passkey", opt=ANYBODY, status_code=200)
async def enter_by_passkey(request: Asking, data: JSONBody[PasskeyRequest]) -> Response[None]:
    """Begin a session with a passkey."""

    def work() -> Entry:
        entry = passkeys.sign_in(floor_of(request), data.credential, named_site(request), device_of(request))
        _leave(request)
        return entry

    return entered(request, await in_turn(request, work))


@post("/sign-out", opt=ANYBODY, status_code=200, sync_to_thread=True)
def leave(request: Asking) -> Response[None]:
    """End this session; whoever comes next in this browser is a stranger. A guest, who has none, stays a guest."""
    _leave(request)
    return Response(None, cookies=people_of(request).left(request))


def _leave(request: Asking) -> None:
    session = people_of(request).session(request)
    if session is not None:
        signin.sign_out(floor_of(request), session.person, session.id)


routes = [
    make_account,
    enter,
    passkey_request,
    enter_by_passkey,
    leave,
]
