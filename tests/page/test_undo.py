"""Undo, redo and restart, with buttons and keys."""

from __future__ import annotations

from itertools import cycle

from browsers import Visitor
from page.browser_players import Keyboard
from page.winning_games import record_of_start
from playwright.sync_api import expect

MOVES = 8


def test_undo_redo_and_restart(fresh_visitor: Visitor) -> None:
    keys = Keyboard(fresh_visitor.page())
    keys.start_game("golf-relaxed", deal_number=16)
    start = keys.piles
    keys.start_game(record=record_of_start("golf-relaxed-16", MOVES))
    later = keys.piles
    assert later["f1"] != start["f1"]
    undo, redo = (keys.page.locator(f".toolbar [data-action={name}]") for name in ("undo", "redo"))
    moves_made = keys.page.locator("[data-field=moves]")
    expect(redo).to_have_attribute("aria-disabled", "true")
    for made, way in zip(range(MOVES, 0, -1), cycle(("u", "Control+z", "")), strict=False):
        version = keys.version
        if way:
            keys.press(way)
        else:
            undo.click()
        keys.wait_until_shown(version)
        expect(moves_made).to_have_text(f"{made - 1} move{'s' * (made != 2)}")
    assert keys.piles == start
    expect(undo).to_have_attribute("aria-disabled", "true")
    version = keys.version
    keys.press("u")
    keys.expect_announced("There is nothing to undo.")
    assert keys.version == version

    for way, _ in zip(
        cycle(("Control+y", "Shift+U", "Control+Shift+Z", "")), range(MOVES), strict=False
    ):
        version = keys.version
        if way:
            keys.press(way)
        else:
            redo.click()
        keys.wait_until_shown(version)
    assert keys.piles == later
    state = keys.state
    assert (state["moves_made"], state["moves_undone"], state["used_help"]) == (MOVES, 0, True)

    version = keys.version
    keys.page.locator(".toolbar [data-action=restart]").click()
    keys.wait_until_shown(version)
    assert keys.piles == start
    message = keys.page.locator("[data-field=message]")
    expect(message).to_contain_text(f"Back at the start: {MOVES} moves undone.")
    expect(redo).not_to_have_attribute("aria-disabled", "true")
