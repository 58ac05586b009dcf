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

from winnable.errors import quote
from winnable.moves import Deal
from winnable.play import Session
from winnable.play.files import RecordSaver
from winnable.position import Area, Place
from winnable.rules import Game
from winnable.store import SavedGame
from winnable.store.formatting import clock_text
from winnable.tui.actions import GAME_ACTIONS, GAME_KEYS, find_game_action
from winnable.tui.bindings import make_game_bindings
from winnable.tui.coach_controller import CoachController
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.game_controller import GameController
from winnable.tui.navigator import Navigator
from winnable.tui.paging import PagedMessage
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.dialogs import TextDialog
from winnable.tui.screens.replay import ReplayScreen
from winnable.tui.screens.win_dialog import WinDialog
from winnable.tui.themes import ERROR
from winnable.tui.widgets.bars import StatusPart
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.command_line import CommandLine
from winnable.tui.widgets.too_small import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS, TooSmall
from winnable.wording import counted

__all__ = ["GameScreen"]

_MESSAGE_ROWS = 6
"""What the message bar has room for (see winnable.tcss)."""


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
        self._pages = PagedMessage(self.message, _MESSAGE_ROWS, GAME_KEYS["read_on"])
        self._area = ""
        """The letter of a place whose number is still to be typed."""
        self._is_suspended = False

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
        start = f"Type a place or click a card. Press {GAME_KEYS['help']} for help."
        self.controller.announce(self.greeting or start)

    def on_unmount(self) -> None:
        self.on_screen_suspend()
        self.coach.close()

    def on_screen_suspend(self) -> None:
        if not self._is_suspended:
            self._is_suspended = True
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

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self._pages.show_page(0))

    def show_win(self) -> None:
        table = None if self.app.animation_level == "none" else self.card_table
        dialog = WinDialog(self.options, self.controller.saved_game, table)
        self.app.push_screen(dialog, self._after_win)

    def _after_win(self, action: str | None) -> None:
        if action == "new":
            self.navigator.deal(self.game)
        elif action == "again":
            self.navigator.deal(self.game, self.session.deal_number)
        elif action == "review":
            self.action_review()
        elif action == "games":
            self.action_leave()

    def show_status(self) -> None:
        self.status.show_parts(self._status_parts())

    def _status_parts(self) -> Iterator[StatusPart]:
        made, number = len(self.session.steps), self.session.deal_number
        yield StatusPart(self.game.name, self.game.name)
        if number is not None:
            yield StatusPart(f"deal {number}", f"#{number}")
        else:
            yield StatusPart("custom deal")
        yield StatusPart(counted(made, "move"), str(made))
        yield StatusPart(clock_text(self.controller.saved_game.seconds))
        yield self.coach.player.label
        yield self.coach.label
        if self.controller.saved_game.save_error:
            yield StatusPart("NOT SAVED", "NOT SAVED", ERROR)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "key":
            name = str(parameters[0])
            is_too_small = self.has_class("-too-narrow") or self.has_class("-too-low")
            if name == "deselect":
                return True  # it also closes the command line
            if self.focused is self.command_line or (is_too_small and name != "leave"):
                return False
            return self.check_action(name, ())
        if action == "deal":
            return self.game.has_stock
        if action in ("collect", "autoplay"):
            return self.game.has_autoplay
        if action == "as_dealt":
            return self.game.hides_cards
        if action == "read_on":
            return self._pages.has_more
        return True

    # -- the mouse --------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click anywhere stops the coach's play; on its own label, the label's action does."""
        self.controller.preface("")
        clicked = self.get_style_at(event.screen_x, event.screen_y).meta.get("@click", "")
        if "watch_the_coach" not in str(clicked):
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
        self.controller.click(place, index)

    # -- keys -------------------------------------------------------------------------------------

    def action_key(self, name: str, parameters: tuple[object, ...] = ()) -> None:
        """Run the action of a key; any other key forgets a half-typed place or a question."""
        self.controller.preface("")
        if name not in ("number", "read_on"):
            self._area = ""
        if name not in ("new", "command"):
            self.controller.is_confirming = False
        if name not in ("cursor", "watch_the_coach", "read_on") and self.coach.player.is_playing:
            self.coach.player.stop()
            if name == "deselect":
                return  # there is nothing else to stop
        getattr(self, f"action_{name}")(*parameters)

    def action_area(self, letter: str) -> None:
        """The first half of a place such as t3, c1 or f2."""
        self._area = letter
        self.controller.say(f"{letter} ... now type a number.")

    def action_number(self, number: int) -> None:
        """The second half of a place; a number alone is a column."""
        place = Place(Area(self._area or "t"), number - 1)
        self._area = ""
        if self.game.has_place(place):
            self.card_table.move_cursor_to(place)
            self._click(place, None)
        else:
            self.controller.say(f"There is no {place.name} in this game.")

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

    def action_command(self) -> None:
        self.command_line.display = True
        self.set_focus(self.command_line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run a typed action, or make typed moves."""
        typed = self.command_line.take()
        self.close_command_line()
        action = find_game_action(typed)
        if action is not None and self.check_action(action, ()):
            getattr(self, f"action_{action}")()
        elif typed:
            self.controller.make_typed(typed)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget is self.card_table and self.command_line.display:
            self.close_command_line()

    def close_command_line(self) -> None:
        self.command_line.take()
        self.command_line.display = False
        self.set_focus(self.card_table)

    # -- actions ----------------------------------------------------------------------------------

    def action_undo(self) -> None:
        self.controller.undo()

    def action_redo(self) -> None:
        self.controller.redo()

    def action_deal(self) -> None:
        self.controller.make(Deal())

    def action_home(self) -> None:
        """Send the selected card home, or the one at the cursor."""
        self.coach.cancel_question()
        selection, cursor = self.controller.selection, self.card_table.cursor
        self.controller.send_home(selection.place if selection else cursor[0] if cursor else None)

    def action_collect(self) -> None:
        self.controller.collect()

    def action_autoplay(self) -> None:
        if self.controller.cycle_autoplay():
            autoplay = self.session.autoplay.value
            self.navigator.change_options(replace(self.options, autoplay=autoplay))

    def action_new(self) -> None:
        if self.controller.give_up():
            self.navigator.deal(self.game)

    def action_read_on(self) -> None:
        self._pages.show_next()

    def action_restart(self) -> None:
        self.controller.restart()

    def action_hint(self) -> None:
        self.coach.hint()

    def action_back(self) -> None:
        self.coach.go_back()

    def action_watch(self) -> None:
        self.coach.watch()

    def action_watch_the_coach(self) -> None:
        """Let the coach play on, or stop it."""
        player = self.coach.player
        if player.is_playing:
            player.stop()
        else:
            self.coach.cancel_question()
            player.start()

    def _show_solution(self, solution: Session) -> None:
        self.app.push_screen(
            ReplayScreen(
                self.navigator, solution, "the solver plays from here", is_auto_advancing=True
            )
        )

    def action_as_dealt(self) -> None:
        self.coach.as_dealt()

    def action_lamp(self) -> None:
        self.navigator.change_options(self.options.switched("lamp"))
        self.controller.say(
            "The lamp is on: it shows after every move whether you can still win."
            if self.options.lamp
            else "The lamp is off: a win without it, hints and undo counts as unaided."
        )

    def action_verdict(self) -> None:
        """Say the verdict or the odds; if the lamp is off, turn it on."""
        if self.options.lamp:
            self.coach.say_evaluation()
        else:
            self.action_lamp()

    def action_review(self) -> None:
        saved_game = self.controller.saved_game
        self.app.push_screen(
            ReplayScreen(
                self.navigator, self.session, "review", saved_game=saved_game, with_review=True
            )
        )

    def action_save(self) -> None:
        """Ask for the name of a file, and save the game to it."""
        saved_game, saver = self.controller.saved_game, RecordSaver()
        number = self.session.deal_number
        name = self.game.slug + ("" if number is None else f"-{number}") + ".txt"

        def done(name: str | None) -> None:
            if name:
                self.controller.say(f"Saved to {quote(name, 80)}.")

        dialog = TextDialog(
            "Save this game to the file:",
            lambda name: saver.save(name, saved_game.to_record()),
            name,
        )
        self.app.push_screen(dialog, done)
