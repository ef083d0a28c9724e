"""Covariances: the sums over boards against the solver's own value, and against deals played one by one."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mississippi_stud.hands import five
from mississippi_stud.maths import covariance
from mississippi_stud.maths.classes import ORDERED_DEALS, class_of
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import Solution, solve

SOLVED = solve(read("online")[2])


@pytest.fixture(scope="module")
def boards() -> list:
    return list(covariance._boards(SOLVED))


def played(solved: Solution, hole: tuple[int, int], board: tuple[int, int, int]) -> Fraction:
    bets: tuple[int, ...] = ()
    for street in range(3):
        kind = solved.cards.levels[2 + street].kind[class_of((*hole, *board[:street]))]
        play = int(solved.plays[street][solved.node(bets), kind])
        if play == 0:
            return Fraction(solved.game.folded(bets))
        bets = (*bets, solved.game.multiples[play - 1])
    return solved.game.net(bets, five(*hole, *board))


def test_the_boards_are_all_deals_and_have_the_value_of_the_game(boards: list):
    assert sum(board.namings for board in boards) == 52 * 51 * 50
    total = sum(board.namings * int(board.results.sum()) for board in boards)
    assert Fraction(total, ORDERED_DEALS) == SOLVED.value
    squares = sum(board.namings * int((board.results**2).sum()) for board in boards)
    assert Fraction(squares, ORDERED_DEALS) - SOLVED.value**2 == SOLVED.variance


def test_results_are_those_of_deals_played_one_by_one(boards: list):
    chance = Random(7)  # noqa: S311  a sample of boards
    for board in chance.sample(boards, 40):
        hole = tuple(chance.sample([card for card in range(52) if card not in board.cards], 2))
        place = int(np.flatnonzero((sorted(hole) == covariance._HOLES).all(axis=1))[0])
        assert Fraction(int(board.results[place]), SOLVED.numbers.unit) == played(SOLVED, hole, board.cards)


def test_pairs_of_hands_without_a_common_card(boards: list):
    results, holes = boards[5000].results.tolist(), covariance._HOLES.tolist()
    live = [place for place, hole in enumerate(holes) if not set(hole) & set(boards[5000].cards)]
    slow = sum(results[a] * results[b] for a in live for b in live if not set(holes[a]) & set(holes[b]))
    assert covariance._pairs(boards[5000].results) == slow
