"""`mstud serve`: the game in the browser, and what keeps it running."""

import os
import socket
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

import typer
from msgspec.structs import replace

from mississippi_stud.cli.floor import database_at
from mississippi_stud.cli.output import Language
from mississippi_stud.errors import InputError

if TYPE_CHECKING:
    from mississippi_stud.web.limits import Settings

TOKEN: Final = "MSTUD_METRICS_TOKEN"  # noqa: S105 - the name of it
_FILES: Final = 512
"""How many files and connections a process needs besides those counted: the database's, and connections accepted but
not yet counted.
"""


def serve(
    database: str | None = None,
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    host: str = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=64)] = 1,
    open_browser: Annotated[bool, typer.Option("--open")] = False,
    log: str = "warning",
    trust_proxy: list[str] | None = None,
    allow_host: list[str] | None = None,
    metrics_from: list[str] | None = None,
    limit: list[str] | None = None,
    book: list[str] | None = None,
    language: Language = "en",
) -> None:
    """Serve the game in the browser."""
    from mississippi_stud.language import translator

    translator(language)  # reject an unknown language before starting anything
    if log not in ("debug", "info", "warning", "error"):
        raise InputError("log-level", level=log)
    url = database_at(database)
    if workers > 1 and url.startswith("sqlite"):
        raise InputError("workers-sqlite", workers=workers)
    from mississippi_stud.web.limits import LOOPBACK, settings

    allowed = settings(
        limit or (),
        proxies=trust_proxy or (),
        hosts=[*(allow_host or ()), host],
        metrics_from=metrics_from or LOOPBACK,
        metrics_token=os.environ.get(TOKEN, ""),
    )
    with _bound(host, port, allowed.answer_seconds) as listening:
        _run(listening, host, workers, open_browser, url, log, _within_files(allowed), book or (), language)


def _run(
    listening: socket.socket,
    host: str,
    workers: int,
    open_browser: bool,
    database: str,
    log: str,
    allowed: "Settings",
    books: Sequence[str],
    language: str,
) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from mississippi_stud.floor.integrity import check
    from mississippi_stud.floor.operation import CheckOccasion
    from mississippi_stud.prose.terminal import say
    from mississippi_stud.web.limits import Tallies
    from mississippi_stud.web.server import application, configuration

    making = partial(application, database, log, allowed, Tallies(allowed, shared=workers > 1), tuple(books))
    app = making()  # with several workers, this one only finds errors before they start, and checks the program
    check(app.state.floor, app.state.floor.program, CheckOccasion.START)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    config = configuration(
        app if workers == 1 else making,
        allowed,
        factory=workers > 1,
        workers=workers,
        timeout_graceful_shutdown=10,
    )
    typer.echo(say("serving" if workers == 1 else "serving-several", language, address=address, workers=workers))
    if open_browser:
        typer.launch(address)
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return
    app.state.floor.close()
    Multiprocess(config, sockets=[listening]).run()


def _within_files(allowed: "Settings") -> "Settings":
    """Allow the process as many open files as connections; where that is impossible, allow fewer connections."""
    import resource

    needed = allowed.connections + allowed.live_views + _FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    half = max((most - _FILES) // 2, 1)
    return allowed if most == needed else replace(allowed, connections=half, live_views=half)


def _bound(host: str, port: int, unread_seconds: int) -> socket.socket:
    """Return the socket to listen on; report clearly that a port is taken, before anything starts.

    It names its protocol: only then does asyncio send small answers at once (TCP_NODELAY) rather than 40 ms later. The
    system itself ends a connection whose other side reads nothing for that long.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_seconds * 1000)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise InputError("address-unusable", host=host, port=port, why=error.strerror) from None
    listening.set_inheritable(True)
    return listening
