"""A hundred thousand senseless inputs to everything that reads what people write.

Each is made of something sensible by a few strokes of bad luck, or of nothing at all. Whatever it
is, only our own errors may come of it, and each message is one line that can be shown as it stands.
The inputs are the same in every run; they come in chunks, so that several workers can share them.
"""

import functools
import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, golden_record
from strategies import wander

from winnable import (
    GAMES,
    Autoplay,
    Game,
    Position,
    Record,
    Session,
    Variation,
    WinnableError,
    board_text,
    numbered_deck,
    parse_board,
    parse_move,
    parse_record,
    parse_standard,
    read_move,
    standard_text,
)
from winnable.cli.line_commands import COMMANDS, find_command
from winnable.cli.line_mode import LineMode
from winnable.cli.terminal import Keyboard, Screen
from winnable.solver import Limit
from winnable.store import SavedGame, Store

INPUTS = 100_000
CHUNKS = 20

each_chunk = pytest.mark.parametrize(
    "chunk",
    [pytest.param(chunk, marks=[pytest.mark.heavy] * (chunk >= 5)) for chunk in range(CHUNKS)],
)

COMMON = "tcfxvabdeh0123456789 ()[]{}*+.\"\\:-<>/#'~AKQJTSHDC"
STRANGE = (
    "\n\r\t\0\x07\x1b\x7f\x85\x9b\xa0\u2028\u2029\u202e\ufeff\ud800\udcffé２٣²ⅧſK♠♥…\U0001f0a1"
)


def mutated(seed: str, dice: random.Random) -> str:
    """The text after a few strokes of bad luck."""
    text = seed
    for _ in range(dice.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 8)))
        stroke = dice.randrange(8)
        if stroke < 3:
            new = "".join(dice.choices(COMMON, k=dice.choice((1, 1, 2, 3))))
        elif stroke == 3:
            new = dice.choice(STRANGE)
        elif stroke == 4:
            new = text[start:end] * 2
        elif stroke == 5:
            new = dice.choice((str(dice.randrange(-5, 100)), "9" * dice.choice((5, 12, 5000))))
        else:
            new = ""
        text = text[:start] + new + text[end:]
    return text


def nonsense(dice: random.Random) -> str:
    """A text that never meant anything."""
    return "".join(dice.choices(COMMON + STRANGE, k=dice.randrange(1, 12)))


def inputs(what: str, chunk: int, seeds: list[str]) -> tuple[random.Random, list[str]]:
    """A chunk of the inputs made from some seeds, and the dice for whatever else is needed."""
    dice = random.Random(f"{what} {chunk}")
    made = [
        nonsense(dice) if dice.random() < 0.1 else mutated(dice.choice(seeds), dice)
        for _ in range(INPUTS // CHUNKS)
    ]
    return dice, made


def is_fine(read: Callable[..., object], *arguments: object) -> bool:
    """Whether something can be read; if not, the error is ours and its message one line."""
    try:
        read(*arguments)
    except WinnableError as error:
        message = str(error)
        assert message
        assert message.isprintable(), repr(message)
        assert len(message) < 1000
        return False
    return True


@functools.cache
def positions() -> list[tuple[Game, Position]]:
    """A few positions of every game, from the deal to the end."""
    dice = random.Random("positions")
    found = []
    for game in GAMES.values():
        for deal in range(1, 9):
            position = game.deal(numbered_deck(deal))
            for move in wander(game, position, 8 * deal, dice):
                position = game.apply(position, move)
            found.append((game, position))
    return found


@functools.cache
def short_records() -> list[Record]:
    """The beginnings of the golden games, since a whole game takes long to replay."""
    records = [golden_record(file) for file in GOLDEN_GAMES]
    return [
        Record(one.tags, Variation(one.main_line.nodes[:10], one.main_line.comment))
        for one in records
    ]


# -- moves ----------------------------------------------------------------------------------------

TYPED_MOVES = [
    *("t3f1", "c1t8", "t2t5x4", "deal", "t10f1", "t2 t5", "t1t2x13", "T3C1", "f1t1", "c4f4"),
    *("t2f 3 1", "t2c 4 1", "t2t 1 2", "c2t 1 8", "c2f 4 4", "TC 4 1", "TF 1 1", "TT 7 8"),
    *("CF 1 1", "CT 1 1", "F 1", "T 1 2", "D", "m 3 2 5", "f 2 1", "d", "1", "7"),
    *("26", "3a", "b5", "4h", "ch", "26v3", "12vd", "a1"),
]


@each_chunk
def test_moves(chunk: int) -> None:
    dice, texts = inputs("moves", chunk, TYPED_MOVES)
    read = 0
    for text in texts:
        game, position = dice.choice(positions())
        if is_fine(parse_move, text):
            assert str(parse_move(text)) in (text, text.removesuffix("x1"))
        if is_fine(read_move, game, position, text):
            read += 1
            move = read_move(game, position, text)
            assert parse_move(str(move)) == move
            assert is_fine(game.apply, position, move) == game.is_legal(position, move)
    assert read > len(texts) / 10


@functools.cache
def standard_lines() -> list[str]:
    """Moves in standard notation from the first deals of FreeCell and Baker's Game."""
    dice = random.Random("standard")
    lines = []
    for slug in ("freecell", "bakers-game"):
        for deal in (1, 2, 3):
            start = GAMES[slug].deal(numbered_deck(deal))
            for length in (1, 3, 8):
                moves = wander(GAMES[slug], start, length, dice)
                lines.append(standard_text(GAMES[slug], start, moves))
    return lines


@each_chunk
def test_standard_notation(chunk: int) -> None:
    dice, texts = inputs("standard", chunk, standard_lines())
    read = 0
    for text in texts:
        game = GAMES[dice.choice(("freecell", "bakers-game"))]
        start = first_deals()[game.slug][dice.randrange(3)]
        read += is_fine(parse_standard, game, start, text)
    assert read > len(texts) / 20


@functools.cache
def first_deals() -> dict[str, list[Position]]:
    """The first deals of every game."""
    return {
        slug: [game.deal(numbered_deck(deal)) for deal in (1, 2, 3)] for slug, game in GAMES.items()
    }


# -- boards and records ---------------------------------------------------------------------------


@each_chunk
def test_boards(chunk: int) -> None:
    seeds = [board_text(game, position) for game, position in positions()]
    games = dict(zip(seeds, (game for game, _ in positions()), strict=True))
    dice = random.Random(f"boards {chunk}")
    read = 0
    for _ in range(INPUTS // CHUNKS):
        seed = dice.choice(seeds)
        text = nonsense(dice) if dice.random() < 0.1 else mutated(seed, dice)
        game = games[seed] if dice.random() < 0.9 else dice.choice(list(GAMES.values()))
        if is_fine(parse_board, game, text):
            read += 1
            position = parse_board(game, text)
            assert parse_board(game, board_text(game, position)) == position
    assert read > INPUTS / CHUNKS / 20


def read_record(text: str) -> None:
    """Read a record and play it."""
    record = parse_record(text)
    assert parse_record(str(record)) == record
    record.session()


@each_chunk
def test_records(chunk: int) -> None:
    _, texts = inputs("records", chunk, [str(record) for record in short_records()])
    read = sum(is_fine(read_record, text) for text in texts)
    assert read > len(texts) / 20


# -- line mode ------------------------------------------------------------------------------------

SEVERAL_LINES = {"moves", "read", "rules", "help", "solve"}
SLOW = {"coach", "hint", "odds", "review"}
"""Words that make the coach think; what follows them is read as after any other word."""
TYPED_WORDS = [
    *("undo", "redo", "undo 3", "redo 2", "u", "r", "restart", "autoplay", "autoplay safe"),
    *("save", "save game.txt", "save 'a b'", "new", "new 617", "new 8589934591", "n 3"),
    *("table", "quit", "q", "exit", "?", "h", "continue", "continue 3"),
]


class Paper(io.TextIOWrapper):
    """What is shown, to be torn off after each line."""

    def __init__(self, encoding: str) -> None:
        self.sheet = io.BytesIO()
        super().__init__(self.sheet, encoding=encoding, newline="")

    def tear_off(self) -> str:
        shown = self.sheet.getvalue().decode(self.encoding)
        self.sheet.seek(0)
        self.sheet.truncate()
        return shown


def harmless(line: str) -> str:
    """The line, but nothing that it saves leaves the folder."""
    for sign in "/~\\":
        line = line.replace(sign, "_") if "s" in line.lower() else line
    return line


@each_chunk
def test_line_mode(chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)  # the disk has better things to do
    monkeypatch.setattr("winnable.cli.line_coach.LIMIT", Limit(states=1000))  # nobody waits for it
    # Words that show much are typed now and then; most of what is typed shows a line.
    seeds = TYPED_MOVES * 6 + TYPED_WORDS * 2 + sorted(COMMANDS.keys() - SLOW)
    dice, lines = inputs("line mode", chunk, seeds)
    monkeypatch.setattr("winnable.play.session.random_number", lambda: dice.randrange(1, 99))
    game = list(GAMES.values())[chunk % len(GAMES)]
    paper = Paper("utf-8" if chunk % 3 else "ascii")
    screen = Screen(paper)
    store = Store.open("sqlite://") if chunk % 4 == 0 else None
    table = SavedGame(Session.new(game, 617), store.games if store else None)
    mode = LineMode(table, screen, Keyboard(screen, io.StringIO()), store=store)
    context = mode.context
    made = 0
    for line in map(harmless, lines):
        if context.has_quit or len(context.session.steps) > 40:
            context.has_quit = False
            autoplay = dice.choice(list(Autoplay))
            session = Session.new(game, dice.randrange(1, 99), autoplay=autoplay)
            context.switch_to(SavedGame(session, store.games if store else None))
        before = context.session.position
        word = [*line.lower().split(), ""][0]
        mode.execute(line)
        shown = paper.tear_off()
        assert all(row.isprintable() for row in shown.split("\n")), repr(shown)
        assert "Traceback" not in shown
        command = find_command(context.session.game, word)
        if context.session.position != before:
            made += 1
        elif not shown.startswith("\n") and (command and command.name) not in SEVERAL_LINES:
            assert shown.count("\n") == (bool(word) and not context.has_quit), repr(shown)
    assert made > len(lines) / 100
    assert all(file.parent == tmp_path for file in tmp_path.rglob("*"))
    if store is not None:
        assert len(store.games.history(limit=None)) > 10
        store.close()
