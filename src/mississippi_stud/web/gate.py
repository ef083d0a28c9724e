"""The gate: the first thing that every request passes, whether or not its path is known.

It determines who asks and over which scheme, even behind a proxy; checks the host name, the path and how often this
client has asked; and counts and logs the outcome (decision 131).
"""

import logging
import re
from time import perf_counter_ns
from typing import Any, Final

import structlog
from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException, TooManyRequestsException
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from mississippi_stud.web import problems
from mississippi_stud.web.limits import Networks, Settings, Tallies, address_of, client_name
from mississippi_stud.web.metrics import RequestCounts
from mississippi_stud.web.static_files import STATIC_FILES

_ALIVE: Final = "/healthz"
"""Answered to anyone, however often and under whatever name."""
_HOST: Final = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]*:[0-9a-f:.]*\])(:(?P<port>[0-9]{1,5}))?")
_PORT_MAX: Final = 65535
_FILES: Final = "/static/"
_WEIGHT: Final = 10
"""What is worked out anew each time, and takes long, counts as so many requests."""
_LONG: Final = ("/diff/", "/api/shared/")
_QUIET: Final = (_FILES, _ALIVE, "/readyz", "/metrics")
"""Logged only on failure."""


class Gate:
    """An application behind the gate."""

    def __init__(self, app: ASGIApp, allowed: Settings, tallies: Tallies) -> None:
        self._app = app
        self._proxies = Networks(allowed.proxies)
        self._hosts = frozenset(host.lower() for host in allowed.hosts)
        self._tallies = tallies
        self._counts = RequestCounts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a request, or say why not; count it and log it."""
        if client_of(scope) in self._proxies:
            _believe(scope, self._proxies)
        started, status, path = perf_counter_ns(), 0, scope["path"]
        method = scope["method"] if scope["type"] == ScopeType.HTTP else scope["type"]

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self._counts.begin(method)
        try:
            self._check(scope)
        except (HTTPException, problems.Complaint) as error:
            await _refuse(scope, receive, sent, error)
        else:
            await self._app(scope, receive, sent)
        finally:
            taken = perf_counter_ns() - started
            self._counts.end(method, scope.get("path_template", ""), status, taken)
            if scope["type"] == ScopeType.HTTP and (status >= 400 or not path.startswith(_QUIET)):
                _log(scope, status, taken // 1000)

    def _check(self, scope: Scope) -> None:
        """Raise a complaint about a host name, a path or too many requests; the checked path is the one routed."""
        whole = scope["path"].startswith("/")
        path = scope["path"] = normalize_path(scope["path"])
        if path == _ALIVE:
            scope["headers"] = [each for each in scope["headers"] if each[0] != b"host"]  # it may not be a name at all
            return
        tally = self._tallies.files if path.startswith(_FILES) else self._tallies.requests
        weight = _WEIGHT if path.startswith(_LONG) or path.endswith(("/advice", "/review")) else 1
        if tally.is_over(client_name(client_of(scope)), weight):
            raise TooManyRequestsException(headers={"Retry-After": "1"})
        if not self._serves(_header(scope, b"host")):
            raise problems.Complaint("unknown-host", 421)
        known = path in STATIC_FILES if path.startswith(_FILES) else whole
        if not known or not path.isprintable() or "\ufffd" in path:  # the last check: not UTF-8
            raise NotFoundException

    def _serves(self, host: str) -> bool:
        """Return whether the server answers to a name. Nobody can point an address elsewhere; a name's owner can."""
        read = _HOST.fullmatch(host.lower())
        if read is None or int(read["port"] or 0) > _PORT_MAX:
            return False
        name = read["name"].strip("[]")
        if ":" in name:
            return address_of(name) is not None
        return "*" in self._hosts or name in self._hosts or name == "localhost" or address_of(name) is not None


def client_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def _header(scope: Scope, name: bytes) -> str:
    """Return all values of a request header."""
    return b",".join(value for key, value in scope["headers"] if key == name).decode("latin-1")


def _believe(scope: Scope, proxies: Networks) -> None:
    """Trust a proxy's headers: the client is the last address in the list that is not a proxy's."""
    for hop in reversed(_header(scope, b"x-forwarded-for").split(",")):
        text = hop.strip()
        bare = text[1:].partition("]")[0] if text.startswith("[") else text
        address = address_of(bare.partition(":")[0] if bare.count(":") == 1 else bare)
        if address is None:
            break
        scope["client"] = (str(address), 0)
        if str(address) not in proxies:
            break
    scheme = _header(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
    if scheme in ("http", "https"):
        scope["scheme"] = scheme if scope["type"] == ScopeType.HTTP else scheme.replace("http", "ws")


async def _refuse(scope: Scope, receive: Receive, send: Send, error: HTTPException | problems.Complaint) -> None:
    if scope["type"] != ScopeType.HTTP:
        await send({"type": "websocket.close", "code": 1008, "reason": "not served"})
        return
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    answer: Response[Any]
    answer = problems.http(request, error) if isinstance(error, HTTPException) else problems.complaint(request, error)
    await answer.to_asgi_response(app=None, request=request)(scope, receive, send)


def _log(scope: HTTPScope, status: int, microseconds: int) -> None:
    """Write one log line for a request.

    The path is logged as sent, in ASCII, so that it cannot control a terminal; one that leads to the token of a link,
    however it was spelt, as it was read, without the token.
    """
    if not logging.getLogger().isEnabledFor(logging.INFO):
        return
    sent, read = scope["raw_path"].decode("ascii", "backslashreplace"), scope["path"].encode("unicode_escape").decode()
    told = problems.without_token(read)
    structlog.get_logger().info(
        "request",
        method=scope["method"],
        path=sent if told == read else told,
        status=status,
        microseconds=microseconds,
        client=client_of(scope),
    )
