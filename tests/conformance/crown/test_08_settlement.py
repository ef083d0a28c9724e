"""crown 8: the order of settlement, the odds, the maximum payout."""

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import MAIN_WAGERS, crown, round_of, with_jackpot
from tests.jackpot.floor import floor
from tests.script import cents, clauses, go, results

from mississippi_stud.jackpot.link import record, register, settle_prizes
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.money import text
from mississippi_stud.round import Setup
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook

FOUR = ((1, "ann"), (4, "ben"), (6, "cleo"), (9, "dot"))
# 1: a pair of jacks, 4: folds, 6: a pair of sixes, 9: nothing.
ROUND = """
    1 ante 10; 4 ante 10; 6 ante 10; 9 ante 10
    deal Jh As 6h 2h Jd Ad 6d 3d 9c Tc Kc
    9 place 10; 1 place 10; 4 fold; 6 place 10; reveal
    1 place 10; 6 place 10; 9 place 10; reveal
    1 place 10; 6 place 10; 9 place 10; reveal
    settle
"""


@clause("crown 8.1")
def test_8_1__losing_wagers_are_taken_and_winning_wagers_paid():
    state = go("crown", crown(FOUR), ROUND)
    assert results(state, 1) == dict.fromkeys(MAIN_WAGERS, ("win", "10.00", "10.00"))
    assert results(state, 4) == {"ante": ("lose", "0.00", "0.00")}
    assert results(state, 6) == dict.fromkeys(MAIN_WAGERS, ("push", "0.00", "10.00"))
    assert results(state, 9) == dict.fromkeys(MAIN_WAGERS, ("lose", "0.00", "0.00"))
    assert [net_cents(state, position) for position in (1, 4, 6, 9)] == [40_00, -10_00, 0, -40_00]


@clause("crown 8.1.1")
def test_8_1_1__from_the_dealers_right():
    state = go("crown", crown(FOUR), ROUND)
    assert state.order == (9, 6, 1)
    assert list(dict.fromkeys(result.position for result in state.results)) == [9, 6, 4, 1]


@clause("crown 8.1.1")
@pytest.mark.parametrize(
    ("community", "first", "second"),
    [("Jc 2s 3h", "win", "lose"), ("9s 2s 3h", "lose", "push"), ("Jc 9s 3h", "win", "push")],
)
def test_8_1_1__each_hand_with_the_same_three_community_cards(community: str, first: str, second: str):
    assert {rulebook("crown").wagers[wager].basis.value for wager in MAIN_WAGERS} == {"five-cards"}
    table = crown(((1, "ann"), (2, "ben")))
    state = go("crown", table, f"1 ante 10; 2 ante 10; deal Jd 9d Kh 7h {community}")
    for _ in range(3):
        state = go("crown", state, "1 place 10; 2 place 10; reveal")
    state = go("crown", state, "settle")
    assert {results(state, 1)[wager][0] for wager in MAIN_WAGERS} == {first}
    assert {results(state, 2)[wager][0] for wager in MAIN_WAGERS} == {second}


@clause("crown 8.1.1(b)")
def test_8_1_1_b__less_than_a_pair_of_sixes_is_collected():
    state = round_of("5c 5d Ah Ks Qc")
    assert set(results(state).values()) == {("lose", "0.00", "0.00")}
    assert net_cents(state, 1) == -70_00


@clause("crown 8.1.1(c)")
def test_8_1_1_c__jackpots_are_paid_after_all_hands():
    script = """
        1 ante 10; 1 jackpot 5; 2 ante 10; 2 jackpot 5
        deal 2h 3h 7h 8h 9h Jh Kh
        1 place 10; 2 place 10; reveal; 1 place 10; 2 place 10; reveal; 1 place 10; 2 place 10; reveal; settle
    """
    state = go("crown", with_jackpot(((1, "ann"), (2, "ben"))), script)
    paid = [(result.position, str(result.wager)) for result in state.results]
    assert paid == [
        *((2, wager) for wager in MAIN_WAGERS),
        *((1, wager) for wager in MAIN_WAGERS),
        (2, "jackpot"),
        (1, "jackpot"),
    ]


@clause("crown 8.1.1(c)", "crown 5.4.2", "crown 5.9.1", "crown 10.1.1")
def test_8_1_1_c__a_prize_of_the_meter_is_paid_after_all_hands():
    casino = floor("crown", "61234.56")
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    setup = Setup(
        dealing="shoe", seats=((1, "ann"), (2, "ben")), tables=tables, signs=signs, costs_cents=costs, meter="main"
    )
    state = go("crown", setup, "1 ante 25; 1 jackpot 5; 2 ante 10")
    casino.do(register(casino.book, state, "A", "1"))
    state = go("crown", state, "deal 9h Jc 8h Jd Qh Jh Th" + "; 1 bet 1; 2 bet 1; reveal" * 2)
    state = go("crown", state, "1 place 25; 2 place 10; reveal")
    events = casino.do(record(casino.book, state, "A", "1"))
    state = go("crown", state, "settle", settle_prizes(casino.book, events))
    assert [(each.position, str(each.wager)) for each in state.results][-1] == (1, "jackpot")
    assert results(state)["jackpot"] == ("win", "6123.70", "0.00")


@clause("crown 8.2")
def test_8_2__the_maximum_payout_on_the_sign_bounds_what_one_hands_main_wagers_win():
    caps = rulebook("crown").caps
    assert list(caps) == ["hand"]
    assert caps["hand"].wagers.value == MAIN_WAGERS
    assert caps["hand"].bounds.value == "won"
    assert caps["hand"].amount.value == "on-the-sign"
    assert caps["hand"].cents is None


HANDS = {
    "Ah Kh Qh Jh Th": 500,
    "Kh Qh Jh Th 9h": 100,
    "Ah 2h 3h 4h 5h": 100,
    "2c 2d 2h 2s 3c": 40,
    "2c 2d 2h 3s 3c": 10,
    "2h 7h 9h Jh Kh": 6,
    "5c 6d 7h 8s 9c": 4,
    "Ah 2c 3d 4s 5h": 4,
    "9c 9d 9h 3s 4c": 3,
    "2c 2d 3h 3s 4c": 2,
    "Jc Jd 2h 3s 4c": 1,
    "Ac Ad 2h 3s 4c": 1,
}


@clause("crown 8.2")
@pytest.mark.parametrize(("cards", "odds"), HANDS.items())
def test_8_2__what_each_hand_wins_on_ante_and_streets(cards: str, odds: int):
    state = round_of(cards, "25.00", ("25.00", "50.00", "75.00"))
    assert results(state) == {
        "ante": ("win", text(odds * 25_00), "25.00"),
        "third-street": ("win", text(odds * 25_00), "25.00"),
        "fourth-street": ("win", text(odds * 50_00), "50.00"),
        "fifth-street": ("win", text(odds * 75_00), "75.00"),
    }
    assert {result.pays for result in state.results} == {f"{odds} to 1"}
    assert set(clauses(state).values()) == {"crown 8.2"}


@clause("crown 8.2")
@pytest.mark.parametrize("cards", ["6c 6d Kh Qs 9c", "Tc Td Kh Qs 9c"])
def test_8_2__a_pair_of_sixes_to_tens_stands_off(cards: str):
    assert {(outcome, won) for outcome, won, _ in results(round_of(cards)).values()} == {("push", "0.00")}


# With a royal flush, $25 with three times on every street wins 10 x 25 x 500 = $125,000.
ROYAL = ("Ah Kh Qh Jh Th", "25.00", ("75.00", "75.00", "75.00"))


@clause("crown 8.2")
@pytest.mark.parametrize("most", ["125000.00", "125000.01", "1000000.00", None])
def test_8_2__a_win_up_to_the_maximum_payout_is_paid_whole(most: str | None):
    state = round_of(*ROYAL, setup=crown(max_payout_cents=most and cents(most)))
    assert [won for _, won, _ in results(state).values()] == ["12500.00", "37500.00", "37500.00", "37500.00"]
    assert {(result.cut_cents, result.cap) for result in state.results} == {(0, None)}


@clause("crown 8.2")
@pytest.mark.parametrize(
    ("most", "won"),
    [
        ("124999.99", ["12500.00", "37500.00", "37500.00", "37499.99"]),
        ("100000.00", ["12500.00", "37500.00", "37500.00", "12500.00"]),
        ("87500.00", ["12500.00", "37500.00", "37500.00", "0.00"]),
        ("87499.99", ["12500.00", "37500.00", "37499.99", "0.00"]),
        ("50000.00", ["12500.00", "37500.00", "0.00", "0.00"]),
        ("10000.00", ["10000.00", "0.00", "0.00", "0.00"]),
    ],
)
def test_8_2__over_it_the_hand_is_cut_from_fifth_street_backwards(most: str, won: list[str]):
    state = round_of(*ROYAL, setup=crown(max_payout_cents=cents(most)))
    assert [won for _, won, _ in results(state).values()] == won
    assert [returned for _, _, returned in results(state).values()] == ["25.00", "75.00", "75.00", "75.00"]
    assert {outcome for outcome, _, _ in results(state).values()} == {"win"}
    assert net_cents(state, 1) == cents(most)
    assert sum(result.cut_cents for result in state.results) == 125_000_00 - cents(most)
    assert {result.cap for result in state.results if result.cut_cents} == {"crown 8.2"}


@clause("crown 8.2")
def test_8_2__the_maximum_payout_is_for_each_hand():
    script = """
        1 ante 10; 2 ante 10; deal 2h 3h 7h 8h 9h Jh Kh
        1 place 10; 2 place 10; reveal; 1 place 10; 2 place 10; reveal; 1 place 10; 2 place 10; reveal; settle
    """
    state = go("crown", crown(((1, "ann"), (2, "ben")), max_payout_cents=200_00), script)
    assert [net_cents(state, position) for position in (1, 2)] == [200_00, 200_00]


@clause("crown 8.2")
def test_8_2__a_jackpot_prize_is_not_under_the_maximum_payout():
    state = round_of("2h 7h 9h Jh Kh", setup=with_jackpot(max_payout_cents=100_00), before="1 jackpot 5")
    assert sum(cents(results(state)[wager][1]) for wager in MAIN_WAGERS) == 100_00
    assert results(state)["jackpot"] == ("win", "500.00", "0.00")


@clause("crown 8.2", "crown 6.2.3")
@pytest.mark.parametrize(
    ("chips", "most", "won"),
    [
        ((2_50,), "125000.00", ["12500.00", "37500.00", "37500.00", "37500.00"]),
        ((2_50,), "124999.99", ["12500.00", "37500.00", "37500.00", "37497.50"]),
        ((2_50,), "124997.50", ["12500.00", "37500.00", "37500.00", "37497.50"]),
        ((2_50,), "124997.49", ["12500.00", "37500.00", "37500.00", "37495.00"]),
        ((2_50,), "87502.49", ["12500.00", "37500.00", "37500.00", "0.00"]),
        ((2_50,), "2.49", ["0.00", "0.00", "0.00", "0.00"]),
        ((2_00, 5_00), "87504.00", ["12500.00", "37500.00", "37500.00", "4.00"]),
        ((2_00, 5_00), "87503.00", ["12500.00", "37500.00", "37500.00", "2.00"]),
        ((2_00, 5_00), "87501.00", ["12500.00", "37500.00", "37500.00", "0.00"]),
    ],
)
def test_8_2__a_win_cut_to_the_maximum_payout_is_an_amount_that_chips_can_pay(
    chips: tuple[int, ...], most: str, won: list[str]
):
    state = round_of(*ROYAL, setup=crown(max_payout_cents=cents(most), chips_cents=chips))
    assert [won for _, won, _ in results(state).values()] == won
    assert sum(result.won_cents + result.cut_cents for result in state.results) == 125_000_00


@clause("crown table 1", "crown 8.2")
def test_table_1__odds_of_the_main_wagers():
    tables = rulebook("crown").wagers["ante"].tables
    assert list(tables) == ["main"]
    assert tables["main"].offered.value is True
    assert {hand: str(pay.value) for hand, pay in tables["main"].pays.items()} == {
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
