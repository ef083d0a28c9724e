"""Sessions: the sum of many rounds against whole-number convolution, ruin against exact absorption."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import lcm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.maths.classes import ORDERED_DEALS
from mississippi_stud.maths.lattice import Lattice
from mississippi_stud.maths.options import read
from mississippi_stud.maths.ruin import move, ruin_within
from mississippi_stud.maths.sessions import QUANTILES, bands, bars, exact_chances, moments, session, sum_of
from mississippi_stud.maths.solver import solve

ROUND = solve(read("online")[2]).distribution
COIN = {Fraction(-1): Fraction(2, 3), Fraction(2): Fraction(1, 3)}


def exact_sums(distribution: dict[Fraction, Fraction], rounds: int) -> dict[Fraction, Fraction]:
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for held, chance in sums.items():
            for net, each in distribution.items():
                after[held + net] += chance * each
        sums = after
    return sums


def exact_ruin(distribution: Mapping[Fraction, Fraction], bankroll: int, rounds: int) -> Fraction:
    """Count the sequences of equally likely rounds that ruin, in whole numbers."""
    cases = lcm(*(chance.denominator for chance in distribution.values()))
    results = [
        (net.numerator if net.denominator == 1 else net, int(each * cases)) for net, each in distribution.items()
    ]
    sums: dict[Fraction | int, int] = {0: 1}
    ruined = 0
    for _ in range(rounds):
        after: dict[Fraction | int, int] = defaultdict(int)
        ruined *= cases
        for held, ways in sums.items():
            for net, each in results:
                if held + net <= -bankroll:
                    ruined += ways * each
                else:
                    after[held + net] += ways * each
        sums = after
    return Fraction(ruined, cases**rounds)


def whole_numbers(rounds: int, most: int) -> dict[int, int]:
    """Count the sequences of ordered deals by their sum, up to `most` antes, in whole numbers.

    A sum that is higher than what all rounds to come can lose is left out: it stays above `most`.
    """
    counts = {int(net): int(chance * ORDERED_DEALS) for net, chance in ROUND.items()}
    assert sum(counts.values()) == ORDERED_DEALS
    worst = -min(counts)
    sums = {0: 1}
    for played in range(1, rounds + 1):
        highest = most + worst * (rounds - played)
        after: dict[int, int] = defaultdict(int)
        for held, ways in sums.items():
            for net, count in counts.items():
                if held + net <= highest:
                    after[held + net] += ways * count
        sums = after
    return sums


def test_50_rounds_are_those_of_whole_number_convolution():
    exact, total = whole_numbers(50, 400), ORDERED_DEALS**50
    found = sum_of(ROUND, 50)
    assert found.unit == 1
    assert all(high - low == 1 for low, high in pairwise(found.sums.tolist()))
    for held, chance in zip(found.sums.tolist(), found.chances.tolist(), strict=True):
        if held > 400:
            break
        assert abs(chance - exact.get(held, 0) / total) < 1e-13, held
    at_most = sum(ways for held, ways in exact.items() if held <= 0)
    assert abs(found.ahead - (1 - at_most / total)) < 1e-12
    for part, sum_ in ((part, int(found.quantile(part))) for part in QUANTILES):
        below, up_to = (sum(w for held, w in exact.items() if held <= sum_ + more) for more in (-1, 0))
        assert below < part * total <= up_to  # the least sum with at least that chance


@pytest.mark.parametrize("rounds", [1, 2, 100, 1000, 10_000])
def test_moments_of_the_sum_are_those_of_the_round_times_the_rounds(rounds: int):
    found, one = sum_of(ROUND, rounds), moments(ROUND)
    places = range(len(found.chances))
    mean = sum(found.sums[place] * chance for place, chance in zip(places, found.chances, strict=True))
    squares = sum(found.sums[place] ** 2 * chance for place, chance in zip(places, found.chances, strict=True))
    assert abs(sum(found.chances) - 1) < 1e-10
    assert mean == pytest.approx(float(one.mean * rounds), abs=1e-6)
    assert squares - mean**2 == pytest.approx(float(one.variance * rounds), rel=1e-6)


def test_the_moments_of_a_round():
    one = moments(ROUND)
    assert (one.mean, one.variance) == (Fraction(-53223, 1082900), solve(read("online")[2]).variance)
    assert round(one.skewness, 1) == 119.5
    assert round(float(one.n0)) == 40056
    assert moments({Fraction(0): Fraction(1)}).n0 == 0


CHANCES = st.lists(st.integers(1, 9), min_size=2, max_size=4)
NETS = st.lists(st.fractions(-4, 6, max_denominator=2), min_size=4, max_size=4, unique=True)


@settings(max_examples=25, deadline=None)
@given(NETS, CHANCES, st.integers(1, 6), st.integers(1, 9))
def test_any_small_game_as_plain_fractions_have_it(nets: list, weights: list, rounds: int, bankroll: int):
    total = sum(weights)
    game = {net: Fraction(weight, total) for net, weight in zip(nets, weights, strict=False)}
    exact, found = exact_sums(game, rounds), sum_of(game, rounds)
    for held, chance in exact.items():
        assert found.at_most(held) == pytest.approx(float(sum(c for s, c in exact.items() if s <= held)), abs=1e-12)
        assert chance > 0
    assert found.ahead == pytest.approx(float(sum(c for s, c in exact.items() if s > 0)), abs=1e-12)
    assert ruin_within(game, Fraction(bankroll), rounds) == pytest.approx(
        float(exact_ruin(game, bankroll, rounds)), abs=1e-12
    )


def test_ruin_is_losing_the_whole_bankroll_and_no_less():
    assert ruin_within(COIN, Fraction(1), 1) == pytest.approx(2 / 3)
    assert ruin_within(COIN, Fraction(2), 1) == 0
    assert ruin_within(COIN, Fraction(3, 2), 2) == pytest.approx(4 / 9)
    assert ruin_within(COIN, Fraction(2), 2) == pytest.approx(4 / 9)


def test_more_rounds_ruin_more_often_and_more_money_less():
    by_rounds = [ruin_within(ROUND, Fraction(100), rounds) for rounds in (10, 100, 300, 1000)]
    assert by_rounds == sorted(by_rounds)
    assert by_rounds[1] == pytest.approx(0.1044363, abs=1e-6)
    by_bankroll = [ruin_within(ROUND, Fraction(bankroll), 300) for bankroll in (1, 20, 100, 1000)]
    assert by_bankroll == sorted(by_bankroll, reverse=True)


def test_a_session_and_its_pictures_have_the_same_numbers():
    found = session(ROUND, 100, 100)
    assert [str(sum_) for _, sum_ in found.quantiles] == ["-138", "-107", "-57", "-17", "28", "118", "366"]
    assert found.bands[-1] == (100, tuple(sum_ for _, sum_ in found.quantiles))
    assert [rounds for rounds, _ in found.bands] == list(range(5, 101, 5))
    chances = found.chances
    assert chances["ahead"] + chances["even"] + chances["behind"] == 1
    assert 0 < chances["even"] < Fraction(1, 50)
    drawn = bars(found.after)
    assert len(drawn) <= 60
    assert sum(bar.chance for bar in drawn) >= Fraction(97, 100)
    assert all(bar.low >= 0 or bar.high < 0 for bar in drawn)
    assert all(one.high + 1 == two.low for one, two in pairwise(drawn))
    for bar in drawn[:3]:
        exact = found.after.at_most(bar.high) - found.after.at_most(bar.low - 1)
        assert float(bar.chance) == pytest.approx(exact, abs=1e-12)


def test_a_short_session_has_no_stop_twice():
    assert [rounds for rounds, _ in session(ROUND, 3, 5).bands] == [1, 2, 3]
    assert list(bands(COIN, [1], [Fraction(2, 3), Fraction(1)])) == [(1, (Fraction(-1), Fraction(2)))]


@pytest.mark.parametrize("rounds", [0, 10_001])
def test_too_few_and_too_many_rounds(rounds: int):
    for ask in (lambda: sum_of(ROUND, rounds), lambda: ruin_within(ROUND, Fraction(5), rounds)):
        with pytest.raises(InputError, match=f"1 to 10000 rounds, not {rounds}"):
            ask()


def test_what_cannot_be_worked_out():
    with pytest.raises(InputError, match="bankroll must be more"):
        ruin_within(ROUND, Fraction(0), 5)
    fine = {Fraction(-1, 999_983): Fraction(1, 2), Fraction(1_000_003, 1_000_000): Fraction(1, 2)}
    with pytest.raises(InputError, match="too finely divided"):
        sum_of(fine, 5)
    with pytest.raises(InputError, match="too finely divided"):
        ruin_within({-net: chance for net, chance in fine.items()}, Fraction(5), 10)
    assert ruin_within(fine, Fraction(5), 10) == 0, "ten rounds cannot lose so much"


# Capped results, which lie between the whole numbers.


CAPPED = solve(read("maryland", (), (), "101")[2]).distribution


def test_a_cap_gives_a_few_odd_results_a_level_of_their_own():
    assert lcm(*(net.denominator for net in CAPPED)) == 101
    one = Lattice(CAPPED, 1000)
    assert (one.unit, one.levels > 1) == (1, True)
    assert all(
        net == whole + count * one.fraction
        for net, whole, count in zip(CAPPED, one.nets.tolist(), one.counts.tolist(), strict=True)
    )


@pytest.mark.parametrize("rounds", [1, 7, 60])
def test_sums_and_ruin_of_a_capped_game_are_those_of_whole_cents(rounds: int):
    """Counted in 101sts of an ante, a hundred times as many places."""
    cases = lcm(*(chance.denominator for chance in CAPPED.values()))
    counts = {int(net * 101): int(chance * cases) for net, chance in CAPPED.items()}
    most, held, sums, ruined = 60 * 101, {30 * 101: 1}, {0: 1}, 0
    for played in range(1, rounds + 1):
        top = most + 1010 * (rounds - played)
        after, later = defaultdict(int), defaultdict(int)
        ruined *= cases
        for left, ways in held.items():
            for net, each in counts.items():
                if left + net <= 0:
                    ruined += ways * each
                elif left + net <= top:
                    after[left + net] += ways * each
        for so_far, ways in sums.items():
            for net, each in counts.items():
                if so_far + net <= top:
                    later[so_far + net] += ways * each
        held, sums = after, later
    found = sum_of(CAPPED, rounds)
    for antes in (-60, -20, -1, 0, 1, 2, 50):
        exact = Fraction(sum(ways for so_far, ways in sums.items() if so_far <= 101 * antes), cases**rounds)
        assert found.at_most(Fraction(antes)) == pytest.approx(float(exact), abs=1e-12)
    assert ruin_within(CAPPED, Fraction(30), rounds) == pytest.approx(float(Fraction(ruined, cases**rounds)), abs=1e-12)


@pytest.mark.parametrize(("rounds", "bankroll"), [(160, 5), (161, 100), (400, 20)])
def test_ruin_by_blocks_is_ruin_round_by_round(rounds: int, bankroll: int):
    lost = bankroll
    held, ruined = np.zeros(10 * rounds + 1), 0.0
    if lost < len(held):
        held[lost] = 1.0
    for _ in range(rounds):
        after = np.zeros_like(held)
        for net, chance in ROUND.items():
            ruined += move(held, after, int(net), float(chance))
        held, after = after, held
        ruined, held[0] = ruined + held[0], 0.0
    assert ruin_within(ROUND, Fraction(bankroll), rounds) == pytest.approx(ruined, abs=1e-12)


# Exact chances.


@settings(max_examples=25, deadline=None)
@given(NETS, CHANCES, st.integers(1, 6), st.integers(1, 9))
def test_the_exact_chances_of_any_small_game(nets: list, weights: list, rounds: int, bankroll: int):
    total = sum(weights)
    game = {net: Fraction(weight, total) for net, weight in zip(nets, weights, strict=False)}
    sums = exact_sums(game, rounds)
    assert exact_chances(game, rounds, bankroll) == {
        "ahead": sum(chance for held, chance in sums.items() if held > 0),
        "even": sums.get(Fraction(0), 0),
        "behind": sum(chance for held, chance in sums.items() if held < 0),
        "ruin": exact_ruin(game, bankroll, rounds),
    }


def test_the_exact_chances_of_the_game_are_those_of_whole_numbers():
    found, total = exact_chances(ROUND, 20, 30), ORDERED_DEALS**20
    counted = whole_numbers(20, 0)
    assert found is not None
    assert found["even"] == Fraction(counted[0], total)
    assert found["behind"] == Fraction(sum(ways for held, ways in counted.items() if held < 0), total)
    assert sum(found[name] for name in ("ahead", "even", "behind")) == 1
    assert found["ruin"] == exact_ruin(ROUND, 30, 20)


def test_a_session_is_exact_up_to_100_rounds():
    exact, numerical = session(ROUND, 100, 100), session(ROUND, 101, 100)
    assert exact.chances == exact.exact
    assert numerical.exact is None
    for name, chance in replace(exact, exact=None).chances.items():
        assert abs(chance - exact.chances[name]) < Fraction(1, 10**12)
    fine = {net * Fraction(1, 100): chance for net, chance in ROUND.items()}
    assert exact_chances(fine | {Fraction(-8, 101): Fraction(0)}, 100, 100) is None  # too many sums to tell apart


def test_whoever_cannot_lose_so_much_is_never_ruined():
    found = exact_chances(COIN, 3, 4)
    assert found is not None
    assert found["ruin"] == 0
    ruined = exact_chances(COIN, 3, 3)
    assert ruined is not None
    assert ruined["ruin"] == Fraction(8, 27)
