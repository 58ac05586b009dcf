"""Privacy: no player can reach another's games, and nothing private is logged."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from api_client import JSON, deal, json_body, lasting, look, make, on_sqlite, refused, twin, win
from web_servers import Server, get, sqlite_server

from winnable.web.routes.pages import STATIC


def operations(server: Server) -> list[tuple[str, str]]:
    """Every operation on a game, according to OpenAPI."""
    paths: dict[str, Any] = get(f"{server.url}/api/v1/openapi.json").json()["paths"]
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, found in paths.items()
        for method in found
        if path.startswith("/api/v1/games/{key}")
    ]


BODIES: dict[str, dict[str, object]] = {
    "move": {"version": 2, "move": "t3c2"},
    "go-to": {"version": 2, "moves_made": 0},
    "autoplay": {"version": 2, "autoplay": "off"},
    "share": {},
    "analysis/move": {"moves_made": 0, "move": "t3c2"},
    "analysis/branch": {"moves_made": 0},
    "analysis/evaluation": {"moves_made": 0},
    "analysis/play": {"moves_made": 0},
    "analysis/lines": {"moves_made": 0, "moves": ["t3c1"], "name": "mine", "revision": "0" * 16},
    "analysis/lines/1": {"moves_made": 0, "name": "mine", "revision": "0" * 16},
}


def _body(method: str, what: str) -> dict[str, object] | None:
    if method == "GET":
        return None
    if (method, what) == ("DELETE", "analysis/lines/1"):
        return {"revision": "0" * 16}
    return BODIES.get(what, {"version": 2})


@pytest.mark.parametrize("who", ["a stranger", "another player"])
def test_no_player_can_read_or_change_anothers_game(
    client: httpx.Client, server: Server, who: str
) -> None:
    state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
    won = win(client)
    before = {what: client.get(what).text for what in ("/history", "/export", "/games")}
    found = operations(server)
    assert len(found) > 18
    reasons: set[str] = set()
    with server.client() as other:
        if who == "another player":
            deal(other)
        for method, path in found:
            path = path.replace("{number}", "1")
            what = path.removeprefix("/games/{key}").removeprefix("/")
            for key in (state["key"], won["key"]):
                response = other.request(
                    method,
                    path.replace("{key}", key),
                    json=_body(method, what),
                    params={"card": "AS"} if what == "where" else None,
                )
                reasons.add(refused(response, 404))
        assert len(reasons) == 1, "whether there is such a game is not revealed"
        for what in ("/history", "/games"):
            assert state["key"] not in other.get(what).text
        assert other.get("/export").text == ""
    for what, text in before.items():
        assert client.get(what).text == text
    for saved in (state, won):
        assert lasting(look(client, saved)) == lasting(saved)


def test_keys_cannot_be_guessed(client: httpx.Client) -> None:
    keys = {deal(client)["key"] for _ in range(5)}
    assert len(keys) == 5
    assert all(re.fullmatch("[0-9A-Za-z_-]{16}", key) for key in keys)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/static/..%5capp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/js/../../app.py",
        "/static/%00",
        "/static/js",
        "/static/js/",
        "/static/",
        "/static/index.html/x",
        "/static/" + "a" * 5_000,
        "/static/%ff%fe",
        "/static/~",
    ],
    ids=lambda path: str(path)[:40],
)
def test_no_other_file_is_served(server: Server, path: str) -> None:
    url = httpx.URL(server.url).copy_with(raw_path=path.encode())
    response = get(url)
    assert response.status_code == 404
    refused(response, 404)


def test_the_page_has_no_inline_script_or_style(server: Server) -> None:
    paths = (
        "/",
        "/play/abc",
        "/s/abc",
        "/statistics",
        "/history",
        "/player",
        "/rules/freecell",
        "/deals/617",
    )
    (page,) = {get(server.url + path).text for path in paths}
    assert "{{" not in page, "a text was not filled in"
    for tag in re.findall(r"<script\b[^>]*>", page):
        assert re.search(r'\bsrc="/static/', tag), tag
    assert not re.findall(r"<script\b[^>]*>[^<]", page)
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


def test_the_pages_files_load_nothing_from_other_sites() -> None:
    scripts = sorted(STATIC.rglob("*.js")) + sorted(STATIC.rglob("*.css"))
    assert scripts
    for file in scripts:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://|\beval\(|new Function|innerHTML\s*=", text), file


# -- what is logged --------------------------------------------------------------------------------

PASTED = "Zebra's own words"


def busy_day(server: Server) -> tuple[list[dict[str, Any]], str, list[str]]:
    """The log and the metrics after many requests, and what must not be in them."""
    with server.client() as client:
        note = f'[Winnable "1"] [Game "freecell"] [Deal "1"] 1. t3c1 {{{PASTED}}} *'
        state = deal(client, None, pasted=note)
        state = make(client, state, "t3c2")
        [cookie] = client.cookies.values()
        code = json_body(client.post("/player/code"))["code"]
        wrong = client.post(f"/games/{state['key']}/move", json={"version": 2, "move": PASTED})
        assert wrong.status_code == 422
        refused(client.get("/catalog/Zebra/picture.svg"), 404)
        refused(client.get(f"/games/{state['key']}/where", params={"card": "Zebra"}), 422)
        refused(client.post("/player/recover", json={"code": "ZEBRA"}), 404)
        client.post("/games", content=b'{"Zebra": 1}', headers=JSON)
        client.request("ZEBRA", "/Zebra")
        won = win(client)
        shared = json_body(client.post(f"/games/{won['key']}/share"))["share_key"]
        client.get(
            f"/shared/{shared}", headers={"user-agent": "Zebra/1.0", "referer": "http://zebra"}
        )
        client.get(f"/games/{shared}")
        client.cookies.set("other", "Zebra")
        client.get("/nowhere/Zebra?zebra=1")
        metrics = get(f"{server.url}/metrics").text
    secrets = [state["key"], won["key"], shared, cookie, code, "zebra", "127.0.0.1", "t3c2"]
    lines = [line for line in server.log().splitlines() if line.startswith("{")]
    return [json.loads(line) for line in lines], metrics, secrets


def test_nothing_private_is_logged(tmp_path: Path) -> None:
    with sqlite_server(tmp_path, "--origin", "http://cards.example") as server:
        lines, metrics, secrets = busy_day(server)
        for text in (server.log().lower(), metrics.lower()):
            assert [secret for secret in secrets if secret.lower() in text] == []
        assert 'route="/api/v1/games/{key}/move"' in metrics
        requests = [line for line in lines if line["event"] == "request"]
        assert len(requests) > 12
        for line in requests:
            assert set(line) == {"time", "level", "event", "method", "route", "status", "ms"}
        assert {line["route"] for line in requests} >= {
            *("/api/v1/games", "/api/v1/games/{key}/move", "/api/v1/shared/{key}", "other"),
        }


@on_sqlite
def test_a_local_server_logs_no_requests(server: Server) -> None:
    lines, *_ = busy_day(server)
    assert lines == []


def test_copies_of_a_cookie_are_the_same_player(client: httpx.Client) -> None:
    state = deal(client)
    with twin(client) as other:
        assert look(other, state) == state
