"""Moves in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import table
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import GAMES, Area, Deal, Game, Position, Session, Transfer, parse_move
from winnable.l10n import use_language
from winnable.play.descriptions import describe_move, describe_step
from winnable.text import listing

EAST, FREE = GAMES["easthaven"], GAMES["freecell"]
POSITION = table(FREE, "9D 8S 7D", "10C", cells="6S - JH", home="- 5S")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("t1t2x3", "9♦ and 2 more onto 10♣ in column 2"),
        ("t1c2", "7♦ to cell 2"),
        ("c1f2", "6♠ to foundation 2"),
        ("c1t1", "6♠ onto 7♦ in column 1"),
        ("t2t3", "10♣ to empty column 3"),
        ("c3t8", "J♥ to empty column 8"),
        ("t1t4x2", "8♠ and 1 more to empty column 4"),
    ],
)
def test_messages(move: str, words: str) -> None:
    assert FREE.is_legal(POSITION, parse_move(move))
    assert describe_move(POSITION.view, parse_move(move)) == words


@pytest.mark.parametrize(
    ("language", "words"), [("en", "to the foundation"), ("de", "auf die Ablage")]
)
@pytest.mark.parametrize("slug", ["aces-up", "golf-relaxed"])
def test_the_only_foundation_has_no_number(slug: str, language: str, words: str) -> None:
    session = Session.new(slug, 1)
    to_foundation = (move for move in session.legal_moves() if isinstance(move, Transfer))
    with use_language(language):
        while (move := next(to_foundation, None)) is None:
            session.make("deal")
            to_foundation = (move for move in session.legal_moves() if isinstance(move, Transfer))
        before = session.view
        assert (
            describe_move(before, move) == f"{session.position.pile(move.source)[-1].sign} {words}"
        )
        session.make(move)
        assert describe_step(before, session.steps[-1], session.view).endswith(f" {words}.")
        assert f"{words.split()[-1]} 1" not in listing(session.view)


def test_a_deal_in_words() -> None:
    position = table(EAST, "9D", stock="2C 3C")
    assert describe_move(position.view, parse_move("deal")) == "deal from the stock"


def seen(position: Position) -> set[str]:
    shown = position.view
    cards = [card for pile in (*shown.columns, *shown.foundations, shown.cells) for card in pile]
    return {card.sign for card in cards if card}


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(30)
@given(data=st.data())
def test_every_legal_move_has_words(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    said: dict[str, str] = {}
    for move in game.legal_moves(position):
        words = describe_move(position.view, move)
        assert len(words.splitlines()) == 1
        assert said.setdefault(words, str(move)) == str(move)  # no two moves sound the same
        if isinstance(move, Deal):
            continue
        assert words.split()[0] == position.pile(move.source)[-move.count].sign
        assert move.target.name_among(game.foundations) in words
        assert (" empty column " in words) == (
            move.target.area is Area.COLUMN and not position.pile(move.target)
        )
        signs = {word for word in words.split() if word[-1] in "♣♦♥♠"}
        assert signs <= seen(position)
