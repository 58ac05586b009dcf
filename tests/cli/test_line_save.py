"""`save` in line mode: nothing that a file holds is lost, and what cannot be saved is reported."""

import os
from pathlib import Path
from unittest.mock import ANY

import pytest
from line_driver import GOLDEN_GAMES, Player, golden_record

from winnable import Record, Session, Variation, parse_record

ANNOTATED = next(file for file in GOLDEN_GAMES if file.stem == "bakers-game-3-annotated")
WARNING = ": save again to replace it, or choose another name.\n"


@pytest.mark.parametrize(
    "name", ["missing/game.txt", "file/game.txt", "x" * 300, "a\0b", "~nobody-of-that-name/x"]
)
def test_what_cannot_be_saved_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    player = Player(Session.new("golf-relaxed", 1))
    out = player.type(f"save {name}")
    assert out.startswith("Cannot save '")
    assert out.count("\n") == 1
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("line", ["save", "save ''"])
def test_a_file_needs_a_name(line: str) -> None:
    assert Player(Session.new("golf-relaxed", 1)).type(line) == "Type save and a file name.\n"


def test_a_name_may_be_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(Session.new("golf-relaxed", 1))
    assert player.type("save 'my game.txt'") == "Saved to 'my game.txt'.\n"
    assert os.listdir(tmp_path) == ["my game.txt"]


# -- comments -------------------------------------------------------------------------------------


def test_saving_a_resumed_game_keeps_its_comments(tmp_path: Path) -> None:
    record = golden_record(ANNOTATED)
    player = Player(record.session(), record=record)
    player.type("undo")
    player.type(f"save {tmp_path / 'game.txt'}")
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert saved.main_line.comment == record.main_line.comment
    assert saved.main_line.nodes == record.main_line.nodes[:-1]
    assert saved.tags["Player"] == record.tags["Player"]
    assert saved.tags["Result"] == "unfinished"


def test_another_line_of_play_drops_the_comments(tmp_path: Path) -> None:
    record = golden_record(ANNOTATED)
    player = Player(record.session(), record=record)
    for line in ("restart", "t1c1", f"save {tmp_path / 'game.txt'}"):
        player.type(line)
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert [entry.comment for entry in saved.main_line.nodes] == [""]
    player.type("new 5")
    assert WARNING in player.type(f"save {tmp_path / 'game.txt'}")
    assert parse_record((tmp_path / "game.txt").read_text()) == saved
    player.type(f"save {tmp_path / 'game.txt'}")
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert saved.main_line == Variation(())
    assert "Player" not in saved.tags


# -- replacing ------------------------------------------------------------------------------------


def type_lines(tmp_path: Path, text: str, *lines: str) -> tuple[bool, str]:
    """Type lines in FreeCell deal 1: whether a file with a text is unchanged; the last answer."""
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    player = Player(Session.new("freecell", 1))
    answers = [player.type(line.replace("FILE", str(file))) for line in lines]
    return file.read_text(encoding="utf-8") == text, answers[-1]


def test_another_line_of_play_is_replaced_on_the_second_try(tmp_path: Path) -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2"):
        session.make(move)
    text = str(Record.of(session))
    is_unchanged, answer = type_lines(tmp_path, text, "t7c1", "save FILE")
    assert is_unchanged
    assert answer.endswith(WARNING)
    assert type_lines(tmp_path, text, "t7c1", "save FILE", "save FILE") == (False, ANY)
    assert type_lines(tmp_path, text, "t7c1", "save FILE", "undo", "save FILE") == (True, ANY)
    # A longer game of the same moves replaces the shorter one at once.
    assert type_lines(tmp_path, text, "t3c1", "t3t2", "t7c2", "save FILE") == (False, ANY)


@pytest.mark.parametrize("text", ['[Winnable "2"]\n*\n', '[Winnable "1"] {my notes} 1. deal'])
def test_a_record_that_cannot_be_read_is_replaced_on_the_second_try(
    tmp_path: Path, text: str
) -> None:
    is_unchanged, answer = type_lines(tmp_path, text, "t3c1", "save FILE")
    assert is_unchanged
    assert answer.endswith(WARNING)
    assert type_lines(tmp_path, text, "t3c1", "save FILE", "save FILE") == (False, ANY)


def test_a_warning_is_forgotten_when_anything_else_is_typed(tmp_path: Path) -> None:
    text = str(Record.of(Session.new("golf-relaxed", 2)))
    assert type_lines(tmp_path, text, "save FILE", "moves", "save FILE") == (True, ANY)
    assert type_lines(tmp_path, text, "save FILE", "save FILE") == (False, ANY)


@pytest.mark.parametrize("content", ["{My notes.} *", '[Player "Ann"] *'])
def test_notes_are_replaced_on_the_second_try(tmp_path: Path, content: str) -> None:
    text = f'[Winnable "1"] [Game "freecell"] [Deal "1"] {content}'
    is_unchanged, answer = type_lines(tmp_path, text, "t3c1", "save FILE")
    assert is_unchanged
    assert answer.endswith(WARNING)
    assert type_lines(tmp_path, text, "t3c1", "save FILE", "save FILE") == (False, ANY)


def test_saving_the_same_game_again_warns_of_nothing(tmp_path: Path) -> None:
    player = Player(Session.new("freecell", 1, autoplay="safe"))
    for line in ("t3c1", "t3t2", "autoplay off", "t7c2"):
        player.type(line)
        assert player.type(f"save {tmp_path / 'game.txt'}").startswith("Saved to ")


def test_a_pipe_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")  # reading it would take forever
    player = Player(Session.new("freecell", 1))
    assert player.type("save pipe").startswith("'pipe' exists and ")


def test_a_file_named_minus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(Session.new("freecell", 1))
    assert player.type("save -") == "Saved to '-'.\n"  # not standard output
    player.type("t3c1")
    assert player.type("save -") == "Saved to '-'.\n"
    player.type("new 2")
    assert player.type("save -").endswith(WARNING)


def test_an_empty_file_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(Session.new("freecell", 1))
    Path("empty").touch()
    assert player.type("save empty") == "Saved to 'empty'.\n"
