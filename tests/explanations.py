"""Render why we read a clause as we do, from `docs/readings/`, for the clause's page: `make proofs`."""

import re
from pathlib import Path
from urllib.parse import quote

from markdown_it import MarkdownIt

from mississippi_stud.rulebooks.ledger import anchor, ledger
from mississippi_stud.rulebooks.load import BOOKS

READINGS = Path(__file__).parents[1] / "docs" / "readings"
SECTION = re.compile(r"^## (?P<clauses>.+?): (?P<title>.+)\n(?P<text>(?:(?!^## |^<a id).*\n?)*)", re.MULTILINE)
LINK = re.compile(r"\[(?P<words>[^\]]+)\]\((?P<target>[^)]+)\)")


def _link(book: str, found: re.Match[str]) -> str:
    """Return a link of a document as one of the site: to a clause's page, or the bare words."""
    file, _, place = found["target"].partition("#")
    other = file.removesuffix(".md") or book
    if other not in BOOKS:
        return found["words"]
    names = {anchor(name.partition(" ")[2]): name.partition(" ")[2] for name in ledger(other)}
    return f"[{found['words']}](/rules/{other}/clause?id={quote(names[place])})"


def explained(book: str, text: str) -> dict[str, str]:
    """Return the sections of a document in HTML, by clause."""
    markdown = MarkdownIt("commonmark", {"html": False})
    found = {}
    for section in SECTION.finditer(text):
        words = LINK.sub(lambda link: _link(book, link), section["text"])
        html = markdown.render(f"**{section['title']}.** {words.strip()}")
        found |= {f"{book} {clause}": html for clause in section["clauses"].split(", ")}
    return found


def collected_explanations() -> dict[str, str]:
    """Return the sections of all documents."""
    return {
        clause: html
        for book in BOOKS
        for clause, html in explained(book, (READINGS / f"{book}.md").read_text()).items()
    }
