"""Play every conformance test and scenario, and record where in the program each clause acts: `make proofs`.

The books are data, and the code that acts on them is the same for all: which function reads which datum of which book
is only known when it is played. Here every read of a ruled value notes the function that reads it, under the clause of
the value, and every refusal notes its code. `rulebooks.ledger.act` reads what is found.

A clause without a value names its functions itself (`acts` in the ledger); a test that proves it must have run them.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import model, rulebook
from mississippi_stud.rulebooks.ledger import Act, ledger
from mississippi_stud.rulebooks.load import BOOKS
from mississippi_stud.scenario import play
from tests.clauses import clauses_of
from tests.graph import PACKAGE

TESTS = Path(__file__).parent
_HOME = f"{PACKAGE}{os.sep}"
_TELLING = tuple(f"{_HOME}{part}" for part in ("rulebooks", "prose/rules.py", "prose/comparison.py"))
"""Modules that load, check or tell all values of a book alike, and do not act on them."""


def function(code: CodeType) -> str:
    """Return the function that some code of the package belongs to: ``round/wagers.py::bet``."""
    module, name = Path(code.co_filename).relative_to(PACKAGE).as_posix(), code.co_qualname.partition(".<locals>")[0]
    return module if name.startswith("<") else f"{module}::{name}"


class Recorder:
    """A pytest plugin that notes who reads and cites the values of each clause, what is refused, and what tests run."""

    def __init__(self) -> None:
        self.codes: dict[str, dict[str, set[CodeType]]] = defaultdict(lambda: defaultdict(set))
        self.refusals: dict[str, set[str]] = defaultdict(set)
        self.runs: dict[str, set[CodeType]] = defaultdict(set)
        self.named = {name for book in BOOKS for name, entry in ledger(book).items() if entry.acts}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note every read of a ruled value and every refusal until the end."""
        read = {name: vars(model.RuledValue)[name] for name in ("value", "clause")}
        refused = Refused.__init__

        def noting(name: str, how: str) -> property:
            def get(ruled: Any) -> Any:
                if code := _reader(sys._getframe(1)):
                    self.codes[read["clause"].__get__(ruled)][how].add(code)
                return read[name].__get__(ruled)

            return property(get)

        def refuse(self_: Refused, code: str, clause: str, **params: Any) -> None:
            self.refusals[clause].add(code)
            if giver := _reader(sys._getframe(1)):
                self.codes[clause]["cites"].add(giver)
            refused(self_, code, clause, **params)

        model.RuledValue.value, model.RuledValue.clause = noting("value", "reads"), noting("clause", "cites")  # type: ignore
        Refused.__init__ = refuse  # type: ignore[method-assign]
        try:
            yield
        finally:
            model.RuledValue.value, model.RuledValue.clause = read["value"], read["clause"]
            Refused.__init__ = refused  # type: ignore[method-assign]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Note the functions that a test runs, if a clause that it proves names its functions itself."""
        proved = clauses_of(item) & self.named
        run: set[CodeType] = set()
        if proved:
            sys.setprofile(lambda frame, event, _: run.add(frame.f_code) if event == "call" else None)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            for name in proved:
                self.runs[name] |= run

    def acts(self) -> dict[str, Act]:
        """Return what was found, in the order of the books."""
        found = {}
        for name, entry in ((name, entry) for book in BOOKS for name, entry in ledger(book).items()):
            how = {kind: tuple(sorted(set(map(function, codes)))) for kind, codes in self.codes[name].items()}
            act = Act(**how, refusals=tuple(sorted(self.refusals[name])), runs=entry.acts)
            if act != Act():
                found[name] = act
        return found

    def idle(self) -> list[str]:
        """Return the functions that a clause names, but that no test that proves it runs."""
        ran = {
            name: {function(code) for code in codes if code.co_filename.startswith(_HOME)}
            for name, codes in self.runs.items()
        }
        named = ((name, each) for book in BOOKS for name, entry in ledger(book).items() for each in entry.acts)
        return [f"{name}: {each}" for name, each in named if each not in ran.get(name, ())]


def _reader(frame: FrameType | None) -> CodeType | None:
    """Return the code that asks for a value, if it acts on it."""
    while frame and frame.f_code.co_filename == model.__file__:
        frame = frame.f_back
    name = frame.f_code.co_filename if frame else ""
    return frame.f_code if frame and name.startswith(_HOME) and not name.startswith(_TELLING) else None


def scenarios() -> list[Path]:
    """Return every scenario of rounds; what else cites clauses is recorded by conformance tests."""
    found = sorted(TESTS.joinpath("scenarios").rglob("*.toml"))
    return [path for path in found if path.stem != "expected" and path.parent.name not in ("tournament", "promotion")]


def recorded() -> Recorder:
    """Play everything and return what was recorded."""
    found = Recorder()
    with found.watching(), redirect_stdout(StringIO()) as told:
        status = pytest.main(["-q", "-p", "no:cacheprovider", str(TESTS / "conformance")], plugins=[found])
        for path in scenarios():
            play(path.read_text(encoding="utf-8"), rulebook)
    if status != 0:
        sys.exit(f"the conformance tests do not pass:\n{told.getvalue()}")
    if idle := found.idle():
        sys.exit("no test of the clause runs the function that it names: " + "; ".join(idle))
    return found
