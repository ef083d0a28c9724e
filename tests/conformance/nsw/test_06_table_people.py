"""nsw 6.5, 11.10, 13: limits, notices, markers, people and disputes."""

import pytest
from msgspec.structs import replace
from tests.clauses import clause
from tests.conformance.table import bounds
from tests.table.drive import all_of, opened

from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.rulebooks.model import RuledValue
from mississippi_stud.rulebooks.vocabulary import HandsPerPlayer, Wager
from mississippi_stud.table import Facts, reconstruct, signs
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te
from mississippi_stud.table.state import NoticeKind

GS = "gaming-supervisor"
TEN = {Wager.ANTE: bounds("10", "500")}
MINUTES_19_59, MINUTES_20 = 19 * 60 + 59, 20 * 60


def raised_at_once():
    drive = opened("nsw", "shoe")
    drive.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    return drive


@clause("nsw 6.5")
def test_6_5__a_higher_minimum_needs_a_sign_that_stood_20_minutes():
    drive = opened("nsw", "shoe")
    assert drive.refused(t.ChangeLimits, limits=TEN) == ("rank-too-low", "nsw 6.5")
    assert drive.refused(t.ChangeLimits, by=GS, limits=TEN) == ("notice-missing", "nsw 6.5")
    drive.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_MINIMUM, limits=TEN)
    assert drive.refused(t.ChangeLimits, by=GS, at=MINUTES_19_59, limits=TEN) == ("sign-not-due", "nsw 6.5")
    other = {Wager.ANTE: bounds("15", "500")}
    assert drive.refused(t.ChangeLimits, by=GS, at=MINUTES_20, limits=other) == ("other-minimum", "nsw 6.5")
    drive.do(t.ChangeLimits, by=GS, at=MINUTES_20, limits=TEN)
    assert drive.table.limits == TEN


@clause("nsw 6.5")
@pytest.mark.parametrize("due", [MINUTES_19_59, MINUTES_20])
def test_6_5__the_time_on_the_sign_is_at_least_20_minutes_ahead(due: int):
    drive = opened("nsw", "shoe")
    give = {"by": GS, "at": 0, "kind": NoticeKind.RAISE_MINIMUM, "limits": TEN, "due_at": due}
    if due < MINUTES_20:
        assert drive.refused(t.GiveNotice, **give) == ("notice-time-too-soon", "nsw 6.5")
    else:
        drive.do(t.GiveNotice, **give)


@clause("nsw 6.5")
def test_6_5__a_lower_minimum_and_another_maximum_come_at_once():
    drive = opened("nsw", "shoe")
    drive.do(t.ChangeLimits, by=GS, limits={Wager.ANTE: bounds("2", "1000")})
    assert drive.table.limits == {Wager.ANTE: bounds("2", "1000")}


@clause("nsw 6.5.1", "nsw 6.5.4", "nsw 6.1")
def test_6_5_1__raised_at_once_those_who_play_keep_the_old_minimum_and_others_do_not():
    drive = raised_at_once()
    drive.do(t.Sit, position=3, player="cyd")
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("1 ante 5;2 ante 9.99")
    assert drive.line_refused("3 ante 9.99") == ("outside-limits", "nsw 6.1")
    drive.lines("3 ante 10")


@clause("nsw 6.5.1")
def test_6_5_1__the_old_minimum_still_holds_for_those_who_keep_it():
    drive = raised_at_once()
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 4.99") == ("outside-limits", "nsw 6.5.1")


@clause("nsw 6.5.1.1", "nsw 6.5.1.2")
def test_6_5_1_1__a_marker_is_placed_and_goes_with_the_player():
    drive = raised_at_once()
    assert [(each.duty, each.clause, each.position) for each in drive.table.prompts] == [
        ("place-marker", "nsw 6.5.1.1", 1),
        ("place-marker", "nsw 6.5.1.1", 2),
    ]
    drive.confirm_all()
    before = len(drive.prompted)
    drive.do(t.Stand, position=1)
    assert drive.since(before) == ["remove-marker 6.5.1.2"]
    drive.confirm_all()


@clause("nsw 6.5.1.3", "nsw 5.4")
def test_6_5_1_3__nobody_has_several_boxes_but_where_a_house_allows_them_the_marker_is_at_the_seat():
    drive = opened("nsw", "shoe")
    assert drive.refused(t.Sit, position=3, player="ann") == ("one-hand", "nsw 5.4")
    several = RuledValue(HandsPerPlayer.ONE_SEEN_OTHERS_BLIND, "house 1")
    drive.book = replace(drive.book, positions=replace(drive.book.positions, hands_per_player=several))
    drive.do(t.Sit, position=3, player="ann")
    drive.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    assert [(each.duty, each.clause, each.position) for each in drive.table.prompts] == [
        ("place-marker", "nsw 6.5.1.1", 1),
        ("marker-at-the-seat", "nsw 6.5.1.3", 1),
        ("place-marker", "nsw 6.5.1.1", 2),
    ]
    assert {each.by for each in drive.table.prompts} == {"dealer"}


@clause("nsw 6.5.2")
def test_6_5_2__the_old_minimum_ends_only_after_20_minutes_notice():
    drive = raised_at_once()
    drive.confirm_all()
    assert drive.refused(t.EndKeptMinimum, by=GS) == ("notice-missing", "nsw 6.5.2")
    drive.do(t.GiveNotice, by=GS, at=100, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=TEN)
    late = 100 + MINUTES_19_59
    assert drive.refused(t.EndKeptMinimum, by=GS, at=late) == ("sign-not-due", "nsw 6.5.2")
    ended = drive.do(t.EndKeptMinimum, by=GS, at=100 + MINUTES_20)
    assert [event.clause for event in all_of(te.KeptMinimumEnded, ended)] == ["nsw 6.5.2"]
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.5.3")
def test_6_5_3__the_signs_show_both_limits():
    drive = raised_at_once()
    shown = {sign.kind: sign.limits for sign in signs(drive.book, drive.table) if sign.limits and not sign.position}
    assert shown == {"limits": TEN, "kept-limits": {Wager.ANTE: bounds("5", "500")}}


@clause("nsw 13.8")
@pytest.mark.parametrize("at", [MINUTES_20, MINUTES_20 + 1])
def test_13_8__an_occupied_table_closes_20_minutes_after_the_sign(at: int):
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
    drive = opened("nsw", "shoe")
    drive.betting()
    ask = {"position": 1, "wager": Wager.ANTE, "grounds": "chips of another casino"}
    assert drive.refused(t.RefuseWager, **ask) == ("rank-too-low", "nsw 13.11")
    assert drive.refused(t.RefuseWager, by=GS, **ask | {"grounds": ""}) == ("no-grounds", "nsw 13.11")
    drive.do(t.RefuseWager, by=GS, **ask)
    assert drive.table.round.hands[1].stakes == {}
    drive.lines("deal 2c 8s")
    assert drive.refused(t.RefuseWager, by=GS, **ask | {"position": 2}) == ("bets-closed", "nsw 13.11")


@clause("nsw 11.10.1")
def test_11_10_1__suspects_play_before_others():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    drive.report("collusion-suspected", by=GS, measure="play-first", positions=(2,))
    assert drive.line_refused("1 bet 25") == ("suspects-first", "nsw 11.10.1")
    drive.lines("2 bet 10;1 bet 25")


@clause("nsw 11.10.2")
def test_11_10_2__suspects_may_not_sit_together():
    drive = opened("nsw", "shoe")
    drive.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    drive.do(t.Stand, position=2)
    assert drive.refused(t.Sit, position=3, player="ben") == ("separated", "nsw 11.10.2")
    drive.do(t.Stand, position=1)
    drive.do(t.Sit, position=3, player="ben")


@clause("nsw 11.10.3")
def test_11_10_3__only_english():
    drive = opened("nsw", "shoe")
    drive.report("collusion-suspected", by=GS, measure="english-only")
    assert drive.table.english_only


@pytest.mark.parametrize(
    ("incident", "said"),
    [
        pytest.param("collusion-suspected", "nsw 11.10.1", marks=clause("nsw 11.10.1", "nsw 11.10.2", "nsw 11.10.3")),
        pytest.param("rule-broken", "nsw 13.3.1", marks=clause("nsw 13.3.1", "nsw 13.3.2", "nsw 13.3.3")),
    ],
)
def test_11_10_and_13_3__no_other_measure_is_taken(incident: str, said: str):
    drive = opened("nsw", "shoe")
    facts = Facts(position=1, positions=(1, 2), measure="withhold")
    assert drive.refused(t.Report, by=GS, incident=Incident(incident), facts=facts) == ("no-ruling", said)


@clause("nsw 13.3.2", "nsw 13.3.3")
@pytest.mark.parametrize(("measure", "casino"), [("exclude", ()), ("exclude-from-casino", ("ann",))])
def test_13_3__an_excluded_player_does_not_come_back(measure: str, casino: tuple[str, ...]):
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


@clause("nsw 13.3.1")
def test_13_3_1__wagers_are_void_where_they_lie():
    drive = opened("nsw", "shoe")
    void = {"incident": Incident.RULE_BROKEN, "facts": Facts(person="zed", measure="void-wagers")}
    assert drive.refused(t.Report, by=GS, **void)[0] == "fact-missing"


@clause("nsw 11.5")
def test_11_5__with_a_shoe_there_is_nothing_to_spread():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    assert drive.refused(t.Report, by=GS, incident=Incident.COMMUNITY_MISSPREAD) == ("no-ruling", "nsw 11.5")


@clause("nsw 11.9.1", "nsw 1.1 Void", "nsw 11.3")
def test_11_3__a_void_round_has_no_result_and_a_fresh_one_is_dealt():
    drive = opened("nsw", "shoe")
    drive.whole_round()
    drive.betting()
    drive.deal()
    drive.report("card-exposed")
    assert [(str(each.outcome), each.won_cents) for each in drive.table.last_round.results] == [("void", 0)] * 2
    drive.whole_round()
    assert drive.table.rounds == 2


@clause("nsw 1.1 Casino Promotional Token")
def test_1_1__a_voucher_becomes_tokens_of_the_same_value_on_its_conditions():
    drive = opened("nsw", "shoe")
    ask = {"player": "ann", "cents": 2500}
    assert drive.refused(t.ExchangeVoucher, conditions_met=False, **ask) == (
        "voucher-conditions",
        "nsw 1.1 Casino Promotional Token",
    )
    drive.do(t.ExchangeVoucher, **ask)
    (moved,) = drive.moved
    assert (moved.source, moved.target, moved.cents) == ("house", "tokens:ann", 2500)


@clause("nsw 5.1")
def test_5_1__a_wager_that_is_called_out_is_not_taken():
    drive = opened("nsw", "shoe")
    drive.do(t.OpenRound)
    call = {"position": 1, "wager": Wager.ANTE, "cents": 2500, "accompanied": True, "converted": True}
    assert drive.refused(t.CallWager, **call) == ("not-called", "nsw 5.1")


@clause("nsw 13.12", "nsw 13.13")
def test_13_12__a_dispute_is_decided_reviewed_and_ends_with_the_inspectors_address():
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


@clause("nsw 9.8")
def test_9_8__whoever_talks_may_lose_all_wagers_when_a_supervisor_says_so():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    drive.report("information-exchanged", by="dealer", position=1)
    assert drive.table.round.hands[1].ending is None
    drive.do(t.Rule, by=GS)
    assert drive.table.round.hands[1].ending == "forfeited"
    assert all_of(te.IncidentRuled, drive.events)


@clause("nsw 9.8", "nsw 11.10", "nsw 13.3", "nsw 13.4")
@pytest.mark.parametrize(
    ("incident", "facts", "said"),
    [
        ("information-exchanged", {"position": 1}, "nsw 9.8"),
        ("collusion-suspected", {"positions": (1, 2)}, "nsw 11.10"),
        ("collusion-suspected", {"positions": (1, 2), "measure": "play-first"}, "nsw 11.10"),
        ("collusion-suspected", {"positions": (1, 2), "measure": "separate"}, "nsw 11.10"),
        ("collusion-suspected", {"measure": "english-only"}, "nsw 11.10"),
        ("rule-broken", {"position": 1}, "nsw 13.3"),
        ("rule-broken", {"position": 1, "measure": "void-wagers"}, "nsw 13.3"),
        ("rule-broken", {"position": 1, "measure": "exclude"}, "nsw 13.3"),
        ("rule-broken", {"position": 1, "measure": "exclude-from-casino"}, "nsw 13.3"),
        ("game-disrupted", {"cause": "riot"}, "nsw 13.4"),
        ("fraud", {"positions": (1,)}, "nsw 13.4"),
        ("fraud", {"positions": (1,), "forfeit": True}, "nsw 13.4"),
    ],
)
def test_may__who_may_act_may_also_let_it_be(incident: str, facts: dict, said: str):
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    before = drive.table.round
    drive.report(incident, by=GS, waived=True, **facts)
    assert [(each.ruling, each.clause) for each in drive.table.rulings] == [("let-be", said)]
    assert (drive.table.round, drive.table.prompts) == (before, ())
    drive.finish()
    assert drive.table.rounds == 1


@clause("nsw 9.8", "nsw 11.10", "nsw 13.3", "nsw 13.4")
def test_may__a_dealer_does_not_let_it_be_and_whoever_is_asked_chooses():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    facts = Facts(position=1, waived=True)
    told = {"incident": Incident.INFORMATION_EXCHANGED, "facts": facts}
    assert drive.refused(t.Report, **told) == ("rank-too-low", "nsw 9.8")
    drive.report("information-exchanged", by="dealer", position=1)
    drive.do(t.Rule, by=GS, waived=True)
    assert drive.table.question is None
    drive.report("information-exchanged", by="dealer", position=1)
    drive.do(t.Rule, by=GS)
    assert [each.ruling for each in drive.table.rulings] == ["let-be", "forfeited"]
    assert drive.table.round.hands[1].ending == "forfeited"


@clause("nsw 11.1", "nsw 11.9.2", "nsw 11.11")
@pytest.mark.parametrize(
    ("incident", "facts", "said"),
    [
        ("wrong-hole-count", {"position": 1, "cards": 3}, "nsw 11.1"),
        ("deck-incomplete", {"cards": 51}, "nsw 11.9.2"),
        ("player-absent", {"position": 1}, "nsw 11.11"),
    ],
)
def test_shall__what_the_book_orders_nobody_lets_be(incident: str, facts: dict, said: str):
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    told = {"incident": Incident(incident), "facts": Facts(**facts, waived=True)}
    assert drive.refused(t.Report, by=GS, **told) == ("must-be-ruled", said)


@clause("nsw 11.10.2")
def test_11_10_2__suspects_who_sit_there_do_not_play_on_together():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    drive.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    drive.finish()
    assert drive.table.rounds == 1, "the hands in play are played out"
    for first, second in ((1, 2), (2, 1)):
        drive.confirm_all()
        drive.do(t.OpenRound)
        drive.lines(f"{first} ante 25")
        assert drive.line_refused(f"{second} ante 25") == ("separated", "nsw 11.10.2")
        drive.lines(f"deal {'9h 7d' if first == 1 else '2c 8s'}")
        drive.finish()
    assert drive.table.rounds == 3


@clause("nsw 11.10.2")
def test_11_10_2__nothing_is_dealt_to_both_when_their_wagers_lie_there():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    assert drive.line_refused("deal 9h 2c 7d 8s") == ("separated", "nsw 11.10.2")
    drive.lines("2 withdraw ante;deal 9h 7d")
    assert drive.table.round.phase == "third-street"


@clause("nsw 11.8")
def test_11_8__a_stray_hand_is_spread_and_racked_before_the_next_round():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    drive.lines("1 bet 25;2 bet 10")
    drive.report("stray-hand", by="dealer", position=5)
    assert [(each.duty, each.clause) for each in drive.table.prompts] == [("spread-stray-hand", "nsw 11.8")]
    stray = drive.prompt("spread-stray-hand")
    for line in ("reveal Ac", "1 bet 25;2 bet 10;reveal 5h", "1 bet 25;2 bet 10;reveal 3c", "settle"):
        drive.lines(line)
    assert drive.refused(t.OpenRound) == ("prompt-waits", "nsw 11.8")
    drive.confirm(stray)
    drive.confirm_all()
    drive.do(t.OpenRound)


@clause("nsw 11.11", "nsw 9.4", "nsw 9.6")
def test_11_11__nobody_passes_the_cards_of_an_absent_player():
    drive = opened("nsw", "shoe")
    drive.betting()
    drive.deal()
    before = len(drive.prompted)
    drive.report("player-absent", by="dealer", position=1)
    assert drive.since(before) == ["spread-absent-hand 11.11"]
    assert drive.table.prompts[-1].by == "dealer"
    drive.lines("2 fold")
    assert drive.since(before + 1) == ["cards-passed-face-down 9.4", "spread-and-discard 9.6"]


@clause("nsw 10.2", "nsw 10.4", "nsw 10.1")
def test_10_4__one_hand_after_the_other_from_the_dealers_right():
    drive = opened("nsw", "shoe")
    drive.do(t.Sit, position=3, player="cyd")
    drive.betting("1 ante 25;2 ante 10;3 ante 10")
    drive.lines("deal 9h 2c 3s 7d 8s 4s;2 fold")
    drive.finish()
    asked = [(each.duty, each.position) for each in drive.table.prompts if each.moment == "hand-settled"]
    assert asked == [("hand-by-hand", 3), ("prove-cards", 3), ("hand-by-hand", 1), ("prove-cards", 1)]
    assert drive.refused(t.OpenRound) == ("prompt-waits", "nsw 10.4")


# 6.5: what is kept is the minimum, as a right.


def limits(minimum: str, maximum: str) -> dict:
    return {Wager.ANTE: bounds(minimum, maximum)}


@clause("nsw 6.5.1")
@pytest.mark.parametrize(("table", "least"), [("2", "2"), ("5", "5"), ("8", "5")])
def test_6_5_1__a_lower_minimum_of_the_table_is_for_those_who_keep_one_too(table: str, least: str):
    drive = raised_at_once()
    drive.do(t.ChangeLimits, by=GS, limits=limits(table, "500"))
    drive.confirm_all()
    drive.do(t.OpenRound)
    below = f"{float(least) - 0.01:.2f}"
    assert drive.line_refused(f"1 ante {below}") == ("outside-limits", "nsw 6.5.1" if table == "8" else "nsw 6.1")
    drive.lines(f"1 ante {least}")


@clause("nsw 6.5.1", "nsw 6.1")
@pytest.mark.parametrize("most", ["100", "1000"])
def test_6_5_1__the_maximum_is_the_tables(most: str):
    drive = opened("nsw", "shoe")
    drive.do(t.ChangeLimits, by=GS, limits=limits("10", most), at_once=True)
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused(f"1 ante {most}.01") == ("outside-limits", "nsw 6.1")
    drive.lines(f"1 ante {most}")


@clause("nsw 6.5.1")
def test_6_5_1__lowered_and_raised_again_the_lowest_minimum_is_kept():
    drive = raised_at_once()
    drive.do(t.ChangeLimits, by=GS, limits=limits("2", "500"))
    drive.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 1.99") == ("outside-limits", "nsw 6.5.1")
    drive.lines("1 ante 2")


@clause("nsw 6.5.1")
def test_6_5_1__where_there_was_no_minimum_there_is_still_none_for_those_who_sit_there():
    drive = opened("nsw", "shoe", limits={})
    drive.do(t.ChangeLimits, by=GS, limits=TEN, at_once=True)
    drive.do(t.Sit, position=3, player="cyd")
    drive.confirm_all()
    drive.do(t.OpenRound)
    drive.lines("1 ante 0.01")
    assert drive.line_refused("3 ante 9.99") == ("outside-limits", "nsw 6.1")


@clause("nsw 6.5.2")
def test_6_5_2__a_sign_without_a_figure_names_the_tables_minimum():
    drive = raised_at_once()
    drive.confirm_all()
    drive.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_KEPT_MINIMUM)
    drive.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    drive.do(t.EndKeptMinimum, by=GS, at=MINUTES_20)
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.5.1")
    drive.lines("1 ante 10")


@clause("nsw 6.5")
def test_6_5__at_any_time__limits_changed_while_wagers_are_placed_hold_for_those_placed_then():
    drive = opened("nsw", "shoe")
    drive.confirm_all()
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 2") == ("outside-limits", "nsw 6.1")
    drive.do(t.ChangeLimits, by=GS, limits=limits("2", "400"))
    drive.lines("1 ante 2")
    assert drive.line_refused("2 ante 400.01") == ("outside-limits", "nsw 6.1")
    drive.lines("2 ante 400;deal 9h 2c 7d 8s")
    drive.do(t.ChangeLimits, by=GS, limits=limits("2", "100"))
    assert drive.table.round.setup.limits == limits("2", "400"), "the hands in play go on under theirs"


@clause("nsw 6.5.2")
def test_6_5_2__what_is_kept_rises_to_the_figure_on_its_own_sign():
    drive = opened("nsw", "shoe")
    drive.do(t.ChangeLimits, by=GS, limits=limits("50", "500"), at_once=True)
    drive.confirm_all()
    drive.do(t.GiveNotice, by=GS, at=0, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=TEN)
    before = len(drive.prompted)
    drive.do(t.EndKeptMinimum, by=GS, at=MINUTES_20)
    assert drive.since(before) == [], "the marker stays"
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 9.99") == ("outside-limits", "nsw 6.5.1")
    drive.lines("1 ante 10;deal 9h 7d")
    drive.finish()
    drive.do(t.GiveNotice, by=GS, kind=NoticeKind.RAISE_KEPT_MINIMUM, limits=limits("50", "500"))
    drive.do(t.EndKeptMinimum, by=GS, at=MINUTES_20 * 2)
    drive.confirm_all()
    assert drive.since(before).count("remove-marker 6.5.1.2") == 2
    drive.do(t.OpenRound)
    assert drive.line_refused("1 ante 49.99") == ("outside-limits", "nsw 6.1")
