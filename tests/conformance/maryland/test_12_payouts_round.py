"""maryland .12: what a round pays, and its limit."""

import pytest
from tests.clauses import clause
from tests.conformance.maryland.rounds import MAIN, bonuses, maryland, played, refused_setup
from tests.conformance.table import bounds

ROYAL = ("Ah Kh", "Qh Jh Th")
STRAIGHT_FLUSH = ("9h Kh", "Qh Jh Th")


@pytest.mark.parametrize(
    ("hole", "community", "odds"),
    [
        pytest.param("Ah Kh", "Qh Jh Th", 500, marks=clause("maryland .12A(1)")),
        pytest.param("9h Kh", "Qh Jh Th", 100, marks=clause("maryland .12A(2)")),
        pytest.param("Ah 2h", "3h 4h 5h", 100, marks=clause("maryland .12A(2)")),
        pytest.param("9s 9h", "9d 9c 2s", 40, marks=clause("maryland .12A(3)")),
        pytest.param("9s 9h", "9d 2c 2s", 10, marks=clause("maryland .12A(4)")),
        pytest.param("Ah 9h", "7h 4h 2h", 6, marks=clause("maryland .12A(5)")),
        pytest.param("As 2h", "3h 4h 5h", 4, marks=clause("maryland .12A(6)")),
        pytest.param("2s 2h", "2d 9c Kd", 3, marks=clause("maryland .12A(7)")),
        pytest.param("2s 2h", "3d 3c Kd", 2, marks=clause("maryland .12A(8)")),
        pytest.param("As Ah", "2d 5c 9d", 1, marks=clause("maryland .12A(9)")),
        pytest.param("Js Jh", "2d 5c 9d", 1, marks=clause("maryland .12A(9)")),
    ],
)
def test_12a__every_main_wager_is_paid_at_the_odds_of_the_hand(hole: str, community: str, odds: int):
    table = played(hole, community, ante="5", bets=(1, 2, 3), table=maryland())
    assert [table.paid(wager) for wager in MAIN] == [
        ("win", odds * 5_00, 5_00),
        ("win", odds * 5_00, 5_00),
        ("win", odds * 10_00, 10_00),
        ("win", odds * 15_00, 15_00),
    ]


@clause("maryland .12A(10)")
@pytest.mark.parametrize(
    ("hole", "outcome"), [("5s 5h", "lose"), ("6s 6h", "push"), ("Ts Th", "push"), ("Js Jh", "win")]
)
def test_12a_10__a_pair_of_6s_to_10s_pushes(hole: str, outcome: str):
    assert played(hole, "2d 4c Kd", table=maryland()).paid("ante")[0] == outcome


@clause("maryland .12B", "maryland .12B(1)", "maryland .12B(2)")
@pytest.mark.parametrize(
    ("minimum", "ante", "won"),
    [
        ("5.00", "9.99", (4_995_00, 14_985_00, 14_985_00, 14_985_00)),
        ("5.00", "10.00", (5_000_00, 15_000_00, 15_000_00, 15_000_00)),
        ("5.00", "10.01", (5_005_00, 15_015_00, 15_015_00, 14_965_00)),
        ("9.99", "10.01", (5_005_00, 15_015_00, 15_015_00, 14_965_00)),
        ("10.00", "10.00", (5_000_00, 15_000_00, 15_000_00, 15_000_00)),
        ("10.00", "10.01", (5_005_00, 15_015_00, 15_015_00, 14_965_00)),
        ("10.00", "25.00", (12_500_00, 37_500_00, 0, 0)),
        ("10.00", "100.00", (50_000_00, 0, 0, 0)),
        ("10.00", "100.01", (50_000_00, 0, 0, 0)),
        ("10.01", "10.01", (5_005_00, 15_015_00, 15_015_00, 15_015_00)),
        ("10.01", "10.02", (5_010_00, 15_030_00, 15_030_00, 14_980_00)),
        ("15.00", "14.99 unnoticed", (7_495_00, 22_485_00, 22_485_00, 22_485_00)),
        ("15.00", "15.00", (7_500_00, 22_500_00, 22_500_00, 22_500_00)),
        ("15.00", "15.01", (7_505_00, 22_515_00, 22_515_00, 22_465_00)),
        ("15.00", "25.00", (12_500_00, 37_500_00, 25_000_00, 0)),
    ],
)
def test_12b__a_royal_flush_at_three_times_everywhere(minimum: str, ante: str, won: tuple[int, int, int, int]):
    table = played(*ROYAL, ante=ante, bets=(3, 3, 3), table=maryland(limits={"ante": bounds(minimum)}))
    assert tuple(table.result(wager).won_cents for wager in MAIN) == won
    assert {table.result(wager).outcome.value for wager in MAIN} == {"win"}
    stakes = table.state.hands[1].stakes
    assert [table.result(wager).returned_cents for wager in MAIN] == [stakes[wager].cents for wager in MAIN]


@pytest.mark.parametrize(
    ("minimum", "limit", "arm"),
    [
        pytest.param("5.00", 50_000_00, ".12B(1)", marks=clause("maryland .12B", "maryland .12B(1)")),
        pytest.param("10.00", 50_000_00, ".12B(1)", marks=clause("maryland .12B", "maryland .12B(1)")),
        pytest.param("10.01", 50_050_00, ".12B(2)", marks=clause("maryland .12B", "maryland .12B(2)")),
        pytest.param("15.00", 75_000_00, ".12B(2)", marks=clause("maryland .12B", "maryland .12B(2)")),
    ],
)
def test_12b__the_limit_is_the_greater_of_two_amounts_and_what_it_takes_off_is_told(minimum: str, limit: int, arm: str):
    table = played(*ROYAL, ante="50", bets=(3, 3, 3), table=maryland(limits={"ante": bounds(minimum)}))
    assert sum(table.result(wager).won_cents for wager in MAIN) == limit
    assert sum(table.result(wager).cut_cents for wager in MAIN) == 250_000_00 - limit
    assert {table.result(wager).cap for wager in MAIN if table.result(wager).cut_cents} == {f"maryland {arm}"}
    assert table.net() == limit
    assert (table.balance("house"), table.balance("round")) == (-limit, 0)


@clause("maryland .12B(1)")
@pytest.mark.parametrize(("ante", "won"), [("49.99", 49_990_00), ("50.00", 50_000_00), ("50.01", 50_000_00)])
def test_12b_1__it_holds_for_every_hand_and_where_no_minimum_is_named(ante: str, won: int):
    table = played(*STRAIGHT_FLUSH, ante=ante, bets=(3, 3, 3), table=maryland())
    assert table.net() == won


@clause("maryland .12B")
def test_12b__it_bounds_each_hand_by_itself():
    table = maryland("ann ben").do("1 ante 100", "2 ante 100", "deal Qh Kh 8h 7h 9h Th Jh")
    for _ in range(3):
        table.do("1 bet 3x", "2 bet 3x", "reveal")
    table.do("settle")
    assert (table.net(1), table.net(2)) == (50_000_00, 50_000_00)


@clause("maryland .12B")
def test_12b__it_bounds_the_main_wagers_only():
    wagers = ("three-card-bonus 100", "six-card-bonus 5")
    table = played("Ad Kd", "Ah Kh Qh", *wagers, ante="1000", bonus="Qd Jd Td 9d")
    assert sum(table.result(wager).won_cents for wager in MAIN) == 8_000_00
    assert table.paid("three-card-bonus") == ("win", 5_000_00, 100_00)
    assert table.paid("six-card-bonus") == ("win", 1_000_000_00, 5_00)
    royal = played(*ROYAL, *wagers, ante="100", bets=(3, 3, 3), bonus="2c 7d Jc Kc")
    assert sum(royal.result(wager).won_cents for wager in MAIN) == 50_000_00
    assert royal.paid("three-card-bonus") == ("win", 4_000_00, 100_00)


@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        pytest.param("9s 9h", "9d 9c 2s", 300, marks=clause("maryland .12C(1)(c)")),
        pytest.param("9s 9h", "9d 2c 2s", 50, marks=clause("maryland .12C(1)(d)", "maryland .12C(2)")),
        pytest.param("Ah 9h", "7h 4h 2h", 40, marks=clause("maryland .12C(1)(e)")),
        pytest.param("As 2h", "3h 4h 5h", 30, marks=clause("maryland .12C(1)(f)")),
        pytest.param("2s 2h", "2d 9c Kd", 9, marks=clause("maryland .12C(1)(g)")),
    ],
)
@pytest.mark.parametrize("cost", [1, 5])
def test_12c_1__the_progressive_pays_for_one_without_the_stake(hole: str, community: str, won: int, cost: int):
    table = played(hole, community, f"progressive {cost}", table=maryland(progressive=True))
    assert table.paid("progressive") == ("win", won * cost * 100, 0)


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        pytest.param(ROYAL, ".12C(1)(a)", marks=clause("maryland .12C(1)(a)")),
        pytest.param(STRAIGHT_FLUSH, ".12C(1)(b)", marks=clause("maryland .12C(1)(b)")),
    ],
)
def test_12c_1__a_share_of_the_meter_is_not_settled_without_the_meter(cards: tuple[str, str], row: str):
    table = maryland(progressive=True).do("1 ante 5", "1 progressive 1", f"deal {' '.join(cards)}")
    table.do(*("1 bet 1x", "reveal") * 3)
    assert table.refuses("settle") == ("meter-prize", row)


@clause("maryland .12C(5)")
@pytest.mark.parametrize("amount", ["0.99", "1.01", "2", "4.99", "5.01", "6"])
def test_12c_5__a_progressive_wager_is_1_or_5_dollars(amount: str):
    assert maryland(progressive=True).do("1 ante 5").refuses(f"1 progressive {amount}") == ("wrong-cost", ".12C(5)")


@clause("maryland .12C(5)")
def test_12c_5__a_table_may_take_only_one_of_the_two():
    table = maryland(progressive=True, costs_cents={"progressive": 5_00}).do("1 ante 5")
    assert table.refuses("1 progressive 1") == ("wrong-cost", ".12C(5)")
    table.do("1 progressive 5")
    assert refused_setup(progressive=True, costs_cents={"progressive": 2_00}) == ("wrong-cost", ".12C(5)")


HANDS = {
    "mini-royal": "Ah Kh Qh",
    "straight-flush": "Kh Qh Jh",
    "three-of-a-kind": "5h 5s 5d",
    "straight": "Kh Qh Js",
    "flush": "Kh 7h 2h",
    "pair": "5h 5s Kd",
}


@pytest.mark.parametrize(
    ("name", "odds"),
    [
        pytest.param("A", (40, 40, 30, 6, 4, 1), marks=clause("maryland .12D", "maryland .12D(1)")),
        pytest.param("B", (40, 40, 30, 5, 4, 1), marks=clause("maryland .12D", "maryland .12D(2)")),
        pytest.param("C", (50, 40, 30, 5, 4, 1), marks=clause("maryland .12D", "maryland .12D(3)")),
        pytest.param("D", (50, 40, 30, 6, 3, 1), marks=clause("maryland .12D", "maryland .12D(4)")),
        pytest.param("E", (40, 40, 30, 6, 3, 1), marks=clause("maryland .12D", "maryland .12D(5)")),
        pytest.param("F", (50, 40, 30, 6, 4, 1), marks=clause("maryland .12D", "maryland .12D(6)")),
    ],
)
def test_12d__the_three_card_bonus_is_paid_by_the_chosen_table(name: str, odds: tuple[int, ...]):
    """A mini-royal is a straight flush where the table does not name it."""
    for (hand, community), paid in zip(HANDS.items(), odds, strict=True):
        table = played("9c 4d", community, "three-card-bonus 5", table=maryland(three=name))
        assert table.paid("three-card-bonus") == ("win", paid * 5_00, 5_00), hand


@clause("maryland .12D")
def test_12d__there_is_no_seventh_table():
    assert refused_setup(three="G") == ("no-such-table", ".07F(4)")


@pytest.mark.parametrize(
    ("hole", "bonus", "won_a", "won_b"),
    [
        pytest.param("Ad Kd", "Qd Jd Td 9d", 1_000_000, 100_000, marks=clause("maryland .12E(1)(a)")),
        pytest.param(
            "Ah Kh", "Qh Jh Th 9h", 100_000, 100_000, marks=clause("maryland .12E(1)(b)", "maryland .12E(2)(a)")
        ),
        pytest.param("Ah Kh", "Qh Jh Th 2c", 2_000, 2_000, marks=clause("maryland .12E(1)(c)", "maryland .12E(2)(b)")),
        pytest.param("9h Kh", "Qh Jh Th 2c", 400, 400, marks=clause("maryland .12E(1)(d)", "maryland .12E(2)(c)")),
        pytest.param("9s 9h", "9d 9c 2s 4d", 100, 100, marks=clause("maryland .12E(1)(e)", "maryland .12E(2)(d)")),
        pytest.param("9s 9h", "9d 2c 2s 4d", 40, 40, marks=clause("maryland .12E(1)(f)", "maryland .12E(2)(e)")),
        pytest.param("Ah 9h", "7h 4h 2h 4d", 30, 30, marks=clause("maryland .12E(1)(g)", "maryland .12E(2)(f)")),
        pytest.param("As 2h", "3h 4h 5h Kd", 20, 20, marks=clause("maryland .12E(1)(h)", "maryland .12E(2)(g)")),
        pytest.param("2s 2h", "2d 9c Kd 4d", 10, 10, marks=clause("maryland .12E(1)(i)", "maryland .12E(2)(h)")),
    ],
)
def test_12e__the_six_card_bonus_is_paid_by_table_a_or_b(hole: str, bonus: str, won_a: int, won_b: int):
    for six, won in (("A", won_a), ("B", won_b)):
        wagers = ("three-card-bonus 2", "six-card-bonus 2")
        table = played(hole, "6c 8c Jc", *wagers, bonus=bonus, table=bonuses(six=six))
        assert table.paid("six-card-bonus") == ("win", won * 100, 2_00)


@clause("maryland .12E")
def test_12e__there_is_no_table_c():
    assert refused_setup(dealing="automatic", three="A", six="C") == ("no-such-table", ".07F(5)")
