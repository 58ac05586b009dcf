"""The harness: calls of functions, values, errors, input, and decks, over the protocol."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from winnable.deals import numbered_deck
from winnable.judge import Profile, load_profile
from winnable.judge.cases import Stock, to_json
from winnable.judge.messages import ForgedMessageError, clean_text, read_raised, read_value
from winnable.judge.runs import FIRST_ORDER, FunctionRunner, Program, Transcript, run_session
from winnable.judge.sandbox import Sandbox

ACES_UP = load_profile("aces-up-2023")
EASTHAVEN = load_profile("easthaven-2009")
FREECELL = load_profile("freecell-cs162")
GOLF = load_profile("golf-relaxed-2008")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@contextmanager
def runner(
    sandbox: Sandbox,
    source: str,
    profile: Profile = ACES_UP,
    stand_ins: frozenset[str] = frozenset(),
) -> Iterator[FunctionRunner]:
    made = FunctionRunner(sandbox, Program("program.py", source, stand_ins), profile)
    try:
        yield made
    finally:
        made.close()


def session(
    sandbox: Sandbox, source: str, *lines: str, profile: Profile = GOLF, **options: Any
) -> Transcript:
    program = Program("program.py", source, **options)
    return run_session(sandbox, program, profile, [FIRST_ORDER, numbered_deck(2)], lines)


def shown(transcript: Transcript) -> str:
    return "".join(step.output for step in transcript.steps)


# -- functions ------------------------------------------------------------------------------------


def test_cards_and_decks_go_in_and_come_out(sandbox: Sandbox) -> None:
    source = "def f(card, deck, none, text):\n    return card, deck, none, text, card.rank()\n"
    values = [FIRST_ORDER[0], Stock(FIRST_ORDER[:3]), None, "x"]
    with runner(sandbox, source) as made:
        answer = made.call("f", [to_json(value) for value in values])
    card, deck, none, text, rank = answer.returned["tuple"]
    assert card["card"] == str(FIRST_ORDER[0])
    assert deck == {"deck": [str(card) for card in FIRST_ORDER[:3]]}
    assert (none, text) == (None, {"text": "x"})
    assert rank == FIRST_ORDER[0].rank


@pytest.mark.parametrize("profile", [ACES_UP, EASTHAVEN, FREECELL, GOLF])
def test_a_deck_of_every_year_deals_in_our_order(sandbox: Sandbox, profile: Profile) -> None:
    source = "def f(deck):\n    return [deck.deal() for _ in range(5)]\n"
    with runner(sandbox, source, profile) as made:
        answer = made.call("f", [to_json(Stock(FIRST_ORDER))])
    assert [card["card"] for card in answer.returned] == [str(card) for card in FIRST_ORDER[:5]]
    assert answer.arguments[0] == {"deck": [str(card) for card in FIRST_ORDER[5:]]}


def test_two_arguments_may_be_the_same_list(sandbox: Sandbox) -> None:
    source = "def f(a, b):\n    a.append(1)\n    return a is b\n"
    with runner(sandbox, source) as made:
        assert made.call("f", [[], []]).returned is False
        same = made.call("f", [[], []], same=[(1, 0)])
    assert same.returned is True
    assert same.arguments == ([1], [1])


VALUES = {
    "None": None,
    "True": True,
    "-5": -5,
    "1.5": 1.5,
    "2 ** 60": {"text": "huge"},
    "'é♣'": {"text": "é♣"},
    "[1, [2, []]]": [1, [2, []]],
    "(1, 'a')": {"tuple": [1, {"text": "a"}]},
    "{1, 2}": {"other": "set"},
    "{'a': 1}": {"other": "dict"},
    "b'x'": {"other": "bytes"},
    "iter([])": {"other": "list_iterator"},
    "__import__('collections').OrderedDict()": {"other": "OrderedDict"},
    "__import__('enum').IntEnum('E', 'A').A": 1,
    "type('Mine', (), {})()": {"other": "Mine"},
    "type('Pile', (list,), {})([1])": [1],
    "[[[[[[[1]]]]]]]": [[[[[[{"other": "list"}]]]]]],
}


@pytest.mark.parametrize("expression", VALUES)
def test_what_a_function_returns(sandbox: Sandbox, expression: str) -> None:
    with runner(sandbox, f"def f():\n    return {expression}\n") as made:
        assert made.call("f", []).returned == VALUES[expression]


def test_numbers_that_are_none(sandbox: Sandbox) -> None:
    with runner(sandbox, "def f():\n    return [float('nan'), float('-inf')]\n") as made:
        nan, infinite = made.call("f", []).returned
    assert math.isnan(nan)
    assert infinite == -math.inf


def test_what_a_function_prints(sandbox: Sandbox) -> None:
    source = "import sys\ndef f():\n    print('a', end='')\n    sys.stdout.write('b')\n"
    source += "    sys.stdout.flush()\n    return input('c? ')\n"
    with runner(sandbox, source) as made:
        answer = made.call("f", [], ["typed"])
        again = made.call("f", [], ["again"])
    assert (answer.printed, answer.prompts) == ("abc? ", ("c? ",))
    assert answer.returned == {"text": "typed"}
    assert again.printed == answer.printed


def test_endless_printing_in_a_function(sandbox: Sandbox) -> None:
    source = "def f():\n    while True: print('x')\ndef g():\n    return 1\n"
    with runner(sandbox, source) as made:
        answer = made.call("f", [])
        assert answer.crash
        assert answer.crash.error == "it printed without end"
        assert made.call("g", []).returned == 1


def test_an_error_shows_the_last_line_of_the_program(sandbox: Sandbox) -> None:
    source = (
        "import json\ndef f(text):\n    return g(text)\ndef g(text):\n    return json.loads(text)\n"
    )
    with runner(sandbox, source) as made:
        answer = made.call("f", [{"text": "{"}])
    assert answer.crash
    assert (answer.crash.line, answer.crash.source) == (5, "return json.loads(text)")
    assert answer.crash.error.startswith("JSONDecodeError: Expecting property name")
    assert answer.raised[:2] == ("JSONDecodeError", "ValueError")


def test_addresses_do_not_come_into_a_report(sandbox: Sandbox) -> None:
    with runner(sandbox, "def f():\n    print(object())\n    raise ValueError(object())\n") as made:
        answer = made.call("f", [])
    assert answer.crash
    assert answer.crash.error == "ValueError: <object object at 0x…>"
    assert answer.printed == "<object object at 0x…>\n"


@pytest.mark.parametrize("way", ["import sys\n    sys.exit(3)", "quit()", "exit('bye')"])
def test_leaving_from_a_function(sandbox: Sandbox, way: str) -> None:
    with runner(sandbox, f"def f():\n    {way}\ndef g():\n    return 1\n") as made:
        assert made.call("f", []).raised[0] == "SystemExit"
        assert made.call("g", []).returned == 1


def test_a_function_that_is_not_there(sandbox: Sandbox) -> None:
    with runner(sandbox, "x = 1\n") as made:
        assert "f" not in made.names
        assert made.call("f", []).raised[0] == "KeyError"


def test_no_more_input_in_a_function(sandbox: Sandbox) -> None:
    with runner(sandbox, "def f():\n    input()\n    input()\n") as made:
        assert made.call("f", [], ["one"]).raised[0] == "EOFError"


def test_asking_without_end(sandbox: Sandbox) -> None:
    source = "def f():\n    while True:\n        try: input()\n        except EOFError: pass\n"
    with runner(sandbox, source) as made:
        answer = made.call("f", [])
    assert answer.crash
    assert answer.crash.error == "it kept asking for input after the end of the input"


@pytest.mark.parametrize("guard", ["if True:", "if __name__ == 'program':", "while True:"])
def test_a_program_that_plays_at_import_is_served_from_its_first_prompt(
    sandbox: Sandbox, guard: str
) -> None:
    source = f"def f(x):\n    return x + 1\n{guard}\n    input('play? ')\n"
    with runner(sandbox, source) as made:
        assert made.plays_at_import
        assert made.load_error is None
        assert made.call("f", [1]).returned == 2


def test_main_is_not_called_at_import(sandbox: Sandbox) -> None:
    source = "def f():\n    return 1\nif __name__ == '__main__':\n    input()\n"
    with runner(sandbox, source) as made:
        assert not made.plays_at_import
        assert made.call("f", []).returned == 1


def test_an_error_at_import_leaves_what_was_defined_before(sandbox: Sandbox) -> None:
    with runner(sandbox, "def f():\n    return 1\n1 / 0\ndef g(): pass\n") as made:
        assert made.load_error
        assert str(made.load_error) == "ZeroDivisionError: division by zero in line 3: 1 / 0"
        assert "f" in made.names
        assert "g" not in made.names
        assert made.call("f", []).returned == 1


def test_a_function_of_ours_stands_in(sandbox: Sandbox) -> None:
    source = "import cards\ndef deal_to_tableau(tableau, stock):\n    1 / 0\n"
    arguments = [[[], [], [], []], to_json(Stock(FIRST_ORDER[:6]))]
    with runner(sandbox, source, stand_ins=frozenset(["deal_to_tableau"])) as made:
        answer = made.call("deal_to_tableau", arguments)
    assert answer.crash is None
    assert [len(column) for column in answer.arguments[0]] == [1, 1, 1, 1]


# -- sessions -------------------------------------------------------------------------------------

LOOPS = {
    "input": "print(input('? '))\nprint(input('? '))",
    "input without a prompt": "for _ in '12':\n    print('? ', end='')\n    print(input())",
    "readline": "import sys\nfor _ in range(2):\n    print('? ', end='')\n"
    "    print(sys.stdin.readline(), end='')",
    "for line": "import sys\nprint('? ', end='')\nfor number, line in enumerate(sys.stdin):\n"
    "    print(line, end='')\n    if number == 1: break\n    print('? ', end='')",
}


@pytest.mark.parametrize("name", LOOPS)
def test_ways_to_read(sandbox: Sandbox, name: str) -> None:
    transcript = session(sandbox, LOOPS[name], "one", "two")
    assert [step.output for step in transcript.steps] == ["? ", "one\n? ", "two\n"]
    assert transcript.ended
    assert transcript.crash is None


def test_reading_everything_at_once(sandbox: Sandbox) -> None:
    program = Program("program.py", "import sys\nprint(sys.stdin.read().split())")
    transcript = run_session(sandbox, program, GOLF, [FIRST_ORDER], ["a", "b"], then_end=True)
    assert shown(transcript) == "['a', 'b']\n"


def test_an_error_that_ends_a_session(sandbox: Sandbox) -> None:
    transcript = session(sandbox, "def play():\n    int(input('? '))\nplay()\n", "x")
    assert str(transcript.crash).startswith("ValueError: invalid literal for int()")
    assert str(transcript.crash).endswith("in line 2: int(input('? '))")


@pytest.mark.parametrize(
    "way", ["quit()", "exit(1)", "raise SystemExit", "import sys; sys.exit(0)"]
)
def test_leaving_a_session(sandbox: Sandbox, way: str) -> None:
    transcript = session(sandbox, f"input('? ')\n{way}\nprint('not reached')", "x")
    assert transcript.ended
    assert transcript.crash is None
    assert shown(transcript) == "? "


IMPORTS = ["import cards", "from cards import *\nimport cards", "import cards1 as cards"]


@pytest.mark.parametrize("statement", IMPORTS)
def test_ways_to_import_the_cards(sandbox: Sandbox, statement: str) -> None:
    source = f"{statement}\ndeck = cards.Deck()\ndeck.shuffle()\nprint(deck.deal())\ninput('? ')"
    transcript = session(sandbox, source, profile=ACES_UP)
    assert transcript.shuffles == 1
    assert shown(transcript).split()[0] == FIRST_ORDER[0].sign


def test_each_game_has_its_own_deck_and_the_last_one_stays(sandbox: Sandbox) -> None:
    source = "import cards\nfor _ in range(3):\n    deck = cards.Deck()\n    deck.shuffle()\n"
    source += "    print(deck.deal())\n"
    transcript = session(sandbox, source, profile=ACES_UP)
    first, second = FIRST_ORDER[0].sign, numbered_deck(2)[0].sign
    assert shown(transcript).split() == [first, second, second]


def test_a_deck_that_is_never_shuffled_can_be_laid_when_it_is_made(sandbox: Sandbox) -> None:
    source = "import cards\nprint(cards.Deck().deal())"
    transcript = session(sandbox, source, profile=ACES_UP, lays_at_construction=True)
    assert shown(transcript).split() == [FIRST_ORDER[0].sign]


OWN_SHUFFLING = {
    "shuffle": "random.shuffle(all)\nfor card in all[:4]: print(card)",
    "sample": "for card in random.sample(all, 4): print(card)",
    "choice": "for _ in range(4): print(all.pop(all.index(random.choice(all))))",
    "seeded by the time": "import time\nrandom.seed(time.time())\nprint(random.random())",
    "seeded by nothing": "random.seed()\nprint(random.randrange(10**9))",
}


@pytest.mark.parametrize("name", OWN_SHUFFLING)
def test_own_shuffling_is_always_the_same(sandbox: Sandbox, name: str) -> None:
    source = "import cards, random\nall = [cards.Card(rank, suit) for rank in range(1, 14)"
    source += f" for suit in range(1, 5)]\n{OWN_SHUFFLING[name]}\n"
    texts = {shown(session(sandbox, source, profile=ACES_UP)) for _ in range(3)}
    assert len(texts) == 1
    if name == "shuffle":
        assert texts.pop().split() == [card.sign for card in FIRST_ORDER[:4]]


def test_the_entry_is_called_if_nothing_else_calls_it(sandbox: Sandbox) -> None:
    entry = f"def {GOLF.entry}():\n    print('played')\n"
    for more in ("", f"{GOLF.entry}()\n", f"if __name__ == '__main__':\n    {GOLF.entry}()\n"):
        assert shown(session(sandbox, entry + more)) == "played\n"
    assert shown(session(sandbox, f"{entry}{GOLF.entry}()\n{GOLF.entry}()\n")) == "played\n" * 2


def test_the_arguments_of_the_display_are_seen(sandbox: Sandbox) -> None:
    source = "import cards\ndef display(stock, tableau, foundation):\n    pass\n"
    source += "display(cards.Deck(), [[cards.Card(1, 1)]], foundation=[])\ninput('? ')\n"
    (step,) = session(sandbox, source, profile=ACES_UP).steps
    ((stock, tableau, foundation),) = step.tables
    assert len(stock["deck"]) == 52
    assert tableau == [[{"card": "AC", "up": True}]]
    assert foundation == []


def test_clearing_the_screen_does_no_harm(sandbox: Sandbox) -> None:
    source = (
        "import os\nos.system('clear')\nos.system('cls')\nprint('\\x1b[2J', end='')\ninput('? ')"
    )
    assert shown(session(sandbox, source)) == "\\x1b[2J? "


# -- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        {"card": 5},
        {"deck": [5]},
        {"deck": "AC"},
        {"text": None},
        {"tuple": {}},
        {},
        {"unknown": 1},
        [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]],
        [0] * 30_000,
        "text",
    ],
)
def test_values_that_the_harness_does_not_send(value: Any) -> None:
    with pytest.raises(ForgedMessageError):
        read_value(value)


@pytest.mark.parametrize(
    "raised", [5, {}, {"types": [], "message": "", "line": 0, "text": ""}, {"types": [1]}]
)
def test_errors_that_the_harness_does_not_send(raised: Any) -> None:
    with pytest.raises(ForgedMessageError):
        read_raised(raised)


def test_texts_are_fit_for_a_report() -> None:
    text = clean_text("a\x1b[2J\x00\ud800\u2028\tb\r\n" + "x" * 5000 + "\n\x85\x7f")
    assert text == "a\\x1b[2J\\x00\\ud800\\u2028\tb\n" + "x" * 1000 + "…\n\\x85\\x7f"
    assert clean_text("Kaffee ♣ 7♥ 0x10") == "Kaffee ♣ 7♥ 0x10"
