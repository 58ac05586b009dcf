"""Winning lines as they are typed: without what the table does by itself."""

import random

import pytest

from winnable import GAMES, Autoplay, Session, numbered_deck
from winnable.cli.advice import as_typed
from winnable.solver import Limit, Verdict, solve


@pytest.mark.parametrize("slug", ["freecell", "bakers-game", "easthaven"])
def test_a_line_wins_at_a_table_with_autoplay(slug: str) -> None:
    game = GAMES[slug]
    dice = random.Random(slug)
    shorter = 0
    for _ in range(6):
        position = game.deal(numbered_deck(dice.randint(1, 10**6)))
        result = solve(game, position, Limit(states=20_000, seconds=5))
        if result.verdict is not Verdict.WINNABLE:
            continue
        assert as_typed(Session(game, position), result.moves) == list(result.moves)
        table = Session(game, position, autoplay=Autoplay.SAFE)
        typed = as_typed(table, result.moves)
        assert typed is not None
        for move in typed:
            table.make(move)
        assert table.is_won
        shorter += len(typed) < len(result.moves)
        eager = as_typed(Session(game, position, autoplay=Autoplay.ALL), result.moves)
        assert eager is None or len(eager) <= len(typed)
    assert shorter


def test_a_line_that_does_not_win_is_none() -> None:
    table = Session.new("freecell", 617)
    assert as_typed(table, []) is None
