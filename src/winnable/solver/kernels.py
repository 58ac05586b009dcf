"""Which kernel solves which game, and how to call it.

A kernel is chosen by the rules in a game's record and not by the game's name, so a new game that
recombines the rules of an old one is solved as fast. Games without a kernel, and all games where
the kernels could not be compiled, are left to the solver in pure Python.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from winnable.cards import DECK
from winnable.deals import numbered_deck
from winnable.position import Position
from winnable.rules import BuildRule, DealOrder, FoundationRule, Game, Goal, RunRule, StockRule
from winnable.rules.supermove import with_supermoves
from winnable.solver.aces_up_shorten import remove_detours
from winnable.solver.packing import PackedLine, pack
from winnable.solver.python_solver import Tick
from winnable.solver.result import Limit, Result, Verdict

if TYPE_CHECKING:
    from winnable.solver.native.control import Control
    from winnable.solver.native.dealing import Dealer

__all__ = ["BEAM", "Kernel", "SlowSolverWarning", "forget_kernels", "has_kernel", "kernel_for"]

Found = tuple[int, bytes, int]
"""What a kernel returns: a number for the verdict, packed moves, the number of states."""
Answer = tuple[int, bytes, int, float, int]
"""The same, and the seconds and bytes it took."""

BEAM = 512
"""The width of the beam search for a short line: how many positions are kept per move."""

_VERDICTS = (Verdict.LOST, Verdict.WINNABLE, Verdict.UNSETTLED)
"""By the numbers NONE, WON and STOPPED of `native/control.pxd`."""


class SlowSolverWarning(UserWarning):
    """The kernels are missing, and the solver in pure Python replaces them."""


class _PythonDealer(NamedTuple):
    """Deals in an order that the native dealer does not know."""

    game: Game

    def deal(self, number: int) -> bytes:
        """A numbered deal, packed."""
        return pack(self.game, self.game.deal(numbered_deck(number)))


class Kernel(NamedTuple):
    """A compiled search for one game."""

    game: Game
    new_control: Callable[..., Control]
    dealer: Dealer | _PythonDealer
    search_all: Callable[[list[bytes], Control], list[Answer]]
    shorten: Callable[[bytes, bytes, Control], tuple[bytes, bool, int]] | None = None
    """For games whose first lines can be much too long: a shorter line than a given one, and
    whether it is proved that none is shorter still."""

    def solve(
        self, position: Position, limit: Limit, tick: Tick | None, *, short: bool = False
    ) -> Result:
        """Solve one position. `tick` gets the number of states now and then; true stops it."""
        return self._solve([pack(self.game, position)], position, limit, tick, short)[0]

    def solve_deals(
        self, numbers: list[int], limit: Limit, tick: Tick | None, *, short: bool = False
    ) -> list[Result]:
        """Solve numbered deals one after the other, until `tick` stops it."""
        packed = [self.dealer.deal(number) for number in numbers]
        return self._solve(packed, self.game.deal(DECK), limit, tick, short)

    def _solve(
        self, packed: list[bytes], start: Position, limit: Limit, tick: Tick | None, short: bool
    ) -> list[Result]:
        """Solve packed positions, all with the cells and foundations of `start`."""
        results = []
        found = self.search_all(packed, self._control(limit, tick))
        for position, (code, line, states, seconds, memory) in zip(packed, found, strict=False):
            verdict, minimal = _VERDICTS[code], False
            if short and self.shorten is not None and verdict is Verdict.WINNABLE:
                left = limit.remaining(states, seconds)
                if left is not None:
                    control = self._control(left, tick)
                    line, minimal, more = self.shorten(position, line, control)
                    states, seconds = states + more, seconds + control.seconds
                    memory = max(memory, control.memory_reached)
            packed_line = PackedLine(self.game, start, line)
            # A position that needed no search has still been examined.
            results.append(Result(verdict, packed_line, max(states, 1), seconds, minimal, memory))
        return results

    def _control(self, limit: Limit, tick: Tick | None) -> Control:
        control: Control = self.new_control(
            _bounded(limit.states), _bounded(limit.memory), limit.seconds, tick
        )
        return control


def kernel_for(game: Game) -> Kernel | None:
    """The kernel for a game; None, with one warning, if only pure Python can solve it."""
    kernel = _find(game)
    if kernel is None and _kernel_name(game) is not None:
        _warn_once()
    return kernel


@cache
def _find(game: Game) -> Kernel | None:
    name = _kernel_name(game)
    if name is None:
        return None
    try:
        module, new_control = _native(name), _native("control").Control
        layout = (
            game.columns,
            game.tableau_cards,
            game.face_down,
            game.cells,
            game.foundation_cards,
        )
        in_turns = game.deal_order is DealOrder.TURNS
        dealer = _native("dealing").Dealer(*layout) if in_turns else _PythonDealer(game)
        kernel = partial(Kernel, game, new_control, dealer)
        if name == "freecell":
            by_suit = game.build_rule is BuildRule.SUIT
            shorten = partial(
                _shorten_freecell, partial(_native("freecell_shorten").shorten, by_suit=by_suit)
            )
            return kernel(partial(module.search_all, by_suit=by_suit), shorten)
        if name == "golf":
            search = partial(module.search, wraps=game.wraps)
            return kernel(partial(_search_each, search), partial(_shorten_golf, search))
        if name == "aces_up":
            return kernel(partial(_search_each, partial(_without_detours, module.search)))
        return kernel(partial(_search_each, module.search))
    except ImportError:
        return None


def _native(name: str) -> Any:
    # Not an import statement, because import-linter cannot analyse compiled modules.
    return import_module(f"winnable.solver.native.{name}")


def forget_kernels() -> None:
    """Look for the kernels again, and warn again if they are missing."""
    _find.cache_clear()
    _warn_once.cache_clear()


def has_kernel(game: Game) -> bool:
    """Whether a kernel solves the game; otherwise pure Python does.

    A game of single cards is solved with supermoves: see `winnable.solver.one_position`.
    """
    return _find(with_supermoves(game) or game) is not None


def _kernel_name(game: Game) -> str | None:
    if game.tableau_cards + game.foundation_cards > len(DECK):
        return None
    for name, fields in _SUPPORTED.items():
        if all(getattr(game, field) in values for field, values in fields.items()):
            return name
    return None


_BY_SUIT: dict[str, tuple[object, ...]] = {
    "foundation_rule": (FoundationRule.SUIT,),
    "foundations": (4,),
    "foundation_cards": (0,),
    "fills_empty_columns": (True,),
    "wraps": (False,),
    "goal": (Goal.HOME,),
}
_SUPPORTED: dict[str, dict[str, tuple[object, ...]]] = {
    "freecell": _BY_SUIT
    | {
        "columns": tuple(range(1, 9)),
        "cells": tuple(range(9)),
        "face_down": (0,),
        "build_rule": (BuildRule.ALTERNATE, BuildRule.SUIT),
        "run_rule": (RunRule.SUPERMOVE,),
        "stock_rule": (StockRule.NOTHING,),
    },
    "easthaven": _BY_SUIT
    | {
        "columns": (7,),
        "cells": (0,),
        "face_down": (0, 1, 2),
        "build_rule": (BuildRule.ALTERNATE,),
        "run_rule": (RunRule.WHOLE,),
        "stock_rule": (StockRule.COLUMNS,),
    },
    "golf": {
        "columns": tuple(range(1, 8)),
        "cells": (0,),
        "face_down": (0,),
        "foundations": (1,),
        "foundation_cards": (1,),
        "foundation_rule": (FoundationRule.NEIGHBOUR,),
        "build_rule": (BuildRule.NOTHING,),
        "fills_empty_columns": (False,),
        "run_rule": (RunRule.SINGLE,),
        "stock_rule": (StockRule.FOUNDATION,),
        "goal": (Goal.CLEARED,),
    },
    "aces_up": {
        "columns": (4,),
        "cells": (0,),
        "face_down": (0,),
        "foundations": (1,),
        "foundation_cards": (0,),
        "foundation_rule": (FoundationRule.OUTRANKED,),
        "build_rule": (BuildRule.NOTHING,),
        "fills_empty_columns": (True,),
        "run_rule": (RunRule.SINGLE,),
        "stock_rule": (StockRule.COLUMNS,),
        "goal": (Goal.ACES,),
    },
}  # fmt: skip
"""What a game's record has to say for a kernel to solve it; other fields do not matter to it."""


def _search_each(
    search: Callable[[bytes, Control], Found], packed: list[bytes], control: Control
) -> list[Answer]:
    answers: list[Answer] = []
    for position in packed:
        control.restart()
        answers.append((*search(position, control), control.seconds, control.memory_reached))
        if control.cancelled:
            break
    return answers


def _without_detours(
    search: Callable[[bytes, Control], Found], packed: bytes, control: Control
) -> Found:
    code, line, states = search(packed, control)
    return code, remove_detours(packed, line), states


def _shorten_freecell(
    shorten: Callable[..., tuple[int, bytes, bool, int]],
    packed: bytes,
    line: bytes,
    control: Control,
) -> tuple[bytes, bool, int]:
    return shorten(packed, line, control, width=BEAM)[1:]


def _shorten_golf(
    search: Callable[..., Found], packed: bytes, line: bytes, control: Control
) -> tuple[bytes, bool, int]:
    """In Golf the search itself can find the line with the fewest moves."""
    code, shorter, states = search(packed, control, shortest=True)
    if _VERDICTS[code] is not Verdict.WINNABLE:
        return line, False, states
    return shorter, not control.stopped, states


def _bounded(amount: float | None) -> int | None:
    """A limit for the kernels, which count in 64 bits; one beyond that is no limit."""
    return None if amount is None or amount >= 2**63 else max(1, int(amount))


@cache
def _warn_once() -> None:
    warnings.warn(
        "the solver's kernels were not compiled when this package was installed (is there a C "
        "compiler?): using pure Python, which is much slower",
        SlowSolverWarning,
        stacklevel=5,
    )
