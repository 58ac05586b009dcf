"""Moves tried on the analysis board: shown at once, taken back, and kept in the address."""

from __future__ import annotations

import re
from functools import partial

import pytest
from api_client import Json, act, deal, json_body, make
from browsers import Visitor
from page.browser_players import Mouse, Piles
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from page.slow_network import Requests, be_slow
from playwright.sync_api import Page, expect
from requires_kernels import need_kernels
from web_servers import Server

MESSAGE = "[data-field=message]"


@pytest.fixture
def analysed(new_visitor: NewVisitor, server: Server) -> tuple[Visitor, Mouse]:
    """A visitor at the start of a lost game."""
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = str(lost_game(client)["key"])
    mouse = Mouse(visitor.page(f"/analysis/{key}"))
    mouse.wait_until_shown()
    expect(mouse.page.locator("[data-review=done]")).to_be_attached()
    mouse.page.keyboard.press("Home")
    return visitor, mouse


def position(page: Page) -> str:
    return page.locator("[data-field=step]").inner_text()


def cells(mouse: Mouse) -> list[str]:
    piles = mouse.piles
    return [card for slot in range(1, 5) for card in piles[f"c{slot}"]]


def line_moves(page: Page) -> list[str]:
    return page.locator(".of-line .move-text").all_inner_texts()


def test_a_try_is_shown_before_the_answer(analysed: tuple[Visitor, Mouse]) -> None:
    _, mouse = analysed
    requests = Requests(mouse.page)
    card = mouse.piles["t4"][-1]
    mouse.drag("t4", "c2")
    assert mouse.piles["c2"] == [card]
    assert position(mouse.page).startswith("Line from the start, move 1 of 1: ")
    expect(mouse.page.locator("[data-field=verdict][data-verdict=thinking]")).to_be_visible()
    shown = mouse.piles
    requests.next().continue_()
    mouse.wait_until_shown()
    assert mouse.piles == shown
    expect(mouse.page.locator("[data-field=verdict]")).to_contain_text(re.compile("Winnable|Lost"))


def test_moves_of_the_game_need_no_answer(analysed: tuple[Visitor, Mouse]) -> None:
    _, mouse = analysed
    requests = Requests(mouse.page)
    mouse.drag("t4", "c1")
    assert position(mouse.page).startswith("Move 1 of 7: ")
    mouse.drag("t5", "c2")
    assert position(mouse.page).startswith("Move 2 of 7: ")
    assert requests.held == []


def test_quick_tries_on_a_slow_network_all_arrive_in_order(
    analysed: tuple[Visitor, Mouse],
) -> None:
    visitor, mouse = analysed
    visitor.expect_error("status of 422")
    be_slow(mouse.page)
    before = mouse.piles
    for source in ("t1", "t2", "t3"):
        mouse.tap(source)
    mouse.drag("t6", "c4")
    wanted = [before[source][-1] for source in ("t1", "t2", "t3", "t6")]
    assert cells(mouse) == wanted  # though no answer can be there yet
    mouse.wait_until_shown()
    assert cells(mouse) == wanted
    assert len(line_moves(mouse.page)) == 4
    sent = [asked for asked in visitor.requests if asked.endswith("/analysis/move")]
    assert len(sent) == 4
    expect(mouse.page.locator(MESSAGE)).to_be_hidden()
    mouse.drag("t7", "t8")  # there is no room any more: only the server knows why
    expect(mouse.page.locator(MESSAGE)).to_be_visible()
    assert cells(mouse) == wanted


def boxes(page: Page) -> list[object]:
    parts = (".board", ".step-controls", ".move-list-frame", "[data-field=verdict]")
    return [page.locator(part).bounding_box() for part in parts]


def test_a_refused_try_is_taken_back_with_what_follows(
    analysed: tuple[Visitor, Mouse],
) -> None:
    visitor, mouse = analysed
    visitor.expect_error("status of 422")
    before, where = mouse.piles, boxes(mouse.page)
    requests = Requests(mouse.page)
    for source in ("t1", "t2", "t3"):
        mouse.tap(source)
    assert len(cells(mouse)) == 3
    requests.next().fulfill(status=422, json={"error": "no", "problems": ["the cell is closed"]})
    expect(mouse.page.locator(f"{MESSAGE}[data-kind=illegal]")).to_contain_text(
        "The cell is closed."
    )
    mouse.wait_until_shown()
    assert mouse.piles == before
    assert position(mouse.page).startswith("Start")
    expect(mouse.page.locator("[data-field=line-name]")).to_have_count(0)
    assert requests.held == []  # what rests on it is not even sent
    assert boxes(mouse.page) == where


def test_an_impossible_try_moves_nothing_on_the_page(analysed: tuple[Visitor, Mouse]) -> None:
    visitor, mouse = analysed
    visitor.expect_error("status of 422")
    before, where = mouse.piles, boxes(mouse.page)
    message = mouse.page.locator(MESSAGE)
    mouse.tap("t1", 6)  # a card that lies under others
    expect(message).to_be_visible()
    assert boxes(mouse.page) == where
    mouse.drag("t1", "t2")
    expect(message).to_contain_text(re.compile("goes|onto|must|can", re.IGNORECASE))
    mouse.wait_until_shown()
    assert boxes(mouse.page) == where
    assert mouse.piles == before


def test_an_answer_that_comes_late_changes_no_other_position(
    analysed: tuple[Visitor, Mouse],
) -> None:
    _, mouse = analysed
    page, requests = mouse.page, Requests(mouse.page)
    start = mouse.piles
    mouse.drag("t4", "c2")
    request = requests.next()
    page.keyboard.press("ArrowLeft")
    assert mouse.piles == start
    request.continue_()
    mouse.wait_until_shown()
    assert mouse.piles == start
    assert position(page).startswith("Start")
    page.keyboard.press("ArrowRight")
    assert len(cells(mouse)) == 1
    page.locator("[data-action=leave-line]").click()
    mouse.drag("t1", "c2")
    request = requests.next()
    page.locator("[data-action=leave-line]").click()
    request.continue_()
    mouse.wait_until_shown()
    assert mouse.piles == start
    expect(page.locator("[data-field=line-name]")).to_have_count(0)


def test_a_card_that_was_not_seen_is_not_shown(visitor: Visitor, server: Server) -> None:
    """Not for a moment: the cards stay face down until the server has refused the move."""
    need_kernels()
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "easthaven", deal_number=21), "deal")
        key = act(client, state, "give-up")["key"]
        first = json_body(client.get(f"/games/{key}/analysis"))["steps"][0]
    mouse = Mouse(visitor.page(f"/analysis/{key}"))
    expect(mouse.page.locator("[data-review=done]")).to_be_attached()
    mouse.page.keyboard.press("Home")
    before = mouse.piles
    visitor.expect_error("status of 422")
    requests = Requests(mouse.page)
    mouse.drag("t7", "t6")  # the eight of diamonds, onto the nine of spades
    assert "t7t6" in first["legal_moves"]
    assert (mouse.piles["t7"], mouse.piles["t6"][-1]) == (["??", "??"], "8D")
    requests.next().continue_()
    expect(mouse.page.locator(MESSAGE)).to_contain_text("a card you have not seen")
    mouse.wait_until_shown()
    assert mouse.piles == before


def seen_after(mouse: Mouse) -> tuple[Piles, list[str], str]:
    mouse.wait_until_shown()
    expect(mouse.page.locator(".of-line .move")).to_have_count(2)
    return mouse.piles, line_moves(mouse.page), position(mouse.page)


def test_a_try_survives_a_reload_and_the_way_back(analysed: tuple[Visitor, Mouse]) -> None:
    _, mouse = analysed
    page = mouse.page
    mouse.make("t4c2")
    mouse.make("t7c3")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.hash.endsWith('at=1')")
    shown = seen_after(mouse)
    page.reload()
    assert seen_after(mouse) == shown
    page.locator("#menu a[href='/history']").click()
    page.wait_for_url("**/history")
    page.go_back()
    assert seen_after(mouse) == shown
    page.locator("[data-action=leave-line]").click()
    page.reload()
    mouse.wait_until_shown()
    expect(page.locator(".of-line .move")).to_have_count(0)
    page.evaluate("() => { location.hash = '#after=1&moves=t7c2&at=2'; }")  # as pasted
    expect(page.locator("[data-field=step]")).to_contain_text("Line after move 1, move 1 of 1: ")


def test_what_is_done_with_a_try_waits_for_its_answer(analysed: tuple[Visitor, Mouse]) -> None:
    _, mouse = analysed
    page = mouse.page
    be_slow(page)
    mouse.drag("t4", "c2")
    mouse.drag("t1", "c3")
    page.locator("[data-action=keep-line]").click()
    page.locator("dialog[data-dialog=line] [data-action=save]").click()
    expect(page.locator("[data-line]")).to_have_count(1)
    mouse.drag("t2", "c4")
    shown = mouse.piles
    page.locator("[data-action=play-here]").click()
    page.wait_for_url("**/play/*")
    mouse.page.locator("[data-page=game] .board").wait_for()
    mouse.wait_until_shown()
    assert mouse.piles == shown
    assert mouse.state["moves_made"] == 3


heavy = partial(pytest.param, marks=pytest.mark.heavy)


@pytest.mark.parametrize(
    ("address", "text", "status"),
    [
        ("#at=99", "names no position", None),
        heavy("#at=x", "names no position", None),
        heavy("#after=0&moves=%00%ff&at=1", "names no position", None),
        ("#after=0&moves=t1t1&at=1", "cannot be shown", "422"),
        heavy("#after=99&moves=t1c1&at=1", "only 7 moves", "422"),
        heavy("#after=0&moves=<b>,hello&at=1", "names no position", None),
    ],
)
def test_junk_in_the_address(
    analysed: tuple[Visitor, Mouse], address: str, text: str, status: str | None
) -> None:
    visitor, mouse = analysed
    page = mouse.page
    if status:
        visitor.expect_error(f"status of {status}")
    page.wait_for_function("() => location.hash === '#at=0'")
    page.evaluate("(hash) => history.replaceState(null, '', hash)", address)
    page.reload()
    mouse.wait_until_shown()
    expect(page.locator(MESSAGE)).to_contain_text(text)
    assert position(page).startswith("Move 7 of 7")
    page.keyboard.press("Home")
    mouse.make("t4c2")
    assert position(page).startswith("Line from the start, move 1 of 1")


def test_a_line_beside_a_line_is_shown(visitor: Visitor, server: Server) -> None:
    need_kernels()
    record = """[Winnable "1"] [Game "freecell"] [Deal "1"]
    1. t3c1 2. t3t2 ({Out} 2. t7c2 3. t7c3 ({In} 3. t4c3 4. t4c4) 4. t7c4) 3. t7c2 *"""
    with same_player(visitor, server) as client:
        state: Json = act(client, deal(client, None, record=record), "give-up")
    mouse = Mouse(visitor.page(f"/analysis/{state['key']}"))
    page = mouse.page
    inner = page.locator("[data-line=side]")
    expect(inner).to_have_text(re.compile("^In.*after move 1 of “Out”"))
    inner.click()
    assert len(line_moves(page)) == 3
    expect(page.locator("[data-action=keep-line]")).to_have_count(0)
    page.keyboard.press("End")
    assert position(page).startswith("Line after move 1, move 3 of 3: ")
    assert len(cells(mouse)) == 4


@pytest.mark.parametrize("what", ["lines", "play"])
def test_what_comes_late_changes_no_other_page(analysed: tuple[Visitor, Mouse], what: str) -> None:
    _, mouse = analysed
    page = mouse.page
    mouse.make("t4c2")
    requests = Requests(page, what)
    if what == "lines":
        page.locator("[data-action=keep-line]").click()
        page.locator("dialog[data-dialog=line] [data-action=save]").click()
    else:
        page.locator("[data-action=play-here]").click()
    request = requests.next()
    page.locator("#menu a[href='/history']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")
    url, spoken = page.url, page.locator("#polite").inner_text()
    with page.expect_response(f"**/analysis/{what}"):
        request.continue_()
    page.wait_for_timeout(300)
    assert page.url == url
    assert page.locator("#polite").inner_text() == spoken


def keep_line(page: Page, name: str) -> None:
    page.locator("[data-action=keep-line]").click()
    dialog = page.locator("dialog[data-dialog=line]")
    dialog.locator("input").fill(name)
    dialog.locator("[data-action=save]").click()


def line_names(page: Page) -> list[str]:
    return page.locator("[data-line] .line-name").all_inner_texts()


def test_a_name_is_for_the_line_that_was_named(analysed: tuple[Visitor, Mouse]) -> None:
    """Another one may be shown before the tries that it waits for have their answers."""
    _, mouse = analysed
    page = mouse.page
    mouse.make("t1c2")
    keep_line(page, "First")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.locator("[data-action=leave-line]").click()
    requests = Requests(page)
    mouse.drag("t2", "c2")
    keep_line(page, "Second")
    page.locator("[data-line='0']").click()
    requests.next().continue_()
    expect(page.locator("[data-line]")).to_have_count(2)
    assert line_names(page) == ["First", "Second"]
    expect(page.locator("[data-field=line-name]")).to_have_text("First")
    page.reload()
    expect(page.locator("[data-line]")).to_have_count(2)
    assert line_names(page) == ["First", "Second"]


def test_a_line_that_begins_like_another_is_kept_beside_it(
    analysed: tuple[Visitor, Mouse],
) -> None:
    _, mouse = analysed
    page = mouse.page
    mouse.make("t1c2")
    mouse.make("t2c3")
    keep_line(page, "First")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    requests = Requests(page)
    mouse.drag("t3", "c3")
    keep_line(page, "Second")
    page.locator("[data-line='0']").click()
    requests.next().continue_()
    expect(page.locator("[data-line]")).to_have_count(2)
    assert line_names(page) == ["First", "Second"]
    expect(page.locator("[data-field=line-name]")).to_have_text("First")
    page.locator("[data-line='1']").click()
    page.locator("[data-action=delete-line]").click()
    page.locator("dialog [data-action=yes]").click()
    expect(page.locator("[data-line]")).to_have_count(1)
    assert line_names(page) == ["First"]


@pytest.mark.parametrize("when", ["after", "before"])
def test_the_line_that_is_shown_is_deleted(analysed: tuple[Visitor, Mouse], when: str) -> None:
    """It may have another number by then: one that was kept meanwhile comes before it."""
    _, mouse = analysed
    page = mouse.page
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    mouse.make("t1c2")
    keep_line(page, "At the end")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.locator("[data-action=leave-line]").click()
    page.keyboard.press("Home")
    mouse.make("t1c2")
    requests = Requests(page, "lines")
    keep_line(page, "At the start")
    request = requests.next()
    page.locator("[data-line='0']").click()
    expect(page.locator("[data-field=line-name]")).to_have_text("At the end")
    if when == "before":
        page.locator("[data-action=delete-line]").click()
    request.continue_()
    expect(page.locator("[data-line]")).to_have_count(2)
    if when == "after":
        page.locator("[data-action=delete-line]").click()
    page.locator("dialog [data-action=yes]").click()
    expect(page.locator("[data-line]")).to_have_count(1)
    assert line_names(page) == ["At the start"]
    expect(page.locator("[data-field=line-name]")).to_have_count(0)
