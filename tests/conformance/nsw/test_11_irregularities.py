"""nsw 11: irregularities."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance.nsw.tables import GS, accounts, let_be, table, with_jackpots
from tests.script import clauses, go, refused, results
from tests.table.hall import opened
from tests.table.second_reader import Row, check, of

from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t

BOTH = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 3"


@pytest.mark.parametrize("row", of("nsw"))
def test_11__the_ruling_is_that_of_the_second_reader(row: Row):
    check(row)


@pytest.mark.parametrize(
    ("incident", "facts", "said"),
    [
        pytest.param("wrong-hole-count", {"position": 1, "cards": 3}, "nsw 11.1", marks=clause("nsw 11.1")),
        pytest.param("deck-incomplete", {"cards": 51}, "nsw 11.9.2", marks=clause("nsw 11.9.2")),
        pytest.param("player-absent", {"position": 1}, "nsw 11.11", marks=clause("nsw 11.11")),
    ],
)
def test_11_1_and_11_9_2_and_11_11__what_the_book_orders_nobody_lets_be(incident: str, facts: dict, said: str):
    assert rulebook("nsw").staff.powers["rule-irregularity"].value == "dealer"
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    told = {"incident": Incident(incident), "facts": Facts(**facts, waived=True)}
    assert pit.refused(t.Report, by=GS, **told) == ("must-be-ruled", said)


@clause("nsw 11.3", "nsw 1.1 Void")
def test_11_3__a_misdeal_gives_every_wager_back_and_the_round_has_no_result():
    book = rulebook("nsw")
    assert book.staff.powers["declare-misdeal"].value == "dealer"
    for wager in ("ante", "third-street", "fourth-street", "fifth-street"):
        assert book.wagers[wager].on_misdeal.value == "returned"
    script = f"{BOTH}; 2 fold; void nsw 11.3"
    state = go("nsw", table("ann ben", **with_jackpots()), script)
    assert results(state, 1) == {
        "ante": ("void", "0.00", "10.00"),
        "third-street": ("void", "0.00", "30.00"),
        "jackpot": ("void", "0.00", "5.00"),
        "fixed-jackpot": ("void", "0.00", "1.00"),
    }
    assert results(state, 2) == {"ante": ("void", "0.00", "10.00")}
    assert state.phase == "void"
    assert accounts(table("ann ben", **with_jackpots()), script) == {}
    assert refused("nsw", state, "settle") == ("round-over", "nsw 10.1")


@clause("nsw 11.9.1", "nsw 1.1 Void", "nsw 11.3")
def test_11_3__a_void_round_has_no_result_and_a_fresh_one_is_dealt():
    pit = opened("nsw", "shoe")
    pit.whole_round()
    pit.betting()
    pit.deal()
    pit.report("card-exposed")
    assert [(str(each.outcome), each.won_cents) for each in pit.table.last_round.results] == [("void", 0)] * 2
    pit.whole_round()
    assert pit.table.rounds == 2


@clause("nsw 11.5")
def test_11_5__with_a_shoe_there_is_nothing_to_spread():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    assert pit.refused(t.Report, by=GS, incident=Incident.COMMUNITY_MISSPREAD) == ("no-ruling", "nsw 11.5")


@clause("nsw 11.8")
def test_11_8__a_stray_hand_is_spread_and_racked_before_the_next_round():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    pit.lines("1 bet 1;2 bet 1")
    pit.report("stray-hand", by="dealer", position=5)
    assert [(each.duty, each.clause) for each in pit.table.prompts] == [("spread-stray-hand", "nsw 11.8")]
    stray = pit.prompt("spread-stray-hand")
    for line in ("reveal Ac", "1 bet 1;2 bet 1;reveal 5h", "1 bet 1;2 bet 1;reveal 3c", "settle"):
        pit.lines(line)
    assert pit.refused(t.OpenRound) == ("prompt-waits", "nsw 11.8")
    pit.confirm(stray)
    pit.confirm_all()
    pit.do(t.OpenRound)


@clause("nsw 11.9.3", "nsw 11.9.4")
def test_11_9__the_deck_is_checked_and_surveillance_and_an_inspector_are_told():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    pit.report("foreign-card")
    asked = [(each.duty, each.clause) for each in pit.table.prompts]
    assert ("check-deck", "nsw 11.9.3") in asked
    assert ("tell-surveillance", "nsw 11.9.4") in asked
    assert ("tell-inspector", "nsw 11.9.4") in asked
    number = pit.prompt("check-deck").number
    assert pit.refused(t.Confirm, prompt=number, count=51) == ("count-wrong", "nsw 11.9.3")


@clause("nsw 11.10")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("collusion-suspected", {"positions": (1, 2)}),
        ("collusion-suspected", {"positions": (1, 2), "measure": "play-first"}),
        ("collusion-suspected", {"positions": (1, 2), "measure": "separate"}),
        ("collusion-suspected", {"measure": "english-only"}),
    ],
)
def test_11_10__whoever_may_act_may_also_let_it_be(incident: str, facts: dict[str, Any]):
    assert rulebook("nsw").staff.powers["restrict-collusion"].value == "gaming-supervisor"
    let_be(incident, facts, "nsw 11.10")


@clause("nsw 11.10.1", "nsw 11.10.2", "nsw 11.10.3")
def test_11_10__no_other_measure_is_taken():
    pit = opened("nsw", "shoe")
    facts = Facts(position=1, positions=(1, 2), measure="withhold")
    told = {"incident": Incident("collusion-suspected"), "facts": facts}
    assert pit.refused(t.Report, by=GS, **told) == ("no-ruling", "nsw 11.10.1")


@clause("nsw 11.10.1")
def test_11_10_1__suspects_play_before_others():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    pit.report("collusion-suspected", by=GS, measure="play-first", positions=(2,))
    assert pit.line_refused("1 bet 1") == ("suspects-first", "nsw 11.10.1")
    pit.lines("2 bet 1;1 bet 1")


@clause("nsw 11.10.2")
def test_11_10_2__suspects_may_not_sit_together():
    pit = opened("nsw", "shoe")
    pit.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    pit.do(t.Stand, position=2)
    assert pit.refused(t.Sit, position=3, player="ben") == ("separated", "nsw 11.10.2")
    pit.do(t.Stand, position=1)
    pit.do(t.Sit, position=3, player="ben")


@clause("nsw 11.10.2")
def test_11_10_2__suspects_who_sit_there_do_not_play_on_together():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    pit.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    pit.finish()
    assert pit.table.rounds == 1, "the hands in play are played out"
    for first, second in ((1, 2), (2, 1)):
        pit.confirm_all()
        pit.do(t.OpenRound)
        pit.lines(f"{first} ante 25")
        assert pit.line_refused(f"{second} ante 25") == ("separated", "nsw 11.10.2")
        pit.lines(f"deal {'9h 7d' if first == 1 else '2c 8s'}")
        pit.finish()
    assert pit.table.rounds == 3


@clause("nsw 11.10.2")
def test_11_10_2__nothing_is_dealt_to_both_when_their_wagers_lie_there():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.report("collusion-suspected", by=GS, measure="separate", positions=(1, 2))
    assert pit.line_refused("deal 9h 2c 7d 8s") == ("separated", "nsw 11.10.2")
    pit.lines("2 withdraw ante;deal 9h 7d")
    assert pit.table.round.phase == "third-street"


@clause("nsw 11.10.3")
def test_11_10_3__only_english():
    pit = opened("nsw", "shoe")
    pit.report("collusion-suspected", by=GS, measure="english-only")
    assert pit.table.english_only


@clause("nsw 11.11")
@pytest.mark.parametrize(
    ("until", "lost"),
    [
        ("", ["ante"]),
        ("1 bet 3; 2 bet 1; reveal", ["ante", "third-street"]),
        ("1 bet 3; 2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal", ["ante", "third-street", "fourth-street"]),
    ],
)
def test_11_11__a_player_who_is_not_there_to_decide_has_folded(until: str, lost: list[str]):
    state = go("nsw", table("ann ben"), f"1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; {until}; 1 leave")
    assert (state.hands[1].ending, state.hands[1].ending_clause) == ("folded", "nsw 11.11")
    assert refused("nsw", state, "1 bet 1") == ("hand-ended", "nsw 9.5")
    state = go("nsw", state, "2 fold; settle")
    assert results(state, 1) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))


@clause("nsw 11.11")
def test_11_11__a_hand_that_has_decided_plays_on_without_its_player():
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 9h 8h; 1 bet 1")
    assert refused("nsw", state, "1 leave") == ("nothing-to-decide", "nsw 11.11")
    state = go("nsw", state, "reveal; 1 bet 1; reveal; 1 bet 1; reveal")
    assert refused("nsw", state, "1 leave") == ("nothing-to-decide", "nsw 11.11")
    assert results(go("nsw", state, "settle"))["ante"] == ("win", "1000.00", "10.00")


@clause("nsw 11.11")
def test_11_11__whoever_leaves_before_the_deal_takes_the_wagers_along():
    state = go(
        "nsw", table("ann ben", **with_jackpots()), "1 ante 10; 1 jackpot 5; 2 ante 10; 1 leave; deal Qh Jh Th 9h 8h"
    )
    assert (state.hands[1].stakes, state.hands[1].hole) == ({}, ())


@clause("nsw 11.11")
def test_11_11__the_main_wagers_of_an_absent_player_are_collected_by_this_clause():
    assert rulebook("nsw").play.absent.value == "folded"
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c; 1 bet 1; 2 bet 1; reveal")
    state = go("nsw", state, "1 leave; 2 fold; settle")
    assert clauses(state, 1) == {"ante": "nsw 11.11", "third-street": "nsw 11.11"}
    assert clauses(state, 2) == {"ante": "nsw 9.1.1", "third-street": "nsw 9.2.1"}


@clause("nsw 11.11", "nsw 9.4", "nsw 9.6")
def test_11_11__nobody_passes_the_cards_of_an_absent_player():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    before = len(pit.prompted)
    pit.report("player-absent", by="dealer", position=1)
    assert pit.since(before) == ["spread-absent-hand 11.11"]
    assert pit.table.prompts[-1].by == "dealer"
    pit.lines("2 fold")
    assert pit.since(before + 1) == ["cards-passed-face-down 9.4", "spread-and-discard 9.6"]
