"""nsw 7: the deal."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 7.2", "nsw 7.2.1", "nsw 7.2.2")
def test_7_2__from_a_shoe_one_card_to_each_then_a_second_then_the_community_cards_as_they_are_due():
    steps = rulebook("nsw").dealing.methods["shoe"].steps.value
    assert steps == ("one-to-each", "one-to-each", "community-when-due")


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("third-street", marks=clause("nsw 7.2.4")),
        pytest.param("fourth-street", marks=clause("nsw 7.2.5")),
        pytest.param("fifth-street", marks=clause("nsw 7.2.6")),
    ],
)
def test_7_2__a_street_is_dealt_after_all_its_wagers_are_made(wager: str):
    assert rulebook("nsw").wagers[wager].closes.value == "at-next-card"


@clause("nsw 7.2.4", "nsw 7.2.5", "nsw 7.2.6")
def test_7_2__3rd_street_then_4th_then_5th():
    assert rulebook("nsw").streets.order.value == ("third-street", "fourth-street", "fifth-street")


@clause("nsw 7.3", "nsw 7.3.1", "nsw 7.3.3")
def test_7_3__from_a_shuffling_device_the_community_cards_then_two_at_a_time():
    assert rulebook("nsw").dealing.methods["shuffler"].steps.value == ("three-community", "two-to-each")
