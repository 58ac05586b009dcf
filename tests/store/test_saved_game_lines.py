"""Lines that are kept beside the moves of a saved game."""

import pytest
from store.saved_games import begin, number_of, win

from winnable import Session, StaleGameError, StoreError
from winnable.play import MoveNode, Variation
from winnable.play.lines import Line, add_line, kept_lines, read_node
from winnable.store import SavedGame, Store


def with_line(game: SavedGame, name: str, move: str = "t4c1") -> Variation:
    return add_line(game.played, Line(name, 0, (read_node(move),)))


def nodes(*moves: str) -> tuple[MoveNode, ...]:
    return tuple(map(read_node, moves))


def started(store: Store, *moves: str) -> SavedGame:
    game = store.new_game(Session.new("freecell", 1))
    for move in moves:
        game.make(move)
    return game


def names(game: SavedGame) -> list[str]:
    return [line.name for line in kept_lines(game.played)]


def test_lines_are_kept_with_the_game(store: Store) -> None:
    game = begin(store, 1)
    touched = store.games.load(1).touched
    game.keep_lines(with_line(game, "one"))
    assert names(store.open_game(1)) == ["one"]
    assert store.games.load(1).touched == touched  # it keeps its place in the history
    again = store.open_game(1)
    again.make(next(again.session.legal_moves()))
    assert names(store.open_game(1)) == ["one"]


def test_undone_moves_keep_theirs(store: Store) -> None:
    game = begin(store, 1)
    game.make(next(game.session.legal_moves()))
    made = len(game.session.steps)
    first = game.session.steps[0].move
    other = next(m for m in Session.new("freecell", 1).legal_moves() if m != first)
    game.keep_lines(with_line(game, "early", str(other)))
    game.restart()
    game = store.open_game(1)
    assert names(game) == []
    game.keep_lines(game.played)
    game.go_to(made)
    assert names(store.open_game(1)) == ["early"]


def test_lines_beside_moves_that_are_replaced_leave_the_game_where_they_are(store: Store) -> None:
    game = started(store, "t3c1", "t3t2", "t7c2")
    lines = [Line("last", 3, nodes("t7c3", "t7c4")), Line("third", 2, nodes("t4c2"))]
    for line in lines:
        game.keep_lines(add_line(game.played, line))
    game.go_to(1)
    game.make("t4c2")
    moved = [
        Line("last", 1, nodes("t3t2", "t7c2", "t7c3", "t7c4")),
        Line("third", 1, nodes("t3t2", "t4c2")),
    ]
    assert kept_lines(game.played) == kept_lines(store.open_game(1).played) == moved
    game = store.open_game(1)
    game.undo()
    for move in ("t3t2", "t7c2"):
        game.make(move)
    again = store.open_game(1)
    assert sorted(kept_lines(again.played), key=lambda line: line.name) == lines


def test_a_line_that_is_played_is_no_line_until_it_is_left(store: Store) -> None:
    game = started(store, "t3c1", "t3t2")
    game.keep_lines(add_line(game.played, Line("other", 1, nodes("t7c2"))))
    game.undo()
    game.make("t7c2")
    assert [line.nodes for line in kept_lines(store.open_game(1).played)] == [()]
    game.undo()
    game.make("t4c2")
    assert kept_lines(store.open_game(1).played) == [
        Line("other", 1, nodes("t7c2")),
    ]


def test_a_won_game_keeps_lines_and_stays_as_it_was(store: Store) -> None:
    game = win(store)
    assert game.keep_skill(game.session, 2, 0.5)
    before = store.games.load(number_of(game))
    game.keep_lines(with_line(game, "another", "t1c1"))
    after = store.games.load(number_of(game))
    assert names(store.open_game(number_of(game))) == ["another"]
    changed = {name for name in vars(before) if getattr(before, name) != getattr(after, name)}
    assert changed == {"record", "version"}


def test_a_session_that_went_on_after_the_win_keeps_none(store: Store) -> None:
    game = win(store)
    game.undo()
    with pytest.raises(StoreError):
        game.keep_lines(game.played)
    assert store.open_game(number_of(game)).session.is_won


def test_another_program_is_not_overwritten(store: Store) -> None:
    begin(store, 1)
    one, other = store.open_game(1), store.open_game(1)
    one.keep_lines(with_line(one, "first"))
    with pytest.raises(StaleGameError):
        other.keep_lines(with_line(other, "second"))
    assert names(other) == ["first"]
    other.keep_lines(with_line(other, "second"))
    assert names(store.open_game(1)) == ["first", "second"]
