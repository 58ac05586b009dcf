"""Verdicts in words."""

from __future__ import annotations

from winnable.cli.limits import limit_words
from winnable.play.descriptions import counted
from winnable.rules import Game
from winnable.solver.result import Limit, Result, Verdict

__all__ = ["verdict_words"]


def verdict_words(
    what: str, game: Game, result: Result, limit: Limit, how: str = "", *, dealt: bool = True
) -> str:
    """A verdict on something as a sentence: ``FreeCell, deal 617, can be won as dealt ...``."""
    as_dealt = ("as dealt" if dealt else "from here") + _hidden(game)
    looked = f"{counted(result.states, 'position')} looked at"
    if result.verdict is Verdict.LOST:
        return f"{what} is lost {as_dealt}: no line of play wins it ({looked})."
    if result.verdict is Verdict.UNSETTLED:
        return (
            f"{what} is unsettled {as_dealt}: "
            f"{limit_words(_hit(limit, result))} did not settle it ({looked})."
        )
    if not result.moves:
        return f"{what} is won already."
    return f"{what} can be won {as_dealt}{how} ({looked})."


def _hidden(game: Game) -> str:
    """What else a verdict is about: a player may not see all the cards, and the solver does."""
    return ", hidden cards included" if game.hides_cards else ""


def _hit(limit: Limit, result: Result) -> Limit:
    """The part of a limit that a search came to, so that people know which one to raise."""
    if limit.states is not None and result.states >= limit.states:
        return Limit(limit.states, None)
    if limit.seconds is not None and result.seconds >= limit.seconds:
        return Limit(None, None, limit.seconds)
    return Limit(None, limit.memory)
