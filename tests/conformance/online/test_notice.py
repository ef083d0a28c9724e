"""online, « Avertissement »: the warnings."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("online notice.1")
def test_notice_1__all_wins_of_a_game_together_at_most_250_000_dollars():
    cap = rulebook("online").caps["game"]
    assert cap.wagers.value == ("ante", "third-street", "fourth-street", "fifth-street", "three-card-bonus")
    assert (cap.amount.value, cap.bounds.value, cap.cents.value) == ("as-printed", "won-and-returned", 250_000_00)


@clause("online notice.2")
def test_notice_2__no_game_changes_another():
    assert rulebook("online").limits.past_rounds_stand.value is True


@clause("online notice.3")
@pytest.mark.parametrize("wager", ["ante", "third-street", "fourth-street", "fifth-street"])
def test_notice_3__a_malfunction_voids_the_game_and_returns_its_wagers(wager: str):
    assert rulebook("online").wagers[wager].on_misdeal.value == "returned"


@clause("online notice.4")
def test_notice_4__a_game_waits_30_days_then_every_wager_is_refunded_the_bonus_too():
    book = rulebook("online")
    assert book.notices.cancel_game_days.value == 30
    assert book.play.absent.value == "waits"
    assert book.wagers["three-card-bonus"].on_misdeal.value == "returned"
