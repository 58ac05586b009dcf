"""Statistics, history and export."""

import httpx
import pytest
from api_client import deal, give_up, json_body, make, refused, win

from winnable import GAMES, parse_record


def test_without_games_everything_is_empty(client: httpx.Client) -> None:
    assert json_body(client.get("/history")) == {"games": [], "next": None}
    assert client.get("/export").text == ""
    games = json_body(client.get("/statistics"))["games"]
    assert [game["game"] for game in games] == list(GAMES)
    assert not any(game["played"] or game["last_games"] for game in games)
    assert not client.cookies


def test_pages_of_the_history(client: httpx.Client) -> None:
    keys = []
    for number in range(1, 6):
        state = deal(client, "golf-relaxed", deal_number=number)
        make(client, state, "deal")
        keys.append(state["key"])
    found: list[str] = []
    page = json_body(client.get("/history", params={"limit": 2}))
    for _ in range(5):
        found += [game["key"] for game in page["games"]]
        if page["next"] is None:
            break
        page = json_body(client.get("/history", params={"limit": 2, "before": page["next"]}))
    assert found == keys[::-1]


def test_the_history_of_a_game(client: httpx.Client) -> None:
    make(client, deal(client, "golf-relaxed", deal_number=1), "deal")
    give_up(client, "aces-up", deal_number=1)
    for slug, outcome in (("golf-relaxed", "unfinished"), ("aces-up", "given up")):
        [game] = json_body(client.get("/history", params={"game": slug}))["games"]
        assert (game["game"], game["outcome"], game["moves_made"]) == (slug, outcome, 1)
        assert game["game_name"] == GAMES[slug].name
    assert json_body(client.get("/history", params={"game": "freecell"}))["games"] == []


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"game": "whist"}, 404),
        ({"game": ""}, 404),
        ({"game": "x" * 41}, 422),
        ({"limit": "0"}, 422),
        ({"limit": "201"}, 422),
        ({"limit": "many"}, 422),
        ({"before": "yesterday"}, 404),
        ({"before": "9" * 18 + ".1"}, 404),
        ({"before": "x" * 101}, 422),
    ],
    ids=str,
)
def test_bad_queries(client: httpx.Client, query: dict[str, str], status: int) -> None:
    refused(client.get("/history", params=query), status)


@pytest.mark.parametrize("before", ["-62135596800000000.999999999", "253402300799999999.1", "0.0"])
def test_the_ends_of_time(client: httpx.Client, before: str) -> None:
    make(client, deal(client, "golf-relaxed", deal_number=1), "deal")
    assert client.get("/history", params={"before": before}).status_code == 200


def test_the_export_has_every_game(client: httpx.Client) -> None:
    win(client)
    give_up(client, "aces-up", deal_number=5)
    make(client, deal(client, "freecell", deal_number=9), "t1c1")
    response = client.get("/export")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in response.headers["content-disposition"]
    texts = ["[Winnable" + part for part in response.text.split("[Winnable")[1:]]
    records = [parse_record(text) for text in texts]
    assert [record.tags["Outcome"] for record in records] == ["won", "given up", "unfinished"]
    assert [record.game.slug for record in records] == ["golf-relaxed", "aces-up", "freecell"]


def test_an_unfinished_game_from_a_deck_is_not_exported(client: httpx.Client) -> None:
    deck = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK")
    state = make(client, deal(client, "golf-relaxed", deck=deck), "deal")
    open_one = make(client, deal(client, "freecell", deck=deck), "t1c1")
    text = client.get("/export").text
    assert text.count("[Winnable") == 1
    assert "freecell" in text
    version = {"version": state["version"]}
    assert client.post(f"/games/{state['key']}/give-up", json=version).status_code == 200
    assert client.get("/export").text.count("[Winnable") == 2
    assert open_one["moves_made"] == 1
