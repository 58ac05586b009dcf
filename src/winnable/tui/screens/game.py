"""The screen of a game being played, with the mouse, keys or typed moves.

The screen turns input into calls of the game controller and the coach controller, and shows what
they hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from winnable.coach import why_not_reviewable
from winnable.coach.effort import EffortLevel
from winnable.deals import parse_deal_number
from winnable.errors import NotationError, WinnableError, quote, sentence
from winnable.l10n import t
from winnable.moves import Deal
from winnable.play import Session, read_move
from winnable.play.commands import COMMANDS, Face, GameCommand, find_command
from winnable.play.descriptions import describe_move
from winnable.play.files import RecordSaver
from winnable.play.typed_commands import (
    name_nearest,
    parse_game_number,
    read_autoplay,
    read_count,
    read_file_name,
    wants_more,
)
from winnable.position import Area, Place
from winnable.rules import Game
from winnable.store import SavedGame
from winnable.store.formatting import clock_text, source_text
from winnable.tui.actions import GAME_ACTIONS, GAME_KEYS
from winnable.tui.auto_finish import SECONDS_PER_CARD, AutoFinish
from winnable.tui.bindings import make_game_bindings
from winnable.tui.coach_controller import CoachController
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.game_controller import GameController
from winnable.tui.navigator import Navigator
from winnable.tui.options import next_autoplay
from winnable.tui.paging import PagedMessage
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.dialogs import ChoiceDialog, TextDialog
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.themes import ERROR
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.command_line import CommandLine
from winnable.tui.widgets.too_small import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS, TooSmall

__all__ = ["GameScreen"]


class GameScreen(ActionScreen[None]):
    ACTIONS = GAME_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_game_bindings()]
    HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
    VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS

    def __init__(self, navigator: Navigator, saved_game: SavedGame, greeting: str = "") -> None:
        super().__init__(navigator)
        self.greeting = greeting
        self.card_table = CardTable()
        self.command_line = CommandLine()
        self.controller = GameController(saved_game, self)
        self.coach = CoachController(
            self.controller,
            self,
            is_lamp_on=self.options.lamp,
            show_solution=self._show_solution,
        )
        self.finish = AutoFinish(self.controller, self)
        self._pages = PagedMessage(self.message, GAME_KEYS["read_on"])
        self._area = ""
        """The letter of a place whose number is still to be typed."""
        self._is_suspended = False
        self._saver = RecordSaver()

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def game(self) -> Game:
        return self.controller.game

    def compose(self) -> ComposeResult:
        yield self.status
        yield self.card_table
        yield TooSmall()
        yield self.message
        yield self.command_line
        yield self.keys

    def on_mount(self) -> None:
        self.apply_options()
        self.command_line.display = False
        self.set_focus(self.card_table)
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
        super().apply_options()
        self.card_table.apply_options(self.options)
        self.coach.set_lamp(self.options.lamp)
        self.show_state()

    # -- what is shown (GameDisplay) --------------------------------------------------------------

    def show_position(self) -> None:
        self.coach.restart()
        self.card_table.view = self.session.view
        self.show_actions()

    def show_state(self) -> None:
        controller, position = self.controller, self.session.position
        selection, hint = controller.selection, controller.hint
        table = self.card_table
        table.selection = (selection.place, selection.first(position)) if selection else None
        table.targets = controller.targets
        table.hint = MoveMark.of(position, hint) if hint else None
        self._pages.show(controller.message)
        self.show_status()

    def show_actions(self) -> None:
        """A message with more to read names the key for that itself."""
        shown = (each for each in self.ACTIONS if each.name != "read_on")
        self.keys.show_actions(each for each in shown if self.check_action(each.name, ()))

    def show_win(self) -> None:
        table = None if self.app.animation_level == "none" else self.card_table
        dialog = WinDialog(self.options, self.controller.saved_game, table)
        self.app.push_screen(dialog, self._after_win)

    def _after_win(self, action: str | None) -> None:
        if action == "new":
            self.navigator.deal(self.game)
        elif action == "again":
            self.navigator.deal(
                self.game,
                self.session.deal_number,
                source=self.controller.saved_game.deal_source,
            )
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "key":
            name = str(parameters[0])
            is_too_small = self.has_class("-too-narrow") or self.has_class("-too-low")
            if name == "deselect":
                return True  # it also closes the command line
            if self.focused is self.command_line or (is_too_small and name != "quit"):
                return False
            return self.check_action(name, ())
        if action == "read_on":
            return self._pages.has_more
        command = COMMANDS.get(action)
        return command is None or command.is_in(self.game)

    # -- the mouse --------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click anywhere stops the coach's play; on its own label, the label's action does."""
        self.controller.preface("")
        self.finish.stop()
        clicked = self.get_style_at(event.screen_x, event.screen_y).meta.get("@click", "")
        if "coach" not in str(clicked):
            self.coach.player.stop()

    def on_card_table_clicked(self, event: CardTable.Clicked) -> None:
        self._click(event.spot.place, event.spot.index)

    def on_card_table_double_clicked(self, event: CardTable.DoubleClicked) -> None:
        self.coach.cancel_question()
        self.controller.double_click(event.spot.place, event.spot.index)

    def on_card_table_drag_started(self, event: CardTable.DragStarted) -> None:
        self.coach.cancel_question()
        place = event.spot.place
        if place is None or not self.controller.select(place, event.spot.index):
            self.card_table.end_drag()

    def on_card_table_dropped(self, event: CardTable.Dropped) -> None:
        self.controller.drop(event.end.place if event.end else None)

    def _click(self, place: Place | None, index: int | None) -> None:
        self.coach.cancel_question()
        self.controller.click(place, index, moves_at_once=self.options.one_click)

    # -- keys -------------------------------------------------------------------------------------

    def action_key(self, name: str, parameters: tuple[object, ...] = ()) -> None:
        """Run the action of a key; any other key forgets a half-typed place or a question."""
        self.controller.preface("")
        self.finish.stop()
        if name not in ("number", "read_on"):
            self._area = ""
        if name not in ("new", "type"):
            self.controller.forget_question()
        if name not in ("cursor", "coach", "read_on") and self.coach.player.is_playing:
            self.coach.player.stop()
            if name == "deselect":
                return  # there is nothing else to stop
        getattr(self, f"action_{name}")(*parameters)

    def action_area(self, letter: str) -> None:
        """The first half of a place such as t3, c1 or f2."""
        self._area = letter
        self.controller.say(t("app.game.type_number", letter=letter))

    def action_number(self, number: int) -> None:
        """The second half of a place; a number alone is a column."""
        place = Place(Area(self._area or "t"), number - 1)
        self._area = ""
        if self.game.has_place(place):
            self.card_table.move_cursor_to(place)
            self._click(place, None)
        else:
            self.controller.say(t("app.game.no_such_place", place=place.name))

    def action_cursor(self, dx: int, dy: int) -> None:
        self.card_table.move_cursor(dx, dy)

    def action_select(self) -> None:
        """Click at the cursor; the first time, show it."""
        cursor = self.card_table.cursor
        if cursor is None:
            self.card_table.move_cursor(0, 0)
        else:
            self._click(*cursor)

    def action_deselect(self) -> None:
        self._area = ""
        self.card_table.end_drag()
        if self.command_line.display:
            self.close_command_line()
        self.controller.deselect()

    # -- the command line -------------------------------------------------------------------------

    def action_type(self) -> None:
        self.command_line.display = True
        self.set_focus(self.command_line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run a typed command, or make typed moves."""
        typed = self.command_line.take()
        self.close_command_line()
        if not typed:
            return
        word, argument = [*typed.split(maxsplit=1), ""][:2]
        command = find_command(self.game, word)
        try:
            if command is not None:
                self._run_command(command, argument)
            elif near := self._nearest(typed):
                raise NotationError(near)
            else:
                self.controller.make_typed(typed)
        except WinnableError as error:
            self.controller.refuse(str(error))

    def _nearest(self, typed: str) -> str:
        """Which command is meant by a text that is no move; nothing where none is."""
        try:
            read_move(self.game, self.session.position, typed)
        except NotationError:
            available = [each.name for each in COMMANDS.values() if each.is_on(Face.APP)]
            return name_nearest(typed, available)
        return ""

    def _run_command(self, command: GameCommand, argument: str) -> None:
        if not command.is_on(Face.APP):
            raise NotationError(t("app.game.no_command", command=command.name))
        if not command.is_in(self.game):
            raise NotationError(t("commands.error.none", game=self.game.name, command=command.name))
        command.check_argument(argument)
        run = getattr(self, f"action_{command.name}")
        run(*([argument] if command.argument else []))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget is self.card_table and self.command_line.display:
            self.close_command_line()

    def close_command_line(self) -> None:
        self.command_line.take()
        self.command_line.display = False
        self.set_focus(self.card_table)

    # -- actions ----------------------------------------------------------------------------------

    def action_undo(self, argument: str = "") -> None:
        self.controller.undo(read_count(argument))

    def action_redo(self, argument: str = "") -> None:
        self.controller.redo(read_count(argument))

    def action_deal(self) -> None:
        self.controller.make(Deal())

    def action_foundation(self) -> None:
        """Send the selected card home, or the one at the cursor."""
        self.coach.cancel_question()
        selection, cursor = self.controller.selection, self.card_table.cursor
        self.controller.send_home(selection.place if selection else cursor[0] if cursor else None)

    def action_finish(self) -> None:
        is_animated = self.app.animation_level != "none"
        self.finish.start(SECONDS_PER_CARD if is_animated else 0)

    def action_autoplay(self, argument: str = "") -> None:
        chosen = read_autoplay(argument) if argument else next_autoplay(self.session.autoplay)
        if self.controller.set_autoplay(chosen):
            self.navigator.change_options(replace(self.options, autoplay=chosen.value))

    def action_new(self, argument: str = "") -> None:
        number = parse_deal_number(argument) if argument else None
        if self.controller.give_up(f"{COMMANDS['new'].name} {argument}" if argument else ""):
            self.navigator.deal(self.game, number)

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

    def action_read_on(self) -> None:
        self._pages.show_next()

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

    def action_moves(self) -> None:
        """List the legal moves; the one that is chosen is made."""
        view, position = self.session.view, self.session.position
        moves = {str(move): move for move in self.game.distinct_moves(position)}
        if not moves or self.session.is_won:
            self.controller.say(t("app.game.no_moves"))
            return
        width = max(map(len, moves))
        rows = [
            (name, self.options.encode(f"{name:{width}}  {describe_move(view, move)}"))
            for name, move in moves.items()
        ]

        def make(name: str | None) -> None:
            if name is not None and self.session.position == position:
                self.controller.make(moves[name])

        self.app.push_screen(ChoiceDialog(t("app.game.moves"), rows), make)

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
