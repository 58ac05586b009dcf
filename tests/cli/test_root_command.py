"""`winnable` itself: help, version, errors in one line, and the exit statuses."""

import random

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, run, type_in

from winnable import GAMES, __version__
from winnable.cli import main

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
COMMANDS = (
    *("app", "play", "rules", "show", "replay", "convert", "solve", "deal", "deals"),
    *("review", "stats", "history", "export", "web", "study", "assignment"),
)


# -- help -----------------------------------------------------------------------------------------


def test_help_lists_the_commands_and_games_with_examples(capsys: Capture) -> None:
    out = run(capsys, "--help")
    assert out == run(capsys, "-h")
    listed = out[out.index("Commands:") :].splitlines()[1 : 1 + len(COMMANDS)]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(slug in out for slug in GAMES)
    assert "winnable play freecell --deal 617" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_examples(capsys: Capture, command: str) -> None:
    out = run(capsys, command, "--help")
    assert "Examples:\n" in out
    assert f"winnable {command} " in out.split("Examples:")[1]


def test_alone_without_a_terminal_it_shows_the_help(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "")
    assert run(capsys) == run(capsys, "--help")


def test_version(capsys: Capture) -> None:
    assert run(capsys, "--version") == f"winnable {__version__}\n"


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pley"], "there is no command 'pley': did you mean winnable play? (see winnable --help)"),
        (["freecell"], "there is no command 'freecell': did you mean winnable play freecell?"),
        (["xyzzy"], "there is no command 'xyzzy' (see winnable --help)"),
        (["pl\nay"], r"there is no command 'pl\nay': did you mean winnable play?"),
        (["--foo"], "there is no option '--foo' (see winnable --help)"),
        (["play", "--dael", "3"], "there is no option '--dael': did you mean --deal? "
                                  "(see winnable play --help)"),
        (["play", "golf", "free"], "got unexpected extra argument (free)"),
        (["play", "golf", "\x1b[1m"], r"got unexpected extra argument (\x1b[1m)"),
        (["play", "golf", "--deal"], "option '--deal' requires an argument "
                                     "(see winnable play --help)"),
        (["rules"], "missing argument 'GAME' (see winnable rules --help)"),
        (["show", "golf"], "missing option '--deal'"),
        (["show", "golf", "--deal", "1", "--format", "pdf"], "'pdf' is not one of 'text', 'board'"),
        (["replay"], "missing argument 'FILE'"),
        (["convert", WON], "missing option '--to'. Choose from: record, standard, board"),
    ],
)  # fmt: skip
def test_wrong_use_is_reported_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert message in refused(capsys, *words)


@pytest.mark.parametrize("name", ["frecell", "chess", "", "free\x1b[1m"])
@pytest.mark.parametrize("command", ["play", "rules", "assignment", "stats"])
def test_a_game_that_does_not_exist(capsys: Capture, command: str, name: str) -> None:
    assert repr(name) in refused(capsys, command, name)


@pytest.mark.parametrize(
    "number", ["0", "-1", "1.5", "1e3", "２", "99999999999", "8589934592", "", " 5", "0x1", "+1"]
)
@pytest.mark.parametrize("command", [["play", "golf"], ["show", "golf"], ["convert", WON]])
def test_deal_numbers_are_plain_digits(capsys: Capture, command: list[str], number: str) -> None:
    assert refused(capsys, *command, "--deal", number).startswith(repr(number))


@pytest.mark.parametrize("number", ["-1", "x"])
def test_numbers_of_moves_are_plain_digits(capsys: Capture, number: str) -> None:
    answer = refused(capsys, "replay", WON, "--to", number)
    assert answer.startswith(f"{number!r} is not a number of moves: write 0 to ")


WORDS = (
    *("play", "rules", "show", "replay", "convert", "freecell", "golf", "aces", "-", "--", "617"),
    *("--deal", "--deal=5", "--format", "svg", "json", "--to", "record", "standard", "board", "3"),
    *("--game", "bakers", "--autoplay", "off", "--resume", "--words", "--help", "--version", "-h"),
    *("stats", "history", "export", "app", "--saved", "--saved=1", "--all", "--lines", "csv", "1"),
    *(WON, "none.txt", ".", "", " ", "\x1b[2J", "\n", "\udcff", "é", "--dael", "-x", "--to=-1"),
)


@pytest.mark.parametrize("chunk", range(4))
def test_words_in_any_order(capsys: Capture, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """Whatever the words are, the command succeeds or prints an error in one line."""
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


def test_what_players_read_is_in_the_language_of_the_system(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINNABLE_LANGUAGE", "de")
    type_in(monkeypatch, "t9f1\nquit\n")
    german = run(capsys, "play", "freecell", "--deal", "617")
    assert "Spalte 9 gibt es in dieser Patience nicht." in german
    assert "Tschüss." in german
    monkeypatch.setenv("WINNABLE_LANGUAGE", "nonsense")
    type_in(monkeypatch, "quit\n")
    assert "Goodbye." in run(capsys, "play", "freecell", "--deal", "617")


def test_what_programs_read_is_in_english(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    english = run(capsys, "solve", "freecell", "--deal", "617")
    monkeypatch.setenv("WINNABLE_LANGUAGE", "de")
    assert run(capsys, "solve", "freecell", "--deal", "617") == english
