"""The command in a real terminal: the menu, colours, and the ways out."""

import pexpect
import pytest
from line_driver import GOLDEN_GAMES, Terminal

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

RED = "\x1b[38;5;196m"
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


def test_the_menu_leads_to_each_game() -> None:
    for typed, head in (
        ("1 617", "Aces Up, deal 617"),
        ("easthaven 5", "Easthaven, deal 5"),
        ("baker's game 7", "Baker's Game, deal 7"),
        ("4", "Golf Relaxed, deal "),
        ("FREE", "FreeCell, deal "),
    ):
        terminal = Terminal("--lines")
        menu = terminal.wait_for("Number or name: ")
        assert "5  FreeCell" in menu
        terminal.type(typed)
        terminal.wait_for(head)
        terminal.wait_for("> ")
        terminal.type("quit")
        assert terminal.leave().endswith("Goodbye.\r\n")


def test_the_menu_asks_again() -> None:
    terminal = Terminal("--lines")
    for typed, answer in (
        ("", ""),
        ("frecell", "There is no game 'frecell': did you mean freecell?"),
        ("6", "There is no game '6': the games are"),
        ("golf 0", "'0' is no deal number: write 1 to 8589934591."),
        ("\u2460", "There is no game '\u2460'"),
    ):
        terminal.wait_for("Number or name: ")
        terminal.type(typed)
        terminal.wait_for(answer)
    terminal.wait_for("Number or name: ")
    terminal.type("q")
    terminal.leave()


@pytest.mark.parametrize("way", ["q", "quit", "EXIT", "ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("words", [["--lines"], ["play", "freecell", "--deal", "617"]])
def test_every_way_out_is_a_good_one(words: list[str], way: str) -> None:
    terminal = Terminal(*words)
    is_play = words[0] == "play"
    terminal.wait_for("> " if is_play else "Number or name: ")
    if way == "ctrl-c":
        terminal.interrupt()
    elif way == "ctrl-d":
        terminal.child.sendeof()
    else:
        terminal.type(way)
    said = terminal.leave()
    assert ("Goodbye." in said) == is_play


def test_ctrl_c_in_the_middle_of_a_line() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.child.send("t8c")
    terminal.wait_for("t8c")
    terminal.interrupt()
    assert "after 1 move" not in terminal.leave()


def test_ctrl_c_asks_before_a_game_is_left() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("8a")
    terminal.wait_for("t8c1: Q♥ to cell 1.")
    terminal.wait_for("> ")
    terminal.interrupt()
    terminal.wait_for("Ctrl-C once more leaves the game; it is kept.")
    terminal.type("7b")
    terminal.wait_for("after 2 moves")
    for _ in range(2):
        terminal.wait_for("> ")
        terminal.interrupt()
    assert "Goodbye. You left deal 617 of FreeCell, which is kept: " in terminal.leave()


def test_ctrl_c_calls_off_what_takes_too_long() -> None:
    terminal = Terminal("play", "aces-up", "--deal", "1")
    terminal.wait_for("> ")
    for word in ("odds", "verdict"):
        terminal.type(word)
        terminal.wait_for("Thinking; Ctrl-C calls it off ...")
        terminal.child.sendintr()
        terminal.wait_for("Called off before there was an answer.")
        terminal.wait_for("> ")
    terminal.type("d")
    terminal.wait_for("after 1 move")
    terminal.type("quit")
    terminal.leave()


def test_what_was_thought_stands_alone_at_the_end() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.type("odds")
    said = terminal.wait_for("This game can still be won")
    assert said.endswith(f"Thinking; Ctrl-C calls it off ...\r{' ' * 33}\r")
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


@pytest.mark.parametrize(("no_colour", "kind"), [("1", "xterm-256color"), ("", "dumb")])
def test_no_colour_where_none_is_wanted(no_colour: str, kind: str) -> None:
    shown = Terminal("show", "golf", "--deal", "1", NO_COLOR=no_colour, TERM=kind).leave()
    assert "\x1b" not in shown
    terminal = Terminal("play", "freecell", "--deal", "617", NO_COLOR=no_colour, TERM=kind)
    table = terminal.wait_for("> ")
    assert "7♦" in table
    assert "\x1b[3" not in table
    terminal.child.sendeof()
    assert "\x1b[3" not in terminal.leave()


def test_an_empty_no_color_means_nothing() -> None:
    assert RED in Terminal("show", "golf", "--deal", "1", NO_COLOR="").leave()


@pytest.mark.parametrize("columns", [1, 20, 40, 500])
def test_a_terminal_of_any_width_will_do(columns: int) -> None:
    terminal = Terminal("--lines", columns=columns)
    terminal.wait_for("q  leave")
    terminal.type("freecell 617")
    terminal.wait_for("move, or help.")
    for word in ("help", "moves", "rules", "read", "8a", "nonsense", "save", "undo"):
        terminal.type(word)
    terminal.type("quit")
    said = terminal.leave()
    assert "Goodbye." in said
    assert "Traceback" not in said


def test_prose_is_broken_to_the_width_of_a_narrow_terminal() -> None:
    said = Terminal("rules", "freecell", columns=40).leave()
    assert all(len(line) < 40 for line in said.splitlines())
    terminal = Terminal("--lines", columns=40)
    menu = terminal.wait_for("Number or name: ")
    assert all(len(line) < 40 for line in menu.splitlines())
    terminal.type("q")
    terminal.leave()


def test_the_arrow_keys_bring_lines_back() -> None:
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


def test_a_won_game_goes_on_in_a_terminal() -> None:
    terminal = Terminal("play", "--resume", WON)
    terminal.wait_for("Won! You can type review, save FILE, new or quit.")
    terminal.type("undo")
    terminal.wait_for("after 98 moves")
    terminal.type("quit")
    terminal.leave()


# -- solving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize("coding", ["utf-8", "ascii"])
def test_a_range_has_a_bar_while_it_runs(columns: int, coding: str) -> None:
    words = ("solve", "golf", "--deals", "1-40", "--limit", "30")
    terminal = Terminal(*words, columns=columns, PYTHONIOENCODING=coding)
    said = terminal.leave()
    assert " of 40 " in said
    assert "0 lost, 40" in said.replace("\r\n", " ")
    assert said.count(" positions\r\n") >= 40  # none was overwritten by the bar


@pytest.mark.parametrize(("no_colour", "kind"), [("1", "xterm-256color"), ("", "dumb")])
def test_a_bar_is_as_plain_as_the_terminal(no_colour: str, kind: str) -> None:
    words = ("solve", "golf", "--deals", "1-40", "--limit", "30")
    said = Terminal(*words, NO_COLOR=no_colour, TERM=kind).leave()
    assert "\x1b[3" not in said
    assert (" of 40 " in said) == (kind != "dumb")


def test_ctrl_c_takes_the_bar_away_and_sums_up() -> None:
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
