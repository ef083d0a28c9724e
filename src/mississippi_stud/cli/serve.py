"""`mstud serve`: the game in the browser, and what keeps it running."""

import os
import socket
from typing import Annotated

import typer

from mississippi_stud.cli.floor import database_at
from mississippi_stud.errors import InputError

_BACKLOG = 512


def serve(
    database: Annotated[
        str | None, typer.Option(help="sqlite:///path or postgresql://…; the embedded one if not given.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0: any that is free.")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the game in a browser.")] = False,
    log: Annotated[str, typer.Option(help="What is logged: debug, info, warning or error.")] = "warning",
) -> None:
    """Serve the game in the browser."""
    if log not in ("debug", "info", "warning", "error"):
        raise InputError(f"{log!r} is not a level of the log: choose debug, info, warning or error")
    url = database_at(database)
    if workers > 1 and url.startswith("sqlite"):
        raise InputError(
            f"{workers} workers were asked for: SQLite is written by one process only; give --database postgresql://…"
        )
    os.environ |= {"MSTUD_SERVE_DATABASE": url, "MSTUD_LOG": log}
    with _bound(host, port) as listening:
        _run(listening, host, workers, open_browser)


def _run(listening: socket.socket, host: str, workers: int, open_browser: bool) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from mississippi_stud.web.server import application

    app = application()  # with several workers, this one only finds out what is wrong before they start
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    config = uvicorn.Config(
        app if workers == 1 else "mississippi_stud.web.server:application",
        factory=workers > 1,
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=1024,
        timeout_graceful_shutdown=10,
    )
    several = "" if workers == 1 else f" with {workers} processes"
    typer.echo(f"Mississippi Stud is at {address}{several}  (Ctrl+C ends it; your games stay)")
    if open_browser:
        typer.launch(address)
    if workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return
    app.state.floor.close()
    Multiprocess(config, sockets=[listening]).run()


def _bound(host: str, port: int) -> socket.socket:
    """The socket to listen on; that the port is taken is said clearly, before anything is started.

    It names its protocol: only then does asyncio send small answers at once (TCP_NODELAY) rather than 40 ms later.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise InputError(f"{host}:{port} cannot be used: {error.strerror}; choose another with --port") from None
    listening.set_inheritable(True)
    return listening
