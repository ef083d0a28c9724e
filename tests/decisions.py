"""Read the decision records; `python -m tests.decisions [ROOT]` writes their index, docs/decisions/README.md."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r"# (?P<number>[1-9]\d*)\. (?P<title>[A-Z].*[^.])")
MENTION = re.compile(r"(?:\b[Dd]ecision |decisions/)(\d+)\b")
LINK = re.compile(r"\]\((?!https?:|mailto:)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
OF_TOOLS = (5, 64, 65, 370, 610)
"""Decisions about tests and benchmarks, which are mentioned there."""
INTRODUCTION = (
    "Choices of our own that somebody may later ask about, with the reasons, half a page each; the code says "
    "`decision N` where one bites. How we read the clauses of the rule books is in [readings](../readings/). Numbers "
    "that are missing were merged into others or became readings. `python -m tests.decisions` writes this list."
)


def records(root: Path) -> list[Path]:
    return sorted(file for file in (root / "docs" / "decisions").glob("*.md") if file.name != "README.md")


def index(root: Path) -> str:
    """Return the index as it should be."""
    titles = {file.name: file.read_text().splitlines()[0].removeprefix("# ") for file in records(root)}
    lines = [f"- [{title}]({name})" for name, title in titles.items()]
    return "\n".join(["# Decisions", "", INTRODUCTION, "", *lines]) + "\n"


def faults(root: Path) -> Iterator[str]:
    """Yield what is wrong with the decisions, their index, and the links to them."""
    known: set[int] = set()
    for file in records(root):
        heading, _, rest = file.read_text().partition("\n")
        found = HEADING.fullmatch(heading)
        if found is None or not rest.startswith("\n") or not file.name.startswith(f"{int(found['number']):04}-"):
            yield f"{file.name} begins with {heading!r}: write `# {int(file.name[:4])}. Title as a statement`"
        if int(file.name[:4]) in known:
            yield f"{file.name}: the number is taken"
        known.add(int(file.name[:4]))
    written = root / "docs" / "decisions" / "README.md"
    if not written.exists() or written.read_text() != index(root):
        yield "the index is not up to date: python -m tests.decisions"
    source, tools = _mentions(root, "src"), _mentions(root, "tests") | _mentions(root, "benchmarks")
    for number in sorted(known - source - (tools & {*OF_TOOLS})):
        yield f"decision {number} is mentioned nowhere in the code: say so where it bites"
    for number in sorted((source | tools | _mentions(root, "docs", "*.md") | _mentions(root, ".", "*.md")) - known):
        yield f"decision {number} is mentioned and does not exist"
    yield from _dead_links(root)


def _mentions(root: Path, folder: str, *patterns: str) -> set[int]:
    """Return the numbers of the decisions that the files of a folder mention."""
    deep = patterns or ("*.py", "*.toml", "*.js", "*.html", "*.css")
    place = root / folder
    files = [file for each in deep for file in (place.glob(each) if folder == "." else place.rglob(each))]
    return {int(number) for file in files for number in MENTION.findall(file.read_text())}


def _dead_links(root: Path) -> Iterator[str]:
    """Yield links between documents that lead nowhere."""
    for file in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        for link in LINK.finditer(file.read_text()):
            target = (file.parent / link["path"]).resolve() if link["path"] else file
            gone = not target.exists()
            if link["anchor"] and target.parent.name == "readings" and not gone:
                gone = f'<a id="{link["anchor"]}">' not in target.read_text()
            if gone:
                yield f"{file.relative_to(root)}: {link[0]} leads nowhere"


if __name__ == "__main__":
    top = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    (top / "docs" / "decisions" / "README.md").write_text(index(top))
