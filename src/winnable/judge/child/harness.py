"""Runs a student's program inside the sandbox and reports what it does over a pipe.

Each job has a process of its own (`fork_server`), to which the judge talks in lines of JSON: the
first is the job, and what follows depends on the job's mode.

    inspect     facts about the source; nothing of the program is run
    functions   calls of the program's functions, one after the other
    session     the program runs, and every line it reads comes from the judge

Nothing that is sent here tells what the right answer is, except functions of ours that stand in for
some of the program's, whose points are lost. The program shares this process and could forge what
is reported, but to gain from that it would have to know the answer itself.
Only the standard library is imported; `confine` and `source_facts` lie beside this file.
"""

from __future__ import annotations

import ast
import builtins
import io
import json
import os
import random
import sys
import time
import types
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from confine import Confinement
from source_facts import source_facts

MOST_PRINTED = 20_000
"""Characters that one call of a function may print."""
DEEPEST = 6
"""Lists within lists that are reported."""
LONGEST = 400
"""Elements of a list, and characters of a text, that are reported."""
MOST_VALUES = 5_000
"""Values in one that are reported: a list may contain itself many times."""
MOST_PROMPTS_AFTER_END = 20
"""How often a program may ask for input after there is no more."""
MOST_SLEPT = 100.0
"""Seconds that a program may want to sleep and need not; after that it really does."""


class Channel:
    """The pipe to the judge. The functions it needs are kept, in case the program replaces them.

    Messages are numbered, so that the judge notices one that the program has put between.
    """

    def __init__(self, reading: int, writing: int) -> None:
        self._lines = os.fdopen(reading, "rb", buffering=0)
        self._writing = writing
        self._rest, self._sent = b"", 0
        self._write, self._dumps, self._loads = os.write, json.dumps, json.loads
        self._end = os._exit

    def send(self, message: dict[str, Any]) -> None:
        self._sent += 1
        data = self._dumps({**message, "number": self._sent}).encode() + b"\n"
        while data:
            data = data[self._write(self._writing, data) :]

    def receive(self) -> dict[str, Any]:
        """The judge's next message; the process ends if there is none."""
        while b"\n" not in self._rest:
            data = self._lines.read(65536)
            if not data:
                self._end(0)
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = self._loads(line)
        return message


# -- values as JSON -------------------------------------------------------------------------------

SUITS = "CDHS"
RANKS = "?A23456789TJQK"


class Translator:
    """Turns what the program handles into JSON and back: cards, decks, lists, numbers, texts."""

    def __init__(self, cards: types.ModuleType) -> None:
        self.cards = cards
        self.has_letters = isinstance(cards.Card(1, "C").__dict__.get("_suit"), str) or (
            hasattr(cards.Card, "get_hidden")
        )
        deck = cards.Deck()
        contents = list(deck._cards)
        first = deck.deal()
        self.deals_from_front = first is contents[0]
        self.card_class, self.deck_class = cards.Card, cards.Deck

    def card(self, text: str) -> Any:
        """A card of the course's module, from a text such as ``TH``."""
        rank, suit = RANKS.index(text[0]), text[1]
        return self.card_class(rank, suit if self.has_letters else SUITS.index(suit) + 1)

    def lay(self, deck: Any, order: list[str]) -> None:
        """Make these the cards of a deck, the first of them dealt first."""
        cards = [self.card(text) for text in order]
        deck._cards[:] = cards if self.deals_from_front else cards[::-1]

    def decode(self, value: Any) -> Any:
        if isinstance(value, dict):
            if "card" in value:
                return self.card(value["card"])
            if "deck" in value:
                deck = self.deck_class()
                self.lay(deck, value["deck"])
                return deck
            if "tuple" in value:
                return tuple(self.decode(each) for each in value["tuple"])
            return value["text"]
        if isinstance(value, list):
            return [self.decode(each) for each in value]
        return value

    def encode(self, value: Any) -> Any:
        """A value as JSON. Whatever the program has made of it, this does not fail."""
        self._values_left = MOST_VALUES
        try:
            return self._encode(value, 0)
        except Exception:
            return {"other": "value"}

    def _encode(self, value: Any, depth: int) -> Any:
        # By the real type: an object may lie about its class, or answer for a list that it is not.
        kind = type(value)
        self._values_left -= 1
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            number = int.__index__(value)
            return number if -(2**53) < number < 2**53 else {"text": "huge"}
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, str):
            return {"text": str.__getitem__(value, slice(LONGEST))}
        if issubclass(kind, self.card_class):
            return {"card": card_text(value), "up": is_face_up(value)}
        if issubclass(kind, self.deck_class):
            cards = list(value._cards)
            order = cards if self.deals_from_front else cards[::-1]
            return {"deck": [card_text(card) for card in order[:LONGEST]]}
        for sequence in (list, tuple):
            if issubclass(kind, sequence) and depth < DEEPEST and self._values_left > 0:
                first = sequence.__getitem__(value, slice(LONGEST))
                elements = [self._encode(each, depth + 1) for each in first]
                return elements if sequence is list else {"tuple": elements}
        return {"other": str(kind.__name__)[:LONGEST]}


def card_text(card: Any) -> str:
    """A card as ``TH``, read from its attributes, since the program may have replaced methods."""
    rank, suit = getattr(card, "_rank", 0), getattr(card, "_suit", 0)
    letter = suit if type(suit) is str else "?CDHS"[suit] if suit in range(5) else "?"
    return (RANKS[rank] if rank in range(14) else "?") + (letter or "?")


def is_face_up(card: Any) -> bool:
    return bool(getattr(card, "_face_up", not getattr(card, "_hidden", False)))


# -- the program ----------------------------------------------------------------------------------


class Program:
    """The student's program, with our cards, our deck and our keyboard."""

    def __init__(self, job: dict[str, Any], channel: Channel) -> None:
        self.channel = channel
        self.name: str = job["file"]
        self.source: str = job["source"]
        self.entry: str = job["entry"]
        self.cards = _module("cards", job["cards_source"])
        self.translator = Translator(self.cards)
        self.reference = _reference(job, self.cards)
        self.stand_ins: dict[str, Any] = job.get("stand_ins", {})
        self.constants: dict[str, str] = job.get("source_constants", {})
        self.captured: set[str] = set(job.get("captured", ()))
        self.orders: list[list[str]] = job.get("orders", [])
        self.lays_at_construction = bool(job.get("lays_at_construction"))
        self.shuffles = 0
        self.laid: list[str] = []
        """The cards of the deck that was shuffled last, as they lay then."""
        self.decks = 0
        self.tables: list[Any] = []
        self.called: set[str] = set()
        self.globals: dict[str, Any] = {}
        for name in job["cards_names"]:
            sys.modules[name] = self.cards
        self._control_deck()
        random.seed(0)

    def _control_deck(self) -> None:
        """Make `shuffle` lay the order that the judge wants, and count its calls."""
        construct, shuffle_list = self.cards.Deck.__init__, random.shuffle
        program = self

        def shuffle(deck: Any) -> None:
            if [card_text(card) for card in deck._cards] == program.laid:
                return  # shuffled once more before any card is dealt
            program.shuffles += 1
            program._lay_next(deck)

        def __init__(deck: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
            construct(deck, *arguments, **named)
            program.decks += 1
            if program.lays_at_construction:
                program._lay_next(deck)

        def shuffle_cards(cards: Any, *others: Any) -> None:
            # A program that shuffles a list of cards by itself gets our order as well.
            if isinstance(cards, list) and cards and isinstance(cards[0], program.cards.Card):
                program.shuffles += 1
                order = program._next_order()
                if sorted(order) == sorted(map(card_text, cards)):
                    cards.sort(key=lambda card: order.index(card_text(card)))
                    return
            shuffle_list(cards)

        self.cards.Deck.shuffle = shuffle
        self.cards.Deck.__init__ = __init__
        random.shuffle = shuffle_cards  # type: ignore[assignment]

    def _next_order(self) -> list[str]:
        """The order for this deck; the last one stays for all that follow."""
        turn = max(self.decks if self.lays_at_construction else self.shuffles, 1)
        return self.orders[min(turn, len(self.orders)) - 1] if self.orders else []

    def _lay_next(self, deck: Any) -> None:
        order = self._next_order()
        if order:
            self.translator.lay(deck, order)
            self.laid = [card_text(card) for card in deck._cards]

    def run(self, module_name: str) -> None:
        """Execute the program's text under a module name."""
        tree = ast.parse(self.source, filename=self.name)
        replace_constants(tree, self.constants)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                marker = ast.copy_location(ast.Name("__judge_watch__", ast.Load()), node)
                node.decorator_list.append(marker)
        code = compile(tree, self.name, "exec", dont_inherit=True)
        module = types.ModuleType(module_name)
        self.globals = vars(module)
        self.globals.update(__file__=self.name, __judge_watch__=self._watch)
        for name in self.stand_ins:
            self.globals[name] = self._stand_in(name)
        sys.modules[module_name] = module
        exec(code, self.globals)  # noqa: S102  what this file is for

    def _watch(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """What is defined in place of one of the program's functions."""
        name = function.__name__
        if name in self.stand_ins:
            function = self._stand_in(name)
        if name not in self.captured and name != self.entry:
            return function
        program = self

        def watched(*arguments: Any, **named: Any) -> Any:
            program.called.add(name)
            if name in program.captured:
                values = [*arguments, *named.values()]
                program.tables.append([program.translator.encode(value) for value in values])
            return function(*arguments, **named)

        watched.__name__, watched.__doc__ = name, function.__doc__
        return watched

    def _stand_in(self, name: str) -> Callable[..., Any]:
        """Our function in place of one that fails, with the program's order of parameters."""
        stand_in = self.stand_ins[name]
        reference = getattr(self.reference, stand_in["reference"])
        parameters, base = stand_in["parameters"], stand_in["first_column"]

        def adapted(*arguments: Any, **named: Any) -> Any:
            values = dict(zip(parameters, arguments, strict=False)) | named
            for parameter, value in values.items():
                if isinstance(value, int) and not isinstance(value, bool):
                    values[parameter] = value - base
            return reference(**values)

        return adapted

    def take_tables(self) -> list[Any]:
        tables, self.tables = self.tables, []
        return tables


def _module(name: str, source: str) -> types.ModuleType:
    module = types.ModuleType(name)
    exec(compile(source, f"<{name}>", "exec"), vars(module))  # noqa: S102  the judge's own text
    return module


def _reference(job: dict[str, Any], cards: types.ModuleType) -> types.ModuleType | None:
    if not job.get("stand_ins"):
        return None
    sys.modules["cards"] = cards
    tree = ast.parse(job["reference_source"])
    replace_constants(tree, job.get("constants", {}))
    return _module("reference", ast.unparse(tree))


def replace_constants(tree: ast.Module, constants: dict[str, str]) -> None:
    """Give module-level constants of a program other texts."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = constants.get(node.targets[0].id)
            if text is not None:
                node.value = ast.copy_location(ast.Constant(text), node.value)


# -- errors ---------------------------------------------------------------------------------------


def describe_error(error: BaseException, file: str, source: str) -> dict[str, Any]:
    """An exception by its type, its message and the last line of the program that it came from."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    if type(error) in SYNTAX_ERRORS and error.filename == file:  # type: ignore[attr-defined]
        line = int(error.lineno or 0)  # type: ignore[attr-defined]
    lines = source.split("\n")
    return {
        "types": _class_names(type(error)),
        "message": _message(error),
        "line": line,
        "text": lines[line - 1].strip()[:LONGEST] if 0 < line <= len(lines) else "",
    }


SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)


def _class_names(kind: type) -> list[str]:
    """The names of a class and its base classes; a metaclass may do anything in between."""
    try:
        names = [str(each.__name__)[:LONGEST] for each in kind.__mro__[:LONGEST]]
        return names[:-1] or ["BaseException"]
    except Exception:
        return ["BaseException"]


def _message(error: BaseException) -> str:
    try:
        return str.__str__(str(error))[:LONGEST]
    except Exception:
        return ""


# -- modes ----------------------------------------------------------------------------------------


class OutputLimitError(BaseException):
    """A function that prints without end."""


class Screen(io.StringIO):
    """Standard output while a function is called."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise OutputLimitError
        return super().write(text)


class Keyboard(io.TextIOBase):
    """Standard input: each line is asked of the judge."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, next_line: Callable[[str], str | None]) -> None:
        self._next_line = next_line

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = self._next_line("")
        return "" if line is None else line + "\n"

    def read(self, size: int | None = -1, /) -> str:
        return "".join(iter(self.readline, ""))

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")


def install_keyboard(next_line: Callable[[str], str | None]) -> None:
    """Replace `input` and standard input."""

    def read_line(prompt: object = "", /) -> str:
        line = next_line(str(prompt))
        if line is None:
            raise EOFError("EOF when reading a line")
        return line

    builtins.input = read_line
    sys.stdin = Keyboard(next_line)

    def leave(code: Any = None) -> NoReturn:
        raise SystemExit(code)

    # Without the module `site` these are missing.
    vars(builtins).update(exit=leave, quit=leave)


def take_over_habits() -> None:
    """What many programs do for the look of it: it is not done here, and does no harm."""
    slept, really_sleep, seed = 0.0, time.sleep, random.seed

    def sleep(seconds: float, /) -> None:
        nonlocal slept
        slept += seconds
        if slept > MOST_SLEPT:
            really_sleep(seconds)

    def clear_screen(command: object) -> int:
        return 0

    def always_the_same_seed(*arguments: object, **named: object) -> None:
        seed(0)

    time.sleep = sleep  # type: ignore[assignment]
    os.system = clear_screen
    random.seed = always_the_same_seed


def serve_functions(job: dict[str, Any], channel: Channel) -> None:
    """Load the program, then call its functions as the judge asks.

    A program that plays when it is imported stops at its first prompt: the calls are served from
    within its `input`.
    """
    program = Program(job, channel)
    is_loaded = False

    def at_import(prompt: str) -> str | None:
        if not is_loaded:
            serve({"loaded": True, "plays_at_import": True})
        return None

    def serve(greeting: dict[str, Any]) -> NoReturn:
        nonlocal is_loaded
        is_loaded = True
        channel.send({**greeting, "functions": sorted(map(str, program.globals))})
        while True:
            channel.send(call_function(program, channel.receive()))

    install_keyboard(at_import)
    sys.stdout = sys.stderr = Screen()
    try:
        program.run(job["module"])
    except BaseException as error:
        failure = describe_error(error, program.name, program.source)
        serve({"loaded": False, "raised": failure})
    serve({"loaded": True, "plays_at_import": False})


def call_function(program: Program, request: dict[str, Any]) -> dict[str, Any]:
    """Call one function, and tell what it returned, raised, printed and changed."""
    translator = program.translator
    arguments = [translator.decode(each) for each in request["arguments"]]
    # The same list may be meant by two arguments, as when a card is moved onto its own column.
    for index, other in request.get("same", ()):
        arguments[index] = arguments[other]
    typed = iter(request.get("typed", ()))
    prompts: list[str] = []

    def next_line(prompt: str) -> str | None:
        sys.stdout.write(prompt)
        prompts.append(prompt)
        if len(prompts) > MOST_PROMPTS_AFTER_END:
            os._exit(3)
        return next(typed, None)

    install_keyboard(next_line)
    program.shuffles = program.decks = 0
    screen = sys.stdout = Screen()
    answer: dict[str, Any] = {}
    try:
        function = program.globals[request["function"]]
        answer["returned"] = translator.encode(function(*arguments))
    except OutputLimitError:
        answer["endless"] = True
    except BaseException as error:
        answer["raised"] = describe_error(error, program.name, program.source)
    sys.stdout = Screen()
    answer["printed"] = io.StringIO.getvalue(screen)
    answer["arguments"] = [translator.encode(each) for each in arguments]
    answer["prompts"], answer["shuffles"] = prompts, program.shuffles
    return answer


def run_session(job: dict[str, Any], channel: Channel) -> None:
    """Run the program as a player would."""
    program = Program(job, channel)
    ended = 0

    def next_line(prompt: str) -> str | None:
        nonlocal ended
        sys.stdout.write(prompt)
        sys.stdout.flush()
        channel.send({"prompt": prompt, **state()})
        if ended > MOST_PROMPTS_AFTER_END:
            os._exit(3)
        reply = channel.receive()
        ended += reply["line"] is None
        line: str | None = reply["line"]
        return line

    def state() -> dict[str, Any]:
        return {"tables": program.take_tables(), "shuffles": program.shuffles}

    install_keyboard(next_line)
    end: dict[str, Any] = {"ended": True}
    try:
        program.run("__main__")
        entry = program.globals.get(program.entry)
        if program.entry not in program.called and callable(entry):
            # Nothing calls it: the handout asks for the function, not for the call.
            entry()
    except BaseException as error:
        end["raised"] = describe_error(error, program.name, program.source)
    try:
        sys.stdout.flush()
    except BaseException as error:
        end.setdefault("raised", describe_error(error, program.name, program.source))
    channel.send({**end, **state()})


def run_job(reading: int, writing: int, confinement: Confinement) -> None:
    """Do one job and end."""
    channel, end_process = Channel(reading, writing), os._exit
    job = channel.receive()
    layers = confinement.apply(job["cpu_seconds"], job["memory_megabytes"])
    channel.send({"layers": layers})
    channel.receive()  # nothing may be printed before the judge has read this
    sys.argv = [job["file"]]
    take_over_habits()
    if job["mode"] == "inspect":
        channel.send(source_facts(job["source"], job["file"]))
    elif job["mode"] == "functions":
        serve_functions(job, channel)
    else:
        run_session(job, channel)
    end_process(0)
