"""The exact solver against its plain twin, process start against a second, hands against phevaluator and C."""

import ctypes
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from phevaluator.evaluator import evaluate_5cards
from tests.maths.plain import plain_solve

from benchmarks.measure import Result, compare
from mississippi_stud.maths import jackpot_wagers, kernels
from mississippi_stud.maths.game import Game
from mississippi_stud.maths.options import read
from mississippi_stud.maths.solver import solve
from mississippi_stud.maths.variations import Variation, VariedGame, varied

HANDS = 200_000
TWIN = "the plain NumPy solution"


def run() -> Iterator[Result]:
    yield from _solving()
    yield from _what_if()
    yield _starting()
    yield from _hands()


def _whole(game: Game) -> None:
    """Compute everything a solution says about a round: value, play, average wager, variance, how rounds end."""
    solved = solve(game)
    assert solved.value <= solved.average_wager
    assert solved.variance > 0


def _solving() -> Iterator[Result]:
    base = read("online")[2]
    capped = read("maryland", (), (), "100")[2]
    book, choices, crown = read("crown", (), (), "5")
    joined = jackpot_wagers.joined(book, choices, crown, 25_000_00)
    for title, game, target in (("base game", base, 150), ("caps", capped, 10), ("meter joined", joined, 10)):
        _whole(game)  # warm up: compute what does not depend on the game, on both sides
        plain_solve(game)
        yield compare(
            f"exact solve, {title}",
            lambda g=game: _whole(g),
            lambda g=game: plain_solve(g),
            target=target,
            peer_name=TWIN,
        )


def _what_if() -> Iterator[Result]:
    """Solve a game whose terms have just been changed, with all that the page shows: figures, ends, changed plays."""
    cases = {
        "a pay": Variation("online", ("straight=5",), (), "5"),
        "the multiples": Variation("online", (), ("multiples=1,3",), "5"),
        "a cap": Variation("online", (), ("maximum-payout=1000",), "500"),
        "a meter": Variation("crown", (), (), "5", "60000"),
    }
    for title, asked in cases.items():
        own = varied(Variation(asked.book, ante=asked.ante))

        def ours(asked: Variation = asked, own: VariedGame = own) -> None:
            found = VariedGame(solve(asked.game()))
            assert found.element_of_risk < 1
            assert found.win_chance > 0
            assert found.solved.variance > 0
            assert len(found.ends) == 15
            assert len(found.changes(own)) >= 0

        def twin(asked: Variation = asked) -> None:
            plain_solve(asked.game())

        ours()
        twin()
        yield compare(f"what if, {title} changed", ours, twin, target=10, peer_name=TWIN)


def _starting() -> Result:
    mstud = f"{sysconfig.get_path('scripts')}/mstud"

    def ours() -> None:
        subprocess.run([mstud, "solve", "online", "--json"], check=True, capture_output=True)

    return compare("mstud solve, whole process", ours, lambda: time.sleep(1), target=1, peer_name="one second")


def _hands() -> Iterator[Result]:
    shuffled = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)
    deals = np.ascontiguousarray(shuffled[:, :5])
    rows = [tuple(deal) for deal in deals.tolist()]

    def loop() -> None:
        for a, b, c, d, e in rows:
            evaluate_5cards(a, b, c, d, e)

    def ours() -> object:
        return kernels.five(deals)

    ours()
    name = "a loop over phevaluator"
    yield compare("five cards, compiled", ours, loop, target=150, peer_name=name, units=HANDS)
    with tempfile.TemporaryDirectory() as folder:
        in_c = _in_c(Path(folder), deals)
        assert np.array_equal(in_c(), ours())
        many = 20  # at least a millisecond at a time, so that the clock's precision does not matter

        def repeated(work: Callable[[], object]) -> Callable[[], None]:
            return lambda: [work() for _ in range(many)] and None

        peer = "a plain C loop, cc -O3 -march=native"
        yield compare(
            "five cards, compiled", repeated(ours), repeated(in_c), target=0.9, peer_name=peer, units=many * HANDS
        )


def _in_c(folder: Path, deals: np.ndarray) -> Callable[[], np.ndarray]:
    source, library = Path(__file__).with_name("plain_hands.c"), folder / "plain_hands.so"
    build = ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(build, check=True)
    function = ctypes.CDLL(str(library)).five
    function.restype = None
    weights, table, size = kernels.five_tables()
    made = np.empty(len(deals), dtype=np.uint8)
    pointers = [ctypes.c_void_p(each.ctypes.data) for each in (deals, weights, table, made)]

    def work() -> np.ndarray:
        cards, weight, hands, out = pointers
        function(cards, ctypes.c_size_t(len(deals)), weight, hands, ctypes.c_uint32(size), out)
        return made

    return work
