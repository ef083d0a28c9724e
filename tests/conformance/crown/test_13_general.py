"""crown 13: general provisions."""

import pytest
from tests.clauses import clause
from tests.conformance import conduct
from tests.conformance.crown.tables import ACM, AM, DEAL_JACKS, DEAL_STRAIGHT_FLUSH, HDD, METER, dealt
from tests.table.hall import Hall, Pit, opened

from mississippi_stud.round.refusal import Refused
from mississippi_stud.round.view import Role
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import Facts, signs, view
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import NoticeKind


@clause("crown 13.2.1", "crown 13.2.2", "crown 13.2.3")
def test_13_2__no_other_measure_is_taken():
    drive = opened("crown", "shoe")
    facts = Facts(position=1, measure="english-only")
    broken = {"incident": Incident.RULE_BROKEN, "facts": facts}
    assert drive.refused(t.Report, by=ACM, **broken) == ("no-ruling", "crown 13.2.1")


@pytest.mark.parametrize(
    ("power", "title"),
    [
        pytest.param("void-wager", "tg-assistant-casino-manager", marks=clause("crown 13.2.1")),
        pytest.param("exclude-player", "tg-assistant-casino-manager", marks=clause("crown 13.2.2")),
        pytest.param("invalidate-game", "tg-higher-duties-dealer", marks=clause("crown 13.3")),
    ],
)
def test_13_2_1__who_may_do_what(power: str, title: str):
    assert rulebook("crown").staff.powers[power].value == title


@clause("crown 13.2.2")
def test_13_2_2__the_book_speaks_of_players_not_of_onlookers():
    drive = opened("crown", "shoe")
    out = {"incident": Incident.RULE_BROKEN, "facts": Facts(person="zed", measure="exclude")}
    assert drive.refused(t.Report, by=ACM, **out) == ("no-ruling", "crown 13.2.1")


@clause("crown 13.2.2")
def test_13_2_2__an_excluded_player_does_not_come_back():
    drive = opened("crown", "shoe")
    drive.report("rule-broken", position=1, measure="exclude")
    drive.do(t.Stand, position=1)
    assert drive.refused(t.Sit, position=1, player="ann") == ("excluded", "crown 13.2.2")


@clause("crown 13.2.3")
def test_13_2_3__winnings_under_suspicion_are_set_aside():
    drive = opened("crown", "shoe")
    drive.report("rule-broken", position=1, measure="withhold")
    drive.betting()
    drive.lines("deal Th 2c Td 8s Ts Jc Qd")
    drive.finish()
    won = [(each.target, each.cents) for each in drive.moved if each.source == "house"]
    assert won == [("withheld:ann", 7500)] * 4


def withheld(cards: str, wagers: str = "1 ante 25;2 ante 10", **opening: object) -> Pit:
    """Ann, suspected of a device, has won: her winnings are withheld."""
    drive = opened("crown", "shoe", **opening)
    drive.betting(wagers)
    drive.lines(cards)
    drive.report("rule-broken", by=ACM, measure="withhold", position=1)
    drive.finish()
    return drive


@clause("crown 13.2.3", "crown 13.2")
def test_13_2_3__winnings_are_set_aside_and_stakes_are_not():
    drive = withheld(DEAL_JACKS)
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (0, 100_00)
    assert [each.cents for each in drive.table.aside] == [25_00] * 4


@clause("crown 13.2.3")
def test_13_2_3__released_winnings_are_paid_and_the_next_ones_are_not_withheld():
    drive = withheld(DEAL_JACKS)
    drive.do(t.Determine, by=ACM, player="ann")
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (100_00, 0)
    drive.betting()
    drive.lines(DEAL_JACKS)
    drive.finish()
    assert (drive.money["player:ann"], drive.table.aside) == (200_00, ())


@clause("crown 13.2.3")
def test_13_2_3__until_the_determination_later_winnings_are_withheld_too():
    drive = withheld(DEAL_JACKS)
    drive.betting()
    drive.lines(DEAL_JACKS)
    drive.finish()
    assert (drive.money["player:ann"], drive.money["withheld:ann"]) == (0, 200_00)


@clause("crown 13.2.3")
def test_13_2_3__what_is_kept_goes_back_to_the_house_on_grounds_that_are_recorded():
    drive = withheld(DEAL_JACKS)
    assert drive.refused(t.Determine, by=ACM, player="ann", release=False) == ("no-grounds", "crown 13.2.3")
    house = drive.money["house"]
    drive.do(t.Determine, by=ACM, player="ann", release=False, grounds="a camera")
    assert (drive.money["house"] - house, drive.money["withheld:ann"], drive.money["player:ann"]) == (100_00, 0, 0)
    assert drive.refused(t.Determine, by=ACM, player="ann") == ("nothing-withheld", "crown 13.2.3")


@clause("crown 13.2.3", "crown 13.2")
@pytest.mark.parametrize("by", ["dealer", HDD, AM])
def test_13_2_3__nobody_below_an_assistant_casino_manager_determines_it(by: str):
    drive = withheld(DEAL_JACKS)
    assert drive.refused(t.Determine, by=by, player="ann") == ("rank-too-low", "crown 13.2.3")


@clause("crown 13.2.3", "crown 10.1.1")
@pytest.mark.parametrize("release", [True, False])
def test_13_2_3__a_prize_of_the_pool_is_validated_then_withheld_then_determined(release: bool):
    drive = withheld(DEAL_STRAIGHT_FLUSH, "1 ante 25;1 jackpot 5;2 ante 10", meter=METER)
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


@clause("crown 13.3", "crown 13.4")
@pytest.mark.parametrize("by", ["dealer", HDD])
def test_13_3__a_higher_duties_dealer_may_cancel_the_outcome_and_all_is_refunded(by: str):
    drive = dealt()
    drive.report("game-disrupted", by=by, cause="riot")
    if by == "dealer":
        drive.do(t.Rule, by=HDD)
    back = [each.returned_cents for each in drive.table.last_round.results]
    assert back == [1000, 500, 2500, 500]
    assert drive.table.carried_cents == {}


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
    drive.lines(DEAL_JACKS)
    drive.report(incident, by=by, waived=True, **facts)
    assert (drive.table.rulings[-1].ruling, drive.table.rulings[-1].clause) == ("let-be", cited)
    drive.finish()
    assert (drive.money["player:ann"], drive.table.excluded, drive.table.withheld) == (100_00, {}, {})


@clause("crown 13.3")
@pytest.mark.parametrize(("incident", "by"), [("game-disrupted", "dealer"), ("rule-broken", HDD), ("rule-broken", AM)])
def test_13_3__who_may_not_act_may_not_let_it_be(incident: str, by: str):
    drive = opened("crown", "shoe")
    drive.betting()
    drive.lines(DEAL_JACKS)
    facts = {"cause": "riot"} if incident == "game-disrupted" else {"position": 1, "measure": "exclude"}
    with pytest.raises(Refused, match="rank-too-low"):
        drive.report(incident, by=by, waived=True, **facts)


@clause("crown 13.7", "crown 3.2")
def test_13_7__three_hands_notice_before_closing_and_a_count_at_the_end():
    drive = opened("crown", "shoe")
    drive.whole_round()
    assert drive.refused(t.CloseTable) == ("rank-too-low", "crown 13.7")
    assert drive.refused(t.CloseTable, by=HDD) == ("hands-notice-missing", "crown 13.7")
    drive.do(t.GiveNotice, by=HDD, kind=NoticeKind.CLOSE_TABLE)
    for left in (3, 2, 1):
        assert [sign.hands for sign in signs(drive.book, drive.table) if sign.kind == "close-table"] == [left]
        assert drive.refused(t.CloseTable, by=HDD) == ("hands-not-played", "crown 13.7")
        drive.whole_round()
    drive.confirm_all()
    drive.do(t.CloseTable, by=HDD)
    assert (drive.table.closed, drive.prompted[-1].duty, drive.prompted[-1].clause) == (
        False,
        "count-cards",
        "crown 3.2",
    )
    assert drive.refused(t.CloseTable, by=HDD) == ("prompt-waits", "crown 3.2")
    drive.confirm_all()
    drive.do(t.CloseTable, by=HDD)
    assert drive.table.closed


@clause("crown 13.7")
def test_13_7__an_automatic_table_whose_closing_was_announced_closes_after_three_hands():
    hall = Hall("crown", positions=2)
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    for kind, given in ((t.ComeOnDuty, {}), (t.GiveNotice, {"kind": NoticeKind.CLOSE_TABLE})):
        hall.do(kind, by=HDD, person="hal", **given)
    for left in (3, 2, 1):
        assert [sign.hands for sign in view(hall.book, hall.table, Role.SPECTATOR).signs] == [left]
        hall.lines("1 ante 25; deal; 1 fold")
    assert hall.table.closed
    assert [sign.kind for sign in view(hall.book, hall.table, Role.SPECTATOR).signs][-1] == "closed"


@clause("crown 13.8")
@pytest.mark.parametrize(("rounds", "goes"), [(2, False), (3, True)])
def test_13_8__where_nobody_can_ask_the_seat_goes_to_who_wants_it(rounds: int, goes: bool):
    hall = Hall("crown", positions=2)
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    for _ in range(rounds):
        hall.lines("1 ante 25; deal; 1 fold")
    assert hall.table.seats[2].player == "ben", "it is kept until then"
    assert view(hall.book, hall.table, Role.PLAYER, "eve").vacant == ((2,) if goes else ())
    if goes:
        (left, *_rest) = hall.do(t.Sit, position=2, player="eve")
        assert (left.clause, hall.table.seats[2].player) == ("crown 13.8", "eve")
    else:
        assert hall.refused(t.Sit, position=2, player="eve") == ("position-taken", "crown 2.1")


def idle_rounds(drive: Pit, rounds: int) -> None:
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
    assert drive.refused(t.Vacate, position=2) == ("may-stay", "crown 13.8")
    idle_rounds(drive, full)
    if may_be_told:
        drive.do(t.Vacate, position=2)
        assert set(drive.table.seats) == {1, 3}
    else:
        assert drive.refused(t.Vacate, position=2) == ("may-stay", "crown 13.8")


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
    drive.lines(DEAL_JACKS)
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


@clause("crown 13.9", "crown 13.10")
def test_13_9__an_area_manager_decides_and_the_complainant_hears_of_the_inspector():
    drive = opened("crown", "shoe")
    drive.whole_round()
    drive.do(t.OpenDispute, by="player", person="ann", player="ann", about="the count")
    assert drive.refused(t.DecideDispute, by=HDD, dispute=1, decision="stands") == ("rank-too-low", "crown 13.10")
    drive.do(t.DecideDispute, by=AM, dispute=1, decision="stands")
    assert drive.refused(t.AskReview, by="player", person="ann", dispute=1) == ("no-review", "crown 13.10")
    close = {"by": AM, "dispute": 1, "satisfied": False}
    assert drive.refused(t.CloseDispute, **close) == ("prompt-waits", "crown 13.9")
    advise = {"prompt": drive.prompt("advise-of-inspector").number}
    assert drive.refused(t.Confirm, by=HDD, **advise) == ("rank-too-low", "crown 13.9")
    drive.do(t.Confirm, by=AM, **advise)
    (closed,) = drive.do(t.CloseDispute, **close)
    assert (closed.dispute, closed.satisfied) == (1, False)
    assert drive.table.disputes == ()
    assert drive.refused(t.CloseDispute, **close) == ("dispute-closed", "crown 13.10")


@clause("crown 13.1")
def test_13_1__no_aid_to_play_in_a_round_with_others():
    conduct.aid_in_a_round_with_others("crown", "crown 13.1")


@clause("crown 13.1", "crown 13.2.2")
def test_13_1__a_device_excludes_its_player_in_the_middle_of_a_round():
    conduct.a_device_in_a_round("crown", "crown 13.2.2")


@clause("crown 13.2.2")
def test_13_2_2__staff_exclude_from_every_table_of_the_house():
    conduct.exclusion_from_the_house("crown", ACM, "crown 13.2.2")


@clause("crown 13.5")
def test_13_5__the_house_advises_nobody_who_plays_with_others():
    conduct.advice_of_the_house("crown", "crown 13.5")


@clause("crown 13.5")
def test_13_5__staff_on_duty_do_not_play_at_their_table():
    conduct.nobody_plays_where_they_work("crown", "crown 13.5")


@clause("crown 13.6")
def test_13_6__nobody_decides_for_another_player():
    conduct.onlookers_change_nothing("crown")


@clause("crown 13.12")
def test_13_12__no_money_goes_from_player_to_player():
    conduct.no_money_between_players("crown")


@clause("crown 13.1", "crown 13.5", "crown 13.6", "crown 13.12", "crown 13.11", "crown 13.13")
def test_13__the_sign_says_what_is_asked_of_people():
    conduct.check_sign(
        "crown",
        {
            "13.1": "devices",
            "13.5": "staff",
            "13.6": "others-never",
            "13.11": "complaints",
            "13.12": "bets",
            "13.13": "copy",
        },
    )
