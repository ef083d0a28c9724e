"""Draw the parts of the package and their imports as a Mermaid graph: `python -m tests.graph [FOLDER]`.

An arrow goes from a part to one that imports it, with the number of modules that do; an arrow implied by two others is
omitted, so that the picture shows the layers.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "mississippi_stud"
NAME = "mississippi_stud"
CATALOGUES = {("prose", "calculations"), ("prose", "errors"), ("prose", "faults")}
"""The modules of `prose` that import nothing, so that the parts below it can look up their sentences."""


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the full names of everything a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(module: Path, package: Path = PACKAGE) -> str:
    """Return the part of the package that a module belongs to: its folder or itself; each catalogue is a part."""
    return _part(module.relative_to(package).with_suffix("").parts)


def _part(names: Sequence[str]) -> str:
    return "_".join(names[:2]) if tuple(names[:2]) in CATALOGUES else names[0]


def arrows(package: Path = PACKAGE) -> Counter[tuple[str, str]]:
    """Count, for each part and each part that imports it, the modules that do."""
    found: Counter[tuple[str, str]] = Counter()
    parts = {part_of(module, package) for module in package.rglob("*.py")} - {"__init__", "__main__"}
    for module in package.rglob("*.py"):
        part = part_of(module, package)
        names = {
            _part(name.split(".")[1:])
            for name in imported(ast.parse(module.read_text()))
            if name.startswith(f"{NAME}.")
        }
        found.update((each, part) for each in names & parts if each != part and part in parts)
    return found


def _follows(edges: Counter[tuple[str, str]], source: str, target: str) -> bool:
    """Return whether a target can also be reached from a source by other arrows."""
    seen, waiting = set[str](), [each for one, each in edges if one == source and each != target]
    while waiting:
        part = waiting.pop()
        if part == target:
            return True
        if part not in seen:
            seen.add(part)
            waiting += [each for one, each in edges if one == part]
    return False


def mermaid(package: Path = PACKAGE) -> str:
    """Return the graph in Mermaid notation."""
    edges = arrows(package)
    lines = [f"  {a} -->|{n}| {b}" for (a, b), n in sorted(edges.items()) if not _follows(edges, a, b)]
    return "\n".join(["graph LR", *lines])


if __name__ == "__main__":
    print(mermaid(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE))
