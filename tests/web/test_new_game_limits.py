"""How many games a player and an address may make, and how large they may grow."""

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest
import web_servers
from api_client import act, deal, json_body, look, make, refused

from winnable import Record, Session

SETTINGS = """
new_games_per_player = 8
new_games_per_address = 30
new_players_per_address = 6
imports_per_player = 1_000
imports_per_address = 200_000
unplayed_games = 3
stored_per_player = 2_000
open_games_memory = 1_000_000
"""
RECORD = '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n\n1. t3c1 *\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_servers.Server]:
    """A server with small limits."""
    folder = tmp_path_factory.mktemp("limits")
    file = folder / "winnable.toml"
    file.write_text(SETTINGS)
    with web_servers.sqlite_server(folder, "--settings", str(file)) as running:
        yield running


_numbers = count(1)


@pytest.fixture
def here() -> str:
    """An address of this computer that no other test uses."""
    return f"127.0.2.{next(_numbers)}"


def refusals(server: web_servers.Server) -> float:
    return metric(server, "winnable_new_games_refused_total")


def metric(server: web_servers.Server, name: str) -> float:
    for line in web_servers.get(f"{server.url}/metrics").text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    raise AssertionError(f"there is no metric {name}")


def client_at(server: web_servers.Server, address: str) -> httpx.Client:
    """A client at an address of this computer."""
    transport = httpx.HTTPTransport(local_address=address)
    return web_servers.new_client(f"{server.url}/api/v1", transport=transport)


def too_many(response: httpx.Response) -> str:
    message = refused(response, 429)
    assert 1 <= int(response.headers["retry-after"]) <= 3600
    assert "try again in" in message
    return message


def test_new_games_of_a_player_and_of_an_address(server: web_servers.Server, here: str) -> None:
    """A player gets nowhere with another address, and an address nowhere with other players."""
    before = refusals(server)
    with client_at(server, here) as client:
        for _ in range(9):  # the first one was nobody's yet
            deal(client)
        assert "address" not in too_many(client.post("/games", json={"game": "freecell"}))
    with client_at(server, "127.0.0.3") as elsewhere:
        elsewhere.cookies = client.cookies
        too_many(elsewhere.post("/games", json={"game": "freecell"}))
    for _ in range(5):  # five of six newcomers are left
        with client_at(server, here) as client:
            deal(client)
    with client_at(server, here) as client:
        assert "players" in too_many(client.post("/games", json={"game": "freecell"}))
    with client_at(server, "127.0.0.3") as client:
        deal(client)
    assert refusals(server) == before + 3


def test_imported_bytes(server: web_servers.Server, here: str) -> None:
    with client_at(server, here) as client:
        deal(client)
        long = RECORD.replace("*", f"{{{'x' * 250}}} *")
        for _ in range(1_000 // len(long)):
            deal(client, None, record=long)
        assert "import" in too_many(client.post("/games", json={"pasted": long}))
        deal(client)  # dealing is something else


def test_what_a_player_has_stored(server: web_servers.Server, here: str) -> None:
    """Beyond the bound nothing can be imported, and nothing is deleted."""
    with client_at(server, here) as client:
        comment = "x" * 3_000
        large = RECORD.replace("*", f"{{{comment}}} *")
        state = make(client, deal(client, None, record=large), "t1c2")
        message = refused(client.post("/games", json={"record": RECORD}), 409)
        assert "store" in message
        deal(client)
        assert look(client, state)["moves_made"] == 2


def test_only_the_latest_unplayed_games_are_kept(server: web_servers.Server, here: str) -> None:
    """Games that were played stay, whatever their age."""
    with client_at(server, here) as client:
        played = make(client, deal(client, deal_number=1), "t3c1")
        unplayed = [deal(client) for _ in range(5)]
        with client_at(server, here) as other:
            deal(other)
        statuses = [client.get(f"/games/{state['key']}").status_code for state in unplayed]
        assert statuses == [404, 404, 200, 200, 200]
        assert look(client, played)["moves_made"] == 1
        body = {"version": unplayed[0]["version"], "move": "t1c1"}
        refused(client.post(f"/games/{unplayed[0]['key']}/move", json=body), 404)


def test_a_record_with_thousands_of_tags_is_refused(server: web_servers.Server, here: str) -> None:
    tags = "".join(f'[T{at} ""]\n' for at in range(1_000))
    with client_at(server, here) as client:
        response = client.post("/games", json={"record": tags + RECORD})
        assert "tags" in refused(response, 422)


def test_games_take_no_more_memory_than_the_setting_says(server: web_servers.Server) -> None:
    """Records of 60 KB come from many addresses; each is still there, in the database."""
    record = f"{RECORD.removesuffix('*' + chr(10))} {{{'♠' * 20_000}}} *\n"
    seen = []
    for at in range(20):
        with client_at(server, f"127.0.1.{at + 1}") as client:
            state = deal(client, None, record=record)
            seen.append(metric(server, "winnable_open_games_bytes"))
            make(client, state, "t1c2")
            assert look(client, state)["moves_made"] == 2
    assert max(seen) <= 1_000_000
    assert seen[-1] > 500_000, "and some of them are in memory"


# -- how large a game can grow ---------------------------------------------------------------------


def test_a_game_grows_by_its_moves_only(tmp_path: Path) -> None:
    """The largest import, and then all the moves that a game may have: the row has a bound.

    A record has 60,000 characters and a body 128 KiB, so it takes at most that; a move in a record
    takes at most 16 bytes, and there are at most 1,000.
    """
    session = Session.new("easthaven", 5)
    for move in ("deal", "deal"):
        session.make(move)
    first = str(Record.of(session)).removesuffix("*\n")
    comment = "♠" * ((128_000 - len(first)) // 3 - 200)
    record = f"{first} {{{comment}}} *\n"
    with web_servers.sqlite_server(tmp_path) as server, server.client() as client:
        content = httpx.Request("POST", "http://x", json={"record": record}).content
        response = client.post(
            "/games", content=content, headers={"content-type": "application/json"}
        )
        assert response.status_code == 201, response.text
        state = json_body(response)
        before = row_size(tmp_path / "games.db")
        in_memory = metric(server, "winnable_open_games_bytes")
        assert before <= 128 * 1024
        made = 0
        while made < 150:
            there_and_back = [move for move in state["legal_moves"] if move != "deal"][:1]
            if not there_and_back:
                break
            state = make(client, state, there_and_back[0])
            made += 1
        grown = metric(server, "winnable_open_games_bytes") - in_memory
        assert grown >= 300 * made, "its weight in memory is kept current"
        state = act(client, state, "go-to", moves_made=2 + made // 2)
        assert row_size(tmp_path / "games.db") <= before + 16 * made + 100


def row_size(database: Path) -> int:
    """Bytes of the records of the largest game."""
    connection = sqlite3.connect(database)
    try:
        sizes = "length(CAST(record AS BLOB)) + length(CAST(undone AS BLOB))"
        return int(connection.execute(f"SELECT max({sizes}) FROM games").fetchone()[0])
    finally:
        connection.close()
