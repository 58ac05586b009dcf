"""What line mode and `winnable review` ask the coach and the solver: hint, odds, review, verdict.

How long they think is bounded by counted work, so the answers are the same everywhere.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from line_driver import (
    GOLDEN_GAMES,
    Capture,
    Player,
    conversation,
    golden_record,
    refused,
    run,
    type_in,
)
from position_builders import endgame

from winnable import GAMES, Autoplay, Record, Session
from winnable.cli.terminal import Screen
from winnable.coach import Coach
from winnable.solver import Limit
from winnable.store import SavedGame, Store

Patch = pytest.MonkeyPatch
FREECELL, GOLF, ACES = GAMES["freecell"], GAMES["golf-relaxed"], GAMES["aces-up"]
WON = next(file for file in GOLDEN_GAMES if file.stem == "golf-relaxed-16")

LATE = ("KS QH", "KH QS", "KD QC JC", "KC QD")
"""The end of a game of FreeCell, soon won."""


def late(autoplay: Autoplay = Autoplay.OFF) -> Player:
    return Player(Session(FREECELL, endgame(FREECELL, *LATE), autoplay=autoplay))


def lost() -> Player:
    return Player(Session(ACES, endgame(ACES, "AC KC", "AD", "AH", "AS")))


# -- hint and odds --------------------------------------------------------------------------------


@pytest.mark.parametrize("autoplay", Autoplay)
def test_hints_that_are_typed_win(autoplay: Autoplay) -> None:
    player = late(autoplay)
    for _ in range(60):
        if player.session.is_won:
            break
        words, typed = player.type("hint").splitlines()
        assert words.endswith((" moves that win.", " It wins the game."))
        assert typed.startswith("Type ")
        assert typed.endswith(".")
        player.type(typed.removeprefix("Type ").rstrip("."))
    assert player.session.is_won
    assert player.type("hint") == "The game is won already.\n"
    assert player.type("odds") == "The game is won already.\n"


def test_hints_where_cards_are_hidden_tell_their_share() -> None:
    player = Player(Session.new("golf", 5))
    words, typed = player.type("hint").splitlines()
    assert " of the ways the hidden cards can lie, " in words.lower()
    assert " can still be won after it (" in words
    assert player.type(typed.removeprefix("Type ").rstrip(".")).startswith("\nGolf Relaxed, deal 5")
    odds = player.type("odds")
    assert odds.startswith("Of the ways the hidden cards can lie, ")
    assert odds.count("\n") == 1


def test_hints_in_words() -> None:
    player = Player(Session.new("golf", 5), in_words=True)
    words = player.type("hint")
    assert words[0].isupper()
    assert not set(words) & set("♠♥♦♣")
    assert " to foundation 1. " in words


def test_a_lost_game_has_no_hint() -> None:
    player = lost()
    said = player.type("hint")
    assert "cannot be won" in said or "is lost" in said
    assert "Type " not in said
    assert player.type("odds") == said


def test_what_was_asked_is_counted() -> None:
    with Store.open("sqlite://") as store:
        player = Player(Session.new("freecell", 617), store=store)
        for word in ("hint", "odds", "verdict", "hint"):
            player.type(word)
        player.type("8a")
        player.type("review")
        player.type("solve")
        assert (player.mode.table.hints, player.mode.table.verdicts) == (4, 2)
        [kept] = store.games.history()
        assert (kept.hints, kept.verdicts) == (4, 2)


def test_what_was_called_off_is_not_counted(monkeypatch: Patch) -> None:
    player = Player(Session.new("freecell", 617))
    player.type("8a")
    monkeypatch.setattr(Coach, "hint", interrupted)
    monkeypatch.setattr(Coach, "evaluate", interrupted)
    monkeypatch.setattr("winnable.cli.advice.solve", interrupted)
    monkeypatch.setattr("winnable.cli.advice.review", interrupted)
    for word in ("hint", "odds", "verdict", "solve", "review"):
        assert player.type(word) == "\nCalled off before there was an answer.\n"
    assert (player.mode.table.hints, player.mode.table.verdicts) == (0, 0)
    assert player.moves == "t8c1"


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_the_coach_is_one_a_table() -> None:
    player = Player(Session.new("freecell", 617))
    player.type("hint")
    coach = player.mode.coach
    player.type("odds")
    assert player.mode.coach is coach
    player.type("new 5")
    assert player.mode.coach is not coach


def test_the_game_goes_on_after_an_interrupt(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.advice.solve", interrupted)
    out = conversation(Session.new("freecell", 617), "8a\nverdict\n7b\nquit\n")
    assert "Called off before there was an answer.\n" in out
    assert "after 2 moves" in out
    assert "Ctrl-C once more" not in out


# -- verdict and solve ----------------------------------------------------------------------------


def test_the_verdict_says_what_it_is_about() -> None:
    said = Player(Session.new("golf", 4)).type("verdict")
    assert said.startswith("This game can be won as dealt, hidden cards included, in ")
    assert said.count("\n") == 1
    player = late()
    assert player.type("VERDICT").startswith("This game can be won as dealt, in ")
    assert player.moves == ""


def test_a_lost_game_is_told_so() -> None:
    for word in ("verdict", "solve"):
        said = lost().type(word)
        why = "no line of play wins it"
        assert said.startswith(f"This game is lost as dealt, hidden cards included: {why} (")
        assert said.count("\n") == 1


@pytest.mark.parametrize("autoplay", Autoplay)
def test_what_solve_shows_can_be_typed_and_wins(autoplay: Autoplay) -> None:
    for player in (late(autoplay), Player(Session.new("golf", 4, autoplay=autoplay))):
        _, *rows = player.type("solve").splitlines()
        for move in (move for row in rows for move in row.split()[1:]):
            assert not player.type(move).startswith("No: "), move
        assert player.session.is_won
        for word in ("solve", "verdict"):
            assert player.type(word) == "The game is won already.\n"


def test_a_limit_is_named_when_it_is_hit(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.advice.LIMIT", Limit(states=20, seconds=20))
    said = Player(Session.new("freecell", 11982)).type("solve")
    assert said.startswith("This game is unsettled as dealt: 20 positions did not settle it (")
    assert said.count("\n") == 1


# -- review ---------------------------------------------------------------------------------------


def thrown_away() -> Session:
    """Golf, played badly: every card of the stock is dealt at once."""
    session = Session.new("golf", 4)
    for _ in range(16):
        session.make("deal")
    return session


def test_review_tells_where_a_game_was_thrown_away() -> None:
    said = Player(thrown_away()).type("review").splitlines()
    assert said[0] == "The verdict at the start and after each move: █ winnable, ░ lost."
    assert set(said[1]) == {"█", "░"}
    assert len(said[1]) == 17
    assert said[2].startswith("The game was thrown away by move ")
    assert said[3].startswith("What would have kept the win: ")


def test_review_of_the_game_so_far() -> None:
    player = Player(Session.new("freecell", 617))
    assert player.type("review") == "There is nothing to look back at before the first move.\n"
    player.type("8a")
    said = player.type("review").splitlines()
    assert said[:3] == [
        "The verdict at the start and after each move: █ winnable.",
        "██",
        "The game can still be won.",
    ]


def test_review_in_words_has_no_strip() -> None:
    said = Player(thrown_away(), in_words=True).type("review")
    assert said.startswith("The game was thrown away by move ")
    assert not set(said) & set("█░▒♠♥♦♣")


def test_review_of_a_game_that_is_won() -> None:
    player = Player(golden_record(WON).session())
    assert "The game was won in 43 moves.\n" in player.type("review")


@pytest.fixture(params=["file", "input", "kept"])
def reviewed(
    request: pytest.FixtureRequest, capsys: Capture, monkeypatch: Patch, tmp_path: Path
) -> Callable[[Session], str]:
    """What `winnable review` says of a session, which it may find in three places."""

    def from_a_file(session: Session) -> str:
        file = tmp_path / "game.txt"
        file.write_text(str(Record.of(session)), encoding="utf-8")
        return run(capsys, "review", str(file))

    def from_the_input(session: Session) -> str:
        type_in(monkeypatch, str(Record.of(session)))
        return run(capsys, "review", "-")

    def from_the_history(session: Session) -> str:
        steps = session.steps
        session.restart()
        with Store.open() as store:
            table = SavedGame(Session(session.game, deal=session.deal), store.games)
            for step in steps:
                table.make(step.move)
        exported = run(capsys, "export", str(table.number))
        said = run(capsys, "review", "--kept", str(table.number))
        type_in(monkeypatch, exported)
        assert run(capsys, "review", "-") == said
        return said

    ways = {"file": from_a_file, "input": from_the_input, "kept": from_the_history}
    return ways[request.param]


def test_the_command_reviews_a_game(reviewed: Callable[[Session], str]) -> None:
    lines = reviewed(thrown_away()).splitlines()
    assert lines[0] == "Golf Relaxed, deal 4, after 16 moves"
    assert lines[2].startswith("██")
    assert lines[3].startswith("The game was thrown away by move ")
    assert all(len(line) < 80 for line in lines)


def test_a_review_in_ascii(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(str(Record.of(thrown_away())), encoding="utf-8")
    said = run(capsys, "review", str(tmp_path / "game.txt"))
    monkeypatch.setattr(Screen, "__init__", ascii_screen(Screen.__init__))
    plain = run(capsys, "review", str(tmp_path / "game.txt"))
    assert plain.isascii()
    assert plain.splitlines()[1].endswith("+ winnable, - lost.")
    assert len(plain.splitlines()) == len(said.splitlines())


def ascii_screen(make: Callable[..., None]) -> Callable[..., None]:
    def made(screen: Screen, *words: object, **more: object) -> None:
        make(screen, *words, **more)
        screen.unicode = False

    return made


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "which game? give a FILE or --kept N (winnable review --help tells more)"),
        (["-", "--kept", "1"], "which game? give a FILE or --kept N"),
        (["none.txt"], "cannot read 'none.txt': no such file or directory"),
        (["--kept", "5"], "there is no game 5 in "),
        (["--kept", "x"], "'x' is no number of a game: write 1 to"),
    ],
)
def test_what_cannot_be_reviewed(capsys: Capture, words: list[str], says: str) -> None:
    assert refused(capsys, "review", *words).startswith(says)


def test_a_review_of_no_moves_is_of_the_deal(capsys: Capture, monkeypatch: Patch) -> None:
    type_in(monkeypatch, str(Record.of(Session.new("golf", 4))))
    assert "The game can still be won, hidden cards included." in run(capsys, "review", "-")
