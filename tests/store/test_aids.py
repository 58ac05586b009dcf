"""What has helped in a game, and how its deal was found."""

import pytest
from store.saved_games import execute, first_move

from winnable import Session
from winnable.deals import DealSource
from winnable.store import AidKind, Store


def test_what_has_helped_is_one_list(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.make("t3c1")
    assert game.aids == ()
    game.undo()
    game.redo()
    for _ in range(2):
        game.count_hint()
    game.count_verdict()
    game.make("t3t2", by_coach=True)
    game.count_hint()  # the coach's own moves are hints too
    expected = (
        (AidKind.COACH_MOVES, 1), (AidKind.HINTS, 2), (AidKind.UNDOS, 1), (AidKind.VERDICTS, 1)
    )  # fmt: skip
    assert game.aids == store.games.history()[0].aids == expected


@pytest.mark.parametrize("source", [None, *DealSource])
def test_how_the_deal_was_found_is_kept(url: str, source: DealSource | None) -> None:
    with Store.open(url) as store:
        game = store.new_game(Session.new("freecell", 1), deal_source=source)
        first_move(game)
        first_move(game)
    with Store.open(url) as store:
        assert store.open_game(1).deal_source is source
        assert store.games.history()[0].deal_source is source
        execute(url, "UPDATE games SET deal_source = 'a friend'")
        assert store.open_game(1).deal_source is None
        assert "winnable" not in str(store.games.record(1)).replace("[Winnable", "")
