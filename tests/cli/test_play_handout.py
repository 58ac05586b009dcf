"""`winnable play --handout`: a game strictly by its handout. Transcripts show whole games."""

import pytest
from line_driver import Capture, Player, conversation, hinted_move, play, refused

from winnable import GAMES, HANDOUTS, Session, numbered_deck
from winnable.cli import main
from winnable.cli.line_commands import COMMANDS
from winnable.solver import Limit, Verdict, solve
from winnable.store import Store

Patch = pytest.MonkeyPatch

OURS_ALONE = ("undo", "redo", "restart", "back", "continue", "save", "autoplay")
each_game = pytest.mark.parametrize("slug", GAMES)


def strict(slug: str, deal: int = 617) -> Session:
    return Session.new(HANDOUTS[slug].game, deal)


@each_game
def test_the_first_lines_say_so(capsys: Capture, monkeypatch: Patch, slug: str) -> None:
    shown = play(capsys, monkeypatch, "", slug, "--deal", "5", "--handout")
    handout = HANDOUTS[slug].game
    assert shown.startswith(f"\n{handout.name}, deal 5\n")
    assert f"Strictly by the handout: {handout.summary}. This game is not saved.\n" in shown


@each_game
def test_nothing_is_saved(capsys: Capture, monkeypatch: Patch, slug: str) -> None:
    session = strict(slug)
    move = next(session.legal_moves())
    shown = play(capsys, monkeypatch, f"{move}\n", slug, "--deal", "617", "--handout")
    name = HANDOUTS[slug].game.name
    assert shown.endswith(f"Goodbye. You left deal 617 of {name}, which is not saved.\n")
    with Store.open() as store:
        assert store.games.history() == []
        assert store.games.statistics(GAMES[slug]).played == 0


def test_an_unfinished_game_of_ours_is_not_offered(capsys: Capture, monkeypatch: Patch) -> None:
    play(capsys, monkeypatch, "t1c1\n", "freecell", "--deal", "617")
    shown = play(capsys, monkeypatch, "continue\n", "freecell", "--handout")
    assert "You left" not in shown
    assert "A game by the handout has no continue.\n" in shown


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("--autoplay all", "autoplay all"),
        ("--autoplay safe", "autoplay safe"),
        ("--daily", "daily"),
        ("--level hard", "level"),
        ("--saved 3", "saved"),
        ("--resume game.txt", "resume"),
    ],
)
def test_options_that_contradict_it(capsys: Capture, words: str, other: str) -> None:
    error = refused(capsys, "play", "freecell", "--handout", *words.split())
    assert error == f"--handout and --{other} cannot be combined (see winnable play --help)"


def test_options_that_agree_with_it(capsys: Capture, monkeypatch: Patch) -> None:
    words = ("golf", "--handout", "--winnable", "--autoplay", "off", "--words", "--four-colour")
    shown = play(capsys, monkeypatch, "verdict\n", *words)
    assert "Winnable as the cards lie, hidden ones included" in shown


def test_it_needs_the_name_of_a_game(capsys: Capture) -> None:
    assert refused(capsys, "play", "--handout").startswith("which game? freecell, ")


def test_a_game_that_no_course_hands_out(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.delitem(HANDOUTS, "golf-relaxed")
    error = refused(capsys, "play", "golf", "--handout")
    assert error == "there is no handout of Golf Relaxed (see winnable play --help)"


@each_game
@pytest.mark.parametrize("name", OURS_ALONE)
def test_commands_that_no_handout_has(slug: str, name: str) -> None:
    player = Player(strict(slug))
    player.type(str(next(player.session.legal_moves())))
    assert player.type(name) == f"A game by the handout has no {name}.\n"
    assert len(player.session.steps) == 1


@each_game
def test_help_lists_only_what_there_is(slug: str) -> None:
    shown = Player(strict(slug)).type("help")
    listed = [line.split()[0] for line in shown.partition("Commands:\n")[2].splitlines()[:-1]]
    assert listed == [name for name in COMMANDS if name not in OURS_ALONE]
    assert "undo" not in shown
    assert "redo" not in shown


def test_help_of_our_games_lists_everything() -> None:
    shown = Player(Session.new("freecell", 617)).type("help")
    assert all(f"  {command.usage}" in shown for command in COMMANDS.values())


@each_game
def test_the_handouts_own_r(slug: str) -> None:
    player = Player(strict(slug))
    player.type("r")
    is_new = player.session.deal_number != 617
    assert is_new == (slug in ("aces-up", "bakers-game"))
    assert player.session.game == HANDOUTS[slug].game


@each_game
def test_new_stays_with_the_handout(slug: str) -> None:
    player = Player(strict(slug))
    player.type(str(next(player.session.legal_moves())))
    shown = player.type("new 5")
    assert shown.startswith(f"\n{HANDOUTS[slug].game.name}, deal 5\n")
    assert "undo" not in shown
    assert player.session.start == HANDOUTS[slug].game.deal(numbered_deck(5))


@pytest.mark.parametrize("typed", ["t1t5x2", "t1t5", "t2t 1 5", "9d to t5", "9d onto 10s"])
def test_two_cards_at_once(typed: str) -> None:
    ours, by_handout = Player(Session.new("freecell", 12)), Player(strict("freecell", 12))
    assert "t1t5x2: 9♦ and 1 more onto 10♠ in column 5." in ours.type(typed)
    assert by_handout.type(typed) == "Only one card at a time can move to column 5.\n"
    assert not by_handout.session.steps


def test_no_card_goes_home_by_itself() -> None:
    player = Player(strict("freecell", 12))
    assert "went home" not in player.type("t1c1")  # though A♣ could
    assert not any(player.session.position.foundations)


def test_a_loss_ends_the_game_where_the_handout_says_so() -> None:
    shown = conversation(strict("freecell", 1), "t1c1\nt2c2\nt3c3\nt4c4\nnew 2\n")
    assert shown.endswith("No legal move is left. The game is lost.\nGoodbye.\n")


def test_elsewhere_it_does_not() -> None:
    typed = "d\n" * 12 + "review\n"  # nothing but deals: the columns are full, and nothing may move
    stuck = next(
        session
        for number in range(1, 200)
        if (session := strict("aces-up", number)) and is_stuck_after_dealing(session)
    )
    shown = conversation(strict("aces-up", stuck.deal_number or 0), typed)
    assert "No legal move is left. Type review, new or quit.\n> review\n" in shown


def is_stuck_after_dealing(session: Session) -> bool:
    for _ in range(12):
        session.make("deal")
    return session.is_stuck


@each_game
def test_a_win_ends_it(slug: str) -> None:
    game = HANDOUTS[slug].game
    deal, line = next(
        (number, result.moves)
        for number in range(1, 100)
        if (result := solve(game, game.deal(numbered_deck(number)), Limit(states=200_000))).verdict
        is Verdict.WINNABLE
    )
    typed = "\n".join(map(str, line)) + "\nthis is not read\n"
    shown = conversation(strict(slug, deal), typed)
    assert shown.endswith("Won! The game is over.\nGoodbye.\n")
    assert "not read" not in shown


def test_what_follows_a_win_in_the_same_line_is_not_made() -> None:
    game = HANDOUTS["golf-relaxed"].game
    line = solve(game, game.deal(numbered_deck(41))).moves
    typed = " ".join([*map(str, line), "deal", "deal"]) + "\n"
    shown = conversation(strict("golf-relaxed", 41), typed)
    assert shown.endswith("Won! The game is over.\nGoodbye.\n")


@each_game
def test_a_hint_is_legal_by_the_handout(slug: str) -> None:
    player = Player(strict(slug, 12))
    player.type(hinted_move(player.type("hint")))
    assert len(player.session.steps) == 1


def test_following_hints_wins_card_by_card() -> None:
    player = Player(strict("freecell", 617))
    while move := hinted_move(player.type("hint")):
        player.type(move)
    assert player.session.is_won
    assert all(getattr(step.move, "count", 1) == 1 for step in player.session.steps)


def test_solve_shows_single_cards() -> None:
    player = Player(strict("bakers-game", 1))
    shown = player.type("solve")
    assert "Winnable (" in shown
    assert "x" not in shown.partition("\n")[2]


def test_it_is_in_the_help(capsys: Capture) -> None:
    assert main(["play", "--help"]) == 0
    assert "--handout" in capsys.readouterr().out
