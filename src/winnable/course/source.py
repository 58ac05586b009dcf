"""Writes the `cards` module of a year from the classes in `blocks`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from typing import NamedTuple

__all__ = ["YEARS", "cards_source", "top_index"]


class _Year(NamedTuple):
    """A course's module: which classes in `blocks` it is made of, and how it introduces itself."""

    suffix: str
    course: str
    example: str


_INTRODUCTION = '''\
"""Playing cards: the classes Card and Deck.

{year.course}. The module knows no game: it is good for all kinds of them, and
no game needs all of it. For example:

    deck = cards.Deck()
    deck.shuffle()
    card = deck.deal()
    print({year.example})
"""'''

_YEARS = {
    "2008": _Year("2008", "CSE 231, fall 2008", "card, card.get_rank(), deck.cards_left()"),
    "2009": _Year("2008", "CSE 231, spring 2009", "card, card.get_rank(), deck.cards_left()"),
    "2017": _Year("2016", "CSE 231, spring 2017", "card, card.rank(), len(deck)"),
    "2023": _Year("2016", "CSE 231, spring 2023", "card, card.rank(), len(deck)"),
    "cs162": _Year("2011", "CS 162", "card, card.get_rank(), deck.cards_count()"),
}
YEARS = tuple(_YEARS)

_METHOD_ORDER = ("__init__", "", "__eq__", "__len__", "__str__", "__repr__", "__format__")


def cards_source(year: str) -> str:
    """The source of a year's `cards` module, a text that can be saved as cards.py.

    >>> [line for line in cards_source("cs162").splitlines() if line.startswith("class ")]
    ['class Card:', 'class Deck:']
    """
    chosen = _YEARS[year]
    blocks = _Blocks(resources.files(__package__).joinpath("blocks.py").read_text("utf-8"))
    classes = [blocks.flat_class(name + chosen.suffix, name) for name in ("Card", "Deck")]
    constants, functions = blocks.used_by("".join(classes))
    introduction = _INTRODUCTION.format(year=chosen)
    opening = f"{introduction}\n\nimport random\n\n" + "\n".join(constants)
    return "\n\n\n".join([opening, *functions, *classes]) + "\n"


def top_index(year: str) -> int:
    """Where in the list `_cards` of a year's deck the card lies that is dealt first: 0 or -1.

    >>> top_index("2009"), top_index("2023")
    (0, -1)
    """
    return 0 if _YEARS[year].suffix == "2008" else -1


class _Blocks:
    """The classes, functions and constants of a source text."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._body = ast.parse(text).body
        self._classes = {node.name: node for node in self._body if isinstance(node, ast.ClassDef)}

    def flat_class(self, name: str, new_name: str) -> str:
        """The source of a class under a new name, with the methods of its base classes in it."""
        docstring = ast.get_docstring(self._classes[name], clean=False)
        methods = {method.name: method for method in self._methods(name)}
        in_order = sorted(methods, key=_place)
        head = f'class {new_name}:\n    """{docstring}"""'
        return "\n\n".join([head, *(self._source(methods[method]) for method in in_order)])

    def _methods(self, name: str) -> Iterator[ast.FunctionDef]:
        """The methods of a class, those of its base classes first."""
        for base in self._classes[name].bases:
            if isinstance(base, ast.Name):
                yield from self._methods(base.id)
        yield from (node for node in self._classes[name].body if isinstance(node, ast.FunctionDef))

    def used_by(self, text: str) -> tuple[list[str], list[str]]:
        """The constants and the functions that are used by a text and by each other."""
        constants: list[str] = []
        functions: list[str] = []
        for node in reversed(self._body):  # what uses another one comes after it
            match node:
                case ast.FunctionDef(name=name):
                    found = functions
                case ast.Assign(targets=[ast.Name(id=name)]):
                    found = constants
                case _:
                    continue
            if re.search(rf"\b{name}\b", text):
                found.insert(0, self._source(node))
                text += found[0]
        return constants, functions

    def _source(self, node: ast.stmt) -> str:
        return "\n".join(self._lines[node.lineno - 1 : node.end_lineno])


def _place(method: str) -> int:
    return _METHOD_ORDER.index(method if method in _METHOD_ORDER else "")
