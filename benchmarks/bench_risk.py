"""Sessions, and games with other cards seen, against the times in which whoever asks still waits for the answer."""

import time
from collections.abc import Iterator

from benchmarks.measure import Result, compare
from mississippi_stud.maths.lattice import Round
from mississippi_stud.maths.options import read
from mississippi_stud.maths.seen_cards import seen_value
from mississippi_stud.maths.sessions import sum_of
from mississippi_stud.maths.solver import seen_with, solve

HALF_WIDTH = 0.0005
"""What ten seen cards are worth is wanted to 0.05% of an ante, 95 times in 100."""
SIX_MINUTES = 360.0


def run() -> Iterator[Result]:
    game = read("online")[2]
    fair, known = solve(game).distribution, solve(game, seen_with(["3rd"])).distribution
    yield _sessions("a session of 1,000 rounds", fair, 1_000, 0.5)
    yield _sessions("a session of 10,000 rounds", fair, 10_000, 1.0)
    yield _sessions("a session of 10,000 rounds, a card known", known, 10_000, 1.0)
    start = time.perf_counter()
    found = seen_value(game, 10)
    needed = time.perf_counter() - start
    wider = max(found.half_width / HALF_WIDTH, 1.0) ** 2  # half the width takes four times as long
    yield Result("ten seen cards to ±0.05%", needed * wider, SIX_MINUTES, 1, "six minutes")


def _sessions(title: str, distribution: Round, rounds: int, seconds: float) -> Result:
    """Work out all sums of a session, with a bound on their error."""

    def ours() -> None:
        assert sum_of(distribution, rounds).error < 1e-9

    ours()
    return compare(title, ours, lambda: time.sleep(seconds), target=1, peer_name=f"{seconds:g} s")
