"""nsw 5: wagers."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 5.1")
def test_5_1__wagers_are_chips_and_promotional_tokens_and_never_words():
    money = rulebook("nsw").money
    assert money.instruments.value == ("chips", "promotional-tokens")
    assert money.oral_wagers.value == "refused"


@clause("nsw 5.2")
def test_5_2__each_player_places_an_ante():
    assert rulebook("nsw").wagers["ante"].presence.value == "required"


@clause("nsw 5.3")
@pytest.mark.parametrize("wager", ["ante", "fixed-jackpot"])
def test_5_3__no_wager_is_touched_after_the_first_card(wager: str):
    assert rulebook("nsw").wagers[wager].closes.value == "at-first-card"


@clause("nsw 5.4")
def test_5_4__one_hand_a_player():
    assert rulebook("nsw").positions.hands_per_player.value == "one"


@clause("nsw 5.5")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street", "jackpot", "fixed-jackpot"])
def test_5_5__one_wager_an_area(wager: str):
    assert rulebook("nsw").wagers[wager].one_per_hand.value is True
