"""The cookie: a random token that the database knows, and that can be revoked."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from api_client import deal, json_body, look, refused, twin, win
from fastapi import Request
from itsdangerous import URLSafeSerializer
from store.saved_games import execute
from web_servers import Server, get, new_client, post, server

from winnable.store import Store
from winnable.web.cookies import Cookie, find_cookie_name


def only(cookies: httpx.Cookies) -> tuple[str, str]:
    """The name and the value of the only cookie there is."""
    [(name, value)] = cookies.items()
    return name, value


@pytest.mark.parametrize(("value", "token"), [("abc", "abc"), ("", None), ("x" * 201, None)])
def test_the_token_in_a_cookie(value: str, token: str | None) -> None:
    header = (b"cookie", f"winnable-1={value}".encode())
    assert Cookie("winnable-1").read(Request({"type": "http", "headers": [header]})) == token
    assert Cookie("winnable-2").read(Request({"type": "http", "headers": [header]})) is None


def test_the_cookies_name_is_chosen_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as store:
        name = find_cookie_name(store)
    with Store.open(url) as store:
        assert find_cookie_name(store) == name
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as store:
        assert find_cookie_name(store) != name


def test_servers_that_start_at_once_choose_one_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as opened, ThreadPoolExecutor(8) as threads:
        stores = [opened.enter_context(Store.open(url)) for _ in range(8)]
        assert len(set(threads.map(find_cookie_name, stores))) == 1


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
    return {
        "truncated": good[:-1],
        "lengthened": good + "A",
        "changed": good.swapcase(),
        "oversized": good + "A" * 5_000,
        "twice": good + good,
        "signed as in version 0.1": str(
            URLSafeSerializer("secret", salt="winnable player").dumps(1)
        ),
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


def test_an_old_cookie_after_a_backup_was_restored(tmp_path: Path) -> None:
    """The newcomer of before is a stranger, whoever has come since."""
    file, backup = tmp_path / "games.db", tmp_path / "backup.db"
    with server(f"sqlite:///{file}") as running, running.client() as early:
        kept = deal(early)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(backup)) as copy:
            source.backup(copy)
        with running.client() as lost:
            deal(lost)
            code = json_body(lost.post("/player/code"))["code"]
            running.stop()
            file.write_bytes(backup.read_bytes())
            running.start()
            others = [running.client() for _ in range(3)]
            states = [deal(other) for other in others]
            assert not json_body(lost.get("/player"))["is_known"]
            assert json_body(lost.get("/history"))["games"] == []
            for state in states:
                refused(lost.get(f"/games/{state['key']}"), 404)
            refused(lost.post("/player/code"), 409)
            refused(lost.post("/player/recover", json={"code": code}), 404)
            assert look(early, kept) == kept
            deal(lost)  # which makes them a new player
            assert json_body(lost.get("/player"))["is_known"]
            for other, state in zip(others, states, strict=True):
                assert look(other, state) == state
                other.close()


def test_a_failover_that_loses_the_latest_commits(client: httpx.Client, server: Server) -> None:
    """The server still remembers who the cookie was; the database does not."""
    state = deal(client)
    with Store.open(server.database) as store:
        lost = store.sign_ins.find(only(client.cookies)[1])
    assert lost is not None
    execute(
        server.database,
        f"DELETE FROM games WHERE player = {lost.player}",
        f"DELETE FROM sign_ins WHERE player = {lost.player}",
        f"DELETE FROM players WHERE number = {lost.player}",
    )
    with server.client() as newcomer:
        theirs = deal(newcomer)
        for gone in (state, theirs):
            refused(client.get(f"/games/{gone['key']}"), 404)
        assert json_body(client.get("/history"))["games"] == []
        before = only(client.cookies)
        again = deal(client)  # as a new player
        assert only(client.cookies) != before
        assert look(client, again) == again
        assert look(newcomer, theirs) == theirs
        refused(newcomer.get(f"/games/{again['key']}"), 404)


def test_nothing_in_the_database_is_a_cookie(client: httpx.Client, server: Server) -> None:
    """Whoever reads the database, or a backup of it, still cannot be anybody."""
    deal(client)
    name, token = only(client.cookies)
    with Store.open(server.database) as store:
        sign_in = store.sign_ins.find(token)
        assert sign_in is not None
        with store._database.reading() as connection:
            rows = connection.exec_driver_sql("SELECT * FROM sign_ins").all()
            settings = connection.exec_driver_sql("SELECT * FROM settings").all()
    values = {str(value) for row in (*rows, *settings) for value in row}
    assert token not in values
    for value in values - {""}:
        with new_client(client.base_url, headers={b"cookie": f"{name}={value}".encode()}) as thief:
            assert not json_body(thief.get("/player"))["is_known"]


# -- signing out -----------------------------------------------------------------------------------


def sign_ins(client: httpx.Client) -> list[dict[str, object]]:
    return list(json_body(client.get("/player/sign-ins"))["sign_ins"])


@contextmanager
def second_browser(client: httpx.Client, agent: str) -> Iterator[httpx.Client]:
    """Another browser of the same player."""
    code = json_body(client.post("/player/code"))["code"]
    with new_client(client.base_url, headers={"user-agent": agent}) as other:
        other.post("/player/recover", json={"code": code}).raise_for_status()
        yield other


def test_a_forgotten_cookie_is_worth_nothing(client: httpx.Client) -> None:
    state = deal(client)
    with twin(client) as copy:
        assert look(copy, state) == state
        assert client.post("/player/forget").status_code == 204
        refused(copy.get(f"/games/{state['key']}"), 404)
        assert not json_body(copy.get("/player"))["is_known"]


def test_the_browsers_of_a_player(client: httpx.Client, server: Server) -> None:
    assert sign_ins(client) == []
    deal(client)
    phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    with second_browser(client, phone) as other, server.client() as stranger:
        deal(stranger)
        theirs, ours = sign_ins(other)
        assert (theirs["browser"], theirs["is_this"]) == ("Firefox on Android", True)
        assert (ours["browser"], ours["is_this"]) == ("", False)
        refused(stranger.delete(f"/player/sign-ins/{ours['number']}"), 404)
        assert other.delete(f"/player/sign-ins/{ours['number']}").status_code == 204
        assert sign_ins(client) == []
        assert not json_body(client.get("/player"))["is_known"]
        assert [each["number"] for each in sign_ins(other)] == [theirs["number"]]
        refused(other.delete(f"/player/sign-ins/{ours['number']}"), 404)
        assert other.delete(f"/player/sign-ins/{theirs['number']}").status_code == 204
        assert not other.cookies


def test_signing_out_everywhere_else(client: httpx.Client) -> None:
    state = deal(client)
    with second_browser(client, "x") as one, second_browser(client, "y") as two, twin(one) as copy:
        assert json_body(two.post("/player/sign-out-others")) == {"signed_out": 2}
        for out in (client, one, copy):
            refused(out.get(f"/games/{state['key']}"), 404)
        assert look(two, state) == state
        assert json_body(two.post("/player/sign-out-others")) == {"signed_out": 0}


def test_another_server_notices_that_a_browser_was_signed_out(tmp_path: Path) -> None:
    """It remembers who somebody is for half a minute at most; a server that starts knows nobody."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with server(url) as one, one.client() as client:
        state = deal(client)
        with twin(client) as copy:
            client.post("/player/forget")
            with server(url) as two:
                copy.base_url = httpx.URL(f"{two.url}/api/v1")
                refused(copy.get(f"/games/{state['key']}"), 404)


def test_entering_a_code_ends_what_the_browser_was_before(
    client: httpx.Client, server: Server
) -> None:
    deal(client)
    code = json_body(client.post("/player/code"))["code"]
    with server.client() as other:
        state = deal(other)
        with twin(other) as copy:
            other.post("/player/recover", json={"code": code}).raise_for_status()
            refused(copy.get(f"/games/{state['key']}"), 404)
