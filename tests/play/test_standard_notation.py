import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from peers import fc_solve
from strategies import lines

from winnable import (
    GAMES,
    Autoplay,
    Game,
    NotationError,
    Place,
    Position,
    Session,
    Transfer,
    board_text,
    numbered_deck,
    parse_board,
    parse_standard,
    standard_text,
)
from winnable.play.autoplay import apply_autoplay
from winnable.play.standard_notation import Dialect
from winnable.rules.foundations import foundation_for

KIN = [GAMES["freecell"], GAMES["bakers-game"]]
OPTIONS = {"freecell": ("-g", "freecell"), "bakers-game": ("-g", "bakers_game")}


def _home(position: Position) -> dict[str, int]:
    return {pile[0].suit.name: len(pile) for pile in position.foundations if pile}


def _states(output: str) -> Iterator[tuple[str, str]]:
    """The moves that fc-solve prints, each with the board it prints after it."""
    for part in output.split("Move: ")[1:]:
        token, _, board = part.partition("\n")
        yield token.strip(), board.partition("====")[0].partition("This game")[0]


def _same(game: Game, position: Position, printed: str) -> bool:
    """Whether a printed board is the position; an empty cell is a gap there, so they lose order."""
    theirs = parse_board(game, printed)
    return (
        _home(theirs) == _home(position)
        and theirs.columns == position.columns
        and sorted(filter(None, theirs.cells)) == sorted(filter(None, position.cells))
    )


@pytest.mark.parametrize("game", KIN, ids=lambda game: game.slug)
@pytest.mark.parametrize("number", [*range(1, 13), 617, 11981, 24, 169])
@pytest.mark.parametrize("preset", [(), ("-l", "lg")], ids=["plain", "lg"])
def test_solutions_of_fc_solve(game: Game, number: int, preset: tuple[str, ...]) -> None:
    start = game.deal(numbered_deck(number))
    options = (*OPTIONS[game.slug], *preset, "-p", "-t", "-sam", "-snx")
    output = fc_solve(board_text(game, start), *options)
    if "could not solve" in output or "Iterations count exceeded" in output:
        assert game.slug == "bakers-game"  # of these deals, every one of FreeCell can be won
        return
    states = list(_states(output))
    tokens = [token for token, _ in states]
    assert len(tokens) > 20

    # fc-solve writes every move home: read move by move, each of its boards is ours.
    steps = parse_standard(game, start, " ".join(tokens), Dialect.FC_SOLVE)
    for step, (token, printed) in zip(steps, states, strict=True):
        assert _same(game, step.position, printed), token
    assert game.is_won(steps[-1].position)

    # Nobody has to say which way it is written.
    assert game.is_won(parse_standard(game, start, " ".join(tokens))[-1].position)

    # The same play in notation proper leaves out what goes home by itself, and still wins.
    moves = [step.move for step in steps]
    written = standard_text(game, start, moves)
    assert len(written.split()) < len(tokens)
    assert game.is_won(parse_standard(game, start, written, Dialect.PROPER)[-1].position)


@given(st.data())
@pytest.mark.parametrize("game", KIN, ids=lambda game: game.slug)
@pytest.mark.parametrize("autoplay", Autoplay, ids=lambda autoplay: autoplay.value)
def test_round_trip(game: Game, autoplay: Autoplay, data: st.DataObject) -> None:
    start, moves = data.draw(lines(game))
    session = Session(game, start, autoplay=autoplay)
    for move in moves:
        if game.is_legal(session.position, move):
            session.make(move)
    written = standard_text(game, start, session.moves)
    steps = parse_standard(game, start, written, Dialect.PROPER)
    assert standard_text(game, start, [m for s in steps for m in (s.move, *s.automoves)]) == written
    # Where both tables have sent home all that is safe, they are the same.
    _, ours = apply_autoplay(game, session.position, Autoplay.SAFE)
    theirs = steps[-1].position if steps else start
    if steps:
        assert _home(theirs) == _home(ours)
        assert theirs.columns == ours.columns
        assert theirs.cells == ours.cells


@given(st.data())
@pytest.mark.parametrize("game", KIN, ids=lambda game: game.slug)
def test_a_game_with_safe_autoplay_comes_back_move_by_move(game: Game, data: st.DataObject) -> None:
    start, moves = data.draw(lines(game))
    session = Session(game, start, autoplay=Autoplay.SAFE)
    for move in moves:
        if not game.is_legal(session.position, move):
            continue
        assert isinstance(move, Transfer)
        card = session.position.pile(move.source)[-1]
        if move.target.area.noun == "foundation":  # the notation says home, not which one
            move = Transfer(move.source, foundation_for(game, session.position, card))
        session.make(move)
    written = standard_text(game, start, session.moves)
    assert parse_standard(game, start, written) == session.steps


def test_implied_and_stated_counts() -> None:
    game = GAMES["freecell"]
    start = parse_board(
        game,
        "Foundations: H-8 C-9 D-8 S-9\nFreecells: KS KC\n"
        "KH QC JH TC 9H\nKD\nQD JD\nTD 9D\nTH QH\nJC TS\nJS QS\n:\n",
    )
    moves = {
        text: str(parse_standard(game, start, text)[0].move)
        for text in ("12", "18", "18v2", "18v3", "1c", "1h")
    }
    assert moves == {
        "12": "t1t2x4",  # as many as fit
        "18": "t1t8x3",  # as many as can: two cells, and the empty column is the target
        "18v2": "t1t8x2",
        "18v3": "t1t8x3",
        "1c": "t1c3",
        "1h": "t1f1",
    }
    for text in ("12", "18", "18v2"):
        (step,) = parse_standard(game, start, text)
        assert standard_text(game, start, [step.move]) == text
    (theirs,) = parse_standard(game, start, "18", Dialect.FC_SOLVE)
    assert str(theirs.move) == "t1t8"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3a 33", "move 2 (33): the cards are in column 3 already"),
        ("3a 3a", "move 2 (3a): cell 1 is not empty"),
        ("39", "move 1 (39): there is no column 9 in FreeCell"),
        ("3e", "move 1 (3e): there is no cell e in FreeCell"),
        ("hello", "move 1 (hello): 'hello' is not a move in standard notation"),
        ("3h", "2♥ is not an ace"),
        ("ah", "cell 1 is empty"),
        ("12v0", "'12v0' is not a move in standard notation"),
        ("12ve", "'12ve' is not a move in standard notation"),
    ],
)
def test_messages_for_mistakes(text: str, complaint: str) -> None:
    game = GAMES["freecell"]
    with pytest.raises(NotationError, match=re.escape(complaint)):
        parse_standard(game, game.deal(numbered_deck(1)), text)


def test_other_games_have_no_standard_notation() -> None:
    game = GAMES["golf-relaxed"]
    start = game.deal(numbered_deck(1))
    with pytest.raises(NotationError, match="standard notation, not Golf Relaxed"):
        parse_standard(game, start, "1h")
    with pytest.raises(NotationError, match="standard notation, not Golf Relaxed"):
        standard_text(game, start, [])


def test_counts_are_written_in_hexadecimal() -> None:
    game = GAMES["freecell"]
    start = parse_board(
        game,
        "Foundations: H-0 S-A C-A D-A\n"
        "KC\nKS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D\n:\n:\n:\n:\n"
        "KD QS JD TS 9D 8S 7D 6S 5D 4S 3D 2S 2H AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H\n"
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC\n",
    )
    move = Transfer(Place.parse("t2"), Place.parse("t3"), 10)
    assert standard_text(game, start, [move]) == "23va"
    assert parse_standard(game, start, "23va", Dialect.FC_SOLVE)[0].move == move
