"""Statistics, history and export."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from api_client import Json, deal, give_up, json_body, make, win
from browsers import PHONE, Visitor
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player, use_cookies_of
from page.screen_reader import ScreenReader
from page.winning_games import WINS
from playwright.sync_api import Locator, Page, expect
from web_servers import Server

from winnable import parse_record


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    """A player with six games, one of them unfinished."""
    with server.client() as client:
        golf = WINS["golf-relaxed"]
        make(client, deal(client, golf.slug, deal_number=golf.deal), *golf.moves)
        give_up(client, "golf-relaxed", deal_number=3)
        win(client, "golf-relaxed-deck")
        win(client, "freecell-617-safe")
        lost_game(client)
        make(client, deal(client, "aces-up", deal_number=1), "deal")
        yield client


@pytest.fixture
def statistics(visitor: Visitor, client: httpx.Client) -> list[Json]:
    """The statistics of that player, who is the visitor now."""
    use_cookies_of(client, visitor)
    counted: list[Json] = json_body(client.get("/statistics"))["games"]
    return counted


def terms(part: Locator) -> dict[str, str]:
    """The content of a description list."""
    names = part.locator("dt").all_inner_texts()
    return dict(zip(names, part.locator("dd").all_inner_texts(), strict=True))


def clock(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def test_statistics(visitor: Visitor, statistics: list[Json]) -> None:
    page = visitor.page("/statistics")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    played, won, unaided = (
        sum(game[name] for game in statistics) for name in ("played", "won", "unaided")
    )
    assert (played, won, unaided) == (5, 3, 1)
    assert terms(page.locator(".totals")) == {
        "Played": "5",
        "Won": "3",
        "Win rate": "60%",
        "Unaided": "1",
    }
    for game in statistics:
        panel = page.locator(f"section[data-game={game['game']}]")
        if not game["played"] and not game["unfinished"]:
            expect(panel).to_have_count(0)
            continue
        rounded = {
            name: "–" if game[name] is None else str(round(game[name]))
            for name in ("best_moves", "average_moves")
        }
        assert terms(panel.locator(".game-totals")) == {
            "Streak": str(game["streak"]),
            "Best streak": str(game["best_streak"]),
            "Fewest moves": rounded["best_moves"],
            "Average moves": rounded["average_moves"],
            "Fastest win": clock(game["best_seconds"]),
            "Average time": clock(game["average_seconds"]),
        }
    expect(page.locator("main")).to_contain_text("Not played yet: Baker's Game, Easthaven")


def test_the_average_cost_of_a_decision(visitor: Visitor, statistics: list[Json]) -> None:
    """Each decision counts alike: 40 that cost 0.52 and 20 that cost 1."""
    page = visitor.page("/statistics")
    expect(page.locator(".totals")).to_be_visible()
    expect(page.locator("[data-field=average-cost]")).to_have_count(0)
    figures = {"golf-relaxed": (2, 40, 0.013), "aces-up": (1, 20, 0.05)}
    games = [
        game
        | dict(
            zip(
                ("reviewed", "decisions", "average_cost"),
                figures.get(game["game"], (0, 0, None)),
                strict=True,
            )
        )
        for game in statistics
    ]
    page.route("**/api/v1/statistics", lambda route: route.fulfill(json={"games": games}))
    page.reload()
    text = "Average cost of a decision: {}."
    expect(page.locator("[data-field=average-cost]")).to_have_text(
        [
            text.format(cost)
            for cost in (
                "2.5 points of 100 (3 reviewed games)",
                "1.3 points of 100 (2 reviewed games)",
                "5.0 points of 100 (1 reviewed game)",
            )
        ]
    )
    page.unroute("**/api/v1/statistics")


def test_charts_have_labels(visitor: Visitor, statistics: list[Json]) -> None:
    page = visitor.page("/statistics")
    golf = page.get_by_role("region", name="Golf Relaxed", exact=True)
    [counted] = [game for game in statistics if game["game"] == "golf-relaxed"]
    moves = [
        game["moves_made"] for game in reversed(counted["last_games"]) if game["outcome"] == "won"
    ]
    for text in (
        "Won 2 of 3, 67%; unaided 1, 33%.",
        "The last 3 games, oldest first: won unaided, given up, won. 2 won.",
        f"The last 2 wins, oldest first, in moves: {moves[0]}, {moves[1]}. Best: {min(moves)}.",
    ):
        expect(golf.get_by_role("img", name=text, exact=True)).to_be_visible()
    assert page.locator("svg.chart").count() == page.locator("svg.chart[aria-label]").count()
    golf.get_by_text("Recent games as a table").click()
    rows = golf.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(2)).to_contain_text("given up")


def rows(page: Page) -> list[str]:
    expect(page.locator("tbody tr").first).to_be_visible()
    titles: list[str] = page.locator("tbody tr th").evaluate_all(
        "(cells) => cells.map((cell) => cell.firstChild.textContent.trim())"
    )
    return titles


def test_history(visitor: Visitor, statistics: list[Json]) -> None:
    reader = ScreenReader(visitor)
    page = reader.go("/history")
    assert rows(page) == [
        "Aces Up #1",
        "FreeCell #617",
        "FreeCell #617",
        "Golf Relaxed",
        "Golf Relaxed #3",
        "Golf Relaxed #16",
    ]
    page.get_by_label("Result").select_option("won")
    reader.hear("3 games shown.")
    assert page.locator("tbody tr").count() == 3
    page.get_by_label("Game", exact=True).select_option("golf-relaxed")
    reader.hear("2 games shown.")
    page.reload()
    assert rows(page) == ["Golf Relaxed", "Golf Relaxed #16"]
    page.goto("/history?outcome=unfinished")
    page.get_by_role("link", name="Continue: Aces Up #1").click()
    reader.wait_until_shown()
    assert reader.state["game"] == "aces-up"


@pytest.mark.heavy
def test_a_long_history_is_paged(visitor: Visitor, server: Server) -> None:
    with same_player(visitor, server) as client:
        for number in range(1, 31):
            make(client, deal(client, "golf-relaxed", deal_number=number), "deal")
    reader = ScreenReader(visitor)
    page = reader.go("/history")
    assert rows(page) == [f"Golf Relaxed #{number}" for number in range(30, 5, -1)]
    reader.activate(page.get_by_role("button", name="Show more"))
    reader.hear("5 more games shown.")
    assert rows(page) == [f"Golf Relaxed #{number}" for number in range(30, 0, -1)]
    assert reader.focus["name"].startswith("Golf Relaxed #5 ")
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    page.goto("/")
    expect(page.get_by_role("link", name="All 30 unfinished games")).to_be_visible()


def test_exporting_all_records(visitor: Visitor, statistics: list[Json], tmp_path: Path) -> None:
    page = visitor.page("/history")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Export all games").click()
    assert coming.value.suggested_filename == "winnable-games.txt"
    coming.value.save_as(tmp_path / "games.txt")
    text = (tmp_path / "games.txt").read_text()
    records = [parse_record(one) for one in re.split(r"(?<=\*\n)\n+(?=\[)", text)]
    assert [record.game.slug for record in records] == [
        *("golf-relaxed", "golf-relaxed", "golf-relaxed", "freecell", "freecell", "aces-up")
    ]


@pytest.mark.heavy
def test_history_on_a_phone(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, size=PHONE, touch=True)
    with same_player(visitor, server) as client:
        lost_game(client)
    page = visitor.page("/history")
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("link", name="Review: FreeCell #617")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]


def test_record_on_the_home_page(visitor: Visitor, statistics: list[Json]) -> None:
    page = visitor.page("/")
    expect(page.locator(".record-summary")).to_contain_text("You won 3 of 5 games, 1 unaided")
    expect(page.locator("[data-game=golf-relaxed]")).to_contain_text("Won 2 of 3")
    expect(page.get_by_role("link", name=re.compile("Aces Up #1"))).to_be_visible()
