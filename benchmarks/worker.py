"""The child's side of `ours`: solves ranges, counts moves, tries mid-game positions and memory."""

from __future__ import annotations

import random
import time
from dataclasses import asdict, replace
from itertools import takewhile
from math import inf

from benchmarks.child import Answer, forget_peak, peak_memory, serve
from benchmarks.runs import Run
from winnable import find_game, numbered_deck
from winnable.cards import Pile
from winnable.moves import Move
from winnable.play.standard_notation import has_standard_notation, standard_text
from winnable.position import Position
from winnable.rules import Game
from winnable.solver import DealResult, Limit, Verdict, solve, solve_many

__all__ = ["counted_moves", "main", "midgame_position"]

_LONGEST_WALK = 100
_DEALS = 1_000_000
"""Mid-game positions come from deals up to this number."""


def solve_range(
    game: str,
    first: int,
    last: int,
    states: int | None = None,
    jobs: int = 1,
    short: bool = False,
    count: bool = False,
) -> Answer:
    """Solve a range as a user would: `solve_many`, every result looked at.

    The moves of the solutions are counted, if they are to be, when the clock has stopped.
    """
    rules, deals = find_game(game), range(first, last + 1)
    examined, lost, unsettled = 0, [], []
    won: list[DealResult] = []
    began, used = time.perf_counter(), time.process_time()
    for found in solve_many(rules, deals, Limit(states), short=short, jobs=jobs):
        deal, result = found
        examined += result.states
        if result.verdict is Verdict.LOST:
            lost.append(deal)
        elif result.verdict is Verdict.UNSETTLED:
            unsettled.append(deal)
        elif count:
            won.append(found)
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    run = Run(
        deals=len(deals),
        seconds=seconds,
        processor=processor,
        states=examined,
        lost=tuple(sorted(lost)),
        unsettled=tuple(sorted(unsettled)),
        peak=peak_memory(),
    )
    return asdict(run) | _counted(rules, won)


def lengths(
    game: str, first: int, last: int, states: int | None = None, seconds: float = inf
) -> Answer:
    """Count the moves of solutions, of as many deals of the range as there is time for."""
    rules, end = find_game(game), time.monotonic() + seconds
    deals = takewhile(lambda _: time.monotonic() < end, range(first, last + 1))
    found = solve_many(rules, deals, Limit(states), jobs=1)
    return _counted(rules, [each for each in found if each.result.verdict is Verdict.WINNABLE])


def _counted(game: Game, won: list[DealResult]) -> Answer:
    """How many moves each solution has, and which of them are proved to be the shortest."""
    moves = {
        deal: counted_moves(game, game.deal(numbered_deck(deal)), result.moves)
        for deal, result in won
    }
    return {"moves": moves, "minimal": [deal for deal, result in won if result.minimal]}


def counted_moves(game: Game, start: Position, moves: tuple[Move, ...]) -> int:
    """The length of a solution: for FreeCell's kin, what standard notation writes down.

    It writes a run as one move, and not at all the cards that go home by themselves.
    """
    if has_standard_notation(game):
        return len(standard_text(game, start, moves).split())
    return len(moves)


def midgame(
    game: str, positions: int, seed: int, seconds: float, states: int | None = None
) -> Answer:
    """Solve random mid-game positions and the deals they come from, in turn."""
    rules, limit = find_game(game), Limit(states)
    rng = random.Random(seed)  # noqa: S311 - the same positions every time
    fresh: list[float] = []
    middle: list[float] = []
    counts = {verdict.value: 0 for verdict in Verdict}
    end = time.monotonic() + seconds
    while len(middle) < positions and time.monotonic() < end:
        start = rules.deal(numbered_deck(rng.randint(1, _DEALS)))
        position = midgame_position(rules, start, rng)
        fresh.append(_timed(rules, start, limit)[0])
        took, verdict = _timed(rules, position, limit)
        middle.append(took)
        counts[verdict.value] += 1
    return {"fresh": fresh, "middle": middle, "counts": counts}


def midgame_position(game: Game, start: Position, rng: random.Random) -> Position:
    """A random moment, neither the start nor the win, of a game that is played at random."""
    walk = [start]
    while len(walk) <= _LONGEST_WALK:
        moves = list(game.distinct_moves(walk[-1]))
        if not moves:
            break
        after = game.apply(walk[-1], rng.choice(moves))
        if game.is_won(after):
            break
        walk.append(after)
    return rng.choice(walk[1:] or walk)


def _timed(game: Game, position: Position, limit: Limit) -> tuple[float, Verdict]:
    began = time.perf_counter()
    result = solve(game, position, limit)
    return time.perf_counter() - began, result.verdict


def memory(game: str, cells: int | None, limit: int, deals: int, seconds: float) -> Answer:
    """Solve deals until one of them comes to its memory limit; how much more was held then.

    `cells` may take cells away, where hardly a deal of the game itself needs that much memory.
    """
    rules = find_game(game)
    if cells is not None:
        rules = replace(rules, cells=cells)
    solve(rules, _won(rules))  # so that all is imported, and nothing searched
    before, reached, deal = forget_peak(), False, 0
    end = time.monotonic() + seconds
    while not reached and deal < deals and time.monotonic() < end:
        deal += 1
        cap = Limit(memory=limit, seconds=max(end - time.monotonic(), 0.01))
        result = solve(rules, rules.deal(numbered_deck(deal)), cap)
        reached = result.verdict is Verdict.UNSETTLED and time.monotonic() < end
    return {"reached": reached, "deal": deal, "growth": peak_memory() - before}


def _won(game: Game) -> Position:
    """A table from which all cards are gone."""
    start = game.deal(numbered_deck(1))
    stock = None if start.stock is None else ()
    none: Pile = ()
    return replace(
        start, columns=(none,) * game.columns, face_down=(0,) * game.columns, stock=stock
    )


def main() -> None:
    """Serve the parent."""
    serve({"solve": solve_range, "lengths": lengths, "midgame": midgame, "memory": memory})


if __name__ == "__main__":
    main()
