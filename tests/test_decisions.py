"""Every decision has the same style of heading, a place in the index and a mention in the code that follows it."""

from pathlib import Path

import pytest

from tests.decisions import OF_TOOLS, ROOT, faults, index

GONE = 999


def test_the_decisions_are_in_order():
    assert list(faults(ROOT)) == []


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Create a project with two decisions, one of them about its tests."""
    tools = OF_TOOLS[0]
    files = {
        "README.md": "[decision 1](docs/decisions/0001-one.md)\n",
        "src/module.py": '"""Does something (decision 1)."""\n',
        "tests/test_module.py": f'"""Tests it (decision {tools})."""\n',
        "docs/decisions/0001-one.md": "# 1. Something is so\n\nBecause.\n",
        f"docs/decisions/{tools:04}-tests.md": f"# {tools}. Tests are so\n\nSee [decision 1](0001-one.md).\n",
        "docs/readings/crown.md": '<a id="5-5"></a>\n',
        "docs/guide.md": "[crown 5.5](readings/crown.md#5-5)\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "docs" / "decisions" / "README.md").write_text(index(tmp_path))
    assert list(faults(tmp_path)) == []
    return tmp_path


@pytest.mark.parametrize("heading", ["1. It is", "# 1: It is", "# 0001. It", "# 1. it is", "# 1. It.", "# 2. It", "#"])
def test_another_heading_is_seen(small: Path, heading: str):
    record = small / "docs" / "decisions" / "0001-one.md"
    record.write_text(f"{heading}\n\nBecause.\n")
    (small / "docs" / "decisions" / "README.md").write_text(index(small))
    assert any("Title as a statement" in each for each in faults(small)), heading


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("docs/decisions/0001-two.md", "# 1. It is so\n\nToo.\n", "the number is taken"),
        ("docs/decisions/0002-two.md", "# 2. It is so\n\nToo.\n", "the index is not up to date"),
        ("docs/decisions/0002-two.md", "# 2. It is so\n\nToo.\n", "mentioned nowhere in the code"),
        ("docs/decisions/README.md", "# Decisions\n", "the index is not up to date"),
        ("src/module.py", '"""Does something."""\n', "mentioned nowhere in the code"),
        ("tests/test_module.py", '"""Tests decision 1."""\n', "mentioned nowhere in the code"),
        ("src/page.js", f"// Decision {GONE}\n", "does not exist"),
        ("tests/test_other.py", f"# decision {GONE}\n", "does not exist"),
        ("docs/more.md", f"decision {GONE}\n", "does not exist"),
        ("CHANGELOG.md", f"decision {GONE}\n", "does not exist"),
        ("src/book.toml", f"# docs/decisions/{GONE:04}\n", "does not exist"),
        ("CHANGELOG.md", f"[a link](docs/decisions/{GONE:04}-gone.md)\n", "leads nowhere"),
        ("docs/guide.md", "[crown 5.6](readings/crown.md#5-6)\n", "leads nowhere"),
    ],
)
def test_a_fault_is_seen(small: Path, file: str, text: str, told: str):
    (small / file).write_text(text)
    assert any(told in each for each in faults(small)), list(faults(small))
