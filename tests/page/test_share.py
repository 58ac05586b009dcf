"""Sharing a finished game: the link, its replay, pictures, and stopping to share."""

from __future__ import annotations

import json
import re
import struct
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from api_client import Json, deal, json_body, make, win
from browsers import PHONE, Visitor
from page.browser_players import Mouse, Player, piles_of
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from playwright.sync_api import Download, Page, expect
from web_servers import Server

from winnable import parse_record

PNG = b"\x89PNG\r\n\x1a\n"


class Watcher(Player):
    """Someone who watches a shared game."""

    def shows(self, view: Json) -> bool:
        """Whether the board shows a view."""
        piles = self.page.evaluate(_PILES)
        return bool(piles == piles_of({"view": view}))


_PILES = """() => Object.fromEntries(
  [...document.querySelectorAll(".analysis-board [data-place]")].map((pile) => [
    pile.dataset.place,
    [...pile.querySelectorAll(".item:not(.base)")].map((slot) => slot.dataset.card),
  ]),
)"""


@pytest.fixture
def owner(visitor: Visitor, server: Server) -> Page:
    """The page of a player who is sharing a won game."""
    with same_player(visitor, server) as client:
        key = win(client)["key"]
    page = visitor.page(f"/play/{key}")
    page.locator(".toolbar [data-action=share]").click()
    page.locator("[data-action=create-link]").click()
    expect(page.locator("[data-field=link]")).to_be_visible()
    return page


def link_in(page: Page) -> str:
    return page.locator("[data-field=link]").input_value()


def test_anyone_can_watch_the_replay(other_visitor: Visitor, server: Server, owner: Page) -> None:
    link = link_in(owner)
    assert re.fullmatch(rf"{server.url}/s/[\w-]+", link)
    watcher = Watcher(other_visitor.page(link))
    page = watcher.page
    with server.client() as client:
        shared = json_body(client.get(f"/shared/{link.rpartition('/')[2]}"))
    steps = shared["steps"]
    expect(page.get_by_role("heading", level=1)).to_have_text("Golf Relaxed #16")
    expect(page.locator(".analysis-facts")).to_contain_text(f"{len(steps) - 1} moves")
    assert watcher.shows(steps[0]["view"])
    step = page.locator("[data-field=step]")
    for moves_made in (1, 2):
        page.get_by_role("button", name="Next").click()
        expect(step).to_have_text(
            f"Move {moves_made} of {len(steps) - 1}: {steps[moves_made]['text']}"
        )
        assert watcher.shows(steps[moves_made]["view"])
    page.keyboard.press("End")
    expect(step).to_contain_text(f"Move {len(steps) - 1} of ")
    assert watcher.shows(steps[-1]["view"])
    page.keyboard.press("Home")
    assert watcher.shows(steps[0]["view"])
    assert other_visitor.context.cookies() == []
    assert {asked.split()[0] for asked in other_visitor.requests} == {"GET"}


def test_a_shared_game_cannot_be_changed(
    other_visitor: Visitor, server: Server, owner: Page
) -> None:
    link = link_in(owner)
    key = link.rpartition("/")[2]
    with server.client() as client:
        shared = client.get(f"/shared/{key}").text
    page = other_visitor.page(link)
    steps = json.loads(shared)["steps"]
    at, move = next(
        (at, move)
        for at, (step, played) in enumerate(pairwise(steps))
        for move in step["legal_moves"]
        if move not in ("deal", played["move"])
    )
    page.locator(f"[data-index='{at}']").click()
    Mouse(page).make(move)
    expect(page.locator("[data-field=line-name]")).to_be_visible()
    expect(page.locator("[data-action=keep-line]")).to_have_count(0)
    page.keyboard.press("u")
    with server.client() as client:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            assert client.request(method, f"/shared/{key}", json={}).status_code == 405
        for what in ("undo", "redo", "give-up", "share", "hint", "lines"):
            body = {"version": 1}
            assert client.post(f"/shared/{key}/{what}", json=body).status_code in (404, 405)
            assert client.post(f"/games/{key}/{what}", json=body).status_code == 404
        assert client.get(f"/shared/{key}").text == shared
        assert not client.cookies


@pytest.mark.heavy
def test_the_replay_plays_by_itself(new_visitor: NewVisitor, server: Server, owner: Page) -> None:
    other_visitor = new_visitor(server)
    page = other_visitor.page()
    page.clock.install()
    page.goto(link_in(owner))
    page.get_by_role("button", name="Play", exact=True).click()
    step = page.locator("[data-field=step]")
    page.clock.run_for(1000)
    expect(step).to_contain_text("Move 1 of")
    page.clock.run_for(60_000)
    expect(step).to_contain_text(re.compile(r"^Move (\d+) of \1:"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_copying_the_link(owner: Page) -> None:
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.get_by_role("button", name="Copy").click()
    expect(owner.locator("[data-field=share-status]")).to_have_text("Link copied.")
    assert owner.evaluate("() => navigator.clipboard.readText()") == link_in(owner)
    owner.context.clear_permissions()


def saved(download: Download, folder: Path) -> bytes:
    """The content of a downloaded file."""
    path = folder / download.suggested_filename
    download.save_as(path)
    return path.read_bytes()


def test_downloading_pictures(owner: Page, tmp_path: Path) -> None:
    with owner.expect_download() as coming:
        owner.locator("[data-action=save-svg]").click()
    assert coming.value.suggested_filename == "golf-relaxed-16.svg"
    drawing = ElementTree.fromstring(saved(coming.value, tmp_path))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    with owner.expect_download() as coming:
        owner.locator("[data-action=save-png]").click()
    assert coming.value.suggested_filename == "golf-relaxed-16.png"
    image = saved(coming.value, tmp_path)
    assert image[:8] == PNG
    width, height = struct.unpack(">II", image[16:24])
    assert width >= 1200
    assert height > 300
    assert len(image) > 10_000  # not an empty picture
    picture = owner.locator("img.result-picture")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")


def test_downloading_the_record(other_visitor: Visitor, owner: Page, tmp_path: Path) -> None:
    page = other_visitor.page(link_in(owner))
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the record").click()
    record = parse_record(saved(coming.value, tmp_path).decode())
    assert (record.game.slug, record.tags["Deal"]) == ("golf-relaxed", "16")
    assert record.session().is_won
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download the picture").click()
    assert saved(coming.value, tmp_path)[:8] == PNG


def test_a_look_at_the_dialog_shares_nothing(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        key = win(client)["key"]
        page = visitor.page(f"/play/{key}")
        page.locator(".toolbar [data-action=share]").click()
        expect(page.locator("[data-action=create-link]")).to_be_visible()
        expect(page.locator("[data-field=link]")).to_have_count(0)
        assert json_body(client.get(f"/games/{key}"))["share_key"] is None
        page.locator("[data-action=create-link]").click()
        link = link_in(page)
        assert link.endswith(json_body(client.get(f"/games/{key}"))["share_key"])
        page.keyboard.press("Escape")
        page.locator(".toolbar [data-action=share]").click()
        assert link_in(page) == link  # a link that exists is shown
        client.delete(f"/games/{key}/share")  # in another window
        page.keyboard.press("Escape")
        page.locator(".toolbar [data-action=share]").click()
        expect(page.locator("[data-action=create-link]")).to_be_visible()


def test_stopping_to_share(other_visitor: Visitor, owner: Page) -> None:
    link = link_in(owner)
    owner.locator("[data-action=withdraw]").click()
    expect(owner.locator("[data-action=create-link]")).to_be_visible()
    other_visitor.expect_error("404")
    page = other_visitor.page(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Game not found")
    expect(page.locator("main")).to_contain_text("stopped sharing")
    owner.locator("[data-action=create-link]").click()
    assert link_in(owner) != link
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game not found")


def test_playing_the_same_deal(other_visitor: Visitor, owner: Page) -> None:
    player = Player(other_visitor.page(link_in(owner)))
    player.page.get_by_role("button", name="Play this deal").click()
    player.page.wait_for_url("**/play/*")
    player.wait_until_shown()
    state = player.state
    assert (state["game"], state["deal_number"], state["moves_made"]) == ("golf-relaxed", 16, 0)


def test_playing_the_same_deal_without_a_number(
    other_visitor: Visitor, visitor: Visitor, server: Server
) -> None:
    with same_player(visitor, server) as client:
        state = win(client, "golf-relaxed-deck")
        link = json_body(client.post(f"/games/{state['key']}/share", json={}))["url"]
    start = first_view(server, link)
    player = Player(other_visitor.page(link))
    player.page.get_by_role("button", name="Play this deal").click()
    player.page.wait_for_url("**/play/*")
    player.wait_until_shown()
    assert player.state["moves_made"] == 0
    assert player.piles == piles_of({"view": start})


def first_view(server: Server, link: str) -> Json:
    with server.client() as client:
        shared = json_body(client.get(f"/shared/{link.rpartition('/')[2]}"))
    view: Json = shared["steps"][0]["view"]
    return view


def test_only_finished_games_can_be_shared(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        going = make(client, deal(client, "freecell", deal_number=1), "t3c1")
        lost_game(client)
    page = visitor.page(f"/play/{going['key']}")
    share = page.locator(".toolbar [data-action=share]")
    expect(share).to_have_attribute("aria-disabled", "true")
    page.goto("/history")
    page.get_by_role("button", name="Share: FreeCell #617").click()
    page.locator("[data-action=create-link]").click()
    expect(page.locator("[data-field=link]")).to_be_visible()
    page.keyboard.press("Escape")
    row = page.locator("tr[data-outcome='given up']")
    expect(row.locator("[data-action=share]")).to_have_text("Shared")


@pytest.mark.heavy
def test_on_a_phone(new_visitor: NewVisitor, server: Server, owner: Page) -> None:
    page = new_visitor(server, size=PHONE, touch=True).page(link_in(owner))
    page.locator("[data-action=replay-next]").tap()
    expect(page.locator("[data-field=step]")).to_contain_text("Move 1 of")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


def test_a_link_to_ones_own_computer_is_said_to_work_there_only(owner: Page) -> None:
    dialog = owner.get_by_role("dialog")
    expect(dialog).to_contain_text("This link works on this computer only")
    expect(dialog).not_to_contain_text("Anyone with this link")
