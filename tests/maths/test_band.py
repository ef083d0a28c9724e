"""The band of what was to be expected: against integer convolution, at one round, and its properties."""

from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.maths import band as bands
from mississippi_stud.maths.band import LEVELS, Draw, band, draw_of
from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.options import Choices, main_game
from mississippi_stud.maths.solver import Solution, solve
from mississippi_stud.rulebooks.load import rulebook


@cache
def solved(book: str = "online", ante: int | None = None) -> Solution:
    return solve(main_game(rulebook(book), Choices(), {}, ante))


@cache
def draw(ante: int, book: str = "online") -> Draw:
    return draw_of(solved(book, ante), ante)


def added(draws: list[Draw], top: int) -> dict[int, int]:
    """Return the ordered deals of every sum up to `top`, in whole numbers; sums that cannot come back are dropped."""
    sums, left = {0: 1}, -sum(min(each.cents) for each in draws)
    for each in draws:
        left += min(each.cents)
        counts = [(cents, int(chance * ORDERED_DEALS)) for cents, chance in zip(*each, strict=True)]
        further: dict[int, int] = {}
        for total, ways in sums.items():
            for cents, count in counts:
                if total + cents <= top + left:
                    further[total + cents] = further.get(total + cents, 0) + ways * count
        sums = further
    return sums


def quantiles(sums: dict[int, int], whole: int) -> tuple[int, ...]:
    """Return the least amounts that are not exceeded with each chance."""
    amounts = sorted(sums)
    below = list(accumulate(sums[cents] for cents in amounts))
    return tuple(
        next(cents for cents, ways in zip(amounts, below, strict=True) if ways >= level * whole) for level in LEVELS
    )


def test_fifty_rounds_are_those_of_integer_convolution():
    (point,) = band([draw(5_00)] * 50, [50]).points
    assert point.quantiles == quantiles(added([draw(5_00)] * 50, 500_00), ORDERED_DEALS**50)
    assert point.quantiles == (-350_00, -190_00, 100_00, 405_00)
    assert point.mean == 50 * 5_00 * solved().value


def test_antes_of_several_sizes_and_books_are_convolved_with_their_own_amounts():
    """Under Maryland's cap of $50,000 an ante of $100 has other results."""
    draws = [draw(5_00), draw(25_00), draw(1_00), draw(100_00, "maryland")] * 3
    found = band(draws, [1, 2, 7, 12])
    assert found.within_cents == 0
    for point in found.points:
        some = draws[: point.rounds]
        assert point.quantiles == quantiles(added(some, 1_000_00 * point.rounds), ORDERED_DEALS**point.rounds)
        assert point.mean == sum(each.mean for each in some)
    assert draw(100_00, "maryland").mean < 100_00 * solved().value


@pytest.mark.parametrize("book", ["online", "nsw", "maryland", "crown"])
def test_one_round_is_the_solvers(book: str):
    (point,) = band([draw(5_00, book)], [1]).points
    amounts = sorted(solved(book, 5_00).distribution.items())
    chances = accumulate(chance for _, chance in amounts)
    totals = list(zip((net for net, _ in amounts), chances, strict=True))
    assert point.quantiles == tuple(next(5_00 * net for net, below in totals if below >= level) for level in LEVELS)
    assert point.mean == 5_00 * solved(book, 5_00).value


ANTES = st.lists(st.sampled_from([1_00, 5_00, 7_50, 25_00]), min_size=1, max_size=40)


@settings(max_examples=25, deadline=None)
@given(ANTES, st.randoms(use_true_random=False))
def test_a_band_is_in_order_holds_the_mean_and_does_not_depend_on_the_order_of_play(antes: list[int], chance):
    draws = [draw(ante) for ante in antes]
    points = band(draws, list(range(1, len(draws) + 1))).points
    for point in points:
        assert list(point.quantiles) == sorted(point.quantiles)
        assert point.quantiles[0] <= point.mean <= point.quantiles[-1]
    again = list(draws)
    chance.shuffle(again)
    assert band(again, [len(again)]).points[-1].quantiles == points[-1].quantiles


def test_a_band_widens_more_slowly_than_the_rounds_grow():
    widths = [point.quantiles[-1] - point.quantiles[0] for point in band([draw(5_00)] * 640, [10, 40, 160, 640]).points]
    assert all(sooner < later < 4 * sooner for sooner, later in pairwise(widths))


DRAWS = st.dictionaries(st.integers(-50, 400), st.integers(1, 9), min_size=1, max_size=6).map(
    lambda ways: Draw(tuple(ways), tuple(Fraction(each, sum(ways.values())) for each in ways.values()))
)


@settings(max_examples=80, deadline=None)
@given(st.lists(DRAWS, min_size=1, max_size=6))
def test_any_rounds_at_all_are_convolved(draws: list[Draw]):
    sums = {0: Fraction(1)}
    for each in draws:
        further: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for cents, own in zip(*each, strict=True):
                further[total + cents] = further.get(total + cents, Fraction(0)) + chance * own
        sums = further
    below = dict(zip(sorted(sums), accumulate(sums[cents] for cents in sorted(sums)), strict=True))
    (point,) = band(draws, [len(draws)]).points
    for level, found in zip(LEVELS, point.quantiles, strict=True):
        sure = Fraction(1, 10**6)  # a chance that is just the level may be rounded to either side
        assert below[found] >= level - sure
        assert all(chance < level + sure for cents, chance in below.items() if cents < found)


def test_on_a_coarser_grid_the_bounds_are_as_near_as_it_says(monkeypatch: pytest.MonkeyPatch):
    draws = [draw(ante) for ante in (5_00, 7_37, 12_01)] * 40
    exact = band(draws, [120])
    assert exact.within_cents == 0
    monkeypatch.setattr(bands, "WORK_MAX", 1)
    rough = band(draws, [120])
    assert 0 < rough.within_cents < 200_00
    for one, other in zip(exact.points[0].quantiles, rough.points[0].quantiles, strict=True):
        assert abs(one - other) <= rough.within_cents
    assert rough.points[0].mean == exact.points[0].mean


def test_no_rounds_have_no_band():
    assert band([], []).points == ()
