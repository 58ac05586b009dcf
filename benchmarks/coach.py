"""`python -m benchmarks.coach`: games played by the coach's hints alone, old ways and new ones.

Every way of choosing plays the same deals, none of which anything was tuned on, and sees no hidden
card. `hindsight` is the comparison of `winnable.coach.plan_comparison`, which was all the coach had
before there were players; the others are the effort levels.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from time import process_time
from typing import IO, NamedTuple

import click

from winnable import Session, find_game
from winnable.coach import Coach
from winnable.coach.effort import Effort, EffortLevel, effort_for
from winnable.rules import Game

__all__ = ["Played", "compare", "play_by_hints"]

HINDSIGHT = "hindsight"
WAYS = (HINDSIGHT, *(level.value for level in EffortLevel))


class Played(NamedTuple):
    """A game played by hints."""

    is_won: bool
    decisions: int
    """Hints for which plans were compared, and not one that follows a plan."""
    seconds: float
    """Of processors, for all hints."""


class Difference(NamedTuple):
    """Of two ways on the same deals: by how much the second wins more often, in points."""

    points: float
    margin: float
    """Half the 95% interval."""


def effort(game: Game, way: str) -> Effort:
    """The effort for a way of choosing."""
    if way == HINDSIGHT:
        return replace(effort_for(game), rollouts=None)
    return effort_for(game, EffortLevel(way))


def play_by_hints(slug: str, way: str, number: int) -> Played:
    """Play a deal by the hints alone."""
    game = find_game(slug)
    session, coach, decisions = Session.new(game, number), Coach(game, effort=effort(game, way)), 0
    began = process_time()
    while (hint := coach.hint(session)).move is not None:
        decisions += hint.plans_compared > 0
        session.make(hint.move)
    return Played(session.is_won, decisions, process_time() - began)


def compare(first: Iterable[bool], second: Iterable[bool]) -> Difference:
    """The paired difference: deals that both win, or both lose, say nothing."""
    differences = [int(two) - int(one) for one, two in zip(first, second, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / max(1, count - 1)
    return Difference(100 * mean, 196 * sqrt(variance / count))


@click.command(help="Play deals by the coach's hints alone, in several ways, and compare.")
@click.option("--game", "slug", default="golf", show_default=True)
@click.option("--ways", default=",".join(WAYS[:3]), show_default=True)
@click.option("--deals", default="20001-20150", show_default=True, help="Numbers of the deals.")
@click.option("--into", type=click.File("w"), help="A file for the results, as JSON.")
def main(slug: str, ways: str, deals: str, into: IO[str] | None) -> None:
    first, _, last = deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    played: dict[str, list[Played]] = {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for way in ways.split(","):
            played[way] = list(pool.map(partial(play_by_hints, slug, way), numbers))
            games = played[way]
            won = sum(game.is_won for game in games)
            decisions = sum(game.decisions for game in games)
            seconds = sum(game.seconds for game in games)
            click.echo(
                f"{slug} {way}: {won} of {len(games)} won; {decisions / len(games):.1f} decisions "
                f"a game, {1000 * seconds / decisions:.0f} ms of processors each"
            )
            base = next(iter(played))
            if way != base:
                difference = compare(
                    (game.is_won for game in played[base]), (game.is_won for game in games)
                )
                click.echo(
                    f"  against {base}: {difference.points:+.1f} points ± {difference.margin:.1f}"
                )
    if into is not None:
        json.dump(played, into)


if __name__ == "__main__":
    main()
