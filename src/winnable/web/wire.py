"""The connection to a browser, bounded before there is a request to look at.

Uvicorn's parser takes headers of any length and waits for them for ever. Here a head has a size, a
request a time in which it has to be there, and the server a number of connections; what goes beyond
is closed. Whatever is inside a request is `winnable.web.guard`'s to look at.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

__all__ = ["Wire", "wire"]

LARGEST_HEAD = 64 * 1024
"""Bytes of a request before its body; browsers stay far below."""
SLOWEST = 20.0
"""Seconds for a head to come, and then for its body."""

_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n"


class Wire(HttpToolsProtocol):
    """A connection. `most` of them are kept open; the next ones are closed at once."""

    most, largest, slowest = 10_000, LARGEST_HEAD, SLOWEST

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._head: int | None = 0
        """Bytes of a head that is not complete; None while there is none to come."""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has called."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.close()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        # Asked afterwards: what came may be a whole head, and much of its body.
        if self._head is not None and self._head > self.largest and self.transport is not None:
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head = self._head or 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self._head = None
        self._wait()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        # Until the next request the connection may rest, for as long as uvicorn lets it.
        self._rest()
        self._head = 0
        super().on_message_complete()

    def _wait(self) -> None:
        """Give what is to come its time."""
        self._rest()
        self._timer = asyncio.get_running_loop().call_later(self.slowest, self._close)

    def _rest(self) -> None:
        """Nothing has to come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()


def wire(most: int, **bounds: float) -> type[Wire]:
    """Connections, of which so many are kept open; `largest` and `slowest` as you like."""
    return type("BoundedWire", (Wire,), {"most": most, **bounds})
