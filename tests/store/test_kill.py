"""kill -9 at any moment loses no change that a player has seen."""

import os
import random
import signal
import time

import pytest
from store.saved_games import fetch
from store.writer_processes import ForkServer, Line

from winnable.store import Store

KILLS_OF_THREADS, THREADS = 25, 8

Known = dict[int, tuple[int, Line]]
"""The last reported version and moves of each game."""


@pytest.mark.parametrize("kills", [50, pytest.param(400, marks=pytest.mark.heavy)])
def test_no_move_that_was_shown_is_lost(url: str, kills: int) -> None:
    rng = random.Random(9)
    known: Known = {}
    shown = 0
    store = Store.open(url)
    with ForkServer() as server:
        for seed in range(kills):
            number = rng.choice([None, *list(known)[-3:]])
            order = {"kind": "play", "url": url, "number": number, "seed": seed}
            [writer] = server.start({**order, "changes": 10_000})
            reports = server.reports()
            read = [next(reports) for _ in range(rng.randrange(5))]  # 0: while it opens the store
            time.sleep(rng.random() / 60)
            os.kill(writer, signal.SIGKILL)
            read += reports
            shown += len(read)
            latest = {each["number"]: (each["version"], Line.reported(each)) for each in read}
            known |= latest
            if rng.random() < 0.5:  # half of the time no other program has the database open
                store.close()
                store = Store.open(url)
            for game in {*latest, *([number] if number else [])}:
                check(store, game, known)
    assert shown > kills
    for game in known:
        check(store, game, known)
    for saved in store.games.history(limit=None):  # also those that were never reported
        assert store.open_game(saved.number).session.steps or saved.undos
    store.close()


@pytest.mark.parametrize(
    "url",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.heavy)],  # which groups commits itself
    indirect=True,
)
def test_no_move_that_was_shown_is_lost_with_group_commit(url: str) -> None:
    rng = random.Random(9)
    known: Known = {}
    games = most = 0
    with ForkServer() as server, Store.open(url) as store:
        for seed in range(KILLS_OF_THREADS):
            order = {"kind": "play in threads", "url": url, "threads": THREADS, "seed": seed}
            [writer] = server.start({**order, "changes": 10_000})
            reports = server.reports()
            read = [next(reports) for _ in range(rng.randrange(1, 60))]
            time.sleep(rng.random() / 60)
            os.kill(writer, signal.SIGKILL)
            read += reports
            latest = {each["number"]: (each["version"], Line.reported(each)) for each in read}
            known |= latest
            most = max(most, len(latest))
            games += len(latest)
            for game in latest:
                check(owners_store(store, url, game), game, known)
        for game in known:
            check(owners_store(store, url, game), game, known)
    assert most > THREADS // 2
    assert games > KILLS_OF_THREADS


def owners_store(store: Store, url: str, game: int) -> Store:
    [(player,)] = fetch(url, f"SELECT player FROM games WHERE number = {game}")
    return store.for_player(player)


def check(store: Store, number: int, known: Known) -> None:
    """The last reported state is there; at most one more change, which was not reported yet."""
    version, line = known[number]
    game = store.open_game(number)
    now = Line.of(game.session)
    if game.version == version:
        assert now == line
    else:
        assert game.version == version + 1
        assert line.leads_to(now)
        known[number] = game.version, now
