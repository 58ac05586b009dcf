"""Files that Winnable 0.1.0 wrote still work: its database, records, results, links and cookies.

`written_by_0_1/README.md` says what the files are, and `facts.json` beside it what they hold. They
are never made again, so a test that fails here means that somebody's games would be lost.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_servers import Server, get, new_client, server

from winnable import GAMES, Record, Session, board_text, parse_record
from winnable.cli import main
from winnable.play import Step
from winnable.store import Outcome, SavedGame, Store
from winnable.tui.options import SETTING_NAMES, Options

Facts = dict[str, Any]

FILES = Path(__file__).parent / "written_by_0_1"
FACTS: Facts = json.loads((FILES / "facts.json").read_text(encoding="utf-8"))
PLAYERS: dict[str, Facts] = FACTS["players"]
SAVED: list[Facts] = FACTS["games"]


def saved(number: int) -> Facts:
    """What is known of one game in the database."""
    [facts] = [facts for facts in SAVED if facts["number"] == number]
    return facts


def saved_of(player: int) -> list[Facts]:
    """What is known of a player's games that have begun, the latest first."""
    begun = [facts for facts in SAVED if facts["player"] == player and facts["started"]]
    return sorted(begun, key=lambda facts: str(facts["touched"]), reverse=True)


def line_of(steps: tuple[Step, ...]) -> str:
    """A line of play as `facts.json` writes it."""
    return " ".join(
        " ".join([str(step.move), *(f"+{move}" for move in step.automoves)]) for step in steps
    )


def board_of(session: Session) -> str:
    """Where the cards lie, as `facts.json` writes it."""
    return " / ".join(board_text(session.game, session.position).splitlines())


def copy_of_database(folder: Path) -> str:
    """The URL of a copy that a test may change."""
    return f"sqlite:///{shutil.copyfile(FILES / 'games.db', folder / 'games.db')}"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return copy_of_database(tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as store:
        yield store


# -- the database ----------------------------------------------------------------------------------


@pytest.mark.parametrize("facts", SAVED, ids=lambda facts: f"game {facts['number']}")
def test_every_game_is_read(facts: Facts, store: Store) -> None:
    theirs = store.for_player(facts["player"])
    row = theirs.games.load(facts["number"])
    for name in ("number", "game", "deal", "moves", "seconds", "key", "shared"):
        assert getattr(row, name) == facts[name], name
    for name in ("started", "touched", "ended"):
        time = getattr(row, name)
        assert (time and time.isoformat(sep=" ")) == facts[name], name
    game = theirs.open_game(facts["number"])
    assert game.outcome is Outcome(facts["outcome"])
    assert (game.undos, game.hints, game.verdicts) == (
        *(facts["undos"], facts["hints"], facts["verdicts"]),
    )
    session = game.session
    assert (session.game.slug, session.autoplay.value) == (facts["game"], facts["autoplay"])
    assert line_of(session.steps) == facts["line"]
    assert line_of(session.undone) == facts["taken_back"]
    assert (len(session.steps), len(session.undone)) == (facts["moves"], facts["moves_taken_back"])
    assert board_of(session) == facts["board"]


@pytest.mark.parametrize("player", [1, 2, 3])
def test_history_and_statistics(player: int, store: Store) -> None:
    theirs, facts = store.for_player(player), saved_of(player)
    assert [row.number for row in theirs.games.history()] == [each["number"] for each in facts]
    assert [row.number for row in theirs.games.unfinished()] == [
        each["number"] for each in facts if each["outcome"] == "unfinished"
    ]
    for game in GAMES.values():
        figures = theirs.games.statistics(game)
        ours = [each for each in facts if each["game"] == game.slug]
        won = [each for each in ours if each["outcome"] == "won"]
        given_up = [each for each in ours if each["outcome"] == "given up"]
        unaided = [each for each in won if not each["undos"] + each["hints"] + each["verdicts"]]
        assert figures.played == len(won) + len(given_up)
        assert (figures.won, figures.unaided) == (len(won), len(unaided))
        assert figures.unfinished == len(ours) - figures.played
        assert figures.best_moves == min((each["moves"] for each in won), default=None)


def test_an_unfinished_game_goes_on(url: str) -> None:
    before = saved(5)
    again = before["taken_back"].split()[0]
    with Store.open(url) as store:
        game = store.open_game(5)
        game.redo()
        new = next(move for move in game.session.legal_moves() if str(move) not in before["line"])
        game.make(new)
    with Store.open(url) as store:
        game = store.open_game(5)
        assert line_of(game.session.steps) == f"{before['line']} {again} {new}"
        assert game.session.undone == ()
        assert (game.undos, game.hints, game.verdicts) == (1, 0, 1)
        latest = store.games.history()[0]
        assert (latest.number, latest.moves) == (5, before["moves"] + 2)
        assert latest.seconds >= before["seconds"]


def test_a_game_that_was_given_up_goes_on(store: Store) -> None:
    store.open_game(11).make(saved(11)["taken_back"])
    again = store.open_game(11)
    assert again.outcome is Outcome.UNFINISHED
    assert len(again.session.steps) == saved(11)["moves"] + 1
    assert again.undos == saved(11)["undos"] + 1


def test_a_game_that_was_never_played_can_begin(store: Store) -> None:
    theirs, key = store.for_player(2), PLAYERS["2"]["game_never_played"]
    game = theirs.open_game(theirs.games.number_for_key(key), strict=True)
    assert game.number not in [row.number for row in theirs.games.history()]
    game.make("deal")
    assert theirs.games.history()[0].key == key


def test_comments_on_moves_taken_back_come_back_with_them(store: Store) -> None:
    game = store.open_game(6)
    game.redo()
    game.redo()
    text = str(store.games.record(6))
    assert "{And a word at the end.}" in text
    assert "(4. t4c3)" in text


def test_what_the_terminal_app_was_set_to(store: Store) -> None:
    options = Options.of(store)
    option_names = {setting: name for name, setting in SETTING_NAMES.items()}
    for setting, value in FACTS["settings"].items():
        found = getattr(options, option_names[setting])
        assert found == {"yes": True, "no": False}.get(value, value), setting


def test_a_recovery_code_finds_its_player(store: Store) -> None:
    code = PLAYERS["2"]["recovery_code"]
    assert store.players.find(code) == 2
    assert store.players.find(code.lower().replace("-", " ")) == 2


def test_export_writes_the_same_records(store: Store) -> None:
    then, now = records_in("exported.txt"), list(store.games.records())
    assert [record.main_line for record in now] == [record.main_line for record in then]
    for old, new in zip(then, now, strict=True):
        # The date is that of the place where it is written.
        assert {**old.tags, "Date": ""}.items() <= {**new.tags, "Date": ""}.items()


# -- records ---------------------------------------------------------------------------------------


def texts_in(name: str) -> list[str]:
    """The records in a file; an export has an empty line between two."""
    text = (FILES / name).read_text(encoding="utf-8")
    return [part.strip() + "\n" for part in re.split(r"\n(?=\[Winnable )", text)]


def records_in(name: str) -> list[Record]:
    return [parse_record(text) for text in texts_in(name)]


@pytest.mark.parametrize("name", FACTS["records"])
def test_records_are_read_replayed_and_written_again(name: str) -> None:
    texts = texts_in(name)
    for text, facts in zip(texts, FACTS["records"][name], strict=True):
        record = parse_record(text)
        assert dict(record.tags) == facts["tags"]
        session = record.session()
        assert line_of(session.steps) == facts["line"]
        assert board_of(session) == facts["board"]
        assert session.is_won is facts["is_won"]
        assert str(record) == text


@pytest.mark.parametrize(
    "name",
    ["saved_after_undo.txt", "saved_side_lines.txt", "saved_board.txt", "record_from_the_page.txt"],
)
def test_a_saved_game_goes_on(name: str, tmp_path: Path) -> None:
    [record], [facts] = records_in(name), FACTS["records"][name]
    with Store.open(f"sqlite:///{tmp_path / 'new.db'}") as store:
        game = SavedGame(record.session(), store.games, record=record)
        game.make(next(game.session.legal_moves()))
        assert game.number is not None
        kept = store.games.record(game.number)
        counts = (game.undos, game.hints, game.verdicts)
    assert counts == tuple(int(facts["tags"][name]) for name in ("Undos", "Hints", "Verdicts"))
    assert kept.main_line.comment == record.main_line.comment
    assert kept.main_line.nodes[:-1] == record.main_line.nodes
    for tag in ("Player", "Round", "Deal", "Board"):
        assert kept.tags.get(tag) == facts["tags"].get(tag)


# -- results of solving ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "added"),
    [
        ("results.jsonl", ["aces-up", "--deals", "1-12"], {11, 12}),
        ("results_torn.jsonl", ["aces-up", "--deals", "1-12"], {10, 11, 12}),
        ("results_short.jsonl", ["golf-relaxed", "--deals", "1-5", "--short"], {5}),
    ],
)
def test_solving_goes_on_where_it_stopped(
    name: str, options: list[str], added: set[int], tmp_path: Path
) -> None:
    file = tmp_path / name
    shutil.copyfile(FILES / name, file)
    before = file.read_bytes()
    whole = before[: before.rindex(b"\n") + 1]
    assert main(["solve", *options, "--limit", "3k", "--jobs", "1", "--resume", str(file)]) == 0
    after = file.read_bytes()
    assert after.startswith(whole)
    verdicts: dict[str, list[str]] = {}
    for line in whole.splitlines():
        verdicts.setdefault(str(json.loads(line)["deal"]), []).append(json.loads(line)["verdict"])
    assert verdicts == FACTS["results"][name]["verdicts"]
    new = [json.loads(line) for line in after[len(whole) :].splitlines()]
    assert {result["deal"] for result in new} == added
    assert len(new) == len(added)


# -- the web server --------------------------------------------------------------------------------

# What the API is called today: its paths, and its names for what `facts.json` knows.

API = "/api/v1"
GAME, MOVE = "/games/{key}", "/games/{key}/move"
HISTORY = "/history"
PLAYER, RECOVER = "/player", "/player/recover"
SHARED, SHARED_PICTURE = "/shared/{key}", "/shared/{key}/picture.svg"

IN_A_GAME = {
    "key": "key",
    "game": "game",
    "deal": "deal_number",
    "outcome": "outcome",
    "autoplay": "autoplay",
    "moves": "moves_made",
    "moves_taken_back": "moves_undone",
    "undos": "undos",
    "hints": "hints",
    "verdicts": "verdicts",
}
IN_A_SHARED_GAME = {
    "game": "game",
    "deal": "deal_number",
    "outcome": "outcome",
    "moves": "moves_made",
}
IN_THE_HISTORY = IN_A_SHARED_GAME | {
    "undos": "undos",
    "hints": "hints",
    "verdicts": "verdicts",
    "shared": "share_key",
}


def history_of(client: httpx.Client) -> list[Facts]:
    return list(answer(client.get(HISTORY))["games"])


def moves_of_shared(body: Facts) -> list[str]:
    """The moves by hand of a shared game."""
    return [step["move"] for step in body["steps"][1:]]


def is_known(player: Facts) -> bool:
    return bool(player["is_known"])


def is_local(player: Facts) -> bool:
    return bool(player["is_local"])


def legal_moves(game: Facts) -> list[str]:
    return list(game["legal_moves"])


def move_body(game: Facts, move: str) -> Facts:
    return {"version": game["version"], "move": move}


# These addresses stand in bookmarks and in messages to others: they never change.

PAGE_OF_A_GAME = "/t/{key}"
PAGE_OF_A_SHARED_GAME = "/s/{key}"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("web")
    with server(copy_of_database(folder), "--workers", "1") as running:
        yield running


def visitor(running: Server, cookie: dict[str, str] | None = None) -> httpx.Client:
    """A browser that has kept a cookie since then, or none."""
    client = new_client(running.url + API)
    if cookie:
        client.cookies.set(cookie["name"], cookie["value"], domain="127.0.0.1")
    return client


def answer(response: httpx.Response) -> Facts:
    assert response.status_code == 200, response.text
    body: Facts = response.json()
    return body


def check(body: Facts, facts: Facts, names: dict[str, str]) -> None:
    """Compare an answer with what is known."""
    assert {name: body[field] for name, field in names.items()} == {
        name: facts[name] for name in names
    }


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_a_cookie_says_who_somebody_is(number: str, running: Server) -> None:
    with visitor(running, PLAYERS[number]["cookie"]) as client:
        player = answer(client.get(PLAYER))
        assert (is_known(player), is_local(player)) == (True, number == "1")
        # Another test may go on with a game meanwhile, and bring it to the top.
        rows = history_of(client)
        assert len(rows) == len(saved_of(int(number)))
        over = [row for row in rows if row["outcome"] != "unfinished"]
        facts = [each for each in saved_of(int(number)) if each["outcome"] != "unfinished"]
        for row, fact in zip(over, facts, strict=True):
            check(row, fact, IN_THE_HISTORY)


def test_a_cookie_that_came_by_https(tmp_path: Path) -> None:
    origin = ("--origin", "https://cards.example")
    with (
        server(copy_of_database(tmp_path), "--workers", "1", *origin) as running,
        visitor(running, PLAYERS["2"]["cookie_by_https"]) as client,
    ):
        assert len(history_of(client)) == len(saved_of(2))
        assert is_known(answer(client.get(PLAYER)))


def test_browsers_with_the_same_cookie_can_be_signed_out_one_by_one(tmp_path: Path) -> None:
    cookie = PLAYERS["2"]["cookie"]
    with (
        server(copy_of_database(tmp_path), "--workers", "1") as running,
        visitor(running, cookie) as one,
        visitor(running, cookie) as other,
    ):
        with visitor(running, cookie) as third:  # which has not been given a token of its own yet
            third.post("/player/forget").raise_for_status()
        with visitor(running, PLAYERS["3"]["cookie"]) as stranger:  # who becomes player 2
            stranger.post(RECOVER, json={"code": PLAYERS["2"]["recovery_code"]}).raise_for_status()
        with visitor(running, PLAYERS["3"]["cookie"]) as left_behind:
            assert is_known(answer(left_behind.get(PLAYER)))
        for client in (one, other):
            assert is_known(answer(client.get(PLAYER)))
            assert cookie["value"] not in client.cookies.values()
        one.post("/player/forget").raise_for_status()
        assert not is_known(answer(one.get(PLAYER)))
        assert is_known(answer(other.get(PLAYER)))
        other.post("/player/sign-out-others").raise_for_status()
        with visitor(running, cookie) as copy:
            assert not is_known(answer(copy.get(PLAYER)))


def test_a_cookie_with_another_signature_is_nobodys(running: Server) -> None:
    cookie = PLAYERS["2"]["cookie"]
    forged = cookie | {"value": "MQ." + cookie["value"].partition(".")[2]}
    with visitor(running, forged) as client:
        assert not is_known(answer(client.get(PLAYER)))


def test_a_game_goes_on_at_its_address(running: Server) -> None:
    key = PLAYERS["2"]["game_in_progress"]
    [facts] = [each for each in SAVED if each["key"] == key]
    with visitor(running, PLAYERS["2"]["cookie"]) as client:
        game = answer(client.get(GAME.format(key=key)))
        check(game, facts, IN_A_GAME)
        move = legal_moves(game)[0]
        after = answer(client.post(MOVE.format(key=key), json=move_body(game, move)))
        assert after[IN_A_GAME["moves"]] == facts["moves"] + 1
    for other in (None, PLAYERS["3"]["cookie"]):
        with visitor(running, other) as client:
            assert client.get(GAME.format(key=key)).status_code == 404
    address = running.url + PAGE_OF_A_GAME.format(key=key)
    page = get(address, headers={"accept": "text/html"}, follow_redirects=True)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("name", ["shared_win", "shared_loss"])
def test_a_share_link_shows_the_game_to_anybody(name: str, running: Server) -> None:
    key = PLAYERS["2"][name]
    [facts] = [each for each in SAVED if each["shared"] == key]
    with visitor(running) as client:
        body = answer(client.get(SHARED.format(key=key)))
        check(body, facts, IN_A_SHARED_GAME)
        by_hand = [move for move in facts["line"].split() if not move.startswith("+")]
        assert moves_of_shared(body) == by_hand
        picture = client.get(SHARED_PICTURE.format(key=key))
        assert picture.headers["content-type"] == "image/svg+xml"
        assert not client.cookies
    address = running.url + PAGE_OF_A_SHARED_GAME.format(key=key)
    page = get(address, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")


def test_a_recovery_code_brings_a_player_back(running: Server) -> None:
    with visitor(running) as client:
        player = client.post(RECOVER, json={"code": PLAYERS["2"]["recovery_code"]})
        assert is_known(answer(player))
        assert list(client.cookies) == [PLAYERS["2"]["cookie"]["name"]]
        assert len(history_of(client)) == len(saved_of(2))
