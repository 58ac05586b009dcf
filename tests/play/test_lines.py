"""Lines beside a game: side lines of its record."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import GAMES, Game, RecordError, Session
from winnable.play import MoveNode, Record, Variation, parse_record
from winnable.play.lines import (
    Line,
    add_line,
    change_line,
    kept_lines,
    read_node,
    remove_line,
    seen_cards,
)


def played(*moves: str) -> Variation:
    session = Session.new("freecell", 1)
    for move in moves:
        session.make(move)
    return Record.of(session).main_line


def line(name: str, moves_made: int, *moves: str) -> Line:
    return Line(name, moves_made, tuple(map(read_node, moves)))


def random_branch(session: Session, rng: random.Random) -> tuple[int, tuple[MoveNode, ...]]:
    """Where a branch leaves a game, and its moves."""
    branch = session.copy()
    at = rng.randint(0, len(session.steps))
    while len(branch.steps) > at:
        branch.undo()
    for _ in range(rng.randint(1, 5)):
        moves = list(branch.legal_moves())
        if branch.is_won or not moves:
            break
        branch.make(rng.choice(moves))
    return at, tuple(MoveNode(step.move, step.automoves) for step in branch.steps[at:])


@given(seed=st.integers(0, 10**6), game=st.sampled_from(list(GAMES.values())))
def test_lines_are_read_as_they_were_kept(seed: int, game: Game) -> None:
    """Through the text of the record, which is legal all the way."""
    rng = random.Random(seed)
    session = Session(game, deal=rng.randint(1, 32_000), autoplay="safe")
    for _ in range(rng.randint(1, 15)):
        moves = list(session.legal_moves())
        if session.is_won or not moves:
            break
        session.make(rng.choice(moves))
    record = Record.of(session)
    kept: list[Line] = []
    main = record.main_line
    for number in range(3):
        at, nodes = random_branch(session, rng)
        try:
            main = add_line(main, Line(f"line {number}", at, nodes))
        except RecordError:
            continue  # it is the game itself
        kept.append(Line(f"line {number}", at, nodes))
    again = parse_record(str(Record(record.tags, main)))
    assert again.main_line == main
    assert again.session().steps == session.steps
    found = {one.name: one for one in kept_lines(main)}
    assert len(found) == len(kept)
    for one in kept:
        # What it shares with the game is the game's.
        whole = (*main.nodes[: one.moves_made], *one.nodes)
        there = found[one.name]
        assert there.moves_made >= one.moves_made
        moves = [node.move for node in (*main.nodes[: there.moves_made], *there.nodes)]
        assert moves == [node.move for node in whole]
        assert there.nodes


def test_after_the_last_move() -> None:
    main = add_line(played("t3c1", "t3t2"), line("on", 2, "t7c2", "t7c3"))
    assert str(Record({}, main)).endswith("1. t3c1 2. t3t2 ({on} 2. t3t2 3. t7c2 4. t7c3) *\n")
    assert kept_lines(main) == [line("on", 2, "t7c2", "t7c3")]


def test_a_line_that_begins_like_the_game_leaves_it_later() -> None:
    main = add_line(played("t3c1", "t3t2"), line("later", 0, "t3c1", "t7c2"))
    assert kept_lines(main) == [line("later", 1, "t7c2")]


@pytest.mark.parametrize("moves", [(), ("t3c1",), ("t3c1", "t3t2")])
def test_the_game_itself_is_no_line(moves: tuple[str, ...]) -> None:
    with pytest.raises(RecordError, match="the game itself"):
        add_line(played("t3c1", "t3t2"), line("same", 0, *moves))


def test_a_game_without_a_move_has_no_lines() -> None:
    with pytest.raises(RecordError, match="no move"):
        add_line(Variation(), line("none", 0, "t3c1"))


def test_changing_and_removing() -> None:
    text = '[Winnable "1"] [Game "freecell"] [Deal "1"] '
    text += "1. t3c1 ({one} 1. t4c1 {good} (1. t5c1) 2. t4c2) ({two} 1. t6c1) 2. t3t2 *"
    main = parse_record(text).main_line
    renamed = change_line(main, 0, line("first", 0, "t4c1", "t7c2"))
    assert [one.name for one in kept_lines(renamed)] == ["first", "two"]
    assert "({first} 1. t4c1 {good} (1. t5c1) 2. t7c2)" in str(Record({}, renamed))
    moved = change_line(main, 0, line("moved", 2, "t7c2"))
    assert [(one.name, one.moves_made) for one in kept_lines(moved)] == [("two", 0), ("moved", 2)]
    assert [one.name for one in kept_lines(remove_line(main, 0))] == ["two"]
    assert kept_lines(remove_line(remove_line(main, 0), 0)) == []


def test_seen_cards_are_those_of_every_step() -> None:
    session = Session.new("golf-relaxed", 7)
    assert len(seen_cards(session)) == 36
    session.make("deal")
    session.make("deal")
    assert len(seen_cards(session)) == 38
    session.undo()
    assert len(seen_cards(session)) == 38
    assert len(seen_cards(Record.of(session).session())) == 37
