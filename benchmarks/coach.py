"""`python -m benchmarks.coach hints|chances`: how well the coach plays, and whether it knows it.

`hints` plays deals by the coach's hints alone, in several ways, and compares them. Every way plays
the same deals, on none of which anything was tuned, and sees no hidden card. *hindsight* is the
comparison of `winnable.coach.plan_comparison`, which was all the coach had before there were
players; the other ways are the levels of effort.

`chances` takes moments of games, and compares the chance that the coach names there with many more
games played out from the same view.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from time import process_time
from typing import IO, NamedTuple

import click

from benchmarks.figures import figure, interval
from winnable import Session, find_game
from winnable.coach import Coach, chance
from winnable.coach.effort import Effort, EffortLevel, effort_for
from winnable.coach.hidden_cards import HiddenCards
from winnable.player import Player
from winnable.rules import Game

__all__ = ["HINDSIGHT", "Difference", "Played", "compare", "play_by_hints", "second_opinion"]

HINDSIGHT = "hindsight"
WAYS = (HINDSIGHT, *(level.value for level in EffortLevel))


class Played(NamedTuple):
    """A game played by hints."""

    is_won: bool
    decisions: int
    """Hints for which plans were compared, and not one that follows a plan."""
    seconds: float
    """Of processors, for all hints, without the odds."""
    positions: int
    """Examined to choose plans."""


class Difference(NamedTuple):
    """Of two ways on the same deals: by how much the second wins more often, in points."""

    points: float
    margin: float
    """Half the 95% interval."""


class Opinion(NamedTuple):
    """A chance as it is named, and what became of many games from the same view."""

    low: float
    high: float
    share: float

    @property
    def agrees(self) -> bool:
        return self.low <= self.share <= self.high


def effort(game: Game, way: str) -> Effort:
    """The effort for a way of choosing; `full/4` is full effort with a quarter of the playouts.

    Without the odds after the move, which have no part in choosing it.
    """
    if way == HINDSIGHT:
        return replace(effort_for(game), rollouts=None, report_states=0)
    name, _, divisor = way.partition("/")
    found = replace(effort_for(game, EffortLevel(name)), report_states=0)
    if divisor and found.rollouts:
        *others, last = found.rollouts
        fewer = last._replace(playouts=last.playouts // int(divisor))
        return replace(found, rollouts=(*others, fewer))
    return found


def play_by_hints(slug: str, way: str, number: int) -> Played:
    """Play a deal by the hints alone."""
    game = find_game(slug)
    session, coach = Session.new(game, number), Coach(game, effort=effort(game, way))
    decisions, positions, began = 0, 0, process_time()
    while (hint := coach.hint(session)).move is not None:
        decisions += hint.plans_compared > 0
        positions += hint.positions
        session.make(hint.move)
    return Played(session.is_won, decisions, process_time() - began, positions)


def compare(first: Iterable[bool], second: Iterable[bool]) -> Difference:
    """The paired difference: deals that both win, or both lose, say nothing.

    >>> difference = compare([False, False, True, True], [True, False, True, True])
    >>> f"{difference.points:+.0f} ± {difference.margin:.0f}"
    '+25 ± 49'
    """
    differences = [int(two) - int(one) for one, two in zip(first, second, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((each - mean) ** 2 for each in differences) / max(1, count - 1)
    return Difference(100 * mean, 196 * sqrt(variance / count))


def second_opinion(slug: str, games: int, number: int) -> Opinion | None:
    """The chance at some moment of a deal, and the share of other games; None once all is open.

    The moment is reached by the policy alone, a random number of decisions from the deal.
    """
    game = find_game(slug)
    session = Session.new(game, number)
    for _ in range(random.Random(number).randrange(20)):  # noqa: S311 - not for secrets
        hidden = HiddenCards.of(game, session.view)
        decisions = Player(game, hidden.any_position).decisions(1) if hidden.unseen else []
        for move in decisions[0].moves if decisions and decisions[0].state else ():
            session.make(move)
    found = chance(game, session.view)
    if found is None:
        return None
    player = Player(game, session.position)
    levels = effort_for(game).player
    (won,) = player.play_out([player.start], games=range(games), seed=number, levels=levels)
    return Opinion(found.low, found.high, sum(won) / games)


@click.group(help="Measure the coach.")
def main() -> None:
    pass


@main.command(help="Play deals by the coach's hints alone, in several ways, and compare.")
@click.option("--game", "slug", default="golf", show_default=True)
@click.option(
    "--ways",
    default="hindsight,full",
    show_default=True,
    help=f"Of {', '.join(WAYS)}; full/4 is a quarter of the playouts.",
)
@click.option("--jobs", default=os.cpu_count(), help="Processes at a time.")
@click.option("--deals", default="20001-20150", show_default=True, help="Numbers of the deals.")
@click.option("--into", type=click.File("w"), help="A file for the results, as JSON.")
def hints(slug: str, ways: str, jobs: int, deals: str, into: IO[str] | None) -> None:
    first, _, last = deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    played: dict[str, list[Played]] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for way in ways.split(","):
            played[way] = list(pool.map(partial(play_by_hints, slug, way), numbers))
            games = played[way]
            won = sum(game.is_won for game in games)
            decisions = max(1, sum(game.decisions for game in games))
            seconds = sum(game.seconds for game in games)
            positions = sum(game.positions for game in games)
            click.echo(
                f"{slug} {way}: {won} of {len(games)} won "
                f"({interval(won, won, len(games))}); {decisions / len(games):.1f} decisions a "
                f"game, each {1000 * seconds / decisions:.0f} ms of processors and "
                f"{figure(positions / decisions)} positions"
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


@main.command(help="Compare the chances that the coach names with many more games.")
@click.option("--game", "slug", default="golf", show_default=True)
@click.option("--views", default=200, show_default=True)
@click.option("--games", default=1000, show_default=True, help="To play from each view.")
@click.option("--jobs", default=os.cpu_count(), help="Processes at a time.")
def chances(slug: str, views: int, games: int, jobs: int) -> None:
    opinions: list[Opinion] = []
    with ProcessPoolExecutor(jobs) as pool:
        ask, first = partial(second_opinion, slug, games), 30_001
        while len(opinions) < views:
            asked = range(first, first + views - len(opinions))
            first = asked.stop
            opinions += (each for each in pool.map(ask, asked) if each is not None)
    agree = sum(opinion.agrees for opinion in opinions)
    bias = sum(opinion.share - (opinion.low + opinion.high) / 2 for opinion in opinions) / views
    click.echo(
        f"{slug}: of {views} intervals named, {agree} hold the share of {games} other games; "
        f"the share exceeds the middle of the interval by {100 * bias:+.1f} points on average"
    )


if __name__ == "__main__":
    main()
