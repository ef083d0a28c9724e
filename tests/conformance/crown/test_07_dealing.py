"""crown 7: the deal and the betting rounds."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 7.3.1")
def test_7_3_1__a_shuffler_deals_the_community_cards_first_and_two_cards_at_a_time():
    steps = rulebook("crown").dealing.methods["shuffler"].steps.value
    assert list(steps) == ["burn-if-directed", "three-community", "two-to-each"]


@clause("crown 7.3.1(a)")
def test_7_3_1_a__an_assistant_casino_manager_may_order_a_burn():
    assert rulebook("crown").staff.powers["order-burn"].value == "tg-assistant-casino-manager"


@clause("crown 7.3.2")
def test_7_3_2__a_shoe_deals_one_card_to_each_then_a_second_then_the_community_cards():
    steps = rulebook("crown").dealing.methods["shoe"].steps.value
    assert list(steps) == ["one-to-each", "one-to-each", "burn-if-directed", "three-community"]


@clause("crown 7.4.1")
def test_7_4_1__players_decide_on_third_street_in_any_order():
    assert rulebook("crown").play.third_street_order.value == "any"


@clause("crown 7.4.1(a)")
def test_7_4_1_a__talking_about_a_hand_may_cost_the_ante_and_the_streets_but_not_the_jackpot_wager():
    book = rulebook("crown")
    assert book.play.talking.value == "may"
    assert {str(wager): rule.on_forfeit.value for wager, rule in book.wagers.items()} == {
        "ante": "lost",
        "third-street": "lost",
        "fourth-street": "lost",
        "fifth-street": "lost",
        "jackpot": "stays",
    }


@clause("crown 7.4.2")
def test_7_4_2__a_player_bets_or_folds_and_cannot_concede():
    assert rulebook("crown").play.concede.value is False


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("crown 7.4.3")),
        pytest.param("fourth-street", marks=clause("crown 7.4.4(a)")),
        pytest.param("fifth-street", marks=clause("crown 7.4.5(a)")),
    ],
)
def test_7_4__a_player_who_goes_on_wagers_on_each_street(street: str):
    assert rulebook("crown").wagers[street].presence.value == "to-continue"


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("crown 7.4.4")),
        pytest.param("fourth-street", marks=clause("crown 7.4.5")),
        pytest.param("fifth-street", marks=clause("crown 7.4.6")),
    ],
)
def test_7_4__the_next_community_card_closes_each_street(street: str):
    assert rulebook("crown").wagers[street].closes.value == "at-next-card"


@clause("crown 7.4.4")
def test_7_4_4__players_decide_on_later_streets_in_any_order():
    assert rulebook("crown").play.later_streets_order.value == "any"


@pytest.mark.parametrize(
    "street",
    [
        pytest.param("third-street", marks=clause("crown 7.4.4(b)")),
        pytest.param("fourth-street", marks=clause("crown 7.4.5(b)")),
    ],
)
def test_7_4__a_fold_loses_the_streets_before_it(street: str):
    assert rulebook("crown").wagers[street].on_fold.value == "lost"
