"""crown 1, in play: what a fold gives up."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import ANN_BEN, crown, with_jackpot
from tests.conformance.table import clauses, go, refused, results, seen

FLUSH = "2h 7h 9h Jh Kh"


@clause("crown 1.1 Fold", "crown 5.9.2")
@pytest.mark.parametrize(
    ("played", "street"),
    [
        ("", "third-street"),
        ("1 bet 10; reveal", "fourth-street"),
        ("1 bet 10; reveal; 1 bet 30; reveal", "fifth-street"),
    ],
)
def test_1_1_fold__gives_up_a_jackpot_prize_on_whatever_street(played: str, street: str):
    state = go("crown", with_jackpot(), f"1 ante 10; 1 jackpot 5; deal {FLUSH}; {played}; 1 fold; settle")
    assert state.hands[1].ended_on == street
    assert set(results(state).values()) == {("lose", "0.00", "0.00")}
    assert clauses(state)["jackpot"] == "crown 5.9.2"


@clause("crown 1.1 Fold")
@pytest.mark.parametrize("line", ["1 bet 10", "1 fold", "1 leave", "1 cannot-fund", "1 forfeit"])
def test_1_1_fold__is_the_end_of_the_hand(line: str):
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 1 fold")
    assert refused("crown", state, line)[0] == "hand-ended"


@clause("crown 1.1 Fold")
def test_1_1_fold__names_the_clause_to_whoever_would_come_back():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 1 fold")
    assert refused("crown", state, "1 bet 10") == ("hand-ended", "crown 1.1 Fold")


@clause("crown 1.1 Fold")
def test_1_1_fold__leaves_the_cards_face_down_to_the_end():
    state = go(
        "crown",
        crown(ANN_BEN),
        "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 1 fold; 2 bet 10; reveal; 2 bet 10; reveal; 2 bet 10; reveal",
    )
    state = go("crown", state, "settle")
    for role in ("dealer", "supervisor", "inspector", "spectator"):
        assert seen("crown", state, role) == {"1": "- -", "2": "2c 7c", "community": "9h Jh Kh"}
    assert seen("crown", state, "player", "ben")["1"] == "- -"


@clause("crown 1.1 Fold")
def test_1_1_fold__of_everyone_ends_the_round_without_another_card():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal 2h 2c 7h 7c 9h Jh Kh; 2 fold; 1 fold")
    assert refused("crown", state, "reveal")[0] == "all-folded"
    state = go("crown", state, "settle")
    assert state.order == ()
    assert seen("crown", state, "dealer")["community"] == "- - -"


@clause("crown 1.1 Ante")
def test_1_1_ante__no_ante_no_hand():
    assert refused("crown", crown(), "deal") == ("no-ante", "crown 1.1 Ante")
    state = go("crown", crown(ANN_BEN), "2 ante 10; deal 2c 7c 9h Jh Kh")
    assert (state.hands[1].hole, len(state.hands[2].hole)) == ((), 2)
    assert refused("crown", state, "1 bet 10") == ("no-ante", "crown 1.1 Ante")


@clause("crown 1.1 Hole Cards", "crown 1.1 Community cards")
def test_1_1__two_cards_a_hand_and_three_for_all():
    state = go("crown", crown(ANN_BEN), "1 ante 10; 2 ante 10; deal")
    assert [len(state.hands[position].hole) for position in (1, 2)] == [2, 2]
    assert len(state.community) == 3
