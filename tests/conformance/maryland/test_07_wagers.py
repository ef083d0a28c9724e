"""maryland .07: wagers."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("maryland .07A")
def test_07a__chips_plaques_and_other_approved_instruments():
    assert rulebook("maryland").money.instruments.value == ("chips", "plaques", "approved-instruments")


@clause("maryland .07A")
def test_07a__where_the_book_is_silent_on_limits_it_is_as_in_new_south_wales():
    limits = rulebook("maryland").limits
    assert limits.below_minimum.value == "valid"
    assert limits.above_maximum.value == "counts-to-maximum"
    assert limits.wrong_multiple.value == "as-it-lies"
    assert limits.past_rounds_stand.value is True
    assert limits.personal_limits.value is False
    assert limits.multiples_of_minimum.value is False


@clause("maryland .07B")
def test_07b__a_verbal_wager_with_cash_is_refused():
    assert rulebook("maryland").money.oral_wagers.value == "refused-with-cash"


@clause("maryland .07C")
def test_07c__only_who_is_seated_may_wager():
    assert rulebook("maryland").positions.seated_players_only.value is True


@clause("maryland .07C(2)")
def test_07c_2__the_wagers_of_a_player_who_leaves_may_be_considered_abandoned():
    assert rulebook("maryland").play.absent.value == "may-be-abandoned"


@clause("maryland .07D", "maryland .07F(5)(c)")
def test_07d__every_wager_but_the_streets_closes_at_no_more_bets():
    closes = {wager: rule.closes.value for wager, rule in rulebook("maryland").wagers.items()}
    assert [wager for wager in closes if closes[wager] == "at-no-more-bets"] == [
        "ante",
        "progressive",
        "three-card-bonus",
        "six-card-bonus",
    ]


@clause("maryland .07F(1)")
def test_07f_1__an_ante_is_required_to_take_part():
    wagers = rulebook("maryland").wagers
    assert wagers["ante"].presence.value == "required"
    assert wagers["three-card-bonus"].needs.value == ("ante",)


@clause("maryland .07F(2)")
def test_07f_2__three_street_wagers():
    assert rulebook("maryland").streets.order.value == ("third-street", "fourth-street", "fifth-street")


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("progressive", marks=clause("maryland .07F(3)")),
        pytest.param("three-card-bonus", marks=clause("maryland .07F(4)")),
        pytest.param("six-card-bonus", marks=clause("maryland .07F(5)")),
    ],
)
def test_07f__a_facility_operator_may_offer_it(wager: str):
    assert rulebook("maryland").wagers[wager].presence.value == "if-offered"


@clause("maryland .07F(3)")
def test_07f_3__the_progressive_payout_wager_plays_for_the_meter():
    assert rulebook("maryland").jackpot.wager.value == "progressive"


@clause("maryland .07F(3)(a)")
def test_07f_3_a__the_progressive_needs_an_ante():
    assert rulebook("maryland").wagers["progressive"].needs.value == ("ante",)


@clause("maryland .07F(4)")
def test_07f_4__the_three_card_bonus_is_on_the_community_cards():
    assert rulebook("maryland").wagers["three-card-bonus"].basis.value == "community-cards"


@clause("maryland .07F(5)(a)")
def test_07f_5_a__the_six_card_bonus_is_on_the_best_of_four_bonus_cards_and_the_players_two():
    assert rulebook("maryland").wagers["six-card-bonus"].basis.value == "best-of-six"


@clause("maryland .07F(5)(c)")
def test_07f_5_c__the_six_card_bonus_needs_an_ante_and_a_three_card_bonus_wager():
    assert rulebook("maryland").wagers["six-card-bonus"].needs.value == ("ante", "three-card-bonus")


@clause("maryland .07G")
def test_07g__one_position_a_player():
    assert rulebook("maryland").positions.hands_per_player.value == "one"
