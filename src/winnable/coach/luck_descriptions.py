"""Luck and skill in words: sentences about a game, a strip along it, a line for each step.

Points are games won out of a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from winnable.coach.luck import LuckReview
from winnable.play import Session
from winnable.play.descriptions import describe_move
from winnable.wording import counted

__all__ = ["chance_signs", "describe_costly_step", "describe_luck", "describe_step_chance"]

_MAX_COSTLY = 3
"""How many costly moves are named."""
_BLOCKS, _DIGITS = "▁▂▃▄▅▆▇█", "0123456789"


def describe_luck(luck: LuckReview, session: Session) -> Iterator[str]:
    """Luck and skill in sentences, for the session that was reviewed."""
    gave = f"{'gave' if luck.luck >= 0 else 'took'} {abs(_points(luck, luck.luck))}"
    yield (
        "Judged by what was in sight at the time, the chance of winning was "
        f"{_points(luck, luck.start)}% at the start and {_points(luck, luck.chances[-1])}% at the "
        f"end. In points of 100: luck {gave}, and the moves cost {_points(luck, luck.cost)} in "
        f"{counted(luck.decisions, 'decision')}."
    )
    for number in luck.costliest(_MAX_COSTLY):
        yield describe_costly_step(luck, session, number)


def chance_signs(luck: LuckReview, unicode: bool = True) -> str:
    """The chances along a game, one character for each position from the start on.

    >>> from winnable.coach.luck import StepChance
    >>> luck = LuckReview(200, 100, (StepChance(100, 60, 0),), 1)
    >>> chance_signs(luck), chance_signs(luck, unicode=False)
    ('▅▁', '50')
    """
    signs = _BLOCKS if unicode else _DIGITS
    last = len(signs) - 1
    return "".join(signs[min(games * len(signs) // luck.games, last)] for games in luck.chances)


def describe_step_chance(luck: LuckReview, number: int) -> str:
    """What a step cost, what was luck, and the chance after it; 0 is the start.

    A cost that may come from the sample alone is not named.

    >>> from winnable.coach.luck import StepChance
    >>> luck = LuckReview(200, 100, (StepChance(100, 60, 70, 11.5, True),), 1)
    >>> describe_step_chance(luck, 0), describe_step_chance(luck, 1)
    ('Chance 50%.', 'Cost 20 ± 6, luck +5: chance 35%.')
    """
    parts = [] if number == 0 else list(_cost_and_luck(luck, number))
    chance = f"chance {_points(luck, luck.chances[number])}%."
    said = f"{', '.join(parts)}: {chance}" if parts else chance
    return said[:1].upper() + said[1:]


def _cost_and_luck(luck: LuckReview, number: int) -> Iterator[str]:
    step = luck.steps[number - 1]
    if step.is_noticeable:
        yield f"cost {_cost(luck, number)}"
    if gained := _points(luck, step.luck):
        yield f"luck {gained:+}"


def describe_costly_step(luck: LuckReview, session: Session, number: int) -> str:
    """What a step did and cost, and what was better, for the session that was reviewed."""
    before = session.steps[number - 2].position if number > 1 else session.start
    move, step = session.steps[number - 1].move, luck.steps[number - 1]
    better = f"; better: {describe_move(before.view, step.better[0])}" if step.better else ""
    made = describe_move(before.view, move)
    return f"Move {number} ({made}) cost {_cost(luck, number)} of 100{better}."


def _cost(luck: LuckReview, number: int) -> str:
    step = luck.steps[number - 1]
    return f"{_points(luck, step.cost)} ± {ceil(100 * step.margin / luck.games)}"


def _points(luck: LuckReview, games: float) -> int:
    return round(100 * games / luck.games)
