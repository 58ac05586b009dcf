"""The command in a real terminal: the menu, colours, and the ways out."""

import os
import time
from pathlib import Path

import pexpect
import pytest
from playing import COMMAND, GOLDEN_GAMES

# Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

RED = "\x1b[38;5;196m"
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")


class Terminal:
    """A terminal with the command running in it."""

    def __init__(self, *words: str, columns: int = 100, **environment: str) -> None:
        ours = ("NO_COLOR", "COLUMNS", "LINES")
        usual = {name: value for name, value in os.environ.items() if name not in ours}
        self.child: pexpect.spawn[str] = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *words],
            env=usual | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment,
            dimensions=(50, columns),
            encoding="utf-8",
            timeout=30,
        )

    def wait_for(self, text: str) -> str:
        """Wait for a text to be shown; all that came before it."""
        self.child.expect_exact(text)
        return str(self.child.before)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.child.sendline(line)

    def end_input(self) -> None:
        """Press Ctrl-D at the next prompt: before it, the key would be lost."""
        self.wait_for("> ")
        self.child.sendeof()

    def interrupt(self) -> None:
        """Press Ctrl-C once the program waits for a key.

        Python's `input` sees a Ctrl-C that comes in the instant before it begins to wait only at
        the next key. No person is that quick; a test is.
        """
        state = Path(f"/proc/{self.child.pid}/stat")
        calm = 0
        while calm < 5:
            time.sleep(0.02)
            is_waiting = not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "S"
            calm = calm + 1 if is_waiting else 0
        self.child.sendintr()

    def leave(self) -> str:
        """Wait for the end, which has to be a good one; all that came before it."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (0, None)
        assert "Traceback" not in str(self.child.before)
        return str(self.child.before)


def test_the_menu_leads_to_each_game() -> None:
    for typed, head in (
        ("1 617", "Aces Up, deal 617"),
        ("easthaven 5", "Easthaven, deal 5"),
        ("baker's game 7", "Baker's Game, deal 7"),
        ("4", "Golf Relaxed, deal "),
        ("FREE", "FreeCell, deal "),
    ):
        terminal = Terminal()
        menu = terminal.wait_for("Number or name: ")
        assert "5  FreeCell" in menu
        terminal.type(typed)
        terminal.wait_for(head)
        terminal.wait_for("> ")
        terminal.type("quit")
        assert terminal.leave().endswith("Goodbye.\r\n")


def test_the_menu_asks_again() -> None:
    terminal = Terminal()
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
@pytest.mark.parametrize("words", [[], ["play", "freecell", "--deal", "617"]])
def test_every_way_out_is_a_good_one(words: list[str], way: str) -> None:
    terminal = Terminal(*words)
    terminal.wait_for("> " if words else "Number or name: ")
    if way == "ctrl-c":
        terminal.interrupt()
    elif way == "ctrl-d":
        terminal.child.sendeof()
    else:
        terminal.type(way)
    said = terminal.leave()
    assert ("Goodbye." in said) == bool(words)


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
    terminal.wait_for("Ctrl-C once more leaves the game; save FILE keeps it.")
    terminal.type("7b")
    terminal.wait_for("after 2 moves")
    for _ in range(2):
        terminal.wait_for("> ")
        terminal.interrupt()
    assert "Goodbye. You left deal 617 of FreeCell." in terminal.leave()


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
    terminal = Terminal(columns=columns)
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
    terminal = Terminal(columns=40)
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
    terminal.wait_for("Won! You can type save FILE, new or quit.")
    terminal.type("undo")
    terminal.wait_for("after 98 moves")
    terminal.type("quit")
    terminal.leave()


def test_a_terminal_that_is_closed_ends_the_game() -> None:
    terminal = Terminal("play", "freecell", "--deal", "617")
    terminal.wait_for("> ")
    terminal.child.close()
    assert not terminal.child.isalive()


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
    terminal.child.sendintr()
    terminal.wait_for(" deals of Golf Relaxed: ")
    terminal.wait_for("winnable: interrupted: ")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert (terminal.child.exitstatus, terminal.child.signalstatus) == (130, None)
