"""The analysis of a game: branches, lines that are kept, and cards that stay hidden."""

import json
import random
import re
from typing import Any

import httpx
import pytest
from api_client import Json, act, deal, json_body, look, make, on_sqlite, refused, twin, win
from hidden_card_search import HIDING
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from web.test_hidden_cards import cards_in, in_sight
from web_servers import Server

from winnable import DECK, Card, Game, Session, parse_record
from winnable.play.branches import MAX_LINES, MAX_MOVES
from winnable.play.lines import seen_cards

MOVES = ("t3c1", "t3t2", "t7c2")
"""Of FreeCell deal 1."""


@pytest.fixture
def game(client: httpx.Client) -> Json:
    """A game of FreeCell after three moves, which can be analysed while it goes on."""
    return make(client, deal(client, "freecell", deal_number=1, autoplay="off"), *MOVES)


def analysis(client: httpx.Client, state: Json) -> Json:
    return json_body(client.get(f"/games/{state['key']}/analysis"))


def try_move(client: httpx.Client, state: Json, **body: Any) -> httpx.Response:
    return client.post(f"/games/{state['key']}/analysis/move", json=body)


def keep(client: httpx.Client, state: Json, revision: str, **line: Any) -> httpx.Response:
    body = {"revision": revision, "name": "A line", "moves_made": 0, "moves": ["t4c1"], **line}
    return client.post(f"/games/{state['key']}/analysis/lines", json=body)


def lines_of(client: httpx.Client, state: Json, change: Json) -> list[Json]:
    """The lines that are kept after a change of them."""
    kept = analysis(client, state)["kept"]
    assert kept["revision"] == change["revision"]
    lines: list[Json] = kept["lines"]
    return lines


def names(kept: Json) -> list[str]:
    return [line["name"] for line in kept["lines"]]


# -- branches --------------------------------------------------------------------------------------


def test_the_moves_of_a_game(client: httpx.Client, game: Json) -> None:
    game = act(client, game, "undo")
    found = analysis(client, game)
    assert [step["move"] for step in found["steps"]] == [None, "t3c1", "t3t2"]
    assert found["steps"][-1]["view"] == game["view"]
    assert found["steps"][-1]["legal_moves"] == game["legal_moves"]
    assert found["steps"][-1]["movable_cards"] == game["movable_cards"]
    assert found["can_analyse"]


def test_a_move_is_tried_and_changes_nothing(client: httpx.Client, game: Json) -> None:
    tried = json_body(try_move(client, game, moves_made=1, moves=[], move="t7c2"))
    assert (tried["moves_made"], tried["move"], tried["text"]) == (2, "t7c2", "8♣ to cell 2")
    assert tried["view"]["cells"][:2] == ["2H", "8C"]
    then = json_body(
        try_move(client, game, moves_made=1, moves=["t7c2"], source="t7", index=5, target="c3")
    )
    assert then["moves_made"] == 3
    assert then["view"]["cells"][:2] == ["2H", "8C"]
    assert look(client, game)["view"] == game["view"]
    assert look(client, game)["version"] == game["version"]


def test_automatic_moves_are_written_as_in_a_record(client: httpx.Client) -> None:
    session = Session.new("freecell", 2, autoplay="safe")
    rng = random.Random(1)
    while not session.make(rng.choice(list(session.legal_moves()))).automoves:
        pass
    moves = [str(step.move) for step in session.steps]
    state = make(client, deal(client, "freecell", deal_number=2, autoplay="safe"), *moves)
    last = analysis(client, state)["steps"][-1]
    assert last["automoves"] == [str(move) for move in session.steps[-1].automoves]
    there = " +".join([last["move"], *last["automoves"]])
    move = state["legal_moves"][0]
    tried = try_move(client, state, moves_made=len(moves) - 1, moves=[there], move=move)
    assert tried.json()["view"] == make(client, state, move)["view"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"moves_made": 4, "move": "t1c3"}, "this game has only 3 moves"),
        ({"moves_made": 0, "moves": ["t1t2"], "move": "t1c3"}, "move 1 of the line cannot"),
        ({"moves_made": 0, "moves": ["??"], "move": "t1c3"}, "is not a move"),
        ({"moves_made": 0, "moves": [" "], "move": "t1c3"}, "is not a move"),
        ({"moves_made": 0, "move": "t1t2"}, "."),
        ({"moves_made": 0}, "give a move"),
        ({"moves_made": 0, "moves": ["t1c1"] * 301, "move": "t1c1"}, "at most 300"),
    ],
)
def test_impossible_tries(client: httpx.Client, game: Json, body: Json, problem: str) -> None:
    assert re.search(problem, refused(try_move(client, game, **body), 422))


def test_a_won_branch_goes_no_further(client: httpx.Client) -> None:
    state = win(client)
    made = state["moves_made"]
    assert "won" in refused(try_move(client, state, moves_made=made, move="deal"), 409)
    play = client.post(f"/games/{state['key']}/analysis/play", json={"moves_made": made})
    assert "won" in refused(play, 409)


@on_sqlite
def test_a_try_is_judged(client: httpx.Client, game: Json) -> None:
    path = f"/games/{game['key']}/analysis/evaluation"
    for moves, verdict in (([], "winnable"), (["t7c3"], "winnable")):
        body = {"moves_made": 3, "moves": moves}
        with client.stream("POST", path, json=body) as response:
            lines = [json.loads(line) for line in response.iter_lines() if line]
        assert (lines[-1]["final"], lines[-1]["verdict"]) == (True, verdict)
        assert lines[-1]["moves_to_win"] > 20
    assert look(client, game)["verdicts"] > 0  # the game still goes on


@on_sqlite
def test_judging_a_finished_game_is_no_help(client: httpx.Client) -> None:
    state = win(client)
    body = {"moves_made": state["moves_made"] - 1}
    assert client.post(f"/games/{state['key']}/analysis/evaluation", json=body).status_code == 200
    assert look(client, state)["verdicts"] == state["verdicts"]


def test_playing_from_a_branch(client: httpx.Client, game: Json) -> None:
    path = f"/games/{game['key']}/analysis/play"
    response = client.post(path, json={"moves_made": 1, "moves": ["t7c2", "t7c3"]})
    assert response.status_code == 201
    new = json_body(response)
    assert new["key"] != game["key"]
    assert (new["deal_number"], new["moves_made"], new["used_help"]) == (1, 3, True)
    assert new["view"]["cells"][:3] == ["2H", "8C", game["view"]["columns"][6][-1]]
    again = json_body(client.post(path, json={"moves_made": 0}))
    assert (again["deal_number"], again["moves_made"], again["used_help"]) == (1, 0, False)


def test_playing_from_a_deck_with_hidden_cards(client: httpx.Client) -> None:
    deck = random.Random(3).sample(DECK, len(DECK))
    state = deal(client, "golf-relaxed", deck=" ".join(map(str, deck)))
    state = act(client, make(client, state, "deal", "deal"), "give-up")
    new = json_body(client.post(f"/games/{state['key']}/analysis/play", json={"moves_made": 1}))
    assert make(client, new, "deal")["view"] == state["view"]
    assert not cards_in(json.dumps(new)) - in_sight_of(deck, 1)


def in_sight_of(deck: list[Card], deals: int) -> set[Card]:
    session = Session.new("golf-relaxed", deck)
    for _ in range(deals):
        session.make("deal")
    return in_sight(session)


def test_a_client_that_has_seen_other_moves_of_the_game_is_refused(
    client: httpx.Client, game: Json
) -> None:
    """It would get an answer about a position that it does not show."""
    body = {"moves_made": 3, "moves": ["t7c3"], "played": list(MOVES)}
    path = f"/games/{game['key']}/analysis"
    revision = analysis(client, game)["kept"]["revision"]
    assert client.post(f"{path}/branch", json=body).status_code == 200
    game = make(client, act(client, game, "undo"), "t8c2", "t7c3", "t7c4")
    assert client.post(f"{path}/branch", json={**body, "moves_made": 2}).status_code == 409
    revision = analysis(client, game)["kept"]["revision"]
    body["moves"] = ["t5t3"]
    for name, more in (
        ("branch", {}),
        ("evaluation", {}),
        ("play", {}),
        ("move", {"move": "t1c3"}),
    ):
        assert "played on" in refused(client.post(f"{path}/{name}", json={**body, **more}), 409)
    review = f"/games/{game['key']}/review"
    assert "played on" in refused(client.post(review, json={"played": list(MOVES)}), 409)
    played = [*MOVES[:2], "t8c2", "t7c3", "t7c4"]
    assert client.post(review, json={"played": played}).status_code == 200
    line = {**body, "name": "A line", "revision": revision}
    assert "played on" in refused(client.post(f"{path}/lines", json=line), 409)
    before = {**body, "moves_made": 2, "played": list(MOVES[:2]), "moves": ["t7c2"]}
    assert client.post(f"{path}/branch", json=before).status_code == 200


# -- lines -----------------------------------------------------------------------------------------


def test_a_line_is_kept_renamed_and_deleted(client: httpx.Client, game: Json) -> None:
    empty = analysis(client, game)["kept"]
    assert empty["lines"] == []
    kept = json_body(keep(client, game, empty["revision"], moves=["t4c1", "t4c2"], name=" A  B "))
    assert kept["removed"] is None
    assert kept["line"] == {"number": 0, "name": "A B", "moves_made": 0}
    [line] = lines_of(client, game, kept)
    assert [step["move"] for step in line["steps"]] == ["t4c1", "t4c2"]
    at_end = json_body(
        keep(client, game, kept["revision"], name="On", moves_made=3, moves=["t7c3"])
    )
    assert (at_end["removed"], at_end["line"]["number"]) == (None, 1)
    assert [
        (line["name"], line["moves_made"], len(line["steps"]))
        for line in lines_of(client, game, at_end)
    ] == [("A B", 0, 2), ("On", 3, 1)]
    path = f"/games/{game['key']}/analysis/lines"
    body = {"revision": at_end["revision"], "name": "C", "moves_made": 0, "moves": ["t4c1"]}
    renamed = json_body(client.put(f"{path}/0", json=body))
    assert renamed["removed"] == renamed["line"]["number"] == 0
    lines = lines_of(client, game, renamed)
    assert [(line["name"], len(line["steps"])) for line in lines] == [("C", 1), ("On", 1)]
    body = {"revision": renamed["revision"]}
    left = json_body(client.request("DELETE", f"{path}/0", json=body))
    assert (left["removed"], left["line"]) == (0, None)
    assert [line["name"] for line in lines_of(client, game, left)] == ["On"]
    body = {"revision": left["revision"]}
    gone = json_body(client.request("DELETE", f"{path}/0", json=body))
    assert lines_of(client, game, gone) == []
    assert look(client, game)["version"] > game["version"]


@pytest.mark.parametrize(
    ("moves", "own"), [((*MOVES[:2], "t7c3"), 1), ((*MOVES, "t7c3", "t7c4"), 2)]
)
def test_a_line_that_begins_with_moves_of_the_game_is_known_again(
    client: httpx.Client, game: Json, moves: tuple[str, ...], own: int
) -> None:
    """A win that a review finds does: it begins at the start."""
    seen = analysis(client, game)["kept"]["revision"]
    first = json_body(keep(client, game, seen, moves=["t4c1"]))
    kept = json_body(keep(client, game, first["revision"], name="Win", moves=moves))
    number, made = kept["line"]["number"], kept["line"]["moves_made"]
    [line] = [line for line in lines_of(client, game, kept) if line["number"] == number]
    assert (line["name"], line["moves_made"]) == ("Win", made)
    assert (made, len(line["steps"])) == (len(moves) - own, own)


def test_lines_are_side_lines_of_the_record(client: httpx.Client, game: Json) -> None:
    revision = analysis(client, game)["kept"]["revision"]
    keep(client, game, revision, name="Other cells", moves_made=3, moves=["t7c3", "t7c4"])
    text = client.get(f"/games/{game['key']}/record").text
    assert "({Other cells} 3. t7c2 4. t7c3 5. t7c4)" in text
    assert parse_record(text).session().steps
    again = deal(client, None, record=text)
    assert names(analysis(client, again)["kept"]) == ["Other cells"]


def test_a_line_continues_beside_a_game_that_goes_on(client: httpx.Client, game: Json) -> None:
    revision = analysis(client, game)["kept"]["revision"]
    keep(client, game, revision, moves_made=3, moves=["t7c3"])
    game = make(client, look(client, game), "t7c4")
    [line] = analysis(client, game)["kept"]["lines"]
    assert (line["moves_made"], len(line["steps"])) == (3, 1)
    game = act(client, game, "restart")
    assert analysis(client, game)["kept"]["lines"] == []
    for _ in range(4):
        game = act(client, game, "redo")
    assert names(analysis(client, game)["kept"]) == ["A line"]


def test_lines_of_a_won_game(client: httpx.Client, server: Server) -> None:
    state = win(client)
    at = analysis(client, state)
    played = [step["move"] for step in at["steps"]]
    before, other = next(
        (made, move)
        for made, step in enumerate(at["steps"])
        for move in step["legal_moves"]
        if move not in ("deal", *played[made + 1 : made + 2])
    )
    kept = keep(client, state, at["kept"]["revision"], moves_made=before, moves=[other])
    assert kept.status_code == 201, kept.text
    with twin(client) as tab:
        assert names(analysis(tab, state)["kept"]) == ["A line"]
    history = json_body(client.get("/history"))["games"][0]
    assert (history["outcome"], history["moves_made"]) == ("won", state["moves_made"])
    key = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    with server.client() as other_player:
        shared = json_body(other_player.get(f"/shared/{key}"))
        assert names(shared) == ["A line"]
        assert [step["move"] for step in shared["lines"][0]["steps"]] == [other]
        assert "{A line}" in other_player.get(f"/shared/{key}/record").text


def test_two_tabs_cannot_overwrite_each_others_lines(client: httpx.Client, game: Json) -> None:
    seen = analysis(client, game)["kept"]["revision"]
    with twin(client) as tab:
        assert keep(tab, game, seen, name="First").status_code == 201
    assert "changed" in refused(keep(client, game, seen, name="Second"), 409)
    path = f"/games/{game['key']}/analysis/lines/0"
    refused(client.request("DELETE", path, json={"revision": seen}), 409)
    body = {"revision": seen, "name": "Mine", "moves_made": 0, "moves": ["t4c1"]}
    refused(client.put(path, json=body), 409)
    kept = analysis(client, game)["kept"]
    assert names(kept) == ["First"]
    assert keep(client, game, kept["revision"], name="Second").status_code == 201


def test_a_move_of_the_game_changes_the_revision_and_help_does_not(
    client: httpx.Client, game: Json
) -> None:
    seen = analysis(client, game)["kept"]["revision"]
    assert client.post(f"/games/{game['key']}/hint", json={}).status_code == 200
    assert look(client, game)["hints"] == 1
    assert analysis(client, game)["kept"]["revision"] == seen
    game = make(client, look(client, game), "t7c3")
    refused(keep(client, game, seen), 409)


@pytest.mark.parametrize(
    ("line", "status", "problem"),
    [
        ({"moves": []}, 422, "the game itself"),
        ({"moves": ["t3c1", "t3t2"]}, 422, "the game itself"),
        ({"moves": ["t3t1"]}, 422, "move 1 of the line"),
        ({"name": " "}, 422, "name"),
        ({"name": "x" * 61}, 422, "60"),
        ({"name": "a\nb"}, 422, "name"),
        ({"name": "a\0b"}, 422, "name"),
        ({"moves_made": 9}, 422, "3 moves"),
    ],
)
def test_lines_that_cannot_be_kept(
    client: httpx.Client, game: Json, line: Json, status: int, problem: str
) -> None:
    seen = analysis(client, game)["kept"]["revision"]
    assert problem in refused(keep(client, game, seen, **line), status)
    assert analysis(client, game)["kept"]["lines"] == []


def test_a_name_with_the_signs_of_the_format(client: httpx.Client, game: Json) -> None:
    seen = analysis(client, game)["kept"]["revision"]
    name = r'} ) * \ " { 1. t1c1 <b>'
    assert json_body(keep(client, game, seen, name=name))["line"]["name"] == name
    assert names(analysis(client, game)["kept"]) == [name]


def test_before_the_first_move_there_is_no_analysis(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=1)
    found = analysis(client, state)
    assert (found["can_analyse"], found["steps"]) == (False, [])
    seen = found["kept"]["revision"]
    assert "before the first move" in refused(keep(client, state, seen, moves=["t3c1"]), 409)


def test_there_are_not_too_many_lines(client: httpx.Client) -> None:
    side = " ".join(f"({{{number}}} 1. t3c2)" for number in range(MAX_LINES))
    record = f'[Winnable "1"] [Game "freecell"] [Deal "1"] 1. t3c1 {side} *'
    state = deal(client, None, record=record)
    seen = analysis(client, state)["kept"]
    assert len(seen["lines"]) == MAX_LINES
    assert "at most 50" in refused(keep(client, state, seen["revision"]), 409)
    path = f"/games/{state['key']}/analysis/lines"
    refused(client.request("DELETE", f"{path}/50", json={"revision": seen["revision"]}), 404)
    left = json_body(client.request("DELETE", f"{path}/7", json={"revision": seen["revision"]}))
    assert left["removed"] == 7
    assert "7" not in names(analysis(client, state)["kept"])
    assert keep(client, state, left["revision"]).status_code == 201


def test_nor_too_long_ones(client: httpx.Client) -> None:
    record = f'[Winnable "1"] [Game "freecell"] [Deal "1"] {{{"x" * 59_900}}} 1. t3c1 *'
    state = deal(client, None, record=record)
    seen = analysis(client, state)["kept"]["revision"]
    assert "too long" in refused(keep(client, state, seen, moves=["t4c1", "t7c2", "t7c3"]), 409)


def test_nor_too_many_moves(client: httpx.Client) -> None:
    line = [str(step.move) for step in random_game(300).steps]
    numbered = " ".join(f"{number}. {move}" for number, move in enumerate(line, 1))
    side = " ".join([f"({numbered})"] * 3)
    record = f'[Winnable "1"] [Game "freecell"] [Deal "1"] 1. t4c1 {side} *'
    state = deal(client, None, record=record)
    revision = analysis(client, state)["kept"]["revision"]
    for _ in range(3, MAX_MOVES // len(line)):
        revision = json_body(keep(client, state, revision, moves=line))["revision"]
    assert "too long" in refused(keep(client, state, revision, moves=["t7c2"]), 409)


def random_game(moves: int) -> Session:
    """So many moves of FreeCell deal 1, the first of which is t3c1."""
    for seed in range(1000):
        session, rng = Session.new("freecell", 1, autoplay="off"), random.Random(seed)
        session.make("t3c1")
        while len(session.steps) < moves and not session.is_stuck:
            session.make(rng.choice(list(session.legal_moves())))
        if len(session.steps) == moves:
            return session
    raise AssertionError("every game got stuck")


def test_other_players_cannot_analyse(client: httpx.Client, server: Server, game: Json) -> None:
    with server.client() as other:
        deal(other)
        path = f"/games/{game['key']}/analysis"
        refused(other.get(path), 404)
        refused(try_move(other, game, moves_made=0, move="t3c1"), 404)
        refused(keep(other, game, ""), 404)
        refused(other.post(f"{path}/play", json={"moves_made": 0}), 404)
        refused(other.post(f"{path}/evaluation", json={"moves_made": 0}), 404)


def test_the_moves_of_a_branch(client: httpx.Client, game: Json, server: Server) -> None:
    moves = ["t7c2", "t7c3"]
    body = {"moves_made": 1, "moves": moves}
    found = json_body(client.post(f"/games/{game['key']}/analysis/branch", json=body))["steps"]
    tried = json_body(try_move(client, game, moves_made=1, moves=moves[:1], move=moves[1]))
    assert [step["move"] for step in found] == moves
    assert found[-1] == tried
    key = json_body(client.post(f"/games/{act(client, game, 'give-up')['key']}/share"))["share_key"]
    with server.client() as other:
        assert json_body(other.post(f"/shared/{key}/branch", json=body))["steps"] == found
        for bad in ({"moves_made": 9}, {"moves_made": 0, "moves": ["t1t2"]}):
            refused(other.post(f"/shared/{key}/branch", json=bad), 422)
            refused(client.post(f"/games/{game['key']}/analysis/branch", json=bad), 422)


NESTED = """[Winnable "1"] [Game "freecell"] [Deal "1"]
1. t3c1 2. t3t2 ({Out} 2. t7c2 3. t7c3 ({In} 3. t4c3 4. t4c4 ({Deep} 4. t5c4)) 4. t7c4) 3. t7c2 *"""


def test_lines_beside_lines(client: httpx.Client) -> None:
    state = deal(client, None, record=NESTED)
    [outer] = analysis(client, state)["kept"]["lines"]
    [inner] = outer["side_lines"]
    [deepest] = inner["side_lines"]
    found = [
        (line["number"], line["name"], line["moves_made"], [step["move"] for step in line["steps"]])
        for line in (outer, inner, deepest)
    ]
    assert found == [
        (0, "Out", 1, ["t7c2", "t7c3", "t7c4"]),
        (None, "In", 1, ["t4c3", "t4c4"]),
        (None, "Deep", 1, ["t5c4"]),
    ]
    cells = deepest["steps"][0]["view"]["cells"]
    assert [card is not None for card in cells] == [True] * 4
    seen = analysis(client, state)["kept"]["revision"]
    body = {"revision": seen, "name": "New", "moves_made": 1, "moves": ["t7c2", "t7c3", "t7c4"]}
    renamed = client.put(f"/games/{state['key']}/analysis/lines/0", json=body)
    assert renamed.status_code == 200
    [outer] = analysis(client, state)["kept"]["lines"]
    assert outer["side_lines"] == [inner]


def test_a_line_beside_a_line_shows_no_unseen_card(client: httpx.Client) -> None:
    session = Session.new("golf-relaxed", 16)
    while list(map(str, session.legal_moves())) == ["deal"]:
        session.make("deal")
    other = next(str(move) for move in session.legal_moves() if str(move) != "deal")
    dealt = "deal " * len(session.steps)
    game = '[Winnable "1"] [Game "golf"] [Deal "16"]'
    record = f"{game} {dealt} deal ({{near}} {other} deal ({{far}} deal deal)) *"
    state = act(client, deal(client, None, record=record), "give-up")
    session.make("deal")
    response = client.get(f"/games/{state['key']}/analysis")
    assert names(json_body(response)["kept"]) == ["near"]
    assert cards_in(response.text) <= seen_cards(session)
    assert "far" in client.get(f"/games/{state['key']}/record").text


# -- hidden cards ----------------------------------------------------------------------------------


def test_a_game_that_goes_on_with_hidden_cards_is_not_analysed(client: httpx.Client) -> None:
    state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal")
    found = analysis(client, state)
    assert not found["can_analyse"]
    assert (found["steps"], found["kept"]["lines"]) == ([], [])
    path = f"/games/{state['key']}/analysis"
    for response in (
        try_move(client, state, moves_made=0, move="deal"),
        keep(client, state, "", moves=["deal"]),
        client.post(f"{path}/evaluation", json={"moves_made": 0}),
        client.post(f"{path}/play", json={"moves_made": 0}),
        client.post(f"/games/{state['key']}/share"),
    ):
        refused(response, 409)


UNSEEN = "That would turn up a card you have not seen in this game. Play from here instead."
UNSEEN_LINE = (
    "This line shows a card that was not seen in this game, so it cannot be kept or changed."
)


def test_an_unseen_card_is_not_dealt(client: httpx.Client, server: Server) -> None:
    state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal", "deal")
    state = act(client, state, "give-up")
    assert try_move(client, state, moves_made=0, move="deal").status_code == 200
    assert try_move(client, state, moves_made=0, moves=["deal"], move="deal").status_code == 200
    assert refused(try_move(client, state, moves_made=2, move="deal"), 422) == UNSEEN
    deals = ["deal", "deal"]
    assert refused(try_move(client, state, moves_made=0, moves=deals, move="deal"), 422) == UNSEEN
    assert refused(keep(client, state, "", moves=["deal"] * 3), 409)
    seen = analysis(client, state)["kept"]["revision"]
    assert refused(keep(client, state, seen, moves=["deal"] * 3), 422) == UNSEEN_LINE
    far = {"moves_made": 1, "moves": ["deal"] * 2}
    assert refused(try_move(client, state, **far, move="deal"), 422) == UNSEEN_LINE
    new = json_body(client.post(f"/games/{state['key']}/analysis/play", json=far))
    assert (new["moves_made"], new["used_help"]) == (3, True)
    key = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    with server.client() as other:
        tried = {"moves_made": 2, "move": "deal"}
        assert refused(other.post(f"/shared/{key}/move", json=tried), 422) == UNSEEN
        for path in ("evaluation", "play"):
            assert refused(other.post(f"/shared/{key}/{path}", json=far), 422) == UNSEEN_LINE


@pytest.mark.parametrize("automoves", ["+t7t1", "+t7f1", "+t7t2", "+t7t7"])
def test_an_illegal_automatic_move_does_not_name_an_unseen_card(
    client: httpx.Client, server: Server, automoves: str
) -> None:
    state = make(client, deal(client, "easthaven", deal_number=21, autoplay="off"), "deal")
    state = act(client, state, "give-up")
    key = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    body = {"moves_made": 0, "moves": [f"t7t6 {automoves}"]}
    with server.client() as other:
        for response in (
            client.post(f"/games/{state['key']}/analysis/branch", json=body),
            other.post(f"/shared/{key}/branch", json=body),
        ):
            assert refused(response, 422) == UNSEEN_LINE


def test_a_card_seen_in_a_move_that_was_undone_may_be_seen_again_by_its_player_alone(
    client: httpx.Client, server: Server
) -> None:
    state = make(client, deal(client, "golf-relaxed", deal_number=16), "deal", "deal")
    state = act(client, act(client, state, "undo"), "give-up")
    again = {"moves_made": 1, "move": "deal"}
    assert try_move(client, state, **again).status_code == 200
    key = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    with server.client() as other:
        assert refused(other.post(f"/shared/{key}/move", json=again), 422) == UNSEEN


def test_a_side_line_of_an_import_with_unseen_cards_is_not_shown(client: httpx.Client) -> None:
    record = '[Winnable "1"] [Game "golf"] [Deal "16"] 1. deal ({far} 1. deal 2. deal 3. deal) *'
    state = deal(client, None, record=record)
    state = act(client, state, "give-up")
    found = client.get(f"/games/{state['key']}/analysis")
    session = Session.new("golf-relaxed", 16)
    session.make("deal")
    assert json_body(found)["kept"]["lines"] == []
    assert cards_in(found.text) <= seen_cards(session)
    assert "far" in client.get(f"/games/{state['key']}/record").text  # it is not lost


@on_sqlite
@pytest.mark.parametrize("game", HIDING, ids=lambda game: str(game.slug))
@settings(
    max_examples=8, deadline=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
)
@given(seed=st.integers(0, 10**6))
def test_no_branch_shows_an_unseen_card(client: httpx.Client, game: Game, seed: int) -> None:
    """Random branches of random games, the player's own and shared ones: every response."""
    rng = random.Random(seed)
    deck = rng.sample(DECK, len(DECK))
    session = Session(game, deal=tuple(deck), autoplay="off")
    state = deal(client, game.slug, deck=" ".join(map(str, deck)), autoplay="off")
    for _ in range(rng.randint(1, 8)):
        move = str(rng.choice(list(session.legal_moves())))
        session.make(move)
        state = make(client, state, move)
    seen = seen_cards(session)
    state = act(client, state, "give-up")
    shared = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    own, others = f"/games/{state['key']}/analysis", f"/shared/{shared}"
    texts = [client.get(own).text, client.get(others).text]
    revision = json.loads(texts[0])["kept"]["revision"]
    was_refused = 0
    for _ in range(3):
        at, line = rng.randint(0, len(session.steps)), list[str]()
        legal = json.loads(texts[0])["steps"][at]["legal_moves"]
        for _ in range(6):
            move = (
                "deal" if "deal" in legal and rng.random() < 0.6 else rng.choice(legal or ["deal"])
            )
            body = {"moves_made": at, "moves": line, "move": move}
            answers = [client.post(f"{path}/move", json=body) for path in (own, others)]
            texts += [answer.text for answer in answers]
            assert answers[0].text == answers[1].text
            branch = _played(session, at, [*line, move])
            is_seen = branch is not None and in_sight(branch) <= seen
            assert (answers[0].status_code == 200) == is_seen
            if not is_seen:
                was_refused += branch is not None
                break
            line.append(move)
            legal = json_body(answers[0])["legal_moves"]
        body = {"revision": revision, "name": "line", "moves_made": at, "moves": line}
        kept = client.post(f"{own}/lines", json=body)
        texts += [kept.text, client.get(own).text, client.get(others).text]
        revision = json.loads(texts[-2])["kept"]["revision"]
    for text in texts:  # a random key may spell a card
        plain = text.replace(str(state["key"]), "").replace(str(shared), "")
        assert cards_in(plain) <= seen, text


def _played(session: Session, at: int, moves: list[str]) -> Session | None:
    branch = session.copy()
    while len(branch.steps) > at:
        branch.undo()
    for move in moves:
        if move not in map(str, branch.legal_moves()):
            return None
        branch.make(move)
    return branch


@on_sqlite
def test_the_review_of_a_shared_game_shows_no_unseen_card(
    client: httpx.Client, server: Server
) -> None:
    state = act(
        client, make(client, deal(client, "golf-relaxed", deal_number=16), "deal"), "give-up"
    )
    key = json_body(client.post(f"/games/{state['key']}/share"))["share_key"]
    session = Session.new("golf-relaxed", 16)
    session.make("deal")
    with server.client() as other:
        response = other.post(f"/shared/{key}/review")
        last = json.loads(response.text.splitlines()[-1])
        assert last["final"]
        assert last["verdicts"] == ["winnable", "winnable"]
        assert last["rest_moves"]
        assert last["rest"] is None
        assert cards_in(response.text) <= seen_cards(session)
