"""Several programs write at once: no change is lost or made twice."""

from store.writer_processes import ForkServer, Line

from winnable import Session
from winnable.store import Store

WRITERS = 4


def test_each_plays_a_game_of_its_own(url: str) -> None:
    with Store.open(url) as store, ForkServer() as server:
        orders = ({"url": url, "number": None, "seed": n, "changes": 25} for n in range(WRITERS))
        server.start(*({"kind": "play", **order} for order in orders))
        latest: dict[int, dict[str, object]] = {}
        writers: dict[int, set[object]] = {}
        changes = 0
        for report in server.reports(WRITERS):
            changes += 1
            latest[report["number"]] = report
            writers.setdefault(report["number"], set()).add(report["pid"])
        assert changes == WRITERS * 25
        assert all(len(who) == 1 for who in writers.values())
        assert sorted(latest) == sorted(saved.number for saved in store.games.history(limit=None))
        for number, report in latest.items():
            game = store.open_game(number)
            assert (game.version, Line.of(game.session)) == (
                report["version"],
                Line.reported(report),
            )


def test_all_play_the_same_game(url: str) -> None:
    with Store.open(url) as store, ForkServer() as server:
        game = store.new_game(Session.new("freecell", 617))
        for move in ("t1c1", "t2c2", "t3c3"):
            game.make(move)
        order = {"kind": "contend", "url": url, "number": game.number, "changes": 15}
        server.start(*({**order, "seed": seed} for seed in range(WRITERS)))
        made: dict[int, str] = {}
        stale = 0
        for report in server.reports(WRITERS):
            if "stale" in report:
                stale += 1
            else:
                assert report["version"] not in made, "two wrote the same version"
                made[report["version"]] = report["move"]
        assert stale + len(made) == WRITERS * 15
        line = [str(step.move) for step in game.session.steps]
        for version in sorted(made):
            if made[version]:
                line.append(made[version])
            else:
                line.pop()
        game.reload()
        assert sorted(made) == list(range(4, game.version + 1))
        assert [str(step.move) for step in game.session.steps] == line
        assert len(made) > 1
        assert stale
