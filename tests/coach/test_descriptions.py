"""What the coach says: every sentence is true, and shares are rounded so that they stay true."""

import random
import re

import pytest
from hidden_card_search import HIDING, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from requires_kernels import need_kernels

from winnable import GAMES, Session, parse_move, text
from winnable.coach import Coach, Evaluation, Hint, Odds, Review, review
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    describe_odds,
    describe_review,
    describe_share,
    strip,
    verdict_sign,
)
from winnable.solver import Limit, Result, Verdict

GOLF = GAMES["golf-relaxed"]
WINNABLE, LOST, UNSETTLED = Verdict


def interval(words: str) -> tuple[float, float, bool, bool]:
    """The interval that a share in words names, in percent, and whether its ends belong to it."""
    numbers = [float(number) for number in re.findall(r"\d+", words)]
    if "±" in words:
        middle, spread = numbers
        return middle - spread, middle + spread, True, True
    if words.startswith("fewer than"):
        return 0, numbers[0], True, False
    if words.startswith("more than"):
        return numbers[0], 100, False, True
    if words.startswith("at most"):
        return 0, numbers[0], True, True
    if words.startswith("at least"):
        return numbers[0], 100, True, True
    low, high = numbers
    assert words.startswith("between")
    return low, high, True, True


@given(st.integers(0, 600), st.integers(0, 600), st.integers(0, 50))
def test_the_interval_that_is_told_contains_the_one_that_was_worked_out(
    won: int, lost: int, unsettled: int
) -> None:
    odds = Odds(won, lost, unsettled)
    if not odds.looked_at:
        return
    low, high, with_low, with_high = interval(describe_share(odds))
    assert 0 <= low < high <= 100
    assert low <= 100 * odds.low if with_low else low < 100 * odds.low
    assert 100 * odds.high <= high if with_high else 100 * odds.high < high
    if odds.looked_at >= 20 and not unsettled:
        assert high - low <= 100 * (odds.high - odds.low) + 25, "and it is not much wider"


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (Odds(248, 152), "62% ± 5%"),
        (Odds(0, 400), "fewer than 1%"),
        (Odds(0, 20), "fewer than 17%"),
        (Odds(400, 0), "more than 99%"),
        (Odds(200, 0), "more than 98%"),
        (Odds(3, 397), "at most 3%"),
        (Odds(397, 3), "at least 97%"),
        (Odds(40, 40, 20), "between 30% and 70%"),
        (Odds(0, 0, 20), "between 0% and 100%"),
        (Odds(75, 45, exact=True), "75 of 120"),
        (Odds(70, 45, 5, exact=True), "70 to 75 of 120"),
    ],
)
def test_shares(odds: Odds, words: str) -> None:
    assert describe_share(odds) == words


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (
            Odds(248, 152),
            "Of the ways the hidden cards can lie, 62% ± 5% can still be won "
            "(95% sure; 400 looked at).",
        ),
        (
            Odds(40, 40, 20),
            "Of the ways the hidden cards can lie, between 30% and 70% can still be won "
            "(95% sure; 100 looked at, 20 of them not settled).",
        ),
        (
            Odds(75, 45, exact=True),
            "Of all 120 ways the hidden cards can lie, 75 can still be won.",
        ),
        (
            Odds(70, 45, 5, exact=True),
            "Of all 120 ways the hidden cards can lie, between 70 and 75 can still be won.",
        ),
        (Odds(120, 0, exact=True), "However the hidden cards lie, this game can still be won."),
        (Odds(0, 120, exact=True), "However the hidden cards lie, this game cannot be won."),
        (Odds(1, 0, exact=True), "This game can still be won."),
        (Odds(0, 1, exact=True), "This game cannot be won."),
        (Odds(0, 0), "How many of the ways the hidden cards can lie can still be won is not known"),
    ],
)
def test_odds(odds: Odds, words: str) -> None:
    assert describe_odds(odds).startswith(words)


@given(st.integers(0, 600), st.integers(0, 600), st.integers(0, 600), st.booleans())
def test_nothing_is_called_lost_that_is_not_proved(
    won: int, lost: int, unsettled: int, exact: bool
) -> None:
    odds = Odds(won, lost, unsettled, exact and won + lost + unsettled > 0)
    words = describe_odds(odds) + describe_evaluation(Evaluation(odds.verdict, odds))
    if not (odds.exact and odds.lost == odds.looked_at):
        assert "lost" not in words
        assert "cannot" not in words
    if "However" in words:
        assert odds.exact


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (Evaluation(WINNABLE, moves=43), "This game can still be won, in 43 moves."),
        (Evaluation(WINNABLE, moves=1), "This game can still be won, in 1 move."),
        (Evaluation(WINNABLE), "This game can still be won."),
        (Evaluation(WINNABLE, moves=0), "This game is won."),
        (Evaluation(LOST), "This game is lost: no line of play wins it from here."),
        (Evaluation(UNSETTLED), "Whether this game can still be won is not settled."),
        (
            Evaluation(UNSETTLED, trouble="MemoryError: "),
            "How the game stands could not be worked out (MemoryError: ).",
        ),
        (
            Evaluation(UNSETTLED, Odds(0, 400)),
            "Of the ways the hidden cards can lie, fewer than 1% can still be won "
            "(95% sure; 400 looked at).",
        ),
    ],
)
def test_standings(standing: Evaluation, words: str) -> None:
    assert describe_evaluation(standing) == words


PLAY = parse_move("t1f1")


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Hint(PLAY, WINNABLE, 43), "It is the first of 43 moves that win."),
        (Hint(PLAY, WINNABLE, 1), "It wins the game."),
        (
            Hint(PLAY, WINNABLE, 43, autoplay_off=True),
            "It is the first of 43 moves that win with autoplay off.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(124, 76), considered=9, samples=120, better=0),
            "Of the ways the hidden cards can lie, 62% ± 7% can still be won after it "
            "(95% sure; 200 looked at). Of 9 plans tried on 120 others, none kept more wins.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(124, 76), considered=9, samples=120, better=2),
            "Of the ways the hidden cards can lie, 62% ± 7% can still be won after it "
            "(95% sure; 200 looked at). Of 9 plans tried on 120 others, 2 kept more wins, by no "
            "more than chance may do.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(5, 19, exact=True), considered=2, samples=24, better=0),
            "Of all 24 ways the hidden cards can lie, 5 can still be won after it. "
            "Of 2 plans tried on all of them, none kept more wins.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(124, 76), considered=1, samples=120, better=0),
            "Of the ways the hidden cards can lie, 62% ± 7% can still be won after it "
            "(95% sure; 200 looked at). No other plan was tried.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(124, 76)),
            "Of the ways the hidden cards can lie, 62% ± 7% can still be won after it "
            "(95% sure; 200 looked at). That is the next move of the plan.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=Odds(124, 76), is_safe=True),
            "The card is safe at home: that loses nothing, however the hidden cards lie. "
            "Of the ways the hidden cards can lie, 62% ± 7% can still be won after it "
            "(95% sure; 200 looked at).",
        ),
    ],
)
def test_hints(hint: Hint, words: str) -> None:
    session = Session.new("golf", 1)
    card = session.position.columns[0][-1].sign
    assert describe_hint(GOLF, session.view, hint) == f"{card} to foundation 1. {words}"


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Hint(None, WINNABLE, 0), "This game is won."),
        (Hint(None, LOST), "This game is lost: no line of play wins it from here."),
        (
            Hint(None, LOST, odds=Odds(0, 24, exact=True)),
            "However the hidden cards lie, this game cannot be won.",
        ),
        (
            Hint(None, UNSETTLED),
            "There is no hint: whether this game can still be won is not settled.",
        ),
    ],
)
def test_no_hint(hint: Hint, words: str) -> None:
    assert describe_hint(GOLF, Session.new("golf", 1).view, hint) == words


@pytest.mark.parametrize("slug", GAMES)
def test_real_hints_can_be_read_aloud_and_in_ascii(slug: str) -> None:
    need_kernels()
    game = GAMES[slug]
    session = Session.new(game, 2)
    if game in HIDING:
        session = with_few_hidden(game, random.Random(1), 6)
    words = describe_hint(game, session.view, Coach(game).hint(session))
    assert words.endswith(".")
    assert text.plain(words).isascii()
    assert text.spoken(words)


# -- looking back ---------------------------------------------------------------------------------


def played(steps: int, slug: str = "golf") -> Session:
    session = Session.new(slug, 1)
    for _ in range(steps):
        if (move := next(session.legal_moves(), None)) is not None:
            session.make(move)
    return session


def told(verdicts: str, **known: object) -> list[str]:
    signs = {"+": WINNABLE, "-": LOST, "?": UNSETTLED}
    session = played(len(verdicts) - 1)
    found = Review(GOLF, tuple(signs[v] for v in verdicts), False, **known)  # type: ignore[arg-type]
    assert strip(found, unicode=False) == verdicts
    return describe_review(found, session)


def test_strips() -> None:
    found = Review(GOLF, (WINNABLE, UNSETTLED, LOST), False)
    assert (strip(found), strip(found, unicode=False)) == ("█▒░", "+?-")
    assert [verdict_sign(verdict) for verdict in Verdict] == ["█", "░", "▒"]


def test_a_mistake_is_named() -> None:
    session = played(3)
    card = session.steps[1].position.foundations[0][-1].sign
    (line,) = told("++--", mistake=2, last_winnable=1)
    assert line == (
        f"The game was thrown away by move 2 ({card} to foundation 1): before it, it could be won, "
        f"hidden cards included."
    )


@pytest.mark.parametrize(
    ("verdicts", "known", "beginning"),
    [
        ("----", {}, "The game was lost from the start, hidden cards included: no line"),
        ("++++", {"last_winnable": 3}, "The game can still be won, hidden cards included."),
        (
            "+??-",
            {"last_winnable": 0},
            "The game was thrown away by one of moves 1 to 3, hidden cards included: at the start "
            "it could be won, after move 3 it was lost, and between the two it is not settled.",
        ),
        (
            "+???",
            {"last_winnable": 0},
            "At the start the game could be won, hidden cards included; later",
        ),
        ("?---", {}, "After move 1 the game was lost, hidden cards included; earlier it is"),
        ("????", {}, "Whether the game could be won, hidden cards included, is not settled."),
    ],
)
def test_what_is_not_known_is_not_said(
    verdicts: str, known: dict[str, object], beginning: str
) -> None:
    (line,) = told(verdicts, **known)
    assert line.startswith(beginning)


def test_what_would_have_kept_it_and_the_shortest_wins() -> None:
    win = Result(WINNABLE, (), 1, 0.0)
    found = told(
        "++--",
        mistake=2,
        last_winnable=1,
        kept_by=(parse_move("deal"),),
        rest=win,
        rest_moves=40,
        best=win,
        best_moves=41,
    )
    assert found[1:] == [
        "What would have kept the win: deal from the stock.",
        "From there the shortest win found takes 40 moves.",
        "The shortest win found from the start takes 41 moves.",
    ]


@pytest.mark.parametrize(
    ("best", "last_line"),
    [(48, "The shortest win found from the start takes 48 moves."), (49, "No shorter win was")],
)
def test_a_game_that_was_won(best: int, last_line: str) -> None:
    session = played(3)
    found = Review(GOLF, (WINNABLE,) * 50, True, last_winnable=49, best=None, best_moves=best)
    lines = describe_review(found, session)
    assert lines[0] == "The game was won in 3 moves."
    assert lines[1].startswith(last_line)
    assert len(lines) == 2


def test_real_reviews() -> None:
    need_kernels()
    for slug in GAMES:
        session = played(8, slug)
        lines = describe_review(review(session, limit=Limit(states=20_000)), session)
        assert lines
        assert all(line.endswith(".") for line in lines)
