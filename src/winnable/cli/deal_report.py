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
from winnable.cli.verdict_text import describe_length
from winnable.coach.atlas import DealFacts, deal_facts
from winnable.coach.known_verdicts import known_verdict
from winnable.deals import numbered_deck
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
            self.screen.print(f"{game.name}, deal {self.deal}\n")
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
        return "It is lost: no line of play wins it."
    if facts.verdict is Verdict.UNSETTLED:
        return f"It is unsettled: the limit of {describe_limit(limit)} was reached."
    level = "not known" if facts.level is None else facts.level.value
    return f"It can be won{_length(facts, limit)}. Its level is {level}."


def _length(facts: DealFacts, limit: Limit) -> str:
    if facts.moves is None:
        return f", but no line was found within {describe_limit(limit)}"
    length = describe_length(facts.game, facts.moves, facts.moves_by_hand, minimal=facts.minimal)
    return f": the shortest line found has {length}"


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
