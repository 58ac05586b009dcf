"""The pages round the table: rules, addresses where nothing is, a server that is away; and that
nothing is ever fetched from anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import servers
from browsers import Chromium, Visitor
from callers import told, win
from page.conftest import Invite
from page.guests import at_home, thrown_away
from page.hands import Keys
from playwright.sync_api import Request, expect
from servers import Server

from winnable import GAMES
from winnable.web.routes.pages import STATIC

GONE = "The server is not responding. Check that it is running and try again."
_LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)"
_DRAWN = """() => [...document.querySelectorAll(".example-cards use")].every((use) => {
  const card = document.getElementById(use.getAttribute("href").slice(1));
  return card && use.getBoundingClientRect().width > 0;
})"""


EACH = [
    slug if slug == "easthaven" else pytest.param(slug, marks=pytest.mark.heavy) for slug in GAMES
]


@pytest.mark.parametrize("slug", EACH)
def test_rules_are_one_click_from_the_board(regular: Visitor, slug: str) -> None:
    keys = Keys(regular.page())
    page = keys.page
    keys.sit_down(slug, deal=1)
    table = page.url
    page.locator(".toolbar [data-action=rules]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[slug].name)
    for paragraph in GAMES[slug].rules.strip().split("\n\n"):
        expect(page.locator(".prose")).to_contain_text(" ".join(paragraph.split()))
    expect(page.get_by_role("img", name=f"A deal of {GAMES[slug].name}")).to_be_visible()
    assert page.get_by_role("figure").count() >= 2
    page.wait_for_function(_LOADED)
    page.wait_for_function(_DRAWN)
    page.go_back()
    keys.settle()
    assert page.url == table


def test_from_rules_to_the_table(regular: Visitor) -> None:
    keys = Keys(regular.page("/rules/golf-relaxed"))
    keys.page.get_by_role("button", name="Play Golf Relaxed").click()
    keys.settle()
    assert keys.state["game"] == "golf-relaxed"
    keys.page.goto("/rules/golf-relaxed")
    expect(keys.page.get_by_role("navigation", name="Rules of the other games")).to_be_visible()
    keys.page.get_by_role("link", name="Easthaven").click()
    expect(keys.page.get_by_role("heading", level=1)).to_have_text("Easthaven")


def test_where_nothing_is_the_page_says_so(regular: Visitor) -> None:
    regular.expect_complaint("404")
    page = regular.page()
    for path, heading in (
        ("/nowhere", "Page not found"),
        ("/t/nothing", "Not found"),
        ("/s/nothing", "Game not found"),
        ("/rules/whist", "Unknown game"),
        ("/t/%F0%28%8C%28", "Page not found"),
        ("/rules/%3Cimg%20src=x%3E", "Unknown game"),
    ):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a game")


# -- a server that is away -------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with servers.sqlite_server(tmp_path) as running:
        yield running


def test_a_server_that_is_away(invite: Invite, own: Server) -> None:
    visitor = invite(own, settings={"lamp": False})
    visitor.expect_complaint("ERR_CONNECTION_REFUSED")
    page = visitor.page("/")
    play = page.get_by_role("button", name="Play FreeCell")
    expect(play).to_be_visible()
    own.stop()
    play.click()
    dialog = page.get_by_role("dialog", name="Could not start a game")
    expect(dialog).to_have_accessible_description(GONE)
    expect(page.get_by_role("button", name="OK")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(play).to_be_focused()
    for link in ("Statistics", "History", "You"):
        page.get_by_role("link", name=link, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Server not responding")
        expect(page.locator("main")).to_contain_text(GONE)
    page.go_back()
    own.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")


def test_every_module_comes_with_the_page() -> None:
    """A module that is fetched later can fail to come, and browsers do not ask for it again."""
    html = (STATIC / "index.html").read_text()
    modules = {file.name for file in (STATIC / "js").iterdir()}
    assert set(re.findall(r'"/static/js/([^"]+)"', html)) == modules
    for name in modules:
        code = (STATIC / "js" / name).read_text()  # comments name types by import("...")
        assert "import(" not in re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL), name


def test_what_is_asked_at_a_table_while_the_line_is_cut(regular: Visitor, server: Server) -> None:
    regular.expect_complaint("ERR_INTERNET_DISCONNECTED")
    with at_home(regular, server) as client:
        lost = thrown_away(client)
    page = regular.page(f"/t/{lost['key']}")
    expect(page.locator(".game-over-bar")).to_be_visible()
    for action, trouble, well in (
        ("share", "dialog[data-dialog=share]", "[data-field=link]"),
        ("review", "[data-review=failed]", "[data-review=done]"),
    ):
        regular.context.set_offline(True)
        page.locator(f".game-over-bar [data-action={action}]").click()
        expect(page.locator(trouble)).to_contain_text(GONE)
        regular.context.set_offline(False)
        page.locator(trouble).get_by_role("button", name="Try again").click()
        expect(page.locator(well)).to_be_visible()
        page.keyboard.press("Escape")


# -- nowhere else ----------------------------------------------------------------------------------


def test_nothing_is_fetched_from_anywhere_else(invite: Invite, server: Server) -> None:
    visitor = invite(server)
    asked: set[str] = set()

    def note(request: Request) -> None:
        asked.add(request.url)

    visitor.context.on("request", note)
    with at_home(visitor, server) as client:
        won = win(client)
        shared = told(client.post(f"/tables/{won['key']}/share", json={}))["url"]
        lost = thrown_away(client, is_over=False)
    page = visitor.page()
    paths = ("/", "/statistics", "/history", "/player", "/rules/aces-up", f"/t/{lost['key']}")
    for path in (*paths, shared):
        page.goto(path, wait_until="networkidle")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"/t/{won['key']}#review")
    expect(page.locator("[data-review=done]")).to_be_visible()
    page.locator(".toolbar [data-action=share]").click()
    with page.expect_download():
        page.locator("[data-action=save-png]").click()
    elsewhere = [url for url in asked if not url.startswith((f"{server.url}/", "data:", "blob:"))]
    assert not elsewhere
    assert f"{server.url}/static/js/main.js" in asked


def test_without_scripts_a_word_of_why(browser: Chromium, server: Server) -> None:
    context = browser.browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Winnable needs JavaScript")
    context.close()
