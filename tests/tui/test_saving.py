"""A game is written to a file, and nothing over."""

from pathlib import Path

import pytest
from tui_driver import Hand, drive, picture, press, said, table_app, table_screen, until

from winnable import Session, parse_record
from winnable.errors import FileError
from winnable.store import SavedGame
from winnable.tui.dialogs import Ask
from winnable.tui.saving import Saver


def begun(*moves: str, deal: int = 617) -> SavedGame:
    table = SavedGame(Session.new("freecell", deal))
    for move in moves:
        table.make(move)
    return table


def test_saving_twice_and_over_another_game(tmp_path: Path) -> None:
    name = str(tmp_path / "game.txt")
    table = begun("t8c1")
    Saver(table).save(name)
    table.make("t3c2")
    Saver(table).save(name)
    assert len(parse_record(Path(name).read_text(encoding="utf-8")).session().steps) == 2
    saver = Saver(begun("t3c1", deal=1))
    with pytest.raises(FileError, match=r"holds another game.*deal 617; Enter once more"):
        saver.save(name)
    with pytest.raises(FileError, match="holds another game"):
        Saver(begun("t3c1", deal=1)).save(name)
    saver.save(name)
    assert parse_record(Path(name).read_text(encoding="utf-8")).session().deal == 1


def test_a_file_that_is_no_game_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(FileError, match="is no saved game"):
            Saver(begun("t8c1")).save(str(file))
    assert file.read_text(encoding="utf-8") == "Dear aunt"


def test_the_app_asks_where_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("Dear aunt", encoding="utf-8")

    async def script(pilot: Hand) -> None:
        await press(pilot, "8", "c", "1", "s")
        assert isinstance(pilot.app.screen, Ask)
        assert "freecell-617.txt" in picture(pilot)
        await press(pilot, *"mine", "enter")
        await until(pilot, lambda: "is no saved game" in picture(pilot), "the complaint")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Ask), "not even the second time"
        await press(pilot, "backspace", "enter")
        await until(pilot, lambda: said(pilot) == "Saved in 'min'.", "the file")
        await press(pilot, "s", "backspace", "enter")
        await until(pilot, lambda: "a file needs a name" in picture(pilot), "the complaint")
        await press(pilot, "escape")
        assert table_screen(pilot).focused is table_screen(pilot).felt
        await press(pilot, "3", "c", "2")
        assert said(pilot).startswith("t3c2"), "keys are keys again"

    drive(table_app(Session.new("freecell", 617)), script)
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "Dear aunt"
    assert len(parse_record((tmp_path / "min").read_text(encoding="utf-8")).session().steps) == 1
