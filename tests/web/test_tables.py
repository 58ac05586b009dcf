"""Tables over HTTP, on both databases."""

import random

import httpx
import pytest
from api_client import act, deal, lasting, look, make, nearly_won, refused, told, twin, win

from winnable import GAMES, Session

CHANGES = ("undo", "redo", "restart", "home", "give-up")


def test_a_new_table_is_told_whole(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal=617)
    session = Session.new("freecell", 617)
    assert state["view"] == session.view.as_dict()
    assert state["moves"] == [str(move) for move in session.legal_moves()]
    assert (state["game"], state["name"], state["deal"]) == ("freecell", "FreeCell", 617)
    assert (state["made"], state["undone"], state["seconds"]) == (0, 0, 0)
    assert (state["outcome"], state["autoplay"], state["unaided"]) == ("unfinished", "safe", True)
    assert state["lift"] == [1] * 8
    assert look(client, state) == state


@pytest.mark.parametrize("slug", list(GAMES))
def test_moves_are_made_and_kept(client: httpx.Client, slug: str) -> None:
    """Whatever is made by chance, the state is that of a session with the same moves."""
    rng, session = random.Random(slug), Session.new(slug, 5, autoplay="safe")
    state = deal(client, slug, deal=5)
    for made in range(1, 9):
        assert state["moves"] == [str(move) for move in session.legal_moves()]
        move = rng.choice(state["moves"])
        step = session.make(move)
        state = make(client, state, move)
        assert state["view"] == session.view.as_dict()
        assert state["made"] == made
        assert state["last"]["move"] == move
        assert state["last"]["automoves"] == [str(automove) for automove in step.automoves]
        assert state["version"] == made + 1
    assert lasting(look(client, state)) == lasting(state)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("t3c1", {"typed": "2h to c1"}),
        ("t3c1", {"typed": "3a"}),
        ("t3c1", {"typed": "t2c 3 1"}),
        ("t3c1", {"source": "t3", "target": "c1"}),
        ("t3c1", {"source": "t3", "index": 6, "target": "c1"}),
        ("t3c4", {"source": "t3", "index": 6, "target": "c4"}),
    ],
)
def test_a_move_can_be_said_in_many_ways(client: httpx.Client, made: str, said: object) -> None:
    state = deal(client, "freecell", deal=1)
    assert isinstance(said, dict)
    after = act(client, state, "move", **said)
    assert after["last"]["move"] == made
    assert after["last"]["words"] == f"{made}: 2♥ to cell {made[-1]}."
    assert after["last"]["spoken"] == f"two of hearts to cell {made[-1]}."


def test_a_card_is_sent_home(client: httpx.Client) -> None:
    record = '[Winnable "1"] [Game "freecell"] [Deal "5"] 1. t1c1 2. t1c2 3. t1c3 *'
    state = deal(client, None, record=record, autoplay="off")
    home = next(move for move in state["moves"] if "f" in move)
    after = act(client, state, "move", source=home[:2], target="home")
    assert after["last"]["move"] == home


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"move": "t1t2"}, "6♠"),
        ({"move": "t9c1"}, "there is no column 9"),
        ({"move": "castle"}, "is no move"),
        ({"move": "deal"}, "stock"),
        ({"typed": "xyzzy"}, "is no move"),
        ({"source": "c1", "target": "t1"}, "no card can be picked up in cell 1"),
        ({"source": "t9", "target": "t1"}, "there is no column 9 in FreeCell"),
        ({"source": "t1", "target": "f5"}, "there is no foundation 5 in FreeCell"),
        ({"source": "f1", "target": "t1"}, "no card can be picked up in foundation 1"),
        ({"source": "t1", "target": "home"}, "6♠ is not an ace"),
        ({}, "say a move, or something typed, or a source and a target"),
        ({"source": "t1"}, "say a move"),
        ({"move": "t1c1", "typed": "1a"}, "say a move"),
        ({"move": "t1c1", "index": 1}, "an index goes with a source"),
    ],
    ids=str,
)
def test_a_refused_move_changes_nothing(
    client: httpx.Client, said: dict[str, str], words: str
) -> None:
    state = deal(client, "freecell", deal=1)
    answer = client.post(f"/tables/{state['key']}/move", json={"version": 1, **said})
    assert words in refused(answer, 422)
    assert look(client, state) == state


def test_a_refused_move_has_every_reason(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal=1)
    state = make(client, state, "t3c1", "t3c2", "t3c3", "t3c4")
    answer = client.post(
        f"/tables/{state['key']}/move", json={"version": state["version"], "move": "t1t2x7"}
    )
    refused(answer, 422)
    assert len(told(answer)["problems"]) > 1


# -- back and forth --------------------------------------------------------------------------------


def test_undo_to_the_start_and_redo_to_the_end(client: httpx.Client) -> None:
    start = deal(client, "bakers-game", deal=1)
    state, views = start, [start["view"]]
    for _ in range(4):
        state = make(client, state, state["moves"][-1])
        views.append(state["view"])
    for at in (3, 2, 1, 0):
        state = act(client, state, "undo")
        assert state["view"] == views[at]
        assert state["last"]["words"].startswith("Taken back: ")
        assert (state["made"], state["undone"]) == (at, 4 - at)
    assert state["moves"] == start["moves"]
    same = act(client, state, "undo")
    assert same["last"]["words"] == "Back at the start."
    assert (same["version"], same["undos"]) == (state["version"], 4)
    for at in (1, 2, 3, 4):
        state = act(client, state, "redo")
        assert state["view"] == views[at]
    assert act(client, state, "redo")["version"] == state["version"]
    assert (state["undos"], state["unaided"]) == (4, False)


def test_restart_and_go_to(client: httpx.Client) -> None:
    start = deal(client, "easthaven", deal=3)
    state = make(client, start, "deal", "deal", "deal")
    back = act(client, state, "restart")
    assert (back["view"], back["undone"]) == (start["view"], 3)
    there = act(client, back, "go-to", made=2)
    assert (there["made"], there["undone"]) == (2, 1)
    assert there["last"]["words"] == "After move 2."
    assert act(client, there, "go-to", made=100)["view"] == state["view"]
    line = told(client.get(f"/tables/{start['key']}/line"))["steps"]
    assert [step["made"] for step in line] == [0, 1, 2, 3]
    assert line[0]["view"] == start["view"]
    assert line[2]["view"] == there["view"]


def test_every_card_that_can_goes_home(client: httpx.Client) -> None:
    record, _ = nearly_won("freecell-1")
    state = act(client, deal(client, None, record=record), "home")
    assert (state["outcome"], state["is_won"]) == ("won", True)
    assert state["last"]["words"] == "1 card went home. Won!"
    other = deal(client, "freecell", deal=1)
    assert act(client, other, "home")["last"]["words"] == "No cards went home."


def test_autoplay_is_chosen(client: httpx.Client) -> None:
    state = deal(client, "freecell", deal=5, autoplay="off")
    assert state["autoplay"] == "off"
    state = act(client, state, "autoplay", autoplay="all")
    assert look(client, state)["autoplay"] == "all"
    assert state["last"]["words"] == "Every card that can go home does."
    answer = client.put(
        f"/tables/{state['key']}/autoplay",
        json={"version": state["version"], "autoplay": "sometimes"},
    )
    assert "'off', 'safe' or 'all'" in refused(answer, 422)


@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up"])
def test_where_no_card_goes_home_by_itself(client: httpx.Client, slug: str) -> None:
    """Whatever was chosen at another game, as the page remembers it."""
    state = deal(client, slug, autoplay="all")
    assert state["autoplay"] == "off"
    body = {"version": state["version"], "autoplay": "safe"}
    answer = client.put(f"/tables/{state['key']}/autoplay", json=body)
    assert "no card goes home by itself" in refused(answer, 422)
    assert act(client, state, "autoplay", autoplay="off")["autoplay"] == "off"


def test_a_game_is_given_up_and_taken_up_again(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal=1)
    early = client.post(f"/tables/{state['key']}/give-up", json={"version": state["version"]})
    assert "nothing to give up" in refused(early, 409)
    state = act(client, make(client, state, "deal"), "give-up")
    assert state["outcome"] == "given up"
    assert told(client.get("/tables"))["tables"] == []
    assert make(client, state, "deal")["outcome"] == "unfinished"
    assert [game["key"] for game in told(client.get("/tables"))["tables"]] == [state["key"]]


@pytest.mark.parametrize("what", CHANGES)
def test_a_game_that_is_won_is_closed(client: httpx.Client, what: str) -> None:
    state = win(client)
    answer = client.post(f"/tables/{state['key']}/{what}", json={"version": state["version"]})
    assert "won and closed" in refused(answer, 409)
    assert lasting(told(answer)["state"]) == lasting(state)
    assert lasting(look(client, state)) == lasting(state)


# -- two tabs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "more"),
    [("move", {"move": "t3c2"}), ("go-to", {"made": 0}), *((what, {}) for what in CHANGES)],
)
def test_a_stale_change_is_refused_with_the_fresh_state(
    client: httpx.Client, what: str, more: dict[str, object]
) -> None:
    state = deal(client, "freecell", deal=1)
    with twin(client) as other:
        fresh = make(client, state, "t3c1")
        stale = other.post(
            f"/tables/{state['key']}/{what}", json={"version": state["version"], **more}
        )
        assert "played on elsewhere" in refused(stale, 409)
        assert lasting(told(stale)["state"]) == lasting(fresh)
        assert lasting(look(other, state)) == lasting(fresh)
        assert make(other, told(stale)["state"], "t3c2")["made"] == 2


def test_a_version_from_the_future_is_stale(client: httpx.Client) -> None:
    state = deal(client)
    answer = client.post(f"/tables/{state['key']}/undo", json={"version": state["version"] + 1})
    refused(answer, 409)


def test_of_two_at_once_one_is_made(client: httpx.Client) -> None:
    """The same click arrives twice, as when a phone sends it again."""
    state = deal(client, "freecell", deal=1)
    said = {"version": state["version"], "move": "t3c1"}
    answers = [client.post(f"/tables/{state['key']}/move", json=said) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert look(client, state)["made"] == 1


# -- to read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("2H", "two of hearts: cell 1"),
        ("2h", "two of hearts: cell 1"),
        ("the two of hearts", "two of hearts: cell 1"),
        ("where is the two of hearts?", "two of hearts: cell 1"),
        ("6♠", "six of spades: column 1, the last card"),
        ("6d", "six of diamonds: column 1, under 1 card"),
    ],
)
def test_where_a_card_lies(client: httpx.Client, card: str, words: str) -> None:
    state = make(client, deal(client, "freecell", deal=1), "t3c1")
    found = told(client.get(f"/tables/{state['key']}/where", params={"card": card}))
    assert found["words"] == words


def test_where_a_card_lies_at_home_and_out_of_sight(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal=1)
    [top] = state["view"]["foundations"][0]
    found = told(client.get(f"/tables/{state['key']}/where", params={"card": top}))
    assert found["card"] == top
    assert found["words"].endswith(": foundation 1, on top")
    seen = {card for column in state["view"]["columns"] for card in column} | {top}
    hidden = next(card for card in ("AC", "2C", "3C", "4C", "5C", "6C", "7C") if card not in seen)
    found = told(client.get(f"/tables/{state['key']}/where", params={"card": hidden}))
    assert found["words"].endswith(": not in sight")


@pytest.mark.parametrize("card", ["", "7", "7X", "the seven", "x" * 31])
def test_what_is_no_card(client: httpx.Client, card: str) -> None:
    state = deal(client)
    refused(client.get(f"/tables/{state['key']}/where", params={"card": card}), 422)


def test_records_and_boards_go_in_and_out(client: httpx.Client) -> None:
    state = make(client, deal(client, "freecell", deal=617), "t1c1", "t2c2")
    for source in ("record", "board"):
        text = client.get(f"/tables/{state['key']}/{source}")
        assert text.headers["content-type"] == "text/plain; charset=utf-8"
        for name in (source, "pasted"):
            again = deal(client, "freecell", **{name: text.text})
            assert again["view"] == state["view"]
    assert again["made"] == 0
    record = client.get(f"/tables/{state['key']}/record").text
    assert deal(client, None, record=record)["made"] == 2


def test_an_open_board_only(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", deal=1)
    assert "hidden" in refused(client.get(f"/tables/{state['key']}/board"), 409)


def test_tables_are_listed_from_their_first_move_on(client: httpx.Client) -> None:
    assert told(client.get("/tables")) == {"tables": []}
    first, second = deal(client, deal=1), deal(client, "golf-relaxed", deal=2)
    assert told(client.get("/tables")) == {"tables": []}
    make(client, first, "t3c1")
    make(client, second, "deal")
    listed = told(client.get("/tables"))["tables"]
    assert [game["key"] for game in listed] == [second["key"], first["key"]]
    assert (listed[0]["game"], listed[0]["deal"], listed[0]["moves"]) == ("golf-relaxed", 2, 1)


def test_a_table_has_room_for_so_many_moves(client: httpx.Client) -> None:
    """Two cards go to and fro until it is enough; taking some back makes room again."""
    moves = ["t1t5x2", *["t5t8x2", "t8t5x2"] * 499, "t5t8x2"]
    line = " ".join(f"{at}. {move}" for at, move in enumerate(moves, 1))
    record = f'[Winnable "1"] [Game "freecell"] [Deal "12"] {line} *'
    state = deal(client, None, record=record)
    assert state["made"] == 1_000
    more = {"version": state["version"], "move": "t8t5x2"}
    answer = client.post(f"/tables/{state['key']}/move", json=more)
    assert "1,000 moves are made" in refused(answer, 409)
    make(client, act(client, state, "undo"), "t5c1")
