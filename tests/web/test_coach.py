"""The coach over HTTP: streams of messages, and what counts as help."""

import json
from contextlib import ExitStack

import httpx
import pytest
from api_client import (
    act,
    ask,
    deal,
    give_up,
    json_body,
    look,
    make,
    nearly_won,
    on_sqlite,
    refused,
    twin,
    win,
)
from requires_kernels import need_kernels
from web_servers import Server

from winnable import Session
from winnable.coach import Coach

pytestmark = pytest.mark.usefixtures("_kernels")


@pytest.fixture
def _kernels() -> None:
    need_kernels()


@on_sqlite
@pytest.mark.parametrize("slug", ["freecell", "golf-relaxed"])
def test_hints_and_evaluations_are_the_coachs(client: httpx.Client, slug: str) -> None:
    state = deal(client, slug, deal_number=3)
    session = Session.new(slug, 3, autoplay="safe")
    coach = Coach(session.game)
    evaluation, hint = coach.evaluate(session), coach.hint(session)
    lines = ask(client, state, "evaluation")
    assert lines[0] == {"kind": "queued", "ahead": 0, "version": 2}
    assert all(line["kind"] == "evaluation" and not line["final"] for line in lines[1:-1])
    assert lines[-1]["final"]
    assert lines[-1]["verdict"] == evaluation.verdict.value
    assert (lines[-1]["odds"] is None) == (evaluation.odds is None)
    lines = ask(client, look(client, state), "hint")
    assert lines[-1]["kind"] == "hint"
    assert lines[-1]["move"] == str(hint.move)
    assert lines[-1]["text"].endswith(".")


@on_sqlite
def test_following_the_hints_wins(client: httpx.Client) -> None:
    record, _ = nearly_won("bakers-game-2-all")
    state = deal(client, None, record=record)
    for _ in range(9):
        state = act(client, state, "undo")
    while not state["is_won"]:
        move = ask(client, state, "hint")[-1]["move"]
        state = make(client, look(client, state), move)
    assert state["hints"] > 0


def test_help_is_counted_and_makes_no_move_stale(client: httpx.Client) -> None:
    """Another tab, which has not seen that a hint was counted, can still move."""
    state = deal(client, "freecell", deal_number=1)
    with twin(client) as other:
        [queued, *_] = ask(client, state, "hint")
        assert queued["version"] == look(client, state)["version"] == state["version"] + 1
        after = make(other, state, "t3c1")
        assert (after["moves_made"], after["hints"]) == (1, 1)


def test_only_the_first_verdict_is_saved_at_once(client: httpx.Client) -> None:
    """The page asks after each move: the game is aided from the first verdict on."""
    state = deal(client, "freecell", deal_number=1)
    for count in (1, 2, 3):
        ask(client, state, "evaluation")
        state = make(client, state, ("t3c1", "t3c2", "t3c3")[count - 1])
        assert (state["verdicts"], state["used_help"]) == (count, True)
    assert state["version"] == 5


@pytest.mark.parametrize("kind", ["hint", "evaluation", "review"])
def test_a_stale_request_is_refused(client: httpx.Client, kind: str) -> None:
    state = deal(client, "freecell", deal_number=1)
    make(client, state, "t3c1")
    body = {"version": state["version"]}
    response = client.post(f"/games/{state['key']}/{kind}", json=body)
    refused(response, 409)
    assert json_body(response)["state"]["moves_made"] == 1
    assert look(client, state)["hints"] == state["hints"]


@pytest.mark.parametrize("kind", ["hint", "evaluation"])
def test_a_request_without_a_version_is_about_the_latest(client: httpx.Client, kind: str) -> None:
    state = deal(client, "freecell", deal_number=1)
    make(client, state, "t3c1")
    with client.stream("POST", f"/games/{state['key']}/{kind}", json={}) as response:
        lines = [json.loads(line) for line in response.iter_lines()]
    assert lines[-1]["final"]


def test_a_move_stops_the_stream(client: httpx.Client) -> None:
    """Easthaven's odds take a while: a move that is made meanwhile ends the stream."""
    state = deal(client, "easthaven", deal_number=7)
    with (
        twin(client) as other,
        client.stream("POST", f"/games/{state['key']}/evaluation", json={}) as response,
    ):
        lines = response.iter_lines()
        assert json.loads(next(lines))["kind"] == "queued"
        make(other, state, "deal")
        last = [json.loads(line) for line in lines][-1]
    assert last["kind"] == "stopped"


@on_sqlite
def test_a_refused_request_is_not_counted(client: httpx.Client) -> None:
    games = [deal(client, "easthaven", deal_number=number) for number in (7, 8, 9, 10)]
    with ExitStack() as streams:
        for state in games[:3]:
            path = f"/games/{state['key']}/evaluation"
            stream = streams.enter_context(client.stream("POST", path, json={}))
            assert stream.status_code == 200
        response = client.post(f"/games/{games[3]['key']}/evaluation", json={})
        refused(response, 429)
        assert int(response.headers["retry-after"]) > 0
        assert not look(client, games[3])["used_help"]
        for state in games[:3]:  # moves are not limited, and cancel the requests
            assert make(client, state, "deal")["verdicts"] == 1


@on_sqlite
def test_a_review_of_a_finished_game(client: httpx.Client) -> None:
    state = win(client)
    [*_, last] = ask(client, state, "review")
    assert (last["kind"], last["final"], last["is_won"]) == ("review", True, True)
    assert last["mistake"] is None
    assert len(last["best"]) == last["best_moves"] + 1
    assert look(client, state)["hints"] == state["hints"], "a won game is closed"


@on_sqlite
@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up", "easthaven"])
def test_no_review_while_cards_are_hidden(client: httpx.Client, slug: str) -> None:
    state = make(client, deal(client, slug, deal_number=1), "deal")
    response = client.post(f"/games/{state['key']}/review", json={"version": state["version"]})
    refused(response, 409)
    assert not look(client, state)["used_help"]
    if slug == "golf-relaxed":  # the others take long
        state = act(client, state, "give-up")
        assert ask(client, state, "review")[-1]["final"]


@on_sqlite
@pytest.mark.parametrize("slug", ["freecell", "easthaven"])
def test_no_review_before_the_first_move(client: httpx.Client, slug: str) -> None:
    state = deal(client, slug, deal_number=1)
    response = client.post(f"/games/{state['key']}/review", json={"version": state["version"]})
    assert refused(response, 409) == "there is nothing to review before the first move"
    assert not json_body(client.get(f"/games/{state['key']}/analysis"))["can_analyse"]
    assert not look(client, state)["used_help"]


def test_a_review_before_the_end_is_help(client: httpx.Client) -> None:
    state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
    assert ask(client, state, "review")[-1]["verdicts"] == ["winnable", "winnable"]
    assert look(client, state)["used_help"]


@on_sqlite
def test_back_to_the_last_winnable_position(client: httpx.Client) -> None:
    state = deal(client, "bakers-game", deal_number=1)
    views = [state["view"]]
    while ask(client, state, "evaluation")[-1]["verdict"] != "lost":
        state = make(client, look(client, state), state["legal_moves"][-1])
        views.append(state["view"])
    back = act(client, look(client, state), "last-winnable")
    assert (back["moves_made"], back["moves_undone"]) == (len(views) - 2, 1)
    assert back["view"] == views[-2]
    assert back["used_help"]


@on_sqlite
@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up", "easthaven"])
def test_last_winnable_reveals_nothing_of_hidden_cards(client: httpx.Client, slug: str) -> None:
    state = make(client, deal(client, slug, deal_number=1), "deal")
    response = client.post(
        f"/games/{state['key']}/last-winnable", json={"version": state["version"]}
    )
    refused(response, 409)
    assert look(client, state)["moves_made"] == 1


@on_sqlite
def test_a_lost_deal_has_no_last_winnable_position(client: httpx.Client) -> None:
    state = give_up(client, "freecell", deal_number=11982)
    response = client.post(
        f"/games/{state['key']}/last-winnable", json={"version": state["version"]}
    )
    refused(response, 409)


def test_the_coach_does_not_see_another_players_game(client: httpx.Client, server: Server) -> None:
    state = deal(client)
    with server.client() as other:
        deal(other)
        for kind in ("hint", "evaluation", "review"):
            refused(other.post(f"/games/{state['key']}/{kind}", json={}), 404)
    assert look(client, state) == state
