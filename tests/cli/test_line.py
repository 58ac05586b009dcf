"""Line mode: each word a player may type that is no move, and whole conversations."""

import io

import pytest
from line_driver import Player, conversation, screen, shown

from winnable import GAMES, Autoplay, Session
from winnable.cli.line import LineMode
from winnable.cli.orders import ALIASES, COMMANDS
from winnable.cli.terminal import Keyboard, Screen
from winnable.store import SavedGame

each_slug = pytest.mark.parametrize("slug", GAMES)


def at(slug: str, deal: int = 617, autoplay: Autoplay = Autoplay.OFF) -> Player:
    return Player(Session.new(slug, deal, autoplay=autoplay))


def test_undo_and_redo() -> None:
    player = at("freecell")
    for move in ("t8c1", "t8c2", "t8c3"):
        player.type(move)
    assert player.type("undo").endswith("\nTaken back: t8c3.\n")
    assert player.type("U 2").endswith("\nTaken back: t8c2, t8c1.\n")
    assert player.type("undo") == "There is no move to take back.\n"
    assert player.type("redo").endswith("\nMade again: t8c1.\n")
    assert player.type("r 50").endswith("\nMade again: t8c2, t8c3.\n")
    assert player.type("redo") == "There is no move to make again.\n"
    assert player.moves == "t8c1 t8c2 t8c3"


def test_undo_of_many_moves_counts_them() -> None:
    player = at("golf-relaxed")
    for _ in range(16):
        player.type("d")
    assert player.type("undo 99").endswith("\nTaken back: 16 moves.\n")


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "２", "99999999999", "1 2"])
@pytest.mark.parametrize("word", ["undo", "redo", "new"])
def test_numbers_are_plain_digits(word: str, number: str) -> None:
    player = at("freecell")
    player.type("t8c1")
    what, most = ("deal number", 8589934591) if word == "new" else ("number of moves", 10000)
    answer = f"{number!r} is no {what}: write 1 to {most}.\n"
    assert player.type(f"{word} {number}") == answer
    assert player.moves == "t8c1"


def test_another_move_after_undo_drops_the_rest() -> None:
    player = at("freecell")
    for line in ("t8c1", "undo", "t7c1"):
        player.type(line)
    assert player.type("redo") == "There is no move to make again.\n"


def test_moves_lists_every_kind_of_move_once() -> None:
    out = at("freecell").type("moves")
    listed = out.split()
    assert [word for word in listed if word.startswith(("t5t", "t8"))] == [
        "t5t8", "t8t2", "t8t3", "t8c1"
    ]  # fmt: skip
    assert "t8c2" not in listed
    assert "J♣ onto Q♥ in column 8" in out
    assert all(len(line) < 80 for line in out.splitlines())


def test_moves_says_when_there_is_none() -> None:
    player = at("golf-relaxed", 4)
    for _ in range(16):
        out = player.type("d")
    assert out.endswith("\nNo legal move is left. You can type undo, review, new or quit.\n")
    assert player.type("moves") == "There is no legal move.\n"
    assert player.type("d") == "No: the stock is empty.\n"


@each_slug
def test_new_deals_the_number_that_is_asked_for(slug: str) -> None:
    player = at(slug, autoplay=Autoplay.ALL)
    assert "deal 5\n" in player.type("new 5")
    assert player.session.deal == 5
    assert player.session.game.slug == slug
    assert player.session.autoplay is Autoplay.ALL
    player.type("n 8589934591")
    assert player.session.deal == 8589934591


def test_new_says_how_to_come_back() -> None:
    player = at("golf-relaxed")
    assert "You left" not in player.type("new 3")
    player.type("d")
    left = player.session
    note = "\nYou left deal 3 of Golf Relaxed; undo goes back to it.\n"
    assert player.type("new 4").endswith(note)
    player.type("new 5")  # nothing was played of deal 4, so it is not what one comes back to
    assert player.type("undo").endswith("Back at the game you left.\n")
    assert player.session is left
    assert player.moves == "deal"
    player.type("undo")
    assert player.moves == ""
    assert player.type("undo") == "There is no move to take back.\n"


@each_slug
def test_new_without_a_number_deals_by_chance(slug: str) -> None:
    player = at(slug)
    dealt = set()
    for _ in range(3):
        player.type("new")
        dealt.add(player.session.deal_number)
    assert len(dealt) > 1


@pytest.mark.parametrize("slug", ["aces-up", "bakers-game"])
def test_r_shuffles_where_the_handout_says_so(slug: str) -> None:
    player = at(slug)
    dealt = {617}
    for typed in "RrR":
        player.type(typed)
        assert player.session.deal_number is not None
        dealt.add(player.session.deal_number)
    assert len(dealt) > 1
    assert ", r or n new," in player.type("help")


@pytest.mark.parametrize("slug", ["easthaven", "golf-relaxed", "freecell"])
def test_r_is_redo_elsewhere(slug: str) -> None:
    player = at(slug)
    assert player.type("r") == "There is no move to make again.\n"
    assert ", r redo," in player.type("help")


def test_restart_keeps_the_moves_for_redo() -> None:
    player = at("freecell")
    for line in ("t8c1", "t8c2"):
        player.type(line)
    assert player.type("restart").endswith("\nBack at the start.\n")
    assert player.session.position == player.session.start
    player.type("redo 2")
    assert player.moves == "t8c1 t8c2"


def test_autoplay_is_shown_and_set() -> None:
    player = at("freecell")
    assert player.type("autoplay") == "Autoplay is off.\n"
    for word in ("safe", "ALL", "off"):
        assert player.type(f"autoplay {word}") == f"Autoplay is {word.lower()}.\n"
        assert player.session.autoplay is Autoplay(word.lower())
    refusal = "Write autoplay off, autoplay safe or autoplay all.\n"
    assert player.type("autoplay never") == refusal
    assert at("golf-relaxed").type("autoplay") == "No card goes home by itself in Golf Relaxed.\n"


@each_slug
def test_rules_and_read_and_table(slug: str) -> None:
    player = at(slug)
    game = player.session.game
    rules = player.type("rules")
    assert rules.startswith(f"{game.name}\n\n")
    assert " ".join(game.rules.split()) in " ".join(rules.split())
    assert "Column 1: " in player.type("read")
    assert player.type("table").startswith(f"\n{game.name}, deal 617\n\n")


@each_slug
def test_help_names_every_word_and_only_places_that_are_there(slug: str) -> None:
    out = at(slug).type("help")
    assert out == at(slug).type("?") == at(slug).type("H")
    words = {line.split()[0] for line in out.splitlines() if line.startswith("  ")}
    assert set(COMMANDS) - words <= {"autoplay"}
    assert ("autoplay" in words) == (slug not in ("aces-up", "golf-relaxed"))
    assert ("cell" in out.split("Other words")[0]) == bool(GAMES[slug].cells)
    assert all(len(line) < 80 for line in out.splitlines())


@pytest.mark.parametrize(
    "word", ["moves", "verdict", "solve", "restart", "table", "read", "rules", "help", "quit"]
)
def test_words_that_stand_alone(word: str) -> None:
    player = at("freecell")
    assert player.type(f"{word} now") == "Nothing follows that word.\n"
    assert not player.mode.is_over


@pytest.mark.parametrize(
    ("typed", "meant"), [("udno", "undo"), ("hlep", "help"), ("Rules?", ""), ("restrat", "restart")]
)
def test_a_slip_of_the_fingers_is_noticed(typed: str, meant: str) -> None:
    answer = f"{typed!r} is no move and no word: did you mean {meant}?\n"
    assert (at("freecell").type(typed) == answer) == bool(meant)


def test_nothing_typed_is_nothing_said() -> None:
    assert [at("freecell").type(line) for line in ("", "  ", "\t\n")] == [""] * 3


def test_every_short_word_stands_for_a_word() -> None:
    assert set(ALIASES.values()) <= set(COMMANDS)


# -- a whole conversation -------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["quit\nt1c1\n", "Q\nt1c1\n", "exit\n", ""])
def test_it_ends_with_goodbye(typed: str) -> None:
    session = Session.new("freecell", 617)
    out = conversation(session, typed)
    assert out.endswith("\nGoodbye.\n")
    assert out.count("> ") == 1
    assert not session.moves


def test_the_table_in_words() -> None:
    player = Player(Session.new("golf-relaxed", 617), in_words=True)
    out = player.type("table")
    assert "Column 1: seven of diamonds, ace of hearts, " in out
    assert "♦" not in out
    assert player.type("moves").splitlines() == [
        "  t1f1   eight of spades to foundation 1",
        "  deal   deal from the stock",
    ]


def test_ascii_where_there_is_nothing_else() -> None:
    paper = Screen(io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline=""))
    typed = io.StringIO("moves\nt1t2\nread\nrules\nt♥\n")
    LineMode(SavedGame(Session.new("freecell", 617)), paper, Keyboard(paper, typed)).run()
    out = shown(paper)
    assert out.isascii()
    assert "No: JD is not one lower than KS." in out
    assert "7D    AD    5C" in out


def test_control_characters_are_never_shown() -> None:
    paper = screen()
    typed = io.StringIO("\x1b[2Jt1\x07c1\nsave\x00\n\x9b31m\n\u2028x\n\x7f\n")
    LineMode(SavedGame(Session.new("freecell", 617)), paper, Keyboard(paper, typed)).run()
    assert all(sign.isprintable() or sign == "\n" for sign in shown(paper))
