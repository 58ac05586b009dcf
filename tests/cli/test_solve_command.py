"""`winnable solve`: its options, and errors in their use."""

import random

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, type_in
from position_builders import endgame

from winnable import GAMES, board_text
from winnable.cli import main
from winnable.cli.solve import SLOW_WARNING

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
ACES, FREECELL = GAMES["aces-up"], GAMES["freecell"]
LOST = board_text(ACES, endgame(ACES, "AC KC", "AD", "AH", "AS"))
LATE = board_text(FREECELL, endgame(FREECELL, "KS QH", "KH QS", "KD QC JC", "KC QD"))
NOTE = f"winnable: {SLOW_WARNING}\n"
"""Printed where the kernels were not compiled; no error."""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["freecell"], "which deal? give --deal N, --deals A-B or FILE"),
        (["freecell", "--deal", "1", "--deals", "1-3"], "--deal and --deals cannot be combined"),
        (["freecell", WON, "--deals", "1-3"], "--deals and FILE cannot be combined"),
        (["chess", "--deal", "1"], "'chess'"),
        (["freecell", "--deals", "5-3"], "'5-3' is not a range of deals: the lower number comes "),
        (["freecell", "--deals=-3-5"], "'-3-5' is not a range of deals: write two numbers, 1-100"),
        (["freecell", "--deals", "7"], "'7' is not a range of deals: write two numbers, 1-1000"),
        (["freecell", "--deals", "0-7"], "'0'"),
        (["freecell", "--deals", "1-8589934592"], "'8589934592'"),
        (["freecell", "--deal", "1", "--limit", "0"], "limit"),
        (["freecell", "--deal", "1", "--limit", "many"], "'many' is not a limit: write 500k"),
        (["freecell", "--deals", "1-3", "--jobs", "0"], "'0' is not a number of jobs: write 1 to"),
        (["golf", "--deal", "1", "--format", "standard"], "only FreeCell and Baker's"),
        (["golf", "--deal", "1", "--format", "svg"], "'svg' is not one of 'text', 'standard', 'j"),
        (["golf", "."], "cannot read '.'"),
        (["golf", "none.txt"], "cannot read 'none.txt'"),
        (["golf", WON], "that is a game of FreeCell, not of Golf Relaxed"),
        (["golf", "--deal", "1", "--resume", "x"], "--resume is for a range of deals: give --dea"),
        (["golf", "--deals", "1-2", "--retry"], "--retry is for the deals in a file: give --resu"),
        (["golf", "--deals", "1-2", "--resume", "."], "'.' is not a regular file"),
        (["freecell", "--deals", "1-2", "--resume", "x", "--format", "standard"],
         "--resume writes JSON lines: leave out --format standard"),
    ],
)  # fmt: skip
def test_wrong_use_is_reported_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert message in refused(capsys, "solve", *words)


@pytest.mark.parametrize(
    "text",
    ["", LATE[: len(LATE) // 2], LATE.replace("KC QD", "KC KC"), "[Winnable", "\0"],
)
def test_texts_that_are_not_a_game(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    type_in(monkeypatch, text)
    refused(capsys, "solve", "freecell", "-")


WORDS = (
    *("golf", "4", "-", "--deal", "--deal=4", "--deals", "--deals=4-6", "--deals=9-1", "--short"),
    *("--limit", "10s", "--format", "json", "--format=standard", "--jobs", "--jobs=2", "--retry"),
    *("--resume", "--resume=", "--resume=.", WON, "none/txt", "", "\x1b[2J", "\udcff", "--", "-x"),
)


def test_words_in_any_order(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random("solve")
    statuses = set()
    for _ in range(300):
        type_in(monkeypatch, dice.choice(("", LATE, LOST, "1a 2b", "\0")))
        game = dice.choice(("free", "golf", "aces", "east"))
        words = ["solve", game, "--limit", "9", *dice.choices(WORDS, k=dice.randrange(5))]
        status = main(words)
        statuses.add(status)
        out, err = capsys.readouterr()
        assert status in (0, 1, 2, 3), words
        assert "Traceback" not in err
        if status == 2:
            assert err.removeprefix(NOTE).startswith("winnable: "), words
            assert err[:-1].isprintable(), words
            assert out == "", words
    assert statuses >= {0, 2}
