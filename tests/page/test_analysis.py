"""The analysis board: moves, verdicts, the losing move, branches, and lines that are kept."""

from __future__ import annotations

import re
from typing import cast

import pytest
from api_client import Json, act, ask, deal, json_body, look, make, win
from browsers import DESKTOP, PHONE, Visitor
from page.axe_checks import check
from page.browser_players import Keyboard, Mouse, Player, Pointer, Touch, piles_of
from page.conftest import NewVisitor
from page.played_games import LOSING_MOVES, MISTAKE, lost_game, same_player
from page.screen_reader import ScreenReader
from playwright.sync_api import Locator, Page, expect
from requires_kernels import need_kernels
from web_servers import Server

from winnable.l10n import languages

Found = tuple[Json, list[Json]]
LAST = len(LOSING_MOVES)

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def by_api(server: Server) -> Found:
    """The review of a lost game from the API, and the steps of the game."""
    need_kernels()
    with server.client() as client:
        state = lost_game(client)
        steps = json_body(client.get(f"/games/{state['key']}/analysis"))["steps"]
        return ask(client, state, "review")[-1], steps


@pytest.fixture
def lost(visitor: Visitor, server: Server) -> str:
    """The key of a visitor's lost game."""
    with same_player(visitor, server) as client:
        return str(lost_game(client)["key"])


class Analyst:
    """Somebody who analyses a game."""

    def __init__(self, player: Player) -> None:
        self.player, self.page = player, player.page

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.player.wait_until_shown()

    def expect_reviewed(self) -> None:
        expect(self.page.locator("[data-review=done]")).to_be_attached()

    def act(self, action: str) -> None:
        self.page.locator(f".analysis [data-action={action}]").click()

    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("list", name="Moves").get_by_role("button")

    @property
    def position(self) -> Locator:
        return self.page.locator("[data-field=step]")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("[data-field=verdict]")

    def expect_shown(self, view: Json) -> None:
        """The board shows a view."""
        assert self.player.piles == piles_of({"view": view})

    def play(self, action: str) -> Json:
        """Start a new game by one of the buttons; its state."""
        self.act(action)
        self.page.wait_for_url("**/play/*")
        self.page.locator("[data-page=game] .board").wait_for()
        self.player.wait_until_shown()
        return self.player.state

    def show_section(self, name: str) -> None:
        """Show a part of the analysis, where not all are shown at once."""
        switch = self.page.locator(f"[data-show={name}]")
        if switch.is_visible():
            switch.click()

    def keep(self, name: str) -> None:
        """Keep the line that is shown."""
        self.act("keep-line")
        dialog = self.page.locator("dialog[data-dialog=line]")
        dialog.locator("input").fill(name)
        dialog.locator("[data-action=save]").click()
        expect(self.page.locator("[data-field=line-name]")).to_have_text(name)


def test_from_a_lost_game(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, steps = by_api
    analyst = Analyst(Mouse(visitor.page()))
    page = analyst.page
    analyst.open(f"/play/{lost}")
    page.locator(".game-over-bar [data-action=review]").click()
    analyst.expect_reviewed()
    assert page.url.endswith(f"/analysis/{lost}")
    for moves_made, pressed in ((6, "ArrowLeft"), (5, "ArrowLeft"), (0, "Home"), (1, "ArrowRight")):
        page.keyboard.press(pressed)  # at once: nothing was clicked
        analyst.expect_shown(steps[moves_made]["view"])
    page.keyboard.press("End")
    expect(analyst.position).to_have_text("Move 7 of 7: 10♠ onto J♦ in column 1")
    expect(analyst.verdict).to_have_text("Lost.")
    marked = [
        at
        for at, move in enumerate(analyst.moves.all())
        if "mistake" in (move.get_attribute("class") or "")
    ]
    assert marked == [MISTAKE]
    expect(analyst.moves.nth(MISTAKE)).to_contain_text("lost the game")
    verdicts = [move.get_attribute("data-verdict") for move in analyst.moves.all()]
    assert verdicts == found["verdicts"]
    analyst.act("losing-move")
    expect(analyst.position).to_contain_text("Move 6 of 7: K♣ to cell 2")
    expect(analyst.verdict).to_have_text("Lost. This move lost the game.")
    expect(page.locator("[data-field=review-summary]")).to_contain_text("Move 6 lost the game")
    analyst.moves.nth(2).click()
    expect(analyst.verdict).to_have_text("Winnable.")
    assert look_at(analyst, lost)["moves_made"] == LAST  # an analysis changes nothing


@pytest.mark.parametrize("language", languages())
def test_the_graph_is_in_sight_on_a_wide_screen(
    new_visitor: NewVisitor, server: Server, language: str
) -> None:
    visitor = new_visitor(server, locale=language, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = lost_game(client)["key"]
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{key}")))
    analyst.expect_reviewed()
    expect(analyst.page.locator(".luck-chart")).to_be_in_viewport(ratio=1)


def look_at(analyst: Analyst, key: str) -> Json:
    return cast(Json, analyst.page.request.get(f"/api/v1/games/{key}").json())


def test_what_would_have_won(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, steps = by_api
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{lost}")))
    page = analyst.page
    analyst.expect_reviewed()
    kept = page.locator("[data-move]")
    moves = [button.get_attribute("data-move") for button in kept.all()]
    assert moves == found["kept_by"][:8]
    assert LOSING_MOVES[MISTAKE - 1] not in moves
    kept.first.click()
    expect(analyst.position).to_contain_text("Line after move 5, move 1 of 1: ")
    expect(analyst.verdict).to_contain_text("Winnable (")
    analyst.act("leave-line")
    expect(analyst.position).to_contain_text("Move 5 of 7")
    for action, start, win_steps in (
        ("rest-win", 5, found["rest"]),
        ("best-win", 0, found["best"]),
    ):
        analyst.act(action)
        expect(analyst.verdict).to_have_text("On the way to a win.")
        analyst.expect_shown(win_steps[1]["view"])
        page.keyboard.press("ArrowLeft")
        analyst.expect_shown(steps[start]["view"])
        page.keyboard.press("End")
        assert all(len(analyst.player.piles[f"f{slot}"]) == 13 for slot in range(1, 5))
        expect(page.locator("[data-action=play-here]")).to_have_attribute("aria-disabled", "true")


SMALL = [(1366, 650), (820, 1180), PHONE, (360, 640), (844, 390)]


@pytest.mark.parametrize("size", SMALL, ids=[f"{width}x{height}" for width, height in SMALL])
def test_a_move_is_pressed_and_its_position_seen(
    new_visitor: NewVisitor, server: Server, size: tuple[int, int]
) -> None:
    """Board, moves and steps are in sight together, and stay where they are."""
    visitor = new_visitor(server, size=size, touch=size != SMALL[0], settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = str(lost_game(client)["key"])
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{key}")))
    page = analyst.page
    analyst.expect_reviewed()
    parts = [page.locator(one) for one in (".board", ".step-controls", ".move-list-frame")]
    where = [part.bounding_box() for part in parts]
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
    page.locator("[data-action=replay-first]").click()
    for _ in range(3):
        page.locator("[data-action=replay-next]").click()
    current = page.locator(".move[aria-current]")
    expect(current).to_have_attribute("data-index", "3")
    expect(current).to_be_in_viewport(ratio=1)
    analyst.moves.nth(4).click()
    expect(analyst.position).to_contain_text("Move 4 of 7")
    assert [part.bounding_box() for part in parts] == where
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", SMALL, ids=[f"{width}x{height}" for width, height in SMALL])
def test_with_letters_twice_as_large(
    new_visitor: NewVisitor, server: Server, size: tuple[int, int]
) -> None:
    visitor = new_visitor(server, size=size, touch=size != SMALL[0], settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = str(lost_game(client)["key"])
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{key}")))
    page = analyst.page
    analyst.expect_reviewed()
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.locator(".analysis").evaluate("(node) => node.scrollWidth") <= size[0]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-controls")).to_be_in_viewport(ratio=1)
    expect(page.locator(".move[aria-current]")).to_be_in_viewport()
    expect(page.locator(".board [data-place=t1]").first).to_be_in_viewport()


def test_from_a_won_game(visitor: Visitor, server: Server) -> None:
    need_kernels()
    with same_player(visitor, server) as client:
        state = win(client)
    analyst = Analyst(Mouse(visitor.page(f"/play/{state['key']}")))
    analyst.page.locator(".toolbar [data-action=review]").click()
    analyst.expect_reviewed()
    expect(analyst.verdict).to_contain_text("Won.")
    expect(analyst.page.locator("[data-action=losing-move]")).to_have_count(0)
    analyst.page.keyboard.press("ArrowLeft")
    expect(analyst.verdict).to_contain_text("Winnable, as the cards lay.")


@SIZES
def test_a_branch_is_kept_shared_and_opened_by_somebody_else(
    new_visitor: NewVisitor, server: Server, other_visitor: Visitor, size: tuple[int, int]
) -> None:
    is_phone = size == PHONE
    visitor = new_visitor(server, size=size, touch=is_phone, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = str(lost_game(client)["key"])
    player: Pointer = (Touch if is_phone else Mouse)(visitor.page(f"/analysis/{key}"))
    analyst = Analyst(player)
    page = analyst.page
    analyst.expect_reviewed()
    page.keyboard.press("Home")
    player.make("t4c1")  # the game's own move: no branch
    expect(analyst.position).to_contain_text("Move 1 of 7")
    player.make("t4c2")
    player.make("t7c3")
    expect(analyst.position).to_contain_text("Line after move 1, move 2 of 2: ")
    expect(analyst.verdict).to_contain_text(re.compile("Winnable|Lost"))
    analyst.keep("Two at once")
    shown = player.piles
    page.reload()
    player.wait_until_shown()
    expect(page.locator("[data-field=line-name]")).to_have_text("Two at once")
    analyst.act("leave-line")
    analyst.show_section("more")
    page.get_by_role("button", name=re.compile("^Two at once")).click()
    page.keyboard.press("End")
    assert player.piles == shown
    analyst.act("leave-line")
    player.make("t4c2")  # the line's own move: it is followed
    expect(page.locator("[data-field=line-name]")).to_have_text("Two at once")
    expect(page.locator(".of-line .move[data-verdict]")).not_to_have_count(0)
    page.keyboard.press("End")
    analyst.act("rename-line")
    dialog = page.locator("dialog[data-dialog=line]")
    dialog.locator("input").fill("Both")
    dialog.locator("[data-action=save]").click()
    expect(page.locator("[data-field=line-name]")).to_have_text("Both")
    check(page, size)
    analyst.show_section("more")
    analyst.act("share")
    page.locator("[data-action=create-link]").click()
    link = page.locator("[data-field=link]").input_value()
    watcher = Analyst(Mouse(other_visitor.page(link)))
    watcher.moves.filter(has_text="Both").click()  # where it leaves the game
    watcher.page.keyboard.press("End")
    assert watcher.player.piles == shown
    cast(Pointer, watcher.player).make("t1c4")
    expect(watcher.position).to_contain_text("Line after move 1, move 3 of 3: ")
    expect(watcher.verdict).to_contain_text(re.compile("Winnable|Lost"))
    tried = watcher.player.piles
    watcher.page.reload()
    expect(watcher.position).to_contain_text("Line after move 1, move 3 of 3: ")
    assert watcher.player.piles == tried
    watcher.show_section("more")
    state = watcher.play("play-here")
    assert (state["deal_number"], state["moves_made"]) == (617, 4)
    page.keyboard.press("Escape")
    analyst.show_section("moves")
    analyst.act("delete-line")
    page.locator("dialog [data-action=yes]").click()
    expect(page.locator("[data-line]")).to_have_count(0)
    other_visitor.page(link)
    expect(watcher.page.locator("[data-line]")).to_have_count(0)


def test_two_tabs_do_not_overwrite_each_others_lines(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        key = str(lost_game(client)["key"])
    first = Analyst(Keyboard(visitor.page()))
    second = Analyst(Keyboard(visitor.context.new_page()))
    for analyst in (first, second):
        analyst.open(f"{server.url}/analysis/{key}")
        analyst.expect_reviewed()
        analyst.page.locator("[data-move]").first.click()
    first.keep("First")
    visitor.expect_error("409")
    second.act("keep-line")
    second.page.locator("dialog [data-action=save]").click()
    expect(second.page.locator(".current-line .error-text")).to_contain_text("another window")
    expect(second.page.locator("[data-line]")).to_have_text(re.compile("^First"))
    second.keep("Second")
    expect(second.page.locator("[data-line]")).to_have_count(2)
    # The second line becomes the first: what is done to it there is done to it.
    first.page.reload()
    first.page.locator("[data-line]").first.click()
    first.act("delete-line")
    first.page.locator("dialog [data-action=yes]").click()
    expect(first.page.locator("[data-line]")).to_have_count(1)
    second.act("delete-line")
    second.page.locator("dialog [data-action=yes]").click()
    expect(second.page.locator("[data-line]")).to_have_count(1)
    expect(second.page.locator(".current-line .error-text")).to_be_visible()
    expect(second.page.locator("[data-line]")).to_have_text(re.compile("^Second"))
    second.act("delete-line")
    second.page.locator("dialog [data-action=yes]").click()
    expect(second.page.locator("[data-line]")).to_have_count(0)
    second.page.close()


def test_an_unseen_card_is_not_turned_up(visitor: Visitor, server: Server) -> None:
    need_kernels()
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal", "deal")
        key = act(client, state, "give-up")["key"]
    mouse = Mouse(visitor.page(f"/analysis/{key}"))
    analyst = Analyst(mouse)
    analyst.expect_reviewed()
    shown = mouse.piles
    visitor.expect_error("422")
    mouse.press(mouse.point("stock")[1])
    expect(analyst.page.locator("[data-field=message]")).to_have_text(
        "That would turn up a card you have not seen in this game. Play from here instead."
    )
    assert mouse.piles == shown
    assert analyst.play("play-here")["moves_made"] == 2


def test_a_win_with_unseen_cards_is_played_and_not_kept(visitor: Visitor, server: Server) -> None:
    need_kernels()
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "golf-relaxed", deal_number=16), *["deal"] * 6)
        key = act(client, state, "give-up")["key"]
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{key}")))
    analyst.expect_reviewed()
    page = analyst.page
    page.locator("[data-action=rest-win], [data-action=best-win]").first.click()
    expect(page.locator(".current-line")).to_contain_text("not keep it")
    expect(page.locator("[data-action=keep-line]")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert analyst.play("play-here")["moves_made"] > 20


def test_a_game_that_goes_on_is_given_up_first(visitor: Visitor, server: Server) -> None:
    need_kernels()
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal", "deal")
    page = visitor.page(f"/play/{state['key']}")
    page.locator(".toolbar [data-action=review]").click()
    panel = page.locator("[data-field=not-over]")
    expect(panel).to_contain_text("This game is still going")
    expect(page.locator(".board")).to_have_count(0)
    assert not any(re.match("POST .*review", asked) for asked in visitor.requests)
    panel.get_by_role("link", name="Continue the game").click()
    Mouse(page).wait_until_shown()
    page.go_back()
    panel.get_by_role("button", name="Give up and analyse").click()
    expect(page.locator("[data-review=done]")).to_be_visible()
    answer = page.request.get(f"/api/v1/games/{state['key']}").json()
    assert answer["outcome"] == "given up"


def test_old_links_to_reviews(visitor: Visitor, lost: str) -> None:
    page = visitor.page(f"/play/{lost}#review")
    expect(page.locator("[data-review=done]")).to_be_visible()
    assert page.url.endswith(f"/analysis/{lost}")
    page.goto("/history")
    page.get_by_role("link", name="Review: FreeCell #617").click()
    expect(page.locator("[data-review=done]")).to_be_visible()


def test_playing_the_deal_again(visitor: Visitor, lost: str) -> None:
    analyst = Analyst(Mouse(visitor.page(f"/analysis/{lost}")))
    state = analyst.play("play-this")
    assert (state["deal_number"], state["moves_made"], state["used_help"]) == (617, 0, False)


def test_there_is_none_before_the_first_move(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page())
    state = mouse.start_game("freecell", deal_number=1)
    review = mouse.page.locator(".toolbar [data-action=review]")
    expect(review).to_have_attribute("aria-disabled", "true")
    mouse.page.goto(f"/analysis/{state['key']}")
    expect(mouse.page.locator("[data-field=not-over]")).to_contain_text("before the first move")


def test_a_review_counts_as_aid(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        state = lost_game(client, is_over=False)
        assert not look(client, state)["used_help"]
        page = visitor.page(f"/analysis/{state['key']}")
        expect(page.locator("[data-field=review-status]")).to_contain_text("counts as help")
        assert not look(client, state)["used_help"]
        page.locator("[data-action=ask-review]").click()
        expect(page.locator("[data-review=done]")).to_be_visible()
        hints = look(client, state)["hints"]
        page.reload()
        page.locator("[data-action=ask-review]").click()
        expect(page.locator("[data-review=done]")).to_be_visible()
        assert look(client, state)["hints"] == hints == 1


def test_by_keyboard(visitor: Visitor, by_api: Found, lost: str) -> None:
    _, steps = by_api
    keys = Keyboard(visitor.page(f"/analysis/{lost}"))
    analyst = Analyst(keys)
    analyst.expect_reviewed()
    keys.press("Home")
    keys.tab_to(".move[aria-current]")
    keys.press("ArrowRight")
    expect(keys.page.locator(".move:focus")).to_have_attribute("data-index", "1")
    analyst.expect_shown(steps[1]["view"])
    keys.tab_to("[data-field=graph]")
    keys.press("ArrowLeft", "ArrowLeft")
    analyst.expect_shown(steps[0]["view"])
    keys.tab_to(".board [data-place] button")
    keys.make("t4c2")  # on the board, somebody who came by Tab goes from card to card
    expect(analyst.position).to_have_text("Line from the start, move 1 of 1: 4♥ to cell 2")
    analyst.act("leave-line")
    analyst.expect_shown(steps[0]["view"])
    keys.tab_to("[data-action=replay-last]")
    keys.press("Enter")
    analyst.expect_shown(steps[LAST]["view"])


def test_with_a_screen_reader(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, _ = by_api
    reader = ScreenReader(visitor)
    page = reader.go(f"/analysis/{lost}")
    reader.hear(found["text_lines"][0])
    reader.press("ArrowLeft")
    reader.hear("Move 6 of 7: king of clubs to cell 2. Lost. This move lost the game.")
    reader.activate(page.get_by_role("button", name="Show move 6"))
    reader.hear("This move lost the game.")
    reader.activate(page.locator("[data-move]").first)
    reader.hear("Line after move 5, move 1 of 1: ")
    reader.hear(re.compile("Winnable"))
    reader.activate(page.get_by_role("button", name="Leave this line"))
    assert reader.focus["name"]


def tap_targets(page: Page) -> list[str]:
    """Controls of the analysis that are too small for a finger."""
    found: list[str] = page.evaluate("""() =>
      [...document.querySelectorAll(".analysis-side :is(button, a, summary, input)")]
        .filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML.slice(0, 120))""")
    return found


@SIZES
def test_layout(new_visitor: NewVisitor, server: Server, size: tuple[int, int]) -> None:
    need_kernels()
    visitor = new_visitor(server, size=size, settings={"lamp": False})
    with same_player(visitor, server) as client:
        key = lost_game(client)["key"]
    page = visitor.page(f"/analysis/{key}")
    analyst = Analyst(Mouse(page))
    analyst.expect_reviewed()
    assert tap_targets(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    board, controls = (page.locator(one).bounding_box() for one in (".board", ".step-controls"))
    assert board
    assert controls
    if size == PHONE:
        assert controls["y"] >= board["y"] + board["height"]
        assert controls["y"] + controls["height"] <= size[1]
    else:
        assert controls["x"] >= board["x"] + board["width"]
    check(page, size)
    for section in ("more", "review"):
        analyst.show_section(section)
        assert tap_targets(page) == []
        check(page, size)
    page.locator("[data-move]").first.click()
    expect(page.locator("[data-action=keep-line]")).to_be_visible()
    check(page, size)
