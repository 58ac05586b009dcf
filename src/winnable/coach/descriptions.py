"""What the coach says, in sentences for every user interface. Each of them is true as it stands.

A share that was sampled is given with its 95% interval. The interval given contains the one that
was computed: it is rounded outwards, never inwards.

>>> from winnable.coach.odds import Odds
>>> from textwrap import fill
>>> print(fill(describe_odds(Odds(248, 152)), 80))
Winnable in 62% ± 5% of cases if you could see every card (95% confidence; 400
arrangements sampled).
>>> print(fill(describe_odds(Odds(0, 400)), 80))
Winnable in under 1% of cases if you could see every card (95% confidence; 400
arrangements sampled).
>>> print(describe_odds(Odds(75, 45, exact=True)))
Winnable in 75 of 120 cases if you could see every card (all arrangements of the hidden cards).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil, floor

from winnable.coach.chance import Chance
from winnable.coach.evaluation import Evaluation
from winnable.coach.hidden_cards import HiddenCards
from winnable.coach.hint import Hint
from winnable.coach.luck_descriptions import describe_luck
from winnable.coach.odds import Odds
from winnable.coach.review import Review
from winnable.play import Session
from winnable.play.descriptions import describe_move
from winnable.rules import Game
from winnable.solver import Verdict
from winnable.view import View
from winnable.wording import counted

__all__ = [
    "describe_chance",
    "describe_evaluation",
    "describe_hint",
    "describe_odds",
    "describe_review",
    "describe_share",
    "strip",
    "verdict_sign",
]

_MAX_NAMED = 4
"""How many moves are named where there may be many."""
_SIGNS = {Verdict.WINNABLE: "█+", Verdict.LOST: "░-", Verdict.UNSETTLED: "▒?"}


def verdict_sign(verdict: Verdict, unicode: bool = True) -> str:
    """A verdict as one character."""
    return _SIGNS[verdict][0 if unicode else 1]


def strip(review: Review, unicode: bool = True) -> str:
    """The verdicts along a game, one character for each position from the start on.

    >>> from winnable import Session
    >>> from winnable.coach import review
    >>> strip(review(Session.new("golf", 11)), unicode=False)
    '-'
    """
    return "".join(verdict_sign(verdict, unicode) for verdict in review.verdicts)


# -- odds -----------------------------------------------------------------------------------------


def describe_share(odds: Odds) -> str:
    """The share that can be won: ``62% ± 5%``, ``under 1%``, ``75 of 120``."""
    if odds.exact:
        won = f"{odds.won:,}"
        if odds.unsettled:
            won += f" to {odds.won + odds.unsettled:,}"
        return f"{won} of {odds.examined:,}"
    if not odds.examined:
        return "0% to 100%"
    low, high, share = 100 * odds.low, 100 * odds.high, round(100 * odds.share)
    if odds.unsettled:
        return f"{floor(low)}% to {ceil(high)}%"
    if not odds.won:
        return f"under {floor(high) + 1}%"
    if not odds.lost:
        return f"over {ceil(low) - 1}%"
    spread = ceil(max(share - low, high - share))
    if share <= spread:
        return f"at most {ceil(high)}%"
    if share + spread >= 100:
        return f"at least {floor(low)}%"
    return f"{share}% ± {spread}%"


def describe_odds(odds: Odds, after: str = "") -> str:
    """A sentence about odds; `after` says when they hold, as in ``after this``."""
    when = f" {after}" if after else ""
    if not odds.examined:
        return f"How often the game is winnable{when} is not known yet."
    if odds.verdict is not Verdict.UNSETTLED:
        verdict = "Winnable" if odds.won else "Lost"
        always = ", whatever the hidden cards are" if odds.examined > 1 else ""
        return f"{verdict}{when}{always}."
    details = ["all arrangements of the hidden cards"]
    if not odds.exact:
        details = [
            "95% confidence",
            f"{counted(odds.examined, 'arrangement')} sampled",
        ]
    if odds.unsettled:
        details.append(f"{odds.unsettled:,} unsettled")
    cases = f"{describe_share(odds)}{_of_cases(odds)} if you could see every card"
    return f"Winnable{when} in {cases} ({'; '.join(details)})."


def _of_cases(odds: Odds) -> str:
    return " cases" if odds.exact else " of cases"


def describe_chance(chance: Chance, after: str = "") -> str:
    """A sentence about a player's chance, which cannot be mistaken for the odds.

    >>> from textwrap import fill
    >>> print(fill(describe_chance(Chance(41, 100)), 80))
    Your chance is about 41% (95% confidence: 31% to 51%): the coach, seeing only
    what you see, won 41 of 100 games played from here.
    """
    when, start = (f" {after}", "there") if after else ("", "here")
    low, high = floor(100 * chance.low), ceil(100 * chance.high)
    return (
        f"Your chance{when} is about {_about(100 * chance.share)}% (95% confidence: {low}% to "
        f"{high}%): the coach, seeing only what you see, won {chance.won:,} of "
        f"{counted(chance.games, 'game')} played from {start}."
    )


def _about(percent: float) -> str:
    """Rounded, but 0 and 100 only for none and all."""
    is_extreme = 0 < percent < 1 or 99 < percent < 100
    return f"{percent:.1f}" if is_extreme else f"{floor(percent + 0.5)}"


# -- evaluations and hints ------------------------------------------------------------------------


def describe_evaluation(evaluation: Evaluation) -> str:
    """Whether a game can still be won, in a sentence."""
    if evaluation.trouble:
        return f"The game could not be evaluated ({evaluation.trouble})."
    if evaluation.odds is not None:
        sentences = [describe_odds(evaluation.odds)]
        if evaluation.chance is not None:
            sentences.append(describe_chance(evaluation.chance))
        return " ".join(sentences)
    if evaluation.verdict is Verdict.LOST:
        return "Lost: no line of play wins from here."
    if evaluation.verdict is Verdict.UNSETTLED:
        return "Unsettled: the search found neither a win nor a proof that there is none."
    if evaluation.moves == 0:
        return "The game is won."
    return f"Winnable{_at_most(evaluation.moves)}."


def _at_most(moves: int | None) -> str:
    if moves is None:
        return ""
    return f" in {counted(moves, 'move')}{' or fewer' * (moves > 1)}"


def describe_hint(game: Game, view: View, hint: Hint) -> str:
    """A hint and what is known about it, for the view it was given for."""
    return " ".join(_hint_sentences(game, view, hint))


def _hint_sentences(game: Game, view: View, hint: Hint) -> Iterator[str]:
    if hint.move is None:
        yield _no_hint(hint)
        return
    yield _capitalized(describe_move(view, hint.move)) + "."
    if hint.moves is not None:
        off = " with autoplay off" if hint.autoplay_off else ""
        yield f"This wins{_at_most(hint.moves) if hint.moves > 1 else ' the game'}{off}."
        return
    if hint.is_safe:
        yield "The card is safe there: this loses nothing, whatever the hidden cards are."
    if hint.chance is not None:
        yield describe_chance(hint.chance, "after this")
    if hint.odds is not None:
        yield describe_odds(hint.odds, "after this")
    yield from _comparison(game, view, hint)


def _comparison(game: Game, view: View, hint: Hint) -> Iterator[str]:
    others = hint.plans_compared - 1
    if hint.plans_compared == 0:
        if not hint.is_safe:
            yield "This is the next move of the plan."
    elif hint.is_best:
        yield "No plan is better, as far as anyone can know who does not see the hidden cards."
    elif others == 0:
        # Which moves are legal does not depend on the hidden cards.
        moves = list(islice(game.legal_moves(HiddenCards.of(game, view).any_position), 2))
        yield "It is the only move." if len(moves) == 1 else "No other plan was considered."
    elif hint.games:
        none = "The other plan won no" if others == 1 else f"None of the {others} other plans won"
        yield f"{none} more games."
    elif (better := hint.plans_that_won_more) is not None:
        on = f"on {counted(hint.samples, 'arrangement')}"
        doubt = ", but not significantly" if better else ""
        if others == 1:
            yield f"The other plan did {'' if better else 'no '}better {on}{doubt}."
        else:
            yield f"Of {others} other plans, {better or 'none'} did better {on}{doubt}."


def _no_hint(hint: Hint) -> str:
    if hint.verdict is Verdict.UNSETTLED:
        return "No hint: it is unsettled whether the game can still be won."
    return describe_evaluation(Evaluation(hint.verdict, hint.odds, moves=hint.moves))


# -- reviews --------------------------------------------------------------------------------------


def describe_review(review: Review, session: Session) -> list[str]:
    """A review in sentences, for the session that was reviewed."""
    return [
        *_outcome(review, session),
        *_better_moves(review, session),
        *_best_win(review),
        *(() if review.luck is None else describe_luck(review.luck, session)),
    ]


def _outcome(review: Review, session: Session) -> Iterator[str]:
    made, last, first = len(session.steps), review.last_winnable, review.first_lost
    dealt = " with the cards as dealt" if review.game.hides_cards else ""
    if review.is_won:
        yield f"The game was won in {counted(made, 'move')}."
    elif review.mistake is not None:
        move = _describe_step(session, review.mistake)
        yield f"Move {review.mistake} ({move}) lost the game: before it, a win was possible{dealt}."
    elif last == made:
        yield f"The game can still be won{dealt}."
    elif first == 0:
        yield f"The game was lost from the start: no line of play wins{dealt}."
    elif last is not None and first is not None:
        yield (
            f"One of moves {last + 1} to {first} lost the game: {_when(last)} a win was "
            f"possible{dealt}, {_when(first)} it was not, and in between it is unsettled."
        )
    elif last is not None:
        yield f"{_capitalized(_when(last))} a win was possible{dealt}; after that it is unsettled."
    elif first is not None:
        yield f"{_capitalized(_when(first))} the game was lost{dealt}; before that it is unsettled."
    else:
        yield f"It is unsettled whether the game could be won{dealt}."


def _when(made: int) -> str:
    return f"after move {made}" if made else "at the start"


def _better_moves(review: Review, session: Session) -> Iterator[str]:
    last = review.last_winnable
    if review.is_won or last is None:
        return
    if review.kept_by:
        view = (session.steps[last - 1].position if last else session.start).view
        moves = [describe_move(view, move) for move in review.kept_by[:_MAX_NAMED]]
        more = len(review.kept_by) - len(moves)
        named = "; ".join(moves) + (f"; and {more} more" if more else "")
        keep = "keep" if last == len(session.steps) else "would have kept"
        yield f"Moves that {keep} the win: {named}."
    if review.rest_moves is not None:
        yield f"From there the shortest win found takes {counted(review.rest_moves, 'move')}."


def _best_win(review: Review) -> Iterator[str]:
    if review.best_moves is None:
        return
    if review.is_won and review.best_moves == len(review.verdicts) - 1:
        yield "No shorter win was found."
    elif review.last_winnable != 0 or review.rest_moves != review.best_moves:
        yield f"The shortest win found from the start takes {counted(review.best_moves, 'move')}."


def _describe_step(session: Session, number: int) -> str:
    before = session.steps[number - 2].position if number > 1 else session.start
    return describe_move(before.view, session.steps[number - 1].move)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
