"""A small application behind `BoundedProtocol`, in a thread, with limits that tests choose."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import uvicorn
from starlette.types import Receive, Scope, Send
from web_servers import wait_until

from winnable.web.bounded_protocol import bounded_protocol

MAY_END = Event()
"""Whether responses of /slow may end."""


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with what it has got; slowly, or with as many bytes as the path says."""
    if scope["path"] == "/slow":
        await asyncio.to_thread(MAY_END.wait, 60)
    length, is_more = 0, True
    while is_more:
        message = await receive()
        length, is_more = length + len(message.get("body", b"")), message.get("more_body", False)
    names = [name.decode() for name, _ in scope["headers"]]
    body = json.dumps({"length": length, "headers": names}).encode()
    if scope["path"][1:].isdecimal():
        body = b"x" * int(scope["path"][1:])
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def running(
    max_connections: int = 100,
    connections_per_address: int = 100,
    *,
    is_behind_proxy: bool = False,
    timeout: float = 30,
    **limits: float,
) -> Iterator[int]:
    """The port of a server with these limits."""
    protocol = bounded_protocol(
        max_connections,
        connections_per_address,
        is_behind_proxy=is_behind_proxy,
        timeout=timeout,
        **limits,
    )
    config = uvicorn.Config(
        _app,
        port=0,
        lifespan="off",
        log_config=None,
        http=protocol,
        ws="none",
        loop="asyncio",
        timeout_keep_alive=1,
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()
    assert protocol.address_counts == {}
