"""Risk: ruin, goal and drawdown against chains solved in fractions, Kelly against a fine search."""

from fractions import Fraction
from math import ceil, floor, log

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mississippi_stud.errors import InputError
from mississippi_stud.maths.options import read
from mississippi_stud.maths.risk import drawdown_within, first_ruin, kelly, ruin_ever
from mississippi_stud.maths.ruin import ruin_within
from mississippi_stud.maths.ruin_roots import RuinRoots
from mississippi_stud.maths.sessions import sum_of
from mississippi_stud.maths.solver import seen_with, solve

FAIR = solve(read("online")[2]).distribution
KNOWING = solve(read("online")[2], seen_with(["3rd"])).distribution
COIN = {-1: Fraction(2, 3), 2: Fraction(1, 3)}
Game = dict


def in_fractions(game: Game) -> dict[Fraction, Fraction]:
    return {Fraction(net): chance for net, chance in game.items()}


def absorbed(game: Game, bankroll: Fraction, goal: Fraction) -> Fraction:
    """The chance of ruin before the goal: one equation for each sum, solved by elimination in fractions."""
    places, found = [Fraction(0)], {Fraction(0): 0}
    for held in places:
        for net in game:
            if -bankroll < held + net < goal and held + net not in found:
                found[held + net] = len(places)
                places.append(held + net)
    rows = []
    for held in places:
        row = [Fraction(0)] * len(places) + [Fraction(0)]
        row[found[held]] += 1
        for net, chance in game.items():
            if held + net <= -bankroll:
                row[-1] += chance
            elif held + net < goal:
                row[found[held + net]] -= chance
        rows.append(row)
    size = len(places)
    for at in range(size - 1, -1, -1):  # the first sum last: its own equation is then all that is left
        pivot = rows[at]
        for other in rows[:at]:
            if other[at]:
                factor = other[at] / pivot[at]
                for column in (*range(at + 1), size):
                    other[column] -= factor * pivot[column]
    return rows[0][-1] / rows[0][0]


NETS = st.lists(st.fractions(-3, 4, max_denominator=2), min_size=3, max_size=3, unique=True)
WEIGHTS = st.lists(st.integers(1, 9), min_size=3, max_size=3)


@settings(max_examples=40, deadline=None)
@given(NETS, WEIGHTS, st.integers(1, 6), st.integers(1, 6))
@example([Fraction(-3), Fraction(-1), Fraction(5, 2)], [2, 9, 6], 3, 2)  # its mean is 0, but not in floating point
def test_goal_and_ruin_of_any_small_game(nets: list, weights: list, bankroll: int, goal: int):
    game = {net: Fraction(weight, sum(weights)) for net, weight in zip(nets, weights, strict=True)}
    found = first_ruin(game, Fraction(bankroll), Fraction(goal))
    exact = absorbed(game, Fraction(bankroll), Fraction(goal))
    assert found.low <= exact <= found.high
    assert found.high - found.low < 1e-9


@pytest.mark.parametrize("game", [FAIR, KNOWING], ids=["fair", "knowing"])
@pytest.mark.parametrize(("bankroll", "goal"), [(1, 1), (5, 12), (20, 10)])
def test_goal_and_ruin_of_the_real_game_in_fractions(game: Game, bankroll: int, goal: int):
    found = first_ruin(game, Fraction(bankroll), Fraction(goal))
    assert found.low <= absorbed(game, Fraction(bankroll), Fraction(goal)) <= found.high
    assert found.high - found.low < 1e-10


@pytest.mark.parametrize("bankroll", [1, 2, 5])
def test_ruin_for_ever_as_the_closed_form_has_it(bankroll: int):
    """With steps of one down and two up, the chance is the power of the root of q + p z^3 = z below 1."""
    game = in_fractions({-1: Fraction(1, 2), 2: Fraction(1, 2)})
    found = ruin_ever(game, Fraction(bankroll))
    exact = ((5**0.5 - 1) / 2) ** bankroll
    assert found.low <= exact + 1e-15
    assert exact - 1e-15 <= found.high
    assert found.high - found.low < 1e-9


@pytest.mark.parametrize("bankroll", [1, 20, 100, 400, 2000])
def test_ruin_for_ever_of_who_knows_a_card(bankroll: int):
    found = ruin_ever(KNOWING, Fraction(bankroll))
    assert 0 <= found.low <= found.high < found.low + 1e-9
    assert found.high < 1
    assert ruin_within(KNOWING, Fraction(bankroll), 1000) <= found.high
    if bankroll <= 20:  # after so many rounds hardly anybody is ruined who has not been
        assert ruin_within(KNOWING, Fraction(bankroll), 6000) == pytest.approx(found.middle, abs=1e-6)


@pytest.mark.parametrize(("straight", "bankroll"), [(8, 100), (9, 100), (8, 1)])
def test_ruin_for_ever_with_a_thin_edge_is_as_narrow(straight: int, bankroll: int):
    """With a straight at 8 to 1 the edge is so thin that a lattice would need half a million places."""
    thin = solve(read("online", (), (f"straight={straight}",))[2]).distribution
    found = ruin_ever(thin, Fraction(bankroll))
    assert 0 < found.low <= found.high < found.low + 1e-12 < 1
    one, many = (first_ruin(thin, Fraction(bankroll), Fraction(goal)).low for goal in (1, 500))
    assert one < many < found.low


def test_ruin_for_ever_fulfils_its_own_equation():
    """One round played by hand: the chance with so much left is the average of the chances after it."""
    roots = RuinRoots([int(net) for net in KNOWING], list(KNOWING.values()))

    def ever(left: int) -> float:
        return 1.0 if left <= 0 else roots.ruin(left).middle

    for left in (1, 2, 9, 10, 57):
        after = sum(float(chance) * ever(left + int(net)) for net, chance in KNOWING.items())
        assert ever(left) == pytest.approx(after, abs=1e-13)


GAINS = st.integers(1, 6)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), GAINS, GAINS, st.lists(st.integers(1, 9), min_size=3, max_size=3), st.integers(1, 8))
def test_ruin_for_ever_of_any_small_game(loss: int, gain: int, more: int, weights: list, bankroll: int):
    game: dict[Fraction, Fraction] = {}
    for net, weight in zip((-loss, gain, gain + more), weights, strict=True):
        game[Fraction(net)] = game.get(Fraction(net), Fraction(0)) + Fraction(weight, sum(weights))
    found, mean = ruin_ever(game, Fraction(bankroll)), sum(net * chance for net, chance in game.items())
    if mean <= 0:
        assert found == (1, 1)
    else:
        assert found.high - found.low < 1e-9
        before = first_ruin(game, Fraction(bankroll), Fraction(400))
        assert before.low <= found.high
        if mean > Fraction(1, 2):
            assert found.low <= before.high + 1e-6


CAPPED = solve(read("maryland", (), (), "101")[2]).distribution
CAPPED_KNOWING = solve(read("maryland", (), (), "101")[2], seen_with(["3rd"])).distribution


CAPPED_COIN = {
    Fraction(-1): Fraction(3, 5),
    Fraction(1): Fraction(2, 5) - Fraction(1, 1000),
    Fraction(308, 101): Fraction(1, 1000),
}


@pytest.mark.parametrize(
    ("game", "bankroll", "goal"), [(CAPPED, 3, 7), (CAPPED_KNOWING, 3, 7), (CAPPED_COIN, 2, 8), (CAPPED_COIN, 4, 4)]
)
def test_goal_and_ruin_of_a_capped_game(game: Game, bankroll: int, goal: int):
    """As one equation for each 101st of an ante, all solved together."""
    size = (bankroll + goal) * 101 - 1
    table, ruined = np.eye(size), np.zeros(size)
    for net, chance in game.items():
        after = np.arange(size) + int(net * 101)
        here = (after >= 0) & (after < size)
        table[here.nonzero()[0], after[here]] -= float(chance)
        ruined[after < 0] += float(chance)
    found = first_ruin(game, Fraction(bankroll), Fraction(goal))
    assert found.middle == pytest.approx(float(np.linalg.solve(table, ruined)[bankroll * 101 - 1]), abs=1e-11)
    assert found.high - found.low < 1e-9


def test_ruin_for_ever_and_drawdown_of_a_capped_game():
    found = ruin_ever(CAPPED_KNOWING, Fraction(50))
    assert found.low < found.high < found.low + 1e-6
    down, up = ({Fraction(way(net)): Fraction(0) for net in CAPPED_KNOWING} for way in (floor, ceil))
    for net, chance in CAPPED_KNOWING.items():
        down[Fraction(floor(net))] += chance
        up[Fraction(ceil(net))] += chance
    assert ruin_ever(up, Fraction(50)).low <= found.low <= found.high <= ruin_ever(down, Fraction(50)).high
    low, high = drawdown_within(up, Fraction(40), 200), drawdown_within(down, Fraction(40), 200)
    assert low - 1e-12 < drawdown_within(CAPPED_KNOWING, Fraction(40), 200) < high + 1e-12 < low + 1e-5


def test_a_long_drawdown_is_walked_and_a_short_one_squared():
    exact = float(fallen({net * 50: chance for net, chance in in_fractions(COIN).items()}, Fraction(401), 12))
    assert drawdown_within({net * 50: c for net, c in in_fractions(COIN).items()}, Fraction(401), 12) == pytest.approx(
        exact
    )
    odd = in_fractions({-3: Fraction(1, 2), 1: Fraction(1, 3)}) | {Fraction(13, 7): Fraction(1, 6)}
    for fall in (2, 5, 7):
        assert drawdown_within(odd, Fraction(fall), 6) == pytest.approx(
            float(fallen(odd, Fraction(fall), 6)), abs=1e-12
        )


def test_ruin_is_certain_without_an_edge_and_impossible_without_a_loss():
    for game in (FAIR, in_fractions(COIN), in_fractions({-1: Fraction(1, 2), 1: Fraction(1, 2)})):
        assert ruin_ever(game, Fraction(3)) == (1.0, 1.0)
    never = in_fractions({0: Fraction(1, 2), 1: Fraction(1, 2)})
    assert ruin_ever(never, Fraction(1)) == (0.0, 0.0)
    assert first_ruin(never, Fraction(1), Fraction(1)).low == 0
    assert first_ruin(never, Fraction(1), Fraction(1)).high < 1e-9


def test_a_goal_at_and_above_a_bound():
    assert first_ruin(in_fractions(COIN), Fraction(1), Fraction(2)).middle == pytest.approx(2 / 3)
    assert first_ruin(in_fractions(COIN), Fraction(1), Fraction(3, 2)).middle == pytest.approx(2 / 3)
    assert first_ruin(in_fractions(COIN), Fraction(1), Fraction(5, 2)).middle == pytest.approx(
        float(absorbed(in_fractions(COIN), Fraction(1), Fraction(5, 2)))
    )


def fallen(game: Game, fall: Fraction, rounds: int) -> Fraction:
    """The chance of a drawdown, by every highest sum and every present one."""
    states, found = {(Fraction(0), Fraction(0)): Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after: dict = {}
        for (highest, held), chance in states.items():
            for net, each in game.items():
                top, now = max(highest, held + net), held + net
                if top - now >= fall:
                    found += chance * each
                else:
                    after[top, now] = after.get((top, now), 0) + chance * each
        states = after
    return found


@settings(max_examples=25, deadline=None)
@given(NETS, WEIGHTS, st.integers(1, 6), st.integers(1, 5))
def test_drawdown_of_any_small_game(nets: list, weights: list, fall: int, rounds: int):
    game = {net: Fraction(weight, sum(weights)) for net, weight in zip(nets, weights, strict=True)}
    exact = float(fallen(game, Fraction(fall), rounds))
    assert drawdown_within(game, Fraction(fall), rounds) == pytest.approx(exact, abs=1e-13)


def test_a_drawdown_is_at_least_as_likely_as_ruin():
    assert drawdown_within(FAIR, Fraction(100), 100) > ruin_within(FAIR, Fraction(100), 100)
    assert drawdown_within(FAIR, Fraction(9), 1) == 0


def test_kelly_is_the_greatest_growth():
    even = in_fractions({-1: Fraction(2, 5), 1: Fraction(3, 5)})
    assert kelly(even).part == pytest.approx(0.2)
    assert kelly(even).growth == pytest.approx(0.4 * log(0.8) + 0.6 * log(1.2))
    assert kelly(FAIR).part == 0
    found = kelly(KNOWING)

    def growth(part: float) -> float:
        return sum(float(chance) * log(1 + part * float(net)) for net, chance in KNOWING.items())

    assert found.growth == pytest.approx(growth(found.part))
    assert all(growth(found.part) > growth(found.part * (1 + off)) for off in (-0.5, -0.01, 0.01, 0.5))
    mean = float(sum(net * chance for net, chance in KNOWING.items()))
    assert found.part > 3 * mean / float(solve(read("online")[2], seen_with(["3rd"])).variance)  # not mean/variance


@pytest.mark.parametrize("rounds", [1, 50, 1000, 10_000])
def test_the_error_of_a_session_is_bounded(rounds: int):
    found = sum_of(FAIR, rounds)
    assert abs(float(found.chances.sum()) - 1) <= found.error < 1e-9


def test_what_cannot_be_worked_out():
    with pytest.raises(InputError, match="goal must be more"):
        first_ruin(FAIR, Fraction(5), Fraction(0))
    with pytest.raises(InputError, match="bankroll must be more"):
        ruin_ever(FAIR, Fraction(0))
    with pytest.raises(InputError, match="too far apart: 200005 places"):
        first_ruin(FAIR, Fraction(5), Fraction(200_000))


def test_a_bankroll_that_no_session_can_lose_is_not_lost():
    """However large: nothing of that size is followed."""
    assert ruin_within(FAIR, Fraction(10**12), 100) == 0
    assert drawdown_within(FAIR, Fraction(10**12), 100) == 0
