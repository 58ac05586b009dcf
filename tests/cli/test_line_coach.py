"""The commands of line mode that use the coach or the solver: hint, odds, verdict, solve, review.

They are limited by counted work, so the answers are the same everywhere.
"""

import pytest
from line_driver import GOLDEN_GAMES, Player, conversation, golden_record
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Session
from winnable.coach import Coach
from winnable.solver import Limit
from winnable.store import Store

Patch = pytest.MonkeyPatch
FREECELL, ACES = GAMES["freecell"], GAMES["aces-up"]
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
        _, typed = player.type("hint").splitlines()
        assert typed.startswith("Type ")
        assert typed.endswith(".")
        player.type(typed.removeprefix("Type ").rstrip("."))
    assert player.session.is_won
    for name in ("hint", "odds", "solve", "verdict"):
        assert player.type(name) == "The game is already won.\n"


def test_hint_and_odds_where_cards_are_hidden() -> None:
    player = Player(Session.new("golf", 5))
    hint, typed = player.type("hint").splitlines()
    assert "%" in hint
    player.type(typed.removeprefix("Type ").rstrip("."))
    assert len(player.session.steps) == 1
    odds = player.type("odds")
    assert "%" in odds
    assert odds.count("\n") == 1


def test_hints_in_words() -> None:
    player = Player(Session.new("golf", 5), in_words=True)
    hint = player.type("hint")
    assert hint[0].isupper()
    assert not set(hint) & set("♠♥♦♣")
    assert " to foundation 1. " in hint


def test_a_lost_game_has_no_hint() -> None:
    player = lost()
    answer = player.type("hint")
    assert "Type " not in answer
    assert player.type("odds") == answer


def test_help_is_counted() -> None:
    with Store.open("sqlite://") as store:
        player = Player(Session.new("freecell", 617), store=store)
        for word in ("hint", "odds", "verdict", "hint"):
            player.type(word)
        player.type("8a")
        player.type("review")
        player.type("solve")
        assert (player.saved_game.hints, player.saved_game.verdicts) == (4, 2)
        [summary] = store.games.history()
        assert (summary.hints, summary.verdicts) == (4, 2)


def test_help_that_was_cancelled_is_not_counted(monkeypatch: Patch) -> None:
    player = Player(Session.new("freecell", 617))
    player.type("8a")
    monkeypatch.setattr(Coach, "hint", interrupted)
    monkeypatch.setattr(Coach, "evaluate", interrupted)
    monkeypatch.setattr("winnable.cli.line_coach.solve", interrupted)
    monkeypatch.setattr("winnable.cli.line_coach.review", interrupted)
    for word in ("hint", "odds", "verdict", "solve", "review"):
        assert player.type(word) == "\nCancelled.\n"
    assert (player.saved_game.hints, player.saved_game.verdicts) == (0, 0)
    assert player.moves == "t8c1"


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_each_game_has_a_coach_of_its_own() -> None:
    player = Player(Session.new("freecell", 617))
    player.type("hint")
    coach = player.context.coach
    player.type("odds")
    assert player.context.coach is coach
    player.type("new 5")
    assert player.context.coach is not coach


def test_the_game_continues_after_an_interrupt(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.line_coach.solve", interrupted)
    out = conversation(Session.new("freecell", 617), "8a\nverdict\n7b\nquit\n")
    assert "\nCancelled.\n" in out
    assert "after 2 moves" in out
    assert "Press Ctrl-C again" not in out


# -- verdict and solve ----------------------------------------------------------------------------


def test_verdict() -> None:
    player = Player(Session.new("golf", 4))
    answer = player.type("verdict")
    assert answer.startswith("This game can be won as dealt, hidden cards included, in ")
    assert answer.count("\n") == 1
    player.type("deal")
    assert " from here, hidden cards included" in player.type("VERDICT")


def test_verdict_on_a_lost_game() -> None:
    for name in ("verdict", "solve"):
        answer = lost().type(name)
        assert answer.startswith("This game is lost as dealt, hidden cards included: ")
        assert answer.count("\n") == 1


@pytest.mark.parametrize("autoplay", Autoplay)
def test_the_moves_that_solve_prints_win(autoplay: Autoplay) -> None:
    for player in (late(autoplay), Player(Session.new("golf", 4, autoplay=autoplay))):
        _, *rows = player.type("solve").splitlines()
        for move in (move for row in rows for move in row.split()[1:]):
            assert player.type(move).startswith("\n"), move
        assert player.session.is_won


def test_the_limit_that_was_reached_is_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.line_coach.LIMIT", Limit(states=20, seconds=20))
    answer = Player(Session.new("freecell", 11982)).type("solve")
    assert answer.startswith("This game is unsettled as dealt: the limit of 20 positions was reac")
    assert answer.count("\n") == 1


# -- review ---------------------------------------------------------------------------------------


def thrown_away() -> Session:
    """Golf, played badly: every card of the stock is dealt at once."""
    session = Session.new("golf", 4)
    for _ in range(16):
        session.make("deal")
    return session


@pytest.fixture
def no_luck(monkeypatch: Patch) -> None:
    """Luck and skill are left out: they take longer than all the rest."""
    monkeypatch.setattr("winnable.cli.line_coach.add_luck", lambda found, *_: found)


@pytest.mark.usefixtures("no_luck")
def test_review_of_a_game_that_was_lost_by_a_mistake() -> None:
    legend, strip, *sentences = Player(thrown_away()).type("review").splitlines()
    assert legend == "The verdict at the start and after each move: █ winnable, ░ lost."
    assert set(strip) == {"█", "░"}
    assert len(strip) == 17
    assert sentences


def test_review_of_the_game_so_far() -> None:
    player = Player(Session.new("freecell", 617))
    assert player.type("review") == "There is nothing to review before the first move.\n"
    player.type("8a")
    assert player.type("review").splitlines()[:2] == [
        "The verdict at the start and after each move: █ winnable.",
        "██",
    ]


def test_a_review_of_a_finished_game_is_counted() -> None:
    need_kernels()
    with Store.open("sqlite://") as store:
        player = Player(Session.new("golf", 7), store=store)
        for _ in range(2):
            player.type(str(next(player.session.legal_moves())))
        player.type("review")
        assert store.games.history()[0].skill is None, "it is not over"
        player.saved_game.give_up()
        player.type("review")
        assert store.games.history()[0].skill is not None
        assert store.games.statistics(player.session.game).reviewed == 1


@pytest.mark.usefixtures("no_luck")
def test_review_in_words_has_no_strip() -> None:
    answer = Player(thrown_away(), in_words=True).type("review")
    assert answer
    assert not set(answer) & set("█░▒♠♥♦♣")


def test_review_with_luck_and_skill() -> None:
    player = Player(Session.new("golf", 4))
    player.type("deal")
    player.type("deal")
    need_kernels()
    lines = player.type("review").splitlines()
    assert len(lines[3]) == 3
    assert "Your chance, by what was in sight" in lines[2]
    assert any("Added up over the game, the cards that were turned up " in line for line in lines)


def test_ctrl_c_leaves_luck_and_skill_out(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.line_coach.add_luck", interrupted)
    player = Player(Session.new("golf", 4))
    player.type("deal")
    answer = player.type("review")
    assert "The verdict at the start and after each move: " in answer
    assert "Cancelled" not in answer
    assert player.saved_game.hints == 1


@pytest.mark.usefixtures("no_luck")
def test_review_of_a_game_that_is_won() -> None:
    player = Player(golden_record(WON).session())
    assert player.type("review").splitlines()[1] == "█" * 44
