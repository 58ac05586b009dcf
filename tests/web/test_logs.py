"""The log: lines of JSON."""

import io
import json
import logging
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest
from child_processes import COMMAND
from web_servers import new_client

from winnable.web import logs


@pytest.fixture
def _loggers() -> Iterator[None]:
    """Restore the loggers afterwards."""
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
    logs.set_up_logging()
    return stream


def test_a_line_is_a_json_object(lines: io.StringIO) -> None:
    logs.log_request(route="/catalog", status=200)
    line = json.loads(lines.getvalue())
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "request", "route": "/catalog", "status": 200}


def test_a_traceback_is_one_line_too(lines: io.StringIO) -> None:
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError as error:
        logs.LOGGER.error("failure", exc_info=error)
    [text] = lines.getvalue().splitlines()
    line = json.loads(text)
    assert (line["level"], line["event"]) == ("error", "failure")
    assert "RuntimeError: two\nlines" in line["trace"]


def test_uvicorn_logs_warnings_only(lines: io.StringIO) -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.info("Application startup complete.")
    logger.warning("something odd")
    [line] = lines.getvalue().splitlines()
    assert json.loads(line)["event"] == "something odd"


def test_a_log_that_nobody_reads_does_not_stop_the_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    options = ("--port", "0", "--no-browser", "--workers", "1", "--origin", "http://cards.example")
    server = subprocess.Popen(
        [*COMMAND, "web", "--database", database, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        url = server.stdout.readline().split()[3]
        with new_client(url) as client:
            for _ in range(1_000):  # which is more than a pipe holds
                assert client.get("/health").status_code == 200
            log = server.stderr.fileno()
            while select([log], [], [], 0.2)[0]:
                os.read(log, 65536)
            client.get("/health")
            assert json.loads(os.read(log, 65536).splitlines()[0])["lines_left_out"] > 0
        server.terminate()
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
        server.stderr.close()
