"""Who may use which route: every handler declares it, and one guard for the whole application enforces it.

What belongs to somebody else is answered as what does not exist. What is theirs among the things that a route shows is
decided where it is found, by the person that `app.state.people` knows a request to come from (decision 189).
"""

from collections.abc import Iterable
from enum import Enum, auto
from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response, WebSocket
from litestar.concurrency import sync_to_thread
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, WebSocketException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.response import Redirect
from litestar.routes import BaseRoute, HTTPRoute

from mississippi_stud.floor import Floor
from mississippi_stud.floor.houses import (
    NAME,
    has_second_factor,
    is_official,
    is_owner,
    member_of,
    one_moment,
    settings_of,
    titles_of,
)
from mississippi_stud.web import problems
from mississippi_stud.web.guests import Connection
from mississippi_stud.web.people import People, Visitor

SIGN_IN: Final = "/sign-in"
ACCOUNT: Final = "/account"
_CLOSED: Final = 4000
"""A socket is closed with this and the status that a request would be answered with."""
CONSOLE_MINUTES: Final = 5
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Access(Enum):
    """Who may use a route; a handler names it in `opt={"access": …}`."""

    ANYBODY = auto()
    PLAYER = auto()
    """A guest or an account, for what is theirs; whoever is neither has nothing, or becomes a guest."""
    ACCOUNT = auto()
    """Somebody who is signed in."""
    STAFF = auto()
    """Somebody with a title in the house that the path names. At a dealer's console `opt` has `"console": True` too:
    whoever was away for five minutes since they signed in proves again who they are (GLI-19 C.6.5).
    """
    OWNER = auto()
    """An owner of the house that the path names."""
    MEMBER = auto()
    """Somebody who belongs to the house that the path names: an owner, or staff."""
    OPERATION = auto()
    """An owner of that house or an official of one of its books; reading only."""


OF_A_HOUSE: Final = frozenset({Access.STAFF, Access.OWNER, Access.MEMBER, Access.OPERATION})


def access_of(handler: BaseRouteHandler) -> Access:
    """Return who may use a handler; anybody may ask for the methods of a path."""
    if isinstance(handler, HTTPRouteHandler) and handler.http_methods == {"OPTIONS"}:
        return Access.ANYBODY
    declared = handler.opt.get("access")
    if not isinstance(declared, Access):
        raise TypeError(f"{handler} does not declare who may use it")
    return declared


def check_declared(routes: Iterable[BaseRoute]) -> None:
    """Raise `TypeError` for a handler that does not declare who may use it, or declares what its path cannot mean."""
    for route in routes:
        handlers = route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]  # type: ignore[attr-defined]
        for handler in handlers:
            access = access_of(handler)
            if access in OF_A_HOUSE and "house" not in route.path_parameters:
                raise TypeError(f"{route.path}: {handler} is of a house, which its path does not name")
            if access is Access.OPERATION and not getattr(handler, "http_methods", READING) <= READING:
                raise TypeError(f"{route.path}: {handler} is for reading only")


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Let a request through to its handler, or ask who it comes from, or answer that there is nothing."""
    access = access_of(handler)
    people: People = connection.app.state.people
    if access is Access.ANYBODY or (access is Access.PLAYER and not people.holds_session(connection)):
        return
    try:
        await sync_to_thread(_check, connection, handler, access)
    except HTTPException as error:
        if isinstance(connection, WebSocket):
            raise WebSocketException(detail=error.detail, code=_CLOSED + error.status_code) from None
        raise


def _check(connection: Connection, handler: BaseRouteHandler, access: Access) -> None:
    visitor: Visitor = connection.app.state.people.visitor(connection)
    house = str(connection.path_params.get("house", ""))
    check_visitor(connection.app.state.floor, visitor, access, house, console=bool(handler.opt.get("console")))


def check_visitor(floor: Floor, visitor: Visitor, access: Access, house: str = "", *, console: bool = False) -> None:
    """Let a visitor through to a route or a topic of that access, or raise what they are answered."""
    if access is Access.ANYBODY:
        return
    if visitor.lapsed:
        raise NotAuthorizedException(detail="idle")
    if access is Access.PLAYER:
        return
    if not visitor.signed_in or visitor.person is None:
        raise NotAuthorizedException(detail="sign-in")
    if access not in OF_A_HOUSE:
        return
    if not NAME.fullmatch(house):
        raise NotFoundException
    with one_moment(floor, house, visitor.person):
        _check_place(floor, house, visitor, visitor.person, access, console=console)


def _check_place(floor: Floor, house: str, visitor: Visitor, person: str, access: Access, *, console: bool) -> None:
    if not _belongs(floor, house, person, access):
        raise NotFoundException
    if not (visitor.second_factor and has_second_factor(floor, person)):  # they may have removed it since
        raise NotAuthorizedException(detail="second-factor")
    settings = settings_of(floor, house)
    minutes = CONSOLE_MINUTES if console else settings.amount("idle_minutes")
    if visitor.away_seconds >= minutes * 60 or visitor.age_seconds >= settings.amount("session_hours") * 3600:
        raise NotAuthorizedException(detail="idle")


def _belongs(floor: Floor, house: str, person: str, access: Access) -> bool:
    """Whether somebody has a place in a house; whoever has none does not learn whether there is such a house."""
    match access:
        case Access.STAFF:
            return any(titles_of(floor, house, person).values())
        case Access.OWNER:
            return is_owner(floor, house, person)
        case Access.MEMBER:
            return member_of(floor, house, person) is not None
        case _:
            return is_owner(floor, house, person) or is_official(floor, house, person)


def sign_in(request: Request[Any, Any, Any], error: NotAuthorizedException) -> Response[Any]:
    """Lead whoever followed a link to the page where they sign in and come back; tell a program what is missing.

    Whoever has no second factor yet cannot sign in with one: their account is where they set it up.
    """
    if problems.wants_page(request):
        query = f"?{request.url.query}" if request.url.query else ""
        page = ACCOUNT if error.detail == "second-factor" and not _has_factor(request) else SIGN_IN
        return Redirect(f"{page}?to={quote(request.url.path + query, safe='/')}")
    return problems.complaint(request, problems.Complaint(error.detail, error.status_code))


def _has_factor(request: Request[Any, Any, Any]) -> bool:
    person = request.app.state.people.known(request)
    return person is not None and has_second_factor(request.app.state.floor, person)
