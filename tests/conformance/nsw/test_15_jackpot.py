"""nsw 15: the progressive jackpot."""

import pytest
from tests.clauses import clause

from mississippi_stud.hands import Hand
from mississippi_stud.rulebooks import rulebook


@clause("nsw 15.1.2.2")
def test_15_1_2_2__a_table_has_one_meter():
    assert rulebook("nsw").jackpot.one_meter_a_table.value is True


@clause("nsw 15.1.2.3")
def test_15_1_2_3__a_pool_has_one_price():
    assert rulebook("nsw").jackpot.one_cost_a_meter.value is True


@clause("nsw 15.2.1")
@pytest.mark.parametrize("wager", ["jackpot", "fixed-jackpot"])
def test_15_2_1__a_jackpot_wager_needs_a_wager_in_the_round(wager: str):
    assert rulebook("nsw").wagers[wager].needs.value == ("ante",)


@clause("nsw 15.2.4")
def test_15_2_4__the_jackpot_wager_is_placed_before_the_hand_begins():
    book = rulebook("nsw")
    assert book.jackpot.wager.value == "jackpot"
    assert book.wagers["jackpot"].closes.value == "at-first-card"


@clause("nsw 15.2.5.2")
def test_15_2_5_2__nothing_lifts_a_meter_that_was_not_won_whole():
    assert rulebook("nsw").jackpot.never_below_seed.value is False


@clause("nsw 15.2.6")
def test_15_2_6__two_hole_cards_and_three_community_cards():
    assert rulebook("nsw").wagers["jackpot"].basis.value == "five-cards"


@clause("nsw 15.2.8")
def test_15_2_8__the_winning_events():
    book = rulebook("nsw")
    assert book.jackpot.qualifying.value == (
        Hand.ROYAL_FLUSH,
        Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND,
        Hand.FULL_HOUSE,
        Hand.FLUSH,
    )
    assert book.wagers["jackpot"].on_push.value == "lost"


@clause("nsw 15.2.9")
def test_15_2_9__the_sign_gives_the_payouts_and_nothing_is_rounded():
    book = rulebook("nsw")
    assert book.wagers["jackpot"].tables == {}
    assert book.jackpot.rounding.value == "exact"


@clause("nsw 15.2.10.1")
def test_15_2_10_1__a_folded_player_keeps_the_bonus_jackpot():
    assert rulebook("nsw").jackpot.bonus.keeps_after_fold.value is True


@clause("nsw 15.2.10.2")
def test_15_2_10_2__paid_for_each_royal_or_straight_flush_jackpot_that_is_won():
    bonus = rulebook("nsw").jackpot.bonus
    assert bonus.hands.value == (Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH)
    assert bonus.each_hand.value is True
    assert bonus.without_wager.value is False


@clause("nsw 15.2.10.3")
def test_15_2_10_3__a_winner_gets_no_bonus_jackpot():
    bonus = rulebook("nsw").jackpot.bonus
    assert bonus.for_own_hand.value is False
    assert bonus.winner_excluded.value is True


@clause("nsw 15.2.10.4")
def test_15_2_10_4__the_bonus_jackpot_is_paid_first():
    assert rulebook("nsw").jackpot.bonus.paid_first.value is True


@clause("nsw 15.2.11")
def test_15_2_11__the_sign_gives_the_bonus_jackpots():
    assert rulebook("nsw").jackpot.bonus.prizes_cents == {}


@clause("nsw 15.2.7")
def test_15_2_7__jackpots_are_paid_apart_from_the_hands():
    assert rulebook("nsw").play.jackpots_paid.value == "after-all-hands"


@clause("nsw 15.2.13", "nsw 15.2.13.1", "nsw 15.2.13.2")
def test_15_2_13__several_winners_share_or_take_the_guaranteed_minimum():
    assert rulebook("nsw").jackpot.sharing.value == "shared-or-guaranteed"


@clause("nsw 15.2.14")
def test_15_2_14__a_straight_flush_is_paid_before_a_royal_flush():
    assert rulebook("nsw").jackpot.straight_flush_before_royal.value is True


@clause("nsw 15.3.1")
@pytest.mark.parametrize("wager", ["jackpot", "fixed-jackpot"])
def test_15_3_1__a_misdeal_returns_the_jackpot_wager(wager: str):
    assert rulebook("nsw").wagers[wager].on_misdeal.value == "returned"
