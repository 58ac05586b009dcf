"""One table in two tabs: the one that is behind shows how it stands, and says so calmly."""

from __future__ import annotations

from browsers import Visitor
from natives import need_kernels
from page.hands import Mouse, piles_of
from playwright.sync_api import expect

CALM = "This table has been played on elsewhere: here is how it stands now."


def two_tabs(visitor: Visitor) -> tuple[Mouse, Mouse]:
    """A table of FreeCell in two tabs."""
    first, second = Mouse(visitor.page()), Mouse(visitor.page())
    first.sit_down("freecell", deal=1, autoplay="off")
    second.page.goto(first.page.url)
    second.settle()
    return first, second


def test_a_move_in_a_tab_that_is_behind(visitor: Visitor) -> None:
    first, second = two_tabs(visitor)
    first.page.bring_to_front()
    first.make("t5c1")
    visitor.expect_complaint("status of 409")
    second.page.bring_to_front()
    second.drag("t3", "c1")
    message = second.page.locator("[data-field=message]")
    expect(message).to_contain_text(CALM)
    second.expect_said(CALM)
    second.settle()
    state = second.state
    assert state["made"] == 1
    assert second.piles == first.piles == piles_of(state)
    second.make("t3c2")
    expect(message).to_be_hidden()
    assert second.state["made"] == 2


def test_a_hint_in_another_tab_makes_no_move_stale(visitor: Visitor) -> None:
    need_kernels()
    first, second = two_tabs(visitor)
    second.page.keyboard.press("h")
    hint = second.page.locator("[data-field=message][data-kind=hint]")
    expect(second.page.locator(".hinted")).not_to_have_count(0)
    expect(hint).to_be_visible()
    first.page.bring_to_front()
    first.make("t5c1")
    expect(first.page.locator("[data-field=message]")).to_be_hidden()
    state = first.state
    assert (state["made"], state["hints"], state["unaided"]) == (1, 1, False)
    assert first.piles == piles_of(state)
