"""`python -m benchmarks.fit_easthaven`: weights for the player of Easthaven, by regression.

Its score is the logit of the chance to win. So games are played in which one decision is made at
random, and for every number of deals left the features of that decision, and of those after it, are
fitted to what became of the game (logistic regression by Newton's method, with a ridge). What fits
is played with again, and so on. Prints the weights of each round, for `winnable/player/weights.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import numpy as np

from benchmarks.tune_players import play
from winnable import Session, find_game
from winnable.player import Player, weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from benchmarks.tune_players import Weights

__all__ = ["fit", "rows"]

_GAME = find_game("easthaven")
_STAGES = 6
_ALWAYS = 19
"""The feature that is always 1: see `native/easthaven_loose.pxd`."""
_RIDGE = 3.0
_STEPS = 15
_FIRST_DEAL = 2_000_000
"""No deal that anything is measured on."""


def rows(candidate: Weights, deals: range, games: int) -> NDArray[np.float64]:
    """What decisions looked like, and what became of them, in some games of each deal."""
    found: list[list[int]] = []
    for number in deals:
        player = Player(_GAME, Session.new(_GAME, number).position, candidate)
        found += player.regression_rows(games=games, seed=number)
    return np.array(found, dtype=np.float64)


def fit(data: NDArray[np.float64]) -> Weights:
    """The weights, in thousandths, for every number of deals left."""
    return tuple(
        round(1000 * weight)
        for stage in range(_STAGES)
        for weight in _logistic(data[data[:, 0] == stage])
    )


def _logistic(data: NDArray[np.float64]) -> NDArray[np.float64]:
    features, won = data[:, 1:-1] / 1000, data[:, -1]
    middle, scale = features.mean(0), features.std(0)
    scale[scale == 0] = 1.0
    middle[_ALWAYS], scale[_ALWAYS] = 0.0, 1.0
    scaled = (features - middle) / scale
    scaled[:, _ALWAYS] = 1.0
    found, ridge = np.zeros(features.shape[1]), _RIDGE * np.eye(features.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (won - chance) - _RIDGE * found
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + ridge
        found += np.linalg.solve(curve, slope)
    unscaled: NDArray[np.float64] = found / scale
    unscaled[_ALWAYS] -= (unscaled * middle).sum()
    return unscaled


@click.command(help="Find weights for the player of Easthaven.")
@click.option("--rounds", default=3, show_default=True)
@click.option("--deals", default=3_000, show_default=True, help="In a round.")
@click.option("--games", default=24, show_default=True, help="Of each deal.")
def main(rounds: int, deals: int, games: int) -> None:
    candidate: Weights = weights.EASTHAVEN
    first, last = _FIRST_DEAL, None
    for number in range(1, rounds + 1):
        new = rows(candidate, range(first, first + deals), games)
        first += deals
        candidate = fit(new if last is None else np.vstack([last, new]))
        last = new
        won = play(_GAME.slug, range(first, first + 300), 16, candidate)
        click.echo(f"round {number}: {100 * won / 4_800:.1f}% of 4,800 other games won")
        click.echo("  " + ", ".join(map(str, candidate)))


if __name__ == "__main__":
    main()
