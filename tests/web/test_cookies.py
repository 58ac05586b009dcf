"""The cookie: who it makes somebody, and who it does not."""

from pathlib import Path

import httpx
import pytest
from api_client import deal, look, refused, told, win
from fastapi import Request, Response
from itsdangerous import URLSafeSerializer
from web_servers import Server, caller, get, post

from winnable.store import Store
from winnable.web.cookies import Cookies, find_secret


def request(word: str | None = None) -> Request:
    """Somebody who shows a word to the server whose secret is a secret."""
    header = [] if word is None else [(b"cookie", f"{Cookies('secret').name}={word}".encode())]
    return Request({"type": "http", "headers": header})


def only(cookies: httpx.Cookies) -> tuple[str, str]:
    """The name and the value of the only cookie there is."""
    [(name, value)] = cookies.items()
    return name, value


def word(cookies: Cookies, player: int) -> str:
    response = Response()
    cookies.give(response, player)
    return response.headers["set-cookie"].partition("=")[2].partition(";")[0]


def test_it_says_who_somebody_is() -> None:
    cookies = Cookies("secret")
    for player in (1, 2, 2**31 - 1):
        assert cookies.player(request(word(cookies, player))) == player
    assert cookies.player(request()) is None


@pytest.mark.parametrize("player", [0, -1, "1", None, [1], 1.5])
def test_it_says_nothing_else(player: object) -> None:
    signed = URLSafeSerializer("secret", salt="winnable player").dumps(player)
    assert Cookies("secret").player(request(str(signed))) is None


def test_another_secret_makes_another_cookie() -> None:
    theirs = word(Cookies("another"), 1)
    assert Cookies("secret").player(request(theirs)) is None
    salted = URLSafeSerializer("secret", salt="something else").dumps(1)
    assert Cookies("secret").player(request(str(salted))) is None


def test_every_sign_of_it_counts() -> None:
    cookies = Cookies("secret")
    good = word(cookies, 12)
    for at, sign in enumerate(good):
        wrong = good[:at] + ("A" if sign != "A" else "B") + good[at + 1 :]
        # Of the last sign of a base64 word only some bits count: it may still be the same word.
        assert cookies.player(request(wrong)) is None or at == len(good) - 1
    for length in range(len(good)):
        assert cookies.player(request(good[:length])) is None


def test_the_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as store:
        secret = find_secret(store)
        assert len(secret) >= 32
        assert find_secret(store) == secret
    with Store.open(url) as store:
        assert find_secret(store) == secret
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as store:
        assert find_secret(store) != secret


def test_of_two_servers_that_begin_at_once_the_first_has_the_word(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:

        class Late(Store):
            """Somebody who looked before the other had written."""

            def setting(self, name: str) -> str | None:
                return None

        first = find_secret(store)
        assert find_secret(Late(store._database)) == first
        assert find_secret(store) == first


# -- over HTTP -------------------------------------------------------------------------------------


def attributes(answer: httpx.Response) -> set[str]:
    return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}


def test_scripts_and_other_sites_cannot_use_it(client: httpx.Client) -> None:
    answer = client.post("/tables", json={"game": "freecell"})
    assert attributes(answer) == {"httponly", "max-age=34560000", "path=/", "samesite=strict"}
    assert only(client.cookies)[0].startswith("winnable-")


def test_behind_https_it_goes_no_other_way(proxied: Server) -> None:
    answer = post(f"{proxied.url}/api/v1/tables", json={"game": "freecell"})
    assert attributes(answer) >= {"httponly", "path=/", "samesite=strict", "secure"}
    assert not any(part.startswith("domain") for part in attributes(answer))
    name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
    assert name.startswith("__Host-winnable-")
    path = f"{proxied.url}/api/v1/tables/{told(answer)['key']}"
    assert get(path, headers={"cookie": f"{name}={value}"}).status_code == 200
    # The name without the prefix, which any page of a neighbour could set, is not looked at.
    assert get(path, headers={"cookie": f"{name[7:]}={value}"}).status_code == 404
    assert "strict-transport-security" in answer.headers


def test_no_cookie_without_need(client: httpx.Client, server: Server) -> None:
    key = win(client)["key"]
    shared = told(client.post(f"/tables/{key}/share"))["key"]
    with server.client() as visitor:
        for path in (
            *("/games", "/games/golf/picture.svg", "/daily", "/tables", f"/tables/{key}"),
            *("/statistics", "/history", "/export", "/player", "/health", f"/shared/{shared}"),
            *(f"/shared/{shared}/picture.svg", "/openapi.json", "/nowhere"),
        ):
            assert "set-cookie" not in visitor.get(path).headers, path
        for path in ("/", "/t/x", "/s/x", "/static/js/main.js", "/static/deck.svg", "/metrics"):
            assert "set-cookie" not in get(server.url + path).headers, path
        for path, body in (
            ("/tables", {"game": "whist"}),
            ("/tables", {"game": "freecell", "board": "AS"}),
            (f"/tables/{key}/undo", {"version": 1}),
            (f"/tables/{key}/share", {}),
            ("/player/code", {}),
            ("/player/recover", {"code": "A" * 25}),
            ("/player/seat", {"token": "x"}),
        ):
            answer = visitor.post(path, json=body)
            assert answer.status_code >= 400
            assert "set-cookie" not in answer.headers, path
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
def test_who_makes_a_cookie_is_nobody(client: httpx.Client, server: Server, kind: str) -> None:
    state = deal(client)
    name, good = only(client.cookies)
    headers = {b"cookie": f"{name}={forged(good)[kind]}".encode()}
    with caller(client.base_url, headers=headers) as other:
        assert not told(other.get("/player"))["known"]
        refused(other.get(f"/tables/{state['key']}"), 404)
        assert told(other.get("/history"))["games"] == []
        refused(other.post("/player/code"), 409)
        answer = other.post("/tables", json={"game": "golf"})
        assert answer.status_code == 201  # and gets a good one
        assert only(answer.cookies) not in ((name, good), (name, forged(good)[kind]))
    assert look(client, state) == state


def test_the_cookie_of_another_server_is_nobodys(client: httpx.Client, proxied: Server) -> None:
    state = deal(client)
    theirs = post(f"{proxied.url}/api/v1/tables", json={"game": "golf"}).headers["set-cookie"]
    signed = theirs.partition(";")[0].partition("=")[2]
    headers = {"cookie": f"{only(client.cookies)[0]}={signed}"}
    with caller(client.base_url, headers=headers) as nobody:
        assert not told(nobody.get("/player"))["known"]
        refused(nobody.get(f"/tables/{state['key']}"), 404)


def test_a_player_who_is_gone_is_somebody_new(client: httpx.Client, server: Server) -> None:
    """The database was put back from before they came, with the same secret."""
    with Store.open(server.database) as store:
        cookies = Cookies(find_secret(store))
    cookie = word(cookies, 10**9)
    with caller(client.base_url, headers={"cookie": f"{cookies.name}={cookie}"}) as gone:
        assert not told(gone.get("/player"))["known"]
        refused(gone.post("/player/code"), 409)
        answer = gone.post("/tables", json={"game": "golf"})
        assert answer.status_code == 201
        assert only(answer.cookies)[1] != cookie
