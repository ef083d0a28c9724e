"""crown 13 at a whole table: winnings withheld and determined, what may be let be, and who must give up a seat."""

import pytest
from tests.clauses import clause
from tests.table.drive import TABLE, Drive, opened

from mississippi_stud.jackpot import MeterOffer
from mississippi_stud.round.refusal import Refused
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te

HDD, AM, ACM = "tg-higher-duties-dealer", "tg-area-manager", "tg-assistant-casino-manager"
METER = MeterOffer(cost_cents=5_00, option="1", seed="10000")
JACKS = "deal Jh 2c Jd 8s Ts 3c Qd"
STRAIGHT_FLUSH = "deal 9h 2c 8h 4d Qh Jh Th"


def withheld(cards: str, wagers: str = "1 ante 25;2 ante 10", **opening: object) -> Drive:
    """Ann, suspected of a device, has won: her winnings are withheld."""
    drive = opened("crown", "shoe", **opening)
    drive.betting(wagers)
    drive.lines(cards)
    drive.report("rule-broken", by=ACM, measure="withhold", position=1)
    drive.finish()
    return drive


@clause("crown 13.2.3", "crown 13.2")
def test_13_2_3__winnings_are_set_aside_and_stakes_are_not():
    drive = withheld(JACKS)
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (0, 100_00)
    assert [each.cents for each in drive.table.aside] == [25_00] * 4


@clause("crown 13.2.3")
def test_13_2_3__released_winnings_are_paid_and_the_next_ones_are_not_withheld():
    drive = withheld(JACKS)
    drive.do(t.Determine, by=ACM, player="ann")
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (100_00, 0)
    drive.betting()
    drive.lines(JACKS)
    drive.finish()
    assert (drive.money["player:ann"], drive.table.aside) == (200_00, ())


@clause("crown 13.2.3")
def test_13_2_3__until_the_determination_later_winnings_are_withheld_too():
    drive = withheld(JACKS)
    drive.betting()
    drive.lines(JACKS)
    drive.finish()
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (0, 200_00)


@clause("crown 13.2.3")
def test_13_2_3__what_is_kept_goes_back_to_the_house_on_grounds_that_are_recorded():
    drive = withheld(JACKS)
    assert drive.refused(t.Determine, by=ACM, player="ann", release=False) == ("no-grounds", "crown 13.2.3")
    house = drive.money["house"]
    drive.do(t.Determine, by=ACM, player="ann", release=False, grounds="a camera")
    assert (drive.money["house"] - house, drive.money["withheld:ann"], drive.money["player:ann"]) == (100_00, 0, 0)
    assert drive.refused(t.Determine, by=ACM, player="ann") == ("nothing-withheld", "crown 13.2.3")


@clause("crown 13.2.3", "crown 13.2")
@pytest.mark.parametrize("by", ["dealer", HDD, AM])
def test_13_2_3__nobody_below_an_assistant_casino_manager_determines_it(by: str):
    drive = withheld(JACKS)
    assert drive.refused(t.Determine, by=by, player="ann") == ("rank-too-low", "crown 13.2.3")


@clause("crown 13.2.3", "crown 10.1.1")
@pytest.mark.parametrize("release", [True, False])
def test_13_2_3__a_prize_of_the_pool_is_validated_then_withheld_then_determined(release: bool):
    drive = withheld(STRAIGHT_FLUSH, "1 ante 25;1 jackpot 5;2 ante 10", meter=METER)
    before = drive.meters.meters["main"].value
    (prize,) = drive.table.pending
    main = drive.money["withheld:ann"]
    drive.do(t.Validate, by=ACM, prize=prize.number)
    assert drive.money["withheld:ann"] == main + prize.cents
    drive.do(t.Determine, by=ACM, player="ann", release=release, grounds="" if release else "marked cards")
    assert drive.money["withheld:ann"] == drive.money["pending:ann"] == 0
    after = drive.meters.meters["main"].value
    assert after - before == (0 if release else prize.cents)
    assert drive.money["player:ann"] == (main + prize.cents if release else 0) - 5_00


@clause("crown 10.1.1")
def test_10_1_1__an_assistant_casino_manager_is_asked_for_the_prize_of_a_straight_flush():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10")
    drive.lines(STRAIGHT_FLUSH)
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


@clause("crown 13.3", "crown 13.3.1", "crown 13.3.2", "crown 13.2", "crown 7.4.1(a)")
@pytest.mark.parametrize(
    ("incident", "facts", "by", "cited"),
    [
        ("game-disrupted", {"cause": "fire"}, HDD, "crown 13.3"),
        ("fraud", {}, HDD, "crown 13.3"),
        ("rule-broken", {"position": 1}, ACM, "crown 13.2"),
        ("rule-broken", {"position": 1, "measure": "void-wagers"}, ACM, "crown 13.2"),
        ("rule-broken", {"position": 1, "measure": "exclude"}, ACM, "crown 13.2"),
        ("rule-broken", {"position": 1, "measure": "withhold"}, ACM, "crown 13.2"),
        ("information-exchanged", {"position": 1}, HDD, "crown 7.4.1(a)"),
    ],
)
def test_13_3__who_may_act_may_let_it_be_and_play_goes_on(incident: str, facts: dict[str, object], by: str, cited: str):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(JACKS)
    drive.report(incident, by=by, waived=True, **facts)
    assert (drive.table.rulings[-1].ruling, drive.table.rulings[-1].clause) == ("let-be", cited)
    drive.finish()
    assert (drive.money["player:ann"], drive.table.excluded, drive.table.withheld) == (100_00, {}, {})


@clause("crown 13.3")
@pytest.mark.parametrize(("incident", "by"), [("game-disrupted", "dealer"), ("rule-broken", HDD), ("rule-broken", AM)])
def test_13_3__who_may_not_act_may_not_let_it_be(incident: str, by: str):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(JACKS)
    facts = {"cause": "riot"} if incident == "game-disrupted" else {"position": 1, "measure": "exclude"}
    with pytest.raises(Refused, match="rank-too-low"):
        drive.report(incident, by=by, waived=True, **facts)


@clause("crown 11.2.1", "crown 11.8")
@pytest.mark.parametrize(
    ("incident", "facts"), [("wrong-hole-count", {"position": 1, "cards": 3}), ("deck-incomplete", {"cards": 51})]
)
def test_13_3__what_must_be_ruled_is_not_let_be(incident: str, facts: dict[str, object]):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(JACKS)
    with pytest.raises(Refused, match="must-be-ruled"):
        drive.report(incident, by=ACM, waived=True, **facts)


def idle_rounds(drive: Drive, rounds: int) -> None:
    """Rounds in which ann alone wagers."""
    for _ in range(rounds):
        drive.betting("1 ante 25")
        drive.lines("deal Jh Jd Ts 3c Qd")
        drive.finish()
        drive.confirm_all()


@clause("crown 13.8")
@pytest.mark.parametrize(("full", "may_be_told"), [(2, False), (3, True), (4, True)])
def test_13_8__three_rounds_with_every_other_seat_in_use(full: int, may_be_told: bool):
    drive = opened("crown", "shoe", positions=3)
    idle_rounds(drive, 3)  # a seat is free
    drive.do(t.Sit, position=3, player="cyd")
    assert drive.refused(t.Vacate, by=HDD, position=2) == ("may-stay", "crown 13.8")
    idle_rounds(drive, full)
    if may_be_told:
        drive.do(t.Vacate, by=HDD, position=2)
        assert 2 not in drive.table.seats
    else:
        assert drive.refused(t.Vacate, by=HDD, position=2) == ("may-stay", "crown 13.8")


@clause("crown 13.8")
def test_13_8__a_round_with_a_free_seat_and_a_wager_of_ones_own_both_begin_the_count_again():
    drive = opened("crown", "shoe", positions=3)
    drive.do(t.Sit, position=3, player="cyd")
    idle_rounds(drive, 2)
    drive.do(t.Stand, position=3)
    idle_rounds(drive, 1)
    drive.do(t.Sit, position=3, player="cyd")
    idle_rounds(drive, 2)
    assert drive.refused(t.Vacate, by=HDD, position=2)[0] == "may-stay"
    drive.betting()
    drive.lines(JACKS)
    drive.finish()
    drive.confirm_all()
    assert drive.table.seats[2].sat_out == 0
    idle_rounds(drive, 3)
    drive.do(t.Vacate, by=HDD, position=2)


@clause("crown 13.8")
def test_13_8__who_sat_down_while_a_round_was_played_has_not_sat_it_out():
    drive = opened("crown", "shoe", positions=3)
    drive.betting("1 ante 25")
    drive.lines("deal Jh Jd Ts 3c Qd")
    drive.do(t.Sit, position=3, player="cyd")
    drive.finish()
    assert {position: seat.sat_out for position, seat in drive.table.seats.items()} == {1: 0, 2: 0, 3: 0}


@clause("crown 10.3.2", "crown 9.3.3")
def test_10_3_2__two_straight_flushes_are_paid_from_the_pool():
    drive = opened("crown", "shoe", meter=METER)
    drive.betting("1 ante 25;1 jackpot 5;2 ante 10;2 jackpot 5")
    drive.lines("deal 8h Qh 7h Kh 9h Th Jh")
    drive.finish()
    prizes = [event.prize for event in drive.events if isinstance(event, te.PrizePending)]
    sources = {each.source for each in drive.moved if each.target.startswith("pending:")}
    assert (len(prizes), sources, drive.meters.games.get(TABLE)) == (2, {"pool:main"}, None)
