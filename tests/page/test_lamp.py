"""The lamp: its verdicts, the way back in a lost game, and switching it off."""

from __future__ import annotations

import json
import re

import pytest
from api_client import act, deal, make
from browsers import DESKTOP, PHONE
from page.browser_players import Keyboard, Mouse
from page.conftest import NewVisitor
from page.played_games import LOSING_MOVES, MISTAKE, lost_game, same_player
from playwright.sync_api import expect
from requires_kernels import need_kernels
from web_servers import Server

NEARLY_WON = "Foundations: C-K D-K H-K S-Q\nKS" + "\n:" * 7


def verdict_requests(requests: list[str]) -> int:
    """How many verdicts were requested."""
    return sum(one.endswith("/evaluation") for one in requests)


def test_a_lost_game_and_the_way_back(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=617, autoplay="off")
    lamp, bar = mouse.page.locator("#lamp"), mouse.page.locator(".game-over-bar")
    for order, move in enumerate(LOSING_MOVES[:MISTAKE], 1):
        expect(lamp).to_have_attribute("data-verdict", "winnable")
        expect(bar).to_be_hidden()
        before = mouse.piles
        mouse.make(move)
        expect(mouse.page.locator("[data-field=moves]")).to_have_text(
            "1 move" if order == 1 else f"{order} moves"
        )
    expect(lamp).to_have_attribute("data-verdict", "lost")
    mouse.expect_announced("You can go back to the last winnable position.")
    expect(bar).to_have_attribute("data-result", "lost")
    bar.locator("[data-action=last-winnable]").click()
    expect(mouse.page.locator("[data-field=moves]")).to_have_text(f"{MISTAKE - 1} moves")
    message = mouse.page.locator("[data-field=message]")
    expect(message).to_contain_text(f"1 move undone. You are after move {MISTAKE - 1}.")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    expect(bar).to_be_hidden()
    assert mouse.piles == before
    assert mouse.state["used_help"]


def test_the_lamp_says_why_its_question_was_stopped_and_asks_again(
    new_visitor: NewVisitor, server: Server
) -> None:
    mouse = Mouse(new_visitor(server, settings={"lamp": True}).page())
    lines = (
        {"kind": "queued", "ahead": 0, "version": 1},
        {"kind": "stopped", "text": "A newer request took its place."},
    )
    body = "".join(f"{json.dumps(line)}\n" for line in lines)
    mouse.page.route("**/evaluation", lambda route: route.fulfill(body=body), times=1)
    mouse.start_game("freecell", board=NEARLY_WON, autoplay="off")
    lamp = mouse.page.locator("#lamp")
    expect(lamp).to_contain_text("A newer request took its place.")
    lamp.click()
    expect(lamp).to_have_attribute("data-verdict", "winnable")


def test_a_winnable_game_that_was_given_up(new_visitor: NewVisitor, server: Server) -> None:
    """There is no way back to a winnable position from one; once it is lost, there is."""
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    page = visitor.page()
    with same_player(visitor, server) as client:
        winnable = act(
            client, make(client, deal(client, "freecell", deal_number=617), "t4c1"), "give-up"
        )
        lost = lost_game(client)
    for game, verdict in ((lost, "lost"), (winnable, "winnable")):
        page.goto(f"/play/{game['key']}")
        expect(page.locator("#lamp")).to_have_attribute("data-verdict", verdict)
        expect(page.locator(".game-over-bar")).to_have_attribute("data-result", "given up")
        way_back = page.locator(".game-over-bar [data-action=last-winnable]")
        expect(way_back).to_have_count(1 if verdict == "lost" else 0)
    page.locator(".game-over-bar [data-action=review]").click()
    kept = page.locator(".review-alternatives h2")
    expect(kept).to_have_text("After move 1, these moves keep the win")


def test_the_lamp_is_offered_once(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server)
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    lamp, message = keys.page.locator("#lamp"), keys.page.locator("[data-field=message]")
    expect(lamp).to_have_attribute("data-verdict", "off")
    expect(message).to_have_attribute("data-kind", "offer")
    keys.expect_announced("Turn on the lamp to see whether this deal can still be won.")
    message.locator("[data-action=lamp-offer]").click()
    expect(message).to_be_hidden()
    expect(lamp).to_have_text("Winnable (1 move)")
    keys.page.reload()
    expect(lamp).to_have_text("Winnable (1 move)")  # it stays on
    expect(message).to_be_hidden()


def test_the_offer_goes_with_the_first_move(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server)
    mouse = Mouse(visitor.page())
    message = mouse.page.locator("[data-field=message]")
    mouse.start_game("freecell", deal_number=1)
    expect(message).to_have_attribute("data-kind", "offer")
    mouse.make("t3c1")
    expect(message).to_be_hidden()
    mouse.start_game("freecell", deal_number=2)
    expect(message).to_be_hidden()
    assert verdict_requests(visitor.requests) == 0


def test_a_lamp_that_is_off_sends_no_requests(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    visitor = new_visitor(server)
    keys = Keyboard(visitor.page())
    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    expect(keys.page.locator("#lamp")).to_have_attribute("data-verdict", "off")
    keys.make("t1f4")
    keys.expect_won()
    assert not keys.state["used_help"]
    assert verdict_requests(visitor.requests) == 0

    keys.start_game("freecell", board=NEARLY_WON, autoplay="off")
    lamp = keys.page.locator(".toolbar [data-action=lamp]")
    expect(lamp).to_have_attribute("aria-pressed", "false")
    lamp.click()
    expect(keys.page.locator("#lamp")).to_have_text("Winnable (1 move)")
    assert verdict_requests(visitor.requests) == 1
    keys.make("t1f4")
    keys.expect_won()
    assert keys.state["used_help"]


def test_the_lamp_says_nothing_of_a_position_that_is_not_shown_any_more(
    new_visitor: NewVisitor, server: Server
) -> None:
    """While the server has not answered yet, what is known is about the position before."""
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=1)
    lamp, held = mouse.page.locator("#lamp"), []
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    mouse.page.route("**/move", lambda route: held.append(route))
    mouse.tap("t3")
    expect(lamp).to_have_attribute("data-verdict", "thinking")
    assert mouse.state["moves_made"] == 0
    visitor.expect_error("status of 422")
    verdicts = verdict_requests(visitor.requests)
    held[0].fulfill(status=422, json={"error": "no"})
    expect(lamp).to_have_attribute("data-verdict", "winnable")  # what was known holds again
    assert verdict_requests(visitor.requests) == verdicts
    mouse.page.unroute("**/move")
    mouse.make("t1c1")
    expect(lamp).to_have_attribute("data-verdict", "winnable")


def test_the_odds_and_the_players_chance(new_visitor: NewVisitor, server: Server) -> None:
    """Two numbers that cannot be mistaken for each other; pressing the lamp explains both."""
    need_kernels()
    keys = Keyboard(new_visitor(server, settings={"lamp": True}).page())
    state = keys.start_game("golf-relaxed", deal_number=7)
    lamp = keys.page.locator("#lamp")
    expect(lamp).to_have_text(re.compile(r"^About \d+% winnable · your chance about \d+%$"))
    odds, chance = (int(number) for number in re.findall(r"\d+", lamp.inner_text()))
    lamp.click()
    dialog = keys.page.locator("dialog[data-dialog=lamp]")
    expect(dialog.locator("[data-field=odds]")).to_contain_text("if you could see every card")
    least = re.search(r"at least (\d+)%", dialog.locator("[data-field=odds]").inner_text())
    assert least
    assert odds >= int(least[1])
    told = re.search(
        r"between (\d+)% and (\d+)%", dialog.locator("[data-field=chance]").inner_text()
    )
    assert told
    assert int(told[1]) <= chance <= int(told[2])
    assert keys.state["verdicts"] == state["verdicts"] + 1


ABOUT, BETWEEN = r"about \d+%", r"\d+% to \d+%"
"""A share is a range while some of the layouts are unsettled."""


@pytest.mark.parametrize(
    ("day", "share"),
    [("2026-01-02", ABOUT), ("2026-01-08", BETWEEN)],
)
def test_a_winnable_deal_with_hidden_cards(
    new_visitor: NewVisitor, server: Server, day: str, share: str
) -> None:
    """What is proved of the deal is said at the start; after a move the odds are."""
    need_kernels()
    visitor = new_visitor(server, settings={"lamp": True})
    keys = Keyboard(visitor.page())
    keys.start_game("easthaven", date=day)
    lamp = keys.page.locator("#lamp")
    expect(lamp).to_have_text(re.compile(rf"^Winnable deal · your chance {ABOUT}$"))
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    keys.press("d")
    pattern = rf"^{share} winnable · your chance {ABOUT}$"
    expect(lamp).to_have_text(re.compile(pattern, re.IGNORECASE))
    expect(lamp).to_have_attribute("data-verdict", "unsettled")


@pytest.mark.parametrize("size", [(320, 568), PHONE, (667, 375), DESKTOP], ids=str)
def test_the_players_chance_is_never_cut(
    new_visitor: NewVisitor, server: Server, size: tuple[int, int]
) -> None:
    """And where both numbers are shown, each says what it is."""
    need_kernels()
    keys = Keyboard(new_visitor(server, size=size, settings={"lamp": True}).page())
    keys.start_game("golf-relaxed", deal_number=7)
    chance = keys.page.locator("#lamp").get_by_text(re.compile(r"^your chance about \d+%$"))
    expect(chance).to_be_in_viewport(ratio=1)
    assert keys.page.evaluate(
        """() => {
          const text = document.querySelector("#lamp .lamp-text");
          return text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight;
        }"""
    )
    shown = keys.page.locator("#lamp").inner_text()
    assert "winnable" not in shown or "% winnable" in shown


def test_no_chance_without_hidden_cards(new_visitor: NewVisitor, server: Server) -> None:
    need_kernels()
    keys = Keyboard(new_visitor(server, settings={"lamp": True}).page())
    keys.start_game("freecell", deal_number=617)
    lamp = keys.page.locator("#lamp")
    expect(lamp).to_have_attribute("data-verdict", "winnable")
    expect(lamp).not_to_contain_text("chance")
