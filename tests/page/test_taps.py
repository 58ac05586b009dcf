"""A tap sends a card to its best place; a second one does not send the next card after it."""

from __future__ import annotations

from browsers import PHONE, Visitor
from page.browser_players import Keyboard, Mouse, Touch
from page.conftest import NewVisitor
from page.winning_games import WINS
from playwright.sync_api import expect
from web_servers import Server


def test_a_game_is_won_by_taps_alone(new_visitor: NewVisitor, server: Server) -> None:
    """From the home page, on a phone."""
    win = WINS["golf-relaxed"]
    finger = Touch(new_visitor(server, size=PHONE, touch=True, settings={"lamp": False}).page("/"))
    page = finger.page
    page.locator("[data-game=golf-relaxed] [data-action=choose]").tap()
    dialog = page.locator("dialog[data-dialog=new-game]")
    dialog.locator("input[value=number]").check()
    dialog.locator("[data-field=number]").fill(str(win.deal))
    dialog.locator("[data-action=deal]").tap()
    finger.wait_until_shown()
    for move in win.moves:
        finger.make(move, "tap")
    finger.expect_won()
    assert not finger.state["used_help"]


def test_a_tap_can_pick_a_card_up_instead(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    page = mouse.page
    mouse.start_game("freecell", deal_number=1)
    page.locator(".menu [data-action=options]").click()
    page.locator("fieldset[data-option=tap] input[value=selects]").check()
    page.locator("dialog [data-action=done]").click()
    mouse.tap("t3")
    expect(page.locator(".selected")).to_have_count(1)
    assert mouse.state["moves_made"] == 0
    mouse.tap("c2")
    mouse.wait_until_shown(1)
    assert mouse.piles["c2"] == ["2H"]


def test_a_key_picks_a_card_up(fresh_visitor: Visitor) -> None:
    """As a screen reader does: nobody is surprised by a card that has gone."""
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("freecell", deal_number=1)
    keys.go_to("t3")
    keys.press("Enter")
    keys.expect_announced("two of hearts picked up. Can go to cell 1, cell 2, cell 3, cell 4.")
    assert keys.state["moves_made"] == 0
    mouse = Mouse(keys.page)
    mouse.tap("c3")  # and whoever takes the mouse now puts it down
    mouse.wait_until_shown(1)
    assert mouse.piles["c3"] == ["2H"]
