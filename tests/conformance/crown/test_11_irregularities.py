"""crown 11: irregularities."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@pytest.mark.parametrize(
    ("power", "title"),
    [
        pytest.param("declare-misdeal", "tg-area-manager", marks=clause("crown 11.2")),
        pytest.param("rule-irregularity", "tg-higher-duties-dealer", marks=clause("crown 11.4")),
    ],
)
def test_11__who_may_rule(power: str, title: str):
    assert rulebook("crown").staff.powers[power].value == title


@clause("crown 11.2.1")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_11_2_1__a_misdeal_returns_the_main_wagers(wager: str):
    assert rulebook("crown").wagers[wager].on_misdeal.value == "returned"


@clause("crown 11.5")
def test_11_5__players_may_retract_their_wagers_when_a_stray_hand_is_found_late():
    assert rulebook("crown").play.retract_after_stray_hand.value is True


@clause("crown 11.9")
def test_11_9__who_cannot_fund_a_street_is_void_once_and_then_forfeits():
    assert rulebook("crown").limits.cannot_fund.value == "void-once-then-forfeited"


@clause("crown 11.10.1")
def test_11_10_1__a_street_over_its_multiple_counts_to_it():
    assert rulebook("crown").limits.street_over_multiple.value == "counts-to-maximum"


@clause("crown 11.10.2")
def test_11_10_2__a_street_under_its_multiple_counts_once_and_is_then_returned():
    assert rulebook("crown").limits.street_under_multiple.value == "valid-once-then-returned"


@clause("crown 11.12")
def test_11_12__a_misdeal_carries_the_jackpot_wager_to_the_next_round():
    assert rulebook("crown").wagers["jackpot"].on_misdeal.value == "carried"
