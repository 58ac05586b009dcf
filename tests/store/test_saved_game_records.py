"""A table and the record it came from, or becomes: what people wrote stays, figures count on."""

import pytest
from store.saved_games import WINNING, Clock, nearly_won

from winnable import (
    Record,
    Session,
    parse_record,
)
from winnable.store import SavedGame, Store

ANNOTATED = """[Winnable "1"]
[Game "freecell"]
[Deal "1"]
[Player "Ada"]
[Undos "2"]
[Hints "1"]
[Seconds "12.5"]

{Deal one.} 1. t3c1 {a start} 2. t3t2 (2. t7c2) 3. t7c2 {onwards} *
"""


def test_comments_side_lines_and_tags_stay(store: Store) -> None:
    record = parse_record(ANNOTATED)
    table = SavedGame(record.session(), store.games, record=record)
    table.make("t7c3")
    table.undo()
    table.undo()
    assert table.number
    kept = store.games.record(table.number)
    assert kept.tags["Player"] == "Ada"
    assert str(kept.main_line.nodes[0].comment) == "a start"
    assert len(kept.main_line.nodes) == 2
    again = store.open_game(table.number)  # the comment on a move taken back is there as well
    again.redo()
    kept = store.games.record(table.number)
    assert kept.main_line.comment == "Deal one."
    assert [entry.comment for entry in kept.main_line.nodes] == ["a start", "", "onwards"]
    assert len(kept.main_line.nodes[1].variations) == 1


def test_a_game_from_a_file_brings_its_figures(store: Store) -> None:
    record = parse_record(ANNOTATED)
    table = SavedGame(record.session(), store.games, record=record, clock=Clock())
    assert store.games.history() == []
    table.make("t7c3")
    [kept] = store.games.history()
    assert (kept.undos, kept.hints, kept.seconds, kept.moves) == (2, 1, 12.5, 4)


@pytest.mark.parametrize("said", ["", "-1", "1e9", "many", "²", "9" * 20, "1.2.3", "nan"])
def test_figures_that_are_none_do_not_count(said: str) -> None:
    record = Record({"Undos": said, "Seconds": said})
    table = SavedGame(Session.new("freecell", 1), record=record)
    assert (table.undos, table.seconds) == (0, 0)


def test_a_won_game_from_a_file_is_closed(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    table = SavedGame(session, store.games, record=Record.of(session))
    table.undo()
    assert store.games.history() == []


# -- as a record ----------------------------------------------------------------------------------


def test_a_record_tells_what_the_game_has_taken() -> None:
    table = SavedGame(Session.new("freecell", 617))
    for move in ("t8c1", "t3c2"):
        table.make(move)
    table.undo()
    table.count_hint()
    record = table.to_record()
    assert (record.tags["Undos"], record.tags["Hints"], record.tags["Verdicts"]) == ("1", "1", "0")
    again = SavedGame(parse_record(str(record)).session(), record=record)
    assert (again.undos, again.hints) == (1, 1), "a file is no fresh start"
    exported = parse_record(str(record).replace("[Undos", '[Outcome "won"]\n[Undos'))
    assert "Outcome" not in SavedGame(exported.session(), record=exported).to_record().tags


def test_the_record_of_a_fresh_game_tells_nothing() -> None:
    assert "Undos" not in SavedGame(Session.new("freecell", 617)).to_record().tags
