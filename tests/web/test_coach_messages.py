"""The messages of the coach: what it found, and words that say the same."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Session
from winnable.coach import (
    Chance,
    Coach,
    Evaluation,
    Hint,
    LuckReview,
    Odds,
    Review,
    StepChance,
    review,
)
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    describe_review,
    explain_evaluation,
    explain_hint,
    explain_review,
)
from winnable.moves import parse_move
from winnable.solver import Verdict
from winnable.web.coach_messages import (
    DealMessage,
    ErrorMessage,
    OddsMessage,
    ProgressMessage,
    QueuedMessage,
    ReviewMessage,
    StoppedMessage,
    error_message,
    evaluation_message,
    hint_message,
    review_message,
    to_plain,
)
from winnable.web.replay_steps import visible_cards
from winnable.web.response_models.streams import CoachMessage

ANY_MESSAGE: TypeAdapter[CoachMessage] = TypeAdapter(CoachMessage)


def check_json(message: Any) -> None:
    """A message survives the way from a worker to a browser."""
    line = json.loads(json.dumps(vars(message), default=to_plain))
    assert ANY_MESSAGE.validate_python(line) == message
    assert ANY_MESSAGE.dump_python(message, mode="json") == line


@pytest.mark.parametrize(
    "evaluation",
    [
        Evaluation(Verdict.WINNABLE, moves=12),
        Evaluation(Verdict.LOST),
        Evaluation(Verdict.UNSETTLED, Odds(248, 152)),
        Evaluation(Verdict.UNSETTLED, Odds(248, 152), Chance(41, 100)),
    ],
    ids=lambda evaluation: str(evaluation.verdict.value),
)
def test_evaluations(evaluation: Evaluation) -> None:
    message = evaluation_message(evaluation)
    assert message.verdict is evaluation.verdict
    assert message.text == describe_evaluation(evaluation)
    assert message.details == explain_evaluation(evaluation)
    assert message.moves_to_win == evaluation.moves
    assert (message.odds is None) == (evaluation.odds is None)
    assert (message.chance is None) == (evaluation.chance is None)
    check_json(message)


def test_odds() -> None:
    odds = Odds(248, 152)
    message = evaluation_message(Evaluation(Verdict.UNSETTLED, odds)).odds
    assert isinstance(message, OddsMessage)
    assert (message.won, message.lost, message.unsettled, message.exact) == (248, 152, 0, False)
    assert (message.low, message.high) == (odds.low, odds.high)
    assert "62%" in message.text
    assert "62% ± 5%" in message.details


def test_a_chance_cannot_be_mistaken_for_the_odds() -> None:
    chance = Chance(41, 100)
    message = evaluation_message(Evaluation(Verdict.UNSETTLED, Odds(248, 152), chance))
    assert message.odds is not None
    assert message.chance is not None
    assert (message.chance.won, message.chance.games) == (41, 100)
    assert (message.chance.low, message.chance.high) == (chance.low, chance.high)
    assert "to win" in message.chance.text
    assert "if you could see every card" in message.odds.text
    assert "if you could see every card" not in message.chance.text
    assert message.text == f"{message.chance.text} {message.odds.text}"
    assert message.details == f"{message.chance.details} {message.odds.details}"


def test_luck_and_skill() -> None:
    session = Session.new("golf", 1)
    for _ in range(2):
        session.make("deal")
    steps = (StepChance(120, 100, 110), StepChance(110, 60, 40, 9.8, True, (parse_move("deal"),)))
    found = Review(
        session.game, (Verdict.WINNABLE,) * 3, False, luck=LuckReview(200, 120, steps, 2)
    )
    message = review_message(session, found, wins="none")
    assert message.luck_status == "known"
    assert message.luck is not None
    assert (message.luck.games, message.luck.start, message.luck.decisions) == (200, 120, 2)
    assert message.luck.skill == (20 + 50) / 200 / 2
    assert [(step.before, step.made, step.after) for step in message.luck.steps] == [
        (120, 100, 110),
        (110, 60, 40),
    ]
    assert [step.is_noticeable for step in message.luck.steps] == [False, True]
    assert message.luck.steps[1].better == ["deal"]
    assert [move.number for move in message.luck.costliest] == [2]
    said = [message.luck.text, *(move.text for move in message.luck.costliest)]
    assert message.text_lines[-2:] == said
    explained = [*message.luck.details, *(move.details for move in message.luck.costliest)]
    assert message.details[-3:] == explained
    check_json(message)


def test_hints() -> None:
    session = Session.new("golf", 1)
    hint = Hint(
        parse_move("deal"),
        Verdict.UNSETTLED,
        odds=Odds(10, 10),
        chance=Chance(7, 20),
        plans_compared=1,
    )
    message = hint_message(session.game, session.view, hint)
    assert message.move == "deal"
    assert message.text == describe_hint(session.game, session.view, hint)
    assert message.details == explain_hint(session.game, session.view, hint) != ""
    assert message.odds is not None
    assert "after this" in message.odds.text
    assert message.chance is not None
    assert "after this" in message.chance.text
    check_json(message)
    none = Hint(None, Verdict.LOST, odds=Odds(0, 2, exact=True))
    message = hint_message(session.game, session.view, none)
    assert message.move is None
    assert message.odds is not None
    assert "after this" not in message.odds.text
    check_json(message)


def lost_by_mistake(autoplay: str) -> Session:
    """Baker's Game with moves until the game is known to be lost."""
    session = Session.new("bakers-game", 1, autoplay=autoplay)
    coach = Coach(session.game)
    while coach.evaluate(session).verdict is not Verdict.LOST:
        session.make(list(session.legal_moves())[-1])
    return session


@pytest.mark.parametrize("autoplay", ["off", "safe", "all"])
def test_a_review_with_its_wins(autoplay: str) -> None:
    need_kernels()
    session = lost_by_mistake(autoplay)
    found = review(session)
    assert found.last_winnable is not None
    message = review_message(session, found, wins="all")
    assert message.verdicts == list(found.verdicts)
    assert message.text_lines == describe_review(found, session)
    assert message.details == explain_review(found, session)
    assert message.mistake == found.mistake == found.last_winnable + 1
    assert message.kept_by == [str(move) for move in found.kept_by]
    check_json(message)
    for steps, moves, moves_made in (
        (message.best, message.best_moves, 0),
        (message.rest, message.rest_moves, found.last_winnable),
    ):
        assert steps is not None
        assert moves is not None
        assert [step.moves_made for step in steps] == list(range(moves + 1))
        session.restart()
        for _ in range(moves_made):
            session.redo()
        assert steps[0].view == visible_cards(session.view)
        assert all(len(pile) == 13 for pile in steps[-1].view.foundations)


def test_the_wins_of_a_review_can_be_played() -> None:
    need_kernels()
    session = Session.new("freecell", 1, autoplay="all")
    message = review_message(session, review(session), wins="all")
    player = Session.new("freecell", 1, autoplay=Autoplay.ALL)
    assert message.best is not None
    for step in message.best[1:]:
        assert step.move is not None
        player.make(step.move)
        assert visible_cards(player.view) == step.view
    assert player.is_won


def test_progress_of_a_review_has_no_wins() -> None:
    need_kernels()
    session = Session.new("freecell", 1)
    message = review_message(session, review(session), wins="none")
    assert message.best is message.rest is None
    assert message.best_moves


def test_a_lost_deal_has_no_win() -> None:
    need_kernels()
    session = Session(GAMES["freecell"], deal=11982)
    message = review_message(session, review(session), wins="all")
    assert isinstance(message, ReviewMessage)
    assert message.verdicts == [Verdict.LOST]
    assert (message.best, message.rest, message.best_moves) == (None, None, None)


@pytest.mark.parametrize(
    "message",
    [
        QueuedMessage(ahead=2, version=4),
        ProgressMessage(passed_over=3),
        DealMessage(deal_number=617, final=True),
        StoppedMessage(text="Cancelled."),
        ErrorMessage(text="It failed."),
    ],
    ids=lambda message: str(message.kind),
)
def test_the_other_messages(message: Any) -> None:
    check_json(message)


def test_an_error_is_one_sentence() -> None:
    assert error_message("no\n memory").text == "No memory."
