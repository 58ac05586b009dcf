"""One table in two tabs: the one that is behind shows how it stands, and says so calmly."""

from __future__ import annotations

from browsers import Visitor
from natives import need_kernels
from page.hands import Mouse, piles_of
from playwright.sync_api import expect


def test_a_table_in_two_tabs(visitor: Visitor) -> None:
    need_kernels()
    first, second = Mouse(visitor.page()), Mouse(visitor.page())
    first.sit_down("freecell", deal=1, autoplay="off")
    second.page.goto(first.page.url)
    second.settle()

    # A hint in one tab makes no move in the other stale.
    second.page.keyboard.press("h")
    expect(second.page.locator(".hint-card")).not_to_have_count(0)
    first.page.bring_to_front()
    first.make("t5c1")
    expect(first.page.locator("[data-field=message]")).to_be_hidden()
    state = first.state
    assert (state["made"], state["hints"], state["unaided"]) == (1, 1, False)
    assert first.piles == piles_of(state)

    # The other tab does not know of that move.
    visitor.expect_complaint("status of 409")
    second.page.bring_to_front()
    message = second.page.locator("[data-field=message]")
    second.page.keyboard.press("Escape")  # puts the hint away
    expect(message).to_be_hidden()
    second.drag("t3", "c1")
    expect(message).to_have_attribute("data-kind", "conflict")
    expect(message).to_be_visible()
    second.expect_said(message.locator(".message-text").inner_text())
    second.settle()
    state = second.state
    assert state["made"] == 1
    assert second.piles == first.piles == piles_of(state)
    second.make("t3c2")
    expect(message).to_be_hidden()
    assert second.state["made"] == 2

    # A tab that is looked at again looks at the table.
    first.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(first.page.locator("[data-field=message][data-kind=conflict]")).to_be_visible()
    assert first.piles == second.piles
