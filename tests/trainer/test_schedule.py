"""Spaced repetition: what an answer says to FSRS, when a situation comes again, what comes new."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.maths.options import read
from mississippi_stud.trainer.grades import Grade
from mississippi_stud.trainer.schedule import by_stake, choose, minutes, review
from mississippi_stud.trainer.situations import syllabus

COURSE = syllabus(read("online")[2])
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SLOW, QUICK = timedelta(seconds=8), timedelta(seconds=3)


def test_the_better_the_answer_the_later_the_situation_comes_again():
    best, close, wrong = (review("", grade, SLOW, NOW).due for grade in (Grade.BEST, Grade.CLOSE, Grade.BLUNDER))
    quick = review("", Grade.BEST, QUICK, NOW).due
    assert minutes(NOW) < wrong < close < best < quick
    assert wrong == minutes(NOW) + 1
    assert quick >= minutes(NOW + timedelta(days=1))
    slower = review("", Grade.BEST, QUICK + timedelta(microseconds=1), NOW).due
    assert slower == best
    for grade in (Grade.INACCURATE, Grade.MISTAKE):
        assert review("", grade, QUICK, NOW).due == wrong


def test_right_answers_grow_the_interval_and_a_wrong_one_shrinks_it():
    card, now, gaps = "", NOW, []
    for _ in range(6):
        card, due = review(card, Grade.BEST, SLOW, now)
        gaps.append(due - minutes(now))
        now = datetime.fromtimestamp(60 * due, UTC)
    assert gaps == sorted(gaps)
    assert gaps[-1] > 24 * 60 * 30
    _, due = review(card, Grade.BLUNDER, SLOW, now)
    assert due - minutes(now) == 10


def test_the_same_answers_give_the_same_card():
    first = review("", Grade.BEST, SLOW, NOW)
    assert review("", Grade.BEST, SLOW, NOW) == first
    later = NOW + timedelta(days=3)
    assert review(first.card, Grade.BEST, SLOW, later) == review(first.card, Grade.BEST, SLOW, later)


CARD = json.loads(review("", Grade.BEST, SLOW, NOW).card)


@pytest.mark.parametrize(
    "card",
    [
        "x",
        "[]",
        "{}",
        "null",
        '"card"',
        json.dumps(CARD | {"state": 9}),
        json.dumps(CARD | {"due": "tomorrow"}),
        json.dumps(CARD | {"stability": "much"}),
        json.dumps(CARD | {"last_review": "2027-01-01T00:00:00+00:00"}),
        json.dumps(CARD | {"last_review": "2026-01-01T00:00:00"}),
        json.dumps(CARD | {"state": 1, "step": None, "stability": -5}),
        json.dumps(CARD | {"state": 1, "step": {}}),
        json.dumps(CARD | {"more": "x" * 400}),
        "[" * 399,
    ],
)
def test_a_card_that_nobody_gave_out_is_refused(card):
    """Whoever learns keeps their own cards: whatever comes is a card or a clear error."""
    with pytest.raises(InputError, match="not a card of the schedule"):
        review(card, Grade.BEST, SLOW, NOW)


def test_what_is_due_comes_first_then_something_new_then_what_is_due_next():
    one, two, three = COURSE.situations[:3]
    ask = [one, two, three]
    now = minutes(NOW)
    pick = Random(1).randrange  # noqa: S311
    assert choose(ask, {one.id: now, two.id: now - 5}, NOW, pick) is two
    assert choose(ask, {one.id: now}, NOW, pick) is one
    assert choose(ask, {one.id: now + 1, two.id: now + 2}, NOW, pick) is three
    assert choose(ask, {one.id: now + 3, two.id: now + 2, three.id: now + 9}, NOW, pick) is two
    assert choose(ask, {"gone": now - 9, one.id: now + 1, two.id: now + 1}, NOW, pick) is three, "an id of no situation"


def test_what_comes_new_is_weighted_by_frequency_and_cost():
    rolls = Random(2)  # noqa: S311
    found = Counter(by_stake(COURSE.situations, rolls.randrange).id for _ in range(5_000))
    whole = sum(each.stake for each in COURSE.situations)
    for each in COURSE.situations[:5]:
        assert abs(found[each.id] - 5_000 * each.stake / whole) < 100
    assert found[COURSE.situations[0].id] > 3 * found[COURSE.situations[20].id]
