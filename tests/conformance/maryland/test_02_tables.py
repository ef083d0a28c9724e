"""maryland .02: the table and its layout."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .02A")
def test_02a__at_most_six_players():
    positions = rulebook("maryland").positions
    assert (positions.maximum.value, positions.default.value) == (6, 6)


@clause("maryland .02B(2)")
def test_02b_2__four_betting_areas_one_for_each_main_wager():
    wagers = rulebook("maryland").wagers
    areas = [wager for wager, rule in wagers.items() if rule.presence.value != "if-offered" and rule.one_per_hand.value]
    assert areas == ["ante", "third-street", "fourth-street", "fifth-street"]


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("progressive", marks=clause("maryland .02B(4)")),
        pytest.param("three-card-bonus", marks=clause("maryland .02B(5)")),
        pytest.param("six-card-bonus", marks=clause("maryland .02B(6)")),
    ],
)
def test_02b__each_wager_that_is_offered_has_one_area(wager: str):
    assert rulebook("maryland").wagers[wager].one_per_hand.value is True
