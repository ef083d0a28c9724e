"""Five grades: at, just above and just below each bound; ties."""

from fractions import Fraction

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.trainer.grades import Grade, grade, judge

LITTLE = Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("cost", "given"),
    [
        (Fraction(0), "best"),
        (LITTLE, "close"),
        (Fraction("0.05"), "close"),
        (Fraction("0.05") + LITTLE, "inaccurate"),
        (Fraction("0.25"), "inaccurate"),
        (Fraction("0.25") + LITTLE, "mistake"),
        (Fraction(1), "mistake"),
        (1 + LITTLE, "blunder"),
    ],
)
def test_a_grade_by_what_a_play_costs(cost, given):
    assert grade(cost) == given


def test_both_plays_of_a_tie_are_right():
    values = {"fold": Fraction(-3), "1": Fraction(-3), "2": Fraction(-15, 4), "3": Fraction(-9, 2)}
    assert [judge(values, play).grade for play in values] == [Grade.BEST, Grade.BEST, Grade.MISTAKE, Grade.BLUNDER]
    assert judge(values, "2").best == ("fold", "1")
    assert judge(values, "2").cost == Fraction(3, 4)
    assert judge(values, "2").cost_cents(5_00) == 3_75


def test_cents_are_rounded_to_the_nearest():
    values = {"fold": Fraction(0), "1": Fraction(-1, 1176)}
    assert judge(values, "1").cost_cents(5_00) == 0
    assert judge(values, "1").cost_cents(10_00) == 1


def test_a_play_that_there_is_not():
    with pytest.raises(InputError, match="'4' is not a play here: choose one of fold, 1"):
        judge({"fold": Fraction(0), "1": Fraction(1)}, "4")
