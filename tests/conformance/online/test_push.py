"""online, « Report »: the push."""

import pytest
from tests.clauses import clause
from tests.conformance.online.tables import MAIN, net, played, words
from tests.script import clauses, results

from mississippi_stud.rulebooks import rulebook


@clause("online push.1")
def test_push_1__the_word():
    assert words("push") == [("REPORT", "PUSH")]


@clause("online push.1")
@pytest.mark.parametrize("rank", list("6789T"))
def test_push_1__a_pushed_wager_goes_back_and_wins_nothing(rank: str):
    assert {rulebook("online").wagers[wager].on_push.value for wager in MAIN} == {"returned"}
    state = played(f"{rank}c {rank}d", "Ah Ks 3d", "10", "20", "30")
    assert results(state) == {
        "ante": ("push", "0.00", "10.00"),
        "third-street": ("push", "0.00", "10.00"),
        "fourth-street": ("push", "0.00", "20.00"),
        "fifth-street": ("push", "0.00", "30.00"),
    }
    assert set(clauses(state).values()) == {"online push.1"}
    assert net(state) == 0


@clause("online push.1")
@pytest.mark.parametrize(("rank", "outcome"), [("5", "lose"), ("J", "win")])
def test_push_1__fives_lose_and_jacks_win(rank: str, outcome: str):
    assert results(played(f"{rank}c {rank}d", "Ah Ks 3d"))["ante"][0] == outcome
