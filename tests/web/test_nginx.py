"""A real nginx with docs/nginx.conf before a real server: what it lets through, and what not."""

import json
import os
import re
import signal
import ssl
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import httpx
import pytest
from address_route import WITH_ADDRESS
from api_client import act, deal, make, refused
from http_attacks import ATTACKS, FORBIDDEN, endless_trailers, received, rss, sockets
from nginx import CONFIGURATION, HOST, Nginx, nginx
from protocol_server import running
from requires_kernels import need_kernels
from web_servers import TIMEOUT, Server, children, sqlite_server

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="reads /proc, and uses all of 127/8"
)

ORIGIN = f"https://{HOST}"
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web_servers.COMMAND", WITH_ADDRESS)
        folder = tmp_path_factory.mktemp("hosted")
        with sqlite_server(folder, "--origin", ORIGIN, "--workers", "1") as running:
            yield running
            assert "trace" not in running.log().lower()


@pytest.fixture(scope="module")
def proxy(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    with nginx(tmp_path_factory.mktemp("nginx"), server.port) as found:
        yield found


def new_client(proxy: Nginx, source: str = "127.0.0.1", path: str = "/api/v1") -> httpx.Client:
    """A client with an address of its own, since addresses have limits."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return httpx.Client(
        base_url=proxy.url + path,
        headers={"host": HOST, "origin": ORIGIN},
        timeout=TIMEOUT,
        transport=httpx.HTTPTransport(verify=context, local_address=source),
    )


@pytest.fixture
def client(proxy: Nginx) -> Iterator[httpx.Client]:
    with new_client(proxy) as client:
        yield client


def statuses(answer: bytes) -> list[int]:
    """The statuses of all responses on a connection."""
    return [int(found) for found in re.findall(rb"HTTP/1\.1 ([0-9]{3}) ", answer)]


# -- what it lets through --------------------------------------------------------------------------


def test_a_game_is_played(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=617)
    state = make(client, state, "t5t8")
    assert act(client, state, "undo")["version"] > state["version"]
    assert client.get(f"/games/{state['key']}/steps").status_code == 200
    response = client.post(
        "/games", json={"game": "golf"}, headers={"origin": "https://evil.example"}
    )
    refused(response, 403)


def test_the_page_is_loaded(proxy: Nginx) -> None:
    with new_client(proxy, path="") as client:
        page = client.get("/")
        assert page.headers["strict-transport-security"]
        for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text):
            assert client.get(path).status_code == 200


def test_messages_of_the_coach_come_line_by_line(server: Server, client: httpx.Client) -> None:
    """The first comes while the worker that makes the others is stopped."""
    need_kernels()
    state = deal(client, "freecell", deal_number=617)
    [worker] = children(server.pid)
    os.kill(worker, signal.SIGSTOP)
    try:
        body = {"version": state["version"]}
        with client.stream("POST", f"/games/{state['key']}/hint", json=body) as response:
            lines = response.iter_lines()
            assert json.loads(next(lines))["kind"] == "queued"
            os.kill(worker, signal.SIGCONT)
            *_, last = [json.loads(line) for line in lines if line]
            assert last["final"]
    finally:
        os.kill(worker, signal.SIGCONT)


def test_all_streams_of_the_coach_are_passed_on_at_once(client: httpx.Client) -> None:
    """The configuration names their paths; here they are found in the API's description."""
    buffering_off = r"location ~ (\S+) \{[^}]*proxy_buffering off;"
    [pattern] = re.findall(buffering_off, CONFIGURATION.read_text())
    for path, operations in client.get("/openapi.json").json()["paths"].items():
        for operation in operations.values():
            content = operation["responses"].get("200", {}).get("content", {})
            is_stream = "application/x-ndjson" in content
            assert bool(re.search(pattern, path.replace("{key}", "abc"))) == is_stream, path


def test_the_address_is_the_clients(proxy: Nginx) -> None:
    for source in ("127.0.0.1", "127.0.0.5"):
        with new_client(proxy, source, path="") as client:
            for forged in ({}, {"x-forwarded-for": "192.0.2.1"}, {"x-real-ip": "192.0.2.1"}):
                found = client.get("/address", headers=forged).text
                assert found == source


def test_it_redirects_to_https(proxy: Nginx) -> None:
    for host in (HOST, "evil.example"):
        url = f"http://127.0.0.1:{proxy.plain_port}/play/abc"
        response = httpx.get(url, headers={"host": host}, verify=False)
        assert response.status_code == 301
        assert response.headers["location"] == f"{ORIGIN}/play/abc"


# -- what it does not let through ------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/metrics", "/ready", "/api/v1/ready", "//metrics", "/%6detrics", "/static/../metrics"),
        *("/./metrics", "/metrics?x=1", "/api/v1/%2e%2e/%2e%2e/metrics"),
    ],
)
def test_paths_that_are_not_for_everybody(proxy: Nginx, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()
    assert statuses(received(proxy.connect(request))) == [403]


def test_other_host_names(proxy: Nginx) -> None:
    for name in ("evil.example", "127.0.0.1", "localhost"):
        with new_client(proxy) as client:
            assert client.get("/catalog", headers={"host": name}).status_code == 421


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_request_that_no_browser_sends(server: Server, proxy: Nginx, name: str) -> None:
    """What is malformed is refused; what is passed on is one normal request."""
    attack = FORBIDDEN[name].replace(b"HOST", HOST.encode())
    with suppress(ConnectionError, ssl.SSLError):
        connection = proxy.connect(source="127.0.0.3")
        connection.settimeout(5)
        with suppress(ConnectionError, ssl.SSLError):
            connection.sendall(attack.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        answer = b""
        with suppress(TimeoutError, ssl.SSLError):
            answer = received(connection)
        found = statuses(answer)
        assert len(found) <= 1
        if name in ATTACKS:
            assert all(400 <= status < 500 or status == 501 or status == 505 for status in found)
        assert 500 not in found
        assert 502 not in found
    assert "trace" not in server.log().lower()


def test_what_is_smuggled_behind_a_body_is_no_request(proxy: Nginx) -> None:
    """Front and back agree where a request ends, so the second is never answered."""
    smuggled = f"GET /address HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: {HOST}\r\n".encode()
    chunked, length = b"Transfer-Encoding: chunked\r\n", b"Content-Length: %d\r\n"
    for request in (
        head + chunked + length % (len(smuggled) + 5) + b"\r\n0\r\n\r\n" + smuggled,
        head + length % 5 + chunked + b"\r\n0\r\n\r\n" + smuggled,
        head + length % len(smuggled) + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n" + smuggled,
        head + b"Transfer-Encoding : chunked\r\n" + length % len(smuggled) + b"\r\n" + smuggled,
        head + b"Transfer-Encoding: x, chunked\r\n\r\n0\r\n\r\n" + smuggled,
        head + length % len(smuggled) + b"Expect: 100-continue\r\n\r\n" + smuggled,
    ):
        connection = proxy.connect(request, source="127.0.0.4")
        connection.settimeout(1)
        answer = b""
        with closing(connection), suppress(TimeoutError):
            while more := connection.recv(65_536):
                answer += more
        assert 200 not in statuses(answer), request
        assert b"127.0.0.4" not in answer


def test_a_body_that_is_too_large(client: httpx.Client) -> None:
    response = client.post("/games", content=b" " * (128 * 1024 + 1))
    assert "131,072" in refused(response, 413)


# -- what an address may do ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict_proxy(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """One that allows an address so little that also a slow client asks for more.

    It believes a header with an address, because tests have no networks.
    """
    told = "set_real_ip_from 127.0.0.1; real_ip_header X-Test; server_name cards"
    changes = {"server_name cards": told, "rate=20r/s": "rate=1r/s", "burst=200": "burst=20"}
    with nginx(tmp_path_factory.mktemp("strict"), server.port, **changes) as found:
        yield found


def test_requests_of_an_address(strict_proxy: Nginx) -> None:
    with (
        new_client(strict_proxy, "127.0.0.20") as many,
        new_client(strict_proxy, "127.0.0.21") as other,
    ):
        found = [many.get("/catalog") for _ in range(60)]
        assert found[0].status_code == 200
        too_many = [response for response in found if response.status_code != 200]
        assert too_many
        refused(too_many[0], 429)
        assert other.get("/catalog").status_code == 200


def test_connections_of_an_address(proxy: Nginx) -> None:
    """Slow bodies are counted; slow heads are bounded by their time and the number of all."""
    half = f"POST /api/v1/games HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 9\r\n\r\n{{".encode()
    whole = f"GET /health HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(closing(proxy.connect(half, source="127.0.0.22")))
        assert statuses(received(proxy.connect(whole, source="127.0.0.22"))) == [429]
        assert statuses(received(proxy.connect(whole, source="127.0.0.23"))) == [200]


def test_an_ipv6_network_counts_as_one_address(strict_proxy: Nginx) -> None:
    with new_client(strict_proxy) as client:

        def ask(address: str) -> int:
            return client.get("/catalog", headers={"x-test": address}).status_code

        first = [ask(f"2001:db8::{number:x}") for number in range(1, 60)]
        assert set(first) == {200, 429}
        assert ask("2001:db8:0:1::1") == 200
        assert ask("192.0.2.1") == 200


# -- what the server behind it notices -------------------------------------------------------------


def test_memory_under_attack(server: Server, proxy: Nginx) -> None:
    before = rss(server.pid)
    with closing(proxy.connect(source="127.0.0.30")) as connection:
        endless_trailers(connection, 5)
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: {HOST}\r\n".encode()
    with ExitStack() as stack:
        for piece in (
            head + b"a:b\r\n" * 4_000,
            head + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:b\r\n" * 4_000,
            head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 4_000,
            f"GET /x HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * 500,
        ):
            for _ in range(10):
                with suppress(ConnectionError, ssl.SSLError):
                    stack.enter_context(closing(proxy.connect(piece, source="127.0.0.31")))
        assert rss(server.pid) - before < 10 * MEGABYTE
        with new_client(proxy) as client:
            assert client.get("/catalog").status_code == 200


def test_slow_clients_do_not_reach_it(server: Server, proxy: Nginx) -> None:
    before = sockets(server.pid)
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: {HOST}\r\n".encode()
    with ExitStack() as stack:
        for half in (
            head,
            head + b"Content-Length: 100\r\n\r\n{",
            head + b"Transfer-Encoding: chunked\r\n\r\n1\r\n",
            head + b"Transfer-Encoding: chunked\r\n\r\n0\r\na: b\r\n",
        ):
            for _ in range(20):
                stack.enter_context(closing(proxy.connect(half, source="127.0.0.32")))
        time.sleep(0.5)
        assert sockets(server.pid) <= before


def test_a_client_that_does_not_read_costs_the_server_nothing(tmp_path: Path) -> None:
    """Nginx takes the response at once, though it would be too late for us after 2 seconds."""
    size = 32 * MEGABYTE  # more than the kernel keeps
    with running(is_behind_proxy=True, timeout=2) as port, nginx(tmp_path, port) as proxy:
        request = f"GET /{size} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()
        connection = proxy.connect(request)
        time.sleep(3.5)
        assert len(received(connection)) > size


def test_a_server_that_is_down(tmp_path: Path) -> None:
    with nginx(tmp_path, 1) as proxy, new_client(proxy) as client:
        refused(client.get("/catalog"), 502)
