"""nsw 13: general provisions."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import GS, let_be
from tests.table.drive import opened

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
    drive = opened("nsw", "shoe")
    drive.report("rule-broken", by="dealer", position=1, measure=measure)
    assert drive.table.question.decides == GS
    drive.do(t.Rule, by=GS)
    assert list(drive.table.excluded) == ["ann"]
    assert drive.table.excluded_from_casino == casino
    drive.do(t.Stand, position=1)
    assert drive.refused(t.Sit, position=3, player="ann")[0] == "excluded"


@clause("nsw 13.3.2", "nsw 13.3.3")
@pytest.mark.parametrize("measure", ["exclude", "exclude-from-casino"])
def test_13_3__whoever_is_excluded_wagers_no_more_and_an_onlooker_does_not_sit_down(measure: str):
    drive = opened("nsw", "shoe")
    drive.report("rule-broken", position=1, measure=measure)
    drive.report("rule-broken", person="zed", measure=measure)
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 25")[0] == "excluded"
    assert drive.refused(t.Sit, position=3, player="zed")[0] == "excluded"
    drive.lines("2 ante 10")
    assert list(drive.table.excluded) == ["ann", "zed"]


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
    drive = opened("nsw", "shoe")
    facts = Facts(position=1, positions=(1, 2), measure="withhold")
    told = {"incident": Incident("rule-broken"), "facts": facts}
    assert drive.refused(t.Report, by=GS, **told) == ("no-ruling", "nsw 13.3.1")


@clause("nsw 13.3.1")
def test_13_3_1__wagers_are_void_where_they_lie():
    assert rulebook("nsw").staff.powers["void-wager"].value == GS
    drive = opened("nsw", "shoe")
    void = {"incident": Incident.RULE_BROKEN, "facts": Facts(person="zed", measure="void-wagers")}
    assert drive.refused(t.Report, by=GS, **void)[0] == "fact-missing"


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
    drive = opened("nsw", "shoe")
    assert drive.refused(t.CloseTable) == ("rank-too-low", "nsw 13.8")
    assert drive.refused(t.CloseTable, by=GS) == ("notice-missing", "nsw 13.8")
    drive.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.CLOSE_TABLE)
    assert drive.refused(t.CloseTable, by=GS, at=MINUTES_19_59) == ("sign-not-due", "nsw 13.8")
    drive.do(t.CloseTable, by=GS, at=at)
    assert drive.table.closed
    assert drive.refused(t.OpenRound) == ("table-closed", "nsw 13.8")


@clause("nsw 13.8")
def test_13_8__an_empty_table_closes_at_once():
    drive = opened("nsw", "shoe")
    for position in (1, 2):
        drive.do(t.Stand, position=position)
    drive.do(t.CloseTable, by=GS)
    assert drive.table.closed


@clause("nsw 13.9")
@pytest.mark.parametrize(("rounds", "positions", "goes"), [(2, 2, False), (3, 2, True), (4, 2, True), (3, 3, False)])
def test_13_9__three_rounds_without_a_wager_at_a_full_table(rounds: int, positions: int, goes: bool):
    assert rulebook("nsw").positions.vacate_after_rounds.value == 3
    drive = opened("nsw", "shuffler", positions=positions)
    for _ in range(rounds):
        drive.confirm_all()
        drive.do(t.OpenRound)
        drive.lines("1 ante 25;deal Ts Jc Qd 9h 7d")
        drive.finish()
    assert drive.refused(t.Vacate, by=GS, position=1) == ("may-stay", "nsw 13.9")
    if goes:
        drive.do(t.Vacate, by=GS, position=2)
        assert set(drive.table.seats) == {1}
    else:
        assert drive.refused(t.Vacate, by=GS, position=2) == ("may-stay", "nsw 13.9")


@clause("nsw 13.11")
def test_13_11__a_supervisor_may_refuse_a_wager_before_the_first_card():
    assert rulebook("nsw").staff.powers["refuse-wager"].value == GS
    drive = opened("nsw", "shoe")
    drive.betting()
    ask = {"position": 1, "wager": Wager.ANTE, "grounds": "chips of another casino"}
    assert drive.refused(t.RefuseWager, **ask) == ("rank-too-low", "nsw 13.11")
    assert drive.refused(t.RefuseWager, by=GS, **ask | {"grounds": ""}) == ("no-grounds", "nsw 13.11")
    drive.do(t.RefuseWager, by=GS, **ask)
    assert drive.table.round.hands[1].stakes == {}
    drive.lines("deal 2c 8s")
    assert drive.refused(t.RefuseWager, by=GS, **ask | {"position": 2}) == ("bets-closed", "nsw 13.11")


@clause("nsw 13.12", "nsw 13.13")
def test_13_12__a_dispute_is_decided_reviewed_and_ends_with_the_inspectors_address():
    powers = rulebook("nsw").staff.powers
    assert powers["decide-dispute"].value == "gaming-supervisor"
    assert powers["review-dispute"].value == "assistant-gaming-manager"
    drive = opened("nsw", "shoe")
    drive.whole_round()
    drive.do(t.OpenDispute, by="player", person="ann", player="ann", about="my pair of jacks")
    assert drive.refused(t.DecideDispute, dispute=1, decision="stands") == ("rank-too-low", "nsw 13.12")
    drive.do(t.DecideDispute, by=GS, dispute=1, decision="stands")
    review = {"dispute": 1, "decision": "stands"}
    agm = "assistant-gaming-manager"
    assert drive.refused(t.ReviewDispute, by=agm, **review) == ("review-not-asked", "nsw 13.12")
    assert drive.refused(t.AskReview, by="player", person="ben", dispute=1)[0] == "not-yours"
    drive.do(t.AskReview, by="player", person="ann", dispute=1)
    close = {"by": GS, "dispute": 1, "satisfied": False}
    assert drive.refused(t.CloseDispute, **close) == ("review-waits", "nsw 13.12")
    assert drive.refused(t.ReviewDispute, by=GS, **review) == ("rank-too-low", "nsw 13.12")
    drive.do(t.ReviewDispute, by=agm, **review)
    assert drive.refused(t.CloseDispute, **close) == ("prompt-waits", "nsw 13.13")
    advise = {"prompt": drive.prompt("advise-of-complaint").number}
    assert drive.refused(t.Confirm, **advise) == ("rank-too-low", "nsw 13.13")
    drive.do(t.Confirm, by=GS, **advise)
    record = drive.table.disputes[0]
    assert (record.decided_by, record.reviewed_by, record.round) == (GS, agm, 1)
    drive.do(t.CloseDispute, **close)
    assert drive.table.disputes == ()
    assert [each.place for each in reconstruct(drive.book, drive.table.last_round)] == ["hole"] * 4 + ["community"] * 3
