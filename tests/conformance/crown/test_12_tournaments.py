"""crown 12: tournaments."""

from copy import deepcopy

import msgspec
import pytest
from msgspec.structs import fields, replace
from tests.clauses import clause
from tests.script import go, refused
from tests.table.hall import Pit
from tests.tournament.hall import DIRECTOR, START, Cup, secret, terms

from mississippi_stud.fairness.lot import lot, lot_commitment
from mississippi_stud.messages import DAY, MINUTE
from mississippi_stud.money import balances
from mississippi_stud.round.refusal import Refused
from mississippi_stud.rulebooks import rulebook
from mississippi_stud.rulebooks.vocabulary import Wager
from mississippi_stud.tournament import commands as c
from mississippi_stud.tournament.designation import Candidate, candidate, check_exclusive
from mississippi_stud.tournament.events import ResultsDeclared
from mississippi_stud.tournament.heats import (
    HandResult,
    check_deal,
    check_turn,
    check_wager,
    first_bets,
    playing,
    result_of,
    setup_of,
)
from mississippi_stud.tournament.programme import Cull, PlaySession, Programme, TieBreak
from mississippi_stud.tournament.state import Breach, EntrantStatus, FeeKind, Life
from mississippi_stud.tournament.terms import (
    NOT_APPLICABLE,
    ChipsAtEnd,
    ChipsFate,
    EntryMethod,
    Fees,
    Penalty,
    PlayerNumbers,
    PrizePool,
    Purchase,
    Refunds,
    Sanction,
    SecretWagers,
    SubstituteTime,
    TournamentTerms,
    WagerTerms,
    digest,
)
from mississippi_stud.tournament.view import publishable, view

BEFORE = {
    "12.2.1": "terms-documented",
    "12.2.2(a)": "terms-available-to-patrons",
    "12.2.2(b)": "inspectorate-advised",
    "12.2.3": "director-appointed",
    "12.2.4": "tables-designated",
    "12.3.1": "players-briefed",
}


@pytest.mark.parametrize(
    ("name", "step"), [pytest.param(name, step, marks=clause(f"crown {name}")) for name, step in BEFORE.items()]
)
def test_12_2__what_comes_before_a_tournament(name: str, step: str):
    before = rulebook("crown").tournament.before
    assert [each.value for each in before if each.clause == f"crown {name}"] == [step]


@clause("crown 12.2", "crown 12.3")
def test_12_2__all_that_comes_before_a_tournament_in_the_order_of_the_book():
    assert [each.value for each in rulebook("crown").tournament.before] == list(BEFORE.values())


@clause("crown 12.2.3")
def test_12_2_3__the_director_is_present_throughout():
    assert rulebook("crown").tournament.director_present.value is True


@clause("crown 12.2.5")
def test_12_2_5__the_tables_serve_nothing_else():
    assert rulebook("crown").tournament.tables_exclusive.value is True


TERMS = {
    "12.4.1(a)(i)": "when",
    "12.4.1(a)(ii)": "fees-and-buy-ins",
    "12.4.1(a)(iii)": "number-of-players",
    "12.4.1(a)(iv)": "location",
    "12.4.1(b)": "starting-time-may-change",
    "12.4.1(c)": "regulator-told-of-changes",
    "12.4.2(a)(i)": "participation-accepts-terms",
    "12.4.2(a)(ii)": "only-persons-entitled",
    "12.4.2(a)(iii)": "entry-may-be-refused",
    "12.4.2(a)(iv)": "selection-criteria",
    "12.4.2(a)(v)": "employees-in-charity-events",
    "12.4.2(b)(i)": "abide-or-risk-disqualification",
    "12.4.2(b)(ii)": "where-terms-are-found",
    "12.4.2(b)(iii)": "signature-required",
    "12.4.2(c)": "method-of-entry",
    "12.4.2(d)": "withdrawal-and-substitutes",
    "12.4.3(a)(i)": "rounds-and-sessions",
    "12.4.3(a)(ii)": "tables-in-each-round",
    "12.4.3(a)(iii)": "progression",
    "12.4.3(a)(iv)": "buying-back-in",
    "12.4.3(a)(v)": "repechage",
    "12.4.3(b)": "same-starting-bank",
    "12.4.3(c)": "chips-at-the-end",
    "12.4.4(a)": "type-of-chips",
    "12.4.4(b)": "minimum-or-compulsory-wager",
    "12.4.4(c)": "secret-wagers",
    "12.5(a)": "elimination",
    "12.5.2(a)": "how-winners-are-determined",
    "12.5.2(b)": "prize-pool",
    "12.5.2(c)": "prize-distribution",
    "12.5.3(a)(i)": "penalties",
    "12.5.3(a)(ii)": "disqualification",
    "12.5.3(a)(iii)": "when-a-substitute",
    "12.5.3(a)(iv)": "refunds",
    "12.5.3(b)(i)": "late-arrival",
    "12.5.3(b)(ii)": "absence",
    "12.5.3(b)(iii)": "mobile-phones",
    "12.5.3(b)(iv)": "consequence-of-substitute",
    "12.5.3(b)(v)": "consequence-of-disqualification",
    "12.5.3(b)(vi)": "retirement",
    "12.5.3(c)": "rules-prevail",
    "12.5.3(d)": "early-conclusion",
    "12.5.3(e)": "privacy",
    "12.5.3(f)": "use-of-names-and-images",
    "12.5.3(g)": "conducted-by-terms-and-rules",
    "12.5.3(h)": "directors-decision-final",
    "12.5.3(i)": "limit-of-liability",
    "12.5.3(j)": "right-to-complain",
}


@pytest.mark.parametrize(
    ("name", "term"), [pytest.param(name, term, marks=clause(f"crown {name}")) for name, term in TERMS.items()]
)
def test_12_4__what_the_terms_say(name: str, term: str):
    terms = rulebook("crown").tournament.terms
    assert [each.value for each in terms if each.clause == f"crown {name}"] == [term]


@clause("crown 12.4")
def test_12_4__that_is_the_least_the_terms_say_in_the_order_of_the_book():
    assert [each.value for each in rulebook("crown").tournament.terms] == list(TERMS.values())


@clause("crown 12.4.2(a)(v)")
def test_12_4_2_a_v__employees_win_no_prizes():
    assert rulebook("crown").tournament.employees_win_prizes.value is False


@clause("crown 12.4.3(b)")
def test_12_4_3_b__all_players_start_with_the_same_bank():
    assert rulebook("crown").tournament.equal_starting_bank.value is True


@pytest.mark.parametrize(
    ("field", "name"),
    [
        pytest.param(field, name, marks=clause(f"crown {name}"))
        for field, name in {
            "equal_chance": "12.1",
            "deputies": "12.2.3(a)",
            "practice_hands": "12.3.2",
            "early_when_determined": "12.5.3(d)(i)",
            "early_when_all_agree": "12.5.3(d)(ii)",
        }.items()
    ],
)
def test_12__what_the_book_allows(field: str, name: str):
    ruled = getattr(rulebook("crown").tournament, field)
    assert (ruled.value, ruled.clause) == (True, f"crown {name}")


@clause("crown 12.4.2(a)(v)")
def test_12_4_2_a_v__who_approves_of_an_employee():
    offices = rulebook("crown").tournament.employee_approvers.value
    assert offices == ("chief-operating-officer", "chief-executive-officer")


# 12.1: an equal chance.


@clause("crown 12.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_12_1__everybody_bets_first_equally_often(players: int):
    names = " ".join(f"p{number}" for number in range(players))
    cup = Cup(terms(rounds_and_sessions=Programme(sessions=(PlaySession(name="final", hands=60),)))).begun(names)
    for _ in range(60):
        cup.hand(**dict.fromkeys(cup.now.entrants, 0))
    assert set(first_bets(cup.now, cup.now.heats[1]).values()) == {60 // players}


@clause("crown 12.1")
def test_12_1__whoever_is_not_first_to_bet_waits_and_a_book_with_an_order_of_its_own_prevails():
    cup = Cup().begun("ann ben cho")
    cup.hand()  # in the second hand position 2 bets first
    heat = cup.now.heats[1]
    setup = setup_of(cup.now, heat, "shoe")
    state = go("crown", setup, "1 ante 25; 2 ante 25; 3 ante 25; deal 2h 3h 4h 2c 3c 4c 9s Ts Ks")
    check_turn(cup.rules, cup.now, heat, state, 2)
    for position in (1, 3):
        with pytest.raises(Refused, match="not-in-turn") as refusal:
            check_turn(cup.rules, cup.now, heat, state, position)
        assert refusal.value.clause == "crown 12.1"
    elsewhere = Cup(book="maryland")
    check_turn(elsewhere.rules, cup.now, heat, state, 1)


@clause("crown 12.1")
def test_12_1__seats_are_drawn_by_a_lot_to_which_the_house_was_committed_before_entries():
    cup = Cup().briefed("ann ben cho dan eve fay gus")
    cup.at = START
    draw = {"commitment": lot_commitment(secret(1))}
    assert cup.refused(c.DrawSeats, secret=secret(7), **draw) == ("other-lot", "crown 12.1")
    same = lot_commitment(secret(0))
    assert cup.refused(c.DrawSeats, secret=secret(0), commitment=same) == ("lot-not-committed", "crown 12.1")
    (drawn, *_) = cup.do(c.DrawSeats, secret=secret(0), **draw)
    assert drawn.order == lot(secret(0), "cup/1/1", cup.now.entrants)
    assert [len(seats) for seats in drawn.heats.values()] == [4, 3], "seven at tables of six: as even as can be"
    assert Cup().announced().refused(c.OpenEntries, commitment="") == ("steps-missing", "crown 12.2.3")


# 12.2 and 12.3: what comes before.


@clause("crown 12.2.1", "crown 12.4")
def test_12_2_1__terms_with_nothing_in_them_are_refused_whole_each_item_with_its_clause():
    cup = Cup(TournamentTerms())
    with pytest.raises(Refused, match="terms-incomplete") as refusal:
        cup.do(c.MakeTermsAvailable)
    assert refusal.value.params["items"] == tuple((term, f"crown {name}") for name, term in TERMS.items())
    cup.do(c.ReviseTerms, terms=terms())
    cup.do(c.MakeTermsAvailable)
    assert "terms-documented" in cup.now.steps


@clause("crown 12.2.2", "crown 12.2.2(a)", "crown 12.2.2(b)")
def test_12_2_2__entries_are_taken_only_when_the_terms_are_available_and_the_inspectorate_is_advised():
    commitment = lot_commitment(secret(0))
    cup = Cup()
    cup.do(c.AppointDirector, person=DIRECTOR)
    assert cup.refused(c.OpenEntries, commitment=commitment) == ("steps-missing", "crown 12.2.1")
    cup.do(c.MakeTermsAvailable)
    assert cup.now.life is Life.DRAFTED
    assert cup.refused(c.OpenEntries, commitment=commitment) == ("steps-missing", "crown 12.2.2(b)")
    entry = {"name": "ann", "accepts": digest(cup.now.terms)}
    assert cup.refused(c.ApplyToEnter, by="ann", **entry) == ("steps-missing", "crown 12.2.2(b)")
    cup.do(c.AdviseInspectorate)
    assert cup.now.life is Life.ANNOUNCED
    other = Cup()
    other.do(c.AppointDirector, person=DIRECTOR)
    other.do(c.AdviseInspectorate)
    assert other.refused(c.OpenEntries, commitment=commitment) == ("steps-missing", "crown 12.2.1")
    with pytest.raises(Refused) as refusal:
        other.do(c.OpenEntries, commitment=commitment)
    assert ("terms-available-to-patrons", "crown 12.2.2(a)") in refusal.value.params["items"]
    assert other.now.life is Life.DRAFTED


@clause("crown 12.2.3")
def test_12_2_3__nothing_goes_on_unless_the_director_is_present():
    cup = Cup().announced()
    assert cup.refused(c.OpenEntries, commitment=lot_commitment(secret(0))) == ("steps-missing", "crown 12.2.3")
    cup = Cup().begun()
    cup.do(c.StepAway)
    assert cup.refused(c.RecordHand, heat=1, round="t#1", began_at=cup.at, results=()) == (
        "director-absent", "crown 12.2.3",
    )  # fmt: skip
    assert cup.refused(c.ConcludeHeat, heat=1) == ("director-absent", "crown 12.2.3")
    assert cup.refused(c.ConcludeHeat, by="ann", heat=1) == ("not-an-official", "crown 12.2.3")
    cup.do(c.TakeCharge)
    cup.hand()
    assert cup.refused(c.TakeCharge, by="ann") == ("not-an-official", "crown 12.2.3")


@clause("crown 12.2.3(a)")
def test_12_2_3_a__deputies_are_the_directors_choice_and_may_be_present_instead():
    cup = Cup().begun()
    assert cup.refused(c.AppointDeputy, by="ann", person="dean") == ("not-the-director", "crown 12.2.3(a)")
    cup.do(c.AppointDeputy, person="dean")
    cup.do(c.AppointDeputy, person="dee")
    assert cup.refused(c.AppointDeputy, by="dean", person="don") == ("not-the-director", "crown 12.2.3(a)")
    assert cup.refused(c.AppointDeputy, person="ann") == ("no-such-official", "crown 12.2.3(a)")
    cup.do(c.TakeCharge, by="dee")
    cup.do(c.StepAway)
    cup.hand()
    cup.do(c.NoteBreach, by="dee", name="ann", breach=Breach.PHONE, grounds="rang")
    cup.do(c.DismissDeputy, person="dee")
    assert cup.refused(c.DeclareResults, by="dee") == ("not-an-official", "crown 12.2.3")
    assert cup.refused(c.RecordHand, heat=1, round="x", began_at=cup.at, results=())[0] == "director-absent"


@clause("crown 12.2.3", "crown 12.2.3(a)")
def test_12_2_3__whoever_conducts_a_tournament_does_not_play_in_it():
    cup = Cup(terms(when_a_substitute="before-play")).opened()
    cup.do(c.TakeCharge)
    cup.do(c.AppointDeputy, person="dep")
    cup.enter("ann")
    for official in (DIRECTOR, "dep"):
        entry = application(cup, by=official, name=official)
        assert cup.refused(c.ApplyToEnter, **entry) == ("official-plays", "crown 12.2.3")
        named = {"by": "ann", "name": "ann", "player": official}
        assert cup.refused(c.NominateSubstitute, **named) == ("official-plays", "crown 12.2.3")
    cup.do(c.NominateSubstitute, by="ann", name="ann", player="sub")
    assert cup.refused(c.AppointDeputy, person="sub")[0] == "no-such-official"
    assert cup.refused(c.AppointDirector, person="sub")[0] == "no-such-official"
    cup.do(c.AppointDirector, person="dep")
    assert (cup.now.director, cup.now.deputies) == ("dep", ()), "a deputy who becomes the Director is a deputy no more"


@clause("crown 12.2.4")
def test_12_2_4__a_heat_is_played_at_a_designated_table():
    cup = Cup().opened().enter("ann ben")
    cup.do(c.TakeCharge)
    cup.do(c.CloseEntries)
    assert cup.refused(c.BriefPlayers, understood=("ann", "ben")) == ("steps-missing", "crown 12.2.4")
    assert cup.refused(c.DesignateTables, tables=()) == ("no-tables", "crown 12.2.4")
    cup.do(c.DesignateTables, tables=(Candidate(table="t1"), Candidate(table="t2")))
    cup.do(c.BriefPlayers, understood=("ann", "ben"))
    cup.at = START
    cup.draw()
    assert cup.refused(c.BeginHeat, heat=1, table="t3") == ("table-not-designated", "crown 12.2.4")
    cup.do(c.BeginHeat, heat=1, table="t2")


@clause("crown 12.2.5")
def test_12_2_5__a_designated_table_serves_nothing_else_while_the_tournament_lasts():
    busy = Candidate(table="t9", in_use=True)
    cup = Cup().closed()
    assert cup.refused(c.DesignateTables, tables=(busy,)) == ("table-in-use", "crown 12.2.5")
    check_exclusive(cup.rules, [cup.now], "t1")  # it is not conducted yet
    cup.do(c.BriefPlayers, understood=tuple(cup.now.entrants))
    for other in ("t0", "t2"):
        check_exclusive(cup.rules, [cup.now], other)
    with pytest.raises(Refused, match="table-of-tournament") as refusal:
        check_exclusive(cup.rules, [cup.now], "t1")
    assert refusal.value.clause == "crown 12.2.5"
    cup.at = START
    cup.draw().begin()
    assert cup.refused(c.ReleaseTable, table="t1") == ("table-busy", "crown 12.2.5")
    cup.hands(30)
    cup.do(c.EndSession)
    check_exclusive(cup.rules, [cup.now], "t1")


@clause("crown 12.2.5")
def test_12_2_5__a_table_where_somebody_sits_is_in_use():
    assert candidate(Pit("crown", "shoe").table).in_use is False
    pit = Pit("crown", "shoe")
    pit.sit("ann")
    assert candidate(pit.table).in_use


@clause("crown 12.2.5")
def test_12_2_5__two_heats_do_not_share_a_table():
    cup = Cup(terms("heats-and-final")).drawn("ann ben cho dan eve fay gus", "t1 t2")
    cup.do(c.BeginHeat, heat=1, table="t1")
    assert cup.refused(c.BeginHeat, heat=2, table="t1") == ("table-busy", "crown 12.2.5")
    cup.do(c.BeginHeat, heat=2, table="t2")


@clause("crown 12.3", "crown 12.3.1")
def test_12_3_1__play_begins_when_the_director_is_satisfied_that_all_understand():
    cup = Cup().closed("ann ben cho")
    cup.at = START
    draw = {"secret": secret(0), "commitment": lot_commitment(secret(1))}
    assert cup.refused(c.DrawSeats, **draw)[0] == "tournament-not-there"
    for understood in ((), ("ann",), ("ann", "cho")):
        assert cup.refused(c.BriefPlayers, understood=understood) == ("not-understood", "crown 12.3.1")
    cup.do(c.BriefPlayers, understood=("ann", "ben", "cho"))
    cup.do(c.DrawSeats, **draw)


@clause("crown 12.3.1")
def test_12_3_1__players_are_briefed_again_on_terms_that_were_revised():
    cup = Cup().briefed()
    cup.do(c.ReviseTerms, terms=terms(location="Room 2"))
    assert cup.now.life is Life.ENTRIES_CLOSED
    cup.do(c.MakeTermsAvailable)
    cup.do(c.AdviseInspectorate)
    cup.at = START
    lots = {"secret": secret(0), "commitment": lot_commitment(secret(1))}
    assert cup.refused(c.DrawSeats, **lots)[0] == "tournament-not-there"
    cup.do(c.BriefPlayers, understood=("ann", "ben", "cho"))
    cup.draw()


@clause("crown 12.3.2")
def test_12_3_2__practice_hands_touch_nothing_and_come_before_play():
    cup = Cup().closed("ann ben cho")
    before = cup.now
    assert cup.refused(c.PractiseHands, hands=0) == ("no-practice", "crown 12.3.2")
    assert cup.refused(c.EndPractice) == ("no-practice", "crown 12.3.2")
    (opened,) = cup.do(c.PractiseHands, hands=2)
    assert opened.clause == "crown 12.3.2"
    assert sorted(opened.groups[1].values()) == ["ann", "ben", "cho"]
    assert cup.refused(c.PractiseHands, hands=1) == ("practice-open", "crown 12.3.2")
    assert cup.refused(c.RecordPractice, practice=1)[0] == "no-practice"
    assert cup.refused(c.SeatPractice, practice=1, table="t9")[0] == "table-not-designated"
    cup.do(c.SeatPractice, practice=1, table="t1")
    assert cup.refused(c.SeatPractice, practice=1, table="t1")[0] == "no-practice"
    assert cup.refused(c.ReleaseTable, table="t1")[0] == "table-busy"
    for _ in range(2):
        cup.do(c.RecordPractice, by="floor", practice=1)
    assert cup.now.practice_hands == 2
    assert replace(cup.now, practice_hands=0, practice_each=0) == before
    cup.do(c.BriefPlayers, understood=tuple(cup.now.entrants))
    cup.do(c.PractiseHands, hands=5)
    cup.do(c.SeatPractice, practice=1, table="t1")
    cup.at = START
    cup.draw()
    assert cup.refused(c.BeginHeat, heat=1, table="t1")[0] == "table-busy"
    cup.do(c.LeavePractice, by="floor", practice=1)
    cup.begin()
    assert cup.refused(c.PractiseHands, hands=1) == ("tournament-not-there", "crown 12.3.2")
    assert set(cup.stacks().values()) == {100_000}


@clause("crown 12.3.2")
def test_12_3_2__everybody_practises_in_groups_as_large_as_a_table_until_the_director_ends_it():
    cup = Cup().closed("ann ben cho dan eve fay gus", "t1")
    cup.do(c.PractiseHands, hands=3)
    groups = [sorted(each.seats.values()) for each in cup.now.practice.values()]
    assert sorted(map(len, groups)) == [3, 4]
    assert sorted(groups[0] + groups[1]) == sorted(cup.now.entrants)
    cup.do(c.SeatPractice, practice=1, table="t1")
    assert cup.refused(c.SeatPractice, practice=2, table="t1")[0] == "table-busy"
    cup.do(c.EndPractice)
    assert [each.number for each in cup.now.practice.values()] == [1], (
        "who sits leaves the table, who waits waits no more"
    )
    cup.do(c.LeavePractice, by="floor", practice=1)
    assert not cup.now.practice


# 12.4 and 12.5: the terms. Each item is missed by itself, and refused by its own clause.


@pytest.mark.parametrize(
    ("name", "term"), [pytest.param(name, term, marks=clause(f"crown {name}")) for name, term in TERMS.items()]
)
def test_12_4__terms_that_lack_one_item_are_refused_by_its_clause(name: str, term: str):
    field = next(each for each in fields(TournamentTerms) if each.encode_name == term)
    cup = Cup(replace(terms(), **{field.name: field.default}))
    with pytest.raises(Refused, match="terms-incomplete") as refusal:
        cup.do(c.MakeTermsAvailable)
    assert refusal.value.clause == f"crown {name}"
    assert refusal.value.params["items"] == ((term, f"crown {name}"),)


IF = {
    "12.4.1(a)(ii)": "fees_and_buy_ins",
    "12.4.2(a)(iii)": "entry_may_be_refused",
    "12.4.2(a)(iv)": "selection_criteria",
    "12.4.2(a)(v)": "employees_in_charity_events",
    "12.4.2(b)(iii)": "signature_required",
    "12.4.3(a)(iii)": "progression",
    "12.4.3(a)(iv)": "buying_back_in",
    "12.4.3(a)(v)": "repechage",
    "12.4.3(c)": "chips_at_the_end",
    "12.4.4(b)": "minimum_or_compulsory_wager",
    "12.4.4(c)": "secret_wagers",
}
"""The items that the book asks for only if they apply."""


@pytest.mark.parametrize("field", [pytest.param(field, marks=clause(f"crown {name}")) for name, field in IF.items()])
def test_12_4__what_the_book_asks_for_only_if_it_applies_may_not_apply(field: str):
    cup = Cup(replace(terms(), **{field: NOT_APPLICABLE}))
    cup.do(c.MakeTermsAvailable)


@clause("crown 12.4.1(a)(iv)", "crown 12.4.2(b)(ii)")
@pytest.mark.parametrize(("field", "name"), [("location", "12.4.1(a)(iv)"), ("where_terms_are_found", "12.4.2(b)(ii)")])
def test_12_4__what_the_book_always_asks_for_always_applies(field: str, name: str):
    cup = Cup(replace(terms(), **{field: NOT_APPLICABLE}))
    assert cup.refused(c.MakeTermsAvailable) == ("terms-incomplete", f"crown {name}")


# 12.4.1: details.


@clause("crown 12.4.1", "crown 12.4.1(a)", "crown 12.4.1(a)(i)")
def test_12_4_1_a_i__a_session_does_not_begin_before_its_time():
    cup = Cup().briefed()
    draw = {"secret": secret(0), "commitment": lot_commitment(secret(1))}
    cup.at = START - 1
    assert cup.refused(c.DrawSeats, **draw) == ("session-too-early", "crown 12.4.1(a)(i)")
    cup.at = START
    cup.do(c.DrawSeats, **draw)
    late = terms("heats-and-final", when=(START,))
    assert Cup(late).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.1(a)(i)")


@clause("crown 12.4.1(a)(ii)")
def test_12_4_1_a_ii__entry_buy_in_rebuy_and_add_on_cost_what_the_terms_say():
    told = terms("rebuy", fees_and_buy_ins=Fees(
        entry_cents=10_00, buy_in_cents=50_00,
        rebuy=Purchase(cents=30_00, chips=60_000, most=2, until_hand=3),
        add_on=Purchase(cents=20_00, chips=40_000, until_hand=2),
    ))  # fmt: skip
    cup = Cup(told).begun("ann ben")
    assert [(each.source, each.target, each.cents) for each in cup.money[:2]] == [
        ("player:ann", "tournament:cup", 10_00),
        ("player:ann", "tournament:cup", 50_00),
    ]
    rebuy = {"by": "ann", "name": "ann", "kind": FeeKind.REBUY}
    assert cup.refused(c.BuyChips, **rebuy) == ("chips-suffice", "crown 12.4.1(a)(ii)")
    cup.do(c.BuyChips, by="ben", name="ben", kind=FeeKind.ADD_ON)
    assert cup.refused(c.BuyChips, by="ben", name="ben", kind=FeeKind.ADD_ON) == (
        "purchase-over",
        "crown 12.4.1(a)(ii)",
    )
    cup.hand(ann=-97_501, ben=0)  # 24.99 left: less than the minimum of 25.00
    assert cup.now.entrants["ann"].chips == 2_499
    cup.do(c.BuyChips, **rebuy)
    assert cup.now.entrants["ann"].chips == 62_499
    cup.hand(ann=-60_000, ben=0)
    cup.do(c.BuyChips, **rebuy)
    assert cup.refused(c.BuyChips, by="ben", name="ben", kind=FeeKind.ADD_ON)[0] == "purchase-over"
    cup.hand(ann=-60_000, ben=0)
    assert cup.now.entrants["ann"].status is EntrantStatus.OUT, "no third rebuy, none after the third hand"
    assert balances(cup.money)["tournament:cup"] == 2 * 60_00 + 2 * 30_00 + 20_00


@clause("crown 12.4.1(a)(ii)")
def test_12_4_1_a_ii__with_just_the_minimum_nothing_is_bought():
    cup = Cup(terms("rebuy")).begun("ann ben")
    cup.hand(ann=-97_500, ben=0)
    assert cup.now.entrants["ann"].chips == 2_500
    assert cup.refused(c.BuyChips, by="ann", name="ann", kind=FeeKind.REBUY)[0] == "chips-suffice"
    assert Cup().begun().refused(c.BuyChips, by="ann", name="ann", kind=FeeKind.REBUY) == (
        "not-for-sale", "crown 12.4.1(a)(ii)",
    )  # fmt: skip


@clause("crown 12.4.1(a)(iii)")
def test_12_4_1_a_iii__neither_fewer_nor_more_players_than_the_terms_say():
    cup = Cup(terms(number_of_players=PlayerNumbers(minimum=3, maximum=4))).opened().enter("ann ben")
    cup.do(c.TakeCharge)
    assert cup.refused(c.CloseEntries) == ("too-few-players", "crown 12.4.1(a)(iii)")
    cup.enter("cho")
    four = deepcopy(cup)
    cup.do(c.CloseEntries)
    four.enter("dan")
    entry = {"name": "eve", "accepts": digest(four.now.terms)}
    assert four.refused(c.ApplyToEnter, by="eve", **entry) == ("tournament-full", "crown 12.4.1(a)(iii)")
    crossed = terms(number_of_players=PlayerNumbers(minimum=5, maximum=4))
    assert Cup(crossed).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.1(a)(iii)")


@clause("crown 12.4.1(b)")
def test_12_4_1_b__a_start_moves_on_reasonable_notice_of_the_old_time_and_the_new():
    cup = Cup().closed()
    cup.at = START - 30 * MINUTE + 1
    move = {"session": 1, "starts_at": START + DAY}
    assert cup.refused(c.MoveSession, **move) == ("start-notice", "crown 12.4.1(b)")
    cup.at = START - 30 * MINUTE - DAY
    sooner = {"session": 1, "starts_at": cup.at + 30 * MINUTE - 1}
    assert cup.refused(c.MoveSession, **sooner) == ("start-notice", "crown 12.4.1(b)")
    cup.do(c.MoveSession, session=1, starts_at=cup.at + 30 * MINUTE)
    cup.at = START - DAY - 30 * MINUTE
    cup.do(c.MoveSession, **move)
    assert cup.now.terms.when == (START + DAY,)


@clause("crown 12.4.1(b)")
def test_12_4_1_b__a_draft_without_a_start_has_none_to_move_or_to_leave_out():
    cup = Cup(terms("repechage", when=(), repechage="director"))
    cup.do(c.AppointDirector, person=DIRECTOR)
    cup.do(c.TakeCharge)
    assert cup.refused(c.MoveSession, session=1, starts_at=START)[0] == "no-such-session"
    assert cup.refused(c.SkipSession, session=2)[0] == "no-such-session"


@clause("crown 12.4.1(c)")
def test_12_4_1_c__the_inspectorate_is_told_of_every_change_before_the_tournament():
    cup = Cup().closed()
    cup.do(c.MoveSession, session=1, starts_at=START + DAY)
    everybody = tuple(cup.now.entrants)
    assert cup.refused(c.BriefPlayers, understood=everybody) == ("steps-missing", "crown 12.2.2(b)")
    cup.do(c.AdviseInspectorate)
    cup.do(c.ReviseTerms, terms=replace(cup.now.terms, location="Room 2"))
    assert cup.refused(c.BriefPlayers, understood=everybody) == ("steps-missing", "crown 12.2.2(a)")
    cup.do(c.MakeTermsAvailable)
    assert cup.refused(c.BriefPlayers, understood=everybody) == ("steps-missing", "crown 12.2.2(b)")
    cup.do(c.AdviseInspectorate)
    cup.do(c.BriefPlayers, understood=everybody)
    cup.at = START + DAY
    cup.draw()
    assert cup.refused(c.ReviseTerms, terms=cup.now.terms) == ("tournament-not-there", "crown 12.4.1(c)")


@clause("crown 12.4.1(c)")
def test_12_4_1_c__terms_are_revised_as_they_are_and_not_as_they_were_before_somebody_elses_change():
    cup = Cup(terms())
    old = digest(cup.now.terms)
    cup.do(c.ReviseTerms, terms=replace(cup.now.terms, location="Room 2"), revises=old)
    late = replace(cup.now.terms, location="Room 3")
    assert cup.refused(c.ReviseTerms, terms=late, revises=old) == ("revised-meanwhile", "crown 12.4.1(c)")
    cup.do(c.ReviseTerms, terms=late, revises=digest(cup.now.terms))
    assert cup.now.terms.location == "Room 3"


# 12.4.2: entry.


def application(cup: Cup, **changes: object) -> dict[str, object]:
    return {"by": "zoe", "name": "zoe", "accepts": digest(cup.now.terms), **changes}


@clause("crown 12.4.2", "crown 12.4.2(a)", "crown 12.4.2(a)(i)", "crown 12.4.2(b)", "crown 12.4.2(b)(i)")
def test_12_4_2_a_i__whoever_enters_accepts_these_very_terms():
    cup = Cup().opened()
    old = digest(replace(cup.now.terms, location="elsewhere"))
    assert cup.refused(c.ApplyToEnter, **application(cup, accepts=old)) == ("other-terms", "crown 12.4.2(a)(i)")
    cup.do(c.ApplyToEnter, **application(cup))
    assert cup.now.entrants["zoe"].accepted == digest(cup.now.terms)
    assert cup.refused(c.RetirePlayer, by="ann", name="zoe") == ("not-that-entrant", "crown 12.4.2(b)(i)")


@clause("crown 12.4.2(a)(ii)")
def test_12_4_2_a_ii__only_persons_entitled_enter():
    cup = Cup().opened()
    assert cup.refused(c.ApplyToEnter, **application(cup, entitled=False)) == ("not-entitled", "crown 12.4.2(a)(ii)")


@clause("crown 12.4.2(a)(iii)", "crown 12.4.2(b)(ii)")
def test_12_4_2_a_iii__an_entry_is_refused_only_where_the_terms_reserve_the_right():
    cup = Cup().opened().enter("ann ben")
    cup.do(c.TakeCharge)
    cup.do(c.TurnAway, name="ann")
    assert cup.now.entrants["ann"].status is EntrantStatus.TURNED_AWAY
    assert balances(cup.money)["player:ann"] == 0, "whoever is turned away has everything back"
    open_to_all = Cup(terms(entry_may_be_refused=NOT_APPLICABLE)).opened().enter("ann")
    open_to_all.do(c.TakeCharge)
    assert open_to_all.refused(c.TurnAway, name="ann") == ("entry-not-refusable", "crown 12.4.2(a)(iii)")


@clause("crown 12.4.2(a)(iv)", "crown 12.4.2(c)")
def test_12_4_2_a_iv__by_selection_nobody_is_in_or_pays_before_being_chosen():
    told = terms(method_of_entry=EntryMethod.SELECTION, selection_criteria="members for a year")
    cup = Cup(told).opened().enter("ann ben cho")
    cup.do(c.TakeCharge)
    assert {each.status for each in cup.now.entrants.values()} == {EntrantStatus.APPLIED}
    assert cup.money == []
    for name in ("ann", "ben"):
        cup.do(c.AdmitEntrant, name=name)
    assert cup.refused(c.AdmitEntrant, name="ann") == ("entered-already", "crown 12.4.2(a)(iv)")
    cup.do(c.CloseEntries)
    assert [each.status.value for each in cup.now.entrants.values()] == ["in", "in", "turned-away"]
    wrong = terms(method_of_entry=EntryMethod.SELECTION)
    assert Cup(wrong).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.2(a)(iv)")
    assert Cup().opened().enter("ann").refused(c.ApplyToEnter, by="ann", name="ann", accepts="") == (
        "entered-already", "crown 12.4.2(c)",
    )  # fmt: skip


@clause("crown 12.4.2(a)(v)")
def test_12_4_2_a_v__employees_play_only_in_charity_events_and_with_approval():
    plain = Cup().opened()
    employee = {"employee": True, "approved_by": "chief-executive-officer"}
    assert plain.refused(c.ApplyToEnter, **application(plain, **employee)) == (
        "employee-outside-charity", "crown 12.4.2(a)(v)",
    )  # fmt: skip
    cup = Cup(terms("charity")).opened()
    for office in ("", "tg-casino-manager"):
        asked = application(cup, employee=True, approved_by=office)
        assert cup.refused(c.ApplyToEnter, **asked) == ("employee-not-approved", "crown 12.4.2(a)(v)")
    cup.do(c.ApplyToEnter, **application(cup, **employee))
    cup.enter("yan", employee=True, approved_by="chief-operating-officer")


@clause("crown 12.4.2(a)(v)")
def test_12_4_2_a_v__the_next_place_getter_stands_in_an_employees_stead():
    told = terms(employees_in_charity_events=True, prize_distribution=(60, 40))
    cup = Cup(told).opened().enter("ann ben cho")
    cup.enter("eva", employee=True, approved_by="chief-executive-officer")
    play_to_end(cup, eva=4_00, ben=3_00, ann=2_00, cho=1_00)
    assert cup.now.ranking == (("eva",), ("ben",), ("ann",), ("cho",))
    assert {each.name: each.cents for each in awards(cup)} == {"ben": 120_00, "ann": 80_00}


def play_to_end(cup: Cup, **nets: int) -> None:
    """Close the entries of a tournament of one session, and play its hands: the nets fall in the first."""
    cup.do(c.TakeCharge)
    cup.do(c.DesignateTables, tables=(Candidate(table="t1"), Candidate(table="t2")))
    cup.do(c.CloseEntries)
    cup.do(c.BriefPlayers, understood=tuple(cup.now.entrants))
    cup.at = START
    cup.draw().begin()
    even = dict.fromkeys(cup.now.entrants, 0)
    for heat in list(cup.now.heats):
        cup.hand(heat, **even | nets)
        while not cup.now.heats[heat].over:
            cup.hand(heat, **even)
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)


def awards(cup: Cup) -> tuple:
    return next(event for event in reversed(cup.events) if isinstance(event, ResultsDeclared)).awards


@clause("crown 12.4.2(b)(iii)")
def test_12_4_2_b_iii__a_signature_is_needed_where_the_terms_say_so():
    cup = Cup(terms(signature_required=True)).opened()
    assert cup.refused(c.ApplyToEnter, **application(cup)) == ("signature-missing", "crown 12.4.2(b)(iii)")
    cup.do(c.ApplyToEnter, **application(cup, signed=True))
    free = Cup().opened()
    free.do(c.ApplyToEnter, **application(free))


@clause("crown 12.4.2(d)")
@pytest.mark.parametrize(("late", "back"), [(-1, 100_00), (0, 100_00), (1, 40_00)])
def test_12_4_2_d__whoever_withdraws_within_the_period_has_everything_back(late: int, back: int):
    cup = Cup(terms(refunds=Refunds(late_withdrawal_percent=40))).opened().enter("ann")
    cup.at = START - DAY + late
    cup.do(c.WithdrawEntry, by="ann", name="ann")
    assert balances(cup.money)["player:ann"] == back - 100_00


@clause("crown 12.4.2(d)")
def test_12_4_2_d__whoever_accepted_other_terms_withdraws_for_nothing_at_any_time():
    cup = Cup().opened().enter("ann")
    cup.do(c.ReviseTerms, terms=replace(cup.now.terms, location="Room 2"))
    cup.at = START - 1
    cup.do(c.WithdrawEntry, by="ann", name="ann")
    assert balances(cup.money)["player:ann"] == 0
    assert Cup().begun().refused(c.WithdrawEntry, by="ann", name="ann") == ("tournament-not-there", "crown 12.4.2(d)")


# 12.4.3: the format.


@clause("crown 12.4.3", "crown 12.4.3(a)", "crown 12.4.3(a)(i)")
def test_12_4_3_a_i__a_heat_is_over_after_its_last_hand():
    cup = Cup().begun().hands(29)
    assert cup.now.heats[1].running
    assert cup.refused(c.EndSession) == ("heats-open", "crown 12.4.3(a)(i)")
    cup.hand()
    assert cup.now.heats[1].over
    assert cup.refused(c.RecordHand, heat=1, round="x", began_at=cup.at, results=()) == (
        "no-such-heat", "crown 12.4.3(a)(i)",
    )  # fmt: skip


@clause("crown 12.4.3(a)(i)")
def test_12_4_3_a_i__a_hand_that_began_in_time_counts_and_none_begins_after():
    cup = Cup(terms("timed")).begun()
    assert view(cup.now).heats[0].time_over_at == START + 45 * MINUTE, "and everybody sees when"
    assert view(Cup(terms("shoot-out")).begun().now).heats[0].time_over_at is None
    cup.at = START + 45 * MINUTE - 1
    cup.hand(ann=0, ben=0, cho=0)
    assert cup.now.heats[1].running
    last = cup.at
    cup.at = START + 45 * MINUTE
    asked = {"heat": 1, "round": "x", "began_at": cup.at, "results": ()}
    assert cup.refused(c.RecordHand, **asked) == ("session-time-over", "crown 12.4.3(a)(i)")
    cup.hand(began_at=last, ann=0, ben=0, cho=0)
    assert cup.now.heats[1].over


@clause("crown 12.4.3(a)(ii)")
def test_12_4_3_a_ii__no_more_tables_are_active_than_the_terms_say():
    told = terms("heats-and-final", tables_in_each_round=(1, 1))
    cup = Cup(told).drawn("ann ben cho dan eve fay gus", "t1 t2")
    cup.do(c.BeginHeat, heat=1, table="t1")
    assert cup.refused(c.BeginHeat, heat=2, table="t2") == ("tables-in-session", "crown 12.4.3(a)(ii)")
    cup.hands(20)
    cup.do(c.BeginHeat, heat=2, table="t2")
    wrong = terms("heats-and-final", tables_in_each_round=(1,))
    assert Cup(wrong).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.3(a)(ii)")


@clause("crown 12.4.3(a)(iii)")
def test_12_4_3_a_iii__the_two_best_of_each_table_go_on():
    cup = Cup(terms("heats-and-final")).drawn("ann ben cho dan eve fay gus", "t1 t2").begin()
    on = set()
    for heat in (1, 2):
        seats = list(cup.now.heats[heat].seats.values())
        nets = {name: 100 * place for place, name in enumerate(seats)}
        cup.hands(20, heat, **nets)
        on |= set(seats[-2:])
    cup.do(c.EndSession)
    assert cup.now.life is Life.BETWEEN_SESSIONS
    assert {each.name for each in cup.now.with_status(EntrantStatus.IN)} == on
    cup.at += DAY
    cup.draw()
    assert set(cup.now.heats[1].seats.values()) == on


@clause("crown 12.4.3(a)(iii)", "crown 12.5(a)")
def test_12_4_3_a_iii__equal_scores_for_the_last_place_play_off():
    session = PlaySession(name="qualifying", hands=2, best=1)
    told = terms("overall", rounds_and_sessions=Programme(sessions=(session, PlaySession(name="final", hands=1))))
    cup = Cup(told).begun("ann ben cho").hands(2, ann=0, ben=0, cho=-2_500)
    (called,) = cup.do(c.EndSession)
    assert (called.players, called.clause) == (("ann", "ben"), "crown 12.4.3(a)(iii)")
    cup.begin()
    cup.hand(2, ann=2_500, ben=2_500)  # still equal
    (called,) = cup.do(c.EndSession)
    cup.begin()
    cup.hand(3, ann=-2_500, ben=2_500)
    cup.do(c.EndSession)
    assert [each.name for each in cup.now.with_status(EntrantStatus.IN)] == ["ben"]
    assert cup.stacks() == {"ann": 100_000, "ben": 100_000, "cho": 95_000}, "a play-off leaves the stacks alone"


@clause("crown 12.4.3(a)(iv)")
def test_12_4_3_a_iv__an_eliminated_player_buys_back_in_as_the_terms_say():
    cup = Cup(terms("buy-back")).begun("ann ben cho")
    back = {"by": "cho", "name": "cho", "kind": FeeKind.BUY_BACK}
    assert cup.refused(c.BuyChips, **back) == ("tournament-not-there", "crown 12.4.3(a)(iv)")
    cup.hands(20, ann=0, ben=0)
    cup.do(c.EndSession)
    assert cup.refused(c.BuyChips, by="ann", name="ann", kind=FeeKind.BUY_BACK) == (
        "not-eliminated", "crown 12.4.3(a)(iv)",
    )  # fmt: skip
    cup.do(c.BuyChips, **back)
    assert cup.now.entrants["cho"].status is EntrantStatus.IN
    assert balances(cup.money)["player:cho"] == -100_00
    cup.at += DAY
    cup.draw().begin()
    assert cup.stacks()["cho"] == 100_000
    never = Cup(terms("heats-and-final")).begun("ann ben cho").hands(20, ann=0, ben=0)
    never.do(c.EndSession)
    assert never.refused(c.BuyChips, **back) == ("not-for-sale", "crown 12.4.3(a)(iv)")


@clause("crown 12.4.3(a)(v)")
def test_12_4_3_a_v__those_who_are_out_play_a_repechage_for_its_fee():
    cup = Cup(terms("repechage")).begun("ann ben cho dan eve").hands(20, ann=0, ben=0)
    cup.do(c.EndSession)
    place = {"kind": FeeKind.SESSION}
    assert cup.refused(c.BuyChips, by="ann", name="ann", **place) == ("not-eliminated", "crown 12.4.3(a)(v)")
    for name in ("cho", "dan"):
        cup.do(c.BuyChips, by=name, name=name, **place)
    assert cup.refused(c.BuyChips, by="dan", name="dan", **place) == ("entered-already", "crown 12.4.3(a)(v)")
    assert balances(cup.money)["player:cho"] == -125_00
    cup.at += DAY
    cup.draw()
    assert set(cup.now.heats[1].seats.values()) == {"cho", "dan"}, "eve has not entered"
    cup.begin().hands(10, cho=0)
    cup.do(c.EndSession)
    assert [each.name for each in cup.now.with_status(EntrantStatus.IN)] == ["ann", "ben", "cho", "dan"]
    assert [each.name for each in cup.now.with_status(EntrantStatus.OUT)] == ["eve"]


@clause("crown 12.4.3(a)(v)")
def test_12_4_3_a_v__a_repechage_that_the_terms_leave_to_the_director_may_be_left_out():
    cup = Cup(terms("repechage", repechage="director")).begun("ann ben cho").hands(20, ann=0, ben=0)
    cup.do(c.EndSession)
    assert cup.refused(c.SkipSession, session=3) == ("not-the-directors", "crown 12.4.3(a)(v)")
    cup.do(c.SkipSession, session=2)
    cup.at += 2 * DAY
    cup.draw()
    assert cup.now.session == 3
    fixed = Cup(terms("repechage")).begun("ann ben cho").hands(20, ann=0, ben=0)
    fixed.do(c.EndSession)
    fixed.at = fixed.now.terms.when[1] - 1
    assert fixed.refused(c.SkipSession, session=2) == ("not-the-directors", "crown 12.4.3(a)(v)"), "one may still pay"
    fixed.at += 1
    paid = deepcopy(fixed)
    fixed.do(c.SkipSession, session=2)
    assert fixed.now.following == 3, "its hour has come, and nobody has paid"
    paid.do(c.BuyChips, by="cho", name="cho", kind=FeeKind.SESSION)
    assert paid.refused(c.SkipSession, session=2) == ("not-the-directors", "crown 12.4.3(a)(v)")
    assert Cup(terms("heats-and-final", repechage=True)).refused(c.MakeTermsAvailable) == (
        "terms-conflict", "crown 12.4.3(a)(v)",
    )  # fmt: skip


@clause("crown 12.4.3(b)")
def test_12_4_3_b__everybody_starts_with_the_same_bank():
    cup = Cup(terms("heats-and-final")).drawn("ann ben cho dan eve fay gus", "t1 t2").begin()
    assert set(cup.stacks().values()) == {100_000}
    cup.hands(20, 1)
    cup.hands(20, 2)
    asked = {"heat": 1, "table": "t1"}
    assert cup.refused(c.BeginHeat, **asked)[0] == "no-such-heat"


@clause("crown 12.4.3(b)")
def test_12_4_3_b__nobody_wagers_more_than_the_bank():
    cup = Cup().begun("ann ben")
    heat = cup.now.heats[1]
    state = go("crown", setup_of(cup.now, heat, "shoe"), "1 ante 300; 2 ante 25; deal 2h 3h 2c 3c 9s Ts Ks; 1 bet 2")
    check_wager(cup.rules, cup.now, heat, state, 1, 10_000)  # 300 + 600 + 100 = 1000
    with pytest.raises(Refused, match="stack-short") as refusal:
        check_wager(cup.rules, cup.now, heat, state, 1, 10_001)
    assert refusal.value.clause == "crown 12.4.3(b)"
    over = (HandResult(name="ann", wagered=100_001, net=-100_001),)
    assert cup.refused(c.RecordHand, heat=1, round="x", began_at=cup.at, results=over) == (
        "stack-short", "crown 12.4.3(b)",
    )  # fmt: skip


@clause("crown 12.4.3(c)")
@pytest.mark.parametrize(("each", "cents"), [(0, None), (2, 20_02)])
def test_12_4_3_c__chips_are_redeemed_at_the_end_as_the_terms_say(each: int, cents: int | None):
    cup = Cup(terms(chips_at_the_end=ChipsAtEnd(cents_each=each))).opened().enter("ann ben")
    play_to_end(cup, ann=1_99)  # 1001.99 chips: whole ones are redeemed
    declared = next(event for event in cup.events if isinstance(event, ResultsDeclared))
    assert declared.redeemed_cents.get("ann") == cents


# 12.4.4: wagers.


@clause("crown 12.4.4", "crown 12.4.4(a)")
@pytest.mark.parametrize("kind", ["cash", "Cash "])
def test_12_4_4_a__cash_chips_are_no_tournament_chips(kind: str):
    assert Cup(terms(type_of_chips=kind)).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.4(a)")


@clause("crown 12.4.4(b)")
def test_12_4_4_b__whoever_sits_must_make_the_compulsory_wager_and_whoever_is_away_loses_it():
    cup = Cup().begun("ann ben")
    heat = cup.now.heats[1]
    setup = setup_of(cup.now, heat, "shoe")
    assert refused("crown", go("crown", setup, ""), "1 ante 24.99")[0] == "outside-limits"
    with pytest.raises(Refused, match="compulsory-wager") as refusal:
        check_deal(cup.rules, cup.now, heat, go("crown", setup, "1 ante 25"))
    assert refusal.value.clause == "crown 12.4.4(b)"
    check_deal(cup.rules, cup.now, heat, go("crown", setup, "1 ante 25; 2 ante 25"))
    cup.do(c.NoteBreach, name="ben", breach=Breach.ABSENT, grounds="left the room")
    cup.hand(ann=0)
    assert cup.stacks() == {"ann": 100_000, "ben": 97_500}
    free = Cup(terms(minimum_or_compulsory_wager=WagerTerms(minimum_chips=2_500))).begun("ann ben")
    free.do(c.NoteBreach, name="ben", breach=Breach.ABSENT, grounds="left the room")
    free.hand(ann=0)
    assert free.stacks() == {"ann": 100_000, "ben": 100_000}


@clause("crown 12.4.4(b)")
def test_12_4_4_b__a_bank_covers_the_minimum_and_the_maximum_is_not_below_it():
    for wager in (WagerTerms(minimum_chips=100_001), WagerTerms(minimum_chips=500, maximum_chips=499)):
        told = terms(minimum_or_compulsory_wager=wager)
        assert Cup(told).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.4(b)")
    Cup(terms(minimum_or_compulsory_wager=WagerTerms(minimum_chips=100_000, maximum_chips=100_000))).announced()


@clause("crown 12.4.4(c)")
def test_12_4_4_c__a_secret_wager_is_seen_by_its_owner_alone_until_the_hand_is_recorded():
    cup = Cup(terms("elimination")).begun("ann ben cho")
    wager = {"by": "ann", "name": "ann", "wager": Wager.FIFTH_STREET}
    cup.do(c.SealWager, chips=7_777, **wager)
    for viewer in ("", "ben", DIRECTOR, "inspector"):
        seen = view(cup.now, viewer)
        assert "7777" not in str(msgspec.json.encode(seen))
        assert (seen.entrants[0].secret, seen.entrants[0].chips, seen.entrants[0].sealed) == (True, None, None)
    assert view(cup.now, "ann").entrants[0].sealed.chips == 7_777
    assert cup.refused(c.SealWager, chips=1, **wager) == ("no-secret-left", "crown 12.4.4(c)")
    other = HandResult(name="ann", wagered=10_277, net=0, wagers={"fifth-street": 7_778})
    asked = {"heat": 1, "round": "x", "began_at": cup.at}
    assert cup.refused(c.RecordHand, results=(other,), **asked) == ("other-secret", "crown 12.4.4(c)")
    same = replace(other, wagers={"fifth-street": 7_777}, net=-10_277)
    cup.do(c.RecordHand, results=(same,), **asked)
    assert view(cup.now, "ben").entrants[0].chips == 100_000 - 10_277


@clause("crown 12.4.4(c)")
def test_12_4_4_c__only_as_many_secret_wagers_as_the_terms_say_and_only_of_streets():
    none = Cup().begun("ann ben")
    wager = {"by": "ann", "name": "ann", "wager": Wager.THIRD_STREET, "chips": 2_500}
    assert none.refused(c.SealWager, **wager) == ("no-secret-left", "crown 12.4.4(c)")
    cup = Cup(terms(secret_wagers=SecretWagers(each_session=2, method="card"))).begun("ann ben")
    assert cup.refused(c.SealWager, **wager | {"wager": Wager.ANTE}) == ("secret-street", "crown 12.4.4(c)")
    assert cup.refused(c.SealWager, **wager | {"chips": 100_001}) == ("stack-short", "crown 12.4.4(c)")
    cup.do(c.SealWager, **wager)
    assert cup.refused(c.SealWager, **wager) == ("sealed-already", "crown 12.4.4(c)")
    cup.hand(ann=0, ben=0)
    cup.do(c.SealWager, **wager)
    cup.hand(ann=0, ben=0)
    assert cup.refused(c.SealWager, **wager) == ("no-secret-left", "crown 12.4.4(c)")


# 12.5: elimination.


@clause("crown 12.5", "crown 12.5(a)")
def test_12_5_a__the_lowest_goes_out_after_hands_8_16_and_25():
    cup = Cup(terms("elimination")).begun("ann ben cho dan")
    nets = {"ann": 300, "ben": 200, "cho": 100, "dan": 0}
    sent = {}
    for hand in range(1, 31):
        cup.hand(**nets)
        for entrant in cup.now.with_status(EntrantStatus.OUT):
            sent.setdefault(entrant.name, hand)
    assert sent == {"dan": 8, "cho": 16, "ben": 25}
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)
    assert cup.now.ranking == (("ann",), ("ben",), ("cho",), ("dan",))


@clause("crown 12.5(a)")
@pytest.mark.parametrize(("ties", "gone"), [("play-off", None), ("all", None), ("lot", "the last drawn")])
def test_12_5_a__equal_lowest_stacks_go_out_as_the_terms_say(ties: str, gone: str | None):
    session = PlaySession(name="final", hands=4, culls=(Cull(after_hand=2),), ties=TieBreak(ties))
    cup = Cup(terms(rounds_and_sessions=Programme(sessions=(session,)))).begun("ann ben cho")
    cup.hand(ann=100, ben=0, cho=0)
    cup.hand(ann=0, ben=0, cho=0)
    out = [each.name for each in cup.now.with_status(EntrantStatus.OUT)]
    drawn = max(("ben", "cho"), key=lambda name: cup.now.entrants[name].drawn)
    assert out == ([drawn] if gone else [])
    cup.hand(**{"ann": 0, "ben": 0, "cho": -100} if not gone else {"ann": 0})
    after = [each.name for each in cup.now.with_status(EntrantStatus.OUT)]
    assert after == {"play-off": ["cho"], "all": [], "lot": [drawn]}[ties]


@clause("crown 12.5(a)")
@pytest.mark.parametrize(("lost", "status"), [(97_500, "in"), (97_501, "out")])
def test_12_5_a__whoever_cannot_make_the_minimum_wager_is_out(lost: int, status: str):
    cup = Cup().begun("ann ben cho")
    cup.hand(ann=-lost, ben=0, cho=0)
    assert cup.now.entrants["ann"].status.value == status


# 12.5.2: winners and prizes.


@clause("crown 12.5.2", "crown 12.5.2(a)")
def test_12_5_2_a__most_chips_win_and_the_later_out_the_better():
    cup = Cup().opened().enter("ann ben cho")
    play_to_end(cup, ann=-97_501, ben=5_000)
    assert cup.now.ranking == (("ben",), ("cho",), ("ann",))


@clause("crown 12.5.2(b)")
@pytest.mark.parametrize(
    ("pool", "cents"),
    [
        (PrizePool(fees_percent=0), 150_00),
        (PrizePool(fees_percent=60), 150_00 + 90_00),
        (PrizePool(fees_percent=0, added_cents=25_00), 175_00),
        (PrizePool(fees_percent=0, guaranteed_cents=149_99), 150_00),
        (PrizePool(fees_percent=0, guaranteed_cents=150_01), 150_01),
    ],
)
def test_12_5_2_b__the_pool_is_reckoned_as_the_terms_say(pool: PrizePool, cents: int):
    cup = Cup(terms(prize_pool=pool)).opened().enter("ann ben cho")
    play_to_end(cup, ann=100)
    assert sum(each.cents for each in awards(cup)) == cents
    held = balances(cup.money)
    assert held["tournament:cup"] == 0
    assert held["house"] == 300_00 - cents


@clause("crown 12.5.2(c)")
def test_12_5_2_c__ties_share_the_parts_of_their_places_across_the_last_paid_one_too():
    cup = Cup(terms(prize_distribution=(50, 30, 20))).opened().enter("ann ben cho dan")
    play_to_end(cup, ann=300, ben=100, cho=100, dan=100)
    assert {each.name: each.cents for each in awards(cup)} == {
        "ann": 100_00,
        "ben": 33_34,
        "cho": 33_33,
        "dan": 33_33,
    }


@clause("crown 12.5.2(c)")
def test_12_5_2_c__disputes_are_decided_before_prizes_are_paid():
    cup = Cup().begun("ann ben").hands(30, ann=0)
    cup.do(c.RaiseDispute, by="ben", name="ben", about="hand 3")
    cup.do(c.EndSession)
    assert cup.refused(c.DeclareResults) == ("disputes-open", "crown 12.5.3(h)")
    cup.do(c.DecideTournamentDispute, dispute=1, decision="hand 3 stands")
    cup.do(c.DeclareResults)
    assert cup.refused(c.RaiseDispute, by="ben", name="ben", about="hand 4")[0] == "tournament-over"


# 12.5.3: conduct.

_LADDER = (
    Sanction(penalty=Penalty.WARNING),
    Sanction(penalty=Penalty.CHIPS, amount=5_000),
    Sanction(penalty=Penalty.HANDS, amount=1),
    Sanction(penalty=Penalty.DISQUALIFICATION),
)


@pytest.mark.parametrize(
    ("breach", "field"),
    [
        pytest.param(Breach.CONDUCT, "penalties", marks=clause("crown 12.5.3(a)(i)", "crown 12.5.3(a)")),
        pytest.param(Breach.LATE, "late_arrival", marks=clause("crown 12.5.3(b)(i)", "crown 12.5.3(b)")),
        pytest.param(Breach.ABSENT, "absence", marks=clause("crown 12.5.3(b)(ii)", "crown 12.5.3")),
        pytest.param(Breach.PHONE, "mobile_phones", marks=clause("crown 12.5.3(b)(iii)")),
    ],
)
def test_12_5_3__a_breach_brings_what_the_terms_print_step_by_step(breach: Breach, field: str):
    cup = Cup(terms(**{field: _LADDER})).begun("ann ben")
    name = {"penalties": "12.5.3(a)(i)", "late_arrival": "12.5.3(b)(i)", "absence": "12.5.3(b)(ii)"}.get(
        field, "12.5.3(b)(iii)"
    )
    noted = {"name": "ann", "breach": breach}
    assert cup.refused(c.NoteBreach, grounds="", **noted) == ("no-grounds", f"crown {name}")
    assert cup.refused(c.NoteBreach, by="ben", grounds="seen", **noted) == ("not-an-official", "crown 12.2.3")
    (warned,) = cup.do(c.NoteBreach, grounds="seen", **noted)
    assert (warned.sanction.penalty.value, warned.clause) == ("warning", f"crown {name}")
    assert cup.stacks()["ann"] == 100_000
    cup.do(c.NoteBreach, grounds="seen", **noted)
    assert cup.stacks()["ann"] == 95_000
    cup.do(c.NoteBreach, grounds="seen", **noted)
    assert "ann" not in playing(cup.now, cup.now.heats[1]).values()
    if breach is Breach.ABSENT:
        cup.do(c.NoteReturn, name="ann")
        assert cup.refused(c.NoteReturn, name="ann") == ("not-away", "crown 12.5.3(b)(ii)")
    cup.hand(ben=0)
    assert "ann" in playing(cup.now, cup.now.heats[1]).values(), "one hand was to be sat out"
    cup.do(c.NoteBreach, grounds="seen", **noted)
    assert cup.now.entrants["ann"].status is EntrantStatus.DISQUALIFIED


@clause("crown 12.5.3(a)(ii)", "crown 12.5.3(b)(v)")
def test_12_5_3_a_ii__a_player_is_disqualified_on_a_ground_of_the_terms_and_the_chips_leave_play():
    cup = Cup(terms(refunds=Refunds(disqualified_percent=25))).begun("ann ben cho")
    assert cup.refused(c.DisqualifyPlayer, name="ann", ground="singing") == ("no-such-ground", "crown 12.5.3(a)(ii)")
    (gone, *_) = cup.do(c.DisqualifyPlayer, name="ann", ground="cheating")
    assert (gone.chips, gone.clause) == (100_000, "crown 12.5.3(b)(v)")
    assert cup.stacks() == {"ann": 0, "ben": 100_000, "cho": 100_000}
    assert balances(cup.money)["player:ann"] == -75_00
    cup.hands(30, ben=0)
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)
    assert cup.now.ranking == (("ben",), ("cho",))
    ranked = terms(consequence_of_disqualification=ChipsFate.STAND)
    assert Cup(ranked).refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.5.3(b)(v)")


@clause("crown 12.5.3(a)(iii)", "crown 12.5.3(b)(iv)", "crown 12.4.2(d)")
@pytest.mark.parametrize(("late", "allowed"), [(-1, True), (0, True), (1, False)])
def test_12_5_3_a_iii__a_substitute_takes_over_everything_within_the_period(late: int, allowed: bool):
    cup = Cup().briefed("ann ben")
    cup.at = START - 60 * MINUTE + late
    named = {"by": "ann", "name": "ann", "player": "sue"}
    if not allowed:
        assert cup.refused(c.NominateSubstitute, **named) == ("substitute-too-late", "crown 12.4.2(d)")
        return
    assert cup.refused(c.NominateSubstitute, **named | {"player": "ben"}) == ("entered-already", "crown 12.5.3(a)(iii)")
    (nominated,) = cup.do(c.NominateSubstitute, **named)
    assert nominated.clause == "crown 12.5.3(b)(iv)"
    cup.at = START
    cup.draw().begin()
    assert "sue" in dict(setup_of(cup.now, cup.now.heats[1], "shoe").seats).values()
    assert cup.stacks()["ann"] == 100_000
    assert cup.refused(c.NominateSubstitute, **named | {"by": "sue", "player": "tim"})[0] == "tournament-not-there"
    never = Cup(terms(when_a_substitute=SubstituteTime.NEVER)).briefed("ann ben")
    assert never.refused(c.NominateSubstitute, **named) == ("no-substitutes", "crown 12.5.3(a)(iii)")


@clause("crown 12.5.3(a)(iv)")
@pytest.mark.parametrize("percent", [0, 50, 100])
def test_12_5_3_a_iv__a_tournament_that_is_called_off_refunds_what_the_terms_say(percent: int):
    cup = Cup(terms(refunds=Refunds(cancelled_percent=percent))).begun("ann ben")
    assert cup.refused(c.CancelTournament, why="") == ("no-grounds", "crown 12.5.3(a)(iv)")
    cup.do(c.CancelTournament, why="fire alarm")
    held = balances(cup.money)
    assert held["player:ann"] == held["player:ben"] == percent * 100 - 100_00
    assert held["tournament:cup"] == 0
    assert cup.refused(c.TakeCharge)[0] == "tournament-over"


@clause("crown 12.5.3(b)(vi)")
@pytest.mark.parametrize(
    ("fate", "ranking"), [("stand", (("ann",), ("ben",), ("cho",))), ("removed", (("ben",), ("cho",)))]
)
def test_12_5_3_b_vi__the_chips_of_whoever_retires_leave_play_and_count_if_the_terms_say_so(fate: str, ranking: tuple):
    cup = Cup(terms(retirement=ChipsFate(fate))).begun("ann ben cho")
    cup.hand(ann=9_000, ben=500, cho=0)
    (gone,) = cup.do(c.RetirePlayer, by="ann", name="ann")
    assert (gone.chips, gone.clause, cup.stacks()["ann"]) == (109_000, "crown 12.5.3(b)(vi)", 0)
    cup.hands(29, ben=0, cho=0)
    cup.do(c.EndSession)
    cup.do(c.DeclareResults)
    assert cup.now.ranking == ranking


@clause("crown 12.5.3(c)", "crown 12.5.3(g)")
def test_12_5_3_c__the_rules_of_the_game_decide_a_round_and_the_tournament_reads_it():
    cup = Cup().begun("ann ben")
    heat = cup.now.heats[1]
    script = (
        "1 ante 25; 2 ante 25; deal 2h 3h 5h 3c Th Jh Qh; 1 bet 3; 2 fold; reveal; 1 bet 1; reveal; 1 bet 3; reveal"
    )
    state = go("crown", setup_of(cup.now, heat, "shoe"), f"{script}; settle")
    results = result_of(heat, state)
    assert {each.name: each.net for each in results} == {heat.seats[1]: 120_000, heat.seats[2]: -2_500}
    (recorded, *_) = cup.do(c.RecordHand, heat=1, round="t#0", began_at=cup.at, results=results)
    assert recorded.clause == "crown 12.5.3(c)"
    assert cup.stacks()[heat.seats[1]] == 220_000
    assert cup.refused(c.PostponeTournament, why="") == ("no-grounds", "crown 12.5.3(g)")
    cup.do(c.PostponeTournament, why="fire alarm")
    assert cup.refused(c.RecordHand, heat=1, round="t#2", began_at=cup.at, results=())[0] == "no-such-heat"
    cup.do(c.ResumeTournament)
    cup.hand()


@clause("crown 12.4.1(a)(iii)", "crown 12.5.2(c)")
def test_12_4_1_a_iii__bots_take_places_that_the_terms_give_them_and_win_nothing():
    free = {"fees_and_buy_ins": NOT_APPLICABLE, "prize_pool": PrizePool(added_cents=10_000)}
    numbers = PlayerNumbers(minimum=2, maximum=5, bots=2)
    paid = Cup(terms(number_of_players=numbers))
    assert paid.refused(c.MakeTermsAvailable) == ("terms-conflict", "crown 12.4.1(a)(iii)")
    cup = Cup(terms(number_of_players=numbers, **free)).opened().enter("ann ben")
    cup.do(c.TakeCharge)
    for count in (0, 3):
        assert cup.refused(c.FillWithBots, count=count) == ("bots-many", "crown 12.4.1(a)(iii)")
    cup.do(c.FillWithBots, count=2)
    assert cup.refused(c.FillWithBots, count=1) == ("bots-many", "crown 12.4.1(a)(iii)")
    cup.do(c.DesignateTables, tables=(Candidate(table="t1"),))
    cup.do(c.CloseEntries)
    cup.do(c.BriefPlayers, understood=("ann", "ben"))
    cup.at = START
    cup.draw().begin()
    bot = next(each.name for each in cup.now.entrants.values() if each.bot)
    others = dict.fromkeys(cup.now.entrants, 0)
    cup.hands(30, **{**others, bot: 5_000, "ann": 2_500})
    cup.do(c.EndSession)
    (declared, _) = cup.do(c.DeclareResults)
    assert declared.ranking[0] == (bot,)
    assert {each.name: each.cents for each in declared.awards} == {"ann": 6_250, "ben": 3_750}


@clause("crown 12.5.3(d)", "crown 12.5.3(d)(i)")
def test_12_5_3_d_i__a_table_ends_early_only_when_it_is_certain_who_goes_on():
    cup = Cup(terms("heats-and-final")).begun("ann ben cho")
    assert cup.refused(c.ConcludeHeat, heat=1) == ("not-determined", "crown 12.5.3(d)(i)")
    cup.hand(ann=-97_500, ben=0, cho=0)  # 25 chips are left, and one more hand can be played with them
    assert cup.refused(c.ConcludeHeat, heat=1) == ("not-determined", "crown 12.5.3(d)(i)")
    cup.hand(ann=-2_500, ben=0, cho=0)
    (ended,) = cup.do(c.ConcludeHeat, heat=1)
    assert (ended.early, ended.clause) == (True, "crown 12.5.3(d)(i)")
    cup.do(c.EndSession)
    assert [each.name for each in cup.now.with_status(EntrantStatus.IN)] == ["ben", "cho"]


@clause("crown 12.5.3(d)(i)")
def test_12_5_3_d_i__a_table_that_everybody_has_left_may_be_ended():
    session = PlaySession(name="qualifying", hands=20, seats=2, best=1)
    told = terms("overall", rounds_and_sessions=Programme(sessions=(session, PlaySession(name="final", hands=20))))
    cup = Cup(told).begun("ann ben cho dan", "t1 t2")
    first, second = cup.now.heats[1].seats.values()
    cup.do(c.RetirePlayer, by=first, name=first)
    assert cup.refused(c.ConcludeHeat, heat=1)[0] == "not-determined"
    cup.do(c.DisqualifyPlayer, name=second, ground="cheating")
    cup.do(c.ConcludeHeat, heat=1)
    cup.do(c.UndoAct, act=cup.now.acted)
    cup.do(c.UndoAct, act=cup.now.acted - 1)
    assert cup.now.active(cup.now.heats[1]) == (second,)


@clause("crown 12.5.3(d)(ii)")
def test_12_5_3_d_ii__a_table_ends_early_by_agreement_only_if_chips_are_redeemed_and_all_agree():
    clause = "crown 12.5.3(d)(ii)"
    plain = Cup().begun("ann ben cho")
    assert plain.refused(c.AgreeToConclude, by="ann", name="ann") == ("chips-not-in-cash", clause)
    cup = Cup(terms(chips_at_the_end=ChipsAtEnd(cents_each=1))).begun("ann ben cho")
    for by in (DIRECTOR, "ben"):  # nobody says it for somebody else
        assert cup.refused(c.AgreeToConclude, by=by, name="ann") == ("only-oneself", clause)
    for name in ("ann", "ben"):
        cup.do(c.AgreeToConclude, by=name, name=name)
        assert cup.refused(c.ConcludeHeat, heat=1) == ("not-all-agree", clause)
    assert cup.refused(c.AgreeToConclude, by="ann", name="ann") == ("agreed-already", clause)
    cup.do(c.AgreeToConclude, by="cho", name="cho")
    cup.do(c.AgreeToConclude, by="ann", name="ann", agrees=False)
    assert cup.refused(c.ConcludeHeat, heat=1) == ("not-all-agree", clause)
    cup.do(c.AgreeToConclude, by="ann", name="ann")
    (ended,) = cup.do(c.ConcludeHeat, heat=1)
    assert (ended.clause, ended.early) == (clause, True)


@clause("crown 12.5.3(d)(ii)")
@pytest.mark.parametrize("change", ["a hand", "a fine", "the Director"])
def test_12_5_3_d_ii__what_was_agreed_lapses_when_stacks_change_or_the_director_has_the_heat_played_on(change: str):
    cup = Cup(terms(chips_at_the_end=ChipsAtEnd(cents_each=1))).begun("ann ben cho")
    assert cup.refused(c.DeclineConclusion, heat=1) == ("nobody-agrees", "crown 12.5.3(d)(ii)")
    for name in ("ann", "ben", "cho"):
        cup.do(c.AgreeToConclude, by=name, name=name)
    if change == "a hand":
        cup.hand()
    elif change == "a fine":
        for _ in range(2):
            cup.do(c.NoteBreach, name="ben", breach=Breach.CONDUCT, grounds="shouted")
    else:
        cup.do(c.DeclineConclusion, heat=1)
    assert cup.refused(c.ConcludeHeat, heat=1)[0] == "not-determined"


@clause("crown 12.5.3(d)(ii)")
def test_12_5_3_d_ii__those_who_are_out_need_not_agree_and_cannot():
    cup = Cup(terms(chips_at_the_end=ChipsAtEnd(cents_each=1))).begun("ann ben cho")
    cup.hand(ann=-100_000, ben=0, cho=0)
    assert cup.refused(c.AgreeToConclude, by="ann", name="ann") == ("not-playing", "crown 12.5.3(d)(ii)")
    for name in ("ben", "cho"):
        cup.do(c.AgreeToConclude, by=name, name=name)
    cup.do(c.ConcludeHeat, heat=1)


@clause("crown 12.5.3(e)", "crown 12.5.3(f)")
def test_12_5_3_f__only_names_of_those_who_permit_it_are_used_to_advertise():
    cup = Cup().opened().enter("ann ben").enter("cho", may_publish=True)
    assert publishable(cup.now) == ("cho",)


@clause("crown 12.5.3(h)", "crown 12.5.3(i)", "crown 12.5.3(j)")
def test_12_5_3_h__a_dispute_is_decided_once_by_the_director():
    cup = Cup().begun()
    assert cup.refused(c.RaiseDispute, by="ann", name="ann", about="") == ("no-grounds", "crown 12.5.3(h)")
    cup.do(c.RaiseDispute, by="ann", name="ann", about="the clock")
    assert cup.refused(c.DecideTournamentDispute, by="ann", dispute=1, decision="mine")[0] == "not-an-official"
    assert cup.refused(c.DecideTournamentDispute, dispute=2, decision="no") == ("no-such-dispute", "crown 12.5.3(h)")
    cup.do(c.DecideTournamentDispute, dispute=1, decision="the hand counts")
    assert cup.refused(c.DecideTournamentDispute, dispute=1, decision="or not") == ("decision-final", "crown 12.5.3(h)")
    for about in ("the order", "the deal", "the chips"):
        cup.do(c.RaiseDispute, by="ann", name="ann", about=about)
    more = {"name": "ann", "about": "the light"}
    assert cup.refused(c.RaiseDispute, by="ann", **more) == ("disputes-wait", "crown 12.5.3(h)")
    cup.do(c.RaiseDispute, by="ben", name="ben", about="the light")
    cup.do(c.DecideTournamentDispute, dispute=2, decision="it rotates")
    cup.do(c.RaiseDispute, by="ann", **more)
