"""What a server process runs: the floor, the application and the wire, configured by `mstud serve`."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, cast

import msgspec
import uvicorn
from litestar import Litestar

from mississippi_stud.errors import InputError
from mississippi_stud.floor import Floor
from mississippi_stud.floor.home import cookie_secret, key_file
from mississippi_stud.floor.integrity import Program
from mississippi_stud.web import logs
from mississippi_stud.web.app import create_app
from mississippi_stud.web.limits import Settings, Tallies
from mississippi_stud.web.live_frames import MESSAGE_BYTES_MAX
from mississippi_stud.web.wire import Connections, HttpProtocol, SocketProtocol

HEADER_BYTES_MAX: Final = 16 * 1024
PING_SECONDS: Final = 3
"""How often a socket is asked whether it is there, and how long it has to answer: it is dead after twice that."""
SILENT_SECONDS: Final = 60
"""How long a worker may say nothing before it is taken for dead: on a busy machine it takes a while to start, and one
that is ended and begun anew for that never does.
"""
BACKLOG: Final = 256
RUBBISH: Final = (50_000, 20, 50)
"""How often Python looks for rubbish that refers to itself: there is little, and all sockets wait meanwhile."""

SWITCH_SECONDS: Final = timedelta(microseconds=200).total_seconds()
"""How long the event loop may keep the interpreter while the writer waits for it (decision 550)."""


def application(database: str, log: str, allowed: Settings, tallies: Tallies, books: Sequence[str] = ()) -> Litestar:
    """The application on a database. In a worker, it ends when the process that started it has gone."""
    logs.set_up(log)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), name="parent", daemon=True).start()
    key = key_file()
    try:
        floor = Floor.open(database, key)
        floor.program = Program(books, told_settings(allowed))
        app = create_app(floor, cookie_secret(key), allowed, tallies=tallies, books=books)
    except OSError as error:
        raise InputError("file-unusable", path=error.filename or key, why=error.strerror) from None
    gc.freeze()  # what is there now stays: nobody need look for rubbish in it
    gc.set_threshold(*RUBBISH)
    sys.setswitchinterval(SWITCH_SECONDS)
    return app


def told_settings(allowed: Settings) -> dict[str, str]:
    """Return the settings by name, for the manifest of the program; of a secret, only whether there is one."""
    values = msgspec.to_builtins(allowed) | {"metrics_token": bool(allowed.metrics_token)}
    return {name: msgspec.json.encode(value).decode() for name, value in values.items()}


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def configuration(app: Any, allowed: Settings, **options: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for an application: our limits, and none of its own trust in forwarded headers."""
    return uvicorn.Config(
        app,
        http=cast(Any, partial(HttpProtocol, connections_held=Connections(allowed))),
        ws=SocketProtocol,
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=HEADER_BYTES_MAX,
        timeout_keep_alive=allowed.idle_seconds,
        timeout_worker_healthcheck=SILENT_SECONDS,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        **options,
    )
