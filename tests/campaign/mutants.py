"""Random changes to the source of the package, each in a copy of the tree, and whether that part's own tests notice.

A mutant differs in one place: a comparison, an operator, a condition, a number, a truth value or a statement left out.
Texts, docstrings and annotations are left alone: they are for people, and other tests read them.
"""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.campaign.part import PIPE, TOLD, held
from tests.campaign.results import ROOT

PACKAGE = Path("src", "mississippi_stud")
TESTS: Mapping[str, tuple[str, ...]] = {
    "round": ("tests/conformance", "tests/round"),
    "jackpot": ("tests/jackpot", "tests/conformance", "tests/scenarios"),
    "table": ("tests/table", "tests/conformance", "tests/scenarios"),
    "store": ("tests/store", *(f"tests/floor/test_{name}.py" for name in (
        "backup", "crash", "idempotence", "restore", "verify"))),
}  # fmt: skip
"""The tests of each part that is changed, those that are quick or notice most first."""
SECONDS_MAX = 1_200
"""A change that lets the tests run longer than this has been noticed: they hang."""
_COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
             ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}  # fmt: skip
_CALCULATED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
               ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr}  # fmt: skip


class Mutant(NamedTuple):
    """A change to one place of one file."""

    path: Path
    """From the root of the tree."""
    line: int
    before: str
    after: str

    start: int
    end: int
    """The place, in bytes."""

    def source(self, root: Path = ROOT) -> str:
        """Return the whole file with the change."""
        raw = (root / self.path).read_bytes()
        return (raw[: self.start] + self.after.encode() + raw[self.end :]).decode()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_short(self.before)}  →  {_short(self.after)}"


def mutants_of(path: Path, root: Path = ROOT) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    raw = (root / path).read_bytes()
    lines = [0]
    for line in raw.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node, other in _changes(ast.parse(raw)):
        start, end = lines[node.lineno - 1] + node.col_offset, lines[node.end_lineno - 1] + node.end_col_offset
        yield Mutant(path, node.lineno, raw[start:end].decode(), other, start, end)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) < 100 else f"{words[:97]}…"


def _changes(tree: ast.AST) -> Iterator[tuple[Any, str]]:
    """Yield places and what could stand there instead."""
    for node in _acting(tree):
        match node:
            case ast.Compare(left, [op], [right]) if type(op) in _COMPARED:
                yield node, f"({ast.unparse(ast.Compare(left, [_COMPARED[type(op)]()], [right]))})"
            case ast.BinOp(left, op, right) if type(op) in _CALCULATED:
                yield node, f"({ast.unparse(ast.BinOp(left, _CALCULATED[type(op)](), right))})"
            case ast.BoolOp(op, values):
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
            case ast.UnaryOp(ast.Not(), operand):
                yield node, f"({ast.unparse(operand)})"
            case ast.Constant(bool() as value):
                yield node, str(not value)
            case ast.Constant(int() as value):
                yield node, f"({value + 1})"
                yield node, f"({value - 1})"
            case ast.If(test) | ast.IfExp(test) | ast.While(test) if not _is_type_checking(test):
                yield test, f"(not ({ast.unparse(test)}))"
            case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
                yield node, "return None"
            case ast.Expr(ast.Call()) | ast.AugAssign():
                yield node, "pass"
            case ast.Break():
                yield node, "continue"
            case ast.Continue():
                yield node, "break"


def _acting(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a tree that act: no annotations, no imports, no decorators."""
    yield node
    passed = {"annotation", "returns", "decorator_list", "type_params"}
    for name, value in ast.iter_fields(node):
        if name in passed or isinstance(value, ast.Import | ast.ImportFrom | ast.JoinedStr):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST) and not isinstance(each, ast.JoinedStr):
                yield from _acting(each)


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def files(part: str) -> list[Path]:
    """Return the modules of a part of the package; a migration is history, and is not changed."""
    found = sorted((ROOT / PACKAGE / part).rglob("*.py"))
    return [path.relative_to(ROOT) for path in found if "migrations" not in path.parts]


def chosen(part: str, chance: Random) -> Mutant:
    """Return a random mutant of a part; each place of each module is as likely as any other."""
    return chance.choice([mutant for path in files(part) for mutant in mutants_of(path)])


def copied(folder: Path) -> Path:
    """Copy what the tests need into a folder: the tests and the package of the copy, never those of the work tree."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in ("src", "tests", "docs", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def noticed(tree: Path, mutant: Mutant | None, tests: tuple[str, ...], seconds: float = SECONDS_MAX) -> str:
    """Return how the tests of a copied tree end with the mutant in it: "" if they pass, otherwise by what it died."""
    if mutant is not None:
        (tree / mutant.path).write_text(mutant.source())
    environment = {name: value for name, value in os.environ.items() if name not in (PIPE, TOLD)}
    environment |= {"PYTHONPATH": str(tree / "src"), "CI": "1"}
    if held:
        environment[PIPE] = str(held[0])
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n0",
        "-p",
        "no:cacheprovider",
        "-m",
        "not campaign",
        *tests,
    ]
    try:
        with subprocess.Popen(
            command, cwd=tree, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, pass_fds=held,
        ) as running:  # fmt: skip
            try:
                said, _ = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                return f"it took longer than {seconds:.0f} s"
            finally:
                if running.poll() is None:
                    os.killpg(running.pid, signal.SIGKILL)
    finally:
        if mutant is not None:
            shutil.copy(ROOT / mutant.path, tree / mutant.path)
    if running.returncode == 0:
        return ""
    return next((line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))), said[-200:] or "died")
