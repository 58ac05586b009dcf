"""The table: where a game is played, with mouse, keys or typed moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from winnable.errors import NotationError
from winnable.play import read_move
from winnable.play.descriptions import counted
from winnable.play.move_intent import resolve_drop
from winnable.play.move_parser import split_moves
from winnable.position import Area, Place
from winnable.rules import StockRule
from winnable.store import SavedGame
from winnable.store.formatting import clock_text
from winnable.tui.bars import Part
from winnable.tui.errands import Errands
from winnable.tui.felt import Felt
from winnable.tui.keys import TABLE
from winnable.tui.options import Options
from winnable.tui.prompt import Prompt, find_act

__all__ = ["TableScreen"]

_CURSOR = (("left,h", -1, 0), ("right,l", 1, 0), ("up,k", 0, -1), ("down,j", 0, 1))


def _bound(keys: str, action: str) -> Binding:
    """Keys of the table. They come first, so that keys typed fast are obeyed in their order."""
    return Binding(keys, f"key({action})", show=False, priority=True)


class TableScreen(Errands):
    """A player at a table."""

    ACTS = TABLE
    BINDINGS: ClassVar[list[BindingType]] = [
        *(_bound(act.keys, f"'{act.name}'") for act in TABLE),
        *(_bound(keys, f"'cursor', ({dx}, {dy})") for keys, dx, dy in _CURSOR),
        *(_bound(digit, f"'number', ({digit},)") for digit in "123456789"),
        *(_bound(letter, f"'area', ('{letter}',)") for letter in "tcf"),
        _bound("enter", "'point'"),
        Binding("escape", "drop", show=False, priority=True),
    ]

    def __init__(self, table: SavedGame, greeting: str = "") -> None:
        super().__init__(table)
        self.greeting = greeting
        self.prompt = Prompt()
        self._area = ""
        """The letter of a place whose number is still to be typed."""
        self._is_away = False
        self._known = table.session
        """The session that is shown; a table that had to look at the store again has another."""

    def compose(self) -> ComposeResult:
        """The command line has its place above the keys."""
        yield self.status
        yield self.felt
        yield self.too_small
        yield self.message
        yield self.prompt
        yield self.keys

    def on_mount(self) -> None:
        """Lay the cards, and let the clock and the coach begin."""
        super().on_mount()
        self.prompt.display = False
        self.set_focus(self.felt)
        self.set_interval(1, self.tell_standing)
        self.changed(self.greeting or "Type a place, or click; ? tells more.")

    def on_unmount(self) -> None:
        """Nobody looks at this table any more."""
        self.on_screen_suspend()
        self.counsel.close()

    def on_screen_suspend(self) -> None:
        """Another screen lies over the table: the clock stands still."""
        if not self._is_away:
            self._is_away = True
            self.counsel.hush()
            self.table.pause()

    def on_screen_resume(self) -> None:
        """Back at the table; somebody else may have been there meanwhile."""
        self._is_away = False
        self.table.resume()
        if self.session is self._known:
            self.lay()
        else:
            self.changed("Another program has gone on with this game.")

    def lay(self) -> None:
        """Show the table as it is now."""
        self._known = self.session
        super().lay()

    def take_options(self, before: Options) -> None:
        """The player has chosen other options."""
        if self.house.options.lamp != before.lamp:
            self.counsel.look()
        super().take_options(before)

    def standing(self) -> Iterator[Part]:
        """Game, deal, moves, time, and what the lamp says."""
        session, made = self.session, len(self.session.steps)
        yield Part(session.game.name, session.game.name)
        if session.deal_number is not None:
            yield Part(f"deal {session.deal}", f"#{session.deal}")
        else:
            yield Part("a deal of its own")
        yield Part(counted(made, "move"), str(made))
        yield Part(clock_text(self.table.seconds))
        yield self.counsel.light
        if self.table.save_error:
            yield Part("NOT KEPT", "NOT KEPT", "#ff9a90")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action makes sense in this game."""
        game = self.session.game
        if action == "key":
            name = str(parameters[0])
            if self.focused is self.prompt or (name != "leave" and self.has_class("small")):
                return False  # it is typed into the line, or nobody would see what it does
            return self.check_action(name, ())
        if action == "deal":
            return game.has_stock
        if action in ("collect", "autoplay"):
            return game.has_autoplay
        if action == "as_dealt":
            return self.counsel.hides
        return True

    # -- mouse ------------------------------------------------------------------------------------

    def on_felt_pressed(self, event: Felt.Pressed | Felt.DoubleClicked) -> None:
        """A click picks up, lays down, or deals."""
        self.point(event.spot.place, event.spot.index if event.spot.index >= 0 else None)

    def on_felt_double_clicked(self, event: Felt.DoubleClicked) -> None:
        """A double click sends home what its first half picked up.

        If that laid cards down, or dealt a single card, the second is a click like any other; if
        it dealt to the columns, the second is a slip.
        """
        place = event.spot.place
        if place is not None and self.picked is not None and self.picked.place == place:
            self.send_home(place)
        elif place is not None or self.session.game.stock_rule is not StockRule.COLUMNS:
            self.on_felt_pressed(event)

    def on_felt_drag_started(self, event: Felt.DragStarted) -> None:
        """Cards are dragged away: show where they may go."""
        if event.spot.place is None or not self.pick_up(event.spot.place, event.spot.index):
            self.felt.cancel_drag()

    def on_felt_dragged(self, event: Felt.Dragged) -> None:
        """Cards were dragged to a place, or dropped beside it."""
        if self.picked is None:
            return  # something else has happened meanwhile
        picked, place = self.picked, event.end.place if event.end else None
        if place is None or place == picked.place:
            self.put_down()
            return
        self.play(resolve_drop(self.session.game, self.session.position, picked, place))

    # -- keys -------------------------------------------------------------------------------------

    def action_key(self, name: str, parameters: tuple[object, ...] = ()) -> None:
        """A key was pressed: do what it stands for."""
        if name != "number":
            self._area = ""
        if name not in ("new", "command"):
            self.asked = ""
        getattr(self, f"action_{name}")(*parameters)

    def action_area(self, letter: str) -> None:
        """The first half of a place: t3, c1, f2."""
        self._area = letter
        self.say(f"{letter}... (a number follows)")

    def action_number(self, number: int) -> None:
        """A place is typed: a number alone is a column."""
        place = Place(Area(self._area or "t"), number - 1)
        self._area = ""
        if self.session.game.has_place(place):
            self.felt.cursor_to(place)
            self.point(place, None)
        else:
            self.say(f"There is no {place.name} in this game.")

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        self.felt.move_cursor(dx, dy)

    def action_point(self) -> None:
        """Point at what is under the cursor."""
        cursor = self.felt.cursor
        if cursor is None:
            self.felt.move_cursor(0, 0)  # the first step shows it
        else:
            self.point(cursor[0], cursor[1] if cursor[1] >= 0 else None)

    def action_drop(self) -> None:
        """Put down what was picked up, or leave the command line."""
        self._area = ""
        self.felt.cancel_drag()
        if self.prompt.display:
            self.close_command()
        self.put_down()

    # -- the command line -------------------------------------------------------------------------

    def action_command(self) -> None:
        """Show the command line."""
        self.prompt.display = True
        self.set_focus(self.prompt)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        typed = self.prompt.take()
        self.close_command()
        if typed:
            self.obey(typed)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Somebody who clicks on the table has done with the command line."""
        if event.widget is self.felt and self.prompt.display:
            self.close_command()

    def close_command(self) -> None:
        """Back from the command line to the table."""
        self.prompt.take()
        self.prompt.display = False
        self.set_focus(self.felt)

    def obey(self, typed: str) -> None:
        """A word for an action, or moves in any notation."""
        act = find_act(typed)
        if act is not None and self.check_action(act.name, ()):
            getattr(self, f"action_{act.name}")()
            return
        words = split_moves(self.session.game, typed)
        for number, word in enumerate(words, 1):
            if number > 1 and self.session.is_won:
                return
            if not self._make_typed(word):
                if len(words) > 1:
                    at = f"{word}, move {number} of {len(words)}"
                    self.message.say(f"{at}: {self.message.said}")
                return

    def _make_typed(self, word: str) -> bool:
        try:
            return self.play(read_move(self.session.game, self.session.position, word))
        except NotationError as error:
            self.refuse(str(error))
            return False
