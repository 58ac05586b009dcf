"""Searching deals by verdicts and levels: the same whether verdicts are known or worked out."""

from contextlib import closing
from itertools import islice
from threading import Event

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Game, numbered_deck
from winnable.coach import deal_search
from winnable.coach.deal_search import DealQuery, DealSearch
from winnable.coach.difficulty import Level, level_of
from winnable.coach.known_verdicts import known_range, known_verdict
from winnable.solver import Limit, Verdict, solve

FREECELL, BAKERS, GOLF = (GAMES[slug] for slug in ("freecell", "bakers-game", "golf-relaxed"))
EASTHAVEN = GAMES["easthaven"]
KNOWN = {FREECELL: range(1, 21), BAKERS: range(6, 16), GOLF: range(10, 31)}


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


@pytest.fixture
def few_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the verdicts of only a few deals were known, and none of Easthaven."""

    def known(game: Game) -> range:
        return KNOWN.get(game, range(0))

    def verdict(game: Game, deal: int) -> Verdict | None:
        return known_verdict(game, deal) if deal in known(game) else None

    monkeypatch.setattr(deal_search, "known_range", known)
    monkeypatch.setattr(deal_search, "known_verdict", verdict)


def verdict(game: Game, deal: int) -> Verdict:
    return solve(game, game.deal(numbered_deck(deal))).verdict


def matches(query: DealQuery, deals: range) -> list[int]:
    """The definition, deal by deal."""
    return [
        deal
        for deal in deals
        if all(verdict(game, deal) is Verdict.WINNABLE for game in query.winnable)
        and all(verdict(game, deal) is Verdict.LOST for game in query.lost)
        and all(level_of(game, deal) is level for game, level in query.levels.items())
    ]


QUERIES = {
    "one winnable": DealQuery(winnable=(BAKERS,)),
    "one lost": DealQuery(lost=(GOLF,)),
    "winnable and lost": DealQuery(winnable=(FREECELL, GOLF), lost=(BAKERS,)),
    "a game without known verdicts": DealQuery(winnable=(EASTHAVEN,), lost=(BAKERS,)),
    "a level": DealQuery(winnable=(GOLF,), lost=(EASTHAVEN,), levels={GOLF: Level.MEDIUM}),
    "a level means winnable": DealQuery(lost=(BAKERS,), levels={EASTHAVEN: Level.EASY}),
}


@pytest.mark.usefixtures("few_known")
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_deals_are_found_in_order_known_or_not(query: DealQuery) -> None:
    deals = range(3, 36)
    expected = matches(query, deals)
    assert 0 < len(expected) < len(deals)
    search = DealSearch(query, deals)
    assert list(search) == expected
    assert search.unsettled == 0


def test_known_verdicts_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_search, "solve_many", lambda *_, **__: pytest.fail("solved"))
    query = DealQuery(winnable=(FREECELL,), lost=(BAKERS,))
    assert query.known_deals == known_range(FREECELL)
    found = list(DealSearch(query, query.known_deals))
    lost = [deal for deal in known_range(BAKERS) if known_verdict(BAKERS, deal) is Verdict.LOST]
    assert found == [deal for deal in lost if deal != 11982]


@pytest.mark.usefixtures("few_known")
def test_the_deals_known_in_all_games_of_a_query() -> None:
    def deals(*games: Game) -> range:
        return DealQuery(winnable=games[:1], lost=games[1:]).known_deals

    assert deals(FREECELL) == range(1, 21)
    assert deals(FREECELL, BAKERS) == range(6, 16)
    assert deals(GOLF, FREECELL, BAKERS) == range(10, 16)
    assert DealQuery(levels={GOLF: Level.EASY}).known_deals == range(10, 31)
    assert not deals(FREECELL, EASTHAVEN)
    assert not DealQuery().known_deals


@pytest.mark.usefixtures("few_known")
def test_unsettled_deals_match_neither_and_are_counted() -> None:
    deals, limit = range(16, 31), Limit(states=1)
    for query in (DealQuery(winnable=(BAKERS,)), DealQuery(lost=(BAKERS,))):
        search = DealSearch(query, deals, limit)
        assert list(search) == []
        assert search.unsettled == len(deals)
    # Deals that another game rules out do not count.
    search = DealSearch(DealQuery(lost=(FREECELL, BAKERS)), range(16, 21), limit)
    assert list(search) == []
    assert search.unsettled == 0


def test_a_search_can_be_left_early() -> None:
    beyond = known_range(FREECELL).stop
    search = DealSearch(DealQuery(winnable=(FREECELL,)), range(beyond, 2**33))
    with closing(iter(search)) as found:
        first = list(islice(found, 3))
    assert first == list(range(beyond, beyond + 3))


def test_cancelled_on_the_way() -> None:
    cancel = Event()
    beyond = known_range(FREECELL).stop
    search = DealSearch(DealQuery(winnable=(FREECELL,)), range(beyond, 2**33), cancel=cancel)
    found = 0
    for _ in search:
        found += 1
        if found == 5:
            cancel.set()
    assert found >= 5


def test_progress_counts_the_deals() -> None:
    counts: list[int] = []
    query = DealQuery(lost=(FREECELL,))
    list(DealSearch(query, range(100, 200), progress=counts.append))
    assert counts == list(range(100))
