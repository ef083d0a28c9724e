"""nsw 15: the progressive jackpot."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.nsw.tables import alone, table, with_jackpots
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
from tests.script import clauses, go, refused, refused_setup, results
from tests.table.hall import opened

from mississippi_stud.cards import parse
from mississippi_stud.hands import Hand
from mississippi_stud.jackpot import AddTable, Carry, Fate, MeterOffer, OpenMeter, RegisteredWager, ShownHand
from mississippi_stud.jackpot.events import GameCancelled
from mississippi_stud.jackpot.link import record, register, settle_prizes
from mississippi_stud.jackpot.prizes import reckon
from mississippi_stud.jackpot.state import Prize
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.round import Setup
from mississippi_stud.round.commands import MeterPrize
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager

BOTH = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 3"


@clause("nsw 15.1.1", "nsw 15.1.2.1")
def test_15_1_1__several_meters_each_for_a_table_or_a_group():
    casino = floor("nsw", tables=("A", "B"))
    casino.do(OpenMeter(meter="other", offer=NSW, tables=("C",)))
    for name in "ABC":
        casino.round({1: NOTHING}, table=name)
    assert (casino.value(), casino.value("other")) == (Fraction("10002.50"), Fraction("10001.25"))


@clause("nsw 15.1.2.2")
def test_15_1_2_2__a_table_is_linked_to_one_pool():
    assert rulebook("nsw").jackpot.one_meter_a_table.value is True
    casino = floor("nsw")
    second = OpenMeter(meter="other", offer=NSW, tables=("A",))
    assert casino.refused(second) == ("table-on-meter", "nsw 15.1.2.2")


@clause("nsw 15.1.2.3", "nsw 15.2.3")
@pytest.mark.parametrize(("cents", "taken"), [(4_99, False), (5_00, True), (5_01, False)])
def test_15_1_2_3__one_price_for_a_pool(cents: int, taken: bool):
    assert rulebook("nsw").jackpot.one_cost_a_meter.value is True
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


@clause("nsw 15.2.1")
@pytest.mark.parametrize("line", ["1 jackpot 5", "1 fixed-jackpot 1"])
def test_15_2_1__a_jackpot_wager_needs_a_wager_in_the_round(line: str):
    assert rulebook("nsw").wagers[line.split()[1]].needs.value == ("ante",)
    assert refused("nsw", table(**with_jackpots()), line) == ("needs", "nsw 15.2.1")
    state = go("nsw", table(**with_jackpots()), f"1 ante 10; {line}")
    assert rulebook("nsw").wagers[line.split()[1]].needs.value == ("ante",)
    assert refused("nsw", state, "1 withdraw ante") == ("needed-by", "nsw 15.2.1")


@clause("nsw 15.2.3")
@pytest.mark.parametrize("cost", ["4.99", "5.01", "10"])
def test_15_2_3__the_jackpot_wager_is_what_the_sign_says(cost: str):
    state = go("nsw", table(**with_jackpots()), "1 ante 10")
    assert refused("nsw", state, f"1 jackpot {cost}") == ("wrong-cost", "nsw 15.2.3")
    assert go("nsw", state, "1 jackpot 5").hands[1].stakes["jackpot"].cents == 5_00


@clause("nsw 15.2.3")
def test_15_2_3__and_there_is_no_jackpot_without_a_cost_on_the_sign():
    signs = {Wager.JACKPOT: {"royal-flush": "100% of the meter", "flush": "30 for 1"}}
    assert refused_setup("nsw", table(signs=signs)) == ("no-cost", "nsw 15.2.3")


@clause("nsw 15.2.4")
def test_15_2_4__the_jackpot_wager_comes_before_the_hand():
    assert rulebook("nsw").jackpot.wager.value == "jackpot"
    assert rulebook("nsw").wagers["jackpot"].closes.value == "at-first-card"
    state = go("nsw", table(**with_jackpots()), "1 ante 10; deal Qh Jh Th 2c 3c")
    assert refused("nsw", state, "1 jackpot 5") == ("bets-closed", "nsw 15.2.4")


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
    assert rulebook("nsw").jackpot.never_below_seed.value is False
    casino = floor("nsw", "9998.75")
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", 1_000)]
    assert casino.value() == 9_000
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", Fraction("900.12"))]


@clause("nsw 15.2.6", "nsw 15.2.8")
@pytest.mark.parametrize(
    ("hole", "community", "won"),
    [
        ("9h 9s", "9c 9d Th", "2500.00"),
        ("9h 9s", "9c Td Th", "250.00"),
        ("Ah Kh", "Qh Jh 9h", "150.00"),
        ("Ah Kh", "Qh Jh Tc", None),
        ("9h 9s", "9c Td Ah", None),
    ],
)
def test_15_2_6__the_jackpot_goes_by_the_five_cards_and_pays_by_the_sign(hole: str, community: str, won: str | None):
    assert rulebook("nsw").wagers["jackpot"].basis.value == "five-cards"
    state = alone(hole, community, before="1 jackpot 5", **with_jackpots())
    assert results(state)["jackpot"] == (("win", won, "0.00") if won else ("lose", "0.00", "0.00"))


def at_table(casino: Floor, holes: str, community: str = COMMUNITY):
    """A round of four with jackpot wagers, to the moment before its settlement; the last of them folds."""
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    seats = tuple(enumerate(("ann", "ben", "cat", "dan"), start=1))
    setup = Setup(dealing="shuffler", seats=seats, tables=tables, signs=signs, costs_cents=costs, meter="main")
    state = go("nsw", setup, ";".join(f"{position} ante 5;{position} jackpot 5" for position, _ in seats))
    casino.do(register(casino.book, state, "A", "1"))
    street = "1 bet 1; 2 bet 1; 3 bet 1; reveal;"
    return go("nsw", state, f"deal {community} {holes} 2c 4d; 4 fold; {street * 3}".rstrip(";"))


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
def test_15_2_6__a_prize_that_nobody_is_due_is_refused(stray: list[MeterPrize], name: str):
    casino = floor("nsw", "19995.00")
    state = at_table(casino, "9h 8h 2h 3h 2d 3d")
    assert refused("nsw", state, "settle", tuple(stray)) == ("stray-prize", name)
    settled = go("nsw", state, "settle", (prize(2, "bonus-jackpot", 1_00), prize(1)))
    assert results(settled)["jackpot"] == ("win", "2000.00", "0.00")


@clause("nsw 15.2.6", "nsw 15.2.8")
def test_15_2_8__a_prize_of_the_meter_is_given_from_outside_and_never_guessed():
    book = rulebook("nsw")
    assert book.jackpot.qualifying.value == (
        Hand.ROYAL_FLUSH,
        Hand.STRAIGHT_FLUSH,
        Hand.FOUR_OF_A_KIND,
        Hand.FULL_HOUSE,
        Hand.FLUSH,
    )
    assert book.wagers["jackpot"].on_push.value == "lost"
    script = "1 ante 10; 1 jackpot 5; deal Qh Jh Th 9h 8h; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1; reveal"
    state = go("nsw", table(**with_jackpots()), script)
    assert refused("nsw", state, "settle")[0] == "meter-prize"
    prize = MeterPrize(position=1, wager="jackpot", pays="10% of the meter", won_cents=6123_45, clause="nsw 15.2.9")
    state = go("nsw", state, "settle", (prize,))
    assert results(state)["jackpot"] == ("win", "6123.45", "0.00")
    assert results(state)["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 15.2.8")
@pytest.mark.parametrize("hand", ["straight", "royal-flush", "two-pair"])
def test_15_2_8__the_sign_names_winning_events_only(hand: str):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=5_00, rate="20%", pays={hand: "9 for 1"}))
    assert Floor("nsw").refused(opened) == ("no-such-hand", "nsw 15.2.8")


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
    book = rulebook("nsw")
    assert (book.wagers["jackpot"].tables, book.jackpot.rounding.value) == ({}, "exact")
    casino = floor("nsw")
    assert casino.round({1: hole}, community) == ([(1, "jackpot", dollars)] if dollars else [])
    assert casino.value() == Fraction("10001.25")


@clause("nsw 1.1 Bonus Jackpot", "nsw 15.2.10", "nsw 15.2.10.1", "nsw 15.2.10.2", "nsw 15.2.10.4", "nsw 15.2.11")
@pytest.mark.parametrize(
    ("hole", "bonus", "won"), [(ROYAL, 500, "20000.00"), (LOW_STRAIGHT_FLUSH, 100, "2000.00"), (FLUSH, None, None)]
)
def test_15_2_10__all_with_a_jackpot_wager_get_the_bonus_before_the_winner_is_paid(hole, bonus, won):
    rules = rulebook("nsw").jackpot.bonus
    assert (rules.paid_first.value, rules.prizes_cents) == (True, {})
    casino = floor("nsw", "19996.25")
    prizes = casino.round({1: hole, 2: "folded", 3: NOTHING, 4: "Ac 3d"}, wagers=(1, 2, 3))
    if bonus is None:
        assert prizes == [(1, "jackpot", 150)]
        return
    assert prizes == [(3, "bonus-jackpot", bonus), (2, "bonus-jackpot", bonus), (1, "jackpot", Fraction(won))]


@clause("nsw 15.2.10")
def test_15_2_10__no_bonus_where_the_operator_offers_none():
    assert floor("nsw", bonus_cents={}).round({1: ROYAL, 2: NOTHING}) == [(1, "jackpot", Fraction("10002.50"))]


@clause("nsw 15.2.10.1")
def test_15_2_10_1__a_folded_player_may_still_be_given_a_bonus_jackpot():
    assert rulebook("nsw").jackpot.bonus.keeps_after_fold.value is True
    script = "1 ante 10; 1 jackpot 5; deal Qh Jh Th 2c 3c; 1 fold"
    state = go("nsw", table(**with_jackpots()), script)
    bonus = MeterPrize(position=1, wager="bonus-jackpot", pays="$100.00", won_cents=100_00, clause="nsw 15.2.10.2")
    state = go("nsw", state, "settle", (bonus,))
    assert results(state) == {
        "ante": ("lose", "0.00", "0.00"),
        "jackpot": ("lose", "0.00", "0.00"),
        "bonus-jackpot": ("win", "100.00", "0.00"),
    }


@clause("nsw 15.2.10.1")
def test_15_2_10_1__no_bonus_without_a_jackpot_wager():
    _, signs, costs = offered_by(rulebook("nsw"), floor("nsw").meters.meters["main"].terms)
    setup = Setup(dealing="shuffler", seats=((1, "ann"),), signs=signs, costs_cents=costs, meter="main")
    state = go("nsw", setup, "1 ante 5; deal Qh Jh Th 2c 4d; 1 fold")
    assert refused("nsw", state, "settle", (prize(1, "bonus-jackpot", 1_00),))[0] == "stray-prize"


@clause("nsw 15.2.10.2")
def test_15_2_10_2__nobody_is_given_a_prize_who_is_not_at_the_table():
    state = go("nsw", table(**with_jackpots()), "1 ante 10; deal Qh Jh Th 2c 3c; 1 fold")
    bonus = MeterPrize(position=2, wager="bonus-jackpot", pays="$100.00", won_cents=100_00, clause="nsw 15.2.10.2")
    assert refused("nsw", state, "settle", (bonus,)) == ("nobody-there", "nsw 2.1")


@clause("nsw 15.2.10.2")
def test_15_2_10_2__a_flush_that_was_not_wagered_on_wins_no_jackpot_and_brings_no_bonus():
    bonus = rulebook("nsw").jackpot.bonus
    assert bonus.hands.value == (Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH)
    assert (bonus.each_hand.value, bonus.without_wager.value) == (True, False)
    assert floor("nsw").round({1: ROYAL, 2: NOTHING}, wagers=(2,)) == []


@clause("nsw 15.2.10.2", "nsw 15.2.10.3")
def test_15_2_10_3__a_winner_gets_no_bonus_even_for_anothers_hand():
    bonus = rulebook("nsw").jackpot.bonus
    assert (bonus.for_own_hand.value, bonus.winner_excluded.value) == (False, True)
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


@clause("nsw 15.2.13.1", "nsw 15.2.13.2")
def test_15_2_13__a_result_names_the_clause_of_its_prize_and_what_was_paid():
    casino = floor("nsw", "19995.00", guaranteed_cents={"straight-flush": 1_899_99})
    state = at_table(casino, "6h 7h Jh Qh 2d 3d", "8h 9h Th")
    events = casino.do(record(casino.book, state, "A", "1"))
    state = go("nsw", state, "settle", settle_prizes(casino.book, events))
    won = [each for each in state.results if each.wager == "jackpot" and each.outcome == "win"]
    assert [(each.position, each.pays, each.won_cents, each.clause) for each in won] == [
        (2, "9.50% of the meter", 1_900_00, "nsw 15.2.13.2"),
        (1, "9.50% of the meter", 1_900_00, "nsw 15.2.13.2"),
    ]


@clause("nsw 15.2.13", "nsw 15.2.13.1", "nsw 15.2.13.2")
@pytest.mark.parametrize(
    ("guaranteed", "each", "house"),
    [(9_999_99, 10_000, 0), (10_000_00, 10_000, 0), (10_000_01, Fraction("10000.01"), Fraction("0.02"))],
)
def test_15_2_13_1__royal_flushes_share_the_jackpot_or_take_the_guaranteed_minimum(guaranteed, each, house):
    assert rulebook("nsw").jackpot.sharing.value == "shared-or-guaranteed"
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


@clause("nsw 15.2.13.2")
def test_15_2_13_2__a_single_winner_has_no_guaranteed_minimum():
    casino = floor("nsw", "19998.75", guaranteed_cents={"straight-flush": 5_000_00}, bonus_cents={})
    assert casino.round({1: LOW_STRAIGHT_FLUSH}) == [(1, "jackpot", 2_000)]


@clause("nsw 15.2.14", "nsw 15.2.13.1")
@pytest.mark.parametrize("hands", [{1: ROYAL, 2: LOW_STRAIGHT_FLUSH}, {1: LOW_STRAIGHT_FLUSH, 2: ROYAL}])
def test_15_2_14__the_straight_flush_is_paid_first_and_the_royal_flush_takes_what_is_left(hands: dict[int, str]):
    assert rulebook("nsw").jackpot.straight_flush_before_royal.value is True
    casino = floor("nsw", "19997.50", bonus_cents={})
    prizes = casino.round(hands)
    assert [amount for _, _, amount in prizes] == [2_000, 18_000]
    assert casino.value() == 10_000


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
    assert rulebook("nsw").play.jackpots_paid.value == "after-all-hands"
    casino = floor("nsw", "19995.00")
    state = at_table(casino, holes)
    events = casino.do(record(casino.book, state, "A", "1"))
    state = go("nsw", state, "settle", settle_prizes(casino.book, events))
    flush = next(position for position in (1, 2, 3) if holes.split()[2 * position - 2] == "2h")
    bonuses = [(position, "bonus-jackpot") for position in sorted((4, flush), reverse=True) for _ in range(2)]
    assert [each[:2] for each in paid(events)] == [*bonuses, *((position, "jackpot") for position in order)]
    shown = [(each.position, str(each.wager)) for each in state.results]
    assert shown[-8:] == [*bonuses, (4, "jackpot"), *((position, "jackpot") for position in order)]
    assert {wager for _, wager in shown[:-8]} == {"ante", "third-street", "fourth-street", "fifth-street"}
    won = {each.position: each.won_cents for each in state.results if each.wager == "jackpot"}
    assert sorted(won.values()) == [0, 150_00, 2_000_00, 18_000_00]


@clause("nsw 15.3.1")
def test_15_3_1__jackpot_wagers_of_a_void_round_are_returned():
    for wager in ("jackpot", "fixed-jackpot"):
        assert rulebook("nsw").wagers[wager].on_misdeal.value == "returned"
    state = go("nsw", table("ann ben", **with_jackpots()), f"{BOTH}; void nsw 15.3.1")
    assert results(state)["jackpot"] == ("void", "0.00", "5.00")
    assert clauses(state)["jackpot"] == "nsw 15.3.1"


@clause("nsw 15.3.1")
def test_15_3_1__jackpot_wagers_of_a_misdeal_are_cancelled_and_returned():
    from mississippi_stud.rulebooks.vocabulary import Wager

    offer = MeterOffer(cost_cents=500, seed_cents=10_000_00, rate="25%", pays={"flush": "30 for 1"})
    pit = opened("nsw", "shoe", meter=offer)
    before = pit.meters.meters["main"].value
    pit.betting("1 ante 25;1 jackpot 5;2 ante 10")
    pit.deal()
    assert pit.meters.meters["main"].value == before + 125
    pit.report("wrong-hole-count", position=1, cards=3)
    back = [each for each in pit.table.last_round.results if each.wager == Wager.JACKPOT]
    assert [(each.position, each.outcome, each.returned_cents, each.clause) for each in back] == [
        (1, "void", 500, "nsw 15.3.1")
    ]
    cancelled = pit.on_meters[-1]
    assert isinstance(cancelled, GameCancelled)
    assert ([each.position for each in cancelled.returned], cancelled.clause) == ([1], "nsw 15.3.1")
    assert (pit.meters.meters["main"].value, pit.table.carried_cents) == (before, {})


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


# What the table shows.


@clause("nsw 15.1.3", "nsw 15.2.3", "nsw 15.2.9", "nsw 15.2.11", "nsw 15.2.13.2")
def test_15__a_shared_table_shows_the_meter_the_price_the_prizes_and_the_bonus_jackpot():
    with felt("nsw") as table:
        page = table.page
        for line in (
            "Jackpot wager costs $1.00.",
            "Four of a kind 500 for 1 Full house 150 for 1 Flush 100 for 1",
            "Bonus jackpot Royal flush $1,000.00 Straight flush $100.00",
            "if several players have a straight flush in one round, each receives at least $1,000.00.",
        ):
            assert line.lower() in page.lower(), line
        assert table.seen["meter"]["shown_cents"] == 10_000_00
        table.deal(ante=5_00, jackpot=1_00)
        assert table.seen["meter"]["shown_cents"] == 10_000_60, "30% of both wagers"


@clause("nsw 15.2.2")
def test_15_2_2__players_are_told_to_see_that_their_jackpot_wager_was_accepted():
    with felt("nsw") as table:
        assert "nsw 15.2.2" in table.notes
        table.do("place_wagers", wagers={"ante": 5_00, "jackpot": 1_00}, ready=False)
        assert [seat["acknowledged"] for seat in table.seen["view"]["seats"]] == [True, False]
        assert "nsw 15.2.2" in table.notes
        table.deal(ante=5_00)
        assert "nsw 15.2.2" not in table.notes
