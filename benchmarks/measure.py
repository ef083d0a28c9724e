"""Measures a benchmark: the best of several runs, ours and the peer's in turn, so that both meet the same noise."""

import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 7


@dataclass(frozen=True)
class Result:
    """One line of the report: our time and a peer's for the same work, and the target ratio."""

    title: str
    ours: float
    peer: float
    target: float
    peer_name: str

    @property
    def ratio(self) -> float:
        return self.peer / self.ours

    @property
    def reached(self) -> bool:
        return self.ratio >= self.target

    def __str__(self) -> str:
        mark = "✓" if self.reached else "✗"
        return (
            f"{mark} {self.title}: {_time(self.ours)} against {_time(self.peer)} ({self.peer_name}), "
            f"{self.ratio:.1f}× (target {self.target:g}×)"
        )


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def compare(
    title: str, ours: Callable[[], object], peer: Callable[[], object], *, target: float, peer_name: str, units: int = 1
) -> Result:
    """Time both in turn and keep the best of each, per unit of work."""
    best = [float("inf"), float("inf")]
    for _ in range(RUNS):
        for which, work in enumerate((ours, peer)):
            start = time.perf_counter()
            work()
            best[which] = min(best[which], time.perf_counter() - start)
    return Result(title, best[0] / units, best[1] / units, target, peer_name)
