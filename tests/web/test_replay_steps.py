"""Games step by step."""

import re
from pathlib import Path

import pytest
from line_driver import GOLDEN_GAMES, golden_record

from winnable import GAMES, Session
from winnable.web.replay_steps import replay_steps, visible_cards


def test_steps_made_and_undone() -> None:
    session = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2", "t7c2"):
        session.make(move)
    steps = replay_steps(session)
    session.undo()
    session.undo()
    assert replay_steps(session) == steps
    assert [step.moves_made for step in steps] == [0, 1, 2, 3]
    assert [step.move for step in steps] == [None, "t3c1", "t3t2", "t7c2"]
    assert steps[1].view == visible_cards(session.view)
    assert (steps[0].text, steps[0].spoken) == ("Start", "start")
    assert steps[0].legal_moves == [str(move) for move in Session.new("freecell", 1).legal_moves()]


def test_cards_that_went_home_automatically_are_named() -> None:
    session = Session.new("freecell", 2, autoplay="safe")
    while not session.make(next(session.legal_moves())).automoves:
        pass
    step = replay_steps(session)[-1]
    assert re.search(r"; .*[♣♦♥♠] went home", step.text)
    assert re.search(r"; .* of \w+ went home", step.spoken)


@pytest.mark.parametrize(
    ("slug", "text", "spoken"),
    [
        ("golf-relaxed", "Deal: 8♥ to the foundation", "deal: eight of hearts to the foundation"),
        ("aces-up", "Deal: 4 cards to the columns", "deal: 4 cards to the columns"),
    ],
)
def test_a_deal_is_named_as_one(slug: str, text: str, spoken: str) -> None:
    session = Session.new(slug, 1)
    session.make("deal")
    step = replay_steps(session)[-1]
    assert (step.text, step.spoken) == (text, spoken)


@pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: str(file.stem))
def test_a_whole_game(file: Path) -> None:
    session = golden_record(file).session()
    steps = replay_steps(session)
    assert len(steps) == len(session.steps) + 1
    assert steps[-1].view == visible_cards(session.view)
    for step in steps[1:]:
        assert step.move is not None
        assert step.move == "deal" or step.move not in step.text
        assert step.spoken.isascii()
        assert step.move == "deal" or step.move not in step.spoken


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.hides_cards])
def test_hidden_cards_are_not_shown(slug: str) -> None:
    session = Session.new(slug, 3)
    session.make("deal")
    shown = repr(replay_steps(session)[0])
    hidden = [*(session.start.stock or ())]
    for pile, down in zip(session.start.columns, session.start.face_down, strict=True):
        hidden += pile[:down]
    assert hidden
    assert not [card for card in hidden if f"'{card}'" in shown]
