"""Rules pages, unknown addresses, a server that is away; and that nothing comes from elsewhere."""

from __future__ import annotations

import re

import pytest
from api_client import json_body, win
from browsers import Chromium, Visitor
from page.browser_players import Keyboard
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from playwright.sync_api import Request, expect
from web_servers import Server

from winnable import GAMES
from winnable.web.routes.pages import STATIC

UNREACHABLE = "The server does not answer. Check the connection and try again."
_LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)"
_DRAWN = """() => [...document.querySelectorAll(".example-cards use")].every((use) => {
  const card = document.getElementById(use.getAttribute("href").slice(1));
  return card && use.getBoundingClientRect().width > 0;
})"""


EACH = [
    slug if slug == "easthaven" else pytest.param(slug, marks=pytest.mark.heavy) for slug in GAMES
]


@pytest.mark.parametrize("slug", EACH)
def test_rules_of_a_game(visitor: Visitor, slug: str) -> None:
    keys = Keyboard(visitor.page())
    page = keys.page
    keys.start_game(slug, deal_number=1)
    address = page.url
    page.locator(".toolbar [data-action=rules]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[slug].name)
    for paragraph in GAMES[slug].rules.strip().split("\n\n"):
        expect(page.locator(".prose")).to_contain_text(" ".join(paragraph.split()))
    expect(page.get_by_role("img", name=f"A deal of {GAMES[slug].name}")).to_be_visible()
    assert page.get_by_role("figure").count() >= 2
    page.wait_for_function(_LOADED)
    page.wait_for_function(_DRAWN)
    page.go_back()
    keys.wait_until_shown()
    assert page.url == address


def test_playing_from_the_rules_page(visitor: Visitor) -> None:
    keys = Keyboard(visitor.page("/rules/golf-relaxed"))
    keys.page.get_by_role("button", name="Play Golf Relaxed").click()
    keys.wait_until_shown()
    assert keys.state["game"] == "golf-relaxed"
    keys.page.goto("/rules/golf-relaxed")
    expect(keys.page.get_by_role("navigation", name="Rules of the other games")).to_be_visible()
    keys.page.get_by_role("link", name="Easthaven").click()
    expect(keys.page.get_by_role("heading", level=1)).to_have_text("Easthaven")


def test_unknown_addresses(visitor: Visitor) -> None:
    visitor.expect_error("404")
    page = visitor.page()
    for path, heading in (
        ("/nowhere", "Page not found"),
        ("/play/nothing", "Not found"),
        ("/s/nothing", "Game not found"),
        ("/rules/whist", "Unknown game"),
        ("/play/%F0%28%8C%28", "Page not found"),
        ("/rules/%3Cimg%20src=x%3E", "Unknown game"),
    ):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a game")


def test_a_server_that_is_away(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server, settings={"lamp": False})
    visitor.expect_error("ERR_CONNECTION_REFUSED")
    page = visitor.page("/")
    play = page.get_by_role("button", name="Play FreeCell")
    expect(play).to_be_visible()
    own_server.stop()
    play.click()
    dialog = page.get_by_role("dialog", name="Could not start a game")
    expect(dialog).to_have_accessible_description(UNREACHABLE)
    expect(page.get_by_role("button", name="OK")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(play).to_be_focused()
    for link in ("Statistics", "History", "You"):
        page.get_by_role("link", name=link, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Server not responding")
        expect(page.locator("main")).to_contain_text(UNREACHABLE)
    page.go_back()
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History")


def test_every_module_is_preloaded() -> None:
    """Browsers do not retry a module whose dynamic import has failed."""
    html = (STATIC / "index.html").read_text()
    modules = {file.name for file in (STATIC / "js").iterdir()}
    assert set(re.findall(r'"/static/js/([^"]+)"', html)) == modules | {"strings.js", "commands.js"}
    for name in modules:
        code = (STATIC / "js" / name).read_text()  # comments name types by import("...")
        assert "import(" not in re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL), name


def test_share_and_review_while_offline(visitor: Visitor, server: Server) -> None:
    visitor.expect_error("ERR_INTERNET_DISCONNECTED")
    with same_player(visitor, server) as client:
        lost = lost_game(client)
    page = visitor.page(f"/play/{lost['key']}")
    expect(page.locator(".game-over-bar")).to_be_visible()
    visitor.context.set_offline(True)
    page.locator(".game-over-bar [data-action=share]").click()
    dialog = page.locator("dialog[data-dialog=share]")
    expect(dialog).to_contain_text(UNREACHABLE)
    visitor.context.set_offline(False)
    dialog.get_by_role("button", name="Try again").click()
    dialog.locator("[data-action=create-link]").click()
    expect(page.locator("[data-field=link]")).to_be_visible()
    page.route("**/review", lambda route: route.abort("internetdisconnected"))
    page.goto(f"/analysis/{lost['key']}")
    failed = page.locator("[data-review=failed]")
    expect(failed).to_contain_text(UNREACHABLE)
    page.unroute("**/review")
    failed.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-review=done]")).to_be_visible()


def test_all_requests_go_to_the_server(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server)
    urls: set[str] = set()

    def log(request: Request) -> None:
        urls.add(request.url)

    visitor.context.on("request", log)
    with same_player(visitor, server) as client:
        won = win(client)
        shared = json_body(client.post(f"/games/{won['key']}/share", json={}))["url"]
        lost = lost_game(client, is_over=False)
    page = visitor.page()
    paths = ("/", "/statistics", "/history", "/player", "/rules/aces-up", f"/play/{lost['key']}")
    for path in (*paths, shared):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"/analysis/{won['key']}")
    expect(page.locator("[data-review=done]")).to_be_visible()
    page.locator(".analysis [data-action=share]").click()
    with page.expect_download():
        page.locator("[data-action=save-png]").click()
    elsewhere = [url for url in urls if not url.startswith((f"{server.url}/", "data:", "blob:"))]
    assert not elsewhere
    assert f"{server.url}/static/js/main.js" in urls


def test_without_javascript(browser: Chromium, server: Server) -> None:
    context = browser.browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Winnable needs JavaScript")
    context.close()
