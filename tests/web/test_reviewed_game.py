"""What a review finds of a finished game's decisions goes into the statistics."""

from pathlib import Path

import httpx
import pytest
from api_client import Json, act, ask, give_up, json_body, look, make, on_sqlite
from requires_kernels import need_kernels
from store.saved_games import GOLF, begin, number_of

from winnable.store import Store, new_key
from winnable.web.coach_messages import Message
from winnable.web.game_cache import OpenGame
from winnable.web.reviewed_game import ReviewedGame

LAST: Message = {
    "kind": "review",
    "final": True,
    "luck": {
        "games": 200,
        "decisions": 2,
        "steps": [{"before": 100, "made": 68}, {"before": 70, "made": 70}],
    },
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'games.db'}")


def opened(store: Store, *, is_over: bool = True) -> OpenGame:
    game = begin(store, game="golf-relaxed")
    if is_over:
        game.give_up()
    return OpenGame(store.player, new_key(), store, game)


def test_the_last_message_tells_what_is_kept(store: Store) -> None:
    game = opened(store)
    assert ReviewedGame.of(game).keep_skill(store.games, LAST)
    row = store.games.load(number_of(game.game))
    assert (row.decisions, row.cost) == (2, 0.16)
    assert store.games.statistics(GOLF).average_cost == pytest.approx(0.08)


@pytest.mark.parametrize("message", [{}, {"luck": None}, LAST | {"luck": None}])
def test_a_review_without_luck(store: Store, message: Message) -> None:
    assert not ReviewedGame.of(opened(store)).keep_skill(store.games, message)


def test_a_game_that_has_gone_on(store: Store) -> None:
    game = opened(store)
    reviewed = ReviewedGame.of(game)
    game.game.undo()
    game.game.give_up()
    assert not reviewed.keep_skill(store.games, LAST)
    assert not ReviewedGame.of(opened(store, is_over=False)).keep_skill(store.games, LAST)


def golf(client: httpx.Client) -> Json:
    [found] = [
        game
        for game in json_body(client.get("/statistics"))["games"]
        if game["game"] == "golf-relaxed"
    ]
    assert isinstance(found, dict)
    return found


@on_sqlite
def test_a_review_is_counted_and_makes_no_move_stale(client: httpx.Client) -> None:
    need_kernels()
    state = give_up(client, "golf-relaxed", deal_number=7)
    found = golf(client)
    assert (found["reviewed"], found["decisions"], found["average_cost"]) == (0, 0, None)
    [queued, *_, last] = ask(client, state, "review")
    assert look(client, state)["version"] == queued["version"]
    found, luck = golf(client), last["luck"]
    assert (found["reviewed"], found["decisions"]) == (1, luck["decisions"])
    assert found["average_cost"] == pytest.approx(luck["skill"])
    [game] = json_body(client.get("/history"))["games"]
    assert game["skill"] == found["average_cost"]
    make(client, act(client, state, "undo"), "deal")
    assert golf(client)["reviewed"] == 0
