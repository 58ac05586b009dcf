"""For tests of the API: what players say to a server, and what they may expect of its answers."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from line_driver import GOLDEN_GAMES, golden_record
from web_servers import caller

from winnable import Record
from winnable.play import Variation

Told = dict[str, Any]
"""A body of an answer."""

GOLDEN = {file.stem: file for file in GOLDEN_GAMES}
JSON = {"content-type": "application/json"}

on_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""For tests in which the coach does the work, and not the database."""


def deal(client: httpx.Client, game: str | None = "freecell", **asked: object) -> Told:
    """A new table."""
    answer = client.post("/tables", json={"game": game, **asked})
    assert answer.status_code == 201, answer.text
    return told(answer)


def act(client: httpx.Client, state: Told, what: str, **more: object) -> Told:
    """Change a table, as somebody who has seen this state of it."""
    body = {"version": state["version"], **more}
    method = "PUT" if what == "autoplay" else "POST"
    answer = client.request(method, f"/tables/{state['key']}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return told(answer)


def make(client: httpx.Client, state: Told, *moves: str) -> Told:
    """Make moves, as they are written."""
    for move in moves:
        state = act(client, state, "move", move=move)
    return state


def look(client: httpx.Client, state: Told) -> Told:
    """How a table stands now."""
    answer = client.get(f"/tables/{state['key']}")
    assert answer.status_code == 200, answer.text
    return told(answer)


def lasting(state: Told) -> Told:
    """A state without what is told only once, and without the clock."""
    return {name: value for name, value in state.items() if name not in ("last", "seconds")}


def ask(client: httpx.Client, state: Told, kind: str, **more: object) -> list[Told]:
    """All that the coach says to a question."""
    body = {"version": state["version"], **more}
    with client.stream("POST", f"/tables/{state['key']}/{kind}", json=body) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.iter_lines()]


def told(answer: httpx.Response) -> Told:
    """The body of an answer that is an object."""
    body = answer.json()
    assert isinstance(body, dict)
    return body


def refused(answer: httpx.Response, status: int) -> str:
    """The one line in which something was refused."""
    assert answer.status_code == status, answer.text
    body = told(answer)
    assert set(body) <= {"error", "problems", "state"}
    for line in (body["error"], *body.get("problems", ())):
        assert line
        assert line.isprintable(), line
    return str(body["error"])


def twin(client: httpx.Client) -> httpx.Client:
    """The same player in another tab."""
    return caller(client.base_url, cookies=client.cookies)


def nearly_won(file: Path | str) -> tuple[str, str]:
    """A golden game without its last move, as a record, and that move."""
    record = golden_record(GOLDEN[file] if isinstance(file, str) else file)
    *entries, last = record.main_line.nodes
    tags = {name: said for name, said in record.tags.items() if name != "Result"}
    return str(Record(tags, Variation(tuple(entries)))), str(last.move)


def win(client: httpx.Client, file: str = "golf-relaxed-16") -> Told:
    """A game that was just won."""
    record, move = nearly_won(file)
    state = make(client, deal(client, None, record=record), move)
    assert state["outcome"] == "won"
    return state


def give_up(client: httpx.Client, game: str = "freecell", **asked: object) -> Told:
    """A game that was given up after a move."""
    state = deal(client, game, **asked)
    return act(client, make(client, state, state["moves"][0]), "give-up")
