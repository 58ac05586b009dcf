"""The atlas over HTTP: what is known of a numbered deal, in every game."""

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from api_client import Json, deal, json_body, on_sqlite, refused
from requires_kernels import need_kernels
from web_servers import Server, children, get, is_alive, new_client, sqlite_server, wait_until

from winnable import DECK, GAMES, Card, Session
from winnable.coach.atlas import deal_facts
from winnable.coach.effort import effort_for
from winnable.coach.known_verdicts import known_range, known_verdict
from winnable.deals import MAX_DEAL
from winnable.solver import Verdict

UNKNOWN = 300_001
"""A deal whose verdict does not ship with the package, in any game."""
LONG_SEARCH = 10_107
"""A deal of Aces Up that takes at least 10 million positions."""


def look_up(client: httpx.Client, number: object, **query: object) -> Json:
    response = client.get(f"/deals/{number}", params={key: str(query[key]) for key in query})
    assert response.status_code == 200, response.text
    return json_body(response)


def table_of(client: httpx.Client, number: int, game: str, **query: object) -> Json:
    """What is answered for one game."""
    [found] = look_up(client, number, games=game, **query)["games"]
    assert isinstance(found, dict)
    return found


def jobs(server: Server) -> int:
    """How many jobs the coach has had."""
    found = re.search(r"^winnable_coach_jobs_total (\d+)", get(f"{server.url}/metrics").text, re.M)
    assert found is not None
    return int(found[1])


# -- the answers -----------------------------------------------------------------------------------


@on_sqlite
@pytest.mark.parametrize("number", [617, UNKNOWN, MAX_DEAL])
def test_a_deal_in_every_game(client: httpx.Client, number: int) -> None:
    need_kernels()
    body = look_up(client, number)
    assert body["deal_number"] == number
    assert [found["game"] for found in body["games"]] == list(GAMES)
    for found in body["games"]:
        game = GAMES[found["game"]]
        facts = deal_facts(game, number, effort_for(game).open_limit)
        assert found == {
            "game": game.slug,
            "game_name": game.name,
            "view": Session(game, deal=number).view.as_dict(),
            "verdict": facts.verdict.value,
            "moves": facts.moves,
            "moves_by_hand": facts.moves_by_hand,
            "minimal": facts.minimal,
            "level": facts.level and facts.level.value,
            "final": True,
        }


@on_sqlite
def test_some_games_in_the_order_asked_for(client: httpx.Client) -> None:
    body = look_up(client, 617, games="golf-relaxed,freecell, golf", known=True)
    assert [found["game"] for found in body["games"]] == ["golf-relaxed", "freecell"]
    assert look_up(client, "0617", games="freecell", known=True)["deal_number"] == 617


@on_sqlite
def test_what_is_known_is_answered_without_work(client: httpx.Client, server: Server) -> None:
    before = jobs(server)
    for number in (41, 42, 43, UNKNOWN + 1):  # that no other test looks up
        for found in look_up(client, number, known=True)["games"]:
            verdict = known_verdict(GAMES[found["game"]], number)
            assert found["verdict"] == (verdict and verdict.value)
            assert found["moves"] is None
            assert found["final"] == (verdict is Verdict.LOST)
    assert jobs(server) == before


@on_sqlite
def test_a_deal_that_is_known_to_be_lost_needs_no_work(
    client: httpx.Client, server: Server
) -> None:
    assert known_verdict(GAMES["freecell"], 11982) is Verdict.LOST
    before = jobs(server)
    found = table_of(client, 11982, "freecell")
    assert (found["verdict"], found["moves"], found["level"]) == ("lost", None, None)
    assert found["final"]
    assert jobs(server) == before


@on_sqlite
def test_work_is_done_once(client: httpx.Client, server: Server) -> None:
    need_kernels()
    before = jobs(server)
    first = table_of(client, UNKNOWN + 2, "golf-relaxed")
    assert jobs(server) == before + 1
    with server.client() as other:
        assert table_of(other, UNKNOWN + 2, "golf-relaxed") == first
        assert table_of(other, UNKNOWN + 2, "golf-relaxed", known=True) == first
    assert jobs(server) == before + 1


def test_nobody_becomes_a_player_by_looking(client: httpx.Client) -> None:
    response = client.get("/deals/617", params={"games": "golf-relaxed"})
    assert "set-cookie" not in response.headers
    assert not json_body(client.get("/player"))["is_known"]


@on_sqlite
@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.hides_cards])
def test_hidden_cards_are_not_in_the_answer(client: httpx.Client, slug: str) -> None:
    text = client.get("/deals/617", params={"games": slug}).text
    view = Session(GAMES[slug], deal=617).view
    in_sight = {str(card) for pile in (*view.columns, *view.foundations) for card in pile if card}
    named = set(re.findall(r'"([A2-9TJQK][CDHS])"', text))
    assert named == in_sight
    assert view.hidden_count == len(DECK) - len(in_sight)
    for card in set(DECK) - set(map(Card.parse, in_sight)):
        assert card.name not in text


# -- refused requests ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    ["0", "-1", "+1", "1e3", "1.0", "617abc", "%20617", "617%00", "٣", str(2**33), "9" * 400, ".."],
)
@pytest.mark.parametrize("known", ["true", "false"])
def test_bad_numbers(client: httpx.Client, number: str, known: str) -> None:
    response = client.get(httpx.URL(f"{client.base_url}deals/{number}?known={known}"))
    if number == "..":  # a client resolves it
        assert response.status_code == 404
    else:
        assert str(MAX_DEAL) in refused(response, 422)


@pytest.mark.parametrize("games", ["", "whist", "freecell,", "freecell,whist", "e" * 300, "\0"])
def test_bad_games(client: httpx.Client, games: str) -> None:
    refused(client.get("/deals/617", params={"games": games, "known": "true"}), 422)


def test_only_reading(client: httpx.Client) -> None:
    refused(client.post("/deals/617", json={}), 405)
    refused(client.get("/deals"), 404)
    refused(client.get("/deals/"), 404)


# -- a busy server ---------------------------------------------------------------------------------


class StoppedWorker:
    """A server whose only worker does nothing until it is resumed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        wait_until(lambda: "winnable_coach_workers 1.0" in self.metrics)
        [self.pid] = children(server.pid)
        os.kill(self.pid, signal.SIGSTOP)

    @property
    def metrics(self) -> str:
        return get(f"{self.server.url}/metrics").text

    def wait_for(self, **values: int) -> None:
        """Wait until the coach's metrics have these values."""
        wanted = [f"winnable_coach_{name} {value}.0" for name, value in values.items()]
        wait_until(lambda: all(f"\n{line}\n" in self.metrics for line in wanted))

    def resume(self) -> None:
        if is_alive(self.pid):
            os.kill(self.pid, signal.SIGCONT)


@contextmanager
def stopped_worker(folder: Path, settings: str) -> Iterator[StoppedWorker]:
    file = folder / "winnable.toml"
    file.write_text(f"workers = 1\n{settings}\n")
    with sqlite_server(folder, "--settings", str(file)) as server:
        worker = StoppedWorker(server)
        try:
            yield worker
        finally:
            worker.resume()


def test_limits_of_the_queue(tmp_path: Path) -> None:
    need_kernels()
    with (
        stopped_worker(tmp_path, "queue_size = 1") as worker,
        ThreadPoolExecutor(2) as threads,
        worker.server.client() as client,
        worker.server.client() as other,
    ):
        running = threads.submit(table_of, client, UNKNOWN, "freecell")
        worker.wait_for(running=1)
        waiting = threads.submit(table_of, other, UNKNOWN, "golf-relaxed")
        worker.wait_for(running=1, waiting=1)
        response = client.get(f"/deals/{UNKNOWN}", params={"games": "aces-up"})
        assert "busy" in refused(response, 503)
        assert int(response.headers["retry-after"]) > 0
        # What needs no work is answered all the same.
        assert len(look_up(client, 617, known=True)["games"]) == len(GAMES)
        worker.resume()
        assert (running.result()["final"], waiting.result()["final"]) == (True, True)


def test_a_player_has_so_many_requests_at_once(tmp_path: Path) -> None:
    need_kernels()
    with (
        stopped_worker(tmp_path, "jobs_per_player = 2") as worker,
        ThreadPoolExecutor(2) as threads,
        worker.server.client() as client,
    ):
        deal(client)
        cookies = dict(client.cookies)
        others = [new_client(client.base_url, cookies=cookies) for _ in range(2)]
        asked = [
            threads.submit(table_of, other, UNKNOWN + at, "freecell")
            for at, other in enumerate(others)
        ]
        worker.wait_for(running=1, waiting=1)
        response = client.get(f"/deals/{UNKNOWN}", params={"games": "golf-relaxed"})
        assert "2 requests" in refused(response, 429)
        worker.resume()
        assert all(found.result()["final"] for found in asked)
        for other in others:
            other.close()


def test_a_class_that_looks_up_one_deal(tmp_path: Path) -> None:
    """It is worked out once, and everybody gets the answer."""
    need_kernels()
    pupils = 12
    with (
        stopped_worker(tmp_path, "queue_size = 1") as worker,
        ThreadPoolExecutor(pupils) as threads,
    ):

        def ask() -> Json:
            with worker.server.client() as client:
                return table_of(client, UNKNOWN, "freecell")

        asked = [threads.submit(ask) for _ in range(pupils)]
        worker.wait_for(running=1, waiting=0)
        worker.resume()
        answers = [found.result() for found in asked]
        assert answers[0]["final"]
        assert all(answer == answers[0] for answer in answers)
        assert jobs(worker.server) == 1


def test_whoever_leaves_stops_the_work_and_the_next_begins_it(tmp_path: Path) -> None:
    need_kernels()
    with stopped_worker(tmp_path, "") as worker, worker.server.client() as client:
        with pytest.raises(httpx.ReadTimeout):
            client.get(f"/deals/{UNKNOWN}", params={"games": "freecell"}, timeout=1)
        worker.wait_for(cancelled_total=1)
        worker.resume()
        assert table_of(client, UNKNOWN, "freecell")["verdict"] == "winnable"


def test_a_search_that_is_cut_short_settles_nothing(tmp_path: Path) -> None:
    """The next request has it searched for again."""
    need_kernels()
    settings = "job_timeout = 1\nbusy_job_timeout = 1"
    with stopped_worker(tmp_path, settings) as worker, worker.server.client() as client:
        worker.resume()
        for count in (1, 2):
            found = table_of(client, LONG_SEARCH, "aces-up")
            assert (found["verdict"], found["moves"], found["level"]) == ("unsettled", None, None)
            assert not found["final"]
            assert jobs(worker.server) == count
        assert table_of(client, LONG_SEARCH, "aces-up", known=True)["verdict"] is None


@pytest.mark.heavy
def test_a_worker_that_hangs_is_an_error_and_not_a_verdict(tmp_path: Path) -> None:
    with (
        stopped_worker(tmp_path, "job_timeout = 1\nbusy_job_timeout = 1") as worker,
        worker.server.client() as client,
    ):
        response = client.get(f"/deals/{UNKNOWN}", params={"games": "freecell"})
        refused(response, 503)
        assert int(response.headers["retry-after"]) > 0


def test_unknown_is_beyond_the_shipped_verdicts() -> None:
    for game in GAMES.values():
        assert known_range(game).stop <= UNKNOWN
    assert LONG_SEARCH not in known_range(GAMES["aces-up"])
