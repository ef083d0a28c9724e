"""The shape of the package: its arrows, its purity, and no float near money, all read from the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mississippi_stud

PACKAGE = Path(mississippi_stud.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# Part of the package -> the parts that it may import from, as docs/architecture.md draws them.
RULES = "cards hands money errors messages rulebooks"
FLOOR = f"{RULES} round jackpot table tournament promotion fairness store"
ARROWS = {
    "errors": "",
    "messages": "",
    "cards": "errors",
    "hands": "cards",
    "money": "errors",
    "language": "errors",
    "prose": f"{RULES} round language prose_table",
    "prose_table": f"{RULES} round table language",
    "prose_meters": f"{RULES} round jackpot prose language",
    "prose_advice": "cards maths prose language",
    "rulebooks": "cards hands money errors",
    "round": RULES,
    "jackpot": f"{RULES} round",
    "table": f"{RULES} round jackpot",
    "tournament": f"{RULES} round table",
    "promotion": f"{RULES} round table",
    "scenario": f"{RULES} round jackpot table prose prose_meters prose_table",
    "maths": f"{RULES} round jackpot",
    "fairness": "cards errors",
    "store": "money errors rulebooks",
    "floor": FLOOR,
    "web": f"{FLOOR} floor maths prose prose_advice prose_meters prose_table language",
    "cli": f"{FLOOR} floor maths web scenario prose prose_advice prose_meters prose_table language",
}

PURE = [
    "errors",
    "messages",
    "cards",
    "hands",
    "money",
    "rulebooks/conduct",
    "rulebooks/model",
    "rulebooks/pays",
    "rulebooks/words",
    "round",
    "jackpot",
    "table",
    "tournament",
    "promotion",
]
PURE += ["scenario", "fairness/shuffle"]
# What pure code may use: types, data and arithmetic; no files, clocks, chance, network or logs.
HARMLESS = {"collections", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "hmac"}
HARMLESS |= {"itertools", "math", "operator", "re", "string", "struct", "tomllib", "types", "typing"}
HARMLESS |= {"babel", "msgspec", "mississippi_stud"}


def part_of(module: Path) -> str:
    """The part of the package that a module belongs to: its folder, or itself."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[str]:
    """The full names of what a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def trees() -> Iterator[tuple[Path, ast.AST]]:
    for module in MODULES:
        yield module, ast.parse(module.read_text(), filename=str(module))


def wrong_arrows(part: str, tree: ast.AST) -> set[str]:
    inside = {name.split(".")[1] for name in imports(tree) if name.startswith("mississippi_stud.")}
    return inside - {part, "__version__", *ARROWS[part].split()}


def test_imports_follow_the_arrows():
    wrong = {str(module): bad for module, tree in trees() if part_of(module) != "__init__"
             and (bad := wrong_arrows(part_of(module), tree))}  # fmt: skip
    assert not wrong


@pytest.mark.parametrize(
    ("part", "line", "bad"),
    [
        ("cards", "from mississippi_stud.hands import five", {"hands"}),
        ("cards", "from mississippi_stud import hands", {"hands"}),
        ("round", "import mississippi_stud.table", {"table"}),
        ("hands", "from mississippi_stud.cards import DECK", set()),
    ],
)
def test_a_wrong_arrow_is_seen(part: str, line: str, bad: set[str]):
    assert wrong_arrows(part, ast.parse(line)) == bad


def test_pure_modules_import_nothing_that_acts():
    for module, tree in trees():
        name = str(module.relative_to(PACKAGE).with_suffix(""))
        if any(name == pure or name.startswith(pure + "/") for pure in PURE):
            foreign = {each.split(".")[0] for each in imports(tree)} - HARMLESS
            assert not foreign, f"{name} imports {foreign}"


def test_numpy_is_imported_in_maths_alone():
    for module, tree in trees():
        if part_of(module) != "maths":
            assert not {"numpy", "numba"} & {each.split(".")[0] for each in imports(tree)}, module


def floats(tree: ast.AST) -> Iterator[str]:
    """Every place where a float could come from: a literal, the name, or a true division."""
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


def test_every_module_says_what_it_is_for():
    for module, tree in trees():
        assert ast.get_docstring(tree), f"{module} has no docstring"
