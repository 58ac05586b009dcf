"""kill -9 at any moment loses nothing that was shown."""

import os
import random
import signal
import time

from store.players import Line, Nursery

from winnable.store import Store

ROUNDS = 200


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
    for kept in store.history(limit=None):  # also those of which nobody had been told
        assert store.open_table(kept.number).session.steps or kept.undos
    store.close()


def _check(store: Store, game: int, known: dict[int, tuple[int, Line]]) -> None:
    """The last thing shown is there; at most one change more, whose news was never heard."""
    version, line = known[game]
    table = store.open_table(game)
    now = Line.of(table.session)
    if table.version == version:
        assert now == line
    else:
        assert table.version == version + 1
        assert line.leads_to(now)
        known[game] = table.version, now
