"""Only tables at which nobody ever made a move are swept away."""

import pytest
from sqlalchemy import func, select
from store.saved_games import calendar

from winnable import GameNotFoundError, Session
from winnable.store import SavedGame, Store, new_key


def laid(store: Store, deal: int) -> SavedGame:
    table = SavedGame(Session.new("freecell", deal), store.games)
    table.save(new_key())
    return table


def begun(store: Store, deal: int) -> SavedGame:
    table = SavedGame(Session.new("freecell", deal), store.games)
    table.make(next(table.session.legal_moves()))
    return table


def test_only_tables_without_a_move_are_swept_away(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        other = store.for_player(store.players.create())
        old = [laid(store, 1), laid(store, 2), laid(other, 3)]
        old[1].make(next(old[1].session.legal_moves()))
        old[1].restart()
        played = [begun(store, 4), begun(other, 5)]
        noon = store.now()
        new = laid(other, 6)
        assert store.games.delete_unplayed(noon) == 2
        assert store.games.delete_unplayed(noon) == 0
        for table in (old[0], old[2]):
            with pytest.raises(GameNotFoundError):
                table.reload()
        for table in (old[1], new, *played):
            table.reload()
        assert len(store.games.history()) == 2
        old[0].make(next(old[0].session.legal_moves()))
        assert "is gone from" in old[0].save_error


@pytest.mark.parametrize("count", [0, 3, 4, 7, 8])
def test_a_handful_after_the_other(url: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("winnable.store.broom._HANDFUL", 4)
    with Store.open(url, now=calendar(), group_commit=True) as store:
        begun(store, 99)
        for deal in range(count):
            laid(store, deal + 1)
        assert store.games.delete_unplayed(store.now()) == count
        with store._database.reading() as connection:
            assert connection.execute(select(func.count()).select_from(GAMES)).scalar() == 1
