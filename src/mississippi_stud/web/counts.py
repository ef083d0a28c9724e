"""Counts of requests, as Prometheus reads them: how many, how long they took, and how many are under way.

They are labelled by the template of the path, never by the path itself: that names tables and holds tokens.
"""

from datetime import timedelta
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

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
