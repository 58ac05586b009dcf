"""Moves typed in line mode, in every notation, one or several on a line; and refusals."""

import pytest
from line_driver import Player

from winnable import (
    Autoplay,
    IllegalMoveError,
    Session,
    WinnableError,
    find_game,
    parse_board,
    read_move,
)
from winnable.errors import sentence
from winnable.play.descriptions import describe_step


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
        ("freecell", "qh to c1", "t8c1"),
        ("freecell", "Q♥ to a cell", "t8c1"),
        ("freecell", "jack of clubs onto the queen of hearts", "t5t8"),
        ("bakers-game", "QH to cell 2", "t8c2"),
        ("golf-relaxed", "8s home", "t1f1"),
    ],
)
def test_a_move_in_each_notation(slug: str, typed: str, made: str) -> None:
    player = Player(Session.new(slug, 617))
    out = player.type(typed)
    assert player.moves == made
    assert f"\n{made}: " in out
    assert out.startswith(f"\n{player.session.game.name}, deal 617, after 1 move\n")


@pytest.mark.parametrize(
    ("slug", "typed"),
    [
        *(("freecell", typed) for typed in ("t1t2", "t1f1", "c1t1", "c2f 4 1", "t1c5", "t1t1")),
        *(("freecell", typed) for typed in ("f1t1", "deal", "1h", "t8t2x2", "ac to c1")),
        ("bakers-game", "TT 8 2"),
        ("aces-up", "F 2"),
        ("aces-up", "T 1 2"),
        ("easthaven", "m 2 1 2"),
        ("easthaven", "f 2 1"),
        ("golf-relaxed", "2"),
        ("golf-relaxed", "8"),
        ("golf-relaxed", "t1t2"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reasons(slug: str, typed: str) -> None:
    player = Player(Session.new(slug, 617))
    game, position = player.session.game, player.session.position
    with pytest.raises(IllegalMoveError) as caught:
        game.apply(position, read_move(game, position, typed))
    assert player.type(typed) == sentence(caught.value.why) + "\n"
    assert player.moves == ""


@pytest.mark.parametrize(
    ("slug", "typed"),
    [
        *(("freecell", typed) for typed in ("t2f 1", "9a", "zzz", "1h to t1", "kc to t9", "to")),
        ("bakers-game", "TF 1 x"),
        ("aces-up", "T 1"),
        ("easthaven", "m 1 2"),
        ("golf-relaxed", "1 2"),
        ("golf-relaxed", "8s to t9"),
    ],
)
def test_what_is_not_a_move_is_refused(slug: str, typed: str) -> None:
    player = Player(Session.new(slug, 617))
    with pytest.raises(WinnableError) as caught:
        read_move(player.session.game, player.session.position, typed)
    assert player.type(typed) == f"{sentence(str(caught.value))}\n"
    assert player.moves == ""


def test_a_sequence_needs_no_count() -> None:
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
        player.type(typed)
        assert player.moves == "t1t2x4"


@pytest.mark.parametrize(
    ("slug", "deal", "typed", "made"),
    [
        ("freecell", 617, "t8c1", "t8c1"),
        ("golf-relaxed", 617, "d", "deal"),
        ("easthaven", 617, "t4t2", "t4t2 t1f1 t1f2"),
        ("easthaven", 9, "d", "deal t1f1"),
    ],
)
def test_a_move_is_described_with_what_autoplay_did(
    slug: str, deal: int, typed: str, made: str
) -> None:
    player = Player(Session.new(slug, deal, autoplay=Autoplay.SAFE))
    before = player.session.view
    out = player.type(typed)
    [step] = player.session.steps
    assert player.moves == made
    assert out.endswith(f"\n{describe_step(before, step, player.session.view)}\n")
    player.type("undo")
    assert player.moves == ""


def test_several_moves_in_standard_notation_on_a_line() -> None:
    player = Player(Session.new("freecell", 1))
    out = player.type("3a 32 7b 3c 37")
    assert player.moves == "t3c1 t3t2 t7c2 t3c3 t3t7"
    assert out.count("FreeCell, deal 1") == 1  # the table once, not five times
    assert "t3t7: " in out


def test_moves_before_an_illegal_one_are_made_and_shown() -> None:
    player = Player(Session.new("freecell", 1))
    out = player.type("3a 33 7b")
    assert player.moves == "t3c1"
    *_, made, refused = out.splitlines()
    assert made.startswith("t3c1: ")
    assert refused.startswith("Move 2 of 3, 33: ")


def test_moves_before_nonsense_are_made_and_shown() -> None:
    player = Player(Session.new("freecell", 1))
    out = player.type("3a 9a 7b")
    assert player.moves == "t3c1"
    assert out.count("FreeCell, deal 1") == 1


def test_several_moves_in_our_notation_or_mixed() -> None:
    player = Player(Session.new("freecell", 1))
    player.type("t3c1 32 T7C2")
    assert player.moves == "t3c1 t3t2 t7c2"
    golf = Player(Session.new("golf-relaxed", 5))
    golf.type("t1f1 deal deal")
    assert golf.moves == "t1f1 deal deal"


def test_a_typed_count_is_exact() -> None:
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
    assert player.type("t1t2x1").startswith("9♥ is of the same colour as K♦;")
    easthaven = Player(Session.new("easthaven", 1))
    for typed in ("t3t2", "t7t6"):
        easthaven.type(typed)
    assert easthaven.type("m 1 6 3").startswith("J♠ is of the same colour as K♣;")
    assert easthaven.type("m 2 6 3").startswith("\nEasthaven")
