"""Who may use which route: every handler declares it, and one guard for the whole application enforces it.

What belongs to somebody else is answered as what does not exist. What is theirs among the things that a route shows is
decided where it is found, by the person that `app.state.people` knows a request to come from (decision 189).
"""

from collections.abc import Iterable
from enum import Enum, auto
from importlib import import_module
from typing import Any, Final
from urllib.parse import quote

from litestar import Request, Response
from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.response import Redirect
from litestar.routes import BaseRoute, HTTPRoute

from mississippi_stud.web import problems

SIGN_IN: Final = "/sign-in"
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
IDLE_SECONDS: Final = 30 * 60
CONSOLE_IDLE_SECONDS: Final = 5 * 60
"""After how long without a request somebody is asked who they are: GLI-19 2.5.4 and C.6.5."""


class Access(Enum):
    """Who may use a route; a handler names it in `opt={"access": …}`."""

    ANYBODY = auto()
    PLAYER = auto()
    """A guest or an account, for what is theirs; whoever is neither has nothing, or becomes a guest."""
    ACCOUNT = auto()
    """Somebody who is signed in."""
    STAFF = auto()
    """Somebody with a title in the house that the path names. On a dealer's console, `opt` has `"console": True`."""
    OWNER = auto()
    """An owner of the house that the path names."""
    OPERATION = auto()
    """An owner of that house or an official of one of its books; reading only."""


OF_A_HOUSE: Final = frozenset({Access.STAFF, Access.OWNER, Access.OPERATION})


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


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Let a request through to its handler, or ask who it comes from, or answer that there is nothing."""
    access = access_of(handler)
    if access not in (Access.ANYBODY, Access.PLAYER):
        await sync_to_thread(_check, connection, handler, access)


def _check(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler, access: Access) -> None:
    visitor = connection.app.state.people.visitor(connection)
    if not visitor.signed_in:
        raise NotAuthorizedException(detail="sign-in")
    if access in OF_A_HOUSE:
        _check_house(connection, access, visitor)
    idle_max = CONSOLE_IDLE_SECONDS if handler.opt.get("console") else IDLE_SECONDS
    if getattr(visitor, "idle_seconds", 0) >= idle_max:
        raise NotAuthorizedException(detail="idle")


def _check_house(connection: ASGIConnection[Any, Any, Any, Any], access: Access, visitor: Any) -> None:
    """Whoever has nothing to do in a house does not learn whether there is one."""
    houses, floor = import_module("mississippi_stud.floor.houses"), connection.app.state.floor
    house = str(connection.path_params["house"])
    titles = houses.titles_of(floor, house, visitor.person)
    match access:
        case Access.STAFF:
            allowed = any(titles.values())
        case Access.OWNER:
            allowed = houses.is_owner(floor, house, visitor.person)
        case _:
            allowed = houses.is_owner(floor, house, visitor.person) or houses.is_official(floor, house, visitor.person)
    if not allowed:
        raise NotFoundException
    if not visitor.second_factor:
        raise NotAuthorizedException(detail="second-factor")


def sign_in(request: Request[Any, Any, Any], error: NotAuthorizedException) -> Response[Any]:
    """Lead whoever followed a link to the page where they sign in and come back; tell a program what is missing."""
    if problems.wants_page(request):
        query = f"?{request.url.query}" if request.url.query else ""
        return Redirect(f"{SIGN_IN}?to={quote(request.url.path + query, safe='/')}")
    return problems.complaint(request, problems.Complaint(error.detail, error.status_code))
