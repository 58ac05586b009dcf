"""Line mode from the first table to the last words, with text typed in memory."""

import io
from collections.abc import Iterator

import pytest
from line_driver import Player, conversation, screen, shown
from store.saved_games import nearly_won

from winnable import Session, StoreError
from winnable.cli.line_mode import LineMode
from winnable.cli.terminal import Keyboard, Screen
from winnable.store import GameRepository, Outcome, SavedGame, Store


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as store:
        yield store


def start(store: Store, slug: str = "golf-relaxed", deal: int = 3) -> Player:
    return Player(Session.new(slug, deal), store=store)


# -- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"), [("udno", "undo"), ("hlep", "help"), ("Rules?", ""), ("restrat", "restart")]
)
def test_a_mistyped_command_gets_a_suggestion(typed: str, meant: str) -> None:
    answer = f"{typed!r} is not a move or a command: did you mean {meant}?\n"
    assert (Player(Session.new("freecell", 617)).type(typed) == answer) == bool(meant)


@pytest.mark.parametrize("line", ["", "  ", "\t\n"])
def test_an_empty_line_prints_nothing(line: str) -> None:
    assert Player(Session.new("freecell", 617)).type(line) == ""


def test_only_ascii_where_the_screen_knows_nothing_else() -> None:
    ascii_screen = Screen(io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline=""))
    typed = io.StringIO("moves\nt1t2\nread\nrules\nt♥\n")
    saved_game = SavedGame(Session.new("freecell", 617))
    LineMode(saved_game, ascii_screen, Keyboard(ascii_screen, typed)).run()
    out = shown(ascii_screen)
    assert out.isascii()
    assert "JD is not one lower than KS." in out
    assert "7D    AD    5C" in out


def test_control_characters_are_never_printed() -> None:
    memory = screen()
    typed = io.StringIO("\x1b[2Jt1\x07c1\nsave\x00\n\x9b31m\n\u2028x\n\x7f\n")
    LineMode(SavedGame(Session.new("freecell", 617)), memory, Keyboard(memory, typed)).run()
    assert all(sign.isprintable() or sign == "\n" for sign in shown(memory))


# -- the first words ------------------------------------------------------------------------------


def greeting(store: Store, slug: str) -> str:
    memory = screen()
    saved_game = SavedGame(Session.new(slug, 8), store.games)
    LineMode(saved_game, memory, Keyboard(memory, io.StringIO("")), store=store).run()
    return shown(memory)


def test_it_offers_an_unfinished_game(store: Store) -> None:
    assert "You left" not in greeting(store, "golf")
    player = start(store)
    player.type("d")
    offer = "\nYou left deal 3 after 1 move. Type continue to resume it.\nType a move, or help.\n"
    assert offer in greeting(store, "golf")
    assert "You left" not in greeting(store, "aces")
    player.type("d")
    assert "\nYou left deal 3 after 2 moves. Type continue" in greeting(store, "golf")
    player.type("undo 2")
    assert "\nYou left deal 3. Type continue to resume it.\n" in greeting(store, "golf")
    store.close()
    assert "\nType a move, or help.\n" in greeting(store, "golf")


# -- the last words -------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["quit\nt1c1\n", "Q\nt1c1\n", "exit\n", ""])
def test_it_ends_with_goodbye(typed: str) -> None:
    session = Session.new("freecell", 617)
    out = conversation(session, typed)
    assert out.endswith("\nGoodbye.\n")
    assert out.count("> ") == 1
    assert not session.moves


def test_goodbye_says_how_to_continue(store: Store) -> None:
    player = start(store)
    assert player.mode.goodbye == "Goodbye."
    player.type("d")
    left = "Goodbye. You left deal 3 of Golf Relaxed"
    assert player.mode.goodbye == f"{left}. To continue, run winnable play."
    player.saved_game.give_up()
    assert player.mode.goodbye == f"{left}. To continue, run winnable play --saved 1."
    unsaved = Player(nearly_won())
    unsaved.type("t1c1")
    assert unsaved.mode.goodbye == "Goodbye. You left a game of FreeCell, which is not saved."


# -- saving ---------------------------------------------------------------------------------------


def test_a_save_error_is_repeated_until_a_move_is_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    player = start(store)
    player.type("d")
    with monkeypatch.context() as patch:
        patch.setattr(GameRepository, "update", full)
        for _ in range(2):
            assert player.type("d").endswith("\nNot saved: the disk is full.\n")
        assert player.mode.goodbye.endswith(", which is not saved.")
    assert "Not saved" not in player.type("d")
    assert store.games.history()[0].moves == 4
    assert store.games.history()[0].outcome is Outcome.UNFINISHED


def test_a_lost_game_is_not_offered_again() -> None:
    with Store.open("sqlite://") as store:
        player = Player(Session.new("golf", 11), store=store)
        while not player.session.is_stuck:
            player.type(str(list(player.session.legal_moves())[-1]))
        assert player.mode.goodbye == "Goodbye."
        player.type("undo")
        assert "To continue, run winnable play." in player.mode.goodbye
