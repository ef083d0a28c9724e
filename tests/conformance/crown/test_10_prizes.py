"""crown 10: jackpot prizes, alone and together."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.crown.tables import ACM, AM, DEAL_STRAIGHT_FLUSH, HDD, METER, round_of, with_jackpot
from tests.jackpot.floor import FLUSH, LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, floor, paid
from tests.script import cents, clauses, go, refused, results
from tests.table.hall import TABLE, opened

from mississippi_stud.jackpot import Claim
from mississippi_stud.jackpot.link import settle_prizes
from mississippi_stud.money import text
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te


@clause("crown 10.1.1")
@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("cards", ["Ah Kh Qh Jh Th", "Ah 2h 3h 4h 5h"])
def test_10_1_1__royal_and_straight_flushes_are_not_paid_without_their_share_of_the_meter(option: int, cards: str):
    script = f"1 ante 10; 1 jackpot 5; deal {cards}; 1 place 10; reveal; 1 place 10; reveal; 1 place 10; reveal"
    state = go("crown", with_jackpot(option=option), script)
    assert refused("crown", state, "settle") == ("meter-prize", "crown 10.1.1")


@clause("crown 10.1.1")
@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize(
    ("cards", "pays"), [("Ah Kh Qh Jh Th", "100% of the meter"), ("Ah 2h 3h 4h 5h", "10% of the meter")]
)
def test_10_1_1__with_it_they_are_paid_in_place_of_the_stake(option: int, cards: str, pays: str):
    script = f"1 ante 10; 1 jackpot 5; deal {cards}; 1 place 10; reveal; 1 place 10; reveal; 1 place 10; reveal; settle"
    prize = MeterPrize(position=1, wager="jackpot", pays=pays, won_cents=6123_70, clause="crown 10.1.1")
    state = go("crown", with_jackpot(option=option), script, (prize,))
    assert results(state)["jackpot"] == ("win", "6123.70", "0.00")
    assert [result.pays for result in state.results if result.wager == "jackpot"] == [pays]


@clause("crown 10.1.1")
def test_10_1_1__an_assistant_casino_manager_is_asked_for_the_prize_of_a_straight_flush():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.lines(DEAL_STRAIGHT_FLUSH)
    drive.finish()
    (prize,) = drive.table.pending
    asked = drive.prompt("validate-payout").number
    for title in ("dealer", HDD, AM):
        assert drive.refused(t.Confirm, by=title, prompt=asked) == ("rank-too-low", "crown 10.1.1")
    drive.do(t.Confirm, by=ACM, prompt=asked)
    assert (drive.table.pending, drive.money["pending:ann"]) == ((), 0)
    assert sum(each.cents for each in drive.moved if each.source == "pending:ann") == prize.cents


@clause("crown 10.1.1", "crown 10.1.2")
def test_10_1_1__nobody_is_asked_for_the_prize_of_a_flush():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.lines("deal 9h 2c 7h 4d Qh Jh 3h")
    drive.finish()
    assert drive.money["player:ann"] > 25_00
    assert "validate-payout" not in [each.duty for each in drive.prompted]


@clause("crown 10.1.1")
@pytest.mark.parametrize(
    ("by", "may"),
    [("dealer", False), ("tg-area-manager", False), ("tg-assistant-casino-manager", True)],
)
@pytest.mark.parametrize("hole", [ROYAL, LOW_STRAIGHT_FLUSH])
def test_10_1_1__an_assistant_casino_manager_determines_royal_and_straight_flush_prizes(hole: str, by: str, may: bool):
    casino = floor("crown")
    casino.do(casino.register(1))
    outcome = casino.record({1: hole}, by=by)
    if may:
        casino.do(outcome)
    else:
        assert casino.refused(outcome) == ("needs-title", "crown 10.1.1")


@clause("crown 10.1.1")
@pytest.mark.parametrize(
    ("position", "hand"), [(1, "royal-flush"), (2, "straight-flush"), (3, "straight-flush"), (9, "royal-flush")]
)
def test_10_1_1__a_prize_for_a_hand_that_nobody_has_is_refused(position: int, hand: str):
    casino = floor("crown")
    casino.do(casino.register(1, 2))  # position 3 has no jackpot wager
    hands = {1: FLUSH, 2: NOTHING, 3: LOW_STRAIGHT_FLUSH}
    claimed = casino.record(hands, claims=(Claim(position=position, hand=hand),))
    assert casino.refused(claimed) == ("no-such-win", "crown 5.9.1")
    casino.do(casino.record(hands, claims=(Claim(position=1, hand="flush"),)))


QUADS, FULL_HOUSE, HEARTS = "2c 2d 2h 2s 3c", "2c 2d 2h 3s 3c", "2h 7h 9h Jh Kh"
STRAIGHT, TRIPS = "5c 6d 7h 8s 9c", "9c 9d 9h 3s 4c"


@clause("crown 10.1.2")
@pytest.mark.parametrize("cost", ["1.00", "2.50", "5.00"])
@pytest.mark.parametrize(
    ("option", "cards", "each_dollar"),
    [
        (1, QUADS, 500),
        (1, FULL_HOUSE, 150),
        (1, HEARTS, 100),
        (1, STRAIGHT, None),
        (1, TRIPS, None),
        (2, QUADS, 600),
        (2, FULL_HOUSE, 100),
        (2, HEARTS, 60),
        (2, STRAIGHT, 40),
        (2, TRIPS, None),
    ],
)
def test_10_1_2__prizes_for_each_dollar_in_place_of_the_stake(
    option: int, cards: str, each_dollar: int | None, cost: str
):
    state = round_of(cards, setup=with_jackpot(option=option, cost=cost), before=f"1 jackpot {cost}")
    if each_dollar is None:
        assert results(state)["jackpot"] == ("lose", "0.00", "0.00")
    else:
        assert results(state)["jackpot"] == ("win", text(each_dollar * cents(cost)), "0.00")
        assert clauses(state)["jackpot"] == "crown 10.1.2"


@clause("crown 10.1.2", "crown table 4", "crown table 5")
@pytest.mark.parametrize(
    ("option", "hole", "community", "dollars"),
    [
        ("1", "9s 9d", "9h 9c 2s", 500),
        ("1", "9s 9d", "9h 2c 2s", 150),
        ("1", "2h 3h", "Qh Jh Th", 100),
        ("1", "9c 8d", "Qh Jh Th", None),
        ("2", "9s 9d", "9h 9c 2s", 600),
        ("2", "9s 9d", "9h 2c 2s", 100),
        ("2", "2h 3h", "Qh Jh Th", 60),
        ("2", "9c 8d", "Qh Jh Th", 40),
        ("2", "9c 9d", "9h Jh Th", None),
    ],
)
@pytest.mark.parametrize("cost", [1, 5])
def test_10_1_2__the_dealer_pays_the_others_by_the_table_of_the_option(option, hole, community, dollars, cost):
    casino = floor("crown", cost_cents=cost * 100, option=option)
    casino.do(casino.register(1))
    before = casino.value()
    events = casino.do(casino.record({1: hole}, community, by="dealer"))
    assert paid(events) == ([(1, "jackpot", dollars * cost)] if dollars else [])
    assert casino.value() == before


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
def test_table_4__and_table_5_prizes(table: str, pays: dict[str, str]):
    tables = rulebook("crown").wagers["jackpot"].tables
    assert list(tables) == ["option-1", "option-2"]
    assert tables[table].offered.value is True
    assert {hand: str(pay.value) for hand, pay in tables[table].pays.items()} == pays


@clause("crown 10.2.1")
@pytest.mark.parametrize(
    ("value", "royal"), [("60998.29", 61_000), ("60998.30", 61_001), ("60997.30", 61_000), ("60997.29", 60_999)]
)
def test_10_2_1__the_meter_is_rounded_up_to_the_whole_dollar(value: str, royal: int):
    # 1.703 goes on first: 60,999.993, 61,000.003, 60,999.003, 60,998.993
    assert floor("crown", value).round({1: ROYAL}) == [(1, "jackpot", royal)]


@clause("crown 10.2.1")
def test_10_2_1__a_meter_of_whole_dollars_stays_as_it_is():
    assert rulebook("crown").money.currency.value == "AUD"
    casino = floor("crown", "60982.97")  # ten wagers bring it to 61,000.00 exactly
    hands = {1: ROYAL} | dict.fromkeys(range(2, 11), "folded")
    assert casino.round(hands) == [(1, "jackpot", 61_000)]


@clause("crown 10.2.2", "crown 10.2.4")
def test_10_2_4__tables_are_paid_in_the_order_in_which_outcomes_are_recorded_not_dealt():
    casino = floor("crown", "61234.56", tables=("A", "B"))
    casino.do(casino.register(1), casino.register(1, table="B"))
    first = paid(casino.do(casino.record({1: LOW_STRAIGHT_FLUSH}, table="B")))
    second = paid(casino.do(casino.record({1: ROYAL})))
    assert first == [(1, "jackpot", Fraction("6123.80"))]  # 61,237.966 up to 61,238
    assert second == [(1, "jackpot", 55_115)]  # 55,114.166 left, rounded up
    assert casino.value() == 50_000


@clause("crown 5.9.1", "crown table 6", "crown table 7", "crown table 8")
@pytest.mark.parametrize(
    ("hands", "community", "pays"),
    [
        ({1: LOW_STRAIGHT_FLUSH}, "Qh Jh Th", {1: "10% of the meter"}),
        ({1: LOW_STRAIGHT_FLUSH, 2: ROYAL}, "Qh Jh Th", {2: "10/11 of the meter", 1: "1/11 of the meter"}),
        ({1: "6h 7h", 2: "Jh Qh"}, "8h 9h Th", dict.fromkeys((2, 1), "9.50% of the meter and 0.50% of its seed")),
    ],
)
def test_10_3__a_shared_prize_says_what_was_shared(hands: dict[int, str], community: str, pays: dict[int, str]):
    casino = floor("crown", "61233.00")
    casino.do(casino.register(*hands))
    prizes = settle_prizes(casino.book, casino.do(casino.record(hands, community)))
    assert {prize.position: prize.pays for prize in prizes} == pays
    assert {prize.clause for prize in prizes} == {"crown 10.1.1"}


@clause("crown 10.2.3", "crown 10.3.1(a)", "crown 10.3.1(b)", "crown table 6", "crown table 7", "crown 10.3")
def test_10_3_1__a_royal_and_a_straight_flush_share_10_to_1():
    casino = floor("crown", "61233.00")
    hands = {1: LOW_STRAIGHT_FLUSH, 4: ROYAL}
    # two wagers add 3.406: 61,236.406, rounded up 61,237 = 11 × 5,567
    assert casino.round(hands) == [(4, "jackpot", 55_670), (1, "jackpot", 5_567)]
    assert casino.value() == 50_000


@clause("crown 10.3.1(a)", "crown 10.3.1(b)")
def test_10_3_1__a_share_is_cut_to_the_cent_and_the_house_makes_the_seed_whole():
    casino = floor("crown", "61234.00")
    # 61,237.406, rounded up 61,238: 10/11 is 55,670.909…, 1/11 is 5,567.0909…
    assert casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH}) == [
        (2, "jackpot", Fraction("5567.09")),
        (1, "jackpot", Fraction("55670.90")),
    ]
    assert casino.value() == 50_000


@clause("crown 10.3.2", "crown 9.3.3")
def test_10_3_2__two_straight_flushes_are_paid_from_the_pool():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10;2 jackpot 5")
    drive.lines("deal 8h Qh 7h Kh 9h Th Jh")
    drive.finish()
    prizes = [event.prize for event in drive.events if isinstance(event, te.PrizePending)]
    sources = {each.source for each in drive.moved if each.target.startswith("pending:")}
    assert (len(prizes), sources, drive.meters.games.get(TABLE)) == (2, {"pool:main"}, None)


@clause("crown 10.3.2(a)", "crown table 8", "crown 10.2.3")
def test_table_8__two_straight_flushes_of_one_round():
    casino = floor("crown", "61233.00")
    shared = casino.round({2: "6h 7h", 5: "Jh Qh"}, "8h 9h Th")
    # j = 61,237, r = 50,000: 9.5% of j is 5,817.515, 0.5% of r is 250; cut to the cent
    assert shared == [(5, "jackpot", Fraction("6067.51")), (2, "jackpot", Fraction("6067.51"))]
    assert casino.value() == Fraction("61236.406") - 2 * Fraction("6067.51") + 898 + Fraction("0.614")
    assert casino.value() == 50_000
