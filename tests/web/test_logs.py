"""Lines of JSON."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from winnable.web import logs


@pytest.fixture
def _loggers() -> Iterator[None]:
    """The loggers as they are, afterwards too."""
    names = ("winnable.web", "uvicorn.error")
    before = [
        (logger, logger.handlers[:], logger.propagate, logger.level)
        for logger in map(logging.getLogger, names)
    ]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def lines(_loggers: None, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.set_up_logs()
    return stream


def test_a_line_is_an_object(lines: io.StringIO) -> None:
    logs.write_line("request", route="/games", status=200)
    told = json.loads(lines.getvalue())
    assert told.pop("time").endswith("+00:00")
    assert told == {"level": "info", "what": "request", "route": "/games", "status": 200}


def test_a_failure_is_one_line_too(lines: io.StringIO) -> None:
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError as error:
        logs.LOGGER.error("failure", exc_info=error)
    [line] = lines.getvalue().splitlines()
    told = json.loads(line)
    assert (told["level"], told["what"]) == ("error", "failure")
    assert "RuntimeError: two\nlines" in told["trace"]


def test_uvicorn_says_only_what_matters(lines: io.StringIO) -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.info("Application startup complete.")
    logger.warning("something odd")
    [line] = lines.getvalue().splitlines()
    assert json.loads(line)["what"] == "something odd"
