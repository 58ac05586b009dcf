"""Games shown to others."""

import xml.etree.ElementTree as ET

import httpx
import pytest
from api_client import Told, act, deal, give_up, look, make, refused, told, win
from web_servers import Server

from winnable import parse_record


def share(client: httpx.Client, state: Told) -> str:
    answer = client.post(f"/tables/{state['key']}/share")
    assert answer.status_code == 200, answer.text
    link = told(answer)
    assert link["url"] == f"/s/{link['key']}"
    assert link["key"] != state["key"]
    return str(link["key"])


def test_a_link_shows_a_game_that_was_won(client: httpx.Client, server: Server) -> None:
    state = win(client)
    key = share(client, state)
    assert look(client, state)["shared"] == key
    assert share(client, state) == key
    assert [game["shared"] for game in told(client.get("/history"))["games"]] == [key]
    with server.client() as other:
        shown = told(other.get(f"/shared/{key}"))
        assert not other.cookies
        assert (shown["outcome"], shown["unaided"], shown["deal"]) == ("won", False, 16)
        assert shown["steps"][-1]["view"] == state["view"]
        assert shown["moves"] == len(shown["steps"]) - 1
        assert parse_record(shown["record"]).session().is_won
        picture = ET.fromstring(other.get(f"/shared/{key}/picture.svg").text)
        words = "".join(picture.itertext())
        assert "Golf Relaxed, deal 16" in words
        assert f"won in {shown['moves']} moves" in words
        assert "unaided" not in words, "it came here as a record, nearly won"


def test_it_is_to_be_looked_at_and_nothing_else(client: httpx.Client, server: Server) -> None:
    key = share(client, win(client))
    with server.client() as other:
        for visitor in (other, client):  # the address of the show is no address of the table
            refused(visitor.get(f"/tables/{key}"), 404)
            for what in ("undo", "redo", "restart", "home", "give-up", "hint", "review"):
                refused(visitor.post(f"/tables/{key}/{what}", json={"version": 1}), 404)
            for method in ("POST", "PUT", "DELETE", "PATCH"):
                assert visitor.request(method, f"/shared/{key}", json={}).status_code == 405
        assert other.get(f"/shared/{key}").status_code == 200


@pytest.mark.parametrize("made", [0, 1])
def test_only_a_game_that_is_over_can_be_shown(client: httpx.Client, made: int) -> None:
    state = make(client, deal(client, "golf-relaxed", deal=1), *["deal"] * made)
    assert "won or given up" in refused(client.post(f"/tables/{state['key']}/share"), 409)


def test_a_game_that_came_here_won_is_nobodys_to_show(client: httpx.Client) -> None:
    text = client.get(f"/tables/{win(client)['key']}/record").text
    state = deal(client, None, record=text)
    assert state["outcome"] == "won"
    refused(client.post(f"/tables/{state['key']}/share"), 409)


def test_it_is_shown_only_while_it_is_over(client: httpx.Client) -> None:
    state = give_up(client, "golf-relaxed", deal=1)
    key = share(client, state)
    assert told(client.get(f"/shared/{key}"))["outcome"] == "given up"
    state = make(client, state, "deal")
    for path in (f"/shared/{key}", f"/shared/{key}/picture.svg"):
        refused(client.get(path), 404)
    act(client, state, "give-up")
    assert client.get(f"/shared/{key}").status_code == 200


def test_a_link_that_is_withdrawn_leads_nowhere_for_ever(client: httpx.Client) -> None:
    state = win(client)
    key = share(client, state)
    for _ in range(2):
        assert client.delete(f"/tables/{state['key']}/share").status_code == 204
        refused(client.get(f"/shared/{key}"), 404)
        refused(client.get(f"/shared/{key}/picture.svg"), 404)
    assert look(client, state)["shared"] is None
    assert share(client, state) != key
    refused(client.get(f"/shared/{key}"), 404)


def test_nobody_else_shares_or_withdraws(client: httpx.Client, server: Server) -> None:
    state = win(client)
    with server.client() as other:
        deal(other)
        refused(other.post(f"/tables/{state['key']}/share"), 404)
        key = share(client, state)
        refused(other.delete(f"/tables/{state['key']}/share"), 404)
        assert other.get(f"/shared/{key}").status_code == 200


def test_nothing_of_the_player_and_nothing_that_was_taken_back(client: httpx.Client) -> None:
    record = '[Winnable "1"] [Game "freecell"] [Deal "1"] [Player "Zoë"] 1. t3c1 {hm} (1. t4c1) *'
    state = make(client, deal(client, None, record=record), "t3c2", "t7c3")
    state = act(client, act(client, act(client, state, "undo"), "undo"), "give-up")
    key = share(client, state)
    answer = client.get(f"/shared/{key}")
    body = told(answer)
    assert [step["move"] for step in body["steps"]] == [None, "t3c1"]
    assert body["moves"] == 1
    for private in ("Zoë", "hm", "t4c1", "t3c2", "t7c3", state["key"]):
        assert private not in answer.text
    assert set(body) == {
        *("game", "name", "deal", "heading", "outcome", "moves", "seconds", "unaided", "ended"),
        *("steps", "record"),
    }


@pytest.mark.parametrize(
    ("key", "status"),
    [("nothere", 404), ("x" * 64, 404), ("x" * 65, 422), ("a%00", 422), ("a.b", 422)],
)
def test_there_is_nothing_at_other_addresses(client: httpx.Client, key: str, status: int) -> None:
    refused(client.get(f"/shared/{key}"), status)
    refused(client.get(f"/shared/{key}/picture.svg"), status)
