"""Whole games, from the home page to the last card: by mouse, by keyboard, by touch on a phone."""

from __future__ import annotations

from itertools import cycle

import pytest
from browsers import PHONE, Visitor
from page.browser_players import Keyboard, Mouse, Pointer, Touch
from page.conftest import TWO_TAPS, NewVisitor
from page.winning_games import WINS, Win
from playwright.sync_api import expect
from web_servers import Server

from winnable import GAMES


def each(*usual: str) -> pytest.MarkDecorator:
    """All games; those not named here are heavy."""
    wins = [
        pytest.param(win, marks=() if slug in usual else pytest.mark.heavy, id=slug)
        for slug, win in WINS.items()
    ]
    return pytest.mark.parametrize("win", wins)


BY_POINTER = ("drag", "taps", "double tap")
BY_KEYS = ("G", "cursor", "G", "G", "text")


def test_there_is_a_win_of_each_game() -> None:
    assert set(WINS) == set(GAMES)


def choose(player: Pointer, win: Win) -> None:
    """Choose a deal by its number on the home page."""
    page = player.page
    page.goto("/")
    page.locator(f"[data-game={win.slug}] [data-action=choose]").click()
    dialog = page.locator("dialog[data-dialog=new-game]")
    dialog.locator("input[value=number]").check()
    dialog.locator("[data-field=number]").fill(str(win.deal))
    dialog.locator("[data-action=deal]").click()
    player.wait_until_shown()
    assert player.state["deal_number"] == win.deal


def play(player: Pointer, win: Win) -> None:
    """Make all moves, by all kinds of input in turn."""
    # In Golf and Aces Up a tap is a whole move.
    kinds = ("drag", "tap") if win.slug in ("golf-relaxed", "aces-up") else BY_POINTER
    for move, by in zip(win.moves, cycle(kinds), strict=False):
        player.make(move, by)
    player.expect_won()


@each("easthaven")  # and FreeCell: see test_server_restarts
def test_with_a_mouse(two_tap_visitor: Visitor, win: Win) -> None:
    mouse = Mouse(two_tap_visitor.page())
    choose(mouse, win)
    play(mouse, win)
    state = mouse.state
    assert (state["moves_made"], state["used_help"]) == (len(win.moves), False)
    assert not [one for one in two_tap_visitor.requests if one.endswith("/evaluation")]
    expect(mouse.page.locator("dialog[data-dialog=won] .unaided")).to_be_visible()


@each("bakers-game")
def test_with_touch(new_visitor: NewVisitor, server: Server, win: Win) -> None:
    visitor = new_visitor(server, size=PHONE, touch=True, settings=TWO_TAPS)
    finger = Touch(visitor.page())
    choose(finger, win)
    play(finger, win)


@each("bakers-game")
def test_with_the_keyboard(fresh_visitor: Visitor, win: Win) -> None:
    keys = Keyboard(fresh_visitor.page("/"))
    expect(keys.page.locator("h1")).to_have_text("Choose a game")
    keys.tab_to(f"[data-game={win.slug}] [data-action=choose]")
    keys.press("Enter")
    expect(keys.page.locator("dialog input:checked").first).to_be_focused()
    keys.press("ArrowRight", "Tab")
    expect(keys.page.locator("[data-field=number]")).to_be_focused()
    keys.page.keyboard.type(str(win.deal))
    keys.press("Enter")
    keys.wait_until_shown()
    kinds = ("Enter", "G", "Enter", "text") if win.slug == "golf-relaxed" else BY_KEYS
    for move, by in zip(win.moves, cycle(kinds), strict=False):
        keys.make(move, by)
    keys.expect_won()
    assert not keys.state["used_help"]
