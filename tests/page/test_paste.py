"""The form for records, deal numbers and fc-solve boards."""

from __future__ import annotations

import pytest
from api_client import GOLDEN, nearly_won
from browsers import Visitor
from page.browser_players import Keyboard, piles_of
from page.screen_reader import ScreenReader
from playwright.sync_api import expect

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
    keys.page.get_by_label("Record, deal number or fc-solve board").fill(text)
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


@pytest.mark.parametrize(("text", "number"), [("617", 617), (" #8,589,934,591 ", 8589934591)])
def test_a_deal_number(visitor: Visitor, text: str, number: int) -> None:
    keys = paste(visitor, text, "freecell")
    keys.wait_until_shown()
    assert keys.state["deal_number"] == number
    assert keys.piles == piles_of(keys.state)


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
    page.get_by_label("Record, deal number or fc-solve board").fill("617")
    reader.activate(page.get_by_role("button", name="Play it"))
    reader.hear("Choose the game for this deal number.")
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
    box = page.get_by_label("Record, deal number or fc-solve board")
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
        "Paste a record, a deal number or a board first."
    )
