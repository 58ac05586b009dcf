import copy
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import ALL_GAMES, FREECELL_WITH_TWO_CELLS, decks, lines, moves

from winnable import (
    DECK,
    GAMES,
    Autoplay,
    Game,
    MoveNode,
    Record,
    RecordError,
    Session,
    Variation,
    WinnableError,
    parse_board,
    parse_move,
    parse_record,
    shuffled_deck,
)
from winnable.play.record import MAX_DEPTH, is_record

WORDS = st.text(max_size=30)
DOCUMENT = Path(__file__).parents[2] / "docs" / "record.md"


def _lines(sidelines: st.SearchStrategy[tuple[Variation, ...]]) -> st.SearchStrategy[Variation]:
    automoves = st.lists(moves(), max_size=2).map(tuple)
    entries = st.builds(MoveNode, moves(), automoves, WORDS, sidelines)
    return st.builds(Variation, st.lists(entries, min_size=1, max_size=4).map(tuple), WORDS)


LINES = st.recursive(
    _lines(st.just(())),
    lambda deeper: _lines(st.lists(deeper, max_size=2).map(tuple)),
    max_leaves=8,
)
TAGS = st.dictionaries(st.from_regex("[A-Za-z][A-Za-z0-9_]{0,9}", fullmatch=True), WORDS)


@given(LINES, TAGS)
def test_whatever_is_written_is_read_back(line: Variation, tags: dict[str, str]) -> None:
    record = Record({"Winnable": "1"} | {n: v for n, v in tags.items() if n != "Winnable"}, line)
    assert parse_record(str(record)) == record
    assert hash(parse_record(str(record))) == hash(record)


@settings(max_examples=50)
@given(st.data())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
@pytest.mark.parametrize("autoplay", Autoplay, ids=lambda autoplay: autoplay.value)
def test_a_session_comes_back_step_by_step(
    game: Game, autoplay: Autoplay, data: st.DataObject
) -> None:
    session = Session.new(game, data.draw(st.integers(1, 2**33 - 1)), autoplay=autoplay)
    _, line = data.draw(lines(game))
    for move in line:
        if game.is_legal(session.position, move):
            session.make(move)
    again = parse_record(str(Record.of(session, {"Date": "2026-11-16"}))).session()
    assert again.steps == session.steps
    kept = autoplay if game.has_autoplay else Autoplay.OFF  # others have none to speak of
    assert (again.game, again.deal, again.autoplay) == (game, session.deal, kept)


@given(decks())
def test_a_custom_deck_is_recorded(deck: tuple[object, ...]) -> None:
    session = Session.new("golf", deck)  # type: ignore[arg-type]
    assert parse_record(str(Record.of(session))).session().start == session.start


def test_what_it_looks_like() -> None:
    session = Session.new("freecell", 1, autoplay=Autoplay.SAFE)
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    assert str(Record.of(session, {"Date": "2026-11-16"})) == (
        '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n[Autoplay "safe"]\n'
        '[Date "2026-11-16"]\n[Result "unfinished"]\n\n'
        "1. t3c1 2. t3t2 3. t7c2 *\n"
    )


def test_lines_stay_within_eighty_columns() -> None:
    line = Variation(tuple(MoveNode(parse_move("t2t5x4")) for _ in range(200)))
    text = str(Record({"Winnable": "1"}, line))
    assert max(map(len, text.splitlines())) <= 80


def test_the_result_tag() -> None:
    aces = GAMES["aces-up"]
    others = " ".join(
        str(card) for card in DECK if card.rank != 1 and str(card) not in ("2C", "3D")
    )
    told = {}
    for end in ("2C", "3D 2C"):
        away = others if "3D" in end else f"{others} 3D"
        board = f"Talon:\nFoundations: {away}\nAC\nAD\nAH\nAS {end}\n"
        session = Session(aces, parse_board(aces, board))
        told[end] = [Record.of(session).tags["Result"]]
        session.make("t4f1")
        told[end].append(Record.of(session).tags["Result"])
    assert told == {"2C": ["unfinished", "won"], "3D 2C": ["unfinished", "unfinished"]}
    stuck = parse_board(aces, f"Talon:\nFoundations: {others} 2C\nAC\nAD 3D\nAH\nAS\n")
    assert Record.of(Session(aces, stuck)).tags["Result"] == "stuck"


HEAD = '[Winnable "1"] [Game "freecell"] [Deal "1"]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'this is not a game record: one starts with [Winnable "1"]'),
        ('[Winnable "2"] *', "the record has version '2'; this program reads version 1"),
        ('[Winnable "1"] [Game "freecell"] [Game "golf"] *', "the tag Game is there twice"),
        (HEAD + "1. t3c1", "the record breaks off: it has to end with *"),
        (HEAD + "1. t3c1 * 2. t3c2", "line 2 of the record: something follows the *"),
        (
            f"{HEAD}1. t3c1 *\n\n{HEAD}1. t3c2 *\n",
            "the text holds more than one game: another record begins in line 4; give one",
        ),
        (HEAD + "1. t3c1\n2. hello *", "line 3 of the record: 'hello' is not a move"),
        (HEAD + "1. t3c1 (1. t4c1 *", "is not closed: end it with )"),
        (HEAD + "1. t3c1 () *", "there is no side line to close, or it has no move"),
        (HEAD + "1. t3c1 ) *", "there is no side line to close"),
        (HEAD + "( 1. t3c1 ) *", "a side line comes after the move it replaces"),
        (HEAD + "+t3c1 *", "an automatic move comes directly after the move that caused it"),
        (
            HEAD + "1. t3c1 {well} +t3c2 *",
            "an automatic move comes directly after the move that caused it",
        ),
        (HEAD + "1. t3c1 {never closed *", "is not closed: end it with }"),
        (HEAD + "1. t3c1 } *", "'} *' is not expected here"),
        ('[Winnable "1"] [Game "freecell]\n[Deal "1"] *', 'not a tag: write [Name "value"]'),
        ('[Game "golf"] [Winnable 1] *', 'not a tag: write [Name "value"]'),
        ("[Winnable 1] *", 'this is not a game record: one starts with [Winnable "1"]'),
        (HEAD + "1. t3c1 " + "(1. t3c1 " * 99, f"nest more than {MAX_DEPTH} deep"),
    ],
)
def test_what_cannot_be_read(text: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=re.escape(complaint)):
        parse_record(text)


@pytest.mark.parametrize("start", ["", "\n\n", "\ufeff", "\ufeff \n"])
@pytest.mark.parametrize("end_of_line", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "text",
    [
        "1. t3c1\n\n2. WRONG\n*\n",
        "1. t3c1\n\n\nWRONG} 2. t3c2 *\n",
        "1. t3c1\n\nWRONG{never closed\n2. t3c2\n*\n",
        "1. t3c1 {a\nlong\ncomment}\nWRONG) *",
        "1. t3c1\n(1. t4c1\nWRONG( 2. t4c2 *\n",
        "1. t3c1 (1. t4c1\n(1. t5c1) \n\nWRONG(\n\n*",
        "WRONG(1. t3c1) *",
        "1. t3c1 (1. t4c1 {well}\n\nWRONG+t4c2) *",
        "1. t3c1\n*\n\n\nWRONG2. t3c2\n*\n",
        '\n\nWRONG[Game "golf"]\n*',
        '[Date "2026-11-16"]\n[Who "me"]\n\nWRONG[Where here]\n\n1. t3c1 *',
        'WRONG[Who "me]\n[Where "here"]\n\n1. t3c1 *',
        'WRONG[Wh-o "me"]\n[Where "here"]\n\n1. t3c1 *',
        '1. t3c1 *\n\nWRONG[Winnable "1"]\n[Game "golf"] [Deal "1"]\n*',
    ],
)
def test_an_error_names_its_line(text: str, end_of_line: str, start: str) -> None:
    whole = start + HEAD + text
    line = 1 + whole[: whole.index("WRONG")].count("\n")
    shown = "hello" if text == "1. t3c1\n\n2. WRONG\n*\n" else ""
    with pytest.raises(RecordError, match=rf"\bline {line}\b") as error:
        parse_record(whole.replace("WRONG", shown).replace("\n", end_of_line))
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[Winnable "1"] [Deal "1"] *', "the record has no tag Game"),
        ('[Winnable "1"] [Game "whist"] [Deal "1"] *', "there is no game 'whist'"),
        ('[Winnable "1"] [Game "golf"] *', "one of the tags Deal, Deck and Board"),
        ('[Winnable "1"] [Game "golf"] [Deal "1"] [Deck ""] *', "one of the tags Deal, Deck"),
        ('[Winnable "1"] [Game "golf"] [Deal "x"] *', "'x' is not a deal number: write 1 to"),
        ('[Winnable "1"] [Game "golf"] [Deal "0"] *', "'0' is not a deal number"),
        ('[Winnable "1"] [Game "golf"] [Deck "AS AS"] *', "the deck has no ace of clubs"),
        ('[Winnable "1"] [Game "golf"] [Board "AS"] *', "the board has 1 column"),
        (HEAD + "1. t3c1 2. t3c1 *", "move 2: t3c1: cell 1 is not empty"),
        (HEAD + "1. t3c1 +t3f1 *", "move 1: t3f1: 8♦ is not an ace"),
        (HEAD + "1. t3c1 (1. t3c2 2. t3c2) *", "move 1, side line, move 2: t3c2: cell 2"),
        ('[Winnable "1"] [Game "golf"] [Deal "1"] [Autoplay "fast"] *', "off, safe or all"),
    ],
)
def test_what_cannot_be_played(text: str, complaint: str) -> None:
    record = parse_record(text)
    with pytest.raises(WinnableError, match=re.escape(complaint)):
        record.session()


def test_a_byte_order_mark_is_no_part_of_a_record() -> None:
    assert is_record("\ufeff" + HEAD)
    assert parse_record("\ufeff" + HEAD + "*") == parse_record(HEAD + "*")


def test_side_lines_and_comments() -> None:
    record = parse_record(
        HEAD
        + "{Deal one.} 1.t3c1 {a \\} brace} (1. t4c1 {or so} 2. t4c2 (2. t5c2)) {more}\n2. t3t2 *"
    )
    assert record.main_line.comment == "Deal one."
    first, second = record.main_line.nodes
    assert first.comment == "a } brace more"
    assert [str(entry.move) for entry in first.variations[0].nodes] == ["t4c1", "t4c2"]
    assert first.variations[0].nodes[1].variations[0].nodes[0].move == parse_move("t5c2")
    assert second.variations == ()
    assert [str(move) for move in record.session().moves] == ["t3c1", "t3t2"]
    assert parse_record(str(record)) == record


def test_names_of_tags() -> None:
    with pytest.raises(RecordError, match="is not a tag name"):
        Record({"A B": "c"})


def test_the_examples_of_the_document_are_records() -> None:
    examples = re.findall(r"```record\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) >= 2
    for example in examples:
        record = parse_record(example)
        record.session()
        assert parse_record(str(record)) == record


@pytest.mark.parametrize("game", ALL_GAMES[:5], ids=lambda game: game.slug)
def test_a_shuffled_deck_is_recorded(game: Game) -> None:
    session = Session.new(game, shuffled_deck())
    assert parse_record(str(Record.of(session))).session().start == session.start


def test_reserved_tags_are_refused() -> None:
    session = Session.new("freecell", 1)
    with pytest.raises(RecordError, match="the tag Game is reserved: it follows from the session"):
        Record.of(session, {"Game": "golf-relaxed"})


def test_any_name_will_do_for_another_tag() -> None:
    session = Session.new("freecell", 1)
    tags = {"session": "x", "cls": "y", "tags": "z"}
    record = Record.of(session, earlier=Record.of(session, tags))
    assert {name: record.tags[name] for name in tags} == tags


def test_a_false_result_is_corrected() -> None:
    claimed = parse_record(HEAD.replace("[Deal", '[Result "won"] [Deal') + "1. t3c1 {well} *")
    record = Record.of(claimed.session(), earlier=claimed)
    assert record.tags["Result"] == "unfinished"
    assert record.main_line == claimed.main_line


def test_automatic_moves_belong_to_the_move() -> None:
    session = Session.new("freecell", 1)
    session.make("t3c1")
    other = Record({"Game": "freecell", "Deal": "1"}, Variation((MoveNode(
        parse_move("t3c1"), (parse_move("t4f1"),), "not this game"),)))  # fmt: skip
    assert Record.of(session, earlier=other).main_line.nodes[0].comment == ""


def test_records_are_values() -> None:
    tags = {"Winnable": "1", "Game": "freecell", "Deal": "1"}
    one, other = Record(tags), Record(dict(reversed(tags.items())))
    assert one == other
    assert len({one, other}) == 1
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
    assert parse_record(str(Record({"Game": "golf"}))).tags["Winnable"] == "1"


def test_a_side_line_has_moves() -> None:
    with pytest.raises(RecordError, match="a side line has at least one move"):
        MoveNode(parse_move("t3c1"), variations=(Variation(comment="nothing"),))


def test_a_custom_game_has_to_be_passed() -> None:
    session = Session.new(FREECELL_WITH_TWO_CELLS, 1)
    session.make("t3c1")
    record = parse_record(str(Record.of(session)))
    assert record.session(FREECELL_WITH_TWO_CELLS).position == session.position
    with pytest.raises(WinnableError, match="there is no game 'two-cells'"):
        record.session()
