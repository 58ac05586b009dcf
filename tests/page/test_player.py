"""Who plays: recovery codes, being forgotten, and the seat of the player at this computer."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import web_servers
from api_client import win
from browsers import Visitor
from child_processes import COMMAND
from page.conftest import Invite
from page.guests import at_home, thrown_away
from page.hands import Keys
from page.listening import Listener
from page.wins import WINS
from playwright.sync_api import Page, expect
from web_servers import Server


def figures(page: Page) -> dict[str, str]:
    """The big figures of the statistics page."""
    page.goto("/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your statistics")
    names = page.locator(".big-figures dt").all_inner_texts()
    return dict(zip(names, page.locator(".big-figures dd").all_inner_texts(), strict=True))


def new_recovery_code(page: Page) -> str:
    page.goto("/player")
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator("[data-field=code]").inner_text()
    assert re.fullmatch(r"(\w{5}-){4}\w{5}", code)
    return code


def recover(page: Page, code: str) -> None:
    page.goto("/player")
    page.get_by_role("textbox", name="Recovery code").fill(code)
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#said")).to_have_text("Welcome back. Your games are here.")


def test_nothing_is_known_of_somebody_new(regular: Visitor) -> None:
    page = regular.page("/player")
    expect(page.get_by_role("heading", name="Nothing is known of you")).to_be_visible()
    expect(page.get_by_role("button", name="Make a recovery code")).to_have_count(0)
    for path in ("/", "/statistics", "/history", "/rules/freecell"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert regular.context.cookies() == []


def test_a_code_takes_the_games_to_another_browser(
    stranger: Visitor, regular: Visitor, server: Server
) -> None:
    with at_home(regular, server) as client:
        win(client)
        thrown_away(client)
    mine = regular.page()
    assert figures(mine) == {"Played": "2", "Won": "1", "Share won": "50%", "Unaided": "0"}
    code = new_recovery_code(mine)
    expect(mine.locator("#said")).to_contain_text(f"Your code is {code[0]} {code[1]}")
    theirs = stranger.page()
    recover(theirs, code.lower())
    expect(theirs.get_by_role("heading", name="You play anonymously")).to_be_visible()
    assert figures(theirs) == figures(mine)
    cookie = stranger.context.cookies()[0]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert code not in theirs.content()


@pytest.mark.heavy
def test_the_games_of_the_other_browser_come_along(
    stranger: Visitor, regular: Visitor, server: Server
) -> None:
    with at_home(regular, server) as client:
        win(client)
    code = new_recovery_code(regular.page())
    for brings, played in ((False, "1"), (True, "2")):
        with at_home(stranger, server) as client:
            thrown_away(client)
        page = stranger.page("/player")
        page.get_by_role("textbox", name="Recovery code").fill(code)
        page.get_by_role("checkbox", name="Bring this browser’s games along").set_checked(brings)
        page.get_by_role("button", name="Use it").click()
        expect(page.locator("#said")).to_have_text("Welcome back. Your games are here.")
        assert figures(page)["Played"] == played


def test_a_new_code_makes_the_old_one_void(
    stranger: Visitor, regular: Visitor, server: Server
) -> None:
    with at_home(regular, server):
        pass
    page = regular.page()
    old, new = new_recovery_code(page), new_recovery_code(page)
    stranger.expect_complaint("404")
    listener = Listener(stranger)
    theirs = listener.go("/player")
    for wrong, words in ((old, "Nobody has this code"), ("", "Type or paste the code first.")):
        theirs.get_by_role("textbox", name="Recovery code").fill(wrong)
        listener.activate(theirs.get_by_role("button", name="Use it"))
        listener.hear(words)
        expect(theirs.get_by_role("textbox", name="Recovery code")).to_be_focused()
    assert stranger.context.cookies() == []
    recover(theirs, new)
    assert stranger.context.cookies()


def test_a_browser_is_forgotten(regular: Visitor, server: Server) -> None:
    with at_home(regular, server) as client:
        win(client)
    listener = Listener(regular)
    page = listener.page
    code = new_recovery_code(page)
    listener.activate(page.get_by_role("button", name="Forget this browser"))
    expect(page.get_by_role("dialog")).to_have_accessible_description(
        "Without a recovery code there is no way back to your games and statistics."
    )
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    listener.press("Enter")
    assert listener.focus["name"] == "Forget this browser"
    assert regular.context.cookies()
    listener.activate(page.get_by_role("button", name="Forget this browser"))
    listener.activate(page.get_by_role("button", name="Forget it"))
    listener.hear("Forgotten.")
    assert listener.focus["name"] == "You"
    assert regular.context.cookies() == []
    expect(page.get_by_role("heading", name="Nothing is known of you")).to_be_visible()
    assert figures(page) == {}
    recover(page, code)
    assert figures(page)["Won"] == "1"


# -- the player at this computer -------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server on a database that the terminal plays on too."""
    with web_servers.sqlite_server(tmp_path) as running:
        yield running


def in_terminal(database: str, *words: str, typed: str = "") -> str:
    """What the command says where the terminal keeps its games in a database."""
    done = subprocess.run(
        [*COMMAND, *words],
        input=typed,
        text=True,
        check=True,
        capture_output=True,
        env=os.environ | {"WINNABLE_DATABASE": database},
    )
    return done.stdout


def test_games_of_the_terminal_are_gone_on_with(invite: Invite, own: Server) -> None:
    win = WINS["freecell"]
    *first, last = win.moves
    lines = "\n".join(first)
    in_terminal(own.database, "play", "freecell", "--deal", str(win.deal), typed=f"{lines}\nquit\n")
    visitor = invite(own, settings={"lamp": False})
    keys = Keys(visitor.page(f"/#seat={own.seat}"))
    page = keys.page
    going = page.get_by_role("link", name=re.compile(f"FreeCell #{win.deal}"))
    going.click()
    assert own.seat not in page.url
    keys.settle()
    assert keys.state["made"] == len(first)
    keys.make(last, "typed")
    keys.expect_won()
    page.goto("/player")
    expect(page.locator("main")).to_contain_text("the games of the terminal are here too")
    assert re.search("FreeCell.* 1 ", in_terminal(own.database, "stats"))
    guess(invite(own))


def guess(visitor: Visitor) -> None:
    """Without the word that the command has printed nobody has that seat."""
    visitor.expect_complaint("403")
    page = visitor.page("/#seat=guessed")
    expect(page.get_by_role("heading", level=1)).to_have_text("What shall we play?")
    assert "guessed" not in page.url
    page.goto("/history")
    expect(page.get_by_role("heading", name="Nothing played yet")).to_be_visible()
    assert visitor.context.cookies() == []
