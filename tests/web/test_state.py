"""Tables as their players see them."""

import pytest

from winnable import DECK, GAMES, Autoplay, Card, Session
from winnable.store import SavedGame
from winnable.web.state import game_info, happened, state_of, tells_hidden_cards, where


def state(session: Session) -> dict[str, object]:
    return state_of("KEY", SavedGame(session)).model_dump(mode="json")


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_state_is_what_the_session_says(slug: str) -> None:
    session = Session.new(slug, 9)
    found = state(session)
    assert found["view"] == session.view.as_dict()
    assert found["moves"] == [str(move) for move in session.legal_moves()]
    assert found["heading"] == f"{session.game.name}, deal 9"


def test_how_many_cards_can_be_picked_up() -> None:
    session = Session.new("freecell", 12)
    assert state(session)["lift"] == [2, 1, 1, 1, 1, 1, 1, 1]
    session.make("t1t5x2")
    lift = state(session)["lift"]
    assert isinstance(lift, list)
    assert lift[4] == 3


def test_face_down_cards_cannot_be_picked_up() -> None:
    assert state(Session.new("easthaven", 1))["lift"] == [1] * 7


@pytest.mark.parametrize("slug", ["golf-relaxed", "easthaven", "aces-up"])
def test_whether_a_record_would_tell_hidden_cards(slug: str) -> None:
    game = GAMES[slug]
    assert not tells_hidden_cards(Session(game, deal=5))
    own = Session(game, deal=DECK)
    assert tells_hidden_cards(own)


def test_what_happened_is_said() -> None:
    before = Session.new("freecell", 1)
    after = before.copy()
    after.make("t3c1")
    said = happened("move", before, after)
    assert (said.move, said.words) == ("t3c1", "t3c1: 2♥ to cell 1.")
    assert said.spoken == "two of hearts to cell 1."
    again = happened("redo", before, after)
    assert again.words == "Again: t3c1: 2♥ to cell 1."
    back = happened("undo", after, before)
    assert (back.move, back.words) == (None, "Taken back: t3c1: 2♥ to cell 1.")
    assert happened("redo", before, before.copy()).words == "Back at the start."
    for autoplay in Autoplay:
        chosen = after.copy()
        chosen.autoplay = autoplay
        assert happened("autoplay", after, chosen).words.endswith(".")


def test_where_cards_lie() -> None:
    session = Session.new("easthaven", 1)
    column = session.position.columns[2]
    assert where(session, column[0]).endswith(": not in sight")
    assert where(session, column[-1]) == f"{column[-1].name}: column 3, the last card"
    golf = Session.new("golf-relaxed", 1)
    first = golf.position.foundations[0][0]
    golf.make("deal")
    assert where(golf, first) == f"{first.name}: foundation 1"
    assert where(Session.new("freecell", 1), Card.parse("JD")).endswith("column 1, under 6 cards")


@pytest.mark.parametrize("slug", list(GAMES))
def test_what_a_page_has_to_know(slug: str) -> None:
    info = game_info(GAMES[slug])
    assert info.slug == slug
    assert info.has_stock == (Session.new(slug, 1).view.stock is not None)
    assert Autoplay.OFF in info.autoplays
