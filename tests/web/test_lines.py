"""Lines of play as the API tells them."""

import json
import re

import pytest
from line_driver import GOLDEN_GAMES, golden_record

from winnable import GAMES, Autoplay, Session, parse_record
from winnable.web.lines import spoken_step, steps, steps_of


def test_steps_made_and_undone_are_told() -> None:
    table = Session.new("freecell", 1)
    for move in ("t3c1", "t3t2", "t7c2"):
        table.make(move)
    whole = steps(table)
    table.undo()
    table.undo()
    assert steps(table) == whole
    assert [step["made"] for step in whole] == [0, 1, 2, 3]
    assert [step["move"] for step in whole] == [None, "t3c1", "t3t2", "t7c2"]
    assert whole[1]["view"] == table.view.as_dict()
    assert (whole[0]["words"], whole[0]["spoken"]) == ("The start.", "the start")


def test_what_goes_home_by_itself_is_said() -> None:
    table = Session.new("freecell", 2, autoplay="safe")
    while not table.make(next(table.legal_moves())).automoves:
        pass
    told = steps(table)[-1]
    assert re.search(r"; .*went home by (itself|themselves)\.$", told["words"])
    assert re.search(r"; .* of \w+ went home by (itself|themselves)$", told["spoken"])


@pytest.mark.parametrize(
    ("slug", "spoken"),
    [
        ("golf-relaxed", "deal: eight of hearts to foundation 1"),
        ("aces-up", "deal: 4 cards to the columns"),
    ],
)
def test_a_deal_is_called_one(slug: str, spoken: str) -> None:
    table = Session.new(slug, 1)
    step = table.make("deal")
    told = steps(table)[-1]
    assert told["spoken"] == spoken == spoken_step(step, told["words"])


@pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: file.stem)
def test_a_whole_game_is_told_without_signs_for_the_ear(file: "object") -> None:
    session = golden_record(file).session()  # type: ignore[arg-type]
    told = steps(session)
    assert len(told) == len(session.steps) + 1
    assert told[-1]["view"] == session.view.as_dict()
    for step in told[1:]:
        assert step["words"].startswith(f"{step['move']}: ")
        assert step["spoken"].isascii()
        assert step["move"] == "deal" or step["move"] not in step["spoken"]
    assert json.loads(json.dumps(told)) == told


def test_hidden_cards_are_not_told() -> None:
    for game in GAMES.values():
        if game.hides_cards:
            table = Session.new(game, 3)
            table.make("deal")
            seen = json.dumps(steps(table)[0])
            hidden = [*(table.start.stock or ())]
            for pile, down in zip(table.start.columns, table.start.face_down, strict=True):
                hidden += pile[:down]
            assert hidden
            assert not [card for card in hidden if f'"{card}"' in seen]


def test_moves_from_a_position() -> None:
    record = parse_record(
        '[Winnable "1"] [Game "freecell"] [Deal "1"] [Autoplay "safe"] 1. t3c1 2. t3t2 3. t7c2 *'
    )
    session = record.session()
    moves = [step.move for step in session.steps]
    assert steps_of(session.game, session.start, moves, Autoplay.SAFE) == steps(session)
