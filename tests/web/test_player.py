"""The player: cookies, recovery codes, the local player."""

from pathlib import Path

import httpx
import pytest
import sqlalchemy
from api_client import act, deal, json_body, lasting, look, make, refused, twin, win
from web_servers import Server

from winnable.store.recovery_codes import hash_recovery_code


def test_a_player_is_known_once_they_play(client: httpx.Client) -> None:
    assert json_body(client.get("/player")) == {"is_known": False, "since": None, "is_local": False}
    refused(client.post("/player/code"), 409)
    assert not client.cookies
    deal(client)
    known = json_body(client.get("/player"))
    assert known["is_known"]
    assert known["since"].endswith(("Z", "+00:00"))
    assert not known["is_local"]


def test_a_code_moves_a_player_to_another_browser(client: httpx.Client, server: Server) -> None:
    state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
    code = json_body(client.post("/player/code"))["code"]
    with server.client() as other:
        refused(other.get(f"/games/{state['key']}"), 404)
        assert json_body(other.post("/player/recover", json={"code": code}))["is_known"]
        assert lasting(look(other, state)) == lasting(state)
        after = make(other, state, "t3c2")
        assert look(client, state)["version"] == after["version"]
        assert json_body(other.get("/player")) == json_body(client.get("/player"))


def test_a_code_may_be_written_in_other_ways(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = json_body(client.post("/player/code"))["code"]
    with server.client() as other:
        spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        other.post("/player/recover", json={"code": f" {spoken}\n"}).raise_for_status()
        assert json_body(other.get("/player")) == json_body(client.get("/player"))


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("", 404),
        ("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", 404),
        ("\0" * 25, 404),
        ("é" * 25, 404),
        ("' OR 1=1 --", 404),
        ("A" * 101, 422),
        (None, 422),
        (["A"], 422),
    ],
)
def test_wrong_codes(client: httpx.Client, code: object, status: int) -> None:
    response = client.post("/player/recover", json={"code": code})
    refused(response, status)
    assert not client.cookies


def test_a_new_code_replaces_the_old(client: httpx.Client, server: Server) -> None:
    deal(client)
    old, new = (json_body(client.post("/player/code"))["code"] for _ in range(2))
    with server.client() as other:
        refused(other.post("/player/recover", json={"code": old}), 404)
        other.post("/player/recover", json={"code": new}).raise_for_status()


def test_games_are_transferred(client: httpx.Client, server: Server) -> None:
    """All of them are the recovered player's then; the old cookie has no games left."""
    theirs = make(client, deal(client, "freecell", deal_number=1), "t3c1")
    code = json_body(client.post("/player/code"))["code"]
    with server.client() as other:
        win(other)
        ours = act(
            other, make(other, deal(other, "aces-up", deal_number=2), "deal", "deal"), "undo"
        )
        old_code = json_body(other.post("/player/code"))["code"]
        with twin(other) as left_behind:
            other.post(
                "/player/recover", json={"code": code, "transfer_games": True}
            ).raise_for_status()
            for now in (client, other):
                assert lasting(look(now, ours)) == lasting(ours)
                assert lasting(look(now, theirs)) == lasting(theirs)
                assert len(json_body(now.get("/history"))["games"]) == 3
            refused(left_behind.get(f"/games/{ours['key']}"), 404)
            body = {"version": ours["version"], "move": "deal"}
            refused(left_behind.post(f"/games/{ours['key']}/move", json=body), 404)
            assert json_body(left_behind.get("/history"))["games"] == []
            assert make(other, ours, "deal")["moves_made"] == 2
        with (
            server.client() as third
        ):  # the old code still finds the old player, who has no games left
            third.post("/player/recover", json={"code": old_code}).raise_for_status()
            assert json_body(third.get("/history"))["games"] == []


def test_games_are_not_transferred_unless_asked(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = json_body(client.post("/player/code"))["code"]
    with server.client() as other:
        state = make(other, deal(other, "aces-up", deal_number=2), "deal")
        old_code = json_body(other.post("/player/code"))["code"]
        other.post("/player/recover", json={"code": code}).raise_for_status()
        refused(other.get(f"/games/{state['key']}"), 404)
        other.post("/player/recover", json={"code": old_code}).raise_for_status()
        assert look(other, state)["moves_made"] == 1


def test_the_players_own_code_changes_nothing(client: httpx.Client) -> None:
    state = deal(client)
    code = json_body(client.post("/player/code"))["code"]
    client.post("/player/recover", json={"code": code, "transfer_games": True}).raise_for_status()
    assert look(client, state) == state


def test_a_forgotten_player_can_come_back(client: httpx.Client) -> None:
    state = deal(client)
    code = json_body(client.post("/player/code"))["code"]
    assert client.post("/player/forget").status_code == 204
    assert not client.cookies
    assert not json_body(client.get("/player"))["is_known"]
    refused(client.get(f"/games/{state['key']}"), 404)
    client.post("/player/recover", json={"code": code}).raise_for_status()
    assert look(client, state) == state


def test_the_code_itself_is_not_saved(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = json_body(client.post("/player/code"))["code"]
    engine = sqlalchemy.create_engine(server.database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        rows = connection.execute(sqlalchemy.text("SELECT * FROM players WHERE code IS NOT NULL"))
        codes = [str(row.code) for row in rows]
    engine.dispose()
    assert codes
    assert {len(found) for found in codes} == {64}
    assert hash_recovery_code(code) in codes
    if server.database.startswith("sqlite"):
        path = Path(server.database.removeprefix("sqlite:///"))
        files = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert code.encode() not in files
        assert code.replace("-", "").encode() not in files


# -- the local player -----------------------------------------------------------------------------


def test_the_token_makes_a_browser_the_local_player(client: httpx.Client, server: Server) -> None:
    assert server.local_token
    for wrong in ("", "x", server.local_token[:-1], server.local_token + "x", "é", "\0"):
        refused(client.post("/player/local", json={"token": wrong}), 403)
    assert not client.cookies
    assert json_body(client.post("/player/local", json={"token": server.local_token}))["is_local"]
    assert json_body(client.get("/player"))["is_local"]


def test_the_local_players_games_are_not_transferred(client: httpx.Client, server: Server) -> None:
    client.post("/player/local", json={"token": server.local_token}).raise_for_status()
    state = make(client, deal(client, "aces-up", deal_number=1), "deal")
    with server.client() as other:
        deal(other)
        code = json_body(other.post("/player/code"))["code"]
    with server.client() as same:
        same.post("/player/local", json={"token": server.local_token}).raise_for_status()
        response = same.post("/player/recover", json={"code": code, "transfer_games": True})
        refused(response, 409)
        same.post("/player/recover", json={"code": code}).raise_for_status()
        refused(same.get(f"/games/{state['key']}"), 404)
    assert look(client, state)["moves_made"] == 1


def test_the_browsers_games_become_the_local_players(client: httpx.Client, server: Server) -> None:
    """A browser that was used before the printed address was opened loses nothing."""
    state = make(client, deal(client, "aces-up", deal_number=1), "deal")
    client.post("/player/local", json={"token": server.local_token}).raise_for_status()
    assert look(client, state)["moves_made"] == 1
    assert state["key"] in [game["key"] for game in json_body(client.get("/history"))["games"]]


def test_a_server_for_others_has_no_local_player(proxied: Server) -> None:
    assert proxied.local_token == ""
    with proxied.client() as client:
        for token in ("", "None", "null"):
            refused(client.post("/player/local", json={"token": token}), 403)
