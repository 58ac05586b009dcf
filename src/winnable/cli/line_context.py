"""What the commands of line mode work on: the game being played, and the screen it is shown on."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from winnable import text
from winnable.cli.coaching import Coaching
from winnable.cli.terminal import Screen
from winnable.errors import StaleGameError, sentence
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Session
from winnable.play.descriptions import describe_session, describe_step, status
from winnable.play.files import RecordSaver
from winnable.rules.handouts import find_handout
from winnable.store import GameSummary, Outcome, SavedGame, Store
from winnable.store.formatting import coach_win_text, help_text, source_text

if TYPE_CHECKING:
    from winnable.coach import Coach
    from winnable.position import Position

__all__ = ["LineContext"]


class LineContext:
    """A game in line mode, and the one that was left for it."""

    def __init__(
        self,
        saved_game: SavedGame,
        screen: Screen,
        *,
        store: Store | None = None,
        in_words: bool = False,
        coaching: Coaching = Coaching(),  # noqa: B008 - it is immutable
        any_deal: bool = False,
    ) -> None:
        self.saved_game = saved_game
        self.screen = screen
        self.store = store
        self.in_words = in_words
        self.coaching = coaching
        self.any_deal = any_deal
        """Whether new deals need not be winnable."""
        self.has_quit = False
        self.saver = RecordSaver()
        self.handout = find_handout(saved_game.session.game)
        """The handout by which the game is played strictly, if it is."""
        self.previous: SavedGame | None = None
        """The game that `new` or `continue` left, for `undo` to go back to."""
        self.to_give_up: SavedGame | None = None
        """The game that `new` left. The first move of the new game gives it up."""
        self._details: dict[str, tuple[Position, str]] = {}

    @property
    def session(self) -> Session:
        return self.saved_game.session

    @cached_property
    def coach(self) -> Coach:
        """The coach, who remembers what was found out about this game."""
        from winnable.coach import Coach  # the solver is loaded only when it is needed
        from winnable.coach.effort import EffortLevel, effort_for

        game = self.session.game
        return Coach(game, effort=effort_for(game, EffortLevel(self.coaching.effort)))

    def set_effort(self, effort: str) -> None:
        """How hard the coach thinks from now on: one of `EFFORTS`."""
        self.coaching = self.coaching._replace(effort=effort)
        self.__dict__.pop("coach", None)
        self._details.clear()

    @property
    def has_begun(self) -> bool:
        """Whether a move has been made, even if it was undone."""
        return bool(self.session.steps or self.session.undone)

    @property
    def is_saved(self) -> bool:
        return self.saved_game.number is not None and not self.saved_game.save_error

    @property
    def name(self) -> str:
        """What is being played: ``deal 617 of FreeCell``."""
        game, deal = self.session.game.name, self.session.deal_number
        return t("line.game_of" if deal is None else "line.deal_of", game=game, deal=str(deal))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended as its handout says; our games can always be undone."""
        return self.handout is not None and self.handout.is_over(self.session.position)

    def unfinished(self) -> list[GameSummary]:
        """The other unfinished games of the same rules, the latest first."""
        if self.store is None:
            return []
        found = self.store.games.unfinished(self.session.game)
        return [summary for summary in found if summary.number != self.saved_game.number]

    def switch_to(self, saved_game: SavedGame) -> None:
        """Play another game; only its clock runs."""
        self.saved_game.pause()
        self.saved_game = saved_game
        self.saved_game.resume()
        self.__dict__.pop("coach", None)
        self._details.clear()

    def make(self, move: Move, *, by_coach: bool = False) -> str:
        """Make a move, and describe it; `by_coach` says who makes it."""
        before = self.session.view
        step = self.saved_game.make(move, by_coach=by_coach)
        if self.to_give_up is not None:
            with suppress(StaleGameError):  # then another program is playing it
                self.to_give_up.give_up()
            self.to_give_up = None
        return describe_step(before, step, self.session.view)

    def keep_details(self, command: str, details: str) -> None:
        """Remember what a command could have said besides, about the game as it stands."""
        self._details[command] = self.session.position, details

    def details_of(self, command: str) -> str | None:
        """What it could have said besides; None if it has not been asked about this position."""
        position, details = self._details.get(command, (None, ""))
        return details if position == self.session.position else None

    def say(self, message: str) -> None:
        """Print a message, wrapped on a terminal, with the cards in words if need be."""
        message = self._spoken(message)
        if self.screen.is_terminal:
            self.screen.print_wrapped(message)
        else:
            self.screen.print(message)  # programs want one line for one message

    def _spoken(self, message: str) -> str:
        if not self.in_words:
            return message
        spoken = text.spoken(message)
        return spoken if message[:1].islower() else spoken[:1].upper() + spoken[1:]

    def show(self, note: str = "", *, with_ending: bool = True) -> None:
        """Print the table, a note about what happened, and whether the game has ended."""
        heading = describe_session(self.session)
        if self.saved_game.deal_source is not None:
            heading = t(
                "store.source.heading",
                game=heading,
                source=source_text(self.saved_game.deal_source),
            )
        self.screen.print(f"\n{heading}\n")
        if self.in_words:
            self.print_piles()
            self.screen.print()
        else:
            self.screen.print(f"{self.screen.draw(self.session.view)}\n")
        if note:
            self.screen.print_wrapped(self._spoken(note))
        if self.saved_game.save_error:
            self.say(sentence(t("line.not_saved", why=self.saved_game.save_error)))
        if with_ending and self.ending:
            self.say_ending(self.ending)

    @property
    def ending(self) -> str:
        """How the game has ended; empty while it goes on."""
        if self.session.is_won and self.saved_game.coach_moves:
            return coach_win_text(self.saved_game.coach_moves)
        if self.session.is_won and self.handout is None:
            return f"{status(self.session)} {help_text(self.saved_game.aids)}"
        if self.saved_game.outcome is Outcome.LOST and self.handout is None:
            return f"{status(self.session)} {t('store.lost')}"
        return status(self.session)

    def say_ending(self, ending: str) -> None:
        """Print how the game has ended, and what the player can do now."""
        self.say(f"{ending} {self._what_next}")

    @property
    def _what_next(self) -> str:
        """What a player can do after a win, or where no move is left."""
        if self.handout is None:
            return t("line.next.won" if self.session.is_won else "line.next.stuck")
        if not self.is_over:
            return t("line.next.handout")
        return t("line.next.over" if self.session.is_won else "line.next.lost")

    def print_piles(self) -> None:
        """Print the table in words, pile by pile."""
        for line in text.listing(self.session.view).splitlines():
            self.say(line)
