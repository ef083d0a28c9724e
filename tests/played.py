"""Check that every clause is played: a pytest plugin that finds tests that only compare the data with a literal.

`pytest -q -p tests.played tests/conformance` runs the tests that name a clause, and records which of them decide a
command of a round, a table, a meter, a tournament or a promotion. A clause that is enforced, ruled on or prompted must
be named by one of those.
"""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

from mississippi_stud.jackpot import decide as decide_meter
from mississippi_stud.promotion import decide as decide_promotion
from mississippi_stud.round import decide as decide_round
from mississippi_stud.rulebooks.ledger import ledger
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.table import decide as decide_table
from mississippi_stud.tournament import decide as decide_tournament
from tests.clauses import clauses_of

DECIDES = {each.__code__ for each in (decide_round, decide_table, decide_meter, decide_tournament, decide_promotion)}
WANTED = {
    name
    for book in BOOKS
    for name, entry in ledger(book).items()
    if entry.handled.value in ("enforced", "ruled", "prompted") and not entry.inherited_from
}

played: set[str] = set()
"""The clauses of tests that have decided something."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if clauses_of(item) & WANTED]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in DECIDES:
            sys.setprofile(None)
            played.update(clauses_of(item))

    sys.setprofile(look)
    try:
        return (yield)
    finally:
        sys.setprofile(None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for name in sorted(WANTED - played):
        terminalreporter.line(f"no test plays {name}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if WANTED - played:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
