"""The coach: how a game stands, what to do next, and where it was thrown away.

Where cards are hidden the coach looks at what the player sees and nothing else, but for a review
and `Coach.as_dealt`, which say so.

>>> from winnable import Session
>>> table = Session.new("freecell", 617)
>>> coach = Coach(table.game)
>>> while (hint := coach.hint(table)).move is not None:
...     step = table.make(hint.move)
>>> table.is_won
True
"""

from winnable.coach.coach import Coach
from winnable.coach.evaluation import Evaluation
from winnable.coach.hint import Hint
from winnable.coach.live_evaluator import LiveEvaluator
from winnable.coach.odds import Odds, odds
from winnable.coach.review import Review, review

__all__ = [
    "Coach",
    "Evaluation",
    "Hint",
    "LiveEvaluator",
    "Odds",
    "Review",
    "odds",
    "review",
]
