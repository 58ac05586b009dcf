"""The command: its words and options, what it prints, and the status it leaves with."""

import json
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, run, type_in

from winnable import GAMES, __version__, find_game, numbered_deck, parse_board, parse_record
from winnable.cli import main
from winnable.cli.show import drawn
from winnable.cli.terminal import Screen

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
COMMANDS = (
    *("app", "play", "rules", "show", "replay", "convert", "solve", "review"),
    *("stats", "history", "export", "web", "assignment"),
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


# -- rules, show, replay --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_rules(capsys: Capture, slug: str) -> None:
    out = run(capsys, "rules", slug)
    game = find_game(slug)
    assert out.startswith(f"{game.name}: ")
    assert " ".join(game.rules.split()) in " ".join(out.split())
    assert all(len(line) < 80 for line in out.splitlines())


@pytest.mark.parametrize("slug", GAMES)
def test_show_in_each_format(capsys: Capture, slug: str) -> None:
    game = find_game(slug)
    text = run(capsys, "show", slug, "--deal", "617")
    assert text.startswith(f"{game.name}, deal 617\n\n")
    assert text == run(capsys, "show", slug, "--deal", "617", "--format", "text")
    assert "\x1b" not in text
    board = run(capsys, "show", slug, "--deal", "617", "--format", "board")
    assert parse_board(game, board)
    assert run(capsys, "show", slug, "--deal", "617", "--format", "svg").startswith("<svg ")
    shown = json.loads(run(capsys, "show", slug, "--deal", "617", "--format", "json"))
    assert (shown["game"], shown["deal"], shown["won"], shown["stuck"]) == (slug, 617, False, False)
    assert len(shown["table"]["columns"]) == game.columns


def test_show_gives_no_hidden_card_away_in_json(capsys: Capture) -> None:
    shown = json.loads(run(capsys, "show", "easthaven", "--deal", "617", "--format", "json"))
    assert [column[:2] for column in shown["table"]["columns"]] == [["??", "??"]] * 7
    assert shown["table"]["stock"] == 31


def test_replay_to_the_end_and_to_any_move(capsys: Capture) -> None:
    assert run(capsys, "replay", WON).endswith("\n\nWon!\n")
    assert run(capsys, "replay", WON, "--to", "0").startswith("FreeCell, deal 617\n")
    assert run(capsys, "replay", WON, "--to", "1").startswith("FreeCell, deal 617, after 1 move\n")
    fifteenth = json.loads(run(capsys, "replay", WON, "--to", "15", "--format", "json"))
    assert fifteenth["moves"][-3:] == ["t7t1x2", "t7f1", "t1f1"]
    assert run(capsys, "replay", WON, "--format", "svg").startswith("<svg ")
    assert run(capsys, "replay", WON, "--format", "board").startswith("Foundations: ")


def test_replay_from_the_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, Path(WON).read_text(encoding="utf-8"))
    assert run(capsys, "replay", "-").endswith("Won!\n")


# -- play -----------------------------------------------------------------------------------------


def test_play_a_deal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "8a\nquit\n")
    out = run(capsys, "play", "free", "--deal", "617")
    assert out.startswith("\nFreeCell, deal 617\n")
    assert "\nt8c1: Q♥ to cell 1.\n> quit\n" in out
    kept = ", which is kept: winnable play goes on with it"
    assert out.endswith(f"\nGoodbye. You left deal 617 of FreeCell{kept}.\n")


@pytest.mark.parametrize(
    ("option", "word"),
    [([], "safe"), (["--autoplay", "off"], "off"), (["--autoplay", "all"], "all")],
)
def test_play_with_autoplay(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, option: list[str], word: str
) -> None:
    type_in(monkeypatch, "autoplay\n")
    assert f"Autoplay is {word}.\n" in run(capsys, "play", "freecell", *option)


def test_play_in_words(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    out = run(capsys, "play", "golf", "--deal", "617", "--words")
    assert "Foundation 1: 1 card, nine of hearts on top.\n" in out


def test_play_without_a_deal_draws_one(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "")
    heads = {run(capsys, "play", "golf").splitlines()[1] for _ in range(3)}
    assert len(heads) > 1


def test_save_and_resume(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    type_in(monkeypatch, "8a\nautoplay all\nsave my game.txt\n")
    assert "Saved in 'my game.txt'.\n" in run(capsys, "play", "freecell", "--deal", "617")
    type_in(monkeypatch, "autoplay\nundo\n")
    out = run(capsys, "play", "freecell", "--resume", "my game.txt")
    assert out.startswith("\nFreeCell, deal 617, after 1 move\n")
    assert "Autoplay is all.\n" in out
    assert "Taken back: t8c1.\n" in out
    type_in(monkeypatch, "autoplay\n")
    out = run(capsys, "play", "--resume", "my game.txt", "--autoplay", "off")
    assert "Autoplay is off.\n" in out


# -- convert --------------------------------------------------------------------------------------


def test_convert_a_record_to_each_form_and_back(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
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


def test_convert_a_board(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    board = run(capsys, "show", "bakers-game", "--deal", "5", "--format", "board")
    type_in(monkeypatch, board)
    record = parse_record(run(capsys, "convert", "-", "--to", "record", "--game", "baker"))
    assert record.game.slug == "bakers-game"
    assert record.session().start == find_game("bakers-game").deal(numbered_deck(5))


def test_convert_what_fc_solve_prints(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    board = run(capsys, "show", "freecell", "--deal", "617", "--format", "board")
    after = "Freecells: QH - - -\n" + board.replace(" QH\n", "\n")
    lines = ["-=-=-=-", "", board, "====", "", "Move: 8a", "", after, "This game is solveable."]
    type_in(monkeypatch, "\n".join(lines))
    record = parse_record(run(capsys, "convert", "-", "--to", "record"))
    assert "Board" in record.tags
    assert [str(move) for move in record.session().moves] == ["t8c1"]


def test_fc_solves_prose_is_told_from_a_board(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "4C 2C\n\nMove a card from stack 3 to freecell 0\n\n"
    type_in(monkeypatch, told)
    assert main(["convert", "-", "--to", "record"]) == 2
    assert "let it write them with -snx" in capsys.readouterr().err


def test_a_record_needs_no_help_to_be_converted(capsys: Capture) -> None:
    assert main(["convert", WON, "--to", "board", "--game", "golf"]) == 2
    assert "leave out --game and --deal" in capsys.readouterr().err


def test_dark_and_four_colour_pictures(capsys: Capture) -> None:
    plain = run(capsys, "show", "golf", "--deal", "3", "--format", "svg")
    dark = run(capsys, "show", "golf", "--deal", "3", "--format", "svg", "--dark")
    four = run(capsys, "show", "golf", "--deal", "3", "--format", "svg", "--four-colour")
    assert len({plain, dark, four}) == 3


def test_four_colours_at_the_table() -> None:
    position = find_game("golf").deal(numbered_deck(3))
    screens = [Screen(four_colour=four_colour) for four_colour in (False, True)]
    for screen in screens:
        screen.colour = True
    two, four = (drawn(position.view, screen) for screen in screens)
    assert two != four
