"""Games of a player, by number, on a few threads.

Every game has its own random numbers, and results come in the order of the games. So which thread
was faster, or how many there are, never shows in an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any, TypeVar

from winnable.coach.hidden_cards import HiddenCards
from winnable.player import Level, Player
from winnable.solver.cancellation import StopSignal, is_cancelled
from winnable.solver.thread_pool import ThreadPool, usable_cores

__all__ = ["PlayerPool"]

_MAX_THREADS = 4
_GAMES_AT_A_TIME = 8

_Found = TypeVar("_Found")
_Task = tuple[range, Callable[[Player, range], list[Any]]]
_Result = tuple[int, int, list[Any]]


class PlayerPool:
    """Threads for one question about a view; a context manager that ends them."""

    def __init__(self, hidden: HiddenCards, cancel: Event | None = None) -> None:
        self.positions = 0
        """How many positions have been looked at."""
        self._game, self._position, self._cancel = hidden.game, hidden.any_position, cancel
        self._stop = StopSignal(cancel)
        threads = min(_MAX_THREADS, usable_cores())
        self._pool = ThreadPool[_Task, _Result](self._play, threads, self._stop)

    def __enter__(self) -> PlayerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def play_out(
        self, states: list[bytes], levels: tuple[Level, ...], games: range, seed: int
    ) -> list[bytes] | None:
        """As `Player.play_out`: for each state, 1 for won or 0 for lost; None if cancelled."""

        def play(player: Player, games: range) -> list[bytes]:
            must_stop = self._stop.is_set
            return player.play_out(
                states, games=games, seed=seed, levels=levels, must_stop=must_stop
            )

        found = self._run(play, games)
        return None if found is None else [b"".join(each) for each in zip(*found, strict=True)]

    def try_out(
        self, states: list[bytes], levels: tuple[Level, ...], games: range, seed: int
    ) -> list[int] | None:
        """As `Player.try_out`: what came of each state, added up; None if cancelled."""

        def play(player: Player, games: range) -> list[int]:
            must_stop = self._stop.is_set
            return player.try_out(
                states, games=games, seed=seed, levels=levels, must_stop=must_stop
            )

        found = self._run(play, games)
        return None if found is None else [sum(each) for each in zip(*found, strict=True)]

    def _run(
        self, play: Callable[[Player, range], list[_Found]], games: range
    ) -> list[list[_Found]] | None:
        """What some games at a time came to, in their order."""
        starts = games[::_GAMES_AT_A_TIME]
        for start in starts:
            self._pool.submit((range(start, min(start + _GAMES_AT_A_TIME, games.stop)), play))
        results = dict[int, list[_Found]]()
        for _ in starts:
            start, positions, found = self._pool.take()
            self.positions += positions
            results[start] = found
        return None if is_cancelled(self._cancel) else [results[start] for start in starts]

    def _play(self, task: _Task) -> _Result:
        games, play = task
        player = Player(self._game, self._position)  # one is for one thread
        found = play(player, games)
        return games.start, player.positions, found
