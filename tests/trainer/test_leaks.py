"""Leaks: tallies, their text, the intervals, the order of the report."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.trainer.leaks import RULES, RuleTally, leaks, parse_tally, wilson


@pytest.mark.parametrize(
    ("errors", "answers", "low", "high"),
    [(0, 10, "0.000000", "0.277533"), (5, 10, "0.236593", "0.763407"), (10, 10, "0.722467", "1.000000"),
     (3, 100, "0.010255", "0.084519"), (1, 1, "0.206549", "1.000000")],
)  # fmt: skip
def test_wilsons_interval_against_the_textbook_formula_worked_by_hand(errors, answers, low, high):
    assert [f"{float(each):.6f}" for each in wilson(errors, answers)] == [low, high]


@given(st.integers(1, 3000).flatmap(lambda answers: st.tuples(st.integers(0, answers), st.just(answers))))
def test_the_rate_lies_in_its_interval_and_the_mirror_image_is_the_mirrored_interval(counts):
    errors, answers = counts
    low, high = wilson(errors, answers)
    assert 0 <= low <= Fraction(errors, answers) <= high <= 1
    assert wilson(answers - errors, answers) == (1 - high, 1 - low)


def test_the_interval_covers_the_true_rate_about_as_often_as_it_says():
    rate, answers = Fraction(1, 5), 60
    chance = [comb(answers, k) * rate**k * (1 - rate) ** (answers - k) for k in range(answers + 1)]
    covered = sum(p for k, p in enumerate(chance) if wilson(k, answers)[0] <= rate <= wilson(k, answers)[1])
    assert Fraction("0.93") < covered < Fraction("0.97")


def test_a_tally_counts_and_is_read_back():
    tally = RuleTally().plus(Fraction(0)).plus(Fraction(1, 3)).plus(Fraction(1, 2))
    assert str(tally) == "3 2 5/6"
    assert parse_tally(str(tally)) == tally
    assert tally + RuleTally(1, 0) == RuleTally(4, 2, Fraction(5, 6))


@pytest.mark.parametrize(
    "text", ["", "1 2", "1 2 0", "-1 0 0", "1 1 1/0", "2 1 0", "2 0 1", "1 1 -1", "1000001 0 0", "a b c", "1 1 nan"]
)
def test_what_is_not_a_tally(text):
    with pytest.raises(InputError, match="is not a tally"):
        parse_tally(text)


def test_the_report_begins_with_what_cost_most():
    low, high = "fourth-street/three-points", "third-street/any-pair"
    found = leaks({low: RuleTally(10, 1, Fraction(1, 4)), high: RuleTally(5, 2, Fraction(3)), RULES[-1]: RuleTally()})
    assert [leak.rule for leak in found] == [high, low], "what was never asked for is not in it"
    assert (found[0].rate, found[0].mean) == (Fraction(2, 5), Fraction(3, 5))
    assert (found[1].low, found[1].high) == wilson(1, 10)


def test_a_rule_that_the_card_does_not_have():
    with pytest.raises(InputError, match="strategy card"):
        leaks({"third-street/never-fold": RuleTally(1)})


def test_every_rule_of_the_card_by_street():
    assert len(RULES) == len(set(RULES)) == 21
    assert (RULES[0], RULES[-1]) == ("third-street/any-pair", "fifth-street/fold-the-rest")
