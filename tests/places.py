"""Find who reads each field of a rule book, whatever the book: `make proofs`.

mypy says which expressions read a field of the model; the syntax tree says in which function they stand.
`rulebooks.ledger.places` reads what is found here; `tests.acts` records what is read in play, book by book.
"""

import ast
from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import msgspec
from mypy import build
from mypy.modulefinder import BuildSource
from mypy.options import Options
from mypy.plugin import AttributeContext, Plugin
from mypy.types import Type

from mississippi_stud.rulebooks import conduct, model, vocabulary
from tests.graph import PACKAGE

MODEL = "mississippi_stud.rulebooks.model"
ENUMS = {
    name: {member.name: member.value for member in kind}
    for module in (conduct, vocabulary)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, StrEnum) and kind is not StrEnum and name != "Wager"
}
"""The vocabularies of a book; a wager is named nearly everywhere, which says nothing."""
TREATING_ALL_ALIKE = {"rulebooks/ledger.py", "rulebooks/soundness.py", "rulebooks/template.py", "prose/rules.py"}
"""Modules that check, count or tell values of a book, and do not act on them."""
KINDS = [kind for kind in vars(model).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
Reads = dict[tuple[int, int, str], set[str]]
"""The fields that are read at a line and column by a name."""


class FieldReads(Plugin):
    """A plugin of mypy that notes where an attribute is a field of the model."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.found: dict[str, Reads] = {}

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        owner, _, name = fullname.removeprefix(f"{MODEL}.").partition(".")
        if not fullname.startswith(f"{MODEL}.") or owner in ("Rulebook", "RuledValue"):
            return None
        held_by = [kind.__name__ for kind in KINDS if issubclass(kind, getattr(model, owner))]

        def note(context: AttributeContext) -> Type:
            here = self.found.setdefault(context.api.path, defaultdict(set))  # type: ignore[attr-defined]
            place = context.context
            here[place.line, place.column, name].update(f"{each}.{name}" for each in held_by)
            return context.default_attr_type

        return note


def reads(package: Path = PACKAGE) -> dict[str, Reads]:
    """Return, for every module of the package, where it reads a field of the model."""
    options = Options()
    options.incremental = False
    options.follow_imports = "skip"  # other people's packages have nothing to do with the model
    options.ignore_missing_imports = True
    modules = [BuildSource(str(path), ".".join(_dotted(path, package))) for path in sorted(package.rglob("*.py"))]
    noting = FieldReads(options)
    build.build(modules, options, extra_plugins=[noting])
    return noting.found


def _dotted(path: Path, package: Path) -> tuple[str, ...]:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _named(holder: ast.expr) -> str | None:
    """Return the wager in ``book.wagers[Wager.ANTE]``."""
    match holder:
        case ast.Subscript(slice=ast.Attribute(value=ast.Name(id="Wager"), attr=name)):
            return vocabulary.Wager[name].value
        case _:
            return None


class Scan(ast.NodeVisitor):
    """Collects from one module who reads what."""

    def __init__(self, where: str, read: Reads, found: dict[str, set[str]]) -> None:
        self.where, self.read, self.found = where, read, found
        self.stack: list[str] = []
        self.names: dict[str, set[str]] = {}

    def note(self, keys: set[str]) -> None:
        for key in keys:
            self.found[key].add(f"{self.where}::{'.'.join(self.stack)}".removesuffix("::"))

    def fields(self, node: ast.AST | None) -> set[str]:
        """Return the fields whose value, or whose clause, an expression is."""
        match node:
            case ast.Attribute(attr="clause" | "value", value=inner):
                return self.fields(inner)
            case ast.Attribute(value=holder):
                found = self.read.get((node.lineno, node.col_offset, node.attr), set())
                return {f"{field}@{named}" for field in found} if (named := _named(holder)) else found
            case ast.Name(id=name):
                return self.names.get(name, set())
            case ast.BoolOp(values=parts):
                return set().union(*map(self.fields, parts))
            case ast.IfExp(body=body, orelse=other):
                return self.fields(body) | self.fields(other)
            case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(attr="get", value=inner)):
                return self.fields(inner)
            case _:
                return set()

    def inside(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        names = self.names
        self.stack.append(node.name)
        self.names = dict(names)
        self.generic_visit(node)
        self.stack.pop()
        self.names = names

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = inside  # noqa: N815

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.names[target.id] = self.fields(node.value)
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for name, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(name, ast.Name):
                        self.names[name.id] = self.fields(value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.generic_visit(node)
        self.names[node.target.id] = self.fields(node.value)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.note(self.fields(node))
        kind = ast.unparse(node.value).rpartition(".")[2]
        if node.attr in ENUMS.get(kind, {}):
            self.note({f"{kind}.{ENUMS[kind][node.attr]}"})
        self.generic_visit(node)


def collected_places() -> dict[str, list[str]]:
    """Return who reads each field of the model, and each word of its vocabularies."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, read in reads().items():
        path = Path(name)
        where = path.relative_to(PACKAGE).as_posix()
        if where not in TREATING_ALL_ALIKE:
            Scan(where, read, found).visit(ast.parse(path.read_text()))
    return {key: sorted(readers) for key, readers in sorted(found.items())}
