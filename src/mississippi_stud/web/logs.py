"""Logs for machines and people: one JSON object a line, or coloured lines where a person looks on."""

import logging
import sys
from time import perf_counter_ns
from typing import Any, Final

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_QUIET: Final = ("/static", "/healthz", "/readyz", "/metrics")


def set_up(level: str = "info") -> None:
    """Send everything, the server's own lines included, through one form to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    person = sys.stderr.isatty()
    last: list[Any] = (
        [structlog.dev.ConsoleRenderer()]
        if person
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class RequestLog(ASGIMiddleware):
    """A line for every request: what was asked, what was answered, how long it took."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on and tell what became of it."""
        if str(scope["path"]).startswith(_QUIET):
            await next_app(scope, receive, send)
            return
        started = perf_counter_ns()
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, sent)
        finally:
            took = (perf_counter_ns() - started) // 1000
            structlog.get_logger().info(
                "request", method=scope.get("method"), path=scope["path"], status=status, microseconds=took
            )
