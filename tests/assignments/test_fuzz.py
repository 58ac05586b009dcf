"""Thousands of senseless lines typed into every program: it says what is wrong and plays on."""

import random
import string

import pytest
from programs import ASSIGNMENTS, ENTRIES, TRANSCRIPTS, Transcript, load

PROGRAMS = sorted(folder.name for folder in ASSIGNMENTS.iterdir() if folder.name in ENTRIES)

GAMES = 40
LINES = 100
WORDS = "tc tf tt cf ct t2f t2c t2t c2t c2f d f t m h r q TC F T M H R 0 1 2 3 4 5 6 7 8 9 -1 + 1.5"
ODD_WORDS = [
    "２",
    "٣",
    "²",
    "Ⅷ",
    "\x00",
    "\x1b[A",
    "\t",
    "💩",
    "é",
    "ß",
    "9" * 5000,
    "é" * 999,
]
CHARACTERS = string.printable.replace("\n", "").replace("\r", "") + "♣♦♥♠２０"


class Keyboard:
    """An `input` whose lines come to an end; asking on and on after that is an endless loop."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = iter(lines)
        self.typed = 0
        self.asked_after_the_end = 0

    def __call__(self, prompt: str = "") -> str:
        print(prompt, end="")
        for line in self.lines:
            self.typed += 1
            return line
        self.asked_after_the_end += 1
        assert self.asked_after_the_end < 3, "the program does not notice the end of its input"
        raise EOFError


def mutated(line: str, dice: random.Random) -> str:
    """The line with a few characters doubled, dropped or replaced."""
    characters = list(line)
    for _ in range(dice.randrange(3)):
        place = dice.randrange(len(characters) + 1)
        characters[place : place + dice.randrange(2)] = dice.choice(CHARACTERS)
    return "".join(characters)


def senseless_line(sense: list[str], dice: random.Random) -> str:
    """A line that might mean something, might once have meant something, or never did."""
    kind = dice.randrange(4)
    if kind == 0:
        return mutated(dice.choice(sense), dice)
    if kind == 1:
        return " ".join(dice.choices(WORDS.split(), k=dice.randrange(5)))
    if kind == 2:
        return " ".join(dice.choices([*WORDS.split(), *ODD_WORDS], k=dice.randrange(1, 5)))
    return "".join(dice.choices(CHARACTERS, k=dice.randrange(30)))


@pytest.mark.parametrize("program", PROGRAMS)
def test_nothing_typed_raises_and_the_end_of_input_ends(
    program: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = getattr(load(program), ENTRIES[program])
    transcripts = map(Transcript.read, (TRANSCRIPTS / program).glob("*.txt"))
    sense = sorted({line for transcript in transcripts for line in transcript.typed.splitlines()})
    dice = random.Random(f"{program} and its fuzz")
    typed = 0
    for _ in range(GAMES):
        lines = [senseless_line(sense, dice) for _ in range(LINES)]
        # Whoever quits sees no more: let that be rare.
        lines = [line for line in lines if line.strip().lower() != "q" or dice.random() < 0.01]
        keyboard = Keyboard(lines)
        monkeypatch.setattr("builtins.input", keyboard)
        random.seed(dice.random())
        play()
        assert capsys.readouterr().err == ""
        typed += keyboard.typed
    assert typed > GAMES * LINES * 0.8, "most games ended before they were well tried"
