"""The simulated learner: drills by frequency times cost teach faster than random ones."""

from fractions import Fraction
from random import Random

import pytest

from mississippi_stud.maths.options import read
from mississippi_stud.trainer.learner import FULL, GUESS, WAYS, SimulatedLearner, curve
from mississippi_stud.trainer.situations import syllabus

COURSE = syllabus(read("online")[2])


@pytest.mark.parametrize("seed", range(3))
def test_drills_weighted_by_frequency_and_cost_teach_faster(seed):
    curves = {way: curve(COURSE.situations, choice, 8, Random(seed).randrange) for way, choice in WAYS.items()}  # noqa: S311
    weighted, at_random = curves["weighted"], curves["random"]
    assert weighted[0] == at_random[0]
    assert all(mine < other for mine, other in zip(weighted[1:], at_random[1:], strict=True))
    assert all(mine < Fraction(7, 10) * other for mine, other in zip(weighted[2:], at_random[2:], strict=True))
    assert weighted[3] < at_random[8], "three days of the one teach more than eight of the other"


def test_the_same_seed_gives_the_same_curve():
    first, again = (curve(COURSE.situations, WAYS["weighted"], 2, Random(7).randrange) for _ in range(2))  # noqa: S311
    assert first == again


def test_a_beginner_and_an_expert():
    learner = SimulatedLearner(COURSE.situations)
    whole = sum(each.stake for each in COURSE.situations)
    assert learner.loss == whole * Fraction(FULL - GUESS, FULL)
    learner.knowledge = dict.fromkeys(learner.knowledge, FULL)
    assert learner.loss == 0


def test_an_exercise_teaches_its_situation_most_and_a_night_costs_what_was_practised_least():
    learner, (one, *_) = SimulatedLearner(COURSE.situations), COURSE.situations
    alike = next(each for each in COURSE.situations[1:] if (each.street, each.rule) == (one.street, one.rule))
    other = next(each for each in COURSE.situations if each.street != one.street)
    learner.practise(one)
    assert [learner.knowledge[each.id] for each in (one, alike, other)] == [580, 430, 400]
    learner.sleep()
    assert [learner.knowledge[each.id] for each in (one, alike, other)] == [562, 424, 400]
