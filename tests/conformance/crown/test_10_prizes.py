"""crown 10: jackpot prizes."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook


@clause("crown 10.1.1")
def test_10_1_1__an_assistant_casino_manager_determines_the_prizes_of_royal_and_straight_flushes():
    assert rulebook("crown").staff.powers["validate-jackpot"].value == "tg-assistant-casino-manager"


@pytest.mark.parametrize(
    ("table", "pays"),
    [
        pytest.param(
            "option-1",
            {
                "royal-flush": "100% of the meter",
                "straight-flush": "10% of the meter",
                "four-of-a-kind": "500 for 1",
                "full-house": "150 for 1",
                "flush": "100 for 1",
            },
            marks=clause("crown table 4", "crown 10.1.1", "crown 10.1.2"),
        ),
        pytest.param(
            "option-2",
            {
                "royal-flush": "100% of the meter",
                "straight-flush": "10% of the meter",
                "four-of-a-kind": "600 for 1",
                "full-house": "100 for 1",
                "flush": "60 for 1",
                "straight": "40 for 1",
            },
            marks=clause("crown table 5", "crown 10.1.1", "crown 10.1.2"),
        ),
    ],
)
def test_tables_4_and_5__prizes(table: str, pays: dict[str, str]):
    tables = rulebook("crown").wagers["jackpot"].tables
    assert list(tables) == ["option-1", "option-2"]
    assert tables[table].offered.value is True
    assert {hand: str(pay.value) for hand, pay in tables[table].pays.items()} == pays


@clause("crown 10.2.1")
def test_10_2_1__prizes_use_the_meter_rounded_up_to_the_dollar():
    book = rulebook("crown")
    assert book.jackpot.rounding.value == "up-to-dollar"
    assert book.money.currency.value == "AUD"


@clause("crown 10.3")
def test_10_3__winners_of_one_round_share_by_the_formulas():
    assert rulebook("crown").jackpot.sharing.value == "by-weight"


# With one royal flush and one straight flush the tables print 90.909% and 9.091%: 10/11 and 1/11.
@clause("crown table 6")
def test_table_6__a_royal_flush_has_the_weight_10():
    assert rulebook("crown").jackpot.royal_weight.value == 10


@clause("crown table 7")
def test_table_7__a_straight_flush_has_the_weight_1():
    assert rulebook("crown").jackpot.straight_flush_weight.value == 1
