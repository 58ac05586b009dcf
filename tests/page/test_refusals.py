"""What the rules do not allow is told in words, to the eye and to the ear, and changes nothing."""

from __future__ import annotations

from browsers import Visitor
from page.hands import Keys, Mouse, Player
from playwright.sync_api import expect


def refused(player: Player, before: dict[str, list[str]], version: int) -> None:
    """A move was just refused: the words are there, and the table is as it was."""
    message = player.page.locator("[data-field=message][data-kind=illegal]")
    expect(message).to_be_visible()
    words = message.locator(".message-text").inner_text()
    assert "6♠" in words
    assert words.endswith(".")
    player.expect_said("six of spades")
    player.settle()
    assert (player.piles, player.version) == (before, version)
    assert (player.state["version"], player.state["made"]) == (version, 0)
    for _ in range(2):  # lets go of what may have been picked up instead, then puts the words away
        player.page.keyboard.press("Escape")
    expect(message).to_be_hidden()


def test_refused_moves(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page())
    state = mouse.sit_down("freecell", deal=1)
    visitor.expect_complaint("status of 422")
    before, version = mouse.piles, mouse.version
    assert "t1t2" not in state["moves"]
    mouse.drag("t1", "t2")
    refused(mouse, before, version)
    mouse.tap("t1")
    mouse.tap("t2")
    refused(mouse, before, version)
    keys = Keys(mouse.page)
    keys.go_to("t1")
    keys.press("Enter")
    keys.go_to("t2")
    keys.press("Enter")
    refused(keys, before, version)
    mouse.send_home("t1")
    refused(mouse, before, version)

    keys.type("t1t2")
    complaint = keys.page.locator(".move-error")
    expect(complaint).to_be_visible()
    expect(keys.page.locator("#typed-move")).to_have_attribute("aria-invalid", "true")
    keys.page.keyboard.type("nonsense")
    keys.press("Enter")
    expect(complaint).to_contain_text("nonsense")
    keys.expect_said("nonsense")
    assert (keys.piles, keys.version) == (before, version)
    assert keys.state["made"] == 0


def test_cards_that_cannot_be_lifted(visitor: Visitor) -> None:
    """Nothing is asked of the server for what nobody could mean as a move."""
    mouse = Mouse(visitor.page())
    mouse.sit_down("easthaven", deal=21)
    before, asked = mouse.piles, len(visitor.asked)
    mouse.tap("f1")
    mouse.expect_said("There is no card in foundation 1.")
    _, at = mouse.point("t1")
    mouse.draw(at, (at[0], at[1] + 200))  # down, and dropped where it came from
    mouse.tap("t1")
    mouse.expect_said("picked up")
    mouse.page.keyboard.press("Escape")
    mouse.expect_said("Put back.")
    assert mouse.piles == before
    assert visitor.asked[asked:] == []
