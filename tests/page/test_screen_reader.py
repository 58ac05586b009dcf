"""Play without looking: by names and roles, and by what is said."""

from __future__ import annotations

import re

import pytest
from browsers import Visitor
from callers import deal, make
from page.conftest import Invite
from page.guests import at_home, thrown_away
from page.listening import Listener, pile_name
from page.wins import WINS
from playwright.sync_api import expect
from servers import Server

from winnable import Card


def names(view: dict[str, list[list[str]]], column: int) -> list[str]:
    return [Card.parse(card).name for card in view["columns"][column - 1]]


def test_a_whole_game_is_played_by_ear(visitor: Visitor, server: Server) -> None:
    win = WINS["freecell"]
    with server.client() as client:  # what has to be said at each move
        state = deal(client, "freecell", deal=win.deal)
        spoken = []
        for move in win.moves:
            state = make(client, state, move)
            spoken.append(state["last"]["spoken"])
    listener = Listener(visitor)
    listener.sit_down("freecell", deal=win.deal)
    for move, words in zip(win.moves, spoken, strict=True):
        version = listener.version
        listener.make(move)
        listener.hear(words)
        listener.settle(version)
        assert listener.focus["what"] in ("button", "h2")
    listener.hear(re.compile(r"Won in 25 moves, .*\. Unaided: no hint, no undo, no verdict\."))
    assert listener.focus["name"] == "Won!"


def test_the_stock_is_dealt_by_ear(visitor: Visitor) -> None:
    listener = Listener(visitor)
    listener.sit_down("easthaven", deal=21)
    expect(listener.pile("Stock")).to_have_accessible_name("Stock, 31 cards")
    listener.make("deal")
    listener.hear("deal: 7 cards to the columns")
    expect(listener.pile("Stock")).to_have_accessible_name("Stock, 24 cards")
    assert listener.focus["pile"] == "Stock, 24 cards"
    hidden = listener.pile("Column 1").get_by_role("button", name="face-down card")
    expect(hidden).to_have_count(2)
    listener.activate(hidden.first)


def test_every_pile_is_a_list_that_says_what_lies_there(visitor: Visitor) -> None:
    listener = Listener(visitor)
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
