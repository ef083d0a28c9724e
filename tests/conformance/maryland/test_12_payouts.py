"""maryland .12: odds, limits, the meter and the Envy Bonus."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.maryland.tables import MAIN, bonuses, maryland, played, refused_table, result
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, Floor, added, floor, paid
from tests.script import bounds, go, refused, results

from mississippi_stud.jackpot import MeterOffer, OpenMeter
from mississippi_stud.money import text as dollars
from mississippi_stud.round.transfers import net_cents
from mississippi_stud.rulebooks import rulebook


def pay_table(wager: str, table: str) -> dict[str, str]:
    rows = rulebook("maryland").wagers[wager].tables[table].pays
    return {hand: str(pay.value) for hand, pay in rows.items()}


@clause("maryland .12A")
def test_12a__ten_hands_are_paid_or_push_by_one_table():
    book = rulebook("maryland")
    assert len(pay_table("ante", "main")) == 10
    assert {name: table.offered.value for name, table in book.wagers["ante"].tables.items()} == {"main": True}
    assert book.money.uneven_payment.value == "up-to-the-cent"


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
    state = played(hole, community, ante="5", bets=(1, 2, 3), setup=maryland())
    assert [results(state)[wager] for wager in MAIN] == [
        ("win", dollars(odds * 5_00), "5.00"),
        ("win", dollars(odds * 5_00), "5.00"),
        ("win", dollars(odds * 10_00), "10.00"),
        ("win", dollars(odds * 15_00), "15.00"),
    ]


@clause("maryland .12A(10)")
@pytest.mark.parametrize(
    ("hole", "outcome"), [("5s 5h", "lose"), ("6s 6h", "push"), ("Ts Th", "push"), ("Js Jh", "win")]
)
def test_12a_10__a_pair_of_6s_to_10s_pushes(hole: str, outcome: str):
    assert results(played(hole, "2d 4c Kd", setup=maryland()))["ante"][0] == outcome


@clause("maryland .12B", "maryland .12B(1)", "maryland .12B(2)")
def test_12b__a_hand_wins_at_most_50000_dollars_or_what_a_minimum_ante_can_win():
    book = rulebook("maryland")
    assert list(book.caps) == ["hand"]
    cap = book.caps["hand"]
    assert cap.wagers.value == ("ante", "third-street", "fourth-street", "fifth-street")
    assert (cap.bounds.value, cap.amount.value) == ("won", "or-win-of-minimum-ante")
    assert cap.cents.value == 50_000_00


ROYAL_FLUSH = ("Ah Kh", "Qh Jh Th")


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
    state = played(*ROYAL_FLUSH, ante=ante, bets=(3, 3, 3), setup=maryland(limits={"ante": bounds(minimum)}))
    assert tuple(result(state, wager).won_cents for wager in MAIN) == won
    assert {result(state, wager).outcome.value for wager in MAIN} == {"win"}
    stakes = state.hands[1].stakes
    assert [result(state, wager).returned_cents for wager in MAIN] == [stakes[wager].cents for wager in MAIN]


@pytest.mark.parametrize(
    ("minimum", "limit", "arm"),
    [
        pytest.param("5.00", 50_000_00, "maryland .12B(1)", marks=clause("maryland .12B", "maryland .12B(1)")),
        pytest.param("10.00", 50_000_00, "maryland .12B(1)", marks=clause("maryland .12B", "maryland .12B(1)")),
        pytest.param("10.01", 50_050_00, "maryland .12B(2)", marks=clause("maryland .12B", "maryland .12B(2)")),
        pytest.param("15.00", 75_000_00, "maryland .12B(2)", marks=clause("maryland .12B", "maryland .12B(2)")),
    ],
)
def test_12b__the_limit_is_the_greater_of_two_amounts_and_what_it_takes_off_is_told(minimum: str, limit: int, arm: str):
    state = played(*ROYAL_FLUSH, ante="50", bets=(3, 3, 3), setup=maryland(limits={"ante": bounds(minimum)}))
    assert sum(result(state, wager).won_cents for wager in MAIN) == limit
    assert sum(result(state, wager).cut_cents for wager in MAIN) == 250_000_00 - limit
    assert {result(state, wager).cap for wager in MAIN if result(state, wager).cut_cents} == {arm}
    assert net_cents(state, 1) == limit


@clause("maryland .12B")
def test_12b__it_bounds_each_hand_by_itself():
    state = go("maryland", maryland("ann ben"), "1 ante 100; 2 ante 100; deal Qh Kh 8h 7h 9h Th Jh")
    for _ in range(3):
        state = go("maryland", state, "1 place 300; 2 place 300; reveal")
    state = go("maryland", state, "settle")
    assert (net_cents(state, 1), net_cents(state, 2)) == (50_000_00, 50_000_00)


@clause("maryland .12B")
def test_12b__it_bounds_the_main_wagers_only():
    wagers = ("three-card-bonus 100", "six-card-bonus 5")
    state = played("Ad Kd", "Ah Kh Qh", *wagers, ante="1000", bonus="Qd Jd Td 9d")
    assert sum(result(state, wager).won_cents for wager in MAIN) == 8_000_00
    assert results(state)["three-card-bonus"] == ("win", "5000.00", "100.00")
    assert results(state)["six-card-bonus"] == ("win", "1000000.00", "5.00")
    royal = played(*ROYAL_FLUSH, *wagers, ante="100", bets=(3, 3, 3), bonus="2c 7d Jc Kc")
    assert sum(result(royal, wager).won_cents for wager in MAIN) == 50_000_00
    assert results(royal)["three-card-bonus"] == ("win", "4000.00", "100.00")


STRAIGHT_FLUSH = ("9h Kh", "Qh Jh Th")


@clause("maryland .12B(1)")
@pytest.mark.parametrize(("ante", "won"), [("49.99", 49_990_00), ("50.00", 50_000_00), ("50.01", 50_000_00)])
def test_12b_1__it_holds_for_every_hand_and_where_no_minimum_is_named(ante: str, won: int):
    assert rulebook("maryland").money.currency.value == "USD"
    state = played(*STRAIGHT_FLUSH, ante=ante, bets=(3, 3, 3), setup=maryland())
    assert net_cents(state, 1) == won


@clause("maryland .12C(1)")
def test_12c_1__seven_hands_win_the_progressive_and_a_pair_does_not():
    progressive = rulebook("maryland").wagers["progressive"]
    assert len(pay_table("progressive", "main")) == 7
    assert {name: table.offered.value for name, table in progressive.tables.items()} == {"main": True}
    assert progressive.on_push.value == "lost"


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
    state = played(hole, community, f"progressive {cost}", setup=maryland(progressive=True))
    assert results(state)["progressive"] == ("win", dollars(won * cost * 100), "0.00")


@pytest.mark.parametrize(
    ("cards", "row"),
    [
        pytest.param(ROYAL_FLUSH, "maryland .12C(1)(a)", marks=clause("maryland .12C(1)(a)", "maryland .11I(4)(d)")),
        pytest.param(STRAIGHT_FLUSH, "maryland .12C(1)(b)", marks=clause("maryland .12C(1)(b)")),
    ],
)
def test_12c_1__a_share_of_the_meter_is_not_settled_without_the_meter(cards: tuple[str, str], row: str):
    state = go("maryland", maryland(progressive=True), f"1 ante 5; 1 progressive 1; deal {' '.join(cards)}")
    state = go("maryland", state, "1 place 5; reveal; " * 3)
    assert refused("maryland", state, "settle") == ("meter-prize", row)


@clause("maryland .12C(1)", "maryland .11I(4)(d)", "maryland .12C(2)")
@pytest.mark.parametrize(
    ("hole", "community", "dollars"),
    [
        pytest.param("9s 9d", "9h 9c 2s", 300, marks=clause("maryland .12C(1)(c)")),
        pytest.param("9s 9d", "9h 2c 2s", 50, marks=clause("maryland .12C(1)(d)")),
        pytest.param("2h 3h", "Qh Jh Th", 40, marks=clause("maryland .12C(1)(e)")),
        pytest.param("9c 8d", "Qh Jh Th", 30, marks=clause("maryland .12C(1)(f)")),
        pytest.param("9s 9d", "9h 3c 2s", 9, marks=clause("maryland .12C(1)(g)")),
        ("9s 9d", "3h 3c 2s", None),
    ],
)
@pytest.mark.parametrize("cost", [1, 5])
def test_12c_1__the_lesser_prizes_are_for_1_and_not_of_the_meter(hole, community, dollars, cost):
    casino = floor("maryland", cost_cents=cost * 100)
    assert casino.round({1: hole}, community) == ([(1, "progressive", dollars * cost)] if dollars else [])
    assert casino.value() == 10_000 + Fraction(cost, 5)


@clause("maryland .12C(1)", "maryland .12C(1)(a)", "maryland .12C(1)(b)", "maryland .12C(3)(b)")
@pytest.mark.parametrize(
    ("hole", "won", "after"),
    [(ROYAL, "23456.78", "10000"), (LOW_STRAIGHT_FLUSH, "2345.67", "21111.11")],  # 10% is 2,345.678
)
def test_12c_1__royal_and_straight_flush(hole: str, won: str, after: str):
    casino = floor("maryland", "23455.78")
    assert casino.round({1: hole}) == [(1, "progressive", Fraction(won))]
    assert casino.value() == Fraction(after)


@clause("maryland .12C(2)")
def test_12c_2__only_the_best_hand_is_paid():
    assert len(floor("maryland").round({1: ROYAL})) == 1


@clause("maryland .12C(3)(a)")
@pytest.mark.parametrize(("rate", "grows"), [("0%", 0), ("20%", 1), ("99.99%", "4.9995"), ("100%", 5)])
def test_12c_3_a__the_rate_of_progression(rate: str, grows: object):
    casino = floor("maryland", rate=rate)
    casino.do(casino.register(1))
    assert casino.value() == 10_000 + Fraction(grows)


@clause("maryland .12C(3)(a)")
@pytest.mark.parametrize(("rate", "code"), [("100.01%", "rate-too-high"), ("", "no-rate"), ("0.2", "no-rate")])
def test_12c_3_a__a_rate_must_be_stated_and_is_at_most_all(rate: str, code: str):
    wrong = OpenMeter(meter="x", offer=MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate=rate))
    assert Floor("maryland").refused(wrong) == (code, "maryland .12C(3)(a)")


@clause("maryland .12C(3)(b)")
@pytest.mark.parametrize(("reset", "taken"), [(9_999_99, False), (10_000_00, True), (10_000_01, True)])
def test_12c_3_b__a_meter_starts_and_resets_at_10000_dollars_or_more(reset: int, taken: bool):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=5_00, seed_cents=reset, rate="20%"))
    if taken:
        assert Floor("maryland", opened).value("x") == Fraction(reset, 100)
    else:
        assert Floor("maryland").refused(opened) == ("reset-too-low", "maryland .12C(3)(b)")


@clause("maryland .12C(3)(b)", "maryland .12C(4)")
def test_12c_3_b__a_meter_goes_on_from_what_a_straight_flush_left():
    casino = floor("maryland", "9998.00")
    events = casino.round({1: "5h 6h", 2: "Th Jh"}, "7h 8h 9h")
    assert [each for each in events if each[1] == "progressive"] == [
        (2, "progressive", 1_000),
        (1, "progressive", 900),
    ]
    assert casino.value() == 8_100


@clause("maryland .12C(4)", "maryland .11I(4)(d)")
def test_12c_4__each_is_paid_from_the_meter_at_their_turn_from_the_dealers_right():
    assert rulebook("maryland").jackpot.rounding.value == "exact"
    casino = floor("maryland", "19998.00")
    meter = [each for each in casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH}) if each[1] == "progressive"]
    assert meter == [(2, "progressive", 2_000), (1, "progressive", 18_000)]
    other = floor("maryland", "19998.00")
    other.do(other.register(1, 2))
    events = other.do(other.record({1: LOW_STRAIGHT_FLUSH, 2: ROYAL}))
    meter = [each for each in paid(events) if each[1] == "progressive"]
    assert meter == [(2, "progressive", 20_000), (1, "progressive", 1_000)]  # the meter started again between them
    assert added(events) == [("reset", 10_000, "maryland .12C(3)(b)")]
    assert other.value() == 9_000


@clause("maryland .12C(5)")
@pytest.mark.parametrize(("cents", "taken"), [(99, False), (1_00, True), (1_01, False), (5_00, True), (10_00, False)])
def test_12c_5__the_progressive_costs_1_or_5_dollars(cents: int, taken: bool):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=cents, seed_cents=10_000_00, rate="20%"))
    if taken:
        Floor("maryland", opened)
    else:
        assert Floor("maryland").refused(opened) == ("wrong-cost", "maryland .12C(5)")


@clause("maryland .12C(5)")
@pytest.mark.parametrize("amount", ["0.99", "1.01", "2", "4.99", "5.01", "6"])
def test_12c_5__a_progressive_wager_is_1_or_5_dollars(amount: str):
    state = go("maryland", maryland(progressive=True), "1 ante 5")
    assert refused("maryland", state, f"1 progressive {amount}") == ("wrong-cost", "maryland .12C(5)")


@clause("maryland .12C(5)")
def test_12c_5__a_table_may_take_only_one_of_the_two():
    state = go("maryland", maryland(progressive=True, costs_cents={"progressive": 5_00}), "1 ante 5")
    assert refused("maryland", state, "1 progressive 1") == ("wrong-cost", "maryland .12C(5)")
    go("maryland", state, "1 progressive 5")
    assert refused_table(progressive=True, costs_cents={"progressive": 2_00}) == ("wrong-cost", "maryland .12C(5)")


@pytest.mark.parametrize(
    ("cost", "hole", "dollars"),
    [
        pytest.param(1, ROYAL, 1_000, marks=clause("maryland .12C(5)(a)", "maryland .12C(5)(a)(i)")),
        pytest.param(1, LOW_STRAIGHT_FLUSH, 300, marks=clause("maryland .12C(5)(a)", "maryland .12C(5)(a)(ii)")),
        pytest.param(5, ROYAL, 5_000, marks=clause("maryland .12C(5)(b)", "maryland .12C(5)(b)(i)")),
        pytest.param(5, LOW_STRAIGHT_FLUSH, 1_500, marks=clause("maryland .12C(5)(b)", "maryland .12C(5)(b)(ii)")),
    ],
)
def test_12c_5__the_envy_bonus_by_the_receivers_own_wager(cost: int, hole: str, dollars: int):
    prizes = floor("maryland", cost_cents=cost * 100).round({1: hole, 2: NOTHING})
    assert prizes[1:] == [(2, "envy-bonus", dollars)]


@clause("maryland .12D")
def test_12d__one_of_six_three_card_bonus_tables_is_selected():
    tables = rulebook("maryland").wagers["three-card-bonus"].tables
    assert {name: table.offered.value for name, table in tables.items()} == dict.fromkeys("ABCDEF", True)


def rows(table: str, letters: str) -> pytest.MarkDecorator:
    """The mark of a table, (1) to (6), and of each of its rows."""
    return clause("maryland .12D", f"maryland .12D{table}", *(f"maryland .12D{table}({letter})" for letter in letters))


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
        pytest.param("A", (40, 40, 30, 6, 4, 1), marks=rows("(1)", "abcde")),
        pytest.param("B", (40, 40, 30, 5, 4, 1), marks=rows("(2)", "abcde")),
        pytest.param("C", (50, 40, 30, 5, 4, 1), marks=rows("(3)", "abcdef")),
        pytest.param("D", (50, 40, 30, 6, 3, 1), marks=rows("(4)", "abcdef")),
        pytest.param("E", (40, 40, 30, 6, 3, 1), marks=rows("(5)", "abcde")),
        pytest.param("F", (50, 40, 30, 6, 4, 1), marks=rows("(6)", "abcdef")),
    ],
)
def test_12d__the_three_card_bonus_is_paid_by_the_chosen_table(name: str, odds: tuple[int, ...]):
    """A mini-royal is a straight flush where the table does not name it."""
    for (hand, community), times in zip(HANDS.items(), odds, strict=True):
        state = played("9c 4d", community, "three-card-bonus 5", setup=maryland(three=name))
        assert results(state)["three-card-bonus"] == ("win", dollars(times * 5_00), "5.00"), hand


@clause("maryland .12D")
def test_12d__there_is_no_seventh_table():
    assert refused_table(three="G") == ("no-such-table", "maryland .07F(4)")


@clause("maryland .12E", "maryland .12E(1)", "maryland .12E(2)")
def test_12e__table_a_or_b_is_selected_and_no_draft():
    tables = rulebook("maryland").wagers["six-card-bonus"].tables
    assert [name for name, table in tables.items() if table.offered.value] == ["A", "B"]
    assert (len(tables["A"].pays), len(tables["B"].pays)) == (9, 8)


@clause("maryland .12E")
@pytest.mark.parametrize(
    ("table", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"),
    [
        ("draft-A", "50 to 1", "25 to 1", "20 to 1", "10 to 1", "5 to 1"),
        ("draft-B", "100 to 1", "20 to 1", "15 to 1", "9 to 1", "8 to 1"),
        ("draft-C", "100 to 1", "20 to 1", "15 to 1", "10 to 1", "7 to 1"),
        ("draft-D", "50 to 1", "25 to 1", "15 to 1", "10 to 1", "5 to 1"),
    ],
)
def test_12e__what_the_four_struck_tables_paid(
    table: str, four_of_a_kind: str, full_house: str, flush: str, straight: str, three_of_a_kind: str
):
    assert pay_table("six-card-bonus", table) == {
        "royal-flush": "1000 to 1",
        "straight-flush": "200 to 1",
        "four-of-a-kind": four_of_a_kind,
        "full-house": full_house,
        "flush": flush,
        "straight": straight,
        "three-of-a-kind": three_of_a_kind,
    }


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
        state = played(hole, "6c 8c Jc", *wagers, bonus=bonus, setup=bonuses(six=six))
        assert results(state)["six-card-bonus"] == ("win", dollars(won * 100), "2.00")


@clause("maryland .12E")
def test_12e__there_is_no_table_c():
    assert refused_table(dealing="automatic", three="A", six="C") == ("no-such-table", "maryland .07F(5)")
