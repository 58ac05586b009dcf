"""The coach: whether a game can still be won, what to do next, and which move lost it.

Where cards are hidden the coach sees only what the player sees, except in a review and in
`Coach.as_dealt`, which say so.

>>> from winnable import Session
>>> session = Session.new("freecell", 617)
>>> coach = Coach(session.game)
>>> while (hint := coach.hint(session)).move is not None:
...     step = session.make(hint.move)
>>> session.is_won
True
"""

from winnable.coach.chance import Chance, chance
from winnable.coach.coach import Coach
from winnable.coach.evaluation import Evaluation
from winnable.coach.hint import Hint
from winnable.coach.live_evaluator import LiveEvaluator
from winnable.coach.luck import LuckReview, StepChance, luck_and_skill
from winnable.coach.odds import Odds, odds
from winnable.coach.review import Review, review, why_not_reviewable

__all__ = [
    "Chance",
    "Coach",
    "Evaluation",
    "Hint",
    "LiveEvaluator",
    "LuckReview",
    "Odds",
    "Review",
    "StepChance",
    "chance",
    "luck_and_skill",
    "odds",
    "review",
    "why_not_reviewable",
]
