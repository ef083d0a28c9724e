"""Logs for machines and people: one JSON object per line, or coloured lines in a terminal."""

import logging
import sys
from typing import Any, Final

import structlog

_FAULTS_OF_CLIENTS: Final = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
"""Warnings of uvicorn that are not the server's fault: anybody could fill the log with them."""


def _is_ours(record: logging.LogRecord) -> bool:
    return record.msg not in _FAULTS_OF_CLIENTS or logging.getLogger().isEnabledFor(logging.INFO)


def set_up(level: str = "info") -> None:
    """Send everything, including the server's own lines, to standard error in one format."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    person = sys.stderr.isatty()
    last: list[Any] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]  # others show passwords
        if person
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first: most lines are about requests, which few people keep
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
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
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
