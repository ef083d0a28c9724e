"""Every reading of a clause is explained in docs/readings/, and nothing is explained there that is not a reading."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from mississippi_stud.rulebooks.ledger import anchor, ledger, readings, section
from mississippi_stud.rulebooks.load import BOOKS

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"(?:^(?P<anchors>(?:<a id=\"[a-z0-9-]+\"></a>)+)\n\n)?^## (?P<heading>.*)$", re.MULTILINE)


def faults(book: str, text: str, read: Mapping[str, object]) -> Iterator[str]:
    """Yield what is wrong with a document about a book in which the clauses in `read` have a reading."""
    order = [name.partition(" ")[2] for name in ledger(book)]
    explained: list[str] = []
    firsts: list[int] = []
    for found in SECTION.finditer(text):
        names, colon, title = found["heading"].partition(": ")
        clauses = names.split(", ")
        if not colon or not re.match(r"[A-Z0-9\"].*[^.]$", title):
            yield f"## {found['heading']}: write `## CLAUSE, CLAUSE: Title as a statement`"
        if found["anchors"] != "".join(f'<a id="{anchor(each)}"></a>' for each in clauses):
            yield f"## {found['heading']}: another anchor"
        strange = [each for each in clauses if each not in order]
        yield from (f"there is no clause {each}" for each in strange)
        firsts += [order.index(each) for each in clauses[:1] if not strange]
        explained += clauses
    if firsts != sorted(firsts):
        yield "the sections are not in the order of the book"
    bare = {name.partition(" ")[2] for name in read}
    yield from (f"{each} has a reading and no section" for each in sorted(bare - set(explained)))
    yield from (f"{each} has a section and no reading" for each in sorted(set(explained) - bare))
    yield from (f"{each} has two sections" for each in sorted(set(explained)) if explained.count(each) > 1)


def text_of(book: str) -> str:
    return (ROOT / "docs" / "readings" / f"{book}.md").read_text()


@pytest.mark.parametrize("book", BOOKS)
def test_every_reading_has_its_section_and_every_section_its_reading(book: str):
    assert list(faults(book, text_of(book), readings(book))) == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_clauses_share_an_anchor(book: str):
    anchors = [anchor(name.partition(" ")[2]) for name in ledger(book)]
    assert len(anchors) == len(set(anchors))


def test_what_the_source_refers_to_is_there():
    files = [file for each in ("*.py", "*.toml") for file in (ROOT / "src").rglob(each)]
    told = {found for file in files for found in re.findall(r"docs/readings/(\w+)\.md#([a-z0-9-]+)", file.read_text())}
    assert len(told) >= 3
    assert [each for each in sorted(told) if f'<a id="{each[1]}">' not in text_of(each[0])] == []


def test_a_reading_names_its_section():
    assert section("maryland .12C(3)(b)") == "docs/readings/maryland.md#12c-3-b"
    assert section("crown 5.5") is None
    assert section("my-casino H.1") is None


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('<a id="4-3"></a>', '<a id="4-4"></a>', "another anchor"),
        ('<a id="4-3"></a>\n\n', "", "another anchor"),
        ("## 4.3:", "## 4.99:", "there is no clause 4.99"),
        ("## 4.3:", "## 4.1:", "4.1 has a section and no reading"),
        ("## 4.3:", "## 4.3", "write `## CLAUSE"),
        ("## 4.3: Nobody", "## 4.3: nobody", "write `## CLAUSE"),
        ("## 4.3:", "##### 4.3:", "4.3 has a reading and no section"),
        ("## 4.3:", "## 6.5:", "6.5 has two sections"),
        ("## 4.3:", "## 15.3:", "not in the order of the book"),
    ],
)
def test_a_fault_is_seen(old: str, new: str, told: str):
    text = text_of("nsw")
    assert old in text
    found = list(faults("nsw", text.replace(old, new), readings("nsw")))
    assert any(told in each for each in found), found
