"""Won games, played again over HTTP to the last card, and their place in the statistics."""

from pathlib import Path

import httpx
import pytest
from api_client import GOLDEN, act, ask, deal, json_body, look, make, nearly_won, win
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
        assert str(step.move) in state["legal_moves"]
        assert not state["is_won"]
        state = make(client, state, str(step.move))
        assert (state["moves_made"], state["version"]) == (made, made + 1)
        assert state["last_change"]["automoves"] == [str(move) for move in step.automoves]
    assert (state["is_won"], state["outcome"], state["used_help"]) == (True, "won", False)
    assert state["legal_moves"] == []
    assert "Won!" in state["last_change"]["spoken"]
    line = json_body(client.get(f"/games/{state['key']}/steps"))["steps"]
    assert [step["move"] for step in line[1:]] == [str(step.move) for step in played.steps]
    assert line[-1]["view"] == state["view"] == played.view.as_dict()

    record = parse_record(client.get(f"/games/{state['key']}/record").text)
    assert record.session().steps == played.steps
    [exported] = client.get("/export").text.split("\n\n\n") or [""]
    assert parse_record(exported).session().steps == played.steps
    assert parse_record(exported).tags["Outcome"] == "won"
    [saved] = json_body(client.get("/history"))["games"]
    assert (saved["key"], saved["outcome"], saved["is_unaided"]) == (state["key"], "won", True)
    assert saved["moves_made"] == len(played.steps)
    statistics = {game["game"]: game for game in json_body(client.get("/statistics"))["games"]}
    ours = statistics.pop(played.game.slug)
    assert (ours["played"], ours["won"], ours["unaided"], ours["streak"]) == (1, 1, 1, 1)
    assert ours["best_moves"] == ours["average_moves"] == len(played.steps)
    assert [game["key"] for game in ours["last_games"]] == [state["key"]]
    assert not any(game["played"] for game in statistics.values())


@pytest.mark.parametrize("help_taken", ["undo", "hint", "evaluation", "none"])
def test_a_game_is_unaided_only_without_help(client: httpx.Client, help_taken: str) -> None:
    need_kernels()
    file = GOLDEN["freecell-1"]
    state = deal(client, None, record=beginning(file))
    for step in golden_record(file).session().steps:
        state = make(client, state, str(step.move))
        if help_taken == "undo" and state["moves_made"] == 1:
            state = act(client, act(client, state, "undo"), "redo")
        elif help_taken != "none" and state["moves_made"] == 1:
            ask(client, state, help_taken)
            state = look(client, state)
    assert state["is_won"]
    assert state["used_help"] == (help_taken != "none")
    [saved] = json_body(client.get("/history"))["games"]
    counts = {"undo": saved["undos"], "hint": saved["hints"], "evaluation": saved["verdicts"]}
    assert counts == {name: int(name == help_taken) for name in counts}
    assert saved["is_unaided"] == (help_taken == "none")
    statistics = json_body(client.get("/statistics"))["games"]
    assert sum(game["unaided"] for game in statistics) == (help_taken == "none")
    assert sum(game["won"] for game in statistics) == 1


def test_continuing_a_game_that_was_given_up_counts_as_an_undo(client: httpx.Client) -> None:
    """Its player may have read the record, with the hidden cards."""
    state = make(client, deal(client, "aces-up", deal_number=1), "deal")
    state = act(client, state, "give-up")
    assert state["undos"] == 0
    refused_move = {"version": state["version"], "move": "t1t1"}
    client.post(f"/games/{state['key']}/move", json=refused_move)
    assert look(client, state)["undos"] == 0, "a refused move does not continue it"
    state = make(client, state, "deal")
    assert (state["outcome"], state["undos"], state["used_help"]) == ("unfinished", 1, True)


def test_imported_moves_are_help(client: httpx.Client) -> None:
    state = win(client)
    assert (state["outcome"], state["hints"], state["used_help"]) == ("won", 1, True)


def test_a_game_that_was_imported_as_won_is_in_no_statistics(client: httpx.Client) -> None:
    file = GOLDEN["golf-relaxed-16"]
    state = deal(client, None, record=file.read_text(encoding="utf-8"))
    assert state["outcome"] == "won"
    assert json_body(client.get("/history"))["games"] == []
    assert not any(game["played"] for game in json_body(client.get("/statistics"))["games"])


def test_the_help_in_a_records_tags_is_saved(client: httpx.Client) -> None:
    record, move = nearly_won("golf-relaxed-16")
    state = act(client, act(client, deal(client, None, record=record), "undo"), "redo")
    text = client.get(f"/games/{state['key']}/record").text
    again = make(client, deal(client, None, record=text), move)
    assert (again["is_won"], again["undos"], again["used_help"]) == (True, 1, True)


def test_a_streak(client: httpx.Client) -> None:
    win(client)
    win(client, "golf-relaxed-deck")
    statistics = {game["game"]: game for game in json_body(client.get("/statistics"))["games"]}
    assert statistics["golf-relaxed"]["streak"] == 2
    state = deal(client, "golf-relaxed", deal_number=3)
    act(client, make(client, state, "deal"), "give-up")
    statistics = {game["game"]: game for game in json_body(client.get("/statistics"))["games"]}
    golf = statistics["golf-relaxed"]
    assert (golf["streak"], golf["best_streak"], golf["played"], golf["won"]) == (0, 2, 3, 2)
