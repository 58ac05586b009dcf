"""Moves typed in line mode, in every notation, and why others are refused."""

import pytest
from line_driver import Player

from winnable import Autoplay, Session, find_game, parse_board


@pytest.mark.parametrize(
    ("slug", "typed", "made"),
    [
        ("freecell", "t8c1", "t8c1"),
        ("freecell", "  T8C1  ", "t8c1"),
        ("freecell", "t8 c1", "t8c1"),
        ("freecell", "t2c 8 1", "t8c1"),
        ("freecell", "T2C  8\t1", "t8c1"),
        ("freecell", "t2t 5 8", "t5t8"),
        ("freecell", "8a", "t8c1"),
        ("freecell", "8b\r\n", "t8c2"),
        ("freecell", "58", "t5t8"),
        ("freecell", "58v1", "t5t8"),
        ("bakers-game", "TC 4 1", "t4c1"),
        ("bakers-game", "tt 7 8", "t7t8"),
        ("bakers-game", "4a", "t4c1"),
        ("bakers-game", "t4c1", "t4c1"),
        ("aces-up", "D", "deal"),
        ("aces-up", "deal", "deal"),
        ("aces-up", "F 1", "t1f1"),
        ("aces-up", "t1f1", "t1f1"),
        ("easthaven", "d", "deal"),
        ("easthaven", "f 1 2", "t1f2"),
        ("easthaven", "m 1 4 2", "t4t2"),
        ("easthaven", "t4t2", "t4t2"),
        ("golf-relaxed", "d", "deal"),
        ("golf-relaxed", "1", "t1f1"),
        ("golf-relaxed", "t1f1", "t1f1"),
    ],
)
def test_a_move_in_each_notation(slug: str, typed: str, made: str) -> None:
    player = Player(Session.new(slug, 617))
    out = player.type(typed)
    assert player.moves == made
    assert f"\n{made}: " in out
    assert out.startswith(f"\n{player.session.game.name}, deal 617, after 1 move\n")


@pytest.mark.parametrize(
    ("slug", "typed", "answer"),
    [
        ("freecell", "t1t2", "No: J♦ is not one lower than K♠.\n"),
        ("freecell", "t1f1", "No: J♦ is not an ace, and a foundation starts with one.\n"),
        ("freecell", "c1t1", "No: cell 1 is empty.\n"),
        ("freecell", "c2f 4 1", "No: cell 4 is empty.\n"),
        ("freecell", "t1c5", "No: there is no cell 5 in this game.\n"),
        ("freecell", "t1t1", "No: the cards are in column 1 already.\n"),
        ("freecell", "f1t1", "No: a card on a foundation stays there; foundation 1 is empty.\n"),
        ("freecell", "deal", "No: there is no stock to deal from in this game.\n"),
        ("freecell", "1h", "No: J♦ is not an ace, and a foundation starts with one.\n"),
        ("freecell", "t8t2x2", "No: the last 2 cards of column 8 are not in sequence;"),
        ("freecell", "t2f 1", "Write t2f T F: column T to foundation F.\n"),
        ("freecell", "9a", "There is no column 9 in FreeCell.\n"),
        (
            "freecell",
            "zzz",
            "'zzz' is not a move: try t1f1, t2f T F, t2c T C, t2t T1 T2 or 7h to t3.\n",
        ),
        ("bakers-game", "TT 8 2", "No: Q♥ is not of the suit of K♠.\n"),
        ("bakers-game", "TF 1 x", "Write TF x y: column x to foundation y.\n"),
        ("aces-up", "F 2", "No: no other column ends in a higher diamond than A♦"),
        ("aces-up", "T 1 2", "No: column 2 is not empty.\n"),
        ("aces-up", "T 1", "Write T x y: column x to empty column y.\n"),
        ("easthaven", "m 2 1 2", "No: column 1 has only 1 card face up."),
        ("easthaven", "f 2 1", "No: K♥ is not an ace, and a foundation starts with one.\n"),
        ("easthaven", "m 1 2", "Write m N A B: N cards from column A to column B.\n"),
        ("golf-relaxed", "2", "No: 7♥ is not next in rank to 9♥.\n"),
        ("golf-relaxed", "8", "No: there is no column 8 in this game.\n"),
        ("golf-relaxed", "t1t2", "No: cards do not move to columns in this game.\n"),
        ("golf-relaxed", "1 2", "Write 1 ... 7: last card of that column to the foundation.\n"),
    ],
)
def test_a_refusal_says_why_in_the_words_of_the_game(slug: str, typed: str, answer: str) -> None:
    player = Player(Session.new(slug, 617))
    out = player.type(typed)
    assert out.startswith(answer)
    assert out.count("\n") == 1
    assert player.moves == ""


def test_a_sequence_goes_without_a_count() -> None:
    board = """
        KH QC JH TC 9H
        KD
        QD JD 9S 8H 7C
        TD 9D KS 8S QH
        TH 8D KC 9C 8C
        JC TS AH AS AC AD 2H 2S 2C 2D 3H 3S 3C 3D
        JS QS 4H 4S 4C 4D 5H 5S 5C 5D 6H 6S 6C 6D 7H 7S 7D
        :
    """
    start = parse_board(find_game("freecell"), board)
    for typed in ("t1t2", "t1t2x4", "12", "t2t 1 2", "12v4"):
        player = Player(Session(find_game("freecell"), start))
        assert "t1t2x4: Q♣ and 3 more onto K♦ in column 2." in player.type(typed)
        assert player.moves == "t1t2x4"


def test_what_goes_home_by_itself_is_said() -> None:
    player = Player(Session.new("easthaven", 617, autoplay=Autoplay.SAFE))
    said = "\nt4t2: Q♣ onto K♥ in column 2; A♠, A♥ went home by themselves.\n"
    assert player.type("t4t2").endswith(said)
    assert player.moves == "t4t2 t1f1 t1f2"
    player.type("undo")
    assert player.moves == ""
    player.type("new 9")
    said = "\ndeal: 7 cards to the columns; A♦ went home by itself.\n"
    assert player.type("d").endswith(said)
    assert player.moves == "deal t1f1"


def test_a_deal_in_golf_is_named() -> None:
    player = Player(Session.new("golf-relaxed", 617))
    assert "deal: 7♣ to foundation 1.\n" in player.type("d")


def test_several_moves_of_standard_notation_on_a_line() -> None:
    player = Player(Session.new("freecell", 1))
    out = player.type("3a 32 7b 3c 37")
    assert player.moves == "t3c1 t3t2 t7c2 t3c3 t3t7"
    assert out.count("FreeCell, deal 1") == 1  # the table once, not five times
    assert "t3t7: " in out


def test_of_several_moves_those_before_a_wrong_one_are_made_and_shown() -> None:
    player = Player(Session.new("freecell", 1))
    out = player.type("3a 33 7b")
    assert player.moves == "t3c1"
    assert "t3c1: 2♥ to cell 1.\n" in out
    assert out.endswith("33, move 2 of 3: the cards are in column 3 already.\n")


def test_several_moves_in_our_notation_or_in_both() -> None:
    player = Player(Session.new("freecell", 1))
    player.type("t3c1 32 T7C2")
    assert player.moves == "t3c1 t3t2 t7c2"
    golf = Player(Session.new("golf-relaxed", 5))
    golf.type("t1f1 deal deal")
    assert golf.moves == "t1f1 deal deal"


def test_a_count_that_is_typed_is_taken_at_its_word() -> None:
    board = (
        "Foundations: H-8 C-9 D-8 S-9\nFreecells: KS KC\n"
        "KH QC JH TC 9H\nKD\nQD JD\nTD 9D\nTH QH\nJC TS\nJS QS\n:\n"
    )
    freecell = find_game("freecell")
    for typed, made in (("t1t2", "t1t2x4"), ("t2t 1 2", "t1t2x4"), ("t1t2x4", "t1t2x4")):
        player = Player(Session(freecell, parse_board(freecell, board)))
        player.type(typed)
        assert player.moves == made
    player = Player(Session(freecell, parse_board(freecell, board)))
    assert "9♥ is not one lower than K♦" in player.type("t1t2x1")
    easthaven = Player(Session.new("easthaven", 1))
    for typed in ("t3t2", "t7t6"):
        easthaven.type(typed)
    assert easthaven.type("m 1 6 3").startswith("No: ")
    assert easthaven.type("m 2 6 3").startswith("\nEasthaven")


def test_a_game_that_is_won_is_over() -> None:
    golf = find_game("golf-relaxed")
    stock = "AD AH AS 2D 2H 2S 3D 3H 3S 4D 4H 4S 5D 5H 5S"
    start = Session.new("golf", 1).start
    rest = [str(card) for card in start.cards() if str(card) not in [*stock.split(), "AC", "2C"]]
    board = f"Talon: {stock}\nFoundations: {' '.join(rest)} 2C\nAC\n:\n:\n:\n:\n:\n:\n"
    player = Player(Session(golf, parse_board(golf, board)))
    assert "Won!" in player.type("1")
    assert player.type("d") == "The game is won: type undo, save FILE, new or quit.\n"
    assert player.type("moves") == "The game is won: there is nothing left to move.\n"
    assert "Taken back" in player.type("undo")
