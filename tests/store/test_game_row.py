from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, lines

from winnable import (
    GAMES,
    Autoplay,
    Game,
    MoveNode,
    Record,
    Session,
    Variation,
    parse_record,
)
from winnable.store import GameSummary, Outcome
from winnable.store.game_row import GameRow, read_session, tagged, write_moves

NOW = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
KEPT = GameSummary(7, "freecell", 1, Outcome.UNFINISHED, 3, 61.25, 1, 2, 3, NOW, NOW, None)


@examples(40)
@given(st.data())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_session_comes_back_as_it_was_left(game: Game, data: st.DataObject) -> None:
    start, moves = data.draw(lines(game, 20))
    session = Session(game, start, autoplay=data.draw(st.sampled_from(Autoplay)))
    for move in moves:
        if game.is_legal(session.position, move):
            session.make(move)
    for _ in range(data.draw(st.integers(0, len(session.steps)))):
        session.undo()
    whole = (*session.steps, *session.undone)
    said = data.draw(st.lists(st.text(max_size=9), min_size=len(whole), max_size=len(whole)))
    entries = [
        MoveNode(step.move, step.automoves, words) for step, words in zip(whole, said, strict=True)
    ]
    record = Record({"Player": data.draw(st.text(max_size=9))}, Variation(tuple(entries), "all"))
    again, kept = read_session(GameRow(KEPT, 1, *write_moves(session, record)), "here")
    assert (again.steps, again.undone) == (session.steps, session.undone)
    assert again.start == session.start
    assert again.autoplay is (session.autoplay if game.has_autoplay else Autoplay.OFF)
    assert kept.main_line == record.main_line
    assert kept.tags["Player"] == record.tags["Player"]
    assert write_moves(again, kept) == write_moves(session, record)


def test_what_it_looks_like() -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    session.undo()
    session.undo()
    assert write_moves(session, None) == (
        '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n[Result "unfinished"]\n\n1. t3c1 *\n',
        '[Winnable "1"]\n\n1. t3t2 2. t7c2 *\n',
    )


def test_figures_of_another_time_are_not_kept_in_the_record() -> None:
    session = Session.new("freecell", 1)
    old = tagged(Record.of(session), KEPT)
    record, _ = write_moves(session, old)
    assert parse_record(record).tags == Record.of(session).tags
    assert tagged(old, KEPT) == old
    assert "Ended" not in old.tags
    assert old.tags["Seconds"] == "61.2"
