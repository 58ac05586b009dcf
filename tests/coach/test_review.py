"""Reviews: verdicts along a game, the move that lost it, and what would have kept the win."""

import random
from dataclasses import replace
from importlib import import_module
from threading import Event
from typing import Any

import pytest
from hidden_card_search import shuffled
from hypothesis import given
from hypothesis import strategies as st
from line_driver import GOLDEN_GAMES, golden_record
from position_builders import endgame
from requires_kernels import need_kernels
from strategies import examples, wander

from winnable import GAMES, Autoplay, Game, IllegalMoveError, Position, Session
from winnable.coach import Review, review
from winnable.play.autoplay import apply_autoplay
from winnable.play.replay import moves_to_type
from winnable.solver import Limit, Result, Verdict, solve

WINNABLE, LOST, UNSETTLED = Verdict
REVIEW_MODULE = import_module("winnable.coach.review")  # its name is that of the function
by_slug = pytest.mark.parametrize("slug", GAMES)


def lost_by_mistake(game: Game, rng: random.Random, autoplay: str = "off") -> Session:
    """A game that goes well for a while and is then lost by a single move."""
    while True:
        session = shuffled(game, rng, autoplay)
        result = solve(game, session.position, Limit(states=20_000))
        typed = moves_to_type(session, result.moves)
        if not typed:
            continue
        for move in typed[: rng.randrange(len(typed))]:
            session.make(move)
        for move in game.distinct_moves(session.position):
            session.make(move)
            if solve(game, session.position, Limit(states=20_000)).verdict is LOST:
                for later in range(rng.randrange(12)):
                    moves = list(game.distinct_moves(session.position))
                    if moves:
                        session.make(moves[later % len(moves)])
                return session
            session.undo()


def solved_one_by_one(session: Session) -> list[Verdict]:
    positions = [session.start, *(step.position for step in session.steps)]
    return [solve(session.game, position).verdict for position in positions]


@pytest.mark.parametrize("autoplay", ["off", "safe"])
@by_slug
def test_a_planted_mistake_is_found(slug: str, autoplay: str) -> None:
    need_kernels()
    game, rng = GAMES[slug], random.Random(slug + autoplay)
    for _ in range(2):
        session = lost_by_mistake(game, rng, autoplay)
        found = review(session, with_luck=False)
        assert list(found.verdicts) == solved_one_by_one(session)
        assert found.mistake is not None
        assert found.verdicts[found.mistake - 1 : found.mistake + 1] == (WINNABLE, LOST)
        assert found.last_winnable == found.mistake - 1
        assert found.first_lost == found.mistake
        assert not found.is_won
        check_what_would_have_kept_it(session, found)
        check_wins(session, found)


def check_what_would_have_kept_it(session: Session, found: Review) -> None:
    assert found.last_winnable is not None
    game, at = session.game, found.last_winnable
    here = session.steps[at - 1].position if at else session.start
    kept = []
    for move in game.distinct_moves(here):
        after = apply_autoplay(game, game.apply(here, move), session.autoplay)[1]
        if solve(game, after).verdict is WINNABLE:
            kept.append(move)
    assert kept
    assert sorted(map(str, found.kept_by)) == sorted(map(str, kept))
    assert session.steps[at].move not in found.kept_by


def check_wins(session: Session, found: Review) -> None:
    at = found.last_winnable or 0
    assert found.best is not None
    assert found.rest is not None
    assert found.best_moves is not None
    assert found.rest_moves is not None
    here = session.steps[at - 1].position if at else session.start
    assert wins(session.game, here, found.rest)
    assert wins(session.game, session.start, found.best)
    assert found.best_moves <= at + found.rest_moves
    assert found.best_moves <= len(found.best.moves)


def wins(game: Game, position: Position, result: Result) -> bool:
    for move in result.moves:
        position = game.apply(position, move)
    return game.is_won(position)


@given(st.sampled_from(list(GAMES.values())), st.integers(0, 10**6))
@examples(25)
def test_any_game_is_judged_as_if_every_position_were_solved(game: Game, seed: int) -> None:
    need_kernels()
    limit, rng = Limit(states=30_000), random.Random(seed)
    session = shuffled(game, rng)
    for move in wander(game, session.position, rng.randrange(25), rng):
        session.make(move)
    found = review(session, limit=limit, with_luck=False)
    positions = [session.start, *(step.position for step in session.steps)]
    for position, verdict in zip(positions, found.verdicts, strict=True):
        alone = solve(game, position, limit).verdict
        assert alone is verdict or UNSETTLED in (alone, verdict)


# -- won ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", GOLDEN_GAMES, ids=lambda file: file.stem)
def test_a_game_that_was_won_needs_no_search_except_for_the_best(
    file: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_kernels()
    session = golden_record(file).session()  # type: ignore[arg-type]
    asked: list[Position] = []

    def recorded(game: Game, position: Position, *rest: Any, **more: Any) -> Result:
        asked.append(position)
        return solve(game, position, *rest, **more)

    monkeypatch.setattr(REVIEW_MODULE, "solve", recorded)
    found = review(session, limit=Limit(states=200_000), with_luck=False)
    if not session.is_won:
        return
    assert found.is_won
    assert set(found.verdicts) == {WINNABLE}
    assert found.mistake is None
    assert found.last_winnable == len(session.steps)
    assert asked == [session.start]
    assert found.best is not None
    assert found.best_moves is not None
    assert found.best_moves <= len(session.steps)
    assert wins(session.game, session.start, found.best)


def test_the_players_own_win_may_be_the_best() -> None:
    need_kernels()
    game = GAMES["golf-relaxed"]
    session = Session.new(game, 16)
    for move in solve(game, session.position, short=True).moves:
        session.make(move)
    found = review(session)
    assert found.best_moves == len(session.steps)
    assert found.best is not None
    assert found.best.moves == session.moves


# -- other games ----------------------------------------------------------------------------------


def test_a_game_lost_from_the_start() -> None:
    need_kernels()
    session = Session.new("golf", 11)
    session.make("deal")
    found = review(session, with_luck=False)
    assert found == Review(session.game, (LOST, LOST), False)
    assert found.first_lost == 0


def test_a_game_that_can_still_be_won() -> None:
    need_kernels()
    session = Session.new("freecell", 617)
    session.make(solve(session.game, session.position).moves[0])
    found = review(session)
    assert found.verdicts == (WINNABLE, WINNABLE)
    assert (found.mistake, found.last_winnable) == (None, 1)
    assert found.kept_by
    assert found.rest is not None
    assert found.rest.moves[0] == found.kept_by[0]


def test_a_game_from_a_board() -> None:
    game = GAMES["freecell"]
    session = Session(game, endgame(game, "KS QS", "KH"))
    session.make("t1c1")
    found = review(session)
    assert found.verdicts == (WINNABLE, WINNABLE)
    assert found.best_moves == 3
    assert found.rest_moves == 3 or found.rest_moves == 2


def test_a_game_without_steps() -> None:
    need_kernels()
    found = review(Session.new("freecell", 1))
    assert found.verdicts == (WINNABLE,)
    assert found.last_winnable == 0
    assert found.mistake is None


def test_undone_steps_are_not_reviewed() -> None:
    need_kernels()
    session = Session.new("freecell", 1)
    session.make("t3c1")
    session.undo()
    assert len(review(session).verdicts) == 1


def test_automatic_moves_belong_to_the_step() -> None:
    need_kernels()
    session = Session.new("freecell", 617, autoplay=Autoplay.SAFE)
    line = iter(moves_to_type(session, solve(session.game, session.position).moves) or ())
    while not any(step.automoves for step in session.steps):
        session.make(next(line))
    found = review(session)
    assert found.verdicts == (WINNABLE,) * (len(session.steps) + 1)


# -- what is not settled --------------------------------------------------------------------------


class FakeSolver:
    """Gives the verdicts of the test for the positions of a game, and settles nothing else."""

    def __init__(self, session: Session, verdicts: str) -> None:
        positions = [session.start, *(step.position for step in session.steps)]
        signs = {"+": WINNABLE, "-": LOST, "?": UNSETTLED}
        self.verdicts = dict(zip(positions, map(signs.get, verdicts), strict=True))
        self.solved = 0
        """How many positions of the game were solved."""

    def __call__(self, _game: Game, position: Position, *_: object, **__: object) -> Result:
        self.solved += position in self.verdicts
        return Result(self.verdicts.get(position) or UNSETTLED, (), 1, 0.0)


def reviewed(verdicts: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Review, int]:
    """The review of a game with these verdicts, and how many of its positions were solved."""
    session = Session.new("golf", 1)
    for _ in verdicts[1:]:
        session.make("deal")
    solver = FakeSolver(session, verdicts)
    monkeypatch.setattr(REVIEW_MODULE, "solve", solver)
    found = review(session)
    signs = {WINNABLE: "+", LOST: "-", UNSETTLED: "?"}
    assert "".join(signs[verdict] for verdict in found.verdicts) == verdicts
    return found, solver.solved


@pytest.mark.parametrize(
    ("verdicts", "mistake", "last"),
    [
        ("++--", 2, 1),
        ("+---", 1, 0),
        ("+++-", 3, 2),
        ("+?--", None, 0),
        ("++?-", None, 1),
        ("??--", None, None),
        ("++??", None, 1),
        ("????", None, None),
        ("----", None, None),
        ("++++", None, 3),
    ],
)
def test_a_mistake_is_named_only_if_it_is_known(
    verdicts: str, mistake: int | None, last: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, _ = reviewed(verdicts, monkeypatch)
    assert (found.mistake, found.last_winnable) == (mistake, last)


def test_few_positions_have_to_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    _, solved = reviewed("+" * 6 + "-" * 10, monkeypatch)
    assert 0 < solved <= 1 + 4 + 2, "the end, the turning point, and the two wins"


def test_it_gives_up_where_nothing_can_be_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    _, solved = reviewed("?" * 17, monkeypatch)
    assert solved == 8


# -- progress --------------------------------------------------------------------------


def test_progress_settles_more_and_more() -> None:
    need_kernels()
    session = lost_by_mistake(GAMES["easthaven"], random.Random(4))
    reported: list[Review] = []
    found = review(session, progress=reported.append)
    assert reported[-1] == replace(found, luck=None)
    unsettled = [each.verdicts.count(UNSETTLED) for each in reported]
    assert unsettled == sorted(unsettled, reverse=True)
    assert unsettled[-1] == 0


def test_cancelled_it_returns_what_is_known() -> None:
    cancel = Event()
    cancel.set()
    session = Session.new("freecell", 1)
    session.make("t3c1")
    assert review(session, cancel=cancel) == Review(session.game, (UNSETTLED, UNSETTLED), False)


def test_an_illegal_move_was_never_made() -> None:
    session = Session.new("freecell", 1)
    with pytest.raises(IllegalMoveError):
        session.make("t1f1")
    assert len(review(session, limit=Limit(states=100)).verdicts) == 1
