"""Games that were won, played again over HTTP to the last card; and what is remembered of them."""

from pathlib import Path

import httpx
import pytest
from api_client import GOLDEN, act, ask, deal, look, make, nearly_won, told, win
from line_driver import GOLDEN_GAMES, golden_record
from requires_kernels import need_kernels

from winnable import GAMES, Record, parse_record

ONE_OF_EACH = ["aces-up-162", "bakers-game-2-all", "easthaven-2", "freecell-1", "golf-relaxed-16"]


def beginning(file: Path) -> str:
    """The record of a golden game before its first move."""
    tags = {name: said for name, said in golden_record(file).tags.items() if name != "Result"}
    return str(Record(tags))


def test_there_is_one_of_each_game() -> None:
    assert {golden_record(GOLDEN[name]).game.slug for name in ONE_OF_EACH} == set(GAMES)


@pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: str(file.stem))
def test_a_whole_game_is_played(client: httpx.Client, file: Path) -> None:
    played = golden_record(file).session()
    state = deal(client, None, pasted=beginning(file))
    for made, step in enumerate(played.steps, 1):
        assert str(step.move) in state["moves"]
        assert not state["is_won"]
        state = make(client, state, str(step.move))
        assert (state["made"], state["version"]) == (made, made + 1)
        assert state["last"]["automoves"] == [str(move) for move in step.automoves]
    assert (state["is_won"], state["outcome"], state["unaided"]) == (True, "won", True)
    assert state["moves"] == []
    assert "Won!" in state["last"]["spoken"]
    line = told(client.get(f"/tables/{state['key']}/line"))["steps"]
    assert [step["move"] for step in line[1:]] == [str(step.move) for step in played.steps]
    assert line[-1]["view"] == state["view"] == played.view.as_dict()

    record = parse_record(client.get(f"/tables/{state['key']}/record").text)
    assert record.session().steps == played.steps
    [exported] = client.get("/export").text.split("\n\n\n") or [""]
    assert parse_record(exported).session().steps == played.steps
    assert parse_record(exported).tags["Outcome"] == "won"
    [kept] = told(client.get("/history"))["games"]
    assert (kept["key"], kept["outcome"], kept["unaided"]) == (state["key"], "won", True)
    assert kept["moves"] == len(played.steps)
    figures = {game["slug"]: game for game in told(client.get("/statistics"))["games"]}
    ours = figures.pop(played.game.slug)
    assert (ours["played"], ours["won"], ours["unaided"], ours["streak"]) == (1, 1, 1, 1)
    assert ours["best_moves"] == ours["average_moves"] == len(played.steps)
    assert [game["key"] for game in ours["last"]] == [state["key"]]
    assert not any(game["played"] for game in figures.values())


@pytest.mark.parametrize("aid", ["undo", "hint", "standing", "none"])
def test_a_game_is_unaided_only_without_any_aid(client: httpx.Client, aid: str) -> None:
    need_kernels()
    file = GOLDEN["freecell-1"]
    state = deal(client, None, record=beginning(file))
    for step in golden_record(file).session().steps:
        state = make(client, state, str(step.move))
        if aid == "undo" and state["made"] == 1:
            state = act(client, act(client, state, "undo"), "redo")
        elif aid != "none" and state["made"] == 1:
            ask(client, state, aid)
            state = look(client, state)
    assert state["is_won"]
    assert state["unaided"] == (aid == "none")
    [kept] = told(client.get("/history"))["games"]
    counts = {"undo": kept["undos"], "hint": kept["hints"], "standing": kept["verdicts"]}
    assert counts == {name: int(name == aid) for name in counts}
    assert kept["unaided"] == (aid == "none")
    statistics = told(client.get("/statistics"))["games"]
    assert sum(game["unaided"] for game in statistics) == (aid == "none")
    assert sum(game["won"] for game in statistics) == 1


def test_to_take_a_game_up_again_is_an_undo(client: httpx.Client) -> None:
    """Somebody who gave up may have read the record, hidden cards and all."""
    state = make(client, deal(client, "aces-up", deal=1), "deal")
    state = act(client, state, "give-up")
    assert state["undos"] == 0
    refused_move = {"version": state["version"], "move": "t1t1"}
    client.post(f"/tables/{state['key']}/move", json=refused_move)
    assert look(client, state)["undos"] == 0, "a refused move takes nothing up"
    state = make(client, state, "deal")
    assert (state["outcome"], state["undos"], state["unaided"]) == ("unfinished", 1, False)


def test_moves_that_were_made_elsewhere_are_an_aid(client: httpx.Client) -> None:
    state = win(client)
    assert (state["outcome"], state["hints"], state["unaided"]) == ("won", 1, False)


def test_a_game_that_came_here_won_counts_for_nobody(client: httpx.Client) -> None:
    file = GOLDEN["golf-relaxed-16"]
    state = deal(client, None, record=file.read_text(encoding="utf-8"))
    assert state["outcome"] == "won"
    assert told(client.get("/history"))["games"] == []
    assert not any(game["played"] for game in told(client.get("/statistics"))["games"])


def test_what_aids_a_record_tells_of_stays(client: httpx.Client) -> None:
    """A game that was aided is no fresh start when it comes back from a file."""
    record, move = nearly_won("golf-relaxed-16")
    state = act(client, act(client, deal(client, None, record=record), "undo"), "redo")
    text = client.get(f"/tables/{state['key']}/record").text
    again = make(client, deal(client, None, record=text), move)
    assert (again["is_won"], again["undos"], again["unaided"]) == (True, 1, False)


def test_a_streak(client: httpx.Client) -> None:
    win(client)
    win(client, "golf-relaxed-deck")
    figures = {game["slug"]: game for game in told(client.get("/statistics"))["games"]}
    assert figures["golf-relaxed"]["streak"] == 2
    state = deal(client, "golf-relaxed", deal=3)
    act(client, make(client, state, "deal"), "give-up")
    figures = {game["slug"]: game for game in told(client.get("/statistics"))["games"]}
    golf = figures["golf-relaxed"]
    assert (golf["streak"], golf["best_streak"], golf["played"], golf["won"]) == (0, 2, 3, 2)
