"""The verdict lamp: what it says, the way back when a game is lost, and that it can be put out."""

from __future__ import annotations

from natives import need_kernels
from page.conftest import Invite
from page.guests import LOSING, THROWN_AWAY
from page.hands import Keys, Mouse
from playwright.sync_api import expect
from servers import Server

NEARLY_WON = "Foundations: C-K D-K H-K S-Q\nKS" + "\n:" * 7


def standings(asked: list[str]) -> int:
    """How often a verdict was asked for."""
    return sum(one.endswith("/standing") for one in asked)


def test_the_lamp_tells_of_a_lost_game_and_shows_the_way_back(
    invite: Invite, server: Server
) -> None:
    need_kernels()
    visitor = invite(server)
    mouse = Mouse(visitor.page())
    mouse.sit_down("freecell", deal=617, autoplay="off")
    lamp, bar = mouse.page.locator("#lamp"), mouse.page.locator(".game-over-bar")
    for order, move in enumerate(THROWN_AWAY[:LOSING], 1):
        expect(lamp).to_have_attribute("data-verdict", "winnable")
        expect(bar).to_be_hidden()
        before = mouse.piles
        mouse.make(move)
        expect(mouse.page.locator("[data-field=moves]")).to_have_text(
            "1 move" if order == 1 else f"{order} moves"
        )
    expect(lamp).to_have_attribute("data-verdict", "lost")
    mouse.expect_said("You can go back to the last winnable position.")
    expect(bar).to_have_attribute("data-result", "lost")
    bar.locator("[data-action=last-winnable]").click()
    expect(mouse.page.locator("[data-field=moves]")).to_have_text(f"{LOSING - 1} moves")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    expect(bar).to_be_hidden()
    assert mouse.piles == before
    assert not mouse.state["unaided"]


def test_a_lamp_that_is_put_out_asks_nothing(invite: Invite, server: Server) -> None:
    need_kernels()
    visitor = invite(server)
    keys = Keys(visitor.page("/"))
    keys.page.locator(".menu [data-action=options]").click()
    keys.page.locator("input[data-option=lamp]").uncheck()
    keys.press("Escape")
    keys.sit_down("freecell", board=NEARLY_WON, autoplay="off")
    expect(keys.page.locator("#lamp")).to_have_attribute("data-verdict", "off")
    keys.make("t1f4")
    keys.expect_won()
    assert keys.state["unaided"]
    assert standings(visitor.asked) == 0

    keys.sit_down("freecell", board=NEARLY_WON, autoplay="off")
    lamp = keys.page.locator(".toolbar [data-action=lamp]")
    expect(lamp).to_have_attribute("aria-pressed", "false")
    lamp.click()
    expect(keys.page.locator("#lamp")).to_have_text("Winnable (1 move or fewer)")
    assert standings(visitor.asked) == 1
    keys.make("t1f4")
    keys.expect_won()
    expect(keys.page.locator("dialog[data-dialog=won]")).to_contain_text("With 1 verdict.")
    assert not keys.state["unaided"]
