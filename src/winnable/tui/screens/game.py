"""The screen of a game being played, with its coach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import BindingType

from winnable.coach import why_not_reviewable
from winnable.coach.effort import EffortLevel
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, quote, sentence
from winnable.l10n import t
from winnable.play import Session
from winnable.play.commands import COMMANDS
from winnable.play.files import RecordSaver
from winnable.play.typed_commands import (
    parse_game_number,
    read_autoplay,
    read_count,
    read_file_name,
    wants_more,
)
from winnable.store import SavedGame
from winnable.store.formatting import clock_text, source_text
from winnable.tui.actions import GAME_ACTIONS, GAME_KEYS
from winnable.tui.auto_finish import SECONDS_PER_CARD, AutoFinish
from winnable.tui.bindings import make_table_bindings
from winnable.tui.coach_controller import CoachController
from winnable.tui.game_controller import GameController
from winnable.tui.navigator import ChosenDeal, Navigator
from winnable.tui.options import next_autoplay
from winnable.tui.screens.dialogs import TextDialog
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.table_screen import TableScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.themes import ERROR
from winnable.tui.widgets.bars import StatusPart

__all__ = ["GameScreen"]


class GameScreen(TableScreen):
    ACTIONS = GAME_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_table_bindings(GAME_ACTIONS)]
    CONFIRMED = ("new", "type")
    controller: GameController

    def __init__(self, navigator: Navigator, saved_game: SavedGame, greeting: str = "") -> None:
        super().__init__(navigator)
        self.greeting = greeting
        self.controller = GameController(saved_game, self)
        self.coach = CoachController(
            self.controller,
            self,
            is_lamp_on=self.options.lamp,
            show_solution=self._show_solution,
        )
        self.finish = AutoFinish(self.controller, self)
        self._is_suspended = False
        self._saver = RecordSaver()

    def on_mount(self) -> None:
        self.apply_options()
        self.set_interval(1, self.show_status)
        self.controller.announce(" ".join(filter(None, (self.greeting, self._introduction()))))

    def _introduction(self) -> str:
        """How to play, and that there is a lamp."""
        if self.session.steps or self.session.undone:
            return ""
        how = "" if self.greeting else t("app.game.start", help=GAME_KEYS["help"])
        offer = "" if self.options.lamp else t("app.game.offer_lamp", lamp=GAME_KEYS["lamp"])
        return f"{how} {offer}"

    def on_unmount(self) -> None:
        self.on_screen_suspend()
        self.coach.close()

    def on_screen_suspend(self) -> None:
        if not self._is_suspended:
            self._is_suspended = True
            self.finish.stop()
            self.coach.player.stop()
            self.coach.cancel_question()
            self.controller.pause()

    def on_screen_resume(self) -> None:
        self._is_suspended = False
        self.controller.resume()

    def apply_options(self) -> None:
        self.coach.set_lamp(self.options.lamp)
        super().apply_options()

    # -- what is shown (GameDisplay) --------------------------------------------------------------

    def show_position(self) -> None:
        self.coach.restart()
        super().show_position()

    def show_win(self) -> None:
        table = None if self.app.animation_level == "none" else self.card_table
        dialog = WinDialog(self.options, self.controller.saved_game, table)
        self.app.push_screen(dialog, self._after_win)

    def _after_win(self, action: str | None) -> None:
        if action == "new":
            self.navigator.deal(self.game)
        elif action == "again":
            self.navigator.deal(self.game, ChosenDeal.of(self.controller.saved_game))
        elif action == "review":
            self.action_review()
        elif action == "games":
            self.action_quit()

    def show_status(self) -> None:
        self.status.show_parts(self._status_parts())

    def _status_parts(self) -> Iterator[StatusPart]:
        made, number = len(self.session.steps), self.session.deal_number
        yield StatusPart(self.game.name, self.game.name)
        if number is not None:
            yield StatusPart(t("moves.deal_number", number=str(number)), f"#{number}")
        else:
            yield StatusPart(t("app.game.custom_deal"))
        if (source := self.controller.saved_game.deal_source) is not None:
            yield StatusPart(source_text(source), source_text(source))
        yield StatusPart(t("commands.moves_made", count=made), str(made))
        yield StatusPart(clock_text(self.controller.saved_game.seconds))
        yield self.finish.label
        yield self.coach.player.label
        yield self.coach.label
        if self.controller.saved_game.save_error:
            yield StatusPart(t("app.game.unsaved"), t("app.game.unsaved"), ERROR)

    # -- what stops the coach ---------------------------------------------------------------------

    def player_acts(self) -> None:
        self.coach.cancel_question()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click anywhere stops the coach's play; on its own label, the label's action does."""
        self.controller.preface("")
        self.finish.stop()
        clicked = self.get_style_at(event.screen_x, event.screen_y).meta.get("@click", "")
        if "coach" not in str(clicked):
            self.coach.player.stop()

    def action_key(self, name: str, parameters: tuple[object, ...] = ()) -> None:
        self.controller.preface("")
        self.finish.stop()
        if name not in ("cursor", "coach", "read_on") and self.coach.player.is_playing:
            self.coach.player.stop()
            if name == "deselect":
                return  # there is nothing else to stop
        super().action_key(name, parameters)

    # -- actions ----------------------------------------------------------------------------------

    def action_finish(self) -> None:
        is_animated = self.app.animation_level != "none"
        self.finish.start(SECONDS_PER_CARD if is_animated else 0)

    def action_autoplay(self, argument: str = "") -> None:
        chosen = read_autoplay(argument) if argument else next_autoplay(self.session.autoplay)
        if self.controller.set_autoplay(chosen):
            self.navigator.change_options(replace(self.options, autoplay=chosen.value))

    def action_new(self, argument: str = "") -> None:
        deal = ChosenDeal(parse_deal_number(argument)) if argument else None
        if self.controller.give_up(f"{COMMANDS['new'].name} {argument}" if argument else ""):
            self.navigator.deal(self.game, deal)

    def action_continue(self, argument: str = "") -> None:
        """Continue another game: the last one of the same rules, or a saved game by its number."""
        self.navigator.continue_game(
            parse_game_number(argument) if argument else self._last_other_game()
        )

    def _last_other_game(self) -> int:
        for summary in self.navigator.unfinished_games():
            if summary.game == self.game.slug and summary.number != self.controller.number:
                return summary.number
        raise NotationError(t("app.game.none_to_continue", game=self.game.name))

    def action_restart(self) -> None:
        self.controller.restart()

    def action_hint(self, argument: str = "") -> None:
        self.coach.hint(more=wants_more("hint", argument))

    def action_back(self) -> None:
        self.coach.go_back()

    def action_solve(self) -> None:
        self.coach.solve()

    def action_coach(self, argument: str = "") -> None:
        """Let the coach play on, at most so many moves, or stop it; or set its effort."""
        word = argument.lower()
        if word in list(EffortLevel):
            self.coach.set_effort(EffortLevel(word))
            self.controller.say(t(f"coach.effort.{word}"))
        elif self.coach.player.is_playing:
            self.coach.player.stop()
        else:
            most = _read_most(word)
            self.coach.cancel_question()
            self.coach.player.start(most)

    def _show_solution(self, solution: Session) -> None:
        self.app.push_screen(
            ReplayScreen(self.navigator, solution, t("app.game.solution"), is_auto_advancing=True)
        )

    def action_verdict(self) -> None:
        self.coach.verdict()

    def action_odds(self, argument: str = "") -> None:
        self.coach.odds(more=wants_more("odds", argument))

    def action_options(self) -> None:
        self.navigator.show_options()

    def action_quit(self) -> None:
        self.close()

    def action_rules(self) -> None:
        self.action_help()

    def action_lamp(self) -> None:
        self.navigator.change_options(self.options.switched("lamp"))
        self.controller.say(t("app.game.lamp_on" if self.options.lamp else "app.game.lamp_off"))

    def action_review(self, argument: str = "") -> None:
        wants_more("review", argument)  # it has all of it
        saved_game = self.controller.saved_game
        if reason := why_not_reviewable(self.session):
            self.controller.say(sentence(reason))
            return
        self.app.push_screen(
            ReplayScreen(
                self.navigator,
                self.session,
                t("app.replay.review"),
                saved_game=saved_game,
                with_review=True,
            )
        )

    def action_save(self, argument: str = "") -> None:
        """Save the game to a file, and ask for its name if it was not typed."""
        record, saver = self.controller.saved_game.to_record(), self._saver

        def done(name: str | None) -> None:
            if name:
                self.controller.say(t("app.game.saved", file=quote(name, 80)))

        if argument:
            name = read_file_name(argument)
            saver.save(name, record)
            done(name)
            return
        number = self.session.deal_number
        name = self.game.slug + ("" if number is None else f"-{number}") + ".txt"
        dialog = TextDialog(t("app.game.save"), lambda name: saver.save(name, record), name)
        self.app.push_screen(dialog, done)


def _read_most(argument: str) -> int | None:
    """How many moves the coach is to make; None: as many as it likes."""
    if argument in ("", "auto"):
        return None
    try:
        return read_count(argument)
    except NotationError as error:
        raise NotationError(t("commands.error.effort", error=str(error))) from None
