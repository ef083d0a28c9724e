"""Whether the tests bite: a pytest plugin that changes every value of every rule book in turn.

`pytest -p tests.teeth tests` collects the tests and then, for each value, changes it (a number by one, a list
shortened, an enum switched, a row of a pay table removed), runs the tests that carry the value's clause in a process of
their own, and fails unless one of them goes red. TEETH_BOOKS="nsw crown" changes the values of those books only.
"""

import os
import sys
import typing
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mississippi_stud.money import Cents, Odds, text
from mississippi_stud.rulebooks import load
from mississippi_stud.rulebooks.model import MeterShare, Pay, Percent, Prize, percent_text
from tests.clauses import clauses_of

REMOVED = object()


def changes(kind: Any, value: Any) -> Iterator[Any]:
    """Other values that could stand in the place of `value`, as a file would write them."""
    if kind is bool:
        yield not value
    elif kind is str:
        yield f"{value}x"
    elif kind is Cents:
        yield from (text(Cents(value + step)) for step in (1, -1))
    elif kind is Percent:
        yield from (percent_text(Percent(value + Fraction(step, 10_000))) for step in (1, -1))
    elif kind == Pay:
        yield from pay_changes(value)
    elif typing.get_origin(kind) is tuple:
        written = load.plain_leaf(kind, value)
        yield from (written[:-1], written[1:])
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (load.plain_leaf(kind, member) for member in kind if member != value)
    else:
        yield from (value + 1, value - 1)


def pay_changes(pay: Any) -> Iterator[str]:
    match pay:
        case Odds(pays=pays, on=on, keeps_stake=keeps):
            yield from (str(Odds(pays + step, on, keeps)) for step in (1, -1))
            yield str(Odds(pays, on, not keeps))
        case MeterShare(share=share):
            yield from (str(MeterShare(Percent(share + Fraction(step, 100)))) for step in (1, -1))
        case Prize(cents=cents):
            yield from (str(Prize(Cents(cents + step))) for step in (1, -1))
        case _:
            yield "1 to 1"


def mutations(book: str) -> Iterator[tuple[load.Leaf, Any]]:
    for leaf in load.leaves(load.rulebook(book)):
        yield from ((leaf, other) for other in changes(leaf.kind, leaf.ruled.value))
        if ".pays." in leaf.path:
            yield leaf, REMOVED


def replaced(tree: Any, path: str, value: Any) -> None:
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
    """A key may itself have a point in it, as the cost of a wager has: join what the tree knows joined."""
    joined: list[str | int] = []
    while steps:
        step = steps.pop(0)
        while isinstance(step, str) and isinstance(tree, dict) and step not in tree and steps:
            step = f"{step}.{steps.pop(0)}"
        joined.append(step)
        tree = tree[step]
    return joined


def goes_red(items: list[pytest.Item], book: str, path: str, value: Any) -> bool:
    """Whether any of the tests fails, in a process of its own, with that one value changed.

    With the value that stands there already none must: `pytest_runtestloop` asks that too, so that a test which fails
    for another reason is not taken for one that bites.
    """
    child = os.fork()
    if child == 0:
        honest = load._read

        def changed(name: str) -> Any:
            tree, faults = honest(name)
            if name == book:
                replaced(tree, path, value)
            return tree, faults

        load._read = changed
        load.rulebook.cache_clear()
        silent = sys.stderr = open(os.devnull, "w")  # noqa: SIM115, F841 - a file nobody holds would be a warning
        try:
            red = any(report.failed for item in items for report in runtestprotocol(item, log=False, nextitem=None))
        except BaseException:  # a test that dies has gone red
            red = True
        os._exit(42 if red else 0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of running the tests: change every value and see who notices."""
    by_clause: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in session.items:
        if item.get_closest_marker("campaign") is None:
            for name in clauses_of(item):
                by_clause[name].append(item)
    tried, survivors = 0, []
    honest: set[str] = set()
    for book in os.environ.get("TEETH_BOOKS", " ".join(load.BOOKS)).split():
        for leaf, other in mutations(book):
            tried += 1
            clause = leaf.ruled.clause
            if clause not in honest:
                honest.add(clause)
                if goes_red(by_clause[clause], book, leaf.path, load.plain_leaf(leaf.kind, leaf.ruled.value)):
                    survivors.append(f"{clause}: its tests fail although nothing is changed")
            if not goes_red(by_clause[clause], book, leaf.path, other):
                shown = "removed" if other is REMOVED else repr(other)
                survivors.append(f"{book} {leaf.path} = {leaf.shown} → {shown}: no test of {clause} noticed")
    print()
    print("\n".join(survivors))
    print(f"teeth: {tried - len(survivors)} passed, {len(survivors)} failed")
    session.testsfailed = len(survivors)
    return True
