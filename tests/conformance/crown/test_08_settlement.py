"""crown 8: settlement."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook

MAIN_WAGERS = ["ante", "third-street", "fourth-street", "fifth-street"]


@clause("crown 8.1.1")
@pytest.mark.parametrize("wager", MAIN_WAGERS)
def test_8_1_1__hole_and_community_cards_together_decide_the_main_wagers(wager: str):
    assert rulebook("crown").wagers[wager].basis.value == "five-cards"


@clause("crown 8.1.1")
def test_8_1_1__hands_are_settled_from_the_dealers_right():
    assert rulebook("crown").play.settlement_order.value == "from-dealers-right"


@clause("crown 8.1.1(c)")
def test_8_1_1_c__jackpots_are_paid_after_all_hands():
    assert rulebook("crown").play.jackpots_paid.value == "after-all-hands"


@clause("crown 8.2")
def test_8_2__the_maximum_payout_on_the_sign_bounds_what_one_hands_main_wagers_win():
    caps = rulebook("crown").caps
    assert list(caps) == ["hand"]
    assert list(caps["hand"].wagers.value) == MAIN_WAGERS
    assert caps["hand"].bounds.value == "won"
    assert caps["hand"].amount.value == "on-the-sign"
    assert caps["hand"].cents is None


@clause("crown table 1", "crown 8.2")
def test_table_1__odds_of_the_main_wagers():
    tables = rulebook("crown").wagers["ante"].tables
    assert list(tables) == ["main"]
    assert tables["main"].offered.value is True
    assert {hand: str(pay.value) for hand, pay in tables["main"].pays.items()} == {
        "royal-flush": "500 to 1",
        "straight-flush": "100 to 1",
        "four-of-a-kind": "40 to 1",
        "full-house": "10 to 1",
        "flush": "6 to 1",
        "straight": "4 to 1",
        "three-of-a-kind": "3 to 1",
        "two-pair": "2 to 1",
        "jacks-or-better": "1 to 1",
        "pair-of-6s-to-10s": "push",
    }
