"""Watching the coach play: by its hints alone, until the end or until the player stops it."""

from __future__ import annotations

import json
import re

import pytest
from api_client import nearly_won
from browsers import PHONE, Visitor
from page.browser_players import Keyboard, Player
from page.conftest import NewVisitor
from page.played_games import LOSING_MOVES, MISTAKE
from page.screen_reader import ScreenReader
from playwright.sync_api import Page, expect
from requires_kernels import need_kernels
from web_servers import Server

BAR = ".watch-bar"
NEARLY_WON = "Foundations: C-K D-K H-K S-Q\nKS" + "\n:" * 7
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
    assert state["coach_moves"] == 4
    dialog = keys.page.get_by_role("dialog", name="Won with the coach")
    expect(dialog).to_contain_text("With help: 4 moves by the coach, 1 hint and 3 undos.")
    expect(dialog).to_contain_text("It is counted separately in the statistics.")
    shortest = dialog.locator("[data-figure=shortest]")
    expect(shortest.locator(".won-value")).to_have_text(re.compile(r"^\d+$"))
    expect(shortest.locator(".won-note")).to_be_empty()
    expect(keys.page.locator(".game-over-text")).to_have_text("Won with the coach")
    keys.page.goto("/statistics")
    panel = keys.page.locator("[data-game=golf-relaxed]")
    expect(panel).to_contain_text("No finished games yet")
    expect(panel.locator("[data-field=with-coach]")).to_have_text(
        "Played with the coach, counted separately: 1."
    )
    expect(panel.locator(".chart-won")).to_have_count(1)  # of the win rate, none of recent games
    keys.page.goto("/history")
    expect(keys.page.locator("tr[data-outcome=won]")).to_contain_text("won with the coach")


def test_the_coach_won_this_game(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    watch(keys.page)
    keys.expect_won()
    dialog = keys.page.get_by_role("dialog", name="The coach won this game")
    expect(dialog).to_contain_text("With help: 1 move by the coach.")
    dialog.get_by_role("button", name="Review").click()
    expect(keys.page.locator("[data-review=done]")).to_be_visible()
    expect(keys.page.locator(".analysis-facts")).to_contain_text("1 move by the coach")


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
    expect(page.locator(MESSAGE)).to_have_text("The coach has stopped. You play on.")
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
    keys, reader = Keyboard(visitor.page()), ScreenReader(visitor)
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
    reader.recall("The coach has stopped[.] You play on[.]")
    if how != "hint":  # which is shown instead
        expect(keys.page.locator(MESSAGE)).to_have_text("The coach has stopped. You play on.")
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
    answer = keys.page.request.post(
        f"/api/v1/games/{state['key']}/undo",
        data=f'{{"version": {keys.state["version"]}}}',
        headers={"content-type": "application/json"},
    )
    assert answer.ok
    expect(keys.page.locator(BAR)).to_be_hidden()
    expect(keys.page.locator(MESSAGE)).to_contain_text("The coach has stopped: you played this")
    expect(keys.page.locator(MESSAGE)).to_contain_text("elsewhere")
    if any("409" in error for error in visitor.errors):
        visitor.expect_error("409")  # else the coach was still thinking, and was called off


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
    keys.expect_announced(
        "The coach plays, seeing only what you see. This game will be counted separately in the "
        "statistics. "
        "Escape stops it."
    )
    expect_moves(keys.page, 1)
    keys.expect_announced(re.compile(" of (clubs|diamonds|hearts|spades) to "))
    keys.press("Escape")
    keys.expect_announced("The coach has stopped.")


def test_nothing_is_watched_in_a_stuck_game(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    state = keys.start_game("golf", deal_number=5)
    while state["legal_moves"]:
        move = state["legal_moves"][0]
        keys.make(move, "text")
        state = keys.state
    keys.press("c")
    expect(keys.page.locator(MESSAGE)).to_have_text("No moves left.")
    expect(keys.page.locator(BAR)).to_be_hidden()


def test_after_a_reload_the_coach_does_not_play(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=617)
    watch(keys.page)
    expect_moves(keys.page, 1)
    keys.page.reload()
    expect_no_more_moves(keys)
    expect(keys.page.locator(BAR)).to_be_hidden()
    expect(keys.page.locator("[data-field=unaided]")).to_have_text("with the coach")
    assert keys.state["coach_moves"] == keys.state["moves_made"]


def test_the_bar_names_the_players_chance(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game("golf", deal_number=5)
    watch(keys.page)
    text = re.compile(r"The coach plays · your chance about \d+%")
    expect(keys.page.locator("[data-field=watch]")).to_have_text(text)
    keys.press("Escape")


def test_the_buttons_of_the_bar_are_alike(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, size=PHONE, touch=True, settings={"lamp": False})
    keys = Keyboard(visitor.page())
    keys.start_game("golf", deal_number=5)
    watch(keys.page)
    bar = keys.page.locator(BAR)
    expect(bar).to_contain_text("your chance")
    for first in ("Pause", "Continue"):
        left = bar.get_by_role("button", name=first).bounding_box()
        right = bar.get_by_role("button", name="Stop").bounding_box()
        assert left
        assert right
        assert (left["y"], left["width"]) == (right["y"], right["width"])
        bar.get_by_role("button", name=first).click()
