"""A client of the API for tests: the requests of players, and checks of responses."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from line_driver import GOLDEN_GAMES, golden_record
from web_servers import new_client

from winnable import Record
from winnable.play import Variation

Json = dict[str, Any]
"""A JSON object, such as the body of a response."""

GOLDEN = {file.stem: file for file in GOLDEN_GAMES}
JSON = {"content-type": "application/json"}

on_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""For tests in which the coach does the work, and not the database."""


def deal(client: httpx.Client, game: str | None = "freecell", **fields: object) -> Json:
    """A new game; its state."""
    response = client.post("/games", json={"game": game, **fields})
    assert response.status_code == 201, response.text
    return json_body(response)


def act(client: httpx.Client, state: Json, action: str, **fields: object) -> Json:
    """Change a game, as a client that has seen this state; the next state."""
    body = {"version": state["version"], **fields}
    method = "PUT" if action == "autoplay" else "POST"
    response = client.request(method, f"/games/{state['key']}/{action}", json=body)
    assert response.status_code == 200, response.text
    return json_body(response)


def make(client: httpx.Client, state: Json, *moves: str) -> Json:
    """Make moves; the state after them."""
    for move in moves:
        state = act(client, state, "move", move=move)
    return state


def look(client: httpx.Client, state: Json) -> Json:
    """The current state of a game."""
    response = client.get(f"/games/{state['key']}")
    assert response.status_code == 200, response.text
    return json_body(response)


def lasting(state: Json) -> Json:
    """A state without what only one response tells, and without the clock."""
    return {name: value for name, value in state.items() if name not in ("last_change", "seconds")}


def ask(client: httpx.Client, state: Json, kind: str, **fields: object) -> list[Json]:
    """All messages of the coach about a game."""
    body = {"version": state["version"], **fields}
    with client.stream("POST", f"/games/{state['key']}/{kind}", json=body) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in response.iter_lines()]


def json_body(response: httpx.Response) -> Json:
    """The body of a response that is a JSON object."""
    body = response.json()
    assert isinstance(body, dict)
    return body


def refused(response: httpx.Response, status: int) -> str:
    """The message of a refused request, which is one printable line."""
    assert response.status_code == status, response.text
    body = json_body(response)
    assert set(body) <= {"error", "problems", "state", "missing"}
    for line in (body["error"], *body.get("problems", ())):
        assert line
        assert line.isprintable(), line
    return str(body["error"])


def twin(client: httpx.Client) -> httpx.Client:
    """The same player in another tab."""
    return new_client(client.base_url, cookies=client.cookies)


def nearly_won(file: Path | str) -> tuple[str, str]:
    """A golden game without its last move, as a record, and that move."""
    record = golden_record(GOLDEN[file] if isinstance(file, str) else file)
    *nodes, last = record.main_line.nodes
    tags = {name: value for name, value in record.tags.items() if name != "Result"}
    return str(Record(tags, Variation(tuple(nodes)))), str(last.move)


def win(client: httpx.Client, file: str = "golf-relaxed-16") -> Json:
    """A game that was just won."""
    record, move = nearly_won(file)
    state = make(client, deal(client, None, record=record), move)
    assert state["outcome"] == "won"
    return state


def give_up(client: httpx.Client, game: str = "freecell", **fields: object) -> Json:
    """A game that was given up after a move."""
    state = deal(client, game, **fields)
    return act(client, make(client, state, state["legal_moves"][0]), "give-up")
