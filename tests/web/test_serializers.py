"""Saved games as their players see them."""

import pytest

from winnable import DECK, GAMES, Autoplay, Card, Record, Session, parse_move
from winnable.play import MoveNode, Variation
from winnable.position import Place
from winnable.store import Outcome, SavedGame
from winnable.web.response_models.games import GameState
from winnable.web.serializers import (
    card_location,
    game_info,
    game_state,
    last_change,
    record_shows_hidden_cards,
)


def state(session: Session) -> GameState:
    return game_state("KEY", SavedGame(session))


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_state_shows_the_session(slug: str) -> None:
    session = Session.new(slug, 9)
    found = state(session).model_dump(mode="json")
    assert found["view"] == session.view.as_dict()
    assert found["legal_moves"] == [str(move) for move in session.legal_moves()]
    assert found["heading"] == f"{session.game.name}, deal 9"


def test_movable_cards() -> None:
    session = Session.new("freecell", 12)
    assert state(session).movable_cards == [2, 1, 1, 1, 1, 1, 1, 1]
    session.make("t1t5x2")
    assert state(session).movable_cards[4] == 3


def test_face_down_cards_are_not_movable() -> None:
    assert state(Session.new("easthaven", 1)).movable_cards == [1] * 7


@pytest.mark.parametrize("slug", ["golf-relaxed", "easthaven", "aces-up"])
def test_where_the_next_deal_goes(slug: str) -> None:
    session = Session.new(slug, 1)
    while "deal" in (found := state(session)).legal_moves:
        before = session.position
        session.make("deal")
        places = [Place.parse(place) for place in found.deal_places]
        assert len(places) == len(before.stock or ()) - len(session.position.stock or ())
        for place in places:
            assert session.position.pile(place)[:-1] == before.pile(place)
    assert found.deal_places == []


@pytest.mark.parametrize("slug", ["golf-relaxed", "easthaven", "aces-up"])
def test_whether_a_record_shows_hidden_cards(slug: str) -> None:
    game = GAMES[slug]
    numbered, from_a_deck = (Record.of(Session(game, deal=deal)) for deal in (5, DECK))
    assert not record_shows_hidden_cards(numbered, Outcome.UNFINISHED)
    assert record_shows_hidden_cards(from_a_deck, Outcome.UNFINISHED)
    assert not record_shows_hidden_cards(from_a_deck, Outcome.GIVEN_UP)


def test_a_record_shows_no_hidden_card_once_all_are_in_sight() -> None:
    session = Session(GAMES["aces-up"], deal=DECK)
    while not session.view.is_open:
        assert record_shows_hidden_cards(Record.of(session), Outcome.UNFINISHED)
        session.make("deal")
    assert not record_shows_hidden_cards(Record.of(session), Outcome.UNFINISHED)


def test_a_damaged_record_is_taken_to_show_hidden_cards() -> None:
    record = Record.of(Session(GAMES["aces-up"], deal=DECK))
    damaged = Record(record.tags, Variation((MoveNode(parse_move("t1f1")),) * 2))
    assert record_shows_hidden_cards(damaged, Outcome.UNFINISHED)


def test_the_last_change() -> None:
    session = Session.new("freecell", 1)
    session.make("t3c1")
    made = last_change("move", session, 0)
    assert (made.move, made.text) == ("t3c1", "t3c1: 2♥ to cell 1.")
    assert made.spoken == "two of hearts to cell 1."
    assert last_change("redo", session, 0).text == "Again: t3c1: 2♥ to cell 1."
    session.undo()
    undone = last_change("undo", session, 1)
    assert (undone.move, undone.text) == (None, "Undone: t3c1: 2♥ to cell 1.")
    assert last_change("undo", session, 0).text == "At the start."
    assert last_change("redo", session, 0).text == "At the start."
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    session.undo()
    assert last_change("go-to", session, 3).text == "1 move undone. You are after move 2."
    assert last_change("go-to", session, 1).text == "1 move made again. You are after move 2."
    session.restart()
    assert last_change("restart", session, 2).text == "Back at the start: 2 moves undone."
    for autoplay in Autoplay:
        session.autoplay = autoplay
        assert last_change("autoplay", session, 0).text.endswith(".")


def test_the_cards_that_went_home_are_counted() -> None:
    session = Session.new("freecell", 5)
    for move in ("t1c1", "t1c2", "t1c3"):
        session.make(move)
    assert last_change("home", session, 3).text == "No cards went to the foundations."
    session.make(next(move for move in session.legal_moves() if "f" in str(move)))
    assert last_change("home", session, 3).text == "1 card went to the foundations."


def test_where_cards_are() -> None:
    session = Session.new("easthaven", 1)
    column = session.position.columns[2]
    assert card_location(session, column[0]).endswith(": not in sight")
    assert card_location(session, column[-1]) == f"{column[-1].name}: column 3, the last card"
    golf = Session.new("golf-relaxed", 1)
    first = golf.position.foundations[0][0]
    golf.make("deal")
    assert card_location(golf, first) == f"{first.name}: the foundation"
    freecell = Session.new("freecell", 1)
    assert card_location(freecell, Card.parse("JD")).endswith("column 1, under 6 cards")


@pytest.mark.parametrize("slug", list(GAMES))
def test_the_catalog_entry_of_a_game(slug: str) -> None:
    info = game_info(GAMES[slug])
    assert info.slug == slug
    assert info.has_stock == (Session.new(slug, 1).view.stock is not None)
    assert Autoplay.OFF in info.autoplays
