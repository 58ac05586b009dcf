"""What stands before every route: origins, hosts, sizes, headers."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api_client import JSON, deal, look, refused, told, win
from web_servers import Server, get, post

from winnable.web.guard import CONTENT_POLICY, Guard
from winnable.web.settings import Settings

WRITES = [
    ("POST", "/tables"),
    *[
        ("POST", f"/tables/KEY/{what}")
        for what in (
            *("move", "undo", "redo", "restart", "go-to", "home", "give-up", "share"),
            *("standing", "hint", "review", "last-winnable"),
        )
    ],
    ("PUT", "/tables/KEY/autoplay"),
    ("DELETE", "/tables/KEY/share"),
    ("POST", "/player/code"),
    ("POST", "/player/recover"),
    ("POST", "/player/seat"),
    ("POST", "/player/forget"),
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


def test_there_is_no_other_way_to_write(server: Server) -> None:
    paths = get(f"{server.url}/api/v1/openapi.json").json()["paths"]
    declared = {
        (method.upper(), path.removeprefix("/api/v1").replace("{key}", "KEY"))
        for path, operations in paths.items()
        for method in operations
        if method != "get"
    }
    assert declared == set(WRITES)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_other_site_makes_a_change(client: httpx.Client, headers: dict[str, str]) -> None:
    state = deal(client)
    for method, path in WRITES:
        where = path.replace("KEY", state["key"])
        answer = client.request(method, where, headers=headers | JSON, content=b"{}")
        assert "own page only" in refused(answer, 403)
        assert "set-cookie" not in answer.headers
    assert look(client, state) == state
    assert told(client.get("/player"))["known"]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_others_may_read_what_is_for_all(server: Server, headers: dict[str, str]) -> None:
    assert get(f"{server.url}/api/v1/games", headers=headers).status_code == 200


def test_our_own_page_may(client: httpx.Client, server: Server) -> None:
    for headers in (
        {"origin": server.url},
        {"origin": server.url, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {},
    ):
        answer = client.post("/tables", json={"game": "golf"}, headers=headers)
        assert answer.status_code == 201, headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.2", "", "localhost.evil.example", "["]
)
def test_a_server_of_ones_own_has_no_other_name(server: Server, host: str) -> None:
    """A page elsewhere, whose name was made to lead here, reads nothing."""
    for path in ("/", "/api/v1/games", "/static/js/main.js", "/health", "/metrics"):
        answer = get(server.url + path, headers={"host": host})
        assert answer.status_code == 421
        assert set(answer.json()) == {"error"}
        assert answer.headers["content-security-policy"] == CONTENT_POLICY


@pytest.mark.parametrize("host", ["localhost", "localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_but_all_of_its_own(server: Server, host: str) -> None:
    assert get(f"{server.url}/health", headers={"host": host}).status_code == 200


def test_behind_a_proxy_the_page_has_its_own_address(proxied: Server) -> None:
    path, body = f"{proxied.url}/api/v1/tables", {"game": "golf"}
    for headers, status in (
        ({"host": "cards.example", "origin": "https://cards.example"}, 201),
        ({"origin": "https://cards.example"}, 201),  # a proxy that does not pass the name on
        ({"host": "cards.example", "origin": "http://cards.example"}, 403),
        ({"host": "cards.example", "origin": "https://cards.example:444"}, 403),
        ({"host": "cards.example", "origin": "https://evil.example"}, 403),
        ({"host": "evil.example", "origin": "https://evil.example"}, 421),
    ):
        assert post(path, json=body, headers=headers).status_code == status, headers


# -- sizes -----------------------------------------------------------------------------------------


def chunks(count: int) -> Iterator[bytes]:
    """A body whose length is not told beforehand."""
    for _ in range(count):
        yield b" " * 1_024


def test_a_body_that_is_too_large(client: httpx.Client) -> None:
    state = deal(client)
    for path in ("/tables", f"/tables/{state['key']}/move", "/player/forget", "/nowhere", "/games"):
        answer = client.post(path, content=b" " * (128 * 1024 + 1), headers=JSON)
        assert refused(answer, 413) == "that is too large: 131,072 bytes at most"
    for path in ("/tables", f"/tables/{state['key']}/move", "/player/recover"):
        answer = client.post(path, content=chunks(129), headers=JSON)
        assert refused(answer, 413) == "that is too large: 131,072 bytes at most"
        assert answer.headers["content-security-policy"] == CONTENT_POLICY
    assert told(client.get("/player"))["known"]


def test_one_that_is_just_not_too_large(client: httpx.Client) -> None:
    refused(client.post("/tables", content=chunks(128), headers=JSON), 422)
    body = b'{"game":"golf"}'
    filled = body + b" " * (128 * 1024 - len(body))
    assert client.post("/tables", content=filled, headers=JSON).status_code == 201


def test_a_body_that_says_it_is_large_and_never_comes(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(
            b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
        )
        assert line.recv(1024).startswith(b"HTTP/1.1 413 ")


# -- headers ---------------------------------------------------------------------------------------

_SECURE = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


def test_every_answer_says_what_browsers_are_to_refuse(
    client: httpx.Client, server: Server
) -> None:
    state = win(client)
    key = state["key"]
    shared = told(client.post(f"/tables/{key}/share"))["key"]
    api = "/api/v1"
    for method, path, status in (
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/t/abc", 200),
        ("GET", "/static/js/main.js", 200),
        ("GET", "/static/deck.svg", 200),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/favicon.ico", 200),
        ("GET", "/health", 200),
        ("GET", "/metrics", 200),
        ("GET", "/nowhere", 404),
        ("GET", f"{api}/games", 200),
        ("GET", f"{api}/games/freecell/picture.svg", 200),
        ("GET", f"{api}/tables/{key}", 200),
        ("GET", f"{api}/tables/{key}/record", 200),
        ("GET", f"{api}/tables/nothere", 404),
        ("GET", f"{api}/tables/%20", 422),
        ("GET", f"{api}/shared/{shared}", 200),
        ("GET", f"{api}/shared/{shared}/picture.svg", 200),
        ("GET", f"{api}/export", 200),
        ("GET", f"{api}/openapi.json", 200),
        ("POST", f"{api}/games", 405),
        ("POST", f"{api}/tables", 422),
        ("POST", f"{api}/tables/{key}/undo", 422),
    ):
        answer = client.request(method, server.url + path)
        assert answer.status_code == status, path
        assert {name: answer.headers.get(name) for name in _SECURE} == _SECURE, path
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "server" not in answer.headers
    with client.stream("POST", f"/tables/{key}/standing", json={}) as stream:
        assert {name: stream.headers.get(name) for name in _SECURE} == _SECURE


def test_what_is_a_players_own_is_not_stored_on_the_way(client: httpx.Client) -> None:
    key = deal(client)["key"]
    for path in (f"/tables/{key}", "/history", "/statistics", "/export", "/player", "/tables"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_the_policy_lets_nothing_in() -> None:
    assert "unsafe" not in CONTENT_POLICY
    assert "http" not in CONTENT_POLICY
    assert "*" not in CONTENT_POLICY
    assert CONTENT_POLICY.startswith("default-src 'none'; script-src 'self'; style-src 'self';")


# -- what goes wrong behind it ---------------------------------------------------------------------


async def _answer_of(app: object, body: bytes = b"") -> list[dict[str, object]]:
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": []}
    await Guard(app, Settings(largest_body=10))(scope, receive, send)  # type: ignore[arg-type]
    return sent


def test_a_failure_is_an_answer_like_any_other(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("what only we are to know")

    start, body = asyncio.run(_answer_of(fail))
    assert start["status"] == 500
    assert (b"content-security-policy", CONTENT_POLICY.encode()) in start["headers"]  # type: ignore[operator]
    assert body["body"] == b'{"error": "something went wrong here: it has been noted"}'
    assert "what only we are to know" in caplog.text


def test_a_failure_after_the_answer_has_begun_breaks_it_off() -> None:
    async def fail(scope: object, receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(_answer_of(fail))


def test_who_does_not_mind_half_a_body_is_not_heard() -> None:
    """As FastAPI does, which takes a body that breaks off for one that is no JSON."""

    async def shrug(scope: object, receive: object, send: object) -> None:
        try:
            await receive()  # type: ignore[operator]
        except Exception:
            await send({"type": "http.response.start", "status": 400, "headers": []})  # type: ignore[operator]
            await send({"type": "http.response.body", "body": b"what?"})  # type: ignore[operator]

    start, body = asyncio.run(_answer_of(shrug, b"x" * 11))
    assert (start["status"], body["body"]) == (
        413,
        b'{"error": "that is too large: 10 bytes at most"}',
    )


def test_settings_are_for_the_house_only(tmp_path: Path) -> None:
    secret = Settings(secret="whatever it is", seat="a word")
    assert "whatever" not in repr(secret)
    assert "a word" not in repr(secret)
