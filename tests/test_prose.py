"""Two languages: every sentence in the source has a French translation."""

import ast
import re
from pathlib import Path

from babel.messages.pofile import read_po

import mississippi_stud
from mississippi_stud.language import CATALOGUE
from mississippi_stud.prose.calculations import CALCULATIONS
from mississippi_stud.prose.complaints import COMPLAINTS, STATUSES
from mississippi_stud.prose.errors import ERRORS
from mississippi_stud.prose.faults import FAULTS
from mississippi_stud.prose.holdings import NOTHING_YET, PAIRS
from mississippi_stud.prose.names import ENDINGS, HANDS, NAMES, OUTCOMES, PHASES, WARNINGS
from mississippi_stud.prose.pages import NAMES as LABELS
from mississippi_stud.prose.pages import RANKS, SENTENCES, SUITS
from mississippi_stud.prose.prompts import DUTIES, PEOPLE, UNTIL_THEN
from mississippi_stud.prose.refusals import REFUSALS
from mississippi_stud.prose.rulings import CONDITIONS, FATES, INCIDENTS, RULINGS, STAGES
from mississippi_stud.prose.signs import WORDS
from mississippi_stud.prose.solutions import HEADINGS, TITLES
from mississippi_stud.prose.terminal import SAYINGS, STREETS
from mississippi_stud.prose.tour import STEPS
from mississippi_stud.rulebooks.ledger import Handling, ledger
from mississippi_stud.rulebooks.load import BOOKS, leaves, rulebook

PACKAGE = Path(mississippi_stud.__file__).parent


def sentences() -> set[str]:
    """Return every text that the source passes to `_`, and the words passed by name."""
    found = {handling.value for handling in Handling}
    found |= {"to", "for", "of the meter", "push", "yes", "no"}
    for book in BOOKS:
        found |= {leaf.ruled.reading for leaf in leaves(rulebook(book))}
        found |= {text for entry in ledger(book).values() for text in (entry.reason, entry.reading)}
    found.discard("")
    found |= {*LABELS.values(), *WORDS.values(), *SENTENCES.values(), *RANKS, *SUITS}
    found |= {NOTHING_YET, *PAIRS, *STEPS.values()}
    found |= {rulebook(book).title for book in BOOKS}
    found |= {*COMPLAINTS.values(), *STATUSES.values()}
    found |= {*SAYINGS.values(), *TITLES.values()}
    found = found.union(*HEADINGS.values())
    found.discard("")
    for template in PACKAGE.rglob("*.html"):
        found |= set(re.findall(r"""_\(["'](.+?)["']\)""", template.read_text()))
    for words in (HANDS, NAMES, OUTCOMES, REFUSALS, PHASES, ENDINGS, STREETS, INCIDENTS, RULINGS, STAGES, WARNINGS):
        found |= set(words.values())
    for words in (CALCULATIONS, CONDITIONS, DUTIES, ERRORS, FATES, FAULTS, PEOPLE, UNTIL_THEN):
        found |= set(words.values())
    for module in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Call) and "_" in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
                found |= {text.value for text in node.args if isinstance(text, ast.Constant)}
    return found


def test_the_catalogue_is_complete_and_has_nothing_more():
    with CATALOGUE.open("rb") as file:
        french = {message.id: message.string for message in read_po(file, locale="fr") if message.id}
    assert set(french) == sentences()
    assert all(french.values())
