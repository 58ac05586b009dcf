"""Measures behind the levels of difficulty and the daily deals; `docs/difficulty.md` quotes them.

    python -m benchmarks.levels bounds [GAME ...] [--deals 1000]
    python -m benchmarks.levels check [GAME ...] [--deals 120]
    python -m benchmarks.levels daily [GAME ...] [--year 2027]

`bounds` prints the bounds for `winnable/coach/difficulty.py`, which are quantiles over deals 1 to
N, and how the deals fall into the levels. `check` holds several measures of difficulty against
how often a simple player wins, over deals 100,001 on, which the bounds have not seen. `daily` tells
how much work the daily deals of a year are, and the digits that `winnable/coach/aces_up_daily.json`
keeps so that nobody waits for those of Aces Up. All but the seconds is the same on every machine.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import correlation, fmean

from benchmarks.figures import figure, percent, percentile
from benchmarks.plan import SLUGS
from winnable import GAMES, Game, Position, numbered_deck
from winnable.coach.deal_finder import first_candidate, next_candidate
from winnable.coach.difficulty import (
    BOUNDS,
    SHARES,
    Level,
    careless_game,
    is_winnable,
    level_from_moves,
    survivals,
)
from winnable.play.autoplay import Autoplay, apply_autoplay
from winnable.solver import Verdict, python_solver, solve

OTHER_SEED = 617
NOISE = 3
"""How far chance may overrule the rule of thumb."""
LONG = 150
"""Moves after which a simple player's game is over."""


def show(line: str) -> None:
    """Print a line at once, even into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def winnable_deals(game: Game, numbers: range) -> Iterator[tuple[int, Position]]:
    """The deals of a range that levels are about."""
    for number in numbers:
        start = game.deal(numbered_deck(number))
        if is_winnable(game, start):
            yield number, start


# -- bounds ----------------------------------------------------------------------------------------


def measure_bounds(game: Game, deals: int) -> None:
    """Print the bounds for a game, and how deals fall into levels with other careless games."""
    starts = [start for _, start in winnable_deals(game, range(1, deals + 1))]
    moves = [sum(survivals(game, start)) for start in starts]
    again = [sum(survivals(game, start, seed=OTHER_SEED)) for start in starts]
    least = bounds(moves)
    show(f'    "{game.slug}": {least},')
    found, other = (
        [level_from_moves(least, number) for number in numbers] for numbers in (moves, again)
    )
    shares = (f"{one.value} {percent(found.count(one), len(found))}" for one in Level)
    apart = [abs(rank(one) - rank(two)) for one, two in zip(found, other, strict=True)]
    show(
        f"      # {len(starts)} of {deals} deals; {', '.join(shares)}; a careless game stands "
        f"{fmean(moves) / 10:.1f} moves; with other games {percent(apart.count(0), len(apart))} "
        f"have the same level, {percent(sum(gap > 1 for gap in apart), len(apart))} are two apart"
    )


def bounds(moves: Sequence[int]) -> tuple[int, ...]:
    """The fewest moves for each level but the hardest, so that shares come nearest to the wanted.

    >>> bounds(range(100))
    (70, 30, 5)
    """
    wanted, least = 0.0, []
    for one in list(Level)[:-1]:
        wanted += SHARES[one]
        distance = {
            few: abs(sum(number >= few for number in moves) - wanted * len(moves))
            for few in sorted(set(moves))
        }
        least.append(min(distance, key=distance.__getitem__))
    return tuple(least)


def rank(one: Level) -> int:
    """How hard a level is, from 0 on."""
    return list(Level).index(one)


# -- check -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measures:
    """Possible measures of how hard a deal is, and how often a simple player wins it."""

    states: int
    length: int
    short: int
    forgiven: int
    again: int
    wins: int
    games: int
    level: Level


def measure(game: Game, start: Position) -> Measures:
    """All measures of one deal."""
    usual, short = solve(game, start), solve(game, start, short=True)
    forgiven = sum(survivals(game, start))
    games, play = (40, thumb_wins) if game.has_autoplay else (200, careless_wins)
    chance = random.Random(OTHER_SEED)  # noqa: S311
    return Measures(
        states=usual.states,
        length=usual.length,
        short=short.length,
        forgiven=forgiven,
        again=sum(survivals(game, start, seed=OTHER_SEED)),
        wins=sum(play(game, start, chance) for _ in range(games)),
        games=games,
        level=level_from_moves(BOUNDS[game.slug], forgiven),
    )


def thumb_wins(game: Game, start: Position, chance: random.Random) -> bool:
    """Whether a player wins who always makes the move that leaves things looking best.

    How they look says the rule of thumb that guides the solver in pure Python.
    """
    position = apply_autoplay(game, start, Autoplay.SAFE)[1]
    seen = {position}
    for _ in range(LONG):
        moves = game.distinct_moves(position)
        after = (
            apply_autoplay(game, game.apply(position, move), Autoplay.SAFE)[1] for move in moves
        )
        looks = [
            (python_solver.heuristic(game, new) + NOISE * chance.random(), at, new)
            for at, new in enumerate(after)
            if new not in seen
        ]
        if not looks or game.is_won(position):
            break
        position = min(looks)[2]
        seen.add(position)
    return game.is_won(position)


def careless_wins(game: Game, start: Position, chance: random.Random) -> bool:
    """Whether the player of the levels wins; for games whose rule of thumb wins nothing."""
    return game.is_won(careless_game(game, start, chance, LONG)[-1])


def check(game: Game, deals: int) -> None:
    """Print what each measure has to do with the others and with winning."""
    starts = winnable_deals(game, range(100_001, 100_001 + deals))
    found = [measure(game, start) for _, start in starts]
    wins = [float(one.wins) for one in found]
    kinds: dict[str, Callable[[Measures], float]] = {
        "states": lambda one: -one.states,
        "length": lambda one: -one.length,
        "short": lambda one: -one.short,
        "forgiven": lambda one: one.forgiven,
    }
    columns = {name: [kind(one) for one in found] for name, kind in kinds.items()}
    again = [float(one.again) for one in found]
    cells = [f"{spearman(values, wins):.2f}" for values in columns.values()]
    others = [f"{spearman(values, columns['forgiven']):.2f}" for values in columns.values()][:3]
    show(f"{game.name}, {len(found)} deals that can be won, {found[0].games} games each")
    show(f"  with wins: {dict(zip(columns, cells, strict=True))}")
    show(f"  with forgiven: {dict(zip(columns, others, strict=False))}")
    show(f"  forgiven, with other games: {spearman(columns['forgiven'], again):.2f}")
    for one in Level:
        some = [each for each in found if each.level is one]
        if some:
            won, played = sum(each.wins for each in some), sum(each.games for each in some)
            states = figure(percentile([each.states for each in some], 0.5))
            show(
                f"  {one.value}: {len(some)} deals, a simple player wins {percent(won, played)}; "
                f"median states {states}, mean length {fmean(each.short for each in some):.1f}, "
                f"a careless game stands {fmean(each.forgiven for each in some) / 10:.1f} moves"
            )


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's rank correlation; not a number where all are equal.

    >>> spearman([1, 2, 3, 4], [1, 4, 9, 16])
    1.0
    """
    if len(set(one)) < 2 or len(set(other)) < 2:
        return math.nan
    return correlation(ranks(one), ranks(other))


def ranks(numbers: Sequence[float]) -> list[float]:
    """The rank of each number, the mean one among equals.

    >>> ranks([5, 7, 5])
    [0.5, 2.0, 0.5]
    """
    places: dict[float, list[int]] = {}
    for place, number in enumerate(sorted(numbers)):
        places.setdefault(number, []).append(place)
    return [fmean(places[number]) for number in numbers]


# -- daily -----------------------------------------------------------------------------------------


def measure_daily(game: Game, year: int) -> None:
    """Print how much work the daily deals of a year are, and how many deals each passes over."""
    digits, states, seconds = "", [], []
    for day in days(year):
        number, passed, looked, began = (
            first_candidate(game, day),
            0,
            0,
            time.process_time(),
        )
        while (result := solve(game, game.deal(numbered_deck(number)))).verdict is Verdict.LOST:
            passed, looked = passed + 1, looked + result.states
            number = next_candidate(number)
        if result.verdict is not Verdict.WINNABLE:
            raise SystemExit(f"deal {number} of {game.name}, of {day}, is not settled")
        digits += "0123456789abcdefghijklmnopqrstuvwxyz"[passed]
        states.append(looked + result.states)
        seconds.append(time.process_time() - began)
    shares = (0.5, 0.9, 0.99, 1.0)
    show(f"{game.name}, {year}: {len(states)} days")
    for name, values in (("positions", states), ("seconds", seconds)):
        spread = ", ".join(f"{figure(percentile(values, share))}" for share in shares)
        show(f"  {name}: mean {figure(fmean(values))}; 50%, 90%, 99%, 100%: {spread}")
    show(f'    "{year}": "{digits}",')


def days(year: int) -> Iterator[date]:
    """Every day of a year.

    >>> len(list(days(2028)))
    366
    """
    day = date(year, 1, 1)
    while day.year == year:
        yield day
        day += timedelta(days=1)


def main() -> None:
    """Read what is wanted, and measure it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.levels",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["bounds", "check", "daily"])
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; else all five")
    parser.add_argument("--deals", type=int, help="how many deals")
    parser.add_argument("--year", type=int, default=2027, help="the year of the daily deals")
    wish = parser.parse_args()
    if unknown := set(wish.games) - set(SLUGS):
        parser.error(f"there is no game {', '.join(sorted(unknown))}: name {', '.join(SLUGS)}")
    for slug in wish.games or SLUGS:
        game = GAMES[slug]
        if wish.what == "bounds":
            measure_bounds(game, wish.deals or 1000)
        elif wish.what == "check":
            check(game, wish.deals or 120)
        else:
            measure_daily(game, wish.year)


if __name__ == "__main__":
    main()
