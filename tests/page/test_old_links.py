"""The page opens links, cookies and settings of Winnable 0.1.0: see `written_by_0_1/README.md`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Visitor
from page.browser_players import Keyboard
from page.conftest import NewVisitor
from playwright.sync_api import expect
from web_servers import Server, server

FILES = Path(__file__).parents[1] / "written_by_0_1"
PLAYER = json.loads((FILES / "facts.json").read_text(encoding="utf-8"))["players"]["2"]
SETTINGS = json.loads((FILES / "page_settings.json").read_text(encoding="utf-8"))


@pytest.fixture
def old_server(tmp_path: Path) -> Iterator[Server]:
    file = shutil.copyfile(FILES / "games.db", tmp_path / "games.db")
    with server(f"sqlite:///{file}", "--workers", "1") as running:
        yield running


@pytest.fixture
def returning(new_visitor: NewVisitor, old_server: Server) -> Visitor:
    """Player 2, in a browser that has kept the cookie and the settings."""
    visitor = new_visitor(old_server, settings=SETTINGS)
    cookie = PLAYER["cookie"]
    visitor.context.add_cookies(
        [{"name": cookie["name"], "value": cookie["value"], "url": old_server.url}]
    )
    return visitor


def test_a_share_link_shows_the_game_to_a_stranger(
    new_visitor: NewVisitor, old_server: Server
) -> None:
    page = new_visitor(old_server).page(f"/s/{PLAYER['shared_win']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Golf Relaxed")
    page.keyboard.press("End")
    expect(page.locator("[data-field=step]")).to_contain_text("Move 43 of 43")


def test_a_player_comes_back_to_a_game(returning: Visitor) -> None:
    player = Keyboard(returning.page(f"/t/{PLAYER['game_in_progress']}"))
    player.wait_until_shown()
    assert player.piles["c1"] == ["6S"]
    look = player.page.evaluate("() => ({...document.documentElement.dataset})")
    for name in ("theme", "index", "hand"):
        assert look[name] == SETTINGS[name]
    assert look["four"] == "true"
    version = player.version
    player.press("u")
    player.wait_until_shown(version)
    assert player.version > version
