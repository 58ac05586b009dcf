"""Hidden cards are not in the page's memory.

The names of all cards are: the sheet of pictures has every card, and so has the table of words.
What must not be there is which of them lies where. So two games are compared that look the same
and hide their cards otherwise, and the heap is searched for lists that have a hidden card in them.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsers import Visitor
from page.conftest import Invite
from page.hands import Keys, Piles
from playwright.sync_api import Page, Response
from servers import Server

from winnable import DECK, GAMES, Card, Session

MOVES = 5
_CARD = re.compile(r"(?<![0-9A-Za-z])[A2-9TJQK][CDHS](?![0-9A-Za-z])")


class Game:
    """A deal of Easthaven, a line of moves from it, and what has been seen on the way."""

    def __init__(self) -> None:
        rng = random.Random("the page's memory")
        self.deck = tuple(rng.sample(DECK, len(DECK)))
        session = Session(GAMES["easthaven"], deal=self.deck, autoplay="off")
        self.seen = set(_in_sight(session))
        self.moves = []
        for number in range(MOVES):
            moves = [str(move) for move in session.legal_moves()]
            self.moves.append("deal" if number == 2 else rng.choice(moves))
            session.make(self.moves[-1])
            self.seen |= set(_in_sight(session))
        self.hidden = [card for card in self.deck if card not in self.seen]
        others = self.hidden[1:] + self.hidden[:1]
        exchange = dict(zip(self.hidden, others, strict=True))
        self.twin = tuple(exchange.get(card, card) for card in self.deck)


def _in_sight(session: Session) -> Iterator[Card]:
    view = session.view
    for pile in (*view.columns, *view.foundations):
        yield from (card for card in pile if card is not None)


class Witness:
    """Notes all that the server tells a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.responses: list[Response] = []
        page.on("response", lambda response: self.responses.append(response))

    def told(self, key: str) -> list[str]:
        """Every answer of the API, without what differs from one table to the next."""
        texts = []
        for response in self.responses:
            if "/api/" in response.url and response.headers.get("content-type", "").startswith(
                "application/json"
            ):
                texts.append(f"{response.url} {response.text()}".replace(key, "KEY"))
        return [re.sub(r'"seconds":[0-9.e-]+', '"seconds":0', text) for text in texts]


def play(visitor: Visitor, game: Game, deck: tuple[Card, ...]) -> tuple[Keys, Witness]:
    """Play the line at the page, by keys, and ask what can be asked for nothing."""
    keys = Keys(visitor.page())
    witness = Witness(keys.page)
    keys.sit_down("easthaven", deck=" ".join(map(str, deck)), autoplay="off")
    for move in game.moves:
        keys.make(move, "typed")
    keys.press("u")
    keys.settle(keys.version - 1)
    keys.press("1", "r", "Shift+R", "w")
    keys.page.keyboard.type(str(game.hidden[0]))
    keys.press("Enter")
    keys.page.get_by_text("not in sight").first.wait_for()
    keys.press("Escape")
    return keys, witness


_MARKUP = """() => {
  const page = document.documentElement.cloneNode(true);
  // How long it took, and which words came together, differs from one time to the next.
  for (const node of page.querySelectorAll("[data-field=time], #polite")) node.remove();
  return page.outerHTML;
}"""


def markup(keys: Keys) -> str:
    """The whole page as it stands, without the table's key."""
    text: str = keys.page.evaluate(_MARKUP)
    return text.replace(keys.page.url.rpartition("/")[2], "KEY")


def stored(page: Page) -> str:
    """All that the page has put by."""
    kept: str = page.evaluate(
        "() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, name])"
    )
    return kept


class Heap:
    """A snapshot of all that a page's scripts hold."""

    def __init__(self, page: Page) -> None:
        line = page.context.new_cdp_session(page)
        parts: list[str] = []
        line.on("HeapProfiler.addHeapSnapshotChunk", lambda sent: parts.append(sent["chunk"]))
        line.send("HeapProfiler.enable")
        line.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        self._read(json.loads("".join(parts)))

    def _read(self, told: dict[str, Any]) -> None:
        meta = told["snapshot"]["meta"]
        fields, self.kinds = meta["node_fields"], meta["node_types"][0]
        self.width = len(fields)
        self.nodes, self.edges, self.strings = told["nodes"], told["edges"], told["strings"]
        self.kind_at, self.name_at = fields.index("type"), fields.index("name")
        self.count_at = fields.index("edge_count")

    def texts(self) -> set[str]:
        """All strings, those put together from others and slices of them too."""
        return {
            self.strings[self.nodes[at + self.name_at]]
            for at in range(0, len(self.nodes), self.width)
            if self.kinds[self.nodes[at + self.kind_at]].endswith("string")
        }

    def listed(self) -> set[str]:
        """Every string of two signs that stands in a list, or is the value of a property."""
        found, edge = set(), 0
        for at in range(0, len(self.nodes), self.width):
            kind = self.kinds[self.nodes[at + self.kind_at]]
            for _ in range(self.nodes[at + self.count_at]):
                to = self.edges[edge + 2]
                edge += 3
                name = self.strings[self.nodes[to + self.name_at]]
                is_text = self.kinds[self.nodes[to + self.kind_at]].endswith("string")
                if kind in ("object", "array") and is_text and len(name) == 2:
                    found.add(name)
        return found


def check_memory(heap: Heap, piles: Piles, game: Game) -> None:
    """Let no list have a hidden card in it, and no text tell of it but the sheet of pictures."""
    listed = {text for text in heap.listed() if _CARD.fullmatch(text)}
    shown = {card for pile in piles.values() for card in pile} - {"??"}
    assert shown
    assert shown <= listed  # the search finds what is there
    hidden = {str(card) for card in game.hidden[1:]}  # the first was asked about
    assert not listed & hidden
    for text in heap.texts():
        names = set(_CARD.findall(text))
        assert len(names) < 2 or not names & hidden or "<symbol" in text, text[:300]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game()


def test_the_page_knows_of_no_hidden_card(visitor: Visitor, game: Game) -> None:
    keys, witness = play(visitor, game, game.deck)
    check_memory(Heap(keys.page), keys.piles, game)
    key = keys.page.url.rpartition("/")[2]
    told = witness.told(key)
    assert len(told) > MOVES
    hidden = {str(card) for card in game.hidden}
    assert len(hidden) > 20
    asked = str(game.hidden[0])
    for text in told:
        names = set(_CARD.findall(text))
        assert names & hidden <= ({asked} if "/where" in text else set()), text
    cards = keys.page.locator(".board [data-card]")
    shown = {card.get_attribute("data-card") for card in cards.all()}
    assert shown <= {str(card) for card in game.seen} | {"??"}
    assert not set(_CARD.findall(stored(keys.page))) & hidden
    labels = keys.page.evaluate(
        "() => [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)"
    )
    names = {Card.parse(card).name for card in hidden}
    assert not [label for label in labels if any(name in label.lower() for name in names)]


def test_where_hidden_cards_lie_changes_nothing(invite: Invite, server: Server, game: Game) -> None:
    pages, told = [], []
    for deck in (game.deck, game.twin):
        visitor = invite(server, settings={"lamp": False})
        keys, witness = play(visitor, game, deck)
        told.append(witness.told(keys.page.url.rpartition("/")[2]))
        pages.append((markup(keys), stored(keys.page)))
    assert told[0] == told[1]
    assert pages[0] == pages[1]
