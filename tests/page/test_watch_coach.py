"""Watching the coach play: by its hints alone, until the end or until the player stops it."""

from __future__ import annotations

import json
import re

import pytest
from api_client import nearly_won
from browsers import Visitor
from page.browser_players import Keyboard, Player
from page.played_games import LOSING_MOVES, MISTAKE
from playwright.sync_api import Page, expect
from requires_kernels import need_kernels

BAR = ".watch-bar"
MESSAGE = "[data-field=message]"


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def watch(page: Page) -> None:
    """Start by the dialog behind "More"."""
    page.locator(".toolbar [data-action=more]").click()
    page.locator("dialog [data-action=watch]").click()


def expect_moves(page: Page, least: int) -> None:
    """Wait until so many moves are made."""
    page.wait_for_function(
        "(least) => parseInt(document.querySelector('[data-field=moves]').textContent) >= least",
        arg=least,
    )


def expect_no_more_moves(player: Player) -> None:
    """The coach has stopped for good: longer than it takes for a move nothing happens."""
    player.wait_until_shown()
    before = player.state["moves_made"]
    player.page.wait_for_timeout(1500)
    assert player.state["moves_made"] == before


def test_to_the_end(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    record, _ = nearly_won("golf-relaxed-16")
    moves = keys.start_game(None, record=record)["moves_made"]
    for back in range(1, 4):
        keys.press("u")
        expect(keys.page.locator("[data-field=moves]")).to_have_text(f"{moves - back} moves")
    watch(keys.page)
    expect(keys.page.locator(BAR)).to_be_visible()
    keys.expect_won()
    expect(keys.page.locator(BAR)).to_be_hidden()
    state = keys.state
    assert state["hints"] >= 4
    assert state["used_help"]


def test_stop_pause_and_escape(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617)
    page, bar = keys.page, keys.page.locator(BAR)
    watch(page)
    expect_moves(page, 1)
    bar.get_by_role("button", name="Pause").click()
    expect(bar).to_contain_text("paused")
    expect_no_more_moves(keys)
    made = keys.state["moves_made"]
    bar.get_by_role("button", name="Continue").click()
    expect_moves(page, made + 1)
    bar.get_by_role("button", name="Stop").click()
    expect(bar).to_be_hidden()
    expect_no_more_moves(keys)
    assert keys.piles["t1"] == keys.state["view"]["columns"][0]
    made = keys.state["moves_made"]
    keys.press("c")
    expect_moves(page, made + 1)
    keys.press("Escape")
    expect(bar).to_be_hidden()
    expect(page.locator(MESSAGE)).to_contain_text("The coach has stopped.")
    expect_no_more_moves(keys)


@pytest.mark.parametrize("how", ["undo", "move", "hint"])
def test_whatever_the_player_does_stops_it(visitor: Visitor, how: str) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617)
    watch(keys.page)
    expect_moves(keys.page, 1)
    if how == "move":
        keys.press("/")
        keys.page.keyboard.type("deal")  # there is no stock: the move is refused
        visitor.expect_error("42[0-9]|400")
        keys.press("Enter")
        expect(keys.page.locator(".move-error")).to_be_visible()
    else:
        keys.press({"undo": "u", "hint": "h"}[how])
    expect(keys.page.locator(BAR)).to_be_hidden()
    expect_no_more_moves(keys)


def test_a_lost_game_ends_it(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617, autoplay="off")
    for move in LOSING_MOVES[:MISTAKE]:
        keys.make(move, "text")
    watch(keys.page)
    expect(keys.page.locator(MESSAGE)).to_contain_text("The coach has stopped. Lost")
    expect(keys.page.locator(BAR)).to_be_hidden()
    assert keys.state["moves_made"] == MISTAKE


def test_playing_elsewhere_stops_it(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    state = keys.start_game("freecell", deal_number=617)
    watch(keys.page)
    expect_moves(keys.page, 1)
    visitor.expect_error("409")
    answer = keys.page.request.post(
        f"/api/v1/games/{state['key']}/undo",
        data=f'{{"version": {keys.state["version"]}}}',
        headers={"content-type": "application/json"},
    )
    assert answer.ok
    expect(keys.page.locator(BAR)).to_be_hidden()
    expect(keys.page.locator(MESSAGE)).to_contain_text("elsewhere")


def test_a_lost_connection_stops_it(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617)
    watch(keys.page)
    expect_moves(keys.page, 1)
    visitor.expect_error("ERR_FAILED|Failed to load")
    keys.page.route("**/api/v1/games/**", lambda route: route.abort())
    expect(keys.page.locator(BAR)).to_be_hidden()
    expect(keys.page.locator(f"{MESSAGE} [data-action=retry]")).to_be_visible()
    keys.page.unroute("**/api/v1/games/**")


def test_a_win_that_needs_autoplay_off(visitor: Visitor) -> None:
    """Else a card that goes home automatically would break the win that is promised."""
    keys = Keyboard(visitor.page())
    state = keys.start_game("freecell", deal_number=617)
    assert state["autoplay"] == "safe"
    hint = {"kind": "hint", "final": True, "move": state["legal_moves"][0], "text": "A move."}
    lines = ({"kind": "queued", "ahead": 0, "version": 1}, {**hint, "autoplay_off": True})
    keys.page.route(
        "**/hint",
        lambda route: route.fulfill(
            body="".join(f"{json.dumps(line)}\n" for line in lines),
            content_type="application/x-ndjson",
        ),
        times=1,
    )
    watch(keys.page)
    expect_moves(keys.page, 1)
    keys.press("Escape")
    assert keys.state["autoplay"] == "off"


def test_with_a_screen_reader(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617)
    keys.press("c")
    keys.expect_announced("The coach plays. Escape stops it.")
    expect_moves(keys.page, 1)
    keys.expect_announced(re.compile(" of (clubs|diamonds|hearts|spades) to "))
    keys.press("Escape")
    keys.expect_announced("The coach has stopped.")
