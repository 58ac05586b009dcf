"""A lean HTTP/1.1 client for measuring: one connection, one request on it at a time.

A request is bytes that were made before, a response is bytes that are parsed later, and the clock
is read when a request is written and when the last byte of its response has come. So a thousand
clients cost the measured server next to nothing.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

__all__ = ["Connection", "ConnectionBrokenError", "Response", "get_request", "post_request"]

_END_OF_HEAD = b"\r\n\r\n"
_LAST_CHUNK = b"\r\n0\r\n\r\n"
_ADDRESSES = 40 if sys.platform == "linux" else 1
"""Addresses of this computer (127.0.0.1 to 127.0.0.40) that connections to it come from, since one
address may have only some hundreds; other systems have just one."""
_MAX_IDLE = 45.0
"""Seconds; the server closes idle connections, and a request must not cross that on its way."""

_numbers = count()


class ConnectionBrokenError(Exception):
    """The server has closed the connection before the end of a response."""


@dataclass(frozen=True)
class Response:
    """A response, and how long it took."""

    status: int
    head: bytes
    body: bytes
    seconds: float

    def json(self) -> dict[str, Any]:
        """The body, if it is one JSON object."""
        return cast(dict[str, Any], json.loads(self.body))

    def lines(self) -> list[dict[str, Any]]:
        """The objects of a stream, from the chunks of its body."""
        return [json.loads(line) for line in self.body.splitlines() if line.startswith(b"{")]

    @property
    def cookie(self) -> str:
        """The cookie that was set; empty if there was none."""
        for line in self.head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"set-cookie":
                return value.partition(b";")[0].decode()
        return ""


def get_request(path: str, cookie: str = "") -> bytes:
    return _request("GET", path, cookie, b"")


def post_request(path: str, body: dict[str, object], cookie: str = "") -> bytes:
    return _request("POST", path, cookie, json.dumps(body).encode())


def _request(method: str, path: str, cookie: str, body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _next_source(host: str) -> tuple[str, int] | None:
    """The address that the next connection comes from; None: as usual."""
    if not host.startswith("127."):
        return None
    return f"127.0.0.{next(_numbers) % _ADDRESSES + 1}", 0


class Connection(asyncio.Protocol):
    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._transport: asyncio.Transport | None = None
        self._response: asyncio.Future[Response] | None = None
        self._seen = bytearray()
        self._head = self._length = -1
        """Where the body begins, and how long it is; -1 while that is not known."""
        self._began = self._ended = 0.0

    @classmethod
    async def to(cls, host: str, port: int) -> Connection:
        """Connect to a server."""
        connection = cls(host, port)
        await connection.reconnect()
        return connection

    async def reconnect(self) -> bool:
        """Connect again if the connection is closed or has been idle; whether it was."""
        is_idle = time.perf_counter() - self._ended > _MAX_IDLE
        if self._transport is not None and not self._transport.is_closing() and not is_idle:
            return False
        self.close()
        loop = asyncio.get_running_loop()
        await loop.create_connection(
            lambda: self, self._host, self._port, local_addr=_next_source(self._host)
        )
        self._ended = time.perf_counter()
        return True

    def send(self, request: bytes) -> asyncio.Future[Response]:
        """Send a request; its whole response."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionBrokenError("the connection is closed")
        self._response = asyncio.get_running_loop().create_future()
        self._seen.clear()
        self._head = self._length = -1
        self._began = time.perf_counter()
        self._transport.write(request)
        return self._response

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # -- called by asyncio -------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._response is not None and not self._response.done():
            self._response.set_exception(
                ConnectionBrokenError(f"the server closed the connection: {exc or 'no reason'}")
            )

    def data_received(self, data: bytes) -> None:
        self._seen += data
        if self._head < 0 and not self._read_head():
            return
        if self._length < 0:
            is_whole = self._seen.endswith(_LAST_CHUNK)
        else:
            is_whole = len(self._seen) >= self._head + self._length
        if is_whole and self._response is not None and not self._response.done():
            self._ended = time.perf_counter()
            head, body = bytes(self._seen[: self._head]), bytes(self._seen[self._head :])
            seconds = self._ended - self._began
            self._response.set_result(Response(int(head[9:12]), head, body, seconds))

    def _read_head(self) -> bool:
        end = self._seen.find(_END_OF_HEAD)
        if end < 0:
            return False
        self._head = end + len(_END_OF_HEAD)
        for line in bytes(self._seen[:end]).lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                self._length = int(line[15:])
            elif line.startswith(b"http/1.1 204"):
                self._length = 0
        return True
