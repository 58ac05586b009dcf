"""Following a session line by line with the library: what the program did, and what it should have.

Faults of rules, messages and layout are told apart, and each belongs to the topic of its line: a
deal that goes wrong is a fault of dealing, whatever the session was for. After the first fault of
the rules the program and the library are in different positions, and nothing more is said about
that session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from winnable.cards import Card
from winnable.judge.conventions import Conventions
from winnable.judge.lines import LineKind, Meaning, understand
from winnable.judge.plan import line_topic
from winnable.judge.profile import Profile
from winnable.judge.report import Crash, Finding, Kind
from winnable.judge.runs import Step, Transcript
from winnable.judge.screen import outline, tokens
from winnable.judge.text import has_line, lines_of, same_text
from winnable.position import Position

__all__ = ["Fault", "Followed", "follow"]

_ERROR_LINE = re.compile(r"\s*Error\b")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong after a line was typed; line -1 is the start."""

    kind: Kind
    what: str
    """Such as ``crash`` or ``table``: faults with the same word are of the same sort."""
    line: int
    expected: str
    actual: str
    crash: Crash | None = None
    meaning: LineKind | None = None
    topic: str = ""
    """What the line is about, such as ``legal.d``; empty if nothing in the plan is."""

    def finding(self, typed: Sequence[str], order: Sequence[Card]) -> Finding:
        return Finding(
            self.expected,
            self.actual,
            typed=tuple(typed[: self.line + 1]),
            deck=tuple(str(card) for card in order),
            crash=self.crash,
        )

    def is_like(self, other: Fault) -> bool:
        """Whether another fault, in a shorter session, shows the same."""
        return self.kind is other.kind and (self.what, self.meaning, self.topic) == (
            other.what,
            other.meaning,
            other.topic,
        )


@dataclass(frozen=True)
class Followed:
    """A session as far as it could be followed."""

    faults: tuple[Fault, ...]
    topics: tuple[str, ...]
    """What each line is about, up to the first fault of the rules."""
    kinds: tuple[LineKind, ...]

    def neutral(self, before: int) -> list[int]:
        """The lines before another one that should not have changed anything."""
        return [
            index
            for index, kind in enumerate(self.kinds[:before])
            if kind in (LineKind.REFUSED, LineKind.MALFORMED, LineKind.HELP)
        ]


def follow(
    profile: Profile,
    conventions: Conventions,
    orders: Sequence[Sequence[Card]],
    transcript: Transcript,
    reference: Transcript | None,
    topics: Sequence[str] = (),
) -> Followed:
    """Follow a session. `reference` is the same one with our own program.

    `topics` says what lines are about that do not tell it themselves.
    """
    follower = _Follower(profile, conventions, orders, transcript, reference, topics)
    faults = tuple(follower.faults())
    return Followed(faults, tuple(follower.topics), tuple(follower.kinds))


class _Follower:
    def __init__(
        self,
        profile: Profile,
        conventions: Conventions,
        orders: Sequence[Sequence[Card]],
        transcript: Transcript,
        reference: Transcript | None,
        given: Sequence[str],
    ) -> None:
        self.profile, self.conventions, self.given = profile, conventions, given
        self.orders, self.transcript, self.reference = orders, transcript, reference
        self.position = conventions.deal(profile.game, orders[0])
        self.unseen: Fault | None = None
        """The last legal move whose result has not been shown."""
        self.late: Fault | None = None
        """The same, if the next table shows that it was made."""
        self.topics: list[str] = []
        self.kinds: list[LineKind] = []

    def faults(self) -> Iterator[Fault]:
        opening = list(self._opening_faults())
        yield from (replace(fault, topic="opening") for fault in opening)
        if any(fault.kind is Kind.RULES for fault in opening):
            return
        for index, line in enumerate(self.transcript.typed):
            step = self.transcript.after(index)
            if step is None:
                break
            meaning = self._understand(index, line)
            stop = False
            for fault in self._step_faults(index, step, meaning):
                stop = stop or fault.kind is Kind.RULES
                yield replace(fault, topic=self._fault_topic(fault, step, meaning))
            if stop or meaning.ends:
                return
        if self.unseen is not None:
            yield replace(self.unseen, topic=self.topics[self.unseen.line])

    def _fault_topic(self, fault: Fault, step: Step, meaning: Meaning) -> str:
        """The topic of the line; a game that ends too early is a matter of winning or losing."""
        if fault.what == "end" and not meaning.ends:
            for topic, pattern in (("won", self.profile.won), ("lost", self.profile.lost)):
                if pattern and re.search(pattern, step.output, re.MULTILINE):
                    return topic
            if self.profile.ends_when_lost:
                return "lost"
        return self.topics[fault.line] if fault.line >= 0 else "opening"

    def _opening_faults(self) -> Iterator[Fault]:
        if not self.transcript.steps:
            yield self._crash_fault(-1, "a prompt for a command", None)
            return
        if self.transcript.ended and len(self.transcript.steps) == 1:
            if self.transcript.crash:
                yield self._crash_fault(-1, "a prompt for a command", None)
            else:
                yield Fault(Kind.RULES, "end", -1, "a prompt for a command", "the program ends")
            return
        if not self.transcript.typed:  # the start has a session of its own
            yield from self._layout_faults(-1, self.transcript.steps[0], None)
        if fault := self._table_fault(-1, self.transcript.steps[0], None):
            yield fault

    def _understand(self, index: int, line: str) -> Meaning:
        meaning = understand(self.profile, self.conventions, self.position, line)
        given = self.given[index] if index < len(self.given) else ""
        self.topics.append(given or line_topic(self.position, meaning))
        self.kinds.append(meaning.kind)
        if meaning.kind is LineKind.RESTART:
            order = self.orders[min(1, len(self.orders) - 1)]
            position = self.conventions.deal(self.profile.game, order)
            meaning = replace(meaning, position=position)
        self.position = meaning.position
        return meaning

    def _step_faults(self, index: int, step: Step, meaning: Meaning) -> Iterator[Fault]:
        ended = self.transcript.ended and index + 2 == len(self.transcript.steps)
        if ended and self.transcript.crash:
            yield self._crash_fault(index, _expectation(meaning), meaning)
            return
        if meaning.ends != ended:
            wanted, got = ("the game ends", "the program asks for another command")
            if ended:
                wanted, got = ("the program goes on", "the program ends")
            if meaning.is_won:
                wanted = "the game is won and ends"
            elif meaning.is_lost:
                wanted = "no move is left, and the game ends"
            yield Fault(Kind.RULES, "end", index, wanted, got, meaning=meaning.kind)
            return
        if fault := self._table_fault(index, step, meaning):
            yield fault  # and of course there is no message, if it should have been refused
            return
        yield from self._message_faults(index, step, meaning)
        yield from self._layout_faults(index, step, meaning)

    def _crash_fault(self, index: int, expected: str, meaning: Meaning | None) -> Fault:
        kind = meaning.kind if meaning else None
        crash = self.transcript.crash
        return Fault(Kind.RULES, "crash", index, expected, "an error", crash, kind)

    def _table_fault(self, index: int, step: Step, meaning: Meaning | None) -> Fault | None:
        kind = meaning.kind if meaning else None
        if leaked := self._leaked_card(step):
            expected = "no hidden card is shown"
            return Fault(
                Kind.RULES, "hidden", index, expected, f"{leaked.sign} is shown", meaning=kind
            )
        table = self.conventions.read(self.profile, step)
        if table is None:
            if meaning is None:
                expected = "the table is shown and can be read"
                return Fault(Kind.RULES, "unreadable", index, expected, _shown(step))
            if kind in (LineKind.LEGAL, LineKind.RESTART) and not meaning.ends:
                expected = f"{_expectation(meaning)}, and the table is shown"
                self.unseen = Fault(
                    Kind.RULES, "unseen", index, expected, _shown(step), meaning=kind
                )
            return None
        difference = self.conventions.difference(table, self.position)
        if difference is None:
            if self.unseen is not None:  # it was made after all
                self.late = self.unseen
                self.unseen = None
            return None
        if self.unseen is not None:
            unseen, self.unseen = self.unseen, None
            return unseen
        expected = difference.expected
        if meaning is not None and meaning.kind in (LineKind.REFUSED, LineKind.MALFORMED):
            expected = f"nothing changes; {expected}"
        return Fault(Kind.RULES, "table", index, expected, difference.actual, meaning=kind)

    def _leaked_card(self, step: Step) -> Card | None:
        if self.conventions.face_down is not None:
            return None  # the start has been found wrong
        hidden = set(_hidden_cards(self.position))
        for line in step.output.split("\n"):
            for token in tokens(line):
                if token.card in hidden and line[token.end - 1] in "♣♦♥♠":
                    return token.card
        return None

    # -- messages ---------------------------------------------------------------------------------

    def _message_faults(self, index: int, step: Step, meaning: Meaning) -> Iterator[Fault]:
        fault = self._message_fault(index, step, meaning)
        if fault:
            expected, actual = fault
            yield Fault(Kind.MESSAGES, "message", index, expected, actual, meaning=meaning.kind)

    def _message_fault(self, index: int, step: Step, meaning: Meaning) -> tuple[str, str] | None:
        profile, output = self.profile, step.output
        if meaning.is_won or meaning.is_lost:
            pattern = profile.won if meaning.is_won else profile.lost
            what = "the win" if meaning.is_won else "the loss"
            if pattern and re.search(pattern, output, re.MULTILINE):
                return None
            if not pattern and self._said(step, words=False):
                return None
            return f"a message about {what}" + (f" ({pattern})" if pattern else ""), _shown(step)
        if meaning.kind is LineKind.HELP:
            if self._said(step) or self._names_commands(step):
                return None
            return "the menu of commands", _shown(step)
        if meaning.kind is LineKind.QUIT and self.reference is not None:
            wanted = self._reference_step(index)
            if wanted and not same_text(output, wanted.output, profile.whitespace):
                return wanted.output.strip(), _shown(step)
            return None
        if meaning.kind not in (LineKind.REFUSED, LineKind.MALFORMED):
            return None
        if meaning.kind is LineKind.REFUSED and meaning.reason is None:
            return None
        if meaning.message:
            if has_line(output, meaning.message, profile.whitespace):
                return None
            return f'"{meaning.message}"', _shown(step)
        return None if self._said(step) else ("a message that says what is wrong", _shown(step))

    def _said(self, step: Step, *, words: bool = True) -> list[str]:
        """What the program has to say beyond what it prints after every move.

        It says it in words, unless these may be letters that are drawn.
        """
        lines = lines_of(_without_prompt(step), "collapse")
        said = [line for line in lines if outline(line) not in self.conventions.usual_lines]
        if step.prompt.strip() and step.prompt != self.transcript.steps[0].prompt:
            said.append(step.prompt)
        return [line for line in said if not words or re.search(r"[A-Za-z]{2}", outline(line))]

    def _names_commands(self, step: Step) -> bool:
        """Whether the menu is shown, as it may be with every table."""
        words = [command.word for command in self.profile.commands if command.word]
        return all(re.search(rf"(?i)(?<!\w){word}(?!\w)", step.output) for word in words)

    # -- layout -----------------------------------------------------------------------------------

    def _layout_faults(self, index: int, step: Step, meaning: Meaning | None) -> Iterator[Fault]:
        kind = meaning.kind if meaning else None
        if self.reference is not None:
            wanted = self._reference_step(index)
            if wanted is None or (meaning is not None and meaning.kind is LineKind.QUIT):
                return
            space = self.profile.whitespace
            actual, right = (_without_errors(each.output) for each in (step, wanted))
            if not same_text(actual, right, space):
                expected, got = _first_difference(right, actual)
                yield Fault(Kind.LAYOUT, "text", index, expected, got, meaning=kind)
        elif self.late is not None:
            late, self.late = self.late, None
            expected = "the table is shown after the move"
            yield replace(late, kind=Kind.LAYOUT, what="not shown", expected=expected)

    def _reference_step(self, index: int) -> Step | None:
        if self.reference is None:
            return None
        return self.reference.after(index) if index >= 0 else self.reference.steps[0]


def _hidden_cards(position: Position) -> Iterator[Card]:
    for column, down in zip(position.columns, position.face_down, strict=True):
        yield from column[:down]
    yield from position.stock or ()


def _expectation(meaning: Meaning) -> str:
    return {
        LineKind.LEGAL: "the move is made",
        LineKind.REFUSED: "a message, and the game goes on",
        LineKind.MALFORMED: "a message, and the game goes on",
        LineKind.HELP: "the menu of commands",
        LineKind.RESTART: "a new game",
        LineKind.QUIT: "the program ends without an error",
    }[meaning.kind]


def _without_prompt(step: Step) -> str:
    return step.output.removesuffix(step.prompt) if step.prompt else step.output


def _without_errors(text: str) -> str:
    """A text without its error messages: a wrong one is no fault of the layout."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if not _ERROR_LINE.match(line))


def _shown(step: Step) -> str:
    text = _without_prompt(step).strip("\n")
    lines = text.split("\n")
    if len(lines) > 12:
        text = "\n".join([*lines[:11], "..."])
    return text if text.strip() else "nothing"


def _first_difference(right: str, actual: str) -> tuple[str, str]:
    """The first lines that differ, with the line before for orientation."""
    wanted, got = (each.rstrip().split("\n") for each in (right, actual))
    for index in range(max(len(wanted), len(got))):
        one, other = (side[index].rstrip() if index < len(side) else None for side in (wanted, got))
        if one != other:
            start = max(index - 1, 0)
            shown = ("\n".join(side[start : index + 2]) or "(nothing)" for side in (wanted, got))
            first, second = shown
            return first, second
    return right, actual
