"""A server that is killed, or stopped, or one of two: players do not notice."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import postgres as peers
import pytest
from api_client import Told, act, ask, deal, lasting, look, make, refused, told, twin
from requires_kernels import need_kernels
from web_servers import Server, children, get, is_alive, server, sqlite_server, wait_until


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def own_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server of these tests' own, to be killed."""
    url = peers.shelf_for(request, tmp_path_factory.mktemp("restart"))
    with server(url) as running:
        yield running


@pytest.fixture(scope="module")
def second(own_server: Server) -> Iterator[Server]:
    """Another one on the same database."""
    with server(own_server.database) as running:
        yield running


def played(client: httpx.Client) -> Told:
    """A table in the middle of a game, with some moves taken back."""
    state = deal(client, "freecell", deal=1, autoplay="off")
    state = make(client, state, "t3c1", "t3c2", "t7c3", "t3c4")
    return act(client, act(client, state, "undo"), "undo")


def test_killed_in_the_middle_of_a_game(own_server: Server) -> None:
    with own_server.client() as client:
        state = played(client)
        line = told(client.get(f"/tables/{state['key']}/line"))
        port, workers = own_server.port, children(own_server.pid)
        assert workers
        own_server.kill()
        wait_until(lambda: not any(map(is_alive, workers)))
        own_server.start()
        assert own_server.port == port
        assert lasting(look(client, state)) == lasting(state)
        assert told(client.get(f"/tables/{state['key']}/line")) == line
        assert [game["key"] for game in told(client.get("/tables"))["tables"]] == [state["key"]]
        after = act(client, state, "redo")
        assert (after["made"], after["undone"], after["version"]) == (3, 1, state["version"] + 1)
        assert after["undos"] == 2


def test_told_to_stop_while_somebody_asks_the_coach(own_server: Server) -> None:
    need_kernels()
    with own_server.client() as client:
        state = deal(client, "easthaven", deal=7)
        workers = children(own_server.pid)
        with client.stream("POST", f"/tables/{state['key']}/standing", json={}) as answer:
            lines = answer.iter_lines()
            assert "queued" in next(lines)
            assert own_server.stop() == 0
        assert workers
        assert not any(map(is_alive, workers))
        assert "Traceback" not in own_server.log()
        own_server.start()
        again = look(client, state)
        assert (again["view"], again["verdicts"]) == (state["view"], 1)
        assert make(client, again, "deal")["made"] == 1


def test_two_servers_on_one_database(own_server: Server, second: Server) -> None:
    with own_server.client() as here:
        state = played(here)
        with twin(here) as there:
            there.base_url = httpx.URL(f"{second.url}/api/v1")
            assert lasting(look(there, state)) == lasting(state)
            after = make(there, state, "t5c3")
            assert lasting(look(here, state)) == lasting(after)
            newest = make(there, after, "t5c4")
            body = {"version": after["version"], "move": "t6c4"}
            stale = here.post(f"/tables/{state['key']}/move", json=body)
            refused(stale, 409)
            assert lasting(told(stale)["state"]) == lasting(newest)
            # Whoever has seen the newest can go on at either server.
            assert act(here, newest, "undo")["made"] == newest["made"] - 1
            deal(there)
            code = told(there.post("/player/code"))["code"]
            assert here.post("/player/recover", json={"code": code}).status_code == 200


def test_a_question_about_a_table_that_went_on_elsewhere(
    own_server: Server, second: Server
) -> None:
    need_kernels()
    with own_server.client() as here:
        state = deal(here, "freecell", deal=1)
        with twin(here) as there:
            there.base_url = httpx.URL(f"{second.url}/api/v1")
            after = make(there, state, "t3c1")
            stale = here.post(f"/tables/{state['key']}/hint", json={"version": state["version"]})
            refused(stale, 409)
            assert lasting(told(stale)["state"]) == lasting(after)
            assert ask(here, after, "hint")[-1]["final"]


def test_games_that_were_taken_along_elsewhere(own_server: Server, second: Server) -> None:
    """The server that still holds the tables in memory lets the old player see nothing."""
    with own_server.client() as old:
        state = make(old, deal(old, "freecell", deal=1), "t3c1")
        with second.client() as new, twin(old) as moving:
            deal(new)
            code = told(new.post("/player/code"))["code"]
            moving.base_url = new.base_url
            body = {"code": code, "bring": True}
            moving.post("/player/recover", json=body).raise_for_status()
            answer = old.get(f"/tables/{state['key']}")
            assert refused(answer, 404) == "there is no such table, or it is not yours"
            body = {"version": state["version"], "move": "t3c2"}
            refused(old.post(f"/tables/{state['key']}/move", json=body), 404)
            new.base_url = old.base_url
            assert make(new, state, "t3c2")["made"] == 2


def test_questions_are_dropped_with_whoever_asked(tmp_path: Path) -> None:
    """Orders for a deal, too: nobody's place in the queue is taken by somebody who is gone."""
    need_kernels()
    with sqlite_server(tmp_path, "--workers", "1") as running, running.client() as client:
        order = {"game": "aces-up", "level": "fiendish"}
        wait_until(lambda: bool(children(running.pid)))
        [worker] = children(running.pid)
        os.kill(worker, signal.SIGSTOP)
        for _ in range(4):  # one more than a player may ask at once
            with pytest.raises(httpx.ReadTimeout):
                client.post("/tables", json=order, timeout=0.2)
            wait_until(lambda: "winnable_coach_waiting 0.0" in get(f"{running.url}/metrics").text)
        os.kill(worker, signal.SIGCONT)
        assert deal(client, "freecell", level="easy")["made"] == 0
        assert told(client.get("/history"))["games"] == []
