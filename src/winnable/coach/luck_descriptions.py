"""Luck and skill in words: sentences about a game, a strip along it, a line for each step.

Points are games won out of a hundred. They are rounded so that they add up (`LuckPoints`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from winnable.coach.chance import Chance
from winnable.coach.luck import LuckReview
from winnable.coach.shares import chance_share
from winnable.errors import sentence
from winnable.l10n import number_text, t
from winnable.play import Session
from winnable.play.descriptions import describe_move
from winnable.solver import Verdict

__all__ = [
    "chance_scale",
    "chance_signs",
    "describe_costly_step",
    "describe_luck",
    "describe_step_chance",
    "explain_costly_step",
    "explain_costly_steps",
    "explain_luck",
]

_MAX_COSTLY = 3
"""How many costly moves are named."""
_BLOCKS, _DIGITS = "▁▂▃▄▅▆▇█", "0123456789"
_SCALES = (5, 10, 20, 50, 100)
"""Up to how many percent a strip may reach: in Aces Up a chance of 5% is a high one."""


def describe_luck(
    luck: LuckReview, session: Session, last_verdict: Verdict = Verdict.UNSETTLED
) -> Iterator[str]:
    """Luck and skill in short sentences, for the session that was reviewed.

    `last_verdict` is the one on its last position.
    """
    points = luck.total_points
    yield t(
        "coach.luck.summary",
        start=chance_share(Chance(luck.start, luck.games)),
        end=_end(luck, session, last_verdict),
        luck=_signed(points.luck),
        cost=_signed(-points.cost),
    )
    for number in luck.costliest(_MAX_COSTLY):
        yield describe_costly_step(luck, session, number)


def explain_luck(luck: LuckReview) -> Iterator[str]:
    """How luck and skill were found, and how they add up."""
    start, cost, gain, end = luck.total_points
    yield t("coach.luck.details", count=luck.games)
    way = "raised" if gain >= 0 else "lowered"
    yield t(
        f"coach.luck.sum_{way}",
        start=start,
        end=end,
        luck=abs(gain),
        cost=cost,
        count=luck.decisions,
    )


def _end(luck: LuckReview, session: Session, verdict: Verdict) -> str:
    """The chance at the end: known exactly if the game is over, or solved with all cards in sight.

    Otherwise it is a sample, even if none or all of its games were won.
    """
    games = luck.chances[-1]
    is_solved = session.view.is_open and verdict is not Verdict.UNSETTLED
    if games in (0, luck.games) and (is_solved or session.is_won or session.is_stuck):
        return t("coach.share.percent", percent=100 * games // luck.games)
    return chance_share(Chance(games, luck.games))


def _signed(points: int) -> str:
    """Points with their sign.

    >>> _signed(12), _signed(-47), _signed(0)
    ('+12', '−47', '0')
    """
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return sign + number_text(abs(points))


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
    return t("coach.luck.scale", low=signs[0], high=signs[-1], percent=_most_percent(luck))


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
    changes = [] if number == 0 else list(_cost_and_luck(luck, number))
    said = t("coach.luck.step_chance", percent=luck.points(luck.chances[number]))
    if changes:
        said = t("coach.luck.step", changes=", ".join(changes), chance=said)
    return sentence(said)


def _cost_and_luck(luck: LuckReview, number: int) -> Iterator[str]:
    points = luck.step_points(number)
    if luck.steps[number - 1].is_noticeable:
        yield t("coach.luck.step_cost", cost=points.cost, margin=_margin(luck, number))
    elif points.cost:
        yield t("coach.luck.step_cost_perhaps", cost=points.cost)
    if points.luck:
        yield t("coach.luck.step_luck", luck=_signed(points.luck))


def describe_costly_step(luck: LuckReview, session: Session, number: int) -> str:
    """What a step did and cost, and what was better, for the session that was reviewed."""
    before = session.steps[number - 2].position if number > 1 else session.start
    better = luck.steps[number - 1].better
    return t(
        "coach.luck.costly_better" if better else "coach.luck.costly",
        number=str(number),
        move=describe_move(before.view, session.steps[number - 1].move),
        count=luck.step_points(number).cost,
        better=describe_move(before.view, better[0]) if better else "",
    )


def explain_costly_steps(luck: LuckReview) -> Iterator[str]:
    """How sure the costs are of the steps that `describe_luck` names."""
    for number in luck.costliest(_MAX_COSTLY):
        yield explain_costly_step(luck, number)


def explain_costly_step(luck: LuckReview, number: int) -> str:
    """How sure the cost of a step is."""
    cost, margin = luck.step_points(number).cost, _margin(luck, number)
    return t("coach.luck.costly_details", number=str(number), cost=cost, margin=margin)


def _margin(luck: LuckReview, number: int) -> int:
    return ceil(100 * luck.steps[number - 1].margin / luck.games)
