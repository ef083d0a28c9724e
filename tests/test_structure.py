"""The shape of the package: its arrows, its purity, and no float near money, all read from the source."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.graph import PACKAGE, arrows, imported, mermaid, part_of

MODULES = sorted(PACKAGE.rglob("*.py"))
ARCHITECTURE = PACKAGE.parents[1] / "docs" / "architecture.md"

# Each part of the package -> exactly the parts that it imports from.
ARROWS = {
    "prose_calculations": "",
    "prose_errors": "",
    "prose_faults": "",
    "errors": "prose_errors",
    "messages": "",
    "cards": "errors",
    "hands": "cards",
    "money": "errors",
    "language": "errors",
    "prose": "cards errors hands jackpot language maths money promotion prose_calculations prose_errors prose_faults "
    "round rulebooks school table tournament",
    "rulebooks": "cards errors hands money prose_faults",
    "fairness": "cards errors",
    "round": "cards messages money rulebooks",
    "jackpot": "cards errors hands messages money round rulebooks",
    "table": "cards errors fairness jackpot messages money round rulebooks",
    "tournament": "fairness messages money round rulebooks table",
    "promotion": "errors fairness hands messages money round rulebooks",
    "scenario": "cards errors fairness hands jackpot language messages money promotion prose round rulebooks table "
    "tournament",
    "school": "cards errors messages money round rulebooks scenario table",
    "maths": "cards errors hands jackpot money prose_calculations round rulebooks",
    "sheets": "errors language maths prose",
    "trainer": "cards errors hands maths",
    "person": "errors messages money round rulebooks",
    "store": "errors money",
    "floor": "cards errors fairness hands jackpot messages money person promotion round rulebooks scenario school "
    "store table tournament",
    "web": "cards errors floor language maths money prose rulebooks trainer",
    "client": "errors floor web",
    "bot": "cards client errors floor maths round rulebooks web",
    "cli": "bot cards client errors fairness floor jackpot language maths messages money person promotion prose round "
    "rulebooks scenario school sheets store table tournament web",
}

PURE = [
    "prose/calculations",
    "prose/errors",
    "prose/faults",
    "errors",
    "messages",
    "cards",
    "hands",
    "money",
    "rulebooks/conduct",
    "rulebooks/model",
    "rulebooks/pays",
    "rulebooks/vocabulary",
    "round",
    "jackpot",
    "table",
    "tournament",
    "promotion",
]
PURE += ["scenario", "fairness/draw", "fairness/merkle", "fairness/shuffle"]
PURE += ["prose/commands"]
PURE += ["trainer", "person"]
PURE += ["school/desk", "school/judge", "school/lesson", "school/lines", "school/marks", "school/opening"]
# What pure code may use: types, data and arithmetic; no files, clocks, randomness, network or logs.
HARMLESS = {
    "collections",
    "contextlib",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "hmac",
    "bisect",
}
HARMLESS |= {"contextlib", "itertools", "math", "operator", "re", "string", "struct", "tomllib", "types", "typing"}
HARMLESS |= {"babel", "msgspec", "mississippi_stud"}
HARMLESS |= {"fsrs"}  # arithmetic on the times it is given; with fuzz off it draws no chance


def trees() -> Iterator[tuple[Path, ast.AST]]:
    for module in MODULES:
        yield module, ast.parse(module.read_text(), filename=str(module))


def test_imports_follow_the_arrows_and_every_arrow_is_there():
    drawn = {(source, part) for part, sources in ARROWS.items() for source in sources.split()}
    found = set(arrows())
    assert found - drawn == set(), "an import against the arrows"
    assert drawn - found == set(), "an arrow that nothing follows"


def test_the_picture_of_the_arrows_is_the_codes():
    assert f"```mermaid\n{mermaid()}\n```" in ARCHITECTURE.read_text(), "draw it anew: python -m tests.graph"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from mississippi_stud.hands import five", {("hands", "cards")}),
        ("from mississippi_stud import hands", {("hands", "cards")}),
        ("import mississippi_stud.hands", {("hands", "cards")}),
        ("import msgspec", set()),
    ],
)
def test_an_arrow_is_seen(tmp_path: Path, line: str, found: set[tuple[str, str]]):
    tmp_path.joinpath("cards.py").write_text(line)
    tmp_path.joinpath("hands.py").write_text("")
    assert set(arrows(tmp_path)) == found


def test_pure_modules_import_nothing_that_acts():
    for module, tree in trees():
        name = str(module.relative_to(PACKAGE).with_suffix(""))
        if any(name == pure or name.startswith(pure + "/") for pure in PURE):
            foreign = {each.split(".")[0] for each in imported(tree)} - HARMLESS
            assert not foreign, f"{name} imports {foreign}"


def test_numpy_is_imported_in_maths_alone():
    for module, tree in trees():
        if part_of(module) != "maths":
            assert not {"numpy", "numba"} & {each.split(".")[0] for each in imported(tree)}, module


def floats(tree: ast.AST) -> Iterator[str]:
    """Yield every possible source of a float: a literal, the name, or a true division."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"line {node.lineno}: {node.value}"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"line {node.lineno}: float"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"line {node.lineno}: a division"


def test_no_float_comes_near_money():
    """Outside the mathematics the package has no float literal, no `float` and no true division."""
    for module, tree in trees():
        if part_of(module) != "maths":
            assert not list(floats(tree)), module


@pytest.mark.parametrize("line", ["x = 0.5", "float('1')", "a / b", "a /= b", "f: float = g()"])
def test_a_float_is_seen(line: str):
    assert list(floats(ast.parse(line)))


def test_naming_a_hand_does_not_load_the_table():
    loaded = "import sys, mississippi_stud.prose.names; print(*(name for name in sys.modules if 'mississippi' in name))"
    modules = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    assert "mississippi_stud.prose.names" in modules
    assert not {f"mississippi_stud.{part}" for part in ("table", "jackpot", "fairness")} & set(modules)


def test_every_module_says_what_it_is_for():
    for module, tree in trees():
        assert ast.get_docstring(tree), f"{module} has no docstring"
