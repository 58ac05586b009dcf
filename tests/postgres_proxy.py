"""A proxy before a PostgreSQL server that cuts the connection in the ways in which networks do."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from postgres import Server

_SOCKET = ".s.PGSQL.5432"


class Proxy:
    """Passes everything on, as long as a test does not say otherwise."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server, self._folder = server, folder
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / _SOCKET))
        self._listening.listen(100)
        self._connections: list[socket.socket] = []
        self._threads: list[Thread] = []
        self.is_cut = False
        """Whether every byte disappears, in both directions, and nobody is told."""
        self.is_commit_lost = False
        """Whether the answer to the next commit, and all that follows it, disappears."""
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *args: object) -> None:
        thread = Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def url(self, url: str) -> str:
        """A URL of the server that leads through the proxy."""
        found = str(self._server.folder).replace("/", "%2F")
        assert found in url
        return url.replace(found, str(self._folder).replace("/", "%2F"))

    def drop(self) -> None:
        """Close every connection, as a router does that has forgotten them."""
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # which ends `accept`
        self.drop()
        for thread in self._threads:
            thread.join()
        for each in (self._listening, *self._connections):
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server.folder / _SOCKET))
                lost = [False]
                self._connections += [client, server]
                for ends in ((client, server, lost, True), (server, client, lost, False)):
                    self._start(self._pass_on, *ends)

    def _pass_on(
        self, source: socket.socket, target: socket.socket, lost: list[bool], is_request: bool
    ) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_request and self.is_commit_lost and b"COMMIT" in data:
                    self.is_commit_lost, lost[0] = False, True
                if not self.is_cut and (is_request or not lost[0]):
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy that is there while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="winnable-proxy-") as folder:
        running = Proxy(server, Path(folder))
        try:
            yield running
        finally:
            running.close()
