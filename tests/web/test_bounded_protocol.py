"""Limits of a connection: heads that do not end, requests that do not arrive, too many of them."""

import socket
from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from web_servers import wait_until

from winnable.web.bounded_protocol import bounded_protocol

_GET = b"GET / HTTP/1.1\r\nhost: x\r\n"


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with the length of the body."""
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
    """A server with room for three connections and a short timeout."""
    config = uvicorn.Config(
        _app,
        port=0,
        lifespan="off",
        log_config=None,
        http=bounded_protocol(3, timeout=0.3),
        loop="asyncio",
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    wait_until(lambda: server.started)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def connect(port: int, *pieces: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    for piece in pieces:
        connection.sendall(piece)
    return connection


def response(connection: socket.socket) -> bytes:
    """Everything that is received until the server closes the connection."""
    received = b""
    with closing(connection):
        while more := connection.recv(65536):
            received += more
    return received


def test_a_normal_request(port: int) -> None:
    assert response(connect(port, _GET + b"connection: close\r\n\r\n")).endswith(b"\r\n\r\n0")


def test_a_large_body_does_not_count_as_head(port: int) -> None:
    body = b"x" * 200_000
    head = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 200000\r\n\r\n"
    assert response(connect(port, head + body)).endswith(b"\r\n\r\n200000")


def test_a_head_that_does_not_end(port: int) -> None:
    many = b"".join(b"x-%d: %s\r\n" % (at, b"y" * 100) for at in range(800))
    assert response(connect(port, _GET, many)).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "half",
    [b"", b"GE", _GET, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc"],
    ids=["nothing", "a word", "a head", "a body"],
)
def test_an_incomplete_request_times_out(port: int, half: bytes) -> None:
    assert b"200" not in response(connect(port, half))


def test_too_many_connections(port: int) -> None:
    others = [connect(port, _GET) for _ in range(3)]
    try:
        assert response(connect(port)) == b""
    finally:
        for other in others:
            other.close()
