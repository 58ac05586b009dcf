"""Verdicts in words."""

import pytest

from winnable import GAMES, parse_move
from winnable.cli.verdict_text import describe_verdict
from winnable.solver import Limit, Result, Verdict

MOVES = tuple(map(parse_move, ("t2f1", "deal")))
NO_LIMIT = Limit(states=None, memory=None)


@pytest.mark.parametrize(
    ("slug", "result", "text"),
    [
        ("freecell", Result(Verdict.WINNABLE, MOVES, 105, 0), "It can be won as dealt, so ("),
        ("golf-relaxed", Result(Verdict.WINNABLE, MOVES, 105, 0),
         "It can be won as dealt, hidden cards included, so (105 positions searched)."),
        ("freecell", Result(Verdict.LOST, (), 1, 0),
         "It is lost as dealt: no line of play wins it (1 position searched)."),
        ("freecell", Result(Verdict.WINNABLE, (), 0, 0), "It is already won."),
    ],
)  # fmt: skip
def test_verdicts(slug: str, result: Result, text: str) -> None:
    assert describe_verdict("It", GAMES[slug], result, NO_LIMIT, ", so").startswith(text)


def test_from_a_position() -> None:
    result = Result(Verdict.LOST, (), 1, 0)
    text = describe_verdict("It", GAMES["freecell"], result, NO_LIMIT, dealt=False)
    assert text.startswith("It is lost from here: ")


@pytest.mark.parametrize(
    ("states", "seconds", "reached"),
    [(60, 0.1, "60 positions"), (7, 20.1, "20 seconds"), (7, 0.1, "1 GiB of memory")],
)
def test_the_limit_that_was_reached_is_named(states: int, seconds: float, reached: str) -> None:
    limit = Limit(states=60, memory=2**30, seconds=20)
    result = Result(Verdict.UNSETTLED, (), states, seconds)
    text = describe_verdict("It", GAMES["freecell"], result, limit)
    start = f"It is unsettled as dealt: the limit of {reached} was reached ({states} positions "
    assert text.startswith(start)
