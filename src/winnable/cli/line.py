"""Line mode: the table as text, a line typed, the table again.

`COMMANDS` holds every word a player may type that is not a move; `winnable.play.commands` reads the
moves.
"""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Callable
from typing import TextIO

from winnable import text
from winnable.cli.files import save_record
from winnable.cli.show import heading, status
from winnable.cli.terminal import Screen
from winnable.deals import MAX_DEAL
from winnable.errors import NotationError, WinnableError
from winnable.play import Autoplay, Record, Session, read_move
from winnable.play.commands import HANDOUT_COMMANDS
from winnable.play.standard import has_standard_notation
from winnable.play.words import move_words
from winnable.rules import IllegalMove

__all__ = ["LineMode"]


class LineMode:
    """A player at a table, one line at a time."""

    def __init__(
        self,
        session: Session,
        screen: Screen | None = None,
        source: TextIO | None = None,
        in_words: bool = False,
    ) -> None:
        self.session = session
        self.screen = screen or Screen()
        self.source = source or sys.stdin
        self.in_words = in_words
        self.is_over = False

    def run(self) -> None:
        """Play until the player leaves, the input ends or is interrupted."""
        self.show()
        self.screen.say("Type a move, or help.")
        try:
            while not self.is_over and (typed := self._ask()) is not None:
                self.obey(typed)
        except KeyboardInterrupt:
            self.screen.say()
        self.screen.say("Goodbye.")

    def _ask(self) -> str | None:
        """The next line, or None at the end of input."""
        if self.source is sys.stdin and self.source.isatty() and self.screen.is_terminal:
            try:
                return input("> ")  # with the line editing that a terminal gives
            except EOFError:
                self.screen.say()
                return None
        self.screen.say("> ", end="")
        try:
            line = self.source.readline()
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"  # refused like any other nonsense
        if not line:
            self.screen.say()
        return line or None

    def obey(self, typed: str) -> None:
        """Do what a line says, or say why not."""
        word, _, rest = typed.strip().partition(" ")
        if not word:
            return
        try:
            name = self._command_name(word.lower())
            if name is None:
                self._make(typed)
            else:
                COMMANDS[name][0](self, rest.strip())
        except IllegalMove as error:
            self.screen.say(f"No: {error.why}.")
        except WinnableError as error:
            self.screen.say(f"{error}.")

    def _command_name(self, word: str) -> str | None:
        """The command that a word calls; a handout's own meaning of a letter comes first."""
        handout = [command.word for command in HANDOUT_COMMANDS.get(self.session.game.slug, ())]
        if word in handout:
            return None
        if word == "r":
            return "new" if self.session.game.slug in _R_SHUFFLES else "redo"
        return word if word in COMMANDS else ALIASES.get(word)

    def show(self) -> None:
        """The table, and how the game stands if it has come to an end."""
        view = self.session.view
        self.screen.say(f"\n{heading(self.session)}")
        if self.in_words:
            self.screen.say(text.listing(view))
        else:
            drawn = text.table(view, unicode=self.screen.unicode, colour=self.screen.colour)
            self.screen.say(f"\n{drawn}\n")
        if outcome := status(self.session):
            after = (
                "save FILE, new or quit" if self.session.is_won else "undo, restart, new or quit"
            )
            self.screen.say(f"{outcome} You can type {after}.")

    def _make(self, typed: str) -> None:
        move = read_move(self.session.game, self.session.position, typed)
        before = self.session.view
        step = self.session.make(move)
        said = move_words(before, step.move)
        if step.automoves:
            said += f"; then by itself {', '.join(map(str, step.automoves))}"
        self.show()
        self.screen.say(f"{step.move}: {said}.")

    # -- the commands -----------------------------------------------------------------------------

    def undo(self, rest: str) -> None:
        """Take back the last move, or the last N."""
        self._travel(rest, self.session.undo, "There is no move to take back.")

    def redo(self, rest: str) -> None:
        """Make again what was taken back, or N of it."""
        self._travel(rest, self.session.redo, "There is no move to make again.")

    def _travel(self, rest: str, go: Callable[[], object], nothing: str) -> None:
        wanted = _number(rest, 10_000) if rest else 1
        gone = 0
        while gone < wanted and go() is not None:
            gone += 1
        if gone:
            self.show()
        else:
            self.screen.say(nothing)

    def moves(self, rest: str) -> None:
        """List the legal moves; of several empty places only the first."""
        _no_more(rest)
        moves = list(self.session.game.distinct_moves(self.session.position))
        for move in moves:
            self.screen.say(f"  {move!s:8} {move_words(self.session.view, move)}")
        if not moves:
            self.screen.say("There is no legal move.")

    def new(self, rest: str) -> None:
        """Deal another game: by chance, or deal number N."""
        number = _number(rest, MAX_DEAL) if rest else None
        left = self.session
        self.session = Session.new(left.game, number, autoplay=left.autoplay)
        if isinstance(left.deal, int) and left.steps and not left.is_won:
            self.screen.say(f"You left deal {left.deal}; new {left.deal} deals it again.")
        self.show()

    def restart(self, rest: str) -> None:
        """Go back to the start of this deal; redo brings the moves back."""
        _no_more(rest)
        self.session.restart()
        self.show()

    def save(self, rest: str) -> None:
        """Keep the game in a file; winnable play --resume FILE goes on with it."""
        if not rest:
            raise NotationError("write save and the name of a file")
        today = datetime.date.today().isoformat()
        path = save_record(rest, str(Record.of(self.session, Date=today)))
        self.screen.say(f"Saved in {path.name}.")

    def autoplay(self, rest: str) -> None:
        """Say which cards go home by themselves: off, safe or all."""
        try:
            self.session.autoplay = Autoplay(rest.lower())
        except ValueError:
            raise NotationError("write autoplay off, autoplay safe or autoplay all") from None
        self.screen.say(f"Autoplay is {self.session.autoplay.value}.")

    def table(self, rest: str) -> None:
        """Show the table once more."""
        _no_more(rest)
        self.show()

    def read(self, rest: str) -> None:
        """Read the table out in words, pile by pile."""
        _no_more(rest)
        self.screen.say(text.listing(self.session.view))

    def rules(self, rest: str) -> None:
        """Tell the rules of the game."""
        _no_more(rest)
        self.screen.say(f"{self.session.game.name}\n\n{self.session.game.rules.strip()}")

    def help(self, rest: str) -> None:
        """Show this."""
        _no_more(rest)
        say = self.screen.say
        say("Moves are written with places: t1 is column 1, c1 cell 1, f1 foundation 1.")
        say("  t3f1     the last card of column 3 to foundation 1")
        if self.session.game.runs.name != "SINGLE":
            say("  t2t5x4   four cards of column 2 to column 5; without x4 what fits is moved")
        if self.session.position.stock is not None:
            say("  deal     deal from the stock")
        for command in HANDOUT_COMMANDS.get(self.session.game.slug, ()):
            say(f"  {command.usage:8} {command.meaning}")
        if has_standard_notation(self.session.game):
            say("  26 3a b5 4h   standard notation: columns 1 to 8, cells a to d, home h")
        say("Other words:")
        for name, (_, usage) in COMMANDS.items():
            meaning = (getattr(self, name).__doc__ or "").strip()
            say(f"  {usage:14} {meaning[0].lower()}{meaning[1:].rstrip('.')}")

    def quit(self, rest: str) -> None:
        """Leave."""
        _no_more(rest)
        self.is_over = True


COMMANDS: dict[str, tuple[Callable[[LineMode, str], None], str]] = {
    "undo": (LineMode.undo, "undo [N]"),
    "redo": (LineMode.redo, "redo [N]"),
    "moves": (LineMode.moves, "moves"),
    "new": (LineMode.new, "new [N]"),
    "restart": (LineMode.restart, "restart"),
    "save": (LineMode.save, "save FILE"),
    "autoplay": (LineMode.autoplay, "autoplay WORD"),
    "table": (LineMode.table, "table"),
    "read": (LineMode.read, "read"),
    "rules": (LineMode.rules, "rules"),
    "help": (LineMode.help, "help"),
    "quit": (LineMode.quit, "quit"),
}
"""Each word with what it does and how it is written."""

ALIASES = {"u": "undo", "n": "new", "h": "help", "?": "help", "q": "quit", "exit": "quit"}

_R_SHUFFLES = {"aces-up", "bakers-game"}
"""In these handouts `R` shuffles and deals anew; elsewhere it is short for redo."""


def _number(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= most:
        raise NotationError(f"write a number from 1 to {most}")
    return int(text)


def _no_more(rest: str) -> None:
    if rest:
        raise NotationError("nothing follows that word")
