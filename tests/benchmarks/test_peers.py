"""What peers say, read; and a duel with a peer that is made up."""

import os
import shutil
from dataclasses import replace

import pytest

from benchmarks import black_hole, versus
from benchmarks.child import Child, ChildError
from benchmarks.peers import Missing, RangeSolver, find_peer, read_range
from benchmarks.plan import QUICK, Size
from benchmarks.runs import Block, Run
from benchmarks.section import Job
from winnable import find_game
from winnable.solver import has_kernel

needs_kernels = pytest.mark.skipif(
    not (has_kernel(find_game("freecell")) or os.environ.get("CI")), reason="kernels are not built"
)

PRINTED = """\
Started at 1794828350.250000
Reached Board No. 11980 at 1794828350.500000 (total_num_iters=112)
Unsolved Board No. 11982 at 1794828350.800000
Reached Board No. 11982 at 1794828350.800001 (total_num_iters=204995)
Intractable Board No. 11983 at 1794828350.850000
Reached Board No. 11984 at 1794828351.250000 (total_num_iters=205133)
""".splitlines()


class MadeUp:
    """A peer that is sure that every tenth deal is lost, and takes a second for every one."""

    name = "made-up"
    version = "0.1"

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def solve(self, block: Block) -> Run:
        self.blocks.append(block)
        deals = range(block.first, block.last + 1)
        lost = tuple(deal for deal in deals if deal % 10 == 0)
        return Run(len(deals), len(deals), len(deals), 1000 * len(deals), lost, peak=2**20)

    def lengths(self, block: Block) -> dict[int, int]:
        return {deal: 100 for deal in range(block.first, block.last + 1) if deal % 2}

    def close(self) -> None:
        self.blocks.clear()


def _job(slug: str, **changes: object) -> Job:
    plan = replace(QUICK, states=None, **changes)  # type: ignore[arg-type]
    return Job(slug, plan, lambda _: None)


def test_reading_a_range_of_fc_solve() -> None:
    run = read_range(Block(11980, 11984), PRINTED, processor=0.5, peak=7)
    assert run.seconds == pytest.approx(1.0)
    assert replace(run, seconds=1.0) == Run(5, 1.0, 0.5, 205133, (11982,), (11983,), 7)


def test_a_range_cut_short_is_no_run() -> None:
    with pytest.raises(ValueError, match="came to deal 11982, not to 11984"):
        read_range(Block(11980, 11984), PRINTED[:-1], processor=0.5, peak=7)


@needs_kernels
def test_a_duel_is_fought_block_by_block_and_names_contradictions() -> None:
    peer = MadeUp()
    row = versus.duel(_job("freecell", peers={"freecell": Size(20, 8)}, sample=4), peer)
    assert peer.blocks == [Block(1, 8), Block(9, 16), Block(17, 20)]
    assert (row.deals, row.their_rate, row.their_states, row.their_moves) == (20, 1, 1000, 100)
    assert row.sample == 2  # deals 1 and 3
    assert row.agreement == "**2 do not**: 10, 20"
    assert row.faster is not None
    assert row.faster > 1
    assert row.found == "20 / 0 / 0"
    assert len(row.cells()) == len(versus.SECTION.head)


@needs_kernels
def test_without_a_peer_our_side_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versus, "find_peer", lambda _: Missing("somebody", "gone fishing"))
    row = versus.measure(_job("bakers-game", peers={"bakers-game": Size(12, 6)}, sample=6))
    assert (row.deals, row.missing, row.faster) == (12, "gone fishing", None)
    assert row.cells()[0] == "somebody: missing"
    assert row.moves is not None


@pytest.mark.parametrize("slug", ["freecell", "bakers-game"])
def test_a_program_that_is_not_installed_is_missing(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    peer = find_peer(slug)
    assert isinstance(peer, Missing)
    assert "freecell-solver-bin" in peer.why


@pytest.mark.parametrize("slug", ["easthaven", "aces-up"])
def test_peers_that_cannot_be_run_say_why(slug: str) -> None:
    assert isinstance(find_peer(slug), Missing)


@pytest.mark.skipif(not shutil.which(RangeSolver.PROGRAM), reason="fc-solve is not installed")
def test_fc_solve_itself() -> None:
    peer = find_peer("bakers-game")
    assert not isinstance(peer, Missing)
    run = peer.solve(Block(8, 14))
    assert (run.deals, run.lost, run.unsettled) == (7, (10, 14), ())
    assert 1000 < run.states < 1_000_000
    assert run.peak > 2**20
    lengths = peer.lengths(Block(9, 10))
    assert lengths.keys() == {9}
    assert 40 < lengths[9] < 300


class FakeBlackHole:
    """The wrapper of black-hole-solver, as far as it is used; it wins everything in three moves."""

    BLACK_HOLE_SOLVER__SUCCESS = 0

    def read_board(self, board: str, **rules: object) -> None:
        assert rules == {"game_type": "golf", "place_queens_on_kings": True, "wrap_ranks": True}
        talon, foundation, *columns = board.splitlines()
        assert (len(talon.split()), len(foundation.split()), len(columns)) == (17, 2, 7)
        self.moves = [object()] * 3

    def resume_solution(self) -> int:
        return 0

    def ret_code_is_suspend(self, code: int) -> bool:
        return code == 10

    def get_num_times(self) -> int:
        return 50

    def get_next_move(self) -> object:
        return self.moves.pop() if self.moves else None


def test_black_hole_solver_is_given_our_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrapper:
        BlackHoleSolver = FakeBlackHole

    monkeypatch.setattr(black_hole, "_wrapper", lambda: Wrapper)
    run = Run.read(black_hole.solve_range(1, 4))
    assert (run.deals, run.states, run.winnable) == (4, 200, 4)
    assert black_hole.lengths(1, 2) == {"moves": {1: 3, 2: 3}}


def test_a_child_that_ends_is_an_error() -> None:
    with Child("benchmarks.figures") as child, pytest.raises(ChildError, match="asked to solve"):
        child.ask("solve")
