"""Hands per second, scalar and batch, compared with phevaluator's `evaluate_5cards` on ints."""

from collections.abc import Iterator

import numpy as np
from phevaluator.evaluator import evaluate_5cards

from benchmarks.measure import Result, compare
from mississippi_stud import hands
from mississippi_stud.maths import batch

HANDS = 200_000


def run() -> Iterator[Result]:
    shuffled = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)
    deals = np.ascontiguousarray(shuffled[:, :5])
    rows = [tuple(deal) for deal in deals.tolist()]

    def scalar() -> None:
        five = hands.five
        for a, b, c, d, e in rows:
            five(a, b, c, d, e)

    def peer() -> None:
        for a, b, c, d, e in rows:
            evaluate_5cards(a, b, c, d, e)

    name = "a loop over phevaluator"
    yield compare("five cards, scalar", scalar, peer, target=2, peer_name=name, units=HANDS)
    yield compare("five cards, batch", lambda: batch.five(deals), peer, target=25, peer_name=name, units=HANDS)
