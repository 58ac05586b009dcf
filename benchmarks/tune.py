"""Find weights for the quick searches of FreeCell's kernel, by trying.

    python benchmarks/tune.py freecell --quota 250 --seconds 300

climbs: it changes a few weights at random, keeps the change if the mean cost of a sample of deals
falls, and takes a new sample now and then so that it does not learn one by heart. The cost of a
deal is the states expanded, more if the quota did not do, and a little for every move of the
solution. A plan is several searches, one for the deals that the others left: `--after` takes such
earlier searches, each as JSON, its quota and its weights.

The weights are those of `set_phase` in `freecell.pyx`: a card left, a card on one that could go
home, a break in a sequence, a move made; how much worse than its parent a child may be; one to four
cells in use; one to four empty columns. Deals above 100000 are used, so that 1-32000 can judge.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence

from winnable import Game, find_game, numbered_deck
from winnable.rules import BuildRule
from winnable.solver.native import freecell
from winnable.solver.packing import pack

START = [6, 3, 11, 6, 10, 12, 22, 33, 54, -13, -23, -30, -30]
WON = 1
STEPS = (1, 1, 1, 2, 3, 5)
ROUNDS = 60
"""How many changes are tried on one sample."""


class Sampler:
    """Random deals that none of the earlier searches settles."""

    def __init__(self, game: Game, seed: int, earlier: Sequence[tuple[int, list[int]]]) -> None:
        self.game, self.earlier = game, earlier
        self.by_suit = game.build_rule is BuildRule.SUIT
        self.chance = random.Random(seed)  # noqa: S311

    def sample(self, count: int) -> list[bytes]:
        """So many packed deals."""
        kept: list[bytes] = []
        while len(kept) < count:
            numbers = (self.chance.randrange(100_001, 2**31) for _ in range(count))
            deals = [pack(self.game, self.game.deal(numbered_deck(n))) for n in numbers]
            for quota, weights in self.earlier:
                outcomes = freecell.measure(deals, self.by_suit, weights, quota)
                deals = [
                    deal for deal, found in zip(deals, outcomes, strict=True) if found[0] != WON
                ]
            kept += deals
        return kept[:count]


def climb(sampler: Sampler, weights: list[int], wish: argparse.Namespace) -> list[int]:
    """Better weights than these, as far as the time allows."""
    end = time.monotonic() + wish.seconds
    while time.monotonic() < end:
        deals = sampler.sample(wish.deals)
        best = cost(sampler, deals, weights, wish)
        for _ in range(ROUNDS):
            changed = list(weights)
            for _ in range(sampler.chance.choice((1, 1, 2, 3))):
                at = sampler.chance.randrange(len(weights))
                changed[at] += sampler.chance.choice((-1, 1)) * sampler.chance.choice(STEPS)
            new = cost(sampler, deals, changed, wish)
            if new < best:
                best, weights = new, changed
        print(f"{best:8.1f}  {weights}", flush=True)  # noqa: T201
    return weights


def cost(
    sampler: Sampler, deals: list[bytes], weights: list[int], wish: argparse.Namespace
) -> float:
    """What settling a deal costs on average."""
    found = freecell.measure(deals, sampler.by_suit, weights, wish.quota)
    total: float = sum(
        states + (wish.length * length if outcome == WON else wish.penalty)
        for outcome, states, _, length in found
    )
    return total / len(deals)


def main() -> None:
    """Read the command line, climb, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", type=find_game)
    parser.add_argument("--quota", type=int, default=250)
    parser.add_argument("--deals", type=int, default=2000, help="in a sample")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--penalty", type=float, default=400, help="of a deal that is not won")
    parser.add_argument("--length", type=float, default=0.5, help="the cost of a move")
    parser.add_argument("--start", type=json.loads, default=START)
    parser.add_argument("--after", type=json.loads, action="append", default=[])
    wish = parser.parse_args()
    earlier = [(quota, weights) for quota, *weights in wish.after]
    sampler = Sampler(wish.game, wish.seed, earlier)
    weights = climb(sampler, wish.start, wish)
    judge = Sampler(wish.game, wish.seed + 1, earlier).sample(5 * wish.deals)
    found = freecell.measure(judge, sampler.by_suit, weights, wish.quota)
    won = [length for outcome, _, _, length in found if outcome == WON]
    print(  # noqa: T201
        f"{weights}\nwon {len(won) / len(found):.4f} of {len(found)} deals, "
        f"{sum(states for _, states, _, _ in found) / len(found):.1f} states expanded a deal, "
        f"{sum(won) / max(1, len(won)):.1f} moves"
    )


if __name__ == "__main__":
    main()
