"""Starting the terminal app: where it can be shown, and what it opens."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest
from line_driver import GOLDEN_GAMES, Capture, Terminal, refused

from winnable import Session
from winnable.cli import main
from winnable.cli.app_launcher import AppUnavailableError, can_show_app, check_app
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

Patch = pytest.MonkeyPatch
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


@pytest.fixture
def terminal(monkeypatch: Patch) -> None:
    """Standard input and output look like a terminal to the launcher."""
    stream = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(
        "winnable.cli.app_launcher.sys", SimpleNamespace(stdin=stream, stdout=stream)
    )
    monkeypatch.setenv("TERM", "xterm-256color")


def test_without_a_terminal(capsys: Capture, tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{path}")
    for words in ([], ["golf"], ["golf", "--deal", "5"], ["--replay", WON], ["--saved", "1"]):
        answer = refused(capsys, "app", *words)
        assert answer == "the app needs a terminal: winnable play GAME works without one"
    assert not path.exists()
    assert not can_show_app()


@pytest.mark.usefixtures("terminal")
def test_a_dumb_terminal(monkeypatch: Patch) -> None:
    check_app()
    assert can_show_app()
    monkeypatch.setenv("TERM", "dumb")
    assert not can_show_app()
    with pytest.raises(AppUnavailableError, match=r"^this terminal \(TERM=dumb\) cannot show"):
        check_app()


@pytest.mark.usefixtures("terminal")
def test_without_textual(monkeypatch: Patch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "winnable.cli.app_launcher.find_spec",
        lambda name: None if name == "textual" else found(name),
    )
    assert not can_show_app()
    with pytest.raises(
        AppUnavailableError, match=r"^the app is not installed: pip install 'winnable\[tui\]'$"
    ):
        check_app()


def test_a_dumb_terminal_gets_the_menu() -> None:
    terminal = Terminal(TERM="dumb")
    assert "\x1b" not in terminal.wait_for("Number or name: ")
    terminal.type("q")
    terminal.leave()
    terminal = Terminal("app", TERM="dumb")
    terminal.wait_for("winnable: this terminal (TERM=dumb) cannot show the app: ")
    terminal.child.wait()
    assert terminal.child.exitstatus == 2


# -- what is opened -------------------------------------------------------------------------------


@pytest.fixture
def opened(terminal: None, monkeypatch: Patch) -> list[WinnableApp]:
    """The apps that were run; they end at once."""
    apps: list[WinnableApp] = []
    monkeypatch.setattr(WinnableApp, "run", lambda app: apps.append(app))
    return apps


def test_alone_it_opens_the_list_of_games(opened: list[WinnableApp]) -> None:
    assert main([]) == main(["app"]) == 0
    for app in opened:
        assert app.initial_game is None
        assert app.store is not None
        assert app.store_error == ""
    assert len(opened) == 2


@pytest.mark.parametrize(
    ("words", "deal", "made"),
    [
        (["golf", "--deal", "5"], 5, 0),
        (["--saved", "1"], 3, 1),
        (["free", "--resume", WON], 617, 99),
    ],
)
def test_it_opens_a_game(opened: list[WinnableApp], words: list[str], deal: int, made: int) -> None:
    with Store.open() as store:
        SavedGame(Session.new("golf", 3), store.games).make("deal")
    assert main(["app", *words]) == 0
    [app] = opened
    assert isinstance(app.initial_game, SavedGame)
    assert (app.initial_game.session.deal, len(app.initial_game.session.steps)) == (deal, made)


def test_it_opens_a_record_to_replay(opened: list[WinnableApp]) -> None:
    assert main(["app", "--replay", WON, "--ascii", "--four-colour"]) == 0
    [app] = opened
    assert app.is_replay
    assert isinstance(app.initial_game, SavedGame)
    assert app.initial_game.record is not None
    assert app.options.ascii
    assert app.options.four_colour


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--replay", WON, "--deal", "5"], "--deal and --replay cannot be combined"),
        (["--replay", WON, "--resume", WON], "--resume and --replay cannot be combined"),
        (["--replay", "none.txt"], "'none.txt'"),
        (["golf", "--replay", WON], "is a game of FreeCell, not of Golf Relaxed"),
        (["--daily"], "which game? freecell, bakers-game,"),
        (["--saved", "9"], "game 9"),
    ],
)
def test_what_cannot_be_opened(
    opened: list[WinnableApp], capsys: Capture, words: list[str], message: str
) -> None:
    assert message in refused(capsys, "app", *words)
    assert not opened


def test_the_app_itself_says_that_games_cannot_be_saved(
    opened: list[WinnableApp], monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", "nonsense")
    assert main([]) == main(["app", "golf"]) == 0
    for app in opened:
        assert app.store is None
        assert app.store_error
    assert capsys.readouterr() == ("", "")
    why = "saved games cannot be opened: "
    assert refused(capsys, "app", "--saved", "1").startswith(why)


def test_options_for_line_mode(opened: list[WinnableApp], monkeypatch: Patch) -> None:
    chosen: list[bool] = []

    def choose(_: Store | None, *, in_words: bool) -> None:
        chosen.append(in_words)

    monkeypatch.setattr("winnable.cli.menu.choose_and_play", choose)
    assert main(["--lines"]) == main(["--words"]) == 0
    assert not opened
    assert chosen == [False, True]
