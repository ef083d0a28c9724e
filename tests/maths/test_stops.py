"""Players who leave by a rule: kernel against twin and engine, exact chances against plain counting."""

from fractions import Fraction
from functools import cache
from math import isclose
from pathlib import Path

import numpy as np
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.maths import solver
from mississippi_stud.maths.distribution import Distribution
from mississippi_stud.maths.lattice import Lattice
from mississippi_stud.maths.options import read
from mississippi_stud.maths.ruin import ruin_within
from mississippi_stud.maths.simulation import kernel, machine, parts, run, stops, twin
from mississippi_stud.maths.simulation.engine import EngineDriver
from mississippi_stud.maths.simulation.stops import StopRules, StopRun

GAME = read("crown")[2]


@cache
def tables() -> machine.StateMachine:
    return machine.machine(GAME)


@cache
def one_round() -> Distribution:
    return solver.solve(GAME).distribution


@pytest.mark.parametrize("seed", range(6))
def test_the_kernel_is_its_twin(seed: int):
    chance = np.random.default_rng(seed)
    ended = chance.integers(0, 5, 7_000).astype(np.uint16)
    results = np.array([-3, -1, 0, 2, 7])
    bounds = tuple(int(each) for each in chance.integers(1, 40, 3))
    for rounds in (1, 7, 100):
        ours, theirs = (each(ended, results, rounds, bounds) for each in (kernel.leave, twin.leave))
        assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))
        assert ours.counts.sum() <= len(ended)


@pytest.mark.parametrize("count", [1, 2])
def test_the_engine_plays_the_same_sessions(count: int):
    """Every session of the first 240 rounds, played by the engine, with the rules applied round by round."""
    rules = StopRules(rounds=30, loss=8, win=6, drawdown=11)
    simulated = run.simulation(GAME, "human", count, stops=rules)
    assert simulated.stops is not None
    driver = EngineDriver(read("crown")[0], GAME, "human", count)
    ends = [[each.net for each in driver.replay(7, index).endings] for index in range(240)]
    _, found = simulated.stops.count(7, 0, 240)
    for seat in range(count):
        reasons, nets = dict.fromkeys(stops.REASONS, 0), []
        for start in range(0, 240, 30):
            why, total = plain_session([ends[at][seat] for at in range(start, start + 30)], 8, 6, 11)
            reasons[why] += 1
            nets.append(total)
        assert found.reasons[seat] == list(reasons.values())
        assert (found.nets[seat], found.squares[seat]) == (sum(nets), sum(net**2 for net in nets))
        assert min(reasons.values()) == 0 < max(reasons.values()), "some rule ends sessions"


def plain_session(results: list[Fraction], loss: int, win: int, drawdown: int) -> tuple[str, Fraction]:
    total = best = Fraction(0)
    for result in results:
        total += result
        best = max(best, total)
        if total <= -loss:
            return "loss", total
        if total >= win:
            return "win", total
        if best - total >= drawdown:
            return "drawdown", total
    return "rounds", total


@pytest.mark.parametrize(
    ("loss", "win", "drawdown"),
    [
        (3, 4, None), (12, None, None), (None, 9, None), (None, None, None), (1, 1, None), (None, None, 1),
        (None, None, 9), (5, 12, 7), (12, None, 9), (9, None, 12), (None, 6, 11), (None, None, 10**9),
        (10**9, 10**9, 8), (10**9, 10**9, None),
    ],
)  # fmt: skip
def test_exact_chances_are_those_of_plain_counting(loss: int | None, win: int | None, drawdown: int | None):
    rules = StopRules(rounds=6, loss=loss, win=win, drawdown=drawdown)
    told = StopRun(rules, tables(), 1, one_round()).exact
    distribution = [(int(net), float(chance)) for net, chance in one_round().items()]  # whole antes, without a cap
    assert told is not None
    held, ended = {(0, 0): 1.0}, {"loss": 0.0, "win": 0.0, "drawdown": 0.0}
    played = value = 0.0
    for _ in range(6):
        played += sum(held.values())
        after: dict[tuple[int, int], float] = {}
        for (total, best), chance in held.items():
            for net, more in distribution:
                now, weight = total + net, chance * more
                highest = max(best, now) if drawdown is not None else best
                if loss is not None and now <= -loss:
                    why = "loss"
                elif win is not None and now >= win:
                    why = "win"
                else:
                    why = "drawdown" if drawdown is not None and highest - now >= drawdown else ""
                if why:
                    ended[why] += weight
                    value += weight * now
                else:
                    after[now, highest] = after.get((now, highest), 0.0) + weight
        held = after
    value += sum(total * chance for (total, _), chance in held.items())
    for name, bound in (("loss", loss), ("win", win), ("drawdown", drawdown)):
        assert (name in told["ended_decimal"]) == (bound is not None)
        assert bound is None or isclose(told["ended_decimal"][name], ended[name], abs_tol=1e-12)
    assert isclose(told["ended_decimal"]["rounds"], sum(held.values()), abs_tol=1e-12)
    assert isclose(told["rounds_decimal"], played, abs_tol=1e-11)
    assert isclose(told["mean_decimal"], value, abs_tol=1e-11), "Wald's identity"


def test_a_stop_at_a_loss_is_ruin():
    told = StopRun(StopRules(rounds=300, loss=60), tables(), 1, one_round()).exact
    assert told is not None
    assert isclose(told["ended_decimal"]["loss"], ruin_within(one_round(), Fraction(60), 300), abs_tol=1e-12)


def test_sessions_beside_their_exact_values():
    simulated = run.simulation(GAME, stops=StopRules(rounds=50, loss=20, win=15))
    assert simulated.stops is not None
    assert simulated.stops.distribution == one_round()
    told = simulated.simulate(1_000_000, 7).plain()
    sessions = told["sessions"]
    assert sessions["sessions"] == sum(sessions["ended"].values()) == 20_000
    assert told["rounds"] == sum(told["counts"].values()) == round(sessions["rounds_decimal"] * 20_000)
    assert abs(sessions["z_decimal"]) < 5
    for name, chance in sessions["exact"]["ended_decimal"].items():
        assert abs(sessions["ended"][name] - 20_000 * chance) < 5 * (20_000 * chance * (1 - chance)) ** 0.5


def test_sessions_left_at_a_drawdown_beside_their_exact_values():
    """A hundred thousand sessions: the simulation and the lattice share nothing but the strategy."""
    simulated = run.simulation(GAME, stops=StopRules(rounds=20, loss=25, win=40, drawdown=20))
    told = simulated.simulate(2_000_000, 11).plain()["sessions"]
    assert abs(told["z_decimal"]) < 5
    for name, chance in told["exact"]["ended_decimal"].items():
        assert 0 < chance < 1
        assert abs(told["ended"][name] - 100_000 * chance) < 5 * (100_000 * chance * (1 - chance)) ** 0.5


def test_no_exact_value_is_told_where_there_is_none():
    """With a session too long for the lattice, with too many places, and where a cap leaves odd fractions."""
    for rules in (StopRules(rounds=20_000, loss=20), StopRules(rounds=5_000, win=500, drawdown=500)):
        assert StopRun(rules, tables(), 1, one_round()).exact is None
    capped = read("maryland", (), (), "101")[2]
    simulated = run.simulation(capped, stops=StopRules(rounds=300, loss=5))
    assert simulated.stops is not None
    assert Lattice(simulated.stops.distribution, 300).levels > 1
    assert simulated.stops.exact is None
    told = simulated.simulate(300_000, 7).plain()["sessions"]
    assert told["z_decimal"] is None
    assert told["ended"]["loss"] > 900


def test_parts_of_a_run_do_not_divide_a_session(tmp_path: Path):
    terms = parts.RunTerms(book="crown", rounds=7_700, seed=5, seats=2, stops=StopRules(rounds=77, loss=9))
    whole = terms.simulation().simulate(terms.rounds, terms.seed)
    for part in (3, 1, 2):
        assert parts.play(terms, part, 3, tmp_path).first % 77 == 0
    assert parts.merge(tmp_path).run == whole


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(InputError, match="7 rounds are not whole sessions of 2"):
        parts.RunTerms(book="crown", rounds=7, seed=5, stops=StopRules(rounds=2)).simulation()
    with pytest.raises(InputError, match="no side wagers"):
        parts.RunTerms(
            book="maryland", rounds=8, seed=5, stops=StopRules(rounds=2), sides=("three-card-bonus=5",)
        ).simulation()
    with pytest.raises(InputError, match="--stop-win belongs to --session"):
        stops.stop_rules(None, None, 5, None)
