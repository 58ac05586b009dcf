"""What is said about a program from its text alone."""

from typing import Any

import pytest
from source_facts import source_facts


def facts(source: str) -> dict[str, Any]:
    found: dict[str, Any] = source_facts(source, "program.py")
    return found


def used_globals(source: str) -> list[tuple[str, str, int]]:
    return [(use["function"], use["name"], use["line"]) for use in facts(source)["globals"]]


def test_functions_and_their_parameters() -> None:
    found = facts(
        "def first(a, b=1, /, *rest, key=None, **more):\n    '''Doc.'''\n"
        "def second(): pass\nclass C:\n    def method(self): pass\n"
        "if True:\n    def hidden(): pass\nthird = lambda x: x\n"
    )
    assert found["functions"] == {"first": ["a", "b"], "second": []}
    assert found["without_docstring"] == ["second"]
    assert found["classes"] == ["C"]
    assert found["syntax_error"] is None


def test_nested_functions_are_found_once_and_methods_are_not() -> None:
    found = facts(
        "def outer():\n    def inner():\n        def innermost(): pass\n"
        "    class Local:\n        def method(self):\n            def nested(): pass\n"
        "class Top:\n    def method(self):\n        return lambda: 1\n"
    )
    names = [(each["function"], each["name"], each["line"]) for each in found["nested"]]
    assert names == [("outer", "inner", 2), ("inner", "innermost", 3), ("method", "nested", 6)]


GLOBALS = {
    "a variable that is read": ("deck = []\ndef f():\n    return deck\n", [("f", "deck", 3)]),
    "one that is changed": (
        "count = 0\ndef f():\n    global count\n    count += 1\n",
        [("f", "count", 4)],
    ),
    "one that only a function binds": ("def f():\n    global x\n    x = 1\n", [("f", "x", 3)]),
    "a constant": ("SIZE = 4\ndef f():\n    return SIZE\n", []),
    "a list in capitals": ("CARDS = []\ndef f():\n    return CARDS\n", []),
    "a small constant": ("size = 4\ntext = 'a'\ndef f():\n    return size, text\n", []),
    "small tuples and sums": (
        "pair = (1, -2)\nwide = 4 * 13\ndef f():\n    return pair, wide\n",
        [],
    ),
    "bound twice": ("size = 4\nsize = 5\ndef f():\n    return size\n", [("f", "size", 4)]),
    "bound in a loop": ("for i in 'ab':\n    pass\ndef f():\n    return i\n", [("f", "i", 4)]),
    "with a type": ("size: int = 4\ndef f():\n    return size\n", []),
    "a parameter": ("deck = []\ndef f(deck):\n    return deck\n", []),
    "a local": ("deck = []\ndef f():\n    deck = []\n    return deck\n", []),
    "a function and a class": (
        "def g(): pass\nclass C: pass\ndef f():\n    return g(), C()\n",
        [],
    ),
    "a module": ("import cards\ndef f():\n    return cards.Deck()\n", []),
    "a named tuple": (
        "from collections import namedtuple\nMove = namedtuple('Move', 'a b')\n"
        "def f():\n    return Move(1, 2)\n",
        [],
    ),
    "a method": (
        "deck = []\nclass C:\n    def show(self):\n        return deck\n",
        [("show", "deck", 4)],
    ),
    "in a comprehension": (
        "deck = []\ndef f():\n    return [card for card in 'ab' if card in deck]\n",
        [("f", "deck", 3)],
    ),
    "in a lambda": ("deck = []\ndef f():\n    return lambda: deck\n", [("f", "deck", 3)]),
    "a comprehension outside": ("deck = []\nsigns = [str(card) for card in deck]\n", []),
    "used twice": ("deck = []\ndef f():\n    deck.pop()\n    return deck\n", [("f", "deck", 3)]),
    "only at the end": ("def f(x): return x\ndeck = []\nf(deck)\n", []),
}


@pytest.mark.parametrize("name", GLOBALS)
def test_global_variables(name: str) -> None:
    source, wanted = GLOBALS[name]
    assert used_globals(source) == wanted


PYTHON_2 = {
    "print": "x = 1\nprint 'hello'\n",
    "print a name": "for x in [1]: print x\n",
    "print with a comma": "print 'a',\nprint 'b' % 5\n",
    "print to a file": "import sys\nprint >>sys.stderr, 'x'\nprint 'y'\n",
    "print after a semicolon": "x = 1; print x, 'a'\n",
    "raw_input": "name = raw_input('? ')\n",
    "raw_input and print": "print 'x'\nname = raw_input()\n",
    "except": "try:\n    pass\nexcept ValueError, e:\n    pass\n",
    "raise": "raise ValueError, 'no'\n",
    "backticks": "x = `5`\n",
    "unequal": "if 1 <> 2: pass\n",
    "with a docstring": '"""print(x, end=\'\') is for Python 3."""\nprint "x"\n',
}


@pytest.mark.parametrize("name", PYTHON_2)
def test_python_2_is_recognised(name: str) -> None:
    assert facts(PYTHON_2[name])["is_python_2"]


NOT_PYTHON_2 = {
    "a docstring": '"""To\nprint the table, use raw_input()\nprint "x"\n"""\nprint("x"\n',
    "an open docstring": 'x = 1\n"""\nprint "x"\nexcept ValueError, e:\n',
    "a comment": "# print 'x' and `y` <> raw_input()\nif x\n    pass\n",
    "a string": "x = 'print x'\ny = \"raw_input()\"\nif x = 1: pass\n",
    "an escaped quote": "x = 'it\\'s `print`'\nif x = 1: pass\n",
    "prose that is not a comment": "print the table\nx = 1\n",
    "a word": "def printing(): pass\nblueprint = 1\nif blueprint = 1: pass\n",
    "a formatted string": "print f'x'\nprint 'x'\n",
    "the new print": "print('a', end='')\nprint 'x'\n",
    "an error of today": "def f(:\n    print('x')\n",
    "an open bracket": "print('a'\nprint('b')\n",
    "either of the two": "try: input = raw_input\nexcept NameError: pass\nprint(input())\n",
    "called in either": "try:\n    x = raw_input()\nexcept NameError:\n    x = input()\n",
    "its own function": "def ask():\n    raw_input = input\n    return raw_input()\n",
    "nothing": "",
    "a comparison": "x = 1 < 2 > 1\nprint(x)\n",
}


@pytest.mark.parametrize("name", NOT_PYTHON_2)
def test_python_3_is_not_taken_for_python_2(name: str) -> None:
    assert not facts(NOT_PYTHON_2[name])["is_python_2"]


def test_a_syntax_error_has_its_line() -> None:
    found = facts("x = 1\nif x = 1:\n    pass\n")
    assert found["line"] == 2
    assert found["text"] == "if x = 1:"
    assert "invalid syntax" in found["syntax_error"]


def test_other_facts() -> None:
    found = facts('# a comment\nimport os.path\nfrom cards import Deck\nDeck().deal("text")\n')
    assert found["imports"] == ["cards", "os"]
    assert found["has_comment"]
    assert "text" in found["texts"]
    assert "deal" in found["names"]
