"""Records that the command reads from files: what cannot be read is reported in one line."""

from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, type_in

from winnable import Record, Session
from winnable.play.files import MAX_BYTES

ANNOTATED = next(file for file in GOLDEN_GAMES if file.stem == "bakers-game-3-annotated")
RECORD = str(Record.of(Session.new("golf-relaxed", 1))).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x7fELF\xff\xfe\x00",
        b" " * (MAX_BYTES + 1),
        RECORD[:30],
        RECORD[:-2],
        RECORD.replace(b'"1"', b'"9"', 1),
        RECORD + b"more",
        RECORD.replace(b"*", b"1. t1f1 *"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"], ["review"]])
def test_files_that_hold_no_game(
    capsys: Capture, tmp_path: Path, command: list[str], content: bytes
) -> None:
    file = tmp_path / "game with spaces.txt"
    file.write_bytes(content)
    refused(capsys, *command, str(file))


@pytest.mark.parametrize("half", range(0, 620, 31))
def test_a_record_cut_anywhere_is_refused(capsys: Capture, tmp_path: Path, half: int) -> None:
    file = tmp_path / "half.txt"
    file.write_bytes(ANNOTATED.read_bytes()[:half])
    refused(capsys, "replay", str(file))


@pytest.mark.parametrize(
    "name", ["none.txt", ".", "", "a\0b", "~nobody-of-that-name/x", "x" * 300, "\udcff"]
)
@pytest.mark.parametrize(
    "command", [["replay"], ["play", "--resume"], ["convert", "--to", "board"]]
)
def test_files_that_cannot_be_read(capsys: Capture, command: list[str], name: str) -> None:
    assert refused(capsys, *command, name).startswith("cannot read '")


def test_standard_input_is_bounded_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, " " * (MAX_BYTES + 1))
    assert "too large" in refused(capsys, "replay", "-")
