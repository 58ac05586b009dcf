"""The player page: recovery codes, forgetting a browser, and the player of this computer."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
from api_client import win
from browsers import Visitor
from child_processes import COMMAND
from page.browser_players import Keyboard
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from page.screen_reader import ScreenReader
from page.winning_games import WINS
from playwright.sync_api import Page, expect
from web_servers import Server


def totals(page: Page) -> dict[str, str]:
    """The totals of the statistics page."""
    page.goto("/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    names = page.locator(".totals dt").all_inner_texts()
    return dict(zip(names, page.locator(".totals dd").all_inner_texts(), strict=True))


def new_recovery_code(page: Page) -> str:
    page.goto("/player")
    page.get_by_role("button", name="Create a recovery code").click()
    code = page.locator("[data-field=code]").inner_text()
    assert re.fullmatch(r"(\w{5}-){4}\w{5}", code)
    return code


def recover(page: Page, code: str) -> None:
    page.goto("/player")
    page.get_by_role("textbox", name="Recovery code").fill(code)
    page.get_by_role("button", name="Use code").click()
    expect(page.locator("#polite")).to_have_text("Welcome back. Your games are here.")


def test_a_new_player_has_no_cookie(visitor: Visitor) -> None:
    page = visitor.page("/player")
    expect(page.get_by_role("heading", name="Nothing is stored about you")).to_be_visible()
    expect(page.get_by_role("button", name="Create a recovery code")).to_have_count(0)
    for path in ("/", "/statistics", "/history", "/rules/freecell", "/deals/617"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert visitor.context.cookies() == []


def test_a_recovery_code_works_in_another_browser(
    other_visitor: Visitor, visitor: Visitor, server: Server
) -> None:
    with same_player(visitor, server) as client:
        win(client)
        lost_game(client)
    mine = visitor.page()
    assert totals(mine) == {"Played": "2", "Won": "1", "Win rate": "50%", "Unaided": "0"}
    code = new_recovery_code(mine)
    expect(mine.locator("#polite")).to_contain_text(f"Your code is {code[0]} {code[1]}")
    theirs = other_visitor.page()
    recover(theirs, code.lower())
    expect(theirs.get_by_role("heading", name="You play anonymously")).to_be_visible()
    assert totals(theirs) == totals(mine)
    cookie = other_visitor.context.cookies()[0]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert code not in theirs.content()


@pytest.mark.heavy
def test_games_of_the_other_browser_can_be_taken_over(
    other_visitor: Visitor, visitor: Visitor, server: Server
) -> None:
    with same_player(visitor, server) as client:
        win(client)
    code = new_recovery_code(visitor.page())
    for brings, played in ((False, "1"), (True, "2")):
        with same_player(other_visitor, server) as client:
            lost_game(client)
        page = other_visitor.page("/player")
        page.get_by_role("textbox", name="Recovery code").fill(code)
        page.get_by_role("checkbox", name="Also take over the games in this browser").set_checked(
            brings
        )
        page.get_by_role("button", name="Use code").click()
        expect(page.locator("#polite")).to_have_text("Welcome back. Your games are here.")
        assert totals(page)["Played"] == played


def test_a_new_code_replaces_the_old_one(
    other_visitor: Visitor, visitor: Visitor, server: Server
) -> None:
    with same_player(visitor, server):
        pass
    page = visitor.page()
    old, new = new_recovery_code(page), new_recovery_code(page)
    other_visitor.expect_error("404")
    reader = ScreenReader(other_visitor)
    theirs = reader.go("/player")
    for wrong, text in ((old, "No player has this code"), ("", "Enter the code first.")):
        theirs.get_by_role("textbox", name="Recovery code").fill(wrong)
        reader.activate(theirs.get_by_role("button", name="Use code"))
        reader.hear(text)
        expect(theirs.get_by_role("textbox", name="Recovery code")).to_be_focused()
    assert other_visitor.context.cookies() == []
    recover(theirs, new)
    assert other_visitor.context.cookies()


def test_forgetting_a_browser(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        win(client)
    reader = ScreenReader(visitor)
    page = reader.page
    code = new_recovery_code(page)
    reader.activate(page.get_by_role("button", name="Forget this browser"))
    expect(page.get_by_role("dialog")).to_have_accessible_description(
        "Without a recovery code you cannot get back to your games and statistics."
    )
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    reader.press("Enter")
    assert reader.focus["name"] == "Forget this browser"
    assert visitor.context.cookies()
    reader.activate(page.get_by_role("button", name="Forget this browser"))
    reader.activate(page.get_by_role("button", name="Forget it"))
    reader.hear("This browser is forgotten.")
    assert reader.focus["name"] == "You"
    assert visitor.context.cookies() == []
    expect(page.get_by_role("heading", name="Nothing is stored about you")).to_be_visible()
    assert totals(page) == {}
    recover(page, code)
    assert totals(page)["Won"] == "1"


def test_signing_out_other_browsers(
    new_visitor: NewVisitor, visitor: Visitor, server: Server
) -> None:
    with same_player(visitor, server):
        pass
    page = visitor.page()
    code = new_recovery_code(page)
    others = [new_visitor(server) for _ in range(2)]
    for other in others:
        recover(other.page(), code)
    reader = ScreenReader(visitor)
    page = reader.go("/player")
    browsers = page.get_by_role("region", name="Your browsers").get_by_role("listitem")
    expect(browsers).to_have_count(3)
    expect(browsers.filter(has_text="(this browser)")).to_have_count(1)
    reader.activate(page.get_by_role("button", name=re.compile("^Sign out ")).first)
    reader.hear("Signed out.")
    expect(browsers).to_have_count(2)
    reader.activate(page.get_by_role("button", name="Sign out everywhere else"))
    reader.hear("1 browser signed out.")
    expect(browsers).to_have_count(0)  # there is nothing to choose between any more
    for other in others:
        theirs = other.page("/player")
        expect(theirs.get_by_role("heading", name="Nothing is stored about you")).to_be_visible()


# -- the player of this computer -------------------------------------------------------------------


def in_terminal(database: str, *arguments: str, typed: str = "") -> str:
    """The output of the command with its games in a database."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        text=True,
        check=True,
        capture_output=True,
        env=os.environ | {"WINNABLE_DATABASE": database},
    )
    return done.stdout


def test_continuing_a_game_of_the_terminal(new_visitor: NewVisitor, own_server: Server) -> None:
    win = WINS["freecell"]
    *first, last = win.moves
    lines = "\n".join(first)
    in_terminal(
        own_server.database, "play", "freecell", "--deal", str(win.deal), typed=f"{lines}\nquit\n"
    )
    visitor = new_visitor(own_server, settings={"lamp": False})
    keys = Keyboard(visitor.page(f"/#token={own_server.local_token}"))
    page = keys.page
    going = page.get_by_role("link", name=re.compile(f"FreeCell #{win.deal}"))
    going.click()
    assert own_server.local_token not in page.url
    keys.wait_until_shown()
    assert keys.state["moves_made"] == len(first)
    keys.make(last, "text")
    keys.expect_won()
    page.goto("/player")
    expect(page.locator("main")).to_contain_text("your games from the terminal are here too")
    assert re.search("FreeCell.* 1 ", in_terminal(own_server.database, "stats"))
    check_guessed_token(new_visitor(own_server))


def check_guessed_token(visitor: Visitor) -> None:
    """Only the token that the command prints signs the browser in."""
    visitor.expect_error("403")
    page = visitor.page("/#token=guessed")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a game")
    assert "guessed" not in page.url
    page.goto("/history")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    assert visitor.context.cookies() == []
