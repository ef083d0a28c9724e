"""Twins: the compiled kernel against NumPy and the scalar, the solver against the plain solution."""

import sys
from itertools import combinations

import numpy as np
import pytest

from mississippi_stud.cards import parse
from mississippi_stud.hands import five
from mississippi_stud.maths import batch, kernels
from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.solver import solve
from tests.maths.plain import plain_solve
from tests.maths.test_solver import book_game, game_of, random_rules


def test_the_kernel_agrees_with_its_twin_on_every_hand():
    deals = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)), count=2_598_960)
    assert np.array_equal(kernels.five(deals), batch.five(deals))


def test_the_kernel_agrees_with_the_scalar_in_any_order_of_cards():
    deals = np.random.default_rng(5).permuted(np.tile(np.arange(52, dtype=np.uint8), (5_000, 1)), axis=1)[:, :5]
    assert kernels.five(deals).tolist() == [five(*deal) for deal in deals.tolist()]


def test_the_kernel_as_python_is_the_kernel():
    """The compiled kernel does what its Python source does."""
    weights, table, size = kernels.five_tables()
    cards = np.array([parse("As Ks Qs Js Ts"), parse("2c 2d 3c 3d 9h")], dtype=np.uint8)
    made = np.empty(2, dtype=np.uint8)
    kernels._five(cards.reshape(-1), weights, table, np.uint32(size), made)
    assert made.tolist() == kernels.five(cards).tolist() == [11, 4]


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        (np.zeros((2, 4), dtype=np.uint8), r"shape \(n, 5\), one hand a row; this is \(2, 4\)"),
        (np.zeros((2, 5), dtype=np.int64), "takes cards as bytes, uint8; this array holds int64"),
        (np.array([[0, 1, 2, 3, 52]], dtype=np.uint8), "this array goes from 0 to 52"),
    ],
)
def test_the_kernel_refuses_what_are_no_cards(cards: np.ndarray, error: str):
    with pytest.raises((ValueError, TypeError), match=error):
        kernels.five(cards)


def test_the_kernel_takes_no_hands_and_never_reads_beyond_its_tables():
    assert len(kernels.five(np.empty((0, 5), dtype=np.uint8))) == 0
    assert kernels.five(np.full((1, 5), 51, dtype=np.uint8)).tolist() == [0]  # one card five times: nonsense, but safe
    weights, table, size = kernels.five_tables()
    assert 5 * int(weights.max()) + size < len(table)


def test_the_twin_does_the_work_where_numba_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(kernels, "_compiled_five", kernels._compiled_five.__wrapped__)
    monkeypatch.setattr(batch, "five", lambda cards, twin=batch.five: (asked.append(len(cards)), twin(cards))[1])
    cards = np.array([parse("As Ks Qs Js Ts"), parse("2c 2d 3c 3d 9h")], dtype=np.uint8)
    assert kernels.five(cards).tolist() == [11, 4]
    assert asked == [2]


def test_the_kernel_does_the_work_where_numba_is_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(batch, "five", None)
    assert kernels.five(np.array([parse("As Ks Qs Js Ts")], dtype=np.uint8)).tolist() == [11]


def check_twins(game: Game) -> None:
    ours, plain = solve(game), plain_solve(game)
    assert plain.value == ours.value * ours.numbers.unit * ORDERED_DEALS
    assert np.array_equal(plain.ends, ours.ends)
    assert all(np.array_equal(a, b) for a, b in zip(plain.folds, ours.folds, strict=True))


def test_the_solver_agrees_with_the_plain_solution():
    check_twins(book_game())
    check_twins(book_game("maryland", ante="250"))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(40))
def test_the_solver_agrees_with_the_plain_solution_of_random_games(seed: int):
    check_twins(game_of(random_rules(seed)))
