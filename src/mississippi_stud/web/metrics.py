"""What Prometheus reads of the game itself, beside requests and the process (docs/reference/metrics.md)."""

from collections.abc import Iterator
from typing import Final

from litestar.datastructures import State
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

_SECOND: Final = 1_000_000


class _Game(Collector):
    """Reads the application that this process runs, when somebody asks."""

    def __init__(self) -> None:
        self._state: State | None = None

    def show(self, state: State) -> None:
        """Show the application with this state from now on."""
        self._state = state

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield what there is to measure."""
        state = self._state
        if state is None:
            return
        last = state.floor.anchors and state.floor.anchors.last
        yield GaugeMetricFamily("mstud_live_views", "Live views that are open", value=state.live_views[""])
        yield GaugeMetricFamily(
            "mstud_ready", "Whether the database took the last test write", value=not state.not_ready
        )
        if last is not None:
            at = last.at // _SECOND
            yield GaugeMetricFamily("mstud_anchored_timestamp_seconds", "When the log was last anchored", value=at)


GAME: Final = _Game()
REGISTRY.register(GAME)
