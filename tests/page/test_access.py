"""axe finds nothing wrong: on any page, in any dialog, light and dark, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from browsers import DESKTOP, PHONE, Visitor
from callers import deal, make, nearly_won, told, win
from page import axe
from page.conftest import Invite
from page.guests import at_home, thrown_away
from page.hands import Keys
from playwright.sync_api import Page, expect
from servers import Server

from winnable import GAMES

Size = tuple[int, int]
_HEAVY_PHONE = pytest.param(PHONE, id="phone", marks=pytest.mark.heavy)
on_a_desk = pytest.mark.parametrize("size", [pytest.param(DESKTOP, id="desk"), _HEAVY_PHONE])
_HEAVY_DESK = pytest.param(DESKTOP, id="desk", marks=pytest.mark.heavy)
on_a_phone = pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), _HEAVY_DESK])


def opened(page: Page, name: str) -> Page:
    """The page once a dialog is open."""
    expect(page.locator(f"dialog[data-dialog={name}]")).to_be_visible()
    return page


def close(page: Page) -> None:
    """Close the dialog that is open."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_axe_has_eyes(regular: Visitor) -> None:
    page = regular.page("/player")
    expect(page.locator("h2").first).to_be_visible()
    page.evaluate("""() => {
        document.querySelector("main").append(document.createElement("button"));
        document.querySelector("h2").style.color = "#888";
        document.querySelector("h2").style.backgroundColor = "#999";
    }""")
    assert {line.split(":")[0] for line in axe.found(page)} == {"button-name", "color-contrast"}


@on_a_desk
def test_the_pages_of_somebody_new(regular: Visitor, size: Size) -> None:
    regular.expect_complaint("404")
    page = regular.page()
    for path, heading in (
        ("/", "Choose a game"),
        ("/statistics", "Statistics"),
        ("/history", "History"),
        ("/player", "You"),
        ("/rules/easthaven", "Easthaven"),
        ("/rules/whist", "Unknown game"),
        ("/t/nothing", "Not found"),
        ("/nowhere", "Page not found"),
    ):
        page.goto(path)
        expect(page.locator("h1")).to_have_text(heading)
        axe.check(page, size)


@on_a_desk
def test_the_pages_of_somebody_who_has_played(regular: Visitor, server: Server, size: Size) -> None:
    with at_home(regular, server) as client:
        win(client)
        lost = thrown_away(client)
        shared = told(client.post(f"/tables/{lost['key']}/share", json={}))
        make(client, deal(client, "golf-relaxed", deal=1), "deal")
    page = regular.page("/")
    expect(page.locator(".unfinished")).to_be_visible()
    expect(page.locator("[data-game=freecell] .tile-record")).to_be_visible()
    axe.check(page, size)
    page.goto("/statistics")
    page.locator("summary").first.click()
    axe.check(page, size)
    page.goto("/history")
    expect(page.locator("tbody tr")).to_have_count(3)
    axe.check(page, size)
    page.goto("/player")
    page.locator("[data-action=create-code]").click()
    expect(page.locator("[data-field=code]")).to_be_visible()
    axe.check(page, size)
    page.locator("[data-action=forget]").click()
    axe.check(opened(page, "confirm"), size)
    page.goto(shared["url"])
    page.locator("[data-action=replay-last]").click()
    axe.check(page, size)


@on_a_phone
@pytest.mark.parametrize(
    "slug",
    [slug if slug == "freecell" else pytest.param(slug, marks=pytest.mark.heavy) for slug in GAMES],
)
def test_a_table_of_each_game(regular: Visitor, slug: str, size: Size) -> None:
    keys = Keys(regular.page())
    keys.sit_down(slug, deal=1)
    if slug != "golf-relaxed":  # there, that is a whole move
        keys.press("1", "Enter")
        expect(keys.page.locator(".selected")).not_to_have_count(0)
    axe.check(keys.page, size)


@on_a_desk
def test_what_is_asked_before_a_deal(regular: Visitor, size: Size) -> None:
    page = regular.page("/")
    page.locator("[data-game=freecell] [data-action=choose]").click()
    opened(page, "new-game")
    axe.check(page, size)
    page.locator("input[value=number]").check()
    page.locator("[data-action=deal]").click()
    expect(page.locator("dialog .error-text")).to_be_visible()
    axe.check(page, size)


@on_a_phone
def test_every_dialog_of_the_table(invite: Invite, server: Server, size: Size) -> None:
    visitor = invite(server, size=size, touch=size == PHONE, settings={"lamp": False})
    visitor.expect_complaint("422")
    keys = Keys(visitor.page())
    page = keys.page
    keys.sit_down("freecell", deal=617)
    keys.make("t4c1")
    for key, name in (("n", "new-game"), ("w", "where"), ("?", "help")):
        keys.press(key)
        axe.check(opened(page, name), size)
        close(page)
    more = page.locator(".toolbar [data-action=more]")
    more.click()
    axe.check(opened(page, "more"), size)
    close(page)
    for action, name in (("autoplay", "autoplay"), ("options", "options"), ("give-up", "confirm")):
        more.click()
        page.locator(f"dialog [data-action={action}]").click()
        axe.check(opened(page, name), size)
        close(page)
    keys.type("7h to nowhere")
    expect(page.locator(".move-error")).to_be_visible()
    axe.check(page, size)
    keys.press("Escape", "h")
    expect(page.locator("[data-field=message]")).to_contain_text(re.compile(r"[♠♥♦♣]"))
    axe.check(page, size)


@pytest.mark.heavy
def test_the_menu_of_a_phone(invite: Invite, server: Server) -> None:
    page = invite(server, size=PHONE, touch=True).page("/")
    expect(page.locator("h1")).to_be_visible()
    page.locator("[data-action=menu]").tap()
    expect(page.locator("#menu")).to_be_visible()
    axe.check(page, PHONE)
    page.locator("#menu [data-action=options]").tap()
    axe.check(opened(page, "options"), PHONE)


@on_a_phone
def test_the_end_of_a_game_that_is_won(regular: Visitor, size: Size) -> None:
    record, move = nearly_won("golf-relaxed-16")
    keys = Keys(regular.page())
    keys.sit_down(record=record)
    keys.make(move, "typed")
    page = opened(keys.page, "won")
    axe.check(page, size)
    page.locator("dialog [data-action=share]").click()
    opened(page, "share")
    expect(page.locator("[data-field=link]")).to_be_visible()
    axe.check(page, size)
    close(page)
    axe.check(page, size)  # the bar


@on_a_desk
def test_the_end_of_a_game_that_is_lost(invite: Invite, server: Server, size: Size) -> None:
    visitor = invite(server)  # with the lamp
    with at_home(visitor, server) as client:
        state = thrown_away(client, is_over=False)
    page = visitor.page(f"/t/{state['key']}")
    expect(page.locator("[data-result=lost]")).to_be_visible()
    axe.check(page, size)
    page.locator("[data-result] [data-action=review]").click()
    expect(page.locator("[data-review=done]")).to_be_visible()
    axe.check(page, size)
    page.locator("[data-action=rest-win]").click()
    axe.check(page, size)


@pytest.mark.heavy
@on_a_phone
def test_a_stuck_table(invite: Invite, server: Server, size: Size) -> None:
    visitor = invite(server)
    with at_home(visitor, server) as client:
        state = deal(client, "aces-up", deal=1)
        while state["moves"]:
            state = make(client, state, state["moves"][-1])
    page = visitor.page(f"/t/{state['key']}")
    expect(page.locator("[data-result=stuck]")).to_be_visible()
    axe.check(page, size)


# -- colours ---------------------------------------------------------------------------------------

ON = (
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
"""Colours of text, and what lies under them: the felt is a gradient, which axe cannot judge."""

RINGS = (
    ("--focus-on-background", ("--background", "--background-edge")),
    ("--focus-on-panel", ("--paper", "--panel")),
)

_COLOUR = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"


def light(colour: str) -> float:
    """How much light a colour sends out, from 0 to 1, as WCAG reckons it."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, from 1 to 21."""
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_is_reckoned_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_of_a_theme_can_be_told_apart(
    regular: Visitor, theme: Literal["light", "dark"]
) -> None:
    page = regular.page("/player")
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for pairs, least in ((ON, 4.5), (RINGS, 3.0)):
        for name, grounds in pairs:
            for ground in grounds:
                found = contrast(page.evaluate(_COLOUR, name), page.evaluate(_COLOUR, ground))
                assert found >= least, (theme, name, ground, round(found, 2))
