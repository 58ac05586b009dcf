"""Tests for a handout in the courses' own shape: typed lines, what is shown for them, and a deck.

Each test is three files. ``input1.txt`` is typed, ``output1.txt`` is all that our own program shows
then, and ``cards_1.py`` is the year's cards module, whose shuffle lays the deck of the test. The
same seed gives the same files.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from textwrap import fill

from winnable.cards import Card
from winnable.course import cards_source, top_index
from winnable.deals import numbered_deck
from winnable.errors import WinnableError
from winnable.judge.conventions import standard_conventions
from winnable.judge.lines import (
    LineKind,
    legal_lines,
    malformed_lines,
    moves_in_range,
    spell,
    understand,
)
from winnable.judge.profile import Profile
from winnable.judge.runs import Transcript, reference_program, run_session
from winnable.judge.sandbox import Sandbox
from winnable.judge.whole_games import EASY_DEALS
from winnable.moves import Deal, Transfer
from winnable.position import Area, Position
from winnable.solver import Limit, Verdict, solve
from winnable.wording import counted

__all__ = ["CourseTest", "course_tests", "files_of"]

MOST_DEALS = 100
"""Deals that are tried for a game that is won."""
LOST_GAMES = 20
"""Games that are played to find one that is lost."""
SOLVER_LIMIT = Limit(states=100_000)
USUAL_LOSS, LONGEST_LOSS = 25, 150
"""Lines of a game that is lost."""


class CourseTestError(WinnableError):
    """A handout for which a test cannot be made."""


@dataclass(frozen=True)
class CourseTest:
    """A deck in dealing order, the lines to type, and all that our own program shows."""

    about: str
    order: tuple[Card, ...]
    lines: tuple[str, ...]
    output: str


def course_tests(
    profile: Profile, seed: int, count: int, *, use_bubblewrap: bool = True
) -> Iterator[CourseTest]:
    """Tests of all sorts; the last is a game that is won, the one before it a game that is lost."""
    with Sandbox(use_bubblewrap=use_bubblewrap) as sandbox:
        maker = _Maker(sandbox, profile, seed)
        for _ in range(count - 2):
            yield maker.mixed()
        if count > 1:
            yield maker.lost()
        yield maker.won()


class _Maker:
    """Makes one test after the other; each looks for what those before it have not tried."""

    def __init__(self, sandbox: Sandbox, profile: Profile, seed: int) -> None:
        self.sandbox, self.profile = sandbox, profile
        self.conventions = standard_conventions(profile.game)
        self.rng = random.Random(f"{profile.slug} {seed}")  # noqa: S311  the same tests each time
        self.tried: Counter[object] = Counter()
        self.lines = [(command, line) for command, line, _ in moves_in_range(profile)]

    # -- whole games ------------------------------------------------------------------------------

    def won(self) -> CourseTest:
        game = self.profile.game
        easy = EASY_DEALS.get(self.profile.slug, ())
        for order in chain(map(numbered_deck, easy), self._orders()):
            result = solve(game, game.deal(order), SOLVER_LIMIT)
            if result.verdict is not Verdict.WINNABLE:
                continue
            lines = [spell(self.profile, move) or "" for move in result.moves]
            transcript = self._run(order, lines)
            if all(lines) and transcript.ended and len(transcript.steps) == len(lines) + 1:
                return self._test("a game that is won", order, lines)
        raise CourseTestError(f"no deal of {game.name} was found that can be won")

    def lost(self) -> CourseTest:
        """A game without a move left, which the program ends or not, as its handout says."""
        games = [
            (lines, order)
            for order in islice(self._orders(), LOST_GAMES)
            if (lines := self._play_badly(order))
        ]
        if not games:
            raise CourseTestError(f"no game of {self.profile.game.name} was found that is lost")
        lines, order = min(games, key=lambda game: abs(len(game[0]) - USUAL_LOSS))
        if self.profile.ends_when_lost:
            return self._test("a game that is lost", order, lines)
        more = [malformed_lines(self.profile, "unknown")[0], self.profile.quit]
        return self._test("a game without a move left, which goes on", order, [*lines, *more])

    def _play_badly(self, order: tuple[Card, ...]) -> list[str] | None:
        """Lines up to a position without moves; None if it does not come to that soon."""
        profile, position = self.profile, self.profile.game.deal(order)
        lines: list[str] = []
        while moves := legal_lines(profile, self.conventions, position):
            if len(lines) == LONGEST_LOSS:
                return None
            deals = [line for line, move in moves if isinstance(move, Deal)]
            bad = deals or [line for line, move in moves if _goes_to(move, Area.CELL)]
            is_careless = bad and self.rng.random() < 0.5
            lines.append(bad[0] if is_careless else self.rng.choice(moves)[0])
            position = understand(profile, self.conventions, position, lines[-1]).position
        return None if profile.game.is_won(position) else lines

    # -- all sorts of lines -----------------------------------------------------------------------

    def mixed(self) -> CourseTest:
        profile, rng = self.profile, self.rng
        order = next(self._orders())
        position = profile.game.deal(order)
        lines: list[str] = []
        moves_made, length = 0, rng.randint(15, 40)
        others = self._other_lines(length)
        while moves_made < length:
            for line in next(others):
                lines.append(line)
                if line == profile.restart:
                    position = profile.game.deal(order)
            lines += self._refused(position)
            if (legal := self._legal(position)) is None:
                break
            lines.append(self._in_some_case(legal))
            position = understand(profile, self.conventions, position, legal).position
            moves_made += 1
        lines.append(self._in_some_case(profile.quit))
        return self._test("legal moves, refused moves and malformed lines", order, lines)

    def _other_lines(self, length: int) -> Iterator[list[str]]:
        """What is typed before each move, apart from refused moves; mostly nothing."""
        places: list[list[str]] = [[] for _ in range(length + 1)]
        kinds = sorted(
            self.profile.malformed, key=lambda kind: (self.tried[kind], self.rng.random())
        )
        for kind in kinds[:4]:
            self.tried[kind] += 1
            self.rng.choice(places).append(malformed_lines(self.profile, kind)[0])
        if self.profile.help:
            self.rng.choice(places).append(self.profile.help)
        if self.profile.restart:
            places[length // 2].append(self.profile.restart)
        return iter(places)

    def _legal(self, position: Position) -> str | None:
        """A legal move after which the game goes on.

        Rather one to a foundation, from the shortest pile: empty piles have much to be refused.
        """
        moves = [
            (line, move)
            for line, move in legal_lines(self.profile, self.conventions, position)
            if not understand(self.profile, self.conventions, position, line).ends
        ]
        home = [
            (len(position.pile(move.source)), line)
            for line, move in moves
            if isinstance(move, Transfer) and move.target.area is Area.FOUNDATION
        ]
        if home and self.rng.random() < 0.7:
            return min(home)[1]
        return self.rng.choice(moves)[0] if moves else None

    def _refused(self, position: Position) -> list[str]:
        """Often a move that is refused, for the reason that has been tried least."""
        found: dict[object, list[str]] = {}
        for command, line in self.lines:
            meaning = understand(self.profile, self.conventions, position, line)
            if meaning.kind is LineKind.REFUSED and meaning.reason is not None:
                found.setdefault((command.word, meaning.reason), []).append(line)
        least = min(found, key=lambda what: self.tried[what], default=None)
        if least is None or (self.tried[least] and self.rng.random() < 0.5):
            return []
        self.tried[least] += 1
        return [self._in_some_case(self.rng.choice(found[least]))]

    def _in_some_case(self, line: str) -> str:
        return line.upper() if self.profile.ignores_case and self.rng.random() < 0.2 else line

    # -- running ----------------------------------------------------------------------------------

    def _orders(self) -> Iterator[tuple[Card, ...]]:
        for _ in range(MOST_DEALS):
            yield numbered_deck(self.rng.randint(1, 32000))

    def _run(self, order: tuple[Card, ...], lines: Sequence[str]) -> Transcript:
        return run_session(
            self.sandbox,
            reference_program(self.profile),
            self.profile,
            [order],
            lines,
            then_end=True,
            constants=self.profile.constants,
        )

    def _test(self, about: str, order: tuple[Card, ...], lines: Sequence[str]) -> CourseTest:
        transcript = self._run(order, lines)
        if transcript.crash is not None or not transcript.ended:
            why = transcript.crash or "it does not end"
            raise CourseTestError(f"our own program for {self.profile.name} fails: {why}")
        output = "".join(step.output for step in transcript.steps)
        return CourseTest(about, order, tuple(lines), output)


def _goes_to(move: object, area: Area) -> bool:
    return isinstance(move, Transfer) and move.target.area is area


# -- files ----------------------------------------------------------------------------------------

_LAY = """

# Test {number}: shuffle() lays these cards, which are dealt from left to right.
_ORDER = \"\"\"
{order}
\"\"\".split()


def _place(card):
    \"\"\"Return when a card is dealt.\"\"\"
    return _ORDER.index("?A23456789TJQK"[card._rank] + {suit})


def _lay(deck):
    \"\"\"Lay the cards of the test.\"\"\"
    deck._cards.sort(key=_place{reverse})


Deck.shuffle = _lay
"""

_README = """\
Tests for {title}, by: winnable judge generate {name} --seed {seed} --tests {count}

Each test has three files: inputN.txt is what is typed, outputN.txt is all that is shown then, and
cards_N.py is the cards module, whose shuffle lays the deck of the test. To run test 1, copy the
program and these files into one folder, and:

    cp cards_1.py cards.py
    python3 -B {file} < input1.txt | diff - output1.txt

Nothing is printed if the program passes. (-B, because Python would keep a compiled cards module,
and could take it for that of the next test.) All tests, one after the other:

    for n in {numbers}; do
        cp cards_$n.py cards.py
        python3 -B {file} < input$n.txt | diff -q - output$n.txt > /dev/null || echo "test $n fails"
    done

{tests}
{note}"""

_FREE = """
The handout leaves words and layout open: other programs show the same in other words. Compare by
eye, or use winnable judge, which knows the difference.
"""


def files_of(profile: Profile, seed: int, tests: Sequence[CourseTest]) -> dict[str, str]:
    """The files of tests, by their names."""
    files = {}
    for number, test in enumerate(tests, 1):
        files[f"input{number}.txt"] = "".join(f"{line}\n" for line in test.lines)
        files[f"output{number}.txt"] = test.output
        files[f"cards_{number}.py"] = cards_source(profile.cards) + _lay(profile, number, test)
    about = [
        f"{number}. {test.about} ({counted(len(test.lines), 'line')})"
        for number, test in enumerate(tests, 1)
    ]
    files["README.txt"] = _README.format(
        title=profile.title,
        name=profile.name,
        seed=seed,
        count=len(tests),
        file=profile.file,
        numbers=" ".join(map(str, range(1, len(tests) + 1))),
        tests="\n".join(about),
        note="" if profile.exact_text else _FREE,
    )
    return files


def _lay(profile: Profile, number: int, test: CourseTest) -> str:
    has_letters = "SUIT_SIGNS" in cards_source(profile.cards)
    return _LAY.format(
        number=number,
        order=fill(" ".join(map(str, test.order)), 90),
        suit="card._suit" if has_letters else '"?CDHS"[card._suit]',
        reverse="" if top_index(profile.cards) == 0 else ", reverse=True",
    )
