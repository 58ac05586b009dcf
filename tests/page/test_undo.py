"""Back to the first card and forth again, with buttons, with keys, and all at once."""

from __future__ import annotations

from browsers import Visitor
from callers import nearly_won
from page.hands import Keys, Mouse
from playwright.sync_api import expect


def test_undo_to_the_start_and_redo(visitor: Visitor) -> None:
    keys = Keys(visitor.page())
    state = keys.sit_down("golf-relaxed", deal=16)
    start = keys.piles
    record, last = nearly_won("golf-relaxed-16")
    state = keys.sit_down(record=record)
    near, moves = keys.piles, state["made"]
    assert keys.piles["f1"] != start["f1"]
    action = keys.page.locator(".toolbar [data-action=undo]")
    for made in range(moves, 0, -1):
        version = keys.version
        if made % 3:
            keys.press(("Control+z", "u")[made % 2])
        else:
            action.click()
        keys.settle(version)
        expect(keys.page.locator("[data-field=moves]")).to_have_text(
            f"{made - 1} move{'s' * (made != 2)}"
        )
    assert keys.piles == start
    expect(action).to_have_attribute("aria-disabled", "true")
    version = keys.version
    keys.press("u")
    keys.expect_said("There is nothing to take back.")
    assert keys.version == version

    for made in range(moves):
        version = keys.version
        if made % 4 == 3:
            keys.page.locator(".toolbar [data-action=redo]").click()
        else:
            keys.press(("Control+y", "Shift+U", "Control+Shift+z")[made % 4])
        keys.settle(version)
    assert keys.piles == near
    keys.make(last, "enter")
    keys.expect_won()
    assert not keys.state["unaided"]


def test_restart(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page())
    mouse.sit_down("freecell", deal=1, autoplay="off")
    start = mouse.piles
    for move in ("t5c1", "t5c2"):
        mouse.make(move)
    made, version = mouse.piles, mouse.version
    mouse.page.locator(".toolbar [data-action=restart]").click()
    mouse.settle(version)
    assert mouse.piles == start
    for _ in range(2):
        version = mouse.version
        mouse.page.locator(".toolbar [data-action=redo]").click()
        mouse.settle(version)
    assert mouse.piles == made
