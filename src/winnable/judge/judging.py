"""Judging one program: all checks of its handout, each by itself, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from winnable.cards import ACE, Card, Suit
from winnable.deals import numbered_deck
from winnable.judge.conventions import (
    doubled_card,
    learn_dealing,
    standard_conventions,
)
from winnable.judge.detection import detect_profile
from winnable.judge.function_checks import check_function
from winnable.judge.lines import legal_lines, malformed_line, spell, understand
from winnable.judge.plan import PlannedCheck, plan
from winnable.judge.profile import Profile
from winnable.judge.report import CheckResult, Crash, Finding, Kind, Report, Status, share_points
from winnable.judge.runs import (
    FIRST_ORDER,
    Program,
    Step,
    Transcript,
    reference_program,
    run_session,
)
from winnable.judge.sandbox import Sandbox
from winnable.judge.scripts import Script, losing_script, situations, winning_script
from winnable.judge.session_checks import MOST_SHRINKING, Fault, follow, shrink
from winnable.judge.style_checks import check_style
from winnable.moves import Transfer
from winnable.position import Area, Place

__all__ = ["judge_program", "judge_source"]

SECOND_ORDER = numbered_deck(2)
"""The deck after a restart."""
MOST_HANGS = 4
"""Sessions in which a program may hang before the rest is given up."""
SHRINKING_BUDGET = 60
"""Sessions in all that are run to shorten what is reported."""


def judge_program(
    path: Path,
    profile: Profile | None = None,
    *,
    only: int | None = None,
    use_bubblewrap: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Judge the program in a file. Without a profile the handout is found from the program.

    `only` is the number of a check: the others are left out. `progress` gets how many checks are
    done, and how many there are.
    """
    program = Program.read(path)
    return _judge(program, profile, only, use_bubblewrap, progress)


def judge_source(
    file: str,
    data: bytes,
    profile: Profile | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Judge a program that is in no file: its text and the name that it is to have."""
    return _judge(Program.from_bytes(file, data), profile, None, True, progress)


def _judge(
    program: Program,
    profile: Profile | None,
    only: int | None,
    use_bubblewrap: bool,
    progress: Callable[[int, int], None] | None,
) -> Report:
    with Sandbox(use_bubblewrap=use_bubblewrap) as sandbox:
        facts = program.facts(sandbox)
        profile = profile or detect_profile(program.file, facts, program.source)
        report = Report(program.file, profile.name, profile.title, sandbox.layers)
        if facts["is_python_2"]:
            why = "this is a program for Python 2: it has to be translated to Python 3 first"
            return replace(report, unscored=why)
        return _Judge(sandbox, program, profile, facts, only, progress).report(report)


class _Judge:
    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        profile: Profile,
        facts: dict[str, Any],
        only: int | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.sandbox = sandbox
        self.program, self.profile, self.facts = program, profile, facts
        self.checks = [check for check in plan(profile) if only in (None, check.number)]
        self.progress = progress
        self.results: dict[int, CheckResult] = {}
        self.notes: list[str] = []
        self.conventions = standard_conventions(profile.game)
        self.hangs = 0
        self.shrinking_left = SHRINKING_BUDGET
        self.blocked = ""
        """Why sessions beyond the start are not looked at; empty: they are."""
        self.is_readable = True

    def report(self, report: Report) -> Report:
        if self.facts["syntax_error"] is not None:
            place = Crash(
                f"SyntaxError: {self.facts['syntax_error']}", self.facts["line"], self.facts["text"]
            )
            for check in self.checks:
                self._fail(
                    check, Finding("a program that Python can read", "it cannot", crash=place)
                )
        else:
            self._judge_functions()
            if any(check.topic.startswith("session.") for check in self.checks):
                self._judge_sessions()
            self._judge_style()
        results = [self.results[check.number] for check in self.checks]
        items = [(item.name, item.points) for item in self.profile.rubric]
        if not self.is_readable:
            results, items = _without_sessions(results, items)
        shared = share_points(results, items)
        most = sum(points for name, points in items if any(each.group == name for each in results))
        unscored = "" if most or not self.profile.points else "nothing could be scored"
        return replace(
            report, results=shared, notes=tuple(self.notes), max_points=most, unscored=unscored
        )

    # -- results ----------------------------------------------------------------------------------

    def _record(
        self, check: PlannedCheck, status: Status, finding: Finding | None = None, reason: str = ""
    ) -> None:
        sentence = check.function.sentence if check.function else self.profile.sentence(check.topic)
        self.results[check.number] = CheckResult(
            check.number,
            check.id,
            check.name,
            check.kind,
            status,
            group=self.profile.item(check.id),
            sentence=sentence,
            reason=reason,
            finding=finding,
        )
        if self.progress:
            self.progress(len(self.results), len(self.checks))

    def _fail(self, check: PlannedCheck, finding: Finding) -> None:
        self._record(check, Status.FAILED, finding)

    def _pass_or_fail(self, check: PlannedCheck, finding: Finding | None) -> None:
        self._record(check, Status.FAILED if finding else Status.PASSED, finding)

    def _skip(self, check: PlannedCheck, reason: str) -> None:
        self._record(check, Status.SKIPPED, reason=reason)

    # -- functions --------------------------------------------------------------------------------

    def _judge_functions(self) -> None:
        """Each function with our own in place of those before it that failed."""
        for function in self.profile.functions:
            checks = [check for check in self.checks if check.function is function]
            verdict = check_function(self.sandbox, self.program, self.profile, function)
            for check in checks:
                self._pass_or_fail(check, verdict.findings[check.kind])
            if any(verdict.findings.values()):
                failed = self.program.stand_ins | {function.name}
                self.program = replace(self.program, stand_ins=failed)

    # -- sessions ---------------------------------------------------------------------------------

    def _judge_sessions(self) -> None:
        opening = self._run([FIRST_ORDER, SECOND_ORDER], ())
        shuffled = opening.shuffles > 0
        if not shuffled:
            self.program = replace(self.program, lays_at_construction=True)
            opening = self._run([FIRST_ORDER, SECOND_ORDER], ())
        self._learn(opening)
        topics: dict[str, list[PlannedCheck]] = {}
        for check in self.checks:
            if check.topic.startswith("session."):
                topics.setdefault(check.topic.removeprefix("session."), []).append(check)
        for topic, checks in topics.items():
            if topic == "shuffle" and not self.blocked:
                finding = None if shuffled else Finding("the deck is shuffled", "it is not")
                self._pass_or_fail(checks[0], finding)
            elif topic == "opening" or not self.blocked:
                self._judge_topic(topic, checks)
            else:
                for check in checks:
                    self._skip(check, self.blocked)

    def _learn(self, opening: Transcript) -> None:
        """Find out how the program deals and draws, and what it has chosen where it may."""
        if not opening.steps or opening.ended:
            self.blocked = "the program does not get as far as asking for a command"
            return
        if self.profile.display:
            if self.conventions.read(self.profile, opening.steps[0]) is None:
                self.blocked = f"{self.profile.display} does not get the table as its arguments"
            return
        learned = learn_dealing(self.profile, opening.steps[0], FIRST_ORDER)
        if learned is None:
            self._note_unreadable(opening.steps[0])
            return
        self.conventions = learned
        if self.profile.suits_may_own_foundations:
            self.conventions = replace(learned, owned=self._learn_foundations())
        if self.profile.stock_may_wait and self._learn_waiting():
            self.conventions = replace(self.conventions, stock_waits=True)
            self.notes.append(
                "The program deals only if no other move is possible, as the handout may be read."
            )

    def _note_unreadable(self, step: Step) -> None:
        doubled = doubled_card(self.profile, step)
        if doubled is not None:
            self.blocked = f"the start of the game is wrong: {doubled.sign} is there twice"
            return
        self.is_readable = False
        self.blocked = "the table could not be read"
        self.notes.append(
            "The table could not be read from the screen, so the sessions are not scored. It can "
            "be read if every card is there by its rank and suit, and the columns are lines or "
            "stand side by side."
        )

    def _learn_foundations(self) -> dict[Suit, int] | None:
        """The foundation that takes each suit's ace; None if any takes any."""
        owned: dict[Suit, int] = {}
        for suit in (Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS):
            slot = self._foundation_of(suit)
            if slot is None:
                return None
            owned[suit] = slot
            if len(owned) == 2 and set(owned.values()) == {0}:
                return None
        if sorted(owned.values()) != list(range(len(owned))):
            return None
        self.notes.append(
            "Each foundation of the program belongs to a suit, as the handout may be read."
        )
        return owned

    def _foundation_of(self, suit: Suit) -> int | None:
        order = list(FIRST_ORDER)
        last = max(index for index, slot in enumerate(self.conventions.dealing) if slot == 0)
        ace = order.index(Card(ACE, suit))
        order[last], order[ace] = order[ace], order[last]
        source = Place(Area.COLUMN, 0)
        moves = [
            Transfer(source, Place(Area.FOUNDATION, slot))
            for slot in range(self.profile.game.foundations)
        ]
        lines = [spell(self.profile, move) or "" for move in moves]
        transcript = self._run([order], lines)
        for slot in range(len(lines)):
            step = transcript.after(slot)
            table = step and self.conventions.read(self.profile, step)
            if table and Card(ACE, suit) not in table.columns[0]:
                return slot
        return None

    def _learn_waiting(self) -> bool:
        """Whether a deal is refused while another move is possible."""
        game = self.profile.game
        for deal in range(1, 20):
            order = numbered_deck(deal)
            position = self.conventions.deal(game, order)
            lines = legal_lines(self.profile, self.conventions, position)
            deals = [line for line, move in lines if not isinstance(move, Transfer)]
            if deals and len(lines) > 1:
                step = self._run([order], deals[:1]).after(0)
                if step is None:
                    return False
                table = self.conventions.read(self.profile, step)
                return table is None or table.difference(position) is None
        return False

    def _run(
        self, orders: Sequence[Sequence[Card]], lines: Sequence[str], *, then_end: bool = False
    ) -> Transcript:
        transcript = run_session(
            self.sandbox, self.program, self.profile, orders, lines, then_end=then_end
        )
        self.hangs += transcript.hung
        return transcript

    def _faults(
        self, orders: Sequence[Sequence[Card]], lines: Sequence[str]
    ) -> tuple[list[Fault], Transcript]:
        transcript = self._run(orders, lines)
        reference = None
        if self.profile.exact_text:
            reference = _reference_transcript(self.sandbox, self.profile, orders, lines)
        return follow(self.profile, self.conventions, orders, transcript, reference), transcript

    def _judge_topic(self, topic: str, checks: list[PlannedCheck]) -> None:
        if self.hangs > MOST_HANGS:
            for check in checks:
                self._skip(check, "the program hung too often")
            return
        if topic == "end_of_input":
            self._judge_end_of_input(checks[0])
            return
        scripts = list(self._scripts(topic, checks[0]))
        if not scripts:
            for check in checks:
                self._skip(check, "no deal was found in which this can happen")
            return
        found: dict[Kind, Finding | None] = {}
        for orders, lines in scripts:
            faults, _ = self._faults(orders, lines)
            for check in checks:
                fault = next((each for each in faults if each.kind is check.kind), None)
                crash = next((each for each in faults if each.what == "crash"), None)
                fault = fault or crash  # what was never seen has not passed
                if fault is not None and found.get(check.kind) is None:
                    found[check.kind] = self._shrunk(orders, lines, fault)
        for check in checks:
            self._pass_or_fail(check, found.get(check.kind))

    def _shrunk(
        self, orders: Sequence[Sequence[Card]], lines: Sequence[str], fault: Fault
    ) -> Finding:
        budget = min(MOST_SHRINKING, self.shrinking_left) if self.hangs <= MOST_HANGS else 0
        if fault.crash and fault.what == "crash" and fault.crash.line == 0:
            budget = 0  # it hung or was killed: another such session would take as long

        def find(shorter: Sequence[str]) -> list[Fault]:
            self.shrinking_left -= 1
            return self._faults(orders, shorter)[0]

        best, shown = shrink(lines, fault, find, budget)
        return shown.finding(best, orders[0])

    def _judge_end_of_input(self, check: PlannedCheck) -> None:
        transcript = self._run([FIRST_ORDER], (), then_end=True)
        finding = None
        if transcript.crash is not None or not transcript.ended:
            actual = "an error" if transcript.crash else "it goes on asking"
            finding = Finding(
                "the program ends", actual, typed=("(end of input)",), crash=transcript.crash
            )
        self._pass_or_fail(check, finding)

    def _scripts(
        self, topic: str, check: PlannedCheck
    ) -> Iterator[tuple[Sequence[Sequence[Card]], Sequence[str]]]:
        """The decks and lines for a topic."""
        profile, both = self.profile, [FIRST_ORDER, SECOND_ORDER]
        legal = self._legal_line(FIRST_ORDER)
        if check.goal is not None:
            for script in situations(profile, self.conventions).get(check.goal, ()):
                yield [script.order], script.lines
        elif topic == "opening":
            yield both, ()
        elif topic.startswith("malformed."):
            yield both, [malformed_line(profile, topic.removeprefix("malformed.")), *legal]
        elif topic == "case":
            for goal, (script, *_) in situations(profile, self.conventions).items():
                if goal.reason is None and not goal.special:
                    yield [script.order], [line.upper() for line in script.lines]
        elif topic == "help":
            yield both, [profile.help, *legal]
        elif topic == "restart":
            yield both, [*legal, profile.restart, *self._legal_line(SECOND_ORDER)]
        elif topic == "quit":
            yield both, [profile.quit]
            yield both, [*legal, profile.quit]
        elif topic == "short":
            yield [FIRST_ORDER[:50]], ["d"] * 13
        else:
            yield from self._whole_games(topic)

    def _whole_games(self, topic: str) -> Iterator[tuple[Sequence[Sequence[Card]], Sequence[str]]]:
        script: Script | None
        if topic == "won":
            script = winning_script(self.profile, self.conventions)
            if script:
                yield [script.order], script.lines
            return
        script = losing_script(self.profile, self.conventions)
        if script:
            more = [malformed_line(self.profile, "unknown")] if topic == "stuck" else []
            if topic == "stuck" and self.profile.game.has_stock:
                more.insert(0, "d")
            yield [script.order], [*script.lines, *more]

    def _legal_line(self, order: Sequence[Card]) -> list[str]:
        """A legal line at the start, after which the table has to be shown."""
        position = self.conventions.deal(self.profile.game, order)
        for line, _ in legal_lines(self.profile, self.conventions, position):
            if not understand(self.profile, self.conventions, position, line).ends:
                return [line]
        return []

    # -- style ------------------------------------------------------------------------------------

    def _judge_style(self) -> None:
        for check in self.checks:
            if check.kind is Kind.STYLE:
                name = check.topic.removeprefix("style.")
                self._pass_or_fail(check, check_style(name, self.profile, self.facts))


_reference_transcripts: dict[object, Transcript] = {}
_MOST_TRANSCRIPTS = 2000


def _reference_transcript(
    sandbox: Sandbox, profile: Profile, orders: Sequence[Sequence[Card]], lines: Sequence[str]
) -> Transcript:
    """The session with our own program; kept, since many programs are judged by the same lines."""
    key = (profile, tuple(map(tuple, orders)), tuple(lines))
    if key not in _reference_transcripts:
        if len(_reference_transcripts) >= _MOST_TRANSCRIPTS:
            _reference_transcripts.clear()
        program, constants = reference_program(profile), profile.constants
        transcript = run_session(sandbox, program, profile, orders, lines, constants=constants)
        _reference_transcripts[key] = transcript
    return _reference_transcripts[key]


def _without_sessions(
    results: list[CheckResult], items: list[tuple[str, float]]
) -> tuple[list[CheckResult], list[tuple[str, float]]]:
    """Leave out the points of what could not be seen."""
    kept = [replace(each, group="") if each.id.startswith("session.") else each for each in results]
    groups = {each.group for each in kept}
    return kept, [(name, points) for name, points in items if name in groups]
