"""The second reader's table against the code and the books: nothing in one is missing from the other."""

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.prose.rulings import INCIDENTS, RULINGS, STAGES
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident, Remedy
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table.incidents import REGISTRY, Stage
from tests.table.hall import TOP, opened
from tests.table.second_reader import rows

BOOKS = ("nsw", "maryland", "crown")


@pytest.mark.parametrize("book", BOOKS)
def test_every_case_of_the_book_has_a_row_and_every_row_a_case(book: str):
    known = {
        (incident.value, case.ruling.clause.split(" ", 1)[1], RULINGS[case.ruling.value])
        for incident, cases in rulebook(book).incidents.items()
        for case in cases.values()
    }
    assert {(row.incident, row.clause, row.ruling) for row in rows() if row.book == book} == known


def test_every_incident_is_in_some_book_and_has_words():
    assert {incident for book in BOOKS for incident in rulebook(book).incidents} == set(Incident) == set(REGISTRY)
    assert set(INCIDENTS) == {incident.value for incident in Incident}
    assert set(RULINGS) == {ruling.value for ruling in Remedy}
    assert set(STAGES) == {stage.value for stage in Stage}


def test_no_more_cards_are_named_than_a_hand_has():
    """Named cards are sealed, which limits how many there can be."""
    pit = opened("crown", "shoe")
    pit.betting()
    pit.deal()
    named = parse("As Ks Qs")
    refused = pit.refused(
        t.Report, by=TOP["crown"], incident=Incident("cards-taken"), facts=Facts(position=1, named=named, looked=True)
    )
    assert refused[0] == "too-many-named"
