"""A server that is killed in the middle of a game, or out of reach for a while: nothing is lost."""

from __future__ import annotations

from itertools import cycle

from browsers import Visitor
from page.conftest import Invite
from page.hands import Mouse, piles_of
from page.wins import WINS
from playwright.sync_api import expect
from servers import Server

AWAY = "Connection lost"


def try_in_vain(mouse: Mouse, move: str) -> None:
    """Drag a card while nobody answers: the page says so, and nothing has changed."""
    before = mouse.piles
    mouse.drag(move[:2], move[2:])
    expect(mouse.page.locator("[data-field=message]")).to_contain_text(AWAY)
    expect(mouse.page.locator("#assertive")).to_contain_text(AWAY)
    mouse.settle()
    assert mouse.piles == before


def test_a_whole_game_at_a_server_that_is_killed(invite: Invite, own_server: Server) -> None:
    visitor = invite(own_server, settings={"lamp": False})
    mouse, win = Mouse(visitor.page()), WINS["freecell"]
    mouse.sit_down("freecell", deal=win.deal)
    moves = zip(win.moves, cycle(("drag", "taps", "home")), strict=False)
    for _ in range(6):
        mouse.make(*next(moves))
    own_server.kill()
    visitor.expect_complaint("ERR_CONNECTION_REFUSED")
    move, way = next(moves)
    try_in_vain(mouse, move)
    own_server.start()
    mouse.make(move, way)
    expect(mouse.page.locator("[data-field=message]")).to_be_hidden()
    before = mouse.piles
    mouse.page.reload()
    mouse.settle()
    assert mouse.piles == piles_of(mouse.state) == before
    for one in moves:
        mouse.make(*one)
    mouse.expect_won()
    state = mouse.state
    assert (state["made"], state["unaided"]) == (len(win.moves), True)
    assert "Traceback" not in own_server.log()


def test_the_network_is_gone_for_a_while(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page())
    mouse.sit_down("freecell", deal=1, autoplay="off")
    mouse.make("t5c1")
    visitor.context.set_offline(True)
    visitor.expect_complaint("ERR_INTERNET_DISCONNECTED")
    try_in_vain(mouse, "t5c2")
    message = mouse.page.locator("[data-field=message]")
    retry = message.locator("[data-action=retry]")
    retry.click()
    expect(message).to_contain_text(AWAY)
    visitor.context.set_offline(False)
    retry.click()
    expect(message).to_contain_text("Connected again")
    mouse.settle()
    assert mouse.piles == piles_of(mouse.state)
    assert mouse.state["made"] == 1
    mouse.make("t5c2")
    assert mouse.state["made"] == 2
