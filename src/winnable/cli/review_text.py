"""A review of a game in lines of text, for `winnable review` and for line mode."""

from __future__ import annotations

from collections.abc import Iterator

from winnable.coach import Review
from winnable.coach.descriptions import describe_review, strip, verdict_sign
from winnable.play import Session
from winnable.solver import Verdict

__all__ = ["review_lines"]


def review_lines(
    review: Review, session: Session, *, unicode: bool, with_strip: bool = True
) -> Iterator[str]:
    """The verdicts along the game as a strip of signs, then what it came to in sentences."""
    if with_strip:
        found = [verdict for verdict in Verdict if verdict in review.verdicts]
        signs = ", ".join(f"{verdict_sign(each, unicode)} {each.value}" for each in found)
        yield f"The verdict at the start and after each move: {signs}."
        yield strip(review, unicode)
    yield from describe_review(review, session)
