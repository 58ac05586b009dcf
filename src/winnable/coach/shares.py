"""Shares in words: about how much, and how sure that is.

A sampled share is given as ``about 62%``, and in the details with its 95% interval, which is
rounded outwards, never inwards, so that it contains the one that was computed. ``0%`` and ``100%``
are never said of a sample.
"""

from __future__ import annotations

from math import ceil, floor

from winnable.coach.chance import Chance
from winnable.coach.odds import Odds
from winnable.l10n import decimal_text, t

__all__ = ["chance_share", "exact_share", "odds_share"]


def odds_share(odds: Odds) -> str:
    """About how many arrangements can be won: ``about 62%``, ``under 1%``, ``75 of 120``.

    Where some are unsettled, it is an interval.
    """
    if odds.exact or odds.unsettled or not odds.examined:
        return exact_share(odds)
    return _about(odds.share, odds.low, odds.high)


def chance_share(chance: Chance) -> str:
    """About how many games are won.

    >>> chance_share(Chance(41, 100)), chance_share(Chance(3, 1000)), chance_share(Chance(0, 100))
    ('about 41%', 'about 0.3%', 'under 4%')
    """
    return _about(chance.share, chance.low, chance.high)


def exact_share(odds: Odds) -> str:
    """The same with its interval: ``62% ± 5%``.

    >>> exact_share(Odds(248, 152)), exact_share(Odds(3, 397)), exact_share(Odds(40, 40, 20))
    ('62% ± 5%', 'at most 3%', '30% to 70%')
    """
    if odds.exact:
        key = "coach.share.exact_range" if odds.unsettled else "coach.share.exact"
        most = odds.won + odds.unsettled
        return t(key, won=odds.won, most=most, all=odds.examined)
    if not odds.examined:
        return t("coach.share.range", low=0, high=100)
    low, high, share = 100 * odds.low, 100 * odds.high, _rounded(100 * odds.share)
    if odds.unsettled:
        return t("coach.share.range", low=floor(low), high=ceil(high))
    if not odds.won:
        return _under(high)
    if not odds.lost:
        return _over(low)
    spread = ceil(max(share - low, high - share))
    if share <= spread:
        return t("coach.share.at_most", percent=ceil(high))
    if share + spread >= 100:
        return t("coach.share.at_least", percent=floor(low))
    return t("coach.share.spread", percent=share, spread=spread)


def _about(share: float, low: float, high: float) -> str:
    """Rounded, and inside the interval."""
    percent = 100 * share
    if 1 <= percent <= 99:
        return t("coach.share.about", percent=_rounded(percent))
    rounded = f"{percent:.1f}".removesuffix(".0")
    if rounded == "0":
        return _under(100 * high)
    if rounded == "100":
        return _over(100 * low)
    return t("coach.share.about", percent=decimal_text(rounded))


def _rounded(percent: float) -> int:
    """To the nearest, halves up."""
    return floor(percent + 0.5)


def _under(high: float) -> str:
    return t("coach.share.under", percent=floor(high) + 1)


def _over(low: float) -> str:
    return t("coach.share.over", percent=ceil(low) - 1)
