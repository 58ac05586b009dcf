"""Deals as people write and copy them."""

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import GAMES, MAX_DEAL, Session, WinnableError, find_game
from winnable.errors import DealNumberError, UnknownGameError
from winnable.l10n import languages, use_language
from winnable.play.deal_title import parse_deal_title
from winnable.play.descriptions import describe_session

numbers = st.integers(1, MAX_DEAL)
games = st.sampled_from(list(GAMES.values()))


def read(text: str) -> tuple[str | None, int] | None:
    title = parse_deal_title(text)
    return title and (title.game.slug if title.game else None, title.deal_number)


@pytest.mark.parametrize(
    ("text", "slug", "number"),
    [
        ("617", None, 617),
        (" #617\n", None, 617),
        ("Deal 617", None, 617),
        ("Deal 617 · Winnable", None, 617),
        ("Spiel 617", None, 617),
        ("deal no. 617.", None, 617),
        ("Nr. 617", None, 617),
        ("8,589,934,591", None, 8_589_934_591),
        ("8.589.934.591", None, 8_589_934_591),
        ("8 589 934 591", None, 8_589_934_591),
        ("FreeCell #617", "freecell", 617),
        ("FreeCell #617 · Winnable", "freecell", 617),
        ("FreeCell, deal 617", "freecell", 617),
        ("FreeCell, deal 617, after 31 moves", "freecell", 617),
        ("FreeCell, Spiel 617, nach 31 Zügen", "freecell", 617),
        ("FreeCell #617: won unaided in 83 moves", "freecell", 617),
        ("FreeCell #617\nwon unaided\n83", "freecell", 617),
        ("“FreeCell #617”", "freecell", 617),
        ("freecell 617", "freecell", 617),
        ("winnable play freecell --deal 617", "freecell", 617),
        ("Baker's Game #12", "bakers-game", 12),
        ("baker’s game no. 12", "bakers-game", 12),
        ("golf – 5", "golf-relaxed", 5),
        ("Aces Up: 44", "aces-up", 44),
    ],
)
def test_what_is_a_deal(text: str, slug: str | None, number: int) -> None:
    assert read(text) == (slug, number)


@pytest.mark.parametrize(
    "text",
    [
        *("", "#", "five", "FreeCell", "1e3", "1.5", "-5", "3. FreeCell", "²", "٦١٧", "AS"),
        *("FreeCell 617 Easthaven 5", "I played 3 games", "FreeCell, custom deck", "x" * 10_000),
        *("call me on 030 12345678 today", "[Winnable]", "https://example.com/617", "2S 9C"),
    ],
)
def test_what_is_not(text: str) -> None:
    assert parse_deal_title(text) is None


@pytest.mark.parametrize("text", ["0", "#8589934592", "FreeCell #99999999999", "deal " + "9" * 250])
def test_a_deal_that_there_is_not(text: str) -> None:
    with pytest.raises(DealNumberError, match="8589934591"):
        parse_deal_title(text)


@pytest.mark.parametrize(("text", "hint"), [("whist #4", "freecell"), ("frecell 617", "freecell")])
def test_a_game_that_there_is_not(text: str, hint: str) -> None:
    with pytest.raises(UnknownGameError, match=hint):
        parse_deal_title(text)


@pytest.mark.parametrize("language", languages())
@given(game=games, number=numbers, moves=st.integers(0, 3))
def test_what_winnable_writes(language: str, game: object, number: int, moves: int) -> None:
    slug = str(getattr(game, "slug", ""))
    session = Session.new(slug, number)
    for _ in range(moves):
        session.make(next(find_game(slug).legal_moves(session.position)))
    with use_language(language):
        assert read(describe_session(session)) == (slug, number)
    assert read(f"{session.game.name} #{number}") == (slug, number)
    assert read(f"winnable play {slug} --deal {number}") == (slug, number)


pieces = st.sampled_from(
    [*"#,:.·(|\n -é\x000", "617", "FreeCell", "golf", "deal", "Spiel", "no.", "winnable play"]
)


@given(st.one_of(st.text(), st.lists(pieces, max_size=30).map("".join)))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    title, problem = None, ""
    try:
        title = parse_deal_title(text)
    except WinnableError as error:
        problem = str(error)
    assert "\n" not in problem
    assert title is None or re.search(r"[0-9]", text)


@pytest.mark.parametrize("piece", ["a ", "deal ", "#", "1,", "1 ", "a-", "no. ", "Spiel", ", "])
def test_no_text_takes_long(piece: str) -> None:
    before = time.perf_counter()
    for end in ("", "x", "\0"):
        for length in (100, 299, 10_000):
            with suppress(WinnableError):
                parse_deal_title((piece * length)[:length] + end)
    assert time.perf_counter() - before < 2
