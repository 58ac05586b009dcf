"""Checks of the functions that a handout names, each by itself.

A case is a call with everything that has to come of it: the value returned, the arguments after it,
what is printed or raised. Cases are the handout's examples, edge cases and generated ones, smallest
first; what is expected comes from the library's rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from winnable.cards import ACE, DECK, KING, Card, Pile, Suit
from winnable.deals import numbered_deck
from winnable.judge.conventions import standard_conventions
from winnable.judge.lines import LineKind, malformed_line, understand
from winnable.judge.profile import Function, Profile
from winnable.judge.report import Finding, Kind
from winnable.judge.runs import FIRST_ORDER, Answer, FunctionRunner, Program
from winnable.judge.sandbox import Sandbox
from winnable.judge.text import has_line, normalise, same_text
from winnable.moves import Deal, Transfer
from winnable.position import Area, Place, Position

__all__ = ["Case", "Expected", "FunctionVerdict", "check_function", "kinds_of"]

GENERATED = 60
MOST_SHRINKING = 150
MOST_RESTARTS = 2
ANYTHING = object()
"""For a value that the handout leaves open."""

Piles = tuple[Pile, ...]


@dataclass(frozen=True)
class Case:
    """A call and what has to come of it; what is None is not looked at."""

    arguments: Mapping[str, Any]
    """Python values by parameter; cards are `Card`, a deck is a `Stock`."""
    returned: Any = ANYTHING
    after: Mapping[str, Any] = field(default_factory=dict)
    """Arguments that have to be this after the call."""
    message: str | None = None
    """A line that has to be printed; empty: nothing may be printed; a line end: any words."""
    layout: str | None = None
    """All that has to be printed, for a display."""
    raises: bool | None = None
    """Whether a RuntimeError has to be raised."""
    typed: tuple[str, ...] = ()
    same: tuple[tuple[int, int], ...] = ()
    instead: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Values that may as well be given for an argument: one of them has to work."""
    shuffles: int | None = None
    shown: tuple[Card, ...] = ()
    """Cards that have to be among what is printed."""
    size: int = 0


@dataclass(frozen=True)
class Stock:
    """A deck with these cards, the first of them dealt first."""

    cards: Pile


@dataclass(frozen=True)
class FunctionVerdict:
    """What was found about a function: for each kind of check a finding, or None if it passed."""

    findings: Mapping[Kind, Finding | None]
    crashed: bool = False


def kinds_of(profile: Profile, function: Function) -> tuple[Kind, ...]:
    """The kinds of checks that a function has."""
    if function.role == "display":
        return (Kind.RULES, Kind.LAYOUT)
    if function.role in ("move to foundation", "move to column"):
        return (Kind.RULES,)
    says = ("is foundation move valid", "is column move valid", "read option")
    if function.role in says and not profile.exact_text:
        return (Kind.RULES,)  # who says it, this function or its caller, is not known
    return (Kind.RULES, Kind.MESSAGES)


def check_function(
    sandbox: Sandbox, program: Program, profile: Profile, function: Function, expected: Expected
) -> FunctionVerdict:
    """Judge one function. `expected` gives what our own program prints, where that is fixed."""
    cases = sorted(expected.cases(profile, function), key=lambda case: case.size)
    kinds = kinds_of(profile, function)
    runner = FunctionRunner(sandbox, program, profile)
    check = _FunctionCheck(sandbox, program, runner, profile, function)
    try:
        if runner.load_error is not None and function.name not in runner.names:
            finding = Finding(
                f"a function {function.name}", "the program cannot be loaded", crash=runner.load_error
            )
            return FunctionVerdict(dict.fromkeys(kinds, finding), crashed=True)
        if function.name not in runner.names:
            finding = Finding(f"a function {function.name}", "there is none")
            return FunctionVerdict(dict.fromkeys(kinds, finding), crashed=True)
        return check.run(cases, kinds)
    finally:
        check.runner.close()


class _FunctionCheck:
    def __init__(
        self,
        sandbox: Sandbox,
        program: Program,
        runner: FunctionRunner,
        profile: Profile,
        function: Function,
    ) -> None:
        self.sandbox, self.program, self.runner = sandbox, program, runner
        self.profile, self.function = profile, function
        self.calls = self.restarts = 0

    def run(self, cases: list[Case], kinds: Sequence[Kind]) -> FunctionVerdict:
        findings: dict[Kind, Finding | None] = dict.fromkeys(kinds)
        evaluated = dict.fromkeys(kinds, 0)
        crash: Finding | None = None
        for case in cases:
            if all(findings.values()):
                break
            answer = self.ask(case)
            if self.is_crash(case, answer):
                if self.runner.is_gone:
                    crash = crash or Finding(
                        self.expectation(case), "an error", case.typed, self.describe(case), crash=answer.crash
                    )
                    if self.restarts == MOST_RESTARTS:
                        break
                    self.restart()
                elif crash is None:
                    crash = self.finding(self.shrink(case, None), None)
                continue
            for kind in kinds:
                if _looks_at(case, kind):
                    evaluated[kind] += 1
                    if findings[kind] is None and self.fault(case, answer, kind):
                        findings[kind] = self.finding(self.shrink(case, kind), kind)
        if crash is not None:
            first = Kind.RULES if Kind.RULES in kinds else kinds[0]
            findings[first] = findings[first] or crash
            for kind in kinds:  # what was never seen has not passed
                findings[kind] = findings[kind] or (None if evaluated[kind] else crash)
        return FunctionVerdict(findings, crash is not None)

    def restart(self) -> None:
        """Go on in a new process after one that hung or ended itself."""
        self.restarts += 1
        self.runner.close()
        self.runner = FunctionRunner(self.sandbox, self.program, self.profile)

    def ask(self, case: Case) -> Answer:
        answer = self.ask_once(case, case.arguments)
        for name, values in case.instead.items():
            for value in values:
                if not self.has_fault(case, answer) or self.runner.is_gone:
                    break
                other = self.ask_once(case, {**case.arguments, name: value})
                answer = answer if self.has_fault(case, other) else other
        return answer

    def has_fault(self, case: Case, answer: Answer) -> bool:
        return self.is_crash(case, answer) or bool(self.rules_fault(case, answer))

    def ask_once(self, case: Case, arguments: Mapping[str, Any]) -> Answer:
        self.calls += 1
        values = [_to_json(arguments[name]) for name in self.function.parameters]
        order = list(self.function.parameters)
        given = [order.index(name) for name in case.arguments if name in order]
        same = [(given[index], given[other]) for index, other in case.same]
        return self.runner.call(self.function.name, values, case.typed, same)

    def is_crash(self, case: Case, answer: Answer) -> bool:
        if answer.crash is None:
            return False
        return case.raises is None or not answer.raised or "RuntimeError" not in answer.raised

    def fault(self, case: Case, answer: Answer, kind: Kind) -> tuple[str, str] | None:
        """What was expected and what came, if they differ."""
        if kind is Kind.RULES:
            return self.rules_fault(case, answer)
        if kind is Kind.MESSAGES:
            return self.message_fault(case, answer)
        return self.layout_fault(case, answer)

    def rules_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.raises is not None and case.raises != bool(answer.raised):
            wanted = "a RuntimeError" if case.raises else "no error"
            return wanted, f"RuntimeError: {answer.message}" if answer.raised else "no error"
        if case.shuffles is not None and (answer.shuffles > 0) != (case.shuffles > 0):
            return "the deck is shuffled", "the deck is not shuffled"
        if case.returned is not ANYTHING and not answer.raised:
            wanted = _to_json(case.returned)
            if not _equal(answer.returned, wanted):
                return f"returns {_show(wanted)}", f"returns {_show(answer.returned)}"
        after = dict(zip(self.function.parameters, answer.arguments, strict=True))
        for name, value in case.after.items():
            if not _equal(after[name], _to_json(value)):
                return f"{name} is then {_show(_to_json(value))}", f"{name} is {_show(after[name])}"
        return None

    def message_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.raises:
            return None if answer.message.strip() else ("an error with a message", "no message")
        if case.message is None:
            return None
        printed = answer.printed
        for prompt in answer.prompts:
            printed = printed.replace(prompt, "", 1)
        if case.message == "\n":
            return None if printed.strip() else ("prints a message", "prints nothing")
        if not case.message:
            return ("prints nothing", f"prints {_quoted(printed)}") if printed.strip() else None
        if has_line(printed, case.message, self.profile.whitespace):
            return None
        return f"prints {_quoted(case.message)}", f"prints {_quoted(printed)}"

    def layout_fault(self, case: Case, answer: Answer) -> tuple[str, str] | None:
        if case.layout is not None:
            if same_text(answer.printed, case.layout, self.profile.whitespace):
                return None
            return case.layout.strip("\n"), answer.printed.strip("\n")
        for card in case.shown:
            if card.sign not in answer.printed:
                return f"{card.sign} is shown", normalise(answer.printed, "trailing")
        return None

    def finding(self, case: Case, kind: Kind | None) -> Finding:
        answer = self.ask(case)
        call = self.describe(case)
        if kind is None or self.is_crash(case, answer):
            expected = self.expectation(case)
            return Finding(expected, "an error", typed=case.typed, call=call, crash=answer.crash)
        expected, actual = self.fault(case, answer, kind) or ("", "")
        return Finding(expected, actual, typed=case.typed, call=call)

    def expectation(self, case: Case) -> str:
        if case.raises is not None:
            return "a RuntimeError with a message" if case.raises else "no error"
        if case.returned is not ANYTHING:
            return f"returns {_show(_to_json(case.returned))}"
        return "no error"

    def describe(self, case: Case) -> str:
        shown = [f"{name} = {_show(_to_json(value))}" for name, value in case.arguments.items()]
        names = ", ".join(self.function.parameters)
        call = f"{self.function.name}({names})"
        return call + (f" with {'; '.join(shown)}" if shown else "")

    def shrink(self, case: Case, kind: Kind | None) -> Case:
        """A smaller case that shows the same: cards are taken away while it still does."""
        derive = _SHRINKABLE.get(self.function.role)
        if derive is None or self.runner.is_gone:
            return case
        smaller = True
        while smaller and self.calls < MOST_SHRINKING:
            smaller = False
            for arguments in _without_one_card(case.arguments):
                candidate = derive(self.profile, self.function, arguments)
                if candidate is None:
                    continue
                answer = self.ask(candidate)
                if self.runner.is_gone:
                    return case
                crashed = self.is_crash(candidate, answer)
                shows = crashed if kind is None else not crashed and self.fault(candidate, answer, kind)
                if shows:
                    case, smaller = candidate, True
                    break
        return case


def _looks_at(case: Case, kind: Kind) -> bool:
    if kind is Kind.RULES:
        return (
            case.returned is not ANYTHING
            or bool(case.after)
            or case.raises is not None
            or case.shuffles is not None
        )
    if kind is Kind.MESSAGES:
        return case.message is not None or bool(case.raises)
    return kind is Kind.LAYOUT and (case.layout is not None or bool(case.shown))


# -- values ---------------------------------------------------------------------------------------


def _to_json(value: Any) -> Any:
    if isinstance(value, Card):
        return {"card": str(value)}
    if isinstance(value, Stock):
        return {"deck": [str(card) for card in value.cards]}
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, tuple) and value and value[0] is tuple:
        return {"tuple": [_to_json(each) for each in value[1:]]}
    if isinstance(value, list | tuple):
        return [_to_json(each) for each in value]
    return value


def _equal(actual: Any, wanted: Any) -> bool:
    """Whether values are the same; it does not matter how a card lies or whether 1 is True."""
    if isinstance(wanted, dict) and isinstance(actual, dict):
        if "tuple" in wanted:
            return _equal(actual.get("tuple"), wanted["tuple"])
        key = next(iter(wanted))
        return actual.get(key) == wanted[key]
    if isinstance(wanted, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(wanted)
            and all(map(_equal, actual, wanted))
        )
    if isinstance(wanted, bool) or isinstance(actual, bool):
        return actual is wanted
    return bool(actual == wanted)


def _show(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, dict):
        if "card" in value:
            try:
                return Card.parse(value["card"]).sign
            except ValueError:
                return "a blank card"
        if "deck" in value:
            return f"a deck of {len(value['deck'])} cards"
        if "tuple" in value:
            return f"({', '.join(map(_show, value['tuple']))})"
        return repr(value["text"]) if "text" in value else f"a {value.get('other', 'value')}"
    if isinstance(value, list):
        return f"[{', '.join(map(_show, value))}]"
    return str(value)


def _quoted(text: str) -> str:
    stripped = text.strip("\n")
    return f'"{stripped}"' if stripped else "nothing"


def _without_one_card(arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same arguments with one card less in one column."""
    for name, value in arguments.items():
        if name in ("tableau", "tableaus") and isinstance(value, tuple):
            for slot, column in enumerate(value):
                for index in range(len(column)):
                    shorter = column[:index] + column[index + 1 :]
                    yield {**arguments, name: (*value[:slot], shorter, *value[slot + 1 :])}
        if name == "foundation" and value:
            yield {**arguments, name: value[1:]}


# -- what is expected -----------------------------------------------------------------------------


class Expected:
    """Makes the cases of each function. Our own program says what it prints where that is fixed."""

    def __init__(self, sandbox: Sandbox, profile: Profile) -> None:
        self.sandbox, self.profile = sandbox, profile

    def cases(self, profile: Profile, function: Function) -> list[Case]:
        return list(_CASES[function.role](self, profile, function))

    def printed(self, function: Function, arguments: Sequence[Mapping[str, Any]]) -> list[str]:
        """What our own function prints for each of these arguments."""
        program = Program(self.profile.file, "", frozenset([function.name]))
        runner = FunctionRunner(self.sandbox, program, self.profile)
        try:
            return [
                runner.call(function.name, [_to_json(each[name]) for name in function.parameters]).printed
                for each in arguments
            ]
        finally:
            runner.close()


def _tableau(text: str) -> Piles:
    """Columns from a text: ``AH | | 2D 3H``."""
    return tuple(tuple(map(Card.parse, column.split())) for column in text.split("|"))


def _aces_up_position(tableau: Piles, foundation: Pile = (), stock: Pile = ()) -> Position:
    return Position(tableau, (foundation,), (), stock, (0,) * len(tableau))


_EXAMPLE = _tableau("AH | | 2D 3H | 4S 5D 6D")
_ACES_UP_TABLEAUS = [
    _EXAMPLE,
    _tableau("| | 2D 3H | 4S 5D 6D"),
    _tableau("| | |"),
    _tableau("2C | 3C | |"),
    _tableau("AC | KC | |"),
    _tableau("KC | AC | |"),
    _tableau("2C | 3D | 4H | 5S"),
    _tableau("2C | 2D | 2H | 2S"),
    _tableau("5C | 9C 4C | 9C 3D | 2D"),
    _tableau("KS 2S | QS | AS | JS"),
    _tableau("TH | 9H | 8H | 7H"),
    _tableau("AD AS AH AC | | |"),
    _tableau("3C | | 9D 4C | 5C KD"),
]


def _generated_tableaus(seed: int, count: int) -> Iterator[Piles]:
    rng = random.Random(seed)  # noqa: S311  the same cases each time
    for _ in range(count):
        deck = list(DECK)
        rng.shuffle(deck)
        if rng.random() < 0.5:  # few suits make more moves possible
            deck = [card for card in deck if card.suit in (Suit.CLUBS, Suit.HEARTS)]
        columns = []
        for _ in range(4):
            height = rng.choice((0, 1, 1, 2, 3, 5))
            columns.append(tuple(deck[:height]))
            del deck[:height]
        yield tuple(columns)


def _tableaus(seed: int) -> Iterator[Piles]:
    yield from _ACES_UP_TABLEAUS
    yield from _generated_tableaus(seed, GENERATED)


def _size(tableau: Piles) -> int:
    return sum(map(len, tableau))


def _foundation_case(profile: Profile, function: Function, arguments: Mapping[str, Any]) -> Case:
    tableau, column = arguments["tableau"], arguments["from_col"] - profile.first_column
    moves = function.role == "move to foundation"
    foundation = arguments.get("foundation", ())
    position = _aces_up_position(tableau, foundation)
    line = f"f {column + 1}"
    meaning = understand(profile, standard_conventions(profile.game), position, line)
    legal = meaning.kind is LineKind.LEGAL
    if not moves:
        return Case(
            arguments,
            returned=legal,
            after={"tableau": tableau},
            message="" if legal else meaning.message or "\n",
            size=_size(tableau),
        )
    after = meaning.position
    return Case(
        arguments,
        returned=None,
        after={"tableau": after.columns, "foundation": after.foundations[0]},
        size=_size(tableau),
    )


def _foundation_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    pile = tuple(map(Card.parse, ("9S", "8S")))
    for tableau in _tableaus(1):
        for column in range(4):
            arguments: dict[str, Any] = {"tableau": tableau, "from_col": column + profile.first_column}
            if function.role == "move to foundation":
                arguments["foundation"] = () if _size(tableau) % 2 else pile
            yield _foundation_case(profile, function, arguments)


def _column_case(profile: Profile, function: Function, arguments: Mapping[str, Any]) -> Case:
    tableau = arguments["tableau"]
    source, target = (arguments[name] - profile.first_column for name in ("from_col", "to_col"))
    line = f"t {source + 1} {target + 1}"
    position = _aces_up_position(tableau)
    meaning = understand(profile, standard_conventions(profile.game), position, line)
    legal = meaning.kind is LineKind.LEGAL
    size = _size(tableau)
    if function.role == "is column move valid":
        message = "" if legal else meaning.message or "\n"
        return Case(arguments, returned=legal, after={"tableau": tableau}, message=message, size=size)
    return Case(arguments, returned=None, after={"tableau": meaning.position.columns}, size=size)


def _column_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    for tableau in _tableaus(2):
        for source in range(4):
            for target in range(4):
                if source == target and function.role == "move to column":
                    continue  # nobody says what a card does that goes where it lies
                if source != target or tableau[source]:
                    arguments = {
                        "tableau": tableau,
                        "from_col": source + profile.first_column,
                        "to_col": target + profile.first_column,
                    }
                    yield _column_case(profile, function, arguments)


def _deal_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    for number, left in enumerate((52, 48, 4, 3, 2, 1, 0, 5, 8)):
        stock = numbered_deck(number + 1)[:left]
        for tableau in (_tableau("| | |"), _EXAMPLE, _tableau("2C | 3D 4D | | 5S")):
            position = _aces_up_position(tableau, stock=stock)
            after = position
            if stock:
                after = profile.game.apply(position, Deal())
            yield Case(
                {"tableau": tableau, "stock": Stock(stock)},
                returned=None,
                after={"tableau": after.columns, "stock": Stock(after.stock or ())},
                message="",
                size=left + _size(tableau),
            )


def _win_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    aces = tuple(Card(ACE, suit) for suit in Suit)
    tableaus = [
        tuple((ace,) for ace in aces),
        (aces, (), (), ()),
        (aces[:2], (), aces[2:], ()),
        _tableau("AC | AD | AH | KS"),
        _tableau("AC | AD | AH |"),
        _tableau("| | |"),
        _tableau("AC 2C | AD | AH | AS"),
        _tableau("2C AC | AD | AH | AS"),
        _tableau("2C | 2D | 2H | 2S"),
        _tableau("KC | KD | KH | KS"),
        _tableau("AC | AD | AH | AS 9S"),
    ]
    for tableau in tableaus:
        for stock in ((), (Card.parse("2C"),), numbered_deck(3)[:4]):
            cards = [card for column in tableau for card in column]
            won = not stock and sorted(cards) == sorted(aces)
            yield Case(
                {"tableau": tableau, "stock": Stock(stock)},
                returned=won,
                after={"tableau": tableau, "stock": Stock(stock)},
                message="",
                size=_size(tableau) + len(stock),
            )


def _setup_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    position = standard_conventions(profile.game).deal(profile.game, FIRST_ORDER)
    tableau = [list(column) for column in position.columns]
    if profile.game.has_stock:
        value: Any = (tuple, Stock(position.stock or ()), tableau, [])
    else:
        cells: list[Any] = [[] for _ in range(profile.game.cells)]
        foundations: list[Any] = [[] for _ in range(profile.game.foundations)]
        value = (tuple, cells, foundations, tableau)
    yield Case({}, returned=value, shuffles=1, message="")


def _display_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    tables: list[dict[str, Any]] = []
    if profile.game.has_stock:
        foundation = tuple(map(Card.parse, ("9S", "TS")))
        for tableau in filter(any, _tableaus(3)):  # the courses' own fails without any card
            for pile, stock in (((), numbered_deck(2)[:8]), (foundation, ()), (foundation[:1], numbered_deck(2)[:4])):
                tables.append({"tableau": tableau, "stock": Stock(stock), "foundation": pile})
        tables = tables[:: len(tables) // 40]
    else:
        tables = [_bakers_table(position) for position in _bakers_positions(profile)]
    if profile.exact_text:
        texts = expected.printed(function, tables)
        for table, text in zip(tables, texts, strict=True):
            yield Case(table, returned=None, after=table, layout=text, size=_size(table["tableau"]))
    else:
        for table in tables:
            columns = table.get("tableau") or table["tableaus"]
            shown = [card for column in columns for card in column]
            shown += [card for cell in table.get("cells", ()) for card in cell]
            shown += [pile[-1] for pile in table.get("foundations", ()) if pile]
            shown += table.get("foundation", ())[-1:]
            yield Case(table, returned=None, after=table, shown=tuple(shown), size=_size(columns))


def _option_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    """What `get_option` returns for a line; the columns counted as functions count them."""
    position = _aces_up_position(_EXAMPLE)
    lines = ["d", "D", "h", "H", "r", "R", "q", "Q", *(f"{word} {n}" for word in "fF" for n in range(1, 5))]
    lines += [f"{word} {a} {b}" for word in "tT" for a in range(1, 5) for b in range(1, 5) if a != b]
    lines += [malformed_line(profile, kind) for kind in profile.malformed]
    lines += ["f 5", "f 0", "t 2", "d 2 3", "f", "t", "t 1 5", "t 0 1", "f x", "t a b", "t 1 b", "q 1", "h 1", "r 2", "fx", "f1", "dd", "1", "1 2"]
    for line in dict.fromkeys(lines):
        meaning = understand(profile, standard_conventions(profile.game), position, line)
        value: list[Any] | None = []
        message = ""
        if meaning.kind is LineKind.MALFORMED:
            message = meaning.message if profile.malformed_message else "\n"
        else:
            word, *numbers = line.split()
            value = [word.upper(), *(int(each) - 1 + profile.first_column for each in numbers)]
        if not value and profile.wrong_option == "nothing":
            value = None
        yield Case({}, returned=value, message=message, typed=(line,), size=len(line))


# -- Baker's Game ---------------------------------------------------------------------------------


def _card_pairs() -> Iterator[tuple[Card | None, Card | None]]:
    for source in ("AC", "2C", "2D", "5H", "6H", "KS", "QS", "TS"):
        yield Card.parse(source), None
    rng = random.Random(4)  # noqa: S311  the same cases each time
    for _ in range(GENERATED):
        onto = rng.choice(DECK)
        near = [
            card
            for card in DECK
            if card != onto and abs(card.rank - onto.rank) <= 2 and (card.suit == onto.suit or rng.random() < 0.3)
        ]
        yield rng.choice(near), onto
    for card, other in (("2C", "AC"), ("AC", "2C"), ("2D", "AC"), ("AD", "2C"), ("AC", "KC"), ("KC", "AC"), ("3C", "AC")):
        yield Card.parse(card), Card.parse(other)


def _bakers_position(profile: Profile, **places: Pile) -> Position:
    """A position with some piles: t1, c1, f1 ..."""
    game = profile.game
    piles = {Place.parse(name): pile for name, pile in places.items()}

    def at(area: Area) -> Piles:
        return tuple(piles.get(Place(area, slot), ()) for slot in range(game.slots(area)))

    cells = tuple(cell[0] if cell else None for cell in at(Area.CELL))
    return Position(at(Area.COLUMN), at(Area.FOUNDATION), cells, None, (0,) * game.columns)


def _is_legal(profile: Profile, source: Pile, target: Pile, areas: str) -> bool:
    """Whether the last card of one pile may go to another; `areas` is such as ``tf``."""
    second = f"{areas[1]}{2 if areas == 'tt' else 1}"
    position = _bakers_position(profile, **{f"{areas[0]}1": source, second: target})
    move = Transfer(Place.parse(f"{areas[0]}1"), Place.parse(second))
    return profile.game.is_legal(position, move)


def _rule_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    areas = "tf" if function.role == "check foundation move" else "tt"
    for card, onto in _card_pairs():
        assert card is not None
        legal = _is_legal(profile, (card,), (onto,) if onto else (), areas)
        # "I recommend using None as a placeholder": some programs have another one.
        instead = {"dest_card": ([], "")} if onto is None else {}
        arguments = {"src_card": card, "dest_card": onto}
        yield Case(arguments, returned=None, raises=not legal, instead=instead)


def _move_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    first, second = function.parameters
    areas = {"tab": "t", "tab1": "t", "tab2": "t", "cell": "c", "fnd": "f"}
    kinds = areas[first] + areas[second]
    under = tuple(map(Card.parse, ("9D", "4S")))
    for card, onto in _card_pairs():
        assert card is not None
        beneath = tuple(each for each in under if each not in (card, onto))
        source = (card,) if kinds[0] == "c" else (*beneath, card)
        target = () if onto is None else (onto,) if kinds[1] == "c" else _filled(onto, kinds[1])
        if card in target:
            continue
        yield _move_case(profile, (first, second), source, target, kinds)
    for target in ((), _filled(Card.parse("3C"), kinds[1])):
        yield _move_case(profile, (first, second), (), target[-1:] if kinds[1] == "c" else target, kinds)


def _filled(card: Card, area: str) -> Pile:
    """A pile that ends in a card: on a foundation with all that lies below it."""
    if area == "f":
        return tuple(Card(rank, card.suit) for rank in range(ACE, card.rank + 1))
    return (Card.parse("KD"), card) if card != Card.parse("KD") else (card,)


def _move_case(
    profile: Profile, names: tuple[str, str], source: Pile, target: Pile, kinds: str
) -> Case:
    legal = bool(source) and _is_legal(profile, source, target, kinds)
    after = {names[0]: source[:-1] if legal else source, names[1]: (*target, source[-1]) if legal else target}
    arguments = {names[0]: source, names[1]: target}
    size = len(source) + len(target)
    return Case(arguments, returned=None, after=after, raises=not legal, size=size)


def _complete_cases(expected: Expected, profile: Profile, function: Function) -> Iterator[Case]:
    (name,) = function.parameters
    whole = [tuple(Card(rank, suit) for rank in range(ACE, KING + 1)) for suit in Suit]
    for piles in (
        whole,
        whole[::-1],
        [*whole[:3], whole[3][:-1]],
        [whole[0][:-1], *whole[1:]],
        [(), (), (), ()],
        [*whole[:3], ()],
        [pile[:1] for pile in whole],
        [pile[:12] for pile in whole],
    ):
        won = all(len(pile) == KING for pile in piles)
        value = tuple(piles)
        yield Case({name: value}, returned=won, after={name: value}, message="", size=_size(value))


def _bakers_positions(profile: Profile) -> Iterator[Position]:
    game = profile.game
    for deal in (1, 2, 3):
        rng = random.Random(deal)  # noqa: S311  the same cases each time
        position = standard_conventions(game).deal(game, numbered_deck(deal))
        for step in range(60):
            if step % 12 == 0:
                yield position
            moves = list(game.legal_moves(position))
            if not moves:
                break
            position = game.apply(position, rng.choice(moves))
    yield _bakers_position(profile, t1=tuple(map(Card.parse, ("KC", "QC"))), c2=(Card.parse("TS"),))


def _bakers_table(position: Position) -> dict[str, Any]:
    cells = tuple((card,) if card else () for card in position.cells)
    return {"cells": cells, "foundations": position.foundations, "tableaus": position.columns}


_CASES: dict[str, Callable[[Expected, Profile, Function], Iterator[Case]]] = {
    "set up": _setup_cases,
    "deal": _deal_cases,
    "is foundation move valid": _foundation_cases,
    "move to foundation": _foundation_cases,
    "is column move valid": _column_cases,
    "move to column": _column_cases,
    "is won": _win_cases,
    "display": _display_cases,
    "read option": _option_cases,
    "check foundation move": _rule_cases,
    "check column move": _rule_cases,
    "move card": _move_cases,
    "is every foundation complete": _complete_cases,
}

_Derive = Callable[[Profile, Function, Mapping[str, Any]], Case | None]
_SHRINKABLE: dict[str, _Derive] = {
    "is foundation move valid": _foundation_case,
    "move to foundation": _foundation_case,
    "is column move valid": _column_case,
    "move to column": _column_case,
}
