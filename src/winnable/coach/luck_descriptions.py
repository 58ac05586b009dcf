"""Luck and skill in words: sentences about a game, a strip along it, a line for each step.

Points are games won out of a hundred. They are rounded so that they add up (`LuckPoints`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from winnable.coach.luck import LuckReview
from winnable.play import Session
from winnable.play.descriptions import describe_move
from winnable.wording import counted

__all__ = [
    "chance_scale",
    "chance_signs",
    "describe_costly_step",
    "describe_luck",
    "describe_step_chance",
]

_MAX_COSTLY = 3
"""How many costly moves are named."""
_BLOCKS, _DIGITS = "▁▂▃▄▅▆▇█", "0123456789"
_SCALES = (5, 10, 20, 50, 100)
"""Up to how many percent a strip may reach: in Aces Up a chance of 5% is a high one."""


def describe_luck(luck: LuckReview, session: Session) -> Iterator[str]:
    """Luck and skill in sentences, for the session that was reviewed."""
    start, cost, gain, end = luck.total_points
    way, sign = ("raised", "+") if gain >= 0 else ("lowered", "-")
    yield (
        f"By what was in sight at the time, your chance was about {start}% at the start and {end}% "
        f"at the end: that is how often the coach, seeing no more than you did, won in "
        f"{luck.games:,} games from there. Added up over the game, the cards that were turned up "
        f"{way} it by {counted(abs(gain), 'point')} (luck), and the moves lowered it by {cost} "
        f"(their cost, in {counted(luck.decisions, 'decision')}): "
        f"{start} {sign} {abs(gain)} - {cost} = {end}."
    )
    for number in luck.costliest(_MAX_COSTLY):
        yield describe_costly_step(luck, session, number)


def chance_signs(luck: LuckReview, unicode: bool = True) -> str:
    """The chances along a game, one character for each position from the start on.

    What the characters mean is in `chance_scale`.

    >>> from winnable.coach.luck import StepChance
    >>> luck = LuckReview(200, 100, (StepChance(100, 60, 0),), 1)
    >>> chance_signs(luck), chance_signs(luck, unicode=False)
    ('█▁', '90')
    """
    signs = _BLOCKS if unicode else _DIGITS
    last, most = len(signs) - 1, _most_percent(luck) * luck.games
    return "".join(signs[min(100 * games * len(signs) // most, last)] for games in luck.chances)


def chance_scale(luck: LuckReview, unicode: bool = True) -> str:
    """What the lowest and the highest sign of `chance_signs` stand for.

    >>> chance_scale(LuckReview(1000, 30, (), 1)), chance_scale(LuckReview(1000, 700, (), 1), False)
    ('▁ (0%) to █ (5%)', '0 (0%) to 9 (100%)')
    """
    signs = _BLOCKS if unicode else _DIGITS
    return f"{signs[0]} (0%) to {signs[-1]} ({_most_percent(luck)}%)"


def _most_percent(luck: LuckReview) -> int:
    """The upper end of the scale: the highest chance, rounded up generously."""
    highest = 100 * max(luck.chances)
    return next(most for most in _SCALES if highest <= most * luck.games)


def describe_step_chance(luck: LuckReview, number: int) -> str:
    """What a step cost, what was luck, and the chance after it; 0 is the start.

    Of a cost that may come from the sample alone it says so.

    >>> from winnable.coach.luck import StepChance
    >>> luck = LuckReview(200, 100, (StepChance(100, 60, 70, 11.5, True),), 1)
    >>> describe_step_chance(luck, 0), describe_step_chance(luck, 1)
    ('Chance 50%.', 'Cost 20 ± 6, luck +5: chance 35%.')
    """
    parts = [] if number == 0 else list(_cost_and_luck(luck, number))
    chance = f"chance {luck.points(luck.chances[number])}%."
    said = f"{', '.join(parts)}: {chance}" if parts else chance
    return said[:1].upper() + said[1:]


def _cost_and_luck(luck: LuckReview, number: int) -> Iterator[str]:
    points = luck.step_points(number)
    if luck.steps[number - 1].is_noticeable:
        yield f"cost {_cost(luck, number)}"
    elif points.cost:
        yield f"cost {points.cost} (perhaps none)"
    if points.luck:
        yield f"luck {points.luck:+}"


def describe_costly_step(luck: LuckReview, session: Session, number: int) -> str:
    """What a step did and cost, and what was better, for the session that was reviewed."""
    before = session.steps[number - 2].position if number > 1 else session.start
    move, step = session.steps[number - 1].move, luck.steps[number - 1]
    better = f"; better: {describe_move(before.view, step.better[0])}" if step.better else ""
    made = describe_move(before.view, move)
    return f"Move {number} ({made}) cost {_cost(luck, number)} points{better}."


def _cost(luck: LuckReview, number: int) -> str:
    margin = ceil(100 * luck.steps[number - 1].margin / luck.games)
    return f"{luck.step_points(number).cost} ± {margin}"
