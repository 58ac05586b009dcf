"""The file of results that `solve --resume` fills: nothing in it is lost, and nothing made up."""

import json
import os
from pathlib import Path

import pytest

from winnable import GAMES, parse_move
from winnable.cli.ledger import Ledger, result_line
from winnable.errors import FileError
from winnable.solver import Result, Verdict

GOLF, FREECELL = GAMES["golf-relaxed"], GAMES["freecell"]
WON = Result(Verdict.WINNABLE, tuple(map(parse_move, ("t2f1", "deal"))), 105, 0.1)
LOST = Result(Verdict.LOST, (), 7, 0.1)
OPEN = Result(Verdict.UNSETTLED, (), 100, 0.1)


def line(deal: int, result: Result = LOST) -> str:
    return result_line(GOLF, deal, result) + "\n"


def read(file: Path) -> list[tuple[int, Verdict, int, Verdict | None]]:
    with Ledger(str(file), GOLF) as ledger:
        return list(ledger.read())


# -- lines ----------------------------------------------------------------------------------------


def test_a_line_is_json() -> None:
    assert result_line(GOLF, 4, WON) == (
        '{"game": "golf-relaxed", "deal": 4, "verdict": "winnable", "states": 105, '
        '"moves": ["t2f1", "deal"]}'
    )
    assert json.loads(result_line(GOLF, None, OPEN)) == {
        "game": "golf-relaxed", "deal": None, "verdict": "unsettled", "states": 100, "moves": []
    }  # fmt: skip


def test_the_fewest_moves_are_spoken_of_where_they_were_asked_for() -> None:
    assert json.loads(result_line(GOLF, 4, WON, short=True))["minimal"] is False
    best = Result(WON.verdict, WON.moves, 1, 0, minimal=True)
    assert json.loads(result_line(GOLF, 4, best, short=True))["minimal"] is True
    assert "minimal" not in json.loads(result_line(GOLF, 4, LOST, short=True))


# -- reading --------------------------------------------------------------------------------------


def test_what_was_added_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    with Ledger(str(file), GOLF) as ledger:
        assert list(ledger.read()) == []
        ledger.add(line(4, WON) + line(2))
        ledger.add(line(8589934591, OPEN))
    assert read(file) == [
        (4, Verdict.WINNABLE, 105, None),
        (2, Verdict.LOST, 7, None),
        (8589934591, Verdict.UNSETTLED, 100, None),
    ]
    with Ledger(str(file), GOLF) as ledger:
        list(ledger.read())
        known = [ledger.verdicts.get(deal) for deal in (1, 2, 4, 4096, 8589934591)]
    assert known == [None, Verdict.LOST, Verdict.WINNABLE, None, Verdict.UNSETTLED]


@pytest.mark.parametrize("left", range(len(line(5, WON))))
def test_half_a_line_at_the_end_is_cut_off(tmp_path: Path, left: int) -> None:
    file = tmp_path / "out.jsonl"
    file.write_text(line(4, WON) + line(5, WON)[:left])
    whole = left == len(line(5, WON)) - 1  # nothing but the end of the line is missing
    assert [deal for deal, *_ in read(file)] == ([4, 5] if whole else [4])
    assert file.read_text() == line(4, WON) + line(5, WON) * whole
    with Ledger(str(file), GOLF) as ledger:
        list(ledger.read())
        ledger.add(line(6))
    assert [deal for deal, *_ in read(file)] == ([4, 5, 6] if whole else [4, 6])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("my notes\n", "line 1 of '{}' is no result of a deal: nothing was changed"),
        ("my notes", "line 1 of '{}' is no result of a deal"),
        (line(1) + "\x00\x00\x00", "line 2 of '{}' is no result of a deal"),
        (line(1) + "{}\n" + line(2), "line 2 of '{}' is no result of a deal"),
        (line(1)[:30] + "\n" + line(2), "line 1 of '{}' is no result of a deal"),
        (line(1).replace("1,", "true,"), "line 1 of '{}' is no result of a deal"),
        (line(1).replace("1,", "0,"), "line 1 of '{}' is no result of a deal"),
        (line(1).replace("1,", "99999999999,"), "line 1 of '{}' is no result of a deal"),
        (line(1).replace("7,", "-7,"), "line 1 of '{}' is no result of a deal"),
        (line(1).replace("lost", "won"), "line 1 of '{}' is no result of a deal"),
        (result_line(GOLF, None, LOST) + "\n", "line 1 of '{}' is no result of a deal"),
        ("[" * 100_000 + "\n", "line 1 of '{}' is no result of a deal"),
        (line(1)[:-2] + " " * 1_000_000 + "}\n", "line 1 of '{}' is no result of a deal"),
        (result_line(FREECELL, 1, LOST) + "\n", "'{}' has results of freecell, not of golf"),
        (result_line(FREECELL, 1, LOST)[:40], "line 1 of '{}' is no result of a deal"),
        (line(3) + line(3, WON), "'{}' contradicts itself in line 2 on deal 3"),
    ],
)
def test_what_is_not_ours_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be shown shortened
    file = Path("out.jsonl")
    file.write_text(text)
    with pytest.raises(FileError) as caught:
        read(file)
    assert says.format(file) in str(caught.value)
    assert file.read_text() == text


def test_what_was_settled_later_counts(tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    file.write_text(line(3, OPEN) + line(3, OPEN) + "\n" + line(3) + line(3, OPEN) + line(3))
    verdicts = [(verdict, before) for _, verdict, _, before in read(file)]
    lost, unsettled = Verdict.LOST, Verdict.UNSETTLED
    assert verdicts == [
        (unsettled, None), (unsettled, unsettled), (lost, unsettled), (lost, lost), (lost, lost)
    ]  # fmt: skip


# -- the file -------------------------------------------------------------------------------------


def test_two_at_once_are_one_too_many(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = str(tmp_path / "out.jsonl")
    with Ledger(file, GOLF), pytest.raises(FileError, match="another run is filling"):
        Ledger(file, GOLF)
    with Ledger(file, GOLF) as ledger:
        assert list(ledger.read()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (".", "'.' is no file that results could be kept in"),
        ("/dev/null", "'/dev/null' is no file that results could be kept in"),
        ("", "cannot open '': a file needs a name"),
        ("no/such/folder", "cannot open 'no/such/folder': no such file or directory"),
        ("a\0b", r"cannot open 'a\x00b': no name of a file holds a null"),
    ],
)
def test_places_where_nothing_can_be_kept(name: str, says: str) -> None:
    with pytest.raises(FileError) as caught:
        Ledger(name, GOLF)
    assert str(caught.value) == says


def test_a_full_disk_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, real = tmp_path / "out.jsonl", os.write
    room = [30]

    def write(handle: int, data: bytes) -> int:
        if not room:
            raise OSError(28, "No space left on device")
        return real(handle, data[: room.pop()])

    with Ledger(str(file), GOLF) as ledger:
        assert list(ledger.read()) == []
        ledger.add(line(1))
        monkeypatch.setattr("winnable.cli.ledger.os.write", write)
        with pytest.raises(FileError, match=r"cannot write to .*: no space left on device"):
            ledger.add(line(2))
    assert file.read_text() == line(1)
