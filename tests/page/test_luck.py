"""Luck and skill in an analysis: the graph over the moves, by mouse, by touch and by keyboard."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from api_client import Json, act, ask, deal, json_body, make
from browsers import DESKTOP, PHONE, Visitor
from page.axe_checks import check
from page.browser_players import Keyboard, Mouse, Touch, piles_of
from page.conftest import NewVisitor
from page.played_games import MISTAKE, lost_game, same_player
from playwright.sync_api import Locator, Page, expect
from requires_kernels import need_kernels
from web_servers import Server

from winnable import Session

MOVES = ("t3f1", "t6f1", "deal", "deal", "deal")
"""Of Golf Relaxed 7; the second one is a mistake by what is in sight."""
CHART = "[data-field=graph]"
Found = tuple[Json, list[Json]]


def given_up(client: httpx.Client) -> Json:
    """The game, given up."""
    state = make(client, deal(client, "golf-relaxed", deal_number=7), *MOVES)
    return act(client, state, "give-up")


@pytest.fixture(scope="module")
def by_api(server: Server) -> Found:
    """The review of the game from the API, and its steps."""
    need_kernels()
    with server.client() as client:
        state = given_up(client)
        steps = json_body(client.get(f"/games/{state['key']}/steps"))["steps"]
        return ask(client, state, "review")[-1], steps


@pytest.fixture
def game(visitor: Visitor, server: Server, by_api: Found) -> str:
    """The key of a visitor's game that was given up."""
    with same_player(visitor, server) as client:
        return str(given_up(client)["key"])


def reviewed(page: Page) -> Locator:
    """The graph, once the review is complete."""
    expect(page.locator("[data-review=done]")).to_be_attached()
    if page.locator("[data-show=review]").is_visible():  # on a phone one part is shown at a time
        page.locator("[data-show=review]").click()
    chart = page.locator(CHART)
    expect(chart).to_be_visible()
    return chart


def click_at(chart: Locator, moves_made: int) -> None:
    """Click the graph at a position of the game."""
    box = chart.bounding_box()
    assert box
    left, right = 38, 10  # for the percentages, and for the last number
    spacing = (box["width"] - left - right) / len(MOVES)
    chart.click(position={"x": left + moves_made * spacing, "y": 40})


def test_the_graph_shows_chances_verdicts_and_costs(
    visitor: Visitor, by_api: Found, game: str
) -> None:
    found, _ = by_api
    luck = found["luck"]
    chart = reviewed(visitor.page(f"/analysis/{game}"))
    line = chart.locator(".luck-line").get_attribute("points") or ""
    heights = [float(point.split(",")[1]) for point in line.split()]
    chances = [luck["start"], *(step["after"] for step in luck["steps"])]
    assert len(heights) == len(chances)
    by_chance = sorted(range(len(chances)), key=lambda at: chances[at])
    assert [heights[at] for at in by_chance] == sorted(heights, reverse=True)
    bands = [band.get_attribute("data-verdict") for band in chart.locator(".luck-band").all()]
    assert bands == list(dict.fromkeys(found["verdicts"]))
    marks = [mark.get_attribute("data-number") for mark in chart.locator(".luck-mark").all()]
    costly = [str(at) for at, step in enumerate(luck["steps"], 1) if step["is_noticeable"]]
    assert marks == costly
    assert costly
    for text in found["text_lines"]:
        expect(chart.page.locator(".analysis")).to_contain_text(text.removesuffix("."))


def test_a_click_shows_the_position(visitor: Visitor, by_api: Found, game: str) -> None:
    found, steps = by_api
    mouse = Mouse(visitor.page(f"/analysis/{game}"))
    chart = reviewed(mouse.page)
    here = mouse.page.locator("[data-field=verdict]")
    for moves_made in (2, 0, 5, 3):
        click_at(chart, moves_made)
        assert mouse.piles == piles_of({"view": steps[moves_made]["view"]})
        expect(chart).to_have_attribute("aria-valuenow", str(moves_made))
        expect(here).to_contain_text("as the cards lay")
        expect(here).to_contain_text("Your chance: about")
    chart.hover(position={"x": 38, "y": 40})
    expect(mouse.page.locator(".luck-tip")).to_contain_text("Start.")
    costly = mouse.page.locator("[data-costly]").first
    number = found["luck"]["costliest"][0]["number"]
    expect(costly).to_have_attribute("data-costly", str(number))
    costly.click()
    better = found["luck"]["steps"][number - 1]["better"][0]
    expect(mouse.page.locator(".of-line .move")).to_have_attribute("aria-current", "step")
    expect(chart).to_have_attribute("aria-valuenow", str(number - 1))
    session = Session.new("golf-relaxed", 7)
    for move in (*MOVES[: number - 1], better):
        session.make(move)
    assert mouse.piles == piles_of({"view": session.view.as_dict()})


def test_a_tap_shows_the_position(new_visitor: NewVisitor, server: Server, by_api: Found) -> None:
    _, steps = by_api
    visitor = new_visitor(server, size=PHONE, touch=True, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = given_up(client)["key"]
    touch = Touch(visitor.page(f"/analysis/{key}"))
    chart = reviewed(touch.page)
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box
    touch.press((box["x"] + 38, box["y"] + 40))
    expect(chart).to_have_attribute("aria-valuenow", "0")
    assert touch.piles == piles_of({"view": steps[0]["view"]})


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_by_keyboard(
    new_visitor: NewVisitor, server: Server, by_api: Found, size: tuple[int, int]
) -> None:
    found, steps = by_api
    visitor = new_visitor(server, size=size, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = given_up(client)["key"]
    keys = Keyboard(visitor.page(f"/analysis/{key}"))
    chart = reviewed(keys.page)
    keys.tab_to(CHART)
    for pressed, moves_made in (("ArrowLeft", 4), ("Home", 0), ("ArrowRight", 1), ("End", 5)):
        keys.press(pressed)
        expect(chart).to_have_attribute("aria-valuenow", str(moves_made))
        assert keys.piles == piles_of({"view": steps[moves_made]["view"]})
    keys.press("Home")
    expect(chart).to_have_attribute(
        "aria-valuetext", re.compile(r"^Start\. .*Your chance: about \d+%")
    )
    number = found["luck"]["costliest"][0]["number"]
    keys.tab_to(f"[data-costly='{number}']")
    keys.press("Enter")
    expect(chart).to_have_attribute("aria-valuenow", str(number - 1))
    check(keys.page, size)


def test_where_all_is_in_sight_the_graph_is_exact(visitor: Visitor, server: Server) -> None:
    need_kernels()
    with same_player(visitor, server) as client:
        key = lost_game(client)["key"]
    chart = reviewed(visitor.page(f"/analysis/{key}"))
    line = chart.locator(".luck-line").get_attribute("points") or ""
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert heights == [heights[0]] * MISTAKE + [heights[-1]] * 2
    assert heights[0] < heights[-1]
    expect(chart.locator(".luck-mark")).to_have_attribute("data-number", str(MISTAKE))
    expect(chart.page.locator(".analysis")).not_to_contain_text("chance:")


def test_running_out_of_time_is_said(visitor: Visitor, by_api: Found, game: str) -> None:
    found, _ = by_api
    lines = found["text_lines"][: -1 - len(found["luck"]["costliest"])]
    cut = {**found, "luck": None, "luck_status": "out of time"}
    cut["text_lines"] = [*lines, "There was no time left to tell luck from skill."]
    page = visitor.page()
    queued = {"kind": "queued", "ahead": 0, "version": 7}
    page.route(
        "**/review",
        lambda route: route.fulfill(
            body="".join(f"{json.dumps(line)}\n" for line in (queued, cut)),
            content_type="application/x-ndjson",
        ),
    )
    page.goto(f"/analysis/{game}")
    chart = reviewed(page)
    expect(chart.locator(".luck-line")).to_have_count(0)
    expect(chart).to_contain_text("No time was left")
    page.unroute("**/review")
    page.locator("[data-action=retry-luck]").click()
    expect(page.locator(".luck-line")).to_have_count(1)


def test_the_figures_add_up_from_move_to_move(
    visitor: Visitor, server: Server, by_api: Found, game: str
) -> None:
    found, _ = by_api
    chart = reviewed(visitor.page(f"/analysis/{game}"))
    chances, changes = [], []
    for moves_made in range(len(found["verdicts"])):
        click_at(chart, moves_made)
        text = chart.get_attribute("aria-valuetext") or ""
        chance = re.search(r"chance: about (\d+)%", text)
        cost = re.search(r"cost (\d+)", text)
        luck = re.search(r"(Good|Bad) luck: (\d+)", text)
        assert chance
        chances.append(int(chance[1]))
        gained = int(luck[2]) * (1 if luck[1] == "Good" else -1) if luck else 0
        changes.append(gained - (int(cost[1]) if cost else 0))
    assert chances[0] + sum(changes) == chances[-1]
    pairs = zip(chances, chances[1:], changes[1:], strict=False)
    assert all(before + change == after for before, after, change in pairs)


def test_small_chances_can_be_read(visitor: Visitor, server: Server) -> None:
    """Up to 100%, the line of Aces Up would lie on the ground."""
    need_kernels()
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "aces-up", deal_number=3), *["deal"] * 3)
        key = act(client, state, "give-up")["key"]
    chart = reviewed(visitor.page(f"/analysis/{key}"))
    labels = chart.locator(".luck-label").all_text_contents()
    assert labels[:3] == ["0%", "2.5%", "5%"]
    line = chart.locator(".luck-line").get_attribute("points") or ""
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert max(heights) - min(heights) > 10
