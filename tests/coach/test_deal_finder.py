"""Finding deals: proved winnable before they are dealt; the daily deal never changes."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import islice
from threading import Event, Thread

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, FileError, Game, LimitError, UnknownGameError, numbered_deck
from winnable.coach import deal_finder
from winnable.coach.deal_finder import (
    DAILY_DEALS,
    find_daily_deal,
    find_new_deal,
    find_winnable_deal,
    first_candidate,
    known_lost_deals,
    next_candidate,
    search_daily_deal,
)
from winnable.coach.difficulty import Level, level_of
from winnable.coach.known_verdicts import VerdictTable, known_range, pack_bits
from winnable.deals import DealSource
from winnable.solver import Limit, Verdict, solve

FREECELL, ACES_UP = GAMES["freecell"], GAMES["aces-up"]
HOPELESS = replace(FREECELL, name="No Cells", cells=0, columns=4)
DAYS = (
    "1999-12-31", "2026-01-01", "2026-11-16", "2027-06-30", "2028-02-29", "2031-03-01",
    "2035-12-31", "2041-06-17", "2100-07-04",
)  # fmt: skip
QUICK_DAYS = [
    date(2026, 4, 8), date(2026, 10, 10), date(2027, 1, 9), date(2027, 10, 15), date(2030, 10, 19),
    date(2031, 4, 25), date(2031, 5, 14), date(2032, 9, 22),
]  # fmt: skip
"""Days on which several deals of Aces Up are lost before one can be won, and quickly proved so."""
DAILY = {
    "aces-up": (178613, 36365, 699883, 658254, 826892, 236487, 377385, 641574, 526170),
    "easthaven": (162500, 39008, 628348, 827792, 685464, 302723, 556817, 506882, 538095),
    "bakers-game": (182916, 35693, 741622, 903965, 991337, 508145, 573767, 975351, 430143),
    "golf-relaxed": (445413, 866817, 613785, 345657, 95760, 687245, 434190, 776145, 235723),
    "freecell": (938689, 671857, 926678, 498822, 816584, 103768, 93713, 354192, 358168),
}
"""The daily numbers of those days. Nothing may ever change them: people have played them."""


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def verdict(game: Game, number: int) -> Verdict:
    return solve(game, game.deal(numbered_deck(number))).verdict


@pytest.mark.parametrize("slug", GAMES)
def test_the_daily_deals_are_what_they_were(slug: str) -> None:
    found = tuple(find_daily_deal(GAMES[slug], date.fromisoformat(day)) for day in DAYS)
    assert found == DAILY[slug]
    again = tuple(find_daily_deal(GAMES[slug], date.fromisoformat(day)) for day in DAYS[1:5])
    assert found[1:5] == again


@pytest.mark.parametrize("slug", GAMES)
def test_the_daily_deal_is_the_first_that_can_be_won(slug: str) -> None:
    game = GAMES[slug]
    for day, daily in zip(DAYS, DAILY[slug], strict=True):
        number = first_candidate(game, date.fromisoformat(day))
        while number != daily:
            assert verdict(game, number) is Verdict.LOST
            number = next_candidate(number)
        assert verdict(game, number) is Verdict.WINNABLE


def test_an_hour_of_the_day_makes_no_difference() -> None:
    day = datetime(2028, 2, 29, 23, 59)
    assert find_daily_deal(FREECELL, day) == find_daily_deal(FREECELL, day.date())


def test_candidates_are_everyday_numbers() -> None:
    assert DAILY_DEALS == 1_000_000, "it is part of the definition of every daily deal"
    days = [date(2026, 1, 1) + timedelta(days=at) for at in range(3000)]
    found = [first_candidate(FREECELL, day) for day in days]
    assert 1 <= min(found) < 5_000
    assert 995_000 < max(found) <= 1_000_000
    assert len(set(found)) > 2980


def test_early_years_are_written_with_four_digits() -> None:
    assert first_candidate(FREECELL, date(617, 1, 1)) == 4206


def test_after_the_last_candidate_comes_the_first() -> None:
    assert (next_candidate(1), next_candidate(1_000_000)) == (2, 1)


def test_known_lost_deals_of_aces_up_cover_whole_years() -> None:
    day = date(2025, 12, 31)
    assert known_lost_deals(ACES_UP, day) is None
    while (day := day + timedelta(days=1)).year < 2033:
        assert known_lost_deals(ACES_UP, day) is not None
    assert known_lost_deals(ACES_UP, day) is None


def test_known_lost_deals_of_aces_up_are_right() -> None:
    for day in QUICK_DAYS:
        assert known_lost_deals(ACES_UP, day)
        assert find_daily_deal(ACES_UP, day) == search_daily_deal(ACES_UP, day)


@pytest.mark.heavy
def test_known_lost_deals_of_aces_up_are_right_all_year() -> None:
    for day in (date(2027, 1, 1) + timedelta(days=at) for at in range(365)):
        assert find_daily_deal(ACES_UP, day) == search_daily_deal(ACES_UP, day)


def test_lost_deals_are_known_for_our_game_only() -> None:
    """Another game with the same slug is another game."""
    other = replace(ACES_UP, name="Aces Down")
    assert known_lost_deals(ACES_UP, date(2027, 1, 1)) == 1
    assert known_lost_deals(other, date(2027, 1, 1)) is None


def test_an_unsettled_daily_deal_is_not_replaced_by_another() -> None:
    message = r"the daily deal of FreeCell for 2027-01-01 is not known: deal 102810 could not"
    with pytest.raises(LimitError, match=message):
        search_daily_deal(FREECELL, date(2027, 1, 1), limit=Limit(states=1))


def test_a_game_without_a_daily_deal_says_so() -> None:
    reported: list[int] = []
    with pytest.raises(LimitError, match="No Cells has no daily deal: 2 deals in a row are lost"):
        search_daily_deal(HOPELESS, date(2027, 1, 1), progress=reported.append, max_deals=2)
    assert reported == [1, 2]


@pytest.mark.parametrize("slug", GAMES)
def test_a_winnable_deal_can_be_won(slug: str) -> None:
    rng = random.Random(617)
    for _ in range(3):
        number = find_winnable_deal(GAMES[slug], rng=rng)
        assert number in known_range(GAMES[slug])
        assert verdict(GAMES[slug], number) is Verdict.WINNABLE


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_has_the_level_that_was_wanted(slug: str, level: Level) -> None:
    number = find_winnable_deal(GAMES[slug], level=level, rng=random.Random(1))
    assert level_of(GAMES[slug], number) is level


def no_solver(*_args: object, **_kwargs: object) -> None:
    pytest.fail("something was solved")


def known(*winnable: int) -> VerdictTable:
    """A table of deals 1 to 20 in which only some are winnable, whatever they are in truth."""
    deals = range(1, 21)
    verdicts = [Verdict.WINNABLE if deal in winnable else Verdict.LOST for deal in deals]
    return VerdictTable(deals, pack_bits(verdicts), len(winnable))


@pytest.mark.parametrize("slug", GAMES)
def test_a_winnable_deal_is_found_without_the_solver(
    monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr("winnable.solver.solve_position", no_solver)
    for _ in range(10):
        assert find_winnable_deal(GAMES[slug]) in known_range(GAMES[slug])


def test_every_known_winnable_deal_is_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_finder, "verdict_table", lambda _: known(1, 2, 3, 17))
    rng = random.Random(617)
    found = Counter(find_winnable_deal(FREECELL, rng=rng) for _ in range(4000))
    assert set(found) == {1, 2, 3, 17}
    assert all(900 < times < 1100 for times in found.values())


def test_deals_of_a_level_are_among_the_known_winnable_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels = {deal: level_of(FREECELL, deal) for deal in (2, 5, 11, 14)}
    monkeypatch.setattr(deal_finder, "verdict_table", lambda _: known(*levels))
    for level in Level:
        with_level = {deal for deal, its_level in levels.items() if its_level is level}
        if with_level:
            assert find_winnable_deal(FREECELL, level=level) in with_level
        else:
            with pytest.raises(LimitError, match="was not found among 9 deals"):
                find_winnable_deal(FREECELL, level=level, max_deals=9)


@pytest.mark.parametrize("table", [None, known()], ids=["no table", "none winnable"])
def test_without_known_winnable_deals_random_ones_are_solved(
    monkeypatch: pytest.MonkeyPatch, table: VerdictTable | None
) -> None:
    monkeypatch.setattr(deal_finder, "verdict_table", lambda _: table)
    rng = random.Random(617)
    found = [find_winnable_deal(GAMES["bakers-game"], rng=rng) for _ in range(8)]
    assert max(found) > 20
    assert all(verdict(GAMES["bakers-game"], number) is Verdict.WINNABLE for number in found)


@pytest.mark.parametrize("slug", GAMES)
def test_known_verdicts_do_not_change_the_daily_deal(
    monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    game = GAMES[slug]
    days = (date(2040, 1, 1) + timedelta(days=at) for at in range(100_000))
    early = list(islice((day for day in days if first_candidate(game, day) <= 100), 5))
    assert len(early) == 5
    with monkeypatch.context() as patched:
        patched.setattr("winnable.solver.solve_position", no_solver)
        looked_up = [search_daily_deal(game, day) for day in early]
    monkeypatch.setattr(deal_finder, "known_verdict", lambda *_: None)
    assert [search_daily_deal(game, day) for day in early] == looked_up


def test_the_same_generator_gives_the_same_deal() -> None:
    first, second, third = (find_winnable_deal(FREECELL, rng=random.Random(n)) for n in (1, 1, 2))
    assert first == second != third


def test_without_a_generator_it_is_any_deal() -> None:
    found = {find_winnable_deal(FREECELL) for _ in range(5)}
    assert len(found) > 1
    assert all(verdict(FREECELL, number) is Verdict.WINNABLE for number in found)


def test_progress_counts_the_deals_passed_over() -> None:
    reported: list[int] = []
    find_winnable_deal(
        FREECELL, level=Level.FIENDISH, rng=random.Random(1), progress=reported.append
    )
    assert reported
    assert reported == list(range(1, len(reported) + 1))


def chosen(cancel: Event, progress: Callable[[int], None] | None = None) -> int:
    return find_winnable_deal(FREECELL, level=Level.FIENDISH, cancel=cancel, progress=progress)


def daily(cancel: Event, progress: Callable[[int], None] | None = None) -> int:
    return find_daily_deal(ACES_UP, date(2100, 7, 4), cancel=cancel, progress=progress)


@pytest.mark.parametrize("search", [chosen, daily])
def test_cancelled_before_it_begins(search: Callable[[Event], int]) -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(LimitError, match="no deal was chosen: the search was cancelled"):
        search(cancel)


def test_cancelled_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = Event()
    rare = lambda *_args, **_kwargs: False  # noqa: E731
    monkeypatch.setattr(deal_finder, "deal_has_level", rare)
    with pytest.raises(LimitError, match="cancelled"):
        chosen(cancel, progress=lambda passed_over: cancel.set() if passed_over == 3 else None)


def test_cancelled_from_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    rare = lambda *_args, **_kwargs: False  # noqa: E731
    monkeypatch.setattr(deal_finder, "deal_has_level", rare)
    cancel, begun, ended = Event(), Event(), Event()

    def search() -> None:
        with pytest.raises(LimitError, match="cancelled"):
            chosen(cancel, progress=lambda _: begun.set())
        ended.set()

    thread = Thread(target=search)
    thread.start()
    assert begun.wait(60)
    cancel.set()
    thread.join(60)
    assert ended.is_set()


def test_a_game_that_nobody_wins_is_given_up() -> None:
    message = "a winnable deal of No Cells was not found among 5 deals"
    with pytest.raises(LimitError, match=message):
        find_winnable_deal(HOPELESS, rng=random.Random(1), max_deals=5)


def test_a_game_without_measured_levels_is_refused() -> None:
    with pytest.raises(UnknownGameError, match="has no levels"):
        find_winnable_deal(replace(FREECELL, cells=5), level=Level.EASY, rng=random.Random(1))


# -- a new deal to play at once -------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_deal_is_proved_winnable_and_costs_no_search(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[slug]
    with monkeypatch.context() as patch:
        patch.setattr(deal_finder, "solve", None)
        found = [find_new_deal(game, rng=random.Random(seed)) for seed in range(5)]
    assert len(set(found)) > 1
    assert {deal.source for deal in found} == {DealSource.WINNABLE}
    assert verdict(game, found[0].number) is Verdict.WINNABLE


def test_without_known_verdicts_a_few_deals_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(game: Game) -> None:
        raise FileError("the known verdicts are damaged")

    monkeypatch.setattr(deal_finder, "verdict_table", damaged)
    deal = find_new_deal(FREECELL, rng=random.Random(1))
    assert deal.source is DealSource.WINNABLE
    assert verdict(FREECELL, deal.number) is Verdict.WINNABLE


def test_where_none_is_found_quickly_nothing_is_said_of_the_deal() -> None:
    deal = find_new_deal(HOPELESS, rng=random.Random(1))
    assert deal.source is None
    assert deal.number >= 1


def test_every_level_is_a_way_to_find_a_deal() -> None:
    assert {level.value for level in Level} < {source.value for source in DealSource}
