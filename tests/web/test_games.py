"""Games over HTTP, on both databases: new ones, moves and other changes, and reading them."""

import random

import httpx
import pytest
from api_client import (
    act,
    ask,
    deal,
    json_body,
    lasting,
    look,
    make,
    nearly_won,
    refused,
    twin,
    win,
)

from winnable import GAMES, Session

CHANGES = ("undo", "redo", "restart", "home", "give-up")


def test_the_state_of_a_new_game(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=617)
    session = Session.new("freecell", 617)
    assert state["view"] == session.view.as_dict()
    assert state["legal_moves"] == [str(move) for move in session.legal_moves()]
    assert (state["game"], state["game_name"], state["deal_number"]) == (
        "freecell",
        "FreeCell",
        617,
    )
    assert (state["moves_made"], state["moves_undone"], state["seconds"]) == (0, 0, 0)
    assert (state["outcome"], state["autoplay"], state["used_help"]) == (
        "unfinished",
        "safe",
        False,
    )
    assert state["movable_cards"] == [1] * 8
    assert look(client, state) == state


@pytest.mark.parametrize("slug", list(GAMES))
def test_random_moves(client: httpx.Client, slug: str) -> None:
    """After each move the state is that of a session with the same moves."""
    rng, session = random.Random(slug), Session.new(slug, 5, autoplay="safe")
    state = deal(client, slug, deal_number=5)
    for made in range(1, 9):
        assert state["legal_moves"] == [str(move) for move in session.legal_moves()]
        move = rng.choice(state["legal_moves"])
        step = session.make(move)
        state = make(client, state, move)
        assert state["view"] == session.view.as_dict()
        assert state["moves_made"] == made
        assert state["last_change"]["move"] == move
        assert state["last_change"]["automoves"] == [str(automove) for automove in step.automoves]
        assert state["version"] == made + 1
    assert lasting(look(client, state)) == lasting(state)


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        ("t3c1", {"typed": "2h to c1"}),
        ("t3c1", {"typed": "3a"}),
        ("t3c1", {"typed": "t2c 3 1"}),
        ("t3c1", {"source": "t3", "target": "c1"}),
        ("t3c1", {"source": "t3", "index": 6, "target": "c1"}),
        ("t3c4", {"source": "t3", "index": 6, "target": "c4"}),
    ],
)
def test_a_move_can_be_given_in_many_ways(
    client: httpx.Client, made: str, fields: dict[str, object]
) -> None:
    state = deal(client, "freecell", deal_number=1)
    after = act(client, state, "move", **fields)
    assert after["last_change"]["move"] == made
    assert after["last_change"]["text"] == f"{made}: 2♥ to cell {made[-1]}."
    assert after["last_change"]["spoken"] == f"two of hearts to cell {made[-1]}."


def test_a_card_is_sent_home(client: httpx.Client) -> None:
    record = '[Winnable "1"] [Game "freecell"] [Deal "5"] 1. t1c1 2. t1c2 3. t1c3 *'
    state = deal(client, None, record=record, autoplay="off")
    home = next(move for move in state["legal_moves"] if "f" in move)
    after = act(client, state, "move", source=home[:2], target="home")
    assert after["last_change"]["move"] == home


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"move": "t1t2"}, "6♠"),
        ({"move": "t9c1"}, "column 9"),
        ({"move": "castle"}, "castle"),
        ({"move": "deal"}, "stock"),
        ({"typed": "xyzzy"}, "xyzzy"),
        ({"source": "c1", "target": "t1"}, "cell 1"),
        ({"source": "t9", "target": "t1"}, "column 9"),
        ({"source": "t1", "target": "f5"}, "foundation 5"),
        ({"source": "f1", "target": "t1"}, "foundation 1"),
        ({"source": "t1", "target": "home"}, "6♠"),
        ({}, "a source and a target"),
        ({"source": "t1"}, "a source and a target"),
        ({"move": "t1c1", "typed": "1a"}, "a source and a target"),
        ({"move": "t1c1", "index": 1}, "index"),
    ],
    ids=str,
)
def test_a_refused_move_changes_nothing(
    client: httpx.Client, fields: dict[str, str], reason: str
) -> None:
    state = deal(client, "freecell", deal_number=1)
    response = client.post(f"/games/{state['key']}/move", json={"version": 1, **fields})
    assert reason in refused(response, 422)
    assert look(client, state) == state


def test_an_illegal_move_has_every_reason(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=1)
    state = make(client, state, "t3c1", "t3c2", "t3c3", "t3c4")
    response = client.post(
        f"/games/{state['key']}/move", json={"version": state["version"], "move": "t1t2x7"}
    )
    refused(response, 422)
    assert len(json_body(response)["problems"]) > 1


# -- back and forth --------------------------------------------------------------------------------


def test_undo_to_the_start_and_redo_to_the_end(client: httpx.Client) -> None:
    start = deal(client, "bakers-game", deal_number=1)
    state, views = start, [start["view"]]
    for _ in range(4):
        state = make(client, state, state["legal_moves"][-1])
        views.append(state["view"])
    for at in (3, 2, 1, 0):
        state = act(client, state, "undo")
        assert state["view"] == views[at]
        assert state["last_change"]["text"].startswith("Undone: ")
        assert (state["moves_made"], state["moves_undone"]) == (at, 4 - at)
    assert state["legal_moves"] == start["legal_moves"]
    same = act(client, state, "undo")
    assert same["last_change"]["text"] == "At the start."
    assert (same["version"], same["undos"]) == (state["version"], 4)
    for at in (1, 2, 3, 4):
        state = act(client, state, "redo")
        assert state["view"] == views[at]
    assert act(client, state, "redo")["version"] == state["version"]
    assert (state["undos"], state["used_help"]) == (4, True)


def test_restart_and_go_to(client: httpx.Client) -> None:
    start = deal(client, "easthaven", deal_number=3)
    state = make(client, start, "deal", "deal", "deal")
    back = act(client, state, "restart")
    assert (back["view"], back["moves_undone"]) == (start["view"], 3)
    there = act(client, back, "go-to", moves_made=2)
    assert (there["moves_made"], there["moves_undone"]) == (2, 1)
    assert there["last_change"]["text"] == "2 moves made again. You are after move 2."
    assert act(client, there, "go-to", moves_made=100)["view"] == state["view"]
    line = json_body(client.get(f"/games/{start['key']}/steps"))["steps"]
    assert [step["moves_made"] for step in line] == [0, 1, 2, 3]
    assert line[0]["view"] == start["view"]
    assert line[2]["view"] == there["view"]


def test_collecting_cards_home(client: httpx.Client) -> None:
    record, _ = nearly_won("freecell-1")
    state = act(client, deal(client, None, record=record), "home")
    assert (state["outcome"], state["is_won"]) == ("won", True)
    assert state["last_change"]["text"] == "1 card went to the foundations. Won!"
    other = deal(client, "freecell", deal_number=1)
    assert act(client, other, "home")["last_change"]["text"] == "No cards went to the foundations."


def test_autoplay_is_chosen(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=5, autoplay="off")
    assert state["autoplay"] == "off"
    state = act(client, state, "autoplay", autoplay="all")
    assert look(client, state)["autoplay"] == "all"
    assert state["last_change"]["text"] == "Every card that can go home does."
    response = client.put(
        f"/games/{state['key']}/autoplay",
        json={"version": state["version"], "autoplay": "sometimes"},
    )
    assert "autoplay" in refused(response, 422)


@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up"])
def test_a_game_without_autoplay(client: httpx.Client, slug: str) -> None:
    state = deal(client, slug, autoplay="all")
    assert state["autoplay"] == "off"
    body = {"version": state["version"], "autoplay": "safe"}
    response = client.put(f"/games/{state['key']}/autoplay", json=body)
    assert "has no auto-moves" in refused(response, 422)
    assert act(client, state, "autoplay", autoplay="off")["autoplay"] == "off"


def test_a_game_is_given_up_and_continued(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal_number=1)
    early = client.post(f"/games/{state['key']}/give-up", json={"version": state["version"]})
    refused(early, 409)
    state = act(client, make(client, state, "deal"), "give-up")
    assert state["outcome"] == "given up"
    assert json_body(client.get("/games"))["games"] == []
    assert make(client, state, "deal")["outcome"] == "unfinished"
    assert [game["key"] for game in json_body(client.get("/games"))["games"]] == [state["key"]]


def test_a_game_with_moves_of_the_coach_counts_apart(client: httpx.Client) -> None:
    record, move = nearly_won("golf-relaxed-16")
    state = deal(client, None, record=record)
    assert state["coach_moves"] == 0
    state = act(client, state, "move", move=move, by_coach=True)
    assert (state["outcome"], state["coach_moves"], state["used_help"]) == ("won", 1, True)
    [entry] = json_body(client.get("/history"))["games"]
    assert (entry["coach_moves"], entry["is_unaided"]) == (1, False)
    games = json_body(client.get("/statistics"))["games"]
    [golf] = [game for game in games if game["game"] == "golf-relaxed"]
    assert (golf["played"], golf["won"], golf["streak"], golf["with_coach"]) == (0, 0, 0, 1)
    assert [game["coach_moves"] for game in golf["last_games"]] == [1]
    link = json_body(client.post(f"/games/{state['key']}/share"))
    shared = client.get(f"/shared/{link['share_key']}")
    assert json_body(shared)["coach_moves"] == 1
    picture = client.get(f"/shared/{link['share_key']}/picture.svg").text
    assert "won with the coach in" in picture


def test_looking_at_a_review_does_not_move_a_game_in_the_history(client: httpx.Client) -> None:
    state = make(client, deal(client, "freecell", deal_number=617), "t4c1")
    other = make(client, deal(client, "freecell", deal_number=618), "t4c1")
    assert ask(client, state, "review")[-1]["final"]
    listed = [game["key"] for game in json_body(client.get("/history"))["games"]]
    assert listed == [other["key"], state["key"]]
    assert look(client, state)["hints"] == 1


@pytest.mark.parametrize("what", ["give-up", "undo"])
def test_an_imported_game_is_given_up(client: httpx.Client, what: str) -> None:
    """As before a review; it is in no list unless it was played on here."""
    record = '[Winnable "1"]\n[Game "golf"]\n[Deal "1"]\n\n1. deal 2. deal *\n'
    state = deal(client, None, pasted=record)
    state = act(client, act(client, state, what), "give-up")
    assert state["outcome"] == "given up"
    assert look(client, state)["outcome"] == "given up"
    assert ask(client, state, "review")[-1]["final"]
    listed = json_body(client.get("/history"))["games"]
    assert [game["outcome"] for game in listed] == ["given up"] * (what == "undo")
    state = make(client, look(client, state), "deal")
    assert (state["outcome"], state["used_help"]) == ("unfinished", True)
    assert len(json_body(client.get("/games"))["games"]) == 1


@pytest.mark.parametrize("what", CHANGES)
def test_a_won_game_is_closed(client: httpx.Client, what: str) -> None:
    state = win(client)
    response = client.post(f"/games/{state['key']}/{what}", json={"version": state["version"]})
    assert "won" in refused(response, 409)
    assert lasting(json_body(response)["state"]) == lasting(state)
    assert lasting(look(client, state)) == lasting(state)


# -- two tabs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "more"),
    [("move", {"move": "t3c2"}), ("go-to", {"moves_made": 0}), *((what, {}) for what in CHANGES)],
)
def test_a_stale_change_is_refused_with_the_fresh_state(
    client: httpx.Client, what: str, more: dict[str, object]
) -> None:
    state = deal(client, "freecell", deal_number=1)
    with twin(client) as other:
        fresh = make(client, state, "t3c1")
        stale = other.post(
            f"/games/{state['key']}/{what}", json={"version": state["version"], **more}
        )
        refused(stale, 409)
        assert lasting(json_body(stale)["state"]) == lasting(fresh)
        assert lasting(look(other, state)) == lasting(fresh)
        assert make(other, json_body(stale)["state"], "t3c2")["moves_made"] == 2


def test_a_version_from_the_future_is_stale(client: httpx.Client) -> None:
    state = deal(client)
    response = client.post(f"/games/{state['key']}/undo", json={"version": state["version"] + 1})
    refused(response, 409)


def test_the_same_move_sent_twice_is_made_once(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=1)
    body = {"version": state["version"], "move": "t3c1"}
    responses = [client.post(f"/games/{state['key']}/move", json=body) for _ in range(2)]
    assert [response.status_code for response in responses] == [200, 409]
    assert look(client, state)["moves_made"] == 1


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("2H", "two of hearts: cell 1"),
        ("2h", "two of hearts: cell 1"),
        ("the two of hearts", "two of hearts: cell 1"),
        ("where is the two of hearts?", "two of hearts: cell 1"),
        ("6♠", "six of spades: column 1, the last card"),
        ("6d", "six of diamonds: column 1, under 1 card"),
    ],
)
def test_where_a_card_is(client: httpx.Client, card: str, text: str) -> None:
    state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
    found = json_body(client.get(f"/games/{state['key']}/where", params={"card": card}))
    assert found["text"] == text


def test_where_a_card_is_in_a_foundation_or_hidden(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal_number=1)
    [top] = state["view"]["foundations"][0]
    found = json_body(client.get(f"/games/{state['key']}/where", params={"card": top}))
    assert found["card"] == top
    assert found["text"].endswith(": the foundation, on top")
    seen = {card for column in state["view"]["columns"] for card in column} | {top}
    hidden = next(card for card in ("AC", "2C", "3C", "4C", "5C", "6C", "7C") if card not in seen)
    found = json_body(client.get(f"/games/{state['key']}/where", params={"card": hidden}))
    assert found["text"].endswith(": not in sight")


@pytest.mark.parametrize("card", ["", "7", "7X", "the seven", "x" * 31])
def test_a_name_that_is_no_card(client: httpx.Client, card: str) -> None:
    state = deal(client)
    refused(client.get(f"/games/{state['key']}/where", params={"card": card}), 422)


def test_records_and_boards_can_be_imported_again(client: httpx.Client) -> None:
    state = make(client, deal(client, "freecell", deal_number=617), "t1c1", "t2c2")
    for source in ("record", "board"):
        text = client.get(f"/games/{state['key']}/{source}")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        for name in (source, "pasted"):
            again = deal(client, "freecell", **{name: text.text})
            assert again["view"] == state["view"]
    assert again["moves_made"] == 0
    record = client.get(f"/games/{state['key']}/record").text
    assert deal(client, None, record=record)["moves_made"] == 2


def test_no_board_while_cards_are_hidden(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal_number=1)
    assert "hidden" in refused(client.get(f"/games/{state['key']}/board"), 409)


def test_games_are_listed_from_their_first_move(client: httpx.Client) -> None:
    assert json_body(client.get("/games")) == {"games": []}
    first, second = deal(client, deal_number=1), deal(client, "golf-relaxed", deal_number=2)
    assert json_body(client.get("/games")) == {"games": []}
    make(client, first, "t3c1")
    make(client, second, "deal")
    listed = json_body(client.get("/games"))["games"]
    assert [game["key"] for game in listed] == [second["key"], first["key"]]
    assert (listed[0]["game"], listed[0]["deal_number"], listed[0]["moves_made"]) == (
        "golf-relaxed",
        2,
        1,
    )


def test_a_game_may_have_a_thousand_moves(client: httpx.Client) -> None:
    """Two cards go back and forth; undoing a move makes room for another."""
    moves = ["t1t5x2", *["t5t8x2", "t8t5x2"] * 499, "t5t8x2"]
    line = " ".join(f"{at}. {move}" for at, move in enumerate(moves, 1))
    record = f'[Winnable "1"] [Game "freecell"] [Deal "12"] {line} *'
    state = deal(client, None, record=record)
    assert state["moves_made"] == 1_000
    more = {"version": state["version"], "move": "t8t5x2"}
    response = client.post(f"/games/{state['key']}/move", json=more)
    refused(response, 409)
    make(client, act(client, state, "undo"), "t5c1")


# -- tapped cards ----------------------------------------------------------------------------------


def test_a_tapped_card_goes_to_its_best_place(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal_number=1)
    assert set(state["best_moves"]) <= set(state["legal_moves"])
    for best in ("t3c1", "t3t2"):
        assert best in state["best_moves"]
        state = act(client, state, "move", source="t3", target="best")
        assert state["last_change"]["move"] == best


@pytest.mark.parametrize(
    ("game", "place", "index", "reason"),
    [
        ("freecell", "t1", 2, "the last 5 cards of column 1 are not in sequence"),
        ("easthaven", "t1", 0, "column 1 has only 1 card face up"),
        ("freecell", "f1", None, "There is no card in foundation 1"),
        ("golf-relaxed", "t1", 0, "10♥"),
    ],
)
def test_a_tapped_card_that_cannot_move(
    client: httpx.Client, game: str, place: str, index: int | None, reason: str
) -> None:
    state = deal(client, game, deal_number=1)
    body = {"version": state["version"], "source": place, "target": "best", "index": index}
    response = client.post(f"/games/{state['key']}/move", json=body)
    assert reason in refused(response, 422)
    assert lasting(look(client, state)) == lasting(state)


def test_a_tapped_card_that_need_not_move(client: httpx.Client) -> None:
    """It has a column for itself; a drag still moves it."""
    board = "Foundations: H-J C-K D-K S-K\nKH\nQH\n" + ":\n" * 6
    state = deal(client, "freecell", board=board, autoplay="off")
    assert state["best_moves"] == ["t2f1"]
    assert "t1c1" in state["legal_moves"]
    body = {"version": state["version"], "source": "t1", "target": "best"}
    refusal = client.post(f"/games/{state['key']}/move", json=body)
    assert "K♥ has no better place" in refused(refusal, 422)
