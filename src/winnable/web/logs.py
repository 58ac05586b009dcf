"""The log: one line of JSON for each request, and never whose it was.

A line contains no address of a browser, no player, no key of a game and no text that a client sent:
of a path only its pattern.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from select import select
from typing import Any, TextIO

__all__ = ["LOGGER", "log_error", "log_request", "set_up_logging"]

LOGGER = logging.getLogger("winnable.web")


_MAX_TRACE = 3_000
"""Characters of a traceback, its end: so that a line fits into a pipe."""


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "details", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)[-_MAX_TRACE:]
        return json.dumps(line)


class _NonBlockingHandler(logging.StreamHandler[TextIO]):
    """Writes to a stream, unless that would have to wait: nobody may be reading it.

    The event loop writes the log, so waiting would stop the server. How many lines were left out,
    the next line says.
    """

    def __init__(self) -> None:
        super().__init__()
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        if not _can_write(self.stream):
            self._left_out += 1
            return
        if self._left_out:
            details = {**getattr(record, "details", {}), "lines_left_out": self._left_out}
            record.details, self._left_out = details, 0
        super().emit(record)


def _can_write(stream: TextIO) -> bool:
    """Whether a stream takes a line at once; a pipe that says so has room for 4,096 bytes."""
    try:
        return bool(select([], [stream], [], 0)[1])
    except (OSError, ValueError):  # Windows, or a stream that is no file
        return True


def set_up_logging(*, log_requests: bool = True) -> None:
    """Write our lines and uvicorn's to standard error: requests too, or only what goes wrong."""
    handler = _NonBlockingHandler()
    handler.setFormatter(_JsonFormatter())
    level = logging.INFO if log_requests else logging.ERROR
    for name in ("winnable.web", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "winnable.web" else max(level, logging.WARNING))


def log_request(**details: object) -> None:
    LOGGER.info("request", extra={"details": details})


def log_error(event: str, **details: object) -> None:
    LOGGER.error(event, extra={"details": details})
