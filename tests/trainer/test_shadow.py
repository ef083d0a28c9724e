"""The shadow player: what the best play makes of given cards."""

from itertools import permutations

import pytest

from mississippi_stud.cards import parse
from mississippi_stud.maths.options import read
from mississippi_stud.trainer.shadow import shadow_cents
from mississippi_stud.trainer.situations import syllabus

FIVE = syllabus(read("online", ante="5")[2])


@pytest.mark.parametrize(
    ("hole", "board", "cents"),
    [
        ("7s 2h", "7d 7c 7h", -5_00),  # folds what would have become four of a kind
        ("As Ah", "2c 3d 4h", 50_00),  # 1 + 3 + 3 + 3 antes at 1 to 1
        ("As Kd", "Kh 2c 3d", 40_00),  # 1 + 1 + 3 + 3
        ("As 9d", "2c 3h 8d", -15_00),  # 1 + 1 + 1, then a fold
        ("Td Ts", "2c 3h 4d", 0),  # a push of 10 antes
        ("As Ks", "Qs Js Ts", 20_000_00),  # 1 + 1 + 3 + 3 = 8 antes at 500 to 1
    ],
)
def test_the_shadow_plays_the_same_cards_without_a_mistake(hole, board, cents):
    assert shadow_cents(FIVE, parse(hole), parse(board)) == cents


def test_the_shadow_does_not_know_what_comes():
    """Cards that come after a fold do not change what it does."""
    for board in permutations(parse("7d 7c 7h")):
        assert shadow_cents(FIVE, parse("7s 2h"), board) == -5_00
