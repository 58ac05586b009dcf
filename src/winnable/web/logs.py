"""The log: one line of JSON for each request, and never whose it was.

A line contains no address of a browser, no player, no key of a game and no text that a client sent:
of a path only its pattern.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

__all__ = ["LOGGER", "log_error", "log_request", "set_up_logging"]

LOGGER = logging.getLogger("winnable.web")


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "details", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def set_up_logging(*, log_requests: bool = True) -> None:
    """Write our lines and uvicorn's to standard error: requests too, or only what goes wrong."""
    handler = logging.StreamHandler()
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
