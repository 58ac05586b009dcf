"""kill -9 at any moment loses nothing that was shown."""

import os
import random
import signal
import time

from sqlalchemy import select
from store.writer_processes import Line, Nursery

from winnable.store import Store

ROUNDS = 200
CROWDS, SEATS = 25, 8


def test_no_shown_move_is_lost(url: str) -> None:
    rng = random.Random(9)
    known: dict[int, tuple[int, Line]] = {}
    shown = 0
    store = Store.open(url)
    with Nursery() as nursery:
        for round_ in range(ROUNDS):
            number = rng.choice([None, *list(known)[-3:]])
            order = {"url": url, "number": number, "seed": round_, "changes": 10_000}
            [player] = nursery.send({"kind": "wander", **order})
            reports = nursery.reports()
            heard = [next(reports) for _ in range(rng.randrange(5))]  # none: as it opens the store
            time.sleep(rng.random() / 60)
            os.kill(player, signal.SIGKILL)
            heard += reports
            shown += len(heard)
            latest = {each["number"]: (each["version"], Line.reported(each)) for each in heard}
            known |= latest
            if rng.random() < 0.5:  # half of the time there is no other program that looks on
                store.close()
                store = Store.open(url)
            for game in {*latest, *([number] if number else [])}:
                _check(store, game, known)
    assert shown > ROUNDS
    for game in known:
        _check(store, game, known)
    for kept in store.games.history(limit=None):  # also those of which nobody had been told
        assert store.open_game(kept.number).session.steps or kept.undos
    store.close()


def test_nothing_that_was_answered_is_lost_where_many_share_a_pen(url: str) -> None:
    rng = random.Random(9)
    known: dict[int, tuple[int, Line]] = {}
    seats = most = 0
    with Nursery() as nursery, Store.open(url) as store:
        for round_ in range(CROWDS):
            order = {"kind": "crowd", "url": url, "seats": SEATS, "seed": round_}
            [player] = nursery.send({**order, "changes": 10_000})
            reports = nursery.reports()
            heard = [next(reports) for _ in range(rng.randrange(1, 60))]
            time.sleep(rng.random() / 60)
            os.kill(player, signal.SIGKILL)
            heard += reports
            latest = {each["number"]: (each["version"], Line.reported(each)) for each in heard}
            known |= latest
            most = max(most, len(latest))
            seats += len(latest)
            for game in latest:
                _check(_whose(store, game), game, known)
        for game in known:
            _check(_whose(store, game), game, known)
    assert most > SEATS // 2
    assert seats > CROWDS


def _whose(store: Store, game: int) -> Store:
    """The store of the player who has a game."""
    with store._database.reading() as connection:
        query = select(GAMES.c.player).where(GAMES.c.number == game)
        return store.for_player(connection.execute(query).scalar_one())


def _check(store: Store, game: int, known: dict[int, tuple[int, Line]]) -> None:
    """The last thing shown is there; at most one change more, whose news was never heard."""
    version, line = known[game]
    table = store.open_game(game)
    now = Line.of(table.session)
    if table.version == version:
        assert now == line
    else:
        assert table.version == version + 1
        assert line.leads_to(now)
        known[game] = table.version, now
