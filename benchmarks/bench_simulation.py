"""Simulated rounds against a plain C loop over the same tables, on one core and on two; six seats against one."""

import ctypes
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from benchmarks.measure import Result, compare
from mississippi_stud.maths.options import read
from mississippi_stud.maths.simulation import kernel
from mississippi_stud.maths.simulation.machine import StateTables
from mississippi_stud.maths.simulation.run import simulation

ROUNDS = 20_000_000
SEATS_ROUNDS = 2_000_000
C_ROUNDS_A_SECOND = 80_000_000
"""The peer must be worth beating: no slower than this on an idle core."""
Count = Callable[[int, int], np.ndarray]


def run() -> Iterator[Result]:
    game = read("online")[2]
    tables, six = simulation(game).tables, simulation(game, seats=6).tables

    def ours(first: int, rounds: int) -> np.ndarray:
        return kernel.counts(tables, 7, first, rounds)[0]

    with tempfile.TemporaryDirectory() as folder:
        in_c = _in_c(Path(folder), tables)
        assert np.array_equal(in_c(0, 10**6), ours(0, 10**6))
        peer = "a plain C loop, cc -O3 -march=native"
        one = compare(
            "simulated rounds, one core",
            lambda: ours(0, ROUNDS),
            lambda: in_c(0, ROUNDS),
            target=1.8,
            peer_name=peer,
            units=ROUNDS,
        )
        yield one
        yield Result(
            "the plain C loop itself, one core", one.peer, 1 / C_ROUNDS_A_SECOND, 1, "80 million rounds a second"
        )
        two = compare("", lambda: _both(ours), lambda: _both(in_c), target=0, peer_name=peer, units=2 * ROUNDS)
        ratio = (one.ours / two.ours) / (one.peer / two.peer)
        yield Result("simulated rounds, scaling to two cores", 1 / ratio, 1, 0.9, "C's own scaling as 1")
    kernel.counts(six, 7, 0, 1000, 6)
    yield compare(
        "simulated rounds of six seats, by seat",
        lambda: kernel.counts(six, 7, 0, SEATS_ROUNDS, 6),
        lambda: ours(0, SEATS_ROUNDS),
        target=0.25,
        peer_name="one seat",
        units=SEATS_ROUNDS,
    )


def _both(count: Count) -> None:
    """Count on two cores at once; neither side holds the interpreter's lock."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(count, (0, ROUNDS), (ROUNDS, ROUNDS)))


def _in_c(folder: Path, tables: StateTables) -> Count:
    source, library = Path(__file__).with_name("plain_simulation.c"), folder / "plain_simulation.so"
    build = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(build, check=True)
    function = ctypes.CDLL(str(library)).count
    function.restype = None
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (tables.hole, tables.third, tables.fourth, tables.fifth)]

    def work(first: int, rounds: int) -> np.ndarray:
        found = np.zeros(len(tables.endings), dtype=np.int64)
        numbers = (ctypes.c_uint64(each) for each in (7, first, rounds))
        function(*pointers, *numbers, ctypes.c_void_p(found.ctypes.data))
        return found

    return work
