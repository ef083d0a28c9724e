"""Mutation tests of the rule books: a pytest plugin that changes every value of every book in turn (decision 5).

`pytest -q -p tests.teeth tests` collects the tests and first runs, without any change, those that name the clause of a
value: a test that already fails can detect nothing and is reported. Then it changes each value (a number by one, a list
shortened, an enum switched, a name replaced by another, a row of a table omitted), runs the tests that name the value's
clause in a separate process, starting with the last to detect a change there and the quickest, and fails unless one of
them fails. A change with which the book does not load proves nothing and is only counted.

It can be run in parts, and resumed after a stop:

    TEETH_BOOKS="nsw crown"         changes the values of those books only;
    TEETH_PATHS="wagers incidents"  only values with such a path, like wagers.ante.tables.main.pays.straight;
    TEETH_JOBS=1                    processes at a time; by default one per processor.
"""

import gc
import json
import os
import re
import signal
import sys
import time
import typing
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from mississippi_stud.money import Cents, Odds, text
from mississippi_stud.rulebooks import load
from mississippi_stud.rulebooks.conduct import CaseCondition, DutyCondition
from mississippi_stud.rulebooks.model import Rulebook
from mississippi_stud.rulebooks.pays import FixedPrize, MeterShare, Pay, Percent, percent_text
from mississippi_stud.rulebooks.soundness import BookError
from mississippi_stud.rulebooks.vocabulary import DealStep
from tests.campaign.part import started
from tests.clauses import clauses_of

Task = TypeVar("Task")

REMOVED = object()
ROW = re.compile(r"\.(pays|rates|shares|powers|prizes_cents)\.|\]$")
"""Where a value is a row of a table, or one of a list of values, and can be omitted."""
UNLOADABLE, DIED, BROKEN = "does not load", "a test died, and its process with it", "the change cannot be made"
BROKE = 43
LONGEST_TEST_SECONDS = 600
PROGRESS_SECONDS = 10


class Change(NamedTuple):
    """A replacement for one value of a book."""

    book: str
    leaf: load.Leaf
    value: Any

    def __str__(self) -> str:
        shown = "removed" if self.value is REMOVED else repr(self.value)
        return f"{self.book} {self.leaf.path} = {self.leaf.shown} → {shown}"


def mutations(book: str, paths: tuple[str, ...] = ("",)) -> Iterator[Change]:
    """Yield every change of every value of the book whose path begins with one of `paths`."""
    rules = load.rulebook(book)
    names = families(rules)
    for leaf in load.leaves(rules):
        if leaf.path.startswith(paths):
            yield from (Change(book, leaf, other) for other in changes(leaf.kind, leaf.ruled.value, names))
            if ROW.search(leaf.path) or (isinstance(leaf.ruled.value, tuple) and len(leaf.ruled.value) == 1):
                yield Change(book, leaf, REMOVED)


def families(rules: Rulebook) -> tuple[frozenset[str], ...]:
    """Return groups of interchangeable names: the titles, the dealing methods, the pay tables of a wager."""
    titles = frozenset(rules.staff.titles if rules.staff else ())
    return titles, frozenset(rules.dealing.methods), *(frozenset(wager.tables) for wager in rules.wagers.values())


def changes(kind: Any, value: Any, names: tuple[frozenset[str], ...]) -> Iterator[Any]:
    """Yield other values that could replace `value`, as a file would write them."""
    if kind is bool:
        yield not value
    elif kind is str:
        yield f"{value}x"
        yield from sorted({other for family in names if value in family for other in family} - {value})
    elif kind is Cents:
        yield from (text(Cents(value + step)) for step in (1, -1))
    elif kind is Percent:
        yield from (percent_text(Percent(value + Fraction(step, 10_000))) for step in (1, -1))
    elif kind == Pay:
        yield from pay_changes(value)
    elif typing.get_origin(kind) is tuple:
        yield from list_changes(typing.get_args(kind)[0], load.plain_leaf(kind, value), value, names)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (load.plain_leaf(kind, member) for member in kind if member != value)
    else:
        yield from (value + 1, value - 1)


def list_changes(kind: Any, written: list[Any], values: Any, names: tuple[frozenset[str], ...]) -> Iterator[list[Any]]:
    """Yield a list shortened at either end; change a single entry, unless it is a condition, which is omitted."""
    if len(written) > 1:
        yield from (written[:-1], written[1:])
        if kind is DealStep:  # a shortened deal has too few cards to load
            yield written[::-1]
    elif kind not in (DutyCondition, CaseCondition):
        yield from ([other] for other in changes(kind, values[0], names))


def pay_changes(pay: Any) -> Iterator[str]:
    match pay:
        case Odds(pays=pays, on=on, keeps_stake=keeps):
            yield from (str(Odds(pays + step, on, keeps)) for step in (1, -1))
            yield str(Odds(pays, on, not keeps))
        case MeterShare(share=share):
            yield from (str(MeterShare(Percent(share + Fraction(step, 100)))) for step in (1, -1))
        case FixedPrize(cents=cents):
            yield from (str(FixedPrize(Cents(cents + step))) for step in (1, -1))
        case _:
            yield "1 to 1"


def make(change: Change, trees: dict[str, load.Tree]) -> None:
    """Make the books load from `trees`, with the change, for the rest of this process; or raise `BookError`."""
    from_file = load._read
    replace(trees[change.book], change.leaf.path, change.value)
    load._read = lambda name: (trees[name], []) if name in trees else from_file(name)
    load.rulebook.cache_clear()
    load.rulebook(change.book)


def replace(tree: Any, path: str, value: Any) -> None:
    """Write `value` into the plain tree of a book at a path such as ``tournament.terms[3]``."""
    steps: list[str | int] = []
    for part in path.replace("]", "").split("."):
        name, *numbers = part.split("[")
        steps += [name, *map(int, numbers)]
    steps = rejoined(tree, steps)
    for step in steps[:-1]:
        tree = tree[step]
    if value is REMOVED:
        del tree[steps[-1]]
    else:
        tree[steps[-1]]["value"] = value


def rejoined(tree: Any, steps: list[str | int]) -> list[str | int]:
    """Join steps again where a key itself contains a dot, such as the cost of a wager."""
    joined: list[str | int] = []
    while steps:
        step = steps.pop(0)
        while isinstance(step, str) and isinstance(tree, dict) and step not in tree and steps:
            step = f"{step}.{steps.pop(0)}"
        joined.append(step)
        tree = tree[step]
    return joined


def forked(tasks: Iterable[Task], work: Callable[[Task], str], at_once: int) -> Iterator[tuple[Task, str]]:
    """Yield each task with the result of `work` in a separate process, as they finish."""
    running: dict[int, tuple[Task, int]] = {}

    def done() -> tuple[Task, str]:
        child, status = os.wait()
        task, pipe = running.pop(child)
        with open(pipe) as answer:
            return task, {0: answer.read(), BROKE: BROKEN}.get(os.waitstatus_to_exitcode(status), DIED)

    for task in tasks:
        if len(running) == at_once:
            yield done()
        sys.stdout.flush()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            try:
                os.write(writer, work(task).encode())
                os._exit(0)
            finally:
                os._exit(BROKE)
        os.close(writer)
        running[child] = task, reader
    while running:
        yield done()


def fails(item: pytest.Item) -> bool:
    """Return whether the test fails; one that hangs is killed with its process."""
    signal.alarm(LONGEST_TEST_SECONDS)
    try:
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
    except BaseException:  # a test that breaks out of its runner has failed
        return True


def control(items: list[pytest.Item]) -> str:
    """Return how long each test takes without any change; None for one that fails anyway."""
    taken: dict[str, float | None] = {}
    for item in items:
        began = time.monotonic()
        taken[item.nodeid] = None if fails(item) else time.monotonic() - began
    return json.dumps(taken)


class Teeth:
    """One run: the tests by clause, how long each takes, and the findings."""

    def __init__(self, session: pytest.Session, everything: list[Change], at_once: int) -> None:
        self.out = session.config.pluginmanager.get_plugin("terminalreporter")
        self.everything = everything
        self.trees = {book: load.read(book) for book in load.BOOKS}
        self.at_once = at_once
        self.by_clause: dict[str, list[pytest.Item]] = defaultdict(list)
        wanted = {change.leaf.ruled.clause for change in everything}
        for item in session.items:
            if item.get_closest_marker("campaign") is None:
                for name in clauses_of(item) & wanted:
                    self.by_clause[name].append(item)
        self.seconds: dict[str, float] = {}
        self.bit: dict[str, list[str]] = defaultdict(list)
        self.told = time.monotonic()

    def progress(self, words: str) -> None:
        if time.monotonic() - self.told > PROGRESS_SECONDS:
            self.told = time.monotonic()
            self.out.write_line(words)
            self.out.flush()

    def red_already(self) -> list[str]:
        """Run every test without any change and put those that pass in order; return the names of the others."""
        items = list({item.nodeid: item for each in self.by_clause.values() for item in each}.values())
        parts = [items[start : start + 20] for start in range(0, len(items), 20)]
        red = []
        for number, (part, answer) in enumerate(forked(parts, control, self.at_once), 1):
            taken = dict.fromkeys((item.nodeid for item in part), None)
            taken |= json.loads(answer) if answer not in (DIED, BROKEN) else {}
            self.seconds |= {name: seconds for name, seconds in taken.items() if seconds is not None}
            red += [name for name, seconds in taken.items() if seconds is None]
            self.progress(f"control: {min(number * 20, len(items))} of {len(items)} tests, {len(red)} red")
        for clause, each in self.by_clause.items():
            green = [item for item in each if item.nodeid in self.seconds]
            self.by_clause[clause] = sorted(green, key=lambda item: self.seconds[item.nodeid])
        return [f"{name} fails although nothing is changed" for name in red]

    def bitten(self, change: Change) -> str:
        """Return the first test of the clause that fails with the change, if any; run in a separate process."""
        try:
            make(change, self.trees)
        except BookError:
            return UNLOADABLE
        clause = change.leaf.ruled.clause
        last = self.bit[clause]
        for item in sorted(self.by_clause[clause], key=lambda item: item.nodeid not in last):
            if fails(item):
                return item.nodeid
        return ""

    def survivors(self) -> list[str]:
        survivors, unloadable = [], Counter[tuple[str, str]]()
        for number, (change, answer) in enumerate(forked(self.everything, self.bitten, self.at_once), 1):
            clause = change.leaf.ruled.clause
            if answer == UNLOADABLE:
                unloadable[change.book, change.leaf.path] += 1
            elif answer in ("", BROKEN):
                noticed = f"none of the {len(self.by_clause[clause])} tests of {clause} noticed"
                survivors.append(f"{change}: {answer or noticed}")
                self.out.write_line(survivors[-1])
            elif answer != DIED and answer not in self.bit[clause]:
                self.bit[clause] = [answer, *self.bit[clause]][:2]
            self.progress(f"{number} of {len(self.everything)} changes, {len(survivors)} survived; now {change}")
        tried = Counter((change.book, change.leaf.path) for change in self.everything)
        held = [" ".join(place) for place, count in unloadable.items() if count == tried[place]]
        self.out.write_line(f"{unloadable.total()} changes do not load; of {len(held)} values none does: {held}")
        return survivors


def pytest_plugin_registered(manager: pytest.PytestPluginManager) -> None:
    """Disable another plugin's fixture, which takes longer than most tests."""
    manager.set_blocked("faker")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Turn off output capture: forked processes cannot share one captured file."""
    early_config.known_args_namespace.capture = "no"
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Keep failure reports cheap, as nobody reads them; make hypothesis search deterministically and store nothing."""
    config.option.tbstyle = "native"
    settings.register_profile(
        "teeth", settings.get_profile("ci"), database=None, phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile("teeth")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Instead of running the tests, change every value and see which test notices."""
    books = os.environ.get("TEETH_BOOKS", " ".join(load.BOOKS)).split()
    paths = tuple(os.environ.get("TEETH_PATHS", "").split()) or ("",)
    at_once = int(os.environ.get("TEETH_JOBS", os.cpu_count() or 1))
    everything = [change for book in books for change in mutations(book, paths)]
    if not everything:
        raise pytest.UsageError(f"no value of {', '.join(books)} has a path that begins with {' or '.join(paths)}")
    gc.collect()
    gc.freeze()  # what is never collected stays shared with the forked processes
    teeth = Teeth(session, everything, at_once)
    failed = [*teeth.red_already(), *teeth.survivors()]
    teeth.out.write_line("\n".join(["", *failed]))
    teeth.out.write_line(f"teeth: {len(everything)} changes, {len(failed)} failed")
    session.testsfailed = len(failed)
    part = started()
    part.met.update({"changes": len(everything), "changes that survive, or tests that fail without one": len(failed)})
    part.tell()
    return True
