"""nsw 9: the betting round."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("nsw 9.1")
def test_9_1__players_bet_or_fold_in_any_order_and_one_who_cannot_bet_folds():
    book = rulebook("nsw")
    assert book.play.third_street_order.value == "any"
    assert book.limits.cannot_fund.value == "must-fold"


@clause("nsw 9.2", "nsw 9.3")
def test_9_2__on_later_streets_too():
    assert rulebook("nsw").play.later_streets_order.value == "any"


@pytest.mark.parametrize(
    "wagers",
    [
        pytest.param(["ante"], marks=clause("nsw 9.1.1")),
        pytest.param(["ante", "third-street"], marks=clause("nsw 9.2.1")),
        pytest.param(["ante", "third-street", "fourth-street"], marks=clause("nsw 9.3.1")),
    ],
)
def test_9_1_1_and_9_2_1_and_9_3_1__a_fold_forfeits_what_lies_there(wagers: list[str]):
    assert {rulebook("nsw").wagers[wager].on_fold.value for wager in wagers} == {"lost"}


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("third-street", marks=clause("nsw 9.1.2")),
        pytest.param("fourth-street", marks=clause("nsw 9.2.2")),
        pytest.param("fifth-street", marks=clause("nsw 9.3.2")),
    ],
)
def test_9_1_2_and_9_2_2_and_9_3_2__to_stay_in_a_player_bets_one_to_three_antes(wager: str):
    book = rulebook("nsw")
    assert book.wagers[wager].presence.value == "to-continue"
    assert (min(book.streets.multiples.value), max(book.streets.multiples.value)) == (1, 3)


@clause("nsw 9.2.2", "nsw 9.3.2")
def test_9_2_2__each_street_has_a_multiple_of_its_own():
    assert rulebook("nsw").streets.may_vary.value is True


@clause("nsw 9.5")
def test_9_5__folded_cards_do_not_return():
    assert rulebook("nsw").play.fold_is_final.value is True


@clause("nsw 9.8")
def test_9_8__telling_of_ones_hand_may_cost_all_wagers():
    book = rulebook("nsw")
    assert book.play.talking.value == "may"
    assert {wager: rule.on_forfeit.value for wager, rule in book.wagers.items()} == {
        "ante": "lost",
        "third-street": "lost",
        "fourth-street": "lost",
        "fifth-street": "lost",
        "jackpot": "lost",
        "fixed-jackpot": "lost",
    }
