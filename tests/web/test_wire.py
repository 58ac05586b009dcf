"""The wire: heads that never end, requests that never come, more callers than there is room for."""

import socket
from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from web_servers import wait_until

from winnable.web.wire import wire

_GET = b"GET / HTTP/1.1\r\nhost: x\r\n"


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    """Says how long the body is, when all of it is there."""
    length, is_more = 0, True
    while is_more:
        message = await receive()
        length, is_more = length + len(message.get("body", b"")), message.get("more_body", False)
    body = str(length).encode()
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server that keeps three connections and has little patience."""
    config = uvicorn.Config(
        _app, port=0, lifespan="off", log_config=None, http=wire(3, slowest=0.3), loop="asyncio"
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    wait_until(lambda: server.started)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def call(port: int, *pieces: bytes) -> socket.socket:
    calling = socket.create_connection(("127.0.0.1", port), timeout=30)
    for piece in pieces:
        calling.sendall(piece)
    return calling


def answer(calling: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    said = b""
    with closing(calling):
        while more := calling.recv(65536):
            said += more
    return said


def test_a_request_is_answered(port: int) -> None:
    assert answer(call(port, _GET + b"connection: close\r\n\r\n")).endswith(b"\r\n\r\n0")


def test_a_large_body_is_no_large_head(port: int) -> None:
    body = b"x" * 200_000
    head = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 200000\r\n\r\n"
    assert answer(call(port, head + body)).endswith(b"\r\n\r\n200000")


def test_a_head_that_does_not_end(port: int) -> None:
    many = b"".join(b"x-%d: %s\r\n" % (at, b"y" * 100) for at in range(800))
    assert answer(call(port, _GET, many)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "half",
    [b"", b"GE", _GET, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc"],
    ids=["nothing", "a word", "a head", "a body"],
)
def test_half_a_request_is_not_waited_for(port: int, half: bytes) -> None:
    assert b"200" not in answer(call(port, half))


def test_no_more_connections_than_there_is_room_for(port: int) -> None:
    others = [call(port, _GET) for _ in range(3)]
    try:
        assert answer(call(port)) == b""
    finally:
        for other in others:
            other.close()
