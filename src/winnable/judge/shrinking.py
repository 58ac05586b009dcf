"""Making the lines that show a fault fewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from winnable.judge.session_checks import Fault, Followed

__all__ = ["MOST_SHRINKING", "shrink"]

MOST_SHRINKING = 25
"""Sessions that are run to find a shorter one with the same fault."""


def shrink(
    fault: Fault,
    followed: Followed,
    find: Callable[[Sequence[int]], Followed],
    budget: int,
) -> tuple[tuple[int, ...], Fault]:
    """Fewer lines that still lead to the same sort of fault, as indices of its lines.

    `find` runs a session with some of the lines. Those that should not have changed anything are
    left out first; then pieces, ever smaller ones; the line that shows the fault never.
    """
    best, shown = tuple(range(fault.line + 1)), fault
    runs = 0

    def try_lines(chosen: Sequence[int]) -> bool:
        nonlocal best, shown, runs
        runs += 1
        like = next((each for each in find(chosen).faults if each.is_like(fault)), None)
        if like is not None:
            best, shown = tuple(chosen[: like.line + 1]), like
        return like is not None

    neutral = set(followed.neutral(fault.line))
    moves = [index for index in best if index not in neutral]
    if budget and len(best) > 1:
        _ = try_lines(best[-1:]) or (neutral and try_lines(moves))
    size = max(len(best) // 2, 1)
    while runs < budget and len(best) > 1:
        start, found = 0, False
        while start < len(best) - 1 and runs < budget:
            end = min(start + size, len(best) - 1)
            if try_lines(best[:start] + best[end:]):
                found = True
            else:
                start += size
        if size == 1 and not found:
            break
        size = max(size // 2, 1)
    return best, shown
