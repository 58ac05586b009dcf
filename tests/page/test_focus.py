"""The keyboard focus is never lost."""

from __future__ import annotations

import pytest
from api_client import nearly_won
from browsers import DESKTOP, PHONE, Visitor
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from page.screen_reader import ScreenReader
from playwright.sync_api import expect
from web_servers import Server

Size = tuple[int, int]
_HEAVY_DESK = pytest.param(DESKTOP, id="desk", marks=pytest.mark.heavy)
SIZES = pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), _HEAVY_DESK])


def open_lost_game(visitor: Visitor, server: Server, *, is_over: bool = False) -> ScreenReader:
    """Open a game that is lost, with the bar that says so."""
    with same_player(visitor, server) as client:
        state = lost_game(client, is_over=is_over)
    reader = ScreenReader(visitor)
    reader.go(f"/play/{state['key']}")
    reader.wait_until_shown()
    expect(reader.page.locator(".game-over-bar")).to_be_visible()
    return reader


def test_a_new_page_focuses_its_heading(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a game")
    for link, heading in (
        ("Statistics", "Statistics"),
        ("History", "History"),
        ("You", "You"),
        ("Games", "Choose a game"),
        ("Rules of FreeCell", "FreeCell"),
    ):
        reader.activate(page.get_by_role("link", name=link, exact=True))
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Choose a game")).to_be_focused()
    reader.activate(page.get_by_role("button", name="Play FreeCell"))
    reader.wait_until_shown()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_undo_and_redo_keep_the_focus(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.page
    reader.start_game("freecell", deal_number=617)
    reader.make("t4c1")
    reader.hear("to cell 1")
    for key, text in (
        ("u", "four of hearts"),
        ("Shift+U", "to cell 1"),
        ("Control+z", "four of hearts"),
    ):
        reader.press(key)
        reader.hear(text)
        assert reader.focus["pile"]
    for name, text in (("Redo", "to cell 1"), ("Undo", "four of hearts")):
        reader.activate(page.get_by_role("toolbar").get_by_role("button", name=name))
        reader.hear(text)
        assert reader.focus["name"] == name


@SIZES
def test_closing_a_dialog_restores_the_focus(
    new_visitor: NewVisitor, server: Server, size: Size
) -> None:
    reader = ScreenReader(new_visitor(server, size=size, settings={"lamp": False}))
    page = reader.page
    reader.start_game("freecell", deal_number=617)
    reader.press("5")
    card = reader.focus["name"]
    for key in ("n", "w", "?"):
        reader.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert reader.focus["name"]
        reader.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert reader.focus["name"] == card
    more = page.get_by_role("button", name="More")
    for entry in ("Options", "Auto-move to foundations", "Help and shortcuts"):
        reader.activate(more)
        reader.activate(page.get_by_role("dialog").get_by_role("button", name=entry))
        expect(page.get_by_role("dialog", name="More")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_be_visible()
        reader.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert reader.focus["name"] == "More"
    reader.activate(more)
    reader.activate(page.get_by_role("dialog").get_by_role("button", name="Type a move"))
    expect(page.get_by_role("textbox", name="Move")).to_be_focused()
    reader.press("Escape")
    assert reader.focus["name"] == "More"


@SIZES
def test_the_bar_of_a_lost_game(new_visitor: NewVisitor, server: Server, size: Size) -> None:
    reader = open_lost_game(new_visitor(server, size=size, settings={"lamp": True}), server)
    page = reader.page
    reader.activate(page.get_by_role("button", name="Keep playing"))
    expect(page.locator(".game-over-bar")).to_be_hidden()
    assert reader.focus["name"]
    page.reload()
    reader.wait_until_shown()
    back = page.get_by_role("button", name="Look for the last winnable position")
    version = reader.version
    reader.activate(back)
    reader.wait_until_shown(version)
    expect(back).to_be_hidden()
    assert reader.focus["name"]


def test_dismissing_a_message(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.page
    reader.start_game("freecell", deal_number=46)
    reader.press("1", "h")
    dismiss = page.get_by_role("button", name="Dismiss")
    reader.activate(dismiss)
    expect(dismiss).to_be_hidden()
    assert reader.focus["name"]


def test_winning_sharing_and_dealing_again(visitor: Visitor) -> None:
    record, move = nearly_won("golf-relaxed-16")
    reader = ScreenReader(visitor)
    page = reader.page
    reader.start_game(record=record)
    reader.press(move[1], "Enter")
    expect(page.get_by_role("dialog", name="You won!")).to_be_visible()
    reader.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert reader.focus["name"]
    reader.activate(page.locator(".game-over-bar").get_by_role("button", name="Share"))
    reader.activate(page.get_by_role("button", name="Create link"))
    reader.activate(page.get_by_role("button", name="Stop sharing"))
    reader.hear("The link no longer works.")
    assert page.get_by_role("dialog").locator(":focus").count() == 1
    reader.press("Escape")
    assert reader.focus["name"] == "Share"
    reader.activate(page.locator(".game-over-bar").get_by_role("button", name="New deal"))
    expect(page.get_by_role("radio", name="Random")).to_be_focused()
    reader.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert reader.state["moves_made"] == 0


def test_giving_up_and_resuming(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.page
    reader.start_game("freecell", deal_number=617)
    reader.make("t4c1")
    reader.hear("to cell 1")
    reader.activate(page.get_by_role("button", name="More"))
    reader.activate(page.get_by_role("button", name="Give up this game"))
    reader.activate(page.get_by_role("button", name="Give up", exact=True))
    reader.hear("You gave up this game.")
    assert reader.focus["name"] == "More"
    reader.press("u")
    reader.hear("four of hearts")
    assert reader.state["outcome"] == "unfinished"
    assert reader.focus["name"] == "More"


def test_menu_and_options_on_a_phone(new_visitor: NewVisitor, server: Server) -> None:
    reader = ScreenReader(new_visitor(server, size=PHONE))
    page = reader.go("/")
    menu = page.get_by_role("button", name="Menu")
    reader.activate(menu)
    expect(menu).to_have_attribute("aria-expanded", "true")
    reader.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")
    assert reader.focus["name"] == "Menu"
    reader.activate(menu)
    reader.activate(page.get_by_role("button", name="Options"))
    expect(page.get_by_role("dialog")).to_be_visible()
    reader.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert reader.focus["name"] == "Menu"
