"""The commands of line mode that use the coach or the solver: hint, odds, verdict, solve, review.

They are limited by counted work, so the answers are the same everywhere.
"""

import re

import pytest
from line_driver import GOLDEN_GAMES, Player, conversation, golden_record, hinted_move
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
        player.type(hinted_move(player.type("hint")))
    assert player.session.is_won
    for name in ("hint", "odds", "solve", "verdict"):
        assert player.type(name) == "The game is already won.\n"


def test_hint_and_odds_where_cards_are_hidden() -> None:
    player = Player(Session.new("golf", 5))
    answer = player.type("hint")
    assert "%" in answer.splitlines()[0]
    player.type(hinted_move(answer))
    assert len(player.session.steps) == 1
    odds = player.type("odds")
    assert "%" in odds
    assert odds.count("\n") == 2


def test_hints_in_words() -> None:
    player = Player(Session.new("golf", 5), in_words=True)
    hint = player.type("hint")
    assert hint[0].isupper()
    assert not set(hint) & set("♠♥♦♣")
    assert " to the foundation. " in hint


def test_a_lost_game_has_no_hint() -> None:
    player = lost()
    answer = player.type("hint")
    assert not hinted_move(answer)
    assert player.type("odds").splitlines()[0] == answer.splitlines()[0]


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
    assert answer.startswith("Winnable as the cards lie, hidden ones included (")
    assert answer.count("\n") == 1
    player.type("deal")
    assert "hidden ones included" in player.type("VERDICT")


def test_an_impossible_deal() -> None:
    need_kernels()
    player = Player(Session.new("golf", 11))
    impossible = "This deal is impossible: there is no way to win it.\n"
    assert player.type("verdict") == impossible
    player.type("deal")
    assert player.type("verdict").startswith("Lost as the cards lie, hidden ones included: ")


def test_a_verdict_where_nothing_is_hidden() -> None:
    need_kernels()
    answer = Player(Session.new("freecell", 617)).type("verdict")
    assert re.fullmatch(r"Winnable \(\d+ moves or fewer\)[.]\n", answer)


def test_verdict_on_a_lost_game() -> None:
    for name in ("verdict", "solve"):
        answer = lost().type(name)
        assert "no way to win" in answer
        assert answer.count("\n") == 1


@pytest.mark.parametrize("autoplay", Autoplay)
def test_the_moves_that_solve_prints_win(autoplay: Autoplay) -> None:
    for player in (late(autoplay), Player(Session.new("golf", 4, autoplay=autoplay))):
        _, *rows = player.type("solve").splitlines()
        for move in (move for row in rows for move in row.split()[1:]):
            assert player.type(move).startswith("\n"), move
        assert player.session.is_won


def test_what_a_limit_leaves_open_is_not_called_lost(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.line_coach.LIMIT", Limit(states=20, seconds=20))
    answer = Player(Session.new("freecell", 11982)).type("solve")
    assert answer.startswith("Unsettled: the search came to its limit")
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
    assert legend == "At the start and after each move: █ winnable, ░ lost."
    assert set(strip) == {"█", "░"}
    assert len(strip) == 17
    assert sentences


def test_review_of_the_game_so_far() -> None:
    player = Player(Session.new("freecell", 617))
    assert player.type("review") == "There is nothing to review before the first move.\n"
    player.type("8a")
    assert player.type("review").splitlines()[:2] == [
        "At the start and after each move: █ winnable.",
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
    assert any(line.startswith("Your chance went from about ") for line in lines)


def test_ctrl_c_leaves_luck_and_skill_out(monkeypatch: Patch) -> None:
    monkeypatch.setattr("winnable.cli.line_coach.add_luck", interrupted)
    player = Player(Session.new("golf", 4))
    player.type("deal")
    answer = player.type("review")
    assert "At the start and after each move: " in answer
    assert "Cancelled" not in answer
    assert player.saved_game.hints == 1


@pytest.mark.usefixtures("no_luck")
def test_review_of_a_game_that_is_won() -> None:
    player = Player(golden_record(WON).session())
    assert player.type("review").splitlines()[1] == "█" * 44


# -- details --------------------------------------------------------------------------------------


def test_a_hint_is_short_and_more_says_the_rest() -> None:
    need_kernels()
    with Store.open("sqlite://") as store:
        player = Player(Session.new("golf", 5), store=store)
        short, how = player.type("hint").splitlines()
        assert "95%" not in short
        assert how.endswith(", or hint more for the details.")
        hints = player.saved_game.hints
        details = player.type("hint more")
        assert "95% confidence" in details
        assert short not in details, "that was said already"
        assert player.saved_game.hints == hints, "and counted"
        player.type("deal")
        again = player.type("hint more")
        assert "95% confidence" in again, "in a new position the hint comes with its details"
        assert again.splitlines()[-1].startswith("Type ")
        assert player.saved_game.hints == hints + 1


def test_odds_are_short_and_more_says_the_rest() -> None:
    need_kernels()
    player = Player(Session.new("golf", 5))
    short, how = player.type("odds").splitlines()
    assert short.startswith("About ")
    assert "95%" not in short
    assert how == "Type odds more for the details."
    details = player.type("ODDS MORE")
    assert "95% confidence" in details
    assert short not in details


def test_where_there_is_nothing_to_add() -> None:
    player = Player(Session.new("freecell", 617))
    player.mode.context.keep_details("hint", "")
    assert player.type("hint more") == "There is nothing to add.\n"


@pytest.mark.parametrize("command", ["hint", "odds", "review"])
def test_nothing_else_follows(command: str) -> None:
    player = Player(Session.new("freecell", 617))
    player.type("8a")
    assert player.type(f"{command} less") == f"Type {command}, or {command} more.\n"


@pytest.mark.usefixtures("no_luck")
def test_the_details_of_a_review() -> None:
    player = Player(thrown_away())
    *_, how = player.type("review").splitlines()
    assert how == "Type review more for the details."
    assert "hidden" in player.type("review more")


# -- the way back ---------------------------------------------------------------------------------


def test_back_goes_to_the_last_winnable_position() -> None:
    player = Player(Session.new("freecell", 617))
    player.type("26")
    assert player.type("back") == "This position can still be won.\n"
    assert player.context.saved_game.verdicts == 1


def test_back_tells_of_no_hidden_cards() -> None:
    player = Player(Session.new("golf", 5))
    player.type("deal")
    assert "would tell you of hidden cards" in player.type("back")
    assert player.moves == "deal"
    assert not player.context.saved_game.verdicts
