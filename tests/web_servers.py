"""Real servers for tests: `winnable web` as a separate process, on a free port."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

import httpx
from child_processes import COMMAND

_READY = re.compile(r"Winnable is at (http://[^/]+)/(?:#token=(\S+))?")
TIMEOUT = 60.0

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; httpx would load all certificates of the system for each client."""

get, head, post, request = (
    partial(call, verify=NO_TLS, timeout=TIMEOUT)
    for call in (httpx.get, httpx.head, httpx.post, httpx.request)
)
"""httpx's functions: one request without cookies."""


def new_client(url: str | httpx.URL, **options: Any) -> httpx.Client:
    """A client that keeps cookies."""
    return httpx.Client(base_url=url, timeout=TIMEOUT, verify=NO_TLS, **options)


class Server:
    """A server that can be killed and started again, on the same port and database."""

    def __init__(self, database: str, *options: str, browser: dict[str, str] | None = None) -> None:
        """`browser` has the environment variables that say which browser to open; usually none."""
        self.database, self.browser = database, browser
        self.options = options if browser else ("--no-browser", *options)
        self.url = self.local_token = ""
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self._log is not None:
            self._log.close()
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - `close` closes it
        command = [*COMMAND, "web", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--database", self.database, *self.options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONWARNINGS": ""} | (self.browser or {}),
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = _READY.match(line)
        assert found, f"no server: {line!r} {self.log()}"
        self.url, self.local_token = found[1], found[2] or ""
        self.port = int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        """What it has written to standard error."""
        assert self._log is not None
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        return self.end(signal.SIGTERM)

    def send(self, sign: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sign)

    def end(self, sign: signal.Signals) -> int:
        """Send it a signal, and wait; its exit status."""
        self.send(sign)
        assert self._process is not None
        status = self._process.wait(TIMEOUT)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """Stop it if it is running."""
        if self.is_running:
            self.stop()
        if self._log is not None:
            self._log.close()

    def client(self) -> httpx.Client:
        """A new client of its API."""
        return new_client(f"{self.url}/api/v1")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task")
    return [
        int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()
    ]


def is_alive(pid: int) -> bool:
    """Whether a process is running, and not a zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(round(TIMEOUT / 0.02)):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("the condition was not met in time")


@contextmanager
def server(database: str, *options: str) -> Iterator[Server]:
    """A server that runs while the context lasts."""
    running = Server(database, *options)
    try:
        running.start()
        yield running
    finally:
        running.close()


@contextmanager
def sqlite_server(folder: Path, *options: str) -> Iterator[Server]:
    """The same with a database file of its own."""
    with server(f"sqlite:///{folder / 'games.db'}", *options) as running:
        yield running
