"""Where values act and why clauses are read so is found in the source and the documents, not written by hand."""

import ast
from collections import defaultdict

import pytest
from tests.explanations import explained
from tests.places import Scan

from mississippi_stud.rulebooks.ledger import explanations, places, readings, uses
from mississippi_stud.rulebooks.load import BOOKS, Leaf, leaves, rulebook

SOURCE = """
def fold(book):
    rule = book.play.concede
    if rule.value:
        raise Refused("no-concession", rule.clause)
    clause = (book.play.absent or rule).clause
    raise Refused("game-waits", clause)

class Table:
    def ante(self, book):
        return book.wagers[Wager.ANTE].presence.value, Remedy.MISDEAL
"""


def scanned() -> dict[str, dict[str, set[str]]]:
    """Scan the source above as if mypy had said which attributes are fields of the model."""
    owners = {"concede": "PlayRules", "absent": "PlayRules", "presence": "WagerRule"}
    tree = ast.parse(SOURCE)
    read = {
        (node.lineno, node.col_offset, node.attr): {f"{owners[node.attr]}.{node.attr}"}
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in owners
    }
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    Scan("round/x.py", read, found).visit(tree)
    return found


def test_who_reads_cites_and_refuses_is_found():
    assert scanned() == {
        "PlayRules.concede": {
            "reads": {"round/x.py::fold"},
            "cites": {"round/x.py::fold"},
            "refusals": {"no-concession", "game-waits"},
        },
        "PlayRules.absent": {"reads": {"round/x.py::fold"}, "cites": {"round/x.py::fold"}, "refusals": {"game-waits"}},
        "WagerRule.presence@ante": {"reads": {"round/x.py::Table.ante"}},
        "Remedy.misdeal": {"reads": {"round/x.py::Table.ante"}},
    }


AS_EVERYWHERE = {"Dealing.jokers", "Dealing.shuffled_every_round", "Limits.past_rounds_stand", "Streets.may_vary"}
AS_EVERYWHERE |= {"Hands.ace_low_in_five", "Hands.five_cards", "Hands.super_royal", "Hands.three_cards"}
"""What the program does by every book alike, without asking the book."""
ONLY_TOLD = ("BilingualName", "Title", "Official", "Tournament", "Promotion", "Returns", "Conduct.")


@pytest.mark.parametrize("book", BOOKS)
def test_the_program_acts_on_every_other_value(book: str):
    idle = {leaf.field for leaf in leaves(rulebook(book)) if not list(uses(leaf))}
    assert {field for field in idle - AS_EVERYWHERE if not field.startswith(ONLY_TOLD)} == set()


def test_a_value_is_used_where_its_field_its_word_and_its_subject_are():
    def used(book: str, path: str) -> set[str]:
        leaf: Leaf = next(leaf for leaf in leaves(rulebook(book)) if leaf.path == path)
        return {place.partition("::")[0] for use in uses(leaf) for place in use.reads}

    assert "round/settle.py" in used("nsw", "wagers.ante.tables.main.pays.straight")
    assert {"table/incidents.py", "table/rulings.py"} <= used("crown", "incidents.card-exposed.any.ruling")
    assert "table/notices.py" in used("nsw", "staff.powers.close-table")
    assert "wrong-multiple" in places()["Streets.multiples"].refusals


def test_every_reading_has_its_reasons_in_html():
    assert set(explanations()) == {clause for book in BOOKS for clause in readings(book)}
    assert all(each.startswith("<p><strong>") for each in explanations().values())


def test_a_section_is_rendered_for_each_of_its_clauses_with_links_to_their_pages():
    text = '<a id="4-3"></a>\n\n## 4.3, 5.1: Nobody cuts\n\nBut *see* [6.5.1](#6-5-1), [crown](crown.md#6-1) and '
    text += '[why](../decisions/0001-x.md): <b>no</b>.\n\n<a id="6-1"></a>\n\n## 6.1: Other\n\nWords.\n'
    found = explained("nsw", text)
    html = (
        '<p><strong>Nobody cuts.</strong> But <em>see</em> <a href="/rules/nsw/clause?id=6.5.1">6.5.1</a>, '
        '<a href="/rules/crown/clause?id=6.1">crown</a> and why: &lt;b&gt;no&lt;/b&gt;.</p>\n'
    )
    assert found == {"nsw 4.3": html, "nsw 5.1": html, "nsw 6.1": "<p><strong>Other.</strong> Words.</p>\n"}
