"""The handout programs and the library's rules, each held to the other.

They share no code. A program runs as its player runs it, only that its keyboard, its screen and its
setup function are ours: whenever it asks for a command, the cards on its table must lie as the
library says, and what it told the player must be what the library's reasons amount to.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import count, cycle, islice, product
from typing import Any, NamedTuple

import pytest
from handouts import ACES_UP, FREECELL, PROGRAMS
from hypothesis import given
from hypothesis import strategies as st
from strategies import endgames, examples, wander
from translation import Program, Setup

from winnable import (
    DECK,
    Area,
    Card,
    Game,
    Goal,
    Move,
    Position,
    Reason,
    Suit,
    Transfer,
    check_position,
)
from winnable.cards import ACE, KING

Tally = Counter[object]
Choose = Callable[[Position], str]

SEEDS = st.integers(0, 2**32 - 1)
ODD_NUMBERS = ["0", "-1", "99", "+1", "01", "1.0", "x", "２"]

each_program = pytest.mark.parametrize("program", PROGRAMS, ids=str)


class Answer(NamedTuple):
    """What the library makes of a line: what it was, the position after it, what is to be said."""

    kind: object
    position: Position
    complaint: str = ""


def answer(program: Program, position: Position, line: str) -> Answer:
    """Ask the library about a line."""
    found = program.parse(line)
    if found is None:
        word, *others = line.lower().split() or [""]
        if not word:
            return Answer("blank", position, program.blank)
        if word not in program.commands and word not in program.others:
            return Answer("unknown", position, program.unknown)
        if others or word in program.commands:
            return Answer("no move", position, program.wrong_form)
        assert word != "r", "there is a new game, or there should be"
        return Answer(word, position)
    command, move = found
    problems = {problem.reason: problem for problem in program.game.problems(position, move)}
    if not problems:
        return Answer("legal", program.game.apply(position, move))
    source = target = 0
    if isinstance(move, Transfer):
        if Reason.NO_SUCH_PLACE in problems or not 1 <= move.count <= KING:
            return Answer("out of range", position, program.wrong_form)
        if same := problems.get(Reason.SAME_PLACE):
            # The library says no more about it; a program may look at the pile first.
            pile = position.pile(move.source)
            problems[Reason.OCCUPIED if pile else Reason.SOURCE_EMPTY] = same
        source, target = move.source.slot + 1, move.target.slot + 1
    reason = next(reason for reason in command.complaints if reason in problems)
    cards = (problems[reason].card, problems[reason].onto)
    card, onto = (each.sign if each else "" for each in cards)
    complaint = command.complaints[reason]
    said = complaint.format(source=source, target=target, card=card, onto=onto)
    return Answer((reason, complaint), position, said)


class ComparedGame:
    """A game of a program that the library follows: what is typed and shown, and what should be."""

    def __init__(self, program: Program, tally: Tally, start: Position | None = None) -> None:
        self.program, self.tally, self.start = program, tally, start
        self.table: Any = None
        self.position: Position | None = None
        self.line: str | None = None
        self.shown = ""
        self.is_won = self.is_lost = False

    def __str__(self) -> str:
        return f"{self.program}: {self.line!r} shows {self.shown!r} at {self.position}"

    @property
    def is_over(self) -> bool:
        return self.is_won or self.is_lost

    def play(self, choose: Choose) -> None:
        """Type what is chosen until the program ends; it ends when the game does, or at `q`."""

        def keyboard(prompt: str = "") -> str:
            self.look()
            assert not self.is_over, self
            assert self.position is not None
            self.line, self.shown = choose(self.position), ""
            return self.line

        self.program.run(keyboard, self.screen, self.set_up)
        self.look()
        assert self.is_over or self.line == "q", self

    def set_up(self, own_setup: Setup) -> Any:
        """A game from the start given, or else as the program deals it; called to restart, too."""
        self.line = None
        if self.start is None:
            self.table = own_setup()
            self.position = check_position(self.program.game, self.program.read(self.table))
        else:
            self.table, self.position = self.program.lay(self.start), self.start
        return self.table

    def screen(self, *words: object, end: str = "\n") -> None:
        """The program's `print`."""
        self.shown += " ".join(map(str, words)) + end

    def look(self) -> None:
        """Compare what the last line did and said with what the library makes of it."""
        program, before = self.program, self.position
        assert before is not None
        if self.line is not None:
            kind, self.position, complaint = answer(program, before, self.line)
            self.tally[kind] += 1
            assert complaint in self.shown, (complaint, self)
            assert len(re.findall(program.refusal, self.shown)) == bool(complaint), self
        assert program.read(self.table) == self.position, self
        if self.line is None or self.position is not before:
            self.judge(self.position)
        assert (program.winning in self.shown) == self.is_won, self
        assert bool(program.losing and program.losing in self.shown) == self.is_lost, self

    def judge(self, position: Position) -> None:
        """Compare whether the game is over."""
        program, game = self.program, self.program.game
        self.is_won, self.is_lost = game.is_won(position), False
        assert program.is_won(program.module, self.table) == self.is_won, self
        if program.is_lost:
            self.is_lost = not self.is_won and next(game.legal_moves(position), None) is None
            assert program.is_lost(program.module, self.table) == self.is_lost, self
        self.tally.update(won=self.is_won, lost=self.is_lost)


def typed(program: Program) -> st.SearchStrategy[list[str]]:
    """Lines for a program, mostly commands in the right form with numbers in and out of range."""

    def numbers(letter: str) -> list[str]:
        good = [1, 1, 1, 2, 2, 3, 4, 13, 14]
        if letter != "n":
            good = [*range(1, program.game.slots(Area(letter)) + 1)] * 5
        return [str(n) for n in (*good, max(good) + 1)] + ODD_NUMBERS

    def command(word: str, operands: str) -> st.SearchStrategy[str]:
        choices = ([word, word.upper()], *map(numbers, operands))
        return st.tuples(*map(st.sampled_from, choices)).map(" ".join)

    commands = [command(word, each.operands) for word, each in program.commands.items()]
    words = [*program.commands, *program.others, "x", "tf1", "1", "2", *ODD_NUMBERS]
    anything = st.lists(st.sampled_from(words), max_size=4).map(" ".join)
    line = st.one_of(*commands * 3, anything, st.sampled_from([*program.others, "?", "R"]))
    return st.lists(line.filter(lambda line: line.strip() != "q"), min_size=8, max_size=40)


def commands_in_range(program: Program) -> list[tuple[str, Move]]:
    """Every line that names places of the game, and the move it means."""
    sizes = {area.value: program.game.slots(area) for area in Area} | {"n": 6}
    lines = [
        " ".join([word, *map(str, numbers)]).strip()
        for word, command in program.commands.items()
        for numbers in product(*(range(1, sizes[letter] + 1) for letter in command.operands))
    ]
    return [(line, found[1]) for line in lines if (found := program.parse(line))]


def near_misses(
    game: Game, position: Position, commands: list[tuple[str, Move]], rng: random.Random
) -> list[str]:
    """A few commands that one thing alone speaks against, and not the same thing each time."""
    alone = {}
    for line, move in rng.sample(commands, min(len(commands), 60)):
        problems = list(game.problems(position, move))
        if len(problems) == 1:
            alone[problems[0].reason] = line
    return rng.sample(list(alone.values()), min(len(alone), 2))


def late_positions(program: Program) -> st.SearchStrategy[Position]:
    """Positions near the end, so that play by chance gets there."""
    positions = endgames(program.game, most=26 if program.game.goal is Goal.HOME else 10)
    if program is not ACES_UP:
        return positions
    # Aces never leave the columns, and this program looks for the win only after a command.
    return positions.filter(
        lambda position: (
            all(card.rank != ACE for card in position.foundations[0])
            and not program.game.is_won(position)
        )
    )


def read_out(lines: list[str]) -> Choose:
    """Type these lines, whatever happens."""
    left = iter(lines)
    return lambda _: next(left)


def chance(program: Program, typed: list[str], rng: random.Random, most: int = 120) -> Choose:
    """Type legal moves, often to a foundation, and now and then something else."""
    typed_so_far = count()

    def choose(position: Position) -> str:
        moves = list(program.game.legal_moves(position))
        if next(typed_so_far) >= most or (not moves and rng.random() < 0.2):
            return "q"
        home = [m for m in moves if isinstance(m, Transfer) and m.target.area is Area.FOUNDATION]
        if not moves or rng.random() < 0.2:
            return rng.choice(typed)
        move = rng.choice(home if home and rng.random() < 0.7 else moves)
        return program.spell(move) or rng.choice(typed)

    return choose


def kinds(program: Program) -> set[object]:
    """All that a line can be and lead to."""
    complaints = {
        each for command in program.commands.values() for each in command.complaints.items()
    }
    endings = {"won", "lost"} if program.is_lost else {"won"}
    return {"legal", "blank", "unknown", "no move", "out of range", *endings, *complaints}


@each_program
def test_commands_in_positions_of_all_kinds(program: Program) -> None:
    tally: Tally = Counter()
    game, commands = program.game, commands_in_range(program)

    @examples(150)
    @given(late_positions(program), typed(program), SEEDS)
    def check(late: Position, typed: list[str], seed: int) -> None:
        rng = random.Random(seed)
        lines = cycle(typed)
        for position, steps in ((game.deal(rng.sample(DECK, len(DECK))), 40), (late, 10)):
            moves = wander(game, position, steps, rng)
            visited = set(rng.sample(range(len(moves)), min(len(moves), 15)))
            visited.add(len(moves) - 1)  # the move that may end the game
            for step, move in enumerate(moves):
                if step in visited:
                    first = program.spell(move)
                    wrong = near_misses(game, position, commands, rng)
                    script = [*wrong, *([first] if first else []), *islice(lines, 4), "q"]
                    ComparedGame(program, tally, position).play(read_out(script))
                    tally["positions"] += 1
                position = game.apply(position, move)

    check()
    assert tally["positions"] >= 2000
    assert [kind for kind in kinds(program) if not tally[kind]] == []


@st.composite
def crowded_positions(draw: st.DrawFn, game: Game) -> Position:
    """Every place is taken, and no card in play can be laid on another: their ranks are all even,
    or all odd. If there is a move, then to a foundation.
    """
    rng = random.Random(draw(SEEDS))
    home = {suit: rng.randrange(4) for suit in Suit}
    oddness = rng.randrange(2)
    cards = [card for card in rng.sample(DECK, len(DECK)) if card.rank > home[card.suit]]
    last = [card for card in cards if card.rank % 2 == oddness][: game.columns + game.cells]
    deep = [card for card in cards if card not in last]
    position = Position(
        columns=tuple((*deep[slot :: game.columns], last[slot]) for slot in range(game.columns)),
        foundations=tuple(
            tuple(Card(rank, suit) for rank in range(1, home[suit] + 1)) for suit in Suit
        ),
        cells=tuple(last[game.columns :]),
        stock=None,
        face_down=(0,) * game.columns,
    )
    return check_position(game, position)


@examples(400)
@given(crowded_positions(FREECELL.game))
def test_freecell_notices_when_no_move_is_left(position: Position) -> None:
    ComparedGame(FREECELL, Counter(), position).play(read_out(["q"]))


@each_program
def test_whole_games(program: Program) -> None:
    tally: Tally = Counter()

    @examples(50)
    @given(late_positions(program), typed(program), SEEDS)
    def check(late: Position, typed: list[str], seed: int) -> None:
        random.seed(seed)  # the program's shuffle
        for start in (None, late):
            ComparedGame(program, tally, start).play(chance(program, typed, random.Random(seed)))

    check()
    assert tally["legal"] > 500
