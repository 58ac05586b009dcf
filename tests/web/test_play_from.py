"""A new game from a position of another one."""

import pytest

from winnable import Session, find_game
from winnable.play import parse_board
from winnable.web.http_errors import ApiError
from winnable.web.play_from import new_game_from

FOUR_KINGS = "Foundations: H-Q C-Q D-Q S-Q\n: KH\n: KC\n: KD\n: KS\n:\n:\n:\n:\n"


def test_a_game_whose_record_is_too_long_is_refused() -> None:
    game = find_game("freecell")
    session = Session(game, parse_board(game, FOUR_KINGS), autoplay="off")
    for _ in range(3):
        session.make("t1t5")
        session.make("t5t1")
    assert new_game_from(session).record
    for _ in range(3_000):
        session.make("t1t5")
        session.make("t5t1")
    with pytest.raises(ApiError, match="too long"):
        new_game_from(session)
