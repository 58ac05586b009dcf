"""Axe finds no violations on any page or dialog, light or dark, on a desktop or a phone."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from api_client import deal, json_body, make, nearly_won, win
from browsers import DESKTOP, PHONE, Visitor, go
from page import axe_checks
from page.browser_players import Keyboard
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from playwright.sync_api import Page, expect
from web_servers import Server

from winnable import GAMES

Size = tuple[int, int]
_HEAVY_PHONE = pytest.param(PHONE, id="phone", marks=pytest.mark.heavy)
on_a_desk = pytest.mark.parametrize("size", [pytest.param(DESKTOP, id="desk"), _HEAVY_PHONE])
_HEAVY_DESK = pytest.param(DESKTOP, id="desk", marks=pytest.mark.heavy)
on_a_phone = pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), _HEAVY_DESK])


def wait_for_dialog(page: Page, name: str) -> Page:
    """Wait until a dialog is open."""
    expect(page.locator(f"dialog[data-dialog={name}]")).to_be_visible()
    return page


def close(page: Page) -> None:
    """Close the dialog that is open."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_axe_finds_violations(visitor: Visitor) -> None:
    page = visitor.page("/player")
    expect(page.locator("h2").first).to_be_visible()
    page.evaluate("""() => {
        document.querySelector("main").append(document.createElement("button"));
        document.querySelector("h2").style.color = "#888";
        document.querySelector("h2").style.backgroundColor = "#999";
    }""")
    assert {line.split(":")[0] for line in axe_checks.violations(page)} == {
        "button-name",
        "color-contrast",
    }


@on_a_desk
def test_pages_of_a_new_player(visitor: Visitor, size: Size) -> None:
    visitor.expect_error("404")
    page = visitor.page("/")
    for path, heading in (
        ("/", "Choose a game"),
        ("/statistics", "Statistics"),
        ("/history", "History"),
        ("/player", "You"),
        ("/rules/easthaven", "Easthaven"),
        ("/rules/whist", "Unknown game"),
        ("/play/nothing", "Not found"),
        ("/nowhere", "Page not found"),
    ):
        go(page, path)
        expect(page.locator("h1")).to_have_text(heading)
        axe_checks.check(page, size)


@on_a_desk
def test_pages_of_a_player_with_games(visitor: Visitor, server: Server, size: Size) -> None:
    with same_player(visitor, server) as client:
        win(client)
        lost = lost_game(client)
        shared = json_body(client.post(f"/games/{lost['key']}/share", json={}))
        make(client, deal(client, "golf-relaxed", deal_number=1), "deal")
    page = visitor.page("/")
    expect(page.locator(".unfinished")).to_be_visible()
    expect(page.locator("[data-game=freecell] .tile-record")).to_be_visible()
    axe_checks.check(page, size)
    go(page, "/statistics")
    page.locator("summary").first.click()
    axe_checks.check(page, size)
    go(page, "/history")
    expect(page.locator("tbody tr")).to_have_count(3)
    axe_checks.check(page, size)
    go(page, "/player")
    page.locator("[data-action=create-code]").click()
    expect(page.locator("[data-field=code]")).to_be_visible()
    axe_checks.check(page, size)
    page.locator("[data-action=forget]").click()
    axe_checks.check(wait_for_dialog(page, "confirm"), size)
    go(page, shared["url"])
    page.locator("[data-action=replay-last]").click()
    axe_checks.check(page, size)


@on_a_phone
@pytest.mark.parametrize(
    "slug",
    [slug if slug == "freecell" else pytest.param(slug, marks=pytest.mark.heavy) for slug in GAMES],
)
def test_game_page_of_each_game(visitor: Visitor, slug: str, size: Size) -> None:
    keys = Keyboard(visitor.page())
    keys.start_game(slug, deal_number=1)
    if slug != "golf-relaxed":  # there Enter makes a whole move
        keys.press("1", "Enter")
        expect(keys.page.locator(".selected")).not_to_have_count(0)
    axe_checks.check(keys.page, size)


@on_a_desk
def test_new_game_dialog(visitor: Visitor, size: Size) -> None:
    page = visitor.page("/")
    page.locator("[data-game=freecell] [data-action=choose]").click()
    wait_for_dialog(page, "new-game")
    axe_checks.check(page, size)
    page.locator("input[value=number]").check()
    page.locator("[data-action=deal]").click()
    expect(page.locator("dialog .error-text")).to_be_visible()
    axe_checks.check(page, size)


@on_a_phone
def test_dialogs_of_the_game_page(new_visitor: NewVisitor, server: Server, size: Size) -> None:
    visitor = new_visitor(server, size=size, touch=size == PHONE, settings={"lamp": False})
    visitor.expect_error("422")
    keys = Keyboard(visitor.page())
    page = keys.page
    keys.start_game("freecell", deal_number=617)
    keys.make("t4c1")
    for key, name in (("n", "new-game"), ("w", "where"), ("?", "help")):
        keys.press(key)
        axe_checks.check(wait_for_dialog(page, name), size)
        close(page)
    more = page.locator(".toolbar [data-action=more]")
    more.click()
    axe_checks.check(wait_for_dialog(page, "more"), size)
    close(page)
    for action, name in (("autoplay", "autoplay"), ("options", "options"), ("give-up", "confirm")):
        more.click()
        page.locator(f"dialog [data-action={action}]").click()
        axe_checks.check(wait_for_dialog(page, name), size)
        close(page)
    keys.type("7h to nowhere")
    expect(page.locator(".move-error")).to_be_visible()
    axe_checks.check(page, size)
    keys.press("Escape", "h")
    expect(page.locator("[data-field=message]")).to_contain_text(re.compile(r"[♠♥♦♣]"))
    axe_checks.check(page, size)


@pytest.mark.heavy
def test_menu_on_a_phone(new_visitor: NewVisitor, server: Server) -> None:
    page = new_visitor(server, size=PHONE, touch=True).page("/")
    expect(page.locator("h1")).to_be_visible()
    page.locator("[data-action=menu]").tap()
    expect(page.locator("#menu")).to_be_visible()
    axe_checks.check(page, PHONE)
    page.locator("#menu [data-action=options]").tap()
    axe_checks.check(wait_for_dialog(page, "options"), PHONE)


@on_a_phone
def test_won_game(visitor: Visitor, size: Size) -> None:
    record, move = nearly_won("golf-relaxed-16")
    keys = Keyboard(visitor.page())
    keys.start_game(record=record)
    keys.make(move, "text")
    page = wait_for_dialog(keys.page, "won")
    axe_checks.check(page, size)
    page.locator("dialog [data-action=share]").click()
    axe_checks.check(wait_for_dialog(page, "share"), size)
    page.locator("[data-action=create-link]").click()
    expect(page.locator("[data-field=link]")).to_be_visible()
    axe_checks.check(page, size)
    close(page)
    axe_checks.check(page, size)  # the bar


@on_a_desk
def test_lost_game(new_visitor: NewVisitor, server: Server, size: Size) -> None:
    visitor = new_visitor(server, settings={"lamp": True})
    with same_player(visitor, server) as client:
        state = lost_game(client, is_over=False)
    page = visitor.page(f"/play/{state['key']}")
    expect(page.locator("[data-result=lost]")).to_be_visible()
    axe_checks.check(page, size)
    page.locator("[data-result] [data-action=review]").click()
    page.locator(".analysis").wait_for()
    if page.locator("[data-show=review]").is_visible():
        page.locator("[data-show=review]").click()
    page.locator("[data-action=ask-review]").click()  # the game goes on, so it is asked for
    expect(page.locator("[data-review=done]")).to_be_visible()
    axe_checks.check(page, size)
    page.locator("[data-action=rest-win]").click()
    axe_checks.check(page, size)


@pytest.mark.heavy
@on_a_phone
def test_stuck_game(new_visitor: NewVisitor, server: Server, size: Size) -> None:
    visitor = new_visitor(server)
    with same_player(visitor, server) as client:
        state = deal(client, "aces-up", deal_number=1)
        while state["legal_moves"]:
            state = make(client, state, state["legal_moves"][-1])
    page = visitor.page(f"/play/{state['key']}")
    expect(page.locator("[data-result=stuck]")).to_be_visible()
    axe_checks.check(page, size)


# -- colours ---------------------------------------------------------------------------------------

TEXT_COLOURS = (
    ("--on-background", ("--background", "--background-edge", "--header-background")),
    ("--on-background-muted", ("--background", "--background-edge", "--header-background")),
    ("--good-on-background", ("--background", "--background-edge")),
    ("--bad-on-background", ("--background", "--background-edge")),
    ("--warning-on-background", ("--background", "--background-edge")),
    ("--ink", ("--paper", "--panel")),
    ("--muted", ("--paper", "--panel")),
    ("--link", ("--paper", "--panel")),
    ("--good", ("--paper", "--panel")),
    ("--bad", ("--paper", "--panel")),
    ("--warning", ("--paper", "--panel")),
    ("--on-accent", ("--accent",)),
    ("--on-checked", ("--checked",)),
)
"""Text colours and their backgrounds: the page has a gradient, which axe cannot check."""

FOCUS_RINGS = (
    ("--focus-on-background", ("--background", "--background-edge")),
    ("--focus-on-panel", ("--paper", "--panel")),
)

_COLOUR = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1, as WCAG defines it."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_in_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_have_enough_contrast(visitor: Visitor, theme: Literal["light", "dark"]) -> None:
    page = visitor.page("/player")
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for pairs, least in ((TEXT_COLOURS, 4.5), (FOCUS_RINGS, 3.0)):
        for name, grounds in pairs:
            for ground in grounds:
                found = contrast(page.evaluate(_COLOUR, name), page.evaluate(_COLOUR, ground))
                assert found >= least, (theme, name, ground, round(found, 2))
