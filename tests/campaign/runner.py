"""Runs the parts of trials, each in a process of its own, the trial that has had least time first (decision 610)."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from tests.campaign import part
from tests.campaign.results import ROOT, Result, Results, put
from tests.campaign.trials import PYTEST, Trial

KEPT_CHARACTERS = 8_000


class Task(NamedTuple):
    """A part that is to be run."""

    trial: Trial
    number: int
    size: int


class CodeChangedError(Exception):
    """Somebody has changed the code while a part ran: nobody knows what it has proved."""


class Campaign:
    """The trials that were chosen, and what remains of them."""

    def __init__(
        self,
        results: Results,
        trials: Sequence[Trial],
        scale: float = 1.0,
        again: bool = False,
        same_code: Callable[[], bool] = lambda: True,
    ) -> None:
        self.results, self.scale, self.same_code = results, scale, same_code
        self.trials = [trial if trial.wanted else listed(trial, results.folder) for trial in trials]
        self.again = {(each.trial, each.number) for trial in self.trials for each in results.failed(trial) if again}
        self.running: set[tuple[str, int]] = set()
        self._spent: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def wanted(self, trial: Trial) -> int:
        """Return how much of a trial is to be done at this scale."""
        whole = next((each.wanted for each in self.trials if each.name == trial.name), trial.wanted)
        return ceil(whole * self.scale)

    def tasks(self, trial: Trial) -> list[Task]:
        """Return the parts of a trial that remain."""
        left, each, found = self.wanted(trial), trial.each, []
        for number in range(ceil(left / each)):
            size = min(each, left - number * each)
            if not self.results.has(trial, number, size) or (trial.name, number) in self.again:
                found.append(Task(trial, number, size))
        return found

    def seconds_left(self) -> float | None:
        """Return how many seconds of one process remain, by the rates that were measured; None if one is not known."""
        left = 0.0
        for trial in self.trials:
            results = list(self.results.all_of(trial))
            if tasks := self.tasks(trial):
                if not results:
                    return None
                rate = sum(each.seconds for each in results) / sum(each.size for each in results)
                left += rate * sum(task.size for task in tasks)
        return left

    def run(self, jobs: int, seconds: float | None, told: Callable[[], None]) -> None:
        """Run what remains, for so long; call `told` after every part. An interrupt ends the parts that run."""
        ends = time.monotonic() + seconds if seconds else float("inf")
        with ThreadPoolExecutor(jobs) as pool:
            try:
                workers = [pool.submit(self._work, told) for _ in range(jobs)]
                while not all(worker.done() for worker in workers) and time.monotonic() < ends:
                    time.sleep(0.2)
            finally:
                self._stopped.set()
        for worker in workers:
            worker.result()

    def _work(self, told: Callable[[], None]) -> None:
        try:
            while not self._stopped.is_set() and (task := self._next()):
                self._do(task, told)
        except BaseException:
            self._stopped.set()
            raise

    def _do(self, task: Task, told: Callable[[], None]) -> None:
        """Run a part and keep its result."""
        began = time.monotonic()
        result = run_part(task, self._stopped)
        if result is not None and not self.same_code():
            raise CodeChangedError
        with self._lock:
            self.running.discard((task.trial.name, task.number))
            self._spent[task.trial.name] += int(time.monotonic() - began) + 1
            if result is not None:
                self.again.discard((result.trial, result.number))
                before = self.results.of.get(result.trial, {}).get(result.number)
                self.results.keep(with_earlier(result, before))
                told()

    def _next(self) -> Task | None:
        """Return a part of the trial that has had least time in this run."""
        with self._lock:
            waiting = [
                (self._spent[trial.name] + 1_000 * sum(name == trial.name for name, _ in self.running), place, tasks[0])
                for place, trial in enumerate(self.trials)
                if (tasks := [task for task in self.tasks(trial) if (trial.name, task.number) not in self.running])
            ]
            if not waiting:
                return None
            *_, task = min(waiting, key=lambda each: each[:2])
            self.running.add((task.trial.name, task.number))
            return task


def with_earlier(result: Result, before: Result | None) -> Result:
    """Return the result with what an earlier try failed with: a success does not hide it."""
    if before is None or before.passed:
        return result
    earlier = f"{result.output}\n\nAt an earlier try:\n{before.output}".strip()
    return replace(result, output=earlier, tries=before.tries + 1)


def run_part(task: Task, stopped: threading.Event) -> Result | None:
    """Run a part to its end, or return None if it was stopped before."""
    trial = task.trial
    began = time.monotonic()
    with Process(trial.command(task.number), trial.settings(task.number), task.number, task.size) as process:
        while process.running():
            if stopped.wait(0.1):
                return None
            if time.monotonic() - began > trial.minutes_max * 60:
                break
        told, output = process.told(), process.output()
        late = process.running()
        status = None if late else process.status()
    if status is not None and status < 0 and stopped.is_set():
        return None  # an interrupt from the keyboard may reach it first
    done = int(told.get("done", 0)) if trial.counted else task.size * (status == 0)
    passed = status == 0 and done >= task.size
    why = f"It took longer than {trial.minutes_max} minutes.\n" * late
    why += f"It did {done} of {task.size}.\n" * (status == 0 and done < task.size)
    return Result(
        trial=trial.name,
        number=task.number,
        size=task.size,
        done=done,
        passed=passed,
        seconds=round(time.monotonic() - began, 2),
        ended_at=datetime.now(UTC).isoformat(timespec="seconds"),
        met=told.get("met", {}),
        found=tuple(told.get("found", ())),
        output="" if passed else f"{why}{output}"[-KEPT_CHARACTERS:],
    )


class Process:
    """A process of its own session, with a folder for all that it writes; both end with this one, however that ends."""

    def __init__(self, command: Sequence[str], settings: dict[str, str], number: int = 0, size: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="mstud-campaign-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._told, self._output = folder / "told.json", folder / "output"
        ours, theirs = os.pipe()
        self._pipe = theirs
        environment = os.environ | settings | {
            part.NUMBER: str(number),
            part.SIZE: str(size),
            part.TOLD: str(self._told),
            part.PIPE: str(ours),
            "TMPDIR": str(folder),
        }  # fmt: skip
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                list(command), cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True, pass_fds=[ours],
            )  # fmt: skip
        os.close(ours)

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        if self.running():
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._pipe)
        part.end_databases(Path(self._folder.name))
        self._folder.cleanup()

    def running(self) -> bool:
        return self._process.poll() is None

    def status(self) -> int:
        return self._process.wait()

    def told(self) -> dict[str, object]:
        return dict(json.loads(self._told.read_text())) if self._told.exists() else {}

    def output(self) -> str:
        return self._output.read_text(errors="replace")


def listed(trial: Trial, folder: Path) -> Trial:
    """Return the trial of all other long tests, with those that there are; they are looked for once."""
    path = folder / f"{trial.name}.json"
    if not path.exists():
        with tempfile.TemporaryDirectory() as there:
            names = Path(there, "names")
            command = [*PYTEST, "--collect-only", "-m", "campaign"]
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=os.environ | {part.LISTED: str(names)},
                capture_output=True,
                text=True,
                check=False,
            )
            if not names.exists():
                raise SystemExit(f"The tests cannot be collected:\n{done.stdout}{done.stderr}")
            put(path, names.read_bytes())
    tests = tuple(json.loads(path.read_text()))
    return trial.of(tests)
