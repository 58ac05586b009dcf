"""What the coach says, in sentences for every user interface. Each of them is true as it stands.

What is said first is short: `describe_...`. The details are there for whoever asks for them:
`explain_...`, which is empty where there is nothing to add.

Two numbers must never be taken for each other. A player's chance (`Chance`) is always "to win"; the
odds (`Odds`), about somebody who sees the hidden cards, are always "winnable ... if you could see
every card".

>>> from winnable.coach import Odds
>>> from textwrap import fill
>>> print(describe_odds(Odds(248, 152)))
Winnable in about 62% of cases if you could see every card.
>>> print(fill(explain_odds(Odds(248, 152)), 80))
Winnable in 248 of 400 random layouts if you could see every card: 62% ± 5% (95%
confidence).
>>> print(describe_odds(Odds(75, 45, exact=True)))
Winnable in 75 of 120 cases if you could see every card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil, floor

from winnable.coach.chance import Chance
from winnable.coach.evaluation import Evaluation
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.hint import Hint
from winnable.coach.odds import Odds
from winnable.coach.review_descriptions import describe_review, explain_review, strip, verdict_sign
from winnable.coach.shares import chance_share, exact_share, odds_share
from winnable.l10n import t
from winnable.play.descriptions import describe_move
from winnable.rules import Game
from winnable.solver import Verdict
from winnable.view import View

__all__ = [
    "describe_chance",
    "describe_evaluation",
    "describe_hint",
    "describe_odds",
    "describe_review",
    "explain_chance",
    "explain_evaluation",
    "explain_hint",
    "explain_odds",
    "explain_review",
    "strip",
    "verdict_sign",
]


# -- odds and chances -----------------------------------------------------------------------------


def describe_odds(odds: Odds, *, after_move: bool = False) -> str:
    """A sentence about odds, from here or after the move that is suggested."""
    when = "after" if after_move else "here"
    if not odds.examined:
        return t("coach.odds.unknown")
    if odds.verdict is not Verdict.UNSETTLED:
        always = "_always" if odds.examined > 1 else ""
        return t(f"coach.odds.{odds.verdict.value}{always}_{when}")
    if odds.exact:
        return t(f"coach.odds.exact_{when}", share=odds_share(odds))
    return _capitalized(t(f"coach.odds.about_{when}", share=odds_share(odds)))


def explain_odds(odds: Odds, *, after_move: bool = False) -> str:
    """What the odds are taken from, and how sure they are."""
    if not odds.examined or odds.verdict is not Verdict.UNSETTLED:
        return ""
    when = "after" if after_move else "here"
    if odds.exact:
        text = t(f"coach.odds.exact_details_{when}", count=odds.examined, won=odds.won)
    else:
        share = exact_share(odds)
        text = t(f"coach.odds.details_{when}", count=odds.examined, won=odds.won, share=share)
    if odds.unsettled:
        text += " " + t("coach.odds.unsettled_details", count=odds.unsettled)
    return text


def describe_chance(chance: Chance, *, after_move: bool = False) -> str:
    """A sentence about a player's chance.

    >>> describe_chance(Chance(41, 100)), describe_chance(Chance(41, 100), after_move=True)
    ('About 41% to win from here.', 'About 41% to win after this.')
    """
    when = "after" if after_move else "here"
    return _capitalized(t(f"coach.chance.{when}", share=chance_share(chance)))


def explain_chance(chance: Chance, *, after_move: bool = False) -> str:
    """What the chance was counted from, and how sure it is.

    >>> from textwrap import fill
    >>> print(fill(explain_chance(Chance(41, 100)), 80))
    Your chance: between 31% and 51% (95% confidence). The coach, seeing only what
    you see, won 41 of 100 games from here.
    """
    return t(
        f"coach.chance.details_{'after' if after_move else 'here'}",
        low=floor(100 * chance.low),
        high=ceil(100 * chance.high),
        won=chance.won,
        count=chance.games,
    )


# -- evaluations ----------------------------------------------------------------------------------


def describe_evaluation(evaluation: Evaluation) -> str:
    """Whether a game can still be won, in a sentence or two."""
    if evaluation.trouble:
        return t("coach.evaluation.trouble", trouble=evaluation.trouble)
    if evaluation.odds is not None:
        odds = describe_odds(evaluation.odds)
        if evaluation.chance is None:
            return odds
        return f"{describe_chance(evaluation.chance)} {odds}"
    if evaluation.verdict is not Verdict.WINNABLE:
        return t(f"coach.evaluation.{evaluation.verdict.value}")
    if evaluation.moves == 0:
        return t("coach.evaluation.won")
    if evaluation.moves is None:
        return t("coach.evaluation.winnable")
    return t("coach.evaluation.winnable_in", count=evaluation.moves)


def explain_evaluation(evaluation: Evaluation) -> str:
    """What more is known about it."""
    if evaluation.trouble:
        return ""
    if evaluation.odds is not None:
        chance = evaluation.chance
        parts = ["" if chance is None else explain_chance(chance), explain_odds(evaluation.odds)]
        return " ".join(filter(None, parts))
    if evaluation.verdict is not Verdict.WINNABLE:
        return t(f"coach.evaluation.{evaluation.verdict.value}_details")
    is_long = evaluation.moves is not None and evaluation.moves > 1
    return t("coach.evaluation.winnable_details") if is_long else ""


# -- hints ----------------------------------------------------------------------------------------


def describe_hint(game: Game, view: View, hint: Hint) -> str:
    """A hint, and how good it is, for the view it was given for."""
    return " ".join(_hint_sentences(game, view, hint))


def _hint_sentences(game: Game, view: View, hint: Hint) -> Iterator[str]:
    if hint.move is None:
        yield _no_hint(hint)
        return
    yield _capitalized(describe_move(view, hint.move)) + "."
    if hint.moves is not None:
        off = "_autoplay_off" if hint.autoplay_off else ""
        yield t(f"coach.hint.wins{off}", count=hint.moves)
        return
    if hint.is_safe:
        yield t("coach.hint.safe")
    if hint.chance is not None:
        yield describe_chance(hint.chance, after_move=True)
    elif hint.odds is not None:
        yield describe_odds(hint.odds, after_move=True)
    if _is_alone(hint) and _is_only_move(game, view):
        yield t("coach.hint.only_move")


def explain_hint(game: Game, view: View, hint: Hint) -> str:
    """What more is known about a hint: what its numbers come from, and how other plans did."""
    if hint.move is None:
        return explain_evaluation(_evaluation_without_hint(hint))
    if hint.moves is not None:
        return t("coach.hint.wins_details") if hint.moves > 1 else ""
    return " ".join(filter(None, _hint_details(game, view, hint)))


def _hint_details(game: Game, view: View, hint: Hint) -> Iterator[str]:
    if hint.is_safe:
        yield t("coach.hint.safe_details")
    if hint.chance is not None:
        yield explain_chance(hint.chance, after_move=True)
    if hint.odds is not None:
        details = explain_odds(hint.odds, after_move=True)
        is_said = hint.chance is None  # then the odds are in the hint itself
        yield details or ("" if is_said else describe_odds(hint.odds, after_move=True))
    yield _comparison(game, view, hint)


def _comparison(game: Game, view: View, hint: Hint) -> str:
    others = hint.plans_compared - 1
    if hint.plans_compared == 0:
        return "" if hint.is_safe else t("coach.hint.next_of_plan")
    if hint.is_best:
        return t("coach.hint.best")
    if others == 0:
        return "" if _is_only_move(game, view) else t("coach.hint.no_other_plan")
    if hint.games:
        return t("coach.hint.others_won_less", count=others)
    better = hint.plans_that_won_more
    if better is None:
        return ""
    key = "coach.hint.others_better" if better else "coach.hint.others_not_better"
    return t(key, count=others, better=better, samples=hint.samples)


def _is_alone(hint: Hint) -> bool:
    return hint.plans_compared == 1 and not hint.is_best


def _is_only_move(game: Game, view: View) -> bool:
    # Which moves are legal does not depend on the hidden cards.
    position = HiddenCards.of(game, view).any_position
    return len(list(islice(game.legal_moves(position), 2))) == 1


def _no_hint(hint: Hint) -> str:
    if hint.verdict is Verdict.UNSETTLED:
        return t("coach.hint.unsettled")
    return describe_evaluation(_evaluation_without_hint(hint))


def _evaluation_without_hint(hint: Hint) -> Evaluation:
    return Evaluation(hint.verdict, hint.odds, moves=hint.moves)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
