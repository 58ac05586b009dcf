"""The review of a game: verdicts, the losing move, alternatives, wins."""

from __future__ import annotations

import json
import re

import pytest
from api_client import Json, ask, deal, json_body, look, make, win
from browsers import DESKTOP, PHONE, Visitor
from page.browser_players import Keyboard, Mouse, Player, piles_of
from page.conftest import NewVisitor
from page.played_games import LOSING_MOVES, MISTAKE, lost_game, same_player
from page.screen_reader import ScreenReader
from playwright.sync_api import Locator, expect
from web_servers import Server


class Reviewer(Mouse):
    """A player with a mouse who reviews a game."""

    @property
    def review(self) -> Locator:
        """The panel below the board."""
        return self.page.locator("[data-review]")

    @property
    def marks(self) -> Locator:
        """The marks of the verdict strip."""
        return self.page.get_by_role("toolbar", name="Verdicts").get_by_role("button")

    def open(self, key: str) -> None:
        """Open the review of a game, and wait until it is complete."""
        self.page.goto(f"/play/{key}")
        self.wait_until_shown()
        self.page.locator(".toolbar [data-action=review]").click()
        self.expect_done()

    def expect_done(self) -> None:
        """The review is complete."""
        expect(self.page.locator("[data-review=done]")).to_be_visible()

    def act(self, action: str) -> None:
        """Press one of the review's buttons."""
        self.review.locator(f"[data-action={action}]").click()


Found = tuple[Json, list[Json]]


@pytest.fixture(scope="module")
def by_api(server: Server) -> Found:
    """The review of a lost game from the API, and the steps of the game."""
    with server.client() as client:
        state = lost_game(client)
        steps = json_body(client.get(f"/games/{state['key']}/steps"))["steps"]
        return ask(client, state, "review")[-1], steps


@pytest.fixture
def lost(visitor: Visitor, server: Server) -> str:
    """The key of a visitor's lost game."""
    with same_player(visitor, server) as client:
        return str(lost_game(client)["key"])


def shown(player: Player, view: Json) -> bool:
    """Whether the board shows a view."""
    return player.piles == piles_of({"view": view})


def test_verdict_strip_of_a_lost_game(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, steps = by_api
    reviewer = Reviewer(visitor.page())
    reviewer.open(lost)
    verdicts = ["winnable"] * MISTAKE + ["lost"] * 2
    assert found["verdicts"] == verdicts
    assert found["mistake"] == MISTAKE
    names = [sign.get_attribute("aria-label") for sign in reviewer.marks.all()]
    assert names == [
        "At the start: winnable",
        *(f"After move {moves_made}: winnable" for moves_made in range(1, MISTAKE)),
        "After move 6: lost; this move lost the game",
        "After move 7: lost",
    ]
    expect(reviewer.page.get_by_role("toolbar", name="Verdicts")).to_have_accessible_name(
        "Verdicts. From the start to move 5: winnable. After moves 6 to 7: lost."
    )
    for line in found["text_lines"]:
        expect(reviewer.review).to_contain_text(line)
    for moves_made in (MISTAKE, 0, 3, len(LOSING_MOVES)):
        reviewer.marks.nth(moves_made).click()
        expect(reviewer.marks.nth(moves_made)).to_have_attribute("aria-current", "step")
        assert shown(reviewer, steps[moves_made]["view"])
        here = reviewer.page.locator("[data-field=review-position]")
        expect(here).to_contain_text("Winnable here." if moves_made < MISTAKE else "Lost here.")
    assert reviewer.state["moves_made"] == len(LOSING_MOVES)  # a review changes nothing


def test_losing_move_and_alternatives(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, steps = by_api
    reviewer = Reviewer(visitor.page())
    reviewer.open(lost)
    reviewer.act("losing-move")
    here = reviewer.page.locator("[data-field=review-position]")
    expect(here).to_have_text("Move 6: t3c2: K♣ to cell 2. Lost here. This move lost the game.")
    assert shown(reviewer, steps[MISTAKE]["view"])
    kept = reviewer.review.locator("[data-move]")
    moves = [button.get_attribute("data-move") for button in kept.all()]
    assert moves == found["kept_by"][: len(moves)]
    assert len(moves) == min(8, len(found["kept_by"]))
    assert LOSING_MOVES[MISTAKE - 1] not in moves
    expect(reviewer.review).to_contain_text("After move 5, these would have kept the win")
    kept.first.click()
    assert shown(reviewer, steps[MISTAKE - 1]["view"])
    expect(reviewer.page.locator(".board .hint-card")).not_to_have_count(0)
    expect(reviewer.page.locator(".board .hint-target")).to_have_count(1)
    board = [*reviewer.piles.values()]
    assert sum(map(len, board)) == 52


def test_replaying_wins(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, _ = by_api
    reviewer = Reviewer(visitor.page())
    reviewer.open(lost)
    for action, steps in (("rest-win", found["rest"]), ("best-win", found["best"])):
        reviewer.act(action)
        step = reviewer.page.locator("[data-field=step]")
        expect(step).to_have_text(f"Start of {len(steps) - 1} moves")
        assert shown(reviewer, steps[0]["view"])
        reviewer.act("replay-next")
        expect(step).to_have_text(f"Move 1 of {len(steps) - 1}: {steps[1]['text']}")
        assert shown(reviewer, steps[1]["view"])
        reviewer.act("replay-last")
        assert shown(reviewer, steps[-1]["view"])
        assert all(len(reviewer.piles[f"f{slot}"]) == 13 for slot in range(1, 5))
        reviewer.act("replay-back")
        assert shown(reviewer, steps[-2]["view"])
        reviewer.act("replay-first")
        assert shown(reviewer, steps[0]["view"])
        reviewer.act("end-replay")
        expect(step).to_have_count(0)


def test_back_to_the_last_winnable_position(visitor: Visitor, lost: str) -> None:
    reviewer = Reviewer(visitor.page())
    reviewer.open(lost)
    version = reviewer.version
    reviewer.act("last-winnable")
    reviewer.wait_until_shown(version)
    state = reviewer.state
    assert (state["moves_made"], state["moves_undone"]) == (MISTAKE - 1, 2)
    assert reviewer.piles == piles_of(state)
    expect(reviewer.review).to_have_count(0)
    reviewer.make("t8c2")  # the game continues from there
    assert reviewer.state["moves_made"] == MISTAKE


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESKTOP, id="desk"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.heavy),
    ],
)
def test_by_keyboard(new_visitor: NewVisitor, server: Server, size: tuple[int, int]) -> None:
    visitor = new_visitor(server, size=size, settings={"lamp": False})
    with same_player(visitor, server) as client:
        state = lost_game(client)
        steps = json_body(client.get(f"/games/{state['key']}/steps"))["steps"]
    keys = Keyboard(visitor.page(f"/play/{state['key']}"))
    page = keys.page
    keys.wait_until_shown()
    keys.tab_to(".game-over-bar [data-action=review]")
    keys.press("Enter")
    expect(page.locator("[data-review=done]")).to_be_visible()
    keys.tab_to(".verdict-strip button")
    expect(page.locator(".verdict-strip button:focus")).to_have_attribute("data-moves-made", "7")
    for key, moves_made in (
        ("ArrowLeft", 6),
        ("Home", 0),
        ("ArrowRight", 1),
        ("End", 7),
        ("PageUp", 0),
    ):
        keys.press(key)
        expect(page.locator(".verdict-strip button:focus")).to_have_attribute(
            "data-moves-made", str(moves_made)
        )
        assert shown(keys, steps[moves_made]["view"])
    keys.tab_to("[data-action=best-win]")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Shortest win found")).to_be_focused()
    keys.tab_to("[data-action=replay-next]")
    keys.press("Enter", "Enter", "ArrowRight")
    expect(page.locator("[data-field=step]")).to_contain_text("Move 3 of ")
    keys.press("End")
    assert len(keys.piles["f1"]) == 13
    keys.press("Escape")  # closes the replay, then the review
    expect(page.locator("[data-action=best-win]")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("[data-review]")).to_have_count(0)
    assert keys.piles == piles_of(keys.state)


def test_with_a_screen_reader(visitor: Visitor, by_api: Found, lost: str) -> None:
    found, _ = by_api
    reader = ScreenReader(visitor)
    page = reader.go(f"/play/{lost}#review")
    reader.hear(f"Review. {found['text_lines'][0]}")
    reader.activate(page.get_by_role("button", name="Losing move"))
    reader.hear("Lost here. This move lost the game.")
    strip = page.get_by_role("toolbar", name="Verdicts")
    strip.get_by_role("button", name="After move 6: lost; this move lost the game").focus()
    reader.press("ArrowLeft")
    reader.hear("Winnable here.")
    assert reader.focus["name"] == "After move 5: winnable"
    reader.activate(page.get_by_role("button", name=re.compile("^Win from there: ")))
    assert reader.focus["name"] == "Win from there"
    reader.activate(page.get_by_role("button", name="Next"))
    reader.hear(re.compile(r"^Move 1 of \d+: [a-z]+ of [a-z]+ .*to "))
    reader.activate(page.get_by_role("button", name="Back to the review"))
    assert reader.focus["name"]


def test_review_of_a_won_game(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        state = win(client)
    reviewer = Reviewer(visitor.page())
    reviewer.open(state["key"])
    expect(reviewer.review.locator("[data-action=losing-move]")).to_have_count(0)
    expect(reviewer.page.locator("[data-field=review-position]")).to_contain_text("Won.")
    moves = str(state["moves_made"])
    expect(reviewer.page.get_by_role("slider")).to_have_attribute("aria-valuemax", moves)


def test_reviewing_hidden_cards_gives_the_game_up(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal", "deal")
    reviewer = Reviewer(visitor.page(f"/play/{state['key']}"))
    page = reviewer.page
    reviewer.wait_until_shown()
    page.locator(".toolbar [data-action=review]").click()
    dialog = page.get_by_role("dialog", name="Review this game?")
    dialog.get_by_role("button", name="Keep playing").click()
    expect(reviewer.review).to_have_count(0)
    assert reviewer.state["outcome"] == "unfinished"
    assert not any(re.match("POST .*review", asked) for asked in visitor.requests)
    page.locator(".toolbar [data-action=review]").click()
    dialog.get_by_role("button", name="Give up and review").click()
    reviewer.expect_done()
    assert reviewer.state["outcome"] == "given up"
    assert page.locator(".verdict-mark").count() == 3


def test_an_imported_game_with_hidden_cards(visitor: Visitor) -> None:
    reviewer = Reviewer(visitor.page())
    record = '[Winnable "1"]\n[Game "golf"]\n[Deal "16"]\n\n1. deal 2. deal 3. deal *\n'
    reviewer.start_game(None, pasted=record)
    reviewer.page.locator(".toolbar [data-action=review]").click()
    reviewer.page.get_by_role("button", name="Give up and review").click()
    reviewer.expect_done()
    assert reviewer.state["outcome"] == "given up"


def test_without_a_move_there_is_no_review_of_hidden_cards(visitor: Visitor) -> None:
    reviewer = Reviewer(visitor.page())
    button = reviewer.page.locator(".toolbar [data-action=review]")
    reviewer.start_game("golf", deal_number=16)
    expect(button).to_have_attribute("aria-disabled", "true")
    reviewer.page.keyboard.press("d")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    reviewer.start_game("freecell", deal_number=617)
    reviewer.page.locator(".toolbar [data-action=review]").click()
    reviewer.expect_done()


def test_nor_where_the_deal_cannot_be_won(new_visitor: NewVisitor, server: Server) -> None:
    lost = {"kind": "evaluation", "final": True, "verdict": "lost", "text": "Lost."}
    lines = ({"kind": "queued", "ahead": 0, "version": 1}, lost)
    page = new_visitor(server).page()
    page.route(
        "**/evaluation",
        lambda route: route.fulfill(
            body="".join(f"{json.dumps(line)}\n" for line in lines),
            content_type="application/x-ndjson",
        ),
    )
    reviewer = Reviewer(page)
    reviewer.start_game("golf", deal_number=16)
    bar = page.locator(".game-over-bar")
    expect(bar).to_contain_text("This deal cannot be won.")
    expect(bar.locator("[data-action=new]")).to_be_visible()
    expect(bar.locator("[data-action=review]")).to_have_count(0)


def test_review_from_the_history(visitor: Visitor, lost: str) -> None:
    reviewer = Reviewer(visitor.page("/history"))
    reviewer.page.get_by_role("link", name="Review: FreeCell #617").click()
    reviewer.expect_done()
    assert reviewer.marks.count() == len(LOSING_MOVES) + 1


def test_a_review_counts_as_aid(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        state = lost_game(client, is_over=False)
        assert not look(client, state)["used_help"]
        reviewer = Reviewer(visitor.page())
        reviewer.open(state["key"])
        assert look(client, state)["used_help"]
    reviewer.act("end-review")
    version = reviewer.version
    reviewer.page.keyboard.press("u")  # the page knows the version that the review has raised
    reviewer.wait_until_shown(version)
    assert reviewer.state["moves_made"] == len(LOSING_MOVES) - 1
    expect(reviewer.page.locator("[data-field=message]")).to_be_hidden()
