"""Where clauses act and why they are read so is found in play, in the source and in the documents."""

import ast
import inspect
import sys
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from tests.acts import function, scenarios
from tests.explanations import explained
from tests.places import Scan

from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks.ledger import SHOWING, Act, Handling, act, acts, explanations, ledger, readers, readings
from mississippi_stud.rulebooks.load import BOOKS, Leaf, leaves, rulebook
from mississippi_stud.scenario import play

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


def scanned() -> dict[str, set[str]]:
    """Scan the source above as if mypy had said which attributes are fields of the model."""
    owners = {"concede": "PlayRules", "absent": "PlayRules", "presence": "WagerRule"}
    tree = ast.parse(SOURCE)
    read = {
        (node.lineno, node.col_offset, node.attr): {f"{owners[node.attr]}.{node.attr}"}
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in owners
    }
    found: dict[str, set[str]] = defaultdict(set)
    Scan("round/x.py", read, found).visit(tree)
    return found


def test_who_reads_a_field_is_found():
    assert scanned() == {
        "PlayRules.concede": {"round/x.py::fold"},
        "PlayRules.absent": {"round/x.py::fold"},
        "WagerRule.presence@ante": {"round/x.py::Table.ante"},
        "Remedy.misdeal": {"round/x.py::Table.ante"},
    }


AS_EVERYWHERE = {"Dealing.jokers", "Dealing.shuffled_every_round", "Limits.past_rounds_stand", "Streets.may_vary"}
AS_EVERYWHERE |= {"Hands.ace_low_in_five", "Hands.five_cards", "Hands.super_royal", "Hands.three_cards"}
"""What the program does by every book alike, without asking the book."""
ONLY_TOLD = ("BilingualName", "Title", "Official", "Promotion", "Returns", "Conduct.")


@pytest.mark.parametrize("book", BOOKS)
def test_the_program_acts_on_every_other_value(book: str):
    idle = {leaf.field for leaf in leaves(rulebook(book)) if not list(readers(leaf))}
    assert {field for field in idle - AS_EVERYWHERE if not field.startswith(ONLY_TOLD)} == set()


def test_a_value_is_used_where_its_field_its_word_and_its_subject_are():
    def used(book: str, path: str) -> set[str]:
        leaf: Leaf = next(leaf for leaf in leaves(rulebook(book)) if leaf.path == path)
        return {place.partition("::")[0] for place in readers(leaf)}

    assert "round/settle.py" in used("nsw", "wagers.ante.tables.main.pays.straight")
    assert {"table/incidents.py", "table/rulings.py"} <= used("crown", "incidents.card-exposed.any.ruling")
    assert "table/notices.py" in used("nsw", "staff.powers.close-table")


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_the_program_keeps_has_a_place(book: str):
    without = {Handling.PLANNED, Handling.OUTSIDE, Handling.DISPLAYED, Handling.DATA}
    idle = [
        name
        for name, entry in ledger(book).items()
        if entry.handled not in without and not act(rulebook(book), name).places
    ]
    assert idle == []
    read = {leaf.ruled.clause for leaf in leaves(rulebook(book)) if list(readers(leaf))}
    data = {entry.inherited_from or name for name, entry in ledger(book).items() if entry.handled is Handling.DATA}
    assert {name for name in data - read if not act(rulebook(book), name).places} == set()


def test_every_place_is_in_the_program():
    home = Path(inspect.getfile(import_module("mississippi_stud"))).parent
    parsed = cache(lambda path: ast.parse(home.joinpath(path).read_text(encoding="utf-8")).body)
    for place in {*SHOWING, *(each for found in acts().values() for each in found.places)}:
        path, _, name = place.partition("::")
        body: list[ast.stmt] = parsed(path)
        for part in filter(None, name.split(".")):
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            body = next(node.body for node in body if isinstance(node, kinds) and node.name == part)


@pytest.mark.parametrize(
    ("book", "clause", "code", "place"),
    [
        ("nsw", "nsw 9.8", "nothing-to-tell", "round/decide.py::_forfeit"),
        ("nsw", "nsw 13.8", "notice-missing", "table/notices.py::_check_notice"),
        ("maryland", "maryland .11B(1)(a)", "wrong-multiple", "round/wagers.py::street_stake"),
        ("maryland", "maryland .07G", "one-hand", "table/people.py::_check_box"),
        ("crown", "crown 11.5", "hand-ended", "round/decide.py::_retract"),
        ("crown", "crown 13.8", "may-stay", "table/people.py::vacate"),
        ("online", "online limits.1", "outside-limits", "round/wagers.py::_outside"),
    ],
)
def test_the_function_that_refuses_in_play_is_the_one_that_is_named(book: str, clause: str, code: str, place: str):
    assert (clause, code, place) in refused(book)
    assert code in act(rulebook(book), clause).refusals
    assert place in act(rulebook(book), clause).cites


@cache
def refused(book: str) -> frozenset[tuple[str, str, str]]:
    """Play the scenarios of a book, and return the clause and code of each refusal and the function that gave it."""
    found = set()

    def note(frame, event, _):
        if event == "call" and frame.f_code is Refused.__init__.__code__:
            given = frame.f_locals
            found.add((given["clause"], given["code"], function(frame.f_back.f_code)))

    sys.setprofile(note)
    try:
        for path in scenarios():
            if path.parent.name == book:
                play(path.read_text(encoding="utf-8"), rulebook)
    finally:
        sys.setprofile(None)
    return frozenset(found)


@pytest.mark.parametrize("book", BOOKS)
def test_every_refusal_in_play_is_among_those_of_its_clause_with_its_function(book: str):
    assert refused(book)
    for clause, code, place in refused(book):
        assert code in act(rulebook(book), clause).refusals
        assert place in act(rulebook(book), clause).cites


def test_a_clause_told_with_another_acts_where_that_one_does():
    assert act(rulebook("maryland"), "maryland .12D(1)(a)") == act(rulebook("maryland"), "maryland .12D(1)") != Act()


def test_a_custom_clause_acts_where_the_clause_that_it_replaces_does(tmp_path: Path):
    own = tmp_path / "own.toml"
    own.write_text(
        'id = "own"\ntitle = "Own"\nversion = "1"\ndate = "2026-01-01"\nlanguage = "en"\nextends = "online"\n'
        '[clauses]\n"1" = { en = "The street wagers are one or two antes." }\n'
        '[streets]\nmultiples = { value = [1, 2], clause = "1" }\n'
    )
    replaced = next(leaf.ruled.clause for leaf in leaves(rulebook("online")) if leaf.path == "streets.multiples")
    assert act(rulebook(str(own)), "own 1") == act(rulebook("online"), replaced)
    assert "wrong-multiple" in act(rulebook(str(own)), "own 1").refusals


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
