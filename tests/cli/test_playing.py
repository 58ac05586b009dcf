"""`winnable play` and games that are kept: which game is played, and that none is ever lost."""

import datetime
import itertools
import os
import resource
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from line_driver import COMMAND, GOLDEN_GAMES, Capture, Terminal, play, refused, run, type_in
from store.saved_games import win

from winnable import GAMES, Game, LimitError, Session, numbered_deck
from winnable.cli import main
from winnable.coach.deal_finder import find_daily_deal
from winnable.coach.difficulty import Level
from winnable.solver import Verdict, solve
from winnable.store import GameSummary, SavedGame, Store

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

Patch = pytest.MonkeyPatch
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


def shelf() -> Path:
    """The file that this test's games are kept in."""
    return Path(os.environ["WINNABLE_DATABASE"].removeprefix("sqlite:///"))


def keep(slug: str, deal: int, *moves: str) -> int:
    """Leave a game unfinished; its number."""
    with Store.open() as store:
        table = SavedGame(Session.new(slug, deal), store.games)
        for move in moves:
            table.make(move)
    assert table.number
    return table.number


def kept() -> list[GameSummary]:
    with Store.open() as store:
        return store.games.history()


def first_line(out: str) -> str:
    return out.splitlines()[1]


# -- which game -----------------------------------------------------------------------------------


def test_play_goes_on_with_the_game_left_last(capsys: Capture, monkeypatch: Patch) -> None:
    keep("golf", 5, "deal")
    keep("freecell", 617, "t8c1")
    out = play(capsys, monkeypatch, "8b\n")
    assert first_line(out) == "FreeCell, deal 617, after 1 move"
    assert "You left deal" not in out.partition("Goodbye.")[0]
    assert first_line(play(capsys, monkeypatch, "")) == "FreeCell, deal 617, after 2 moves"
    play(capsys, monkeypatch, "d\n", "golf", "--kept", "1")
    assert first_line(play(capsys, monkeypatch, "")) == "Golf Relaxed, deal 5, after 2 moves"
    assert [each.number for each in kept()] == [1, 2]


def test_a_game_that_is_over_is_not_gone_on_with(capsys: Capture, monkeypatch: Patch) -> None:
    with Store.open() as store:
        win(store)
    which = "which game? aces-up, easthaven, bakers-game, golf-relaxed, freecell"
    assert refused(capsys, "play").startswith(which)
    keep("golf", 5, "deal")
    play(capsys, monkeypatch, "new 6\nd\nundo\n")
    assert first_line(play(capsys, monkeypatch, "")) == "Golf Relaxed, deal 6"


def test_play_takes_up_what_was_undone(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "8a\n8b\nundo\n", "freecell", "--deal", "617")
    out = play(capsys, monkeypatch, "redo\n")
    assert "Made again: t8c2." in out


def test_a_game_of_the_history(capsys: Capture, monkeypatch: Patch) -> None:
    number = keep("freecell", 617, "t8c1")
    keep("golf", 5, "deal")
    out = play(capsys, monkeypatch, "autoplay\n", "--kept", str(number), "--autoplay", "all")
    assert first_line(out) == "FreeCell, deal 617, after 1 move"
    assert "Autoplay is all." in out
    assert "Autoplay is all." in play(capsys, monkeypatch, "autoplay\n", "free", "--kept", "1")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--kept", "7"], "there is no game 7 in "),
        (["golf", "--kept", "1"], "game 1 is a game of FreeCell, not of Golf Relaxed"),
        (["--kept", "0"], "'0' is no number of a game: write 1 to 1000000000"),
        (["--kept", "x"], "'x' is no number of a game"),
        (["--daily"], "which game? aces-up, "),
        (["--deal", "5"], "which game? aces-up, "),
        (["golf", "--level", "impossible"], "invalid value for '--level': 'impossible' is not one"),
    ],
)
def test_games_that_are_not_there(capsys: Capture, words: list[str], says: str) -> None:
    keep("freecell", 617, "t8c1")
    assert refused(capsys, "play", *words).startswith(says)
    assert [each.moves for each in kept()] == [1]


CHOICES = {
    "--deal": ["5"],
    "--daily": [],
    "--winnable": [],
    "--level": ["easy"],
    "--kept": ["1"],
    "--resume": [WON],
}


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(CHOICES, 2)))
def test_ways_to_choose_a_deal_exclude_each_other(capsys: Capture, one: str, other: str) -> None:
    words = ["freecell", other, *CHOICES[other], one, *CHOICES[one]]
    if (one, other) == ("--winnable", "--level"):
        return  # which say the same
    says = f"{one} and {other} exclude each other (winnable play --help tells more)"
    assert refused(capsys, "play", *words) == says
    assert not shelf().exists()


def test_the_deal_of_the_day(capsys: Capture, monkeypatch: Patch) -> None:
    days = {datetime.date.today()}
    out = play(capsys, monkeypatch, "", "golf", "--daily")
    days.add(datetime.date.today())  # it may have been midnight
    numbers = {find_daily_deal(GAMES["golf-relaxed"], day) for day in days}
    assert first_line(out) in {f"Golf Relaxed, deal {number}" for number in numbers}


def test_a_deal_that_can_be_won(capsys: Capture, monkeypatch: Patch) -> None:
    out = play(capsys, monkeypatch, "", "bakers", "--winnable")
    game, number = GAMES["bakers-game"], int(first_line(out).rsplit(" ", 1)[1])
    assert solve(game, game.deal(numbered_deck(number))).verdict is Verdict.WINNABLE


@pytest.mark.parametrize("both", [[], ["--winnable"]])
def test_a_deal_as_hard_as_is_wanted(capsys: Capture, monkeypatch: Patch, both: list[str]) -> None:
    asked: list[str] = []

    def chosen(game: Game, *, level: object, progress: Callable[[int], None]) -> int:
        progress(1)
        asked.append(f"{game.slug} {level}")
        return 9

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", chosen)
    for level in (each.value for each in Level):  # the command knows all of them
        out = play(capsys, monkeypatch, "", "golf", "--level", level, *both)
        assert first_line(out) == "Golf Relaxed, deal 9"
    assert asked == [
        f"golf-relaxed Level.{name}" for name in ("EASY", "MEDIUM", "HARD", "FIENDISH")
    ]


def test_a_deal_that_is_not_found_is_said_in_one_line(capsys: Capture, monkeypatch: Patch) -> None:
    def nothing(*_: object, **__: object) -> int:
        raise LimitError("none of 1000 deals of Golf Relaxed is known to be one that can be won")

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", nothing)
    assert refused(capsys, "play", "golf", "--winnable").startswith("none of 1000 deals of Golf")


def test_ctrl_c_while_a_deal_is_looked_for(capsys: Capture, monkeypatch: Patch) -> None:
    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("winnable.coach.deal_finder.find_winnable_deal", interrupted)
    assert main(["play", "golf", "--winnable"]) == 130
    assert capsys.readouterr() == ("", "")


# -- kept, whatever happens -----------------------------------------------------------------------


def leave(terminal: Terminal, way: str) -> None:
    """Leave a game in one of the ways that games are left in."""
    if way == "quit":
        terminal.type("quit")
        terminal.leave()
    elif way == "end of input":
        terminal.child.sendeof()
        terminal.leave()
    elif way == "Ctrl-C":
        terminal.interrupt()
        terminal.wait_for("Ctrl-C once more leaves the game; it is kept.")
        terminal.wait_for("> ")
        terminal.interrupt()
        assert "which is kept: winnable play goes on with it." in terminal.leave()
    elif way == "closed terminal":
        terminal.child.close(force=False)  # which hangs up
        assert terminal.child.signalstatus == signal.SIGHUP
    else:
        terminal.child.kill(getattr(signal, way))
        terminal.child.wait()
        assert terminal.child.signalstatus == getattr(signal, way)


@pytest.mark.parametrize(
    "way", ["quit", "end of input", "Ctrl-C", "closed terminal", "SIGTERM", "SIGKILL"]
)
def test_an_unfinished_game_is_kept_and_offered_again(
    capsys: Capture, monkeypatch: Patch, way: str
) -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("8a 8b")
    terminal.wait_for("after 2 moves")
    terminal.wait_for("> ")
    leave(terminal, way)
    told = "\nYou left deal 617 after 2 moves: continue goes on with it.\n"
    assert told in play(capsys, monkeypatch, "", "freecell", "--deal", "5")
    type_in(monkeypatch, "")
    assert "\n  c  Go on with    FreeCell, deal 617, after 2 moves\n" in run(capsys, "--lines")
    out = play(capsys, monkeypatch, "")
    assert first_line(out) == "FreeCell, deal 617, after 2 moves"


def test_a_kill_at_any_moment_loses_no_move_that_was_shown() -> None:
    """Through a pipe: the command is killed when it has shown a certain move, or soon after."""
    Store.open().close()
    for shown in range(1, 6):
        process = subprocess.Popen(
            [*COMMAND, "play", "golf", "--deal", "617"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONUTF8": "1"},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("deal\n" * 16)
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(f"Golf Relaxed, deal 617, after {shown} move"):
                break
        process.kill()
        process.communicate()
        latest = kept()[0]
        assert latest.number == shown
        assert latest.moves >= shown


def test_two_who_play_one_game(capsys: Capture) -> None:
    keep("freecell", 617, "t8c1")
    first, second = Terminal("play"), Terminal("play")
    for terminal in (first, second):
        terminal.wait_for("after 1 move")
        terminal.wait_for("> ")
    first.type("8b")
    first.wait_for("after 2 moves")
    second.type("7b")
    second.wait_for("FreeCell, deal 617, after 2 moves")
    second.wait_for("Another program has gone on with game 1: look at it again.")
    second.wait_for("> ")
    second.type("7c")
    second.wait_for("after 3 moves")
    for terminal in (first, second):
        terminal.type("quit")
        terminal.leave()
    assert run(capsys, "export", "1").endswith("\n1. t8c1 2. t8c2 3. t7c3 *\n")


# -- when games cannot be kept --------------------------------------------------------------------


def nothing(path: Path) -> None:
    path.write_bytes(b"Dear diary\n" * 100)


def cut(path: Path) -> None:
    keep("golf", 5, "deal")
    path.write_bytes(path.read_bytes()[:5000])


def newer(path: Path) -> None:
    Store.open().close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE winnable_version SET version_num = '99'")
    database.close()


def strange(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (nothing, "{} is no database of saved games, and was left as it is"),
        (cut, "{} is damaged, and was left as it is: put back a copy, or move it away"),
        (newer, "{} was written by a newer Winnable (version 99); this one knows up to "),
        (strange, "{} has a table 'recipes' that is not Winnable's: name another database"),
    ],
)
def test_a_database_that_is_spoiled_is_said_so_and_left_alone(
    capsys: Capture, monkeypatch: Patch, spoil: Callable[[Path], None], says: str
) -> None:
    path = shelf()
    spoil(path)
    before = path.read_bytes()
    says = says.format(path)
    type_in(monkeypatch, "8a\ncontinue\nquit\n")
    assert main(["play", "freecell", "--deal", "617"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(f"winnable: games are not kept: {says}")
    assert err.count("\n") == 1
    assert "t8c1: Q♥ to cell 1.\n" in out
    assert "Games are not kept, so there is none to go on with.\n" in out
    assert out.endswith("Goodbye. You left deal 617 of FreeCell.\n")
    type_in(monkeypatch, "golf 5\nd\n")
    assert main(["--lines"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(f"winnable: games are not kept: {says}")
    assert "Golf Relaxed, deal 5, after 1 move" in out
    for words in (
        ["stats"],
        ["history", "golf"],
        ["export"],
        ["export", "1"],
        ["review", "--kept", "1"],
    ):
        assert refused(capsys, *words).startswith(says)
    for words in (["play"], ["play", "--kept", "1"]):
        assert refused(capsys, *words).startswith(f"no game can be gone on with: {says}")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (
            "nonsense",
            "WINNABLE_DATABASE is no URL of a database: write sqlite:///FILE or postgresql:",
        ),
        ("games.db", "WINNABLE_DATABASE is no URL of a database: write sqlite:///FILE"),
        ("oracle://ann:secret@host/db", "oracle://ann@host/db needs a driver that is not inst"),
        ("nosuch://ann:secret@host/db", "'nosuch' is no kind of database known here: write"),
        ("postgresql://ann:secret@127.0.0.1:1/db", "postgresql://ann@127.0.0.1:1/db "),
        ("postgresql://ann:sec@ret@host/db", "an @ in a password has to be written %40 in a URL"),
        ("sqlite:////", "/ is a folder: name a file in it"),
        ("sqlite:////dev/null/games.db", "/dev/null/games.db cannot be made: "),
        ("sqlite:////proc/nowhere/games.db", "/proc/nowhere/games.db cannot be made: "),
        ("sqlite:////dev/full", "/dev/full "),
    ],
)
def test_a_database_that_cannot_be(
    capsys: Capture, monkeypatch: Patch, url: str, says: str
) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", url)
    for words in (["stats"], ["history"], ["export"]):
        answer = refused(capsys, *words)
        assert answer.startswith(says)
        assert "secret" not in answer
    type_in(monkeypatch, "8a\n")
    assert main(["play", "freecell", "--deal", "617"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(f"winnable: games are not kept: {says}")
    assert err.count("\n") == 1
    assert "secret" not in err
    assert out.endswith("Goodbye. You left deal 617 of FreeCell.\n")


def test_a_database_that_may_only_be_read(capsys: Capture, monkeypatch: Patch) -> None:
    keep("freecell", 617, "t8c1")
    path = shelf()
    before = path.read_bytes()
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///file:{path}?mode=ro&uri=true")
    out = play(capsys, monkeypatch, "8b\n")
    assert first_line(out) == "FreeCell, deal 617, after 1 move"
    assert "\nThis is not kept: " in out
    assert "cannot be written: the file or its folder is read-only.\n" in out
    assert out.endswith("Goodbye. You left deal 617 of FreeCell.\n")
    assert path.read_bytes() == before
    assert len(run(capsys, "history").splitlines()) == 1


def test_a_folder_where_nobody_may_write(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", "sqlite:////proc/winnable/games.db")  # nor may root
    type_in(monkeypatch, "8a\n")
    assert main(["play", "freecell", "--deal", "617"]) == 0
    assert capsys.readouterr().err.startswith("winnable: games are not kept: ")
    assert refused(capsys, "stats")


def test_a_disk_that_is_full_does_not_end_the_game() -> None:
    """The system itself lets no file grow any more, in the middle of a game."""
    keep("golf", 1, "deal")
    most = max(file.stat().st_size for file in shelf().parent.iterdir()) + 9000
    result = subprocess.run(
        [*COMMAND, "play", "golf", "--deal", "617"],
        input=b"deal\n" * 16,
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONUTF8": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    out = result.stdout.decode()
    assert (result.returncode, result.stderr) == (0, b"")
    assert "after 16 moves" in out
    assert f"\nThis is not kept: {shelf()} cannot be " in out
    assert out.endswith("Goodbye. You left deal 617 of Golf Relaxed.\n")
    shown = out.partition("This is not kept")[0].count("\nGolf Relaxed, deal 617, after ") - 1
    assert kept()[0].moves >= shown
