"""A real server under requests that no browser sends: short errors, little memory, no traceback."""

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from address_route import WITH_ADDRESS
from api_client import deal
from child_processes import COMMAND
from http_attacks import FORBIDDEN, endless_trailers, received, rss, sockets
from web_servers import Server, get, sqlite_server, wait_until

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with sqlite_server(tmp_path_factory.mktemp("attacked"), "--workers", "1") as running:
        yield running
        assert "trace" not in running.log().lower()


def connect(server: Server, *pieces: bytes, source: str = "127.0.0.1") -> socket.socket:
    connection = socket.create_connection(
        ("127.0.0.1", server.port), timeout=60, source_address=(source, 0)
    )
    with suppress(ConnectionError):  # it may be closed before all is sent
        for piece in pieces:
            connection.sendall(piece)
    return connection


def is_served(server: Server, source: str) -> bool:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return received(connect(server, request, source=source)).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_request_that_is_refused(server: Server, name: str) -> None:
    """At most one response, a 4xx or 5xx of one line; for most the connection is closed then."""
    request = FORBIDDEN[name].replace(b"HOST", b"localhost")
    connection = connect(server, request)
    with suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
    head, _, body = received(connection).partition(b"\r\n\r\n")
    status = int(head.split(b" ")[1]) if head else 0
    assert status in (0, 400, 413, 421, 431, 501, 505), head
    if head:
        assert b"application/json" in head
        assert json.loads(body)["error"].isprintable()
        assert set(json.loads(body)) == {"error"}
    assert "trace" not in server.log().lower()
    assert get(f"{server.url}/health").status_code == 200


def test_cookies_in_several_headers(server: Server) -> None:
    """A gateway from HTTP/2 may have split them."""
    with server.client() as client:
        key = deal(client)["key"]
        cookies = [("cookie", f"{name}={value}") for name, value in client.cookies.items()]
    url = f"{server.url}/api/v1/games/{key}"
    assert get(url).status_code == 404
    assert get(url, headers=[("cookie", "a=b"), *cookies, ("cookie", "c=d")]).status_code == 200


def test_a_cookie_in_a_trailer_is_no_cookie(server: Server) -> None:
    with server.client() as client:
        deal(client)
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items()).encode()
    head = b"GET /api/v1/player HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    as_header = head + b"Cookie: " + cookie + b"\r\n\r\n"
    as_trailer = head + b"Transfer-Encoding: chunked\r\n\r\n0\r\nCookie: " + cookie + b"\r\n\r\n"
    assert b'"is_known":true' in received(connect(server, as_header))
    assert b'"is_known":false' in received(connect(server, as_trailer))


# -- memory ----------------------------------------------------------------------------------------


@linux_only
def test_the_memory_that_trailers_take(server: Server) -> None:
    """30 MB of them used to take 700 MB."""
    get(f"{server.url}/api/v1/catalog")
    before = rss(server.pid)
    with closing(connect(server)) as connection:
        assert endless_trailers(connection, 30) < 30 * MEGABYTE
    assert rss(server.pid) - before < 5 * MEGABYTE


_HEAD = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@linux_only
@pytest.mark.parametrize(
    "piece",
    [
        _HEAD + b"a:b\r\n" * 40_000,
        _HEAD + b"a:" + b"b" * 200_000,
        b"GET /" + b"x" * 200_000,
        _CHUNKED + b"0\r\n" + b"a:b\r\n" * 40_000,
        _CHUNKED + b"0\r\na:" + b"b" * 200_000,
        _CHUNKED + b"1;a=" + b"b" * 200_000,
        _CHUNKED + b"1\r\n \r\n" * 30_000,
        b"GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4_000,
        b"GET /x HTTP/1.1\r\n\r\n" * 10_000,
        b"\r\n" * 100_000,
    ],
    ids=[
        *("headers", "a header", "a target", "trailers", "a trailer", "an extension", "chunks"),
        *("requests", "short requests", "empty lines"),
    ],
)
def test_the_memory_of_many_connections(server: Server, piece: bytes) -> None:
    """Forty connections at once, each with a piece of 200 KB: they may take what they have sent."""
    get(f"{server.url}/api/v1/catalog")
    before = rss(server.pid)
    with ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(closing(connect(server, piece)))
        assert get(f"{server.url}/health").status_code == 200
        assert rss(server.pid) - before < 40 * MEGABYTE


# -- connections -----------------------------------------------------------------------------------


def test_one_address_does_not_shut_others_out(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(260):
            connection = connect(server, b"GET / HTTP/1.1\r\n", source="127.0.0.7")
            stack.enter_context(closing(connection))
        assert not is_served(server, "127.0.0.7")
        assert is_served(server, "127.0.0.1")
    wait_until(lambda: is_served(server, "127.0.0.7"))


@linux_only
def test_one_address_does_not_take_all_of_a_small_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 300 file descriptors there are 100 connections, and a quarter of them for an address."""
    limited = ("sh", "-c", 'ulimit -n 300; exec "$@"', "sh", *COMMAND)
    monkeypatch.setattr("web_servers.COMMAND", limited)
    with sqlite_server(tmp_path, "--workers", "1") as server, ExitStack() as stack:
        for _ in range(200):
            connection = connect(server, b"GET / HTTP/1.1\r\n", source="127.0.0.7")
            stack.enter_context(closing(connection))
        assert not is_served(server, "127.0.0.7")
        assert is_served(server, "127.0.0.1")
        assert "trace" not in server.log().lower()


def test_a_forwarded_address_is_not_believed_without_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web_servers.COMMAND", WITH_ADDRESS)
    forged = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https"}
    with sqlite_server(tmp_path, "--workers", "1") as server:
        assert get(f"{server.url}/address", headers=forged).text == "127.0.0.1"


@linux_only
@pytest.mark.heavy
def test_a_client_that_reads_nothing_is_cut_off(server: Server) -> None:
    """Within 20 seconds after the first byte that it does not take, kernel buffers aside."""
    before = sockets(server.pid)
    request = b"GET /static/deck.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(connect(server)) as connection, suppress(ConnectionError):
        for _ in range(400):  # 15 MB in all
            connection.sendall(request)
            time.sleep(0.01)
        assert sockets(server.pid) == before + 1
        wait_until(lambda: sockets(server.pid) == before)
