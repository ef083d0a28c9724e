"""Players who err: the exact value against all 64 ways to err, the kernels against their twin and the engine."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from mississippi_stud.errors import InputError
from mississippi_stud.maths import solver
from mississippi_stud.maths.evaluation import Strategy, evaluate
from mississippi_stud.maths.options import read
from mississippi_stud.maths.simulation import kernel, machine, parts, run, seats, twin
from mississippi_stud.maths.simulation.engine import EngineDriver
from mississippi_stud.maths.simulation.erring import Errors, parse_errors
from mississippi_stud.maths.strategy import HUMAN

GAME = read("crown")[2]
OFTEN = Errors(Fraction(1, 3), 3)
RARE = Errors(Fraction(1, 50), 3)
MEAN = "-24580693349/214987500000"


@cache
def alone_tables() -> machine.StateMachine:
    return machine.machine(GAME, "human", OFTEN)


@cache
def card_tables() -> seats.CardMachine:
    return seats.machine(GAME, "human", OFTEN)


@pytest.mark.campaign
def test_the_exact_mean_is_that_of_every_way_to_err():
    """Which other choice is made on each street is one of 64 ways, each a strategy without errors."""
    best = solver.solve(GAME)
    value = Fraction(0)
    for way in product(range(4), repeat=3):
        erring = Strategy(
            "erring", lambda best, street, bets, way=way: (HUMAN.plan(best, street, bets) + way[street]) % 4
        )
        value += RARE.of(sum(map(bool, way)), 3) * evaluate(best, erring).value
    assert machine.machine(GAME, "human", RARE).mean() == value == Fraction(MEAN)


def test_the_exact_mean_of_a_player_who_errs():
    best, tables = solver.solve(GAME), machine.machine(GAME, "human", RARE)
    assert tables.mean() == Fraction(MEAN)
    assert sum(tables.exact()) == 1
    assert run.simulation(GAME, "human", 3, errors=RARE).exact_mean == Fraction(MEAN) < best.value
    assert replace(tables, errors=Errors(Fraction(0), 3)).mean() == evaluate(best, HUMAN).value


@pytest.mark.parametrize(("count", "bonus"), [(1, False), (1, True), (5, True), (9, False)])
def test_the_kernel_is_its_twin(count: int, bonus: bool):
    tables = replace(card_tables(), bonus=bonus)
    for first, rounds in ((0, 3_001), (2**50 + 3, 700)):
        found = kernel.play(tables, 7, first, rounds, count)
        theirs = twin.endings(tables, 7, np.arange(first, first + rounds, dtype=np.uint64), count)
        assert np.array_equal(found.ended, theirs.T)
        assert np.array_equal(
            kernel.counts(tables, 7, first, rounds, count), twin.counts(tables, 7, first, rounds, count)
        )


def test_the_kernel_of_one_seat_is_its_twin():
    tables = alone_tables()
    for first, rounds in ((0, 30_001), (2**50 + 3, 700)):
        found = kernel.play(tables, 7, first, rounds)
        assert np.array_equal(found.ended[0], twin.endings(tables, 7, first + np.arange(rounds, dtype=np.uint64))[:, 0])


@pytest.mark.parametrize("count", [1, 4])
def test_the_engine_plays_the_same_errors(count: int):
    tables = alone_tables() if count == 1 else card_tables()
    driver = EngineDriver(read("crown")[0], GAME, "human", count, errors=OFTEN)
    for index in Random(count).sample(range(10**9), 100):  # noqa: S311
        ended = [tables.endings[at] for at in kernel.play(tables, 7, index, 1, count).ended[:, 0]]
        played = driver.replay(7, index).endings
        assert list(map(shown, played)) == list(map(shown, ended)), index


def shown(ending: machine.RoundEnd) -> tuple[str, Fraction, int]:
    """Return an ending without its single wagers, which are told apart only where they matter."""
    return ending.name, ending.net, ending.wagered


@pytest.mark.parametrize("count", [1, 3])
def test_whoever_errs_meets_the_same_cards(count: int):
    """Rounds without an error end as those of somebody who never errs; the others mostly do not."""
    erring, exact = alone_tables() if count == 1 else card_tables(), run.simulation(GAME, "human", count).tables
    numbers = np.arange(4_000, dtype=np.uint64)
    made = OFTEN.drawn(7, numbers, count).any(axis=2).T
    same = [
        [shown(erring.endings[a]) == shown(exact.endings[b]) for a, b in zip(*rows, strict=True)]
        for rows in zip(
            kernel.play(erring, 7, 0, 4_000, count).ended, kernel.play(exact, 7, 0, 4_000, count).ended, strict=True
        )
    ]
    assert np.array(same)[~made].all()
    assert np.array(same)[made].mean() < 0.5


def test_errors_come_as_often_as_they_should_and_each_alike():
    drawn = OFTEN.drawn(3, np.arange(60_000, dtype=np.uint64), 2)
    for seat, street in product(range(2), range(3)):
        counts = np.bincount(drawn[:, seat, street], minlength=4)
        assert abs(counts[0] - 40_000) < 5 * (60_000 * 2 / 9) ** 0.5
        assert ((counts[1:] - 20_000 / 3) ** 2 * 3 / 20_000).sum() < 28  # chi-squared: one in a million is 27.6
    assert abs(np.corrcoef((drawn > 0).reshape(len(drawn), -1).T)[np.triu_indices(6, 1)]).max() < 0.025


@pytest.mark.parametrize(("text", "chance"), [("1/50", "1/50"), ("2%", "1/50"), ("0.02", "1/50"), (".5 %", "1/200")])
def test_a_chance_is_read(text: str, chance: str):
    assert parse_errors(text, GAME) == Errors(Fraction(chance), 3)


@pytest.mark.parametrize("text", ["", "0", "1", "100%", "-1/50", "2/0", "1e-3", "nan", "half", "5"])
def test_what_is_not_a_chance_is_refused(text: str):
    with pytest.raises(InputError, match="is not how often a player errs"):
        parse_errors(text, GAME)


def test_errors_are_terms_of_a_run():
    """Parts of a run with other errors cannot be added up, and no deal without replacement is an error's."""
    assert replace(alone_tables(), errors=Errors(Fraction(1, 4), 3)).digest != alone_tables().digest
    with pytest.raises(InputError, match="without side wagers, errors or sessions"):
        parts.RunTerms(book="crown", rounds=10, seed=1, errors="1%", permuted=True).simulation()
