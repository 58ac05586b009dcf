"""Finding wins where nothing is hidden, and remembering them.

The solver's line is replayed with the player's autoplay, so that the steps are those that the
player makes. Autoplay ALL can break every line: then the win needs autoplay off.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from threading import Event
from typing import NamedTuple

from winnable.coach.visible_history import VisibleHistory
from winnable.coach.win_cache import WinCache, WinStep
from winnable.moves import Move
from winnable.play import Autoplay
from winnable.play.replay import replay_win
from winnable.rules import Game
from winnable.solver import Limit, Verdict, solve

__all__ = ["Win", "WinFinder"]


class Win(NamedTuple):
    """A verdict on an open position and, if one is known, the steps of a win."""

    verdict: Verdict
    steps: list[WinStep]
    autoplay_off: bool = False
    """Whether the steps win only with autoplay off."""


class WinFinder:
    """Solves open positions of a game; known wins need no search. Threads may share one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cache = WinCache()

    def find(self, history: VisibleHistory, limit: Limit, cancel: Event | None = None) -> Win:
        """The verdict on an open position, with a win if it is WINNABLE."""
        verdict = Verdict.WINNABLE
        if not self._adapt_known_win(history):
            verdict = self._search(history, limit, cancel)
        if steps := self.known_steps(history):
            return Win(verdict, steps)
        # Nothing if not even that wins.
        return Win(verdict, self._cache.steps_from(history.view, Autoplay.OFF), autoplay_off=True)

    def known_steps(self, history: VisibleHistory) -> list[WinStep]:
        """The steps of a win that is already known; none if none is."""
        return self._cache.steps_from(history.view, history.autoplay)

    def remember(self, history: VisibleHistory, moves: Iterable[Move]) -> bool:
        """Remember a winning line; False, and nothing remembered, if it does not win here."""
        steps = replay_win(self.game, history.position(), moves, history.autoplay)
        if steps is None:
            return False
        self._cache.add(history.view, steps, history.autoplay)
        return True

    def _adapt_known_win(self, history: VisibleHistory) -> bool:
        """See to it that a win known with any autoplay is known with this one; False if none is."""
        if self.known_steps(history):
            return True
        for autoplay in Autoplay:
            steps = self._cache.steps_from(history.view, autoplay)
            if steps and self.remember(history, all_moves(steps)):
                return True
        return False

    def _search(self, history: VisibleHistory, limit: Limit, cancel: Event | None) -> Verdict:
        position = history.position()
        search = partial(solve, self.game, limit=limit, cancel=cancel)
        result = search(position, short=True)
        if result.verdict is Verdict.WINNABLE:
            for autoplay in (history.autoplay, Autoplay.OFF):
                steps = replay_win(
                    self.game,
                    position,
                    result.moves,
                    autoplay,
                    again=lambda broken_at: search(broken_at).moves or None,
                )
                if steps is not None:
                    self._cache.add(history.view, steps, autoplay)
                    break
        return result.verdict


def all_moves(steps: Iterable[WinStep]) -> tuple[Move, ...]:
    """Every move of the steps, automatic ones included."""
    return tuple(move for step in steps for move in (step.move, *step.automoves))
