"""A slow network, and none: moves are shown at once, all of them arrive, and none is made twice."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from browsers import Visitor
from page.browser_players import Mouse, piles_of
from page.conftest import NewVisitor
from page.slow_network import Requests, be_slow
from page.winning_games import WINS, record_of_start
from playwright.sync_api import Page, expect
from requires_kernels import need_kernels
from web_servers import Server

MESSAGE = "[data-field=message]"


@pytest.fixture
def mouse(fresh_visitor: Visitor) -> Mouse:
    return Mouse(fresh_visitor.page())


def expect_shown(mouse: Mouse, **piles: list[str]) -> None:
    """The page shows these piles, though there is no answer yet."""
    assert {place: mouse.piles[place] for place in piles} == piles


@pytest.mark.parametrize("by", ["tap", "drag"])
def test_a_move_is_shown_before_the_answer(mouse: Mouse, by: str) -> None:
    state = mouse.start_game("freecell", deal_number=1)
    column = state["view"]["columns"][2]
    requests = Requests(mouse.page)
    if by == "tap":
        mouse.tap("t3")
    else:
        mouse.drag("t3", "c1")
    expect_shown(mouse, t3=column[:-1], c1=column[-1:])
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("1 move")
    assert mouse.state["moves_made"] == 0
    requests.next().continue_()
    mouse.wait_until_shown(state["version"])
    assert mouse.piles == piles_of(mouse.state)
    assert mouse.state["moves_made"] == 1


def test_the_clock_does_not_jump_back_before_the_answer(mouse: Mouse) -> None:
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    mouse.make("t3c1")
    clock = mouse.page.locator("[data-field=time]")
    expect(clock).to_have_text("0:03")
    Requests(mouse.page)
    mouse.tap("t1")
    assert clock.inner_text() >= "0:03"


def test_a_move_that_is_refused_is_taken_back(fresh_visitor: Visitor, mouse: Mouse) -> None:
    mouse.start_game("freecell", deal_number=1)
    before, requests = mouse.piles, Requests(mouse.page)
    fresh_visitor.expect_error("status of 422")
    mouse.tap("t3")
    expect_shown(mouse, c1=["2H"])
    requests.next().fulfill(status=422, json={"error": "no", "problems": ["the cell is closed"]})
    message = mouse.page.locator(f"{MESSAGE}[data-kind=illegal]")
    expect(message).to_contain_text("The cell is closed.")
    mouse.wait_until_shown()
    assert mouse.piles == before
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("0 moves")
    assert mouse.state["moves_made"] == 0


def test_undo_and_redo_are_shown_before_the_answer(mouse: Mouse) -> None:
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    piles = [mouse.piles]
    for move in ("t3c1", "t1c2"):
        mouse.make(move)
        piles.append(mouse.piles)
    kinds = ("undo", "restart", "redo")
    undos, restarts, redos = (Requests(mouse.page, kind) for kind in kinds)
    moves_made = mouse.page.locator("[data-field=moves]")
    tools = mouse.page.locator(".toolbar")
    for action, made in (("undo", 1), ("restart", 0), ("redo", 1)):
        tools.locator(f"[data-action={action}]").click()
        expect(moves_made).to_have_text(f"{made} move{'s' * (made != 1)}")
        assert mouse.piles == piles[made]
    assert mouse.state["moves_made"] == 2
    mouse.tap("t8")  # another move, from where the game is shown to be
    expect(moves_made).to_have_text("2 moves")
    expect(mouse.page.locator(".toolbar [data-action=redo]")).to_have_attribute(
        "aria-disabled", "true"
    )
    shown = mouse.piles
    for requests in (undos, restarts, redos):
        requests.next().continue_()
    mouse.wait_until_shown(state["version"] + 5)
    assert (mouse.state["moves_made"], mouse.state["moves_undone"]) == (2, 0)
    assert mouse.piles == shown == piles_of(mouse.state)


def test_an_undo_of_a_move_without_an_answer(mouse: Mouse) -> None:
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    before, requests = mouse.piles, Requests(mouse.page)
    mouse.tap("t3")
    mouse.page.keyboard.press("u")
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("0 moves")
    assert mouse.piles == before
    requests.next().continue_()
    mouse.wait_until_shown(state["version"] + 1)
    assert (mouse.state["moves_made"], mouse.state["undos"]) == (0, 1)
    assert mouse.piles == before


def test_an_undo_of_a_move_that_is_refused_undoes_no_other(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    mouse.make("t1c1")
    requests, before = Requests(mouse.page), mouse.piles
    fresh_visitor.expect_error("status of 422")
    mouse.tap("t3")
    mouse.page.keyboard.press("u")
    requests.next().fulfill(status=422, json={"error": "no", "problems": ["the cell is closed"]})
    mouse.wait_until_shown()
    assert mouse.piles == before
    assert (mouse.state["moves_made"], mouse.state["undos"]) == (1, 0)


def test_an_undo_that_is_refused_is_taken_back(fresh_visitor: Visitor, mouse: Mouse) -> None:
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    start = mouse.piles
    mouse.make("t1c1")
    requests, before = Requests(mouse.page, "undo"), mouse.piles
    fresh_visitor.expect_error("status of 500")
    mouse.page.keyboard.press("u")
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("0 moves")
    assert mouse.piles == start
    requests.next().fulfill(status=500, json={"error": "the disk is full"})
    message = mouse.page.locator(f"{MESSAGE}[data-kind=error]")
    expect(message).to_contain_text("The disk is full.")
    assert mouse.piles == before
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("1 move")


def test_an_undo_that_waits_shows_that_it_does(fresh_visitor: Visitor, mouse: Mouse) -> None:
    """A page that has just been opened does not know what came before."""
    state = mouse.start_game(record=record_of_start("golf-relaxed-16", 2))
    fresh_visitor.expect_error("ERR_FAILED")
    mouse.page.route("**/steps", lambda route: route.abort())
    requests, before = Requests(mouse.page, "undo"), mouse.piles
    undo = mouse.page.locator(".toolbar [data-action=undo]")
    undo.click()
    expect(undo).to_have_attribute("aria-busy", "true")
    assert mouse.piles == before
    requests.next().continue_()
    mouse.wait_until_shown(state["version"])
    expect(undo).not_to_have_attribute("aria-busy", "true")
    assert (mouse.state["moves_made"], mouse.piles) == (1, piles_of(mouse.state))


def test_undos_on_a_page_that_was_just_opened(mouse: Mouse) -> None:
    """The first one waits until the page knows what came before, the others do not."""
    state = mouse.start_game("golf-relaxed", deal_number=16)
    start = mouse.piles
    mouse.start_game(record=record_of_start("golf-relaxed-16", 3))
    requests = Requests(mouse.page, "undo")
    for _ in range(3):
        mouse.page.keyboard.press("u")
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("0 moves")
    assert mouse.piles == start
    assert mouse.state["moves_made"] == 3
    for _ in range(3):
        requests.next().continue_()
    mouse.wait_until_shown(state["version"] + 2)
    assert (mouse.state["moves_made"], mouse.piles) == (0, start)


@pytest.mark.parametrize(
    ("slug", "places"),
    [("golf-relaxed", ["f1"]), ("aces-up", ["t1", "t2", "t3", "t4"]), ("easthaven", None)],
)
def test_cards_are_dealt_before_the_answer(
    mouse: Mouse, slug: str, places: list[str] | None
) -> None:
    """Face down, since only the server knows them; the answer turns them up."""
    state = mouse.start_game(slug, deal_number=1)
    before, requests = mouse.piles, Requests(mouse.page)
    mouse.tap("stock")
    dealt = places or state["deal_places"]
    expect_shown(mouse, **{place: [*before[place], "??"] for place in dealt})
    left = state["view"]["stock"] - len(dealt)
    expect(mouse.page.locator(".count-badge").first).to_have_text(str(left))
    requests.next().continue_()
    mouse.wait_until_shown(state["version"])
    assert mouse.piles == piles_of(mouse.state)
    assert "??" not in mouse.piles[dealt[0]][-1:]


def test_moves_of_a_tab_that_is_closed_are_made_when_the_game_is_opened_again(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    url, requests = mouse.page.url, Requests(mouse.page)
    for source in ("t1", "t2", "t4"):
        mouse.tap(source)
    mouse.page.keyboard.press("u")
    arrived = requests.next()
    assert arrived.fetch().ok  # the answer is lost
    mouse.page.close()
    mouse = Mouse(fresh_visitor.page(url))
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("2 moves")
    mouse.wait_until_shown()
    expect_shown(mouse, c1=["6S"], c2=["9C"], c3=[])
    assert (mouse.state["moves_made"], mouse.state["undos"]) == (2, 1)
    mouse.page.reload()
    mouse.wait_until_shown()
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


def test_a_move_of_a_closed_tab_that_arrives_late_is_made_once(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    """The next page asks for the game, then the move arrives, then the page sends it again."""
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    url, requests = mouse.page.url, Requests(mouse.page)
    for source in ("t1", "t2"):
        mouse.tap(source)
    requests.next().abort("connectionreset")
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=error]")).to_be_visible()
    mouse.page.close()
    mouse = Mouse(fresh_visitor.page())
    requests = Requests(mouse.page)
    mouse.page.goto(url)
    fresh_visitor.expect_error("status of 409")
    late = requests.next()
    assert late.fetch().ok
    late.continue_()
    requests.next().continue_()
    mouse.wait_until_shown()
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


def test_moves_of_a_closed_tab_are_not_made_in_a_game_that_was_played_on(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    url, requests = mouse.page.url, Requests(mouse.page)
    mouse.tap("t1")
    mouse.tap("t2")
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    requests.next().abort("connectionreset")
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=error]")).to_be_visible()
    mouse.page.close()
    other = fresh_visitor.page()
    answer = other.request.post(
        f"/api/v1/games/{state['key']}/move", data={"version": state["version"], "move": "t3c1"}
    )
    assert answer.ok
    mouse = Mouse(other)
    other.goto(url)
    expect(other.locator(f"{MESSAGE}[data-kind=conflict]")).to_be_visible()
    mouse.wait_until_shown()
    assert (mouse.state["moves_made"], mouse.piles) == (1, piles_of(mouse.state))
    other.reload()
    mouse.wait_until_shown()
    expect(other.locator(MESSAGE)).to_be_hidden()


JUNK = (
    "{",
    "null",
    '{"moves_made": 0, "view": {}, "changes": 3}',
    '{"moves_made": 0, "view": null, "changes": [{"name": "move", "more": {}, "attempt": null}]}',
    '{"moves_made": 0, "view": VIEW, "changes": [{"name": "../x", "more": {}, "attempt": null}]}',
    '{"moves_made": 0, "view": VIEW, "changes": [{"name": "move", "more": {}, "attempt":'
    ' {"source": "t99", "cards": ["2H"], "target": "c1"}}]}',
    '{"moves_made": 0, "view": VIEW, "changes": [{"name": "move", "more": {}, "attempt":'
    ' {"source": "t1", "cards": ["2H"], "target": "__proto__"}}]}',
)


@pytest.mark.parametrize(
    "junk",
    [pytest.param(junk, marks=[pytest.mark.heavy] * bool(at % 3)) for at, junk in enumerate(JUNK)],
)
def test_junk_in_the_browser_does_not_break_the_page(mouse: Mouse, junk: str) -> None:
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    junk = junk.replace("VIEW", json.dumps(state["view"]))
    mouse.page.evaluate(
        "([key, junk]) => localStorage.setItem(key, junk)",
        [f"winnable.unsent.{state['key']}", junk],
    )
    mouse.page.reload()
    mouse.wait_until_shown()
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()
    mouse.make("t3c1")
    assert mouse.state["moves_made"] == 1


def test_what_only_the_server_knows_comes_with_the_answer(mouse: Mouse) -> None:
    """Which card is turned up, and which goes home by itself."""
    state = mouse.start_game("easthaven", deal_number=21)
    requests = Requests(mouse.page)
    mouse.tap("t7")  # the eight of diamonds, onto the nine of spades
    expect_shown(mouse, t6=["??", "??", "9S", "8D"], t7=["??", "??"])
    mouse.tap("t7")  # which is not face down any more when its turn comes
    requests.next().continue_()
    mouse.wait_until_shown(state["version"])
    turned_up = mouse.piles["t7"]
    assert turned_up[0] == "??"
    assert turned_up[1] != "??"
    assert (mouse.piles, mouse.state["moves_made"]) == (piles_of(mouse.state), 1)


def test_quick_moves_on_a_slow_network_all_arrive(mouse: Mouse) -> None:
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    be_slow(mouse.page)
    for source in ("t1", "t2", "t4"):
        mouse.tap(source)
    mouse.drag("t2", "c4")
    expect_shown(mouse, c1=["6S"], c2=["9C"], c3=["6H"])
    mouse.page.wait_for_function("() => !document.querySelector('.board[data-busy]')")
    state = mouse.state
    assert (state["moves_made"], mouse.piles) == (4, piles_of(state))
    assert state["view"]["cells"] == ["6S", "9C", "6H", "8S"]
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()


def test_moves_on_a_slow_network_arrive_though_the_page_is_left(mouse: Mouse) -> None:
    """Whoever comes back at once sees all of them."""
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    be_slow(mouse.page)
    for source in ("t1", "t2", "t4"):
        mouse.tap(source)
    expect_shown(mouse, c1=["6S"], c2=["9C"], c3=["6H"])
    mouse.page.locator("#menu a[href='/history']").click()
    mouse.page.wait_for_url("**/history")
    mouse.page.go_back()
    mouse.wait_until_shown()
    expect_shown(mouse, c1=["6S"], c2=["9C"], c3=["6H"])
    assert mouse.state["moves_made"] == 3
    mouse.tap("t8")
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("4 moves")
    mouse.wait_until_shown(3)
    assert mouse.state["moves_made"] == 4
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()


def test_moves_that_were_not_sent_are_made_when_the_player_comes_back(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    """And no error speaks on the page in between."""
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    requests = Requests(mouse.page)
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    mouse.tap("t1")
    mouse.tap("t2")
    mouse.page.locator("#menu a[href='/history']").click()
    expect(mouse.page.get_by_role("heading", level=1)).to_be_visible()
    requests.next().abort("connectionreset")
    expect(mouse.page.locator("#assertive")).to_be_empty()
    mouse.page.go_back()
    expect(mouse.page.locator("[data-field=moves]")).to_have_text("2 moves")
    expect_shown(mouse, c1=["6S"], c2=["9C"])
    for _ in range(2):
        requests.next().continue_()
    mouse.wait_until_shown()
    expect(mouse.page.locator("#assertive")).to_be_empty()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


def test_quick_taps_in_golf_are_all_shown_at_once(mouse: Mouse) -> None:
    """There a card can go to one place only."""
    pairs = enumerate(pairwise(WINS["golf-relaxed"].moves))
    made, moves = next((at, pair) for at, pair in pairs if "deal" not in pair and len({*pair}) == 2)
    state = mouse.start_game(record=record_of_start("golf-relaxed-16", made))
    requests = Requests(mouse.page)
    for move in moves:
        mouse.tap(move[:2])
    cards = [state["view"]["columns"][int(move[1]) - 1][-1] for move in moves]
    assert mouse.piles["f1"][-2:] == cards
    for _ in moves:
        requests.next().continue_()
    mouse.wait_until_shown(state["version"] + 1)
    assert (mouse.state["moves_made"], mouse.piles) == (made + 2, piles_of(mouse.state))


def test_the_second_tap_of_a_double_tap_moves_nothing(mouse: Mouse) -> None:
    state = mouse.start_game("freecell", deal_number=1)
    _, at = mouse.point("t3", 1)
    mouse.page.mouse.dblclick(*at)
    mouse.wait_until_shown(state["version"])
    assert mouse.state["moves_made"] == 1
    assert mouse.piles == piles_of(mouse.state)


def test_offline_in_mid_move_and_back(fresh_visitor: Visitor, mouse: Mouse) -> None:
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    fresh_visitor.expect_error("ERR_INTERNET_DISCONNECTED")
    fresh_visitor.context.set_offline(True)
    mouse.tap("t3")
    message = mouse.page.locator(f"{MESSAGE}[data-kind=error]")
    expect(message).to_contain_text("Connection lost. Your last move may not have been saved.")
    expect(mouse.page.locator("#assertive")).to_contain_text("Connection lost.")
    expect_shown(mouse, c1=["2H"])
    message.locator("[data-action=retry]").click()  # in vain
    mouse.tap("t1")  # another move, which waits
    fresh_visitor.context.set_offline(False)
    mouse.wait_until_shown(state["version"] + 1)
    expect(message).to_be_hidden()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


def test_a_lost_answer_does_not_make_a_move_twice(fresh_visitor: Visitor, mouse: Mouse) -> None:
    state = mouse.start_game("freecell", deal_number=1)
    requests = Requests(mouse.page)
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    fresh_visitor.expect_error("status of 409")
    mouse.tap("t3")
    request = requests.next()
    assert request.fetch().ok  # the server has made it
    request.abort("connectionreset")
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=error]")).to_be_visible()
    mouse.page.locator("[data-action=retry]").click()
    requests.next().continue_()
    mouse.wait_until_shown(state["version"])
    expect(mouse.page.locator(MESSAGE)).to_have_attribute("data-kind", "plain")
    assert (mouse.state["moves_made"], mouse.piles) == (1, piles_of(mouse.state))


def test_a_lost_move_does_not_hide_what_was_played_elsewhere(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    state = mouse.start_game("freecell", deal_number=1)
    requests = Requests(mouse.page)
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    fresh_visitor.expect_error("status of 409")
    mouse.tap("t3")
    requests.next().abort("connectionreset")
    other = {"version": state["version"], "move": "t1c1"}
    url = f"/api/v1/games/{state['key']}/move"
    assert mouse.page.request.post(url, data=other).ok
    mouse.page.locator("[data-action=retry]").click()
    requests.next().continue_()
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=conflict]")).to_be_visible()
    mouse.wait_until_shown()
    assert (mouse.state["moves_made"], mouse.piles) == (1, piles_of(mouse.state))
    assert mouse.piles["c1"] == ["6S"]


def test_a_lost_restart_does_not_hide_what_was_played_elsewhere(
    fresh_visitor: Visitor, mouse: Mouse
) -> None:
    """By the state alone it cannot be told from a restart that has arrived."""
    mouse.start_game("freecell", deal_number=1)
    mouse.make("t3c1")
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    fresh_visitor.expect_error("status of 409")
    mouse.page.route("**/restart", lambda route: route.abort("connectionreset"), times=1)
    state = mouse.state
    mouse.page.locator(".toolbar [data-action=restart]").click()
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=error]")).to_be_visible()
    other = {"version": state["version"], "move": "t1c2"}
    assert mouse.page.request.post(f"/api/v1/games/{state['key']}/move", data=other).ok
    mouse.page.locator("[data-action=retry]").click()
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=conflict]")).to_be_visible()
    mouse.wait_until_shown()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


@pytest.mark.parametrize("name", ["give-up", "autoplay", "home"])
def test_a_lost_answer_is_not_taken_for_play_elsewhere(
    fresh_visitor: Visitor, mouse: Mouse, name: str
) -> None:
    fresh_visitor.expect_error("ERR_CONNECTION_RESET")
    fresh_visitor.expect_error("status of 409")
    page = mouse.page
    page.emulate_media(reduced_motion="reduce")  # all cards go home at once
    mouse.start_game("freecell", deal_number=2, autoplay="off")  # an ace can go home
    mouse.make("t2c1")
    requests = Requests(page, name)
    press(page, name)
    request = requests.next()
    assert request.fetch().ok
    request.abort("connectionreset")
    page.locator("[data-action=retry]").click()
    requests.next().continue_()
    expect(page.locator(f"{MESSAGE}[data-kind=error]")).to_be_hidden()
    mouse.wait_until_shown()
    expect(page.locator(f"{MESSAGE}[data-kind=conflict]")).to_be_hidden()
    assert mouse.piles == piles_of(mouse.state)


def press(page: Page, name: str) -> None:
    if name == "home":
        page.locator(".toolbar [data-action=auto-finish]").click()
        return
    page.locator(".toolbar [data-action=more]").click()
    page.locator(f"dialog [data-action={name}]").click()
    if name == "autoplay":
        page.locator("dialog[data-dialog=autoplay] input[value=safe]").check()
    page.locator(f"dialog [data-action={'save' if name == 'autoplay' else 'yes'}]").click()


def test_a_move_does_not_wait_for_the_coach(new_visitor: NewVisitor, server: Server) -> None:
    """Nor for a question that does not get through."""
    visitor = new_visitor(server, settings={"lamp": True})
    mouse = Mouse(visitor.page())
    questions = Requests(mouse.page, "evaluation")
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    question = questions.next()
    mouse.tap("t3")
    mouse.wait_until_shown(state["version"])
    assert mouse.state["moves_made"] == 1
    visitor.expect_error("ERR_FAILED")
    question.abort()
    mouse.tap("t1")
    mouse.wait_until_shown(state["version"] + 1)
    assert mouse.state["moves_made"] == 2


def test_a_move_does_not_wait_for_a_look_at_other_tabs(mouse: Mouse) -> None:
    """As on a phone that has just been woken, and has no network yet."""
    state = mouse.start_game("freecell", deal_number=1, autoplay="off")
    looks = Requests(mouse.page, f"games/{state['key']}")
    mouse.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    look = looks.next()
    mouse.tap("t3")
    mouse.wait_until_shown(state["version"])
    look.fulfill(json=state)  # which is old by now
    mouse.tap("t1")
    mouse.wait_until_shown(state["version"] + 1)
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()
    assert (mouse.state["moves_made"], mouse.piles) == (2, piles_of(mouse.state))


def test_the_lamp_asks_again_after_moves_that_were_refused(
    new_visitor: NewVisitor, server: Server
) -> None:
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=1, autoplay="off")
    lamp = mouse.page.locator("#lamp")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    requests = Requests(mouse.page)
    visitor.expect_error("status of 422")
    mouse.tap("t3")
    mouse.drag("t1", "t2")
    first = requests.next()
    first.continue_()
    second = requests.next()
    mouse.drag("t4", "t5")
    second.continue_()
    requests.next().continue_()
    mouse.wait_until_shown()
    expect(lamp).to_have_attribute("data-verdict", "winnable")
