"""The first screen: the games, those left unfinished, and the ways to begin one."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from winnable import text
from winnable.play.descriptions import counted
from winnable.rules import GAMES, Game
from winnable.store import GameSummary
from winnable.store.formatting import day_text, deal_text
from winnable.tui.banner import Banner
from winnable.tui.board import ActScreen
from winnable.tui.keys import CHOOSER, bindings
from winnable.tui.options import Options

__all__ = ["ChooserScreen"]

_AROUND = 10
"""The lines for everything else, the banner included."""
_WIDE = 60


class ChooserScreen(ActScreen):
    """The question which game it shall be."""

    ACTS = CHOOSER
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CHOOSER)]

    def __init__(self, notice: str = "") -> None:
        super().__init__(rows=3)
        self.notice = notice
        self.banner = Banner()
        self.games = OptionList(id="games", markup=False)
        self.left: list[GameSummary] = []

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.status
        yield self.banner
        yield self.games
        yield self.message
        yield self.keys

    def on_mount(self) -> None:
        """The list, with the first game under the cursor."""
        self.status.say("Winnable: five patience games, and the truth about them")
        self.say(self.notice or "Which game shall it be?")
        self.offer()
        self.take_options(self.house.options)
        self.set_focus(self.games)

    def on_screen_resume(self) -> None:
        """The first time, and whenever a game may have been left or finished."""
        self.fill()

    def on_resize(self) -> None:
        """Break the lines anew."""
        if self.games.option_count:
            self.fill()

    def take_options(self, before: Options) -> None:
        """The player has chosen other options."""
        self.dress()
        self.banner.dress(self.house.options)

    def fill(self) -> None:
        """List the games that were left, then all of them."""
        was = self.games.highlighted_option
        before = {kept.number for kept in self.left}
        self.left = [kept for kept in self.house.unfinished() if kept.game in GAMES]
        rows = [Option(self._left_row(kept), id=f"left-{kept.number}") for kept in self.left]
        rows += [Option(self._game_row(game), id=game.slug) for game in GAMES.values()]
        self.games.clear_options()
        self.games.add_options(rows)
        lines = sum(str(row.prompt).count("\n") + 1 for row in rows)
        self.banner.display = self.size.height - lines >= _AROUND
        # A game that has just been left comes first; else the cursor stays on what it was on.
        is_new = bool(self.left) and self.left[0].number not in before
        ids = [row.id for row in rows]
        stays = was is not None and was.id in ids and not is_new
        self.games.highlighted = ids.index(was.id) if was is not None and stays else 0

    def _left_row(self, kept: GameSummary) -> Content:
        words = f"{deal_text(kept)}, {counted(kept.moves, 'move')}, {day_text(kept.touched)}"
        return Content.assemble("Go on: ", (GAMES[kept.game].name, "bold"), f", {words}")

    def _game_row(self, game: Game) -> Content:
        summary = text.plain(game.summary) if self.house.options.ascii else game.summary
        spare = 6 if self.size.width >= _WIDE else 8  # there the list is longer, and has a bar
        lines = wrap(summary, max(self.size.width - spare, 20))
        return Content.assemble((game.name, "bold"), *(f"\n  {line}" for line in lines))

    @property
    def chosen(self) -> GameSummary | Game:
        """What the cursor is on: a game that was left, or one to begin."""
        at = self.games.highlighted or 0
        if at < len(self.left):
            return self.left[at]
        return list(GAMES.values())[at - len(self.left)]

    @property
    def game(self) -> Game:
        """The game under the cursor."""
        chosen = self.chosen
        return chosen if isinstance(chosen, Game) else GAMES[chosen.game]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click: go on with a game that was left, or deal one."""
        if self.is_active:
            self.action_pick()

    def action_pick(self) -> None:
        """Play what is under the cursor."""
        if isinstance(self.chosen, Game):
            self.house.deal(self.chosen)
        else:
            self.house.go_on(self.chosen.number)

    def action_continue(self) -> None:
        """Go on with the game left last: the one under the cursor, of its kind, or any."""
        of_kind = [kept for kept in self.left if kept.game == self.game.slug]
        chosen = self.chosen
        if isinstance(chosen, GameSummary):
            self.house.go_on(chosen.number)
        elif of_kind or self.left:
            self.house.go_on((of_kind or self.left)[0].number)
        else:
            self.say("There is no game to go on with.")

    def action_daily(self) -> None:
        """Today's deal."""
        self.house.deal_daily(self.game)

    def action_number(self) -> None:
        """A deal by its number."""
        self.house.ask_number(self.game)

    def action_order(self) -> None:
        """A winnable deal, as hard as one likes."""
        self.house.ask_level(self.game)

    def action_statistics(self) -> None:
        """How the player has fared."""
        self.house.tell_statistics()

    def action_options(self) -> None:
        """Options."""
        self.house.ask_options()

    def action_leave(self) -> None:
        """Leave Winnable."""
        self.house.exit()
