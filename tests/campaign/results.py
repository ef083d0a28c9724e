"""What has been done of the trials by this very code: a file for each part, written aside and put in place."""

import os
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Self

import msgspec

from tests.campaign.trials import Trial

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "tests", "requirements", "pyproject.toml")


class Result(msgspec.Struct, frozen=True):
    """What came of one part."""

    trial: str
    number: int
    size: int
    """How much was asked for."""
    done: int
    """How much was done, as the test counted it."""
    passed: bool
    seconds: float
    ended_at: str
    met: dict[str, int] = {}
    found: tuple[str, ...] = ()
    output: str = ""
    """The end of what the test wrote, if it failed now or before."""
    tries: int = 1


def code_hash(root: Path = ROOT) -> str:
    """Return the hash of everything that decides what a part does; what other code did never counts."""
    told = sha256()
    for source in SOURCES:
        paths = [root / source] if (root / source).is_file() else sorted((root / source).rglob("*"))
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo":
                told.update(f"{path.relative_to(root)}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return told.hexdigest()


def put(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    with aside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


class Results:
    """The results of one state of the code, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.of: dict[str, dict[int, Result]] = {}

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return what was done before; what cannot be read was not done."""
        one = cls(folder)
        for path in sorted(folder.glob("*/[0-9]*.json")):
            try:
                result = msgspec.json.decode(path.read_bytes(), type=Result)
            except msgspec.DecodeError:
                continue
            one.of.setdefault(result.trial, {})[result.number] = result
        return one

    def keep(self, result: Result) -> None:
        put(self.folder / result.trial / f"{result.number}.json", msgspec.json.encode(result))
        self.of.setdefault(result.trial, {})[result.number] = result

    def all_of(self, trial: Trial) -> Iterable[Result]:
        return [result for _, result in sorted(self.of.get(trial.name, {}).items())]

    def done(self, trial: Trial) -> int:
        """Return how much of the trial was done and passed."""
        return sum(result.done for result in self.all_of(trial) if result.passed)

    def met(self, trial: Trial) -> Counter[str]:
        return sum((Counter(result.met) for result in self.all_of(trial)), Counter[str]())

    def failed(self, trial: Trial) -> list[Result]:
        return [result for result in self.all_of(trial) if not result.passed]

    def seconds(self, trial: Trial) -> float:
        return sum(result.seconds for result in self.all_of(trial))

    def has(self, trial: Trial, number: int, size: int) -> bool:
        """Return whether a part needs not be run: it was, and was at least as large."""
        result = self.of.get(trial.name, {}).get(number)
        return result is not None and result.size >= size


def below_least(trial: Trial, results: Results) -> str:
    """Return what is wrong if a trial's share is too small to be believed, judged once a hundred were tried."""
    met = results.met(trial)
    tried = sum(met.values())
    if trial.least_share is None or tried < 100 or met[trial.shared] >= trial.least_share * tried:
        return ""
    return f"{met[trial.shared]} of {tried} {trial.shared}, fewer than {trial.least_share:.0%}"
