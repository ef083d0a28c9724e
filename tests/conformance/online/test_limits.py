"""online, « Limites »: the most that is wagered and won."""

import pytest
from tests.clauses import clause

from mississippi_stud.money import Odds
from mississippi_stud.rulebooks import rulebook


@clause("online limits.1")
def test_limits_1__an_ante_of_at_most_50_canadian_dollars_from_the_balance():
    book = rulebook("online")
    assert book.wagers["ante"].maximum_cents.value == 50_00
    assert book.money.currency.value == "CAD"
    assert book.money.instruments.value == ("account-balance",)
    assert book.money.oral_wagers.value == "refused"


@clause("online limits.1")
def test_limits_1__a_wager_outside_the_limits_is_refused_and_any_amount_to_the_cent_is_within_them():
    limits = rulebook("online").limits
    assert limits.below_minimum.value == "refused"
    assert limits.above_maximum.value == "refused"
    assert limits.wrong_multiple.value == "refused"
    assert limits.personal_limits.value is False
    assert limits.multiples_of_minimum.value is False


@clause("online limits.4")
def test_limits_4__a_bonus_of_at_most_50_dollars():
    assert rulebook("online").wagers["three-card-bonus"].maximum_cents.value == 50_00


@pytest.mark.parametrize(
    ("wager", "cents", "stake", "best"),
    [
        pytest.param("ante", 25_050_00, 50_00, "500 to 1", marks=clause("online limits.2")),
        pytest.param("third-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("fourth-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("fifth-street", 75_150_00, 150_00, "500 to 1", marks=clause("online limits.3")),
        pytest.param("three-card-bonus", 2_550_00, 50_00, "50 to 1", marks=clause("online limits.5")),
    ],
)
def test_limits_2_3_5__the_most_a_wager_wins_is_the_best_hand_at_the_highest_stake_and_the_stake(
    wager: str, cents: int, stake: int, best: str
):
    cap = rulebook("online").caps[wager]
    assert cap.wagers.value == (wager,)
    assert (cap.amount.value, cap.bounds.value, cap.cents.value) == ("as-printed", "won-and-returned", cents)
    assert sum(Odds.parse(best).pay(stake)) == cents
