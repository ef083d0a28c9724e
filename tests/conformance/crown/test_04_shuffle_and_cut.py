"""crown 4: the shuffle and the cut."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 4.1.1(a)")
def test_4_1_1_a__the_cards_are_shuffled_before_each_round():
    assert rulebook("crown").dealing.shuffled_every_round.value is True


@clause("crown 4.1.1(c)")
def test_4_1_1_c__a_higher_duties_dealer_may_order_a_shuffle():
    assert rulebook("crown").staff.powers["order-shuffle"].value == "tg-higher-duties-dealer"


@pytest.mark.parametrize(
    ("method", "cut"),
    [
        pytest.param("shoe", "by-dealer", marks=clause("crown 4.2.1")),
        pytest.param("shuffler", "never", marks=clause("crown 4.2.2")),
    ],
)
def test_4_2__the_dealer_cuts_for_a_shoe_and_nobody_for_a_shuffler(method: str, cut: str):
    assert rulebook("crown").dealing.methods[method].cut.value == cut
