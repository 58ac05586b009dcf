"""The form for records, deal numbers and fc-solve boards."""

from __future__ import annotations

import re

import pytest
from api_client import GOLDEN, deal, json_body, nearly_won
from browsers import Visitor
from page.browser_players import Keyboard, piles_of
from page.played_games import lost_game, same_player
from page.screen_reader import ScreenReader
from playwright.sync_api import expect
from web_servers import Server

FIELD = "Title, link, deal number, record or board"
BOARD = """
2S 9C 3H 5S JD KD 6C
QC 4S KS 9H 5D 3D 7D
4D 8C 4C AS 9D 2H 5H
JH AC 6H TH QD 8S 7S
6D 3C AD KC 9S JC
TS QH 5C 8D 6S 2D
KH TD QS 4H 7H AH
2C JS 7C 8H TC 3S
"""


def paste(visitor: Visitor, text: str, game: str = "") -> Keyboard:
    """Paste a text on the first page, and ask to play it."""
    keys = Keyboard(visitor.page("/"))
    keys.page.get_by_label(FIELD).fill(text)
    keys.page.get_by_role("combobox", name="Game").select_option(game)
    keys.page.get_by_role("button", name="Play it").click()
    return keys


@pytest.mark.parametrize(
    "name",
    [
        "golf-relaxed-deck",
        pytest.param("freecell-1", marks=pytest.mark.heavy),
        pytest.param("aces-up-board", marks=pytest.mark.heavy),
    ],
)
def test_an_unfinished_record_is_continued(visitor: Visitor, name: str) -> None:
    record, move = nearly_won(name)
    keys = paste(visitor, record)
    keys.wait_until_shown()
    state = keys.state
    assert state["outcome"] == "unfinished"
    assert keys.piles == piles_of(state)
    keys.make(move, "text")
    keys.expect_won()


def test_a_finished_record_is_shown(visitor: Visitor) -> None:
    keys = paste(visitor, GOLDEN["golf-relaxed-16"].read_text())
    keys.wait_until_shown()
    assert keys.state["is_won"]


@pytest.mark.parametrize(
    ("text", "game", "number"),
    [
        (" #8,589,934,591 ", "freecell", 8589934591),
        ("FreeCell #617", "", 617),
        ("FreeCell, Spiel 617", "", 617),
        ("Look at this: https://winnable.example/deals/617", "freecell", 617),
    ],
)
def test_a_deal(visitor: Visitor, text: str, game: str, number: int) -> None:
    keys = paste(visitor, text, game)
    keys.wait_until_shown()
    assert keys.state["deal_number"] == number
    assert keys.piles == piles_of(keys.state)


def test_titles_and_links_that_the_page_writes(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        game = deal(client, "easthaven", deal_number=12)
        over = lost_game(client)
        shared = json_body(client.post(f"/games/{over['key']}/share", json={}))["url"]
    page = visitor.page(f"/play/{game['key']}")
    expect(page).to_have_title(re.compile("Easthaven"))
    keys = paste(visitor, page.title())
    keys.wait_until_shown()
    assert (keys.state["game"], keys.state["deal_number"]) == ("easthaven", 12)
    assert keys.state["key"] != game["key"]
    keys = paste(visitor, f"{server.url}/play/{game['key']}")  # which is one's own
    keys.wait_until_shown()
    assert keys.state["key"] == game["key"]
    page = paste(visitor, f"Look at this: {server.url}{shared}").page
    expect(page).to_have_url(f"{server.url}{shared}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("FreeCell")


def test_the_link_of_somebody_elses_game(
    visitor: Visitor, other_visitor: Visitor, server: Server
) -> None:
    visitor.expect_error("404")
    with same_player(other_visitor, server) as client:
        key = deal(client, "freecell", deal_number=1)["key"]
    page = paste(visitor, f"/play/{key}").page
    complaint = page.locator(".paste-form .error-text")
    expect(complaint).to_contain_text("There is no such game, or it is somebody else’s")
    assert page.url.endswith("/")


def test_a_link_of_another_server(visitor: Visitor) -> None:
    page = paste(visitor, "https://winnable.example/s/abcDEF123").page
    expect(page.locator(".paste-form .error-text")).to_contain_text("winnable.example")
    assert page.url.endswith("/")


def test_a_board(visitor: Visitor) -> None:
    keys = paste(visitor, BOARD, "bakers-game")
    keys.wait_until_shown()
    state = keys.state
    assert (state["game"], state["deal_number"]) == ("bakers-game", None)
    rows = [line.split() for line in BOARD.split("\n") if line]
    assert state["view"]["columns"] == rows
    assert keys.piles == piles_of(state)


def test_a_deal_number_needs_a_game(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.go("/")
    page.get_by_label(FIELD).fill("617")
    reader.activate(page.get_by_role("button", name="Play it"))
    reader.hear("Choose a game for this: the text does not name one.")
    choice = page.get_by_role("combobox", name="Game")
    expect(choice).to_be_focused()
    choice.select_option("easthaven")
    reader.press("Tab", "Enter")
    reader.wait_until_shown()
    assert (reader.state["game"], reader.state["deal_number"]) == ("easthaven", 617)


NONSENSE = (
    ("the quick brown fox", "freecell"),
    ("2S 9C 3H\n2S", "freecell"),
    ('[Game "whist"]\n\nt1t2 *', ""),
    ("[" * 3000, ""),
    ("<img src=x onerror=alert(1)>", "golf-relaxed"),
    ("0", "freecell"),
    ("99999999999", "freecell"),
)


def test_invalid_text_is_explained(visitor: Visitor) -> None:
    visitor.expect_error("4[0-9][0-9]")
    page = visitor.page("/")
    box = page.get_by_label(FIELD)
    complaint = page.locator(".paste-form .error-text")
    for text, game in NONSENSE:
        box.fill(text)
        page.get_by_role("combobox", name="Game").select_option(game)
        with page.expect_response("**/api/v1/games"):
            page.get_by_role("button", name="Play it").click()
        expect(box).to_be_focused()
        expect(box).to_have_value(text)  # to be put right
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(complaint).not_to_have_text("")
        expect(complaint).to_be_visible()
        reason = complaint.inner_text()
        assert reason.endswith((".", "!", "?", ":"))
        assert "\n" not in reason
        assert page.url.endswith("/")


def test_an_error_names_the_line_that_the_player_sees(visitor: Visitor) -> None:
    visitor.expect_error("422")
    text = '\n\n[Winnable "1"]\n[Game "golf-relaxed"]\n[Deal "7"]\n\n1. nonsense *\n'
    page = paste(visitor, text).page
    expect(page.locator(".paste-form .error-text")).to_contain_text("ine 7 of the record: ")


def test_empty_text(visitor: Visitor) -> None:
    page = paste(visitor, "  ").page
    expect(page.locator(".paste-form .error-text")).to_have_text(
        re.compile("^Paste something first")
    )
