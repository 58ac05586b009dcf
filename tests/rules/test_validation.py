"""Impossible positions, each refused with a message that says why."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame, pile, table
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import (
    DECK,
    GAMES,
    BoardError,
    Card,
    Game,
    Position,
    Session,
    Suit,
    check_position,
    numbered_deck,
)

ACES, EAST, GOLF, FREE = (
    GAMES[slug] for slug in ("aces-up", "easthaven", "golf-relaxed", "freecell")
)
FREE_START, EAST_START, GOLF_START, ACES_START = (
    game.deal(numbered_deck(1)) for game in (FREE, EAST, GOLF, ACES)
)
NEARLY_WON = endgame(FREE, "KS QS")

FAULTS: list[tuple[Game, Position, str]] = [
    (FREE, replace(FREE_START, columns=FREE_START.columns[1:]),
     "it has 7 columns, and the game has 8"),
    (FREE, replace(FREE_START, cells=()), "it has 0 cells, and the game has 4"),
    (FREE, replace(FREE_START, foundations=((),) * 5), "it has 5 foundations, and the game has 4"),
    (GOLF, replace(GOLF_START, foundations=()), "it has 0 foundations, and the game has 1"),
    (FREE, replace(NEARLY_WON, cells=(*pile("KS"), None, None, None)),
     "the king of spades is there 2 times"),
    (FREE, replace(NEARLY_WON, columns=(pile("KS"), *((),) * 7)), "the queen of spades is missing"),
    (FREE, replace(NEARLY_WON, columns=((),) * 8),
     "the queen of spades is missing, and 1 more card"),
    (FREE, replace(FREE_START, columns=((),) * 8),
     "the ace of clubs is missing, and 51 more cards"),
    (FREE, replace(NEARLY_WON, cells=(Card(14, Suit.HEARTS), None, None, None)),
     "Card.parse('?H') is not a card"),
    (FREE, replace(NEARLY_WON, columns=(pile("KS"), *((),) * 7),
                   foundations=(*NEARLY_WON.foundations[:3],
                                (*NEARLY_WON.foundations[3][:-1], *pile("QS JS")))),
     "foundation 4 is not one suit from the ace up"),
    (FREE, replace(NEARLY_WON, foundations=(pile("2C"), *NEARLY_WON.foundations[1:]),
                   columns=(*NEARLY_WON.columns[:7], tuple(
                       c for c in NEARLY_WON.foundations[0] if c.rank != 2))),
     "foundation 1 is not one suit from the ace up"),
    (GOLF, replace(GOLF_START, foundations=((),), stock=(*GOLF_START.foundations[0],
                                                         *(GOLF_START.stock or ()))),
     "its foundation has not been started"),
    (EAST, replace(EAST_START, face_down=(2,) * 6),
     "it does not say for every column how many cards are face down"),
    (EAST, replace(EAST_START, face_down=(3, *(2,) * 6)),
     "column 1 has 3 face down, but at most 2 are allowed"),
    (EAST, replace(EAST_START, face_down=(-1, *(2,) * 6)),
     "column 1 has -1 face down, but at most 2 are allowed"),
    (FREE, replace(FREE_START, face_down=(*(0,) * 7, 1)),
     "column 8 has 1 face down, but at most 0 are allowed"),
    (EAST, replace(endgame(EAST, "KS", "QS"), face_down=(0, 1, 0, 0, 0, 0, 0)),
     "the last card of column 2 lies face down"),
    (EAST, replace(endgame(EAST, "KS"), face_down=(0, 1, 0, 0, 0, 0, 0)),
     "the last card of column 2 lies face down"),
    (FREE, replace(FREE_START, stock=()), "it has a stock"),
    (GOLF, replace(endgame(GOLF, "KS"), stock=None), "it lacks a stock"),
    (EAST, replace(EAST_START, stock=(EAST_START.stock or ())[1:],
                   columns=(EAST_START.columns[0] + (EAST_START.stock or ())[:1],
                            *EAST_START.columns[1:])),
     "the stock cannot have 30 cards"),
    (ACES, replace(ACES_START, columns=((), *ACES_START.columns[1:]),
                   stock=(*ACES_START.columns[0], *(ACES_START.stock or ()))),
     "the stock cannot have 49 cards"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "words"), FAULTS, ids=[words for *_, words in FAULTS])
def test_impossible_positions(game: Game, position: Position, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        check_position(game, position)
    assert str(caught.value) == f"not a position of {game.name}: {words}"
    with pytest.raises(BoardError):
        Session(game, position)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(40)
@given(data=st.data())
def test_positions_reached_by_play_are_possible(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    assert check_position(game, position) is position
    assert check_position(game, position, whole=False) is position


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(25)
@given(data=st.data())
def test_replacing_a_card_makes_it_impossible(game: Game, data: st.DataObject) -> None:
    """Any card of any position exchanged for another is one too many and one too few."""
    position = data.draw(positions(game))
    slot = data.draw(st.sampled_from([n for n, column in enumerate(position.columns) if column]))
    column = list(position.columns[slot])
    row = data.draw(st.integers(0, len(column) - 1))
    column[row] = data.draw(st.sampled_from([card for card in DECK if card != column[row]]))
    columns = (*position.columns[:slot], tuple(column), *position.columns[slot + 1 :])
    with pytest.raises(BoardError, match=f"the {column[row].name} is there 2 times$"):
        check_position(game, replace(position, columns=columns))


def test_small_positions_need_not_have_all_cards() -> None:
    position = table(FREE, "KS")
    assert check_position(FREE, position, whole=False) is position
    with pytest.raises(BoardError, match=r"is missing, and 50 more cards$"):
        check_position(FREE, position)
    with pytest.raises(BoardError, match=r"the king of spades is there 2 times$"):
        check_position(FREE, replace(position, cells=(*pile("KS"), None, None, None)), whole=False)
