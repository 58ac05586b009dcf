"""black-hole-solver as a child process: its wrapper from PyPI, and the C library that it loads."""

from __future__ import annotations

import time
from dataclasses import asdict
from importlib import import_module
from typing import Any

from benchmarks.child import Answer, peak_memory, serve
from benchmarks.runs import Run
from winnable import find_game, numbered_deck
from winnable.play.board_notation import board_text

__all__ = ["main"]

_GAME = find_game("golf-relaxed")


def _wrapper() -> Any:
    return import_module("black_hole_solver")


def version() -> Answer:
    """Which version this is; or why there is none."""
    try:
        wrapper = _wrapper()
    except ImportError:
        return {"missing": "its wrapper from PyPI, black-hole-solver, is not installed"}
    try:
        solver = wrapper.BlackHoleSolver()
    except (ImportError, OSError):
        return {"missing": "its wrapper from PyPI is here, but not the C library that this loads"}
    return {"version": solver.ffi.string(solver.lib.black_hole_solver_get_lib_version()).decode()}


def solve_range(first: int, last: int) -> Answer:
    """Solve a range with wrapped ranks, reading the clock while the library works."""
    states, lost, unsettled = 0, [], []
    seconds = processor = 0.0
    for deal in range(first, last + 1):
        board = _board(deal)
        began, used = time.perf_counter(), time.process_time()
        solver, code = _solved(board)
        seconds += time.perf_counter() - began
        processor += time.process_time() - used
        states += solver.get_num_times()
        if solver.ret_code_is_suspend(code):
            unsettled.append(deal)
        elif code != solver.BLACK_HOLE_SOLVER__SUCCESS:
            lost.append(deal)
    run = Run(
        deals=last - first + 1,
        seconds=seconds,
        processor=processor,
        states=states,
        lost=tuple(lost),
        unsettled=tuple(unsettled),
        peak=peak_memory(),
    )
    return asdict(run)


def lengths(first: int, last: int) -> Answer:
    """How many moves, deals from the stock among them, its solutions have."""
    moves: dict[int, int] = {}
    for deal in range(first, last + 1):
        solver, code = _solved(_board(deal))
        if code == solver.BLACK_HOLE_SOLVER__SUCCESS:
            moves[deal] = sum(1 for _ in iter(solver.get_next_move, None))
    return {"moves": moves}


def _board(deal: int) -> str:
    return board_text(_GAME, _GAME.deal(numbered_deck(deal)))


def _solved(board: str) -> tuple[Any, int]:
    solver = _wrapper().BlackHoleSolver()
    solver.read_board(board=board, game_type="golf", place_queens_on_kings=True, wrap_ranks=True)
    return solver, solver.resume_solution()


def main() -> None:
    """Serve the parent."""
    serve({"version": version, "solve": solve_range, "lengths": lengths})


if __name__ == "__main__":
    main()
