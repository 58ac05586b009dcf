"""Keyboard shortcuts of the game page; they do nothing while text is typed."""

from __future__ import annotations

from browsers import PHONE, Visitor
from page.browser_players import Keyboard, Touch
from page.conftest import NewVisitor
from playwright.sync_api import expect
from requires_kernels import need_kernels
from web_servers import Server


def test_shortcuts_on_the_game_page(fresh_visitor: Visitor) -> None:
    need_kernels()
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("easthaven", deal_number=21)
    start, version = keys.piles, keys.version
    keys.press("Space")  # deals, because no button has the focus
    keys.wait_until_shown(version)
    assert keys.state["moves_made"] == 1
    keys.go_to("stock")
    version = keys.version
    keys.press("Enter")
    keys.wait_until_shown(version)
    assert keys.state["moves_made"] == 2
    for way in ("u", "Control+z"):
        version = keys.version
        keys.press(way)
        keys.wait_until_shown(version)
    assert keys.piles == start
    keys.press("h")
    message = keys.page.locator("[data-field=message][data-kind=hint]")
    expect(message).to_be_visible()
    expect(keys.page.locator(".hint-card")).not_to_have_count(0)
    keys.press("Escape")
    expect(message).to_be_hidden()
    expect(keys.page.locator(".hint-card")).to_have_count(0)

    keys.go_to("t2")
    keys.press("Enter")
    keys.expect_announced("picked up. Can go to")
    expect(keys.page.locator(".target")).not_to_have_count(0)
    keys.press("Escape")
    keys.expect_announced("Put back.")
    expect(keys.page.locator(".selected")).to_have_count(0)

    fresh_visitor.expect_error("status of 422")
    keys.type("und")  # letters in the field are no shortcuts
    expect(keys.page.locator(".move-error")).to_be_visible()
    keys.press("Escape")
    keys.press("?")
    help_ = keys.page.locator("dialog[data-dialog=help]")
    expect(help_).to_be_visible()
    keys.press("d", "u", "Escape")
    expect(help_).to_have_count(0)
    keys.press("n")
    expect(keys.page.locator("dialog[data-dialog=new-game]")).to_be_visible()
    keys.press("Escape")
    assert keys.piles == start


def test_space_means_one_thing(fresh_visitor: Visitor) -> None:
    """It presses what has the focus; only where nothing has it, it deals."""
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("easthaven", deal_number=21)
    keys.go_to("t2")
    keys.press("Space")
    keys.expect_announced("picked up. Can go to")
    assert keys.state["moves_made"] == 0
    keys.press("Space")
    keys.expect_announced("Put back.")
    keys.page.locator(".toolbar [data-action=help]").focus()
    keys.press("Space")
    dialog = keys.page.locator("dialog[data-dialog=help]")
    expect(dialog).to_contain_text("Space presses what has the focus")
    keys.press("Escape")
    assert keys.state["moves_made"] == 0
    keys.page.evaluate("() => document.activeElement.blur()")
    version = keys.version
    keys.press("Space")
    keys.wait_until_shown(version)
    assert keys.state["moves_made"] == 1


def test_the_moves_list_names_cards(fresh_visitor: Visitor) -> None:
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("easthaven", deal_number=21)
    keys.press("m")
    message = keys.page.locator("[data-field=message] .message-text")
    expect(message).to_have_text("Moves: A♣ to a foundation; 8♦ to column 6; deal.")


def test_fingers_see_no_keys(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, size=PHONE, touch=True, settings={"lamp": False})
    finger = Touch(visitor.page())
    finger.start_game("easthaven", deal_number=21)
    page = finger.page
    assert "(" not in (page.locator(".toolbar [data-action=undo]").get_attribute("title") or "")
    page.locator(".toolbar [data-action=more]").tap()
    expect(page.locator("dialog[data-dialog=more]")).to_be_visible()
    shown = page.locator(".more-shortcut").all_inner_texts()
    assert not any(shown)
    page.locator("dialog [data-action=help]").tap()
    expect(page.locator("dialog[data-dialog=help]")).to_contain_text("Tap a card")
    expect(page.locator("dialog[data-dialog=help] kbd")).to_have_count(0)
