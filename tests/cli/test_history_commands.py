"""The commands about saved games: `stats`, `history`, `export`."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest
from line_driver import (
    GOLDEN_GAMES,
    Capture,
    Terminal,
    golden_record,
    play,
    refused,
    run,
    type_in,
)
from store.saved_games import give_up, win

from winnable import GAMES, Record, Session, parse_record
from winnable.cli import main
from winnable.store import SavedGame, Store
from winnable.store.formatting import (
    history_line,
    nothing_played,
    statistics_details,
    statistics_table,
)

Patch = pytest.MonkeyPatch


@pytest.fixture
def fifth() -> int:
    """Saved: FreeCell won twice and given up once, Golf left twice; the last one's number."""
    with Store.open() as store:
        win(store, hints=1)
        give_up(store)
        win(store)
        for deal in (5, 6):
            saved_game = SavedGame(Session.new("golf", deal), store.games)
            saved_game.make("deal")
        assert saved_game.number
        return saved_game.number


# -- stats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["stats", "history", "export"])
def test_a_database_that_does_not_exist(
    capsys: Capture, monkeypatch: Patch, tmp_path: Path, command: str
) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{tmp_path / 'gmaes.db'}")
    assert f"there is no Winnable database at {tmp_path / 'gmaes.db'}" in refused(capsys, command)
    assert list(tmp_path.iterdir()) == []


def test_before_anything_is_played(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.delenv("WINNABLE_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(capsys, "stats") == run(capsys, "history") == f"{nothing_played()}\n"
    assert run(capsys, "stats", "golf").startswith("Golf Relaxed: ")
    assert run(capsys, "history", "aces") == "No games of Aces Up played yet.\n"
    assert run(capsys, "history", "--format", "json") == "[]\n"
    assert run(capsys, "export") == ""
    assert run(capsys, "export", "--format", "json") == "[]\n"
    assert run(capsys, "export", "--format", "csv") == (
        "number,game,deal,outcome,moves,seconds,undos,hints,verdicts,started,touched,ended,"
        "unaided,coach_moves,decisions,cost,deal_source\n"
    )
    rows = json.loads(run(capsys, "stats", "--format", "json"))
    assert [row["game"] for row in rows] == list(GAMES)
    assert all(row["played"] == 0 and row["best_moves"] is None for row in rows)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("fifth")
def test_stats_of_all_games(capsys: Capture) -> None:
    with Store.open() as store:
        statistics = [store.games.statistics(game) for game in GAMES.values()]
    assert run(capsys, "stats").splitlines() == list(statistics_table(statistics))


@pytest.mark.usefixtures("fifth")
def test_stats_of_one_game(capsys: Capture) -> None:
    for game in ("freecell", "golf-relaxed"):
        with Store.open() as store:
            statistics = store.games.statistics(GAMES[game])
        assert run(capsys, "stats", game[:4]).splitlines() == list(statistics_details(statistics))


def test_no_word_is_broken_on_a_narrow_terminal() -> None:
    with Store.open() as store:
        game = win(store, game="golf-relaxed")
        game.keep_skill(game.session, 20, 0.1)
    for words in (["stats", "golf"], ["stats"]):
        shown = Terminal(*words, columns=40).leave()
        said = " ".join(shown.split())
        assert "Average cost of a decision" in said
        assert "of 100 (1 reviewed game)." in said
        assert all(len(line) < 40 for line in shown.splitlines() if "cost" in line)


@pytest.mark.usefixtures("fifth")
def test_stats_as_json(capsys: Capture) -> None:
    [row] = json.loads(run(capsys, "stats", "freecell", "--format", "json"))
    assert list(row) == [
        *("game", "played", "won", "unaided", "streak", "best_streak", "best_moves"),
        *("average_moves", "best_seconds", "average_seconds", "unfinished", "last"),
        *("with_coach", "reviewed", "decisions", "average_cost"),
    ]
    assert (row["reviewed"], row["decisions"], row["average_cost"]) == (0, 0, None)
    assert (row["game"], row["played"], row["won"], row["unaided"]) == ("freecell", 3, 2, 1)
    assert (row["streak"], row["best_streak"], row["best_moves"]) == (1, 1, 2)
    assert [game["number"] for game in row["last"]] == [3, 2, 1]
    assert len(json.loads(run(capsys, "stats", "--format", "json"))) == len(GAMES)


def test_what_decisions_cost(capsys: Capture) -> None:
    with Store.open() as store:
        for cost in (0.1, 0.42):
            game = win(store, game="golf-relaxed")
            assert game.keep_skill(game.session, 20, cost)
        win(store)
    line = "Average cost of a decision{}: 1.3 points of 100 (2 reviewed games).\n"
    assert line.format(" at Golf Relaxed") in run(capsys, "stats")
    assert line.format("") in run(capsys, "stats", "golf")
    assert "cost" not in run(capsys, "stats", "freecell")
    [row] = json.loads(run(capsys, "stats", "golf", "--format", "json"))
    assert (row["reviewed"], row["decisions"], row["average_cost"]) == (2, 40, 0.013)
    [second, first] = json.loads(run(capsys, "history", "golf", "--format", "json"))
    assert (first["decisions"], first["cost"], second["cost"]) == (20, 0.1, 0.42)
    table = list(csv.DictReader(io.StringIO(run(capsys, "export", "--format", "csv"))))
    assert [(game["decisions"], game["cost"]) for game in table] == [
        ("20", "0.1"),
        ("20", "0.42"),
        ("", ""),
    ]


# -- history --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("fifth")
def test_history(capsys: Capture) -> None:
    with Store.open() as store:
        lines = [history_line(summary) for summary in store.games.history()]
    assert run(capsys, "history").splitlines() == lines
    assert run(capsys, "history", "golf").splitlines() == lines[:2]


@pytest.mark.usefixtures("fifth")
def test_history_as_json(capsys: Capture) -> None:
    rows = json.loads(run(capsys, "history", "free", "--format", "json"))
    assert [row["number"] for row in rows] == [3, 2, 1]
    assert [row["outcome"] for row in rows] == ["won", "given up", "won"]
    assert [row["unaided"] for row in rows] == [True, False, False]
    assert rows[0]["ended"].endswith("+00:00")
    assert rows[0]["deal"] is None


def test_history_lists_twenty_games_or_all(capsys: Capture) -> None:
    with Store.open() as store:
        for deal in range(1, 24):
            SavedGame(Session.new("aces", deal), store.games).make("deal")
    rows = run(capsys, "history").splitlines()
    assert [int(row.split()[0]) for row in rows] == list(range(23, 3, -1))
    assert len(run(capsys, "history", "--all").splitlines()) == 23
    assert len(json.loads(run(capsys, "history", "--all", "--format", "json"))) == 23


# -- export ---------------------------------------------------------------------------------------


def test_an_exported_game_can_be_replayed_and_resumed(
    capsys: Capture, monkeypatch: Patch, tmp_path: Path, fifth: int
) -> None:
    text = run(capsys, "export", str(fifth))
    record = parse_record(text)
    assert (record.game.slug, record.tags["Deal"]) == ("golf-relaxed", "6")
    assert record.tags["Outcome"] == record.tags["Result"] == "unfinished"
    assert record.tags["Started"].endswith("Z")
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert run(capsys, "replay", str(file)).startswith("Golf Relaxed, deal 6, after 1 move\n")
    out = play(capsys, monkeypatch, "undo\n", "--resume", str(file))
    assert out.count("\nGolf Relaxed, deal 6\n") == 1
    rows = json.loads(run(capsys, "history", "--format", "json"))
    assert [row["number"] for row in rows[:2]] == [fifth + 1, fifth]  # the original is unchanged
    assert [row["undos"] for row in rows[:2]] == [1, 0]


@pytest.mark.usefixtures("fifth")
def test_an_export_of_several_games_is_their_records_in_order(capsys: Capture) -> None:
    golf = run(capsys, "export", "golf")
    deals = [f'[Deal "{deal}"]' for deal in (5, 6)]
    assert [line for line in golf.splitlines() if line.startswith("[Deal ")] == deals
    first, second = golf.split("\n\n[Winnable")
    for text in (first, f"[Winnable{second}"):
        assert parse_record(text).game.slug == "golf-relaxed"
    everything = run(capsys, "export")
    assert everything.endswith(golf)
    assert everything.count("\n*\n") + everything.count(" *\n") == 5


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "-"],
        ["play", "--resume", "-"],
        ["review", "-"],
        ["convert", "-", "--to", "board"],
        ["solve", "golf", "-"],
    ],
)
@pytest.mark.usefixtures("fifth")
def test_commands_that_read_one_game_refuse_several(
    capsys: Capture, monkeypatch: Patch, command: list[str]
) -> None:
    golf = run(capsys, "export", "golf")
    second = golf.splitlines().index('[Winnable "1"]', 1) + 1
    type_in(monkeypatch, golf)
    assert f"line {second}" in refused(capsys, *command)


def test_export_as_json_and_csv(capsys: Capture, fifth: int) -> None:
    for words in ([], ["golf"], [str(fifth)]):
        rows = json.loads(run(capsys, "export", *words, "--format", "json"))
        table = list(csv.DictReader(io.StringIO(run(capsys, "export", *words, "--format", "csv"))))
        assert [row["number"] for row in rows] == sorted(row["number"] for row in rows)
        for row, line in zip(rows, table, strict=True):
            assert parse_record(row.pop("record")).game.slug == row["game"]
            assert {
                name: "" if value is None else str(value) for name, value in row.items()
            } == line
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("6", "game 6"),
        ("0", "'0' is not a game number: write 1 to 1000000000"),
        ("99999999999", "'99999999999' is not a game number"),
        ("２", "'２' is not a game number"),
        ("frecell", "'frecell'"),
        ("", "''"),
    ],
)
@pytest.mark.usefixtures("fifth")
def test_games_that_do_not_exist(capsys: Capture, what: str, message: str) -> None:
    for form in ("record", "json", "csv"):
        assert message in refused(capsys, "export", what, "--format", form)


@pytest.mark.parametrize("form", ["record", "json"])
def test_the_others_are_exported_where_one_is_damaged(
    capsys: Capture, form: str, fifth: int
) -> None:
    with Store.open() as store:
        name = store.name
    with sqlite3.connect(name) as connection:
        connection.execute("UPDATE games SET record = 'nonsense' WHERE number = 2")
    connection.close()
    assert main(["export", "--format", form]) == 2
    out, err = capsys.readouterr()
    assert "game 2" in err
    assert err.count("\n") == 1
    if form == "json":
        assert [row["number"] for row in json.loads(out)] == [1, 3, 4, fifth]
    else:
        assert out.count("[Winnable ") == 4


# -- what counts ----------------------------------------------------------------------------------


@pytest.fixture
def last_move(tmp_path: Path) -> tuple[str, str]:
    """A file with FreeCell deal 617 before its last move; and that move."""
    file = next(file for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
    session = golden_record(file).session()
    last = session.undo()
    assert last is not None
    (tmp_path / "game.txt").write_text(str(Record.of(session)), encoding="utf-8")
    return str(tmp_path / "game.txt"), str(last.move)


@pytest.mark.parametrize(
    ("typed", "unaided"),
    [
        ("{}", 1),
        ("moves\nread\nrules\nhelp\nt9t9\n{}", 1),
        ("{}\nundo\nredo\nverdict", 1),  # help after the win does not count
        ("{}\nnew 5\nundo", 1),
        ("undo\nredo\n{}", 0),
        ("restart\nredo 99\n{}", 0),
        ("hint\n{}", 0),
        ("odds\n{}", 0),
        ("verdict\n{}", 0),
        ("solve\n{}", 0),
        ("review\n{}", 0),
    ],
)
def test_a_win_is_unaided_only_without_help(
    capsys: Capture, monkeypatch: Patch, last_move: tuple[str, str], typed: str, unaided: int
) -> None:
    file, move = last_move
    out = play(capsys, monkeypatch, typed.format(move), "--resume", file)
    assert "Won!" in out
    [row] = json.loads(run(capsys, "stats", "freecell", "--format", "json"))
    assert (row["played"], row["won"], row["unaided"]) == (1, 1, unaided)
    assert row["unfinished"] == 0


def test_nothing_counts_before_the_first_move(capsys: Capture, monkeypatch: Patch) -> None:
    typed = "verdict\nmoves\nautoplay off\nundo\nredo\nrestart\nt1t2\nzzz\nnew 5\nnew 6\nundo\nquit"
    play(capsys, monkeypatch, typed, "freecell", "--deal", "617")
    assert run(capsys, "history") == run(capsys, "stats") == f"{nothing_played()}\n"


def test_help_before_the_first_move_counts_from_that_move_on(
    capsys: Capture, monkeypatch: Patch
) -> None:
    play(capsys, monkeypatch, "hint\nverdict\n8a\n", "freecell", "--deal", "617")
    [row] = json.loads(run(capsys, "history", "--format", "json"))
    assert (row["hints"], row["verdicts"], row["undos"], row["moves"]) == (1, 1, 0, 1)


def test_a_game_is_given_up_when_the_next_has_begun(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "d\nnew 6\n", "golf", "--deal", "5")
    [row] = json.loads(run(capsys, "stats", "golf", "--format", "json"))
    assert (row["played"], row["unfinished"]) == (0, 1)
    out = play(capsys, monkeypatch, "new 7\nd\n")
    assert out.startswith("\nGolf Relaxed, deal 5, after 1 move\n")
    [row] = json.loads(run(capsys, "stats", "golf", "--format", "json"))
    assert (row["played"], row["won"], row["unfinished"]) == (1, 0, 1)
    rows = json.loads(run(capsys, "history", "--format", "json"))
    assert {each["deal"]: each["outcome"] for each in rows} == {5: "given up", 7: "unfinished"}
