"""Typed moves in each of the notations, and the messages for everything else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from position_builders import endgame, table
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import (
    GAMES,
    Deal,
    Game,
    NotationError,
    Position,
    Transfer,
    numbered_deck,
    parse_standard,
    read_move,
)
from winnable.play.move_parser import HANDOUT_COMMANDS, Command

START = {slug: game.deal(numbered_deck(1)) for slug, game in GAMES.items()}

# One example at least of every command of every handout; the table is checked for gaps below.
HANDOUTS: dict[str, dict[str, list[tuple[str, str]]]] = {
    "aces-up": {
        "d": [("D", "deal"), ("d", "deal")],
        "f": [("F 2", "t2f1"), ("f 4", "t4f1"), ("F   2  ", "t2f1")],
        "t": [("T 1 4", "t1t4"), ("t 3 2", "t3t2")],
    },
    "easthaven": {
        "f": [("f 7 4", "t7f4"), ("F 1 1", "t1f1")],
        "m": [("m 3 2 5", "t2t5x3"), ("M 1 2 5", "t2t5"), ("m 10 1 2", "t1t2x10")],
        "d": [("d", "deal"), ("D", "deal")],
    },
    "bakers-game": {
        "tc": [("TC 4 1", "t4c1"), ("tc 8 4", "t8c4")],
        "tf": [("TF 4 1", "t4f1"), ("Tf 1 4", "t1f4")],
        "tt": [("TT 4 1", "t4t1"), ("tt 1 8", "t1t8")],
        "cf": [("CF 4 1", "c4f1"), ("cf 1 4", "c1f4")],
        "ct": [("CT 4 1", "c4t1"), ("ct 1 8", "c1t8")],
    },
    "golf-relaxed": {
        "": [("1", "t1f1"), ("7", "t7f1"), (" 3\t", "t3f1")],
        "d": [("d", "deal"), ("D", "deal")],
    },
    "freecell": {
        "t2f": [("t2f 3 1", "t3f1"), ("T2F 8 4", "t8f4")],
        "t2c": [("t2c 3 1", "t3c1"), ("T2C 1 4", "t1c4")],
        "t2t": [("t2t 3 1", "t3t1"), ("T2T 1 8", "t1t8")],
        "c2t": [("c2t 3 1", "c3t1"), ("C2T 1 8", "c1t8")],
        "c2f": [("c2f 3 1", "c3f1"), ("C2F 1 4", "c1f4")],
    },
}


def test_every_command_has_an_example() -> None:
    assert HANDOUT_COMMANDS.keys() == GAMES.keys()
    for slug, commands in HANDOUT_COMMANDS.items():
        assert HANDOUTS[slug].keys() == {command.word for command in commands}


@pytest.mark.parametrize(
    ("slug", "typed", "move"),
    [
        (slug, typed, move)
        for slug, commands in HANDOUTS.items()
        for pairs in commands.values()
        for typed, move in pairs
    ],
)
def test_the_handouts_commands(slug: str, typed: str, move: str) -> None:
    assert str(read_move(GAMES[slug], START[slug], typed)) == move


@pytest.mark.parametrize(
    ("slug", "typed", "move"),
    [
        ("freecell", "t3c1", "t3c1"),
        ("freecell", "T3C1", "t3c1"),
        ("freecell", "  t3 c1 ", "t3c1"),
        ("freecell", "t3 t2x4", "t3t2x4"),
        ("freecell", "deal", "deal"),  # the rules will say that there is no stock
        ("bakers-game", "c1 f2", "c1f2"),
        ("aces-up", "t1f1", "t1f1"),
        ("aces-up", "t1 t2", "t1t2"),
        ("aces-up", "DEAL", "deal"),
        ("golf-relaxed", "t1f1", "t1f1"),
        ("golf-relaxed", "22", "t22f1"),  # the rules will say that there is no such column
        ("easthaven", "t1t2x3", "t1t2x3"),
        ("easthaven", "t9t1", "t9t1"),
    ],
)
def test_our_own_notation(slug: str, typed: str, move: str) -> None:
    assert str(read_move(GAMES[slug], START[slug], typed)) == move


@pytest.mark.parametrize("slug", ["freecell", "bakers-game"])
@pytest.mark.parametrize(
    ("typed", "move"),
    [("3a", "t3c1"), ("3D", "t3c4"), ("b5", "c2t5"), ("3h", "t3f1"), ("dh", "c4f1"),
     ("26v3", "t2t6x3"), (" 81 ", "t8t1"), ("c2", "c3t2")],
)  # fmt: skip
def test_standard_notation(slug: str, typed: str, move: str) -> None:
    assert str(read_move(GAMES[slug], START[slug], typed)) == move


@pytest.mark.parametrize("slug", ["aces-up", "easthaven", "golf-relaxed"])
@pytest.mark.parametrize("typed", ["3a", "26", "4h", "b5"])
def test_standard_notation_is_for_games_like_freecell(slug: str, typed: str) -> None:
    if slug == "golf-relaxed" and typed == "26":
        return  # a row number there, if a large one
    with pytest.raises(NotationError):
        read_move(GAMES[slug], START[slug], typed)


LATE = endgame(
    GAMES["freecell"], "KH QS JH TS", "KD", "QH JS", "KS", "KC QD JD TD", "JC", "QC", "TC"
)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("12", "t1t2x3"), ("t1t2", "t1t2x3"), ("t2t 1 2", "t1t2x3"),  # the sequence that fits
        ("34", "t3t4x2"), ("t3t4", "t3t4x2"),
        ("t1t2x2", "t1t2x2"), ("12v2", "t1t2x2"),  # counted is counted, right or wrong
        ("t1t6", "t1t6"),  # nothing fits, so one card is meant
    ],
)  # fmt: skip
def test_cards_need_not_be_counted(typed: str, move: str) -> None:
    assert str(read_move(GAMES["freecell"], LATE, typed)) == move


def test_onto_an_empty_column_one_card_moves_unless_the_notation_says_otherwise() -> None:
    game = GAMES["freecell"]
    position = table(game, "9D 8S 7D")
    assert str(read_move(game, position, "t1t2")) == "t1t2"
    assert str(read_move(game, position, "t2t 1 2")) == "t1t2"
    assert str(read_move(game, position, "12")) == "t1t2x3"


@pytest.mark.parametrize(
    ("slug", "typed", "words"),
    [
        ("aces-up", "f", "write F x: column x to the foundation"),
        ("aces-up", "f 0", "write F x: column x to the foundation"),
        ("aces-up", "f ２", "write F x: column x to the foundation"),
        ("aces-up", "f -1", "write F x: column x to the foundation"),
        ("aces-up", "f 1 2", "write F x: column x to the foundation"),
        ("aces-up", "t 2", "write T x y: column x to empty column y"),
        ("aces-up", "t 1 b", "write T x y: column x to empty column y"),
        ("aces-up", "d 2", "write D: deal a card on each column"),
        ("easthaven", "m 1 2", "write m N A B: N cards from column A to column B"),
        ("easthaven", "m 100 1 2", "write m N A B: N cards from column A to column B"),
        ("easthaven", "f 1", "write f A F: last card of column A to foundation F"),
        ("bakers-game", "tc 1", "write TC x y: column x to cell y"),
        ("bakers-game", "CT ١ 2", "write CT x y: cell x to column y"),
        ("golf-relaxed", "1 2", "write 1 ... 7: last card of that column to the foundation"),
        ("freecell", "t2f 1", "write t2f T F: column T to foundation F"),
        ("freecell", "c2t one two", "write c2t C T: cell C to column T"),
        ("freecell", "t2t 1 2 3", "write t2t T1 T2: column T1 to column T2"),
        ("freecell", "9a", "there is no column 9 in FreeCell"),
        ("freecell", "ea", "there is no cell e in FreeCell"),
        ("freecell", "1z", "'1z' is not a move: try t1f1, t2f T F, t2c T C, t2t T1 T2 or 7h to t3"),
        ("freecell", "", "'' is not a move: try t1f1, t2f T F, t2c T C, t2t T1 T2 or 7h to t3"),
        ("golf-relaxed", "0", "'0' is not a move: try t1f1, deal, 1 ... 7, d or 7h to t3"),
        ("golf-relaxed", "２", "'２' is not a move: try t1f1, deal, 1 ... 7, d or 7h to t3"),
        ("golf-relaxed", "t２f1", "'t２f1' is not a move: try t1f1, deal, 1 ... 7, d or 7h to t3"),
        ("aces-up", "x", "'x' is not a move: try t1f1, deal, D, F x, T x y or 7h to t3"),
        ("easthaven", "t1 ", "'t1 ' is not a move: try t1f1, deal, f A F, m N A B, d or 7h to t3"),
        ("bakers-game", "yes", "'yes' is not a move: try t1f1, TC x y, TF x y, TT x y or 7h to t3"),
    ],
)  # fmt: skip
def test_a_wrong_form_is_corrected(slug: str, typed: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_move(GAMES[slug], START[slug], typed)
    assert str(caught.value) == words


def in_the_handouts_words(command: Command, move: Transfer | Deal) -> str | None:
    """A move as a command says it, or None if it does not."""
    if isinstance(move, Deal):
        return None if command.operands else command.word
    places = [move.source, move.target]
    letters = [letter for letter in command.operands if letter != "n"]
    if letters == ["t"]:
        letters.append("f")
    if [place.area.value for place in places] != letters:
        return None
    if move.count > 1 and "n" not in command.operands:
        return None
    numbers = [move.count] if "n" in command.operands else []
    numbers += [place.slot + 1 for place in places[: len(command.operands.replace("n", ""))]]
    return " ".join([command.word, *map(str, numbers)]).strip()


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(30)
@given(data=st.data())
def test_every_legal_move_can_be_typed(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(positions(game), endgames(game)))
    for move in game.legal_moves(position):
        assert read_move(game, position, str(move)) == move
        assert read_move(game, position, f" {str(move).upper()} ") == move
        for command in HANDOUT_COMMANDS.get(game.slug, ()):
            typed = in_the_handouts_words(command, move)
            if typed is not None:
                assert read_move(game, position, typed) == move


@pytest.mark.parametrize("slug", HANDOUT_COMMANDS)
@examples(30)
@given(data=st.data())
def test_the_handouts_commands_say_every_single_move(slug: str, data: st.DataObject) -> None:
    """What a handout's program can do can be typed in its words."""
    game = GAMES[slug]
    position = data.draw(st.one_of(positions(game), endgames(game)))
    for move in game.legal_moves(position):
        if isinstance(move, Deal) or move.count == 1 or slug == "easthaven":
            assert any(in_the_handouts_words(c, move) is not None for c in HANDOUT_COMMANDS[slug])


_LETTERS = "tcfdmx0123456789 abh２\nTC"


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(150)
@given(typed=st.one_of(st.text(_LETTERS, max_size=12), st.text(max_size=12)))
@example(typed="0 to t1")
@example(typed="0 home")
def test_anything_may_be_typed(game: Game, typed: str) -> None:
    position: Position = game.deal(numbered_deck(2))
    try:
        move = read_move(game, position, typed)
    except NotationError as error:
        complaint = str(error)
    else:
        complaint = " ".join(map(str, game.problems(position, move)))
    assert len(complaint.splitlines()) <= 1


def test_a_line_of_standard_notation_can_be_typed_move_by_move() -> None:
    game, position, line = GAMES["freecell"], START["freecell"], "3a 32 7b 3c 37"
    for step, typed in zip(parse_standard(game, position, line), line.split(), strict=True):
        assert read_move(game, position, typed) == step.move
        position = step.position
