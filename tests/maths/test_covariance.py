"""Covariances: the sums over boards against the solver's own value, and against deals played one by one."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from mississippi_stud.hands import five
from mississippi_stud.maths import covariance, side_wagers
from mississippi_stud.maths.classes import ORDERED_DEALS, class_of
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.rulebooks.vocabulary import Wager
from tests.maths import deals

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


def pays_of_three(cards: tuple[int, ...], royal: int, flush: int, straight: int = 6) -> int:
    """Return what Maryland's Three Card Bonus pays to 1 for three cards; an ace is high, or low in A 2 3."""
    low, middle, high = sorted(card // 4 for card in cards)
    suited = len({card % 4 for card in cards}) == 1
    in_row = high - low == 2 == 2 * (middle - low) or (low, middle, high) == (0, 1, 12)
    if suited and in_row:
        return royal if (low, high) == (10, 12) else 40
    if low == high:
        return 30
    return straight if in_row else flush if suited else 1 if middle in (low, high) else -1


class Sums(NamedTuple):
    """Sums over deals: of the results of seat 1, of their squares, of their products with a bonus on the board, and of
    those with the results of a second seat, over all cards that it may hold."""

    results: int
    squares: int
    with_bonus: int
    with_seat: int

    def __add__(self, other: tuple[int, ...]) -> "Sums":
        return Sums(*map(sum, zip(self, other, strict=True)))


def sums_of(first: int) -> Sums:
    """Return the sums over all deals whose board begins with a card: every hand and every two hands, one by one."""
    apart = (deals.HOLES[:, None, :, None] != deals.HOLES[None, :, None, :]).all(axis=(2, 3)).astype(np.float64)
    total = Sums(0, 0, 0, 0)
    for second in set(range(52)) - {first}:
        thirds, rows = zip(*deals.results(first, second), strict=True)
        found = np.array(rows)
        bonus = np.array([pays_of_three((first, second, third), 40, 4) for third in thirds])
        seats = ((found @ apart) * found).sum()  # whole numbers below 2^53, which a float holds
        total += Sums(int(found.sum()), int((found**2).sum()), int((found.sum(axis=1) * bonus).sum()), int(seats))
    return total


def test_every_deal_whose_board_begins_with_one_card(boards: list):
    """The 9 of one suit, which stands for that of any: the oracle plays it with every other card and every hand."""
    nine = 4 * 7 + 3
    found = Sums(0, 0, 0, 0)
    for board in (each for each in boards if each.cards[0] == nine):
        own = board.results // SOLVED.numbers.unit
        summed = int(own.sum()), int((own**2).sum())
        told = Sums(*summed, summed[0] * pays_of_three(board.cards, 40, 4), covariance._pairs(own))
        found += tuple(board.namings // 4 * each for each in told)
    assert found == sums_of(nine)


@pytest.mark.campaign
def test_the_covariances_by_every_deal():
    """All 155,937,600 deals, and with each all hands of a second seat."""
    total = sum((sums_of(first) for first in range(52)), Sums(0, 0, 0, 0))
    mean = Fraction(total.results, deals.DEALS)
    assert (mean, Fraction(total.squares, deals.DEALS) - mean**2) == (SOLVED.value, SOLVED.variance)
    pays = [pays_of_three(cards, 40, 4) for cards in combinations(range(52), 3)]
    with_bonus = Fraction(total.with_bonus, deals.DEALS) - mean * Fraction(sum(pays), len(pays))
    assert with_bonus == Fraction("215387575297/71796270000")
    with_seat = Fraction(total.with_seat, deals.DEALS * 1081) - mean**2
    assert covariance.seats(SOLVED).value == with_seat


@pytest.mark.parametrize(
    ("table", "pays", "covariance_found"),
    [
        ("A", (40, 4, 6), "215387575297/71796270000"),
        ("B", (40, 4, 5), "72129278289/23932090000"),
        ("C", (50, 4, 5), "217081310627/71796270000"),
        ("D", (50, 3, 6), "46015331641/15384915000"),
        ("E", (40, 3, 6), "321067107847/107694405000"),
        ("F", (50, 4, 6), "72027017019/23932090000"),
    ],
)
def test_the_covariance_with_a_bonus(boards: list, table: str, pays: tuple[int, int, int], covariance_found: str):
    """The fractions were found by a program that plays all 155,937,600 deals by the rules alone, and four of them by
    another in C.

    `test_the_covariances_by_every_deal` finds the first of them from the rules again.
    """
    book, choices, game = read("maryland", [f"table={table}"], table_of_main=False)
    (wager,) = side_wagers.tables(book, Wager.THREE_CARD_BONUS, choices, 100)
    won = [pays_of_three(cards, *pays) for cards in combinations(range(52), 3)]
    mean = Fraction(sum(won), len(won))
    assert wager.value == mean
    both = sum(each.namings * pays_of_three(each.cards, *pays) * int(each.results.sum()) for each in boards)
    expected = Fraction(both, SOLVED.numbers.unit * ORDERED_DEALS) - SOLVED.value * mean
    found = covariance.bonus(solve(game), wager)
    assert found.value == expected == Fraction(covariance_found)
    variance = Fraction(sum(each * each for each in won), len(won)) - mean**2
    assert found.correlation == pytest.approx(float(expected) / float(SOLVED.variance * variance) ** 0.5, rel=1e-12)
