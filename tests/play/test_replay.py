"""Replaying winning lines with autoplay."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame
from strategies import examples, lines

from winnable import (
    GAMES,
    Autoplay,
    Game,
    IllegalMoveError,
    Move,
    Position,
    Session,
    numbered_deck,
    parse_move,
)
from winnable.play.replay import follow_line, moves_to_type, replay_win, win_session
from winnable.solver import Limit, Verdict, solve

FREECELL = GAMES["freecell"]


@pytest.mark.parametrize("slug", ["freecell", "bakers-game", "easthaven"])
def test_a_line_wins_with_autoplay(slug: str) -> None:
    game = GAMES[slug]
    dice = random.Random(slug)
    shorter = 0
    for _ in range(6):
        position = game.deal(numbered_deck(dice.randint(1, 10**6)))
        result = solve(game, position, Limit(states=20_000, seconds=5))
        if result.verdict is not Verdict.WINNABLE:
            continue
        assert moves_to_type(Session(game, position), result.moves) == list(result.moves)
        table = Session(game, position, autoplay=Autoplay.SAFE)
        typed = moves_to_type(table, result.moves)
        assert typed is not None
        for move in typed:
            table.make(move)
        assert table.is_won
        shorter += len(typed) < len(result.moves)
        eager = moves_to_type(Session(game, position, autoplay=Autoplay.ALL), result.moves)
        assert eager is None or len(eager) <= len(typed)
    assert shorter


def test_a_line_that_does_not_win_is_none() -> None:
    table = Session.new("freecell", 617)
    assert moves_to_type(table, []) is None


@given(st.sampled_from(list(GAMES.values())), st.data())
@examples(60)
def test_without_autoplay_a_line_is_followed_as_it_is(game: Game, data: st.DataObject) -> None:
    start, moves = data.draw(lines(game))
    steps = list(follow_line(game, start, moves, Autoplay.OFF))
    assert [step.move for step in steps] == moves
    assert not any(step.automoves for step in steps)


def test_a_line_that_autoplay_breaks_is_replaced() -> None:
    # The line lays 2♠ on 3♥, which has gone home by itself where everything does.
    position = endgame(
        FREECELL,
        "AS 2S KD",
        "QC KC 3H",
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
        "KH QH JH TH 9H 8H 7H 6H 5H 4H",
    )
    moves = [parse_move(move) for move in ("t1f2", "t1t2", "t1f4")]
    moves += solve(FREECELL, _after(position, moves)).moves
    table = Session(FREECELL, position, autoplay=Autoplay.ALL)
    assert moves_to_type(table, moves) is None
    assert replay_win(FREECELL, position, moves, Autoplay.ALL, lambda here: None) is None
    steps = replay_win(
        FREECELL, position, moves, Autoplay.ALL, lambda here: solve(FREECELL, here).moves
    )
    assert steps is not None
    for step in steps:
        assert table.make(step.move) == step
    assert table.is_won


def _after(position: Position, moves: list[Move]) -> Position:
    for move in moves:
        position = FREECELL.apply(position, move)
    return position


def test_a_line_that_cannot_be_followed_is_refused() -> None:
    position = endgame(FREECELL, "KS", "KH")
    with pytest.raises(IllegalMoveError):
        list(follow_line(FREECELL, position, [parse_move("t1t2")], Autoplay.OFF))
    assert replay_win(FREECELL, position, [parse_move("t1t2")], Autoplay.OFF) is None


def test_a_win_is_a_session_at_its_start() -> None:
    session = Session.new("freecell", 1)
    session.make("t3c1")
    line = win_session(session, solve(session.game, session.position).moves)
    assert line.position == session.position
    assert not line.steps
    while line.redo():
        pass
    assert line.is_won


def test_a_win_from_an_earlier_point() -> None:
    session = Session.new("freecell", 1)
    session.make("t3c1")
    line = win_session(session, solve(session.game, session.start).moves, made=0)
    assert line.start == session.start
