"""A run on a real Dask cluster of several processes: no part twice, none missing, also if a worker is killed."""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from mississippi_stud.maths.simulation import cluster, parts

MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"
TERMS = parts.RunTerms(book="crown", rounds=11_000_001, seed=11, seats=2)


class Cluster(NamedTuple):
    """A scheduler and workers, each a process of its own."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def start(processes: ExitStack, file: Path, *command: str) -> subprocess.Popen[bytes]:
    """Start a process of a cluster that meets the others in a file; it is killed in the end."""
    whole = [sys.executable, "-m", *command, "--no-dashboard", "--scheduler-file", str(file)]
    process = processes.enter_context(subprocess.Popen(whole, stderr=subprocess.DEVNULL))
    processes.callback(process.kill)
    return process


def start_scheduler(processes: ExitStack, file: Path) -> str:
    """Return the address of a new scheduler."""
    start(processes, file, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    while not (file.exists() and file.read_bytes().endswith(b"}")):
        time.sleep(0.1)
    return str(json.loads(file.read_bytes())["address"])


@pytest.fixture(scope="module")
def cluster_of_three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"
    with ExitStack() as processes:
        address = start_scheduler(processes, file)
        worker = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny")
        yield Cluster(address, [start(processes, file, *worker) for _ in range(3)])


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(
    cluster_of_three: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    written: Counter[str] = Counter()
    write = parts.write
    monkeypatch.setattr(parts, "write", lambda path, part: (written.update([path.name]), write(path, part)))
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done and not killed:
            killed.append(cluster_of_three.workers[0].pid)
            cluster_of_three.workers[0].kill()

    merged = cluster.play(TERMS, tmp_path, cluster_of_three.address, kill_one)
    assert len(killed) == 1
    assert (merged.parts, merged.missing) == (cluster.tasks_of(TERMS), []) == (12, [])
    assert set(written.values()) == {1}
    assert len(written) == merged.parts == len(list(tmp_path.iterdir()))
    assert merged.run == TERMS.simulation().simulate(TERMS.rounds, TERMS.seed)


def test_what_is_written_is_not_played_again(cluster_of_three: Cluster, tmp_path: Path):
    terms = parts.RunTerms(book="crown", rounds=2_500_000, seed=11)
    whole = cluster.play(terms, tmp_path, cluster_of_three.address)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    lost = parts.path_of(tmp_path, 2, 3)
    lost.unlink()
    assert cluster.play(terms, tmp_path, cluster_of_three.address) == whole
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {path: had for path, (had, _) in before.items()}
    assert {path.stat().st_mtime_ns != time for path, (_, time) in before.items() if path != lost} == {False}


def test_the_command_plays_on_a_cluster(cluster_of_three: Cluster):
    command = [MSTUD, "simulate", "online", "--rounds", "1500000", "--seed", "3", "--json"]
    alone = subprocess.run(command, capture_output=True, text=True, check=True)
    many = subprocess.run([*command, "--dask", cluster_of_three.address], capture_output=True, text=True, check=True)
    assert json.loads(many.stdout) == json.loads(alone.stdout)


def test_few_long_tasks():
    def tasks(rounds: int, seats: int = 1) -> int:
        return cluster.tasks_of(parts.RunTerms(book="crown", rounds=rounds, seed=0, seats=seats))

    assert [tasks(each) for each in (1, 10**6, 10**7, 10**9, 10**12)] == [1, 1, 10, 64, 500]
    assert (tasks(10**12, 9), tasks(10**14)) == (4_500, 10_000)


@pytest.mark.parametrize(
    "changed", [{"rounds": 11_000_002}, {"seats": 3}, {"sides": ("jackpot=1",)}, {"options": ("seed=10000",)}]
)
def test_parts_of_different_runs_have_different_names(changed: dict[str, object], tmp_path: Path):
    """Dask gives whoever asks by a name what somebody else asked for by the same name."""
    asked = parts.begun(TERMS, 1, 12, tmp_path)
    other = replace(asked, terms=replace(TERMS, **changed))
    assert cluster.task_key(encode(asked)) == cluster.task_key(encode(parts.begun(TERMS, 1, 12, tmp_path)))
    assert cluster.task_key(encode(asked)) != cluster.task_key(encode(other))


def test_a_run_on_a_cluster_without_workers_is_stopped_by_ctrl_c(tmp_path: Path):
    with ExitStack() as processes:
        address = start_scheduler(processes, tmp_path / "scheduler.json")
        command = [MSTUD, "simulate", "online", "--rounds", "1000", "--dask", address, "--out", tmp_path / "run"]
        process = processes.enter_context(subprocess.Popen(command, stderr=subprocess.PIPE, text=True))
        while not tmp_path.joinpath("run").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.startswith("mstud: Stopped.")


@pytest.mark.parametrize("address", ["", "somewhere", "nowhere://x:1", "tcp://x:abc", "tls://127.0.0.1:1"])
def test_what_is_not_an_address_is_refused_at_once(address: str):
    """A Dask client that could not begin would keep the program from ending."""
    command = [MSTUD, "simulate", "online", "--rounds", "10", "--dask", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mstud: no Dask scheduler answers at '{address}' (")


def test_options_that_do_not_fit_a_cluster(tmp_path: Path):
    for option in (["--part", "1/2"], ["--workers", "2"]):
        done = subprocess.run(
            [MSTUD, "simulate", "online", "--dask", "tcp://127.0.0.1:1", *option],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == 2
        assert option[0] in done.stderr


def test_without_dask_it_says_how_to_install_it(tmp_path: Path):
    tmp_path.joinpath("sitecustomize.py").write_text("import sys\nsys.modules['distributed'] = None\n")
    code = "from mississippi_stud.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "simulate", "online", "--dask", "tcp://127.0.0.1:1"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'mstud: --dask needs Dask, which is not installed: pip install "mississippi-stud[dask]"\n'
