"""Line mode: the table as text, a line typed, the table again.

`COMMANDS` holds every word a player may type that is not a move; `winnable.play.commands` reads the
moves.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from difflib import get_close_matches

from winnable import text
from winnable.cli.files import lost_by_saving, save_record
from winnable.cli.guide import (
    explain,
    in_columns,
    move_rows,
    places,
    step_words,
    ways_to_move,
)
from winnable.cli.numbers import parse_number
from winnable.cli.show import drawn, heading, status
from winnable.cli.terminal import Keyboard, Screen
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, WinnableError, quote
from winnable.moves import parse_move
from winnable.play import Autoplay, Record, Session, Step, read_move
from winnable.play.commands import HANDOUT_COMMANDS
from winnable.play.standard import has_standard_notation, looks_standard
from winnable.play.words import move_words
from winnable.rules import Home, IllegalMove

__all__ = ["LineMode", "sentence"]


class LineMode:
    """A player at a table, one line at a time."""

    def __init__(
        self,
        session: Session,
        screen: Screen | None = None,
        keyboard: Keyboard | None = None,
        *,
        in_words: bool = False,
        record: Record | None = None,
    ) -> None:
        self.session = session
        self.screen = screen or Screen()
        self.keyboard = keyboard or Keyboard(self.screen)
        self.in_words = in_words
        self.record = record
        """What the session was resumed from."""
        self.is_over = False
        self._to_replace = ""
        """The file that the player was told holds another game; the next save replaces it."""
        self._before: tuple[Session, Record | None] | None = None
        """The table that `new` took away, in case that was a slip."""

    def say(self, words: str) -> None:
        """Tell the player something, with the cards in words if need be."""
        words = text.spoken(words) if self.in_words else words
        if self.screen.is_terminal:
            self.screen.tell(words)
        else:
            self.screen.say(words)  # programs want a line to be a line

    def run(self) -> None:
        """Play until the player leaves, the input ends or is interrupted."""
        self.show()
        self.screen.say("Type a move, or help.")
        was_warned = False
        while not self.is_over:
            try:
                typed = self.keyboard.ask("> ")
                if typed is None:
                    break
                was_warned = False
                self.obey(typed)
            except KeyboardInterrupt:
                self.screen.say()
                if was_warned or not self._left():
                    break
                was_warned = True
                self.say("Ctrl-C once more leaves the game; save FILE keeps it.")
        self.screen.say(f"Goodbye.{self._left()}")

    def _left(self) -> str:
        """Where to find a game again that was left before its end."""
        if not (self.session.steps or self.session.undone) or self.session.is_won:
            return ""
        deal = f"deal {self.session.deal}" if isinstance(self.session.deal, int) else "a game"
        return f" You left {deal} of {self.session.game.name}."

    def obey(self, typed: str) -> None:
        """Do what a line says, or say why not."""
        typed = typed.strip()
        if not typed:
            return
        word, rest = [*typed.split(maxsplit=1), ""][:2]
        try:
            name = self._command_name(word.lower())
            if name != "save":
                self._to_replace = ""
            if name is None:
                self._make(typed)
            else:
                COMMANDS[name][0](self, rest)
        except IllegalMove as error:
            self.say(f"No: {error.why}.")
        except WinnableError as error:
            self.say(sentence(str(error)))

    def _command_name(self, word: str) -> str | None:
        """The command that a word calls; a handout's own meaning of a letter comes first."""
        handout = [command.word for command in HANDOUT_COMMANDS.get(self.session.game.slug, ())]
        if word in handout:
            return None
        if word == "r":
            return "new" if self.session.game.slug in R_SHUFFLES else "redo"
        return word if word in COMMANDS else ALIASES.get(word)

    def show(self, note: str = "") -> None:
        """The table, what there is to say about it, and how the game stands if it has ended."""
        view = self.session.view
        self.screen.say(f"\n{heading(self.session)}\n")
        if self.in_words:
            self._list()
            self.screen.say()
        else:
            self.screen.say(f"{drawn(view, self.screen)}\n")
        if note:
            self.screen.tell(text.spoken(note) if self.in_words else note)
        if outcome := status(self.session):
            after = "save FILE, new" if self.session.is_won else "undo, restart, new"
            self.screen.say(f"{outcome} You can type {after} or quit.")

    def _make(self, typed: str) -> None:
        words = typed.lower().split()
        if not all(map(self._is_move, words)):
            words = [typed]
        notes: list[str] = []
        try:
            for word in words:
                notes.append(self._make_one(word))
        except IllegalMove as error:
            if len(words) == 1:
                raise
            at = f"{words[len(notes)]}, move {len(notes) + 1} of {len(words)}"
            raise NotationError(f"{at}: {error.why}") from None
        finally:
            if notes:
                self.show(" ".join(notes))

    def _is_move(self, word: str) -> bool:
        """Whether a single word is a move, so that several can stand on a line."""
        if has_standard_notation(self.session.game) and looks_standard(word):
            return True
        try:
            parse_move(word)
        except NotationError:
            return False
        return True

    def _make_one(self, typed: str) -> str:
        """Make one move, and give it in words."""
        if self.session.is_won:
            raise NotationError("the game is won: type undo, save FILE, new or quit")
        try:
            move = read_move(self.session.game, self.session.position, typed)
        except NotationError:
            near = get_close_matches(typed.lower(), COMMANDS, n=1)
            if near and typed.isalpha():
                raise NotationError(
                    f"{quote(typed)} is no move and no word: did you mean {near[0]}?"
                ) from None
            raise
        before = self.session.view
        step = self.session.make(move)
        return step_words(before, step, self.session.view)

    # -- the commands -----------------------------------------------------------------------------

    def undo(self, rest: str) -> None:
        """Take back the last move, or the last N."""
        if not rest and self._before and not (self.session.steps or self.session.undone):
            (self.session, self.record), self._before = self._before, None
            self.show("Back at the game you left.")
            return
        gone = self._travel(rest, self.session.undo, "there is no move to take back")
        self.show(f"Taken back: {gone}.")

    def redo(self, rest: str) -> None:
        """Make again what was taken back, or N of it."""
        gone = self._travel(rest, self.session.redo, "there is no move to make again")
        self.show(f"Made again: {gone}.")

    def _travel(self, rest: str, go: Callable[[], Step | None], nothing: str) -> str:
        """Go back or forth, and give the moves passed on the way."""
        wanted = parse_number(rest, 1, 10_000, "number of moves") if rest else 1
        gone: list[str] = []
        while len(gone) < wanted and (step := go()) is not None:
            gone.append(str(step.move))
        if not gone:
            raise NotationError(nothing)
        return ", ".join(gone) if len(gone) <= 10 else f"{len(gone)} moves"

    def moves(self, rest: str) -> None:
        """List the legal moves; of like empty places only the first."""
        _no_more(rest)
        if self.session.is_won:
            raise NotationError("the game is won: there is nothing left to move")
        view = self.session.view
        entries = [
            f"{move!s:6} {move_words(view, move)}"
            for move in self.session.game.distinct_moves(self.session.position)
        ]
        for line in in_columns(entries, 0 if self.in_words else self.screen.width):
            self.screen.say(text.spoken(line) if self.in_words else line)
        if not entries:
            self.screen.say("There is no legal move.")

    def verdict(self, rest: str) -> None:
        """Say whether this game can be won from here, as dealt, hidden cards included."""
        _no_more(rest)
        self._solve()

    def solve(self, rest: str) -> None:
        """Show moves that win from here, as dealt, hidden cards included."""
        _no_more(rest)
        self._solve(with_moves=True)

    def _solve(self, *, with_moves: bool = False) -> None:
        """Ask the solver; Ctrl-C calls it off, and the game goes on."""
        if self.session.is_won:
            raise NotationError("the game is won already")

        from winnable.cli.advice import solved  # the solver is loaded for those who ask

        try:
            words, moves = solved(self.session)
        except KeyboardInterrupt:
            self.screen.say()
            self.say("Called off before there was an answer.")
            return
        self.say(words)
        if with_moves:
            for row in move_rows([*map(str, moves)], self.screen.width):
                self.screen.say(row)

    def new(self, rest: str) -> None:
        """Deal another game: by chance, or deal number N."""
        left, number = self._left(), parse_deal_number(rest) if rest else None
        if left:
            self._before = (self.session, self.record)
        self.session = Session.new(self.session.game, number, autoplay=self.session.autoplay)
        self.record = None
        self.show(f"{left.strip(' .')}; undo goes back to it." if left else "")

    def restart(self, rest: str) -> None:
        """Go back to the start of this deal; redo N brings moves back."""
        _no_more(rest)
        self.session.restart()
        self.show("Back at the start.")

    def save(self, rest: str) -> None:
        """Keep the game in a file; winnable play --resume FILE goes on."""
        if len(rest) > 1 and rest[0] == rest[-1] and rest[0] in "'\"":
            rest = rest[1:-1]  # somebody is used to a shell
        if not rest:
            raise NotationError("write save and the name of a file")
        today = {"Date": datetime.date.today().isoformat()}
        record = Record.of(self.session, today, self.record)
        if rest != self._to_replace and (lost := lost_by_saving(rest, record)):
            self._to_replace = rest
            raise NotationError(
                f"{quote(rest, 80)} holds {lost}: save again to replace it, or choose another name"
            )
        save_record(rest, str(record))
        self._to_replace = ""
        self.screen.say(f"Saved in {quote(rest, 80)}.")

    def autoplay(self, rest: str) -> None:
        """See or set which cards go home by themselves: off, safe or all."""
        if self.session.game.home is not Home.SUIT:
            raise NotationError(f"no card goes home by itself in {self.session.game.name}")
        if rest:
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
        self._list()

    def _list(self) -> None:
        for line in text.listing(self.session.view).splitlines():
            self.say(line)

    def rules(self, rest: str) -> None:
        """Tell the rules of the game."""
        _no_more(rest)
        self.screen.tell(f"{self.session.game.name}\n\n{self.session.game.rules}")

    def help(self, rest: str) -> None:
        """Show this."""
        _no_more(rest)
        say, game = self.screen.say, self.session.game
        say(f"Moves, where {places(game)}:")
        explain(self.screen, list(ways_to_move(game)))
        say("Other words:")
        for_this = [name for name in COMMANDS if name != "autoplay" or game.home is Home.SUIT]
        uses = [(getattr(self, name).__doc__ or "").strip(". ") for name in for_this]
        rows = zip((COMMANDS[name][1] for name in for_this), uses, strict=True)
        explain(self.screen, [(usage, use[0].lower() + use[1:]) for usage, use in rows])
        new = "r or n new" if game.slug in R_SHUFFLES else "r redo, n new"
        self.say(f"For short: u is undo, {new}, h or ? help, q or exit quit.")

    def quit(self, rest: str) -> None:
        """Leave."""
        _no_more(rest)
        self.is_over = True


COMMANDS: dict[str, tuple[Callable[[LineMode, str], None], str]] = {
    "undo": (LineMode.undo, "undo [N]"),
    "redo": (LineMode.redo, "redo [N]"),
    "moves": (LineMode.moves, "moves"),
    "verdict": (LineMode.verdict, "verdict"),
    "solve": (LineMode.solve, "solve"),
    "new": (LineMode.new, "new [N]"),
    "restart": (LineMode.restart, "restart"),
    "save": (LineMode.save, "save FILE"),
    "autoplay": (LineMode.autoplay, "autoplay [A]"),
    "table": (LineMode.table, "table"),
    "read": (LineMode.read, "read"),
    "rules": (LineMode.rules, "rules"),
    "help": (LineMode.help, "help"),
    "quit": (LineMode.quit, "quit"),
}
"""Each word with what it does and how it is written."""

ALIASES = {"u": "undo", "n": "new", "h": "help", "?": "help", "q": "quit", "exit": "quit"}

R_SHUFFLES = {"aces-up", "bakers-game"}
"""In these handouts `R` shuffles and deals anew; elsewhere it is short for redo."""


def sentence(message: str) -> str:
    """An error's message as a sentence of its own."""
    stop = "" if message.endswith("?") else "."
    return message[:1].upper() + message[1:] + stop


def _no_more(rest: str) -> None:
    if rest:
        raise NotationError("nothing follows that word")
