"""Playing with a screen reader: by roles, names and announcements."""

from __future__ import annotations

import re

import pytest
from api_client import ask, deal, make
from browsers import Visitor
from page.played_games import lost_game, same_player
from page.screen_reader import ScreenReader
from page.winning_games import WINS
from playwright.sync_api import expect
from web_servers import Server

from winnable import Card


def names(view: dict[str, list[list[str]]], column: int) -> list[str]:
    return [Card.parse(card).name for card in view["columns"][column - 1]]


@pytest.mark.heavy
def test_a_whole_game(visitor: Visitor, server: Server) -> None:
    win = WINS["freecell"]
    with server.client() as client:  # what has to be said at each move
        state = deal(client, "freecell", deal_number=win.deal)
        spoken = []
        for move in win.moves:
            state = make(client, state, move)
            spoken.append(state["last_change"]["spoken"])
    reader = ScreenReader(visitor)
    reader.start_game("freecell", deal_number=win.deal)
    for move, text in zip(win.moves, spoken, strict=True):
        version = reader.version
        reader.make(move)
        reader.hear(text)
        reader.wait_until_shown(version)
        assert reader.focus["what"] in ("button", "h2")
    reader.recall(r"Won in 25 moves, .*\. Unaided: no hints, undos or looks at the lamp\.")
    assert reader.focus["name"] == "You won!"


def test_dealing_from_the_stock(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    reader.start_game("easthaven", deal_number=21)
    expect(reader.pile("Stock")).to_have_accessible_name("Stock, 31 cards")
    reader.make("deal")
    reader.hear("deal: 7 cards to the columns")
    expect(reader.pile("Stock")).to_have_accessible_name("Stock, 24 cards")
    assert reader.focus["pile"] == "Stock, 24 cards"
    hidden = reader.pile("Column 1").get_by_role("button", name="face-down card")
    expect(hidden).to_have_count(2)
    reader.activate(hidden.first)


def test_piles_are_labelled_lists(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    state = reader.start_game("freecell", deal_number=617)
    reader.make("t4c1")
    reader.hear("to cell 1")
    expect(reader.pile("Cell 1")).to_have_accessible_name("Cell 1, four of hearts")
    expect(reader.pile("Cell 2")).to_have_accessible_name("Cell 2, empty")
    expect(reader.pile("Foundation 4")).to_have_accessible_name("Foundation 4, empty")
    column = reader.pile("Column 4")
    expect(column).to_have_accessible_name("Column 4, 6 cards")
    labels = [card.get_attribute("aria-label") for card in column.get_by_role("button").all()]
    assert labels == names(state["view"], 4)[:-1]
    assert reader.page.get_by_role("main").get_by_role("list").count() == 16


def test_moving_the_focus_on_the_board(visitor: Visitor) -> None:
    """Arrows move the focus, which says the card and, in a list with a name, the pile."""
    reader = ScreenReader(visitor)
    state = reader.start_game("freecell", deal_number=617)
    reader.press("3")
    cards = names(state["view"], 3)
    assert (reader.focus["name"], reader.focus["pile"]) == (cards[-1], "Column 3, 7 cards")
    reader.press("ArrowUp")
    assert reader.focus["name"] == cards[-2]
    reader.press("Home")
    assert reader.focus["name"] == cards[0]
    reader.press("ArrowUp")
    assert reader.focus["pile"].startswith("Cell")
    reader.press("4", "Enter")
    reader.hear("four of hearts picked up. Can go to cell 1, cell 2, cell 3, cell 4.")
    expect(reader.card("four of hearts")).to_have_attribute("aria-pressed", "true")
    reader.press("Escape")
    reader.hear("Put back.")


def test_an_illegal_move_is_announced(visitor: Visitor) -> None:
    visitor.expect_error("422")
    reader = ScreenReader(visitor)
    reader.start_game("freecell", deal_number=617)
    reader.activate(reader.card("four of hearts"))
    reader.activate(reader.ends("t1"))
    reader.hear("four of hearts is not one lower than jack of diamonds.")
    assert reader.focus["name"] == "jack of diamonds"


def test_piles_are_read_aloud(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    state = reader.start_game("freecell", deal_number=617)
    reader.card("four of hearts").focus()
    reader.press("r")
    reader.hear(f"Column 4, 7 cards: {', '.join(names(state['view'], 4))}.")
    reader.press("Shift+R")
    said = reader.hear("Foundation 1, empty.")
    for column in range(1, 9):
        assert f"Column {column}, {7 if column < 5 else 6} cards" in said
        assert ", ".join(names(state["view"], column)) in said
    reader.press("Escape", "m")
    reader.hear(re.compile("^Moves: .*; jack of clubs to column 8, a cell; "))


def test_the_only_foundation_has_no_number(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    reader.start_game("aces-up", deal_number=1)
    reader.press("Shift+R")
    reader.hear("Foundation, empty.")
    reader.press("Escape", "m")
    reader.hear(re.compile("^Moves: .* to the foundation; deal."))


def test_hidden_cards_are_only_counted(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    reader.start_game("easthaven", deal_number=21)
    reader.press("2", "r")
    said = reader.hear("Column 2, 3 cards: 2 face down, ")
    assert said.count(" of ") == 1
    reader.press("Shift+R")
    reader.hear("Stock, 31 cards.")


def test_finding_a_card(visitor: Visitor) -> None:
    reader = ScreenReader(visitor)
    page = reader.page
    state = reader.start_game("freecell", deal_number=617)
    reader.press("4", "w")
    field = page.get_by_role("textbox", name="Card, such as 7H or seven of hearts")
    expect(field).to_be_focused()
    for text in ("the seven of hearts", "7H"):
        field.fill(text)
        reader.press("Enter")
        reader.hear("seven of hearts: column 6, ")
    assert state["view"]["columns"][5][3] == "7H"
    field.fill("twelve of hearts")
    visitor.expect_error("4[0-9][0-9]")
    reader.press("Enter")
    reader.hear(re.compile("."))
    expect(page.get_by_role("dialog")).to_contain_text("card")
    reader.press("Escape")
    assert reader.focus["name"] == "four of hearts"


def test_typing_a_move(visitor: Visitor) -> None:
    visitor.expect_error("422")
    reader = ScreenReader(visitor)
    page = reader.page
    reader.start_game("freecell", deal_number=617)
    reader.press("4", "/")
    field = page.get_by_role("textbox", name="Move")
    expect(field).to_be_focused()
    page.keyboard.type("4h to cell")
    reader.press("Enter")
    reader.hear("four of hearts to cell 1")
    expect(field).to_be_focused()
    page.keyboard.type("4h to t1")
    reader.press("Enter")
    reader.hear("four of hearts is not one lower than jack of diamonds.")
    expect(field).to_have_accessible_description(
        "4♥ is of the same colour as J♦. 4♥ is not one lower than J♦."
    )
    reader.press("Escape")
    assert reader.focus["pile"] == "Cell 1, four of hearts"  # where the card is now


def test_verdict_and_hint_are_announced(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        lost = lost_game(client, is_over=False)
        winnable = ask(client, deal(client, "freecell", deal_number=46), "evaluation")[-1]
        hopeless = ask(client, lost_game(client, is_over=False), "evaluation")[-1]
    assert (winnable["verdict"], winnable["moves_to_win"]) == ("winnable", 25)
    assert hopeless["verdict"] == "lost"
    reader = ScreenReader(visitor)
    reader.start_game("freecell", deal_number=46)
    reader.press("1", "v")
    reader.hear(winnable["text"])
    reader.press("h")
    reader.hear(re.compile("[a-z]+ of (clubs|diamonds|hearts|spades)"))
    assert reader.focus["pile"].startswith("Column 1")
    reader.go(f"/play/{lost['key']}")
    reader.wait_until_shown()
    reader.press("v")
    reader.hear(hopeless["text"])


def test_the_board_in_words_can_be_seen_and_copied(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader = ScreenReader(visitor)
    state = reader.start_game("freecell", deal_number=617)
    page = reader.page
    page.locator(".toolbar [data-action=more]").click()
    page.locator("dialog [data-action=read-board]").click()
    lines = page.locator("dialog[data-dialog=board] li")
    expect(lines).to_have_count(16)
    fourth = f"Column 4, 7 cards: {', '.join(names(state['view'], 4))}."
    expect(lines.filter(has_text="Column 4")).to_have_text(fourth)
    shown = lines.all_inner_texts()
    page.locator("[data-action=copy-board]").click()
    reader.hear("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == shown
