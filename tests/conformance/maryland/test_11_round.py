"""maryland .11: completing a round of play."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook

ALL_WAGERS = [
    "ante",
    "third-street",
    "fourth-street",
    "fifth-street",
    "progressive",
    "three-card-bonus",
    "six-card-bonus",
]


@clause("maryland .11A(5)")
def test_11a_5__talking_forfeits_all_wagers():
    book = rulebook("maryland")
    assert book.play.talking.value == "always"
    assert {wager: rule.on_forfeit.value for wager, rule in book.wagers.items()} == dict.fromkeys(ALL_WAGERS, "lost")


@clause("maryland .11B")
def test_11b__3rd_street_is_decided_from_the_dealers_left():
    assert rulebook("maryland").play.third_street_order.value == "from-dealers-left"


@clause("maryland .11B(1)")
def test_11b_1__who_cannot_bet_folds():
    assert rulebook("maryland").limits.cannot_fund.value == "must-fold"


@clause("maryland .11B(1)(a)")
def test_11b_1_a__one_two_or_three_times_the_ante():
    book = rulebook("maryland")
    assert book.streets.multiples.value == (1, 2, 3)
    assert book.limits.street_over_multiple.value == "counts-to-maximum"
    assert book.limits.street_under_multiple.value == "valid"


@clause("maryland .11B(2)")
def test_11b_2__a_fold_is_final():
    assert rulebook("maryland").play.fold_is_final.value is True


@pytest.mark.parametrize(
    ("street", "closes"),
    [
        pytest.param("third-street", "at-next-card", marks=clause("maryland .11C")),
        pytest.param("fourth-street", "at-next-card", marks=clause("maryland .11E")),
        pytest.param("fifth-street", "at-next-card", marks=clause("maryland .11G")),
    ],
)
def test_11__the_next_card_is_revealed_when_all_have_wagered_or_folded(street: str, closes: str):
    assert rulebook("maryland").wagers[street].closes.value == closes


@clause("maryland .11D")
def test_11d__4th_street_is_again_one_to_three_times_the_ante_in_any_order():
    book = rulebook("maryland")
    assert book.streets.may_vary.value is True
    assert book.play.later_streets_order.value == "any"


@pytest.mark.parametrize(
    ("wager", "on_fold"),
    [
        pytest.param("ante", "lost", marks=clause("maryland .11B(2)(a)")),
        pytest.param("third-street", "lost", marks=clause("maryland .11D(1)(a)")),
        pytest.param("fourth-street", "lost", marks=clause("maryland .11F(1)(a)")),
        pytest.param("progressive", "lost", marks=clause("maryland .11H(1)")),
        pytest.param("three-card-bonus", "stays", marks=clause("maryland .11H(2)")),
        pytest.param("six-card-bonus", "stays", marks=clause("maryland .11H(2)")),
    ],
)
def test_11__what_a_fold_does_to_each_wager(wager: str, on_fold: str):
    assert rulebook("maryland").wagers[wager].on_fold.value == on_fold


@clause("maryland .11H(2)")
def test_11h_2__who_folds_may_still_receive_an_envy_bonus():
    assert rulebook("maryland").jackpot.bonus.keeps_after_fold.value is True


@clause("maryland .11I")
def test_11i__hands_are_settled_from_the_dealers_right():
    assert rulebook("maryland").play.settlement_order.value == "from-dealers-right"


@clause("maryland .11I(1)")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_11i_1__two_cards_and_the_three_community_cards_decide(wager: str):
    assert rulebook("maryland").wagers[wager].basis.value == "five-cards"


@clause("maryland .11I(2)")
def test_11i_2__every_remaining_hand_is_resolved_and_none_conceded():
    assert rulebook("maryland").play.concede.value is False


@clause("maryland .11I(2)(b)")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_11i_2_b__a_pushed_hand_neither_wins_nor_loses(wager: str):
    assert rulebook("maryland").wagers[wager].on_push.value == "returned"


@clause("maryland .11I(3)")
def test_11i_3__side_wagers_are_settled_with_each_hand_and_on_their_own():
    book = rulebook("maryland")
    assert book.play.jackpots_paid.value == "with-each-hand"
    assert book.wagers["three-card-bonus"].on_push.value == "decided-apart"
    assert book.wagers["six-card-bonus"].on_push.value == "decided-apart"


@clause("maryland .11I(4)")
def test_11i_4__the_envy_bonus_is_paid_after_the_progressive():
    assert rulebook("maryland").jackpot.bonus.paid_first.value is False


@clause("maryland .11I(4)(c)")
def test_11i_4_c__a_floorperson_validates_a_progressive_payout():
    assert rulebook("maryland").staff.powers["validate-jackpot"].value == "floorperson"


@clause("maryland .11I(4)(d)(i)")
def test_11i_4_d_i__the_whole_meter_is_not_paid_from_the_table():
    assert rulebook("maryland").jackpot.full_meter_from_table.value is False


@clause("maryland .11I(4)(e)(ii)")
def test_11i_4_e_ii__an_envy_bonus_for_each_hand_of_another_player():
    bonus = rulebook("maryland").jackpot.bonus
    assert bonus.each_hand.value is True
    assert bonus.winner_excluded.value is False


@clause("maryland .11I(4)(e)(iii)")
def test_11i_4_e_iii__none_for_ones_own_hand():
    assert rulebook("maryland").jackpot.bonus.for_own_hand.value is False
