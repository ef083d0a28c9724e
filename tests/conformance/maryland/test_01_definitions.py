"""maryland .01: what the words mean."""

import pytest
from tests.clauses import clause

from mississippi_stud.hands import Hand
from mississippi_stud.rulebooks import rulebook


@clause("maryland .01B(4)")
def test_01b_4__a_royal_flush_and_a_straight_flush_earn_others_the_envy_bonus():
    bonus = rulebook("maryland").jackpot.bonus
    assert bonus.hands.value == (Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH)
    assert bonus.without_wager.value is True


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("maryland .01B(10)")),
        pytest.param("fourth-street", marks=clause("maryland .01B(7)")),
        pytest.param("fifth-street", marks=clause("maryland .01B(5)")),
    ],
)
def test_01b__each_street_wager_is_an_additional_wager(street: str):
    assert rulebook("maryland").wagers[street].presence.value == "to-continue"


@clause("maryland .01B(6)")
def test_01b_6__whoever_makes_no_5th_street_wager_has_folded():
    assert rulebook("maryland").wagers["fifth-street"].on_fold.value == "lost"


@clause("maryland .01B(8)")
def test_01b_8__a_progressive_payout_hand_is_three_of_a_kind_or_better_of_five_cards():
    book = rulebook("maryland")
    assert book.wagers["progressive"].basis.value == "five-cards"
    assert book.jackpot.qualifying.value == (
        Hand.ROYAL_FLUSH,
        Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND,
        Hand.FULL_HOUSE,
        Hand.FLUSH,
        Hand.STRAIGHT,
        Hand.THREE_OF_A_KIND,
    )
