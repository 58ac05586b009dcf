"""What the command answers to wrong use: one line on standard error, and status 2."""

import random

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, type_in

from winnable.cli import main

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["pley"], "there is no command 'pley': did you mean winnable play?"),
        (["freecell"], "there is no command 'freecell': did you mean winnable play freecell?"),
        (["xyzzy"], "there is no command 'xyzzy' (winnable --help tells more)"),
        (["pl\nay"], r"there is no command 'pl\nay': did you mean winnable play?"),
        (["--foo"], "there is no option '--foo' (winnable --help tells more)"),
        (["play", "--dael", "3"], "there is no option '--dael': did you mean --deal? "
                                  "(winnable play --help tells more)"),
        (["play"], "which game? aces-up, easthaven, bakers-game, golf-relaxed, freecell"),
        (["play", "frecell"], "there is no game 'frecell': did you mean freecell?"),
        (["play", "chess"], "there is no game 'chess': the games are aces-up, easthaven,"),
        (["play", ""], "there is no game '': the games are"),
        (["play", "free\x1b[1m"], r"there is no game 'free\x1b[1m'"),
        (["play", "golf", "free"], "got unexpected extra argument (free)"),
        (["play", "golf", "\x1b[1m"], r"got unexpected extra argument (\x1b[1m)"),
        (["play", "golf", "--deal"], "option '--deal' requires an argument "
                                     "(winnable play --help tells more)"),
        (["play", "golf", "--autoplay", "x"], "invalid value for '--autoplay': 'x' is not one of"),
        (["play", "--resume", WON, "--deal", "1"], "--deal and --resume exclude each other"),
        (["play", "golf", "--resume", WON], "is a game of FreeCell, not of Golf Relaxed"),
        (["play", "--resume", "none.txt"], "cannot read 'none.txt': no such file or directory"),
        (["rules"], "missing argument 'GAME' (winnable rules --help tells more)"),
        (["show", "golf"], "missing option '--deal'"),
        (["show", "golf", "--deal", "1", "--format", "pdf"], "'pdf' is not one of 'text', 'board'"),
        (["replay"], "missing argument 'FILE'"),
        (["replay", WON, "--to", "100"], "the game has only 99 moves, not 100"),
        (["replay", WON, "--to", "-1"], "'-1' is no number of moves: write 0 to"),
        (["replay", WON, "--to", "x"], "'x' is no number of moves: write 0 to"),
        (["convert", WON], "missing option '--to'. Choose from: record, standard, board"),
        (["convert", WON, "--to", "pgn"], "'pgn' is not one of 'record', 'standard', 'board'"),
        (["assignment", "chess"], "there is no game 'chess'"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, *words)


@pytest.mark.parametrize(
    "number", ["0", "-1", "1.5", "1e3", "２", "99999999999", "8589934592", "", " 5", "0x1", "+1"]
)
@pytest.mark.parametrize("command", [["play", "golf"], ["show", "golf"], ["convert", WON]])
def test_deal_numbers_are_plain(capsys: Capture, command: list[str], number: str) -> None:
    answer = refused(capsys, *command, "--deal", number)
    assert answer == f"{number!r} is no deal number: write 1 to 8589934591"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no game in that text: it holds no record, board or moves"),
        ("1a 2b", "moves in standard notation need --deal, the deal they belong to"),
        ("[Winnable", 'that is no record of a game: one starts with [Winnable "1"]'),
        ("7D 8D", "the board has 1 column, and FreeCell 8 (write an empty one as :)"),
    ],
)
def test_texts_that_cannot_be_converted(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    type_in(monkeypatch, text)
    assert refused(capsys, "convert", "-", "--to", "record") == says


def test_a_slip_among_moves_in_standard_notation(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "8a 8b 8c 87 zz a2")
    answer = refused(capsys, "convert", "-", "--to", "record", "--deal", "617")
    assert answer.startswith("move 5 (zz): 'zz' is no move in standard notation")


def test_standard_notation_is_not_for_every_game(capsys: Capture) -> None:
    golf = next(str(file) for file in GOLDEN_GAMES if file.stem.startswith("golf"))
    answer = refused(capsys, "convert", golf, "--to", "standard")
    assert answer == "standard notation is for FreeCell's kin, not for Golf Relaxed"


WORDS = (
    *("play", "rules", "show", "replay", "convert", "freecell", "golf", "aces", "-", "--", "617"),
    *("--deal", "--deal=5", "--format", "svg", "json", "--to", "record", "standard", "board", "3"),
    *("--game", "bakers", "--autoplay", "off", "--resume", "--words", "--help", "--version", "-h"),
    *("stats", "history", "export", "app", "--kept", "--kept=1", "--all", "--lines", "csv", "1"),
    *(WON, "none.txt", ".", "", " ", "\x1b[2J", "\n", "\udcff", "é", "--dael", "-x", "--to=-1"),
)


@pytest.mark.parametrize("chunk", range(4))
def test_words_in_any_order(capsys: Capture, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """Whatever the words are, the command does something or complains in one line."""
    dice = random.Random(f"words {chunk}")
    statuses = []
    for _ in range(500):
        type_in(monkeypatch, dice.choice(("", "quit\n", "[Winnable", "1a 2b", "\0")))
        words = dice.choices(WORDS, k=dice.randrange(6))
        statuses.append(main(words))
        out, err = capsys.readouterr()
        assert statuses[-1] in (0, 2), words
        if statuses[-1] == 2:
            assert err.startswith("winnable: "), words
            assert err[:-1].isprintable(), words
            assert out == "", words
        else:
            assert err == "", words
    assert set(statuses) == {0, 2}
