"""The coach plays in line mode: `winnable play GAME --coach auto`, and the command `coach`."""

import os
import re
import subprocess
import time
from collections.abc import Callable

import pytest
from child_processes import COMMAND
from line_driver import Capture, Player, Terminal, conversation, play, refused, run
from position_builders import endgame

from winnable import GAMES, Autoplay, Move, Session
from winnable.coach import Coach, Hint
from winnable.solver import Verdict
from winnable.store import Outcome, Store, new_key
from winnable.wording import counted

Patch = pytest.MonkeyPatch
FREECELL, ACES = GAMES["freecell"], GAMES["aces-up"]
LATE = ("KS QH", "KH QS", "KD QC JC", "KC QD")
"""The end of a game of FreeCell, soon won."""
WHOLE_GAMES = [*GAMES, "golf-relaxed --handout", "easthaven --handout", "aces-up --handout"]


@pytest.fixture
def quick_coach(monkeypatch: Patch) -> None:
    """A coach that takes no time: it names the first legal move."""

    def hint(self: Coach, session: Session, **_: object) -> Hint:
        return Hint(next(session.legal_moves(), None), Verdict.UNSETTLED)

    monkeypatch.setattr(Coach, "hint", hint)


# -- the command `coach` --------------------------------------------------------------------------


@pytest.mark.parametrize("autoplay", Autoplay)
def test_the_coach_wins_what_can_be_won(autoplay: Autoplay) -> None:
    player = Player(Session(FREECELL, endgame(FREECELL, *LATE), autoplay=autoplay))
    out = player.type("coach")
    made = len(player.session.steps)
    assert player.session.is_won
    assert out.splitlines()[-1] == (
        f"The coach has won the game in {counted(made, 'move')}. "
        "Type review, save FILE, new or quit."
    )
    assert "Won!" not in out, "it was not the player"
    assert player.saved_game.hints == player.saved_game.coach_moves == made
    assert player.type("coach") == "The game is already won.\n"


@pytest.mark.usefixtures("quick_coach")
def test_each_move_is_shown_with_the_table() -> None:
    player = Player(Session.new("golf", 5))
    tables = player.type("coach 3").split("\nGolf Relaxed, deal 5, after ")
    assert len(tables) == 4
    for step, table in zip(player.session.steps, tables[1:], strict=True):
        assert f"\n{step.move}: " in table
        assert "\nt1 " in table
    assert tables[-1].endswith("\nThe coach has made 3 moves.\n")
    assert player.saved_game.hints == 3
    assert "after 4 moves" in player.type("coach 1")


@pytest.mark.usefixtures("quick_coach")
def test_the_coach_stops_where_no_move_is_left() -> None:
    player = Player(Session.new("golf", 5))
    out = player.type("coach")
    made = len(player.session.steps)
    assert player.session.is_stuck
    assert out.splitlines()[-1] == (
        f"The coach has not won: after {made} moves of its own, no legal move is left. "
        "Type undo, review, new or quit."
    )
    assert out.count("o legal move is left") == 1
    assert player.type("coach") == "No legal move is left.\n"


def test_a_game_that_is_over_is_not_played_on(capsys: Capture, monkeypatch: Patch) -> None:
    session = Session.new("golf", 5)
    while not session.is_stuck:
        session.make("deal" if session.position.stock else next(session.legal_moves()))
    with Store.open() as store:
        for won in (session, Session(FREECELL, endgame(FREECELL, "KC"))):
            game = store.new_game(won)
            game.save(new_key())
            if not won.is_stuck:
                game.make("t1f1")
    for number, ending in (("1", "No legal move is left."), ("2", "Won!")):
        out = play(capsys, monkeypatch, "", "--saved", number, "--coach", "auto")
        assert out.count(ending) == 1
        assert "coach" not in out.lower()


@pytest.mark.usefixtures("quick_coach")
def test_a_game_with_the_coach_is_counted_apart() -> None:
    with Store.open() as store:
        player = Player(Session(FREECELL, endgame(FREECELL, "KC QC JC")), store=store)
        apart = "will be counted separately in the statistics"
        assert apart in player.type("coach 1")
        assert apart not in player.type("coach 1"), "it has been said"
        out = player.type("t1f1")
        assert (
            "\nWon, with 2 moves by the coach: the game is counted separately in the statistics."
            in out
        )
        assert "Won!" not in out
        found = store.games.statistics(FREECELL)
        assert (found.played, found.won, found.with_coach) == (0, 0, 1)
    player = Player(Session.new("golf", 5))
    assert apart not in player.type("coach 1"), "it is not saved"


def test_a_lost_game_is_not_played_on() -> None:
    player = Player(Session(ACES, endgame(ACES, "AC KC", "AD", "AH", "AS")))
    out = player.type("coach")
    assert "Lost: there is no way to win from here." in out or player.session.is_stuck
    assert not player.session.is_won


def test_a_coach_that_goes_round_in_circles_is_stopped(monkeypatch: Patch) -> None:
    def back_and_forth(self: Coach, session: Session, **_: object) -> Hint:
        made = len(session.steps)
        moves = ("t8c1", "c1t3") if not made else ("c2t3", "t3c2")
        session = session.copy()
        for move in session.legal_moves():
            if str(move) == moves[made % 2]:
                return Hint(move, Verdict.UNSETTLED)
        return Hint(next(session.legal_moves()), Verdict.UNSETTLED)

    monkeypatch.setattr(Coach, "hint", back_and_forth)
    player = Player(Session(FREECELL, endgame(FREECELL, "KS", "KH", "KD", "KC QC")))
    out = player.type("coach")
    assert re.search(r"The coach stops after \d+ moves: it is going round in circles\.$", out)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            "coach 0",
            "'0' is not a number of moves: write 1 to 10000, or quick, full, deep or auto.",
        ),
        ("coach -1", "'-1' is not a number of moves"),
        ("coach fast", "'fast' is not a number of moves"),
    ],
)
def test_errors_of_the_command(typed: str, answer: str) -> None:
    player = Player(Session.new("golf", 5))
    assert player.type(typed).replace("10,000", "10000").startswith(answer)
    assert not player.moves


@pytest.mark.usefixtures("quick_coach")
def test_coach_auto_plays_to_the_end() -> None:
    player = Player(Session.new("golf", 5))
    player.type("coach AUTO")
    assert player.session.is_stuck


def test_the_effort_can_be_set_in_a_game(monkeypatch: Patch) -> None:
    efforts: list[str] = []
    monkeypatch.setattr("winnable.coach.effort.effort_for", lambda _, level: level.value)
    monkeypatch.setattr(Coach, "__init__", lambda _, __, *, effort: efforts.append(effort))
    monkeypatch.setattr(Coach, "hint", lambda *_, **__: Hint(None, Verdict.UNSETTLED))
    player = Player(Session.new("golf", 5))
    player.type("hint")
    for word in ("quick", "DEEP"):
        out = player.type(f"coach {word}")
        assert (
            out == f"The coach's effort is now {word.lower()}, for its hints and when it plays.\n"
        )
        player.type("hint")
    player.type("new 6")
    player.type("coach")
    assert efforts == ["full", "quick", "deep", "deep"]
    assert not player.moves


@pytest.mark.usefixtures("quick_coach")
def test_the_coach_plays_in_words() -> None:
    out = Player(Session.new("golf", 5), in_words=True).type("coach 2")
    assert not set(out) & set("♠♥♦♣…▒")


@pytest.mark.usefixtures("quick_coach")
def test_another_program_stops_the_coach(monkeypatch: Patch) -> None:
    with Store.open() as store:
        player = Player(Session.new("golf", 5), store=store)
        player.type("deal")
        store.open_game(1).make("deal")
        out = player.type("coach")
        assert "nother program" in out
        assert player.moves == "deal deal"


def test_ctrl_c_at_any_moment_leaves_the_game_as_it_is_shown(monkeypatch: Patch) -> None:
    def interrupted(*_: object, **__: object) -> Hint:
        raise KeyboardInterrupt

    player = Player(Session.new("golf", 5))
    monkeypatch.setattr(Coach, "hint", interrupted)
    assert player.type("coach").endswith("\nThe coach has stopped after 0 moves. You play on.\n")
    assert (player.moves, player.saved_game.hints) == ("", 0)


def test_ctrl_c_while_a_move_is_made(quick_coach: None, monkeypatch: Patch) -> None:
    player = Player(Session.new("golf", 5))
    make = player.context.make

    def made_then_interrupted(move: Move, *, by_coach: bool) -> str:
        make(move, by_coach=by_coach)
        raise KeyboardInterrupt

    monkeypatch.setattr(player.context, "make", made_then_interrupted)
    out = player.type("coach")
    assert "after 1 move\n" in out
    assert out.endswith("The coach has stopped after 1 move. You play on.\n")
    assert player.saved_game.hints == 1


# -- the option -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "effort"),
    [
        ([], "full"),
        (["--coach", "quick"], "quick"),
        (["--coach", "full"], "full"),
        (["--coach", "deep"], "deep"),
        (["--coach"], "deep"),
        (["--coach", "auto"], "deep"),
    ],
)
def test_the_effort_of_hints(
    words: list[str], effort: str, monkeypatch: Patch, capsys: Capture
) -> None:
    found: list[object] = []

    def make(self: Coach, game: object, *, effort: object) -> None:
        found.append(effort)
        raise KeyboardInterrupt

    monkeypatch.setattr(Coach, "__init__", make)
    monkeypatch.setattr("winnable.coach.effort.effort_for", lambda _, level: level.value)
    play(capsys, monkeypatch, "hint\n", "golf", "--deal", "5", *words)
    assert found[0] == effort


@pytest.mark.usefixtures("quick_coach")
@pytest.mark.parametrize("game", WHOLE_GAMES)
def test_the_coach_plays_every_game_to_an_end(
    game: str, capsys: Capture, monkeypatch: Patch
) -> None:
    out = play(capsys, monkeypatch, "quit\n", *game.split(), "--deal", "5", "--coach", "auto")
    assert re.search(r"^The coach (has|stops) ", out, re.MULTILINE)
    assert out.splitlines()[-1].startswith(("Goodbye.", "> quit"))


@pytest.mark.usefixtures("quick_coach")
def test_it_plays_a_saved_game_on(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "deal\ndeal\nquit\n", "golf", "--deal", "5")
    out = play(capsys, monkeypatch, "", "--saved", "1", "--coach", "auto", "--speed", "60")
    assert "after 3 moves" in out
    with Store.open() as store:
        [summary] = store.games.history()
    assert (summary.outcome, summary.is_unaided) == (Outcome.LOST, False)
    assert summary.hints == summary.coach_moves == summary.moves - 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--coach", "fast"], "'fast' is not one of 'auto', 'quick', 'full', 'deep'"),
        (["--coach="], "'' is not one of"),
        (["--coach", "golf"], "'golf' is a game: did you mean winnable play golf --coach?"),
        (["--speed", "-1"], "'-1' is not a number of seconds: write 0 to 60"),
        (["--speed", "nan"], "'nan' is not a number of seconds"),
        (["--speed", "61"], "'61' is not a number of seconds"),
        (["--speed", "1e9"], "'1e9' is not a number of seconds"),
        (["--speed"], "option '--speed' requires an argument"),
    ],
)
def test_bad_values(words: list[str], message: str, capsys: Capture) -> None:
    assert message in refused(capsys, "play", "golf", *words)


def test_it_is_in_the_help(capsys: Capture) -> None:
    out = run(capsys, "play", "--help")
    assert "--coach [auto|quick|full|deep]" in out
    assert "\n  coach [N]  " in conversation(Session.new("golf", 5), "help\n")


# -- in a terminal, with the real coach -----------------------------------------------------------


def coaching(*words: str, columns: int = 80, **environment: str) -> Terminal:
    """FreeCell, played by the coach; it has to think but once."""
    words = ("play", "freecell", "--deal", "617", "--coach", "auto", *words)
    return Terminal(*words, columns=columns, **environment)


def test_ctrl_c_stops_the_coach_and_the_player_plays_on() -> None:
    terminal = coaching("--speed", "30")
    terminal.wait_for("The coach is thinking (Ctrl-C stops it)")
    time.sleep(1)  # it is waiting, or still thinking: Ctrl-C stops it at any moment
    terminal.child.sendintr()
    terminal.wait_for("The coach has stopped after 0 moves. You play on.")
    terminal.wait_for("> ")
    terminal.type("8a")
    terminal.wait_for("after 1 move")
    terminal.type("quit")
    assert "Goodbye. You left deal 617" in terminal.leave()


def test_what_the_coach_has_played_is_saved() -> None:
    terminal = coaching("--speed", "0.1", columns=60)
    terminal.wait_for("after 2 moves")
    terminal.child.sendintr()
    terminal.wait_for("You play on.")
    terminal.wait_for("> ")
    terminal.type("quit")
    terminal.leave()
    with Store.open() as store:
        [summary] = store.games.history()
    assert summary.moves >= 2
    assert summary.hints in (summary.moves, summary.moves + 1)


def test_a_closed_terminal_ends_it() -> None:
    terminal = coaching()
    terminal.wait_for("after 1 move")
    terminal.child.close(force=False)
    assert terminal.child.signalstatus


@pytest.mark.parametrize(
    ("columns", "environment"),
    [(20, {}), (80, {"NO_COLOR": "1"}), (80, {"LC_ALL": "C", "PYTHONUTF8": "0"})],
)
def test_it_suits_the_terminal(columns: int, environment: dict[str, str]) -> None:
    terminal = coaching("--speed", "0.2", columns=columns, **environment)
    shown = terminal.wait_for("after 2 moves")
    terminal.child.sendintr()
    shown += terminal.wait_for("> ")
    terminal.type("quit")
    shown += terminal.leave()
    assert ("\x1b[3" in shown) is ("NO_COLOR" not in environment)
    assert shown.isascii() is ("LC_ALL" in environment)


def test_a_pipe_that_is_closed_ends_it() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "freecell", "--deal", "617", "--coach", "auto"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@pytest.mark.usefixtures("quick_coach")
def test_nobody_waits_where_no_terminal_shows_it(monkeypatch: Patch) -> None:
    waited: list[float] = []
    sleep: Callable[[float], None] = waited.append
    monkeypatch.setattr(time, "sleep", sleep)
    Player(Session.new("golf", 5)).type("coach 3")
    assert sum(waited) == 0
