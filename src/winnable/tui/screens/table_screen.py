"""The base of the screens on which cards are moved, with the mouse, keys or typed moves."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from winnable.errors import NotationError, WinnableError
from winnable.l10n import t
from winnable.moves import Deal
from winnable.play import Session, read_move
from winnable.play.commands import COMMANDS, Face, GameCommand, find_command
from winnable.play.descriptions import describe_move
from winnable.play.typed_commands import name_nearest, read_count
from winnable.position import Area, Place
from winnable.rules import Game
from winnable.tui.actions import GAME_KEYS
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.move_controller import MoveController
from winnable.tui.navigator import Navigator
from winnable.tui.paging import PagedMessage
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.dialogs import ChoiceDialog
from winnable.tui.widgets.card_table import CardTable
from winnable.tui.widgets.command_line import CommandLine
from winnable.tui.widgets.too_small import HEIGHT_BREAKPOINTS, WIDTH_BREAKPOINTS, TooSmall

__all__ = ["TableScreen"]


class TableScreen(ActionScreen[None]):
    """Turns input into calls of its controller, and shows what that holds."""

    CONFIRMED: ClassVar[tuple[str, ...]] = ()
    """The actions that answer a question; any other forgets it."""
    HORIZONTAL_BREAKPOINTS = WIDTH_BREAKPOINTS
    VERTICAL_BREAKPOINTS = HEIGHT_BREAKPOINTS
    controller: MoveController

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.card_table = CardTable()
        self.command_line = CommandLine()
        self.command_line.display = False
        self._pages = PagedMessage(self.message, GAME_KEYS["read_on"])
        self._area = ""
        """The letter of a place whose number is still to be typed."""

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
        self.set_focus(self.card_table)

    def apply_options(self) -> None:
        super().apply_options()
        self.card_table.apply_options(self.options)
        self.show_state()

    # -- what is shown (MoveDisplay) --------------------------------------------------------------

    def show_position(self) -> None:
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

    @abstractmethod
    def show_status(self) -> None:
        """Write the status line."""

    def show_actions(self) -> None:
        """A message with more to read names the key for that itself."""
        shown = (each for each in self.ACTIONS if each.name != "read_on")
        self.keys.show_actions(each for each in shown if self.check_action(each.name, ()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "key":
            name = str(parameters[0])
            is_too_small = self.has_class("-too-narrow") or self.has_class("-too-low")
            if name == "deselect":
                return True  # it also closes the command line
            if self.focused is self.command_line or (
                is_too_small and name not in ("quit", "leave")
            ):
                return False
            return self.check_action(name, ())
        if action == "read_on":
            return self._pages.has_more
        command = COMMANDS.get(action)
        return command is None or command.is_in(self.game)

    def player_acts(self) -> None:
        """The player does something: what runs in the background for a question is not needed."""

    # -- the mouse --------------------------------------------------------------------------------

    def on_card_table_clicked(self, event: CardTable.Clicked) -> None:
        self._click(event.spot.place, event.spot.index)

    def on_card_table_double_clicked(self, event: CardTable.DoubleClicked) -> None:
        self.player_acts()
        self.controller.double_click(event.spot.place, event.spot.index)

    def on_card_table_drag_started(self, event: CardTable.DragStarted) -> None:
        self.player_acts()
        place = event.spot.place
        if place is None or not self.controller.select(place, event.spot.index):
            self.card_table.end_drag()

    def on_card_table_dropped(self, event: CardTable.Dropped) -> None:
        self.controller.drop(event.end.place if event.end else None)

    def _click(self, place: Place | None, index: int | None) -> None:
        self.player_acts()
        self.controller.click(place, index, moves_at_once=self.options.one_click)

    # -- keys -------------------------------------------------------------------------------------

    def action_key(self, name: str, parameters: tuple[object, ...] = ()) -> None:
        """Run the action of a key; any other key forgets a half-typed place or a question."""
        if name not in ("number", "read_on"):
            self._area = ""
        if name not in self.CONFIRMED:
            self.controller.forget_question()
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

    def action_undo(self, argument: str = "") -> None:
        self.controller.undo(read_count(argument))

    def action_redo(self, argument: str = "") -> None:
        self.controller.redo(read_count(argument))

    def action_deal(self) -> None:
        self.controller.make(Deal())

    def action_foundation(self) -> None:
        """Send the selected card home, or the one at the cursor."""
        self.player_acts()
        selection, cursor = self.controller.selection, self.card_table.cursor
        self.controller.send_home(selection.place if selection else cursor[0] if cursor else None)

    def action_read_on(self) -> None:
        self._pages.show_next()

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

    def _has_command(self, command: GameCommand) -> bool:
        """Whether a command can be typed here."""
        return command.is_on(Face.APP)

    def _no_command(self, command: GameCommand) -> str:
        """Why another command cannot be typed here."""
        return t("app.game.no_command", command=command.name)

    def _nearest(self, typed: str) -> str:
        """Which command is meant by a text that is no move; nothing where none is."""
        try:
            read_move(self.game, self.session.position, typed)
        except NotationError:
            available = [each.name for each in COMMANDS.values() if self._has_command(each)]
            return name_nearest(typed, available)
        return ""

    def _run_command(self, command: GameCommand, argument: str) -> None:
        if not self._has_command(command):
            raise NotationError(self._no_command(command))
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
