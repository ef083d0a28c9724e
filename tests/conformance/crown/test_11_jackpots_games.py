"""crown 11.5.1, 11.12, 11.13: what becomes of jackpot games when rounds go wrong."""

from fractions import Fraction

import pytest
from tests.clauses import clause
from tests.jackpot.floor import LOW_STRAIGHT_FLUSH, NOTHING, ROYAL, added, cancelled, floor

from mississippi_stud.jackpot import CancelGame, CancelMistake, Carry, RetractWagers

INCREMENT = Fraction("1.703")
MISDEAL = Carry(table="A")


@clause("crown 11.5.1")
def test_11_5_1__a_retracted_wager_goes_back_and_the_others_are_registered_anew():
    casino = floor("crown")
    casino.do(casino.register(1, 2, 3))
    events = casino.do(RetractWagers(table="A", positions=(2,)))
    assert cancelled(events) == [((2,), "crown 11.5.1")]
    assert [wager.position for wager in casino.meters.games["A"].wagers] == [1, 3]
    assert casino.meters.games["A"].round == "1"
    assert casino.value() == 50_000 + 2 * INCREMENT
    assert casino.refused(RetractWagers(table="A", positions=(2,)))[0] == "no-game"
    casino.do(casino.record({1: NOTHING, 2: "returned", 3: "folded"}))


@clause("crown 11.12")
def test_11_12__after_a_misdeal_the_wagers_stay_valid_for_the_next_round():
    casino = floor("crown")
    casino.do(casino.register(1, 2), MISDEAL)
    assert casino.meters.games["A"].carried
    assert casino.refused(casino.record({1: ROYAL, 2: NOTHING}))[0] == "other-round"
    events = casino.do(casino.register(1, 2, number="2"))
    assert [event.__struct_config__.tag for event in events] == ["game_continued"]
    assert casino.value() == 50_000 + 2 * INCREMENT  # once, not twice
    casino.do(casino.record({1: NOTHING, 2: "folded"}, number="2"))
    assert casino.pool() == 50_003_41


@clause("crown 11.12")
def test_11_9__only_a_void_hands_own_wager_is_carried():
    casino = floor("crown", "61234.56")
    casino.do(casino.register(1, 2), casino.record({1: LOW_STRAIGHT_FLUSH, 2: "carried"}))
    assert [wager.position for wager in casino.meters.games["A"].wagers] == [2]
    casino.do(casino.register(2, number="2"))
    assert casino.meters.meters["main"].contributed_exact == "1703/5"


@clause("crown 11.12.1")
def test_11_12_1__somebody_leaves():
    casino = floor("crown")
    casino.do(casino.register(1, 2, 3), MISDEAL)
    events = casino.do(casino.register(1, 3, number="2"))
    assert cancelled(events) == [((2,), "crown 11.12.1")]
    assert casino.value() == 50_000 + 2 * INCREMENT


@clause("crown 11.12.2")
def test_11_12_2__somebody_joins():
    casino = floor("crown")
    casino.do(casino.register(1), MISDEAL)
    events = casino.do(casino.register(1, 2, number="2"))
    assert cancelled(events) == [((), "crown 11.12.2")]
    assert casino.meters.games["A"].round == "2"
    assert casino.value() == 50_000 + 2 * INCREMENT


@clause("crown 11.12.1")
def test_11_12_1__everybody_leaves():
    casino = floor("crown")
    casino.do(casino.register(1, 2), MISDEAL)
    assert cancelled(casino.do(casino.register(number="2"))) == [((1, 2), "crown 11.12.1")]
    assert casino.value() == 50_000
    assert "A" not in casino.meters.games


@clause("crown 11.13")
@pytest.mark.parametrize(
    ("by", "may"), [("", False), ("dealer", False), ("tg-higher-duties-dealer", True), ("tg-area-manager", True)]
)
def test_11_13__a_game_started_by_mistake_is_cancelled_by_a_higher_duties_dealer(by: str, may: bool):
    casino = floor("crown")
    casino.do(casino.register(1, 2))
    mistake = CancelMistake(table="A", by=by)
    if not may:
        assert casino.refused(mistake) == ("needs-title", "crown 11.13")
        return
    assert cancelled(casino.do(mistake)) == [((1, 2), "crown 11.13")]
    assert casino.value() == 50_000
    casino.do(casino.register(1, 2, 3, number="2"))  # all may wager for the next round


@clause("crown 11.13", "crown 9.4.1")
def test_a_game_cancelled_after_another_table_emptied_the_meter_costs_the_house_not_the_meter():
    casino = floor("crown", tables=("A", "B"))
    casino.do(casino.register(1), casino.register(1, table="B"), casino.record({1: ROYAL}, table="B"))
    assert casino.value() == 50_000
    events = casino.do(CancelGame(table="A", clause="crown 13.4"))
    assert added(events) == [("reset", INCREMENT, "crown 9.4.1")]
    assert casino.value() == 50_000
    assert casino.pool() == 50_000_00


@clause("crown 9.2.2", "crown 11.13")
def test_a_second_game_is_not_started_while_one_is_in_play():
    casino = floor("crown")
    casino.do(casino.register(1))
    assert casino.refused(casino.register(1, number="2"))[0] == "game-registered"


@clause("crown 11.5.1", "crown 11.12.1", "crown 11.12.2", "crown 11.13")
def test_11__what_cancels_a_game_is_data():
    jackpot = floor("crown").book.jackpot
    assert jackpot.retraction_cancels.value is True
    assert jackpot.leaver_cancels.value is True
    assert jackpot.joiner_cancels.value is True
    assert jackpot.mistake_cancels.value is True
