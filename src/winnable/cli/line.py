"""Line mode: the table as text, a line typed, the table again.

`winnable.cli.orders` has every command that is not a move; `winnable.play.move_parser` reads the
moves. Every move is saved before the table is shown.
"""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from winnable import text
from winnable.cli.orders import ALIASES, COMMANDS, R_SHUFFLES
from winnable.cli.show import drawn
from winnable.cli.terminal import Keyboard, Screen
from winnable.errors import (
    NotationError,
    StaleGameError,
    StoreError,
    WinnableError,
    quote,
    sentence,
)
from winnable.play import Session, read_move
from winnable.play.descriptions import counted, describe_session, describe_step, status
from winnable.play.move_parser import HANDOUT_COMMANDS, split_moves
from winnable.rules import IllegalMoveError
from winnable.store import GameSummary, Outcome, SavedGame, Store

if TYPE_CHECKING:
    from winnable.coach import Coach

__all__ = ["LineMode"]


class LineMode:
    """A player at a table, one line at a time."""

    def __init__(
        self,
        table: SavedGame,
        screen: Screen | None = None,
        keyboard: Keyboard | None = None,
        *,
        store: Store | None = None,
        in_words: bool = False,
    ) -> None:
        self.table = table
        self.screen = screen or Screen()
        self.keyboard = keyboard or Keyboard(self.screen)
        self.store = store
        self.in_words = in_words
        self.is_over = False
        self.to_replace = ""
        """The file that the player was told holds another game; the next save replaces it."""
        self.before: SavedGame | None = None
        """The table that `new` or `continue` took away, in case that was a slip."""
        self.to_give_up: SavedGame | None = None
        """The table that is given up with the first move at this one."""

    @property
    def session(self) -> Session:
        """The game at the table."""
        return self.table.session

    def sit_down(self, table: SavedGame) -> None:
        """Go over to another table; its clock runs, and no other."""
        self.table.pause()
        self.table = table
        self.table.resume()
        self.__dict__.pop("coach", None)

    @cached_property
    def coach(self) -> Coach:
        """The coach of this table, who remembers what was found out about it."""
        from winnable.coach import Coach  # the solver is loaded for those who ask

        return Coach(self.session.game)

    def say(self, words: str) -> None:
        """Tell the player something, with the cards in words if need be."""
        words = self._spoken(words) if self.in_words else words
        if self.screen.is_terminal:
            self.screen.tell(words)
        else:
            self.screen.say(words)  # programs want a line to be a line

    def _spoken(self, words: str) -> str:
        """Cards in words; one that begins a sentence gets a capital."""
        said = text.spoken(words)
        return said if words[:1].islower() else said[:1].upper() + said[1:]

    def run(self) -> None:
        """Play until the player leaves, the input ends or is interrupted."""
        self.show()
        with suppress(StoreError):  # which will be said as soon as a move is to be kept
            if left := self.unfinished():
                self.say(f"You left {_left_words(left[0])}: continue goes on with it.")
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
                if was_warned or not self.left():
                    break
                was_warned = True
                kept = "save FILE keeps it" if self._is_not_kept else "it is kept"
                self.say(f"Ctrl-C once more leaves the game; {kept}.")
        self.table.pause()
        self.say(f"Goodbye.{self.left()}")

    @property
    def has_begun(self) -> bool:
        """Whether a move has been made, be it one that was taken back."""
        return bool(self.session.steps or self.session.undone)

    @property
    def _is_not_kept(self) -> bool:
        return self.table.number is None or bool(self.table.save_error)

    def left(self) -> str:
        """Where to find a game again that was left before its end."""
        if not self.has_begun or self.table.outcome is Outcome.WON:
            return ""
        return f" You left {self.name}{self._where}."

    @property
    def name(self) -> str:
        """What is played here: ``deal 617 of FreeCell``."""
        deal = "a game" if self.session.deal_number is None else f"deal {self.session.deal_number}"
        return f"{deal} of {self.session.game.name}"

    @property
    def _where(self) -> str:
        if self._is_not_kept:
            return ""
        number = f" --kept {self.table.number}" * (self.table.outcome is Outcome.GIVEN_UP)
        return f", which is kept: winnable play{number} goes on with it"

    def unfinished(self) -> list[GameSummary]:
        """The games of this kind that were left, but for the one on the table; latest first."""
        if self.store is None:
            return []
        left = self.store.games.unfinished(self.session.game)
        return [kept for kept in left if kept.number != self.table.number]

    def obey(self, typed: str) -> None:
        """Do what a line says, or say why not."""
        typed = typed.strip()
        if not typed:
            return
        word, rest = [*typed.split(maxsplit=1), ""][:2]
        try:
            name = self._command_name(word.lower())
            if name != "save":
                self.to_replace = ""
            if name is None:
                self._make(typed)
            else:
                COMMANDS[name].obey(self, rest)
        except IllegalMoveError as error:
            self.say(f"No: {error.why}.")
        except StaleGameError as error:
            self.show(sentence(str(error)))
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
        self.screen.say(f"\n{describe_session(self.session)}\n")
        if self.in_words:
            self.list_piles()
            self.screen.say()
        else:
            self.screen.say(f"{drawn(view, self.screen)}\n")
        if note:
            self.screen.tell(self._spoken(note) if self.in_words else note)
        if self.table.save_error:
            self.say(sentence(f"this is not kept: {self.table.save_error}"))
        if outcome := status(self.session):
            after = "review, save FILE, new" if self.session.is_won else "undo, review, new"
            self.screen.say(f"{outcome} You can type {after} or quit.")

    def list_piles(self) -> None:
        """The table in words, pile by pile."""
        for line in text.listing(self.session.view).splitlines():
            self.say(line)

    def _make(self, typed: str) -> None:
        words = split_moves(self.session.game, typed)
        notes: list[str] = []
        try:
            for word in words:
                notes.append(self._make_one(word))
        except IllegalMoveError as error:
            if len(words) == 1:
                raise
            at = f"{words[len(notes)]}, move {len(notes) + 1} of {len(words)}"
            raise NotationError(f"{at}: {error.why}") from None
        except StaleGameError:
            notes.clear()  # the table is shown as it stands now
            raise
        finally:
            if notes:
                self.show(" ".join(notes))

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
        step = self.table.make(move)
        if self.to_give_up is not None:
            with suppress(StaleGameError):  # then it is played elsewhere
                self.to_give_up.give_up()
            self.to_give_up = None
        return describe_step(before, step, self.session.view)


def _left_words(kept: GameSummary) -> str:
    deal = f"deal {kept.deal}" if kept.deal else "a game"
    return deal + f" after {counted(kept.moves, 'move')}" * bool(kept.moves)
