"""The solver's verdicts in words."""

from __future__ import annotations

from winnable.cli.limits import describe_limit
from winnable.rules import Game
from winnable.solver.result import Limit, Result, Verdict
from winnable.wording import counted

__all__ = ["describe_length", "describe_verdict"]


def describe_verdict(
    what: str, game: Game, result: Result, limit: Limit, how: str = "", *, dealt: bool = True
) -> str:
    """A verdict as a sentence: ``FreeCell, deal 617, can be won as dealt ...``."""
    as_dealt = "as dealt" if dealt else "from here"
    if game.hides_cards:  # the solver looks at them, and the player should know
        as_dealt += ", hidden cards included"
    searched = f"{counted(result.states, 'position')} searched"
    if result.verdict is Verdict.LOST:
        return f"{what} is lost {as_dealt}: no line of play wins it ({searched})."
    if result.verdict is Verdict.UNSETTLED:
        reached = describe_limit(_limit_reached(limit, result))
        return f"{what} is unsettled {as_dealt}: the limit of {reached} was reached ({searched})."
    if not result.moves:
        return f"{what} is already won."
    return f"{what} can be won {as_dealt}{how} ({searched})."


def describe_length(game: Game, moves: int, by_hand: int | None, *, minimal: bool) -> str:
    """How long a line is, and how much of it is made by hand with safe autoplay, if known."""
    words = counted(moves, "move")
    if not game.has_autoplay:
        return words + (", and no line has fewer" if minimal else "")
    if by_hand is None:
        return words
    words += f", {by_hand} of them by hand" if by_hand < moves else ""
    return words + (", and no line has fewer by hand" if minimal else "")


def _limit_reached(limit: Limit, result: Result) -> Limit:
    """The part of a limit that ended a search, so that people know which one to raise."""
    if limit.states is not None and result.states >= limit.states:
        return Limit(limit.states, None)
    if limit.seconds is not None and result.seconds >= limit.seconds:
        return Limit(None, None, limit.seconds)
    return Limit(None, limit.memory)
