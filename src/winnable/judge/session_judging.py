"""Judging sessions: all topics of the plan, from as few sessions as will do.

A fault counts for the topic of the line that shows it, in whatever session it was found. A topic
that is reached in no session, because something else fails before it, is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from winnable.cards import Card
from winnable.deals import numbered_deck
from winnable.judge.conventions import Conventions, standard_conventions
from winnable.judge.learning import Learned, learn
from winnable.judge.lines import legal_lines, malformed_lines, understand
from winnable.judge.plan import PlannedCheck
from winnable.judge.profile import Profile
from winnable.judge.report import Finding, Kind
from winnable.judge.runs import FIRST_ORDER, Program, Transcript, reference_program, run_session
from winnable.judge.sandbox import Sandbox
from winnable.judge.scripts import prepare_order, situations
from winnable.judge.session_checks import Fault, Followed, follow
from winnable.judge.shrinking import MOST_SHRINKING, shrink
from winnable.judge.whole_games import Script, losing_scripts, winning_script

__all__ = ["ON_THE_WAY", "SessionJudge"]

ON_THE_WAY = "fails on the way there"

SECOND_ORDER = numbered_deck(2)
"""The deck after a restart."""
MOST_HANGS = 2
"""Sessions in which a program may hang before the rest is given up."""
SHRINKING_BUDGET = 100
"""Sessions in all that are run to shorten what is reported."""
MOST_REPEATS = 12
"""How often a session is run again without the lines that failed."""
OPEN_TABLES = {
    "golf-relaxed": ("f1: 7C | 6C 8H 8D 6S 8S 6D 6H",),
    "aces-up": ("3C 4D 4C KC",),
    "easthaven": ("AC 8S 9H 7D 6H AD AS", "7H 2C 3D JS 4S 8C 8S", "9H 2C 3D JS 4S 8C 8S"),
    "": ("AC 8S 9H 7D 6H 5C AD AS", "7H 2C 3D JS 4S 5C 8C 8S", "9H 2C 3D JS 4S 5C 8C 8S"),
}
"""Ends of columns with which a number that is read wrongly makes a legal move."""

Orders = Sequence[Sequence[Card]]


@dataclass(frozen=True)
class Session:
    """Decks and lines; `topics` are those of lines that do not tell it themselves."""

    orders: Orders
    lines: tuple[str, ...]
    topics: tuple[str, ...] = ()
    start: int = 0
    """From this line on the session is about its topic."""

    def only(self, chosen: Sequence[int]) -> Session:
        topics = tuple(self.topics[index] for index in chosen) if self.topics else ()
        return Session(self.orders, tuple(self.lines[index] for index in chosen), topics)


class SessionJudge:
    """Runs sessions with a program and collects what they show."""

    def __init__(
        self, sandbox: Sandbox, program: Program, profile: Profile, checks: Sequence[PlannedCheck]
    ) -> None:
        self.sandbox, self.program, self.profile = sandbox, program, profile
        self.checks = {check.id: check for check in checks if check.topic.startswith("session.")}
        self.findings: dict[str, Finding] = {}
        """By the ids of the checks that failed."""
        self.evaluated: set[str] = set()
        """The topics that were reached."""
        self.passed: set[str] = set()
        """Those that were reached without a fault of the rules, so that the rest could be seen."""
        self.stopped_by: dict[str, str] = {}
        """For topics that were not: the topic that failed on the way."""
        self.hangs = 0
        self.shrinking_left = SHRINKING_BUDGET
        self.learned = Learned(standard_conventions(profile.game))

    @property
    def conventions(self) -> Conventions:
        return self.learned.conventions

    def judge(self) -> None:
        """Run everything; afterwards `findings`, `evaluated` and `skipped_reason` tell the rest."""
        opening = self._run([FIRST_ORDER, SECOND_ORDER], ())
        shuffled = opening.shuffles > 0
        if not shuffled:
            self.program = replace(self.program, lays_at_construction=True)
            opening = self._run([FIRST_ORDER, SECOND_ORDER], ())
        self.learned = learn(self.profile, opening, self._run)
        if self.learned.wrong_start is not None:
            self._add("opening", Kind.RULES, self.learned.wrong_start)
        elif self.learned.is_readable:
            self._judge_session(Session([FIRST_ORDER, SECOND_ORDER], ()), "opening")
        if self.learned.blocked:
            return
        for topic in ("opening", "shuffle"):
            self.evaluated.add(topic)
            self.passed.add(topic)
        if not shuffled:
            self._add("shuffle", Kind.RULES, Finding("the deck is shuffled", "it is not"))
        self._judge_moves()
        self._judge_malformed()
        for topic in self._other_topics():
            if not self.is_given_up:
                for session in self._sessions(topic):
                    self._judge_session(session, topic)
        if not self.is_given_up:
            self._judge_end_of_input()

    @property
    def is_given_up(self) -> bool:
        return self.hangs > MOST_HANGS

    def has_seen(self, check: PlannedCheck) -> bool:
        """Whether a check could be made."""
        topic = check.topic.removeprefix("session.")
        return topic in (self.evaluated if check.kind is Kind.RULES else self.passed)

    def has_passed(self, check: PlannedCheck) -> bool:
        return check.id not in self.findings and self.has_seen(check)

    def skipped_reason(self, check: PlannedCheck) -> str:
        """Why a check was not made."""
        topic = check.topic.removeprefix("session.")
        if self.learned.blocked:
            return self.learned.blocked
        if topic in self.evaluated:
            self.stopped_by[topic] = topic
        if topic in self.stopped_by:
            other = self.checks.get(f"session.{self.stopped_by[topic]}.rules")
            what = f"check {other.number}" if other else "something else"
            return f"{what} {ON_THE_WAY}"
        if self.is_given_up:
            return "the program ran forever several times, so no more was tried"
        return "no deal was found in which this can happen"

    # -- sessions ---------------------------------------------------------------------------------

    def _run(self, orders: Orders, lines: Sequence[str], *, then_end: bool = False) -> Transcript:
        transcript = run_session(
            self.sandbox, self.program, self.profile, orders, lines, then_end=then_end
        )
        self.hangs += transcript.hung
        return transcript

    def _follow(self, session: Session) -> Followed:
        transcript = self._run(session.orders, session.lines)
        reference = None
        if self.profile.exact_text:
            reference = _reference_transcript(
                self.sandbox, self.profile, session.orders, session.lines
            )
        return follow(
            self.profile, self.conventions, session.orders, transcript, reference, session.topics
        )

    def _judge_session(self, session: Session, topic: str) -> Followed:
        """Run a session that is there for a topic, and keep what it shows."""
        followed = self._follow(session)
        self.evaluated.update(followed.topics)
        stopped = next((fault for fault in followed.faults if fault.kind is Kind.RULES), None)
        self.passed.update(followed.topics[: stopped.line] if stopped else followed.topics)
        reached = len(followed.topics) > session.start or not session.lines
        if reached and (stopped is None or stopped.line >= session.start):
            self.evaluated.add(topic)
            if stopped is None:
                self.passed.add(topic)
        seen: set[tuple[Kind, str]] = set()
        for fault in followed.faults:
            if (fault.kind, fault.topic) not in seen:
                seen.add((fault.kind, fault.topic))
                self._keep(session, followed, fault, topic)
        return followed

    def _keep(self, session: Session, followed: Followed, fault: Fault, topic: str) -> None:
        owner = fault.topic or topic
        if owner != topic and fault.line >= session.start and not self._has_failed(owner):
            # It is right elsewhere: what the session is about has to do with it.
            owner = topic if _is_about_all_its_lines(topic) else owner
        if fault.kind is Kind.RULES and owner != topic:
            self.stopped_by.setdefault(topic, owner)
        if self._check_id(owner, fault.kind) in self.findings:
            return
        chosen, shown = self._shrunk(session, followed, fault)
        short = session.only(chosen)
        blamed = self._blamed(short, shown)
        if blamed is not None and not self._has_failed(owner):
            line, owner = blamed
            said = short.lines[line] or "an empty line"
            expected = f"nothing was changed by {said}; {shown.expected}"
            shown = replace(shown, expected=expected)
        finding = shown.finding(short.lines, session.orders[0])
        self._add(owner, fault.kind, finding, topic)

    def _check_id(self, topic: str, kind: Kind) -> str:
        return f"session.{topic}.{kind.value}"

    def _has_failed(self, topic: str) -> bool:
        return self._check_id(topic, Kind.RULES) in self.findings

    def _add(self, topic: str, kind: Kind, finding: Finding, otherwise: str = "") -> None:
        """Note a finding for the check that it belongs to."""
        area, _, rest = topic.partition(".")
        names = [self._check_id(topic, kind)]
        if area == "refused":  # what is shown after a refusal counts with the command
            names.append(self._check_id(f"legal.{rest.partition('.')[0]}", kind))
        if kind is not Kind.MESSAGES:  # what is shown after a malformed line; a crash after help
            names.append(self._check_id(topic, Kind.MESSAGES))
        names.append(self._check_id(otherwise, kind))
        name = next((name for name in names if name in self.checks), None)
        if name is not None:
            self.findings.setdefault(name, finding)

    def _shrunk(
        self, session: Session, followed: Followed, fault: Fault
    ) -> tuple[tuple[int, ...], Fault]:
        budget = min(MOST_SHRINKING, self.shrinking_left) if not self.is_given_up else 0
        if fault.what == "crash" and fault.crash and fault.crash.line == 0:
            budget = 0  # it hung or was killed: another such session would take as long

        def find(chosen: Sequence[int]) -> Followed:
            self.shrinking_left -= 1
            return self._follow(session.only(chosen))

        return shrink(fault, followed, find, budget)

    def _blamed(self, short: Session, fault: Fault) -> tuple[int, str] | None:
        """The line that should have changed nothing, but without which all is well."""
        if fault.kind is not Kind.RULES or fault.crash or len(short.lines) < 2:
            return None
        self.shrinking_left -= 2
        followed = self._follow(short)
        neutral = followed.neutral(len(short.lines) - 1)
        if not neutral:
            return None
        others = [index for index in range(len(short.lines)) if index not in neutral]
        if any(each.is_like(fault) for each in self._follow(short.only(others)).faults):
            return None
        topic = followed.topics[neutral[-1]]
        return (neutral[-1], topic) if topic else None

    # -- moves ------------------------------------------------------------------------------------

    def _judge_moves(self) -> None:
        """Legal moves each in a session of its own, refused ones many in one."""
        found = situations(self.profile, self.conventions)
        goals = {
            check.topic.removeprefix("session."): check.goal
            for check in self.checks.values()
            if check.goal is not None
        }
        legal = [topic for topic, goal in goals.items() if goal.reason is None]
        refused = [topic for topic, goal in goals.items() if goal.reason is not None]
        for topic in legal:
            for script in found.scripts.get(goals[topic], ()):
                self._judge_session(Session([script.order], script.lines, (), script.start), topic)
                if self._has_failed(topic) or self.is_given_up:
                    break
        for tour in found.tours:
            self._judge_repeatedly(Session([tour.order], tour.lines))
        for topic in refused:  # what no tour has reached
            for script in found.scripts.get(goals[topic], ()):
                if topic in self.evaluated or self.is_given_up:
                    break
                self._judge_session(Session([script.order], script.lines, (), script.start), topic)

    def _judge_repeatedly(self, session: Session) -> None:
        """Run a session, and again without what was refused wrongly, until it comes to its end."""
        for _ in range(MOST_REPEATS):
            if self.is_given_up:
                return
            followed = self._judge_session(session, "")
            stopped = next((each for each in followed.faults if each.kind is Kind.RULES), None)
            if stopped is None or stopped.line < 0:
                return
            if stopped.line not in followed.neutral(stopped.line + 1):
                return  # a move that is on the way
            wrong = followed.topics[stopped.line]
            kept = [
                index
                for index in range(len(session.lines))
                if index >= len(followed.topics) or followed.topics[index] != wrong
            ]
            if session.topics:
                kept = [index for index in kept if session.topics[index] != wrong]
            session = session.only(kept)

    # -- lines that are no commands ---------------------------------------------------------------

    def _judge_malformed(self) -> None:
        for text in OPEN_TABLES.get(self.profile.slug, OPEN_TABLES[""]):
            order = prepare_order(self.profile, self.conventions, text, FIRST_ORDER)
            lines, topics = [], []
            for kind in self.profile.malformed:
                for line in malformed_lines(self.profile, kind):
                    lines.append(line)
                    topics.append(f"malformed.{kind}")
            for line in self._legal_lines(order):
                lines.append(line)
                topics.append("")
            self._judge_repeatedly(Session([order], tuple(lines), tuple(topics)))

    def _legal_lines(self, order: Sequence[Card]) -> tuple[str, ...]:
        """A legal line at the start, after which the table has to be shown."""
        position = self.conventions.deal(self.profile.game, order)
        for line, _ in legal_lines(self.profile, self.conventions, position):
            if not understand(self.profile, self.conventions, position, line).ends:
                return (line,)
        return ()

    # -- the rest ---------------------------------------------------------------------------------

    def _other_topics(self) -> list[str]:
        names = ("case", "help", "restart", "quit", "won", "lost", "stuck", "short")
        planned = [check.topic.removeprefix("session.") for check in self.checks.values()]
        return list(dict.fromkeys(topic for topic in planned if topic in names))

    def _sessions(self, topic: str) -> Iterator[Session]:
        profile, both = self.profile, [FIRST_ORDER, SECOND_ORDER]
        legal, again = self._legal_lines(FIRST_ORDER), self._legal_lines(SECOND_ORDER)
        if topic == "case":
            for goal, (script, *_) in situations(profile, self.conventions).scripts.items():
                if goal.reason is None and not goal.special:
                    yield Session([script.order], tuple(line.upper() for line in script.lines))
            for word in (profile.help, profile.restart):
                if word:
                    yield Session(both, (word.upper(), *(again if word == profile.restart else ())))
            yield Session(both, (profile.quit.upper(),))
        elif topic == "help":
            yield Session(both, (profile.help, *legal))
        elif topic == "restart":
            for script in self._played_on():
                lines = (*script.lines[: script.start + 1], profile.restart, *again)
                yield Session([script.order, SECOND_ORDER], lines, start=script.start + 1)
        elif topic == "quit":
            yield Session(both, (profile.quit,))
            yield Session(both, (*legal, profile.quit), start=len(legal))
        elif topic == "short":
            yield Session([FIRST_ORDER[:50]], ("d",) * 13)
        elif topic == "won":
            if won := winning_script(profile, self.conventions):
                yield Session([won.order], won.lines, start=won.start)
        else:
            more = ("d",) if topic == "stuck" and profile.game.has_stock else ()
            unknown = malformed_lines(profile, "unknown")[:1] if topic == "stuck" else ()
            for script in losing_scripts(profile, self.conventions):
                lines = (*script.lines, *more, *unknown)
                topics = ("",) * (len(lines) - len(unknown)) + ("malformed.unknown",) * len(unknown)
                yield Session([script.order], lines, topics, script.start)

    def _played_on(self) -> Iterator[Script]:
        """Games from which to start again: one after each sort of move."""
        for goal, scripts in situations(self.profile, self.conventions).scripts.items():
            if goal.reason is None and not goal.special:
                yield scripts[0]

    def _judge_end_of_input(self) -> None:
        transcript = self._run([FIRST_ORDER], (), then_end=True)
        self.evaluated.add("end_of_input")
        if transcript.crash is not None or not transcript.ended:
            actual = "an error" if transcript.crash else "it goes on asking"
            finding = Finding(
                "the program ends", actual, typed=("(end of input)",), crash=transcript.crash
            )
            self._add("end_of_input", Kind.RULES, finding)


def _is_about_all_its_lines(topic: str) -> bool:
    """Whether a session is there to see lines in a special setting, and not for one line of it."""
    return topic in ("case", "restart", "short", "stuck")


_reference_transcripts: dict[object, Transcript] = {}
_MOST_TRANSCRIPTS = 2000


def _reference_transcript(
    sandbox: Sandbox, profile: Profile, orders: Orders, lines: Sequence[str]
) -> Transcript:
    """The session with our own program; kept, since many programs are judged by the same lines."""
    key = (profile, tuple(map(tuple, orders)), tuple(lines))
    if key not in _reference_transcripts:
        if len(_reference_transcripts) >= _MOST_TRANSCRIPTS:
            _reference_transcripts.clear()
        program, constants = reference_program(profile), profile.constants
        transcript = run_session(sandbox, program, profile, orders, lines, constants=constants)
        if transcript.crash is not None:  # not our program's fault: the system's
            return transcript
        _reference_transcripts[key] = transcript
    return _reference_transcripts[key]
