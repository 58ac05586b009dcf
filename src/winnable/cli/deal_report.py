"""What `winnable deal` prints: each game's table, and what is known of the deal in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from winnable import text
from winnable.cli.limits import describe_limit
from winnable.cli.progress import ProgressLine
from winnable.cli.solve import SLOW_WARNING
from winnable.cli.terminal import Screen, print_error
from winnable.cli.text_layout import number_moves
from winnable.coach.atlas import DealFacts, deal_facts
from winnable.coach.known_verdicts import known_verdict
from winnable.deals import numbered_deck
from winnable.l10n import t
from winnable.rules import Game
from winnable.solver import Limit, Verdict, has_kernel
from winnable.view import View

__all__ = ["DealReport", "describe_facts"]


@dataclass(frozen=True)
class DealReport:
    """Prints what is known of a deal, game by game, as it is found out."""

    screen: Screen
    deal: int
    limit: Limit
    in_words: bool = False
    with_moves: bool = False

    def print_text(self, games: Iterable[Game]) -> bool:
        """Print tables and sentences; whether every verdict is settled."""
        settled = True
        for place, game in enumerate(games):
            if place:
                self.screen.print("\n")
            view = self._view(game)
            title = t("line.deal.title", game=game.name, deal=str(self.deal))
            self.screen.print(f"{title}\n")
            self.screen.print(text.listing(view) if self.in_words else self.screen.draw(view))
            self.screen.print()
            facts = self._facts(game)
            self.screen.print_wrapped(describe_facts(facts, self.limit))
            if self.with_moves and facts.line:
                self.screen.print()
                for row in number_moves([*map(str, facts.line)], self.screen.width):
                    self.screen.print(row)
            settled = settled and facts.verdict is not Verdict.UNSETTLED
        return settled

    def print_json(self, games: Iterable[Game]) -> bool:
        """Print a line of JSON for each game; whether every verdict is settled."""
        settled = True
        for game in games:
            facts = self._facts(game)
            self.screen.print(json.dumps(_as_dict(facts, self._view(game))))
            settled = settled and facts.verdict is not Verdict.UNSETTLED
        return settled

    def warn_if_slow(self, games: Iterable[Game]) -> None:
        """Say so if pure Python has to solve the deal in one of the games."""
        for game in games:
            if not has_kernel(game) and known_verdict(game, self.deal) is not Verdict.LOST:
                print_error(SLOW_WARNING)
                return

    def _view(self, game: Game) -> View:
        return game.deal(numbered_deck(self.deal)).view

    def _facts(self, game: Game) -> DealFacts:
        with ProgressLine() as progress:
            return deal_facts(game, self.deal, self.limit, progress=progress.count)


def describe_facts(facts: DealFacts, limit: Limit) -> str:
    """What is known of a deal in a game, in a few sentences."""
    if facts.verdict is Verdict.LOST:
        return t("line.deal.impossible")
    if facts.verdict is Verdict.UNSETTLED:
        return t("line.deal.unsettled", limit=describe_limit(limit))
    level = t(f"line.deal.level_{'unknown' if facts.level is None else facts.level.value}")
    if facts.moves is None:
        return t("line.deal.winnable_no_line", limit=describe_limit(limit), level=level)
    return t("line.deal.winnable", length=_length(facts, facts.moves), level=level)


def _length(facts: DealFacts, moves: int) -> str:
    """How long the line is, and how much of it is made by hand with safe autoplay, if known."""
    by_hand = facts.moves_by_hand if facts.game.has_autoplay else None
    if by_hand is None or by_hand >= moves:
        length = t("line.deal.length", count=moves)
    else:
        length = t("line.deal.length_by_hand", count=moves, by_hand=by_hand)
    if not facts.minimal or (facts.game.has_autoplay and by_hand is None):
        return length
    key = "line.deal.minimal" if by_hand is None else "line.deal.minimal_by_hand"
    return t(key, length=length)


def _as_dict(facts: DealFacts, view: View) -> dict[str, object]:
    return {
        "deal": facts.deal,
        "game": facts.game.slug,
        "table": view.as_dict(),
        "verdict": facts.verdict.value,
        "moves": facts.moves,
        "moves_by_hand": facts.moves_by_hand,
        "minimal": facts.minimal,
        "level": facts.level and facts.level.value,
        "line": None if facts.line is None else [str(move) for move in facts.line],
    }
