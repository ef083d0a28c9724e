"""nsw 10: settlement."""

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import accounts, alone, table, with_jackpots
from tests.script import clauses, go, refused, results, seen
from tests.table.hall import opened

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t

PLAYERS = "ann ben cat dan"
FOUR = ("ante", "third-street", "fourth-street", "fifth-street")


ROUND = (
    "1 ante 10; 2 ante 20; 3 ante 5; 4 ante 10; deal Qh Jh Th 9h 8h Kc Qd 6c 6d 2c 3c; 4 fold; "
    "1 bet 1; 2 bet 1; 3 bet 1; reveal; 1 bet 2; 2 bet 2; 3 bet 2; reveal; 1 bet 3; 2 bet 3; 3 bet 3; reveal"
)


@clause("nsw 10.1", "nsw 10.4")
def test_10_1__from_the_dealers_right_hand_after_hand():
    assert rulebook("nsw").play.settlement_order.value == "from-dealers-right"
    state = go("nsw", table(PLAYERS), f"{ROUND}; settle")
    assert state.order == (3, 2, 1)
    assert [result.position for result in state.results] == [4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]


@clause("nsw 10.1")
def test_10_1__continuing_hands_are_turned_and_make_the_best_of_their_five_cards():
    state = go("nsw", table(PLAYERS), f"{ROUND}; settle")
    faces = {"1": "9h 8h", "2": "Kc Qd", "3": "6c 6d", "4": "- -", "community": "Qh Jh Th"}
    assert seen("nsw", state, "spectator") == faces
    # a straight flush is no straight and no flush; queens are jacks or better; sixes stand off
    assert [results(state, position)["ante"][0] for position in (1, 2, 3, 4)] == ["win", "win", "push", "lose"]
    assert results(state, 1)["ante"][1] == "1000.00"


@clause("nsw 10.1", "nsw 10.2")
def test_10_1__settlement_comes_when_every_card_is_turned():
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1")
    assert refused("nsw", state, "settle") == ("still-playing", "nsw 10.1")
    assert refused("nsw", table(), "settle") == ("not-dealt", "nsw 5.2")


@clause("nsw 10.2", "nsw 10.3")
def test_10_2__winning_wagers_are_paid_and_losing_ones_collected_by_the_table():
    state = go("nsw", table(PLAYERS), f"{ROUND}; settle")
    assert results(state, 1) == {
        "ante": ("win", "1000.00", "10.00"),
        "third-street": ("win", "1000.00", "10.00"),
        "fourth-street": ("win", "2000.00", "20.00"),
        "fifth-street": ("win", "3000.00", "30.00"),
    }
    assert results(state, 2) == {
        "ante": ("win", "20.00", "20.00"),
        "third-street": ("win", "20.00", "20.00"),
        "fourth-street": ("win", "40.00", "40.00"),
        "fifth-street": ("win", "60.00", "60.00"),
    }
    assert results(state, 3) == {
        "ante": ("push", "0.00", "5.00"),
        "third-street": ("push", "0.00", "5.00"),
        "fourth-street": ("push", "0.00", "10.00"),
        "fifth-street": ("push", "0.00", "15.00"),
    }
    assert clauses(state, 1) == clauses(state, 3) == dict.fromkeys(FOUR, "nsw 10.3")
    assert accounts(table(PLAYERS), f"{ROUND}; settle") == {
        "player:ann": 7000_00,
        "player:ben": 140_00,
        "player:dan": -10_00,
        "house": -7130_00,
    }


@clause("nsw 10.3")
def test_10_3__the_payout_table():
    rules = rulebook("nsw").wagers
    assert {(rules[wager].basis.value, rules[wager].on_push.value) for wager in FOUR} == {("five-cards", "returned")}
    (table,) = rulebook("nsw").wagers["ante"].tables.values()
    assert table.offered.value is True
    assert {hand: str(pay.value) for hand, pay in table.pays.items()} == {
        "royal-flush": "500 to 1",
        "straight-flush": "100 to 1",
        "four-of-a-kind": "40 to 1",
        "full-house": "10 to 1",
        "flush": "6 to 1",
        "straight": "4 to 1",
        "three-of-a-kind": "3 to 1",
        "two-pair": "2 to 1",
        "jacks-or-better": "1 to 1",
        "pair-of-6s-to-10s": "push",
    }


@clause("nsw 10.3")
@pytest.mark.parametrize(
    ("hole", "community", "outcome", "won"),
    [
        ("Ah Kh", "Qh Jh Th", "win", "12500.00"),
        ("9h Kh", "Qh Jh Th", "win", "2500.00"),
        ("9h 9s", "9c 9d Th", "win", "1000.00"),
        ("9h 9s", "9c Td Th", "win", "250.00"),
        ("Ah Kh", "Qh Jh 9h", "win", "150.00"),
        ("Ah Kh", "Qh Jh Tc", "win", "100.00"),
        ("9h 9s", "9c Td Ah", "win", "75.00"),
        ("9h 9s", "Tc Td Ah", "win", "50.00"),
        ("Jh Js", "Tc 9d Ah", "win", "25.00"),
        ("Th Ts", "Jc 9d Ah", "push", "0.00"),
        ("6h 6s", "Jc 9d Ah", "push", "0.00"),
        ("5h 5s", "Jc 9d Ah", "lose", "0.00"),
        ("Ah Kh", "Qh Jh 9c", "lose", "0.00"),
    ],
)
def test_10_3__ante_and_streets_each_at_the_odds_of_the_hand(hole: str, community: str, outcome: str, won: str):
    back = "0.00" if outcome == "lose" else "25.00"
    assert results(alone(hole, community, ante="25")) == dict.fromkeys(FOUR, (outcome, won, back))


@clause("nsw 10.3")
def test_10_3__to_the_cent_and_without_a_limit():
    assert rulebook("nsw").money.uneven_payment.value == "up-to-the-cent"
    state = alone("Ah Kh", "Qh Jh Th", "30000.03", "30000.03", "30000.03", ante="10000.01")
    assert results(state)["ante"] == ("win", "5000005.00", "10000.01")
    assert results(state)["fifth-street"] == ("win", "15000015.00", "30000.03")


@clause("nsw 10.3")
@pytest.mark.parametrize(("hole", "outcome"), [("6c 6d", "push"), ("5c 5d", "lose"), ("Jc Jd", "win")])
def test_10_3__a_hand_without_a_jackpot_event_loses_its_jackpot_wagers_whatever_it_does_else(hole: str, outcome: str):
    state = alone(hole, "Ah Ks 3d", before="1 jackpot 5; 1 fixed-jackpot 1", **with_jackpots())
    assert results(state)["ante"][0] == outcome
    assert results(state)["jackpot"] == results(state)["fixed-jackpot"] == ("lose", "0.00", "0.00")


@clause("nsw 10.4", "nsw 10.2")
def test_10_4__each_hand_is_paid_or_taken_whole_before_the_next():
    state = go("nsw", table(PLAYERS), f"{ROUND}; settle")
    assert [str(result.wager) for result in state.results] == ["ante", *FOUR, *FOUR, *FOUR]


@clause("nsw 10.2", "nsw 10.4", "nsw 10.1")
def test_10_4__one_hand_after_the_other_from_the_dealers_right():
    pit = opened("nsw", "shoe")
    pit.do(t.Sit, position=3, player="cyd")
    pit.betting("1 ante 25;2 ante 10;3 ante 10")
    pit.lines("deal 9h 2c 3s 7d 8s 4s;2 fold")
    pit.finish()
    asked = [(each.duty, each.position) for each in pit.table.prompts if each.moment == "hand-settled"]
    assert asked == [("hand-by-hand", 3), ("prove-cards", 3), ("hand-by-hand", 1), ("prove-cards", 1)]
    assert pit.refused(t.OpenRound) == ("prompt-waits", "nsw 10.4")


@clause("nsw 10.5")
def test_10_5__a_conceded_hand_loses_its_wagers_and_is_not_turned():
    assert rulebook("nsw").play.concede.value is True
    state = go("nsw", table(PLAYERS), f"{ROUND}; 1 concede; settle")
    assert results(state, 1) == dict.fromkeys(FOUR, ("lose", "0.00", "0.00"))
    assert clauses(state, 1) == dict.fromkeys(FOUR, "nsw 10.5")
    assert seen("nsw", state, "spectator")["1"] == "- -"
    assert results(state, 2)["ante"] == ("win", "20.00", "20.00")
    assert state.order == (3, 2, 1)


@clause("nsw 10.5")
def test_10_5__the_jackpot_wagers_go_too():
    script = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; deal Qh Jh Th 9h 8h; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1"
    state = go("nsw", table(**with_jackpots()), f"{script}; reveal; 1 concede; settle")
    assert results(state) == dict.fromkeys((*FOUR, "jackpot", "fixed-jackpot"), ("lose", "0.00", "0.00"))


@clause("nsw 10.5")
def test_10_5__once_and_only_at_the_settlement_by_whoever_is_still_in():
    state = go("nsw", table(PLAYERS), ROUND.removesuffix("; reveal"))
    assert refused("nsw", state, "1 concede") == ("not-at-settlement", "nsw 10.5")
    state = go("nsw", state, "reveal; 1 concede")
    assert refused("nsw", state, "1 concede") == ("hand-ended", "nsw 10.5")
    assert refused("nsw", state, "4 concede") == ("hand-ended", "nsw 10.5")
    assert refused("nsw", go("nsw", state, "settle"), "2 concede") == ("round-over", "nsw 10.1")


@clause("nsw 10.5")
def test_10_5__cards_that_are_not_known_need_not_be_turned():
    state = go("nsw", table(dealing="shoe"), "1 ante 10; deal; 1 bet 1; reveal Qh; 1 bet 1; reveal Jh; 1 bet 1")
    state = go("nsw", state, "reveal Th; 1 concede; settle")
    assert results(state) == dict.fromkeys(FOUR, ("lose", "0.00", "0.00"))


@clause("nsw 10.5")
def test_10_5__a_conceded_hand_is_announced_and_its_cards_checked():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    for card in ("Ac", "5h", "3c"):
        pit.lines(f"1 bet 1;2 bet 1;reveal {card}")
    before = len(pit.prompted)
    pit.lines("1 concede")
    assert pit.since(before) == ["announce-and-check 10.5"]
    assert pit.line_refused("settle") == ("prompt-waits", "nsw 10.5")
    pit.confirm_all()
