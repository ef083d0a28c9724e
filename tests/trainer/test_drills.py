"""Drills: what each asks for; cards that are seen or known; what can still come."""

from datetime import UTC, datetime
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import parse
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand
from mississippi_stud.maths.advice import Situation, advise
from mississippi_stud.maths.game import STREETS
from mississippi_stud.maths.options import read
from mississippi_stud.trainer.drills import Drill, DrillMode, LearnerRecord, asked, exercise, named, outcomes
from mississippi_stud.trainer.leaks import RULES, RuleTally
from mississippi_stud.trainer.schedule import minutes
from mississippi_stud.trainer.situations import syllabus

COURSE = syllabus(read("online")[2])
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
NEW = LearnerRecord()


def ask(drill: Drill, record: LearnerRecord = NEW, seed: int = 1):
    return exercise(COURSE, drill, record, NOW, Random(seed).randrange)  # noqa: S311


@pytest.mark.parametrize("mode", [DrillMode.REPETITION, DrillMode.COST, DrillMode.LEAKS])
@pytest.mark.parametrize("street", STREETS)
def test_a_drill_by_street(mode, street):
    for seed in range(5):
        found = ask(Drill(mode, street), seed=seed)
        assert STREETS[len(found.now.board)] == street
        assert COURSE.of(found.id) is COURSE.find(found.now.hole, found.now.board, found.now.bets)


def test_every_rule_of_the_card_is_drilled():
    for rule in RULES:
        found = ask(Drill(DrillMode.COST, rule=rule))
        assert found.rule == named(COURSE.of(found.id)) == rule


def test_a_drill_of_ones_own_leaks():
    costly, dear, right = "third-street/any-pair", "fifth-street/four-suited", "fourth-street/low-pair"
    record = LearnerRecord(
        tallies={costly: RuleTally(2, 1, Fraction(1)), dear: RuleTally(2, 1, Fraction(3)), right: RuleTally(9)}
    )
    found = [ask(Drill(DrillMode.LEAKS), record, seed).rule for seed in range(200)]
    assert set(found) == {costly, dear}
    assert 30 < found.count(costly) < 70
    assert ask(Drill(DrillMode.LEAKS, rule=right), record).rule == right, "without a leak there, by cost"


def test_repetition_asks_for_what_is_due():
    due = COURSE.situations[200]
    record = LearnerRecord(due={COURSE.situations[0].id: minutes(NOW) + 60, due.id: minutes(NOW) - 1})
    assert ask(Drill(), record).id == due.id
    assert ask(Drill(street=STREETS[2 - due.street]), record).id != due.id


@settings(max_examples=40, deadline=None)
@given(seen=st.integers(0, 15), seed=st.integers(0, 10**6), known=st.sets(st.sampled_from(["3rd", "4th", "5th"])))
def test_cards_of_others_and_streets_that_are_known(seen, seed, known):
    found = ask(Drill(DrillMode.TABLE, seen=seen, known=tuple(sorted(known))), seed=seed)
    now = found.now
    cards = (*now.hole, *now.board, *now.seen, *(now.known or {}).values())
    assert len(set(cards)) == len(cards)
    assert len(now.seen) == seen
    assert bool(now.known) == bool(known), "with a street known, the question is one where it matters"
    assert set(now.known or {}) <= known
    assert COURSE.path(now.hole, now.board) == now.bets
    advise(COURSE.game, now)


def test_a_table_by_rule_and_street():
    found = ask(Drill(DrillMode.TABLE, "fourth-street", "fourth-street/low-pair", seen=15))
    assert (found.rule, len(found.now.board), found.id) == ("fourth-street/low-pair", 1, "")
    with pytest.raises(InputError, match="nothing to drill"):
        ask(Drill(DrillMode.TABLE, "fifth-street", known=("3rd",)))


@pytest.mark.parametrize(
    ("drill", "says"),
    [
        (Drill(street="sixth-street"), "sixth-street"),
        (Drill(rule="third-street/luck"), "strategy card"),
        (Drill(seen=-1), "0 to 15"),
        (Drill(seen=16), "0 to 15"),
        (Drill(known=("6th",)), "6th"),
        (Drill(street="third-street", rule="fourth-street/low-pair"), "nothing to drill"),
        (Drill(DrillMode.TABLE, street="third-street", rule="fourth-street/low-pair"), "nothing to drill"),
    ],
)
def test_a_drill_that_there_is_not(drill, says):
    with pytest.raises(InputError, match=says):
        ask(drill)


def test_an_answer_finds_its_exercise_again():
    found = ask(Drill())
    assert asked(COURSE, found.now) == found
    table = ask(Drill(DrillMode.TABLE, seen=4))
    assert asked(COURSE, table.now) == table
    odd = asked(COURSE, Situation(parse("As Ah"), parse("Ad"), (2,)))
    assert (odd.id, odd.rule) == ("", "fourth-street/paid-pair"), "not met under the best play"


def test_what_can_still_come():
    now = Situation(parse("Ks Qs"), parse("Js Ts"), (1, 3))
    assert outcomes(now) == {
        Hand.ROYAL_FLUSH: Fraction(1, 48),
        Hand.STRAIGHT_FLUSH: Fraction(1, 48),
        Hand.FLUSH: Fraction(7, 48),
        Hand.STRAIGHT: Fraction(6, 48),
        Hand.JACKS_OR_BETTER: Fraction(9, 48),
        Hand.PAIR_OF_6S_TO_10S: Fraction(3, 48),
        Hand.NOTHING: Fraction(21, 48),
    }
    seen = Situation(now.hole, now.board, now.bets, parse("As 9s Ad 9d"))
    assert outcomes(seen)[Hand.STRAIGHT] == Fraction(4, 44)
    assert Hand.ROYAL_FLUSH not in outcomes(seen)
    known = Situation(now.hole, parse("Js"), (3,), known={"5th": parse("As")[0]})
    assert outcomes(known)[Hand.ROYAL_FLUSH] == Fraction(1, 48)
    aces = outcomes(Situation(parse("As Ah")))
    assert list(aces) == sorted(aces, reverse=True)
    assert sum(aces.values()) == 1
    assert aces[Hand.FOUR_OF_A_KIND] == Fraction(48, 19600)
