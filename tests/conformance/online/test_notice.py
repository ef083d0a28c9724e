"""online, « Avertissement »: the warnings."""

import pytest
from tests.clauses import clause

from mississippi_stud.prose.signs import Signs
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


@clause("online notice.4")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A round left unfinished for more than 30 days is cancelled; its wagers are returned."),
        ("fr", "Une partie laissée inachevée plus de 30 jours est annulée; les mises sont rendues."),
    ],
)
def test_notice_4__the_page_says_more_than_30_days(language: str, said: str):
    lines = list(Signs(rulebook("online"), {}, language).limits())
    assert [line.text for line in lines if line.clause == "online notice.4"] == [said]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "bet 1, 2 or 3 times your ante, or fold."),
        ("fr", "misez 1, 2 ou 3 fois la mise initiale, ou couchez-vous."),
    ],
)
def test_how_to_play__streets_are_times_the_ante_in_words(language: str, said: str):
    told = " ".join(line.text for line in Signs(rulebook("online"), {}, language).how())
    assert said in told
