"""A lean HTTP/1.1 client: one connection that stays, one question on it at a time.

It is made for measuring. A question is bytes that were put together before, an answer is bytes that
are looked at later, and the clock is read when the first is handed to the system and when the last
of the other has come. So a thousand of them cost the measured server next to nothing.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from typing import Any, cast

__all__ = ["Answer", "ConnectionBrokenError", "Wire", "ask_for", "post"]

_END_OF_HEAD = b"\r\n\r\n"
_LAST_CHUNK = b"\r\n0\r\n\r\n"
_LONGEST_SILENCE = 45.0
"""Seconds; after a while the server hangs up, and a question may cross that on its way."""


class ConnectionBrokenError(Exception):
    """The server has hung up in the middle of something, or speaks no HTTP."""


@dataclass(frozen=True)
class Answer:
    """What came back, and how long it took."""

    status: int
    head: bytes
    body: bytes
    seconds: float

    def json(self) -> dict[str, Any]:
        """The body, of an answer that is one JSON object."""
        return cast(dict[str, Any], json.loads(self.body))

    def lines(self) -> list[dict[str, Any]]:
        """The objects of a stream, out of the chunks in which it came."""
        return [json.loads(line) for line in self.body.splitlines() if line.startswith(b"{")]

    @property
    def cookie(self) -> str:
        """The cookie that was given; empty if there was none."""
        for line in self.head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"set-cookie":
                return value.partition(b";")[0].decode()
        return ""


def ask_for(path: str, cookie: str = "") -> bytes:
    """A question that changes nothing."""
    return _request("GET", path, cookie, b"")


def post(path: str, body: dict[str, object], cookie: str = "") -> bytes:
    """A question that changes something."""
    return _request("POST", path, cookie, json.dumps(body).encode())


def _request(method: str, path: str, cookie: str, body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Wire(asyncio.Protocol):
    """A connection."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._seen = bytearray()
        self._head = self._length = -1
        """Where the body begins, and how long it is; -1 while that is not known."""
        self._began = self._ended = 0.0

    @classmethod
    async def to(cls, host: str, port: int) -> Wire:
        """Connect to a server."""
        wire = cls(host, port)
        await wire.mend()
        return wire

    async def mend(self) -> bool:
        """Connect anew where the server has hung up or may do so any moment; whether that was so.

        It hangs up where nothing has been said for a while.
        """
        is_idle = time.perf_counter() - self._ended > _LONGEST_SILENCE
        if self._transport is not None and not self._transport.is_closing() and not is_idle:
            return False
        self.close()
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, self._host, self._port)
        self._ended = time.perf_counter()
        return True

    def ask(self, request: bytes) -> asyncio.Future[Answer]:
        """Send something; the answer comes when it is all there."""
        if self._transport is None or self._transport.is_closing():
            raise ConnectionBrokenError("the connection is closed")
        self._answer = asyncio.get_running_loop().create_future()
        self._seen.clear()
        self._head = self._length = -1
        self._began = time.perf_counter()
        self._transport.write(request)
        return self._answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    # -- what asyncio calls ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line stands."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(
                ConnectionBrokenError(f"the server hung up: {exc or 'it said nothing'}")
            )

    def data_received(self, data: bytes) -> None:
        """Some of an answer."""
        self._seen += data
        if self._head < 0 and not self._read_head():
            return
        if self._length < 0:
            is_whole = self._seen.endswith(_LAST_CHUNK)
        else:
            is_whole = len(self._seen) >= self._head + self._length
        if is_whole and self._answer is not None and not self._answer.done():
            self._ended = time.perf_counter()
            head, body = bytes(self._seen[: self._head]), bytes(self._seen[self._head :])
            seconds = self._ended - self._began
            self._answer.set_result(Answer(int(head[9:12]), head, body, seconds))

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
