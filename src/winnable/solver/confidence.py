"""The Wilson score interval: how precise a share of wins is that was counted on a sample of deals.

Unlike the textbook's "plus or minus two standard deviations" it never leaves the range 0 to 1, and
it is right for shares near 0 and 1 and for small samples.

>>> low, high = wilson_interval(750, 1000)
>>> f"{low:.3f} {high:.3f}"
'0.722 0.776'
>>> wilson_interval(0, 0)
(0.0, 1.0)
"""

from __future__ import annotations

from math import sqrt

__all__ = ["wilson_interval"]

_Z = 1.959963984540054
"""95% of a normal distribution lies within this many standard deviations."""


def wilson_interval(wins: int, deals: int) -> tuple[float, float]:
    """The 95% interval for the share of winnable deals, when `wins` of `deals` sampled are."""
    if not 0 <= wins <= deals:
        raise ValueError(f"there cannot be {wins} wins in {deals} deals")
    if not deals:
        return 0.0, 1.0
    weight = _Z * _Z / deals
    middle = wins / deals + weight / 2
    spread = _Z * sqrt(wins * (deals - wins) / deals + _Z * _Z / 4) / deals
    low = (middle - spread) / (1 + weight)
    high = (middle + spread) / (1 + weight)
    # With no wins or only wins one end is exactly 0 or 1; rounding must not move it.
    return (max(low, 0.0) if wins else 0.0), (min(high, 1.0) if wins < deals else 1.0)
