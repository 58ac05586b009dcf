"""The lamp: its verdicts, the way back in a lost game, and switching it off."""

from __future__ import annotations

import re

import pytest
from browsers import DESKTOP, PHONE
from page.browser_players import Keyboard, Mouse
from page.conftest import NewVisitor
from page.played_games import LOSING_MOVES, MISTAKE
from playwright.sync_api import expect
from requires_kernels import need_kernels
from web_servers import Server

NEARLY_WON = "Foundations: C-K D-K H-K S-Q\nKS" + "\n:" * 7


def verdict_requests(requests: list[str]) -> int:
    """How many verdicts were requested."""
    return sum(one.endswith("/evaluation") for one in requests)


def test_a_lost_game_and_the_way_back(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server)
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=617, autoplay="off")
    lamp, bar = mouse.page.locator("#lamp"), mouse.page.locator(".game-over-bar")
    for order, move in enumerate(LOSING_MOVES[:MISTAKE], 1):
        expect(lamp).to_have_attribute("data-verdict", "winnable")
        expect(bar).to_be_hidden()
        before = mouse.piles
        mouse.make(move)
        expect(mouse.page.locator("[data-field=moves]")).to_have_text(
            "1 move" if order == 1 else f"{order} moves"
        )
    expect(lamp).to_have_attribute("data-verdict", "lost")
    mouse.expect_announced("You can go back to the last winnable position.")
    expect(bar).to_have_attribute("data-result", "lost")
    bar.locator("[data-action=last-winnable]").click()
    expect(mouse.page.locator("[data-field=moves]")).to_have_text(f"{MISTAKE - 1} moves")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    expect(bar).to_be_hidden()
    assert mouse.piles == before
    assert mouse.state["used_help"]


def test_a_lamp_that_is_off_sends_no_requests(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server)
    keys = Keyboard(visitor.page("/"))
    keys.page.locator(".menu [data-action=options]").click()
    keys.page.locator("input[data-option=lamp]").uncheck()
    keys.press("Escape")
    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    expect(keys.page.locator("#lamp")).to_have_attribute("data-verdict", "off")
    keys.make("t1f4")
    keys.expect_won()
    assert not keys.state["used_help"]
    assert verdict_requests(visitor.requests) == 0

    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    lamp = keys.page.locator(".toolbar [data-action=lamp]")
    expect(lamp).to_have_attribute("aria-pressed", "false")
    lamp.click()
    expect(keys.page.locator("#lamp")).to_have_text("Winnable (1 move or fewer)")
    assert verdict_requests(visitor.requests) == 1
    keys.make("t1f4")
    keys.expect_won()
    expect(keys.page.locator("dialog[data-dialog=won]")).to_contain_text("With 1 verdict.")
    assert keys.state["used_help"]


def test_the_odds_and_the_players_chance(new_visitor: NewVisitor, server: Server) -> None:
    """Two numbers that cannot be mistaken for each other; pressing the lamp explains both."""
    need_kernels()
    keys = Keyboard(new_visitor(server).page())
    state = keys.start_game("golf-relaxed", deal_number=7)
    lamp = keys.page.locator("#lamp")
    expect(lamp).to_have_text(re.compile(r"^Winnable in .*% of cases · your chance \d+–\d+%$"))
    lamp.click()
    message = keys.page.locator("[data-field=message]")
    expect(message).to_contain_text("if you could see every card")
    expect(message).to_contain_text("Your chance is about ")
    assert keys.state["verdicts"] == state["verdicts"] + 1


@pytest.mark.parametrize("size", [(320, 568), PHONE, (667, 375), DESKTOP], ids=str)
def test_the_players_chance_is_never_cut(
    new_visitor: NewVisitor, server: Server, size: tuple[int, int]
) -> None:
    """And where both numbers are shown, each says what it is."""
    need_kernels()
    keys = Keyboard(new_visitor(server, size=size).page())
    keys.start_game("golf-relaxed", deal_number=7)
    chance = keys.page.locator("#lamp").get_by_text(re.compile(r"^your chance \d+–\d+%$"))
    expect(chance).to_be_in_viewport(ratio=1)
    assert keys.page.evaluate(
        """() => {
          const text = document.querySelector("#lamp .lamp-text");
          return text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight;
        }"""
    )
    shown = keys.page.locator("#lamp").inner_text()
    assert "Winnable" not in shown or "% of cases" in shown


def test_no_chance_without_hidden_cards(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    keys = Keyboard(new_visitor(server).page())
    keys.start_game("freecell", deal_number=617)
    lamp = keys.page.locator("#lamp")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    expect(lamp).not_to_contain_text("chance")
