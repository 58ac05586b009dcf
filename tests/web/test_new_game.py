"""What a game can be dealt from, and what it cannot."""

import httpx
import pytest
from api_client import GOLDEN, deal, json_body, on_sqlite, refused
from requires_kernels import need_kernels
from web_servers import Server

from winnable import DECK, GAMES, Session, board_text, numbered_deck
from winnable.coach.difficulty import Level, level_of
from winnable.solver import Verdict, solve

RECORD = '[Winnable "1"] [Game "golf-relaxed"] [Deal "7"] 1. deal *'
DECK_TEXT = " ".join(map(str, DECK))
BOARD = board_text(GAMES["freecell"], Session.new("freecell", 5).position)


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_random_deal(client: httpx.Client, slug: str) -> None:
    states = [deal(client, slug) for _ in range(3)]
    assert len({state["deal_number"] for state in states}) > 1
    for state in states:
        assert state["view"] == Session.new(slug, state["deal_number"]).view.as_dict()


@pytest.mark.parametrize("slug", list(GAMES))
@pytest.mark.parametrize(
    "fields", [{"deal_number": 8_589_934_591}, {"pasted": " #8589934591\n"}], ids=str
)
def test_a_deal_number(client: httpx.Client, slug: str, fields: dict[str, object]) -> None:
    state = deal(client, slug, **fields)
    assert state["deal_number"] == 8_589_934_591
    assert state["view"] == Session.new(slug, 8_589_934_591).view.as_dict()


@pytest.mark.parametrize("text", ["FreeCell #617", "FreeCell, Spiel 617", "freecell 617"])
@pytest.mark.parametrize("game", [None, "freecell"])
def test_the_title_of_a_deal(client: httpx.Client, text: str, game: str | None) -> None:
    state = deal(client, game, pasted=text)
    assert (state["game"], state["deal_number"]) == ("freecell", 617)


def test_what_is_missing_is_named(client: httpx.Client) -> None:
    for pasted in ("Deal 617", BOARD):
        answer = json_body(client.post("/games", json={"pasted": pasted}))
        assert answer["missing"] == "game"


def test_a_pasted_deck(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", pasted=DECK_TEXT)
    assert state["view"] == Session(GAMES["golf-relaxed"], deal=DECK).view.as_dict()


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_deck(client: httpx.Client, slug: str) -> None:
    state = deal(client, slug, deck=DECK_TEXT)
    assert state["deal_number"] is None
    assert state["view"] == Session(GAMES[slug], deal=DECK).view.as_dict()


@pytest.mark.parametrize("field", ["record", "pasted"])
@pytest.mark.parametrize("game", [None, "golf-relaxed", "golf"])
def test_a_record(client: httpx.Client, field: str, game: str | None) -> None:
    state = deal(client, game, **{field: RECORD})
    assert (state["game"], state["deal_number"], state["moves_made"]) == ("golf-relaxed", 7, 1)


@pytest.mark.parametrize("start", ["", "\ufeff", "\n\r\n"])
def test_an_error_names_the_line_of_what_was_pasted(client: httpx.Client, start: str) -> None:
    text = f'{start}[Winnable "1"]\r\n[Game "golf"]\r\n[Deal "7"]\r\n\r\n1. nonsense *'
    line = 5 + start.count("\n")
    answer = refused(client.post("/games", json={"pasted": text}), 422)
    assert f"ine {line} of the record: " in answer


@pytest.mark.parametrize("field", ["board", "pasted"])
@pytest.mark.parametrize("slug", ["freecell", "bakers-game"])
def test_a_board(client: httpx.Client, field: str, slug: str) -> None:
    state = deal(client, slug, **{field: BOARD})
    assert state["view"]["columns"] == Session.new("freecell", 5).view.as_dict()["columns"]
    assert state["deal_number"] is None


def test_the_autoplay_of_a_record_can_be_changed(client: httpx.Client) -> None:
    text = GOLDEN["bakers-game-2-all"].read_text(encoding="utf-8")
    assert deal(client, None, record=text)["autoplay"] == "all"
    assert deal(client, None, record=text, autoplay="off")["autoplay"] == "off"


@on_sqlite
def test_a_winnable_deal_and_a_level(client: httpx.Client) -> None:
    need_kernels()
    bakers = GAMES["bakers-game"]
    state = deal(client, "bakers-game", winnable=True)
    assert state["deal_source"] == "winnable"
    start = bakers.deal(numbered_deck(state["deal_number"]))
    assert solve(bakers, start).verdict is Verdict.WINNABLE
    state = deal(client, "golf-relaxed", level="easy")
    assert state["deal_source"] == "easy"
    assert level_of(GAMES["golf-relaxed"], state["deal_number"]) is Level.EASY


def test_how_a_deal_was_found_is_kept(client: httpx.Client) -> None:
    state = deal(client, "golf-relaxed", date="today")
    assert state["deal_source"] == "daily"
    path = f"/games/{state['key']}"
    client.post(f"{path}/move", json={"version": state["version"], "move": "deal"})
    assert client.get(path).json()["deal_source"] == "daily"
    [listed] = client.get("/history").json()["games"]
    assert listed["deal_source"] == "daily"


def test_the_same_deal_again(client: httpx.Client, server: Server) -> None:
    for fields, source in (({"winnable": True}, "winnable"), ({"deal_number": 1}, None)):
        first = deal(client, "freecell", **fields)
        again = deal(client, "freecell", again=first["key"])
        assert again["key"] != first["key"]
        assert (again["deal_number"], again["deal_source"]) == (first["deal_number"], source)
    refused(client.post("/games", json={"game": "golf-relaxed", "again": again["key"]}), 422)
    deck = deal(client, "freecell", deck=DECK_TEXT)
    refused(client.post("/games", json={"game": "freecell", "again": deck["key"]}), 422)
    with server.client() as other:
        refused(other.post("/games", json={"game": "freecell", "again": again["key"]}), 404)


def test_nothing_is_told_of_a_deal_that_the_player_chose(client: httpx.Client) -> None:
    """Deal 1 of FreeCell can be won, but nobody asked."""
    found = deal(client, "freecell", winnable=True)
    assert found["deal_source"] == "winnable"
    record = client.get(f"/games/{found['key']}/record").text
    for body in ({"deal_number": 1}, {"pasted": "1"}, {}, {"record": record}):
        assert deal(client, "freecell", **body)["deal_source"] is None, body


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "which game?"),
        ({"deal_number": 1}, "which game?"),
        ({"winnable": True}, "which game?"),
        ({"date": "today"}, "which game?"),
        ({"pasted": "5"}, "which game?"),
        ({"game": "whist"}, "whist"),
        ({"game": ""}, "game"),
        ({"game": "freecell", "deal_number": 0}, "deal_number: "),
        ({"game": "freecell", "deal_number": 8_589_934_592}, "deal_number: "),
        ({"game": "freecell", "deal_number": "1"}, "deal_number: "),
        ({"game": "freecell", "deal_number": 1.5}, "deal_number: "),
        ({"game": "freecell", "deal_number": True}, "deal_number: "),
        (
            {"game": "freecell", "deal_number": 1, "date": "today"},
            "deal_number and date",
        ),
        ({"game": "freecell", "deck": DECK_TEXT, "board": BOARD}, "deck and board"),
        ({"record": RECORD, "pasted": "5"}, "record and pasted"),
        ({"game": "freecell", "deal_number": 1, "winnable": True}, "winnable or level"),
        ({"game": "freecell", "deal_number": 1, "level": "easy"}, "winnable or level"),
        ({"game": "freecell", "level": "impossible"}, "level: "),
        ({"game": "freecell", "autoplay": "never"}, "autoplay: "),
        ({"game": "freecell", "deck": "AS AS"}, "ace of clubs"),
        ({"game": "freecell", "deck": ""}, "deck"),
        ({"game": "freecell", "deck": "1Z " * 52}, "1Z"),
        ({"game": "freecell", "deck": "x" * 401}, "deck: "),
        ({"game": "freecell", "board": "AS"}, "column"),
        ({"game": "freecell", "board": ""}, "board"),
        ({"game": "freecell", "board": "x" * 5_001}, "board: "),
        ({"game": "freecell", "pasted": "Easthaven #5"}, "choose Easthaven"),
        ({"pasted": "whist #5"}, "whist"),
        ({"pasted": "Deal 5"}, "which game?"),
        ({"pasted": "FreeCell #0"}, "deal number"),
        ({"pasted": "my cat sat on the keyboard"}, "my cat sat"),
        ({"game": "freecell", "pasted": ""}, "deal number"),
        ({"game": "freecell", "pasted": "five"}, "deal number"),
        ({"game": "freecell", "pasted": "#"}, "deal number"),
        ({"game": "freecell", "pasted": "x" * 60_001}, "pasted: "),
        ({"game": "freecell", "record": RECORD}, "Golf Relaxed"),
        ({"game": "freecell", "pasted": RECORD}, "Golf Relaxed"),
        ({"record": "x" * 60_001}, "record: "),
        ({"record": ""}, "record"),
        ({"record": "[Winnable"}, "record"),
        ({"record": RECORD.replace("1. deal", "1. t1t2")}, "move 1"),
        ({"record": RECORD.replace("golf-relaxed", "whist")}, "whist"),
        ({"record": RECORD.replace('"7"', '"0"')}, "0"),
        ({"record": RECORD.replace("deal *", "deal {\0} *")}, "null character"),
        ({"pasted": RECORD.replace("deal *", "deal {\0} *")}, "null character"),
        ({"record": RECORD.replace("1.", '[Note "\0"] 1.')}, "null character"),
        ({"record": RECORD.replace("deal *", "deal " + "(" * 9_000)}, "line 1"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_cannot_be_dealt(client: httpx.Client, body: dict[str, object], reason: str) -> None:
    response = client.post("/games", json=body)
    assert reason in refused(response, 422)
    assert not client.cookies


def test_a_record_with_too_many_moves_is_not_replayed(client: httpx.Client) -> None:
    """The moves are illegal too, but the reason is their number."""
    for line in (
        " ".join(["t1c1"] * 1_001),
        "t1c1 " + "(t1c2) " * 1_000,
        "t1c1 " + "+t1f1 " * 1_000,
    ):
        record = f'[Winnable "1"] [Game "freecell"] [Deal "1"] {line} *'
        response = client.post("/games", json={"record": record})
        assert "1,000 moves" in refused(response, 422)


@pytest.mark.parametrize(
    "text",
    [
        '[Winnable "1"] ' + '[A "' * 10_000,
        '[Winnable "1"] ' + "{" * 40_000,
        '[Winnable "1"] ' + "\\" * 40_000,
        '[Winnable "1"] [Game "freecell"] [Deal "1"] ' + "1. " * 15_000,
        '[Winnable "1"] [Game "freecell"] [Deal "1"] ' + " " * 50_000 + "x",
        "[" + " " * 50_000,
        '[Winnable "1"] ' + '[A "\\' * 9_000,
    ],
    ids=lambda text: str(text)[:30],
)
def test_no_text_takes_long_to_parse(client: httpx.Client, text: str) -> None:
    """If one made a parser go over it again and again, the client would time out."""
    refused(client.post("/games", json={"record": text}), 422)


def test_comments_and_tags_of_a_record_are_kept(client: httpx.Client) -> None:
    text = '[Winnable "1"] [Game "freecell"] [Deal "1"] [Author "Zoë 🂡"] 1. t3c1 {“hm” \x1b} *'
    state = deal(client, None, record=text)
    record = client.get(f"/games/{state['key']}/record").text
    assert '[Author "Zoë 🂡"]' in record
    assert "{“hm” \x1b}" in record
