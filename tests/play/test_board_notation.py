from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase
from strategies import ALL_GAMES, positions

from winnable import DECK, GAMES, BoardError, Card, Game, board_text, numbered_deck, parse_board
from winnable.play.record import Record
from winnable.play.session import Session

FREECELL = GAMES["freecell"]
MIDDLE = """\
Foundations: H-8 C-9 D-8 S-9
Freecells: KS - KC -
KH QC JH TC 9H
KD
QD JD
TD 9D
TH QH
JC TS
JS QS
:
"""


@given(st.data())
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
def test_round_trip(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    assert parse_board(game, board_text(game, position)) == position


@pytest.mark.parametrize("slug", ["freecell", "bakers_game", "golf"])
@pytest.mark.parametrize("number", [1, 617, 11982, 2**31 + 7, 2**33 - 1])
def test_fresh_boards_are_written_as_pysol_writes_them(slug: str, number: int) -> None:
    game = GAMES[{"golf": "golf-relaxed"}.get(slug, slug.replace("_", "-"))]
    theirs = PysolGame(slug, number, RandomBase.DEALS_MS).calc_layout_string(
        CardRenderer(print_ts=True)
    )
    assert board_text(game, game.deal(numbered_deck(number))) == theirs


def test_the_middle_of_a_game() -> None:
    position = parse_board(FREECELL, MIDDLE)
    assert position.cells == (Card.parse("KS"), None, Card.parse("KC"), None)
    assert [len(pile) for pile in position.foundations] == [8, 9, 8, 9]
    assert position.columns[7] == ()
    assert board_text(FREECELL, position) == MIDDLE


def test_other_spellings_are_read() -> None:
    spelled = "# a comment\n\n" + MIDDLE.replace("Foundations", "founds").replace(
        "Freecells: KS - KC -", "FC:  ks  -   kc"
    ).replace("TD 9D", ": 10d 9♦")
    assert parse_board(FREECELL, spelled) == parse_board(FREECELL, MIDDLE)


def test_face_down_cards_are_in_brackets() -> None:
    game = GAMES["easthaven"]
    text = board_text(game, game.deal(numbered_deck(3)))
    assert text.splitlines()[1] == "<KC> <4D> 9C"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("KH QC", "KH KH QC"), "the king of hearts is there 2 times"),
        (("KD\n", ":\n"), "the king of diamonds is missing"),
        ((":\n", ""), "the board has 7 columns, but FreeCell has 8 (write an empty one as :)"),
        ((" KC -", " KC - -"), "the board has 5 cells, but FreeCell has 4"),
        (("S-9", "S-9 S-0"), "the board has 5 foundations, but FreeCell has 4"),
        (("S-9", "S9"), "'S9' is not a foundation: write H-0, C-A or S-7"),
        (("S-9", "H-9"), "the ace of hearts is there 2 times"),
        (("KD\n", "KX\n"), "'KX' is not a card"),
        (("KD\n", "<KD>\n"), "column 2 has 1 face down, but at most 0 are allowed"),
        (("KD\n", "<KD\n"), "'<KD' is not a card"),
        (("KD\n", "KD>\n"), "'KD>' is not a card"),
        (("QD JD", "QD <JD>"), "only the first cards of a column can be face down"),
        (("Freecells", "Freecells: - \nFreecells"), "the board has two freecells lines"),
        (("Freecells", "Talon: - \nFreecells"), "a talon line, but FreeCell has no talon"),
    ],
)
def test_messages_for_mistakes(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(BoardError) as refusal:
        parse_board(FREECELL, MIDDLE.replace(*change, 1))
    assert complaint in str(refusal.value)


def test_an_impossible_stock() -> None:
    game = GAMES["golf-relaxed"]
    start = game.deal(numbered_deck(1))
    assert start.stock is not None
    moved = replace(
        start,
        stock=(*start.stock, start.columns[0][-1]),
        columns=(start.columns[0][:-1], *start.columns[1:]),
    )
    with pytest.raises(BoardError, match="the stock cannot have 17 cards"):
        parse_board(game, board_text(game, moved))


def test_a_board_that_is_too_long() -> None:
    with pytest.raises(BoardError, match="longer than"):
        parse_board(FREECELL, "AS " * 10_000)


def test_a_game_from_a_board_can_be_recorded() -> None:
    session = Session(FREECELL, parse_board(FREECELL, MIDDLE))
    session.make("t1t2x4")
    again = Record.of(session).session()
    assert again.position == session.position
    assert again.start == session.start


def test_aces_are_never_thrown_away() -> None:
    game = GAMES["aces-up"]
    everything = " ".join(map(str, DECK))
    with pytest.raises(BoardError, match="nothing outranks the ace of clubs"):
        parse_board(game, f"Talon:\nFoundations: {everything}\n:\n:\n:\n:\n")
