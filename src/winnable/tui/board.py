"""What every screen with a table on it has: the felt, the lines around it, and the keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.screen import Screen
from textual.widgets import Static

from winnable.play import Session
from winnable.rules import Game
from winnable.tui.bars import Keys, Message, Part, Status
from winnable.tui.felt import Felt
from winnable.tui.keys import Act
from winnable.tui.options import Options
from winnable.tui.thinking import Thought

if TYPE_CHECKING:
    from winnable.tui.app import WinnableApp

__all__ = ["LEAST", "ActScreen", "BoardScreen"]

LEAST = (40, 20)
"""The smallest terminal, in columns and lines, that a table is drawn in."""


class ActScreen(Screen[None]):
    """A screen with a table of actions: those that make sense are offered."""

    ACTS: tuple[Act, ...] = ()

    def __init__(self, rows: int = 2) -> None:
        super().__init__()
        options = self.house.options
        self.status = Status(options, id="status")
        self.message = Message(options, id="message")
        self.keys = Keys(options, rows=rows)

    @property
    def house(self) -> WinnableApp:
        """The app, which knows the way to the other screens."""
        return cast("WinnableApp", self.app)

    @property
    def game(self) -> Game | None:
        """The game that this is about."""
        return None

    def dress(self) -> None:
        """Draw as the options say."""
        for bar in (self.status, self.message, self.keys):
            bar.options = self.house.options

    def take_options(self, before: Options) -> None:
        """The player has chosen other options."""
        self.dress()

    def offer(self) -> None:
        """Show the keys of what can be done now."""
        self.keys.offer(act for act in self.ACTS if self.check_action(act.name, ()))

    def say(self, words: str) -> None:
        """Say something below the table."""
        self.message.say(words)

    def on_thought(self, thought: Thought) -> None:
        """Something that was thought about off the main thread has come to an end."""
        thought.arrive()

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers here."""
        for act in self.ACTS:
            if act.name != "more" and self.check_action(act.name, ()):
                run = getattr(self, f"action_{act.name}")
                yield SystemCommand(act.title, f"{act.meaning} ({act.key})", run)

    def action_help(self) -> None:
        """Rules and keys."""
        self.house.explain(self.game)

    def action_more(self) -> None:
        """The command palette."""
        self.house.action_command_palette()

    def action_leave(self) -> None:
        """Back to where this was opened."""
        self.house.leave(self)


class BoardScreen(ActScreen):
    """A table to look at. Subclasses say which session it shows and what can be done."""

    def __init__(self) -> None:
        super().__init__()
        self.felt = Felt(id="felt")
        self.too_small = Static(
            f"The terminal is too small: make it {LEAST[0]} columns by {LEAST[1]} lines or more.",
            id="too-small",
        )

    @property
    @abstractmethod
    def session(self) -> Session:
        """The game that lies here."""

    @property
    def game(self) -> Game:
        """The game that lies here, by its rules."""
        return self.session.game

    @abstractmethod
    def standing(self) -> Iterable[Part]:
        """The parts of the status line."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.status
        yield self.felt
        yield self.too_small
        yield self.message
        yield self.keys

    def on_mount(self) -> None:
        """The first look."""
        self.dress()
        self.lay()

    def dress(self) -> None:
        """Draw as the options say."""
        super().dress()
        self.felt.dress(self.house.options)

    def take_options(self, before: Options) -> None:
        """The player has chosen other options."""
        super().take_options(before)
        self.lay()

    def lay(self) -> None:
        """Show the table as it is now."""
        self.felt.view = self.session.view
        self.tell_standing()
        self.offer()

    def tell_standing(self) -> None:
        """Show the status line as it is now."""
        self.status.say_parts(self.standing())

    def on_resize(self, event: events.Resize) -> None:
        """Draw the table, or say that there is no room for it."""
        is_small = event.size.width < LEAST[0] or event.size.height < LEAST[1]
        self.set_class(is_small, "small")
        self.call_after_refresh(self.tell_standing)
