"""What Prometheus reads of the game and of its requests, beside the process (docs/reference/metrics.md).

Requests are labelled by the template of their path, never by the path itself: that names tables and holds tokens.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from litestar.datastructures import State
from prometheus_client import REGISTRY, Counter, Gauge, Histogram
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

_LABELS: Final = ("method", "path", "status_code")
_REQUESTS: Final = Counter("mstud_requests", "Requests that have been answered, and sockets that have ended", _LABELS)
_SECONDS: Final = Histogram("mstud_request_duration_seconds", "How long requests and sockets took", _LABELS)
_UNDER_WAY: Final = Gauge(
    "mstud_requests_in_progress", "Requests under way and open sockets", ("method",), multiprocess_mode="livesum"
)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "websocket"})


class RequestCounts:
    """Counts requests. What is counted under the same labels again is found at once."""

    def __init__(self) -> None:
        self._under_way: dict[str, Gauge] = {}
        self._of: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def begin(self, method: str) -> None:
        """Count a request that begins, or a socket."""
        self._gauge(method).inc()

    def end(self, method: str, template: str, status: int, nanoseconds: int) -> None:
        """Count a request that has ended; `template` is empty if no route was found, `status` 0 if nothing was sent."""
        self._gauge(method).dec()
        labels = (_known(method), template, status)
        if labels not in self._of:
            self._of[labels] = _REQUESTS.labels(*labels), _SECONDS.labels(*labels)
        requests, seconds = self._of[labels]
        requests.inc()
        seconds.observe(timedelta(microseconds=nanoseconds // 1000).total_seconds())

    def _gauge(self, method: str) -> Gauge:
        name = _known(method)
        if name not in self._under_way:
            self._under_way[name] = _UNDER_WAY.labels(name)
        return self._under_way[name]


def _known(method: str) -> str:
    """Return a method, or one name for all that clients make up: each would be counted for ever."""
    return method if method in _METHODS else "other"
