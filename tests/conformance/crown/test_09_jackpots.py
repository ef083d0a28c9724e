"""crown 9: prize meters and jackpot wagers."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.pays import percent_text


@clause("crown 9.1.1(c)")
def test_9_1_1_c__a_table_has_one_meter():
    assert rulebook("crown").jackpot.one_meter_a_table.value is True


@clause("crown 9.1.1(d)")
def test_9_1_1_d__a_jackpot_wager_costs_the_same_at_every_table_of_a_meter():
    assert rulebook("crown").jackpot.one_cost_a_meter.value is True


@clause("crown 9.1.1(e)")
def test_9_1_1_e__different_meters_have_different_costs():
    assert rulebook("crown").jackpot.costs_differ_between_meters.value is True


@clause("crown 9.1.1(f)")
def test_9_1_1_f__all_meters_have_the_same_option():
    assert rulebook("crown").jackpot.one_option_everywhere.value is True


@clause("crown 9.1.1(h)")
def test_9_1_1_h__a_table_joins_leaves_or_moves_20_minutes_after_notice():
    assert rulebook("crown").notices.move_table_minutes.value == 20


@clause("crown 9.1.1(i)")
def test_9_1_1_i__a_meter_closes_20_minutes_after_notice():
    assert rulebook("crown").notices.close_meter_minutes.value == 20


@clause("crown 9.1.1(j)")
def test_9_1_1_j__what_a_closed_meter_holds_above_its_seed_moves_to_other_meters():
    assert rulebook("crown").jackpot.closing_moves_surplus.value is True


@clause("crown 9.2.2")
def test_9_2_2__one_jackpot_wager_for_each_hand_that_is_played():
    jackpot = rulebook("crown").wagers["jackpot"]
    assert jackpot.one_per_hand.value is True
    assert jackpot.needs.value == ("ante",)


@pytest.mark.parametrize(
    ("option", "table", "rates"),
    [
        pytest.param(
            "1",
            "option-1",
            {
                "10000": "34.06%",
                "20000": "32.51%",
                "30000": "30.94%",
                "40000": "29.36%",
                "50000": "27.76%",
                "60000": "26.12%",
                "75000": "23.50%",
            },
            marks=clause("crown table 2"),
        ),
        pytest.param(
            "2",
            "option-2",
            {
                "10000": "31.02%",
                "20000": "29.47%",
                "30000": "27.90%",
                "40000": "26.32%",
                "50000": "24.70%",
                "60000": "23.02%",
                "75000": "20.28%",
            },
            marks=clause("crown table 3"),
        ),
    ],
)
def test_tables_2_and_3__increment_rates_by_seed_and_the_prizes_that_go_with_them(
    option: str, table: str, rates: dict[str, str]
):
    options = rulebook("crown").jackpot.options
    assert list(options) == ["1", "2"]
    assert {seed: percent_text(rate.value) for seed, rate in options[option].rates.items()} == rates
    assert options[option].table.value == table


@clause("crown 9.4.1")
def test_9_4_1__a_meter_never_falls_below_its_seed():
    assert rulebook("crown").jackpot.never_below_seed.value is True


@clause("crown 9.5.3")
def test_9_5_3__an_area_manager_may_read_the_meter():
    assert rulebook("crown").staff.powers["read-meter"].value == "tg-area-manager"
