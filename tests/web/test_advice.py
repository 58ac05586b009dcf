"""The coach over HTTP: streams of JSON lines, and what counts as an aid."""

import json
from contextlib import ExitStack

import httpx
import pytest
from api_client import (
    act,
    ask,
    deal,
    give_up,
    look,
    make,
    nearly_won,
    on_sqlite,
    refused,
    told,
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
def test_hint_and_standing_are_the_coachs(client: httpx.Client, slug: str) -> None:
    state = deal(client, slug, deal=3)
    session = Session.new(slug, 3, autoplay="safe")
    coach = Coach(session.game)
    standing, hint = coach.evaluate(session), coach.hint(session)
    lines = ask(client, state, "standing")
    assert lines[0] == {"kind": "queued", "ahead": 0, "version": 2}
    assert all(line["kind"] == "standing" and not line["final"] for line in lines[1:-1])
    assert lines[-1]["final"]
    assert lines[-1]["verdict"] == standing.verdict.value
    assert (lines[-1]["odds"] is None) == (standing.odds is None)
    lines = ask(client, look(client, state), "hint")
    assert lines[-1]["kind"] == "hint"
    assert lines[-1]["move"] == str(hint.move)
    assert lines[-1]["words"].endswith(".")


@on_sqlite
def test_who_follows_the_hints_wins(client: httpx.Client) -> None:
    record, _ = nearly_won("bakers-game-2-all")
    state = deal(client, None, record=record)
    for _ in range(9):
        state = act(client, state, "undo")
    while not state["is_won"]:
        move = ask(client, state, "hint")[-1]["move"]
        state = make(client, look(client, state), move)
    assert state["hints"] > 0


def test_an_aid_is_counted_and_makes_no_move_stale(client: httpx.Client) -> None:
    """The other tab, which has not heard of the hint, goes on all the same."""
    state = deal(client, "freecell", deal=1)
    with twin(client) as other:
        [queued, *_] = ask(client, state, "hint")
        assert queued["version"] == look(client, state)["version"] == state["version"] + 1
        after = make(other, state, "t3c1")
        assert (after["made"], after["hints"]) == (1, 1)


def test_only_the_first_verdict_is_written_at_once(client: httpx.Client) -> None:
    """The lamp asks after each move: the game is aided from the first answer on."""
    state = deal(client, "freecell", deal=1)
    for count in (1, 2, 3):
        ask(client, state, "standing")
        state = make(client, state, ("t3c1", "t3c2", "t3c3")[count - 1])
        assert (state["verdicts"], state["unaided"]) == (count, False)
    assert state["version"] == 5


@pytest.mark.parametrize("kind", ["hint", "standing", "review"])
def test_a_stale_question_is_refused(client: httpx.Client, kind: str) -> None:
    state = deal(client, "freecell", deal=1)
    make(client, state, "t3c1")
    body = {"version": state["version"]}
    answer = client.post(f"/tables/{state['key']}/{kind}", json=body)
    refused(answer, 409)
    assert told(answer)["state"]["made"] == 1
    assert look(client, state)["hints"] == state["hints"], "a game that is won is closed"


@pytest.mark.parametrize("kind", ["hint", "standing"])
def test_without_a_version_it_is_about_the_table_as_it_is(client: httpx.Client, kind: str) -> None:
    state = deal(client, "freecell", deal=1)
    make(client, state, "t3c1")
    with client.stream("POST", f"/tables/{state['key']}/{kind}", json={}) as answer:
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert lines[-1]["final"]


def test_a_question_is_called_off_when_the_game_goes_on(client: httpx.Client) -> None:
    """Easthaven's odds take a while: a move made meanwhile ends the answer."""
    state = deal(client, "easthaven", deal=7)
    with (
        twin(client) as other,
        client.stream("POST", f"/tables/{state['key']}/standing", json={}) as answer,
    ):
        lines = answer.iter_lines()
        assert json.loads(next(lines))["kind"] == "queued"
        make(other, state, "deal")
        last = [json.loads(line) for line in lines][-1]
    assert last == {"kind": "stopped", "words": "The question was called off: the game went on."}


@on_sqlite
def test_a_player_who_asks_too_much_is_refused_and_not_aided(client: httpx.Client) -> None:
    tables = [deal(client, "easthaven", deal=number) for number in (7, 8, 9, 10)]
    with ExitStack() as asked:
        for state in tables[:3]:
            path = f"/tables/{state['key']}/standing"
            stream = asked.enter_context(client.stream("POST", path, json={}))
            assert stream.status_code == 200
        answer = client.post(f"/tables/{tables[3]['key']}/standing", json={})
        assert "3 questions of a player at a time" in refused(answer, 429)
        assert int(answer.headers["retry-after"]) > 0
        assert look(client, tables[3])["unaided"]
        for state in tables[:3]:  # moves are made all the same, and call the questions off
            assert make(client, state, "deal")["verdicts"] == 1


@on_sqlite
def test_a_review_of_a_game_that_is_over(client: httpx.Client) -> None:
    state = win(client)
    [*_, last] = ask(client, state, "review")
    assert (last["kind"], last["final"], last["is_won"]) == ("review", True, True)
    assert last["mistake"] is None
    assert len(last["best"]) == last["best_moves"] + 1
    assert look(client, state)["hints"] == state["hints"], "a game that is won is closed"


@on_sqlite
@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up", "easthaven"])
def test_no_review_before_the_end_where_cards_are_hidden(client: httpx.Client, slug: str) -> None:
    state = make(client, deal(client, slug, deal=1), "deal")
    answer = client.post(f"/tables/{state['key']}/review", json={"version": state["version"]})
    assert "give it up first" in refused(answer, 409)
    assert look(client, state)["unaided"]
    if slug == "golf-relaxed":  # the others take their time
        state = act(client, state, "give-up")
        assert ask(client, state, "review")[-1]["final"]


def test_a_review_before_the_end_is_an_aid(client: httpx.Client) -> None:
    state = make(client, deal(client, "freecell", deal=1), "t3c1")
    assert ask(client, state, "review")[-1]["verdicts"] == ["winnable", "winnable"]
    assert not look(client, state)["unaided"]


@on_sqlite
def test_back_to_the_last_winnable_position(client: httpx.Client) -> None:
    state = deal(client, "bakers-game", deal=1)
    views = [state["view"]]
    while ask(client, state, "standing")[-1]["verdict"] != "lost":
        state = make(client, look(client, state), state["moves"][-1])
        views.append(state["view"])
    back = act(client, look(client, state), "last-winnable")
    assert (back["made"], back["undone"]) == (len(views) - 2, 1)
    assert back["view"] == views[-2]
    assert not back["unaided"]


@on_sqlite
@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up", "easthaven"])
def test_the_way_back_tells_nothing_of_hidden_cards(client: httpx.Client, slug: str) -> None:
    """While the game may be won, whether it can be as the cards lie is not to be found out."""
    state = make(client, deal(client, slug, deal=1), "deal")
    answer = client.post(
        f"/tables/{state['key']}/last-winnable", json={"version": state["version"]}
    )
    assert "not known to be lost" in refused(answer, 409)
    assert look(client, state)["made"] == 1


@on_sqlite
def test_where_nothing_was_winnable_there_is_no_way_back(client: httpx.Client) -> None:
    state = give_up(client, "freecell", deal=11982)
    answer = client.post(
        f"/tables/{state['key']}/last-winnable", json={"version": state["version"]}
    )
    assert "no earlier position" in refused(answer, 409)


def test_nobody_asks_about_anothers_table(client: httpx.Client, server: Server) -> None:
    state = deal(client)
    with server.client() as other:
        deal(other)
        for kind in ("hint", "standing", "review"):
            refused(other.post(f"/tables/{state['key']}/{kind}", json={}), 404)
    assert look(client, state) == state
