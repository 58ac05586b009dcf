"""Line mode: print the table, read a line, do what it says.

`winnable.cli.line_commands` has the commands, `winnable.play.move_parser` reads the moves. Every
move is saved before the table is printed again.
"""

from __future__ import annotations

from contextlib import suppress

from winnable.cli.coaching import Coaching
from winnable.cli.line_commands import COMMANDS, find_command
from winnable.cli.line_context import LineContext
from winnable.cli.terminal import Keyboard, Screen
from winnable.errors import (
    NotationError,
    StaleGameError,
    StoreError,
    WinnableError,
    sentence,
)
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import read_move
from winnable.play.move_parser import split_moves
from winnable.play.typed_commands import name_nearest
from winnable.rules import IllegalMoveError
from winnable.rules.prose import game_summary
from winnable.store import Outcome, SavedGame, Store

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
        any_deal: bool = False,
    ) -> None:
        screen = screen or Screen()
        self.context = LineContext(
            saved_game,
            screen,
            store=store,
            in_words=in_words,
            coaching=coaching,
            any_deal=any_deal,
        )
        self.keyboard = keyboard or Keyboard(screen)

    def run(self) -> None:
        """Play until the player quits or the input ends."""
        context = self.context
        context.show()
        with suppress(StoreError):  # the first move will say why nothing can be saved
            if unfinished := context.unfinished():
                deal, made = unfinished[0].deal, unfinished[0].moves
                what = t("line.left.deal" if deal else "line.left.game", deal=str(deal))
                context.say(
                    t("line.left.after" if made else "line.left.now", what=what, count=made)
                )
        if context.handout is not None:
            summary = game_summary(context.handout.game)
            context.say(t("line.by_handout", summary=summary))
        if context.coaching.plays and not context.ending:
            self.execute("coach")
        if not (context.coaching.plays and (context.session.is_won or context.is_over)):
            context.screen.print(t("line.begin"))
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
                context.say(self._before_quitting)
        context.saved_game.pause()
        context.say(self.goodbye)

    @property
    def _before_quitting(self) -> str:
        if self.context.handout is not None:
            return t("line.interrupt.unsaved")
        return t("line.interrupt.saved" if self.context.is_saved else "line.interrupt.save")

    @property
    def is_unfinished(self) -> bool:
        """Whether the game has begun, and is neither won nor lost."""
        outcome = self.context.saved_game.outcome
        is_finished = outcome in (Outcome.WON, Outcome.LOST) or self.context.is_over
        return self.context.has_begun and not is_finished

    @property
    def goodbye(self) -> str:
        """The last words, which say how to continue a game, and if it could not be saved."""
        context = self.context
        is_lost_unsaved = (
            context.saved_game.outcome is Outcome.LOST and context.saved_game.save_error
        )
        if not self.is_unfinished and not is_lost_unsaved:
            return t("line.goodbye.over")
        if not context.is_saved:
            return t("line.goodbye.unsaved", name=context.name)
        saved_game = context.saved_game
        if saved_game.outcome is Outcome.GIVEN_UP:
            number = str(saved_game.number)
            return t("line.goodbye.saved_number", name=context.name, number=number)
        return t("line.goodbye.saved", name=context.name)

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
            at = {"move": parts[len(notes)], "number": len(notes) + 1, "count": len(parts)}
            raise NotationError(t("line.error.in_line", **at, why=error.why)) from None
        except StaleGameError:
            notes.clear()  # the game was loaded again: they are no longer the last moves
            raise
        finally:
            if notes:
                self.context.show(" ".join(notes))

    def _read_move(self, typed: str) -> Move:
        session = self.context.session
        if session.is_won:
            raise NotationError(t("line.error.game_won"))
        try:
            return read_move(session.game, session.position, typed)
        except NotationError:
            if near := name_nearest(typed, COMMANDS):
                raise NotationError(near) from None
            raise
