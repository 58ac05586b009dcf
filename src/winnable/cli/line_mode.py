"""Line mode: print the table, read a line, do what it says.

`winnable.cli.line_commands` has the commands, `winnable.play.move_parser` reads the moves. Every
move is saved before the table is printed again.
"""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches

from winnable.cli.coaching import Coaching
from winnable.cli.line_commands import COMMANDS, find_command
from winnable.cli.line_context import LineContext
from winnable.cli.terminal import Keyboard, Screen
from winnable.errors import (
    NotationError,
    StaleGameError,
    StoreError,
    WinnableError,
    quote,
    sentence,
)
from winnable.moves import Move
from winnable.play import read_move
from winnable.play.move_parser import split_moves
from winnable.rules import IllegalMoveError
from winnable.store import Outcome, SavedGame, Store
from winnable.wording import counted

__all__ = ["LineMode"]


class LineMode:
    """The loop of line mode."""

    def __init__(
        self,
        saved_game: SavedGame,
        screen: Screen | None = None,
        keyboard: Keyboard | None = None,
        *,
        store: Store | None = None,
        in_words: bool = False,
        coaching: Coaching = Coaching(),  # noqa: B008 - it is immutable
    ) -> None:
        screen = screen or Screen()
        self.context = LineContext(
            saved_game, screen, store=store, in_words=in_words, coaching=coaching
        )
        self.keyboard = keyboard or Keyboard(screen)

    def run(self) -> None:
        """Play until the player quits or the input ends."""
        context = self.context
        context.show()
        with suppress(StoreError):  # the first move will say why nothing can be saved
            if unfinished := context.unfinished():
                left = f"deal {unfinished[0].deal}" if unfinished[0].deal else "a game"
                left += f" after {counted(unfinished[0].moves, 'move')}" * bool(unfinished[0].moves)
                context.say(f"You left {left}. Type continue to resume it.")
        if context.handout is not None:
            summary = context.handout.game.summary
            context.say(f"Strictly by the handout: {summary}. This game is not saved.")
        if context.coaching.plays and not context.ending:
            self.execute("coach")
        if not (context.coaching.plays and (context.session.is_won or context.is_over)):
            context.screen.print("Type a move, or help.")
        was_warned = False
        while not (context.has_quit or context.is_over):
            try:
                typed = self.keyboard.ask("> ")
                if typed is None:
                    break
                was_warned = False
                self.execute(typed)
            except KeyboardInterrupt:
                context.screen.print()
                if was_warned or not self.is_unfinished:
                    break
                was_warned = True
                context.say(f"Press Ctrl-C again to quit; {self._what_is_saved}.")
        context.saved_game.pause()
        context.say(self.goodbye)

    @property
    def _what_is_saved(self) -> str:
        if self.context.handout is not None:
            return "the game is not saved"
        return "the game is saved" if self.context.is_saved else "save FILE saves the game"

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun, and is not won, nor lost by its handout."""
        is_finished = self.context.saved_game.outcome is Outcome.WON or self.context.is_over
        return self.context.has_begun and not is_finished

    @property
    def goodbye(self) -> str:
        """The last words, which say how to continue an unfinished game."""
        context = self.context
        if not self.is_unfinished:
            return "Goodbye."
        if not context.is_saved:
            return f"Goodbye. You left {context.name}, which is not saved."
        saved_game = context.saved_game
        number = f" --saved {saved_game.number}" * (saved_game.outcome is Outcome.GIVEN_UP)
        return f"Goodbye. You left {context.name}. To continue, run winnable play{number}."

    def execute(self, typed: str) -> None:
        """Run a typed command or make the typed moves; if that is impossible, print why."""
        typed = typed.strip()
        if not typed:
            return
        word, argument = [*typed.split(maxsplit=1), ""][:2]
        context = self.context
        command = find_command(context.session.game, word)
        if command is not COMMANDS["save"]:
            context.saver.forget()
        try:
            if command is None:
                self._make_moves(typed)
            else:
                command(context, argument)
        except IllegalMoveError as error:
            context.say(sentence(error.why))
        except StaleGameError as error:
            context.show(sentence(str(error)))
        except WinnableError as error:
            context.say(sentence(str(error)))

    def _make_moves(self, typed: str) -> None:
        """Make the moves of a line, and print the table once."""
        game = self.context.session.game
        # One word is one move; several may be as many moves, or one move such as "7h to t3".
        parts = split_moves(game, typed) if len(typed.split()) > 1 else [typed]
        notes: list[str] = []
        try:
            for part in parts:
                if self.context.is_over:
                    break  # a game by the handout ends at once
                notes.append(self.context.make(self._read_move(part)))
        except IllegalMoveError as error:
            if len(parts) == 1:
                raise
            at = f"{parts[len(notes)]}, move {len(notes) + 1} of {len(parts)}"
            raise NotationError(f"{at}: {error.why}") from None
        except StaleGameError:
            notes.clear()  # the game was loaded again: they are no longer the last moves
            raise
        finally:
            if notes:
                self.context.show(" ".join(notes))

    def _read_move(self, typed: str) -> Move:
        session = self.context.session
        if session.is_won:
            raise NotationError("the game is won: type undo, save FILE, new or quit")
        try:
            return read_move(session.game, session.position, typed)
        except NotationError:
            near = get_close_matches(typed.lower(), COMMANDS, n=1)
            if near and typed.isalpha():
                raise NotationError(
                    f"{quote(typed)} is not a move or a command: did you mean {near[0]}?"
                ) from None
            raise
