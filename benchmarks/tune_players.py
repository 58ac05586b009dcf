"""`python -m benchmarks.tune_players`: weights for the policy of a player, by cross-entropy.

Every round draws candidates from a normal distribution around the weights so far, lets all of them
play the same games (by the policy alone, without rollouts), and moves the distribution to the best.
The worse half is dropped again and again, so that most games are played by the good ones. Prints
the weights of each round, for `winnable/player/weights.py`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from statistics import fmean, pstdev

import click

from winnable import Session, find_game
from winnable.player import Player, weights

__all__ = ["Weights", "play", "tune"]

Weights = tuple[int, ...]

_FIRST_DEAL = 1_000_000
"""No deal that anything is measured on."""
_WEIGHTS = {
    "aces-up": weights.ACES_UP,
    "easthaven": weights.EASTHAVEN,
    "golf-relaxed": weights.GOLF,
}


def play(slug: str, deals: range, games: int, candidate: Weights) -> int:
    """How many games a candidate wins: some of each deal, with other cards in the hidden places."""
    game, won = find_game(slug), 0
    for number in deals:
        player = Player(game, Session.new(game, number).position, candidate)
        won += sum(player.play_out([player.start], games=range(games), seed=number)[0])
    return won


def tune(
    slug: str,
    start: Sequence[int],
    spread: Sequence[float],
    *,
    rounds: int,
    candidates: int,
    deals: int,
    games: int,
    seed: int,
    executor: Executor,
) -> None:
    """Improve weights for some rounds; `spread` says how far the first candidates stray."""
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    mean, next_deal = [float(weight) for weight in start], _FIRST_DEAL
    for number in range(1, rounds + 1):
        alive: list[Weights] = [tuple(map(round, mean))]
        alive += (
            tuple(round(rng.gauss(at, by)) for at, by in zip(mean, spread, strict=True))
            for _ in range(candidates - 1)
        )
        kept, share, won = max(4, candidates // 8), 0.0, dict.fromkeys(alive, 0)
        size, played = max(1, deals // 4), 0
        while True:
            some = range(next_deal, next_deal + size)
            next_deal += size
            played += size * games
            for each, wins in zip(
                alive, executor.map(partial(play, slug, some, games), alive), strict=True
            ):
                won[each] += wins
            alive.sort(key=lambda each: -won[each])
            if len(alive) <= kept:
                break
            alive = alive[: max(kept, len(alive) // 2)]
            size *= 2
        share = fmean(won[each] for each in alive) / played
        columns = list(zip(*alive, strict=True))
        mean = [0.3 * old + 0.7 * fmean(each) for old, each in zip(mean, columns, strict=True)]
        spread = [
            0.3 * old + 0.7 * max(pstdev(each), 0.3 * old)
            for old, each in zip(spread, columns, strict=True)
        ]
        click.echo(f"round {number}: the best won {100 * share:.1f}% of {played:,} games")
        click.echo("  " + ", ".join(str(round(weight)) for weight in mean))


@click.command(help="Find weights for the policy of a player.")
@click.option("--game", "slug", default="golf-relaxed", show_default=True)
@click.option("--rounds", default=25, show_default=True)
@click.option("--candidates", default=48, show_default=True)
@click.option("--deals", default=250, show_default=True, help="For a candidate of the last round.")
@click.option("--games", default=4, show_default=True, help="For each deal.")
@click.option("--spread", default=0.5, show_default=True, help="As a share of each weight.")
@click.option("--least", default=100.0, show_default=True, help="The least spread of a weight.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True)
def main(
    slug: str,
    rounds: int,
    candidates: int,
    deals: int,
    games: int,
    spread: float,
    least: float,
    seed: int,
    jobs: int,
) -> None:
    start = _WEIGHTS[slug]
    with ProcessPoolExecutor(jobs) as executor:
        tune(
            slug,
            start,
            [max(least, spread * abs(weight)) for weight in start],
            rounds=rounds,
            candidates=candidates,
            deals=deals,
            games=games,
            seed=seed,
            executor=executor,
        )


if __name__ == "__main__":
    main()
