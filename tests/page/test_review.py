"""Looking back at a game: the strip of verdicts, the move that lost it, what would have won."""

from __future__ import annotations

import re

import pytest
from browsers import DESKTOP, PHONE, Visitor
from callers import Told, ask, deal, look, make, told, win
from page.conftest import Invite
from page.guests import LOSING, THROWN_AWAY, at_home, thrown_away
from page.hands import Keys, Mouse, Player, piles_of
from page.listening import Listener
from playwright.sync_api import Locator, expect
from servers import Server


class Looker(Mouse):
    """Somebody who looks back at a game."""

    @property
    def review(self) -> Locator:
        """What stands under the board."""
        return self.page.locator("[data-review]")

    @property
    def signs(self) -> Locator:
        """The strip's signs."""
        return self.page.get_by_role("toolbar", name="Verdicts").get_by_role("button")

    def come(self, key: str) -> None:
        """Open the review of a table, and wait for its last word."""
        self.page.goto(f"/t/{key}")
        self.settle()
        self.page.locator(".toolbar [data-action=review]").click()
        self.expect_done()

    def expect_done(self) -> None:
        """All is known."""
        expect(self.page.locator("[data-review=done]")).to_be_visible()

    def act(self, action: str) -> None:
        """Press one of the review's buttons."""
        self.review.locator(f"[data-action={action}]").click()


Found = tuple[Told, list[Told]]


@pytest.fixture(scope="module")
def by_api(server: Server) -> Found:
    """The review of the game that was thrown away, as the API tells it; and the game's steps."""
    with server.client() as client:
        state = thrown_away(client)
        steps = told(client.get(f"/tables/{state['key']}/line"))["steps"]
        return ask(client, state, "review")[-1], steps


@pytest.fixture
def lost(regular: Visitor, server: Server) -> str:
    """The key of a regular's game that is over, and was thrown away."""
    with at_home(regular, server) as client:
        return str(thrown_away(client)["key"])


def shown(player: Player, view: Told) -> bool:
    """Whether the board shows a view."""
    return player.piles == piles_of({"view": view})


def test_a_lost_game_is_looked_at_move_by_move(regular: Visitor, by_api: Found, lost: str) -> None:
    found, steps = by_api
    looker = Looker(regular.page())
    looker.come(lost)
    verdicts = ["winnable"] * LOSING + ["lost"] * 2
    assert found["verdicts"] == verdicts
    assert found["mistake"] == LOSING
    names = [sign.get_attribute("aria-label") for sign in looker.signs.all()]
    assert names == [
        "At the start: winnable",
        *(f"After move {made}: winnable" for made in range(1, LOSING)),
        "After move 6: lost; this move lost the game",
        "After move 7: lost",
    ]
    expect(looker.page.get_by_role("toolbar", name="Verdicts")).to_have_accessible_name(
        "Verdicts. From the start to move 5: winnable. After moves 6 to 7: lost."
    )
    for line in found["lines"]:
        expect(looker.review).to_contain_text(line)
    for made in (LOSING, 0, 3, len(THROWN_AWAY)):
        looker.signs.nth(made).click()
        expect(looker.signs.nth(made)).to_have_attribute("aria-current", "step")
        assert shown(looker, steps[made]["view"])
        here = looker.page.locator("[data-field=review-position]")
        expect(here).to_contain_text("Winnable here." if made < LOSING else "Lost here.")
    assert looker.state["made"] == len(THROWN_AWAY)  # looking changes nothing


def test_the_losing_move_and_what_would_have_kept_the_win(
    regular: Visitor, by_api: Found, lost: str
) -> None:
    found, steps = by_api
    looker = Looker(regular.page())
    looker.come(lost)
    looker.act("losing-move")
    here = looker.page.locator("[data-field=review-position]")
    expect(here).to_have_text("Move 6: t3c2: K♣ to cell 2. Lost here. This move lost the game.")
    assert shown(looker, steps[LOSING]["view"])
    kept = looker.review.locator("[data-move]")
    moves = [button.get_attribute("data-move") for button in kept.all()]
    assert moves == found["kept_by"][: len(moves)]
    assert len(moves) == min(8, len(found["kept_by"]))
    assert THROWN_AWAY[LOSING - 1] not in moves
    expect(looker.review).to_contain_text("After move 5, these would have kept the win")
    kept.first.click()
    assert shown(looker, steps[LOSING - 1]["view"])
    expect(looker.page.locator(".board .hint-card")).not_to_have_count(0)
    expect(looker.page.locator(".board .hint-target")).to_have_count(1)
    board = [*looker.piles.values()]
    assert sum(map(len, board)) == 52


def test_the_shortest_win_is_stepped_through(regular: Visitor, by_api: Found, lost: str) -> None:
    found, _ = by_api
    looker = Looker(regular.page())
    looker.come(lost)
    for action, steps in (("rest-win", found["rest"]), ("best-win", found["best"])):
        looker.act(action)
        words = looker.page.locator("[data-field=step]")
        expect(words).to_have_text(f"Start of {len(steps) - 1} moves")
        assert shown(looker, steps[0]["view"])
        looker.act("replay-next")
        expect(words).to_have_text(f"Move 1 of {len(steps) - 1}: {steps[1]['words']}")
        assert shown(looker, steps[1]["view"])
        looker.act("replay-last")
        assert shown(looker, steps[-1]["view"])
        assert all(len(looker.piles[f"f{slot}"]) == 13 for slot in range(1, 5))
        looker.act("replay-back")
        assert shown(looker, steps[-2]["view"])
        looker.act("replay-first")
        assert shown(looker, steps[0]["view"])
        looker.act("end-replay")
        expect(words).to_have_count(0)


def test_back_to_the_last_winnable_position(regular: Visitor, lost: str) -> None:
    looker = Looker(regular.page())
    looker.come(lost)
    version = looker.version
    looker.act("last-winnable")
    looker.settle(version)
    state = looker.state
    assert (state["made"], state["undone"]) == (LOSING - 1, 2)
    assert looker.piles == piles_of(state)
    expect(looker.review).to_have_count(0)
    looker.make("t8c2")  # and play goes on from there
    assert looker.state["made"] == LOSING


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESKTOP, id="desk"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.heavy),
    ],
)
def test_by_keyboard_alone(invite: Invite, server: Server, size: tuple[int, int]) -> None:
    visitor = invite(server, size=size, settings={"lamp": False})
    with at_home(visitor, server) as client:
        state = thrown_away(client)
        steps = told(client.get(f"/tables/{state['key']}/line"))["steps"]
    keys = Keys(visitor.page(f"/t/{state['key']}"))
    page = keys.page
    keys.settle()
    keys.tab_to(".game-over-bar [data-action=review]")
    keys.press("Enter")
    expect(page.locator("[data-review=done]")).to_be_visible()
    keys.tab_to(".verdict-strip button")
    expect(page.locator(".verdict-strip button:focus")).to_have_attribute("data-made", "7")
    for key, made in (("ArrowLeft", 6), ("Home", 0), ("ArrowRight", 1), ("End", 7), ("PageUp", 0)):
        keys.press(key)
        expect(page.locator(".verdict-strip button:focus")).to_have_attribute(
            "data-made", str(made)
        )
        assert shown(keys, steps[made]["view"])
    keys.tab_to("[data-action=best-win]")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Shortest win found")).to_be_focused()
    keys.tab_to("[data-action=replay-next]")
    keys.press("Enter", "Enter", "ArrowRight")
    expect(page.locator("[data-field=step]")).to_contain_text("Move 3 of ")
    keys.press("End")
    assert len(keys.piles["f1"]) == 13
    keys.press("Escape")  # leaves the win, and then the review
    expect(page.locator("[data-action=best-win]")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("[data-review]")).to_have_count(0)
    assert keys.piles == piles_of(keys.state)


def test_a_review_is_heard(regular: Visitor, by_api: Found, lost: str) -> None:
    found, _ = by_api
    listener = Listener(regular)
    page = listener.go(f"/t/{lost}#review")
    listener.hear(f"Review. {found['lines'][0]}")
    listener.activate(page.get_by_role("button", name="Losing move"))
    listener.hear("Lost here. This move lost the game.")
    strip = page.get_by_role("toolbar", name="Verdicts")
    strip.get_by_role("button", name="After move 6: lost; this move lost the game").focus()
    listener.press("ArrowLeft")
    listener.hear("Winnable here.")
    assert listener.focus["name"] == "After move 5: winnable"
    listener.activate(page.get_by_role("button", name=re.compile("^Win from there: ")))
    assert listener.focus["name"] == "Win from there"
    listener.activate(page.get_by_role("button", name="Next"))
    listener.hear(re.compile(r"^Move 1 of \d+: [a-z]+ of [a-z]+ .*to "))
    listener.activate(page.get_by_role("button", name="Back to the review"))
    assert listener.focus["name"]


def test_a_won_game_too(regular: Visitor, server: Server) -> None:
    with at_home(regular, server) as client:
        state = win(client)
    looker = Looker(regular.page())
    looker.come(state["key"])
    expect(looker.review.locator("[data-action=losing-move]")).to_have_count(0)
    expect(looker.page.locator("[data-field=review-position]")).to_contain_text("Won.")
    assert looker.signs.count() == state["made"] + 1


def test_a_game_with_hidden_cards_is_over_first(regular: Visitor, server: Server) -> None:
    with at_home(regular, server) as client:
        state = make(client, deal(client, "golf-relaxed", deal=16), "deal", "deal")
    looker = Looker(regular.page(f"/t/{state['key']}"))
    page = looker.page
    looker.settle()
    page.locator(".toolbar [data-action=review]").click()
    dialog = page.get_by_role("dialog", name="Review this game?")
    dialog.get_by_role("button", name="Keep playing").click()
    expect(looker.review).to_have_count(0)
    assert looker.state["outcome"] == "unfinished"
    assert not any(re.match("POST .*review", asked) for asked in regular.asked)
    page.locator(".toolbar [data-action=review]").click()
    dialog.get_by_role("button", name="Give up and review").click()
    looker.expect_done()
    assert looker.state["outcome"] == "given up"
    assert looker.signs.count() == 3


def test_from_the_history(regular: Visitor, lost: str) -> None:
    looker = Looker(regular.page("/history"))
    looker.page.get_by_role("link", name="Review: FreeCell #617").click()
    looker.expect_done()
    assert looker.signs.count() == len(THROWN_AWAY) + 1


def test_a_game_that_goes_on_is_aided_by_its_review(regular: Visitor, server: Server) -> None:
    with at_home(regular, server) as client:
        state = thrown_away(client, is_over=False)
        assert look(client, state)["unaided"]
        looker = Looker(regular.page())
        looker.come(state["key"])
        assert not look(client, state)["unaided"]
    looker.act("end-review")
    version = looker.version
    looker.page.keyboard.press("u")  # the page knows the version that the question has led to
    looker.settle(version)
    assert looker.state["made"] == len(THROWN_AWAY) - 1
    expect(looker.page.locator("[data-field=message]")).to_be_hidden()
