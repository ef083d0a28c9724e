"""crown 5: placement of wagers."""

import pytest
from tests.clauses import clause

from mississippi_stud.cards import parse
from mississippi_stud.hands import five
from mississippi_stud.rulebooks import rulebook

STREETS = ["third-street", "fourth-street", "fifth-street"]


@clause("crown 5.1")
def test_5_1__wagers_are_made_in_chips_only():
    assert rulebook("crown").money.instruments.value == ("chips",)


@clause("crown 5.2")
def test_5_2__a_wager_is_placed_before_the_first_card():
    assert rulebook("crown").wagers["ante"].closes.value == "at-first-card"


@clause("crown 5.3")
def test_5_3__an_oral_wager_counts_if_converted_at_once():
    assert rulebook("crown").money.oral_wagers.value == "if-converted-at-once"


@clause("crown 5.4")
def test_5_4__the_jackpot_too_is_wagered_before_the_first_card():
    assert rulebook("crown").wagers["jackpot"].closes.value == "at-first-card"


@clause("crown 5.4.1")
def test_5_4_1__one_ante_a_hand():
    assert rulebook("crown").wagers["ante"].one_per_hand.value is True


@clause("crown 5.4.2")
def test_5_4_2__a_jackpot_wager_where_it_is_offered():
    assert rulebook("crown").wagers["jackpot"].presence.value == "if-offered"


@clause("crown 5.5")
def test_5_5__one_to_three_times_the_ante_on_third_then_fourth_then_fifth_street():
    book = rulebook("crown")
    assert book.streets.multiples.value == (1, 2, 3)
    assert list(book.streets.order.value) == STREETS
    assert [book.wagers[street].one_per_hand.value for street in STREETS] == [True, True, True]


@clause("crown 5.5.1")
def test_5_5_1__the_streets_need_not_be_equal():
    assert rulebook("crown").streets.may_vary.value is True


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        pytest.param("5c 5d Kh Qs 9c", "lose", marks=clause("crown 5.7.3(b)", "crown 5.8.2")),
        pytest.param("6c 6d Kh Qs 9c", "push", marks=clause("crown 5.7.1", "crown 5.8")),
        pytest.param("Tc Td Kh Qs 9c", "push", marks=clause("crown 5.7.1", "crown 5.8")),
        pytest.param("Jc Jd Kh Qs 9c", "1 to 1", marks=clause("crown 5.7.2", "crown 5.8.1")),
        pytest.param("Ac Ad Kh Qs 9c", "1 to 1", marks=clause("crown 5.7.2", "crown 5.8.1")),
        pytest.param("2c 2d 3h 3s 9c", "2 to 1", marks=clause("crown 5.7.2", "crown 5.8.1")),
        pytest.param("Ac Kd Qh Js 9c", "lose", marks=clause("crown 5.7.3(b)", "crown 5.8.2")),
    ],
)
def test_5_7__sixes_to_tens_push_jacks_or_higher_win_less_than_sixes_loses(hand: str, pays: str):
    row = str(five(*parse(hand))).replace(" ", "-")
    paid = {name: str(pay.value) for name, pay in rulebook("crown").wagers["ante"].tables["main"].pays.items()}
    assert paid.get(row, "lose") == pays


@clause("crown 5.7.1")
def test_5_7_1__a_pushed_ante_is_returned():
    assert rulebook("crown").wagers["ante"].on_push.value == "returned"


@clause("crown 5.7.3")
def test_5_7_3__whoever_does_not_bet_takes_no_further_part():
    assert rulebook("crown").play.absent.value == "folded"


@clause("crown 5.7.3(a)")
def test_5_7_3_a__a_fold_loses_the_ante():
    assert rulebook("crown").wagers["ante"].on_fold.value == "lost"


@clause("crown 5.8")
@pytest.mark.parametrize("street", STREETS)
def test_5_8__a_pushed_street_is_returned(street: str):
    assert rulebook("crown").wagers[street].on_push.value == "returned"


@clause("crown 5.9")
def test_5_9__the_meter_is_played_for_with_the_jackpot_wager():
    assert rulebook("crown").jackpot.wager.value == "jackpot"


@clause("crown 5.9.1")
def test_5_9_1__a_jackpot_is_won_with_hole_and_community_cards_together():
    assert rulebook("crown").wagers["jackpot"].basis.value == "five-cards"


@clause("crown 5.9.2")
def test_5_9_2__a_jackpot_wager_is_lost_by_a_fold_and_by_a_hand_that_only_pushes():
    jackpot = rulebook("crown").wagers["jackpot"]
    assert (jackpot.on_fold.value, jackpot.on_push.value) == ("lost", "lost")


@clause("crown 5.10")
def test_5_10__a_player_may_have_one_hand_seen_and_others_blind():
    assert rulebook("crown").positions.hands_per_player.value == "one-seen-others-blind"


@clause("crown 5.10.2(b)")
def test_5_10_2_b__a_blind_box_wagers_all_streets_before_the_first_community_card_and_cannot_fold():
    play = rulebook("crown").play
    assert play.blind_boxes_fold.value is False
    assert play.blind_wagers_before_first_card.value is True
