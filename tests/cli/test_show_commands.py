"""The commands `rules`, `show` and `replay`."""

import json
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, refused, run, type_in

from winnable import GAMES, Record, Session, find_game, parse_board

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


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


def test_json_does_not_show_hidden_cards(capsys: Capture) -> None:
    shown = json.loads(run(capsys, "show", "easthaven", "--deal", "617", "--format", "json"))
    assert [column[:2] for column in shown["table"]["columns"]] == [["??", "??"]] * 7
    assert shown["table"]["stock"] == 31


def test_replay_to_the_end_and_to_any_move(capsys: Capture) -> None:
    end = json.loads(run(capsys, "replay", WON, "--format", "json"))
    assert end["won"]
    assert run(capsys, "replay", WON, "--to", "0").startswith("FreeCell, deal 617\n")
    assert run(capsys, "replay", WON, "--to", "1").startswith("FreeCell, deal 617, after 1 move\n")
    fifteenth = json.loads(run(capsys, "replay", WON, "--to", "15", "--format", "json"))
    assert fifteenth["moves"][-3:] == ["t7t1x2", "t7f1", "t1f1"]
    assert run(capsys, "replay", WON, "--format", "svg").startswith("<svg ")
    assert run(capsys, "replay", WON, "--format", "board").startswith("Foundations: ")


def test_replay_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, Path(WON).read_text(encoding="utf-8"))
    assert run(capsys, "replay", "-") == run(capsys, "replay", WON)


def test_dark_and_four_colour_pictures(capsys: Capture) -> None:
    plain = run(capsys, "show", "golf", "--deal", "3", "--format", "svg")
    dark = run(capsys, "show", "golf", "--deal", "3", "--format", "svg", "--dark")
    four = run(capsys, "show", "golf", "--deal", "3", "--format", "svg", "--four-colour")
    assert len({plain, dark, four}) == 3


def test_replay_beyond_the_end(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.new("golf", 1)
    session.make("deal")
    type_in(monkeypatch, str(Record.of(session)))
    assert "the game has only 1 move, not 12" in refused(capsys, "replay", "-", "--to", "12")
    answer = refused(capsys, "replay", WON, "--to", "100")
    assert answer == "the game has only 99 moves, not 100 (see winnable replay --help)"
