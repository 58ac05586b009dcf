"""`winnable convert`: records, boards, standard notation, and what fc-solve prints."""

from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, run, type_in

from winnable import find_game, numbered_deck, parse_record

Patch = pytest.MonkeyPatch
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


def test_convert_a_record_to_each_form_and_back(
    capsys: Capture, monkeypatch: Patch, tmp_path: Path
) -> None:
    assert run(capsys, "convert", WON, "--to", "record") == Path(WON).read_text(encoding="utf-8")
    standard = run(capsys, "convert", WON, "--to", "standard")
    assert standard.startswith("2a 21 2b 2c 72 c6 83 7d 7c 87\n")
    assert run(capsys, "convert", WON, "--to", "board").startswith("Foundations: S-K ")
    (tmp_path / "moves.txt").write_text(standard, encoding="utf-8")
    again = run(capsys, "convert", str(tmp_path / "moves.txt"), "--to", "record", "--deal", "617")
    assert (
        parse_record(again).session().moves == parse_record(Path(WON).read_text()).session().moves
    )


def test_convert_a_board(capsys: Capture, monkeypatch: Patch) -> None:
    board = run(capsys, "show", "bakers-game", "--deal", "5", "--format", "board")
    type_in(monkeypatch, board)
    record = parse_record(run(capsys, "convert", "-", "--to", "record", "--game", "baker"))
    assert record.game.slug == "bakers-game"
    assert record.session().start == find_game("bakers-game").deal(numbered_deck(5))


def test_convert_what_fc_solve_prints(capsys: Capture, monkeypatch: Patch) -> None:
    board = run(capsys, "show", "freecell", "--deal", "617", "--format", "board")
    after = "Freecells: QH - - -\n" + board.replace(" QH\n", "\n")
    lines = ["-=-=-=-", "", board, "====", "", "Move: 8a", "", after, "This game is solveable."]
    type_in(monkeypatch, "\n".join(lines))
    record = parse_record(run(capsys, "convert", "-", "--to", "record"))
    assert "Board" in record.tags
    assert [str(move) for move in record.session().moves] == ["t8c1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no game in that text: no record, board or moves"),
        ("1a 2b", "moves in standard notation need --deal, the deal they belong to"),
        ("4C 2C\n\nMove a card from stack 3 to freecell 0\n\n",
         "fc-solve wrote its moves in prose: run it with -snx"),
    ],
)  # fmt: skip
def test_texts_without_a_game(capsys: Capture, monkeypatch: Patch, text: str, message: str) -> None:
    type_in(monkeypatch, text)
    assert refused(capsys, "convert", "-", "--to", "record") == message


@pytest.mark.parametrize("text", ["[Winnable", "7D 8D", "\0"])
def test_texts_that_are_damaged(capsys: Capture, monkeypatch: Patch, text: str) -> None:
    type_in(monkeypatch, text)
    refused(capsys, "convert", "-", "--to", "record")


def test_a_typing_error_among_moves_is_named(capsys: Capture, monkeypatch: Patch) -> None:
    type_in(monkeypatch, "8a 8b 8c 87 zz a2")
    answer = refused(capsys, "convert", "-", "--to", "record", "--deal", "617")
    assert "move 5" in answer
    assert "zz" in answer


@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n"])
def test_an_error_in_a_file_names_its_line(capsys: Capture, tmp_path: Path, start: str) -> None:
    file = tmp_path / "game.txt"
    text = f'{start}[Winnable "1"]\r\n[Game "golf"]\r\n[Deal "7"]\r\n\r\n1. deal *\r\n\r\nmore'
    file.write_bytes(text.encode())
    answer = refused(capsys, "convert", str(file), "--to", "record")
    assert f"line {7 + start.count(chr(10))} of the record: " in answer


def test_a_record_says_its_game_itself(capsys: Capture) -> None:
    answer = refused(capsys, "convert", WON, "--to", "board", "--game", "golf")
    assert answer == "a record says its game and deal itself: leave out --game and --deal"


def test_standard_notation_is_not_for_every_game(capsys: Capture) -> None:
    golf = next(str(file) for file in GOLDEN_GAMES if file.stem.startswith("golf"))
    assert "Golf Relaxed" in refused(capsys, "convert", golf, "--to", "standard")
