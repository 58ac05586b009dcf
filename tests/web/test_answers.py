"""Answers in plain types: what the coach found, and words that say the same."""

import json

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Session
from winnable.coach import Coach, Evaluation, Hint, Odds, review
from winnable.coach.descriptions import describe_evaluation, describe_hint, describe_review
from winnable.moves import parse_move
from winnable.solver import Verdict
from winnable.web.answers import (
    deal_told,
    hint_told,
    review_told,
    search_told,
    standing_told,
    stopped,
    trouble,
)


@pytest.mark.parametrize(
    "standing",
    [
        Evaluation(Verdict.WINNABLE, moves=12),
        Evaluation(Verdict.LOST),
        Evaluation(Verdict.UNSETTLED, Odds(248, 152)),
    ],
    ids=lambda standing: standing.verdict.value,
)
def test_standings(standing: Evaluation) -> None:
    told = standing_told(standing)
    assert told["kind"] == "standing"
    assert told["verdict"] == standing.verdict.value
    assert told["words"] == describe_evaluation(standing)
    assert told["moves"] == standing.moves
    assert (told["odds"] is None) == (standing.odds is None)
    assert json.loads(json.dumps(told)) == told


def test_odds() -> None:
    odds = Odds(248, 152)
    told = standing_told(Evaluation(Verdict.UNSETTLED, odds))["odds"]
    assert told == {
        "won": 248,
        "lost": 152,
        "unsettled": 0,
        "exact": False,
        "low": odds.low,
        "high": odds.high,
        "words": "Of the ways the hidden cards can lie, 62% ± 5% can still be won "
        "(95% sure; 400 looked at).",
    }


def test_hints() -> None:
    table = Session.new("golf", 1)
    hint = Hint(parse_move("deal"), Verdict.UNSETTLED, odds=Odds(10, 10), considered=1)
    told = hint_told(table.game, table.view, hint)
    assert told["move"] == "deal"
    assert told["words"] == describe_hint(table.game, table.view, hint)
    assert "after it" in told["odds"]["words"]
    none = hint_told(table.game, table.view, Hint(None, Verdict.LOST, odds=Odds(0, 2, exact=True)))
    assert none["move"] is None
    assert "after it" not in none["odds"]["words"]


def thrown_away(autoplay: str) -> Session:
    """Baker's Game with a mistake in it: moves are made until the game is known to be lost."""
    table = Session.new("bakers-game", 1, autoplay=autoplay)
    coach = Coach(table.game)
    while coach.evaluate(table).verdict is not Verdict.LOST:
        table.make(list(table.legal_moves())[-1])
    return table


@pytest.mark.parametrize("autoplay", ["off", "safe", "all"])
def test_a_review_with_its_lines(autoplay: str) -> None:
    need_kernels()
    table = thrown_away(autoplay)
    found = review(table)
    assert found.last_winnable is not None
    told = review_told(table, found, with_lines=True)
    assert told["verdicts"] == [verdict.value for verdict in found.verdicts]
    assert told["lines"] == describe_review(found, table)
    assert told["mistake"] == found.mistake == found.last_winnable + 1
    assert told["kept_by"] == [str(move) for move in found.kept_by]
    for name, made in (("best", 0), ("rest", found.last_winnable)):
        line = told[name]
        assert [step["made"] for step in line] == list(range(told[f"{name}_moves"] + 1))
        table.restart()
        for _ in range(made):
            table.redo()
        assert line[0]["view"] == table.view.as_dict()
        assert all(len(pile) == 13 for pile in line[-1]["view"]["foundations"])
    assert json.loads(json.dumps(told)) == told


def test_the_lines_of_a_review_are_moves_to_be_made_by_hand() -> None:
    need_kernels()
    table = Session.new("freecell", 1, autoplay="all")
    told = review_told(table, review(table), with_lines=True)
    player = Session.new("freecell", 1, autoplay=Autoplay.ALL)
    for step in told["best"][1:]:
        player.make(step["move"])
        assert player.view.as_dict() == step["view"]
    assert player.is_won


def test_progress_of_a_review_has_no_lines() -> None:
    need_kernels()
    table = Session.new("freecell", 1)
    told = review_told(table, review(table), with_lines=False)
    assert told["best"] is told["rest"] is None
    assert told["best_moves"]


def test_a_lost_deal_has_no_line() -> None:
    need_kernels()
    table = Session(GAMES["freecell"], deal=11982)
    told = review_told(table, review(table), with_lines=True)
    assert told["verdicts"] == ["lost"]
    assert told["best"] is told["rest"] is told["best_moves"] is None


def test_the_small_ones() -> None:
    assert deal_told(617) == {"kind": "deal", "number": 617}
    assert search_told(3) == {"kind": "deal", "number": None, "passed_over": 3}
    assert stopped() == {"kind": "stopped", "words": "The question was called off."}
    assert trouble("no\n memory") == {"kind": "trouble", "words": "No memory."}
