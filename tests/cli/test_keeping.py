"""The commands about games that are kept: stats, history, export."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, Capture, golden_record, play, refused, run, type_in
from store.saved_games import give_up, win

from winnable import GAMES, Record, Session, parse_record
from winnable.cli import main
from winnable.store import SavedGame, Store

Patch = pytest.MonkeyPatch


@pytest.fixture
def fifth() -> int:
    """A player's year: two wins of FreeCell, one given up, Golf left twice; the last's number."""
    with Store.open() as store:
        win(store, hints=1)
        give_up(store)
        win(store)
        for deal in (5, 6):
            table = SavedGame(Session.new("golf", deal), store.games)
            table.make("deal")
        assert table.number
        return table.number


# -- stats ----------------------------------------------------------------------------------------


def test_before_anything_is_played(capsys: Capture) -> None:
    assert run(capsys, "stats") == "No game has been played yet.\n"
    assert run(capsys, "stats", "golf") == "Golf Relaxed: none played, none won.\n"
    assert run(capsys, "history") == "No game has been played yet.\n"
    assert run(capsys, "history", "aces") == "No game of Aces Up has been played yet.\n"
    assert run(capsys, "history", "--format", "json") == "[]\n"
    assert run(capsys, "export") == ""
    assert run(capsys, "export", "--format", "json") == "[]\n"
    assert run(capsys, "export", "--format", "csv").startswith("number,game,deal,outcome,moves,")
    figures = json.loads(run(capsys, "stats", "--format", "json"))
    assert [each["game"] for each in figures] == list(GAMES)
    assert all(each["played"] == 0 and each["best_moves"] is None for each in figures)


@pytest.mark.usefixtures("fifth")
def test_stats_of_all_games(capsys: Capture) -> None:
    rows = run(capsys, "stats").splitlines()
    assert [row.split()[0] for row in rows[2:7]] == [
        "Aces",
        "Easthaven",
        "Baker's",
        "Golf",
        "FreeCell",
    ]
    assert rows[6].split() == [
        *("FreeCell", "3", "2", "(67%)", "1"),
        *("1", "1", "2.0", "2", "0:00", "0:00"),
    ]  # fmt: skip
    assert rows[7] == "Left unfinished, and not counted: 2."


@pytest.mark.usefixtures("fifth")
def test_stats_of_one_game(capsys: Capture) -> None:
    assert run(capsys, "stats", "free").splitlines() == [
        "FreeCell: 3 played, 2 won (67%).",
        "Won without hints, undo or verdicts: 1.",
        "Won in a row: 1 now, 1 at best.",
        "Moves of a win: 2.0 on average, 2 at best.",
        "Time of a win: 0:00 on average, 0:00 at best.",
        "The last deals, the latest first:",
        "  a deal of its own: won in 2 moves and 0:00, unaided",
        "  a deal of its own: given up after 1 move",
        "  a deal of its own: won in 2 moves and 0:00",
    ]
    assert run(capsys, "stats", "golf").splitlines() == [
        "Golf Relaxed: none played, none won.",
        "Left unfinished, and not counted: 2.",
    ]


@pytest.mark.usefixtures("fifth")
def test_stats_as_json(capsys: Capture) -> None:
    [known] = json.loads(run(capsys, "stats", "freecell", "--format", "json"))
    assert (known["game"], known["played"], known["won"], known["unaided"]) == ("freecell", 3, 2, 1)
    assert (known["streak"], known["best_streak"], known["best_moves"]) == (1, 1, 2)
    assert [kept["number"] for kept in known["last"]] == [3, 2, 1]
    assert len(json.loads(run(capsys, "stats", "--format", "json"))) == len(GAMES)


# -- history --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("fifth")
def test_history(capsys: Capture) -> None:
    rows = run(capsys, "history").splitlines()
    assert [row[:57].rstrip() for row in rows] == [
        "   5 Golf Relaxed deal 6          unfinished     1 move",
        "   4 Golf Relaxed deal 5          unfinished     1 move",
        "   3 FreeCell     own deal        won unaided   2 moves",
        "   2 FreeCell     own deal        given up       1 move",
        "   1 FreeCell     own deal        won           2 moves",
    ]
    assert run(capsys, "history", "golf").splitlines() == rows[:2]
    kept = json.loads(run(capsys, "history", "free", "--format", "json"))
    assert [each["number"] for each in kept] == [3, 2, 1]
    assert [each["outcome"] for each in kept] == ["won", "given up", "won"]
    assert [each["unaided"] for each in kept] == [True, False, False]
    assert kept[0]["ended"].endswith("+00:00")
    assert kept[0]["deal"] is None


def test_history_is_of_twenty_games_unless_all_are_wanted(capsys: Capture) -> None:
    with Store.open() as store:
        for deal in range(1, 24):
            SavedGame(Session.new("aces", deal), store.games).make("deal")
    rows = run(capsys, "history").splitlines()
    assert [int(row.split()[0]) for row in rows] == list(range(23, 3, -1))
    assert len(run(capsys, "history", "--all").splitlines()) == 23
    assert len(json.loads(run(capsys, "history", "--all", "--format", "json"))) == 23


# -- export ---------------------------------------------------------------------------------------


def test_export_of_a_number_can_be_replayed_resumed_and_gone_on_with(
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
    assert "Taken back: deal." in out
    kept = json.loads(run(capsys, "history", "--format", "json"))
    assert [each["number"] for each in kept[:2]] == [fifth + 1, fifth]  # the first is as it was
    assert [each["undos"] for each in kept[:2]] == [1, 0]


@pytest.mark.usefixtures("fifth")
def test_export_of_several_games_is_their_records_one_after_the_other(capsys: Capture) -> None:
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
def test_where_one_game_is_read_several_are_refused(
    capsys: Capture, monkeypatch: Patch, command: list[str]
) -> None:
    golf = run(capsys, "export", "golf")
    second = golf.splitlines().index('[Winnable "1"]', 1) + 1
    type_in(monkeypatch, golf)
    assert refused(capsys, *command) == (
        f"the text holds more than one game: another record begins in line {second}; "
        "give one at a time"
    )


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
    ("what", "says"),
    [
        ("6", "there is no game 6 in "),
        ("0", "'0' is no number of a game: write 1 to 1000000000"),
        ("99999999999", "'99999999999' is no number of a game"),
        ("２", "'２' is no number of a game"),
        ("frecell", "there is no game 'frecell': did you mean freecell?"),
        ("", "there is no game ''"),
    ],
)
@pytest.mark.usefixtures("fifth")
def test_what_is_not_there_cannot_be_exported(capsys: Capture, what: str, says: str) -> None:
    for form in ("record", "json", "csv"):
        assert refused(capsys, "export", what, "--format", form).startswith(says)


@pytest.mark.parametrize("form", ["record", "json"])
def test_a_game_that_is_spoiled_does_not_keep_the_others_back(
    capsys: Capture, form: str, fifth: int
) -> None:
    with Store.open() as store:
        name = store.name
    with sqlite3.connect(name) as spoiling:
        spoiling.execute("UPDATE games SET record = 'nonsense' WHERE number = 2")
    spoiling.close()
    assert main(["export", "--format", form]) == 2
    out, err = capsys.readouterr()
    assert err.startswith(f"winnable: game 2 in {name} cannot be read: ")
    assert err.count("\n") == 1
    if form == "json":
        assert [row["number"] for row in json.loads(out)] == [1, 3, 4, fifth]
    else:
        assert out.count("[Winnable ") == 4


# -- what counts ----------------------------------------------------------------------------------


@pytest.fixture
def last_move(tmp_path: Path) -> tuple[str, str]:
    """A file with FreeCell deal 617 but for its last move; and that move."""
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
        ("{}\nundo\nredo\nverdict", 1),  # what is done after the win does not matter any more
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
def test_wins_are_counted_and_unaided_only_without_help(
    capsys: Capture, monkeypatch: Patch, last_move: tuple[str, str], typed: str, unaided: int
) -> None:
    file, move = last_move
    out = play(capsys, monkeypatch, typed.format(move), "--resume", file)
    assert "Won!" in out
    [known] = json.loads(run(capsys, "stats", "freecell", "--format", "json"))
    assert (known["played"], known["won"], known["unaided"]) == (1, 1, unaided)
    assert known["unfinished"] == 0


def test_nothing_counts_before_the_first_move(capsys: Capture, monkeypatch: Patch) -> None:
    typed = "verdict\nmoves\nautoplay off\nundo\nredo\nrestart\nt1t2\nzzz\nnew 5\nnew 6\nundo\nquit"
    play(capsys, monkeypatch, typed, "freecell", "--deal", "617")
    assert run(capsys, "history") == "No game has been played yet.\n"
    assert run(capsys, "stats") == "No game has been played yet.\n"


def test_what_was_asked_before_the_first_move_counts_with_it(
    capsys: Capture, monkeypatch: Patch
) -> None:
    play(capsys, monkeypatch, "hint\nverdict\n8a\n", "freecell", "--deal", "617")
    [kept] = json.loads(run(capsys, "history", "--format", "json"))
    assert (kept["hints"], kept["verdicts"], kept["undos"], kept["moves"]) == (1, 1, 0, 1)


def test_a_deal_is_given_up_when_the_next_has_begun(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "d\nnew 6\n", "golf", "--deal", "5")
    [known] = json.loads(run(capsys, "stats", "golf", "--format", "json"))
    assert (known["played"], known["unfinished"]) == (0, 1)
    out = play(capsys, monkeypatch, "new 7\nd\n")
    assert out.startswith("\nGolf Relaxed, deal 5, after 1 move\n")
    [known] = json.loads(run(capsys, "stats", "golf", "--format", "json"))
    assert (known["played"], known["won"], known["unfinished"]) == (1, 0, 1)
    kept = json.loads(run(capsys, "history", "--format", "json"))
    assert {each["deal"]: each["outcome"] for each in kept} == {5: "given up", 7: "unfinished"}
