"""The simulation's chance, tables and kernel against NumPy, the exact solver and the twin."""

import json
import subprocess
import sysconfig
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mississippi_stud.maths import solver, strategy
from mississippi_stud.maths.options import read
from mississippi_stud.maths.simulation import kernel, machine, philox, twin

M64 = 2**64 - 1
MSTUD = Path(sysconfig.get_path("scripts")) / "mstud"


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [  # the known answers of Random123, philox4x64 10
        ((0, 0, 0, 0), (0, 0), "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
        ((M64,) * 4, (M64, M64), "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
        (
            (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x452821E638D01377, 0xBE5466CF34E90C6C),
            "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
        ),
    ],
)
def test_philox_gives_the_known_answers(counter: tuple[int, ...], key: tuple[int, int], words: str):
    found = philox.philox(tuple(np.array([each], dtype=np.uint64) for each in counter), key)
    assert " ".join(f"{int(each[0]):016x}" for each in found) == words


@given(seed=st.integers(0, M64), block=st.integers(1, 2**40), attempt=st.integers(0, 3))
def test_philox_is_numpys(seed: int, block: int, attempt: int):
    numbers = np.arange(4 * block, 4 * block + 4, dtype=np.uint64)
    theirs = np.random.Philox(key=np.array([seed, 0], dtype=np.uint64), counter=[block - 1, attempt, 0, 0]).random_raw(
        4
    )
    assert np.array_equal(philox.words(seed, numbers, attempt), theirs)


@pytest.mark.parametrize("book", ["nsw", "maryland", "crown", "online"])
def test_the_tables_hold_the_exact_game(book: str):
    """Every one of the 155,937,600 draws, followed through the tables, gives the solver's own counts."""
    game = read(book)[2]
    solved, tables = solver.solve(game), machine.machine(game)
    assert tables.mean() == solved.value
    found: dict[str, int] = {}
    for ending, count in zip(tables.endings, tables.exact().tolist(), strict=True):
        found[ending.name] = found.get(ending.name, 0) + count
    exact = {hand.key: solved.hand_probability(hand) for hand in machine.Hand}
    exact |= {name: solved.fold_probability(at) for at, name in enumerate(machine.STREETS)}
    assert found == {name: chance * 155_937_600 for name, chance in exact.items()}


def test_the_tables_hold_other_strategies():
    game = read("online", (), ("straight=9", "two-pair=1"))[2]
    human = machine.machine(game, "human")
    assert human.mean() == strategy.human(game).value < solver.solve(game).value
    never = machine.machine(read("online")[2], "never-fold")
    played = [count for ending, count in zip(never.endings, never.exact(), strict=True) if ending.wagered == 4]
    assert sum(played) == 155_937_600
    royal = [n for ending, n in zip(never.endings, never.exact(), strict=True) if n and ending.name == "royal-flush"]
    assert royal == [155_937_600 // 649_740]


TABLES = machine.machine(read("online")[2])


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, M64), first=st.integers(0, 2**50), rounds=st.integers(0, 9_000))
def test_the_kernel_is_its_twin(seed: int, first: int, rounds: int):
    assert np.array_equal(kernel.counts(TABLES, seed, first, rounds), twin.counts(TABLES, seed, first, rounds))


def test_the_kernel_is_its_twin_where_words_are_drawn_again():
    """Among a million rounds some words would bias the deal and are replaced."""
    numbers = np.arange(10**6, dtype=np.uint64)
    word = philox.words(7, numbers)
    high, low = word >> np.uint64(32), word & np.uint64(0xFFFFFFFF)
    again = (high * np.uint64(66_300) & np.uint64(2**32 - 1)) < np.uint64(2**32 % 66_300)
    again |= (low * np.uint64(2_352) & np.uint64(2**32 - 1)) < np.uint64(2**32 % 2_352)
    assert again.sum() >= 1
    assert np.array_equal(kernel.counts(TABLES, 7, 0, 10**6), twin.counts(TABLES, 7, 0, 10**6))


def test_the_command_keeps_its_contract():
    done = subprocess.run(
        [MSTUD, *["simulate", "crown", "--rounds", "100000", "--seed", "7", "--json"]],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    names = "rounds seed counts net_antes wagered_antes mean_decimal standard_error_decimal exact_mean z_decimal"
    assert list(told) == names.split()
    assert sum(told["counts"].values()) == told["rounds"] == 100_000
    assert told["exact_mean"] == "-53223/1082900"
    assert told["mean_decimal"] == told["net_antes"] / 100_000
    assert abs(told["z_decimal"]) < 5
