"""A win: auto-finish that can be watched and stopped, then the figures and what to do next."""

from __future__ import annotations

import re

import pytest
from api_client import Json, act, deal, nearly_won
from browsers import Visitor
from page.browser_players import Mouse
from page.conftest import NewVisitor
from page.played_games import same_player
from playwright.sync_api import Locator, Page, expect
from web_servers import Server

from winnable.l10n import languages

ALMOST = """
    Foundations: H-7 C-7 D-7 S-7
    Freecells:
    KS QS JS TS 9S 8S
    KH QH JH TH 9H 8H
    KC QC JC TC 9C 8C
    KD QD JD TD 9D 8D
    :
    :
    :
    :
"""
"""A FreeCell board from which all 24 cards can go to the foundations."""


def figure(page: Page, name: str) -> Locator:
    return page.locator(f"dialog[data-dialog=won] [data-figure={name}]")


@pytest.fixture
def lively(new_visitor: NewVisitor, server: Server) -> Visitor:
    """A visitor whose cards slide."""
    return new_visitor(server, settings={"lamp": False}, motion="no-preference")


def win_golf(mouse: Mouse) -> None:
    record, move = nearly_won("golf-relaxed-16")
    mouse.start_game(record=record)
    mouse.make(move, "tap")
    mouse.expect_won()


def test_the_figures_of_a_win(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page("/"))
    win_golf(mouse)
    page, moves = mouse.page, str(mouse.state["moves_made"])
    expect(figure(page, "moves")).to_contain_text(moves)
    expect(figure(page, "time")).to_contain_text("Your first win")
    expect(figure(page, "streak")).to_contain_text(re.compile("streak ?1"))
    shortest = figure(page, "shortest").locator(".won-value")
    expect(shortest).to_have_text(re.compile(r"^\d+$"))
    assert int(shortest.inner_text()) <= int(moves)

    win_golf(mouse)
    expect(figure(page, "moves")).to_contain_text("Your best")
    expect(figure(page, "streak")).to_contain_text("2")
    results = page.request.get("/api/v1/statistics").json()["games"]
    (golf,) = (one for one in results if one["game"] == "golf-relaxed")
    assert (golf["won"], golf["streak"], golf["best_moves"]) == (2, 2, int(moves))


def test_a_win_asks_for_no_more_than_the_shortest(visitor: Visitor) -> None:
    """The review's longest part, luck, comes after it and is not shown here."""
    mouse = Mouse(visitor.page("/"))
    mouse.page.evaluate("""() => {
        const original = window.fetch;
        window.fetch = (url, options) => {
            if (String(url).endsWith("/review")) window.review = options.signal;
            return original(url, options);
        };
    }""")
    win_golf(mouse)
    mouse.page.wait_for_function("() => window.review?.aborted")
    expect(mouse.page.locator("dialog[data-dialog=won]")).to_be_visible()
    expect(figure(mouse.page, "shortest").locator(".won-value")).to_have_text(re.compile(r"^\d+$"))


def test_what_made_a_win_aided(visitor: Visitor, server: Server) -> None:
    record, move = nearly_won("freecell-1")
    with same_player(visitor, server) as client:
        state = deal(client, None, record=record)
        state = act(client, act(client, act(client, state, "undo"), "redo"), "undo")
        state = act(client, state, "redo")
    mouse = Mouse(visitor.page(f"/play/{state['key']}"))
    mouse.wait_until_shown()
    mouse.make(move)
    mouse.expect_won()
    aided: Json = mouse.state
    help_text = mouse.page.locator(".won-help")
    expect(help_text).to_contain_text(re.compile(rf"^With help: .*\b{aided['undos']} undos\."))


@pytest.mark.parametrize("language", languages())
def test_what_helped_is_in_sight_on_a_phone_on_its_side(
    new_visitor: NewVisitor, server: Server, language: str
) -> None:
    visitor = new_visitor(
        server, size=(844, 390), touch=True, locale=language, settings={"lamp": False}
    )
    mouse = Mouse(visitor.page("/"))
    win_golf(mouse)
    expect(figure(mouse.page, "shortest").locator(".won-note")).not_to_be_empty()
    body, foot = (
        mouse.page.locator(".won-help"),
        mouse.page.locator("[data-dialog=won] .dialog-foot"),
    )
    assert bottom(body) <= top(foot)


def top(node: Locator) -> float:
    return float(node.evaluate("node => node.getBoundingClientRect().top"))


def bottom(node: Locator) -> float:
    return float(node.evaluate("node => node.getBoundingClientRect().bottom"))


def test_a_win_without_help_says_so(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page("/"))
    mouse.start_game("freecell", board=ALMOST, autoplay="off")
    mouse.page.locator(".toolbar [data-action=auto-finish]").click()
    mouse.expect_won()
    expect(mouse.page.locator(".won-help.unaided")).to_contain_text("Unaided")


@pytest.mark.parametrize("name", ["golf-relaxed-16", "golf-relaxed-deck"])
def test_the_same_deal_again(visitor: Visitor, server: Server, name: str) -> None:
    record, move = nearly_won(name)
    with server.client() as client:
        start = deal(client, None, record=re.sub(r"\n\n.*", "\n\n*\n", record, flags=re.DOTALL))
    mouse = Mouse(visitor.page("/"))
    mouse.start_game(record=record)
    mouse.make(move, "tap")
    mouse.expect_won()
    won = mouse.page.url
    mouse.page.locator("dialog [data-action=again]").click()
    mouse.page.wait_for_url(lambda url: url != won)
    mouse.wait_until_shown()
    state = mouse.state
    assert (state["moves_made"], state["used_help"]) == (0, False)
    assert state["view"] == start["view"]
    assert state["deal_number"] == start["deal_number"]


def test_auto_finish_moves_one_card_after_the_other(lively: Visitor) -> None:
    mouse = Mouse(lively.page("/"))
    mouse.start_game("freecell", board=ALMOST, autoplay="off")
    mouse.page.locator(".toolbar [data-action=auto-finish]").click()
    expect(mouse.page.locator(".auto-finish-bar")).to_be_visible()
    seen = set()
    while mouse.page.locator(".auto-finish-bar").is_visible():
        seen.add(sum(len(mouse.piles[f"f{slot}"]) for slot in range(1, 5)))
    assert len(seen) > 5, seen
    mouse.expect_won()
    assert mouse.state["moves_made"] == 24


@pytest.mark.parametrize("how", ["key", "press", "button"])
def test_auto_finish_can_be_stopped(lively: Visitor, how: str) -> None:
    mouse = Mouse(lively.page("/"))
    mouse.start_game("freecell", board=ALMOST, autoplay="off")
    mouse.page.locator(".toolbar [data-action=auto-finish]").click()
    bar = mouse.page.locator(".auto-finish-bar")
    expect(bar).to_be_visible()
    if how == "key":
        mouse.page.keyboard.press("u")  # which undoes nothing then
    elif how == "press":
        mouse.page.locator(".board [data-place=t8]").click(force=True, position={"x": 5, "y": 5})
    else:
        bar.locator("[data-action=stop-auto-finish]").click()
    expect(bar).to_be_hidden()
    mouse.wait_until_shown()
    stopped = mouse.state
    assert 0 < stopped["moves_made"] < 24
    mouse.page.wait_for_timeout(400)
    assert mouse.state["moves_made"] == stopped["moves_made"]
    assert mouse.state["undos"] == 0
    expect(mouse.page.locator("dialog")).to_have_count(0)
    # Play goes on as before.
    mouse.page.keyboard.press("u")
    expect(mouse.page.locator("[data-field=moves]")).to_contain_text(str(stopped["moves_made"] - 1))
