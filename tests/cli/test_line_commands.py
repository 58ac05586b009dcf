"""The commands of line mode, in a game that is not saved; `test_line_mode` has the loop."""

import pytest
from line_driver import Player

from winnable import GAMES, Autoplay, Session, find_game, parse_board
from winnable.cli.line_commands import COMMANDS, find_command

each_slug = pytest.mark.parametrize("slug", GAMES)


def start(slug: str, deal: int = 617, autoplay: Autoplay = Autoplay.OFF) -> Player:
    return Player(Session.new(slug, deal, autoplay=autoplay))


# -- the list of commands -------------------------------------------------------------------------


def test_every_command_has_one_line_of_help() -> None:
    for name, command in COMMANDS.items():
        assert command.name == name
        assert command.help[0].isupper()
        assert "\n" not in command.help
        assert not command.help.endswith(".")


def test_every_alias_stands_for_a_command() -> None:
    for command in COMMANDS.values():
        for alias in command.command.aliases:
            assert find_command(GAMES["freecell"], alias.upper()) is command


@each_slug
def test_help_lists_every_command_and_only_places_of_the_game(slug: str) -> None:
    out = start(slug).type("help")
    assert out == start(slug).type("?") == start(slug).type("H")
    words = {line.split()[0] for line in out.splitlines() if line.startswith("  ")}
    assert set(COMMANDS) - words <= {"autoplay"}
    assert ("autoplay" in words) == GAMES[slug].has_autoplay
    moves, _, _ = out.partition("Commands:\n")
    assert ("cell" in moves) == bool(GAMES[slug].cells)
    assert "7h to t3" in moves
    assert all(len(line) < 80 for line in out.splitlines())


@pytest.mark.parametrize("name", [name for name, each in COMMANDS.items() if each.usage == name])
def test_commands_without_an_argument(name: str) -> None:
    player = start("freecell")
    assert player.type(f"{name} now") == f"Type {name} alone.\n"
    assert not player.context.has_quit


# -- undo, redo, restart --------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    player = start("freecell")
    for move in ("t8c1", "t8c2", "t8c3"):
        player.type(move)
    assert player.type("undo").endswith("\nUndone: t8c3.\n")
    assert player.type("U 2").endswith("\nUndone: t8c2, t8c1.\n")
    assert player.type("undo") == "There is no move to undo.\n"
    assert player.type("redo").endswith("\nRedone: t8c1.\n")
    assert player.type("r 50").endswith("\nRedone: t8c2, t8c3.\n")
    assert player.type("redo") == "There is no move to redo.\n"
    assert player.moves == "t8c1 t8c2 t8c3"


def test_undo_of_many_moves_counts_them() -> None:
    player = start("golf-relaxed")
    for _ in range(16):
        player.type("d")
    assert player.type("undo 99").endswith("\nUndone: 16 moves.\n")


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "２", "99999999999", "1 2"])
@pytest.mark.parametrize("name", ["undo", "redo", "new", "continue"])
def test_numbers_are_plain_digits(name: str, number: str) -> None:
    player = start("freecell")
    player.type("t8c1")
    out = player.type(f"{name} {number}")
    assert out.count("\n") == 1
    assert repr(number) in out or name == "continue"  # which has nothing to continue here
    assert player.moves == "t8c1"


def test_another_move_after_undo_drops_the_undone_ones() -> None:
    player = start("freecell")
    for line in ("t8c1", "undo", "t7c1", "redo"):
        player.type(line)
    assert player.moves == "t7c1"


def test_restart_keeps_the_moves_for_redo() -> None:
    player = start("freecell")
    for line in ("t8c1", "t8c2"):
        player.type(line)
    assert player.type("restart").endswith("\nBack at the start: 2 moves undone.\n")
    assert player.type("restart") == "This is the start of the deal.\n"
    assert player.session.position == player.session.start
    player.type("redo 2")
    assert player.moves == "t8c1 t8c2"


@pytest.mark.parametrize("slug", ["easthaven", "golf-relaxed", "freecell"])
def test_r_is_redo(slug: str) -> None:
    assert find_command(GAMES[slug], "R") is COMMANDS["redo"]
    assert ", r redo," in start(slug).type("help")


# -- moves ----------------------------------------------------------------------------------------


def test_moves_lists_every_kind_of_move_once() -> None:
    out = start("freecell").type("moves")
    listed = out.split()
    assert [word for word in listed if word.startswith(("t5t", "t8"))] == [
        "t5t8", "t8t2", "t8t3", "t8c1"
    ]  # fmt: skip
    assert "t8c2" not in listed
    assert "J♣ onto Q♥ in column 8" in out
    assert all(len(line) < 80 for line in out.splitlines())


def test_moves_when_there_are_none() -> None:
    player = start("golf-relaxed", 4)
    for _ in range(16):
        out = player.type("d")
    assert out.endswith(" Type undo, review, new or quit.\n")
    assert player.session.is_stuck
    assert player.type("moves") == "There are no legal moves.\n"


def test_moves_of_a_game_that_is_won() -> None:
    golf = find_game("golf-relaxed")
    stock = "AD AH AS 2D 2H 2S 3D 3H 3S 4D 4H 4S 5D 5H 5S"
    cards = Session.new("golf", 1).start.cards()
    rest = [str(card) for card in cards if str(card) not in [*stock.split(), "AC", "2C"]]
    board = f"Talon: {stock}\nFoundations: {' '.join(rest)} 2C\nAC\n:\n:\n:\n:\n:\n:\n"
    player = Player(Session(golf, parse_board(golf, board)))
    assert player.type("1").endswith(" Type review, save FILE, new or quit.\n")
    assert player.session.is_won
    assert player.type("d") == "The game is won: type undo, save FILE, new or quit.\n"
    assert player.type("moves") == "The game is won: there is nothing left to move.\n"
    player.type("undo")
    assert not player.session.is_won


def test_moves_in_words() -> None:
    player = Player(Session.new("golf-relaxed", 617), in_words=True)
    assert player.type("moves").splitlines() == [
        "  t1f1   eight of spades to the foundation",
        "  deal   deal from the stock",
    ]


# -- new ------------------------------------------------------------------------------------------


@each_slug
def test_new_deals_the_given_number(slug: str) -> None:
    player = start(slug, autoplay=Autoplay.ALL)
    assert "deal 5\n" in player.type("new 5")
    assert player.session.deal == 5
    assert player.session.game.slug == slug
    assert player.session.autoplay is Autoplay.ALL
    player.type("n 8589934591")
    assert player.session.deal == 8589934591


def test_new_can_be_undone() -> None:
    player = start("golf-relaxed")
    assert "You left" not in player.type("new 3")
    player.type("d")
    left = player.session
    note = "\nYou left deal 3 of Golf Relaxed. Type undo to go back to it.\n"
    assert player.type("new 4").endswith(note)
    player.type("new 5")  # no move was made in deal 4, so undo goes back to deal 3
    assert player.type("undo").endswith("Back to the game you left.\n")
    assert player.session is left
    assert player.moves == "deal"
    player.type("undo")
    assert player.moves == ""
    assert player.type("undo") == "There is no move to undo.\n"


@each_slug
def test_new_without_a_number_deals_at_random(slug: str) -> None:
    player = start(slug)
    deals = set()
    for _ in range(3):
        player.type("new")
        deals.add(player.session.deal_number)
    assert len(deals) > 1


@pytest.mark.parametrize("slug", ["aces-up", "bakers-game"])
def test_r_is_new_where_the_handout_says_so(slug: str) -> None:
    assert find_command(GAMES[slug], "R") is COMMANDS["new"]
    assert ", r or n new," in start(slug).type("help")


# -- autoplay, rules, table, read -----------------------------------------------------------------


def test_autoplay_is_shown_and_set() -> None:
    player = start("freecell")
    assert player.type("autoplay").startswith("Autoplay is off: ")
    for word in ("safe", "ALL", "off"):
        choice = Autoplay(word.lower())
        answer = f"Autoplay is {choice.value}: {choice.description}.\n"
        assert player.type(f"autoplay {word}") == answer
        assert player.session.autoplay is choice
    assert player.type("autoplay never") == "Type autoplay off, autoplay safe or autoplay all.\n"
    assert start("golf-relaxed").type("autoplay") == "Golf Relaxed has no autoplay.\n"


@each_slug
def test_rules_read_and_table(slug: str) -> None:
    player = start(slug)
    game = player.session.game
    rules = player.type("rules")
    assert rules.startswith(f"{game.name}\n\n")
    assert " ".join(game.rules.split()) in " ".join(rules.split())
    assert "Column 1: " in player.type("read")
    assert player.type("table").startswith(f"\n{game.name}, deal 617\n\n")


def test_the_table_in_words() -> None:
    player = Player(Session.new("golf-relaxed", 617), in_words=True)
    out = player.type("table")
    assert "Column 1: seven of diamonds, ace of hearts, " in out
    assert "♦" not in out
