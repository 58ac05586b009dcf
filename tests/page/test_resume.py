"""A server that is killed in the middle of a game, or away for a while: nothing is lost."""

from __future__ import annotations

from itertools import cycle

from page.conftest import Invite
from page.hands import BOARD, Mouse, piles_of
from page.wins import WINS
from playwright.sync_api import expect
from servers import Server

AWAY = "Not connected"


def test_a_whole_game_at_a_server_that_is_killed(invite: Invite, own_server: Server) -> None:
    visitor = invite(own_server, settings={"lamp": False})
    mouse, win = Mouse(visitor.page()), WINS["freecell"]
    mouse.sit_down("freecell", deal=win.deal)
    moves = zip(win.moves, cycle(("drag", "taps", "home")), strict=False)
    for _ in range(6):
        mouse.make(*next(moves))
    own_server.kill()
    own_server.start()
    mouse.make(*next(moves))
    before = mouse.piles

    own_server.kill()
    visitor.expect_complaint("ERR_CONNECTION_REFUSED")
    move, way = next(moves)
    mouse.drag(move[:2], move[2:])
    message = mouse.page.locator("[data-field=message]")
    expect(message).to_contain_text(AWAY)
    expect(mouse.page.locator("#alerted")).to_contain_text(AWAY)
    retry = message.locator("[data-action=retry]")
    retry.click()
    expect(message).to_contain_text(AWAY)
    assert mouse.piles == before

    own_server.start()
    retry.click()
    expect(message).to_contain_text("Connected again")
    expect(mouse.page.locator(BOARD)).not_to_have_attribute("data-busy", "")
    assert mouse.piles == piles_of(mouse.state) == before
    mouse.make(move, way)
    before = mouse.piles

    mouse.page.reload()
    mouse.settle()
    assert mouse.piles == before
    for one in moves:
        mouse.make(*one)
    mouse.expect_won()
    state = mouse.state
    assert (state["made"], state["unaided"]) == (len(win.moves), True)
