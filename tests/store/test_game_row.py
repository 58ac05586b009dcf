"""Rows of the games table: the history line, the cursor, and a session from its records."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store.saved_games import NOON, SUMMARY
from strategies import examples, lines

from winnable import (
    GAMES,
    Autoplay,
    Game,
    GameNotFoundError,
    MoveNode,
    Record,
    Session,
    Variation,
)
from winnable.store import GameRow, HistoryCursor, Outcome, SavedGame, Store, new_key
from winnable.store.game_row import SUMMARY_COLUMNS
from winnable.store.schema import games_table

# -- summaries ------------------------------------------------------------------------------------


def test_unaided_means_won_without_any_help() -> None:
    assert SUMMARY.is_unaided
    assert not replace(SUMMARY, undos=1).is_unaided
    assert not replace(SUMMARY, hints=1).is_unaided
    assert not replace(SUMMARY, verdicts=1).is_unaided
    assert not replace(SUMMARY, coach_moves=1).is_unaided


@pytest.mark.parametrize(
    ("outcome", "is_over"),
    [(Outcome.WON, True), (Outcome.GIVEN_UP, True), (Outcome.UNFINISHED, False)],
)
def test_a_game_is_over_when_won_or_given_up(outcome: Outcome, is_over: bool) -> None:
    summary = replace(SUMMARY, outcome=outcome)
    assert summary.is_over is is_over
    assert summary.is_unaided is (outcome is Outcome.WON)


def test_a_row_has_a_field_for_every_column_but_the_player() -> None:
    columns = set(games_table.c.keys())
    assert {field.name for field in fields(GameRow)} == columns - {"player"}
    assert columns - set(SUMMARY_COLUMNS) == {"player", "version", "record", "undone"}


# -- cursors --------------------------------------------------------------------------------------


@given(st.datetimes(min_value=datetime(2, 1, 1)), st.integers(1, 10**9 - 1))
def test_a_cursor_is_written_in_one_word_and_read_again(time: datetime, number: int) -> None:
    cursor = HistoryCursor(time.replace(tzinfo=UTC), number)
    assert HistoryCursor.parse(str(cursor)) == cursor
    assert str(cursor).replace("-", "").replace(".", "").isdecimal()


def test_cursors_sort_as_the_history_does() -> None:
    later = replace(SUMMARY, touched=NOON + timedelta(hours=1))
    assert SUMMARY.cursor == (NOON, 12)
    assert SUMMARY.cursor < later.cursor < replace(later, number=13).cursor


@pytest.mark.parametrize(
    "text",
    ["", "1", "1.", ".1", "a.b", "1.2.3", "²." + "1", "9" * 18 + ".1", "1." + "9" * 10, "\n"],
)
def test_what_is_not_a_cursor(text: str) -> None:
    with pytest.raises(GameNotFoundError, match="is not a place in the history"):
        HistoryCursor.parse(text)


# -- sessions -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def memory() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def saved_row(store: Store, session: Session, record: Record | None = None) -> GameRow:
    game = SavedGame(session, store.games, record=record)
    game.save(new_key())
    assert game.number
    return store.games.load(game.number)


@examples(40)
@given(st.data())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_session_is_read_as_it_was_left(game: Game, memory: Store, data: st.DataObject) -> None:
    start, moves = data.draw(lines(game, 20))
    session = Session(game, start, autoplay=data.draw(st.sampled_from(Autoplay)))
    for move in moves:
        if game.is_legal(session.position, move):
            session.make(move)
    for _ in range(data.draw(st.integers(0, len(session.steps)))):
        session.undo()
    steps = (*session.steps, *session.undone)
    comments = data.draw(st.lists(st.text(max_size=9), min_size=len(steps), max_size=len(steps)))
    nodes = [
        MoveNode(step.move, step.automoves, comment)
        for step, comment in zip(steps, comments, strict=True)
    ]
    record = Record({"Player": data.draw(st.text(max_size=9))}, Variation(tuple(nodes), "all"))
    row = saved_row(memory, session, record)
    again, read = row.read_session("here")
    assert (again.steps, again.undone) == (session.steps, session.undone)
    assert again.start == session.start
    assert again.autoplay is (session.autoplay if game.has_autoplay else Autoplay.OFF)
    assert read.main_line == record.main_line
    assert read.tags["Player"] == record.tags["Player"]
    second = saved_row(memory, again, read)
    assert (second.record, second.undone) == (row.record, row.undone)


def test_the_two_records_of_a_row(memory: Store) -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    session.undo()
    session.undo()
    row = saved_row(memory, session)
    assert row.record == (
        '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n[Result "unfinished"]\n\n1. t3c1 *\n'
    )
    assert row.undone == '[Winnable "1"]\n\n1. t3t2 2. t7c2 *\n'
