"""The page of a deal: its table and its verdict in every game, and playing it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browsers import DESKTOP, PHONE, Visitor
from page import axe_checks
from page.browser_players import Keyboard
from page.conftest import NewVisitor
from page.screen_reader import ScreenReader
from playwright.sync_api import Locator, Page, Route, expect
from requires_kernels import need_kernels
from web_servers import Server

from winnable import DECK, GAMES, Session
from winnable.coach.atlas import DealFacts, deal_facts
from winnable.coach.effort import effort_for
from winnable.deals import MAX_DEAL
from winnable.solver import Limit, Verdict

UNKNOWN = iter(range(300_001, 400_000))
"""Deals whose verdicts do not ship with the package, in any game."""

UNSETTLED = {"verdict": "unsettled", "moves": None, "moves_by_hand": None, "level": None}

_DRAWN = """() => [...document.querySelectorAll(".table-picture use")].every((use) => {
  const card = document.getElementById(use.getAttribute("href").slice(1));
  return card && use.getBoundingClientRect().width > 0;
})"""


def facts(slug: str, number: int) -> DealFacts:
    game = GAMES[slug]
    return deal_facts(game, number, effort_for(game).open_limit)


def in_words(found: DealFacts) -> str:
    """What the page says of a deal that is settled."""
    if found.verdict is Verdict.LOST:
        return "Not winnable"
    end = ", and no fewer" if found.minimal else " or fewer"
    return f"Winnable ({found.moves_by_hand} moves{end})"


def tile(page: Page, slug: str) -> Locator:
    """The section of a game."""
    return page.get_by_role("region", name=GAMES[slug].name, exact=True)


def verdict(page: Page, slug: str) -> Locator:
    return tile(page, slug).locator(".deal-verdict")


def details(page: Page, slug: str) -> Locator:
    return tile(page, slug).locator("[data-field=details]")


def intercept(page: Page, slug: str, handle: Callable[[Route], None]) -> None:
    """Handle the requests for one game's facts; all others go to the server."""
    page.route(re.compile(rf"/api/v1/deals/\d+\?games={slug}$"), lambda route: handle(route))


def answer(route: Route, **fields: object) -> None:
    """Answer with other facts than the server's."""
    body = route.fetch().json()
    body["games"][0].update(fields)
    route.fulfill(json=body)


@pytest.fixture
def number() -> int:
    """A deal that the server has not been asked for yet, and that is solved quickly."""
    limit = Limit(states=10_000)
    game = GAMES["aces-up"]  # the other games are fast
    return next(
        number
        for number in UNKNOWN
        if deal_facts(game, number, limit).verdict is not Verdict.UNSETTLED
    )


@pytest.fixture
def _kernels() -> None:
    need_kernels()


pytestmark = pytest.mark.usefixtures("_kernels")


def test_look_up_a_deal_in_every_game(visitor: Visitor) -> None:
    page = visitor.page("/")
    page.get_by_role("link", name="Look up a deal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look up a deal")
    axe_checks.check(page, DESKTOP)
    page.get_by_role("textbox", name="Deal number").fill(" #617 ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 617")
    expect(page).to_have_title("Deal 617 · Winnable")
    assert page.url.endswith("/deals/617")
    assert page.get_by_role("heading", level=2).all_inner_texts() == [
        game.name for game in GAMES.values()
    ]
    for slug in GAMES:
        found = facts(slug, 617)
        expect(verdict(page, slug)).to_have_text(in_words(found))
        level = f"Level: {found.level.value}" if found.level else ""
        expect(details(page, slug)).to_have_text(level)
    axe_checks.check(page, DESKTOP)
    axe_checks.check(page, PHONE)
    for width in (PHONE[0], 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_pictures_show_and_tell_what_is_in_sight(visitor: Visitor) -> None:
    page = visitor.page("/deals/617")
    page.wait_for_function(_DRAWN)
    for slug, game in GAMES.items():
        view = Session(game, deal=617).view
        picture = tile(page, slug).get_by_role("img", name=f"The table of {game.name}")
        words = picture.get_attribute("aria-label") or ""
        drawn = [use.get_attribute("href") for use in picture.locator("use").all()]
        in_sight = {card for pile in (*view.columns, *view.foundations) for card in pile if card}
        assert {name for name in drawn if name != "#back"} == {f"#{card}" for card in in_sight}
        for card in DECK:
            assert (card.name in words) == (card in in_sight), (slug, card)
        first = ", ".join(card.name for card in view.columns[0] if card)
        assert re.search(
            rf"Column 1, {len(view.columns[0])} cards?: (\d face down, )?{first}\.", words
        )
        if view.stock:
            assert f"Stock, {view.stock} cards." in words
            expect(picture.locator("text")).to_have_text(str(view.stock))


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_play_this_deal(new_visitor: NewVisitor, server: Server, touch: bool) -> None:
    visitor = new_visitor(
        server, size=PHONE if touch else DESKTOP, touch=touch, settings={"lamp": False}
    )
    page = visitor.page("/deals/617")
    expect(verdict(page, "golf-relaxed")).to_contain_text("moves")
    assert visitor.context.cookies() == []  # whoever only looks is no player
    play = tile(page, "golf-relaxed").get_by_role("button", name="Play this deal of Golf Relaxed")
    play.tap() if touch else play.click()
    keys = Keyboard(page)
    keys.wait_until_shown()
    assert (keys.state["game"], keys.state["deal_number"]) == ("golf-relaxed", 617)


def test_previous_and_next(visitor: Visitor) -> None:
    page = visitor.page("/deals/2")
    heading = page.get_by_role("heading", level=1)
    previous = page.get_by_role("link", name="Previous deal")
    following = page.get_by_role("link", name="Next deal")
    expect(following).to_have_accessible_name("Next deal: 3")
    following.focus()
    for number in (3, 4):
        page.keyboard.press("Enter")
        expect(heading).to_have_text(f"Deal {number}")
        expect(following).to_be_focused()
        expect(page.locator("#polite")).to_contain_text(f"Deal {number}")
    page.go_back()
    expect(heading).to_have_text("Deal 3")
    for number in (2, 1):
        previous.click()
        expect(heading).to_have_text(f"Deal {number}")
    expect(previous).to_have_count(0)
    expect(following).to_be_focused()
    page.get_by_role("textbox", name="Deal number").fill(f"{MAX_DEAL:,}")
    page.get_by_role("button", name="Look up").click()
    expect(heading).to_have_text(f"Deal {MAX_DEAL}")
    expect(heading).to_be_focused()
    expect(following).to_have_count(0)


@pytest.mark.parametrize(
    "address",
    ["0", "1.5", "1e3", "617abc", "-1", str(2**33), "%3Cimg%20src=x%3E", "%F0%28", "9" * 300],
)
def test_bad_numbers(visitor: Visitor, address: str) -> None:
    page = visitor.page("/deals")
    page.goto(f"/deals/{address}")
    error = page.locator(".number-form .error-text")
    expect(error).to_have_text(
        re.compile(r"^“[^”]{1,41}” is not a deal number: write 1 to 8,589,934,591\.$")
    )
    expect(page.locator("#assertive")).to_contain_text("write 1 to 8,589,934,591.")
    field = page.get_by_role("textbox", name="Deal number")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    if address in ("1e3", "9" * 300):
        axe_checks.check(page, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.keyboard.type("no number")
    page.keyboard.press("Enter")
    expect(error).to_have_text("A deal number is a whole number from 1 to 8,589,934,591.")
    page.keyboard.press("Control+a")
    page.keyboard.type("42")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 42")


def test_a_number_as_people_write_it(visitor: Visitor) -> None:
    page = visitor.page("/deals/007")
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 7")
    assert page.url.endswith("/deals/7")


# -- verdicts that take long -----------------------------------------------------------------------


def test_a_slow_game_does_not_delay_the_others(fresh_visitor: Visitor, number: int) -> None:
    page = fresh_visitor.page()
    held: list[Route] = []
    intercept(page, "aces-up", held.append)
    page.goto(f"/deals/{number}")
    for slug in GAMES.keys() - {"aces-up"}:
        expect(verdict(page, slug)).to_have_text(in_words(facts(slug, number)))
    expect(verdict(page, "aces-up")).to_have_text("Working it out…")
    expect(tile(page, "aces-up").get_by_role("img")).to_be_visible()
    axe_checks.check(page, DESKTOP)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(verdict(page, "aces-up")).to_have_text(in_words(facts("aces-up", number)))


def test_a_verdict_that_is_known_is_shown_at_once(fresh_visitor: Visitor) -> None:
    page = fresh_visitor.page()
    held: list[Route] = []
    intercept(page, "freecell", held.append)
    page.goto("/deals/1234")
    expect(verdict(page, "freecell")).to_have_text("Winnable")
    expect(details(page, "freecell")).to_have_text("Working out the moves and the level…")
    axe_checks.check(page, PHONE)
    while not held:  # requests are sent a few at a time
        page.wait_for_timeout(20)
    answer(held[0], moves=None, moves_by_hand=None, level=None, final=True)
    expect(details(page, "freecell")).to_have_text("Level: not known")
    expect(verdict(page, "freecell")).to_have_text("Winnable")


def test_whoever_leaves_waits_no_longer(fresh_visitor: Visitor, number: int) -> None:
    page = fresh_visitor.page()
    intercept(page, "freecell", lambda route: None)
    page.goto(f"/deals/{number}")
    expect(verdict(page, "freecell")).to_have_text("Working it out…")
    with page.expect_event("requestfailed", lambda one: one.url.endswith("games=freecell")):
        page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")


def test_a_deal_that_stays_unsettled(fresh_visitor: Visitor, number: int) -> None:
    page = fresh_visitor.page()
    intercept(page, "aces-up", lambda route: answer(route, **UNSETTLED, final=True))
    page.goto(f"/deals/{number}")
    expect(verdict(page, "aces-up")).to_have_text("Not settled: the search reached its limit")
    expect(details(page, "aces-up")).to_have_text("")
    axe_checks.check(page, DESKTOP)


def test_errors_can_be_tried_again(fresh_visitor: Visitor, number: int) -> None:
    fresh_visitor.expect_error("503")
    page = fresh_visitor.page()
    attempts: list[Route] = []

    def handle(route: Route) -> None:
        attempts.append(route)
        if len(attempts) == 1:
            route.fulfill(status=503, json={"error": "the coach is busy: try again later"})
        elif len(attempts) == 2:
            answer(route, **UNSETTLED, final=False)
        else:
            route.continue_()

    intercept(page, "bakers-game", handle)
    page.goto(f"/deals/{number}")
    expect(verdict(page, "bakers-game")).to_have_text("Not worked out")
    expect(details(page, "bakers-game")).to_contain_text("The coach is busy: try again later.")
    expect(page.locator("#assertive")).to_have_text(
        "Baker's Game: The coach is busy: try again later."
    )
    axe_checks.check(page, DESKTOP)
    again = page.get_by_role("button", name="Try again for Baker's Game")
    again.press("Enter")
    expect(page.get_by_role("heading", name="Baker's Game")).to_be_focused()
    expect(verdict(page, "bakers-game")).to_have_text("Not settled so far")
    expect(details(page, "bakers-game")).to_contain_text("ended early")
    axe_checks.check(page, PHONE)
    again.click()
    expect(verdict(page, "bakers-game")).to_have_text(in_words(facts("bakers-game", number)))
    expect(again).to_have_count(0)
    for slug in GAMES:  # the others did not wait for it
        expect(verdict(page, slug)).to_have_text(in_words(facts(slug, number)))


def test_a_server_that_is_away(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server)
    visitor.expect_error("ERR_CONNECTION_REFUSED")
    page = visitor.page("/deals")
    expect(page.get_by_role("heading", level=1)).to_have_text("Look up a deal")
    own_server.stop()
    page.get_by_role("textbox", name="Deal number").fill("617")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Server not responding")
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 617")
    for slug in GAMES:
        expect(verdict(page, slug)).to_have_text(in_words(facts(slug, 617)))


# -- settings and screen readers -------------------------------------------------------------------


def test_with_a_screen_reader(visitor: Visitor, number: int) -> None:
    reader = ScreenReader(visitor)
    page = reader.go(f"/deals/{number}")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for slug, game in GAMES.items():
        found = facts(slug, number)
        reader.recall(re.escape(f"{game.name}: {in_words(found)}."))
        if found.level:
            reader.recall(f"Level: {found.level.value}")
    regions = page.get_by_role("main").get_by_role("region").all()
    assert len(regions) == len(GAMES)


def test_for_the_left_hand(new_visitor: NewVisitor, server: Server) -> None:
    """The picture is laid out as the board is."""
    stock_at = []
    for hand in ("right", "left"):
        page = new_visitor(server, settings={"hand": hand}).page("/deals/617")
        circle = tile(page, "easthaven").locator("circle")
        stock_at.append(float(circle.get_attribute("cx") or "nan"))
    assert stock_at[0] < stock_at[1]
