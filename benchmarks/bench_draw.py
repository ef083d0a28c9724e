"""A draw over a million weighted entries, ranked whole, compared with NumPy's weighted choice without replacement.

NumPy's is compiled, works in floats and proves nothing; ours is exact integer arithmetic under a commitment.
"""

from collections.abc import Iterator

import numpy as np

from benchmarks.measure import Result, compare
from mississippi_stud.fairness.draw import DrawEntry, entries_root, ranking

ENTRIES = 1_000_000
SECRET = bytes(range(32))


def run() -> Iterator[Result]:
    weights = np.random.default_rng(1).integers(1, 51, ENTRIES)
    entries = tuple(DrawEntry(number, "p", weight) for number, weight in enumerate(weights.tolist(), start=1))
    root, chances = entries_root(entries), weights / weights.sum()
    chance = np.random.default_rng(2)

    def ours() -> None:
        assert sum(1 for _ in ranking(SECRET, "bench", root, "seed", entries)) == ENTRIES

    def peer() -> None:
        assert len(chance.choice(ENTRIES, size=ENTRIES, replace=False, p=chances)) == ENTRIES

    yield compare("a draw of a million", ours, peer, target=0.05, peer_name="numpy's choice without replacement")
