"""Games that are shared with others."""

import xml.etree.ElementTree as ET

import httpx
import pytest
from api_client import Json, act, deal, give_up, json_body, look, make, nearly_won, refused, win
from web_servers import Server

from winnable import parse_record


def share(client: httpx.Client, state: Json) -> str:
    response = client.post(f"/games/{state['key']}/share")
    assert response.status_code == 200, response.text
    link = json_body(response)
    assert link["url"] == f"/s/{link['share_key']}"
    assert link["share_key"] != state["key"]
    return str(link["share_key"])


def test_a_link_shows_a_won_game(client: httpx.Client, server: Server) -> None:
    state = win(client)
    key = share(client, state)
    assert look(client, state)["share_key"] == key
    assert share(client, state) == key
    assert [game["share_key"] for game in json_body(client.get("/history"))["games"]] == [key]
    with server.client() as other:
        shown = json_body(other.get(f"/shared/{key}"))
        assert not other.cookies
        assert (shown["outcome"], shown["is_unaided"], shown["deal_number"]) == ("won", False, 16)
        assert shown["steps"][-1]["view"] == state["view"]
        assert shown["moves_made"] == len(shown["steps"]) - 1
        assert parse_record(other.get(f"/shared/{key}/record").text).session().is_won
        picture = ET.fromstring(other.get(f"/shared/{key}/picture.svg").text)
        text = "".join(picture.itertext())
        assert "Golf Relaxed, deal 16" in text
        assert f"won in {shown['moves_made']} moves" in text
        assert "unaided" not in text, "it was imported nearly won"


def test_a_shared_game_can_only_be_read(client: httpx.Client, server: Server) -> None:
    key = share(client, win(client))
    with server.client() as other:
        for visitor in (other, client):  # a share key is not a game key
            refused(visitor.get(f"/games/{key}"), 404)
            for what in ("undo", "redo", "restart", "home", "give-up", "hint", "review"):
                refused(visitor.post(f"/games/{key}/{what}", json={"version": 1}), 404)
            for method in ("POST", "PUT", "DELETE", "PATCH"):
                assert visitor.request(method, f"/shared/{key}", json={}).status_code == 405
        assert other.get(f"/shared/{key}").status_code == 200


def test_a_newcomer_plays_from_a_shared_game(client: httpx.Client, server: Server) -> None:
    key = share(client, win(client))
    with server.client() as other:
        response = other.post(f"/shared/{key}/play", json={"moves_made": 0})
        assert response.status_code == 201, response.text
        assert make(other, json_body(response), "deal")["moves_made"] == 1


@pytest.mark.parametrize("made", [0, 1])
def test_only_a_finished_game_can_be_shared(client: httpx.Client, made: int) -> None:
    state = make(client, deal(client, "golf-relaxed", deal_number=1), *["deal"] * made)
    refused(client.post(f"/games/{state['key']}/share"), 409)


def test_a_game_that_was_imported_as_won_cannot_be_shared(client: httpx.Client) -> None:
    text = client.get(f"/games/{win(client)['key']}/record").text
    state = deal(client, None, record=text)
    assert state["outcome"] == "won"
    refused(client.post(f"/games/{state['key']}/share"), 409)


def test_nor_one_that_was_imported_and_given_up(client: httpx.Client) -> None:
    record, _ = nearly_won("golf-relaxed-16")
    state = act(client, deal(client, None, record=record), "give-up")
    assert "imported" in refused(client.post(f"/games/{state['key']}/share"), 409)


def test_a_game_that_is_continued_is_not_shown(client: httpx.Client) -> None:
    state = give_up(client, "golf-relaxed", deal_number=1)
    key = share(client, state)
    assert json_body(client.get(f"/shared/{key}"))["outcome"] == "given up"
    state = make(client, state, "deal")
    for path in (f"/shared/{key}", f"/shared/{key}/picture.svg"):
        refused(client.get(path), 404)
    act(client, state, "give-up")
    assert client.get(f"/shared/{key}").status_code == 200


def test_a_shared_game_is_read_in_the_readers_language(client: httpx.Client) -> None:
    key = share(client, win(client))
    for language, start in (("en", "Start"), ("de", "Anfang"), ("en", "Start")):
        shared = client.get(f"/shared/{key}", headers={"accept-language": language})
        assert json_body(shared)["steps"][0]["text"] == start


def test_a_revoked_link_never_works_again(client: httpx.Client) -> None:
    state = win(client)
    key = share(client, state)
    for _ in range(2):
        assert client.delete(f"/games/{state['key']}/share").status_code == 204
        refused(client.get(f"/shared/{key}"), 404)
        refused(client.get(f"/shared/{key}/picture.svg"), 404)
    assert look(client, state)["share_key"] is None
    assert share(client, state) != key
    refused(client.get(f"/shared/{key}"), 404)


def test_another_player_cannot_share_or_unshare(client: httpx.Client, server: Server) -> None:
    state = win(client)
    with server.client() as other:
        deal(other)
        refused(other.post(f"/games/{state['key']}/share"), 404)
        key = share(client, state)
        refused(other.delete(f"/games/{state['key']}/share"), 404)
        assert other.get(f"/shared/{key}").status_code == 200


def test_a_shared_game_shows_nothing_private(client: httpx.Client) -> None:
    record = '[Winnable "1"] [Game "freecell"] [Deal "1"] [Player "Zoë"] 1. t3c1 {hm} (1. t4c1) *'
    state = make(client, deal(client, None, record=record), "t3c2", "t7c3")
    state = act(client, act(client, act(client, state, "undo"), "undo"), "give-up")
    key = share(client, state)
    response = client.get(f"/shared/{key}")
    record = client.get(f"/shared/{key}/record").text
    body = json_body(response)
    assert [step["move"] for step in body["steps"]] == [None, "t3c1"]
    assert body["moves_made"] == 1
    assert body["lines"] == []  # a side line without a name
    for private in ("Zoë", "hm", state["key"]):
        assert private not in response.text + record
    for move in ("t4c1", "t3c2", "t7c3"):
        assert move not in record
    assert set(body) == {
        *("game", "game_name", "deal_number", "heading", "outcome", "moves_made", "seconds"),
        *("is_unaided", "coach_moves", "ended", "steps", "lines"),
    }


def test_the_record_of_a_shared_game_has_the_lines_that_are_shown(client: httpx.Client) -> None:
    comment = "Perhaps I should have thought about this a little longer here."
    side = f"({{near}} 2. t3f1 3. deal) ({{{comment}}} 2. t3f1)"
    side += " ({far} 2. t3f1 3. deal 4. deal 5. deal)"  # the last card was not dealt in the game
    record = f'[Winnable "1"] [Game "golf"] [Deal "16"] 1. deal 2. deal {side} *'
    state = make(client, deal(client, None, record=record), "deal")
    key = share(client, act(client, state, "give-up"))
    shared = client.get(f"/shared/{key}")
    assert [line["name"] for line in json_body(shared)["lines"]] == ["near"]
    text = client.get(f"/shared/{key}/record").text
    assert "({near} 2. t3f1 3. deal)" in text
    assert "far" not in text
    assert "Perhaps" not in text + shared.text


@pytest.mark.parametrize(
    ("key", "status"),
    [("nothere", 404), ("x" * 64, 404), ("x" * 65, 422), ("a%00", 422), ("a.b", 422)],
)
def test_unknown_share_keys(client: httpx.Client, key: str, status: int) -> None:
    refused(client.get(f"/shared/{key}"), status)
    refused(client.get(f"/shared/{key}/picture.svg"), status)
