"""The file that `solve --resume` appends to: no result is lost or doubled."""

import json
import os
from pathlib import Path

import pytest

from winnable import GAMES, parse_move
from winnable.cli.results_file import ResultsFile, StoredResult, result_line
from winnable.errors import FileError
from winnable.solver import Result, Verdict

GOLF, FREECELL = GAMES["golf-relaxed"], GAMES["freecell"]
WON = Result(Verdict.WINNABLE, tuple(map(parse_move, ("t2f1", "deal"))), 105, 0.1)
LOST = Result(Verdict.LOST, (), 7, 0.1)
UNSETTLED = Result(Verdict.UNSETTLED, (), 100, 0.1)


def line(deal: int, result: Result = LOST) -> str:
    return result_line(GOLF, deal, result) + "\n"


def read(path: Path) -> list[StoredResult]:
    with ResultsFile(str(path), GOLF) as file:
        return list(file.read_and_repair())


def deals(path: Path) -> list[int]:
    return [stored.deal for stored in read(path)]


# -- lines ----------------------------------------------------------------------------------------


def test_a_line_is_json() -> None:
    assert result_line(GOLF, 4, WON) == (
        '{"game": "golf-relaxed", "deal": 4, "verdict": "winnable", "states": 105, '
        '"moves": ["t2f1", "deal"]}'
    )
    assert json.loads(result_line(GOLF, None, UNSETTLED)) == {
        "game": "golf-relaxed", "deal": None, "verdict": "unsettled", "states": 100, "moves": []
    }  # fmt: skip


def test_minimal_is_there_only_for_a_short_search() -> None:
    assert json.loads(result_line(GOLF, 4, WON, short=True))["minimal"] is False
    best = Result(WON.verdict, WON.moves, 1, 0, minimal=True)
    assert json.loads(result_line(GOLF, 4, best, short=True))["minimal"] is True
    assert "minimal" not in json.loads(result_line(GOLF, 4, LOST, short=True))


# -- reading --------------------------------------------------------------------------------------


def test_what_was_appended_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with ResultsFile(str(path), GOLF) as file:
        assert list(file.read_and_repair()) == []
        file.append(line(4, WON) + line(2))
        file.append(line(8589934591, UNSETTLED))
    assert read(path) == [
        (4, Verdict.WINNABLE, 105, None),
        (2, Verdict.LOST, 7, None),
        (8589934591, Verdict.UNSETTLED, 100, None),
    ]
    with ResultsFile(str(path), GOLF) as file:
        list(file.read_and_repair())
        verdicts = [file.verdict(deal) for deal in (1, 2, 4, 4096, 8589934591)]
    assert verdicts == [None, Verdict.LOST, Verdict.WINNABLE, None, Verdict.UNSETTLED]


@pytest.mark.parametrize("length", range(len(line(5, WON))))
def test_an_incomplete_last_line_is_cut_off(tmp_path: Path, length: int) -> None:
    """A kill can leave any part of a line; its deal is solved again."""
    path = tmp_path / "out.jsonl"
    path.write_text(line(4, WON) + line(5, WON)[:length])
    assert deals(path) == [4]
    assert path.read_text() == line(4, WON)
    with ResultsFile(str(path), GOLF) as file:
        list(file.read_and_repair())
        file.append(line(5, WON))
    assert deals(path) == [4, 5]


def test_a_settled_verdict_replaces_an_unsettled_one(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    lines = [line(3, UNSETTLED), line(3, UNSETTLED), "\n", line(3), line(3, UNSETTLED), line(3)]
    path.write_text("".join(lines))
    lost, unsettled = Verdict.LOST, Verdict.UNSETTLED
    assert [(stored.verdict, stored.previous) for stored in read(path)] == [
        (unsettled, None), (unsettled, unsettled), (lost, unsettled), (lost, lost), (lost, lost)
    ]  # fmt: skip


NOT_A_RESULT = "line {} of 'out.jsonl' is not a result: the file was not changed"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("my notes\n", NOT_A_RESULT.format(1)),
        ("my notes", NOT_A_RESULT.format(1)),
        (line(1) + "\x00\x00\x00", NOT_A_RESULT.format(2)),
        (line(1) + "{}\n" + line(2), NOT_A_RESULT.format(2)),
        (line(1)[:30] + "\n" + line(2), NOT_A_RESULT.format(1)),
        (line(1).replace("1,", "true,"), NOT_A_RESULT.format(1)),
        (line(1).replace("1,", "0,"), NOT_A_RESULT.format(1)),
        (line(1).replace("1,", "99999999999,"), NOT_A_RESULT.format(1)),
        (line(1).replace("7,", "-7,"), NOT_A_RESULT.format(1)),
        (line(1).replace("lost", "won"), NOT_A_RESULT.format(1)),
        (result_line(GOLF, None, LOST) + "\n", NOT_A_RESULT.format(1)),
        ("[" * 100_000 + "\n", NOT_A_RESULT.format(1)),
        (line(1)[:-2] + " " * 1_000_000 + "}\n", NOT_A_RESULT.format(1)),
        (result_line(FREECELL, 1, LOST) + "\n",
         "'out.jsonl' has results of freecell, not of golf-relaxed"),
        (result_line(FREECELL, 1, LOST)[:40], NOT_A_RESULT.format(1)),
        (line(3) + line(3, WON), "line 2 of 'out.jsonl' contradicts an earlier line about deal 3"),
    ],
)  # fmt: skip
def test_a_file_with_anything_else_is_refused_and_left_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be shortened in messages
    path = Path("out.jsonl")
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        read(path)
    assert str(caught.value).startswith(message)
    assert path.read_text() == text


# -- opening and writing --------------------------------------------------------------------------


def test_only_one_run_at_a_time_uses_a_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = str(tmp_path / "out.jsonl")
    with ResultsFile(path, GOLF), pytest.raises(FileError, match="another run is using"):
        ResultsFile(path, GOLF)
    with ResultsFile(path, GOLF) as file:
        assert list(file.read_and_repair()) == []


@pytest.mark.parametrize("name", [".", "/dev/null"])
def test_what_is_not_a_regular_file_is_refused(name: str) -> None:
    with pytest.raises(FileError, match="is not a regular file: choose another name"):
        ResultsFile(name, GOLF)


@pytest.mark.parametrize("name", ["", "no/such/folder", "a\0b"])
def test_a_file_that_cannot_be_opened(name: str) -> None:
    with pytest.raises(FileError, match=r"^cannot open '"):
        ResultsFile(name, GOLF)


def test_a_full_disk_loses_no_earlier_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real_write = tmp_path / "out.jsonl", os.write
    room = [30]

    def write(handle: int, data: bytes) -> int:
        if not room:
            raise OSError(28, "No space left on device")
        return real_write(handle, data[: room.pop()])

    with ResultsFile(str(path), GOLF) as file:
        assert list(file.read_and_repair()) == []
        file.append(line(1))
        monkeypatch.setattr("winnable.cli.results_file.os.write", write)
        with pytest.raises(FileError, match=r"cannot write to .*: no space left on device"):
            file.append(line(2))
    monkeypatch.undo()
    assert deals(path) == [1]
    assert path.read_text() == line(1)
