"""nsw 13: general provisions."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance import conduct
from tests.conformance.nsw.tables import GS, let_be
from tests.table.hall import Hall, opened

from mississippi_stud.messages import MINUTE
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.table import Facts, reconstruct
from mississippi_stud.table import commands as t
from mississippi_stud.table.state import NoticeKind

MINUTES_19_59 = 19 * 60 + 59
MINUTES_20 = 20 * 60


@clause("nsw 13.3.2", "nsw 13.3.3")
@pytest.mark.parametrize(("measure", "casino"), [("exclude", ()), ("exclude-from-casino", ("ann",))])
def test_13_3__an_excluded_player_does_not_come_back(measure: str, casino: tuple[str, ...]):
    assert rulebook("nsw").staff.powers["exclude-player"].value == GS
    pit = opened("nsw", "shoe")
    pit.report("rule-broken", by="dealer", position=1, measure=measure)
    assert pit.table.question.decides == GS
    pit.do(t.Rule, by=GS)
    assert list(pit.table.excluded) == ["ann"]
    assert pit.table.excluded_from_casino == casino
    pit.do(t.Stand, position=1)
    assert pit.refused(t.Sit, position=3, player="ann")[0] == "excluded"


@clause("nsw 13.3.2", "nsw 13.3.3")
@pytest.mark.parametrize("measure", ["exclude", "exclude-from-casino"])
def test_13_3__whoever_is_excluded_wagers_no_more_and_an_onlooker_does_not_sit_down(measure: str):
    pit = opened("nsw", "shoe")
    pit.report("rule-broken", position=1, measure=measure)
    pit.report("rule-broken", person="zed", measure=measure)
    pit.do(t.OpenRound)
    assert pit.line_refused("1 ante 25")[0] == "excluded"
    assert pit.refused(t.Sit, position=3, player="zed")[0] == "excluded"
    pit.lines("2 ante 10")
    assert list(pit.table.excluded) == ["ann", "zed"]


@clause("nsw 13.3")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("rule-broken", {"position": 1}),
        ("rule-broken", {"position": 1, "measure": "void-wagers"}),
        ("rule-broken", {"position": 1, "measure": "exclude"}),
        ("rule-broken", {"position": 1, "measure": "exclude-from-casino"}),
    ],
)
def test_13_3__whoever_may_act_may_also_let_it_be(incident: str, facts: dict[str, Any]):
    let_be(incident, facts, "nsw 13.3")


@clause("nsw 13.3.1", "nsw 13.3.2", "nsw 13.3.3")
def test_13_3__no_other_measure_is_taken():
    pit = opened("nsw", "shoe")
    facts = Facts(position=1, positions=(1, 2), measure="withhold")
    told = {"incident": Incident("rule-broken"), "facts": facts}
    assert pit.refused(t.Report, by=GS, **told) == ("no-ruling", "nsw 13.3.1")


@clause("nsw 13.3.1")
def test_13_3_1__wagers_are_void_where_they_lie():
    assert rulebook("nsw").staff.powers["void-wager"].value == GS
    pit = opened("nsw", "shoe")
    void = {"incident": Incident.RULE_BROKEN, "facts": Facts(person="zed", measure="void-wagers")}
    assert pit.refused(t.Report, by=GS, **void)[0] == "fact-missing"


@clause("nsw 13.4")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("game-disrupted", {"cause": "riot"}),
        ("fraud", {"positions": (1,)}),
        ("fraud", {"positions": (1,), "forfeit": True}),
    ],
)
def test_13_4__whoever_may_act_may_also_let_it_be(incident: str, facts: dict[str, Any]):
    assert rulebook("nsw").staff.powers["invalidate-game"].value == "gaming-supervisor"
    let_be(incident, facts, "nsw 13.4")


@clause("nsw 13.8")
@pytest.mark.parametrize("at", [MINUTES_20, MINUTES_20 + 1])
def test_13_8__an_occupied_table_closes_20_minutes_after_the_sign(at: int):
    assert rulebook("nsw").notices.close_table_minutes.value == 20
    assert rulebook("nsw").staff.powers["close-table"].value == GS
    pit = opened("nsw", "shoe")
    assert pit.refused(t.CloseTable) == ("rank-too-low", "nsw 13.8")
    assert pit.refused(t.CloseTable, by=GS) == ("notice-missing", "nsw 13.8")
    pit.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.CLOSE_TABLE)
    assert pit.refused(t.CloseTable, by=GS, at=MINUTES_19_59) == ("sign-not-due", "nsw 13.8")
    pit.do(t.CloseTable, by=GS, at=at)
    assert pit.table.closed
    assert pit.refused(t.OpenRound) == ("table-closed", "nsw 13.8")


@clause("nsw 13.8")
def test_13_8__an_empty_table_closes_at_once():
    pit = opened("nsw", "shoe")
    for position in (1, 2):
        pit.do(t.Stand, position=position)
    pit.do(t.CloseTable, by=GS)
    assert pit.table.closed


@clause("nsw 13.8")
def test_13_8__an_automatic_table_whose_closing_was_announced_ends_the_round_and_closes():
    hall = Hall("nsw", positions=2)
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    for kind, given in ((t.ComeOnDuty, {}), (t.GiveNotice, {"kind": NoticeKind.CLOSE_TABLE})):
        hall.do(kind, by=GS, person="sue", **given)
    hall.at = MINUTES_19_59
    hall.lines("1 ante 5; deal")
    hall.at = 20 * MINUTE
    assert not hall.table.closed, "whoever has cards plays them"
    hall.lines("1 fold")
    assert hall.table.closed
    assert hall.line_refused("1 ante 5") == ("table-closed", "nsw 13.8")


@clause("nsw 13.9")
def test_13_9__where_nobody_can_ask_the_seat_goes_to_who_wants_it():
    hall = Hall("nsw", positions=2)
    for position, player in ((1, "ann"), (2, "ben")):
        hall.do(t.Sit, position=position, player=player)
    for _ in range(3):
        assert hall.refused(t.Sit, position=2, player="eve") == ("position-taken", "nsw 2.1")
        hall.lines("1 ante 5; deal; 1 fold")
    (left, *_rest) = hall.do(t.Sit, position=2, player="eve")
    assert (left.clause, hall.table.seats[2].player) == ("nsw 13.9", "eve")


@clause("nsw 13.9")
@pytest.mark.parametrize(("rounds", "positions", "goes"), [(2, 2, False), (3, 2, True), (4, 2, True), (3, 3, False)])
def test_13_9__three_rounds_without_a_wager_at_a_full_table(rounds: int, positions: int, goes: bool):
    assert rulebook("nsw").positions.vacate_after_rounds.value == 3
    pit = opened("nsw", "shuffler", positions=positions)
    for _ in range(rounds):
        pit.confirm_all()
        pit.do(t.OpenRound)
        pit.lines("1 ante 25;deal Ts Jc Qd 9h 7d")
        pit.finish()
    assert pit.refused(t.Vacate, by=GS, position=1) == ("may-stay", "nsw 13.9")
    if goes:
        pit.do(t.Vacate, by=GS, position=2)
        assert set(pit.table.seats) == {1}
    else:
        assert pit.refused(t.Vacate, by=GS, position=2) == ("may-stay", "nsw 13.9")


@clause("nsw 13.11")
def test_13_11__a_supervisor_may_refuse_a_wager_before_the_first_card():
    assert rulebook("nsw").staff.powers["refuse-wager"].value == GS
    pit = opened("nsw", "shoe")
    pit.betting()
    ask = {"position": 1, "wager": Wager.ANTE, "grounds": "chips of another casino"}
    assert pit.refused(t.RefuseWager, **ask) == ("rank-too-low", "nsw 13.11")
    assert pit.refused(t.RefuseWager, by=GS, **ask | {"grounds": ""}) == ("no-grounds", "nsw 13.11")
    pit.do(t.RefuseWager, by=GS, **ask)
    assert pit.table.round.hands[1].stakes == {}
    pit.lines("deal 2c 8s")
    assert pit.refused(t.RefuseWager, by=GS, **ask | {"position": 2}) == ("bets-closed", "nsw 13.11")


@clause("nsw 13.12", "nsw 13.13")
def test_13_12__a_dispute_is_decided_reviewed_and_ends_with_the_inspectors_address():
    powers = rulebook("nsw").staff.powers
    assert powers["decide-dispute"].value == "gaming-supervisor"
    assert powers["review-dispute"].value == "assistant-gaming-manager"
    pit = opened("nsw", "shoe")
    pit.whole_round()
    pit.do(t.OpenDispute, by="player", person="ann", player="ann", about="my pair of jacks")
    assert pit.refused(t.DecideDispute, dispute=1, decision="stands") == ("rank-too-low", "nsw 13.12")
    pit.do(t.DecideDispute, by=GS, dispute=1, decision="stands")
    review = {"dispute": 1, "decision": "stands"}
    agm = "assistant-gaming-manager"
    assert pit.refused(t.ReviewDispute, by=agm, **review) == ("review-not-asked", "nsw 13.12")
    assert pit.refused(t.AskReview, by="player", person="ben", dispute=1)[0] == "not-yours"
    pit.do(t.AskReview, by="player", person="ann", dispute=1)
    close = {"by": GS, "dispute": 1, "satisfied": False}
    assert pit.refused(t.CloseDispute, **close) == ("review-waits", "nsw 13.12")
    assert pit.refused(t.ReviewDispute, by=GS, **review) == ("rank-too-low", "nsw 13.12")
    pit.do(t.ReviewDispute, by=agm, **review)
    assert pit.refused(t.CloseDispute, **close) == ("prompt-waits", "nsw 13.13")
    advise = {"prompt": pit.prompt("advise-of-complaint").number}
    assert pit.refused(t.Confirm, **advise) == ("rank-too-low", "nsw 13.13")
    pit.do(t.Confirm, by=GS, **advise)
    record = pit.table.disputes[0]
    assert (record.decided_by, record.reviewed_by, record.round) == (GS, agm, 1)
    pit.do(t.CloseDispute, **close)
    assert pit.table.disputes == ()
    assert [each.place for each in reconstruct(pit.book, pit.table.last_round)] == ["hole"] * 4 + ["community"] * 3


@clause("nsw 13.1")
def test_13_1__no_aid_to_play_in_a_round_with_others():
    conduct.aid_in_a_round_with_others("nsw", "nsw 13.1")


@clause("nsw 13.1", "nsw 13.3.2")
def test_13_1__a_device_excludes_its_player_in_the_middle_of_a_round():
    conduct.a_device_in_a_round("nsw", "nsw 13.3.2")


@pytest.mark.parametrize(
    "cited",
    [pytest.param("nsw 13.3.2", marks=clause("nsw 13.3.2")), pytest.param("nsw 13.3.3", marks=clause("nsw 13.3.3"))],
)
def test_13_3__staff_exclude_from_every_table_of_the_house(cited: str):
    conduct.exclusion_from_the_house("nsw", GS, cited)


@clause("nsw 13.6")
def test_13_6__the_house_advises_nobody_who_plays_with_others():
    conduct.advice_of_the_house("nsw", "nsw 13.6")


@clause("nsw 13.6")
def test_13_6__staff_on_duty_do_not_play_at_their_table():
    conduct.nobody_plays_where_they_work("nsw", "nsw 13.6")


@clause("nsw 13.7")
def test_13_7__nobody_decides_for_another_player():
    conduct.onlookers_change_nothing("nsw")


@clause("nsw 13.10")
def test_13_10__no_money_goes_from_player_to_player():
    conduct.no_money_between_players("nsw")


@clause("nsw 13.1", "nsw 13.2", "nsw 13.6", "nsw 13.7", "nsw 13.10", "nsw 13.14")
def test_13__the_sign_says_what_is_asked_of_people():
    conduct.check_sign(
        "nsw",
        {
            "13.1": "devices",
            "13.2": "devices-on-duty",
            "13.6": "staff",
            "13.7": "others-if-asked",
            "13.10": "bets",
            "13.14": "copy",
        },
    )
