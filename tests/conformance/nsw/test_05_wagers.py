"""nsw 5: wagers."""

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.nsw.tables import table, with_jackpots
from tests.script import go, refused, refused_setup, results
from tests.table.hall import opened

from mississippi_stud.round import (
    Setup,
    legal,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t


@clause("nsw 5.1")
def test_5_1__chips_and_tokens_are_taken_before_the_deal_and_on_the_streets():
    assert rulebook("nsw").money.instruments.value == ("chips", "promotional-tokens")
    state = go(
        "nsw", table("ann ben"), "1 ante 10; 2 ante 10 tokens; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 1 tokens; 2 bet 1"
    )
    assert [state.hands[position].stakes["ante"].tokens_cents for position in (1, 2)] == [0, 10_00]
    assert [state.hands[position].stakes["third-street"].tokens_cents for position in (1, 2)] == [10_00, 0]


@clause("nsw 5.1")
def test_5_1__both_are_offered():
    state = go("nsw", table())
    (ante,) = legal(rulebook("nsw"), state, 1)[:1]
    assert (ante.command, ante.wager, ante.tokens) == ("place", "ante", True)


@clause("nsw 5.1")
@pytest.mark.parametrize(("tokens", "taken"), [("0.01", 1), ("9.99", 9_99), ("10", 10_00)])
def test_5_1__a_part_of_a_wager_may_be_tokens(tokens: str, taken: int):
    state = go("nsw", table(), f"1 ante 10 tokens={tokens}; deal Qh Jh Th 9h 8h; 1 bet 1 tokens={tokens}")
    assert [stake.tokens_cents for stake in state.hands[1].stakes.values()] == [taken, taken]


@clause("nsw 5.1")
@pytest.mark.parametrize("tokens", ["-0.01", "10.01"])
def test_5_1__but_neither_less_than_nothing_nor_more_than_the_whole(tokens: str):
    assert refused("nsw", table(), f"1 ante 10 tokens={tokens}") == ("too-many-tokens", "nsw 5.1")
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h")
    assert refused("nsw", state, f"1 bet 1 tokens={tokens}") == ("too-many-tokens", "nsw 5.1")


@clause("nsw 5.1")
def test_5_1__a_wager_that_is_called_out_is_not_taken():
    assert rulebook("nsw").money.oral_wagers.value == "refused"
    pit = opened("nsw", "shoe")
    pit.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": True, "converted": True}
    assert pit.refused(t.CallWager, **call) == ("not-called", "nsw 5.1")


@clause("nsw 5.2")
def test_5_2__no_card_without_an_ante():
    assert rulebook("nsw").wagers["ante"].presence.value == "required"
    assert refused("nsw", table("ann ben"), "deal") == ("no-ante", "nsw 5.2")
    withdrawn = go("nsw", table(), "1 ante 10; 1 withdraw ante")
    assert refused("nsw", withdrawn, "deal") == ("no-ante", "nsw 5.2")


@clause("nsw 5.2")
def test_5_2__whoever_has_no_ante_has_no_hand():
    state = go("nsw", table("ann ben"), "2 ante 10; deal Qh Jh Th 9h 8h")
    assert (state.hands[1].hole, len(state.hands[2].hole)) == ((), 2)
    assert refused("nsw", state, "1 place 10") == ("no-ante", "nsw 5.2")
    assert refused("nsw", state, "1 fold") == ("no-ante", "nsw 5.2")
    state = go("nsw", state, "2 bet 1; reveal; 2 bet 1; reveal; 2 bet 1; reveal; settle")
    assert results(state, 1) == {}
    assert state.order == (2,)


@clause("nsw 5.2", "nsw 5.3")
def test_5_2__an_ante_comes_before_the_first_card():
    state = go("nsw", table("ann ben"), "1 ante 10; deal Qh Jh Th 9h 8h")
    assert refused("nsw", state, "2 ante 10") == ("bets-closed", "nsw 5.3")


@clause("nsw 5.2")
@pytest.mark.parametrize("ante", ["0", "-0.01", "-5"])
def test_5_2__an_ante_is_something(ante: str):
    assert refused("nsw", table(), f"1 ante {ante}") == ("no-amount", "nsw 5.2")


@clause("nsw 5.2")
def test_5_2__the_smallest_ante_without_a_sign_is_a_cent():
    assert go("nsw", table(), "1 ante 0.01").hands[1].ante_cents == 1


@clause("nsw 5.3")
def test_5_3__until_the_first_card_a_wager_may_be_taken_back_and_made_anew():
    for wager in ("ante", "fixed-jackpot"):
        assert rulebook("nsw").wagers[wager].closes.value == "at-first-card"
    state = go("nsw", table(), "1 ante 10; 1 withdraw ante; 1 ante 25; deal Qh Jh Th 9h 8h")
    assert state.hands[1].ante_cents == 25_00


@clause("nsw 5.3")
@pytest.mark.parametrize(
    ("line", "by"),
    [
        ("1 withdraw ante", "nsw 5.3"),
        ("1 withdraw third-street", "nsw 7.2.4"),
        ("1 withdraw jackpot", "nsw 15.2.4"),
        ("1 withdraw fixed-jackpot", "nsw 5.3"),
        ("1 ante 10", "nsw 5.3"),
        ("1 fixed-jackpot 1", "nsw 5.3"),
        ("2 fixed-jackpot 1", "nsw 5.3"),
        ("2 jackpot 5", "nsw 15.2.4"),
    ],
)
@pytest.mark.parametrize("until", ["", "2 bet 1; reveal", "2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal; 1 bet 1"])
def test_5_3__after_it_no_wager_is_placed_raised_or_taken_back(line: str, by: str, until: str):
    wagers = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 3"
    state = go("nsw", table("ann ben", **with_jackpots()), f"{wagers}; {until}")
    assert refused("nsw", state, line) == ("bets-closed", by)


@clause("nsw 5.3")
def test_5_3__a_street_is_the_permitted_exception_and_only_when_it_is_open():
    before = go("nsw", table(), "1 ante 10")
    assert refused("nsw", before, "1 bet 1") == ("no-street-open", "nsw 7.2.4")
    assert refused("nsw", before, "1 third-street 10") == ("not-before-deal", "nsw 7.2.4")
    after = go("nsw", before, "deal Qh Jh Th 9h 8h; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal")
    assert refused("nsw", after, "1 bet 1") == ("no-street-open", "nsw 7.2.4")


@clause("nsw 5.3", "nsw 6.3")
@pytest.mark.parametrize(
    "line", ["1 ante 10", "1 withdraw ante", "deal", "1 bet 1", "1 fold", "reveal", "settle", "void nsw 11.3"]
)
def test_5_3__when_wagers_are_settled_the_round_is_over(line: str):
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h; 1 fold; settle")
    assert refused("nsw", state, line) == ("round-over", "nsw 10.1")


@clause("nsw 5.4")
@pytest.mark.parametrize("seats", [((1, "ann"), (2, "ann")), ((1, "ann"), (2, "ben"), (7, "ann"))])
def test_5_4__nobody_plays_two_hands(seats: tuple[tuple[int, str], ...]):
    assert refused_setup("nsw", Setup(dealing="shoe", seats=seats)) == ("one-hand", "nsw 5.4")


@clause("nsw 5.4")
def test_5_4__there_are_no_boxes_to_play_blind():
    assert rulebook("nsw").positions.hands_per_player.value == "one"
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h")
    assert refused("nsw", state, "1 blind 10 10 10") == ("no-blind-box", "nsw 5.4")


@clause("nsw 5.5")
@pytest.mark.parametrize("line", ["1 ante 10", "1 ante 5", "1 jackpot 5", "1 fixed-jackpot 1"])
def test_5_5__an_area_takes_one_wager(line: str):
    assert all(rule.one_per_hand.value is True for rule in rulebook("nsw").wagers.values())
    state = go("nsw", table(**with_jackpots()), "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1")
    assert refused("nsw", state, line) == ("already-placed", "nsw 5.5")


@clause("nsw 5.5")
@pytest.mark.parametrize(
    "until", ["", "2 bet 1; reveal; 1 bet 1", "2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal; 1 bet 1"]
)
@pytest.mark.parametrize("line", ["1 bet 1", "1 bet 2", "1 place 10 unnoticed"])
def test_5_5__a_street_takes_one_wager(until: str, line: str):
    state = go("nsw", table("ann ben"), f"1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 1; {until}")
    assert refused("nsw", state, line) == ("already-placed", "nsw 5.5")


@clause("nsw 5.6", "nsw 6.4")
def test_5_6__players_are_told_while_they_wager_that_place_and_limits_are_up_to_them():
    with felt("nsw") as table:
        assert {"nsw 5.6", "nsw 6.4"} <= table.notes.keys()
        table.deal(ante=5_00)
        assert not {"nsw 5.6", "nsw 6.4"} & table.notes.keys()
