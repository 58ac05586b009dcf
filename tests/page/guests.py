"""Guests of the page who have played before: what they did is done by the API, in their name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from api_client import Told, act, deal, make
from browsers import Visitor
from web_servers import Server

__all__ = ["LOSING", "THROWN_AWAY", "at_home", "become", "thrown_away"]

THROWN_AWAY = ("t4c1", "t5c2", "t2c3", "t7c4", "c2t8", "t3c2", "t2t1")
"""FreeCell 617, lost by the sixth of these moves."""
LOSING = 6


@contextmanager
def at_home(visitor: Visitor, server: Server) -> Iterator[httpx.Client]:
    """Somebody at the API who is the same player as a visitor."""
    with server.client() as client:
        deal(client, "golf-relaxed", deal=16)
        become(visitor, client)
        yield client


def become(visitor: Visitor, client: httpx.Client) -> None:
    """Give a visitor the cookie of somebody who has played by the API."""
    for cookie in client.cookies.jar:
        host = client.base_url.host
        visitor.context.add_cookies(
            [{"name": cookie.name, "value": str(cookie.value), "domain": host, "path": "/"}]
        )


def thrown_away(client: httpx.Client, *, is_over: bool = True) -> Told:
    """A game of FreeCell that was lost by a bad move, and given up."""
    state = make(client, deal(client, "freecell", deal=617, autoplay="off"), *THROWN_AWAY)
    return act(client, state, "give-up") if is_over else state
