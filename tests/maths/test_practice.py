"""Theory against practice: exact binomial tails, and what a file of counts may say."""

import json
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from mississippi_stud.cli.main import application
from mississippi_stud.errors import InputError
from mississippi_stud.maths.par import ParSheet, par_sheet
from mississippi_stud.maths.practice import binomial_tails, practice


@cache
def sheet() -> ParSheet:
    return par_sheet("online")


@st.composite
def trials(draw: st.DrawFn) -> tuple[int, int, Fraction]:
    rounds = draw(st.integers(1, 60))
    return rounds, draw(st.integers(0, rounds)), draw(st.fractions(0, 1, max_denominator=1000).filter(bool))


@given(trials())
@settings(max_examples=150, deadline=None)
def test_the_tails_are_the_sums_of_the_whole_distribution(case: tuple[int, int, Fraction]):
    rounds, count, chance = case
    weights = [comb(rounds, k) * chance**k * (1 - chance) ** (rounds - k) for k in range(rounds + 1)]
    at_most, at_least = binomial_tails(rounds, count, chance)
    assert abs(at_most - sum(weights[: count + 1])) < Fraction(1, 10**40)
    assert abs(at_least - sum(weights[count:])) < Fraction(1, 10**40)


@pytest.mark.parametrize(
    ("rounds", "count", "at_most", "at_least"),
    [
        (649_740, 0, 0.367879158, 1.0),  # (1 - 1/n)^n
        (649_740, 1, 0.735758882, 0.632120842),
        (649_740, 5, 0.999405815, 0.003659847),
    ],
)
def test_royal_flushes_in_as_many_rounds_as_bring_one(rounds: int, count: int, at_most: float, at_least: float):
    found = binomial_tails(rounds, count, Fraction(1, 649_740))
    assert [float(each) for each in found] == pytest.approx([at_most, at_least], abs=5e-7)


def test_far_tails_of_many_rounds():
    assert binomial_tails(10**6, 490_000, Fraction(1, 2)) == (0, 1)  # 20 standard deviations: e^-200
    low, high = binomial_tails(10**6, 500_500, Fraction(1, 2))
    assert float(low) == pytest.approx(0.841586734, abs=1e-6)  # one, with half a count more
    assert float(high) == pytest.approx(0.158897184, abs=1e-6)
    assert binomial_tails(10, 10, Fraction(1)) == (1, 1)
    assert binomial_tails(10, 9, Fraction(1)) == (0, 1)


def test_counts_beside_what_was_to_be_expected():
    (found,) = practice(sheet(), {"counts": {"royal-flush": 2, "third-street": 99_998}})
    assert (found.wager, found.rounds, len(found.tests)) == (sheet().main, 100_000, 15)
    tests = {test.end: test for test in found.tests}
    assert tests["royal-flush"].expected == Fraction(100_000, 649_740)
    assert float(tests["royal-flush"].at_least) == pytest.approx(
        1 - (1 + 0.153907717) * 2.718281828**-0.153907717, abs=1e-6
    )
    assert (tests["flush"].observed, float(tests["flush"].at_least)) == (0, 1.0)
    assert sum(test.expected for test in found.tests) == 100_000


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"four-card-bonus": {"pair": 1}}, "observed-no-wager"),
        ({"main-game": {"pair": 1}}, "observed-no-end"),
        ({"main-game": {}}, "observed-rounds"),
        ({"main-game": {"flush": 0}}, "observed-rounds"),
        ({"main-game": {"flush": 10**9 + 1}}, "observed-rounds"),
    ],
)
def test_counts_that_cannot_be_tested_are_refused(counts: dict[str, dict[str, int]], code: str):
    with pytest.raises(InputError) as raised:
        practice(sheet(), counts)
    assert raised.value.code == code


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", '{"main-game": 3}', '{"main-game": {"flush": -1}}', '{"main-game": {"flush": 1.5}}', "\xff{"],
)
def test_a_file_without_counts_is_refused(text: str, tmp_path: Path):
    file = tmp_path / "counts.json"
    file.write_text(text, encoding="latin-1")
    done = CliRunner().invoke(application("par"), ["par", "online", "--observed", str(file)], prog_name="mstud")
    assert isinstance(done.exception, InputError)
    assert done.exception.code == "observed-unread"
    assert '{"main-game": {"royal-flush": 1' in str(done.exception)


def test_the_command_tests_what_a_simulation_answers(tmp_path: Path):
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"rounds": 10, "seed": 7, "counts": {"third-street": 4, "nothing": 6}}))
    arguments = ["par", "online", "--observed", str(file), "--json"]
    (told,) = json.loads(CliRunner().invoke(application("par"), arguments, prog_name="mstud").stdout)["observed"]
    assert (told["wager"], told["rounds"], told["ends"]["nothing"]["observed"]) == ("main-game-main", 10, 6)
    assert told["ends"]["royal-flush"]["at_least_decimal"] == 1
