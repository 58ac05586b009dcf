"""Hidden cards are not in the page's memory.

The page knows the names of all cards, but not which hidden card is where. So the heap is searched
for lists that contain a hidden card, and two games are compared that look the same and differ only
in their hidden cards.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsers import Visitor
from page.browser_players import Keyboard, Piles
from page.conftest import NewVisitor
from playwright.sync_api import Page, Response
from web_servers import Server

from winnable import DECK, GAMES, Card, Session

MOVES = 5
_CARD = re.compile(r"(?<![0-9A-Za-z])[A2-9TJQK][CDHS](?![0-9A-Za-z])")


class Game:
    """A deal of Easthaven, some moves, and the cards that were visible on the way."""

    def __init__(self) -> None:
        rng = random.Random("the page's memory")
        self.deck = tuple(rng.sample(DECK, len(DECK)))
        session = Session(GAMES["easthaven"], deal=self.deck, autoplay="off")
        self.visible = set(_visible(session))
        self.moves = []
        for number in range(MOVES):
            moves = [str(move) for move in session.legal_moves()]
            self.moves.append("deal" if number == 2 else rng.choice(moves))
            session.make(self.moves[-1])
            self.visible |= set(_visible(session))
        self.hidden = [card for card in self.deck if card not in self.visible]
        others = self.hidden[1:] + self.hidden[:1]
        exchange = dict(zip(self.hidden, others, strict=True))
        self.twin = tuple(exchange.get(card, card) for card in self.deck)


def _visible(session: Session) -> Iterator[Card]:
    view = session.view
    for pile in (*view.columns, *view.foundations):
        yield from (card for card in pile if card is not None)


class ResponseLog:
    """Records every response to a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.responses: list[Response] = []
        page.on("response", lambda response: self.responses.append(response))

    def api_texts(self, key: str) -> list[str]:
        """Every API response, without what differs from one game to the next."""
        texts = []
        for response in self.responses:
            if "/api/" in response.url and response.headers.get("content-type", "").startswith(
                "application/json"
            ):
                texts.append(f"{response.url} {response.text()}".replace(key, "KEY"))
        return [re.sub(r'"seconds":[0-9.e-]+', '"seconds":0', text) for text in texts]


def play(visitor: Visitor, game: Game, deck: tuple[Card, ...]) -> tuple[Keyboard, ResponseLog]:
    """Play the moves by keyboard, and use every command that does not count as aid."""
    keys = Keyboard(visitor.page())
    log = ResponseLog(keys.page)
    keys.start_game("easthaven", deck=" ".join(map(str, deck)), autoplay="off")
    for move in game.moves:
        keys.make(move, "text")
    keys.press("u")
    keys.wait_until_shown(keys.version - 1)
    keys.press("1", "r", "Shift+R", "Escape", "w")
    keys.page.keyboard.type(str(game.hidden[0]))
    keys.press("Enter")
    keys.page.get_by_text("not in sight").first.wait_for()
    keys.press("Escape")
    return keys, log


_MARKUP = """() => {
  const page = document.documentElement.cloneNode(true);
  // The time, and which announcements are joined, differ from run to run.
  for (const node of page.querySelectorAll("[data-field=time], #polite")) node.remove();
  return page.outerHTML;
}"""


def markup(keys: Keyboard) -> str:
    """The page's HTML, without the key of the game."""
    text: str = keys.page.evaluate(_MARKUP)
    return text.replace(keys.page.url.rpartition("/")[2], "KEY")


def stored(page: Page) -> str:
    """Everything in the page's storage."""
    kept: str = page.evaluate(
        "() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, name])"
    )
    return kept


class Heap:
    """A heap snapshot of a page."""

    def __init__(self, page: Page) -> None:
        line = page.context.new_cdp_session(page)
        parts: list[str] = []
        line.on("HeapProfiler.addHeapSnapshotChunk", lambda sent: parts.append(sent["chunk"]))
        line.send("HeapProfiler.enable")
        line.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        self._read(json.loads("".join(parts)))

    def _read(self, snapshot: dict[str, Any]) -> None:
        meta = snapshot["snapshot"]["meta"]
        fields, self.kinds = meta["node_fields"], meta["node_types"][0]
        self.width = len(fields)
        self.nodes, self.edges, self.strings = (
            snapshot["nodes"],
            snapshot["edges"],
            snapshot["strings"],
        )
        self.kind_at, self.name_at = fields.index("type"), fields.index("name")
        self.count_at = fields.index("edge_count")

    def texts(self) -> set[str]:
        """All strings, concatenated and sliced ones too."""
        return {
            self.strings[self.nodes[at + self.name_at]]
            for at in range(0, len(self.nodes), self.width)
            if self.kinds[self.nodes[at + self.kind_at]].endswith("string")
        }

    def listed(self) -> set[str]:
        """Every string of two characters in an array, or as the value of a property."""
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
    """No list and no text contains a hidden card, except for the sheet of card pictures."""
    listed = {text for text in heap.listed() if _CARD.fullmatch(text)}
    shown = {card for pile in piles.values() for card in pile} - {"??"}
    assert shown
    assert shown <= listed  # the search does find cards
    hidden = {str(card) for card in game.hidden[1:]}  # the first was looked for
    assert not listed & hidden
    for text in heap.texts():
        names = set(_CARD.findall(text))
        assert len(names) < 2 or not names & hidden or "<symbol" in text, text[:300]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game()


def test_hidden_cards_are_not_in_memory(fresh_visitor: Visitor, game: Game) -> None:
    keys, log = play(fresh_visitor, game, game.deck)
    check_memory(Heap(keys.page), keys.piles, game)
    key = keys.page.url.rpartition("/")[2]
    answers = log.api_texts(key)
    assert len(answers) > MOVES
    hidden = {str(card) for card in game.hidden}
    assert len(hidden) > 20
    looked_for = str(game.hidden[0])
    for text in answers:
        names = set(_CARD.findall(text))
        assert names & hidden <= ({looked_for} if "/where" in text else set()), text
    cards = keys.page.locator(".board [data-card]")
    shown = {card.get_attribute("data-card") for card in cards.all()}
    assert shown <= {str(card) for card in game.visible} | {"??"}
    assert not set(_CARD.findall(stored(keys.page))) & hidden
    labels = keys.page.evaluate(
        "() => [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)"
    )
    names = {Card.parse(card).name for card in hidden}
    assert not [label for label in labels if any(name in label.lower() for name in names)]


def test_the_page_does_not_depend_on_hidden_cards(
    new_visitor: NewVisitor, server: Server, game: Game
) -> None:
    pages, answers = [], []
    for deck in (game.deck, game.twin):
        visitor = new_visitor(server, settings={"lamp": False})
        keys, log = play(visitor, game, deck)
        answers.append(log.api_texts(keys.page.url.rpartition("/")[2]))
        pages.append((markup(keys), stored(keys.page)))
    assert answers[0] == answers[1]
    assert pages[0] == pages[1]
