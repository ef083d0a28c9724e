"""crown 12: tournaments."""

import pytest
from tests.clauses import clause

from mississippi_stud.rulebooks import rulebook

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
