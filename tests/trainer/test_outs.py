"""Outs: counted exactly, with cards that are seen, for what a table pays."""

from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.cards import DECK, parse, text
from mississippi_stud.errors import InputError
from mississippi_stud.hands import Hand, five
from mississippi_stud.maths.advice import Situation
from mississippi_stud.maths.options import read
from mississippi_stud.trainer.drills import Drill, DrillMode, LearnerRecord, exercise, outcomes
from mississippi_stud.trainer.outs import OutsTarget, outs, unseen
from mississippi_stud.trainer.situations import syllabus

GAME = read("online")[2]
COURSE = syllabus(GAME)


@pytest.mark.parametrize(
    ("cards", "seen", "target", "counts"),
    [
        ("Ks Qs Js Ts", "", OutsTarget.JACKS, [1, 1, 7, 6, 9]),
        ("Ks Qs Js Ts", "", OutsTarget.PAID, [1, 1, 7, 6, 9, 3]),
        ("Ks Qs Js Ts", "As Ad Kd Th", OutsTarget.PAID, [1, 7, 5, 8, 2]),
        ("As Td 9c 5h", "", OutsTarget.JACKS, [3]),
        ("As Td 9c 5h", "", OutsTarget.PAID, [3, 6]),
        ("8s 7d 6c 5h", "", OutsTarget.JACKS, [8]),
        ("6s 6d 9c 2h", "", OutsTarget.JACKS, [2, 6]),
        ("6s 6d 9c 2h", "", OutsTarget.PAID, [2, 6, 40]),
        ("9s 7d 4c 2h", "", OutsTarget.JACKS, []),
    ],
)
def test_counted_by_hand(cards, seen, target, counts):
    found = outs(GAME, Situation(parse(cards)[:2], parse(cards)[2:], (1, 1), parse(seen)), target)
    assert [len(each) for each in found.values()] == counts
    assert list(found) == sorted(found, reverse=True)


def test_which_cards_they_are():
    found = outs(GAME, Situation(parse("As Td"), parse("9c 5h"), (1, 1)), OutsTarget.JACKS)
    assert {hand: text(cards) for hand, cards in found.items()} == {Hand.JACKS_OR_BETTER: "Ac Ad Ah"}


def test_what_does_not_lose_is_what_the_table_pays():
    low = read("online", pays=["low-pair=push", "pair-of-6s-to-10s=lose"])[2]
    now = Situation(parse("As Td"), parse("9c 5h"), (1, 1))
    assert {hand: len(cards) for hand, cards in outs(low, now, OutsTarget.PAID).items()} == {
        Hand.JACKS_OR_BETTER: 3,
        Hand.LOW_PAIR: 3,
    }


@settings(max_examples=60, deadline=None)
@given(st.permutations(DECK), st.integers(0, 15))
def test_outs_are_the_chances_of_what_can_come(deck, count):
    now = Situation(tuple(deck[:2]), tuple(deck[2:4]), (1, 1), tuple(deck[4 : 4 + count]))
    found, chances = outs(GAME, now, OutsTarget.PAID), outcomes(now)
    assert len(unseen(now)) == 48 - count
    assert {hand: chances[hand] * (48 - count) for hand in chances if hand in GAME.pays} == {
        hand: len(cards) for hand, cards in found.items()
    }
    assert all(five(*deck[:4], card) is hand for hand, cards in found.items() for card in cards)


@pytest.mark.parametrize("target", OutsTarget)
@pytest.mark.parametrize("seen", [0, 15])
def test_a_drill_of_outs_has_one_card_to_come_that_decides(target, seen):
    moment, sizes = datetime(2026, 11, 16, tzinfo=UTC), Counter()
    for seed in range(40):
        drill = Drill(DrillMode.OUTS, seen=seen, target=target)
        found = exercise(COURSE, drill, LearnerRecord(), moment, Random(seed).randrange)  # noqa: S311
        assert (len(found.now.board), len(found.now.seen), found.id) == (2, seen, "")
        sizes[sum(map(len, outs(GAME, found.now, target).values()))] += 1
    assert len(sizes) > 4
    assert 48 - seen not in sizes


def test_outs_are_for_one_card_to_come():
    for now in (Situation(parse("As Td")), Situation(parse("As Td"), parse("9c"), (1,))):
        with pytest.raises(InputError, match="one card to come"):
            outs(GAME, now, OutsTarget.JACKS)
    known = Situation(parse("As Td"), parse("9c 5h"), (1, 1), known={"5th": parse("Ad")[0]})
    with pytest.raises(InputError, match="one card to come"):
        outs(GAME, known, OutsTarget.JACKS)
