"""Illegal moves are explained on the screen and to screen readers, and change nothing."""

from __future__ import annotations

import re

import pytest
from browsers import Visitor
from page.browser_players import Keyboard, Mouse, Player
from playwright.sync_api import expect

from winnable import GAMES


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


def test_illegal_moves_are_explained(two_tap_visitor: Visitor) -> None:
    mouse = Mouse(two_tap_visitor.page())
    state = mouse.start_game("freecell", deal_number=1)
    two_tap_visitor.expect_error("status of 422")
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
    fresh_visitor.expect_error("status of 500")
    fresh_visitor.expect_error("status of 422")
    broken = {"status": 500, "json": {"error": "the server has a problem"}}
    mouse.page.route("**/move", lambda route: route.fulfill(**broken), times=1)
    mouse.drag("t1", "t2")
    mouse.page.locator("[data-field=message][data-kind=error] [data-action=retry]").click()
    expect_explained(mouse, before, version)


REASONS = (
    ("freecell", "t1", 3, "3♠ cannot move: the cards on it are not in sequence."),
    ("easthaven", "t1", 3, "This card is face down."),
    ("golf-relaxed", "f1", 1, "Cards on a foundation stay there."),
    ("golf-relaxed", "t1", 1, "4♥ is not next in rank to 10♥."),
)


@pytest.mark.parametrize(("game", "place", "count", "reason"), REASONS)
def test_a_tap_on_a_card_that_cannot_move_says_why(
    fresh_visitor: Visitor, game: str, place: str, count: int, reason: str
) -> None:
    mouse = Mouse(fresh_visitor.page())
    mouse.start_game(game, deal_number=1)
    before = mouse.piles
    if place == "t1" and game == "golf-relaxed":
        fresh_visitor.expect_error("status of 422")  # only the server knows the rules
    mouse.tap(place, count)
    message = mouse.page.locator("[data-field=message][data-kind=illegal] .message-text")
    expect(message).to_have_text(reason)
    assert mouse.piles == before
    assert mouse.state["moves_made"] == 0


def test_a_card_that_fits_nowhere_and_one_that_need_not_move(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    message = mouse.page.locator("[data-field=message][data-kind=illegal] .message-text")
    fresh_visitor.expect_error("status of 422")
    board = "Foundations: H-J C-K D-K S-K\nKH\nQH\n" + ":\n" * 6
    mouse.start_game("freecell", board=board, autoplay="off")
    mouse.tap("t1")
    expect(message).to_have_text("K♥ has no better place: drag it to move it all the same.")
    mouse.start_game("easthaven", deal_number=21)
    mouse.tap("t1")
    expect(message).to_have_text(re.compile(r".+ has nowhere to go now\."))


def test_an_empty_place_has_no_card(fresh_visitor: Visitor) -> None:
    """No request is sent for cards that cannot move at all."""
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("easthaven", deal_number=21)
    before, sent = keys.piles, len(fresh_visitor.requests)
    keys.go_to("f1")
    keys.press("Enter")
    keys.expect_announced("There is no card in foundation 1.")
    keys.go_to("t1")
    keys.press("Enter")
    keys.expect_announced("picked up")
    keys.press("Escape")
    keys.expect_announced("Put back.")
    mouse = Mouse(keys.page)
    _, at = mouse.point("t1")
    mouse.drag_between(at, (at[0], at[1] + 200))  # dropped where it came from
    assert keys.piles == before
    assert fresh_visitor.requests[sent:] == []


@pytest.mark.parametrize("slug", GAMES)
def test_the_move_given_as_an_example_is_legal(visitor: Visitor, slug: str) -> None:
    keys = Keyboard(visitor.page())
    state = keys.start_game(slug, deal_number=7)
    keys.press("/")
    example = keys.page.locator("#typed-move").get_attribute("placeholder")
    assert example is not None
    assert example.rpartition(" ")[2] in state["legal_moves"]
