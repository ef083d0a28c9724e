"""maryland .12C, .02C, .08C, .11H, .11I(4): the progressive and the Envy Bonus at work."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.conformance.table import go, refused, results
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, Floor, added, floor, paid

from mississippi_stud.jackpot import Claim, DocumentPrizes, MeterOffer, OpenMeter, RegisteredWager
from mississippi_stud.jackpot.commands import AddTable
from mississippi_stud.jackpot.events import PrizePaid
from mississippi_stud.jackpot.link import record, register, settle_prizes
from mississippi_stud.jackpot.terms import offered_by
from mississippi_stud.round import Settle, Setup, play, view
from mississippi_stud.round.view import Role


def at_table(casino: Floor, script: str, dealing: str = "shoe", counted: int | None = None):
    """A round at table A of a casino, its wagers registered when it is dealt."""
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    seats = ((1, "ann"), (2, "ben"), (3, "cat"))
    setup = Setup(dealing=dealing, seats=seats, tables=tables, signs=signs, costs_cents=costs, meter="main")
    before, _, after = script.partition("deal ")
    state = go("maryland", setup, before.rstrip(" ;"))
    wagers = register(casino.book, state, "A", "1")
    number = len(wagers.wagers) if counted is None else counted
    casino.do(register(casino.book, state, "A", "1", counted=number))
    return go("maryland", state, "deal " + after)


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


@clause("maryland .12C(4)", "maryland .11I(4)(d)")
def test_12c_4__each_is_paid_from_the_meter_at_their_turn_from_the_dealers_right():
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


@clause("maryland .12C(3)(b)", "maryland .12C(4)")
def test_12c_3_b__a_meter_goes_on_from_what_a_straight_flush_left():
    casino = floor("maryland", "9998.00")
    events = casino.round({1: "5h 6h", 2: "Th Jh"}, "7h 8h 9h")
    assert [each for each in events if each[1] == "progressive"] == [
        (2, "progressive", 1_000),
        (1, "progressive", 900),
    ]
    assert casino.value() == 8_100


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


@clause("maryland .01B(3)", "maryland .11I(4)(e)", "maryland .11I(4)(e)(i)", "maryland .11H(2)")
def test_11i_4_e_i__who_has_a_progressive_wager_gets_an_envy_bonus_though_folded():
    casino = floor("maryland")
    prizes = casino.round({1: ROYAL, 2: "folded", 3: NOTHING, 4: "lost"}, wagers=(1, 2, 3, 4))
    assert prizes[1:] == [(3, "envy-bonus", 5_000), (2, "envy-bonus", 5_000)]


@clause("maryland .11I(4)(e)(i)")
def test_11i_4_e_i__nobody_without_a_progressive_wager():
    casino = floor("maryland")
    assert casino.round({1: ROYAL, 2: NOTHING}, wagers=(1,)) == [(1, "progressive", 10_001)]


@clause("maryland .01B(4)")
@pytest.mark.parametrize("hole", [ROYAL, LOW_STRAIGHT_FLUSH, "2h 3h"])
def test_01b_4__the_hand_of_somebody_without_the_wager_counts_a_folded_one_does_not(hole: str):
    casino = floor("maryland")
    envy = {ROYAL: [(2, "envy-bonus", 5_000)], LOW_STRAIGHT_FLUSH: [(2, "envy-bonus", 1_500)]}
    assert casino.round({1: hole, 2: NOTHING}, wagers=(2,)) == envy.get(hole, [])
    assert casino.round({1: "folded", 2: NOTHING}, wagers=(1, 2), number="2") == []


@clause("maryland .11I(4)(e)(ii)", "maryland .11I(4)(e)(iii)")
def test_11i_4_e_ii__one_for_each_hand_of_others_and_none_for_ones_own():
    casino = floor("maryland", "19997.00")
    prizes = casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING})
    assert [each for each in prizes if each[1] == "envy-bonus"] == [
        (3, "envy-bonus", 1_500),
        (1, "envy-bonus", 1_500),
        (3, "envy-bonus", 5_000),
        (2, "envy-bonus", 5_000),
    ]


@clause("maryland .11I(4)(e)")
def test_11i_4_e__the_envy_bonuses_of_a_hand_are_paid_with_it_before_the_next_hand():
    casino = floor("maryland", "19997.00")
    prizes = casino.round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING})
    assert [(position, wager) for position, wager, _ in prizes] == [
        (2, "progressive"), (3, "envy-bonus"), (1, "envy-bonus"),
        (1, "progressive"), (3, "envy-bonus"), (2, "envy-bonus"),
    ]  # fmt: skip


@clause("maryland .11I(4)(e)")
def test_11i_4_e__also_those_for_a_hand_without_a_progressive_wager():
    prizes = floor("maryland").round({1: ROYAL, 2: LOW_STRAIGHT_FLUSH, 3: NOTHING}, wagers=(1, 3))
    assert [(position, wager) for position, wager, _ in prizes] == [
        (3, "envy-bonus"), (1, "envy-bonus"), (1, "progressive"), (3, "envy-bonus"),
    ]  # fmt: skip


@clause("maryland .11I(4)")
def test_11i_4__progressives_come_before_envy_bonuses():
    prizes = floor("maryland").round({1: ROYAL, 2: NOTHING})
    assert [wager for _, wager, _ in prizes] == ["progressive", "envy-bonus"]


@clause("maryland .11I(4)(a)")
@pytest.mark.parametrize(("position", "hand"), [(1, "royal-flush"), (2, "straight-flush"), (3, "three-of-a-kind")])
def test_11i_4_a__a_claim_that_the_cards_do_not_bear_out_is_refused(position: int, hand: str):
    casino = floor("maryland")
    casino.do(casino.register(1, 2))
    hands = {1: LOW_STRAIGHT_FLUSH, 2: NOTHING, 3: "Qs Qd"}  # 3 has three queens and no progressive wager
    claimed = casino.record(hands, claims=(Claim(position=position, hand=hand),))
    assert casino.refused(claimed) == ("no-such-win", "maryland .01B(8)")
    casino.do(casino.record(hands, claims=(Claim(position=1, hand="straight-flush"),)))


@clause("maryland .11I(4)(c)")
@pytest.mark.parametrize(("by", "may"), [("dealer", False), ("floorperson", True)])
def test_11i_4_c__a_floorperson_validates_a_prize_of_the_meter(by: str, may: bool):
    casino = floor("maryland")
    casino.do(casino.register(1))
    if may:
        casino.do(casino.record({1: ROYAL}, by=by))
    else:
        assert casino.refused(casino.record({1: ROYAL}, by=by)) == ("needs-title", "maryland .11I(4)(c)")


@clause("maryland .11I(4)(d)(i)", "maryland .11I(4)(d)(ii)")
@pytest.mark.parametrize(("hole", "from_table"), [(ROYAL, False), (LOW_STRAIGHT_FLUSH, True)])
def test_11i_4_d__the_whole_meter_is_not_paid_from_the_table_and_the_cards_stay_until_it_is_documented(
    hole, from_table
):
    casino = floor("maryland")
    casino.do(casino.register(1))
    events = casino.do(casino.record({1: hole}))
    assert [each.prize.from_table for each in events if isinstance(each, PrizePaid)] == [from_table]
    again = casino.register(1, number="2")
    if from_table:
        casino.do(again)
        return
    assert casino.refused(again) == ("undocumented", "maryland .11I(4)(d)(ii)")
    casino.do(DocumentPrizes(table="A", by="floorperson"), again)


@clause("maryland .02C")
def test_02c__a_table_without_the_system_takes_no_progressive_wagers():
    casino = floor("maryland")
    bare = AddTable(table="B", meter="main", cost_cents=5_00, fitted=False)
    assert casino.refused(bare) == ("not-fitted", "maryland .02C")
    casino.do(AddTable(table="B", meter="main", cost_cents=1_00))
    casino.do(casino.register(1, table="B"))
    assert casino.value() == Fraction("10000.20")


@clause("maryland .02C(2)", "maryland .07D")
@pytest.mark.parametrize(
    ("dealing", "cards"),
    [
        pytest.param("shoe", "2c 4d 3c 6d Qh Jh Th", marks=clause("maryland .08C(1)")),
        pytest.param("hand", "2c 4d 3c 6d Qh Jh Th", marks=clause("maryland .09A(3)(b)")),
        pytest.param("automatic", "Qh Jh Th 2c 4d 3c 6d", marks=clause("maryland .10A(2)(b)")),
    ],
)
def test_02c_2__no_progressive_wager_after_no_more_bets(dealing: str, cards: str):
    casino = floor("maryland")
    state = at_table(casino, f"1 ante 5; 1 progressive 5; 2 ante 5; deal {cards}", dealing)
    assert refused("maryland", state, "2 progressive 5") == ("bets-closed", "maryland .07D")
    assert casino.refused(casino.register(1, 2)) == ("game-registered", "maryland .07D")


@pytest.mark.parametrize(
    ("dealing", "name"),
    [
        pytest.param("shoe", "maryland .08C(2)(b)", marks=clause("maryland .08C(2)(b)")),
        pytest.param("hand", "maryland .09A(4)(b)", marks=clause("maryland .09A(4)(b)")),
        pytest.param("automatic", "maryland .10A(3)(b)", marks=clause("maryland .10A(3)(b)")),
    ],
)
@pytest.mark.parametrize(("counted", "good"), [(None, False), (1, False), (2, True), (3, False)])
def test_the_chips_are_counted_against_the_accepted_wagers(dealing: str, name: str, counted: int | None, good: bool):
    casino = floor("maryland")
    tables, signs, costs = offered_by(casino.book, casino.meters.meters["main"].terms)
    setup = Setup(dealing=dealing, seats=((1, "ann"), (2, "ben")), tables=tables, signs=signs, costs_cents=costs)
    state = go("maryland", setup, "1 ante 5; 1 progressive 5; 2 ante 5; 2 progressive 5")
    wagers = register(casino.book, state, "A", "1", counted=counted)
    if good:
        casino.do(wagers)
    else:
        assert casino.refused(wagers) == ("count-differs", name)


@clause("maryland .07F(3)(a)", "maryland .11H(1)", "maryland .11H(2)", "maryland .11I(4)(d)")
def test_11h__a_fold_loses_the_progressive_and_keeps_the_envy_bonus_to_the_last_payment():
    casino = floor("maryland", "10000.00")
    state = at_table(
        casino,
        "1 ante 5; 1 progressive 5; 2 ante 5; 2 progressive 5; 3 ante 5; "
        "deal Ah Kh 2c 4d 3c 6d Qh Jh Th; 1 bet 5; 2 fold; 3 fold; reveal; 1 bet 5; reveal; 1 bet 5; reveal",
    )
    events = casino.do(record(casino.book, state, "A", "1"))
    state = play(casino.book, Settle(prizes=settle_prizes(casino.book, events)), state=state)
    assert results(state)["progressive"] == ("win", "10002.00", "0.00")
    assert results(state, 2)["progressive"] == ("lose", "0.00", "0.00")
    assert results(state, 2)["envy-bonus"] == ("win", "5000.00", "0.00")
    assert "envy-bonus" not in results(state, 3)
    assert view(casino.book, state, Role.SPECTATOR).results == state.results


@clause("maryland .12C(5)")
@pytest.mark.parametrize(("cents", "taken"), [(99, False), (1_00, True), (1_01, False), (5_00, True), (10_00, False)])
def test_12c_5__the_progressive_costs_1_or_5_dollars(cents: int, taken: bool):
    opened = OpenMeter(meter="x", offer=MeterOffer(cost_cents=cents, seed_cents=10_000_00, rate="20%"))
    if taken:
        Floor("maryland", opened)
    else:
        assert Floor("maryland").refused(opened) == ("wrong-cost", "maryland .12C(5)")


@clause("maryland .13D")
def test_13d__a_misdeal_returns_the_progressive_wager():
    from mississippi_stud.jackpot import Carry

    casino = floor("maryland")
    casino.do(casino.register(1, 2), Carry(table="A"))
    assert casino.value() == 10_000
    assert casino.meters.games == {}
    wrong = casino.register(wagers=(RegisteredWager(position=1, player="ann", cents=1_00),))
    assert casino.refused(wrong)[0] == "wrong-cost"
