"""Play without looking: by names and roles, and by what is said."""

from __future__ import annotations

import re

import pytest
from browsers import Visitor
from callers import deal, make
from page.guests import at_home, thrown_away
from page.listening import Listener
from page.wins import WINS
from playwright.sync_api import expect
from servers import Server

from winnable import Card


def names(view: dict[str, list[list[str]]], column: int) -> list[str]:
    return [Card.parse(card).name for card in view["columns"][column - 1]]


@pytest.mark.heavy
def test_a_whole_game_is_played_by_ear(regular: Visitor, server: Server) -> None:
    win = WINS["freecell"]
    with server.client() as client:  # what has to be said at each move
        state = deal(client, "freecell", deal=win.deal)
        spoken = []
        for move in win.moves:
            state = make(client, state, move)
            spoken.append(state["last"]["spoken"])
    listener = Listener(regular)
    listener.sit_down("freecell", deal=win.deal)
    for move, words in zip(win.moves, spoken, strict=True):
        version = listener.version
        listener.make(move)
        listener.hear(words)
        listener.settle(version)
        assert listener.focus["what"] in ("button", "h2")
    listener.recall(r"Won in 25 moves, .*\. Unaided: no hints, undos or verdicts\.")
    assert listener.focus["name"] == "You won!"


def test_the_stock_is_dealt_by_ear(regular: Visitor) -> None:
    listener = Listener(regular)
    listener.sit_down("easthaven", deal=21)
    expect(listener.pile("Stock")).to_have_accessible_name("Stock, 31 cards")
    listener.make("deal")
    listener.hear("deal: 7 cards to the columns")
    expect(listener.pile("Stock")).to_have_accessible_name("Stock, 24 cards")
    assert listener.focus["pile"] == "Stock, 24 cards"
    hidden = listener.pile("Column 1").get_by_role("button", name="face-down card")
    expect(hidden).to_have_count(2)
    listener.activate(hidden.first)


def test_every_pile_is_a_list_that_says_what_lies_there(regular: Visitor) -> None:
    listener = Listener(regular)
    state = listener.sit_down("freecell", deal=617)
    listener.make("t4c1")
    listener.hear("to cell 1")
    expect(listener.pile("Cell 1")).to_have_accessible_name("Cell 1, four of hearts")
    expect(listener.pile("Cell 2")).to_have_accessible_name("Cell 2, empty")
    expect(listener.pile("Foundation 4")).to_have_accessible_name("Foundation 4, empty")
    column = listener.pile("Column 4")
    expect(column).to_have_accessible_name("Column 4, 6 cards")
    told = [card.get_attribute("aria-label") for card in column.get_by_role("button").all()]
    assert told == names(state["view"], 4)[:-1]
    assert listener.page.get_by_role("main").get_by_role("list").count() == 16


def test_the_way_about_the_board_is_heard(regular: Visitor) -> None:
    """Arrows move the focus, which says the card and, in a list with a name, the pile."""
    listener = Listener(regular)
    state = listener.sit_down("freecell", deal=617)
    listener.press("3")
    cards = names(state["view"], 3)
    assert (listener.focus["name"], listener.focus["pile"]) == (cards[-1], "Column 3, 7 cards")
    listener.press("ArrowUp")
    assert listener.focus["name"] == cards[-2]
    listener.press("Home")
    assert listener.focus["name"] == cards[0]
    listener.press("ArrowUp")
    assert listener.focus["pile"].startswith("Cell")
    listener.press("4", "Enter")
    listener.hear("four of hearts picked up. Can go to cell 1, cell 2, cell 3, cell 4.")
    expect(listener.card("four of hearts")).to_have_attribute("aria-pressed", "true")
    listener.press("Escape")
    listener.hear("Put back.")


def test_a_refused_move_is_told_in_words(regular: Visitor) -> None:
    regular.expect_complaint("422")
    listener = Listener(regular)
    listener.sit_down("freecell", deal=617)
    listener.activate(listener.card("four of hearts"))
    listener.activate(listener.ends("t1"))
    listener.hear("four of hearts is not one lower than jack of diamonds.")
    assert listener.focus["name"] == "jack of diamonds"


def test_piles_are_read_aloud(regular: Visitor) -> None:
    listener = Listener(regular)
    state = listener.sit_down("freecell", deal=617)
    listener.card("four of hearts").focus()
    listener.press("r")
    listener.hear(f"Column 4, 7 cards: {', '.join(names(state['view'], 4))}.")
    listener.press("Shift+R")
    said = listener.hear("Foundation 1, empty.")
    for column in range(1, 9):
        assert f"Column {column}, {7 if column < 5 else 6} cards" in said
        assert ", ".join(names(state["view"], column)) in said
    listener.press("m")
    listener.hear(re.compile("Moves: column 1 to .*; column 8 to "))


def test_hidden_cards_are_counted_and_not_told(regular: Visitor) -> None:
    listener = Listener(regular)
    listener.sit_down("easthaven", deal=21)
    listener.press("2", "r")
    said = listener.hear("Column 2, 3 cards: 2 face down, ")
    assert said.count(" of ") == 1
    listener.press("Shift+R")
    listener.hear("Stock, 31 cards.")


def test_where_is_a_card(regular: Visitor) -> None:
    listener = Listener(regular)
    page = listener.page
    state = listener.sit_down("freecell", deal=617)
    listener.press("4", "w")
    field = page.get_by_role("textbox", name="Card, such as 7H or seven of hearts")
    expect(field).to_be_focused()
    for words in ("the seven of hearts", "7H"):
        field.fill(words)
        listener.press("Enter")
        listener.hear("seven of hearts: column 6, ")
    assert state["view"]["columns"][5][3] == "7H"
    field.fill("twelve of hearts")
    regular.expect_complaint("4[0-9][0-9]")
    listener.press("Enter")
    listener.hear(re.compile("."))
    expect(page.get_by_role("dialog")).to_contain_text("card")
    listener.press("Escape")
    assert listener.focus["name"] == "four of hearts"


def test_a_move_is_typed(regular: Visitor) -> None:
    regular.expect_complaint("422")
    listener = Listener(regular)
    page = listener.page
    listener.sit_down("freecell", deal=617)
    listener.press("4", "/")
    field = page.get_by_role("textbox", name="Move")
    expect(field).to_be_focused()
    page.keyboard.type("4h to cell")
    listener.press("Enter")
    listener.hear("four of hearts to cell 1")
    expect(field).to_be_focused()
    page.keyboard.type("4h to t1")
    listener.press("Enter")
    listener.hear("four of hearts is not one lower than jack of diamonds.")
    expect(field).to_have_accessible_description(
        "4♥ is of the same colour as J♦. 4♥ is not one lower than J♦."
    )
    listener.press("Escape")
    assert listener.focus["pile"] == "Cell 1, four of hearts"  # where the card is now


def test_verdict_and_hint_are_spoken(regular: Visitor, server: Server) -> None:
    with at_home(regular, server) as client:
        lost = thrown_away(client, is_over=False)
    listener = Listener(regular)
    listener.sit_down("freecell", deal=46)
    listener.press("1", "v")
    listener.hear("This game can still be won, in 25 moves.")
    listener.press("h")
    listener.hear(re.compile("[a-z]+ of (clubs|diamonds|hearts|spades)"))
    assert listener.focus["pile"].startswith("Column 1")
    listener.go(f"/t/{lost['key']}")
    listener.settle()
    listener.press("v")
    listener.hear("This game is lost: no line of play wins it from here.")
