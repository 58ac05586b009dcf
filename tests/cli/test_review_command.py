"""`winnable review`: a game from a file, from standard input or from the saved games."""

from collections.abc import Callable
from math import floor
from pathlib import Path

import pytest
from line_driver import Capture, play, refused, run, type_in
from requires_kernels import need_kernels

from winnable import Record, Session
from winnable.cli.terminal import Screen
from winnable.store import SavedGame, Store

Patch = pytest.MonkeyPatch


def thrown_away() -> Session:
    """Golf, played badly: every card of the stock is dealt at once."""
    session = Session.new("golf", 4)
    for _ in range(16):
        session.make("deal")
    return session


@pytest.fixture(params=["file", "input", "saved"])
def reviewed(
    request: pytest.FixtureRequest, capsys: Capture, monkeypatch: Patch, tmp_path: Path
) -> Callable[[Session], str]:
    """What `winnable review` prints about a session, which it can find in three places."""

    def from_a_file(session: Session) -> str:
        file = tmp_path / "game.txt"
        file.write_text(str(Record.of(session)), encoding="utf-8")
        return run(capsys, "review", str(file), "--no-luck")

    def from_the_input(session: Session) -> str:
        type_in(monkeypatch, str(Record.of(session)))
        return run(capsys, "review", "-", "--no-luck")

    def from_the_store(session: Session) -> str:
        steps = session.steps
        session.restart()
        with Store.open() as store:
            saved_game = SavedGame(Session(session.game, deal=session.deal), store.games)
            for step in steps:
                saved_game.make(step.move)
        exported = run(capsys, "export", str(saved_game.number))
        out = run(capsys, "review", "--saved", str(saved_game.number), "--no-luck")
        type_in(monkeypatch, exported)
        assert run(capsys, "review", "-", "--no-luck") == out
        return out

    ways = {"file": from_a_file, "input": from_the_input, "saved": from_the_store}
    return ways[request.param]


def test_the_command_reviews_a_game(reviewed: Callable[[Session], str]) -> None:
    lines = reviewed(thrown_away()).splitlines()
    assert lines[0] == "Golf Relaxed, deal 4, after 16 moves"
    assert lines[2].startswith("██")
    assert len(lines) > 3
    assert all(len(line) < 80 for line in lines)


def test_the_cost_of_a_saved_games_decisions_is_kept(capsys: Capture) -> None:
    need_kernels()
    with Store.open() as store:
        saved_game = store.new_game(Session.new("golf", 7))
        for _ in range(2):
            saved_game.make(next(saved_game.session.legal_moves()))
        number = str(saved_game.number)
        run(capsys, "review", "--saved", number)
        assert store.games.history()[0].skill is None, "it is not over"
        saved_game.reload()
        saved_game.give_up()
        out = run(capsys, "review", "--saved", number)
        [game] = store.games.history()
        assert game.skill is not None
        cost = floor(100 * (game.cost or 0) + 0.5)
        assert f"your moves −{cost}." in " ".join(out.split())
        assert "Average cost of a decision" in run(capsys, "stats")


def badly_begun() -> Session:
    session = Session.new("golf", 4)
    for _ in range(3):
        session.make("deal")
    return session


def test_a_review_tells_luck_from_skill(
    capsys: Capture, monkeypatch: Patch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(Record.of(badly_begun())), encoding="utf-8")
    without = run(capsys, "review", str(file), "--no-luck").splitlines()
    assert len(without[2]) == 4
    need_kernels()
    _, _, verdicts, scale, chances, *sentences = run(capsys, "review", str(file)).splitlines()
    assert verdicts == without[2]
    assert scale == "Your chance, by what was in sight, from ▁ (0%) to █ (100%):"
    assert len(chances) == 4
    assert set(chances) <= set("▁▂▃▄▅▆▇█")
    assert sentences[: len(without) - 3] == without[3:]
    assert "Your chance went from about " in " ".join(sentences)
    monkeypatch.setattr(Screen, "__init__", ascii_screen(Screen.__init__))
    plain = run(capsys, "review", str(file)).splitlines()
    assert plain[3] == "Your chance, by what was in sight, from 0 (0%) to 9 (100%):"
    assert len(plain[4]) == 4
    assert plain[4].isdigit()
    assert all(line.isascii() for line in plain)


def test_a_game_with_nothing_hidden_has_no_luck(capsys: Capture, monkeypatch: Patch) -> None:
    session = Session.new("freecell", 617)
    session.make("t8c1")
    type_in(monkeypatch, str(Record.of(session)))
    assert "luck" not in run(capsys, "review", "-")


def test_a_review_in_ascii(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(str(Record.of(badly_begun())), encoding="utf-8")
    usual = run(capsys, "review", str(tmp_path / "game.txt"))
    monkeypatch.setattr(Screen, "__init__", ascii_screen(Screen.__init__))
    plain = run(capsys, "review", str(tmp_path / "game.txt"))
    assert plain.isascii()
    assert plain.splitlines()[1].endswith("+ winnable.")
    assert len(plain.splitlines()) == len(usual.splitlines())


def ascii_screen(make: Callable[..., None]) -> Callable[..., None]:
    def made(screen: Screen, *words: object, **more: object) -> None:
        make(screen, *words, **more)
        screen.unicode = False

    return made


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which game? give either FILE or --saved N (see winnable review --help)"),
        (["-", "--saved", "1"], "which game? give either FILE or --saved N"),
        (["none.txt"], "'none.txt'"),
        (["--saved", "5"], "game 5"),
        (["--saved", "x"], "'x' is not a game number: write 1 to"),
    ],
)
def test_errors(capsys: Capture, words: list[str], message: str) -> None:
    assert message in refused(capsys, "review", *words)


def test_without_a_move_there_is_nothing_to_review(capsys: Capture, monkeypatch: Patch) -> None:
    type_in(monkeypatch, str(Record.of(Session.new("golf", 4))))
    assert "there is nothing to review before the first move" in refused(capsys, "review", "-")
    with Store.open() as store:
        game = store.new_game(Session.new("golf", 4))
        game.make("deal")
        game.undo()
    assert "nothing to review" in refused(capsys, "review", "--saved", "1")
    with Store.open() as store:
        assert store.games.history()[0].hints == 0


def test_a_review_says_that_the_coach_made_moves(capsys: Capture, monkeypatch: Patch) -> None:
    with Store.open() as store:
        for by_coach in (False, True):
            store.new_game(Session.new("golf", 4)).make("deal", by_coach=by_coach)
    said = "The coach made 1 move in this game, which is counted separately in the statistics."
    assert said not in " ".join(run(capsys, "review", "--saved", "1", "--no-luck").split())
    assert said in " ".join(run(capsys, "review", "--saved", "2", "--no-luck").split())
    monkeypatch.setattr("winnable.cli.line_coach.add_luck", lambda found, *_: found)
    assert said in play(capsys, monkeypatch, "review\n", "--saved", "2")


def test_looking_at_a_game_does_not_change_the_order(capsys: Capture, monkeypatch: Patch) -> None:
    with Store.open() as store:
        for deal in (4, 5):
            store.new_game(Session.new("golf", deal)).make("deal")
    before = run(capsys, "history")
    run(capsys, "review", "--saved", "1", "--no-luck")
    assert run(capsys, "history") == before
    out = play(capsys, monkeypatch, "quit\n")
    assert "deal 5" in out.splitlines()[1]
    play(capsys, monkeypatch, "review\nquit\n", "--saved", "1")  # the time played may change
    assert [line.split()[0] for line in run(capsys, "history").splitlines()] == ["2", "1"]


def test_a_review_of_an_unfinished_game_counts_as_a_hint(capsys: Capture) -> None:
    with Store.open() as store:
        SavedGame(Session.new("golf", 4), store.games).make("deal")
    run(capsys, "review", "--saved", "1")
    with Store.open() as store:
        assert store.games.history()[0].hints == 1
