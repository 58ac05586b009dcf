"""The language of a request: the one that was chosen, else the one that its browser asks for."""

import re
from collections.abc import Iterator

import httpx
import pytest
from api_client import ask, deal, json_body, on_sqlite, refused
from web_servers import Server, get

from winnable import GAMES
from winnable.l10n import use_language
from winnable.rules.prose import game_rules

pytestmark = on_sqlite

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}
NOTHING_HERE = {
    "en": "there is nothing at this address",
    "de": "unter dieser Adresse gibt es nichts",
}


@pytest.mark.parametrize(
    ("asked", "chosen", "language"),
    [
        (None, None, "en"),
        ("de", None, "de"),
        ("de-AT,de;q=0.9,en;q=0.8", None, "de"),
        ("fr-FR,fr;q=0.9", None, "en"),
        ("fr-FR,fr;q=0.9,de;q=0.2", None, "de"),
        ("en-GB,de;q=0.9", None, "en"),
        ("de;q=0,en", None, "en"),
        ("\xff;;q=,,*", None, "en"),
        (None, "de", "de"),
        ("en", "de", "de"),
        ("de", "en", "en"),
        ("de", "xx", "de"),
        ("de", "../de", "de"),
    ],
)
def test_pages_texts_and_errors_are_in_one_language(
    server: Server, asked: str | None, chosen: str | None, language: str
) -> None:
    headers = {b"accept-language": (asked or "").encode("latin-1")}
    if chosen:
        headers[b"cookie"] = f"language={chosen}".encode()
    for path in ("/", "/play/abc", "/rules/freecell", "/no-such-page"):
        page = get(server.url + path, headers=headers | {b"accept": b"text/html"})
        assert f'<html lang="{language}"' in page.text
        assert "{{t:" not in page.text
        assert_not_mixed_up(page)
    texts = get(f"{server.url}/static/js/strings.js", headers=headers)
    assert f'export const language = "{language}"' in texts.text
    assert_not_mixed_up(texts)
    manifest = get(f"{server.url}/static/manifest.webmanifest", headers=headers)
    assert json_body(manifest)["lang"] == language
    assert_not_mixed_up(manifest)
    error = get(f"{server.url}/api/v1/nothing", headers=headers)
    assert json_body(error)["error"] == NOTHING_HERE[language]


def assert_not_mixed_up(response: httpx.Response) -> None:
    """A cache asks again, and knows what the language depends on."""
    assert response.headers["cache-control"] == "no-cache"
    assert {"accept-language", "cookie"} <= set(re.split(", *", response.headers["vary"].lower()))


def test_after_switching_nothing_of_the_other_language_is_kept(server: Server) -> None:
    for path in ("/static/js/strings.js", "/static/manifest.webmanifest"):
        english = get(server.url + path)
        same = {"if-none-match": english.headers["etag"]}
        assert get(server.url + path, headers=same).status_code == 304
        german = get(server.url + path, headers=same | {"cookie": "language=de"})
        assert german.status_code == 200
        assert german.text != english.text


def test_games_are_described_in_the_language_of_the_request(server: Server) -> None:
    answer = json_body(get(f"{server.url}/api/v1/catalog", headers=GERMAN))
    with use_language("de"):
        expected = {slug: game_rules(game) for slug, game in GAMES.items()}
    assert {game["slug"]: game["rules"] for game in answer["games"]} == expected


@pytest.fixture
def german(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.headers.update(GERMAN)
        yield client


def test_refusals_are_in_the_language_of_the_request(german: httpx.Client) -> None:
    state = deal(german, "freecell", deal_number=1)
    assert state["heading"] == "FreeCell, Spiel 1"
    games = f"/games/{state['key']}"
    move = {"version": state["version"], "move": "t1t2"}
    answer = german.post(f"{games}/move", json=move)
    assert "ist nicht um eins niedriger" in refused(answer, 422)
    version = {"version": state["version"]}
    assert "aufzugeben" in refused(german.post(f"{games}/give-up", json=version), 409)
    answer = german.post(f"{games}/move", json=move | {"version": 99})
    assert "anderswo" in refused(answer, 409)
    assert "Partie" in refused(german.get("/games/nosuchgame"), 404)
    assert "Feld" in refused(german.post("/games", json={"nonsense": 1}), 422)
    assert "JSON" in refused(german.post("/games", content="{"), 422)
    other_site = {"origin": "https://elsewhere.example"}
    answer = german.post("/games", json={"game": "golf"}, headers=other_site)
    assert "Änderungen" in refused(answer, 403)


def test_the_coach_speaks_the_language_of_whoever_asks(
    german: httpx.Client, client: httpx.Client
) -> None:
    for player, verdict in ((german, "ewinnbar"), (client, "innable"), (german, "ewinnbar")):
        [*_, last] = ask(player, deal(player, "freecell", deal_number=1), "evaluation")
        assert verdict in last["text"]
