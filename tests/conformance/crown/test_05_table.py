"""crown 5.10.1, 6.2.1, 7.3.1(a), 7.4.1, 9.2.1 at a whole table: boxes, warnings, burns, and the meter's equipment."""

import pytest
from tests.clauses import clause
from tests.table.drive import TABLE, Drive, opened

from mississippi_stud.cards import parse
from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.jackpot.commands import SetEquipment
from mississippi_stud.jackpot.decide import play as play_meters
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te

HDD, AM, ACM = "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager"
METER = MeterOffer(cost_cents=5_00, option="1", seed="10000")
JACKS = "deal Jh 2c Jd 8s Ts 3c Qd"


def full(**opening: object) -> Drive:
    """A table of three positions: ann at 1 with a box at 3, ben at 2."""
    drive = opened("crown", "shoe", positions=3, **opening)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    return drive


@clause("crown 5.10.1")
def test_5_10_1__a_further_box_is_freed_for_a_newcomer_at_a_full_table():
    drive = full()
    events = drive.do(t.Sit, position=3, player="cyd")
    left = next(each for each in events if isinstance(each, te.SeatLeft))
    assert (left.position, left.clause) == (3, "crown 5.10.1")
    assert (drive.table.seats[3].player, drive.table.seats[3].box) == ("cyd", False)


@clause("crown 5.10.1")
@pytest.mark.parametrize(("position", "player"), [(1, "cyd"), (2, "cyd"), (3, "ben")])
def test_5_10_1__neither_a_seat_nor_a_box_for_another_box_is_freed(position: int, player: str):
    sits = {"position": position, "player": player, "nobody_shut_out": True, "seats_elsewhere": True}
    assert full().refused(t.Sit, **sits)[0] == "position-taken"


@clause("crown 5.10.1")
def test_5_10_1__while_a_place_is_free_no_box_is():
    drive = opened("crown", "shoe", positions=4)
    drive.do(t.Sit, position=3, player="ann", nobody_shut_out=True, seats_elsewhere=True)
    assert drive.refused(t.Sit, position=3, player="cyd")[0] == "position-taken"
    drive.do(t.Sit, position=4, player="cyd")


@clause("crown 5.10.1")
def test_5_10_1__a_box_with_a_hand_in_play_is_freed_after_the_round():
    drive = full()
    drive.betting("1 ante 25;2 ante 10;3 ante 10")
    assert drive.refused(t.Sit, position=3, player="cyd")[0] == "hand-in-play"
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd;1 fold;2 fold;3 blind 10 10 10")
    drive.finish()
    drive.do(t.Sit, position=3, player="cyd")


@clause("crown 5.10.1", "crown 11.12.1")
def test_5_10_1__a_carried_wager_of_a_freed_box_goes_back_to_its_player():
    drive = full(meter=METER)
    drive.betting("1 ante 25;2 ante 10;3 ante 10;3 jackpot 5")
    drive.lines("deal 9h 2c 4d 7d 8s 5s Ts Jc Qd")
    drive.report("wrong-hole-count", position=2, cards=3)
    drive.do(t.Sit, position=3, player="cyd")
    assert (drive.money["player:ann"], drive.table.carried_cents, drive.meters.games) == (0, {}, {})


# 6, 11.9, 11.10: players are told.


@clause("crown 6.2.1")
@pytest.mark.parametrize(("ante", "told"), [("4.99 unnoticed", True), ("5", False), ("5.01", False)])
def test_6_2_1__whose_wager_was_under_the_minimum_is_advised_of_it(ante: str, told: bool):
    drive = opened("crown", "shoe")
    drive.betting(f"1 ante {ante};2 ante 10")
    drive.lines(f"{JACKS};1 fold;2 fold")
    drive.finish()
    asked = [each for each in drive.prompted if each.duty == "advise-under-minimum"]
    assert [(each.clause, each.position) for each in asked] == ([("crown 6.2.1", 1)] if told else [])
    if told:
        assert drive.refused(t.OpenRound)[0] == "prompt-waits"


@clause("crown 11.9")
def test_11_9__who_could_not_fund_a_street_is_informed_the_first_time():
    drive = opened("crown", "shoe")
    for times in (1, 1):
        drive.betting()
        drive.lines(JACKS)
        drive.report("cannot-fund", position=2)
        drive.finish()
        asked = [each for each in drive.prompted if each.duty == "inform-cannot-fund"]
        assert [(each.clause, each.position) for each in asked] == [("crown 11.9", 2)] * times
        drive.confirm_all()
    assert drive.money["player:ben"] == -10_00


@clause("crown 11.10.2")
@pytest.mark.parametrize(("street", "told"), [("24.99 unnoticed", True), ("25", False), ("75.01 unnoticed", False)])
def test_11_10_2__whose_street_wager_was_too_small_is_informed(street: str, told: bool):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(f"{JACKS};1 bet {street};2 fold")
    drive.finish()
    asked = [(each.clause, each.by) for each in drive.prompted if each.duty == "inform-street-amount"]
    assert asked == ([("crown 11.10.2", "dealer")] if told else [])


# 7: the burn and the announcement.


@clause("crown 7.3.1(a)")
@pytest.mark.parametrize("moment", ["between", "betting", "no-more-bets"])
def test_7_3_1_a__a_burn_is_directed_until_the_community_cards_are_dealt(moment: str):
    drive = opened("crown", "shoe")
    if moment != "between":
        drive.do(t.OpenRound)
        drive.lines("1 ante 25;2 ante 10")
    if moment == "no-more-bets":
        drive.do(t.CloseBetting)
        drive.confirm_all()
    drive.do(t.Order, by=ACM, what=t.OrderKind.BURN)
    if moment == "between":
        drive.betting()
    elif moment == "betting":
        drive.do(t.CloseBetting)
        drive.confirm_all()
    drive.lines("deal Jh 2c Jd 8s 4c Ts 3c Qd")
    assert drive.table.round.burnt == parse("4c")
    assert drive.refused(t.Order, by=ACM, what=t.OrderKind.BURN) == ("round-open", "crown 7.3.1(a)")
    drive.finish()
    drive.betting()
    drive.lines(JACKS)  # directed once, it is for one round
    assert drive.table.round.burnt == ()


@clause("crown 7.3.1(a)")
@pytest.mark.parametrize("by", ["dealer", HDD, AM])
def test_7_3_1_a__nobody_below_an_assistant_casino_manager_directs_it(by: str):
    drive = opened("crown", "shoe")
    assert drive.refused(t.Order, by=by, what=t.OrderKind.BURN) == ("rank-too-low", "crown 7.3.1(a)")


@clause("crown 7.4.1")
def test_7_4_1__bet_or_fold_is_announced_when_the_cards_lie_there_and_holds_nothing_up():
    drive = opened("crown", "shoe")
    drive.betting()
    assert "bet-or-fold" not in drive.duties()
    drive.lines(JACKS)
    assert (drive.duties(), drive.prompt("bet-or-fold").clause) == (["bet-or-fold"], "crown 7.4.1")
    drive.lines("1 bet 25;2 bet 10;reveal")
    assert drive.duties() == []


@clause("crown 7.4.1")
def test_7_4_1__it_is_the_dealer_who_announces_it():
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(JACKS)
    drive.do(t.Confirm, by="dealer", prompt=drive.prompt("bet-or-fold").number)
    assert drive.duties() == []


# 9.2.1: the equipment.


def equipment(drive: Drive, *, working: bool = False, manual: bool = False) -> None:
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
    drive.lines(JACKS)
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [1, 2]


@clause("crown 9.2.1")
def test_9_2_1__a_wager_that_can_no_longer_be_recorded_goes_back_and_the_cards_are_dealt():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    value = drive.meters.meters["main"].value
    equipment(drive)
    drive.lines(JACKS)
    refused = [each for each in drive.events if isinstance(each, te.WagerRefused)]
    assert [(each.position, each.clause) for each in refused] == [(1, "crown 9.2.1")]
    drive.finish()
    assert (drive.money["player:ann"], drive.meters.meters["main"].value) == (100_00, value)


@clause("crown 9.2.1", "crown 11.12")
def test_9_2_1__a_carried_wager_is_recorded_and_plays_on():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.lines(JACKS)
    drive.report("wrong-hole-count", position=2, cards=3)
    equipment(drive)
    drive.betting()
    drive.lines(JACKS)
    assert [each.position for each in drive.meters.games[TABLE].wagers] == [1]
