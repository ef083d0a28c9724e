"""nsw 11 and 15: what a round does of them; the rulings and the meters are another's."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw_tables import accounts, alone, table, with_jackpots
from tests.conformance.table import clauses, go, refused, results

from mississippi_stud.round import Refused, Settle, play
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import rulebook

BOTH = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 30"


@clause("nsw 11.3", "nsw 1.1 Void")
def test_11_3__a_misdeal_gives_every_wager_back_and_the_round_has_no_result():
    script = f"{BOTH}; 2 fold; void nsw 11.3"
    state = go("nsw", table("ann ben", **with_jackpots()), script)
    assert results(state, 1) == {
        "ante": ("void", "0.00", "10.00"),
        "third-street": ("void", "0.00", "30.00"),
        "jackpot": ("void", "0.00", "5.00"),
        "fixed-jackpot": ("void", "0.00", "1.00"),
    }
    assert results(state, 2) == {"ante": ("void", "0.00", "10.00")}
    assert state.phase == "void"
    assert accounts(table("ann ben", **with_jackpots()), script) == {}
    assert refused("nsw", state, "settle") == ("round-over", "nsw 10.1")


@clause("nsw 15.3.1")
def test_15_3_1__jackpot_wagers_of_a_void_round_are_returned():
    state = go("nsw", table("ann ben", **with_jackpots()), f"{BOTH}; void nsw 15.3.1")
    assert results(state)["jackpot"] == ("void", "0.00", "5.00")
    assert clauses(state)["jackpot"] == "nsw 15.3.1"


@clause("nsw 11.11")
@pytest.mark.parametrize(
    ("until", "lost"),
    [
        ("", ["ante"]),
        ("1 bet 30; 2 bet 10; reveal", ["ante", "third-street"]),
        ("1 bet 30; 2 bet 10; reveal; 1 bet 10; 2 bet 10; reveal", ["ante", "third-street", "fourth-street"]),
    ],
)
def test_11_11__a_player_who_is_not_there_to_decide_has_folded(until: str, lost: list[str]):
    state = go("nsw", table("ann ben"), f"1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; {until}; 1 leave")
    assert (state.hands[1].ending, state.hands[1].ending_clause) == ("folded", "nsw 11.11")
    assert refused("nsw", state, "1 bet 10") == ("hand-ended", "nsw 9.5")
    state = go("nsw", state, "2 fold; settle")
    assert results(state, 1) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))


@clause("nsw 11.11")
def test_11_11__a_hand_that_has_decided_plays_on_without_its_player():
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h; 1 bet 10")
    assert refused("nsw", state, "1 leave") == ("nothing-to-decide", "nsw 11.11")
    state = go("nsw", state, "reveal; 1 bet 10; reveal; 1 bet 10; reveal")
    assert refused("nsw", state, "1 leave") == ("nothing-to-decide", "nsw 11.11")
    assert results(go("nsw", state, "settle"))["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 11.11")
def test_11_11__whoever_leaves_before_the_deal_takes_the_wagers_along():
    state = go(
        "nsw", table("ann ben", **with_jackpots()), "1 ante 10; 1 jackpot 5; 2 ante 10; 1 leave; deal Qh Jh Th 9h 8h"
    )
    assert (state.hands[1].stakes, state.hands[1].hole) == ({}, ())


@clause("nsw 15.2.1")
@pytest.mark.parametrize("line", ["1 jackpot 5", "1 fixed-jackpot 1"])
def test_15_2_1__a_jackpot_wager_needs_a_wager_in_the_round(line: str):
    assert refused("nsw", table(**with_jackpots()), line) == ("needs", "nsw 15.2.1")
    state = go("nsw", table(**with_jackpots()), f"1 ante 10; {line}")
    assert refused("nsw", state, "1 withdraw ante") == ("needed-by", "nsw 15.2.1")


@clause("nsw 15.2.3")
@pytest.mark.parametrize("cost", ["4.99", "5.01", "10"])
def test_15_2_3__the_jackpot_wager_is_what_the_sign_says(cost: str):
    state = go("nsw", table(**with_jackpots()), "1 ante 10")
    assert refused("nsw", state, f"1 jackpot {cost}")[0] == "wrong-cost"
    assert go("nsw", state, "1 jackpot 5").hands[1].stakes["jackpot"].cents == 5_00


@clause("nsw 15.2.6", "nsw 15.2.8")
@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        ("9h 9s", "9c 9d Th", "2500.00"),
        ("9h 9s", "9c Td Th", "250.00"),
        ("Ah Kh", "Qh Jh 9h", "150.00"),
        ("Ah Kh", "Qh Jh Tc", None),
        ("9h 9s", "9c Td Ah", None),
    ],
)
def test_15_2_6__the_jackpot_goes_by_the_five_cards_and_pays_by_the_sign(hole: str, community: str, won: str | None):
    state = alone(hole, community, before="1 jackpot 5", **with_jackpots())
    assert results(state)["jackpot"] == (("win", won, "0.00") if won else ("lose", "0.00", "0.00"))


@clause("nsw 15.2.6", "nsw 15.2.8")
def test_15_2_8__a_prize_of_the_meter_is_given_from_outside_and_never_guessed():
    script = "1 ante 10; 1 jackpot 5; deal Qh Jh Th 9h 8h; 1 bet 10; reveal; 1 bet 10; reveal; 1 bet 10; reveal"
    state = go("nsw", table(**with_jackpots()), script)
    assert refused("nsw", state, "settle")[0] == "meter-prize"
    prize = MeterPrize(position=1, wager="jackpot", pays="10% of the meter", won_cents=6123_45, clause="nsw 15.2.9")
    state = play(rulebook("nsw"), Settle(prizes=(prize,)), state=state)
    assert results(state)["jackpot"] == ("win", "6123.45", "0.00")
    assert results(state)["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 15.2.10.1")
def test_15_2_10_1__a_folded_player_may_still_be_given_a_bonus_jackpot():
    script = "1 ante 10; 1 jackpot 5; deal Qh Jh Th 2c 3c; 1 fold"
    state = go("nsw", table(**with_jackpots()), script)
    bonus = MeterPrize(position=1, wager="bonus-jackpot", pays="$100.00", won_cents=100_00, clause="nsw 15.2.10.2")
    state = play(rulebook("nsw"), Settle(prizes=(bonus,)), state=state)
    assert results(state) == {
        "ante": ("lose", "0.00", "0.00"),
        "jackpot": ("lose", "0.00", "0.00"),
        "bonus-jackpot": ("win", "100.00", "0.00"),
    }


@clause("nsw 15.2.10.2")
def test_15_2_10_2__nobody_is_given_a_prize_who_is_not_at_the_table():
    state = go("nsw", table(**with_jackpots()), "1 ante 10; deal Qh Jh Th 2c 3c; 1 fold")
    bonus = MeterPrize(position=2, wager="bonus-jackpot", pays="$100.00", won_cents=100_00, clause="nsw 15.2.10.2")
    with pytest.raises(Refused) as refusal:
        play(rulebook("nsw"), Settle(prizes=(bonus,)), state=state)
    assert (refusal.value.code, refusal.value.clause) == ("nobody-there", "nsw 2.1")


@clause("nsw 15.2.4")
def test_15_2_4__the_jackpot_wager_comes_before_the_hand():
    state = go("nsw", table(**with_jackpots()), "1 ante 10; deal Qh Jh Th 2c 3c")
    assert refused("nsw", state, "1 jackpot 5") == ("bets-closed", "nsw 15.2.4")


@clause("nsw 11.11")
def test_11_11__the_main_wagers_of_an_absent_player_are_collected_by_this_clause():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 10; 2 bet 10; reveal")
    state = go("nsw", state, "1 leave; 2 fold; settle")
    assert clauses(state, 1) == {"ante": "nsw 11.11", "third-street": "nsw 11.11"}
    assert clauses(state, 2) == {"ante": "nsw 9.1.1", "third-street": "nsw 9.2.1"}
