"""`winnable play`: which game is played, and with which options. `test_app_launcher` has `app`."""

import datetime
import itertools
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, play, refused, type_in
from store.saved_games import win

from winnable import GAMES, Game, LimitError, Session, numbered_deck
from winnable.cli import main
from winnable.coach.deal_finder import NewDeal, find_daily_deal
from winnable.coach.difficulty import Level
from winnable.deals import DealSource
from winnable.solver import Verdict, solve
from winnable.store import SavedGame, Store
from winnable.tui.options import Options

Patch = pytest.MonkeyPatch
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


def leave_game(slug: str, deal: int, *moves: str) -> int:
    """Leave a game unfinished; its number."""
    with Store.open() as store:
        saved_game = SavedGame(Session.new(slug, deal), store.games)
        for move in moves:
            saved_game.make(move)
    assert saved_game.number
    return saved_game.number


def heading(out: str) -> str:
    """What is played first."""
    return out.splitlines()[1]


# -- a new game -----------------------------------------------------------------------------------


def test_a_deal(capsys: Capture, monkeypatch: Patch) -> None:
    out = play(capsys, monkeypatch, "8a\nquit\n", "free", "--deal", "617")
    assert heading(out) == "FreeCell, deal 617"
    assert "\nFreeCell, deal 617, after 1 move\n" in out
    assert out.endswith("\n> quit\nGoodbye. You left deal 617 of FreeCell. "
                        "To continue, run winnable play.\n")  # fmt: skip


def test_a_random_deal(capsys: Capture, monkeypatch: Patch) -> None:
    assert len({heading(play(capsys, monkeypatch, "", "golf")) for _ in range(3)}) > 1


@pytest.mark.parametrize(
    ("option", "choice"),
    [([], "safe"), (["--autoplay", "off"], "off"), (["--autoplay", "all"], "all")],
)
def test_autoplay(capsys: Capture, monkeypatch: Patch, option: list[str], choice: str) -> None:
    out = play(capsys, monkeypatch, "autoplay\n", "freecell", *option)
    assert f"Autoplay is {choice}: " in out


def test_in_words(capsys: Capture, monkeypatch: Patch) -> None:
    out = play(capsys, monkeypatch, "", "golf", "--deal", "617", "--words")
    assert "Foundation: 1 card, nine of hearts on top.\n" in out


def test_the_daily_deal(capsys: Capture, monkeypatch: Patch) -> None:
    days = {datetime.date.today()}
    out = play(capsys, monkeypatch, "", "golf", "--daily")
    days.add(datetime.date.today())  # it may have been midnight
    numbers = {find_daily_deal(GAMES["golf-relaxed"], day) for day in days}
    assert heading(out) in {f"Golf Relaxed, deal {number} (daily deal)" for number in numbers}


@pytest.mark.parametrize("option", [[], ["--winnable"]])
def test_a_new_deal_is_proved_winnable(
    capsys: Capture, monkeypatch: Patch, option: list[str]
) -> None:
    out = play(capsys, monkeypatch, "", "bakers", *option)
    found = re.fullmatch(r"Baker's Game, deal (\d+) \(winnable deal\)", heading(out))
    assert found
    game = GAMES["bakers-game"]
    assert solve(game, game.deal(numbered_deck(int(found[1])))).verdict is Verdict.WINNABLE


def test_nothing_is_said_of_a_deal_that_was_chosen_or_of_any_deal(
    capsys: Capture, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("winnable.coach.deal_finder.find_new_deal", None)  # not asked
    assert heading(play(capsys, monkeypatch, "", "golf", "--deal", "7")) == "Golf Relaxed, deal 7"
    out = play(capsys, monkeypatch, "new\nnew 9\n", "golf", "--any-deal")
    assert "winnable" not in out
    assert "Golf Relaxed, deal 9\n" in out


def test_new_deals_are_what_the_player_has_chosen_in_the_app(
    capsys: Capture, monkeypatch: Patch
) -> None:
    with Store.open() as store:
        Options(winnable=False).save(store, Options())
    out = play(capsys, monkeypatch, "new\n", "golf")
    assert out.count("Golf Relaxed, deal ") == 2
    assert "winnable" not in out
    assert play(capsys, monkeypatch, "new\n", "golf", "--winnable").count("(winnable deal)") == 2
    assert "(daily deal)" in play(capsys, monkeypatch, "", "golf", "--daily")
    with Store.open() as store:
        Options(winnable=True).save(store, Options(winnable=False))
    assert play(capsys, monkeypatch, "new\n", "golf").count("(winnable deal)") == 2


def test_where_no_winnable_deal_is_found_quickly_that_is_said(
    capsys: Capture, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("winnable.coach.deal_finder.find_new_deal", lambda game: NewDeal(5, None))
    type_in(monkeypatch, "new\n")
    assert main(["play", "golf"]) == 0
    shown = capsys.readouterr()
    assert heading(shown.out) == "Golf Relaxed, deal 5"
    assert "this one may be impossible" in shown.err
    assert "this one may be impossible" in shown.out, "after new"
    out = play(capsys, monkeypatch, "new\n", "golf", "--any-deal")
    assert "impossible" not in out


def test_the_deal_of_a_saved_game_stays_known(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "d\n", "golf")
    assert heading(play(capsys, monkeypatch, "")).endswith(", after 1 move (winnable deal)")
    with Store.open() as store:
        assert store.open_game(1).deal_source is DealSource.WINNABLE


@pytest.mark.parametrize("winnable", [[], ["--winnable"]])
def test_a_deal_of_a_level(capsys: Capture, monkeypatch: Patch, winnable: list[str]) -> None:
    asked: list[object] = []

    def find(game: Game, *, level: object, progress: Callable[[int], None]) -> int:
        progress(1)
        asked.append((game.slug, level))
        return 9

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", find)
    for level in Level:  # the command knows all of them
        out = play(capsys, monkeypatch, "", "golf", "--level", level.value, *winnable)
        assert heading(out) == f"Golf Relaxed, deal 9 ({level.value} deal)"
    assert asked == [("golf-relaxed", level) for level in Level]


def test_no_winnable_deal_is_found(capsys: Capture, monkeypatch: Patch) -> None:
    def find(*_: object, **__: object) -> int:
        raise LimitError("none of 1000 deals can be won")

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", find)
    assert refused(capsys, "play", "golf", "--winnable") == "none of 1000 deals can be won"


def test_ctrl_c_during_the_search_for_a_deal(capsys: Capture, monkeypatch: Patch) -> None:
    def find(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", find)
    assert main(["play", "golf", "--winnable"]) == 130
    assert capsys.readouterr() == ("", "")


# -- a saved game ---------------------------------------------------------------------------------


def test_without_options_it_continues_the_last_unfinished_game(
    capsys: Capture, monkeypatch: Patch
) -> None:
    leave_game("golf", 5, "deal")
    leave_game("freecell", 617, "t8c1")
    out = play(capsys, monkeypatch, "8b\n")
    assert heading(out) == "FreeCell, deal 617, after 1 move"
    assert "Type continue" not in out
    assert heading(play(capsys, monkeypatch, "")) == "FreeCell, deal 617, after 2 moves"
    play(capsys, monkeypatch, "d\n", "golf", "--saved", "1")
    assert heading(play(capsys, monkeypatch, "")) == "Golf Relaxed, deal 5, after 2 moves"
    with Store.open() as store:
        assert [summary.number for summary in store.games.history()] == [1, 2]


def test_a_game_that_is_over_is_not_continued(capsys: Capture, monkeypatch: Patch) -> None:
    with Store.open() as store:
        win(store)
    assert refused(capsys, "play") == (
        "which game? freecell, bakers-game, easthaven, golf-relaxed, aces-up "
        "(see winnable play --help)"
    )
    leave_game("golf", 5, "deal")
    play(capsys, monkeypatch, "new 6\nd\nundo\n")
    assert heading(play(capsys, monkeypatch, "")) == "Golf Relaxed, deal 6"


def test_undone_moves_can_be_redone_later(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "8a\n8b\nundo\n", "freecell", "--deal", "617")
    out = play(capsys, monkeypatch, "redo\n")
    assert "\nFreeCell, deal 617, after 2 moves\n" in out


def test_a_saved_game_by_its_number(capsys: Capture, monkeypatch: Patch) -> None:
    number = leave_game("freecell", 617, "t8c1")
    leave_game("golf", 5, "deal")
    out = play(capsys, monkeypatch, "autoplay\n", "--saved", str(number), "--autoplay", "all")
    assert heading(out) == "FreeCell, deal 617, after 1 move"
    assert "Autoplay is all: " in out
    assert "Autoplay is all: " in play(capsys, monkeypatch, "autoplay\n", "free", "--saved", "1")


def test_a_game_in_a_file(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    typed = "8a\nautoplay all\nsave my game.txt\n"
    play(capsys, monkeypatch, typed, "freecell", "--deal", "617")
    out = play(capsys, monkeypatch, "autoplay\nundo\n", "freecell", "--resume", "my game.txt")
    assert heading(out) == "FreeCell, deal 617, after 1 move"
    assert "Autoplay is all: " in out
    assert "\nFreeCell, deal 617\n" in out
    typed, options = "autoplay\n", ["--resume", "my game.txt", "--autoplay", "off"]
    assert "Autoplay is off: " in play(capsys, monkeypatch, typed, *options)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--saved", "7"], "game 7"),
        (["golf", "--saved", "1"], "saved game 1 is a game of FreeCell, not of Golf Relaxed"),
        (["golf", "--resume", WON], "is a game of FreeCell, not of Golf Relaxed"),
        (["--saved", "0"], "'0' is not a game number: write 1 to 1000000000"),
        (["--saved", "x"], "'x' is not a game number"),
        (["--resume", "none.txt"], "'none.txt'"),
        (["--daily"], "which game? freecell, "),
        (["--deal", "5"], "which game? freecell, "),
        (["golf", "--level", "impossible"], "invalid value for '--level': 'impossible' is not one"),
    ],
)
def test_games_that_do_not_exist(capsys: Capture, words: list[str], message: str) -> None:
    leave_game("freecell", 617, "t8c1")
    assert message in refused(capsys, "play", *words)
    with Store.open() as store:
        assert [summary.moves for summary in store.games.history()] == [1]


OPTIONS = {
    "--deal": ["5"],
    "--daily": [],
    "--winnable": [],
    "--level": ["easy"],
    "--saved": ["1"],
    "--resume": [WON],
}


@pytest.mark.parametrize(
    ("one", "other"),
    [pair for pair in itertools.combinations(OPTIONS, 2) if pair != ("--winnable", "--level")],
)
def test_options_that_cannot_be_combined(capsys: Capture, one: str, other: str) -> None:
    words = ["freecell", other, *OPTIONS[other], one, *OPTIONS[one]]
    message = f"{one} and {other} cannot be combined (see winnable play --help)"
    assert refused(capsys, "play", *words) == message
    assert not Path(os.environ["WINNABLE_DATABASE"].removeprefix("sqlite:///")).exists()
