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
    explain_chance,
    explain_evaluation,
    explain_hint,
    explain_odds,
    explain_review,
    strip,
    verdict_sign,
)
from winnable.coach.shares import chance_share, exact_share, odds_share
from winnable.l10n import use_language
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
    low, high, with_low, with_high = interval(exact_share(odds))
    assert 0 <= low < high <= 100
    assert low <= 100 * odds.low if with_low else low < 100 * odds.low
    assert 100 * odds.high <= high if with_high else 100 * odds.high < high
    if odds.examined >= 20 and not unsettled:
        assert high - low <= 100 * (odds.high - odds.low) + 25, "and it is not much wider"


@pytest.mark.parametrize(
    ("odds", "about", "words"),
    [
        (Odds(248, 152), "about 62%", "62% ± 5%"),
        (Odds(169, 31), "about 85%", "85% ± 7%"),
        (Odds(0, 400), "under 1%", "under 1%"),
        (Odds(0, 20), "under 17%", "under 17%"),
        (Odds(400, 0), "over 99%", "over 99%"),
        (Odds(200, 0), "over 98%", "over 98%"),
        (Odds(3, 397), "about 0.8%", "at most 3%"),
        (Odds(397, 3), "about 99.2%", "at least 97%"),
        (Odds(40, 40, 20), "30% to 70%", "30% to 70%"),
        (Odds(0, 0, 20), "0% to 100%", "0% to 100%"),
        (Odds(75, 45, exact=True), "75 of 120", "75 of 120"),
        (Odds(70, 45, 5, exact=True), "70 to 75 of 120", "70 to 75 of 120"),
    ],
)
def test_shares(odds: Odds, about: str, words: str) -> None:
    assert (odds_share(odds), exact_share(odds)) == (about, words)


@given(st.integers(0, 20_000), st.integers(0, 20_000))
def test_the_short_number_lies_in_the_interval_of_the_details(won: int, lost: int) -> None:
    odds, chance = Odds(won, lost), Chance(won, max(1, won + lost))
    if not odds.examined:
        return
    detailed = re.findall(r"between (\d+)% and (\d+)%", explain_chance(chance))[0]
    for about, (low, high) in (
        (odds_share(odds), interval(exact_share(odds))[:2]),
        (chance_share(chance), map(float, detailed)),
    ):
        (number,) = map(float, re.findall(r"[\d.]+", about))
        assert low <= number <= high
        if not won:
            assert about.startswith("under")
        elif not lost:
            assert about.startswith("over")
        else:
            assert 0 < number < 100, "none and all are said only of none and all"
            assert abs(number - 100 * odds.share) <= 1 or not about.startswith("about")


@given(st.integers(0, 600), st.integers(0, 600))
def test_the_interval_of_a_chance_contains_the_one_computed(won: int, lost: int) -> None:
    chance = Chance(won, max(1, won + lost))
    low, high = map(int, re.findall(r"between (\d+)% and (\d+)%", explain_chance(chance))[0])
    assert low <= 100 * chance.low <= 100 * chance.high <= high
    assert high - low <= 100 * (chance.high - chance.low) + 2


IN_SIGHT = "if you could see every card"


@pytest.mark.parametrize(
    ("odds", "words", "details"),
    [
        (
            Odds(248, 152),
            f"Winnable in about 62% of cases {IN_SIGHT}.",
            f"Winnable in 248 of 400 random layouts {IN_SIGHT}: 62% ± 5% (95% confidence).",
        ),
        (
            Odds(0, 400),
            f"Winnable in under 1% of cases {IN_SIGHT}.",
            f"Winnable in 0 of 400 random layouts {IN_SIGHT}: under 1% (95% confidence).",
        ),
        (
            Odds(40, 40, 20),
            f"Winnable in 30% to 70% of cases {IN_SIGHT}.",
            f"Winnable in 40 of 100 random layouts {IN_SIGHT}: "
            "30% to 70% (95% confidence). 20 more could not be settled, and may be winnable, too.",
        ),
        (
            Odds(75, 45, exact=True),
            f"Winnable in 75 of 120 cases {IN_SIGHT}.",
            f"Winnable in 75 of the 120 possible layouts {IN_SIGHT}.",
        ),
        (
            Odds(70, 45, 5, exact=True),
            f"Winnable in 70 to 75 of 120 cases {IN_SIGHT}.",
            f"Winnable in 70 of the 120 possible layouts {IN_SIGHT}."
            " 5 more could not be settled, and may be winnable, too.",
        ),
        (Odds(120, 0, exact=True), "Winnable, whatever the hidden cards are.", ""),
        (Odds(0, 120, exact=True), "Lost, whatever the hidden cards are.", ""),
        (Odds(1, 0, exact=True), "Winnable.", ""),
        (Odds(0, 1, exact=True), "Lost.", ""),
        (Odds(0, 0), "Not known yet how often this can be won.", ""),
    ],
)
def test_odds(odds: Odds, words: str, details: str) -> None:
    assert (describe_odds(odds), explain_odds(odds)) == (words, details)


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (Odds(0, 400), f"Winnable after this in under 1% of cases {IN_SIGHT}."),
        (Odds(75, 45, exact=True), f"Winnable after this in 75 of 120 cases {IN_SIGHT}."),
        (Odds(120, 0, exact=True), "Winnable after this, whatever the hidden cards are."),
    ],
)
def test_odds_after_a_move(odds: Odds, words: str) -> None:
    assert describe_odds(odds, after_move=True) == words
    details = explain_odds(odds, after_move=True)
    assert "after this" in details or odds.verdict is not UNSETTLED


@given(st.integers(0, 600), st.integers(0, 600), st.integers(0, 600), st.booleans())
def test_nothing_is_called_lost_that_is_not_proved(
    won: int, lost: int, unsettled: int, exact: bool
) -> None:
    odds = Odds(won, lost, unsettled, exact and won + lost + unsettled > 0)
    evaluation = Evaluation(odds.verdict, odds)
    words = describe_odds(odds) + describe_evaluation(evaluation) + explain_evaluation(evaluation)
    if not (odds.exact and odds.lost == odds.examined):
        assert "lost" not in words.lower()
    if "whatever" in words:
        assert odds.exact


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_chance_cannot_be_taken_for_the_odds(language: str) -> None:
    seeing = {"en": "if you could see every card", "de": "wenn du alle Karten sehen könntest"}
    with use_language(language):
        chance, odds = Chance(41, 100), Odds(248, 152)
        for after_move in (False, True):
            assert seeing[language] in describe_odds(odds, after_move=after_move)
            assert seeing[language] not in describe_chance(chance, after_move=after_move)
        hint = Hint(PLAY, UNSETTLED, odds=odds, chance=chance, plans_compared=4, games=90)
        view = Session.new("golf", 1).view
        assert seeing[language] not in describe_hint(GOLF, view, hint), "it names the chance"
        assert seeing[language] in explain_hint(GOLF, view, hint)
        words = describe_evaluation(Evaluation(UNSETTLED, odds, chance))
        assert [seeing[language] in part for part in words.split(". ")] == [False, True]


@pytest.mark.parametrize(
    ("evaluation", "words"),
    [
        (Evaluation(WINNABLE, moves=43), "Winnable (43 moves or fewer)."),
        (Evaluation(WINNABLE, moves=1), "Winnable (1 move)."),
        (Evaluation(WINNABLE), "Winnable."),
        (Evaluation(WINNABLE, moves=0), "The game is won."),
        (Evaluation(LOST), "Lost: there is no way to win from here."),
        (Evaluation(UNSETTLED), "Unsettled: it is not known whether this can be won."),
        (
            Evaluation(UNSETTLED, trouble="MemoryError: "),
            "The coach could not work this out (MemoryError: ).",
        ),
        (
            Evaluation(UNSETTLED, Odds(0, 400)),
            f"Winnable in under 1% of cases {IN_SIGHT}.",
        ),
        (
            Evaluation(UNSETTLED, Odds(248, 152), Chance(41, 100)),
            f"About 41% to win from here. Winnable in about 62% of cases {IN_SIGHT}.",
        ),
    ],
)
def test_evaluations(evaluation: Evaluation, words: str) -> None:
    assert describe_evaluation(evaluation) == words


def test_the_details_of_an_evaluation() -> None:
    odds, chance = Odds(248, 152), Chance(41, 100)
    details = explain_evaluation(Evaluation(UNSETTLED, odds, chance))
    assert details == f"{explain_chance(chance)} {explain_odds(odds)}"
    assert "proved" in explain_evaluation(Evaluation(LOST))
    assert "shorter" in explain_evaluation(Evaluation(WINNABLE, moves=43))
    assert explain_evaluation(Evaluation(WINNABLE, moves=0)) == ""


PLAY = parse_move("t1f1")
ODDS = Odds(124, 76)
ODDS_WORDS = f"Winnable after this in about 62% of cases {IN_SIGHT}."
ODDS_DETAILS = explain_odds(ODDS, after_move=True)


@pytest.mark.parametrize(
    ("hint", "words", "details"),
    [
        (
            Hint(PLAY, WINNABLE, 43),
            "Wins in 43 moves or fewer.",
            "The next hints follow this win. There may be a shorter one.",
        ),
        (Hint(PLAY, WINNABLE, 1), "This wins the game.", ""),
        (
            Hint(PLAY, WINNABLE, 43, autoplay_off=True),
            "Wins in 43 moves or fewer with autoplay off.",
            "The next hints follow this win. There may be a shorter one.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120, plans_that_won_more=0),
            ODDS_WORDS,
            f"{ODDS_DETAILS} None of the 8 other plans did better on 120 layouts of the hidden "
            "cards.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120, plans_that_won_more=2),
            ODDS_WORDS,
            f"{ODDS_DETAILS} 2 of the 8 other plans did better on 120 layouts of the hidden "
            "cards, perhaps by chance.",
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
            f"Winnable after this in 5 of 24 cases {IN_SIGHT}.",
            f"Winnable after this in 5 of the 24 possible layouts {IN_SIGHT}. "
            "The other plan did no better on 24 layouts of the hidden cards.",
        ),
        (Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=9, samples=120), ODDS_WORDS, ODDS_DETAILS),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS),
            ODDS_WORDS,
            f"{ODDS_DETAILS} This is the next move of the plan.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, chance=Chance(41, 100), plans_compared=4, games=90),
            "About 41% to win after this.",
            "Your chance after this: between 31% and 51% (95% confidence). The coach, seeing "
            "only what you see, won 41 of 100 games from there. "
            f"{ODDS_DETAILS} None of the 3 other plans won more games.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=2, games=90),
            ODDS_WORDS,
            f"{ODDS_DETAILS} The other plan won no more games.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, plans_compared=2, is_best=True),
            ODDS_WORDS,
            f"{ODDS_DETAILS} Proved: no plan is better without seeing the hidden cards.",
        ),
        (
            Hint(PLAY, UNSETTLED, odds=ODDS, is_safe=True),
            f"Safe: it loses nothing. {ODDS_WORDS}",
            f"It loses nothing however the hidden cards lie. {ODDS_DETAILS}",
        ),
    ],
)
def test_hints(hint: Hint, words: str, details: str) -> None:
    session = Session.new("golf", 1)
    card = session.position.columns[0][-1].sign
    assert describe_hint(GOLF, session.view, hint) == f"{card} to the foundation. {words}"
    assert explain_hint(GOLF, session.view, hint) == details


def test_the_only_move_is_called_so() -> None:
    found = set()
    for deal in range(1, 20):
        session = Session.new("golf", deal)
        moves = list(session.legal_moves())
        hint = Hint(moves[-1], UNSETTLED, plans_compared=1)
        words = describe_hint(GOLF, session.view, hint)
        assert words.endswith("It is the only move.") == (len(moves) == 1)
        details = explain_hint(GOLF, session.view, hint)
        assert details == ("" if len(moves) == 1 else "No other plan was considered.")
        found.add(len(moves) == 1)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (Hint(None, WINNABLE, 0), "The game is won."),
        (Hint(None, LOST), "Lost: there is no way to win from here."),
        (Hint(None, LOST, odds=Odds(0, 24, exact=True)), "Lost, whatever the hidden cards are."),
        (Hint(None, UNSETTLED), "No hint: it is not known whether this can be won."),
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
    assert len(words) < 110, "the details are said apart"
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
    assert line == f"Move 2 lost the game, as the cards lay: {card} to the foundation."


def test_where_nothing_is_hidden_no_cards_are_spoken_of() -> None:
    session = played(3, "freecell")
    found = Review(GAMES["freecell"], (WINNABLE, LOST), False, mistake=1, last_winnable=0)
    (line,) = describe_review(found, session)
    assert line.startswith("Move 1 lost the game: ")
    assert explain_review(found, session) == [
        "Before move 1 a win was still possible; after it there was none."
    ]


@pytest.mark.parametrize(
    ("verdicts", "known", "words"),
    [
        ("----", {}, "This deal was impossible from the start."),
        ("++++", {"last_winnable": 3}, "This game can still be won, as the cards lie."),
        (
            "+??-",
            {"last_winnable": 0},
            "One of moves 1 to 3 lost the game, as the cards lay.",
        ),
        (
            "+???",
            {"last_winnable": 0},
            "At the start a win was possible, as the cards lay; after that it is unsettled.",
        ),
        (
            "?---",
            {},
            "After move 1 the game was lost, as the cards lay; before that it is unsettled.",
        ),
        ("????", {}, "It is unsettled whether the game could be won, as the cards lay."),
    ],
)
def test_what_is_not_known_is_not_said(verdicts: str, known: dict[str, object], words: str) -> None:
    assert sentences(verdicts, **known) == [words]


def test_a_position_that_was_not_dealt_is_not_called_a_deal() -> None:
    session = played(2)
    session = Session(GOLF, session.position)
    session.make(next(session.legal_moves()))
    found = Review(GOLF, (LOST, LOST), False)
    assert describe_review(found, session) == ["This position was impossible from the start."]


@given(st.lists(st.sampled_from(list(Verdict)), min_size=1, max_size=4))
def test_only_what_is_proved_is_called_impossible(verdicts: list[Verdict]) -> None:
    last = max((at for at, each in enumerate(verdicts) if each is WINNABLE), default=None)
    found = Review(GOLF, tuple(verdicts), False, last_winnable=last)
    words = " ".join(describe_review(found, played(3)) + explain_review(found, played(3)))
    assert ("impossible" in words) <= (verdicts[0] is LOST)


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
        "This would have kept the win: deal from the stock.",
        "Shortest win found from there: 40 moves.",
        "Shortest win found from the start: 41 moves.",
    ]


def test_a_win_that_is_still_there_is_counted_from_the_last_move() -> None:
    win = Result(WINNABLE, (), 1, 0.0)
    found = sentences("++++", last_winnable=3, rest=win, rest_moves=40)
    assert found[1:] == ["Shortest win found after the last move: 40 moves."]


@pytest.mark.parametrize(
    ("best", "last_line"),
    [(48, "Shortest win found from the start: 48 moves."), (49, "No shorter win was")],
)
def test_a_game_that_was_won(best: int, last_line: str) -> None:
    session = played(3)
    found = Review(GOLF, (WINNABLE,) * 50, True, last_winnable=49, best=None, best_moves=best)
    lines = describe_review(found, session)
    assert lines[0] == "Won in 3 moves."
    assert lines[1].startswith(last_line)
    assert len(lines) == 2
    assert explain_review(found, session) == []


def test_real_reviews() -> None:
    need_kernels()
    for slug in GAMES:
        session = played(8, slug)
        lines = describe_review(review(session, limit=Limit(states=20_000)), session)
        assert lines
        assert all(line.endswith(".") for line in lines)
