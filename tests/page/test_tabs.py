"""One table in two tabs: the one that is behind shows how it stands, and says so calmly."""

from __future__ import annotations

from browsers import Visitor
from natives import need_kernels
from page.hands import Mouse, piles_of
from playwright.sync_api import expect

CALM = "This table has been played on elsewhere: here is how it stands now."


def test_a_table_in_two_tabs(visitor: Visitor) -> None:
    need_kernels()
    first, second = Mouse(visitor.page()), Mouse(visitor.page())
    first.sit_down("freecell", deal=1, autoplay="off")
    second.page.goto(first.page.url)
    second.settle()

    # A hint in one tab makes no move in the other stale.
    second.page.keyboard.press("h")
    expect(second.page.locator(".hinted")).not_to_have_count(0)
    first.page.bring_to_front()
    first.make("t5c1")
    expect(first.page.locator("[data-field=message]")).to_be_hidden()
    state = first.state
    assert (state["made"], state["hints"], state["unaided"]) == (1, 1, False)
    assert first.piles == piles_of(state)

    # The other tab learns of the move when it is looked at, or at its own next one.
    with visitor.unheard_of("visibilitychange"):
        second.page.bring_to_front()
