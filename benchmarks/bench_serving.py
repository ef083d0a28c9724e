"""`mstud serve` as a user starts it, over HTTP: durable bets, a player's click, looks beside other work, and starts.

The peer is a bare Litestar route behind the same wire with the same configuration, in the same run and asked in the
same way. Players are `serving_crowd.py`, in a process of their own.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.bench_live import LIFTED, Server, postgres
from benchmarks.bench_web import _at, _port, _process
from benchmarks.measure import Result

PLAYERS = 200
SECONDS = 5
STARTS = 3
START_SECONDS = 1.5
"""The bar for a plain start."""
CLICK_SECONDS = 0.003
"""The bar for how much longer than a bare route a player alone waits for an answer."""
BARE = "a bare Litestar route"


@contextmanager
def _bare() -> Iterator[str]:
    port = _port()
    url = f"http://127.0.0.1:{port}"
    with _process(sys.executable, "-m", "benchmarks.bench_serving", str(port), url=url + "/word"):
        yield url


def _serve(port: str) -> None:
    """Run a bare Litestar behind our wire in its own process."""
    import uvicorn
    from litestar import Litestar, get

    from mississippi_stud.web.limits import settings
    from mississippi_stud.web.server import configuration

    @get("/word")
    async def word() -> dict[str, str]:
        return {"word": "word"}

    app = Litestar([word], logging_config=None, openapi_config=None)
    allowed = settings([f"{name}={number}" for name, number in LIFTED.items()])
    uvicorn.Server(configuration(app, allowed, host="127.0.0.1", port=int(port))).run()


@contextmanager
def _served(database: str, folder: Path, *options: str) -> Iterator[Server]:
    server = Server(database, folder, *options)
    try:
        yield server
    finally:
        server.stop()


def _crowd(kind: str, url: str, players: int = 1, seconds: float = SECONDS, *begins: Callable[[], None]) -> Any:
    """Have players do something; return what they say at the end. `begins` is called when it is measured."""
    words = (sys.executable, "-m", "benchmarks.serving_crowd", kind, url, str(players), str(seconds))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        told: Any = None
        for line in process.stdout:
            told = json.loads(line)
            if "begins" in told:
                for each in begins:
                    each()
    if process.returncode or told is None:
        raise RuntimeError(f"the players who do {kind} have failed")
    return told


def _bets(where: str, server: Server, bare_seconds: float, pids: Callable[[], list[int]]) -> float:
    """Print how many bets a server takes from many players; return how long one takes."""
    used: list[float] = []
    told = _crowd("bets", server.url, PLAYERS, SECONDS, lambda: used.append(cpu_seconds(server.pids() + pids())))
    database = pids()
    cpu = (cpu_seconds(server.pids() + database) - used[0]) / len(told["times"]) * 1000
    waits = ", ".join(f"p{share} {_at(told['times'], share) * 1000:.0f} ms" for share in (50, 99))
    print(f"  {where}: {told['rate']:.0f} durable bets a second of {PLAYERS} players ({waits}),")
    each = f"{cpu:.2f} ms of processor each" + (" with the database" if database else "")
    print(
        f"    {each}; a bare route answers {1 / bare_seconds:.0f} times a second; players {told['cpu']:.0%} of a core"
    )
    return 1 / float(told["rate"])


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time that these processes have used, as far as they are there."""
    found = (Path(f"/proc/{pid}/stat") for pid in pids)
    stats = (stat.read_text().rpartition(")")[2].split() for stat in found if stat.exists())
    return sum(int(each[11]) + int(each[12]) for each in stats) / os.sysconf("SC_CLK_TCK")


def _waits(server: Server, bare: str) -> Iterator[Result]:
    """Compare what a player waits for an answer, alone and among others who all act once a second."""
    word = _at(_crowd("word_alone", bare)["times"], 50)
    told = _crowd("paced", server.url, PLAYERS, 2 * SECONDS)
    click, slowest = _at(told["alone"], 50), _at(told["times"], 99)
    print(f"  a player alone is answered in p50 {click * 1000:.1f} ms, a bare route in {word * 1000:.1f} ms;", end=" ")
    each = ", ".join(f"p{share} {_at(told['times'], share) * 1000:.1f} ms" for share in (50, 99))
    print(f"{PLAYERS} who act once a second in {each}")
    yield Result("a click of a player alone, p50", click, word + CLICK_SECONDS, 1, f"{BARE}, and 3 ms")
    title = f"the slowest of {PLAYERS} who act once a second, p99"
    yield Result(title, slowest, click, 0.2, "one alone, p50")


def _looks(server: Server) -> Iterator[Result]:
    """Compare looks at a table with those while others have something worked out."""
    told = _crowd("looks", server.url)
    alone = _at(told["alone"], 95)
    for name in ("advice", "a par sheet", "an export"):
        beside = _at(told["others"][name], 95)
        print(f"  a look while somebody else asks for {name} ({told['others'][f'{name}, times']} times)")
        yield Result(f"a look beside {name}, p95", beside, alone, 0.67, "a look alone")


def _starts(database: str, folder: Path) -> Iterator[Result]:
    """Compare starts after an orderly end and after kill -9 in the middle of play."""
    plain, after_kill = [], []
    for _ in range(STARTS):
        for ending, times in ((signal.SIGTERM, plain), (signal.SIGKILL, after_kill)):
            with _served(database, folder) as server:
                _crowd("bets", server.url, 20, 0.5)
                players = subprocess.Popen(
                    (sys.executable, "-m", "benchmarks.serving_crowd", "bets", server.url, "20", "5"),
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
                time.sleep(1.5)
                server.process.send_signal(ending)
                server.process.wait(30)
                players.wait(30)
            began = time.perf_counter()
            with _served(database, folder):
                times.append(time.perf_counter() - began)
    print(f"  ready in {min(plain):.2f} s after an orderly end, {min(after_kill):.2f} s after kill -9")
    yield Result("a plain start", min(plain), START_SECONDS, 1, f"{START_SECONDS} s")
    yield Result("ready after kill -9", min(after_kill), min(plain), 0.4, "a plain start")


def run() -> Iterator[Result]:
    with tempfile.TemporaryDirectory(prefix="mstud-bench-", ignore_cleanup_errors=True) as name, _bare() as bare:
        folder, database = Path(name), f"sqlite:///{name}/floor.db"

        def word_seconds() -> float:
            return 1 / float(_crowd("word", bare, PLAYERS)["rate"])

        peer = word_seconds()
        with _served(database, folder) as server:
            own = _bets("SQLite", server, peer, list)
            yield Result("a durable bet over HTTP (SQLite)", own, peer, 0.25, BARE)
            yield from _waits(server, bare)
            yield from _looks(server)
        yield from _starts(database, folder)
        with postgres(folder / "postgres", "one", "two") as (url, pids):
            peer = word_seconds()
            with _served(url.format("one"), folder) as server:
                one = _bets("PostgreSQL, one worker", server, peer, pids)
            yield Result("a durable bet over HTTP (PostgreSQL, one worker)", one, peer, 0.12, BARE)
            with _served(url.format("two"), folder, "--workers", "2") as server:
                two = _bets("PostgreSQL, two workers", server, peer, pids)
            yield Result("a durable bet over HTTP (PostgreSQL, two workers)", two, one, 1, "one worker")


if __name__ == "__main__":
    _serve(sys.argv[1])
