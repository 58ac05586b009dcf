"""Illegal moves are explained on the screen and to screen readers, and change nothing."""

from __future__ import annotations

from browsers import Visitor
from page.browser_players import Keyboard, Mouse, Player
from playwright.sync_api import expect


def expect_explained(player: Player, before: dict[str, list[str]], version: int) -> None:
    """The move was explained, and nothing has changed."""
    message = player.page.locator("[data-field=message][data-kind=illegal]")
    expect(message).to_be_visible()
    text = message.locator(".message-text").inner_text()
    assert "6♠" in text
    assert text.endswith(".")
    player.expect_announced("six of spades")
    player.wait_until_shown()
    assert (player.piles, player.version) == (before, version)
    assert (player.state["version"], player.state["moves_made"]) == (version, 0)
    for _ in range(2):  # puts back what may be picked up now, then hides the message
        player.page.keyboard.press("Escape")
    expect(message).to_be_hidden()


def test_illegal_moves_are_explained(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    state = mouse.start_game("freecell", deal_number=1)
    fresh_visitor.expect_error("status of 422")
    before, version = mouse.piles, mouse.version
    assert "t1t2" not in state["legal_moves"]
    mouse.drag("t1", "t2")
    expect_explained(mouse, before, version)
    mouse.tap("t1")
    mouse.tap("t2")
    expect_explained(mouse, before, version)
    keys = Keyboard(mouse.page)
    keys.go_to("t1")
    keys.press("Enter")
    keys.go_to("t2")
    keys.press("Enter")
    expect_explained(keys, before, version)
    mouse.double_tap("t1")
    expect_explained(mouse, before, version)

    keys.type("t1t2")
    complaint = keys.page.locator(".move-error")
    expect(complaint).to_be_visible()
    expect(keys.page.locator("#typed-move")).to_have_attribute("aria-invalid", "true")
    keys.page.keyboard.type("nonsense")
    keys.press("Enter")
    expect(complaint).to_contain_text("nonsense")
    keys.expect_announced("nonsense")
    assert (keys.piles, keys.version) == (before, version)
    assert keys.state["moves_made"] == 0


def test_a_move_that_turns_out_illegal_when_sent_again_is_explained(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    mouse.start_game("freecell", deal_number=1)
    before, version = mouse.piles, mouse.version
    fresh_visitor.expect_error("status of 503")
    fresh_visitor.expect_error("status of 422")
    busy = {"status": 503, "json": {"error": "the database is busy"}}
    mouse.page.route("**/move", lambda route: route.fulfill(**busy), times=1)
    mouse.drag("t1", "t2")
    mouse.page.locator("[data-field=message][data-kind=error] [data-action=retry]").click()
    expect_explained(mouse, before, version)


def test_cards_that_cannot_be_picked_up(fresh_visitor: Visitor) -> None:
    """No request is sent for cards that cannot move at all."""
    mouse = Mouse(fresh_visitor.page())
    mouse.start_game("easthaven", deal_number=21)
    before, sent = mouse.piles, len(fresh_visitor.requests)
    mouse.tap("f1")
    mouse.expect_announced("There is no card in foundation 1.")
    _, at = mouse.point("t1")
    mouse.drag_between(at, (at[0], at[1] + 200))  # dropped where it came from
    mouse.tap("t1")
    mouse.expect_announced("picked up")
    mouse.page.keyboard.press("Escape")
    mouse.expect_announced("Put back.")
    assert mouse.piles == before
    assert fresh_visitor.requests[sent:] == []
