"""The first screen: the games, those left unfinished, and the ways to start one."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from textwrap import wrap
from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from winnable.deals import DealSource, parse_deal_number
from winnable.l10n import t
from winnable.rules import GAMES, Game
from winnable.rules.prose import game_summary
from winnable.store import GameSummary
from winnable.store.formatting import date_time_text, deal_text
from winnable.tui.actions import CHOOSER_ACTIONS
from winnable.tui.bindings import make_bindings
from winnable.tui.navigator import ChosenDeal, Navigator
from winnable.tui.screens.action_screen import ActionScreen
from winnable.tui.screens.dialogs import ChoiceDialog, TextDialog, WaitDialog

__all__ = ["GameChooserScreen"]

_MIN_WIDTH = 60
"""In a narrower terminal the list has a scroll bar."""


class GameChooserScreen(ActionScreen[None]):
    ACTIONS = CHOOSER_ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(CHOOSER_ACTIONS)]

    def __init__(self, navigator: Navigator, notice: str = "") -> None:
        super().__init__(navigator, key_rows=3)
        self.notice = notice
        self.games = OptionList(id="games", markup=False)
        self.unfinished: list[GameSummary] = []

    def compose(self) -> ComposeResult:
        yield self.status
        yield self.games
        yield self.message
        yield self.keys

    def on_mount(self) -> None:
        self.status.show(t("app.chooser.title"))
        self.message.show(self.notice or self._question)
        self.show_actions()
        self.set_focus(self.games)

    @property
    def _question(self) -> str:
        return t("app.chooser.question" if self.options.winnable else "app.chooser.question_any")

    def on_screen_resume(self) -> None:
        self._list_games()

    def on_resize(self) -> None:
        if self.games.option_count:
            self._list_games()

    def _list_games(self) -> None:
        """List the unfinished games, then all games."""
        highlighted = self.games.highlighted_option
        before = {summary.number for summary in self.unfinished}
        self.unfinished = [each for each in self.navigator.unfinished_games() if each.game in GAMES]
        rows = [Option(_unfinished_row(each), id=f"{each.number}") for each in self.unfinished]
        rows += [Option(self._game_row(game), id=game.slug) for game in GAMES.values()]
        self.games.clear_options()
        self.games.add_options(rows)
        # The cursor goes to a game that has just been left; otherwise it stays where it was.
        has_new = bool(self.unfinished) and self.unfinished[0].number not in before
        ids = [row.id for row in rows]
        stays = highlighted is not None and highlighted.id in ids and not has_new
        self.games.highlighted = ids.index(highlighted.id) if highlighted and stays else 0

    def _game_row(self, game: Game) -> Content:
        spare = 6 if self.size.width >= _MIN_WIDTH else 8
        lines = wrap(self.options.encode(game_summary(game)), max(self.size.width - spare, 20))
        return Content.assemble((game.name, "bold"), *(f"\n  {line}" for line in lines))

    @property
    def chosen(self) -> GameSummary | Game:
        """What the cursor is on: an unfinished game, or one to start."""
        rows: list[GameSummary | Game] = [*self.unfinished, *GAMES.values()]
        return rows[self.games.highlighted or 0]

    @property
    def game(self) -> Game:
        chosen = self.chosen
        return chosen if isinstance(chosen, Game) else GAMES[chosen.game]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.is_active:
            self.action_play()

    def action_play(self) -> None:
        """Continue or start the game under the cursor."""
        if isinstance(self.chosen, Game):
            self.navigator.deal(self.chosen)
        else:
            self.navigator.continue_game(self.chosen.number)

    def action_resume(self) -> None:
        """Continue the game under the cursor, or the latest of its kind, or the latest."""
        same_game = [each for each in self.unfinished if each.game == self.game.slug]
        chosen = self.chosen
        if isinstance(chosen, GameSummary):
            self.navigator.continue_game(chosen.number)
        elif self.unfinished:
            self.navigator.continue_game((same_game or self.unfinished)[0].number)
        else:
            self.message.show(t("app.chooser.none_to_continue"))

    def action_number(self) -> None:
        game = self.game

        def deal(number: str | None) -> None:
            if number:
                self.navigator.deal(game, ChosenDeal(parse_deal_number(number)))

        self.app.push_screen(
            TextDialog(t("app.chooser.deal_number", game=game.name), parse_deal_number), deal
        )

    def action_daily(self) -> None:
        from winnable.coach.deal_finder import find_daily_deal  # loads the solver

        game, today = self.game, datetime.date.today()
        self._find_deal(
            game,
            t("app.chooser.finding_daily"),
            lambda cancel, report: find_daily_deal(game, today, cancel=cancel, progress=report),
            t("app.chooser.daily"),
            DealSource.DAILY,
        )

    def action_level(self) -> None:
        """Ask how hard a winnable deal should be, and play one."""
        from winnable.coach.deal_finder import find_winnable_deal
        from winnable.coach.difficulty import Level

        game = self.game

        def find(name: str | None) -> None:
            if name is None:
                return
            level = Level(name) if name else None
            self._find_deal(
                game,
                t("app.chooser.finding"),
                lambda cancel, report: find_winnable_deal(
                    game, level=level, cancel=cancel, progress=report
                ),
                t("app.chooser.found"),
                DealSource(name or DealSource.WINNABLE),
            )

        names = ["", *(level.value for level in Level)]
        choices = [(name, t(f"app.chooser.level_{name or 'any'}")) for name in names]
        self.app.push_screen(ChoiceDialog(t("app.chooser.level", game=game.name), choices), find)

    def _find_deal(
        self,
        game: Game,
        message: str,
        find: Callable[[Event, Callable[[int], None]], int],
        greeting: str,
        source: DealSource,
    ) -> None:
        def deal(number: int | None) -> None:
            if number is not None:
                self.navigator.deal(game, ChosenDeal(number, source, greeting))

        self.app.push_screen(WaitDialog(message, find), deal)

    def action_statistics(self) -> None:
        self.navigator.show_statistics()

    def action_options(self) -> None:
        self.navigator.show_options()

    def action_leave(self) -> None:
        self.app.exit()


def _unfinished_row(summary: GameSummary) -> Content:
    moves = t("commands.moves_made", count=summary.moves)
    details = f"{deal_text(summary)}, {moves}, {date_time_text(summary.touched)}"
    words = t("app.chooser.unfinished", game="\n", details=details)
    before, _, after = words.partition("\n")
    return Content.assemble(before, (GAMES[summary.game].name, "bold"), after)
