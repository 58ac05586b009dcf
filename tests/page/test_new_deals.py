"""Starting a game from the list of games, what the table says of its deal, and losing it."""

from __future__ import annotations

from browsers import PHONE, Visitor
from page.conftest import NewVisitor
from page.played_games import same_player
from playwright.sync_api import Page, expect
from web_servers import Server

from winnable import GAMES
from winnable.coach.known_verdicts import known_verdict
from winnable.solver import Verdict


def dealt(page: Page) -> int:
    """The number of the deal being played."""
    title = page.locator(".deal-number")
    expect(title).to_be_visible()
    return int(title.inner_text().split()[-1])


def source(page: Page) -> str:
    return page.locator("[data-field=deal-source]").inner_text()


def test_one_tap_on_a_game_starts_a_deal_that_can_be_won(
    new_visitor: NewVisitor, server: Server
) -> None:
    visitor = new_visitor(server, size=PHONE, touch=True)
    page = visitor.page("/")
    page.locator("[data-game=bakers-game] .tile-picture").tap()
    expect(page.locator(".game-title")).to_contain_text("Baker's Game")
    assert source(page) == "Winnable deal"
    assert known_verdict(GAMES["bakers-game"], dealt(page)) is Verdict.WINNABLE
    expect(page.locator("dialog")).to_have_count(0)


def test_any_deal_is_a_setting(fresh_visitor: Visitor) -> None:
    page = fresh_visitor.page("/")
    expect(page.locator(".home-notes")).to_contain_text("Every new deal can be won")
    page.get_by_role("button", name="Choose a deal of Golf Relaxed").click()
    page.get_by_label("Winnable deals only").uncheck()
    page.locator("dialog [data-action=deal]").click()
    dealt(page)
    assert source(page) == ""
    page.goto("/")
    expect(page.locator(".home-notes")).to_contain_text("even impossible ones")


def test_nothing_is_said_of_a_number(fresh_visitor: Visitor) -> None:
    """Deal 1 can be won, but whoever types it is not told."""
    page = fresh_visitor.page("/")
    page.get_by_role("button", name="Choose a deal of FreeCell").click()
    page.get_by_role("radio", name="Number").check()
    page.get_by_label("Deal number", exact=True).fill("1")
    page.locator("dialog [data-action=deal]").click()
    assert dealt(page) == 1
    assert source(page) == ""


def test_the_daily_deal_is_called_that(fresh_visitor: Visitor) -> None:
    page = fresh_visitor.page("/")
    page.get_by_role("button", name="Daily deal of Golf Relaxed").click()
    dealt(page)
    assert source(page) == "Daily deal"


def test_a_game_without_a_move_counts_as_lost_until_it_is_undone(
    fresh_visitor: Visitor, server: Server
) -> None:
    with same_player(fresh_visitor, server) as client:
        state = client.post("/games", json={"game": "golf-relaxed", "deal_number": 7}).json()
        path = f"/games/{state['key']}"
        while state["legal_moves"]:
            change = {"version": state["version"], "move": state["legal_moves"][-1]}
            state = client.post(f"{path}/move", json=change).json()
        assert state["outcome"] == "lost"
    page = fresh_visitor.page(f"/play/{state['key']}")
    bar = page.locator("[data-result=stuck]")
    expect(bar).to_contain_text("the game is lost")
    expect(bar.locator("[data-action=share]")).to_be_visible()
    expect(page.locator("[data-field=unaided]")).to_have_text("")

    page.goto("/statistics")
    expect(page.locator("[data-field=win-rate]")).to_have_text("0%")
    page.goto("/history?outcome=lost")
    expect(page.locator("tr[data-outcome=lost]")).to_have_count(1)
    page.goto("/")
    expect(page.locator(".unfinished")).to_be_hidden()

    page.goto(f"/play/{state['key']}")
    bar.locator("[data-action=undo]").click()
    expect(bar).to_be_hidden()
    page.goto("/statistics")
    expect(page.locator("[data-field=played]").first).to_have_text("0")
    page.goto("/history?outcome=unfinished")
    expect(page.locator("tr[data-outcome=unfinished]")).to_have_count(1)
