"""Moves in words."""

import pytest

from winnable import DECK, Card, Session, read_move
from winnable.errors import WinnableError
from winnable.l10n import languages, use_language
from winnable.play.moves_in_words import parse_card_name


def typed(session: Session, text: str) -> str:
    return str(read_move(session.game, session.position, text))


def freecell() -> Session:
    session = Session.new("freecell", 1)
    session.make("t3c1")
    return session


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("t1c2", "t1c2"),
        ("1b", "t1c2"),
        ("t2c 1 2", "t1c2"),
        ("6s to c2", "t1c2"),
        ("6♠ to cell 2", "t1c2"),
        ("the six of spades to a cell", "t1c2"),
        (" 6S  TO  Cell ", "t1c2"),
        ("6s home", "t1f1"),
        ("6s to home", "t1f1"),
        ("6s to f3", "t1f3"),
        ("2h to t4", "c1t4"),
        ("2h to column 4", "c1t4"),
        ("2h onto the six of spades", "c1t1"),
        ("6d to c2", "t1c2x2"),
    ],
)
def test_moves_in_words(text: str, move: str) -> None:
    assert typed(freecell(), text) == move


def test_the_ten_of_clubs_is_a_command_of_bakers_game_too() -> None:
    session = Session.new("bakers-game", 1)
    assert typed(session, "TC 3 1") == "t3c1"
    ten = next(
        at for at, pile in enumerate(session.position.columns, 1) if Card.parse("TC") in pile
    )
    assert typed(session, "TC to f1").startswith(f"t{ten}f1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a move"),
        ("hello", "is not a move"),
        ("7h to", "is not a move"),
        ("hello to you", "is not a card"),
        ("6s to nowhere", "is not a card"),
        ("6s to t9", "there is no column 9 in FreeCell"),
        ("6s to column 0", "is not a place"),
        ("6s to cell 5", "there is no cell 5 in FreeCell"),
        ("2h to the jack of diamonds", "J♦ in column 1 is covered by other cards"),
    ],
)
def test_texts_that_are_not_moves(text: str, words: str) -> None:
    with pytest.raises(WinnableError, match=words):
        typed(freecell(), text)


def test_hidden_cards_are_not_found() -> None:
    session = Session.new("easthaven", 1)
    hidden = session.position.columns[0][0]
    with pytest.raises(WinnableError, match=f"{hidden.sign} cannot be seen"):
        typed(session, f"{hidden} to t2")
    seen = session.position.columns[0][-1]
    with pytest.raises(WinnableError, match=f"{hidden.sign} cannot be seen"):
        typed(session, f"{seen} to {hidden}")


def test_a_card_on_a_foundation_stays_there() -> None:
    session = Session.new("golf-relaxed", 1)
    top = session.position.foundations[0][-1]
    with pytest.raises(WinnableError, match="is on a foundation and stays there"):
        typed(session, f"{top} to t1")


@pytest.mark.parametrize("target", ["the foundation", "foundation 1", "home", "f1"])
def test_the_only_foundation_is_named_with_or_without_its_number(target: str) -> None:
    session = Session.new("golf", 617)
    top = session.position.columns[0][-1]
    assert typed(session, f"{top} to {target}") == "t1f1"


@pytest.mark.parametrize("text", ["7h", "7H", "7♥", "seven of hearts", "where is the 7h?"])
def test_cards(text: str) -> None:
    assert str(parse_card_name(text)) == "7H"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Pik Sechs in Zelle 2", "t1c2"),
        ("pik 6 in eine zelle", "t1c2"),
        ("die Pik-Sechs auf die Ablage", "t1f1"),
        ("pik 6 auf f3", "t1f3"),
        ("Herz Zwei auf Spalte 4", "c1t4"),
        ("herz 2 auf pik sechs", "c1t1"),
        ("6s to c2", "t1c2"),
        ("1b", "t1c2"),
    ],
)
def test_moves_in_german(text: str, move: str) -> None:
    with use_language("de"):
        assert typed(freecell(), text) == move


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("herz 7 auf nichts", "ist keine Karte"),
        ("herz 77 auf t3", "ist kein Zug"),
        ("pik sechs auf spalte 9", "Spalte 9 gibt es in FreeCell nicht"),
        ("hallo", "ist kein Zug"),
    ],
)
def test_what_is_wrong_is_said_in_german(text: str, words: str) -> None:
    with use_language("de"), pytest.raises(WinnableError, match=words):
        typed(freecell(), text)


def test_german_is_not_read_in_english() -> None:
    with pytest.raises(WinnableError, match="is not a move"):
        typed(freecell(), "pik 6 in zelle 2")


@pytest.mark.parametrize("card", DECK, ids=str)
@pytest.mark.parametrize("language", languages())
def test_every_card_is_known_by_the_name_that_is_read_aloud(card: Card, language: str) -> None:
    with use_language(language):
        assert parse_card_name(card.name) == card
