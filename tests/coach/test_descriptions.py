"""What the coach says: every sentence is true, and shares are rounded so that they stay true."""

import random
import re

import pytest
from hidden_card_search import HIDING, with_few_hidden
from hypothesis import given
from hypothesis import strategies as st
from requires_kernels import need_kernels

from winnable import GAMES, Session, parse_move, text
from winnable.coach import Chance, Coach, Evaluation, Hint, Odds, Review, review
from winnable.coach.descriptions import (
    describe_chance,
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
    if words.startswith("under"):
        return 0, numbers[0], True, False
    if words.startswith("over"):
        return numbers[0], 100, False, True
    if words.startswith("at most"):
        return 0, numbers[0], True, True
    if words.startswith("at least"):
        return numbers[0], 100, True, True
    low, high = numbers
    assert "% to " in words
    return low, high, True, True


@given(st.integers(0, 600), st.integers(0, 600), st.integers(0, 50))
def test_the_interval_given_contains_the_one_computed(won: int, lost: int, unsettled: int) -> None:
    odds = Odds(won, lost, unsettled)
    if not odds.examined:
        return
    low, high, with_low, with_high = interval(describe_share(odds))
    assert 0 <= low < high <= 100
    assert low <= 100 * odds.low if with_low else low < 100 * odds.low
    assert 100 * odds.high <= high if with_high else 100 * odds.high < high
    if odds.examined >= 20 and not unsettled:
        assert high - low <= 100 * (odds.high - odds.low) + 25, "and it is not much wider"


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (Odds(248, 152), "62% ± 5%"),
        (Odds(0, 400), "under 1%"),
        (Odds(0, 20), "under 17%"),
        (Odds(400, 0), "over 99%"),
        (Odds(200, 0), "over 98%"),
        (Odds(3, 397), "at most 3%"),
        (Odds(397, 3), "at least 97%"),
        (Odds(40, 40, 20), "30% to 70%"),
        (Odds(0, 0, 20), "0% to 100%"),
        (Odds(75, 45, exact=True), "75 of 120"),
        (Odds(70, 45, 5, exact=True), "70 to 75 of 120"),
    ],
)
def test_shares(odds: Odds, words: str) -> None:
    assert describe_share(odds) == words


SAMPLED = "arrangements sampled"
IN_SIGHT = "if you could see every card"


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (
            Odds(248, 152),
            f"Winnable in 62% ± 5% of cases {IN_SIGHT} (95% confidence; 400 {SAMPLED}).",
        ),
        (
            Odds(0, 400),
            f"Winnable in under 1% of cases {IN_SIGHT} (95% confidence; 400 {SAMPLED}).",
        ),
        (
            Odds(40, 40, 20),
            f"Winnable in 30% to 70% of cases {IN_SIGHT} (95% confidence; 100 {SAMPLED}; "
            "20 unsettled).",
        ),
        (
            Odds(75, 45, exact=True),
            f"Winnable in 75 of 120 cases {IN_SIGHT} (all arrangements of the hidden cards).",
        ),
        (
            Odds(70, 45, 5, exact=True),
            f"Winnable in 70 to 75 of 120 cases {IN_SIGHT} (all arrangements of the hidden cards; "
            "5 unsettled).",
        ),
        (Odds(120, 0, exact=True), "Winnable, whatever the hidden cards are."),
        (Odds(0, 120, exact=True), "Lost, whatever the hidden cards are."),
        (Odds(1, 0, exact=True), "Winnable."),
        (Odds(0, 1, exact=True), "Lost."),
        (Odds(0, 0), "How often the game is winnable is not known yet."),
    ],
)
def test_odds(odds: Odds, words: str) -> None:
    assert describe_odds(odds) == words


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (
            Odds(0, 400),
            f"Winnable after this in under 1% of cases {IN_SIGHT} (95% confidence; 400 {SAMPLED}).",
        ),
        (Odds(120, 0, exact=True), "Winnable after this, whatever the hidden cards are."),
        (Odds(0, 0), "How often the game is winnable after this is not known yet."),
    ],
)
def test_odds_after_a_move(odds: Odds, words: str) -> None:
    assert describe_odds(odds, "after this") == words


@given(st.integers(0, 600), st.integers(0, 600))
def test_the_interval_of_a_chance_contains_the_one_computed(won: int, lost: int) -> None:
    chance = Chance(won, max(1, won + lost))
    words = describe_chance(chance)
    low, high = map(int, re.findall(r"(\d+)% to (\d+)%", words)[0])
    assert low <= float(re.findall(r"about ([\d.]+)%", words)[0]) <= high
    assert low <= 100 * chance.low <= 100 * chance.high <= high
    assert high - low <= 100 * (chance.high - chance.low) + 2


@given(st.integers(0, 600), st.integers(0, 600), st.integers(0, 600), st.booleans())
def test_nothing_is_called_lost_that_is_not_proved(
    won: int, lost: int, unsettled: int, exact: bool
) -> None:
    odds = Odds(won, lost, unsettled, exact and won + lost + unsettled > 0)
    words = describe_odds(odds) + describe_evaluation(Evaluation(odds.verdict, odds))
    if not (odds.exact and odds.lost == odds.examined):
        assert "lost" not in words.lower()
    if "whatever" in words:
        assert odds.exact


@pytest.mark.parametrize(
    ("evaluation", "words"),
    [
        (Evaluation(WINNABLE, moves=43), "Winnable in 43 moves or fewer."),
        (Evaluation(WINNABLE, moves=1), "Winnable in 1 move."),
        (Evaluation(WINNABLE), "Winnable."),
        (Evaluation(WINNABLE, moves=0), "The game is won."),
        (Evaluation(LOST), "Lost: no line of play wins from here."),
        (
            Evaluation(UNSETTLED),
            "Unsettled: the search found neither a win nor a proof that there is none.",
        ),
        (
            Evaluation(UNSETTLED, trouble="MemoryError: "),
            "The game could not be evaluated (MemoryError: ).",
        ),
        (
            Evaluation(UNSETTLED, Odds(0, 400)),
            f"Winnable in under 1% of cases {IN_SIGHT} (95% confidence; 400 {SAMPLED}).",
        ),
    ],
)
def test_evaluations(evaluation: Evaluation, words: str) -> None:
    assert describe_evaluation(evaluation) == words


PLAY = parse_move("t1f1")
ODDS = Odds(124, 76)
ODDS_WORDS = f"Winnable after this in 62% ± 7% of cases {IN_SIGHT} (95% confidence; 200 {SAMPLED})."


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Hint(PLAY, WINNABLE, 43), "This wins in 43 moves or fewer."),
        (Hint(PLAY, WINNABLE, 1), "This wins the game."),
        (
            Hint(PLAY, WINNABLE, 43, autoplay_off=True),
            "This wins in 43 moves or fewer with autoplay off.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120, plans_that_won_more=0),
            f"{ODDS_WORDS} Of 8 other plans, none did better on 120 arrangements.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120, plans_that_won_more=2),
            f"{ODDS_WORDS} Of 8 other plans, 2 did better on 120 arrangements, but not "
            "significantly.",
        ),
        (
            Hint(
                PLAY,
                UNSETTLED,
                odds=Odds(5, 19, exact=True),
                plans_compared=2,
                samples=24,
                plans_that_won_more=0,
            ),
            f"Winnable after this in 5 of 24 cases {IN_SIGHT} (all arrangements of the hidden "
            "cards). The other plan did no better on 24 arrangements.",
        ),
        (Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120), ODDS_WORDS),
        (Hint(PLAY, UNSETTLED, odds=ODDS), f"{ODDS_WORDS} This is the next move of the plan."),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, chance=Chance(41, 100), plans_compared=4, games=90),
            "Your chance after this is about 41% (95% confidence: 31% to 51%): the coach, seeing "
            "only what you see, won 41 of 100 games played from there. "
            f"{ODDS_WORDS} None of the 3 other plans won more games.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=2, games=90),
            f"{ODDS_WORDS} The other plan won no more games.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=2, is_best=True),
            f"{ODDS_WORDS} No plan is better, as far as anyone can know who does not see the "
            "hidden cards.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, is_safe=True),
            "The card is safe there: this loses nothing, whatever the hidden cards are. "
            + ODDS_WORDS,
        ),
    ],
)
def test_hints(hint: Hint, words: str) -> None:
    session = Session.new("golf", 1)
    card = session.position.columns[0][-1].sign
    assert describe_hint(GOLF, session.view, hint) == f"{card} to foundation 1. {words}"


def test_the_only_move_is_called_so() -> None:
    found = set()
    for deal in range(1, 20):
        session = Session.new("golf", deal)
        moves = list(session.legal_moves())
        words = describe_hint(GOLF, session.view, Hint(moves[-1], UNSETTLED, plans_compared=1))
        found.add(words.partition(". ")[2])
        assert words.endswith("It is the only move.") == (len(moves) == 1)
    assert found == {"It is the only move.", "No other plan was considered."}


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Hint(None, WINNABLE, 0), "The game is won."),
        (Hint(None, LOST), "Lost: no line of play wins from here."),
        (Hint(None, LOST, odds=Odds(0, 24, exact=True)), "Lost, whatever the hidden cards are."),
        (Hint(None, UNSETTLED), "No hint: it is unsettled whether the game can still be won."),
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


# -- reviews --------------------------------------------------------------------------------------


def played(steps: int, slug: str = "golf") -> Session:
    session = Session.new(slug, 1)
    for _ in range(steps):
        if (move := next(session.legal_moves(), None)) is not None:
            session.make(move)
    return session


def sentences(verdicts: str, **known: object) -> list[str]:
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
    (line,) = sentences("++--", mistake=2, last_winnable=1)
    assert line == (
        f"Move 2 ({card} to foundation 1) lost the game: before it, a win was possible with the "
        f"cards as dealt."
    )


@pytest.mark.parametrize(
    ("verdicts", "known", "beginning"),
    [
        ("----", {}, "The game was lost from the start: no line of play wins"),
        ("++++", {"last_winnable": 3}, "The game can still be won"),
        (
            "+??-",
            {"last_winnable": 0},
            "One of moves 1 to 3 lost the game: at the start a win was possible with the cards as "
            "dealt, after move 3 it was not, and in between it is unsettled.",
        ),
        ("+???", {"last_winnable": 0}, "At the start a win was possible with the cards as dealt; "),
        ("?---", {}, "After move 1 the game was lost with the cards as dealt; before that it is"),
        ("????", {}, "It is unsettled whether the game could be won with the cards as dealt."),
    ],
)
def test_what_is_not_known_is_not_said(
    verdicts: str, known: dict[str, object], beginning: str
) -> None:
    (line,) = sentences(verdicts, **known)
    assert line.startswith(beginning)


def test_what_would_have_kept_it_and_the_shortest_wins() -> None:
    win = Result(WINNABLE, (), 1, 0.0)
    found = sentences(
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
        "Moves that would have kept the win: deal from the stock.",
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
