"""A game is won: it is celebrated, and looked back at."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from winnable import text
from winnable.coach import review
from winnable.coach.descriptions import describe_review
from winnable.play import Session
from winnable.tui.bars import Keys
from winnable.tui.cascade import Cascade
from winnable.tui.dialogs import Window
from winnable.tui.felt import Felt
from winnable.tui.keys import WON, bindings
from winnable.tui.options import Options
from winnable.tui.thinking import Thinker

if TYPE_CHECKING:
    from textual import events

__all__ = ["Won"]

_DANCE = 24
"""Beats, of a quarter of a second."""


class Won(Window[str]):
    """How the game was won, and what next."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(WON)]

    def __init__(
        self, options: Options, lines: Sequence[str], session: Session, felt: Felt | None = None
    ) -> None:
        super().__init__()
        self.options, self.lines, self.session = options, lines, session.copy()
        is_quiet = felt is None or not options.colour
        self.cascade = None if is_quiet or felt is None else Cascade(felt)
        self.keys = Keys(options)
        self._thinker = Thinker(self)
        self._beat = 0

    def compose(self) -> ComposeResult:
        """Flying cards, and before them a cheer, what was done, and the keys."""
        if self.cascade is not None:
            yield self.cascade
        with Vertical(classes="window won"):
            yield Static(self._cheer(), id="cheer", markup=False)
            yield Static(self._shown("\n".join(self.lines)), markup=False)
            yield Static("Looking back at the game ...", id="story", markup=False)
            yield self.keys

    def on_mount(self) -> None:
        """The suits dance for a little while; meanwhile the game is looked back at."""
        has_number = self.session.deal_number is not None
        self.keys.offer(act for act in WON if has_number or act.name != "again")
        if self.cascade is not None:
            self.set_interval(0.25, self._dance, repeat=_DANCE)

        def look(cancel: Event) -> str:
            return " ".join(describe_review(review(self.session, cancel=cancel), self.session))

        self._thinker.think(look, self._tell, lambda error: self._tell(""))

    def on_unmount(self) -> None:
        """Nobody waits any more."""
        self._thinker.stop()

    def on_resize(self, event: events.Resize) -> None:
        """The felt lies elsewhere now: the cards that fly do not know where."""
        if self.cascade is not None and self._beat:
            self.cascade.stop()

    def _shown(self, words: str) -> str:
        return text.plain(words) if self.options.ascii else words

    def _tell(self, story: str) -> None:
        self.query_one("#story", Static).update(Content(self._shown(story)))

    def _dance(self) -> None:
        self._beat += 1
        self.query_one("#cheer", Static).update(self._cheer())

    def _cheer(self) -> Content:
        suits = [("♠", "#f4f4f0"), ("♥", "#ff8a80"), ("♣", "#f4f4f0"), ("♦", "#ff8a80")]
        turn = self._beat % len(suits)
        row = [
            Content.styled(self._shown(sign), colour if self.options.colour else "")
            for sign, colour in suits[turn:] + suits[:turn]
        ]
        wings = Content("  ").join(row)
        return Content("   ").join([wings, Content.styled("W O N !", "bold"), wings])

    def action_new(self) -> None:
        """Another deal."""
        self.answer("new")

    def action_review(self) -> None:
        """Look back at it."""
        self.answer("review")

    def action_again(self) -> None:
        """The same deal once more."""
        if self.session.deal_number is not None:
            self.answer("again")

    def action_games(self) -> None:
        """The list of games."""
        self.answer("games")
