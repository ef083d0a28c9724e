"""The report of `make bench`: it never hides a missed target or a crashed benchmark."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.__main__ import found, run_all
from benchmarks.measure import Result

ROOT = Path(__file__).parents[1]


def reached() -> Iterator[Result]:
    yield Result("quick", 1.0, 3.0, 2, "a peer")


def missed() -> Iterator[Result]:
    yield Result("slow", 1.0, 1.5, 2, "a peer")
    yield Result("exact", 1.0, 2.0, 2, "a peer")


def crashing() -> Iterator[Result]:
    yield from reached()
    raise RuntimeError("no browser")


def stopping() -> Iterator[Result]:
    sys.exit("no wrk")
    yield


def absent() -> Iterator[Result]:
    raise ModuleNotFoundError("No module named 'peer'")


def test_every_target_reached(capsys: pytest.CaptureFixture[str]):
    assert run_all({"one": reached, "two": reached}) is True
    assert capsys.readouterr().out.endswith("\n2 of 2 targets reached\n")


def test_what_was_missed_is_said_at_the_end_and_the_rest_still_runs(capsys: pytest.CaptureFixture[str]):
    assert run_all({"one": missed, "two": reached, "three": missed}) is False
    summary = capsys.readouterr().out.partition("\n\n")[2].splitlines()
    assert summary == ["3 of 5 targets reached", *["✗ slow: 1 s against 1.5 s (a peer), 1.5× (target 2×)"] * 2]


@pytest.mark.parametrize(
    ("benchmark", "said"),
    [
        (crashing, "RuntimeError: no browser"),
        (stopping, "SystemExit: no wrk"),
        (absent, "ModuleNotFoundError: No module named 'peer'"),
    ],
)
def test_a_crash_is_told_as_such_and_hides_no_other(benchmark, said: str, capsys: pytest.CaptureFixture[str]):
    assert run_all({"bench_bad": benchmark, "two": missed, "three": reached}) is False
    told = capsys.readouterr()
    summary = told.out.partition("\n\n")[2].splitlines()
    assert summary[1:] == [
        "✗ slow: 1 s against 1.5 s (a peer), 1.5× (target 2×)",
        f"! bench_bad crashed, its figures are incomplete: {said}",
    ]
    assert "Traceback" in told.err
    assert "✓ quick" in told.out


def test_nothing_measured_is_no_success():
    assert run_all({"one": lambda: iter(())}) is False


def test_every_benchmark_of_the_folder_is_run():
    assert set(found()) == {path.stem for path in (ROOT / "benchmarks").glob("bench_*.py")}


def test_a_word_that_matches_none():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "nope"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "no benchmark matches 'nope': there are bench_" in done.stderr


def test_make_bench_installs_the_browser_and_the_programs_that_it_runs():
    planned = subprocess.run(["make", "-n", "bench"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for program, package in (("chromium", "chromium"), ("wrk", "wrk"), ("cc", "gcc")):
        assert f"command -v {program} >" in planned
        assert any("apt-get install" in line and package in line for line in planned.splitlines())
