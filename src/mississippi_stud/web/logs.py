"""Logs for machines and people: one JSON object a line, or coloured lines where a person looks on."""

import logging
import sys
from typing import Any, Final

import structlog

_FAULTS_OF_CLIENTS: Final = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
"""What uvicorn warns of although the server is well: anybody could fill the log with it."""


def _is_ours(record: logging.LogRecord) -> bool:
    return record.msg not in _FAULTS_OF_CLIENTS or logging.getLogger().isEnabledFor(logging.INFO)


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
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
