"""Limits of a connection: sizes, times in both directions, numbers."""

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest
from protocol_server import MAY_END, running
from web_servers import wait_until

_GET = b"GET / HTTP/1.1\r\nhost: x\r\n"
_CHUNKED = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n"
_LAST = b"connection: close\r\n\r\n"
_LARGE = 8 * 1024 * 1024
"""More than the kernel keeps for a client that does not read."""
_TIMEOUT = 0.7


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running() as port:
        yield port


@pytest.fixture(scope="module")
def hasty_port() -> Iterator[int]:
    """A server that waits for nobody."""
    with running(timeout=_TIMEOUT) as port:
        yield port


def connect(port: int, *pieces: bytes, source: str = "127.0.0.1") -> socket.socket:
    connection = socket.create_connection(
        ("127.0.0.1", port), timeout=30, source_address=(source, 0)
    )
    for piece in pieces:
        connection.sendall(piece)
    return connection


def connect_with_small_buffer(port: int, size: int, request: bytes) -> socket.socket:
    """A connection for which the kernel keeps little that the client has not read."""
    connection = socket.socket()
    connection.settimeout(30)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
    connection.connect(("127.0.0.1", port))
    connection.sendall(request)
    return connection


def response(connection: socket.socket) -> bytes:
    """Everything that is received until the server closes the connection."""
    received = b""
    with closing(connection), suppress(ConnectionError):
        while more := connection.recv(65536):
            received += more
    return received


def refusal(connection: socket.socket) -> str:
    """The status of an error; the whole response is one, with one line of JSON."""
    head, _, body = response(connection).partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    assert b"connection: close" in head
    assert f"content-length: {len(body)}".encode() in head
    assert json.loads(body)["error"].isprintable()
    return head.split(b" ")[1].decode()


def contents(received: bytes) -> dict[str, object]:
    """What the application has got."""
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 "), received
    return dict(json.loads(body))


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed the connection, as far as what was received tells."""
    connection.setblocking(False)
    try:
        return connection.recv(65536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    finally:
        connection.settimeout(30)


# -- sizes -----------------------------------------------------------------------------------------


def test_a_normal_request(port: int) -> None:
    assert contents(response(connect(port, _GET + _LAST)))["length"] == 0


def test_a_large_body_does_not_count_as_head(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 200000\r\n\r\n"
    assert contents(response(connect(port, head + b"x" * 200_000)))["length"] == 200_000


@pytest.mark.parametrize("encoding", [b"content-length: 200000", b"transfer-encoding: chunked"])
def test_a_large_body_in_several_pieces(port: int, encoding: bytes) -> None:
    connection = connect(port, b"POST / HTTP/1.1\r\nhost: x\r\n" + encoding + b"\r\n" + _LAST)
    piece = b"x" * 40_000
    for _ in range(5):
        time.sleep(0.02)
        connection.sendall(b"9c40\r\n" + piece + b"\r\n" if b"chunked" in encoding else piece)
    if b"chunked" in encoding:
        connection.sendall(b"0\r\n\r\n")
    assert contents(response(connection))["length"] == 200_000


def test_a_body_in_chunks_of_one_byte(port: int) -> None:
    """It may have some thousands of them; more than a megabyte of them is refused."""
    few = b"1\r\nx\r\n" * 10_000 + b"0\r\n\r\n"
    assert contents(response(connect(port, _CHUNKED + _LAST + few)))["length"] == 10_000
    many = [b"1\r\nx\r\n" * 10_000] * 20
    with suppress(ConnectionError):
        assert refusal(connect(port, _CHUNKED + _LAST, *many)) == "413"


def test_a_head_that_does_not_end(port: int) -> None:
    line = b"x: " + b"y" * 70_000
    assert refusal(connect(port, _GET, line)) == "431"


def test_a_large_head_in_one_piece(port: int) -> None:
    """It is complete before anything could have been counted."""
    assert refusal(connect(port, _GET + b"x: " + b"y" * 70_000 + b"\r\n\r\n")) == "431"


def test_many_header_fields(port: int) -> None:
    assert refusal(connect(port, _GET + b"a: b\r\n" * 100 + b"\r\n")) == "431"
    assert response(connect(port, _GET + b"a: b\r\n" * 50 + _LAST)).startswith(b"HTTP/1.1 200 ")


def test_a_long_url(port: int) -> None:
    url = b"/" + b"x" * 70_000
    assert refusal(connect(port, b"GET " + url + b" HTTP/1.1\r\nhost: x\r\n\r\n")) == "431"
    assert refusal(connect(port, b"GET " + url)) == "431"


@pytest.mark.parametrize(
    "endless",
    [
        b"0\r\n" + b"a: b\r\n" * 20_000,
        b"0\r\na: " + b"b" * 100_000,
        b"0\r\n" + b"a" * 100_000,
        b"1;" + b"a" * 100_000,
        b"1;a=" + b"b" * 100_000,
        b'1;a="' + b"b" * 100_000,
        b"1;a=b" + b";c=d" * 30_000,
    ],
    ids=["trailers", "a value", "a name", "an extension", "its value", "in quotes", "extensions"],
)
def test_what_belongs_to_a_body_but_is_none(port: int, endless: bytes) -> None:
    connection = connect(port, _CHUNKED + b"\r\n")
    time.sleep(0.05)  # what comes in one piece with the head is not counted
    connection.sendall(endless)
    assert refusal(connection) == "413"


def test_many_trailers_in_one_piece_with_the_head(port: int) -> None:
    assert refusal(connect(port, _CHUNKED + b"\r\n0\r\n" + b"a: b\r\n" * 200)) == "413"


def test_trailers_do_not_reach_the_application(port: int) -> None:
    body = b"3\r\nabc\r\n0\r\ncookie: a\r\nhost: evil\r\n\r\n"
    found = contents(response(connect(port, _CHUNKED + _LAST + body)))
    assert found == {"length": 3, "headers": ["host", "transfer-encoding", "connection"]}


def test_trailers_that_come_later_do_not_reach_the_application(port: int) -> None:
    connection = connect(port, _CHUNKED + _LAST, b"3\r\nabc\r\n")
    for line in (b"0\r\n", b"coo", b"kie: a\r", b"\n", b"b: c\r\n", b"\r\n"):
        time.sleep(0.02)
        connection.sendall(line)
    assert contents(response(connection))["headers"] == ["host", "transfer-encoding", "connection"]


def test_trailers_are_no_headers_of_the_next_request(port: int) -> None:
    first = _CHUNKED + b"\r\n0\r\ncookie: a\r\n\r\n"
    received = response(connect(port, first + _GET + _LAST))
    assert received.count(b"HTTP/1.1 200 ") == 2
    assert b"cookie" not in received


def test_many_requests_in_one_piece(port: int) -> None:
    """A few may be sent ahead; thousands would each take memory at once."""
    received = response(connect(port, (_GET + b"\r\n") * 5 + _GET + _LAST))
    assert received.count(b"HTTP/1.1 200 ") == 6
    received = response(connect(port, (_GET + b"\r\n") * 5_000))
    assert received.count(b"HTTP/1.1 400 ") == 1
    assert received.count(b"HTTP/1.1 200 ") <= 11


# -- not HTTP/1.1 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /\r\n\r\n", "505"),
        (b"GET / HTTP/0.9\r\n\r\n", "505"),
        (b"GET / HTTP/2.0\r\nhost: x\r\n\r\n", "505"),
        (b"GET / HTTP/1.2\r\nhost: x\r\n\r\n", "400"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"),
        (b"CONNECT evil:443 HTTP/1.1\r\nhost: x\r\n\r\n", "400"),
        (b"GET http://evil/ HTTP/1.1\r\nhost: x\r\n\r\n", "400"),
        (b"OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n", "400"),
        (_GET + b"connection: upgrade\r\nupgrade: websocket\r\n\r\n", "400"),
        (_GET + b"connection: upgrade, http2-settings\r\nupgrade: h2c\r\n\r\n", "400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "400"),
    ],
    ids=str,
)
def test_other_protocols(port: int, sent: bytes, status: str) -> None:
    assert refusal(connect(port, sent)) == status


def test_a_body_with_an_upgrade_is_no_request(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n"
    smuggled = _GET + _LAST
    connection = connect(port, head + b"content-length: %d\r\n\r\n" % len(smuggled))
    time.sleep(0.05)
    with suppress(ConnectionError):
        connection.sendall(smuggled)
    received = response(connection)
    assert received.count(b"HTTP/1.1 ") == 1


# -- clients that do not send ----------------------------------------------------------------------


def test_an_incomplete_request_times_out(hasty_port: int) -> None:
    connections = [
        connect(hasty_port, half)
        for half in (
            b"",
            b"\r\n",
            b"GE",
            _GET,
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc",
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n",
            _CHUNKED + b"\r\n1\r\n",
            _CHUNKED + b"\r\n0\r\na: b\r\n",
        )
    ]
    for connection in connections:  # in which `recv` fails if it is not closed
        assert b"HTTP/1.1 200" not in response(connection)


@pytest.mark.parametrize("drop", [b"x", b"\r\n"], ids=["letters", "empty lines"])
def test_a_request_that_trickles_in_times_out(hasty_port: int, drop: bytes) -> None:
    with closing(connect(hasty_port, b"" if drop == b"\r\n" else _GET)) as connection:
        _trickle(connection, drop)


def test_empty_lines_do_not_keep_a_connection(hasty_port: int) -> None:
    """Uvicorn would stop its timer at each, and wait for a request that has not begun."""
    with closing(connect(hasty_port, _GET + b"\r\n")) as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        _trickle(connection, b"\r\n")


def _trickle(connection: socket.socket, drop: bytes) -> None:
    """Send something again and again until the connection is closed."""
    for _ in range(200):
        with suppress(ConnectionError):
            connection.sendall(drop)
        if is_closed(connection):
            return
        time.sleep(0.1)
    raise AssertionError("the connection is still open")


def test_a_request_sent_ahead_has_its_time_when_it_is_read() -> None:
    """While we do not read, because an earlier response is under way, the time does not count."""
    MAY_END.clear()
    with running(timeout=2) as port:
        post = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 3\r\n\r\n"
        connection = connect(port, _GET.replace(b"/", b"/slow", 1) + b"\r\n" + post)
        time.sleep(2.3)  # its time has passed once, and nearly all of it is left again
        connection.sendall(b"abc")
        MAY_END.set()
        received = response(connection)
        assert received.count(b"HTTP/1.1 200 ") == 2
        assert b'"length": 3' in received[-200:]


# -- clients that do not read ----------------------------------------------------------------------


def _large_request(size: int = _LARGE) -> bytes:
    return b"GET /%d HTTP/1.1\r\nhost: x\r\n" % size


def test_a_client_that_does_not_read(hasty_port: int) -> None:
    """A kept connection, and one to be closed after the response."""
    connections = [connect(hasty_port, _large_request() + last) for last in (b"\r\n", _LAST)]
    time.sleep(4 * _TIMEOUT)
    for connection in connections:
        assert len(response(connection)) < _LARGE


@pytest.mark.skipif(sys.platform != "linux", reason="other kernels keep it for the client")
def test_a_client_that_does_not_read_a_small_response(hasty_port: int) -> None:
    """Too small for asyncio to pause writing by itself."""
    connections = [
        connect_with_small_buffer(hasty_port, 4096, _large_request(60_000) + last)
        for last in (b"\r\n", _LAST)
    ]
    time.sleep(4 * _TIMEOUT)
    for connection in connections:
        assert len(response(connection)) < 60_000


def test_a_client_that_reads_too_slowly() -> None:
    """It reads something before every timeout, but far less than it has to."""
    with running(timeout=0.5, min_rate=4 * _LARGE) as port:
        connection, received = connect(port, _large_request() + _LAST), 0
        with closing(connection), suppress(ConnectionError):
            while more := connection.recv(200_000):
                received += len(more)
                time.sleep(0.1)
        assert received < _LARGE


def test_a_client_that_reads_slowly_but_reads() -> None:
    """In all it takes twice the timeout."""
    with running(timeout=2, min_rate=_LARGE // 16) as port:
        request = _large_request() + _LAST
        connection, received = connect_with_small_buffer(port, 200_000, request), 0
        began = time.monotonic()
        with closing(connection):
            while more := connection.recv(200_000):
                received += len(more)
                time.sleep(0.1)
        assert received > _LARGE
        assert time.monotonic() - began > 4


def test_a_client_that_pauses_and_reads_again() -> None:
    with running(timeout=20) as port:
        connection = connect(port, _large_request() + _LAST)
        time.sleep(1)
        assert len(response(connection)) > _LARGE


# -- numbers ---------------------------------------------------------------------------------------


def _is_accepted(port: int, source: str) -> bool:
    """Whether a connection gets a response."""
    return b"HTTP/1.1 200 " in response(connect(port, _GET + _LAST, source=source))


def test_too_many_connections() -> None:
    with running(4) as port, ExitStack() as stack:
        for number in range(1, 5):
            stack.enter_context(closing(connect(port, _GET, source=f"127.0.0.{number}")))
        assert not _is_accepted(port, "127.0.0.9")
        stack.close()
        wait_until(lambda: _is_accepted(port, "127.0.0.9"))


def test_one_address_gets_its_share_and_no_more() -> None:
    with running(100, 3) as port, ExitStack() as stack:
        opened = [stack.enter_context(closing(connect(port, _GET))) for _ in range(3)]
        assert not _is_accepted(port, "127.0.0.1")
        assert _is_accepted(port, "127.0.0.2")
        opened[0].close()
        wait_until(lambda: _is_accepted(port, "127.0.0.1"))


def test_one_address_gets_a_quarter_at_most() -> None:
    with running(8, 100) as port, ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(closing(connect(port, _GET)))
        assert not _is_accepted(port, "127.0.0.1")
        assert _is_accepted(port, "127.0.0.2")


def test_a_proxy_is_not_limited() -> None:
    with running(8, 2, is_behind_proxy=True) as port, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(closing(connect(port, _GET)))
        assert _is_accepted(port, "127.0.0.1")
