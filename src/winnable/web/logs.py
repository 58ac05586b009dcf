"""One line of JSON for each request: what was asked of the server, and never by whom.

There is no address of a browser in it, no player, no key of a table and no text that anybody sent:
of a path only its pattern is told.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

__all__ = ["LOGGER", "set_up_logs", "write_line"]

LOGGER = logging.getLogger("winnable.web")


class _Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told)


def set_up_logs(*, is_telling_all: bool = True) -> None:
    """Write our lines, and uvicorn's, on standard error: all of them, or only what goes wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines())
    least = logging.INFO if is_telling_all else logging.ERROR
    for name in ("winnable.web", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(least if name == "winnable.web" else max(least, logging.WARNING))


def write_line(what: str, **told: object) -> None:
    """Log something that has happened."""
    LOGGER.info(what, extra={"told": told})
