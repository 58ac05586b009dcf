"""The cookie: which player it identifies, and that it cannot be forged."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from api_client import deal, json_body, look, refused, win
from fastapi import Request, Response
from itsdangerous import URLSafeSerializer
from web_servers import Server, get, new_client, post

from winnable.store import Store
from winnable.web.cookies import Cookies, find_secret


def request(value: str | None = None) -> Request:
    """A request with a cookie, for the server whose secret is "secret"."""
    header = [] if value is None else [(b"cookie", f"{Cookies('secret').name}={value}".encode())]
    return Request({"type": "http", "headers": header})


def only(cookies: httpx.Cookies) -> tuple[str, str]:
    """The name and the value of the only cookie there is."""
    [(name, value)] = cookies.items()
    return name, value


def cookie_value(cookies: Cookies, player: int) -> str:
    response = Response()
    cookies.set_player(response, player)
    return response.headers["set-cookie"].partition("=")[2].partition(";")[0]


def test_it_identifies_the_player() -> None:
    cookies = Cookies("secret")
    for player in (1, 2, 2**31 - 1):
        assert cookies.read_player(request(cookie_value(cookies, player))) == player
    assert cookies.read_player(request()) is None


@pytest.mark.parametrize("player", [0, -1, "1", None, [1], 1.5])
def test_only_a_positive_number_is_a_player(player: object) -> None:
    signed = URLSafeSerializer("secret", salt="winnable player").dumps(player)
    assert Cookies("secret").read_player(request(str(signed))) is None


def test_a_cookie_signed_with_another_secret_is_ignored() -> None:
    theirs = cookie_value(Cookies("another"), 1)
    assert Cookies("secret").read_player(request(theirs)) is None
    salted = URLSafeSerializer("secret", salt="something else").dumps(1)
    assert Cookies("secret").read_player(request(str(salted))) is None


def test_every_character_counts() -> None:
    cookies = Cookies("secret")
    good = cookie_value(cookies, 12)
    for at, character in enumerate(good):
        wrong = good[:at] + ("A" if character != "A" else "B") + good[at + 1 :]
        # Of the last character in base64 only some bits count, so it may still be the same value.
        assert cookies.read_player(request(wrong)) is None or at == len(good) - 1
    for length in range(len(good)):
        assert cookies.read_player(request(good[:length])) is None


def test_the_secret_is_created_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as store:
        secret = find_secret(store)
        assert len(secret) >= 32
        assert find_secret(store) == secret
    with Store.open(url) as store:
        assert find_secret(store) == secret
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as store:
        assert find_secret(store) != secret


def test_servers_that_start_at_once_get_one_secret(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as opened, ThreadPoolExecutor(8) as threads:
        stores = [opened.enter_context(Store.open(url)) for _ in range(8)]
        assert len(set(threads.map(find_secret, stores))) == 1


# -- over HTTP -------------------------------------------------------------------------------------


def attributes(response: httpx.Response) -> set[str]:
    return {part.strip().lower() for part in response.headers["set-cookie"].split(";")[1:]}


def test_the_cookies_attributes(client: httpx.Client) -> None:
    response = client.post("/games", json={"game": "freecell"})
    assert attributes(response) == {"httponly", "max-age=34560000", "path=/", "samesite=strict"}
    assert only(client.cookies)[0].startswith("winnable-")


def test_behind_https_the_cookie_is_secure(proxied: Server) -> None:
    response = post(f"{proxied.url}/api/v1/games", json={"game": "freecell"})
    assert attributes(response) >= {"httponly", "path=/", "samesite=strict", "secure"}
    assert not any(part.startswith("domain") for part in attributes(response))
    name, _, value = response.headers["set-cookie"].partition(";")[0].partition("=")
    assert name.startswith("__Host-winnable-")
    path = f"{proxied.url}/api/v1/games/{json_body(response)['key']}"
    assert get(path, headers={"cookie": f"{name}={value}"}).status_code == 200
    # The name without the prefix, which another subdomain could set, is ignored.
    assert get(path, headers={"cookie": f"{name[7:]}={value}"}).status_code == 404
    assert "strict-transport-security" in response.headers


def test_a_cookie_is_set_only_when_needed(client: httpx.Client, server: Server) -> None:
    key = win(client)["key"]
    shared = json_body(client.post(f"/games/{key}/share"))["share_key"]
    with server.client() as visitor:
        for path in (
            *("/catalog", "/catalog/golf/picture.svg", "/daily", "/games", f"/games/{key}"),
            *("/statistics", "/history", "/export", "/player", "/health", f"/shared/{shared}"),
            *(f"/shared/{shared}/picture.svg", "/openapi.json", "/nowhere"),
        ):
            assert "set-cookie" not in visitor.get(path).headers, path
        for path in ("/", "/play/x", "/s/x", "/static/js/main.js", "/static/deck.svg", "/metrics"):
            assert "set-cookie" not in get(server.url + path).headers, path
        for path, body in (
            ("/games", {"game": "whist"}),
            ("/games", {"game": "freecell", "board": "AS"}),
            (f"/games/{key}/undo", {"version": 1}),
            (f"/games/{key}/share", {}),
            ("/player/code", {}),
            ("/player/recover", {"code": "A" * 25}),
            ("/player/local", {"token": "x"}),
        ):
            response = visitor.post(path, json=body)
            assert response.status_code >= 400
            assert "set-cookie" not in response.headers, path
        assert not visitor.cookies


def forged(good: str) -> dict[str, str]:
    payload, _, signature = good.partition(".")
    other = URLSafeSerializer("secret", salt="winnable player").dumps(1)
    return {
        "truncated": good[:-1],
        "unsigned": payload,
        "no payload": f".{signature}",
        "another number": f"MQ.{signature}",
        "another secret": str(other),
        "oversized": good + "A" * 5_000,
        "oversized payload": "A" * 5_000 + good,
        "compressed": f".{good}",
        "twice": good + good,
        "not ascii": "é" * 20,
        "quoted": f'"{good}x"',
        "json": '{"player":1}',
        "a number": "1",
        "empty": "",
    }


@pytest.mark.parametrize("kind", list(forged("a.b")))
def test_a_forged_cookie_is_ignored(client: httpx.Client, server: Server, kind: str) -> None:
    state = deal(client)
    name, good = only(client.cookies)
    headers = {b"cookie": f"{name}={forged(good)[kind]}".encode()}
    with new_client(client.base_url, headers=headers) as other:
        assert not json_body(other.get("/player"))["is_known"]
        refused(other.get(f"/games/{state['key']}"), 404)
        assert json_body(other.get("/history"))["games"] == []
        refused(other.post("/player/code"), 409)
        response = other.post("/games", json={"game": "golf"})
        assert response.status_code == 201  # and a valid cookie
        assert only(response.cookies) not in ((name, good), (name, forged(good)[kind]))
    assert look(client, state) == state


def test_the_cookie_of_another_server_is_ignored(client: httpx.Client, proxied: Server) -> None:
    state = deal(client)
    theirs = post(f"{proxied.url}/api/v1/games", json={"game": "golf"}).headers["set-cookie"]
    signed = theirs.partition(";")[0].partition("=")[2]
    headers = {"cookie": f"{only(client.cookies)[0]}={signed}"}
    with new_client(client.base_url, headers=headers) as stranger:
        assert not json_body(stranger.get("/player"))["is_known"]
        refused(stranger.get(f"/games/{state['key']}"), 404)


def test_a_cookie_of_a_player_who_does_not_exist(client: httpx.Client, server: Server) -> None:
    """An older backup of the database was restored, with the same secret."""
    with Store.open(server.database) as store:
        cookies = Cookies(find_secret(store))
    cookie = cookie_value(cookies, 10**9)
    with new_client(client.base_url, headers={"cookie": f"{cookies.name}={cookie}"}) as gone:
        assert not json_body(gone.get("/player"))["is_known"]
        refused(gone.post("/player/code"), 409)
        response = gone.post("/games", json={"game": "golf"})
        assert response.status_code == 201
        assert only(response.cookies)[1] != cookie
