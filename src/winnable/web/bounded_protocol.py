"""HTTP connections with limits: on sizes, on waiting in both directions, and on their number.

This is a subclass of uvicorn's own protocol, because uvicorn has no settings for these limits. It
waits without end for a head or body that trickles in ("slowloris"): `timeout_keep_alive` counts
only between requests, and every byte resets it; request timeouts have been on its list since 2018
(github.com/encode/uvicorn/issues/157). It waits without end for a client that does not read. A
head's size is limited only with h11, the slower parser in Python, trailers count as headers, and
`limit_concurrency` answers 503 but does not close connections, so it does not save file
descriptors. Neither Hypercorn nor Granian has settings for all of these (ARCHITECTURE.md).

The class is given to `uvicorn.Config(http=...)`, which takes any protocol class. It overrides
methods that asyncio and httptools define; of uvicorn's own it uses the attributes `connections`,
`loop`, `parser`, `pipeline`, `transport` and `url`, and overrides `send_400_response`. The upper
bound on uvicorn's version in pyproject.toml keeps out versions with which the tests of this module
have not passed.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from contextlib import suppress
from enum import Enum
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from winnable.web.addresses import address_group, is_loopback

__all__ = ["BoundedProtocol", "bounded_protocol"]

_UNSENT_IN_KERNEL = 16 * 1024
"""Bytes that the kernel accepts before it has sent them. Without a limit it accepts megabytes, and
then it takes a slow client minutes until we can see that it reads at all."""


_Part = Enum("_Part", ["NONE", "HEAD", "BODY"])
"""What of a request is arriving; trailers belong to the body."""


class _RefusedError(Exception):
    """Stops the parser: the request is not to be served."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class BoundedProtocol(HttpToolsProtocol):
    """One connection; a connection beyond any limit is closed."""

    max_connections: int
    connections_per_address: int
    is_behind_proxy = False
    """Whether connections from this computer are a proxy's, with many clients behind it."""
    max_head_size = 64 * 1024
    """Bytes of a request besides its body: its head, and then chunk sizes, extensions and trailers.
    Browsers stay far below."""
    max_fields = 100
    """Header fields and trailers; each takes far more memory than its bytes."""
    max_pipelined = 10
    """Requests that may wait for the response to an earlier one. Browsers send none ahead."""
    timeout = 20.0
    """Seconds for a head to arrive, then for its body; and that a client may read nothing."""
    min_rate = 1024
    """Bytes a second that a client has to read, on average."""
    address_counts: Counter[str]
    """Connections of each address, shared by the connections of one server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._part = _Part.NONE
        self._size = 0
        """Bytes of this part without the contents of the body."""
        self._fields = self._fields_size = 0
        self._address: str | None = None
        """What is counted in `address_counts`."""
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._allowance = self.timeout
        """Seconds that bytes may still wait for the client: see `_update_allowance`."""
        self._unsent = 0
        self._updated = 0.0
        self._refusal: _RefusedError | None = None

    # -- connections -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.max_connections or not self._count_address():
            transport.abort()
            return
        # Writing is paused whenever any byte waits for the client, so that the time can be taken.
        transport.set_write_buffer_limits(high=0)
        _limit_unsent(transport)
        self._updated = self.loop.time()
        self._start_read_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_read_timer()
        self._stop_write_timer()
        if self._address is not None:
            self.address_counts[self._address] -= 1
            if not self.address_counts[self._address]:
                del self.address_counts[self._address]
        super().connection_lost(exc)

    def _count_address(self) -> bool:
        """Count the connection; whether its address may have one more."""
        host = str((self.transport.get_extra_info("peername") or ("",))[0])
        if self.is_behind_proxy and is_loopback(host):
            return True
        address = address_group(host)
        if self.address_counts[address] >= self.connections_per_address:
            return False
        self.address_counts[address] += 1
        self._address = address
        return True

    # -- sizes -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._part is _Part.NONE and not data.strip(b"\r\n"):
            return  # empty lines would stop uvicorn's keep-alive timer, and begin no request
        self._size += len(data)
        super().data_received(data)
        # Checked afterwards, because the data may be a whole head and much of its body. What a part
        # gets in the same piece as the part before is not counted: at most 256 KiB in asyncio.
        self._size = max(self._size, 0)
        if self._size > self.max_head_size and not self.transport.is_closing():
            self._refusal = self._too_large()
            self.send_400_response("")

    def on_message_begin(self) -> None:
        self._part = _Part.HEAD
        self._fields = self._fields_size = 0
        self._start_read_timer()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count_field(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        self._count_field(len(name) + len(value))
        if self._part is _Part.HEAD:
            super().on_header(name, value)
        # A trailer is dropped: uvicorn would add it to the headers of the request under way.

    def on_headers_complete(self) -> None:
        self._check_head()
        self._begin_part(_Part.BODY)
        self._start_read_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._size -= len(body)  # uvicorn keeps little of it and stops reading
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_read_timer()  # until the next request uvicorn's timeout_keep_alive counts
        self._begin_part(_Part.NONE)
        super().on_message_complete()

    def _begin_part(self, part: _Part) -> None:
        self._part, self._size = part, 0

    def _count_field(self, size: int) -> None:
        """Count what is kept of a head, because a whole one may come in one piece."""
        self._fields_size += size
        if self._fields > self.max_fields or self._fields_size > self.max_head_size:
            self._refuse(self._too_large())

    # -- refusals ----------------------------------------------------------------------------------

    def _check_head(self) -> None:
        """Refuse what httptools accepts and nobody needs."""
        bad = HTTPStatus.BAD_REQUEST
        if self.parser.get_http_version() not in ("1.0", "1.1"):
            unsupported = HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
            self._refuse(_RefusedError(unsupported, "this server speaks HTTP/1.1"))
        if self.parser.should_upgrade():  # httptools would take the body for the next request
            self._refuse(_RefusedError(bad, "this server speaks HTTP/1.1: send no Upgrade"))
        if not self.url.startswith(b"/"):  # another host than Host's may be in it
            self._refuse(_RefusedError(bad, "the request target has to be a path, such as /"))
        if len(self.pipeline) >= self.max_pipelined:
            self._refuse(_RefusedError(bad, "too many requests ahead: wait for the responses"))

    def _refuse(self, refusal: _RefusedError) -> None:
        """Make the parser fail, so that uvicorn calls `send_400_response`."""
        self._refusal = refusal
        raise refusal

    def _too_large(self) -> _RefusedError:
        if self._part is _Part.BODY:
            return _RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "the body has too many chunks, or trailers that are too large: "
                f"besides its contents it may have {self.max_head_size:,} bytes",
            )
        return _RefusedError(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "the head of the request is too large: "
            f"it may have {self.max_fields} fields and {self.max_head_size:,} bytes",
        )

    def send_400_response(self, msg: str) -> None:
        """Respond as the application would, and close the connection."""
        status = self._refusal.status if self._refusal else HTTPStatus.BAD_REQUEST
        body = json.dumps({"error": str(self._refusal or "this is not a valid HTTP request")})
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            "connection: close",
        )
        self.transport.write("\r\n".join((*lines, "", body)).encode())
        self.transport.close()

    # -- time --------------------------------------------------------------------------------------

    def _start_read_timer(self) -> None:
        self._stop_read_timer()
        self._read_timer = self.loop.call_later(self.timeout, self._end_reading)

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _end_reading(self) -> None:
        if self.transport.is_reading():
            self.transport.close()
        elif not self.transport.is_closing():  # it is we who wait: for an earlier response
            self._start_read_timer()

    def pause_writing(self) -> None:
        """Take the time, since bytes wait for the client: also after `transport.close`."""
        now = self.loop.time()
        self._allowance = min(self.timeout, self._allowance + now - self._updated)
        self._updated, self._unsent = now, self.transport.get_write_buffer_size()
        self._start_write_timer()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stop_write_timer()
        self._update_allowance()
        super().resume_writing()

    def _update_allowance(self) -> None:
        """Reckon what the client has read against the time that it took (a leaky bucket)."""
        now, unsent = self.loop.time(), self.transport.get_write_buffer_size()
        gained = (self._unsent - unsent) / self.min_rate - (now - self._updated)
        self._allowance = min(self.timeout, self._allowance + gained)
        self._updated, self._unsent = now, unsent

    def _start_write_timer(self) -> None:
        self._write_timer = self.loop.call_later(max(self._allowance, 0), self._check_reader)

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _check_reader(self) -> None:
        self._update_allowance()
        if self._allowance > 0:
            self._start_write_timer()
        else:
            self.transport.abort()  # `close` would wait for the client


def _limit_unsent(transport: asyncio.Transport) -> None:
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)  # Linux and macOS
    if option is not None:
        with suppress(OSError):  # not a TCP connection, or the client has gone already
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.IPPROTO_TCP, option, _UNSENT_IN_KERNEL)


def bounded_protocol(
    max_connections: int,
    connections_per_address: int,
    *,
    is_behind_proxy: bool = False,
    **limits: float,
) -> type[BoundedProtocol]:
    """The protocol class of one server: uvicorn makes its instances itself.

    No address gets more than a quarter of all connections.
    """
    attributes = {
        "max_connections": max_connections,
        "connections_per_address": min(connections_per_address, max(1, max_connections // 4)),
        "is_behind_proxy": is_behind_proxy,
        "address_counts": Counter[str](),
        **limits,
    }
    return type("BoundedProtocol", (BoundedProtocol,), attributes)
