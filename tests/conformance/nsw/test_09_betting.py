"""nsw 9: the betting round."""

from typing import Any

import pytest
from tests.clauses import clause
from tests.conformance.felt import felt
from tests.conformance.nsw.tables import GS, let_be, table, with_jackpots
from tests.script import clauses, go, refused, results
from tests.table.hall import all_of, opened

from mississippi_stud.round import (
    legal,
)
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.conduct import Incident
from mississippi_stud.table import Facts
from mississippi_stud.table import commands as t
from mississippi_stud.table import events as te

WAGERS = ("ante", "third-street", "fourth-street", "fifth-street", "jackpot", "fixed-jackpot")
START = "1 ante 10; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c"


STREETS = [
    pytest.param("", "third-street", marks=clause("nsw 9.1", "nsw 9.1.2")),
    pytest.param("1 bet 1; 2 bet 1; reveal", "fourth-street", marks=clause("nsw 9.2", "nsw 9.2.2")),
    pytest.param(
        "1 bet 1; 2 bet 1; reveal; 1 bet 3; 2 bet 2; reveal",
        "fifth-street",
        marks=clause("nsw 9.3", "nsw 9.3.2"),
    ),
]


@pytest.mark.parametrize(("until", "street"), STREETS)
def test_9_1_to_9_3__a_player_bets_one_to_three_antes_or_folds_and_can_do_nothing_else(until: str, street: str):
    state = go("nsw", table("ann ben"), f"{START}; {until}")
    options = {option.command: option.choices_cents for option in legal(rulebook("nsw"), state, 1)}
    assert options == {"bet": (10_00, 20_00, 30_00), "fold": (), "leave": ()}
    assert refused("nsw", state, "1 max-all") == ("no-max-all", "nsw 7.2.4")
    assert refused("nsw", state, "1 concede") == ("not-at-settlement", "nsw 10.5")
    assert refused("nsw", state, "settle") == ("still-playing", "nsw 10.1")


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_9_1_to_9_3__in_any_order(until: str, street: str, first: int, second: int):
    play = rulebook("nsw").play
    assert (play.third_street_order.value, play.later_streets_order.value) == ("any", "any")
    state = go("nsw", table("ann ben"), f"{START}; {until}; {first} bet 1; {second} bet 3")
    assert all(street in state.hands[position].stakes for position in (1, 2))


@clause("nsw 9.1")
def test_9_1__a_player_without_the_means_to_bet_has_to_fold():
    assert rulebook("nsw").limits.cannot_fund.value == "must-fold"
    state = go("nsw", table("ann ben"), START)
    assert refused("nsw", state, "1 cannot-fund") == ("must-fold", "nsw 9.1")
    assert go("nsw", state, "1 fold").hands[1].ending == "folded"


@clause("nsw 9.1")
def test_9_1__a_decision_waits_for_the_deal():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10")
    for line in ("1 fold", "1 bet 1"):
        assert refused("nsw", state, line) == ("no-street-open", "nsw 7.2.4")


@pytest.mark.parametrize(
    ("until", "lost"),
    [
        pytest.param("", {"ante": "nsw 9.1.1"}, marks=clause("nsw 9.1.1")),
        pytest.param(
            "1 bet 3; 2 bet 1; reveal",
            {"ante": "nsw 9.1.1", "third-street": "nsw 9.2.1"},
            marks=clause("nsw 9.2.1"),
        ),
        pytest.param(
            "1 bet 3; 2 bet 1; reveal; 1 bet 2; 2 bet 1; reveal",
            {"ante": "nsw 9.1.1", "third-street": "nsw 9.2.1", "fourth-street": "nsw 9.3.1"},
            marks=clause("nsw 9.3.1"),
        ),
    ],
)
def test_9_1_1_and_9_2_1_and_9_3_1__a_fold_loses_what_lies_there(until: str, lost: dict[str, str]):
    assert {rulebook("nsw").wagers[wager].on_fold.value for wager in lost} == {"lost"}
    state = go("nsw", table("ann ben"), f"{START}; {until}; 1 fold; 2 fold; settle")
    assert results(state, 1) == dict.fromkeys(lost, ("lose", "0.00", "0.00"))
    assert clauses(state, 1) == lost


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["10", "20", "30"])
def test_9_1_2_and_9_2_2_and_9_3_2__each_street_by_itself(until: str, street: str, bet: str):
    book = rulebook("nsw")
    assert (book.wagers[street].presence.value, book.streets.may_vary.value) == ("to-continue", True)
    state = go("nsw", table("ann ben"), f"{START}; {until}; 1 place {bet}")
    assert state.hands[1].stakes[street].cents == int(bet) * 100


@pytest.mark.parametrize(("until", "street"), STREETS)
@pytest.mark.parametrize("bet", ["9.99", "10.01", "30.01", "40"])
def test_9_1_2_and_9_2_2_and_9_3_2__not_less_not_more_not_between(until: str, street: str, bet: str):
    state = go("nsw", table("ann ben"), f"{START}; {until}")
    assert refused("nsw", state, f"1 place {bet}")[0] == "wrong-multiple"


@clause("nsw 9.3.1")
def test_9_3_1__after_the_last_card_nobody_folds():
    state = go("nsw", table(), "1 ante 10; deal Qh Jh Th 2c 3c; 1 bet 1; reveal; 1 bet 1; reveal; 1 bet 1")
    assert refused("nsw", state, "1 fold")[0] == "already-placed"
    assert refused("nsw", go("nsw", state, "reveal"), "1 fold") == ("no-street-open", "nsw 7.2.4")


@clause("nsw 9.5")
@pytest.mark.parametrize("line", ["1 bet 1", "1 fold", "1 cannot-fund"])
@pytest.mark.parametrize("later", ["", "2 bet 1; reveal", "2 bet 1; reveal; 2 bet 1; reveal"])
def test_9_5__a_folded_hand_never_comes_back(line: str, later: str):
    state = go("nsw", table("ann ben"), f"{START}; 1 fold; {later}")
    assert refused("nsw", state, line) == ("hand-ended", "nsw 9.5")


@clause("nsw 9.5")
def test_9_5__not_at_the_settlement_either():
    assert rulebook("nsw").play.fold_is_final.value is True
    state = go("nsw", table("ann ben"), f"{START}; 1 fold; 2 bet 1; reveal; 2 bet 1; reveal; 2 bet 1; reveal")
    assert refused("nsw", state, "1 concede") == ("hand-ended", "nsw 10.5")
    state = go("nsw", state, "settle")
    assert results(state, 1) == {"ante": ("lose", "0.00", "0.00")}  # though it would be a straight flush
    assert state.order == (2,)


@clause("nsw 9.8")
def test_9_8__a_player_who_tells_may_forfeit_all_wagers_and_the_others_play_on():
    book = rulebook("nsw")
    assert book.play.talking.value == "may"
    assert {wager: rule.on_forfeit.value for wager, rule in book.wagers.items()} == dict.fromkeys(WAGERS, "lost")
    start = "1 ante 10; 1 jackpot 5; 1 fixed-jackpot 1; 2 ante 10; deal Qh Jh Th 9h 8h 2c 3c"
    state = go("nsw", table("ann ben", **with_jackpots()), f"{start}; 1 bet 3; 1 forfeit; 2 bet 1; reveal")
    state = go("nsw", state, "2 bet 1; reveal; 2 bet 1; reveal; settle")
    wagers = ("ante", "third-street", "jackpot", "fixed-jackpot")
    assert results(state, 1) == dict.fromkeys(wagers, ("forfeit", "0.00", "0.00"))
    assert set(clauses(state, 1).values()) == {"nsw 9.8"}
    assert results(state, 2)["ante"] == ("lose", "0.00", "0.00")


@clause("nsw 9.8")
def test_9_8__there_is_nothing_to_tell_before_the_deal_or_after_a_fold():
    state = go("nsw", table("ann ben"), "1 ante 10; 2 ante 10")
    assert refused("nsw", state, "1 forfeit") == ("hand-ended", "nsw 9.8")
    state = go("nsw", state, "deal Qh Jh Th 9h 8h 2c 3c; 1 fold")
    assert refused("nsw", state, "1 forfeit") == ("hand-ended", "nsw 9.8")


@clause("nsw 9.8")
def test_9_8__telling_is_a_violation_until_all_community_cards_are_turned():
    start = f"{START}; 1 bet 1; 2 bet 1; reveal; 1 bet 1; 2 bet 1; reveal; 1 bet 1; 2 bet 1"
    state = go("nsw", table("ann ben"), start)
    assert go("nsw", state, "1 forfeit").hands[1].ending == "forfeited"
    assert refused("nsw", go("nsw", state, "reveal"), "1 forfeit") == ("nothing-to-tell", "nsw 9.8")


@clause("nsw 9.8")
def test_9_8__whoever_talks_may_lose_all_wagers_when_a_supervisor_says_so():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    pit.report("information-exchanged", by="dealer", position=1)
    assert pit.table.round.hands[1].ending is None
    pit.do(t.Rule, by=GS)
    assert pit.table.round.hands[1].ending == "forfeited"
    assert all_of(te.IncidentRuled, pit.events)


@clause("nsw 9.8", "nsw 11.10", "nsw 13.3", "nsw 13.4")
def test_9_8__a_dealer_does_not_let_it_be_and_whoever_is_asked_chooses():
    pit = opened("nsw", "shoe")
    pit.betting()
    pit.deal()
    facts = Facts(position=1, waived=True)
    told = {"incident": Incident.INFORMATION_EXCHANGED, "facts": facts}
    assert pit.refused(t.Report, **told) == ("rank-too-low", "nsw 9.8")
    pit.report("information-exchanged", by="dealer", position=1)
    pit.do(t.Rule, by=GS, waived=True)
    assert pit.table.question is None
    pit.report("information-exchanged", by="dealer", position=1)
    pit.do(t.Rule, by=GS)
    assert [each.ruling for each in pit.table.rulings] == ["let-be", "forfeited"]
    assert pit.table.round.hands[1].ending == "forfeited"


@clause("nsw 9.8")
@pytest.mark.parametrize(
    ("incident", "facts"),
    [
        ("information-exchanged", {"position": 1}),
    ],
)
def test_9_8__whoever_may_act_may_also_let_it_be(incident: str, facts: dict[str, Any]):
    let_be(incident, facts, "nsw 9.8")


@clause("nsw 9.7", "nsw 9.9")
def test_9_7__players_are_told_while_they_have_cards_how_to_hold_them():
    with felt("nsw") as table:
        assert not {"nsw 9.7", "nsw 9.9"} & table.notes.keys()
        table.deal(ante=5_00)
        assert {"nsw 9.7", "nsw 9.9"} <= table.notes.keys()
        table.fold()
        assert not {"nsw 9.7", "nsw 9.9"} & table.notes.keys(), "whose hand is over has none"
