"""Bad input: whatever is sent, the response is one line that says what is wrong."""

import json
from typing import Any

import httpx
import pytest
from api_client import JSON, deal, json_body, look, refused
from web_servers import Server, get

BODIES = [
    b"",
    b"\0",
    b"\xff\xfe",
    b'{"version": 1',
    b"null",
    b"true",
    b"[]",
    b'[{"version": 1}]',
    b'"text"',
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"9" * 6_000,
    b"[" * 50_000,
    b'{"a":' * 20_000,
    b"{}" * 2,
    b'{"version": NaN}',
    b'{"version": 1e400}',
    b'{"version": -1}',
    b'{"version": 1.0}',
    b'{"version": "1"}',
    b'{"version": true}',
    b'{"version": [1]}',
    b'{"version": {"version": 1}}',
    b'{"version": 99999999999999999999999999}',
    b'{"version": ' + b"9" * 6_000 + b"}",
    b'{"version": 1, "unknown": 1}',
    b'{"version": 1, "\\ud800": 1}',
    b'{"version": 1, "two\\nlines\\u001b[2J": 1}',
    b'{"version": 1, "version": "2"}',
]
"""Invalid for every operation."""

JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    "\0",
    "\ud800",
    "\u202e",
    "a\nb",
    "x" * 100_000,
    "٣",
    [],
    [[[]]],
    {},
    {"$ne": 1},
]
FIELDS = {
    "/games": (
        *("game", "deal_number", "date", "deck", "record", "board", "pasted"),
        *("winnable", "level", "autoplay"),
    ),
    "/games/KEY/move": ("version", "move", "typed", "source", "index", "target"),
    "/games/KEY/go-to": ("version", "moves_made"),
    "/games/KEY/undo": ("version",),
    "/games/KEY/hint": ("version",),
    "/games/KEY/evaluation": ("version",),
    "/games/KEY/review": ("version",),
    "/games/KEY/last-winnable": ("version",),
    "/player/recover": ("code", "transfer_games"),
    "/player/local": ("token",),
}
GOOD: dict[str, dict[str, Any]] = {
    "/games": {"game": "freecell"},
    "/games/KEY/move": {"version": 1, "move": "t3c1"},
    "/games/KEY/go-to": {"version": 1, "moves_made": 0},
    "/player/recover": {"code": "A"},
    "/player/local": {"token": "A"},
}


@pytest.fixture
def game(client: httpx.Client) -> dict[str, Any]:
    return deal(client, "freecell", deal_number=1)


def paths(server: Server) -> list[tuple[str, str]]:
    """Every operation that takes a body, according to OpenAPI."""
    found = get(f"{server.url}/api/v1/openapi.json").json()["paths"]
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, operations in found.items()
        for method, operation in operations.items()
        if "requestBody" in operation
    ]


def test_the_list_of_bodies_is_complete(server: Server) -> None:
    assert {path.replace("{key}", "KEY") for _, path in paths(server)} >= set(FIELDS)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:40]))
def test_invalid_bodies(
    client: httpx.Client, server: Server, game: dict[str, Any], body: bytes
) -> None:
    for method, path in paths(server):
        url = path.replace("{key}", game["key"])
        response = client.request(method, url, content=body, headers=JSON)
        assert response.status_code in (400, 413, 422), (path, response.text)
        refused(response, response.status_code)
    assert look(client, game) == game


@pytest.mark.parametrize("path", list(FIELDS))
def test_junk_in_fields(client: httpx.Client, game: dict[str, Any], path: str) -> None:
    """Some junk is valid, such as null for an optional field; none of it breaks the server."""
    state = game
    for field in FIELDS[path]:
        for junk in JUNK:
            if path.endswith(("hint", "evaluation", "review", "last-winnable")) and junk in (
                None,
                0,
            ):
                continue  # a valid request
            body = GOOD.get(path, {}) | {field: junk}
            text = json.dumps(body)
            response = client.post(
                path.replace("KEY", state["key"]), content=text.encode(), headers=JSON
            )
            if response.status_code in (200, 201):
                json_body(response)
                state = deal(client, "freecell", deal_number=1) if "KEY" in path else state
            else:
                assert response.status_code in (400, 403, 404, 409, 422), (body, response.text)
                refused(response, response.status_code)


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/xml", "multipart/form-data", "application/x-www-form-urlencoded"],
)
def test_other_content_types(client: httpx.Client, kind: str) -> None:
    """These are the types that a form on another site's page can send."""
    response = client.post(
        "/games", content=b'{"game": "freecell"}', headers={"content-type": kind}
    )
    refused(response, 422)
    assert not client.cookies


SEGMENTS = [
    "%00",
    "%20",
    "a%0Ab",
    "%ff",
    "..",
    "%2e%2e%2f",
    "a%2fb",
    "%c3%a9",
    "x" * 65,
    "x" * 5_000,
    "*",
    "'",
]


@pytest.mark.parametrize("segment", SEGMENTS, ids=lambda segment: str(segment)[:20])
def test_invalid_paths(client: httpx.Client, server: Server, segment: str) -> None:
    for path in (
        *("/games/X", "/games/X/steps", "/games/X/record", "/games/X/where?card=AS"),
        *("/shared/X", "/shared/X/picture.svg", "/catalog/X/picture.svg", "/X", "/player/X"),
    ):
        raw = f"/api/v1{path.replace('X', segment)}".encode()
        response = client.get(httpx.URL(server.url).copy_with(raw_path=raw))
        assert response.status_code in (404, 405, 422), (path, response.text)
        refused(response, response.status_code)
    response = client.post(f"/games/{segment}/undo", json={"version": 1})
    assert response.status_code in (404, 405, 422)
    refused(response, response.status_code)


QUERIES = [
    "limit=-1",
    "limit=1e3",
    "limit=" + "9" * 5_000,
    "limit=%00",
    "game=%00",
    "game=%ff",
    "game=free",
    "before=%00",
    "before=1.",
    "before=-.1",
    "before=" + "9" * 18 + ".1",
    "before=-" + "9" * 18 + ".1",
    "before=1.99999999999",
    "before=%F0%9F%82%A1",
]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: str(query)[:30])
def test_invalid_queries(client: httpx.Client, query: str) -> None:
    deal(client)
    response = client.get(f"/history?{query}")
    assert response.status_code in (404, 422), response.text
    refused(response, response.status_code)


@pytest.mark.parametrize("query", ["", "card", "card=%00%00", "card=%ff%ff", "card=1H", "card=AS2"])
def test_invalid_cards(client: httpx.Client, game: dict[str, Any], query: str) -> None:
    refused(client.get(f"/games/{game['key']}/where?{query}"), 422)
