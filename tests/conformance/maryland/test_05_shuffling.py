"""maryland .05: shuffling and cutting."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .05A(2)")
def test_05a_2__cards_are_shuffled_after_each_round():
    assert rulebook("maryland").dealing.shuffled_every_round.value is True


@pytest.mark.parametrize(
    "power",
    [
        pytest.param("order-shuffle", marks=clause("maryland .05A(3)")),
        pytest.param("order-recut", marks=clause("maryland .05F")),
    ],
)
def test_05__a_floorperson_or_above_may_order_it(power: str):
    assert rulebook("maryland").staff.powers[power].value == "floorperson"


@clause("maryland .05C(1)")
def test_05c_1__a_deck_has_52_cards():
    assert rulebook("maryland").dealing.cards.value == 52


@clause("maryland .05D(1)")
@pytest.mark.parametrize("method", ["shoe", "automatic"])
def test_05d_1__cards_shuffled_by_a_machine_are_not_cut(method: str):
    assert rulebook("maryland").dealing.methods[method].cut.value == "unless-machine-shuffled"


@clause("maryland .05E")
def test_05e__the_cover_card_goes_at_least_ten_cards_in():
    assert rulebook("maryland").dealing.cut_depth_cards.value == 10
