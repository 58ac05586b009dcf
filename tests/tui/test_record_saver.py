"""Games are saved to files; other files are not overwritten by accident."""

from pathlib import Path

import pytest

from winnable import Record, Session, parse_record
from winnable.errors import FileError
from winnable.store import SavedGame
from winnable.tui.record_saver import RecordSaver


def record(*moves: str, deal: int = 617) -> Record:
    saved_game = SavedGame(Session.new("freecell", deal))
    for move in moves:
        saved_game.make(move)
    return saved_game.to_record()


def read(file: Path) -> Session:
    return parse_record(file.read_text(encoding="utf-8")).session()


def test_a_game_is_saved_again_without_a_question(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    RecordSaver().save(str(file), record("t8c1"))
    RecordSaver().save(str(file), record("t8c1", "t3c2"))
    assert len(read(file).steps) == 2


def test_another_game_is_replaced_at_the_second_try(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", record("t3c1", deal=1)
    RecordSaver().save(str(file), record("t8c1"))
    saver = RecordSaver()
    with pytest.raises(FileError, match="save again to replace it"):
        saver.save(str(file), other)
    with pytest.raises(FileError, match="save again to replace it"):
        RecordSaver().save(str(file), other)
    assert read(file).deal_number == 617
    saver.save(str(file), other)
    assert read(file).deal_number == 1


def test_a_file_that_is_no_game_is_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt", encoding="utf-8")
    saver = RecordSaver()
    for _ in range(2):
        with pytest.raises(FileError):
            saver.save(str(file), record("t8c1"))
    assert file.read_text(encoding="utf-8") == "Dear aunt"
