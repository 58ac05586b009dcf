"""Players of the page with a mouse, a touch screen or a keyboard.

A move is made with real input events where the cards are, and then waits until the page shows the
server's answer.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from browsers import go
from playwright.sync_api import CDPSession, Page, expect

Json = dict[str, Any]
Piles = dict[str, list[str]]
Point = tuple[float, float]

BOARD = ":is([data-page=game], [data-page=analysis], [data-page=replay]) .board"

_SHOWN = f"""(version) => {{
  const board = document.querySelector("{BOARD}");
  return board && !board.hasAttribute("data-busy") && Number(board.dataset.version) > version;
}}"""

_MOVE_SENT = f"""(version) => {{
  const board = document.querySelector("{BOARD}");
  const message = document.querySelector("[data-field=message][data-kind=illegal]");
  return board.hasAttribute("data-busy") || Number(board.dataset.version) > version
    || (message !== null && !message.hidden);
}}"""

_PILES = f"""() => Object.fromEntries(
  [...document.querySelectorAll("{BOARD} [data-place]")].map((pile) => [
    pile.dataset.place,
    [...pile.querySelectorAll(".item:not(.base)")].map((slot) => slot.dataset.card),
  ]),
)"""

# Where to press a card: in the middle of the part that other cards leave visible.
_LOCATION = f"""([place, count]) => {{
  const pile = document.querySelector(`{BOARD} [data-place="${{place}}"]`);
  const slots = [...pile.querySelectorAll(".item")]; // the first is the place itself
  const slot = count > 0 ? slots.at(-count) : slots.at(-1);
  const box = slot.getBoundingClientRect();
  const next = slots[slots.indexOf(slot) + 1]?.getBoundingClientRect();
  const free = count > 1 && next ? next.top - box.top : box.height;
  const x = box.left + box.width / 2;
  const y = box.top + free / 2;
  const seen = document.elementFromPoint(x, y);
  return {{
    x, y, left: box.left, top: box.top,
    isFree: seen?.closest(".item") === slot,
    version: Number(document.querySelector("{BOARD}").dataset.version),
    over: seen?.outerHTML.slice(0, 80),
  }};
}}"""

_FOCUS = f"""() => {{
  const node = document.activeElement;
  const box = (one) => (({{ left, top }}) => [left, top])(one.getBoundingClientRect());
  const places = [...document.querySelectorAll("{BOARD} [data-place]")];
  return {{
    place: node.closest("{BOARD} [data-place]")?.dataset.place ?? null,
    places: Object.fromEntries(places.map((one) => [one.dataset.place, box(one.firstChild)])),
  }};
}}"""


@dataclass(frozen=True)
class Step:
    """The parts of a written move; "deal" goes from the stock to nowhere."""

    source: str
    target: str
    count: int

    @classmethod
    def parse(cls, move: str) -> Step:
        if move == "deal":
            return cls("stock", "", 1)
        found = re.fullmatch(r"([tc]\d+)([tcf]\d+)(?:x(\d+))?", move)
        assert found, move
        return cls(found[1], found[2], int(found[3] or 1))

    @property
    def is_deal(self) -> bool:
        return self.source == "stock"

    @property
    def to_foundation(self) -> bool:
        return self.target.startswith("f")


class Player:
    """A player of the game on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def version(self) -> int:
        """The version of the game that the page shows."""
        return int(self.page.locator(BOARD).get_attribute("data-version") or -1)

    @property
    def piles(self) -> Piles:
        """The cards of each place on the page."""
        piles: Piles = self.page.evaluate(_PILES)
        return piles

    @property
    def state(self) -> Json:
        """The state on the server."""
        key = self.page.url.rpartition("/")[2]
        answer = self.page.request.get(f"/api/v1/games/{key}")
        assert answer.ok
        state: Json = answer.json()
        return state

    def start_game(self, game: str | None = None, **options: object) -> Json:
        """Start a game through the API and go to its page."""
        body = json.dumps({"game": game, **options})
        headers = {"content-type": "application/json"}
        answer = self.page.request.post("/api/v1/games", data=body, headers=headers)
        assert answer.status == 201, answer.text()
        state: Json = answer.json()
        go(self.page, f"/play/{state['key']}")
        self.wait_until_shown()
        return state

    def wait_until_shown(self, after: int = -1) -> None:
        """Wait until a newer version is shown and no request is pending."""
        self.page.wait_for_function(_SHOWN, arg=after)

    def location(self, place: str, count: int = 0) -> Json:
        """Where a place is, or the first of its last `count` cards."""
        location: Json = self.page.evaluate(_LOCATION, [place, count])
        return location

    def has_sent_move(self, version: int) -> bool:
        """Whether a move was sent since a version; it may have been illegal."""
        return bool(self.page.evaluate(_MOVE_SENT, version))

    def expect_announced(self, text: str | re.Pattern[str]) -> None:
        """Screen readers have just heard this."""
        expect(self.page.locator("#polite")).to_contain_text(text)

    def expect_won(self) -> None:
        """The page and the server say that the game is won."""
        expect(self.page.locator("dialog[data-dialog=won]")).to_be_visible()
        state = self.state
        assert (state["outcome"], state["is_won"]) == ("won", True)
        assert self.piles == piles_of(state)


def piles_of(state: Json) -> Piles:
    """The cards of each place in a state."""
    view = state["view"]
    piles = {f"t{slot}": pile for slot, pile in enumerate(view["columns"], 1)}
    piles |= {f"f{slot}": pile for slot, pile in enumerate(view["foundations"], 1)}
    piles |= {f"c{slot}": [card] if card else [] for slot, card in enumerate(view["cells"], 1)}
    return piles if view["stock"] is None else piles | {"stock": []}


def points_between(start: Point, end: Point) -> list[Point]:
    """Points of a drag; the last one is the end."""
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + right * part, y + down * part) for part in (0.3, 1.0)]


class Pointer(Player, ABC):
    """What mouse and touch have in common."""

    @abstractmethod
    def press(self, at: Point) -> None:
        """Click, or tap."""

    @abstractmethod
    def drag_between(self, start: Point, end: Point) -> None:
        """Press, move and release."""

    def point(self, place: str, count: int = 0) -> tuple[Json, Point]:
        """Where to press a card or place; nothing may cover it."""
        found = self.location(place, count)
        assert found["isFree"], f"{place} is covered: {found['over']}"
        return found, (found["x"], found["y"])

    def tap(self, place: str, count: int = 0) -> int:
        """Press a card or a place; returns the version shown before."""
        found, at = self.point(place, count)
        self.press(at)
        return int(found["version"])

    def drag(self, source: str, target: str, count: int = 1) -> int:
        """Drag cards to a place; returns the version shown before."""
        found, start = self.point(source, count)
        there = self.location(target)
        end = there["left"] + start[0] - found["left"], there["top"] + start[1] - found["top"]
        self.drag_between(start, end)
        return int(found["version"])

    def double_tap(self, place: str) -> int:
        """Press a card twice; again if this computer was too slow for a double tap."""
        version = self.version
        for _ in range(20):
            _, at = self.point(place, 1)
            self.press(at)
            self.press(at)
            if self.has_sent_move(version):
                break
        return version

    def tap_until_sent(self, place: str, count: int) -> int:
        """Press cards so that they move; again if it was too soon after the last time."""
        version = self.tap(place, count)
        for _ in range(20):
            if self.has_sent_move(version):
                break
            self.page.wait_for_timeout(50)
            self.tap(place, count)
        return version

    def make(self, move: str, by: str = "drag") -> None:
        """Make a move by "drag", by "taps" on card and target, by one "tap", or by "double tap".

        A double tap makes only moves to a foundation; others are made by taps.
        """
        step = Step.parse(move)
        if step.is_deal:
            version = self.tap(step.source)
        elif by == "tap":
            version = self.tap_until_sent(step.source, step.count)
        elif by == "drag":
            version = self.drag(step.source, step.target, step.count)
        elif by == "double tap" and step.to_foundation:
            version = self.double_tap(step.source)
        else:
            version = self.tap(step.source, step.count)
            self.tap(step.target)
        self.wait_until_shown(version)


class Mouse(Pointer):
    """A player with a mouse."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._devtools: CDPSession = page.context.new_cdp_session(page)

    def press(self, at: Point) -> None:
        self.page.mouse.click(*at)

    def drag_between(self, start: Point, end: Point) -> None:
        # Playwright's own mouse checks for a native drag at each step, which is slow.
        self._send("mouseMoved", start)
        self._send("mousePressed", start, button="left", buttons=1, clickCount=1)
        for at in points_between(start, end):
            self._send("mouseMoved", at, button="left", buttons=1)
        self._send("mouseReleased", end, button="left", clickCount=1)

    def _send(self, kind: str, at: Point, **more: object) -> None:
        event = {"type": kind, "x": at[0], "y": at[1], **more}
        self._devtools.send("Input.dispatchMouseEvent", event)


class Touch(Pointer):
    """A player with a touch screen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._devtools: CDPSession = page.context.new_cdp_session(page)

    def press(self, at: Point) -> None:
        self.page.touchscreen.tap(*at)

    def drag_between(self, start: Point, end: Point) -> None:
        self._touch("touchStart", start)
        for at in points_between(start, end):
            self._touch("touchMove", at)
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


class Keyboard(Player):
    """A player with a keyboard only."""

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(80):
            if self.page.evaluate("(one) => document.activeElement.matches(one)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def go_to(self, place: str, count: int = 1) -> None:
        """Move the focus to a card or a place, by digits and arrows."""
        if place[0] == "t":
            self.press(place[1:], *["ArrowUp"] * (count - 1))
            return
        for _ in range(24):
            seen = self.page.evaluate(_FOCUS)
            if seen["place"] == place:
                return
            self._step(seen, place)
        raise AssertionError(f"arrow keys do not reach {place}")

    def _step(self, seen: Json, place: str) -> None:
        """Press an arrow key towards a place."""
        here, there = seen["places"][seen["place"] or "t1"], seen["places"][place]
        if seen["place"] is None:
            self.press("1")
        elif seen["place"][0] == "t" and there[1] < here[1]:
            self.press("Home", "ArrowUp")
        elif abs(there[0] - here[0]) > 1:
            self.press("ArrowRight" if there[0] > here[0] else "ArrowLeft")
        else:
            self.press("ArrowDown" if there[1] > here[1] else "ArrowUp")

    def make(self, move: str, by: str = "cursor") -> None:
        """Make a move by "cursor", by typing it ("text"), by one "Enter", or by "G".

        "G" makes only moves to a foundation; others are made by cursor.
        """
        version, step = self.version, Step.parse(move)
        if by == "text":
            self.type(move)
        elif step.is_deal:
            self.press("d")
        elif by == "G" and step.to_foundation:
            self.go_to(step.source)
            self.press("g")
        elif by == "Enter":
            self.go_to(step.source)
            self.press("Enter")
        else:
            self.go_to(step.source, step.count)
            self.press("Enter")
            self.go_to(step.target)
            self.press("Enter")
        self.wait_until_shown(version)
        # After the last move of a game Escape would close the dialog instead.
        if by == "text" and self.page.evaluate("() => document.activeElement.id === 'typed-move'"):
            self.press("Escape")

    def type(self, text: str) -> None:
        """Type a move into the move field, which stays open."""
        self.press("/")
        expect(self.page.locator("#typed-move")).to_be_focused()
        self.page.keyboard.type(text)
        self.press("Enter")
