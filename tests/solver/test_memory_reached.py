"""How much memory a search reached: the same for the same position, and what it really took."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Game, numbered_deck
from winnable.rules import RunRule
from winnable.solver import Limit, Result, Verdict, python_solver, solve, solve_many
from winnable.solver.kernels import Kernel, kernel_for

MEBIBYTE = 2**20
FREECELL = GAMES["freecell"]
HEAVY = {
    "freecell": 3470,
    "bakers-game": 2879,
    "golf-relaxed": 161,
    "easthaven": 1231,
    "aces-up": 42,
}
"""A deal of each game that takes megabytes."""
LIGHT = {"freecell": 5764, "bakers-game": 1461, "golf-relaxed": 86, "easthaven": 235, "aces-up": 8}


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def reached(game: Game, deal: int, limit: Limit | None = None, *, short: bool = False) -> Result:
    """The result of a deal that is solved by itself."""
    return solve(game, game.deal(numbered_deck(deal)), limit or Limit(), short=short)


def kernel(game: Game) -> Kernel:
    found = kernel_for(game)
    assert found is not None
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_the_same_whatever_came_before(slug: str) -> None:
    game, heavy, light = GAMES[slug], HEAVY[slug], LIGHT[slug]
    deals = [light, 1000 + light, heavy, light, 1000 + light, heavy, 2000 + light]
    if slug == "aces-up":
        deals = [light, heavy, light, 57]
    results = kernel(game).solve_deals(deals, Limit(), None)
    alone = {deal: reached(game, deal).memory for deal in set(deals)}
    assert [found.memory for found in results] == [alone[deal] for deal in deals]


@pytest.mark.parametrize("jobs", [1, 3])
def test_it_is_the_same_on_any_number_of_threads(jobs: int) -> None:
    deals = [HEAVY["freecell"], 11_982, *range(1, 500)]
    memories = {deal: found.memory for deal, found in solve_many(FREECELL, deals, jobs=jobs)}
    assert memories == {deal: reached(FREECELL, deal).memory for deal in deals}


LIMITS = [1, 100_000, 400_000, 500_000, MEBIBYTE, 3 * MEBIBYTE, 16 * MEBIBYTE, 17 * MEBIBYTE]


@pytest.mark.parametrize("memory", LIMITS)
def test_a_limit_is_kept_and_earlier_deals_change_nothing(memory: int) -> None:
    """Two cells make FreeCell's kernel come to all of these limits."""
    game, limit = replace(FREECELL, cells=2), Limit(memory=memory)
    deals = [12, 26, 1, 9, 12, 26, 6, 12]
    results = kernel(game).solve_deals(deals, limit, None)
    for deal, found in zip(deals, results, strict=True):
        alone = reached(game, deal, limit)
        assert found.memory <= memory
        assert (found.memory, found.states) == (alone.memory, alone.states)
        assert (found.verdict, found.moves) == (alone.verdict, alone.moves)
    assert results[0].verdict is Verdict.UNSETTLED


@pytest.mark.parametrize("slug", GAMES)
def test_so_much_is_enough_and_less_is_not(slug: str) -> None:
    game = GAMES[slug]
    enough = reached(game, HEAVY[slug])
    assert enough.verdict is not Verdict.UNSETTLED
    again = reached(game, HEAVY[slug], Limit(memory=enough.memory))
    assert replace(again, seconds=0.0) == replace(enough, seconds=0.0)
    limit = enough.memory - 1
    stopped = reached(game, HEAVY[slug], Limit(memory=limit))
    assert stopped.verdict is Verdict.UNSETTLED
    assert stopped.memory <= limit
    if slug != "golf-relaxed":  # whose last search takes all of its memory at once, or none
        assert stopped.memory >= limit / 2


@pytest.mark.parametrize("slug", GAMES)
def test_it_grows_with_the_work(slug: str) -> None:
    light, heavy = reached(GAMES[slug], LIGHT[slug]), reached(GAMES[slug], HEAVY[slug])
    assert 0 < light.memory < heavy.memory / 2
    assert light.states < heavy.states
    assert heavy.memory >= 8 * heavy.states


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_to_search_takes_no_memory(slug: str) -> None:
    game = GAMES[slug]
    start = game.deal(numbered_deck(1))
    won = replace(
        start,
        columns=((),) * game.columns,
        face_down=(0,) * game.columns,
        stock=None if start.stock is None else (),
    )
    assert solve(game, won).memory == 0
    assert reached(game, HEAVY[slug], Limit(memory=1)).memory == 0


@pytest.mark.parametrize("slug", ["freecell", "bakers-game", "golf-relaxed"])
def test_a_search_for_a_short_line_counts(slug: str) -> None:
    game = GAMES[slug]
    for deal in (1, 2, 3):
        for limit in (Limit(memory=None), Limit(memory=2 * MEBIBYTE), Limit(memory=MEBIBYTE)):
            fast = reached(game, deal, limit)
            short = reached(game, deal, limit, short=True)
            assert short.memory >= fast.memory
            assert limit.memory is None or short.memory <= limit.memory
    if slug == "freecell":
        assert reached(game, 1, short=True).memory > reached(game, 1).memory


def test_single_cards_take_what_supermoves_take() -> None:
    single = replace(FREECELL, run_rule=RunRule.SINGLE)
    assert reached(single, 1).memory == reached(FREECELL, 1).memory > 0


@pytest.mark.parametrize("slug", GAMES)
def test_the_python_solver_tells_it_too(slug: str) -> None:
    game = GAMES[slug]
    start = game.deal(numbered_deck(1))
    few, more = (python_solver.search(game, start, Limit(states=states)) for states in (20, 80))
    assert 0 < few.memory < more.memory
    assert few.memory / few.states == more.memory / more.states
    limit = few.memory
    stopped = python_solver.search(game, start, Limit(memory=limit))
    assert limit <= stopped.memory < 4 * limit  # by the positions that are one move further on


def test_it_survives_pickles_and_copies() -> None:
    result = reached(FREECELL, 1)
    assert result.memory > 0
    for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert again.memory == result.memory
        assert again == result
    assert replace(result, memory=1) != result
    assert f"memory={result.memory}" in repr(result)


MEASURE = """
import sys
from dataclasses import replace
from winnable import find_game, numbered_deck
from winnable.solver import solve
game = find_game(sys.argv[1])
if sys.argv[1] == "freecell":
    game = replace(game, cells=2)
light, heavy = (game.deal(numbered_deck(int(deal))) for deal in sys.argv[2:])
def peak():
    # Not ru_maxrss, which begins with that of the process that started this one.
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
solve(game, light)
before = peak()
memory = solve(game, heavy).memory
print(memory, peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
@pytest.mark.parametrize("slug", ["freecell", "golf-relaxed", "easthaven", "aces-up"])
def test_the_process_grows_by_about_as_much(slug: str) -> None:
    heavy = 12 if slug == "freecell" else HEAVY[slug]
    said = subprocess.run(
        [sys.executable, "-c", MEASURE, slug, str(LIGHT[slug]), str(heavy)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    memory, growth = map(int, said.stdout.split())
    assert memory > 5_000_000
    assert 0.6 * memory < growth < 1.4 * memory
