"""One game in two tabs: the tab that is behind shows the current position and says why."""

from __future__ import annotations

from browsers import Visitor
from page.browser_players import Mouse, piles_of
from playwright.sync_api import expect
from requires_kernels import need_kernels


def test_one_game_in_two_tabs(fresh_visitor: Visitor) -> None:
    need_kernels()
    first, second = Mouse(fresh_visitor.page()), Mouse(fresh_visitor.page())
    first.start_game("freecell", deal_number=1, autoplay="off")
    second.page.goto(first.page.url)
    second.wait_until_shown()

    # A hint in one tab does not make the other tab stale.
    second.page.keyboard.press("h")
    expect(second.page.locator(".hint-card")).not_to_have_count(0)
    first.page.bring_to_front()
    first.make("t5c1")
    expect(first.page.locator("[data-field=message]")).to_be_hidden()
    state = first.state
    assert (state["moves_made"], state["hints"], state["used_help"]) == (1, 1, True)
    assert first.piles == piles_of(state)

    # The other tab does not know about that move.
    fresh_visitor.expect_error("status of 409")
    second.page.bring_to_front()
    message = second.page.locator("[data-field=message]")
    second.page.keyboard.press("Escape")  # hides the hint
    expect(message).to_be_hidden()
    second.drag("t3", "c1")
    expect(message).to_have_attribute("data-kind", "conflict")
    expect(message).to_be_visible()
    second.expect_announced(message.locator(".message-text").inner_text())
    second.wait_until_shown()
    state = second.state
    assert state["moves_made"] == 1
    assert second.piles == first.piles == piles_of(state)
    second.make("t3c2")
    expect(message).to_be_hidden()
    assert second.state["moves_made"] == 2

    # A tab that becomes visible again fetches the state.
    first.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(first.page.locator("[data-field=message][data-kind=conflict]")).to_be_visible()
    assert first.piles == second.piles


def test_help_in_another_tab_is_not_said_to_be_play(fresh_visitor: Visitor) -> None:
    """Judging a try of the analysis counts as help, and changes nothing of the game."""
    need_kernels()
    first = Mouse(fresh_visitor.page())
    state = first.start_game("freecell", deal_number=1, autoplay="off")
    first.make("t3c1")
    first.tap("t1")
    first.wait_until_shown(first.version - 1)
    body = {"moves_made": 1, "moves": ["t7c2"]}
    path = f"/api/v1/games/{state['key']}/analysis/evaluation"
    assert first.page.request.post(path, data=body).ok
    version = first.version
    assert first.state["version"] > version
    first.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    first.wait_until_shown(version)  # it takes over what was counted
    expect(first.page.locator("[data-field=unaided]")).to_be_empty()
    expect(first.page.locator("[data-field=message]")).to_be_hidden()


def test_a_try_after_the_game_was_played_on_elsewhere(fresh_visitor: Visitor) -> None:
    """It is about the position that is shown, or it is refused."""
    need_kernels()
    first, second = Mouse(fresh_visitor.page()), Mouse(fresh_visitor.page())
    first.start_game("freecell", deal_number=1, autoplay="off")
    first.make("t3c1")
    second.page.goto(first.page.url.replace("/play/", "/analysis/"))
    second.wait_until_shown()
    first.page.keyboard.press("u")
    first.wait_until_shown()
    first.make("t1c1")
    shown = second.piles
    fresh_visitor.expect_error("status of 409")
    second.drag("t2", "c2")
    expect(second.page.locator("[data-field=message]")).to_contain_text("played on elsewhere")
    second.wait_until_shown()
    assert second.piles == shown
