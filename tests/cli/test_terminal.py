"""The command in a real terminal: the menu, colours, Ctrl-C, and progress bars."""

import pexpect
import pytest
from line_driver import GOLDEN_GAMES, Terminal

from winnable import find_game, numbered_deck
from winnable.cli.terminal import Screen

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

THINKING = "Thinking (Ctrl-C cancels) ..."
RED = "\x1b[38;5;196m"
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


def test_the_menu_leads_to_each_game() -> None:
    for typed, head in (
        ("1 617", "FreeCell, deal 617"),
        ("easthaven 5", "Easthaven, deal 5"),
        ("baker's game 7", "Baker's Game, deal 7"),
        ("4", "Golf Relaxed, deal "),
        ("ACES", "Aces Up, deal "),
    ):
        terminal = Terminal("--lines")
        menu = terminal.wait_for("Number or name: ")
        assert "1  FreeCell" in menu
        assert "1 617 is deal 617 of FreeCell" in menu
        terminal.type(typed)
        terminal.wait_for(head)
        terminal.wait_for("> ")
        terminal.type("quit")
        assert terminal.leave().endswith("Goodbye.\r\n")


def test_the_menu_asks_again() -> None:
    terminal = Terminal("--lines")
    for typed, answer in (
        ("", ""),
        ("frecell", "did you mean freecell?"),
        ("6", "'6'"),
        ("golf 0", "'0'"),
        ("\u2460", "'\u2460'"),
    ):
        terminal.wait_for("Number or name: ")
        terminal.type(typed)
        terminal.wait_for(answer)
    terminal.wait_for("Number or name: ")
    terminal.type("q")
    terminal.leave()


@pytest.mark.parametrize("way", ["q", "quit", "EXIT", "ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("words", [["--lines"], ["play", "freecell", "--deal", "617"]])
def test_ways_to_quit(words: list[str], way: str) -> None:
    terminal = Terminal(*words)
    is_play = words[0] == "play"
    terminal.wait_for("> " if is_play else "Number or name: ")
    if way == "ctrl-c":
        terminal.interrupt()
    elif way == "ctrl-d":
        terminal.child.sendeof()
    else:
        terminal.type(way)
    shown = terminal.leave()
    assert ("Goodbye." in shown) == is_play


def test_ctrl_c_in_the_middle_of_a_line() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.child.send("t8c")
    terminal.wait_for("t8c")
    terminal.interrupt()
    assert "after 1 move" not in terminal.leave()


def test_ctrl_c_asks_before_it_quits_a_game() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("8a")
    terminal.wait_for("t8c1: Q♥ to cell 1.")
    terminal.wait_for("> ")
    terminal.interrupt()
    terminal.wait_for("Press Ctrl-C again to quit; the game is saved.")
    terminal.type("7b")
    terminal.wait_for("after 2 moves")
    for _ in range(2):
        terminal.wait_for("> ")
        terminal.interrupt()
    assert "Goodbye. You left deal 617 of FreeCell." in terminal.leave()


def test_ctrl_c_cancels_a_search() -> None:
    terminal = Terminal("play", "aces-up", "--deal", "1")
    terminal.wait_for("> ")
    for word in ("odds", "verdict"):
        terminal.type(word)
        terminal.wait_for(THINKING)
        terminal.child.sendintr()
        terminal.wait_for("Cancelled.")
        terminal.wait_for("> ")
    terminal.type("d")
    terminal.wait_for("after 1 move")
    terminal.type("quit")
    terminal.leave()


def test_the_progress_line_is_erased() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("odds")
    terminal.wait_for(f"{THINKING}\r{' ' * len(THINKING)}\r")
    terminal.end_input()
    terminal.leave()


def test_red_cards_are_red() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    table = terminal.wait_for("> ")
    assert f"{RED}7♦" in table
    assert f"{RED}7♠" not in table
    terminal.type("8a")
    terminal.wait_for("t8c1: Q♥ to cell 1.")
    terminal.end_input()
    terminal.leave()
    assert RED in Terminal("show", "golf", "--deal", "1").leave()


def test_four_colours() -> None:
    position = find_game("golf").deal(numbered_deck(3))
    screens = [Screen(four_colour=four_colour) for four_colour in (False, True)]
    for screen in screens:
        screen.colour = True
    two, four = (screen.draw(position.view) for screen in screens)
    assert two != four


@pytest.mark.parametrize(("no_colour", "kind"), [("1", "xterm-256color"), ("", "dumb")])
def test_terminals_without_colour(no_colour: str, kind: str) -> None:
    shown = Terminal("show", "golf", "--deal", "1", NO_COLOR=no_colour, TERM=kind).leave()
    assert "\x1b" not in shown
    terminal = Terminal("play", "freecell", "--deal", "617", NO_COLOR=no_colour, TERM=kind)
    table = terminal.wait_for("> ")
    assert "7♦" in table
    assert "\x1b[3" not in table
    terminal.child.sendeof()
    assert "\x1b[3" not in terminal.leave()


def test_an_empty_no_color_is_ignored() -> None:
    assert RED in Terminal("show", "golf", "--deal", "1", NO_COLOR="").leave()


@pytest.mark.parametrize("columns", [1, 20, 40, 500])
def test_terminals_of_any_width(columns: int) -> None:
    terminal = Terminal("--lines", columns=columns)
    terminal.wait_for("q  Quit")
    terminal.type("freecell 617")
    terminal.wait_for("move, or help.")
    for word in ("help", "moves", "rules", "read", "8a", "nonsense", "save", "undo"):
        terminal.type(word)
    terminal.type("quit")
    shown = terminal.leave()
    assert "Goodbye." in shown
    assert "Traceback" not in shown


def test_prose_is_wrapped_in_a_narrow_terminal() -> None:
    shown = Terminal("rules", "freecell", columns=40).leave()
    assert all(len(line) < 40 for line in shown.splitlines())
    terminal = Terminal("--lines", columns=40)
    menu = terminal.wait_for("Number or name: ")
    assert all(len(line) < 40 for line in menu.splitlines())
    terminal.type("q")
    terminal.leave()


def test_arrow_keys_recall_lines() -> None:
    pytest.importorskip("readline")
    terminal = Terminal("play", "golf", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("d")
    terminal.wait_for("after 1 move")
    terminal.wait_for("> ")
    terminal.type("\x1b[A")
    terminal.wait_for("after 2 moves")
    terminal.end_input()
    terminal.leave()


def test_a_won_game_can_be_undone() -> None:
    terminal = Terminal("play", "--resume", WON)
    terminal.wait_for("Type review, save FILE, new or quit.")
    terminal.type("undo")
    terminal.wait_for("after 98 moves")
    terminal.type("quit")
    terminal.leave()


# -- solving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize("coding", ["utf-8", "ascii"])
def test_a_range_has_a_progress_bar(columns: int, coding: str) -> None:
    words = ("solve", "golf", "--deals", "1-40", "--limit", "30")
    terminal = Terminal(*words, columns=columns, PYTHONIOENCODING=coding)
    shown = terminal.leave()
    assert " of 40 " in shown
    assert "0 lost, 40" in shown.replace("\r\n", " ")
    assert shown.count(" positions\r\n") >= 40  # none was overwritten by the bar


@pytest.mark.parametrize(("no_colour", "kind"), [("1", "xterm-256color"), ("", "dumb")])
def test_the_progress_bar_without_colour(no_colour: str, kind: str) -> None:
    words = ("solve", "golf", "--deals", "1-40", "--limit", "30")
    shown = Terminal(*words, NO_COLOR=no_colour, TERM=kind).leave()
    assert "\x1b[3" not in shown
    assert (" of 40 " in shown) == (kind != "dumb")


def test_ctrl_c_removes_the_bar_and_prints_the_summary() -> None:
    terminal = Terminal("solve", "golf", "--deals", "1-9000000", "--limit", "30")
    terminal.wait_for(" of 9,000,000")
    for _ in range(3):
        terminal.wait_for(" positions\r\n")  # so that there are several deals to sum up
    terminal.child.sendintr()
    terminal.wait_for(" deals of Golf Relaxed: ")
    terminal.wait_for("winnable: interrupted: ")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert (terminal.child.exitstatus, terminal.child.signalstatus) == (130, None)
