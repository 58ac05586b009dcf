"""Several programs at once: nothing is lost, nothing is doubled."""

from store.writer_processes import Line, Nursery

from winnable import Session
from winnable.store import SavedGame, Store

WRITERS = 4


def test_each_its_own_game(url: str) -> None:
    with Store.open(url) as store, Nursery() as nursery:
        orders = ({"url": url, "number": None, "seed": n, "changes": 25} for n in range(WRITERS))
        nursery.send(*({"kind": "wander", **order} for order in orders))
        latest: dict[int, dict[str, object]] = {}
        writers: dict[int, set[object]] = {}
        changes = 0
        for report in nursery.reports(WRITERS):
            changes += 1
            latest[report["number"]] = report
            writers.setdefault(report["number"], set()).add(report["pid"])
        assert changes == WRITERS * 25
        assert all(len(who) == 1 for who in writers.values())
        assert sorted(latest) == sorted(kept.number for kept in store.games.history(limit=None))
        for number, report in latest.items():
            table = store.open_game(number)
            assert (table.version, Line.of(table.session)) == (
                report["version"],
                Line.reported(report),
            )


def test_all_the_same_game(url: str) -> None:
    with Store.open(url) as store, Nursery() as nursery:
        table = SavedGame(Session.new("freecell", 617), store.games)
        for move in ("t1c1", "t2c2", "t3c3"):
            table.make(move)
        order = {"kind": "contend", "url": url, "number": table.number, "changes": 15}
        nursery.send(*({**order, "seed": seed} for seed in range(WRITERS)))
        made: dict[int, str] = {}
        stale = 0
        for report in nursery.reports(WRITERS):
            if "stale" in report:
                stale += 1
            else:
                assert report["version"] not in made, "two wrote the same version"
                made[report["version"]] = report["move"]
        assert stale + len(made) == WRITERS * 15
        line = [str(step.move) for step in table.session.steps]
        for version in sorted(made):
            if made[version]:
                line.append(made[version])
            else:
                line.pop()
        table.reload()
        assert sorted(made) == list(range(4, table.version + 1))
        assert [str(step.move) for step in table.session.steps] == line
        assert len(made) > 1
        assert stale
