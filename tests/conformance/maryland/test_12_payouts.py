"""maryland .12: odds, limits, the meter and the Envy Bonus."""

import pytest
from tests.clauses import clause

from mississippi_stud.money import Currency
from mississippi_stud.rulebooks import rulebook


def pays(wager: str, table: str) -> dict[str, str]:
    rows = rulebook("maryland").wagers[wager].tables[table].pays
    return {hand: str(pay.value) for hand, pay in rows.items()}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        pytest.param("royal-flush", "500 to 1", marks=clause("maryland .12A(1)")),
        pytest.param("straight-flush", "100 to 1", marks=clause("maryland .12A(2)")),
        pytest.param("four-of-a-kind", "40 to 1", marks=clause("maryland .12A(3)")),
        pytest.param("full-house", "10 to 1", marks=clause("maryland .12A(4)")),
        pytest.param("flush", "6 to 1", marks=clause("maryland .12A(5)")),
        pytest.param("straight", "4 to 1", marks=clause("maryland .12A(6)")),
        pytest.param("three-of-a-kind", "3 to 1", marks=clause("maryland .12A(7)")),
        pytest.param("two-pair", "2 to 1", marks=clause("maryland .12A(8)")),
        pytest.param("jacks-or-better", "1 to 1", marks=clause("maryland .12A(9)")),
        pytest.param("pair-of-6s-to-10s", "push", marks=clause("maryland .12A(10)")),
    ],
)
def test_12a__what_each_hand_pays(hand: str, odds: str):
    assert pays("ante", "main")[hand] == odds


@clause("maryland .12A")
def test_12a__ten_hands_are_paid_or_push_by_one_table():
    book = rulebook("maryland")
    assert len(pays("ante", "main")) == 10
    assert {name: table.offered.value for name, table in book.wagers["ante"].tables.items()} == {"main": True}
    assert book.money.uneven_payment.value == "up-to-the-cent"


@clause("maryland .12B", "maryland .12B(1)", "maryland .12B(2)")
def test_12b__a_hand_wins_at_most_50000_dollars_or_what_a_minimum_ante_can_win():
    book = rulebook("maryland")
    assert list(book.caps) == ["hand"]
    cap = book.caps["hand"]
    assert cap.wagers.value == ("ante", "third-street", "fourth-street", "fifth-street")
    assert (cap.bounds.value, cap.amount.value) == ("won", "or-win-of-minimum-ante")
    assert cap.cents.value == 50_000_00


@clause("maryland .12B(1)")
def test_12b_1__the_dollars_are_those_of_the_united_states():
    assert rulebook("maryland").money.currency.value is Currency.USD


@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        pytest.param("royal-flush", "100% of the meter", marks=clause("maryland .12C(1)(a)")),
        pytest.param("straight-flush", "10% of the meter", marks=clause("maryland .12C(1)(b)")),
        pytest.param("four-of-a-kind", "300 for 1", marks=clause("maryland .12C(1)(c)")),
        pytest.param("full-house", "50 for 1", marks=clause("maryland .12C(1)(d)")),
        pytest.param("flush", "40 for 1", marks=clause("maryland .12C(1)(e)")),
        pytest.param("straight", "30 for 1", marks=clause("maryland .12C(1)(f)")),
        pytest.param("three-of-a-kind", "9 for 1", marks=clause("maryland .12C(1)(g)")),
    ],
)
def test_12c_1__what_the_progressive_pays(hand: str, prize: str):
    assert pays("progressive", "main")[hand] == prize


@clause("maryland .12C(1)")
def test_12c_1__seven_hands_win_the_progressive_and_a_pair_does_not():
    progressive = rulebook("maryland").wagers["progressive"]
    assert len(pays("progressive", "main")) == 7
    assert {name: table.offered.value for name, table in progressive.tables.items()} == {"main": True}
    assert progressive.on_push.value == "lost"


@clause("maryland .12C(3)(b)")
def test_12c_3_b__a_meter_starts_and_resets_at_10000_dollars_at_least():
    jackpot = rulebook("maryland").jackpot
    assert jackpot.minimum_reset_cents.value == 10_000_00
    assert jackpot.never_below_seed.value is False


@clause("maryland .12C(4)")
def test_12c_4__each_winner_is_paid_from_the_meter_as_it_stands_at_the_players_turn():
    jackpot = rulebook("maryland").jackpot
    assert (jackpot.sharing.value, jackpot.rounding.value) == ("in-turn", "exact")


@clause("maryland .12C(5)")
def test_12c_5__the_progressive_costs_1_or_5_dollars():
    book = rulebook("maryland")
    assert book.wagers["progressive"].costs_cents.value == (1_00, 5_00)
    assert list(book.jackpot.bonus.prizes_cents) == ["1.00", "5.00"]


@pytest.mark.parametrize(
    ("cost", "hand", "cents"),
    [
        pytest.param("1.00", "royal-flush", 1_000_00, marks=clause("maryland .12C(5)(a)", "maryland .12C(5)(a)(i)")),
        pytest.param("1.00", "straight-flush", 300_00, marks=clause("maryland .12C(5)(a)", "maryland .12C(5)(a)(ii)")),
        pytest.param("5.00", "royal-flush", 5_000_00, marks=clause("maryland .12C(5)(b)", "maryland .12C(5)(b)(i)")),
        pytest.param(
            "5.00", "straight-flush", 1_500_00, marks=clause("maryland .12C(5)(b)", "maryland .12C(5)(b)(ii)")
        ),
    ],
)
def test_12c_5__the_envy_bonus_by_cost_and_hand(cost: str, hand: str, cents: int):
    assert rulebook("maryland").jackpot.bonus.prizes_cents[cost][hand].value == cents


@clause("maryland .12D")
def test_12d__one_of_six_three_card_bonus_tables_is_selected():
    tables = rulebook("maryland").wagers["three-card-bonus"].tables
    assert {name: table.offered.value for name, table in tables.items()} == dict.fromkeys("ABCDEF", True)


def rows(table: str, letters: str) -> pytest.MarkDecorator:
    """The mark of a table, (1) to (6), and of each of its rows."""
    return clause(f"maryland .12D{table}", *(f"maryland .12D{table}({letter})" for letter in letters))


@pytest.mark.parametrize(
    ("table", "mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
    [
        pytest.param("A", None, "40 to 1", "30 to 1", "6 to 1", "4 to 1", "1 to 1", marks=rows("(1)", "abcde")),
        pytest.param("B", None, "40 to 1", "30 to 1", "5 to 1", "4 to 1", "1 to 1", marks=rows("(2)", "abcde")),
        pytest.param("C", "50 to 1", "40 to 1", "30 to 1", "5 to 1", "4 to 1", "1 to 1", marks=rows("(3)", "abcdef")),
        pytest.param("D", "50 to 1", "40 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1", marks=rows("(4)", "abcdef")),
        pytest.param("E", None, "40 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1", marks=rows("(5)", "abcde")),
        pytest.param("F", "50 to 1", "40 to 1", "30 to 1", "6 to 1", "4 to 1", "1 to 1", marks=rows("(6)", "abcdef")),
    ],
)
def test_12d__what_each_three_card_bonus_table_pays(
    table: str, mini_royal: str | None, straight_flush: str, three_of_a_kind: str, straight: str, flush: str, pair: str
):
    best = {"mini-royal": mini_royal} if mini_royal else {}
    assert pays("three-card-bonus", table) == best | {
        "straight-flush": straight_flush,
        "three-of-a-kind": three_of_a_kind,
        "straight": straight,
        "flush": flush,
        "pair": pair,
    }


@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        pytest.param("super-royal-of-diamonds", "$1000000.00", marks=clause("maryland .12E(1)(a)")),
        pytest.param("super-royal", "$100000.00", marks=clause("maryland .12E(1)(b)")),
        pytest.param("royal-flush", "1000 to 1", marks=clause("maryland .12E(1)(c)")),
        pytest.param("straight-flush", "200 to 1", marks=clause("maryland .12E(1)(d)")),
        pytest.param("four-of-a-kind", "50 to 1", marks=clause("maryland .12E(1)(e)")),
        pytest.param("full-house", "20 to 1", marks=clause("maryland .12E(1)(f)")),
        pytest.param("flush", "15 to 1", marks=clause("maryland .12E(1)(g)")),
        pytest.param("straight", "10 to 1", marks=clause("maryland .12E(1)(h)")),
        pytest.param("three-of-a-kind", "5 to 1", marks=clause("maryland .12E(1)(i)")),
    ],
)
def test_12e_1__what_six_card_bonus_table_a_pays(hand: str, prize: str):
    assert pays("six-card-bonus", "A")[hand] == prize


@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        pytest.param("super-royal", "$100000.00", marks=clause("maryland .12E(2)(a)")),
        pytest.param("royal-flush", "1000 to 1", marks=clause("maryland .12E(2)(b)")),
        pytest.param("straight-flush", "200 to 1", marks=clause("maryland .12E(2)(c)")),
        pytest.param("four-of-a-kind", "50 to 1", marks=clause("maryland .12E(2)(d)")),
        pytest.param("full-house", "20 to 1", marks=clause("maryland .12E(2)(e)")),
        pytest.param("flush", "15 to 1", marks=clause("maryland .12E(2)(f)")),
        pytest.param("straight", "10 to 1", marks=clause("maryland .12E(2)(g)")),
        pytest.param("three-of-a-kind", "5 to 1", marks=clause("maryland .12E(2)(h)")),
    ],
)
def test_12e_2__what_six_card_bonus_table_b_pays(hand: str, prize: str):
    assert pays("six-card-bonus", "B")[hand] == prize


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
    assert pays("six-card-bonus", table) == {
        "royal-flush": "1000 to 1",
        "straight-flush": "200 to 1",
        "four-of-a-kind": four_of_a_kind,
        "full-house": full_house,
        "flush": flush,
        "straight": straight,
        "three-of-a-kind": three_of_a_kind,
    }
