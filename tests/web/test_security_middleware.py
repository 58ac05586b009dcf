"""Checks of every request (origins, hosts, sizes), and headers of every response."""

import asyncio
import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from api_client import JSON, deal, json_body, look, refused, win
from web_servers import Server, get, post

from winnable.web.security_middleware import CONTENT_POLICY, SecurityMiddleware
from winnable.web.settings import Settings

WRITES = [
    ("POST", "/games"),
    *[
        ("POST", f"/games/KEY/{what}")
        for what in (
            *("move", "undo", "redo", "restart", "go-to", "home", "give-up", "share"),
            *("evaluation", "hint", "review", "last-winnable"),
        )
    ],
    *[
        ("POST", f"/games/KEY/analysis/{what}")
        for what in ("branch", "move", "evaluation", "play", "lines")
    ],
    ("PUT", "/games/KEY/analysis/lines/1"),
    ("DELETE", "/games/KEY/analysis/lines/1"),
    *[
        ("POST", f"/shared/KEY/{what}")
        for what in ("branch", "move", "evaluation", "review", "play")
    ],
    ("PUT", "/games/KEY/autoplay"),
    ("DELETE", "/games/KEY/share"),
    ("POST", "/player/code"),
    ("POST", "/player/recover"),
    ("POST", "/player/local"),
    ("POST", "/player/forget"),
    ("POST", "/player/sign-out-others"),
    ("DELETE", "/player/sign-ins/1"),
    ("POST", "/judge"),
]
FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://127.0.0.1"},
    {"origin": "http://127.0.0.1.evil.example"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


def test_the_list_of_changes_is_complete(server: Server) -> None:
    paths = get(f"{server.url}/api/v1/openapi.json").json()["paths"]
    declared = {
        (
            method.upper(),
            path.removeprefix("/api/v1").replace("{key}", "KEY").replace("{number}", "1"),
        )
        for path, operations in paths.items()
        for method in operations
        if method != "get"
    }
    assert declared == set(WRITES)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_other_site_can_make_a_change(client: httpx.Client, headers: dict[str, str]) -> None:
    state = deal(client)
    for method, path in WRITES:
        url = path.replace("KEY", state["key"])
        response = client.request(method, url, headers=headers | JSON, content=b"{}")
        refused(response, 403)
        assert "set-cookie" not in response.headers
    assert look(client, state) == state
    assert json_body(client.get("/player"))["is_known"]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_other_sites_may_read_what_is_public(server: Server, headers: dict[str, str]) -> None:
    assert get(f"{server.url}/api/v1/catalog", headers=headers).status_code == 200


def test_our_own_page_can_make_changes(client: httpx.Client, server: Server) -> None:
    for headers in (
        {"origin": server.url},
        {"origin": server.url, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ):
        response = client.post("/games", json={"game": "golf"}, headers=headers)
        assert response.status_code == 201, headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.2", "localhost.evil.example", "[::2]"]
)
def test_a_local_server_answers_to_no_other_host_name(server: Server, host: str) -> None:
    """DNS rebinding: a page of another site, whose name resolves to this server, reads nothing."""
    for path in ("/", "/api/v1/catalog", "/static/js/main.js", "/health", "/metrics"):
        response = get(server.url + path, headers={"host": host})
        assert response.status_code == 421
        assert set(response.json()) == {"error"}
        assert response.headers["content-security-policy"] == CONTENT_POLICY


@pytest.mark.parametrize(
    "host",
    [
        *("", "[", "[]", "[localhost]", "[::1", "::1", "[::1]]", "[::1%lo]", "[1.2.3.4]"),
        *("evil@127.0.0.1", "127.0.0.1@evil", "127.0.0.1, evil.example", "127.0.0.1 evil"),
        *(
            "127.0.0.1/",
            "127.0.0.1?x",
            "127.0.0.1#x",
            "127.0.0.1:8x",
            "127.0.0.1:-1",
            "localhost:1:2",
        ),
        *("localhost\\", "local%68ost", "löcalhost", ":80"),
    ],
)
def test_a_host_that_is_not_valid(server: Server, host: str) -> None:
    for path in ("/", "/api/v1/catalog"):
        response = get(server.url + path, headers={"host": host.encode("latin-1")})
        refused(response, 400)


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_a_local_server_answers_to_its_own_names(server: Server, host: str) -> None:
    assert get(f"{server.url}/health", headers={"host": host}).status_code == 200


def test_origins_behind_a_proxy(proxied: Server) -> None:
    path, body = f"{proxied.url}/api/v1/games", {"game": "golf"}
    for headers, status in (
        ({"host": "cards.example", "origin": "https://cards.example"}, 201),
        ({"origin": "https://cards.example"}, 201),  # a proxy that does not forward the Host
        ({"host": "cards.example", "origin": "http://cards.example"}, 403),
        ({"host": "cards.example", "origin": "https://cards.example:444"}, 403),
        ({"host": "cards.example", "origin": "https://evil.example"}, 403),
        ({"host": "evil.example", "origin": "https://evil.example"}, 421),
    ):
        assert post(path, json=body, headers=headers).status_code == status, headers


# -- sizes -----------------------------------------------------------------------------------------


def chunks(count: int) -> Iterator[bytes]:
    """A body whose length is not announced."""
    for _ in range(count):
        yield b" " * 1_024


def test_a_body_that_is_too_large(client: httpx.Client) -> None:
    state = deal(client)
    for path in ("/games", f"/games/{state['key']}/move", "/player/forget", "/nowhere", "/catalog"):
        response = client.post(path, content=b" " * (128 * 1024 + 1), headers=JSON)
        assert "131,072" in refused(response, 413)
    for path in ("/games", f"/games/{state['key']}/move", "/player/recover"):
        response = client.post(path, content=chunks(129), headers=JSON)
        assert "131,072" in refused(response, 413)
        assert response.headers["content-security-policy"] == CONTENT_POLICY
    assert json_body(client.get("/player"))["is_known"]


def test_a_body_of_the_maximum_size(client: httpx.Client) -> None:
    refused(client.post("/games", content=chunks(128), headers=JSON), 422)
    body = b'{"game":"golf"}'
    filled = body + b" " * (128 * 1024 - len(body))
    assert client.post("/games", content=filled, headers=JSON).status_code == 201


def test_a_body_that_is_announced_as_too_large(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
        )
        assert connection.recv(1024).startswith(b"HTTP/1.1 413 ")


# -- headers ---------------------------------------------------------------------------------------

_SECURE = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


def test_every_response_has_the_security_headers(client: httpx.Client, server: Server) -> None:
    state = win(client)
    key = state["key"]
    shared = json_body(client.post(f"/games/{key}/share"))["share_key"]
    api = "/api/v1"
    for method, path, status in (
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/play/abc", 200),
        ("GET", "/static/js/main.js", 200),
        ("GET", "/static/deck.svg", 200),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/favicon.ico", 200),
        ("GET", "/health", 200),
        ("GET", "/metrics", 200),
        ("GET", "/nowhere", 404),
        ("GET", f"{api}/catalog", 200),
        ("GET", f"{api}/catalog/freecell/picture.svg", 200),
        ("GET", f"{api}/games/{key}", 200),
        ("GET", f"{api}/games/{key}/record", 200),
        ("GET", f"{api}/games/nothere", 404),
        ("GET", f"{api}/games/%20", 422),
        ("GET", f"{api}/shared/{shared}", 200),
        ("GET", f"{api}/shared/{shared}/picture.svg", 200),
        ("GET", f"{api}/export", 200),
        ("GET", f"{api}/openapi.json", 200),
        ("POST", f"{api}/catalog", 405),
        ("POST", f"{api}/games", 422),
        ("POST", f"{api}/games/{key}/undo", 422),
    ):
        response = client.request(method, server.url + path)
        assert response.status_code == status, path
        assert {name: response.headers.get(name) for name in _SECURE} == _SECURE, path
        assert "camera=()" in response.headers["permissions-policy"]
        assert "server" not in response.headers
    with client.stream("POST", f"/games/{key}/evaluation", json={}) as stream:
        assert {name: stream.headers.get(name) for name in _SECURE} == _SECURE


def test_private_responses_are_not_cached(client: httpx.Client) -> None:
    key = deal(client)["key"]
    for path in (f"/games/{key}", "/history", "/statistics", "/export", "/player", "/games"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_the_content_policy() -> None:
    assert "unsafe" not in CONTENT_POLICY
    assert "http" not in CONTENT_POLICY
    assert "*" not in CONTENT_POLICY
    assert CONTENT_POLICY.startswith("default-src 'none'; script-src 'self'; style-src 'self';")


# -- exceptions of the application -----------------------------------------------------------------


async def _response_of(app: object, body: bytes = b"") -> list[dict[str, object]]:
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/x",
        "headers": [(b"host", b"localhost")],
    }
    await SecurityMiddleware(app, Settings(max_body_size=10))(scope, receive, send)  # type: ignore[arg-type]
    return sent


def test_an_exception_is_a_500(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("what only we are to know")

    start, body = asyncio.run(_response_of(fail))
    assert start["status"] == 500
    assert (b"content-security-policy", CONTENT_POLICY.encode()) in start["headers"]  # type: ignore[operator]
    assert set(json.loads(body["body"])) == {"error"}  # type: ignore[arg-type]
    assert "what only we" not in str(body)
    assert "what only we are to know" in caplog.text


def test_an_exception_after_the_response_has_started_breaks_it_off() -> None:
    async def fail(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(_response_of(fail))


def test_a_response_to_half_a_body_is_replaced() -> None:
    """FastAPI would answer 400, because a body that is cut off is not JSON."""

    async def shrug(scope: object, receive: object, send: object) -> None:
        try:
            await receive()  # type: ignore[operator]
        except Exception:
            await send({"type": "http.response.start", "status": 400, "headers": []})  # type: ignore[operator]
            await send({"type": "http.response.body", "body": b"what?"})  # type: ignore[operator]

    start, body = asyncio.run(_response_of(shrug, b"x" * 11))
    assert start["status"] == 413
    assert "10 bytes" in str(body["body"])


def test_secrets_are_not_in_the_repr_of_settings() -> None:
    assert "a word" not in repr(Settings(local_token="a word"))
