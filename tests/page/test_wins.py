"""Every game is won with a mouse alone and with keys alone, from the first page to the last card;
and on a phone with a finger.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from browsers import PHONE, Visitor
from page.conftest import Invite
from page.hands import Finger, Keys, Mouse, Pointer
from page.wins import WINS, Win
from playwright.sync_api import expect
from servers import Server

from winnable import GAMES


def each(*usual: str) -> pytest.MarkDecorator:
    """All games; those that are not named here are won in this way by `make test-all` only."""
    wins = [
        pytest.param(win, marks=() if slug in usual else pytest.mark.heavy, id=slug)
        for slug, win in WINS.items()
    ]
    return pytest.mark.parametrize("win", wins)


POINTED = ("drag", "taps", "home")
PRESSED = ("home", "cursor", "home", "home", "typed")


def test_there_is_one_of_each_game() -> None:
    assert set(WINS) == set(GAMES)


def choose(player: Pointer, win: Win) -> None:
    """Ask for a deal by its number on the first page."""
    page = player.page
    page.goto("/")
    page.locator(f"[data-game={win.slug}] [data-action=choose]").click()
    dialog = page.locator("dialog[data-dialog=new-game]")
    dialog.locator("input[value=number]").check()
    dialog.locator("[data-field=number]").fill(str(win.deal))
    dialog.locator("[data-action=deal]").click()
    player.settle()
    assert player.state["deal"] == win.deal


def play(player: Pointer, win: Win) -> None:
    """Make all moves, in all ways in turn."""
    # A card of Golf can go to one place only: a tap is a whole move.
    ways = ("drag", "tap") if win.slug == "golf-relaxed" else POINTED
    for move, way in zip(win.moves, cycle(ways), strict=False):
        player.make(move, way)
    player.expect_won()


@each("easthaven")  # and FreeCell, twice: see test_resume
def test_with_a_mouse(visitor: Visitor, win: Win) -> None:
    mouse = Mouse(visitor.page())
    choose(mouse, win)
    play(mouse, win)
    state = mouse.state
    assert (state["made"], state["unaided"]) == (len(win.moves), True)
    assert not [asked for asked in visitor.asked if asked.endswith("/standing")]
    expect(mouse.page.locator("dialog[data-dialog=won]")).to_contain_text("Unaided")


@each("bakers-game", "golf-relaxed")
def test_with_a_finger(invite: Invite, server: Server, win: Win) -> None:
    visitor = invite(server, size=PHONE, touch=True, settings={"lamp": False})
    finger = Finger(visitor.page())
    choose(finger, win)
    play(finger, win)


@each("bakers-game")
def test_with_keys(visitor: Visitor, win: Win) -> None:
    keys = Keys(visitor.page("/"))
    expect(keys.page.locator("h1")).to_have_text("Choose a game")
    keys.tab_to(f"[data-game={win.slug}] [data-action=choose]")
    keys.press("Enter")
    expect(keys.page.locator("dialog input:checked").first).to_be_focused()
    keys.press("ArrowRight", "Tab")
    expect(keys.page.locator("[data-field=number]")).to_be_focused()
    keys.page.keyboard.type(str(win.deal))
    keys.press("Enter")
    keys.settle()
    ways = ("enter", "home", "enter", "typed") if win.slug == "golf-relaxed" else PRESSED
    for move, way in zip(win.moves, cycle(ways), strict=False):
        keys.make(move, way)
    keys.expect_won()
    assert keys.state["unaided"]
