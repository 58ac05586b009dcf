"""Real servers for the tests: `winnable web` as a process of its own, on a port that is free."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

import httpx

_COMMAND = (sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())")
_READY = re.compile(r"Winnable is at (http://[^/]+)/(?:#seat=(\S+))?")
PATIENCE = 60.0

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here is encrypted; httpx would read all certificates of the system for each client."""

get, head, post, request = (
    partial(call, verify=_NO_TLS, timeout=PATIENCE)
    for call in (httpx.get, httpx.head, httpx.post, httpx.request)
)
"""As httpx has them: somebody who is nobody, and says one thing."""


def caller(url: str | httpx.URL, **more: Any) -> httpx.Client:
    """Somebody who speaks to a server, and keeps the cookies that they are given."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=_NO_TLS, **more)


class Server:
    """A running server. It can be killed and started again on the same port and database."""

    def __init__(self, database: str, *options: str) -> None:
        self.database, self.options = database, options
        self.url = self.seat = ""
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self._log is not None:  # of the one before this
            self._log.close()
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - `close` closes it
        command = [*_COMMAND, "web", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--database", self.database, *self.options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            stdin=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONWARNINGS": ""},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = _READY.match(line)
        assert found, f"no server: {line!r} {self.log()}"
        self.url, self.seat = found[1], found[2] or ""
        self.port = int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        """What it has written on standard error."""
        assert self._log is not None
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def kill(self) -> None:
        """End it as the power failing would."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        return self.end(signal.SIGTERM)

    def end(self, sign: signal.Signals) -> int:
        """Send it a signal, and wait; its exit status."""
        assert self._process is not None
        self._process.send_signal(sign)
        status = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    @property
    def is_running(self) -> bool:
        """Whether it is there."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """See it off, whatever state it is in."""
        if self.is_running:
            self.stop()
        if self._log is not None:
            self._log.close()

    def client(self) -> httpx.Client:
        """Somebody new, who speaks to the API."""
        return caller(f"{self.url}/api/v1")


def children(pid: int) -> list[int]:
    """The numbers of the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task")
    return [
        int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()
    ]


def is_alive(pid: int) -> bool:
    """Whether a process is there, and not only its name on a list."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(has_come: Callable[[], bool]) -> None:
    """Wait for something, and not for long."""
    for _ in range(round(PATIENCE / 0.02)):
        if has_come():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come")


@contextmanager
def server(database: str, *options: str) -> Iterator[Server]:
    """A server that is there while the context lasts."""
    running = Server(database, *options)
    try:
        running.start()
        yield running
    finally:
        running.close()


@contextmanager
def sqlite_server(folder: Path, *options: str) -> Iterator[Server]:
    """The same on a file of its own."""
    with server(f"sqlite:///{folder / 'games.db'}", *options) as running:
        yield running
