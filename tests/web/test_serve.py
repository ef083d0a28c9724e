"""`mstud serve`: how it starts, what it says when it cannot, and how it stops."""

import asyncio
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sysconfig
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from mississippi_stud.cli.serve import _bound
from mississippi_stud.web.client import Client
from mississippi_stud.web.server import configuration
from tests.web.child import FREELY
from tests.web.play import play

OWN = ("MSTUD_DATABASE", "MSTUD_KEY", "MSTUD_ANCHORS")
MSTUD = f"{sysconfig.get_path('scripts')}/mstud"
PATIENCE_SECONDS = 120
"""How long anything may take to start or end: beside other tests, a worker's imports alone can take half a minute."""
Start = Callable[..., "subprocess.Popen[str]"]


@contextmanager
def starting(home: Path) -> Iterator[Start]:
    """Start `mstud serve` with its own home, and stop everything that was started."""
    processes: list[subprocess.Popen[str]] = []

    def started(
        *arguments: str, limit: Callable[[], None] | None = None, **environment: str
    ) -> "subprocess.Popen[str]":
        homes = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "settings")}
        given = {name: value for name, value in os.environ.items() if name not in OWN}
        process = subprocess.Popen(
            [MSTUD, "serve", "--port", "0", *arguments],
            env=given | homes | {"PYTHONWARNINGS": "default"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )
        processes.append(process)
        return process

    yield started
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start `mstud serve` with its own home."""
    with starting(tmp_path) as started:
        yield started


def address(process: "subprocess.Popen[str]") -> str:
    """Return the address it announces, once it answers."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "Mississippi Stud is at http://127.0.0.1:" in line, line + (process.stderr.read() if process.stderr else "")
    url = line.split(" at ")[1].split("/  ")[0].split("/ with")[0]
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            httpx.get(f"{url}/healthz")
        except httpx.HTTPError:
            assert process.poll() is None
            time.sleep(0.05)
        else:
            return url
    pytest.fail("it does not answer")


def failed(process: "subprocess.Popen[str]") -> str:
    """Return what it said when it could not start: one line."""
    out, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    assert out == ""
    assert said.startswith("mstud: ")
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_gracefully_and_the_round_is_there_again(start: Start, sign):
    process = start("--log", "info")
    url = address(process)
    with httpx.Client(base_url=url) as http:
        client = Client(http)
        dealt = play(client, "1 ante 5; 1 three-card-bonus 1; deal; 1 bet 1", seed="mine")
        cookies = dict(http.cookies)
    process.send_signal(sign)
    _, logged = process.communicate(timeout=30)
    assert process.returncode in (0, -signal.SIGINT, -signal.SIGTERM, 130)
    lines = [json.loads(line) for line in logged.splitlines()]  # no terminal: one JSON object per line
    assert {"request"} <= {line["event"] for line in lines}
    request = next(line for line in lines if line["event"] == "request")
    assert {"method", "path", "status", "microseconds", "timestamp", "level"} <= set(request)
    assert "Traceback" not in logged
    assert not any(secret in logged for secret in cookies.values())
    url = address(start())
    with httpx.Client(base_url=url, cookies=cookies) as http:
        again = Client(http).table
        assert (again.view, again.balance_cents, again.version) == (dealt.view, dealt.balance_cents, dealt.version)


def test_a_second_process_on_the_same_sqlite_is_refused(start: Start, tmp_path: Path):
    first = start("--database", f"sqlite:///{tmp_path}/own.db")
    url = address(first)
    said = failed(start("--database", f"sqlite:///{tmp_path}/own.db"))
    assert "is in use by another process" in said
    port = url.rpartition(":")[2]
    said = failed(start("--port", port, "--database", f"sqlite:///{tmp_path}/other.db"))
    assert f"127.0.0.1:{port} cannot be used: Address already in use; choose another with --port" in said
    assert httpx.get(f"{url}/readyz").status_code == 200


def test_what_is_wrong_is_said_in_one_line(start: Start, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("no database")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nobody = closed.getsockname()[1]
        waiting = {
            "is not a database URL": start("--database", "nonsense"),
            "is not a database that this program knows": start("--database", "mysql://x/y"),
            "the file is not one of our databases": start("--database", f"sqlite:///{file}"),
            "postgresql": start("--database", f"postgresql://127.0.0.1:{nobody}/none"),
            "only one process can write to SQLite": start("--workers", "4"),
            "choose debug, info, warning or error": start("--log", "loud"),
            "cannot be used": start("--host", "203.0.113.7"),
            "'x=1' is not a limit": start("--limit", "x=1"),
            "write an address or a network": start("--trust-proxy", "play.example"),
            "as 10.0.0.7 or 10.0.0.0/24": start("--metrics-from", "10.0.0.7/24"),
        }
        for expected, process in waiting.items():
            assert expected in failed(process)


def test_a_disk_that_is_full_at_the_start_is_said_in_one_line(start: Start, tmp_path: Path):
    """No file may grow beyond the first kilobyte, as on a full disk."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    process = start(limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, most)))
    assert "the disk" in failed(process)


def test_a_live_view_does_not_hold_up_the_end(start: Start):
    process = start()
    url = address(process)
    with httpx.Client(base_url=url) as http:
        table = Client(http).table
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    with connect(f"{url.replace('http', 'ws')}/api/live", additional_headers={"Cookie": cookie}) as live:
        live.send(json.dumps({"do": "subscribe", "topics": {f"table:{table.id}": ""}}))
        assert live.recv(30)
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # the service restarts: reconnect
    assert process.wait(60) in (0, -signal.SIGTERM)


def test_several_workers_on_postgresql(start: Start, postgres_url: str, tmp_path: Path):
    process = start("--workers", "2", "--database", postgres_url)
    url = address(process)
    with httpx.Client(base_url=url) as http:
        client = Client(http)
        for number in range(1, 6):
            client.http.close()
            client.http = httpx.Client(base_url=url, cookies=http.cookies)  # a new connection: maybe another worker
            play(client, "1 ante 5; deal; 1 fold", seed=f"seed {number}")
            assert client.table.view.number == number
        assert len(client.rounds()) == 5
        client.http.close()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=40)
    assert process.returncode in (0, -signal.SIGTERM)


def test_a_worker_that_is_slow_to_start_is_not_taken_for_dead():
    """uvicorn's own five seconds are less than the imports take on a busy machine: it would begin anew for ever."""
    assert configuration(None, FREELY, workers=2).timeout_worker_healthcheck == 60


def test_a_database_of_the_format_of_before_is_left_and_a_new_one_begins_beside_it(start: Start, tmp_path: Path):
    folder = tmp_path / "data" / "mississippi-stud"
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "floor.db")) as old:
        old.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        old.execute("INSERT INTO alembic_version VALUES ('0002')")
        old.commit()
    before = (folder / "floor.db").read_bytes()
    for told in (1, 0):  # once, when the new one begins
        process = start()
        with httpx.Client(base_url=address(process)) as http:
            assert play(Client(http), "1 ante 5; deal").view.playing
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
        assert said.count("was written by an earlier version of this program") == said.count("\n") == told
        assert said.count("it is left untouched, and a new one begins as") == told
        assert sorted(path.name for path in folder.glob("*.db")) == ["floor-2.db", "floor.db"]
    assert (folder / "floor.db").read_bytes() == before


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_answers_are_sent_at_once(host: str):
    """Connections that `mstud serve` accepts have TCP_NODELAY: without it each answer would wait 40 ms."""

    async def nodelay() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with _bound(host, 0, 30) as listening:
            port = listening.getsockname()[1]
            async with await asyncio.start_server(connected, sock=listening):
                _, writer = await asyncio.open_connection(host, port)
                writer.close()
                return await found

    with ThreadPoolExecutor() as apart:  # the browser's own loop may be running here
        assert apart.submit(asyncio.run, nodelay()).result() == 1
