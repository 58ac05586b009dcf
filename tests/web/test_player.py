"""The player: cookies, recovery codes, the seat at this computer."""

from pathlib import Path

import httpx
import pytest
import sqlalchemy
from api_client import act, deal, lasting, look, make, refused, told, twin, win
from web_servers import Server

from winnable.store.recovery_codes import hash_recovery_code


def test_nobody_is_known_before_they_play(client: httpx.Client) -> None:
    assert told(client.get("/player")) == {"known": False, "since": None, "is_local": False}
    assert "play a game first" in refused(client.post("/player/code"), 409)
    assert not client.cookies
    deal(client)
    known = told(client.get("/player"))
    assert known["known"]
    assert known["since"].endswith(("Z", "+00:00"))
    assert not known["is_local"]


def test_a_code_moves_a_player_to_another_browser(client: httpx.Client, server: Server) -> None:
    state = make(client, deal(client, "freecell", deal=1), "t3c1")
    code = told(client.post("/player/code"))["code"]
    with server.client() as other:
        refused(other.get(f"/tables/{state['key']}"), 404)
        assert told(other.post("/player/recover", json={"code": code}))["known"]
        assert lasting(look(other, state)) == lasting(state)
        after = make(other, state, "t3c2")
        assert look(client, state)["version"] == after["version"]
        assert told(other.get("/player")) == told(client.get("/player"))


def test_a_code_is_read_as_people_write_it(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = told(client.post("/player/code"))["code"]
    with server.client() as other:
        spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        other.post("/player/recover", json={"code": f" {spoken}\n"}).raise_for_status()
        assert told(other.get("/player")) == told(client.get("/player"))


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
def test_a_wrong_code_is_nobodys(client: httpx.Client, code: object, status: int) -> None:
    answer = client.post("/player/recover", json={"code": code})
    refused(answer, status)
    assert not client.cookies


def test_a_new_code_voids_the_old(client: httpx.Client, server: Server) -> None:
    deal(client)
    old, new = (told(client.post("/player/code"))["code"] for _ in range(2))
    with server.client() as other:
        refused(other.post("/player/recover", json={"code": old}), 404)
        other.post("/player/recover", json={"code": new}).raise_for_status()


def test_games_of_the_browser_come_along(client: httpx.Client, server: Server) -> None:
    """They are all the other player's then; whoever still has the old cookie has no games."""
    theirs = make(client, deal(client, "freecell", deal=1), "t3c1")
    code = told(client.post("/player/code"))["code"]
    with server.client() as other:
        win(other)
        ours = act(other, make(other, deal(other, "aces-up", deal=2), "deal", "deal"), "undo")
        old_code = told(other.post("/player/code"))["code"]
        with twin(other) as left_behind:
            other.post("/player/recover", json={"code": code, "bring": True}).raise_for_status()
            for now in (client, other):
                assert lasting(look(now, ours)) == lasting(ours)
                assert lasting(look(now, theirs)) == lasting(theirs)
                assert len(told(now.get("/history"))["games"]) == 3
            refused(left_behind.get(f"/tables/{ours['key']}"), 404)
            body = {"version": ours["version"], "move": "deal"}
            refused(left_behind.post(f"/tables/{ours['key']}/move", json=body), 404)
            assert told(left_behind.get("/history"))["games"] == []
            assert make(other, ours, "deal")["made"] == 2
        with server.client() as third:  # the old code still finds the player, who has nothing left
            third.post("/player/recover", json={"code": old_code}).raise_for_status()
            assert told(third.get("/history"))["games"] == []


def test_or_they_stay_behind(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = told(client.post("/player/code"))["code"]
    with server.client() as other, twin(other) as left_behind:
        state = make(other, deal(other, "aces-up", deal=2), "deal")
        left_behind.cookies.update(other.cookies)
        other.post("/player/recover", json={"code": code}).raise_for_status()
        refused(other.get(f"/tables/{state['key']}"), 404)
        assert look(left_behind, state)["made"] == 1


def test_ones_own_code_changes_nothing(client: httpx.Client) -> None:
    state = deal(client)
    code = told(client.post("/player/code"))["code"]
    client.post("/player/recover", json={"code": code, "bring": True}).raise_for_status()
    assert look(client, state) == state


def test_who_is_forgotten_can_come_back(client: httpx.Client) -> None:
    state = deal(client)
    code = told(client.post("/player/code"))["code"]
    assert client.post("/player/forget").status_code == 204
    assert not client.cookies
    assert not told(client.get("/player"))["known"]
    refused(client.get(f"/tables/{state['key']}"), 404)
    client.post("/player/recover", json={"code": code}).raise_for_status()
    assert look(client, state) == state


def test_the_code_itself_is_not_kept(client: httpx.Client, server: Server) -> None:
    deal(client)
    code = told(client.post("/player/code"))["code"]
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
        kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert code.encode() not in kept
        assert code.replace("-", "").encode() not in kept


# -- the seat at this computer ---------------------------------------------------------------------


def test_the_seat_is_for_who_has_the_word(client: httpx.Client, server: Server) -> None:
    assert server.seat
    for wrong in ("", "x", server.seat[:-1], server.seat + "x", "é", "\0"):
        refused(client.post("/player/seat", json={"token": wrong}), 403)
    assert not client.cookies
    assert told(client.post("/player/seat", json={"token": server.seat}))["is_local"]
    assert told(client.get("/player"))["is_local"]


def test_the_player_at_this_computer_stays_there(client: httpx.Client, server: Server) -> None:
    """Their games are not carried off by a code."""
    client.post("/player/seat", json={"token": server.seat}).raise_for_status()
    state = make(client, deal(client, "aces-up", deal=1), "deal")
    with server.client() as other:
        deal(other)
        code = told(other.post("/player/code"))["code"]
    with twin(client) as same:
        answer = same.post("/player/recover", json={"code": code, "bring": True})
        assert "stay here" in refused(answer, 409)
        same.post("/player/recover", json={"code": code}).raise_for_status()
        refused(same.get(f"/tables/{state['key']}"), 404)
    assert look(client, state)["made"] == 1


def test_games_come_along_to_the_seat(client: httpx.Client, server: Server) -> None:
    """Somebody who played before they came by the address that was printed loses nothing."""
    state = make(client, deal(client, "aces-up", deal=1), "deal")
    client.post("/player/seat", json={"token": server.seat}).raise_for_status()
    assert look(client, state)["made"] == 1
    assert state["key"] in [game["key"] for game in told(client.get("/history"))["games"]]


def test_a_server_for_others_has_no_seat(proxied: Server) -> None:
    assert proxied.seat == ""
    with proxied.client() as client:
        for token in ("", "None", "null"):
            refused(client.post("/player/seat", json={"token": token}), 403)
