"""The runner of the campaign, on trials of a moment: it counts, resumes, ends what it began, and tells the truth."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.campaign import report
from tests.campaign.__main__ import main, span
from tests.campaign.results import ROOT, Result, Results, below_least, code_hash
from tests.campaign.runner import Campaign, CodeChangedError
from tests.campaign.sample import SEEN
from tests.campaign.trials import OTHERS, PYTEST, TRIALS, Trial

SAMPLE = "tests/campaign/sample.py"
COUNTS = Trial("counts", "it counts", "pieces", 6, 3, (f"{SAMPLE}::test_counts",))
LITTLE = Trial("little", "it counts too little", "pieces", 2, 2, (f"{SAMPLE}::test_counts_too_little",))
FAILS = Trial("fails", "it fails", "pieces", 4, 2, (f"{SAMPLE}::test_fails_in_its_second_part",))
WAITS = Trial("waits", "it waits", "pieces", 2, 1, (f"{SAMPLE}::test_waits",))


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def until(met: Callable[[], bool]) -> None:
    ends = time.monotonic() + 60
    while not met():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_campaign_runs_and_what_it_did_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    seen, words = tmp_path / "seen", ["--folder", str(tmp_path / "kept"), "--jobs", "2"]
    monkeypatch.setenv(SEEN, str(seen))
    assert main([*words, "--scale", "0.5"], (COUNTS,)) == 0
    assert lines(seen) == ["counts 0"]
    page = (tmp_path / "kept" / "report.html").read_text()
    assert "Nothing was found, but 1 of 1 trials were run for less than is wanted" in page
    assert "less than wanted: 50.00%" in page
    assert main(words, (COUNTS,)) == 0
    assert sorted(lines(seen)) == ["counts 0", "counts 1"], "the first part is not done again"
    assert "1 of 1 trials are done, 0 failed" in capsys.readouterr().out
    page = (tmp_path / "kept" / "report.html").read_text()
    assert "Everything that is wanted was run, and nothing was found" in page
    assert "Met: even 4, odd 2." in page
    results = Results.read(tmp_path / "kept" / code_hash()[:16])
    assert [(each.number, each.done, each.passed) for each in results.all_of(COUNTS)] == [(0, 3, True), (1, 3, True)]
    for path in (tmp_path / "kept").glob("*/counts/*.json"):
        path.write_text('{"torn')
    assert not Results.read(tmp_path / "kept" / code_hash()[:16]).of, "what cannot be read was not done"


def test_a_failing_part_turns_the_report_red_and_is_tried_again_only_if_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["--folder", str(tmp_path), "--jobs", "2"]
    assert main(words, (FAILS, LITTLE)) == 1
    assert "2 failed: fails, little" in capsys.readouterr().out
    page = (tmp_path / "report.html").read_text()
    assert 'class="verdict bad">Something was found: fails, little<' in page
    assert "1 of 2 parts failed" in page
    assert "part 1 has found &lt;something&gt;" in page
    assert "It did 1 of 2." in page
    results = Results.read(tmp_path / code_hash()[:16])
    assert [each.passed for each in results.all_of(FAILS)] == [True, False]
    assert results.done(FAILS) == 2, "what a part did that failed does not count"
    assert main([*words, "--only", "fails"], (FAILS, LITTLE)) == 1
    assert Results.read(tmp_path / code_hash()[:16]).failed(FAILS)[0].tries == 1
    assert main([*words, "--only", "fails", "--again"], (FAILS, LITTLE)) == 1
    (again,) = Results.read(tmp_path / code_hash()[:16]).failed(FAILS)
    assert again.tries == 2
    assert "At an earlier try:" in again.output


RUN = (
    "import sys; from tests.campaign.test_campaign import COUNTS, WAITS; from tests.campaign.__main__ import main; "
    "sys.exit(main(sys.argv[1:], (WAITS,)))"
)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_it_ends_its_parts_and_it_goes_on_from_there(
    tmp_path: Path, end: signal.Signals, monkeypatch: pytest.MonkeyPatch
):
    seen, folder = tmp_path / "seen", tmp_path / "kept"
    command = [sys.executable, "-c", RUN, "--folder", str(folder), "--jobs", "1"]
    running = subprocess.Popen(command, cwd=ROOT, env=os.environ | {SEEN: str(seen)}, stdout=subprocess.DEVNULL)
    until(lambda: len(lines(seen)) == 2)
    assert [line.partition(" in ")[0] for line in lines(seen)] == ["waits 0", "waits 1"]
    waiting = int(lines(seen)[1].rpartition(" ")[2])
    assert alive(waiting)
    busy = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (busy.returncode, "already running" in busy.stdout) == (2, True)
    running.send_signal(end)
    assert running.wait(30) == (-signal.SIGKILL if end is signal.SIGKILL else 130)
    until(lambda: not alive(waiting))
    kept = Results.read(folder / code_hash()[:16])
    assert [each.number for each in kept.all_of(WAITS)] == [0], "what was interrupted was not done"
    monkeypatch.delenv(SEEN, raising=False)
    assert main(["--folder", str(folder)], (WAITS,)) == 0
    assert Results.read(folder / code_hash()[:16]).done(WAITS) == 2


def test_it_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv(SEEN, str(tmp_path / "seen"))
    began = time.monotonic()
    assert main(["--folder", str(tmp_path), "--jobs", "1", "--for", "8s"], (WAITS,)) == 0
    assert time.monotonic() - began < 60, "it does not wait for a part of ten minutes"
    told = capsys.readouterr().out
    assert "0 of 1 trials are done, 0 failed" in told
    assert "less than is wanted" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--only", "nothing"], "There is no trial nothing; there are: counts"),
        (["--scale", "0"], "'0' is not a share; write a number above 0, and at most 1"),
        (["--scale", "2"], "'2' is not a share"),
        (["--jobs", "0"], "'0' is not a number of jobs; write 1 or more"),
        (["--for", "soon"], "'soon' is not a time; write 90s, 30m or 8h"),
    ],
)
def test_wrong_words_are_told(tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    try:
        status = main(["--folder", str(tmp_path), *words], (COUNTS,))
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    assert (status, said in told.out + told.err) == (2, True), told


def test_what_other_code_did_does_not_count(tmp_path: Path):
    (tmp_path / "src").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("1")
    first = code_hash(tmp_path)
    (tmp_path / "tests" / "__pycache__").mkdir()
    (tmp_path / "tests" / "__pycache__" / "a.pyc").write_text("1")
    assert code_hash(tmp_path) == first
    (tmp_path / "tests" / "test_a.py").write_text("2")
    assert code_hash(tmp_path) != first


def test_a_part_during_which_the_code_changed_does_not_count(tmp_path: Path):
    results = Results(tmp_path)
    with pytest.raises(CodeChangedError):
        Campaign(results, (COUNTS,), same_code=lambda: False).run(1, None, lambda: None)
    assert not results.of


def result(number: int, **met: int) -> Result:
    return Result("shares", number, 50, 50, True, 10.0, "now", met)


@pytest.mark.parametrize(("killed", "said"), [(95, ""), (94, "94 of 100 killed, fewer than 95%")])
def test_a_share_below_the_least_fails_and_its_interval_is_told(tmp_path: Path, killed: int, said: str):
    shares = replace(COUNTS, name="shares", wanted=100, least_share=0.95, shared="killed")
    results = Results(tmp_path)
    results.keep(result(0, killed=50))
    assert below_least(shares, results) == "", "too few to say"
    results.keep(result(1, killed=killed - 50, survived=100 - killed))
    assert below_least(shares, results) == said
    page = report.page("0" * 64, Campaign(results, (shares,)), (shares,))
    assert f"{killed}.0% killed (95%: " in page
    assert ("Something was found" in page) == bool(said)


def test_every_trial_names_tests_that_there_are():
    """And every test that takes a part and is long is a trial's."""
    named = [test for trial in TRIALS if trial.counted for test in trial.tests]
    command = [*PYTEST, "--collect-only", *dict.fromkeys(named)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout
    assert {line for line in told.stdout.splitlines() if "::" in line} == set(named)
    names = [trial.name for trial in TRIALS]
    assert len(set(names)) == len(names)
    assert OTHERS in names
    kills = sum(trial.wanted for trial in TRIALS if trial.unit == "kills")
    assert kills == 10_000


@pytest.mark.parametrize("told", ["90s", "1.5m", "2h"])
def test_times(told: str):
    assert span(told) in (90, 7200)
