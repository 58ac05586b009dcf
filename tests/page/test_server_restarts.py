"""The server is killed during a game, or cannot be reached for a while: nothing is lost."""

from __future__ import annotations

from itertools import cycle

from page.browser_players import Keyboard, Mouse, piles_of
from page.conftest import TWO_TAPS, NewVisitor
from page.winning_games import WINS
from playwright.sync_api import expect
from requires_kernels import need_kernels
from web_servers import Server


def expect_no_connection(mouse: Mouse, move: str) -> None:
    """Drag a card while the server does not answer: the page says so, and shows the move."""
    cards = mouse.piles[move[:2]][-1:]
    mouse.drag(move[:2], move[2:4])
    message = mouse.page.locator("[data-field=message][data-kind=error]")
    expect(message).to_be_visible()
    expect(mouse.page.locator("#assertive")).to_have_text(
        message.locator(".message-text").inner_text()
    )
    assert mouse.piles[move[2:4]][-1:] == cards


def test_a_whole_game_while_the_server_is_killed(
    new_visitor: NewVisitor, own_server_on_each_database: Server
) -> None:
    visitor = new_visitor(own_server_on_each_database, settings=TWO_TAPS)
    mouse, win = Mouse(visitor.page()), WINS["freecell"]
    mouse.start_game("freecell", deal_number=win.deal)
    moves = zip(win.moves, cycle(("drag", "taps", "double tap")), strict=False)
    for _ in range(6):
        mouse.make(*next(moves))
    own_server_on_each_database.kill()
    visitor.expect_error("ERR_CONNECTION_REFUSED")
    version = mouse.version
    expect_no_connection(mouse, next(moves)[0])
    own_server_on_each_database.start()
    mouse.wait_until_shown(version)  # the page connects again by itself
    expect(mouse.page.locator("[data-field=message][data-kind=error]")).to_be_hidden()
    before = mouse.piles
    mouse.page.reload()
    mouse.wait_until_shown()
    assert mouse.piles == piles_of(mouse.state) == before
    for one in moves:
        mouse.make(*one)
    mouse.expect_won()
    state = mouse.state
    assert (state["moves_made"], state["used_help"]) == (len(win.moves), False)
    assert "Traceback" not in own_server_on_each_database.log()


def test_hint_and_lamp_are_asked_for_again(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", deal_number=46)
    lamp, message = keys.page.locator("#lamp"), keys.page.locator("[data-field=message]")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    visitor.context.set_offline(True)
    visitor.expect_error("ERR_INTERNET_DISCONNECTED")
    keys.press("h")
    expect(message).to_have_attribute("data-kind", "error")
    keys.page.locator(".toolbar [data-action=lamp]").click()  # off
    keys.page.locator(".toolbar [data-action=lamp]").click()  # and on again
    expect(lamp).to_have_attribute("data-verdict", "unsettled")
    visitor.context.set_offline(False)
    message.locator("[data-action=retry]").click()
    expect(message).to_have_attribute("data-kind", "hint")
    expect(lamp).to_have_attribute("data-verdict", "winnable")  # by itself


def test_a_move_after_help_elsewhere_and_a_restart_of_the_server(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    """A server that has loaded the game again knows one version of it only: the latest."""
    visitor = new_visitor(own_server, settings={"lamp": False})
    mouse = Mouse(visitor.page())
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    mouse.make("t3c1")
    body = {"version": mouse.version}
    assert mouse.page.request.post(f"/api/v1/games/{state['key']}/hint", data=body).ok
    own_server.kill()
    own_server.start()
    visitor.expect_error("status of 409")
    version = mouse.version
    mouse.drag("t1", "c2")
    mouse.wait_until_shown(version)
    expect(mouse.page.locator("[data-field=message]")).to_be_hidden()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))
