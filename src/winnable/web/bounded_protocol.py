"""HTTP connections with limits: on the size of a head, on waiting, and on their number.

This is a subclass of uvicorn's own protocol, because uvicorn has no settings for these limits. It
waits without end for a head or body that trickles in ("slowloris"): `timeout_keep_alive` counts
only between requests, and every byte resets it; request timeouts have been on its list since 2018
(github.com/encode/uvicorn/issues/157). A head's size is limited only with h11, the slower parser in
Python, and `limit_concurrency` answers 503 but does not close connections, so it does not save file
descriptors. Hypercorn has no such settings either.

The class is given to `uvicorn.Config(http=...)`, which takes any protocol class. It overrides
methods that asyncio and httptools define, and of uvicorn's own it uses only the attributes
`connections` and `transport`. The upper bound on uvicorn's version in pyproject.toml keeps out
versions with which tests/web/test_bounded_protocol.py has not passed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["BoundedProtocol", "bounded_protocol"]

_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n"


class BoundedProtocol(HttpToolsProtocol):
    """One connection; a connection beyond any limit is closed."""

    max_connections = 10_000
    max_head_size = 64 * 1024
    """Bytes of a request before its body; browsers stay far below."""
    timeout = 20.0
    """Seconds for a head to arrive, and then for its body."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_size: int | None = 0
        """Bytes of the head that is arriving; None while a body is."""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.max_connections:
            transport.close()
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head_size is not None:
            self._head_size += len(data)
        super().data_received(data)
        # Checked afterwards, because the data may be a whole head and much of its body.
        if self._head_size is not None and self._head_size > self.max_head_size:
            self.transport.write(_HEAD_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        self._head_size = self._head_size or 0
        self._start_timer()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_size = None
        self._start_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_timer()  # until the next request uvicorn's timeout_keep_alive counts
        self._head_size = 0
        super().on_message_complete()

    def _start_timer(self) -> None:
        self._stop_timer()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.timeout, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def bounded_protocol(max_connections: int, timeout: float | None = None) -> type[BoundedProtocol]:
    """The protocol class with other limits: uvicorn makes its instances itself."""
    limits = {"max_connections": max_connections, "timeout": timeout or BoundedProtocol.timeout}
    return type("BoundedProtocol", (BoundedProtocol,), limits)
