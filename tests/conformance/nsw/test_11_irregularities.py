"""nsw 11: irregularities."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 11.1")
def test_11_1__the_dealer_finds_a_wrong_number_of_cards():
    assert rulebook("nsw").staff.powers["rule-irregularity"].value == "dealer"


@clause("nsw 11.3")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_11_3__a_misdeal_voids_all_wagers(wager: str):
    assert rulebook("nsw").wagers[wager].on_misdeal.value == "returned"


@clause("nsw 11.3")
def test_11_3__the_dealer_declares_a_misdeal():
    assert rulebook("nsw").staff.powers["declare-misdeal"].value == "dealer"


@clause("nsw 11.10")
def test_11_10__a_casino_supervisor_acts_on_suspected_collusion():
    assert rulebook("nsw").staff.powers["restrict-collusion"].value == "gaming-supervisor"


@clause("nsw 11.11")
def test_11_11__the_hand_of_an_absent_player_is_folded():
    assert rulebook("nsw").play.absent.value == "folded"
