"""Saved games and records: comments and tags are kept, and help taken still counts."""

from store.saved_games import Clock, already_won

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


def test_comments_variations_and_tags_are_kept(store: Store) -> None:
    record = parse_record(ANNOTATED)
    game = store.new_game(record.session(), record=record)
    game.make("t7c3")
    game.undo()
    game.undo()
    assert game.number
    saved = store.games.record(game.number)
    assert saved.tags["Player"] == "Ada"
    assert str(saved.main_line.nodes[0].comment) == "a start"
    assert len(saved.main_line.nodes) == 2
    again = store.open_game(game.number)  # with the comment on the undone move
    again.redo()
    saved = store.games.record(game.number)
    assert saved.main_line.comment == "Deal one."
    assert [entry.comment for entry in saved.main_line.nodes] == ["a start", "", "onwards"]
    assert len(saved.main_line.nodes[1].variations) == 1


def test_help_taken_before_a_game_was_exported_counts(store: Store) -> None:
    record = parse_record(ANNOTATED)
    game = store.new_game(record.session(), record=record, clock=Clock())
    assert store.games.history() == []
    game.make("t7c3")
    [saved] = store.games.history()
    assert (saved.undos, saved.hints, saved.seconds, saved.moves) == (2, 1, 12.5, 4)


def test_an_imported_win_is_closed(store: Store) -> None:
    session = already_won()
    game = store.new_game(session, record=Record.of(session))
    game.undo()
    assert store.games.history() == []


# -- as a record ----------------------------------------------------------------------------------


def test_a_record_has_the_help_taken_in_its_tags() -> None:
    game = SavedGame(Session.new("freecell", 617))
    for move in ("t8c1", "t3c2"):
        game.make(move)
    game.undo()
    game.count_hint()
    record = game.to_record()
    assert (record.tags["Undos"], record.tags["Hints"], record.tags["Verdicts"]) == ("1", "1", "0")
    again = SavedGame(parse_record(str(record)).session(), record=record)
    assert (again.undos, again.hints) == (1, 1), "a file is not a fresh start"
    exported = parse_record(str(record).replace("[Undos", '[Outcome "won"]\n[Undos'))
    assert "Outcome" not in SavedGame(exported.session(), record=exported).to_record().tags


def test_the_record_of_a_fresh_game_has_no_such_tags() -> None:
    assert "Undos" not in SavedGame(Session.new("freecell", 617)).to_record().tags
