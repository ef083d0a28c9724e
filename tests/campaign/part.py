"""One part of a trial, as the test that does it sees it: where its chance starts, how much to do, and what was done."""

import json
import os
import shutil
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

NUMBER, SIZE, TOLD, LISTED = "CAMPAIGN_NUMBER", "CAMPAIGN_SIZE", "CAMPAIGN_TOLD", "CAMPAIGN_LISTED"
"""What the runner tells a part by its environment: which it is, how large, where to write what it did."""
PIPE = "CAMPAIGN_PIPE"
"""The end of a pipe whose other end the runner holds, and nobody else."""
SMALL = 10
"""How much a trial does if it is run as a test, without the runner."""


held: list[int] = []
"""That pipe, once this process waits for its end; it is passed on to what has a session of its own."""


class Part:
    """What is to be done, counted by the kinds of what was met."""

    def __init__(self, number: int, size: int) -> None:
        self.number, self.size = number, size
        self.done = 0
        self.met: Counter[str] = Counter()
        self.found: list[str] = []
        """What the report tells although nothing failed, such as a mutant that survived."""

    def __str__(self) -> str:
        return f"part {self.number}"

    @property
    def left(self) -> int:
        return max(0, self.size - self.done)

    def count(self, kind: str = "", number: int = 1) -> None:
        """Count what has been done, and what it was."""
        self.done += number
        if kind:
            self.met[kind] += number

    def seeds(self) -> Iterator[str]:
        """Yield a seed for each piece of work until the part is done; no two parts share one."""
        nth = 0
        while self.left:
            yield f"{self.number}.{nth}"
            nth += 1

    def tell(self) -> None:
        """Write down for the runner what was done, besides what another test of the same process has told."""
        if told := os.environ.get(TOLD):
            before = json.loads(Path(told).read_text()) if Path(told).exists() else {"done": 0, "met": {}, "found": []}
            met = Counter(before["met"]) + self.met
            now = {"done": before["done"] + self.done, "met": met, "found": before["found"] + self.found}
            Path(told).write_text(json.dumps(now))


def started() -> Part:
    """Return the part that the runner asks for, or a small one."""
    return Part(int(os.environ.get(NUMBER, 0)), int(os.environ.get(SIZE, SMALL)))


@pytest.fixture
def part() -> Iterator[Part]:
    """Provide the part of a trial, and tell the runner what was done, whether or not something was found."""
    one = started()
    yield one
    one.tell()


def end_with_the_runner() -> None:
    """End this process and all that it started when the runner goes, however it goes: its pipe ends with it."""
    if pipe := os.environ.pop(PIPE, None):
        held.append(int(pipe))
        threading.Thread(target=_wait_for_the_end, args=(int(pipe),), name="campaign-guard", daemon=True).start()


def _wait_for_the_end(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    folder = Path(os.environ["TMPDIR"])
    end_databases(folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def end_databases(folder: Path) -> None:
    """End the PostgreSQL servers under a folder: each has a session of its own, and outlives whoever started it."""
    for pid in folder.rglob("postmaster.pid"):
        with suppress(OSError, ValueError, IndexError):
            if (server := int(pid.read_text().split()[0])) > 0:  # below, it is only being made, and ends with us
                os.kill(server, signal.SIGQUIT)


def list_others(items: list[pytest.Item]) -> None:
    """Write down the long tests that take no part, which the runner asks for to run each of them once."""
    if listed := os.environ.get(LISTED):
        others = [item.nodeid for item in items if item.get_closest_marker("campaign") and not _takes_part(item)]
        Path(listed).write_text(json.dumps(others))


def _takes_part(item: pytest.Item) -> bool:
    return "part" in getattr(item, "fixturenames", ())
