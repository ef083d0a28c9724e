"""nsw 15: pools, sharing, guaranteed minimums and the bonus jackpot at work."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.table import go, results
from tests.jackpot.floor import (
    COMMUNITY,
    FLUSH,
    LOW_STRAIGHT_FLUSH,
    NOTHING,
    NSW,
    ROYAL,
    Floor,
    added,
    cancelled,
    floor,
    paid,
)

from mississippi_stud.cards import parse
from mississippi_stud.jackpot import AddTable, Carry, Fate, MeterOffer, OpenMeter, RegisteredWager, ShownHand
from mississippi_stud.jackpot.link import record, register, settle_prizes
from mississippi_stud.jackpot.prizes import reckon
from mississippi_stud.jackpot.state import Prize
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.round import Refused, Settle, Setup, play
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import rulebook


@clause("nsw 15.1.1", "nsw 15.1.2.1")
def test_15_1_1__several_meters_each_for_a_table_or_a_group():
    casino = floor("nsw", tables=("A", "B"))
    casino.do(OpenMeter(meter="other", offer=NSW, tables=("C",)))
    for table in "ABC":
        casino.round({1: NOTHING}, table=table)
    assert (casino.value(), casino.value("other")) == (Fraction("10002.50"), Fraction("10001.25"))


@clause("nsw 15.1.2.2")
def test_15_1_2_2__a_table_is_linked_to_one_pool():
    casino = floor("nsw")
    second = OpenMeter(meter="other", offer=NSW, tables=("A",))
    assert casino.refused(second) == ("table-on-meter", "nsw 15.1.2.2")


@clause("nsw 15.1.2.3", "nsw 15.2.3")
@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, False)])
def test_15_1_2_3__one_price_for_a_pool(cents: int, taken: bool):
    casino = floor("nsw")
    linked = AddTable(table="B", meter="main", cost_cents=cents)
    if taken:
        casino.do(linked)
        assert offered_by(casino.book, casino.meters.meters["main"].terms)[2] == {"jackpot": 5_00}
    else:
        assert casino.refused(linked) == ("wrong-cost", "nsw 15.1.2.3")


@clause("nsw 15.1.3")
def test_15_1_3__a_linked_table_has_a_meter_and_its_wagers_go_into_the_pool():
    casino = floor("nsw")
    bare = AddTable(table="B", meter="main", cost_cents=5_00, fitted=False)
    assert casino.refused(bare) == ("not-fitted", "nsw 15.1.3")
    assert casino.refused(casino.register(1, table="B")) == ("table-not-linked", "nsw 15.1.3")
    assert casino.round({1: NOTHING}) == []
    assert casino.pool() == 10_001_25
    assert casino.meters.meters["main"].shown_cents == 10_001_25


@clause("nsw 15.2.5.1")
def test_15_2_5_1__all_linked_tables_pay_by_one_table():
    casino = floor("nsw")
    other = casino.register(1, sign={"flush": "31 for 1"})
    assert casino.refused(other) == ("other-pay-table", "nsw 15.2.5.1")


@clause("nsw 15.2.5.2")
@pytest.mark.parametrize(
    ("rate", "code"), [("99.99%", None), ("100%", None), ("100.01%", "rate-too-high"), ("x", "no-rate")]
)
def test_15_2_5_2__one_rate_and_one_seed_for_a_pool(rate: str, code: str | None):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=5_00, seed_cents=10_000_00, rate=rate), tables=("A", "B"))
    if code:
        assert Floor("nsw").refused(opened) == (code, "nsw 15.2.5.2")
        return
    casino = Floor("nsw", opened)
    casino.do(casino.register(1, table="A"))
    once = casino.value("x") - 10_000
    casino.do(casino.register(1, table="B"))
    assert casino.value("x") - 10_000 == 2 * once == 10 * Fraction(rate.removesuffix("%")) / 100


@clause("nsw 15.2.5.2")
def test_15_2_5_2__a_meter_starts_again_from_its_seed_when_all_of_it_was_won():
    casino = floor("nsw", "23455.53")
    assert casino.round({1: ROYAL}) == [(1, "jackpot", Fraction("23456.78"))]
    assert casino.value() == 10_000


@clause("nsw 15.2.5.2")
def test_15_2_5_2__a_meter_goes_on_from_what_a_straight_flush_left():
    casino = floor("nsw", "9998.75")
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", 1_000)]
    assert casino.value() == 9_000
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", Fraction("900.12"))]


@clause("nsw 15.2.6", "nsw 15.2.8", "nsw 15.2.9")
@pytest.mark.parametrize(
    ("hole", "community", "dollars"),
    [
        ("9s 9d", "9h 9c 2s", 2_500),
        ("9s 9d", "9h 2c 2s", 250),
        ("2h 3h", "Qh Jh Th", 150),
        ("9c 8d", "Qh Jh Th", None),
    ],
)
def test_15_2_9__the_sign_pays_for_the_five_cards(hole: str, community: str, dollars: int | None):
    casino = floor("nsw")
    assert casino.round({1: hole}, community) == ([(1, "jackpot", dollars)] if dollars else [])
    assert casino.value() == Fraction("10001.25")


@clause("nsw 15.2.8")
@pytest.mark.parametrize("hand", ["straight", "royal-flush", "two-pair"])
def test_15_2_8__the_sign_names_winning_events_only(hand: str):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=5_00, rate="20%", pays={hand: "9 for 1"}))
    assert Floor("nsw").refused(opened) == ("no-such-hand", "nsw 15.2.8")


@clause("nsw 1.1 Bonus Jackpot", "nsw 15.2.10", "nsw 15.2.10.1", "nsw 15.2.10.2", "nsw 15.2.10.4", "nsw 15.2.11")
@pytest.mark.parametrize(
    ("hole", "bonus", "won"), [(ROYAL, 500, "20000.00"), (LOW_STRAIGHT_FLUSH, 100, "2000.00"), (FLUSH, None, None)]
)
def test_15_2_10__all_with_a_jackpot_wager_get_the_bonus_before_the_winner_is_paid(hole, bonus, won):
    casino = floor("nsw", "19996.25")
    prizes = casino.round({1: hole, 2: "folded", 3: NOTHING, 4: "Ac 3d"}, wagers=(1, 2, 3))
    if bonus is None:
        assert prizes == [(1, "jackpot", 150)]
        return
    assert prizes == [(3, "bonus-jackpot", bonus), (2, "bonus-jackpot", bonus), (1, "jackpot", Fraction(won))]


@clause("nsw 15.2.10.2")
def test_15_2_10_2__a_flush_that_was_not_wagered_on_wins_no_jackpot_and_brings_no_bonus():
    assert floor("nsw").round({1: ROYAL, 2: NOTHING}, wagers=(2,)) == []


@clause("nsw 15.2.10")
def test_15_2_10__no_bonus_where_the_operator_offers_none():
    assert floor("nsw", bonus_cents={}).round({1: ROYAL, 2: NOTHING}) == [(1, "jackpot", Fraction("10002.50"))]


@clause("nsw 15.2.10.2", "nsw 15.2.10.3")
def test_15_2_10_3__a_winner_gets_no_bonus_even_for_anothers_hand():
    casino = floor("nsw", "19996.25")
    prizes = casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING})
    assert [each for each in prizes if each[1] == "bonus-jackpot"] == [
        (3, "bonus-jackpot", 500),
        (3, "bonus-jackpot", 100),
    ]


@clause("nsw 15.2.12", "nsw 15.2.13.2")
def test_15_2_12__payments_go_from_right_to_left():
    casino = floor("nsw", "19997.50", bonus_cents={})
    prizes = casino.round({2: "6h 7h", 5: "Jh Qh"}, "8h 9h Th")
    assert prizes == [(5, "jackpot", 1_900), (2, "jackpot", 1_900)]  # 10% and 9% of 20,000, halved


@clause("nsw 15.2.13", "nsw 15.2.13.2")
@pytest.mark.parametrize(
    ("guaranteed", "each", "house"),
    [(1_899_99, 1_900, 0), (1_900_00, 1_900, 0), (1_900_01, Fraction("1900.01"), Fraction("0.02"))],
)
def test_15_2_13_2__or_the_guaranteed_minimum_if_that_is_more(guaranteed: int, each: object, house: object):
    casino = floor("nsw", "19997.50", bonus_cents={}, guaranteed_cents={"straight-flush": guaranteed})
    casino.do(casino.register(2, 5))
    events = casino.do(casino.record({2: "6h 7h", 5: "Jh Qh"}, "8h 9h Th"))
    assert [event.prize.cents for event in events if hasattr(event, "prize")] == [Fraction(each) * 100] * 2
    assert added(events) == ([("guaranteed", house, "nsw 15.2.13")] if house else [])
    assert casino.value() == 16_200
    assert casino.pool() == 16_200_00


@clause("nsw 15.2.13", "nsw 15.2.13.1")
@pytest.mark.parametrize(
    ("guaranteed", "each", "house"),
    [(9_999_99, 10_000, 0), (10_000_00, 10_000, 0), (10_000_01, Fraction("10000.01"), Fraction("0.02"))],
)
def test_15_2_13_1__royal_flushes_share_the_jackpot_or_take_the_guaranteed_minimum(guaranteed, each, house):
    # No deal has two royal flushes: both are shown the same cards, as a mathematician would.
    casino = floor("nsw", "20000.00", guaranteed_cents={"royal-flush": guaranteed}, bonus_cents={})
    wagers = tuple(RegisteredWager(position=n, player=f"p{n}", cents=5_00) for n in (1, 2))
    hands = tuple(ShownHand(position=n, player=f"p{n}", hole=parse(ROYAL), fate=Fate.PLAYED) for n in (1, 2))
    steps = reckon(casino.book, casino.meters.meters["main"], wagers, hands, parse(COMMUNITY))
    prizes = [(step.position, Fraction(step.cents, 100)) for step in steps if isinstance(step, Prize)]
    assert prizes == [(2, each), (1, each)]
    extra = [(step.why.value, step.amount / 100, step.clause) for step in steps if not isinstance(step, Prize)]
    by_house = [("guaranteed", house, "nsw 15.2.13")] if house else []
    assert extra == [*by_house, ("reset", 10_000, "nsw 15.2.5.2")]


@clause("nsw 15.2.13.2")
def test_15_2_13_2__a_single_winner_has_no_guaranteed_minimum():
    casino = floor("nsw", "19998.75", guaranteed_cents={"straight-flush": 5_000_00}, bonus_cents={})
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", 2_000)]


@clause("nsw 15.2.14", "nsw 15.2.13.1")
@pytest.mark.parametrize("hands", [{1: ROYAL, 2: LOW_STRAIGHT_FLUSH}, {1: LOW_STRAIGHT_FLUSH, 2: ROYAL}])
def test_15_2_14__the_straight_flush_is_paid_first_and_the_royal_flush_takes_what_is_left(hands: dict[int, str]):
    casino = floor("nsw", "19997.50", bonus_cents={})
    prizes = casino.round(hands)
    assert [amount for _, _, amount in prizes] == [2_000, 18_000]
    assert casino.value() == 10_000


@clause("nsw 15.3.1")
def test_15_3_1__a_misdeal_cancels_the_wagers_and_gives_them_back():
    casino = floor("nsw")
    casino.do(casino.register(1, 2))
    assert cancelled(casino.do(Carry(table="A"))) == [((1, 2), "nsw 15.3.1")]
    assert casino.value() == 10_000
    assert casino.pool() == 10_000_00


@clause("nsw 15.3.1")
def test_15_3_1__a_void_hand_gives_back_its_own():
    casino = floor("nsw", bonus_cents={})
    casino.do(casino.register(1, 2), casino.record({1: "returned", 2: ROYAL}))
    assert casino.meters.meters["main"].prizes_cents == 10_001_25
    assert casino.value() == 10_000


def at_table(casino: Floor, holes: str, community: str = COMMUNITY):
    """A round of four with jackpot wagers, to the moment before its settlement; the last of them folds."""
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    seats = tuple(enumerate(("ann", "ben", "cat", "dan"), start=1))
    setup = Setup(dealing="shuffler", seats=seats, tables=tables, signs=signs, costs_cents=costs, meter="main")
    state = go("nsw", setup, ";".join(f"{position} ante 5;{position} jackpot 5" for position, _ in seats))
    casino.do(register(casino.book, state, "A", "1"))
    street = "1 bet 5; 2 bet 5; 3 bet 5; reveal;"
    return go("nsw", state, f"deal {community} {holes} 2c 4d; 4 fold; {street * 3}".rstrip(";"))


@clause("nsw 15.2.7", "nsw 15.2.10.4", "nsw 15.2.12", "nsw 15.2.14")
@pytest.mark.parametrize(
    ("holes", "order"),
    [
        ("9h 8h 2h 3h Ah Kh", [2, 1, 3]),  # the royal flush at the dealer's right waits for the straight flush
        ("Ah Kh 2h 3h 9h 8h", [3, 2, 1]),
        ("2h 3h Ah Kh 9h 8h", [3, 2, 1]),
        ("2h 3h 9h 8h Ah Kh", [2, 3, 1]),
    ],
)
def test_15_2_14__the_order_in_which_a_round_is_paid(holes: str, order: list[int]):
    casino = floor("nsw", "19995.00")
    state = at_table(casino, holes)
    events = casino.do(record(casino.book, state, "A", "1"))
    state = play(casino.book, Settle(prizes=settle_prizes(casino.book, events)), state=state)
    flush = next(position for position in (1, 2, 3) if holes.split()[2 * position - 2] == "2h")
    bonuses = [(position, "bonus-jackpot") for position in sorted((4, flush), reverse=True) for _ in range(2)]
    assert [each[:2] for each in paid(events)] == [*bonuses, *((position, "jackpot") for position in order)]
    shown = [(each.position, str(each.wager)) for each in state.results]
    assert shown[-8:] == [*bonuses, (4, "jackpot"), *((position, "jackpot") for position in order)]
    assert {wager for _, wager in shown[:-8]} == {"ante", "third-street", "fourth-street", "fifth-street"}
    won = {each.position: each.won_cents for each in state.results if each.wager == "jackpot"}
    assert sorted(won.values()) == [0, 150_00, 2_000_00, 18_000_00]


def prize(position: int, wager: str = "jackpot", cents: int = 2_000_00) -> MeterPrize:
    return MeterPrize(position=position, wager=wager, pays="x", won_cents=cents, clause="nsw 15.2.13.2")


@clause("nsw 15.2.6", "nsw 15.2.8", "nsw 15.2.10.2")
@pytest.mark.parametrize(
    ("stray", "name"),
    [
        ([prize(1), prize(1)], "nsw 15.2.6"),  # once only
        ([prize(1), prize(1, cents=1)], "nsw 15.2.6"),
        ([prize(1), prize(2)], "nsw 15.2.6"),  # a flush is paid by the sign
        ([prize(1), prize(3)], "nsw 15.2.6"),  # nothing in the hand
        ([prize(1), prize(4)], "nsw 15.2.6"),  # folded
        ([prize(1), prize(2, "ante")], "nsw 15.2.6"),
        ([prize(1), prize(2, "progressive")], "nsw 15.2.6"),
        ([prize(1), prize(2, "lottery")], "nsw 15.2.6"),
        ([prize(1, cents=-1)], "nsw 15.2.6"),
        ([prize(1), prize(2, "bonus-jackpot", -1)], "nsw 15.2.10.2"),
    ],
)
def test_a_prize_that_nobody_is_due_is_refused(stray: list[MeterPrize], name: str):
    casino = floor("nsw", "19995.00")
    state = at_table(casino, "9h 8h 2h 3h 2d 3d")
    with pytest.raises(Refused) as refusal:
        play(casino.book, Settle(prizes=tuple(stray)), state=state)
    assert (refusal.value.code, refusal.value.clause) == ("stray-prize", name)
    settled = play(casino.book, Settle(prizes=(prize(2, "bonus-jackpot", 1_00), prize(1))), state=state)
    assert results(settled)["jackpot"] == ("win", "2000.00", "0.00")


@clause("nsw 15.2.10.1")
def test_15_2_10_1__no_bonus_without_a_jackpot_wager():
    _, signs, costs = offered_by(rulebook("nsw"), floor("nsw").meters.meters["main"].terms)
    setup = Setup(dealing="shuffler", seats=((1, "ann"),), signs=signs, costs_cents=costs, meter="main")
    state = go("nsw", setup, "1 ante 5; deal Qh Jh Th 2c 4d; 1 fold")
    with pytest.raises(Refused, match="stray-prize"):
        play(rulebook("nsw"), Settle(prizes=(prize(1, "bonus-jackpot", 1_00),)), state=state)


@clause("nsw 15.2.13.1", "nsw 15.2.13.2")
def test_15_2_13__a_result_names_the_clause_of_its_prize_and_what_was_paid():
    casino = floor("nsw", "19995.00", guaranteed_cents={"straight-flush": 1_899_99})
    state = at_table(casino, "6h 7h Jh Qh 2d 3d", "8h 9h Th")
    events = casino.do(record(casino.book, state, "A", "1"))
    state = play(casino.book, Settle(prizes=settle_prizes(casino.book, events)), state=state)
    won = [each for each in state.results if each.wager == "jackpot" and each.outcome == "win"]
    assert [(each.position, each.pays, each.won_cents, each.clause) for each in won] == [
        (2, "9.50% of the meter", 1_900_00, "nsw 15.2.13.2"),
        (1, "9.50% of the meter", 1_900_00, "nsw 15.2.13.2"),
    ]


@clause("nsw 1.1 Fixed Jackpot")
def test_fixed_jackpot__paid_by_the_sign_and_no_meter_is_touched():
    setup = Setup(
        dealing="shuffler",
        seats=((1, "ann"),),
        signs={"fixed-jackpot": {"flush": "25 for 1"}},
        costs_cents={"fixed-jackpot": 1_00},
    )
    state = go("nsw", setup, "1 ante 5; 1 fixed-jackpot 1; deal Qh Jh Th 2h 3h; 1 bet 5; reveal; 1 bet 5; reveal")
    state = go("nsw", state, "1 bet 5; reveal; settle")
    assert results(state)["fixed-jackpot"] == ("win", "25.00", "0.00")
