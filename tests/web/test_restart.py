"""Servers that are killed, stopped, or one of two on a database: players lose nothing."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import postgres as peers
import pytest
from api_client import Json, act, ask, deal, json_body, lasting, look, make, refused, twin
from requires_kernels import need_kernels
from web_servers import Server, children, get, is_alive, server, sqlite_server, wait_until


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def own_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server of these tests' own, because it is killed."""
    url = peers.database_url(request, tmp_path_factory.mktemp("restart"))
    with server(url) as running:
        yield running


@pytest.fixture(scope="module")
def second(own_server: Server) -> Iterator[Server]:
    """Another one on the same database."""
    with server(own_server.database) as running:
        yield running


def played(client: httpx.Client) -> Json:
    """A game in progress, with some moves undone."""
    state = deal(client, "freecell", deal_number=1, autoplay="off")
    state = make(client, state, "t3c1", "t3c2", "t7c3", "t3c4")
    return act(client, act(client, state, "undo"), "undo")


def test_a_server_that_is_killed(own_server: Server) -> None:
    with own_server.client() as client:
        state = played(client)
        line = json_body(client.get(f"/games/{state['key']}/steps"))
        port, workers = own_server.port, children(own_server.pid)
        assert workers
        own_server.kill()
        wait_until(lambda: not any(map(is_alive, workers)))
        own_server.start()
        assert own_server.port == port
        assert lasting(look(client, state)) == lasting(state)
        assert json_body(client.get(f"/games/{state['key']}/steps")) == line
        assert [game["key"] for game in json_body(client.get("/games"))["games"]] == [state["key"]]
        after = act(client, state, "redo")
        assert (after["moves_made"], after["moves_undone"], after["version"]) == (
            3,
            1,
            state["version"] + 1,
        )
        assert after["undos"] == 2


def test_a_server_that_is_stopped_while_the_coach_is_busy(own_server: Server) -> None:
    need_kernels()
    with own_server.client() as client:
        state = deal(client, "easthaven", deal_number=7)
        workers = children(own_server.pid)
        with client.stream("POST", f"/games/{state['key']}/evaluation", json={}) as response:
            lines = response.iter_lines()
            assert "queued" in next(lines)
            assert own_server.stop() == 0
        assert workers
        assert not any(map(is_alive, workers))
        assert "Traceback" not in own_server.log()
        own_server.start()
        again = look(client, state)
        assert (again["view"], again["verdicts"]) == (state["view"], 1)
        assert make(client, again, "deal")["moves_made"] == 1


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
            stale = here.post(f"/games/{state['key']}/move", json=body)
            refused(stale, 409)
            assert lasting(json_body(stale)["state"]) == lasting(newest)
            # A client that has seen the newest version can continue with either server.
            assert act(here, newest, "undo")["moves_made"] == newest["moves_made"] - 1
            deal(there)
            code = json_body(there.post("/player/code"))["code"]
            assert here.post("/player/recover", json={"code": code}).status_code == 200


def test_a_request_to_the_coach_about_a_game_that_another_server_changed(
    own_server: Server, second: Server
) -> None:
    need_kernels()
    with own_server.client() as here:
        state = deal(here, "freecell", deal_number=1)
        with twin(here) as there:
            there.base_url = httpx.URL(f"{second.url}/api/v1")
            after = make(there, state, "t3c1")
            stale = here.post(f"/games/{state['key']}/hint", json={"version": state["version"]})
            refused(stale, 409)
            assert lasting(json_body(stale)["state"]) == lasting(after)
            assert ask(here, after, "hint")[-1]["final"]


def test_games_that_another_server_transferred(own_server: Server, second: Server) -> None:
    """The server that still holds them in memory does not show them to the old player."""
    with own_server.client() as old:
        state = make(old, deal(old, "freecell", deal_number=1), "t3c1")
        with second.client() as new, twin(old) as moving:
            deal(new)
            code = json_body(new.post("/player/code"))["code"]
            moving.base_url = new.base_url
            body = {"code": code, "transfer_games": True}
            moving.post("/player/recover", json=body).raise_for_status()
            refused(old.get(f"/games/{state['key']}"), 404)
            body = {"version": state["version"], "move": "t3c2"}
            refused(old.post(f"/games/{state['key']}/move", json=body), 404)
            new.base_url = old.base_url
            assert make(new, state, "t3c2")["moves_made"] == 2


def test_jobs_of_closed_connections_are_cancelled(tmp_path: Path) -> None:
    """Searches for a deal, too, so that they do not fill the queue."""
    need_kernels()
    with sqlite_server(tmp_path, "--workers", "1") as running, running.client() as client:
        search = {"game": "aces-up", "level": "fiendish"}
        wait_until(lambda: bool(children(running.pid)))
        [worker] = children(running.pid)
        os.kill(worker, signal.SIGSTOP)
        for _ in range(4):  # one more than a player may have
            with pytest.raises(httpx.ReadTimeout):
                client.post("/games", json=search, timeout=0.2)
            wait_until(lambda: "winnable_coach_waiting 0.0" in get(f"{running.url}/metrics").text)
        os.kill(worker, signal.SIGCONT)
        assert deal(client, "freecell", level="easy")["moves_made"] == 0
        assert json_body(client.get("/history"))["games"] == []
