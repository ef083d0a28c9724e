"""Two languages: every sentence in the source has a French translation."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

import mississippi_stud
from mississippi_stud import prose
from mississippi_stud.language import CATALOGUE
from mississippi_stud.prose.pages import RANKS, SUITS
from mississippi_stud.rulebooks.ledger import Handling, ledger
from mississippi_stud.rulebooks.load import BOOKS, leaves, rulebook

PACKAGE = Path(mississippi_stud.__file__).parent


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a catalogue, which may be nested."""
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from texts(each)
        case tuple():
            for each in value:
                yield from texts(each)


NO_SENTENCES = {"BUTTONS", "MINUS", "WRITERS"}
"""Names of terms, a sign, and functions."""


def catalogues() -> Iterator[Any]:
    """Yield every public constant that a module of `prose` itself defines: it holds sentences and nothing else."""
    for found in pkgutil.iter_modules(prose.__path__, f"{prose.__name__}."):
        module = import_module(found.name)
        tree = ast.parse(Path(str(module.__file__)).read_text())
        named = [node.target if isinstance(node, ast.AnnAssign) else node.targets[0] for node in tree.body
                 if isinstance(node, ast.Assign | ast.AnnAssign)]  # fmt: skip
        for name in (node.id for node in named if isinstance(node, ast.Name)):
            if name.isupper() and not name.startswith("_") and name not in NO_SENTENCES:
                yield getattr(module, name)


def sentences() -> set[str]:
    """Return every text of the catalogues, of the books and of the templates, and every literal passed to `_`."""
    found = {handling.value for handling in Handling} | {*RANKS, *SUITS}
    found |= {"to", "for", "of the meter", "push", "yes", "no", "and", "or", "then", "and if"}
    found = found.union(*map(texts, catalogues()))
    for book in BOOKS:
        found |= {leaf.ruled.reading for leaf in leaves(rulebook(book))} | {rulebook(book).title}
        found |= {text for entry in ledger(book).values() for text in (entry.reason, entry.reading)}
    for template in PACKAGE.rglob("*.html"):
        found |= set(re.findall(r"""_\(["'](.+?)["']\)""", template.read_text()))
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Call) and "_" in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
                found |= {text.value for text in node.args if isinstance(text, ast.Constant)}
    return found - {""}


def test_the_catalogue_is_complete_and_has_nothing_more():
    with CATALOGUE.open("rb") as file:
        french = {message.id: message.string for message in read_po(file, locale="fr") if message.id}
    assert set(french) == sentences()
    assert all(french.values())
