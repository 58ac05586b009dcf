"""The focus is never lost: whoever plays with keys, or listens, always is somewhere."""

from __future__ import annotations

import pytest
from browsers import DESKTOP, PHONE, Visitor
from callers import nearly_won
from page.conftest import Invite
from page.guests import at_home, thrown_away
from page.listening import Listener
from playwright.sync_api import expect
from servers import Server

Size = tuple[int, int]
_HEAVY_DESK = pytest.param(DESKTOP, id="desk", marks=pytest.mark.heavy)
SIZES = pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), _HEAVY_DESK])


def lost_game(visitor: Visitor, server: Server, *, is_over: bool = False) -> Listener:
    """Somebody at a table where the game is lost, with the bar that says so."""
    with at_home(visitor, server) as client:
        state = thrown_away(client, is_over=is_over)
    listener = Listener(visitor)
    listener.go(f"/t/{state['key']}")
    listener.settle()
    expect(listener.page.locator(".game-over-bar")).to_be_visible()
    return listener


def test_a_new_page_is_begun_at_its_heading(regular: Visitor) -> None:
    listener = Listener(regular)
    page = listener.go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a game")
    for link, heading in (
        ("Statistics", "Statistics"),
        ("History", "History"),
        ("You", "You"),
        ("Games", "Choose a game"),
        ("Rules of FreeCell", "FreeCell"),
    ):
        listener.activate(page.get_by_role("link", name=link, exact=True))
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Choose a game")).to_be_focused()
    listener.activate(page.get_by_role("button", name="Play FreeCell"))
    listener.settle()
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_undo_and_redo_leave_it_where_it_is(regular: Visitor) -> None:
    listener = Listener(regular)
    page = listener.page
    listener.sit_down("freecell", deal=617)
    listener.make("t4c1")
    listener.hear("to cell 1")
    for key, words in (
        ("u", "four of hearts"),
        ("Shift+U", "to cell 1"),
        ("Control+z", "four of hearts"),
    ):
        listener.press(key)
        listener.hear(words)
        assert listener.focus["pile"]
    for name, words in (("Redo", "to cell 1"), ("Undo", "four of hearts")):
        listener.activate(page.get_by_role("toolbar").get_by_role("button", name=name))
        listener.hear(words)
        assert listener.focus["name"] == name


@SIZES
def test_a_dialog_gives_it_back(invite: Invite, server: Server, size: Size) -> None:
    listener = Listener(invite(server, size=size, settings={"lamp": False}))
    page = listener.page
    listener.sit_down("freecell", deal=617)
    listener.press("5")
    card = listener.focus["name"]
    for key in ("n", "w", "?"):
        listener.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert listener.focus["name"]
        listener.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert listener.focus["name"] == card
    more = page.get_by_role("button", name="More")
    for entry in ("Options", "Auto-move to foundations", "Help and shortcuts"):
        listener.activate(more)
        listener.activate(page.get_by_role("dialog").get_by_role("button", name=entry))
        expect(page.get_by_role("dialog", name="More")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_be_visible()
        listener.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert listener.focus["name"] == "More"
    listener.activate(more)
    listener.activate(page.get_by_role("dialog").get_by_role("button", name="Type a move"))
    expect(page.get_by_role("textbox", name="Move")).to_be_focused()
    listener.press("Escape")
    assert listener.focus["name"] == "More"


@SIZES
def test_the_bar_that_says_a_game_is_lost(invite: Invite, server: Server, size: Size) -> None:
    listener = lost_game(invite(server, size=size), server)
    page = listener.page
    listener.activate(page.get_by_role("button", name="Keep playing"))
    expect(page.locator(".game-over-bar")).to_be_hidden()
    assert listener.focus["name"]
    page.reload()
    listener.settle()
    back = page.get_by_role("button", name="Back to the last winnable position")
    version = listener.version
    listener.activate(back)
    listener.settle(version)
    expect(back).to_be_hidden()
    assert listener.focus["name"]


@SIZES
def test_a_review_gives_it_back(invite: Invite, server: Server, size: Size) -> None:
    visitor = invite(server, size=size, settings={"lamp": False})
    listener = lost_game(visitor, server, is_over=True)
    page = listener.page
    listener.activate(page.locator(".game-over-bar").get_by_role("button", name="Review"))
    expect(page.locator("[data-review=done]")).to_be_visible()
    assert listener.focus["name"] == "Review"
    listener.press("Escape")
    expect(page.locator("[data-review]")).to_have_count(0)
    assert listener.focus["name"]
    listener.activate(page.locator(".game-over-bar").get_by_role("button", name="Review"))
    version = listener.version
    listener.activate(
        page.locator("[data-review=done]").get_by_role("button", name="Back to the last winnable")
    )
    listener.settle(version)
    expect(page.locator("[data-review]")).to_have_count(0)
    assert listener.focus["name"]


def test_a_message_that_is_dismissed(regular: Visitor) -> None:
    listener = Listener(regular)
    page = listener.page
    listener.sit_down("freecell", deal=46)
    listener.press("1", "h")
    dismiss = page.get_by_role("button", name="Dismiss")
    listener.activate(dismiss)
    expect(dismiss).to_be_hidden()
    assert listener.focus["name"]


def test_the_end_of_a_game_and_another(regular: Visitor) -> None:
    record, move = nearly_won("golf-relaxed-16")
    listener = Listener(regular)
    page = listener.page
    listener.sit_down(record=record)
    listener.press(move[1], "Enter")
    expect(page.get_by_role("dialog", name="You won!")).to_be_visible()
    listener.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert listener.focus["name"]
    listener.activate(page.locator(".game-over-bar").get_by_role("button", name="Share"))
    withdraw = page.get_by_role("button", name="Stop sharing")
    listener.activate(withdraw)
    listener.hear("The link no longer works.")
    assert listener.focus["name"] == "Share"
    listener.activate(page.locator(".game-over-bar").get_by_role("button", name="New deal"))
    expect(page.get_by_role("radio", name="Random")).to_be_focused()
    listener.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert listener.state["made"] == 0


def test_giving_up_and_taking_up_again(regular: Visitor) -> None:
    listener = Listener(regular)
    page = listener.page
    listener.sit_down("freecell", deal=617)
    listener.make("t4c1")
    listener.hear("to cell 1")
    listener.activate(page.get_by_role("button", name="More"))
    listener.activate(page.get_by_role("button", name="Give up this game"))
    listener.activate(page.get_by_role("button", name="Give up", exact=True))
    listener.hear("You gave up this game.")
    assert listener.focus["name"] == "More"
    listener.press("u")
    listener.hear("four of hearts")
    assert listener.state["outcome"] == "unfinished"
    assert listener.focus["name"] == "More"


def test_the_options_of_the_header(invite: Invite, server: Server) -> None:
    listener = Listener(invite(server, size=PHONE))
    page = listener.go("/")
    menu = page.get_by_role("button", name="Menu")
    listener.activate(menu)
    expect(menu).to_have_attribute("aria-expanded", "true")
    listener.press("Escape")
    expect(menu).to_have_attribute("aria-expanded", "false")
    assert listener.focus["name"] == "Menu"
    listener.activate(menu)
    listener.activate(page.get_by_role("button", name="Options"))
    expect(page.get_by_role("dialog")).to_be_visible()
    listener.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert listener.focus["name"] == "Menu"
