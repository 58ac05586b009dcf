"""What the coach says, in sentences that every face can use. Each of them is true as it stands.

A share that was sampled is told with its 95% interval, and as no more than that. The interval that
is told contains the one that was worked out: it is rounded outwards, never inwards.

>>> from winnable.coach.odds import Odds
>>> print(describe_odds(Odds(248, 152)))
Of the ways the hidden cards can lie, 62% ± 5% can still be won (95% sure; 400 looked at).
>>> print(describe_odds(Odds(0, 400)))
Of the ways the hidden cards can lie, fewer than 1% can still be won (95% sure; 400 looked at).
>>> print(describe_odds(Odds(75, 45, exact=True)))
Of all 120 ways the hidden cards can lie, 75 can still be won.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from winnable.coach.evaluation import Evaluation
from winnable.coach.hint import Hint
from winnable.coach.odds import Odds
from winnable.coach.review import Review
from winnable.play import Session
from winnable.play.descriptions import counted, describe_move
from winnable.rules import Game
from winnable.solver import Verdict
from winnable.view import View

__all__ = [
    "describe_evaluation",
    "describe_hint",
    "describe_odds",
    "describe_review",
    "describe_share",
    "strip",
    "verdict_sign",
]

_NAMED = 4
"""Moves that are named where there may be many."""
_SIGNS = {Verdict.WINNABLE: "█+", Verdict.LOST: "░-", Verdict.UNSETTLED: "▒?"}


def verdict_sign(verdict: Verdict, unicode: bool = True) -> str:
    """One letter for a verdict."""
    return _SIGNS[verdict][0 if unicode else 1]


def strip(review: Review, unicode: bool = True) -> str:
    """The verdicts along a game, a sign for each position from the start on.

    >>> from winnable import Session
    >>> from winnable.coach import review
    >>> strip(review(Session.new("golf", 11)), unicode=False)
    '-'
    """
    return "".join(verdict_sign(verdict, unicode) for verdict in review.verdicts)


# -- shares ---------------------------------------------------------------------------------------


def describe_share(odds: Odds) -> str:
    """The share that can be won: ``62% ± 5%``, ``fewer than 1%``, ``75 of 120``."""
    if odds.exact:
        some = str(odds.won) if not odds.unsettled else f"{odds.won} to {odds.won + odds.unsettled}"
        return f"{some} of {odds.looked_at:,}"
    if not odds.looked_at:
        return "between 0% and 100%"
    low, high, share = 100 * odds.low, 100 * odds.high, round(100 * odds.share)
    if odds.unsettled:
        return f"between {floor(low)}% and {ceil(high)}%"
    if not odds.won:
        return f"fewer than {floor(high) + 1}%"
    if not odds.lost:
        return f"more than {ceil(low) - 1}%"
    spread = ceil(max(share - low, high - share))
    if share <= spread:
        return f"at most {ceil(high)}%"
    if share + spread >= 100:
        return f"at least {floor(low)}%"
    return f"{share}% ± {spread}%"


def describe_odds(odds: Odds, after: str = "") -> str:
    """A sentence about odds; `after` says after what, as in ``after it``."""
    after = f" {after}" if after else ""
    if odds.verdict is not Verdict.UNSETTLED:
        can = "can still be won" if odds.won else "cannot be won"
        hidden = "However the hidden cards lie, this game" if odds.looked_at > 1 else "This game"
        return f"{hidden} {can}{after}."
    still = f"can still be won{after}"
    if odds.exact:
        return f"Of all {odds.looked_at:,} ways the hidden cards can lie, {_exactly(odds)} {still}."
    if not odds.looked_at:
        return f"How many of the ways the hidden cards can lie {still} is not known yet."
    looked = f"95% sure; {odds.looked_at:,} looked at"
    if odds.unsettled:
        looked += f", {odds.unsettled:,} of them not settled"
    return f"Of the ways the hidden cards can lie, {describe_share(odds)} {still} ({looked})."


def _exactly(odds: Odds) -> str:
    if not odds.unsettled:
        return f"{odds.won:,}"
    return f"between {odds.won:,} and {odds.won + odds.unsettled:,}"


# -- how it stands, and what to do ----------------------------------------------------------------


def describe_evaluation(standing: Evaluation) -> str:
    """How a game stands, in a sentence."""
    if standing.trouble:
        return f"How the game stands could not be worked out ({standing.trouble})."
    if standing.odds is not None:
        return describe_odds(standing.odds)
    if standing.verdict is Verdict.LOST:
        return "This game is lost: no line of play wins it from here."
    if standing.verdict is Verdict.UNSETTLED:
        return "Whether this game can still be won is not settled."
    if standing.moves == 0:
        return "This game is won."
    how = f", in {counted(standing.moves, 'move')}" if standing.moves else ""
    return f"This game can still be won{how}."


def describe_hint(game: Game, view: View, hint: Hint) -> str:
    """A hint with what is known about it, for the table that was in sight."""
    return " ".join(_hint_sentences(game, view, hint))


def _hint_sentences(game: Game, view: View, hint: Hint) -> Iterator[str]:
    if hint.move is None:
        yield _no_hint(hint)
        return
    yield _capital(describe_move(view, hint.move)) + "."
    if hint.moves is not None:
        off = " with autoplay off" if hint.autoplay_off else ""
        if hint.moves == 1:
            yield f"It wins the game{off}."
        else:
            yield f"It is the first of {counted(hint.moves, 'move')} that win{off}."
        return
    if hint.is_safe:
        yield "The card is safe at home: that loses nothing, however the hidden cards lie."
    if hint.odds is not None:
        yield describe_odds(hint.odds, "after it")
    if hint.considered > 1 and hint.better is not None:
        which = "all of them" if hint.odds and hint.odds.exact else f"{hint.samples:,} others"
        kept = f"{hint.better or 'none'} kept more wins"
        yield f"Of {hint.considered} plans tried on {which}, {kept}{_chance(hint)}."
    elif hint.considered == 1:
        yield "No other plan was tried."
    elif not hint.is_safe:
        yield "That is the next move of the plan."


def _chance(hint: Hint) -> str:
    return ", by no more than chance may do" if hint.better else ""


def _no_hint(hint: Hint) -> str:
    if hint.verdict is Verdict.UNSETTLED:
        return "There is no hint: whether this game can still be won is not settled."
    return describe_evaluation(Evaluation(hint.verdict, hint.odds, hint.moves))


# -- looking back ---------------------------------------------------------------------------------


def describe_review(review: Review, session: Session) -> list[str]:
    """A review in sentences, for the session that was reviewed."""
    return [*_what_became(review, session), *_what_would_have(review, session), *_best(review)]


def _what_became(review: Review, session: Session) -> Iterator[str]:
    made, last, first = len(session.steps), review.last_winnable, review.first_lost
    cards = ", hidden cards included" if review.game.hides_cards else ""
    if review.is_won:
        yield f"The game was won in {counted(made, 'move')}."
    elif review.mistake is not None:
        step = f"move {review.mistake} ({_step_words(session, review.mistake)})"
        yield f"The game was thrown away by {step}: before it, it could be won{cards}."
    elif last == made:
        yield f"The game can still be won{cards}."
    elif first == 0:
        yield f"The game was lost from the start{cards}: no line of play wins it."
    elif last is not None and first is not None:
        yield (
            f"The game was thrown away by one of moves {last + 1} to {first}{cards}: "
            f"{_when(last)} it could be won, {_when(first)} it was lost, and between the two it "
            f"is not settled."
        )
    elif last is not None:
        yield f"{_capital(_when(last))} the game could be won{cards}; later it is not settled."
    elif first is not None:
        yield f"{_capital(_when(first))} the game was lost{cards}; earlier it is not settled."
    else:
        yield f"Whether the game could be won{cards}{',' * bool(cards)} is not settled."


def _when(made: int) -> str:
    return f"after move {made}" if made else "at the start"


def _what_would_have(review: Review, session: Session) -> Iterator[str]:
    last = review.last_winnable
    if review.is_won or last is None:
        return
    if review.kept_by:
        seen = (session.steps[last - 1].position if last else session.start).view
        moves = [describe_move(seen, move) for move in review.kept_by[:_NAMED]]
        more = len(review.kept_by) - len(moves)
        named = "; ".join(moves) + (f"; and {more} more" if more else "")
        keeps = "keeps" if last == len(session.steps) else "would have kept"
        yield f"What {keeps} the win: {named}."
    if review.rest_moves is not None:
        yield f"From there the shortest win found takes {counted(review.rest_moves, 'move')}."


def _best(review: Review) -> Iterator[str]:
    if review.best_moves is None:
        return
    if review.is_won and review.best_moves == len(review.verdicts) - 1:
        yield "No shorter win was found."
    elif review.last_winnable != 0 or review.rest_moves != review.best_moves:
        yield f"The shortest win found from the start takes {counted(review.best_moves, 'move')}."


def _step_words(session: Session, number: int) -> str:
    before = session.steps[number - 2].position if number > 1 else session.start
    return describe_move(before.view, session.steps[number - 1].move)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
