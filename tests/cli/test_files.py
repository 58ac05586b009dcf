"""Files at the command: what cannot be read or saved is said in one line, and nothing is lost."""

import os
from pathlib import Path
from unittest.mock import ANY

import pytest
from line_driver import GOLDEN_GAMES, Capture, Player, golden_record, refused, type_in

from winnable import Record, Session, Variation, parse_record
from winnable.play.files import MAX_BYTES

ANNOTATED = next(file for file in GOLDEN_GAMES if file.stem == "bakers-game-3-annotated")
OLD = str(Record.of(Session.new("golf-relaxed", 1)))
NEW = str(Record.of(Session.new("golf-relaxed", 2)))


# -- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", 'that is no record of a game: one starts with [Winnable "1"]'),
        (b"\x7fELF\xff\xfe\x00", "is no text: it is not UTF-8"),
        (b" " * (MAX_BYTES + 1), "is too large to be a game"),
        (OLD.encode()[:30], "line 2 of the record: '[Game' is no move"),
        (OLD.encode()[:-2], "the record breaks off: it has to end with *"),
        (OLD.encode().replace(b'"1"', b'"9"', 1), "the record is of version '9'; this program"),
        (OLD.encode() + b"more", "something follows the * that ends the record"),
        (OLD.encode().replace(b"*", b"1. t1f1 *"), "move 1: t1f1: "),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_files_that_hold_no_game(
    capsys: Capture, tmp_path: Path, command: list[str], content: bytes, says: str
) -> None:
    file = tmp_path / "game with spaces.txt"
    file.write_bytes(content)
    assert says in refused(capsys, *command, str(file))


@pytest.mark.parametrize("half", range(0, 620, 31))
def test_a_record_cut_anywhere_is_refused(capsys: Capture, tmp_path: Path, half: int) -> None:
    file = tmp_path / "half.txt"
    file.write_bytes(ANNOTATED.read_bytes()[:half])
    refused(capsys, "replay", str(file))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.txt", "cannot read 'none.txt': no such file or directory"),
        (".", "cannot read '.': is a directory"),
        ("", "cannot read '': a file needs a name"),
        ("a\0b", r"cannot read 'a\x00b': no name of a file holds a null"),
        ("~nobody-of-that-name/x", "nobody here has such a home folder"),
        ("x" * 300, "…': file name too long"),
        ("\udcff", r"cannot read '\udcff': no such file or directory"),
    ],
)
@pytest.mark.parametrize(
    "command", [["replay"], ["play", "--resume"], ["convert", "--to", "board"]]
)
def test_names_of_no_file(capsys: Capture, command: list[str], name: str, says: str) -> None:
    assert says in refused(capsys, *command, name)


def test_the_input_is_bounded_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, " " * (MAX_BYTES + 1))
    assert refused(capsys, "replay", "-") == "the input is too large to be a game"


# -- saving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing/game.txt", "Cannot save 'missing/game.txt': no such file or directory."),
        ("file/game.txt", "Cannot save 'file/game.txt': not a directory."),
        ("x" * 300, "…': file name too long."),
        ("a\0b", r"Cannot save 'a\x00b': no name of a file holds a null."),
        ("~nobody-of-that-name/x", "nobody here has such a home folder."),
        ("", "Write save and the name of a file."),
        ("''", "Write save and the name of a file."),
    ],
)
def test_what_cannot_be_saved_is_said_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    player = Player(Session.new("golf-relaxed", 1))
    out = player.type(f"save {name}")
    assert out.endswith(f"{says}\n")
    assert out.count("\n") == 1
    assert os.listdir(tmp_path) == ["file"]
    assert "Saved in 'ga me.txt'." in player.type("save 'ga me.txt'")


# -- what people wrote stays ----------------------------------------------------------------------


def test_saving_a_resumed_game_keeps_what_was_said_in_it(tmp_path: Path) -> None:
    record = golden_record(ANNOTATED)
    player = Player(record.session(), record=record)
    player.type("undo")
    player.type(f"save {tmp_path / 'game.txt'}")
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert saved.main_line.comment == record.main_line.comment
    assert saved.main_line.nodes == record.main_line.nodes[:-1]
    assert saved.tags["Player"] == record.tags["Player"]
    assert saved.tags["Result"] == "unfinished"


def test_another_line_of_play_drops_what_was_said_of_the_first(tmp_path: Path) -> None:
    record = golden_record(ANNOTATED)
    player = Player(record.session(), record=record)
    for line in ("restart", "t1c1", f"save {tmp_path / 'game.txt'}"):
        player.type(line)
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert [entry.comment for entry in saved.main_line.nodes] == [""]
    player.type("new 5")
    refusal = player.type(f"save {tmp_path / 'game.txt'}")
    assert "holds another game, bakers-game, deal 3: save again to replace it" in refusal
    assert parse_record((tmp_path / "game.txt").read_text()) == saved
    player.type(f"save {tmp_path / 'game.txt'}")
    saved = parse_record((tmp_path / "game.txt").read_text())
    assert saved.main_line == Variation(())
    assert "Player" not in saved.tags


def kept(tmp_path: Path, text: str, *lines: str) -> tuple[bool, str]:
    """Whether a file stays as it is when lines are typed at FreeCell deal 1; the last answer."""
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    player = Player(Session.new("freecell", 1))
    answers = [player.type(line.replace("FILE", str(file))) for line in lines]
    return file.read_text(encoding="utf-8") == text, answers[-1]


def test_nothing_of_ours_is_replaced_unasked(tmp_path: Path) -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2"):
        session.make(move)
    text = str(Record.of(session))
    stays, said = kept(tmp_path, text, "t7c1", "save FILE")
    assert stays
    assert "holds another line of play of this deal: save again to replace it" in said
    assert kept(tmp_path, text, "t7c1", "save FILE", "save FILE") == (False, ANY)
    assert kept(tmp_path, text, "t7c1", "save FILE", "undo", "save FILE") == (True, ANY)
    # To go on from where the file stands is what saving is for.
    assert kept(tmp_path, text, "t3c1", "t3t2", "t7c2", "save FILE") == (False, ANY)


@pytest.mark.parametrize("text", ['[Winnable "2"]\n*\n', '[Winnable "1"] {my notes} 1. deal'])
def test_a_record_that_we_cannot_read_may_matter_to_somebody(tmp_path: Path, text: str) -> None:
    stays, said = kept(tmp_path, text, "t3c1", "save FILE")
    assert stays
    assert "holds a saved game that cannot be read" in said
    assert kept(tmp_path, text, "t3c1", "save FILE", "save FILE") == (False, ANY)


def test_a_promise_to_replace_lasts_only_for_the_next_line(tmp_path: Path) -> None:
    text = str(Record.of(Session.new("golf-relaxed", 2)))
    assert kept(tmp_path, text, "save FILE", "moves", "save FILE") == (True, ANY)
    assert kept(tmp_path, text, "save FILE", "save FILE") == (False, ANY)


@pytest.mark.parametrize("content", ["{My notes.} *", '[Player "Ann"] *'])
def test_notes_are_not_lost_unasked(tmp_path: Path, content: str) -> None:
    text = f'[Winnable "1"] [Game "freecell"] [Deal "1"] {content}'
    stays, said = kept(tmp_path, text, "t3c1", "save FILE")
    assert stays
    assert "holds notes that would be lost: save again to replace it" in said
    assert kept(tmp_path, text, "t3c1", "save FILE", "save FILE") == (False, ANY)


def test_saving_again_and_again_asks_nothing(tmp_path: Path) -> None:
    player = Player(Session.new("freecell", 1, autoplay="safe"))
    for line in ("t3c1", "t3t2", "autoplay off", "t7c2"):
        player.type(line)
        assert player.type(f"save {tmp_path / 'game.txt'}").startswith("Saved in ")


def test_what_is_no_file_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")  # to read it would take for ever
    player = Player(Session.new("freecell", 1))
    assert player.type("save pipe") == "'pipe' exists and is no saved game; choose another name.\n"
    assert player.type("save -") == "Saved in '-'.\n"  # a file of that name, not the input
    player.type("t3c1")
    assert player.type("save -") == "Saved in '-'.\n"
    player.type("new 2")
    assert "holds another game, freecell, deal 1" in player.type("save -")
    Path("empty").touch()
    assert player.type("save empty") == "Saved in 'empty'.\n"
