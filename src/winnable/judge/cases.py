"""Cases for checks of functions: a call, and everything that has to come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from winnable.cards import Card, Pile
from winnable.wording import counted

__all__ = [
    "ANYTHING",
    "ANY_WORDS",
    "Case",
    "Piles",
    "Stock",
    "is_equal",
    "show",
    "size_of",
    "to_json",
]

ANYTHING = object()
"""For a value that the handout leaves open."""
ANY_WORDS = "\n"
"""For a message whose words the handout leaves open."""

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


# -- values ---------------------------------------------------------------------------------------


def to_json(value: Any) -> Any:
    if isinstance(value, Card):
        return {"card": str(value)}
    if isinstance(value, Stock):
        return {"deck": [str(card) for card in value.cards]}
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, tuple) and value and value[0] is tuple:
        return {"tuple": [to_json(each) for each in value[1:]]}
    if isinstance(value, list | tuple):
        return [to_json(each) for each in value]
    return value


def is_equal(actual: Any, wanted: Any) -> bool:
    """Whether values are the same; it does not matter how a card lies or whether 1 is True."""
    if isinstance(wanted, dict) and isinstance(actual, dict):
        if "tuple" in wanted:
            return is_equal(actual.get("tuple"), wanted["tuple"])
        key = next(iter(wanted))
        return bool(actual.get(key) == wanted[key])
    if isinstance(wanted, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(wanted)
            and all(map(is_equal, actual, wanted))
        )
    if isinstance(wanted, bool) or isinstance(actual, bool):
        return actual is wanted
    return bool(actual == wanted)


def show(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, dict):
        if "card" in value:
            try:
                return Card.parse(value["card"]).sign
            except ValueError:
                return "a blank card"
        if "deck" in value:
            return f"a deck of {counted(len(value['deck']), 'card')}"
        if "tuple" in value:
            return f"({', '.join(map(show, value['tuple']))})"
        return repr(value["text"]) if "text" in value else f"a {value.get('other', 'value')}"
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    return str(value)


def size_of(piles: Iterable[Pile]) -> int:
    """How many cards there are in all."""
    return sum(map(len, piles))
