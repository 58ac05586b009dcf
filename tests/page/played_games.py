"""Games that a visitor of the page has played before. They are played through the API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from api_client import Json, act, deal, make
from browsers import Visitor
from web_servers import Server

__all__ = ["LOSING_MOVES", "MISTAKE", "lost_game", "same_player", "use_cookies_of"]

LOSING_MOVES = ("t4c1", "t5c2", "t2c3", "t7c4", "c2t8", "t3c2", "t2t1")
"""FreeCell 617, lost by the sixth of these moves."""
MISTAKE = 6


@contextmanager
def same_player(visitor: Visitor, server: Server) -> Iterator[httpx.Client]:
    """An API client that is the same player as a visitor."""
    with server.client() as client:
        deal(client, "golf-relaxed", deal_number=16)  # a player gets a cookie with the first game
        use_cookies_of(client, visitor)
        yield client


def use_cookies_of(client: httpx.Client, visitor: Visitor) -> None:
    """Make a visitor the same player as an API client."""
    for cookie in client.cookies.jar:
        host = client.base_url.host
        visitor.context.add_cookies(
            [{"name": cookie.name, "value": str(cookie.value), "domain": host, "path": "/"}]
        )


def lost_game(client: httpx.Client, *, is_over: bool = True) -> Json:
    """A game of FreeCell that was lost by a bad move, and given up."""
    state = make(client, deal(client, "freecell", deal_number=617, autoplay="off"), *LOSING_MOVES)
    return act(client, state, "give-up") if is_over else state
