"""crown 9: prize meters and jackpot wagers."""

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.conformance.crown.tables import ANN_TWICE, DEAL_JACKS, METER, refused_table, with_jackpot
from tests.conformance.felt import felt
from tests.jackpot.floor import CROWN, FLUSH, LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, Floor, added, floor, notice, paid
from tests.script import go, refused
from tests.table.hall import TABLE, Pit, opened

from mississippi_stud.jackpot import (
    AddTable,
    ChangeOption,
    CloseMeter,
    MeterOffer,
    MoveTable,
    OpenMeter,
    ReceiveValue,
    RegisteredWager,
    RemoveTable,
    SetEquipment,
)
from mississippi_stud.jackpot.decide import play as play_meters
from mississippi_stud.jackpot.events import OutcomeRecorded
from mississippi_stud.messages import MINUTE
from mississippi_stud.prose.meters import life
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table import signs
from mississippi_stud.table.state import NoticeKind
from mississippi_stud.web.topics import Viewer, look


@clause("crown 9.1.1(a)", "crown 10.2.4")
def test_9_1_1_a__a_meter_serves_one_table_or_a_group():
    casino = floor("crown", tables=("A", "B", "C"))
    for table in "ABC":
        casino.round({1: NOTHING}, table=table)
    assert casino.value() == 50_000 + 3 * Fraction("1.703")
    assert casino.meters.meters["main"].gave_exact == dict.fromkeys("ABC", "1703/10")


@clause("crown 9.1.1(b)")
def test_9_1_1_b__every_table_of_a_meter_has_the_same_hands_and_pays():
    casino = floor("crown", tables=("A", "B"))
    other = casino.register(1, table="B", pay_table="option-2")  # it would pay for a straight
    assert casino.refused(other) == ("other-pay-table", "crown 9.1.1(b)")
    for table in "AB":
        assert casino.round({1: "9c 8d", 2: FLUSH}, table=table) == [(2, "jackpot", 500)]


@clause("crown 9.1.1(b)")
def test_9_1_1_b__every_table_of_a_meter_gives_at_the_same_rate():
    casino = floor("crown", tables=("A", "B"))
    casino.do(
        notice("add", table="C", meter="main"), AddTable(table="C", meter="main", cost_cents=5_00, at=20 * MINUTE)
    )
    for table in "ABC":
        casino.do(casino.register(1, table=table, at=20 * MINUTE))
    assert set(casino.meters.meters["main"].gave_exact.values()) == {"1703/10"}  # 34.06% of $5


TWO_DOLLARS = OpenMeter(meter="low", offer=MeterOffer(cost_cents=2_00, option="1", seed="10000"), tables=("B",))


def two_meters() -> Floor:
    casino = floor("crown")
    casino.do(TWO_DOLLARS)
    return casino


@clause("crown 9.1.1(c)")
def test_9_1_1_c__a_table_is_on_one_meter_only():
    casino = two_meters()
    assert casino.book.jackpot.one_meter_a_table.value is True
    casino.do(notice("add", table="A", meter="low"))
    again = AddTable(table="A", meter="low", cost_cents=2_00, at=20 * MINUTE)
    assert casino.refused(again) == ("table-on-meter", "crown 9.1.1(c)")
    third = OpenMeter(
        meter="third", offer=MeterOffer(cost_cents=1_00, option="1", seed="10000"), tables=("A",), at=20 * MINUTE
    )
    assert casino.refused(third) == ("table-on-meter", "crown 9.1.1(c)")


@clause("crown 9.1.1(d)")
@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, False)])
def test_9_1_1_d__a_jackpot_wager_costs_the_same_at_every_table(cents: int, taken: bool):
    casino = floor("crown")
    casino.do(notice("add", table="B", meter="main"))
    added = AddTable(table="B", meter="main", cost_cents=cents, at=20 * MINUTE)
    if taken:
        casino.do(added)
        assert casino.meters.tables["B"].cost_cents == 5_00
    else:
        assert casino.refused(added) == ("wrong-cost", "crown 9.1.1(d)")


@clause("crown 9.1.1(e)")
def test_9_1_1_e__different_meters_have_different_costs():
    casino = floor("crown")
    same = OpenMeter(meter="low", offer=CROWN, tables=("B",))
    assert casino.refused(same) == ("cost-taken", "crown 9.1.1(e)")
    casino.do(TWO_DOLLARS)


@clause("crown 9.1.1(f)")
@pytest.mark.parametrize(
    ("option", "seed", "taken"), [("1", "10000", True), ("2", "10000", False), ("1", "20000", False)]
)
def test_9_1_1_f__all_meters_have_one_option_and_one_seed(option: str, seed: str, taken: bool):
    casino = floor("crown")
    second = OpenMeter(meter="low", offer=MeterOffer(cost_cents=2_00, option=option, seed=seed))
    if taken:
        casino.do(second)
        assert casino.value("low") == 20_000
    else:
        assert casino.refused(second) == ("one-option", "crown 9.1.1(f)")


@clause("crown 9.1.1(g)")
def test_9_1_1_g__a_change_of_option_needs_a_notice_and_changes_every_meter():
    casino = two_meters()
    change = ChangeOption(option="2", seed="20000")
    assert casino.refused(change) == ("no-notice", "crown 9.1.1(g)")
    casino.do(notice("option", option="2", at=100))
    early = ChangeOption(option="2", seed="20000", at=100 + 20 * MINUTE - 1)
    assert casino.refused(early) == ("notice-too-short", "crown 9.1.1(g)")
    events = casino.do(ChangeOption(option="2", seed="20000", at=100 + 20 * MINUTE))
    terms = [casino.meters.meters[name].terms for name in ("main", "low")]
    assert [(each.rate, each.table, each.seed_cents) for each in terms] == [
        ("29.47%", "option-2", 100_000_00),
        ("29.47%", "option-2", 40_000_00),
    ]
    assert added(events) == [("reset", 50_000, "crown 9.4.1"), ("reset", 20_000, "crown 9.4.1")]


@clause("crown 9.1.1(h)", "crown 9.1.1(i)")
@pytest.mark.parametrize(("kind", "said"), [(NoticeKind.MOVE_METER, "9.1.1(h)"), (NoticeKind.CLOSE_METER, "9.1.1(i)")])
def test_9_1_1_h__a_sign_about_a_meter_names_a_time_20_minutes_ahead(kind: NoticeKind, said: str):
    drive = opened("crown", "shoe")
    soon = drive.refused(t.GiveNotice, at=100, kind=kind, due_at=100 + 19 * 60 + 59)
    assert soon == ("notice-time-too-soon", f"crown {said}")
    for due in (100 + 20 * 60, 100 + 20 * 60 + 1):
        drive.do(t.GiveNotice, at=100, kind=kind, due_at=due)
        shown = [sign for sign in signs(drive.book, drive.table) if sign.kind == kind]
        assert [(sign.due_at, sign.clause) for sign in shown] == [(due * 1_000_000, f"crown {said}")]


@clause("crown 9.1.1(h)")
@pytest.mark.parametrize(
    "change",
    [
        (notice("add", table="C", meter="main"), AddTable, {"table": "C", "meter": "main", "cost_cents": 5_00}),
        (notice("remove", table="A", meter="main"), RemoveTable, {"table": "A"}),
        (notice("move", table="A", meter="low"), MoveTable, {"table": "A", "meter": "low"}),
    ],
)
def test_9_1_1_h__a_table_joins_leaves_or_moves_20_minutes_after_the_sign(change):
    sign, command, params = change
    casino = two_meters()
    assert casino.refused(command(**params)) == ("no-notice", "crown 9.1.1(h)")
    casino.do(sign)
    assert casino.refused(command(**params, at=20 * MINUTE - 1)) == ("notice-too-short", "crown 9.1.1(h)")
    casino.do(command(**params, at=20 * MINUTE))


@clause("crown 9.1.1(h)")
def test_9_1_1_h__a_sign_serves_once_and_only_for_what_it_says():
    casino = two_meters()
    casino.do(notice("move", table="A", meter="low"))
    casino.do(MoveTable(table="A", meter="low", at=20 * MINUTE))
    assert casino.meters.tables["A"].cost_cents == 2_00
    back = MoveTable(table="A", meter="main", at=50 * MINUTE)
    assert casino.refused(back) == ("no-notice", "crown 9.1.1(h)")


@clause("crown 9.1.1(h)")
def test_9_1_1_h__not_while_its_jackpot_game_is_in_play():
    casino = two_meters()
    casino.do(notice("remove", table="A", meter="main"), casino.register(1))
    assert casino.refused(RemoveTable(table="A", at=20 * MINUTE))[0] == "game-in-play"


@clause("crown 9.1.1(h)")
def test_9_1_1_h__a_sign_cannot_be_dated_back():
    casino = two_meters()
    back = notice("remove", table="A", meter="main", at=0)
    casino.do(type(back)(notice=back.notice, at=5000))
    assert casino.refused(RemoveTable(table="A", at=5000)) == ("notice-too-short", "crown 9.1.1(h)")


@clause("crown 9.1.1(i)", "crown 9.1.1(j)")
def test_9_1_1_i__a_meter_closes_20_minutes_after_signs_at_all_of_its_tables():
    casino = floor("crown", "61234.56", tables=("A", "C"))
    casino.do(TWO_DOLLARS)
    close = {"meter": "main", "to": {"low": 1}}
    casino.do(notice("close", table="A", meter="main"))
    assert casino.refused(CloseMeter(**close, at=20 * MINUTE)) == ("no-notice", "crown 9.1.1(i)")
    casino.do(notice("close", table="C", meter="main", at=MINUTE))
    assert casino.refused(CloseMeter(**close, at=21 * MINUTE - 1)) == ("notice-too-short", "crown 9.1.1(i)")
    casino.do(CloseMeter(**close, at=21 * MINUTE))
    assert casino.value("low") == Fraction("31234.56")  # 20,000 and what stood above 50,000
    assert not casino.meters.meters["main"].open
    assert set(casino.meters.tables) == {"B"}
    assert (casino.pool("main"), casino.pool("low")) == (0, 31_234_56)


@clause("crown 9.1.1(j)", "crown 9.1.1(j)(i)")
def test_9_1_1_j__the_surplus_may_go_to_several_meters_and_to_other_games():
    casino = floor("crown", "50000.10", tables=())
    assert casino.book.jackpot.closing_moves_surplus.value is True
    casino.do(TWO_DOLLARS)
    nowhere = CloseMeter(meter="main")
    assert casino.refused(nowhere) == ("nowhere-to-go", "crown 9.1.1(j)")
    assert casino.refused(CloseMeter(meter="main", to={"main": 1})) == ("to-itself", "crown 9.1.1(j)")
    casino.do(CloseMeter(meter="main", to={"low": 1}, to_other_games={"caribbean": 2}))
    assert casino.value("low") == 20_000 + Fraction(10, 300)  # a third of ten cents, exactly
    assert casino.pool("low") == 20_000_04
    assert casino.pool("caribbean") == 7
    assert casino.pool("main") == 0
    casino.do(ReceiveValue(meter="low", cents=12_34, source="pai-gow"))
    assert casino.value("low") == 20_012 + Fraction(34, 100) + Fraction(10, 300)


def equipment(drive: Pit, *, working: bool = False, manual: bool = False) -> None:
    drive.meters, _ = play_meters(drive.book, drive.meters, SetEquipment(table=TABLE, working=working, manual=manual))


@clause("crown 9.2.1", "crown 9.5")
def test_9_2_1__while_the_equipment_does_not_work_the_wager_is_refused_and_the_cards_are_dealt():
    drive = opened("crown", "shoe", meter=METER)
    equipment(drive)
    drive.do(t.OpenRound)
    drive.lines("1 ante 25;2 ante 10")
    assert drive.line_refused("1 jackpot 5") == ("equipment", "crown 9.2.1")
    equipment(drive, manual=True)
    drive.lines("1 jackpot 5")
    equipment(drive, working=True)
    drive.lines("2 jackpot 5")
    drive.do(t.CloseBetting)
    drive.confirm_all()
    drive.lines(DEAL_JACKS)
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [1, 2]


@clause("crown 9.2.1")
def test_9_2_1__a_wager_that_can_no_longer_be_recorded_goes_back_and_the_cards_are_dealt():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    value = drive.meters.meters["main"].value
    equipment(drive)
    drive.lines(DEAL_JACKS)
    refused = [each for each in drive.events if isinstance(each, te.WagerRefused)]
    assert [(each.position, each.clause) for each in refused] == [(1, "crown 9.2.1")]
    drive.finish()
    assert (drive.money["player:ann"], drive.meters.meters["main"].value) == (100_00, value)


@clause("crown 9.2.1", "crown 11.12")
def test_9_2_1__a_carried_wager_is_recorded_and_plays_on():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.lines(DEAL_JACKS)
    drive.report("wrong-hole-count", position=2, cards=3)
    equipment(drive)
    drive.betting()
    drive.lines(DEAL_JACKS)
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [1]


@clause("crown 9.2.1")
def test_9_2_1__no_jackpot_wagers_while_the_equipment_fails_unless_manual_means_stand_in():
    casino = floor("crown")
    casino.do(SetEquipment(table="A", working=False))
    assert casino.refused(casino.register(1)) == ("equipment", "crown 9.2.1")
    casino.do(casino.register())  # a round without jackpot wagers goes on
    casino.do(SetEquipment(table="A", working=False, manual=True), casino.register(1))
    assert casino.value() == Fraction("50001.703")


@clause("crown 9.2.2")
def test_9_2_2__one_jackpot_wager_for_each_hand_that_is_played():
    jackpot = rulebook("crown").wagers["jackpot"]
    assert (jackpot.one_per_hand.value, jackpot.needs.value) == (True, ("ante",))
    assert refused("crown", with_jackpot(), "1 jackpot 5") == ("needs", "crown 9.2.2")
    state = go("crown", with_jackpot(ANN_TWICE), "1 ante 10; 1 jackpot 5")
    assert refused("crown", state, "1 jackpot 5") == ("already-placed", "crown 9.2.2")
    assert refused("crown", state, "1 withdraw ante") == ("needed-by", "crown 9.2.2")
    assert set(go("crown", state, "2 ante 10; 2 jackpot 5").hands[2].stakes) == {"ante", "jackpot"}


@clause("crown 9.2.2")
def test_9_2_2__one_jackpot_wager_for_each_hand():
    casino = floor("crown")
    assert casino.refused(casino.register(1, 1)) == ("already-placed", "crown 9.2.2")
    casino.do(casino.register(1, 2))  # two hands of one player may both have one


@clause("crown 9.2.3")
@pytest.mark.parametrize("amount", ["4.99", "5.01", "10.00"])
def test_9_2_3__a_jackpot_wager_is_for_its_cost_only(amount: str):
    state = go("crown", with_jackpot(), "1 ante 10")
    assert refused("crown", state, f"1 jackpot {amount}") == ("wrong-cost", "crown 9.2.3")
    assert go("crown", state, "1 jackpot 5").hands[1].stakes["jackpot"].cents == 5_00


@clause("crown 9.2.3")
def test_9_2_3__a_table_that_offers_the_wager_names_its_cost():
    assert refused_table(tables={Wager.JACKPOT: "option-1"}) == ("no-cost", "crown 9.2.3")


@clause("crown 9.1.1(d)", "crown 9.2.3")
@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, False)])
def test_9_2_3__a_jackpot_wager_is_its_exact_cost(cents: int, taken: bool):
    casino = floor("crown")
    wager = casino.register(wagers=(RegisteredWager(position=1, player="ann", cents=cents),))
    if taken:
        casino.do(wager)
    else:
        assert casino.refused(wager) == ("wrong-cost", "crown 9.1.1(d)")


TABLE_2 = {10: "34.06", 20: "32.51", 30: "30.94", 40: "29.36", 50: "27.76", 60: "26.12", 75: "23.50"}
TABLE_3 = {10: "31.02", 20: "29.47", 30: "27.90", 40: "26.32", 50: "24.70", 60: "23.02", 75: "20.28"}


@clause("crown 9.3", "crown 9.3.1", "crown 9.3.2", "crown table 2", "crown table 3")
@pytest.mark.parametrize("cost", [1, 2, 5, 25])
@pytest.mark.parametrize(
    ("option", "seed", "rate"),
    [("1", seed, rate) for seed, rate in TABLE_2.items()] + [("2", seed, rate) for seed, rate in TABLE_3.items()],
)
def test_9_3__a_meter_is_its_seed_times_the_cost_and_the_increments(option: str, seed: int, rate: str, cost: int):
    casino = floor("crown", cost_cents=cost * 100, option=option, seed=f"{seed}000")
    assert casino.value() == seed * 1000 * cost
    assert casino.meters.meters["main"].terms.table == f"option-{option}"
    casino.round({1: NOTHING, 2: "folded"})
    assert casino.value() == seed * 1000 * cost + 2 * cost * Fraction(rate) / 100


@clause("crown 9.3.1")
@pytest.mark.parametrize(("value", "taken"), [("49999.99", False), ("50000.00", True), ("50000.01", True)])
def test_9_3_1__no_meter_opens_below_its_seed(value: str, taken: bool):
    if taken:
        assert floor("crown", value).value() == Fraction(value)
    else:
        assert floor("crown").refused(
            OpenMeter(meter="x", offer=MeterOffer(cost_cents=1_00, option="1", seed="10000"), value_cents=9_999_99)
        ) == ("below-seed", "crown 9.4.1")


@clause("crown 9.3.2")
@pytest.mark.parametrize(("option", "seed"), [("3", "10000"), ("1", "15000"), ("1", "")])
def test_9_3_2__the_rate_is_a_row_of_the_table(option: str, seed: str):
    rows = {name: list(each.rates) for name, each in rulebook("crown").jackpot.options.items()}
    assert rows == {"1": [f"{seed}000" for seed in TABLE_2], "2": [f"{seed}000" for seed in TABLE_3]}
    wrong = OpenMeter(meter="x", offer=MeterOffer(cost_cents=1_00, option=option, seed=seed))
    assert Floor("crown").refused(wrong)[0] in ("no-such-option", "no-such-seed")


@clause("crown 9.3.2")
def test_9_3_2__what_goes_onto_a_meter_is_a_part_of_the_wager():
    casino = floor("crown")
    assert casino.book.jackpot.maximum_rate.value == 1
    (event,) = casino.do(casino.register(1))
    assert event.clause == "crown 9.3.2"


@clause("crown 9.3", "crown 9.3.3", "crown 10.2.1")
def test_9_3_3__prizes_come_off_the_meter_as_they_are_paid_and_bonus_prizes_do_not():
    casino = floor("crown", "61234.56")
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", Fraction("6123.70"))]
    assert casino.value() == Fraction("55112.563")
    assert casino.round({1: "2h 3h"}, number="2") == [(1, "jackpot", 500)]  # a flush: $100 for each $1
    assert casino.value() == Fraction("55114.266")


@clause("crown 9.3.3")
def test_9_3_3__a_custom_rule_book_may_let_the_house_pay_every_rounding_up():
    casino = floor("crown", "61234.56")
    off = replace(casino.book.jackpot.rounding_off_meter, value=False)
    casino.book = replace(casino.book, jackpot=replace(casino.book.jackpot, rounding_off_meter=off))
    casino.do(casino.register(1))
    events = casino.do(casino.record({1: LOW_STRAIGHT_FLUSH}))
    assert paid(events) == [(1, "jackpot", Fraction("6123.70"))]
    # 10% of the meter as it stands is 6,123.6263
    assert added(events) == [("rounding", Fraction("0.0737"), "crown 10.2.1")]
    assert casino.value() == Fraction("55112.6367")


@clause("crown 9.4.1", "crown 9.3")
def test_9_4_1__a_royal_flush_takes_the_rounded_meter_and_the_house_sets_it_back_to_its_seed():
    casino = floor("crown", "61234.56")
    casino.do(casino.register(1))
    events = casino.do(casino.record({1: ROYAL}))
    assert added(events) == [("rounding", Fraction("0.737"), "crown 10.2.1"), ("reset", 50_000, "crown 9.4.1")]
    assert casino.value() == 50_000
    assert casino.pool() == 50_000_00


@clause("crown 9.4.1")
@pytest.mark.parametrize(
    ("value", "after", "reset"),
    # ten wagers add 17.03; rounded up it is 55,556 and the straight flush takes 5,555.60
    [("55538.56", "50000", "0.01"), ("55538.57", "50000", None), ("55538.58", "50000.01", None)],
)
def test_9_4_1__only_what_would_fall_below_the_seed_is_reset(value: str, after: str, reset: str | None):
    casino = floor("crown", value)
    casino.do(casino.register(*range(1, 11)))
    events = casino.do(casino.record({1: LOW_STRAIGHT_FLUSH} | dict.fromkeys(range(2, 11), "folded")))
    assert casino.value() == Fraction(after)
    assert added(events) == ([("reset", Fraction(reset), "crown 9.4.1")] if reset else [])


@clause("crown 9.3.1", "crown 9.5.1")
def test_9_5_1__every_amount_of_rule_9_is_recorded_to_the_part_of_a_cent():
    casino = floor("crown", "61234.56", tables=("A",))
    casino.do(TWO_DOLLARS)
    casino.round({1: ROYAL}, at=1)
    casino.do(notice("close", table="A", meter="main", at=2))
    casino.do(casino.register(1, at=3), casino.record({1: NOTHING}, at=4))
    casino.do(CloseMeter(meter="main", to={"low": 1}, at=2 + 20 * MINUTE))
    log = [entry for entry in life(casino.book, casino.events) if Fraction(entry.change_exact)]
    assert [(entry.meter, Fraction(entry.change_exact) / 100, entry.clause) for entry in log] == [
        ("main", Fraction("61234.56"), "crown 9.3.1"),
        ("low", 20_000, "crown 9.3.1"),
        ("main", Fraction("1.703"), "crown 9.3.2"),
        ("main", Fraction("0.737"), "crown 10.2.1"),
        ("main", -61_237, "crown 10.1.1"),
        ("main", 50_000, "crown 9.4.1"),
        ("main", Fraction("1.703"), "crown 9.3.2"),
        ("main", -Fraction("50001.703"), "crown 9.1.1(j)"),
        ("low", Fraction("1.703"), "crown 9.1.1(j)"),
    ]


@clause("crown 9.5.2", "crown 9.5.3", "crown 10.2.2")
def test_9_5_2__the_time_of_every_settlement_is_recorded_and_what_the_meter_stood_at():
    casino = floor("crown", "61234.56", tables=("A", "B"))
    casino.do(casino.register(1, at=10), casino.register(1, table="B", at=11))
    casino.do(casino.record({1: LOW_STRAIGHT_FLUSH}, table="B", at=40), casino.record({1: NOTHING}, at=41))
    read = [each for each in casino.events if isinstance(each, OutcomeRecorded)]
    assert [(each.table, each.round, each.at, each.clause) for each in read] == [
        ("B", "1", 40, "crown 10.2.2"),
        ("A", "1", 41, "crown 10.2.2"),
    ]
    # both tables' wagers are on it, then 10% of 61,238 is off
    assert [Fraction(each.value_exact) / 100 for each in read] == [Fraction("61237.966"), Fraction("55114.166")]
    assert casino.refused(casino.register(1, at=40)) == ("too-early", "crown 5.9")


@clause("crown 9.5.3")
def test_9_5_3__an_area_manager_may_read_the_meter():
    assert rulebook("crown").staff.powers["read-meter"].value == "tg-area-manager"


@clause("crown 9.1.1(k)", "crown 9.1.1(l)")
def test_9_1_1_k__every_table_on_a_meter_displays_it_and_so_may_any_screen():
    with felt("crown") as table:
        assert table.seen["meter"]["shown_cents"] == 50_000_00
        table.deal(ante=5_00, jackpot=1_00)
        shown = table.seen["meter"]
        assert shown["shown_cents"] == 50_000_55, "27.76% of two wagers of $1, cut to the cent"
        viewer = Viewer(table.floor, None, "en")
        board = look(viewer, f"meter:{shown['house']}")
        assert [sign.shown_cents for sign in board.view.meters.values()] == [50_000_55]
