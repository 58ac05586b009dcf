"""What is known of one deal: looked up where it can be, otherwise found out, and always true."""

from dataclasses import replace
from threading import Event

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Game, Session
from winnable.coach import atlas
from winnable.coach.atlas import DealFacts, deal_facts
from winnable.coach.difficulty import level_of
from winnable.coach.known_verdicts import verdict_table
from winnable.solver import Limit, Verdict

FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]
TINY = Limit(states=1)


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def first_winnable(game: Game) -> int:
    table = verdict_table(game)
    assert table is not None
    return table.winnable_deal(0)


def first_lost(game: Game) -> int:
    table = verdict_table(game)
    assert table is not None
    return next(deal for deal in table.deals if table.verdict(deal) is Verdict.LOST)


def knowing(monkeypatch: pytest.MonkeyPatch, verdict: Verdict | None) -> None:
    """Let this be the known verdict on every deal."""
    monkeypatch.setattr(atlas, "known_verdict", lambda *_: verdict)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_winnable_deal_has_a_line_that_wins_and_a_level(game: Game) -> None:
    deal = first_winnable(game)
    facts = deal_facts(game, deal)
    assert (facts.game, facts.deal, facts.verdict) == (game, deal, Verdict.WINNABLE)
    assert facts.level is not None
    assert facts.level is level_of(game, deal)
    assert facts.line is not None
    assert facts.moves == len(facts.line)
    session = Session.new(game, deal)
    for move in facts.line:
        assert not session.is_won
        session.make(move)
    assert session.is_won


def test_moves_by_hand_leave_out_safe_cards() -> None:
    facts = deal_facts(FREECELL, 1)
    assert facts.moves is not None
    assert facts.moves_by_hand is not None
    assert 0 < facts.moves_by_hand < facts.moves
    golf = deal_facts(GOLF, first_winnable(GOLF))
    assert golf.moves_by_hand == golf.moves


def test_a_line_can_be_proved_the_shortest() -> None:
    assert deal_facts(GOLF, first_winnable(GOLF)).minimal


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_deal_known_to_be_lost_is_not_solved(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr("winnable.solver.solve_position", lambda *_, **__: pytest.fail("solved"))
    deal = first_lost(game)
    facts = deal_facts(game, deal)
    assert facts == DealFacts(game, deal, Verdict.LOST, None, False, None)
    assert facts.moves is facts.moves_by_hand is None


@pytest.mark.parametrize("deal", [1, 11982])
def test_what_is_not_known_is_worked_out(monkeypatch: pytest.MonkeyPatch, deal: int) -> None:
    expected = deal_facts(FREECELL, deal)
    knowing(monkeypatch, None)
    assert deal_facts(FREECELL, deal) == expected


def test_a_deal_known_to_be_winnable_stays_so_without_a_line() -> None:
    facts = deal_facts(FREECELL, 1, TINY)
    assert (facts.verdict, facts.line, facts.moves) == (Verdict.WINNABLE, None, None)
    assert facts.level is level_of(FREECELL, 1)


def test_a_deal_that_is_not_known_is_unsettled_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    knowing(monkeypatch, None)
    facts = deal_facts(FREECELL, 1, TINY)
    assert facts == DealFacts(FREECELL, 1, Verdict.UNSETTLED, None, False, None)


def test_a_proof_counts_more_than_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    knowing(monkeypatch, Verdict.WINNABLE)
    assert deal_facts(FREECELL, 11982).verdict is Verdict.LOST


def test_no_time_no_level() -> None:
    facts = deal_facts(FREECELL, 1, Limit(seconds=1e-9))
    assert (facts.verdict, facts.level) == (Verdict.WINNABLE, None)


def test_a_game_without_levels_has_none() -> None:
    facts = deal_facts(replace(FREECELL, name="Five Cells", cells=5), 1)
    assert (facts.verdict, facts.level) == (Verdict.WINNABLE, None)
    assert facts.line


def test_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = Event()
    cancel.set()
    facts = deal_facts(FREECELL, 1, cancel=cancel)
    assert facts == DealFacts(FREECELL, 1, Verdict.WINNABLE, None, False, None)
    knowing(monkeypatch, None)
    assert deal_facts(FREECELL, 1, cancel=cancel).verdict is Verdict.UNSETTLED


def test_progress_counts_positions() -> None:
    counts: list[int] = []
    deal_facts(GOLF, first_winnable(GOLF), progress=counts.append)
    assert counts
    assert counts[0] == 0
