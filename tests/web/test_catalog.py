"""The catalog: the games, their pictures and the deals of the day."""

import datetime
import xml.etree.ElementTree as ET

import httpx
import pytest
from api_client import deal, json_body, refused
from requires_kernels import need_kernels

from winnable import GAMES
from winnable.coach.deal_finder import find_daily_deal


def test_the_catalog(client: httpx.Client) -> None:
    body = json_body(client.get("/catalog"))
    games = {game["slug"]: game for game in body["games"]}
    assert list(games) == list(GAMES)
    assert body["levels"] == ["easy", "medium", "hard", "fiendish"]
    for slug, game in games.items():
        assert game["name"] == GAMES[slug].name
        assert len(game["rules"]) > 100
        assert (game["columns"], game["cells"]) == (GAMES[slug].columns, GAMES[slug].cells)
    hiding = {slug for slug, game in games.items() if game["hides_cards"]}
    assert hiding == {"aces-up", "easthaven", "golf-relaxed"}
    assert [slug for slug, game in games.items() if game["is_one_way"]] == ["golf-relaxed"]
    assert games["freecell"]["autoplays"] == ["off", "safe", "all"]
    assert games["golf-relaxed"]["autoplays"] == ["off"]


@pytest.mark.parametrize("dark", ["true", "false"])
@pytest.mark.parametrize("slug", list(GAMES))
def test_pictures(client: httpx.Client, slug: str, dark: str) -> None:
    response = client.get(f"/catalog/{slug}/picture.svg", params={"dark": dark})
    assert response.headers["content-type"] == "image/svg+xml"
    picture = ET.fromstring(response.text)
    assert GAMES[slug].name in "".join(picture.itertext())


@pytest.mark.parametrize("slug", ["whist", "free", "FreeCell", "%00", "x" * 500])
def test_there_is_no_picture_of_an_unknown_game(client: httpx.Client, slug: str) -> None:
    assert "freecell" in refused(client.get(f"/catalog/{slug}/picture.svg"), 404)


def test_the_deal_of_a_day_is_searched_for_once(client: httpx.Client) -> None:
    """The first candidates of 2027-01-05 cannot be won."""
    need_kernels()
    day = datetime.date(2027, 1, 5)
    number = find_daily_deal(GAMES["golf-relaxed"], day)
    for _ in range(2):
        assert deal(client, "golf-relaxed", date=day.isoformat())["deal_number"] == number
    deals = json_body(client.get("/daily", params={"date": day.isoformat()}))
    assert deals["date"] == day.isoformat()
    assert deals["deals"]["golf-relaxed"] == number
    assert list(deals["deals"]) == list(GAMES)


def test_today(client: httpx.Client) -> None:
    need_kernels()
    state = deal(client, "aces-up", date="today")
    found = json_body(client.get("/daily"))
    assert found["deals"]["aces-up"] == state["deal_number"] or found["date"] != str(
        datetime.date.today()
    )


@pytest.mark.parametrize(
    "day", ["yesterday", "20270105", "2027-W01-2", "2027-1-5", "2027-02-29", "", "x" * 50, "2027"]
)
def test_bad_dates(client: httpx.Client, day: str) -> None:
    refused(client.get("/daily", params={"date": day}), 422)
    refused(client.post("/games", json={"game": "golf-relaxed", "date": day}), 422)
